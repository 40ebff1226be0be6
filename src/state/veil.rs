//! What is kept from a class until it has been asked: the numbers of a stage, or the whole of it. It hides what is
//! shown and no more: everything is computed as ever.

use crate::math::{MatrixName, Stage, Trace};

/// What of a stage is hidden.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Veiled {
    /// Its numbers: of what it makes only the size is seen.
    Numbers,
    /// Everything, its name too.
    Whole,
}

/// What is hidden of each stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Veil([Option<Veiled>; Stage::ALL.len()]);

/// What stands before the name of a stage of which everything is hidden.
const WHOLE: &str = "whole.";

impl Veil {
    /// What of a stage is hidden, if anything is.
    pub fn of(&self, stage: Stage) -> Option<Veiled> {
        self.0[stage as usize]
    }

    /// Hides this of a stage, or nothing of it.
    pub fn set(&mut self, stage: Stage, veiled: Option<Veiled>) {
        self.0[stage as usize] = veiled;
    }

    /// Whether nothing is hidden.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The stages of which something is hidden, in order.
    pub fn stages(&self) -> impl Iterator<Item = (Stage, Veiled)> {
        Stage::ALL.into_iter().filter_map(|stage| Some((stage, self.of(stage)?)))
    }

    /// Whether the numbers of a matrix are hidden: a stage that makes it is, or one whose numbers it only copies.
    pub fn covers(&self, matrix: MatrixName, trace: &Trace) -> bool {
        let makes = |stage: Stage| {
            stage.results(trace).contains(&matrix)
                || (stage == Stage::AddNorm && matrix == MatrixName::Residual)
        };
        let copied = match matrix {
            MatrixName::Concat => Some(MatrixName::Context),
            MatrixName::Output if !trace.has(MatrixName::WOutput) => Some(MatrixName::Concat),
            _ => None,
        };
        !self.is_empty()
            && (self.stages().any(|(stage, _)| makes(stage))
                || copied.is_some_and(|copied| self.covers(copied, trace)))
    }

    /// The same without what hides the numbers of a matrix.
    #[must_use]
    pub fn lifted(mut self, matrix: MatrixName, trace: &Trace) -> Self {
        let hides = |(stage, veiled): &(Stage, Veiled)| {
            let mut alone = Self::default();
            alone.set(*stage, Some(*veiled));
            alone.covers(matrix, trace)
        };
        let found: Vec<_> = self.stages().filter(hides).collect();
        for (stage, _) in found {
            self.set(stage, None);
        }
        self
    }

    /// A text that stays the same in every language: for links.
    pub fn key(&self) -> String {
        let name = |(stage, veiled): (Stage, Veiled)| match veiled {
            Veiled::Numbers => stage.id().to_owned(),
            Veiled::Whole => format!("{WHOLE}{}", stage.id()),
        };
        self.stages().map(name).collect::<Vec<_>>().join(",")
    }

    /// The veil with this [`Veil::key`].
    pub fn of_key(key: &str) -> Option<Self> {
        let mut veil = Self::default();
        for name in key.split(',') {
            let (veiled, id) = match name.strip_prefix(WHOLE) {
                Some(id) => (Veiled::Whole, id),
                None => (Veiled::Numbers, name),
            };
            veil.set(Stage::from_id(id)?, Some(veiled));
        }
        Some(veil)
    }
}
