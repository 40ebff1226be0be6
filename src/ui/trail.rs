//! Which cell is explained: picked in a matrix, or reached by a link from the explanation of another; and the way
//! back along such links.

use std::sync::Arc;

use leptos::prelude::*;

use super::{app_state::AppState, shared::Shared};
use crate::{
    math::{Cell, MatrixName, Stage, Trace},
    state::Settings,
};

/// The matrix whose cell is explained: the one that was looked at, where the stage is drawn with it.
pub fn use_looked_at(
    settings: RwSignal<Settings>,
    given: Memo<Shared<Trace>>,
    stage: Memo<Stage>,
) -> Memo<MatrixName> {
    Memo::new(move |_| {
        let (trace, stage) = (given.read(), stage.get());
        let chosen = settings.read().looked_at;
        let drawn = chosen.filter(|name| stage.matrices(&trace).contains(name));
        drawn.unwrap_or_else(|| stage.result(&trace))
    })
}

impl AppState {
    /// The cell that is explained.
    pub fn explained(self) -> Option<Cell> {
        let (matrix, head) = (self.looked_at.get(), self.head.get());
        let trace = self.given.read();
        let size = trace.size(matrix, head)?;
        let (row, column) = self.selection.get().cell(matrix, head, &trace.projected, size);
        Some(Cell { matrix, head, row, column })
    }

    /// Picks a cell of a matrix, to be explained; in the concatenation that picks the head, too.
    pub fn pick(self, name: MatrixName, head: usize, cell: (usize, usize)) {
        let (row, column) = cell;
        self.look_at(Cell { matrix: name, head, row, column }, self.stage.get_untracked());
    }

    /// Goes to a cell that the explanation of another one leads to.
    pub fn follow(self, to: Cell) {
        let explained = move || untrack(|| self.explained());
        let from = explained();
        if !self.show_cell(to) {
            return;
        }
        // As it is called here: a cell of the concatenation, say, belongs to a head of its own.
        if let (Some(from), Some(to)) = (from, explained()) {
            self.trail.update(|trail| trail.follow(from, to));
        }
    }

    /// Goes so many steps along the trail; tells whether it leads there.
    pub fn walk(self, by: isize) -> bool {
        let explained = untrack(|| self.explained());
        let at = self.trail.with_untracked(|trail| trail.step(by, explained));
        at.is_some_and(|at| self.go_along(at))
    }

    /// Goes to a place on the trail.
    pub fn go_along(self, at: usize) -> bool {
        let cell = self.trail.try_update(|trail| trail.go_to(at)).flatten();
        cell.is_some_and(|cell| self.show_cell(cell))
    }

    /// Keeps of the trail what is still there in other numbers.
    pub fn keep_trail(self) {
        let is_there = |cell| self.given.read_untracked().number(cell).is_some();
        if self.trail.with_untracked(|trail| trail.near(0).next().is_some()) {
            self.trail.update(|trail| trail.keep(is_there));
        }
    }

    /// Explains a cell in the nearest stage that is drawn with its matrix; nothing where none is.
    fn show_cell(self, cell: Cell) -> bool {
        let trace = self.given.get_untracked();
        let Some(stage) = self.stage.get_untracked().nearest_with(cell.matrix, &trace) else {
            return false;
        };
        let is_there = cell.head < trace.projected.n_heads();
        if is_there {
            self.look_at(cell, stage);
        }
        is_there
    }

    fn look_at(self, cell: Cell, stage: Stage) {
        let Cell { matrix, head, row, column } = cell;
        let (projected, result) = {
            let trace = self.given.read_untracked();
            (Arc::clone(&trace.projected), stage.result(&trace))
        };
        // Before the settings are held: what is selected may have to be computed from them.
        let selection = self.selection.get_untracked();
        let is_here = stage == self.stage.get_untracked();
        self.settings.update(|settings| {
            (settings.selection, settings.head) =
                selection.pick(matrix, head, &projected, (row, column));
            // A stage that an example does not have is shown as the nearest; that it was chosen is kept.
            if !is_here {
                settings.stage = stage;
            }
            settings.looked_at = (matrix != result).then_some(matrix);
        });
    }
}
