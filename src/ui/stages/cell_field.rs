//! Typing over the number of a cell, in its place. Comes with the controls, after the first picture.

use leptos::{
    ev::{FocusEvent, KeyboardEvent},
    prelude::*,
    task::spawn_local,
};

use super::{
    cell_editor::{Editing, FIELD, TypedOver},
    matrix_view::cell_name,
};
use crate::{
    math::{Cell, MatrixName},
    state::typed,
    ui::{
        app_state::AppState,
        browser,
        erased::{flag, text},
        widgets::excerpt,
    },
};

/// The field over the cell that is being typed over.
#[component]
pub fn CellField() -> impl IntoView {
    let app = AppState::get();
    let TypedOver { cell, size } = expect_context();
    let name = cell.matrix;
    let begun = app.editing.get_untracked();
    // Once it stands in the page; the element may be that of the cell before, with what was typed there.
    spawn_local(async move {
        browser::effects_have_run().await;
        // Whoever has gone on keeps the focus.
        let editing = app.editing.try_get_untracked().flatten().filter(|it| it.cell == cell);
        if let (Some(begun), Some(_)) = (begun, editing) {
            begin(&begun);
        }
    });
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
    let (row, column) = app.convention.get_untracked().shown((cell.row, cell.column));
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
                aria-label=text(move || (app.words().edit.number_of)(&cell_name(app, name, (cell.row, cell.column))))
                aria-invalid=flag(move || refused().is_some())
                aria-describedby="cell-refused"
                on:keydown=on_keydown
                on:blur=on_blur
            />
            <p id="cell-refused" class="refused" role="alert">{text(message)}</p>
        </div>
    }
}

/// Begins the field with what is to stand in it. One that was refused and comes back with its head or its stage leaves
/// the focus where it is.
fn begin(Editing { text, is_begun, refused, .. }: &Editing) {
    match refused {
        Some(refused) => drop(browser::fill_field(FIELD, refused)),
        // A digit that opened the field is only its beginning; a number in it is typed over.
        None => browser::begin_field(FIELD, text, !is_begun),
    }
}

impl AppState {
    /// Puts a typed number into the cell that is being typed over; `false`, and said so, where it
    /// is none. A field that is going blurs: one whose cell is left keeps nothing, one that goes with its head or its
    /// stage keeps what is a number.
    fn commit_typed(self, cell: Cell, text: &str) -> bool {
        let editing = self.editing.try_get_untracked().flatten();
        let Some(editing) = editing.filter(|it| it.cell == cell) else { return false };
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
}
