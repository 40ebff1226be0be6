//! Typing over the number of a cell, in its place; and the keys that change it without typing.

use leptos::{
    ev::{FocusEvent, KeyboardEvent},
    prelude::*,
};

use super::matrix_view::cell_name;
use crate::{
    math::{Cell, MatrixName},
    state::{self, Change, typed},
    ui::{
        app_state::AppState,
        browser,
        erased::{flag, maybe, text},
        frame,
        widgets::excerpt,
    },
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

/// The field over the cell of a matrix that is being typed over; nothing while there is none.
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
        (cell.matrix == name).then_some((cell.row, cell.column))
    });
    maybe(move || cell.get().map(|cell| view! { <Field name cell size /> }))
}

#[component]
fn Field(name: MatrixName, cell: (usize, usize), size: (usize, usize)) -> impl IntoView {
    let app = AppState::get();
    // A digit that opened the field is only its beginning; a number in it is typed over.
    let (begins, is_begun) = app
        .editing
        .with_untracked(|it| it.as_ref().map(|it| (it.text.clone(), it.is_begun)))
        .unwrap_or_default();
    // The element may be that of the cell before, with what was typed there.
    Effect::new(move |_| browser::begin_field(".cell-editor input", &begins, !is_begun));
    let refused = move || app.editing.read().as_ref().and_then(|it| it.refused.clone());
    let message = move || {
        let refused = refused().map(|typed| (app.words().edit.refused)(&excerpt(&typed)));
        refused.unwrap_or_default()
    };
    let on_keydown = move |event: KeyboardEvent| {
        // Keys of an input method belong to it.
        if event.is_composing() {
            return;
        }
        let value = || event_target_value(&event);
        match event.key().as_str() {
            "Enter" => {
                if app.commit_typed(cell, &value()) {
                    app.leave_cell(name);
                }
            }
            "Escape" => app.leave_cell(name),
            "Tab" => {
                if app.commit_typed(cell, &value()) {
                    app.edit_neighbor(size, event.shift_key());
                }
            }
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    // Leaving by the pointer keeps what is a number, and leaves what is none to be mended.
    let on_blur = move |event: FocusEvent| {
        if app.commit_typed(cell, &event_target_value(&event)) {
            app.editing.set(None);
        }
    };
    let (row, column) = app.convention.get_untracked().shown(cell);
    view! {
        <div
            class="cell-editor"
            style:--row=row.to_string()
            style:--column=column.to_string()
        >
            <input
                type="text"
                inputmode="decimal"
                autocomplete="off"
                spellcheck="false"
                aria-label=text(move || (app.words().edit.number_of)(&cell_name(app, name, cell)))
                aria-invalid=flag(move || refused().is_some())
                aria-describedby="cell-refused"
                on:keydown=on_keydown
                on:blur=on_blur
            />
            <p id="cell-refused" class="refused" role="alert">{text(message)}</p>
        </div>
    }
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

    /// Opens the field over a cell, with its number or with what was typed.
    pub fn edit(self, cell: Cell, typed: Option<String>) {
        let is_begun = typed.is_some();
        let text = typed.or_else(|| Some(self.number(cell)?.to_string()));
        if let Some(text) = text {
            self.editing.set(Some(Editing { cell, text, is_begun, refused: None }));
        }
    }

    /// Puts a typed number into the cell that is being typed over; `false`, and said so, where it
    /// is none. A field that is going has lost its cell: taking it away blurs it, and nothing may
    /// be set then.
    fn commit_typed(self, (row, column): (usize, usize), text: &str) -> bool {
        let editing = self.editing.try_get_untracked().flatten();
        let is_here = |it: &Editing| (it.cell.row, it.cell.column) == (row, column);
        let Some(editing) = editing.filter(is_here) else { return false };
        let Some(value) = typed(text) else {
            self.editing.set(Some(Editing { refused: Some(text.to_owned()), ..editing }));
            return false;
        };
        if text != editing.text || editing.is_begun {
            self.change_cell(editing.cell, Some(value));
        }
        true
    }

    /// Closes the field and gives the focus back to the matrix.
    fn leave_cell(self, name: MatrixName) {
        self.editing.set(None);
        browser::focus(&format!(".equation [data-matrix={name:?}] [role=grid]"));
    }

    /// Moves the field to the next cell as they are shown or the one before; leaves it at both ends.
    fn edit_neighbor(self, (rows, columns): (usize, usize), is_back: bool) {
        let Some(Editing { cell, .. }) = self.editing.get_untracked() else { return };
        let convention = self.convention.get_untracked();
        let (row, column) = convention.shown((cell.row, cell.column));
        let at = row * columns + column;
        let to = if is_back { at.checked_sub(1) } else { Some(at + 1) };
        match to.filter(|to| *to < rows * columns) {
            Some(to) => {
                let (row, column) = convention.stored((to / columns, to % columns));
                self.pick(cell.matrix, cell.head, (row, column));
                self.edit(Cell { row, column, ..cell }, None);
            }
            None => self.leave_cell(cell.matrix),
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

    fn change_cell(self, cell: Cell, value: Option<f64>) {
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
