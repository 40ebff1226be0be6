//! One matrix, large: labels, heatmap, marks, and the grid that keyboard and screen readers use.

use std::sync::Arc;

use leptos::{
    ev::{KeyboardEvent, PointerEvent},
    prelude::*,
};
use wasm_bindgen::JsCast as _;
use web_sys::Element;

use super::{
    aside::{Aside, called},
    cell_editor::{CellEditor, edit_by_key},
    labels::{Labels, token_axis},
    lesson_marks::LessonMarks,
    painting::{Stroke, begin_stroke, go_on},
};
use crate::{
    draw::Numbers,
    math::{Axis, Cell, Matrix, MatrixName, Overridable, Stage, Trace, largest},
    state,
    ui::{
        app_state::AppState,
        browser,
        erased::{flag, maybe, text},
        widgets::{CanvasView, Markup, Picture, arithmetic, with, written},
    },
};

/// The picture of a matrix in a head, recomputed only when something it shows may have changed.
pub fn use_picture(app: AppState, name: MatrixName, head: Signal<usize>) -> Memo<Option<Picture>> {
    let trace = if name.is_projected() { app.given } else { app.trace };
    Memo::new(move |_| {
        let matrix = trace.read().matrix(name, head.get())?.into_owned();
        let domain = app.domain_of(name, matrix.view());
        Some(Picture { matrix: Arc::new(matrix), domain })
    })
}

/// A small picture without numbers, which fills its parent.
#[component]
pub fn BarePicture(
    /// What to draw.
    #[prop(into)]
    picture: Signal<Option<Picture>>,
) -> impl IntoView {
    let app = AppState::get();
    view! {
        <CanvasView
            picture
            theme=app.theme
            pixel_ratio=app.pixel_ratio
            numbers=Numbers::Never
            on_drawn=|| ()
        />
    }
}

/// A matrix of the current head with its labels, marks and caption; nothing where the example has
/// no such matrix.
#[component]
pub fn MatrixView(
    /// Which matrix.
    name: MatrixName,
) -> impl IntoView {
    let app = AppState::get();
    let picture = use_picture(app, name, app.head.into());
    let size = Memo::new(move |_| picture.read().as_ref().map(|p| p.matrix.dim()));
    maybe(move || size.get().map(|size| view! { <Figure name picture size /> }))
}

/// A matrix with its labels, marks and caption.
#[component]
pub fn Figure(
    /// Which matrix it is, or is like.
    name: MatrixName,
    /// What to draw.
    picture: Memo<Option<Picture>>,
    /// Rows and columns.
    size: (usize, usize),
    /// Where it is not the trace's own.
    #[prop(default = None)]
    aside: Option<Aside>,
) -> impl IntoView {
    let app = AppState::get();
    let (rows, columns) = size;
    let (row_axis, column_axis) = name.axes();
    let called = move || called(app, name, aside);
    let caption = move || {
        let note = Markup::text("span", note(app, name, picture.read().as_ref()));
        vec![
            Markup::text("em", called()),
            Markup::Text(" ".into()),
            note.with("class", "matrix-note"),
        ]
    };
    // Between tokens a matrix is a square, however many there are.
    let is_fine = token_axis(column_axis).is_none() && (columns > 16 || rows > 32);
    view! {
        <figure
            class="matrix"
            data-matrix=format!("{name:?}")
            data-aside=aside.map(|aside| aside.id)
            data-rows=token_axis(row_axis)
            data-columns=token_axis(column_axis)
            data-fine=is_fine.then_some("true")
            data-explained=flag(move || app.looked_at.get() == name)
            style:--rows=rows.to_string()
            style:--columns=columns.to_string()
        >
            <Labels axis=column_axis count=columns kind="matrix-columns" />
            <Labels axis=row_axis count=rows kind="matrix-rows" />
            <div class="matrix-box">
                <CanvasView
                    picture
                    theme=app.theme
                    pixel_ratio=app.pixel_ratio
                    numbers=Numbers::WhenTheyFit
                    on_drawn=mark_first_picture
                />
                <Overlay name size />
                {aside.is_none().then(|| view! { <Changed name /> })}
                {aside.is_none().then(|| view! { <LessonMarks name size /> })}
                <Grid name picture size aside />
            </div>
            {aside.is_none().then(|| view! { <CellEditor name size /> })}
            <figcaption use:written=with(caption)></figcaption>
        </figure>
    }
}

/// What stands beside the caption: the number under the pointer, or the range.
fn note(app: AppState, name: MatrixName, picture: Option<&Picture>) -> String {
    let Some(picture) = picture else { return String::new() };
    let hovered = app.hovered.get().filter(|hovered| hovered.matrix == name);
    let value = hovered.and_then(|Cell { row, column, .. }| {
        picture.matrix.get((row, column)).map(|value| (row, column, *value))
    });
    match value {
        Some((row, column, value)) => {
            format!("{}: {}", cell_name(app, name, (row, column)), arithmetic(value))
        }
        None if name == MatrixName::MaskTerm => String::new(),
        None if name.is_share() && every_row_sums_to_one(&picture.matrix) => {
            app.words().page.rows_sum_to_one.to_owned()
        }
        None => {
            let range = crate::math::value_range(picture.matrix.view());
            let size = format!("{} × {}", picture.matrix.nrows(), picture.matrix.ncols());
            let range = range.map(|(low, high)| crate::draw::format_range(low, high));
            range.map_or(size.clone(), |range| format!("{size} · {range}"))
        }
    }
}

fn every_row_sums_to_one(matrix: &Matrix) -> bool {
    // Far above what rounding adds up to, far below what is seen.
    const TOLERANCE: f64 = 1e-9;
    matrix.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < TOLERANCE)
}

/// A cell in words.
pub fn cell_name(app: AppState, name: MatrixName, (row, column): (usize, usize)) -> String {
    let words = &app.words().page;
    match name.axes() {
        (Axis::Query, Axis::Key) => {
            (words.query_key)(&app.token(Axis::Query, row), &app.token(Axis::Key, column))
        }
        (axis @ (Axis::Query | Axis::Key), _) => {
            (words.token_feature)(&app.token(axis, row), column + 1)
        }
        _ => format!("[{}, {}]", row + 1, column + 1),
    }
}

/// The marks of the selected row and cell, and of the cell under the pointer.
#[component]
pub fn Overlay(
    /// Which matrix.
    name: MatrixName,
    /// Its rows and columns.
    size: (usize, usize),
) -> impl IntoView {
    let app = AppState::get();
    let cell = use_cell(app, name, size);
    let (row_axis, column_axis) = name.axes();
    let is_band = token_axis(row_axis).is_some() && token_axis(column_axis).is_none();
    let marks = move || {
        let (row, column) = cell.get();
        // Between queries and keys a feature says nothing, unless it is explained: only the rows meet.
        let is_row_alone =
            is_band && app.stage.get() == Stage::DotProduct && app.looked_at.get() != name;
        let hovered = app.hovered.get().filter(|hovered| hovered.matrix == name);
        let marks = [
            is_band.then(|| mark("mark-row", (row, 0))),
            (!is_row_alone).then(|| mark("mark-cell", (row, column))),
            hovered.map(|it| mark("mark-hover", (it.row, it.column))),
        ];
        marks.into_iter().flatten().collect()
    };
    view! { <div class="matrix-marks" aria-hidden="true" use:written=with(marks)></div> }
}

/// A mark over a cell.
fn mark(kind: &'static str, (row, column): (usize, usize)) -> Markup {
    let mark = Markup::of("div", Vec::new()).with("class", kind);
    mark.with("--row", row.to_string()).with("--column", column.to_string())
}

/// The marks of cells whose numbers were changed.
#[component]
fn Changed(name: MatrixName) -> impl IntoView {
    // More would be a pattern, not marks: then there are none.
    const MOST: usize = 400;
    let app = AppState::get();
    let marks = move || {
        let (trace, opened) = (app.given.read(), app.as_opened.read());
        let loaded = app.loaded.read();
        let (rows, head) = (loaded.rows.as_ref(), app.head.get());
        let cells = state::changed_cells(&trace, &opened, rows, name, head, MOST + 1);
        let cells = cells.into_iter().map(|cell| mark("mark-changed", cell));
        if cells.len() > MOST { Vec::new() } else { cells.collect() }
    };
    view! { <div class="matrix-marks" aria-hidden="true" use:written=with(marks)></div> }
}

/// The selected cell of this matrix.
fn use_cell(app: AppState, name: MatrixName, size: (usize, usize)) -> Memo<(usize, usize)> {
    Memo::new(move |_| {
        let projected = &app.given.read().projected;
        app.selection.get().cell(name, app.head.get(), projected, size)
    })
}

/// The grid over a heatmap: one tab stop; only the selected cell exists in the document, and its
/// name is what a screen reader says.
#[component]
fn Grid(
    name: MatrixName,
    picture: Memo<Option<Picture>>,
    size: (usize, usize),
    aside: Option<Aside>,
) -> impl IntoView {
    let app = AppState::get();
    let (rows, columns) = size;
    let cell = use_cell(app, name, size);
    let pick = move |cell| app.pick(name, app.head.get_untracked(), cell);
    let place =
        move |(row, column)| Cell { matrix: name, head: app.head.get_untracked(), row, column };
    let on_keydown = move |event: KeyboardEvent| {
        if aside.is_none() && edit_by_key(app, place(cell.get_untracked()), &event) {
            event.prevent_default();
            return;
        }
        // With another modifier a key is the browser's: Alt and ← goes back.
        let is_to_corner = matches!(event.key().as_str(), "Home" | "End");
        if event.alt_key() || event.meta_key() || (event.ctrl_key() && !is_to_corner) {
            return;
        }
        let largest_of = |row| largest(picture.read_untracked().as_ref()?.matrix.row(row));
        if let Some(cell) = moved(&event, cell.get_untracked(), size, largest_of) {
            event.prevent_default();
            pick(cell);
        }
    };
    let stroke = Stroke::new(None);
    let press_down = move |event: PointerEvent| {
        if let Some(cell) = cell_at(&event, size).filter(|_| aside.is_none()) {
            begin_stroke(app, stroke, place(cell), &event);
        }
    };
    let hover = move |event: PointerEvent| {
        let cell = cell_at(&event, size);
        if let Some(cell) = cell {
            go_on(app, stroke, place(cell), &event);
        }
        app.hovered.set(cell.map(place));
    };
    let on_click = move |event: web_sys::MouseEvent| {
        if let Some(cell) = cell_at(&event, size) {
            pick(cell);
        }
    };
    let on_dblclick = move |event: web_sys::MouseEvent| {
        let cell = cell_at(&event, size).filter(|_| aside.is_none() && app.is_editable(name));
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
        let value = picture.read().as_ref().and_then(|p| p.matrix.get(cell.get()).copied());
        let value = value.map(arithmetic).unwrap_or_default();
        let was = if aside.is_none() { was(app, place(cell.get())) } else { String::new() };
        format!("{}: {value}{was}", cell_name(app, name, cell.get()))
    };
    let selected = move || {
        let (row, column) = cell.get();
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
            use:written=with(selected)
        ></div>
    }
}

/// What a changed cell was, in words; nothing for one that was not changed.
fn was(app: AppState, cell: Cell) -> String {
    let (now, opened) = (app.given.read(), app.as_opened.read());
    let at = (cell.row, cell.column);
    let number = |trace: &Trace| trace.view(cell.matrix, cell.head)?.get(at).copied();
    let computed = now.projected.computed(cell);
    let before = computed.or_else(|| {
        let is_given = app.is_editable(cell.matrix) && Overridable::of(cell.matrix).is_none();
        let (now, before) = (number(&now)?, number(&opened)?);
        (is_given && now.to_bits() != before.to_bits()).then_some(before)
    });
    before.map(|before| (app.words().edit.was)(&arithmetic(before))).unwrap_or_default()
}

/// Where a key moves the cell to; `None` for other keys.
fn moved(
    event: &KeyboardEvent,
    (row, column): (usize, usize),
    (rows, columns): (usize, usize),
    largest_of: impl Fn(usize) -> Option<(usize, f64)>,
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
        // Korean keyboards send the jamo of the same key while Hangul is on.
        ("x" | "X" | "ㅌ", _) => (row, largest_of(row)?.0),
        _ => return None,
    })
}

/// The cell under a pointer.
fn cell_at(event: &web_sys::MouseEvent, (rows, columns): (usize, usize)) -> Option<(usize, usize)> {
    let grid = event.current_target()?.dyn_into::<Element>().ok()?;
    let area = grid.get_bounding_client_rect();
    let along = |at: f64, start: f64, length: f64, count: usize| {
        let share = (at - start) / length;
        (0.0..1.0).contains(&share).then(|| ((share * count as f64) as usize).min(count - 1))
    };
    let row = along(f64::from(event.client_y()), area.top(), area.height(), rows)?;
    let column = along(f64::from(event.client_x()), area.left(), area.width(), columns)?;
    Some((row, column))
}

/// Tells `cargo xtask bench` when the first picture stands.
fn mark_first_picture() {
    thread_local! {
        static IS_MARKED: std::cell::Cell<bool> = const { std::cell::Cell::new(false) };
    }
    if !IS_MARKED.replace(true) {
        browser::mark("attnscope:first-picture");
    }
}
