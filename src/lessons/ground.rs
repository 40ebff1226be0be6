//! What a step stands on: the trace of its numbers under its choices.

use std::borrow::Cow;

use ndarray::{Array1, Axis};

use super::{Change, Divide, Numbers, Size};
use crate::{
    math::{
        Cell, Contributions, CowMatrix, MatrixName, Problem, Projected, Trace, attend,
        contributions,
    },
    samples::{Loaded, six_tokens},
    state::with_choices,
};

/// The trace of a step, with what is chosen.
pub struct Ground<'a> {
    loaded: Cow<'a, Loaded>,
    /// What is chosen over how the numbers open.
    pub with: Change,
    /// Query head.
    pub head: usize,
    /// The number of the first head, as the page counts.
    pub first_head: usize,
    /// Every intermediate.
    pub trace: Trace,
}

impl<'a> Ground<'a> {
    /// The ground of numbers as they open, under choices; `None` where they have no such head.
    pub fn new(loaded: &'a Loaded, numbers: Numbers, with: Change) -> Option<Self> {
        let first_head = numbers.sample().0.first_head_number();
        Self::over(Cow::Borrowed(loaded), first_head, with)
    }

    fn over(loaded: Cow<'a, Loaded>, first_head: usize, with: Change) -> Option<Self> {
        let problem = &loaded.problem;
        let mask = with.mask.and_then(super::Masking::plan);
        let divisor = with.divide.and_then(|divide| divide.divisor(problem.projected()));
        let trace = attend(&with_choices(problem, mask.as_ref(), divisor).ok()?);
        let head = with.head.unwrap_or(loaded.default_head);
        (head < trace.projected.n_heads()).then_some(Self { loaded, with, head, first_head, trace })
    }

    /// The same where something is chosen otherwise.
    pub fn under(&self, change: Change) -> Option<Ground<'_>> {
        Ground::over(Cow::Borrowed(&*self.loaded), self.first_head, self.with.then(change))
    }

    /// The same where queries and keys are not turned by their positions; `None` where they are not anyway.
    pub fn without_rotary(&self) -> Option<Ground<'_>> {
        let problem = self.loaded.problem.without_rotary()?;
        let loaded = Loaded { problem, ..Loaded::clone(&self.loaded) };
        Ground::over(Cow::Owned(loaded), self.first_head, self.with)
    }

    /// What the heads add to a number of the output.
    pub fn contributions(&self, row: usize, column: usize) -> Option<Contributions> {
        contributions(
            &self.trace,
            Cell { matrix: MatrixName::Output, head: self.head, row, column },
        )
    }

    /// A matrix of the head.
    pub fn matrix(&self, name: MatrixName) -> Option<CowMatrix<'_>> {
        self.trace.matrix(name, self.head)
    }

    /// A row of a matrix of the head.
    pub fn row(&self, name: MatrixName, row: usize) -> Option<Array1<f64>> {
        let matrix = self.matrix(name)?;
        (row < matrix.nrows()).then(|| matrix.index_axis(Axis(0), row).to_owned())
    }

    /// A token of one side, as it stands in a sentence: without the blanks around it.
    pub fn token(&self, is_key: bool, at: usize) -> Option<String> {
        let keys = self.loaded.tokens_k.as_ref().filter(|_| is_key);
        let token = keys.unwrap_or(&self.loaded.tokens).get(at)?;
        Some(crate::draw::display_token(token).trim().to_owned())
    }

    /// A size of the problem; `None` where it has none such.
    pub fn size(&self, size: Size) -> Option<usize> {
        let p: &Projected = &self.trace.projected;
        match size {
            Size::Queries => Some(p.n_queries()),
            Size::Keys => Some(p.n_keys()),
            Size::Heads => Some(p.n_heads()),
            Size::KvHeads => Some(p.inputs.heads.keys_values),
            Size::HeadWidth => p.d_k(),
            Size::ValueWidth => p.values.as_ref().map(|values| values.dim().2),
            Size::ModelWidth => p.d_model(),
            Size::ConcatWidth => self.trace.concat.as_ref().map(crate::math::Matrix::ncols),
        }
    }
}

impl Divide {
    /// The divisor as it is chosen on the page; `None` is the example's own.
    pub fn divisor(self, projected: &Projected) -> Option<f64> {
        match self {
            Self::Own => None,
            Self::By(divisor) => Some(divisor),
            Self::RootOfModel => projected.d_model().map(|d_model| (d_model as f64).sqrt()),
        }
    }
}

impl Numbers {
    /// Builds the numbers that are no example: another sentence, over the example `opened`.
    pub fn build(self, opened: &Loaded) -> Option<Loaded> {
        let Self::Sentence(sentence) = self else { return None };
        let problem =
            Problem::new(six_tokens::inputs(sentence), opened.problem.mask().clone(), None).ok()?;
        Some(Loaded {
            problem,
            tokens: sentence.iter().map(|token| token.text.to_owned()).collect(),
            default_cell: (0, 0),
            built: Some(six_tokens::features_of(sentence)),
            ..opened.clone()
        })
    }
}
