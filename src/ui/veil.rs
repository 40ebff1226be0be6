//! What is hidden until the class has been asked, as the page sees it. Every place that shows a number asks here.

use leptos::prelude::*;
use ndarray::ArrayView1;

use super::{app_state::AppState, shared::Shared};
use crate::{
    math::{Cell, MatrixName, RowStats, Trace, operands, row_stats},
    state::{Selection, Settings, Veil, Veiled},
};

/// What is hidden; nothing in a lesson, which asks by itself.
pub fn use_veil(settings: RwSignal<Settings>) -> Memo<Veil> {
    Memo::new(move |_| {
        let settings = settings.read();
        if settings.lesson.is_some() { Veil::default() } else { settings.veil }
    })
}

/// What the selected row of weights amounts to, where it is told.
pub fn use_row(
    trace: Memo<Shared<Trace>>,
    head: Memo<usize>,
    selection: Memo<Selection>,
    veil: Memo<Veil>,
) -> Memo<Option<RowStats>> {
    Memo::new(move |_| {
        let trace = trace.read();
        let is_told = !veil.read().covers(MatrixName::Weights, &trace);
        let row = is_told.then(|| selection.get().query)?;
        let weights = trace.row(MatrixName::Weights, head.get(), row)?;
        Some(row_stats(ArrayView1::from(&weights)))
    })
}

impl AppState {
    /// Whether the page stands before a class, now.
    pub fn presents(self) -> bool {
        self.settings.read_untracked().presents
    }

    /// Whether the numbers of a matrix are hidden.
    pub fn is_veiled(self, name: MatrixName) -> bool {
        self.veil.read().covers(name, &self.given.read())
    }

    /// Whether everything of the current stage is hidden.
    pub fn is_stage_veiled(self) -> bool {
        self.veil.read().of(self.stage.get()) == Some(Veiled::Whole)
    }

    /// Whether the arithmetic of a cell shows a number that is hidden: its own or one that it is computed from.
    pub fn is_arithmetic_veiled(self, cell: Cell) -> bool {
        !self.veil.read().is_empty()
            && (self.is_veiled(cell.matrix)
                || operands(&self.trace.read(), cell)
                    .iter()
                    .any(|line| self.is_veiled(line.first.matrix)))
    }

    /// Shows what is hidden of the current stage. Tells whether there was anything.
    pub fn unveil(self) -> bool {
        let stage = self.stage.get_untracked();
        let mut veil = self.veil.get_untracked();
        if veil.of(stage).is_none() {
            return false;
        }
        veil.set(stage, None);
        self.settings.write().veil = veil;
        true
    }

    /// Shows the numbers of a matrix wherever they stand.
    pub fn unveil_matrix(self, name: MatrixName) {
        let veil = self.veil.get_untracked().lifted(name, &self.given.read_untracked());
        self.settings.write().veil = veil;
    }
}
