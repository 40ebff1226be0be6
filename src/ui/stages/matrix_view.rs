//! One matrix, large: labels, heatmap and marks. Cells are those of the trace; where tokens are columns, the
//! picture is the transposed view of it.

use leptos::prelude::*;

use super::{
    aside::{Aside, Tokens, called, token},
    cell_editor::CellEditor,
    grid::Grid,
    labels::{Labels, token_axis},
    lesson_marks::LessonMarks,
};
use crate::{
    draw::{Digest, Domain, Numbers, Window, format_range, size_name},
    math::{Axis, Cell, Cells, MatrixName, Stage},
    state::{self, Convention},
    ui::{
        app_state::AppState,
        browser,
        erased::{flag, maybe},
        later::Later,
        widgets::{CanvasView, Markup, Picture, arithmetic, to_read, with, written},
    },
};

/// The picture of a matrix in a head as it is shown, recomputed only when something it shows may have changed.
pub fn use_picture(app: AppState, name: MatrixName, head: usize) -> Memo<Option<Picture>> {
    Memo::new(move |_| {
        if app.is_veiled(name) {
            return veiled(app, name, head);
        }
        let cells = app.trace_of(name).read().cells(name, head)?;
        let domain = app.domain_of_cells(name, &cells);
        Some(shown(app, cells, domain))
    })
}

/// The same in the head that is shown.
fn use_own_picture(app: AppState, name: MatrixName) -> Memo<Option<Picture>> {
    use_digested(app, name, |digest| digest.cells().clone())
}

/// The same made small, where it is large.
pub fn use_thumbnail(app: AppState, name: MatrixName) -> Memo<Option<Picture>> {
    use_digested(app, name, Digest::small)
}

fn use_digested(
    app: AppState,
    name: MatrixName,
    cells: fn(&Digest) -> Cells,
) -> Memo<Option<Picture>> {
    Memo::new(move |_| {
        if app.is_veiled(name) {
            return veiled(app, name, app.head.get());
        }
        let digest = app.digest(name)?;
        Some(shown(app, cells(&digest), app.domain_of(name, &digest)))
    })
}

/// A picture of which only the size is told.
fn veiled(app: AppState, name: MatrixName, head: usize) -> Option<Picture> {
    let size = app.trace_of(name).read().size(name, head)?;
    Some(Picture { is_veiled: true, ..shown(app, Cells::Blank(size), Domain::unit()) })
}

/// The picture of numbers in rows as it is shown.
pub fn shown(app: AppState, cells: impl Into<Cells>, domain: Domain) -> Picture {
    let cells = app.convention.get().picture(cells.into());
    Picture { cells, domain, is_veiled: false }
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
            on_drawn=Box::new(|| ())
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
    let picture = use_own_picture(app, name);
    // What is awaited has its size already.
    let size = Memo::new(move |_| {
        let size = app.trace.read().size(name, app.head.get())?;
        Some(app.convention.get().shown(size))
    });
    maybe(move || size.get().map(|size| view! { <Figure name picture size /> }))
}

/// A matrix with its labels, marks and caption.
#[component]
pub fn Figure(
    /// Which matrix it is, or is like.
    name: MatrixName,
    /// What to draw, as it is shown.
    picture: Memo<Option<Picture>>,
    /// Rows and columns as they are shown.
    size: (usize, usize),
    /// Where it is not the trace's own.
    #[prop(default = None)]
    aside: Option<Aside>,
) -> impl IntoView {
    let app = AppState::get();
    // Made anew with the convention, so that in a figure it stays what it is.
    maybe(move || {
        let convention = app.convention.get();
        Some(view! { <Laid name picture size aside convention /> })
    })
}

#[component]
fn Laid(
    name: MatrixName,
    picture: Memo<Option<Picture>>,
    size: (usize, usize),
    aside: Option<Aside>,
    convention: Convention,
) -> impl IntoView {
    let app = AppState::get();
    let (rows, columns) = size;
    let (row_axis, column_axis) = convention.shown(name.axes());
    let whose = aside.and_then(|aside| aside.tokens);
    let called = move || called(app, name, aside);
    // Reads every number: not again with each cell under the pointer.
    let summary = Memo::new(move |_| summary(app, name, picture.read().as_ref(), aside.is_none()));
    let caption = move || {
        let note = note(app, name, whose, picture.read().as_ref());
        let note = Markup::text("span", note.unwrap_or_else(|| summary.get()));
        vec![
            Markup::text("em", called()),
            Markup::Text(" ".into()),
            note.with("class", "matrix-note"),
        ]
    };
    let is_veiled =
        Memo::new(move |_| picture.with(|it| it.as_ref().is_some_and(|it| it.is_veiled)));
    let numbers =
        Memo::new(
            move |_| {
                if app.settings.read().presents { Numbers::Large } else { Numbers::WhenTheyFit }
            },
        );
    // Between tokens a matrix is a square, however many there are.
    let ((tokens, features), (_, feature_axis)) = (convention.stored(size), name.axes());
    let is_fine = token_axis(feature_axis).is_none() && (features > 16 || tokens > 32);
    let window = Memo::new(move |_| app.window_of(name, size));
    let navigator = is_long(name, (tokens, features)).then(|| {
        provide_context(Navigated { name, picture, size, window, aside });
        view! { <Later part=|it| it.zoom class="zoom" /> }
    });
    view! {
        <figure
            class="matrix"
            data-matrix=format!("{name:?}")
            data-aside=aside.map(|aside| aside.id)
            data-rows=token_axis(row_axis)
            data-columns=token_axis(column_axis)
            data-fine=is_fine.then_some("true")
            data-veiled=flag(move || is_veiled.get())
            data-explained=flag(move || app.looked_at.get() == name)
            style:--rows=rows.to_string()
            style:--columns=columns.to_string()
        >
            <Labels axis=column_axis count=columns kind="matrix-columns" of=whose window />
            <Labels axis=row_axis count=rows kind="matrix-rows" of=whose window />
            <div class="matrix-box">
                <CanvasView
                    picture
                    theme=app.theme
                    pixel_ratio=app.pixel_ratio
                    numbers
                    window
                    on_drawn=Box::new(mark_first_picture)
                />
                <Overlay name size />
                {aside.is_none().then(|| view! { <Changed name /> })}
                {aside.is_none().then(|| view! { <LessonMarks name size /> })}
                <Grid name picture size aside window />
            </div>
            {aside.is_none().then(|| view! { <CellEditor name size /> })}
            <figcaption use:written=to_read(caption)></figcaption>
            {navigator}
        </figure>
    }
}

/// What the navigator of a large matrix is told, in context.
#[derive(Clone, Copy)]
pub struct Navigated {
    /// Which matrix.
    pub name: MatrixName,
    /// As it is shown.
    pub picture: Memo<Option<Picture>>,
    /// Rows and columns as they are shown.
    pub size: (usize, usize),
    /// The part that is shown, if that is not all.
    pub window: Memo<Option<Window>>,
    /// Where it is not the trace's own.
    pub aside: Option<Aside>,
}

/// Whether a matrix of these rows and columns has more tokens along it than can be read at once.
fn is_long(name: MatrixName, (rows, columns): (usize, usize)) -> bool {
    const MOST: usize = 32;
    let (row_axis, column_axis) = name.axes();
    let is_long = |axis, count| token_axis(axis).is_some() && count > MOST;
    is_long(row_axis, rows) || is_long(column_axis, columns)
}

/// What stands beside the caption: the number under the pointer.
fn note(
    app: AppState,
    name: MatrixName,
    tokens: Option<Tokens>,
    picture: Option<&Picture>,
) -> Option<String> {
    let picture = picture.filter(|picture| !picture.is_veiled)?;
    let Cell { row, column, .. } = app.hovered.get().filter(|hovered| hovered.matrix == name)?;
    let value = picture.cells.get(app.convention.get().shown((row, column)))?;
    let called = cell_name_of(app, tokens, name, (row, column));
    Some(format!("{called}: {}", arithmetic(value)))
}

/// What stands there otherwise: the range.
fn summary(app: AppState, name: MatrixName, picture: Option<&Picture>, is_own: bool) -> String {
    let Some(picture) = picture else { return String::new() };
    if picture.is_veiled {
        return app.words().page.hidden.to_owned();
    }
    if name == MatrixName::MaskTerm {
        return String::new();
    }
    let own = if is_own { app.digest(name) } else { None };
    let of_picture = || Digest::of(app.convention.get().picture(picture.cells.clone()), None);
    let digest = own.unwrap_or_else(of_picture);
    if name.is_share() && digest.sums_to_one() {
        return app.turned(app.words().page.rows_sum_to_one);
    }
    let range = digest.range();
    let size = size_name(picture.cells.size());
    let range = range.map(|(low, high)| format_range(low, high));
    range.map_or(size.clone(), |range| format!("{size} · {range}"))
}

/// A cell in words.
pub fn cell_name(app: AppState, name: MatrixName, cell: (usize, usize)) -> String {
    cell_name_of(app, None, name, cell)
}

/// The same by other tokens, where such are given.
pub(super) fn cell_name_of(
    app: AppState,
    of: Option<Tokens>,
    name: MatrixName,
    (row, column): (usize, usize),
) -> String {
    let words = &app.words().page;
    let token = |axis, at| token(app, of, axis, at);
    match name.axes() {
        (Axis::Query, Axis::Key) => {
            (words.query_key)(&token(Axis::Query, row), &token(Axis::Key, column))
        }
        (axis @ (Axis::Query | Axis::Key), _) => {
            (words.token_feature)(&token(axis, row), column + 1)
        }
        _ => {
            let (row, column) = app.convention.get().shown((row, column));
            format!("[{}, {}]", row + 1, column + 1)
        }
    }
}

/// The marks of the selected row and cell, and of the cell under the pointer.
#[component]
pub fn Overlay(
    /// Which matrix.
    name: MatrixName,
    /// Its rows and columns as they are shown.
    size: (usize, usize),
) -> impl IntoView {
    let app = AppState::get();
    let cell = use_cell(app, name, size);
    let (row_axis, column_axis) = name.axes();
    let is_band = token_axis(row_axis).is_some() && token_axis(column_axis).is_none();
    let marks = move || {
        let convention = app.convention.get();
        let (row, column) = convention.shown(cell.get());
        let band = match convention {
            Convention::Rows => mark("mark-row", (row, 0)),
            Convention::Columns => mark("mark-column", (0, column)),
        };
        // Between queries and keys a feature says nothing, unless it is explained: only the rows meet.
        let is_row_alone =
            is_band && app.stage.get() == Stage::DotProduct && app.looked_at.get() != name;
        let hovered = app.hovered.get().filter(|hovered| hovered.matrix == name);
        let marks = [
            is_band.then_some(band),
            (!is_row_alone).then(|| mark("mark-cell", (row, column))),
            hovered.map(|it| mark("mark-hover", convention.shown((it.row, it.column)))),
        ];
        marks.into_iter().flatten().collect()
    };
    view! { <div class="matrix-marks" aria-hidden="true" use:written=with(marks)></div> }
}

/// A mark over a cell as it is shown.
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
        let (loaded, convention) = (app.loaded.read(), app.convention.get());
        let (rows, head) = (loaded.rows.as_ref(), app.head.get());
        let cells = state::changed_cells(&trace, &opened, rows, name, head, MOST + 1);
        let cells = cells.into_iter().map(|cell| mark("mark-changed", convention.shown(cell)));
        if cells.len() > MOST { Vec::new() } else { cells.collect() }
    };
    view! { <div class="matrix-marks" aria-hidden="true" use:written=with(marks)></div> }
}

/// The selected cell of this matrix, whose rows and columns are told as they are shown.
pub fn use_cell(app: AppState, name: MatrixName, size: (usize, usize)) -> Memo<(usize, usize)> {
    Memo::new(move |_| {
        let projected = &app.given.read().projected;
        let size = app.convention.get().stored(size);
        app.selection.get().cell(name, app.head.get(), projected, size)
    })
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
