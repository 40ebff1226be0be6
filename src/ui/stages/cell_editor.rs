//! Changing the number of a cell: by keys, or by typing over it in its place, for which a field comes with the controls.

use leptos::{ev::KeyboardEvent, prelude::*};

use crate::{
    math::{Cell, MatrixName},
    state::{self, Change},
    ui::{app_state::AppState, browser, erased::maybe, frame, later::Later},
};

/// A cell whose number is being typed.
#[derive(Debug, Clone, PartialEq)]
pub struct Editing {
    /// Which cell.
    pub cell: Cell,
    /// What stands in the field to begin with.
    pub text: String,
    /// Whether that is only the beginning of what is typed.
    pub is_begun: bool,
    /// What was typed and is no number.
    pub refused: Option<String>,
}

/// The field over a cell, which one at a time has.
pub(super) const FIELD: &str = ".cell-editor input";

/// What the field over a cell is told, in context.
#[derive(Clone, Copy)]
pub(super) struct TypedOver {
    pub cell: Cell,
    /// Rows and columns of the matrix as they are shown.
    pub size: (usize, usize),
}

/// The field over the cell of a matrix that is being typed over; nothing while there is none, or one of another head.
/// What was refused there waits for that head, or that stage, to come back.
#[component]
pub fn CellEditor(
    /// Which matrix.
    name: MatrixName,
    /// Its rows and columns as they are shown.
    size: (usize, usize),
) -> impl IntoView {
    let app = AppState::get();
    let cell = Memo::new(move |_| {
        let editing = app.editing.read();
        let cell = editing.as_ref().map(|editing| editing.cell)?;
        let is_shown = !name.is_of_head() || cell.head == app.head.get();
        (cell.matrix == name && is_shown).then_some(cell)
    });
    maybe(move || {
        let cell = cell.get()?;
        provide_context(TypedOver { cell, size });
        // Where it does not come, the controls beside it say so.
        Some(view! { <Later part=|it| it.cell_field class="cell-editor" is_quiet=|| true /> })
    })
}

/// What a key in a matrix does to the number of its selected cell; tells whether it is such a key.
pub fn edit_by_key(app: AppState, cell: Cell, event: &KeyboardEvent) -> bool {
    if !app.is_editable(cell.matrix) || event.ctrl_key() || event.meta_key() {
        return false;
    }
    let key = event.key();
    let steps = match (event.shift_key(), event.alt_key()) {
        (true, _) => 10.0,
        (false, true) => 0.1,
        (false, false) => 1.0,
    };
    match key.as_str() {
        "+" | "=" => app.nudge(cell, steps),
        "-" | "_" | "−" => app.nudge(cell, -steps),
        _ if event.alt_key() => return false,
        " " if cell.matrix == MatrixName::MaskTerm => app.toggle_cell(cell),
        "Enter" | "F2" => app.edit(cell, None),
        "Delete" | "Backspace" => app.give_back(cell),
        "Escape" if app.editing.read_untracked().as_ref().is_some_and(|it| it.cell == cell) => {
            app.editing.set(None);
        }
        "." | "," => app.edit(cell, Some(key)),
        digit if digit.len() == 1 && digit.as_bytes()[0].is_ascii_digit() => {
            app.edit(cell, Some(key));
        }
        _ => return false,
    }
    true
}

impl AppState {
    /// Whether the numbers of a matrix can be changed; those of the mask can where there is one. In a frame of another
    /// page none can: its link to this one could not tell of them.
    pub fn is_editable(self, name: MatrixName) -> bool {
        let given = self.given.read_untracked();
        let is_mask = name == MatrixName::MaskTerm && given.projected.inputs.has_scores();
        let is_hidden = untrack(|| self.is_veiled(name)) || frame::is_embedded();
        !is_hidden && (is_mask || state::is_editable(&given, name))
    }

    /// The number of a cell.
    fn number(self, cell: Cell) -> Option<f64> {
        self.trace.read_untracked().number(cell)
    }

    /// Opens the field over a cell, with its number or with what was typed. Until the field has come what is typed is
    /// heard here, key by key.
    pub fn edit(self, cell: Cell, typed: Option<String>) {
        let editing = self.editing.get_untracked().filter(|it| it.cell == cell);
        // What was refused came back without the focus: it is typed over.
        if let Some(refused) = editing.as_ref().and_then(|it| it.refused.as_ref()) {
            browser::begin_field(FIELD, typed.as_ref().unwrap_or(refused), typed.is_none());
            return;
        }
        let typed = match (editing, typed) {
            (Some(_), None) => return,
            (Some(editing), Some(typed)) => Some(editing.text + &typed),
            (None, typed) => typed,
        };
        let is_begun = typed.is_some();
        let text = typed.or_else(|| Some(self.number(cell)?.to_string()));
        if let Some(text) = text {
            self.editing.set(Some(Editing { cell, text, is_begun, refused: None }));
        }
    }

    /// Adds so many steps to a number; a step is a tenth of the largest one's power of ten.
    fn nudge(self, cell: Cell, steps: f64) {
        let largest = {
            let trace = self.trace.read_untracked();
            let Some(matrix) = trace.matrix(cell.matrix, cell.head) else { return };
            let finite = matrix.iter().filter(|it| it.is_finite());
            finite.fold(0.0, |largest: f64, it| largest.max(it.abs()))
        };
        // The power of ten as it is written: a logarithm would be code of its own.
        let text = format!("{largest:e}");
        let power = text.split_once('e').and_then(|(_, power)| power.parse::<i32>().ok());
        let step = state::decimal(&format!("1e{}", power.unwrap_or_default() - 1)).unwrap_or(0.1);
        let change = self.number(cell).map(|value| value + steps * step);
        // Twelve digits: sums of tenths stay tenths.
        let rounded = change.and_then(|value| state::decimal(&format!("{value:.11e}")));
        if let Some(value) = rounded {
            if cell.matrix != MatrixName::MaskTerm {
                self.record_on(Change::Cell);
            }
            self.put(cell, Some(value));
        }
    }

    /// Gives a cell back what it was: what is computed, or what was opened.
    fn give_back(self, cell: Cell) {
        if cell.matrix == MatrixName::MaskTerm {
            return self.put(cell, Some(0.0));
        }
        let is_by_hand = self.given.read_untracked().projected.computed(cell).is_some();
        let opened = self.as_opened.get_untracked();
        let before = opened.number(cell);
        if is_by_hand {
            self.change_cell(cell, None);
        } else if let Some(before) = before {
            self.change_cell(cell, Some(before));
        }
    }

    pub(super) fn change_cell(self, cell: Cell, value: Option<f64>) {
        if cell.matrix != MatrixName::MaskTerm {
            self.record(Change::Cell);
        }
        self.put(cell, value);
    }

    /// Computes everything again with another number in a cell.
    fn put(self, cell: Cell, value: Option<f64>) {
        if cell.matrix == MatrixName::MaskTerm {
            self.set_mask(self.mask_with(cell, value.unwrap_or(0.0)));
            return;
        }
        let loaded = self.loaded.get_untracked();
        if let Some(problem) = state::with_cell(&loaded.problem, cell, value) {
            self.change_problem(problem);
        }
    }
}
