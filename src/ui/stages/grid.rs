//! The grid over a matrix, which pointer, keyboard and screen readers use. They know what is shown; what is
//! picked, painted and told is a cell of the trace.

use leptos::{
    ev::{KeyboardEvent, PointerEvent},
    prelude::*,
};
use wasm_bindgen::JsCast as _;
use web_sys::Element;

use super::{
    aside::{Aside, called},
    cell_editor::edit_by_key,
    matrix_view::{cell_name_of, use_cell},
    painting::{Stroke, begin_stroke, go_on},
};
use crate::{
    draw::Window,
    math::{Cell, MatrixName, Overridable, Trace, largest},
    ui::{
        app_state::AppState,
        browser,
        erased::text,
        widgets::{Markup, Picture, arithmetic, to_read, written},
    },
};

/// The grid over a heatmap: one tab stop; only the selected cell exists in the document, and its
/// name is what a screen reader says.
#[component]
pub fn Grid(
    /// Which matrix.
    name: MatrixName,
    /// The matrix as it is shown.
    picture: Memo<Option<Picture>>,
    /// Its rows and columns as they are shown.
    size: (usize, usize),
    /// Where it is not the trace's own.
    aside: Option<Aside>,
    /// The part of it that is seen.
    window: Memo<Option<Window>>,
) -> impl IntoView {
    let app = AppState::get();
    let convention = app.convention.get_untracked();
    let (rows, columns) = size;
    let cell = use_cell(app, name, size);
    let pick = move |cell| app.pick(name, app.head.get_untracked(), cell);
    let place =
        move |(row, column)| Cell { matrix: name, head: app.head.get_untracked(), row, column };
    let under =
        move |event: &web_sys::MouseEvent| Some(convention.stored(cell_at(event, window, size)?));
    let on_keydown = move |event: KeyboardEvent| {
        if is_veiled(picture) && keeps_veil(app, name, &event) {
            return;
        }
        if aside.is_none() && edit_by_key(app, place(cell.get_untracked()), &event) {
            event.prevent_default();
            return;
        }
        if let Some(cell) = led(app, place(cell.get_untracked()), size, &event) {
            event.prevent_default();
            pick(cell);
        }
    };
    let stroke = Stroke::new(None);
    let press_down = move |event: PointerEvent| {
        if let Some(cell) = under(&event).filter(|_| aside.is_none()) {
            begin_stroke(app, stroke, place(cell), &event);
        }
    };
    let hover = move |event: PointerEvent| {
        let cell = under(&event);
        if let Some(cell) = cell {
            go_on(app, stroke, place(cell), &event);
        }
        app.hovered.set(cell.map(place));
    };
    let on_click = move |event: web_sys::MouseEvent| {
        if is_veiled(picture) {
            app.unveil_matrix(name);
        } else if let Some(cell) = under(&event) {
            pick(cell);
        }
        leave_arrows(app);
    };
    let on_dblclick = move |event: web_sys::MouseEvent| {
        let cell = under(&event).filter(|_| aside.is_none() && app.is_editable(name));
        if let Some(cell) = cell {
            app.edit(place(cell), None);
        }
    };
    let id = move || {
        let (row, column) = cell.get();
        let aside = aside.map_or("", |aside| aside.id);
        format!("cell-{aside}{name:?}-{row}-{column}")
    };
    let spoken = move || {
        let shown = convention.shown(cell.get());
        let own = aside.is_none().then(|| place(cell.get()));
        let number = number_in_words(app, picture.read().as_ref(), own, shown);
        cell_name_of(app, aside.and_then(|it| it.tokens), name, cell.get()) + ": " + &number
    };
    let selected = move || {
        let (row, column) = convention.shown(cell.get());
        let cell = Markup::text("div", spoken()).with("class", "visually-hidden");
        let cell = cell.with("role", "gridcell").with("id", id()).with("aria-selected", "true");
        let cell = cell.with("aria-colindex", (column + 1).to_string());
        let row_index = (row + 1).to_string();
        vec![Markup::of("div", vec![cell]).with("role", "row").with("aria-rowindex", row_index)]
    };
    let label = move || (app.words().page.grid)(&called(app, name, aside), rows, columns);
    view! {
        <div
            class="matrix-grid"
            role="grid"
            tabindex="0"
            aria-label=text(label)
            aria-rowcount=rows.to_string()
            aria-colcount=columns.to_string()
            aria-activedescendant=text(id)
            on:keydown=on_keydown
            on:pointerdown=press_down
            on:pointermove=hover
            on:pointerleave=move |_| app.hovered.set(None)
            on:click=on_click
            on:dblclick=on_dblclick
            use:written=to_read(selected)
        ></div>
    }
}

/// Before a class the arrows go on with the stages.
fn leave_arrows(app: AppState) {
    if app.presents() {
        browser::leave_field();
    }
}

/// Whether the numbers of a matrix are hidden.
fn is_veiled(picture: Memo<Option<Picture>>) -> bool {
    picture.with_untracked(|picture| picture.as_ref().is_some_and(|it| it.is_veiled))
}

/// Whether a key asks for the numbers of a matrix that are hidden; those that begin with them show them.
fn keeps_veil(app: AppState, name: MatrixName, event: &KeyboardEvent) -> bool {
    match event.key().as_str() {
        "Enter" | " " => {
            event.prevent_default();
            app.unveil_matrix(name);
            true
        }
        // Where the largest number stands would tell of it.
        "x" | "X" | "ㅌ" => true,
        _ => false,
    }
}

/// The number of a cell of the trace in words, if it is told, and what it was.
fn number_in_words(
    app: AppState,
    picture: Option<&Picture>,
    cell: Option<Cell>,
    shown: (usize, usize),
) -> String {
    let Some(picture) = picture else { return String::new() };
    if picture.is_veiled {
        return app.words().page.hidden.to_owned();
    }
    let value = picture.cells.get(shown).map(arithmetic).unwrap_or_default();
    value + &cell.map(|cell| was(app, cell)).unwrap_or_default()
}

/// What a changed cell was, in words; nothing for one that was not changed.
fn was(app: AppState, cell: Cell) -> String {
    let (now, opened) = (app.given.read(), app.as_opened.read());
    let number = |trace: &Trace| trace.number(cell);
    let computed = now.projected.computed(cell);
    let before = computed.or_else(|| {
        let is_given = app.is_editable(cell.matrix) && Overridable::of(cell.matrix).is_none();
        let (now, before) = (number(&now)?, number(&opened)?);
        (is_given && now.to_bits() != before.to_bits()).then_some(before)
    });
    before.map(|before| (app.words().edit.was)(&arithmetic(before))).unwrap_or_default()
}

/// Where a key leads from a cell of the trace; `None` for other keys.
fn led(
    app: AppState,
    Cell { matrix, head, row, column }: Cell,
    size: (usize, usize),
    event: &KeyboardEvent,
) -> Option<(usize, usize)> {
    // With another modifier a key is the browser's: Alt and ← goes back.
    let is_to_corner = matches!(event.key().as_str(), "Home" | "End");
    if event.alt_key() || event.meta_key() || (event.ctrl_key() && !is_to_corner) {
        return None;
    }
    let convention = app.convention.get_untracked();
    match event.key().as_str() {
        // Korean keyboards send the jamo of the same key while Hangul is on.
        "x" | "X" | "ㅌ" => {
            let trace = app.trace.read_untracked();
            let numbers = trace.row(matrix, head, row)?;
            let (column, _) = largest((&numbers).into())?;
            Some((row, column))
        }
        _ => Some(convention.stored(moved(event, convention.shown((row, column)), size)?)),
    }
}

/// Where a key moves the cell to, both as they are shown; `None` for other keys.
fn moved(
    event: &KeyboardEvent,
    (row, column): (usize, usize),
    (rows, columns): (usize, usize),
) -> Option<(usize, usize)> {
    // As spreadsheets do, less than is in sight: a matrix with numbers in it has about a dozen rows.
    const PAGE: usize = 8;
    let (last_row, last_column) = (rows.saturating_sub(1), columns.saturating_sub(1));
    Some(match (event.key().as_str(), event.ctrl_key()) {
        ("ArrowUp", _) => (row.saturating_sub(1), column),
        ("ArrowDown", _) => ((row + 1).min(last_row), column),
        ("ArrowLeft", _) => (row, column.saturating_sub(1)),
        ("ArrowRight", _) => (row, (column + 1).min(last_column)),
        ("Home", true) => (0, 0),
        ("End", true) => (last_row, last_column),
        ("Home", false) => (row, 0),
        ("End", false) => (row, last_column),
        ("PageUp", _) => (row.saturating_sub(PAGE), column),
        ("PageDown", _) => ((row + PAGE).min(last_row), column),
        _ => return None,
    })
}

/// The cell under a pointer, as it is shown.
fn cell_at(
    event: &web_sys::MouseEvent,
    window: Memo<Option<Window>>,
    size: (usize, usize),
) -> Option<(usize, usize)> {
    let area = event.current_target()?.dyn_into::<Element>().ok()?.get_bounding_client_rect();
    let down = (f64::from(event.client_y()) - area.top()) / area.height();
    let across = (f64::from(event.client_x()) - area.left()) / area.width();
    let window = window.get_untracked().unwrap_or(Window::whole(size.0, size.1));
    window.cell_at((down, across), size)
}
