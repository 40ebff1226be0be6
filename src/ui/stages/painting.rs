//! Painting the mask: cell by cell with the keyboard, in strokes with the pointer.

use leptos::{ev::PointerEvent, prelude::*};

use crate::{
    math::{Cell, MaskCell, MaskKind, MaskPlan, MatrixName},
    state::Change,
    ui::app_state::{AppState, mask_size},
};

/// What a stroke that is under way writes: 0 or −∞.
pub type Stroke = StoredValue<Option<f64>>;

/// Begins a stroke in the mask, where it is one that is painted.
pub fn begin_stroke(app: AppState, stroke: Stroke, cell: Cell, event: &PointerEvent) {
    let is_painted = app.mask_plan.read_untracked().kind() == MaskKind::Painted;
    if cell.matrix != MatrixName::MaskTerm || !is_painted || event.button() != 0 {
        return;
    }
    let term = app.opposite(cell);
    stroke.set_value(Some(term));
    app.record(Change::Mask);
    app.paint(cell, term);
}

/// Goes on with a stroke.
pub fn go_on(app: AppState, stroke: Stroke, cell: Cell, event: &PointerEvent) {
    let term = stroke.get_value().filter(|_| event.buttons() & 1 == 1);
    stroke.set_value(term);
    if let Some(term) = term {
        app.paint(cell, term);
    }
}

impl AppState {
    /// Shows a cell of the mask that is hidden, and hides one that is not.
    pub fn toggle_cell(self, cell: Cell) {
        self.record(Change::Mask);
        self.paint(cell, self.opposite(cell));
    }

    /// The mask with another number in a cell.
    pub fn mask_with(self, cell: Cell, term: f64) -> MaskPlan {
        let Cell { head, row: query, column: key, .. } = cell;
        let size = mask_size(&self.given.read_untracked().projected);
        self.mask_plan.read_untracked().with_term(MaskCell { head, query, key }, term, size)
    }

    fn opposite(self, cell: Cell) -> f64 {
        let is_hidden = untrack(|| self.hidden_by(cell)).is_some();
        if is_hidden { 0.0 } else { f64::NEG_INFINITY }
    }

    fn paint(self, cell: Cell, term: f64) {
        let plan = self.mask_with(cell, term);
        if self.settings.read_untracked().mask.as_ref() != Some(&plan) {
            self.settings.write().mask = Some(plan);
        }
    }
}
