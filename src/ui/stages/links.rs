//! Links from a cell to others: numbers to press, what uses the cell, and the trail of cells that links led to.
//! Presses are heard in one place, so that links can be written as text is.

use leptos::{prelude::*, task::spawn_local};

use super::matrix_view::cell_name;
use crate::{
    math::{Area, Cell, MatrixName, uses},
    ui::{
        app_state::AppState,
        browser,
        widgets::{Markup, arithmetic},
    },
};

/// So many cells of the trail are named on either side of the present one.
const NEAR: usize = 3;

/// A number that leads to its cell; plain where there is no such cell.
pub(super) fn number(app: AppState, value: f64, to: Option<Cell>) -> Markup {
    let text = arithmetic(value);
    let Some(cell) = to else { return Markup::text("span", text) };
    let name = format!("{}: {text}", in_words(app, cell));
    link(cell, text).with("aria-label", name)
}

/// A text that leads to a cell.
fn link(to: Cell, text: String) -> Markup {
    let Cell { matrix, head, row, column } = to;
    let place = format!("{} {head} {row} {column}", matrix.id());
    let link = Markup::text("button", text).with("type", "button").with("class", "cell-link");
    link.with("data-to", place)
}

/// The cell that a link leads to.
fn cell_of(place: &str) -> Option<Cell> {
    let mut words = place.split(' ');
    let matrix = MatrixName::from_id(words.next()?)?;
    let mut number = || words.next()?.parse().ok();
    Some(Cell { matrix, head: number()?, row: number()?, column: number()? })
}

/// A matrix, with its head where each has its own.
pub(super) fn matrix_of(app: AppState, cell: Cell) -> String {
    let name = (app.words().matrix)(cell.matrix);
    if !cell.matrix.is_of_head() {
        return name.to_owned();
    }
    (app.language.get().cell_words().of_head)(name, cell.head + app.first_head_number())
}

fn in_words(app: AppState, cell: Cell) -> String {
    let name = cell_name(app, cell.matrix, (cell.row, cell.column));
    format!("{}, {name}", matrix_of(app, cell))
}

/// What the cell that a link led to is, for those who do not see it; nothing before one was followed.
pub(super) fn announced(app: AppState) -> String {
    let Some((_, cell)) = app.trail.read().near(0).next() else { return String::new() };
    untrack(|| {
        let value = app.trace.read().number(cell).filter(|_| !app.is_veiled(cell.matrix))?;
        let name = cell_name(app, cell.matrix, (cell.row, cell.column));
        let words = app.language.get().cell_words();
        Some((words.now)(&matrix_of(app, cell), &name, &arithmetic(value)))
    })
    .unwrap_or_default()
}

/// What is computed from a cell: one link for each matrix.
pub(super) fn used_by(app: AppState, cell: Cell) -> Vec<Markup> {
    let words = app.language.get().cell_words();
    let areas = uses(&app.trace.read(), cell);
    if areas.is_empty() {
        return vec![Markup::text("p", words.unused).with("class", "arithmetic-note")];
    }
    let links = areas.iter().map(|area| Markup::of("li", vec![use_of(app, cell, area)]));
    vec![
        Markup::text("h4", words.used_by),
        Markup::of("ul", links.collect()).with("class", "used-by"),
    ]
}

/// A link to the cell of an area that lies where one is looking.
fn use_of(app: AppState, cell: Cell, area: &Area) -> Markup {
    let words = app.language.get().cell_words();
    let matrix = (app.words().matrix)(area.matrix);
    let (count, n_heads) = (area.rows.len() * area.columns.len(), area.heads.len());
    let text = match n_heads {
        2.. if area.matrix.is_of_head() => (words.used_in_heads)(matrix, count, n_heads),
        _ => (words.used)(matrix, count),
    };
    let trace = app.trace.read();
    let size = trace.size(area.matrix, cell.head).unwrap_or((1, 1));
    let selection = app.selection.get();
    let (row, column) = selection.cell(area.matrix, cell.head, &trace.projected, size);
    let wanted = Cell { matrix: area.matrix, head: cell.head, row, column };
    link(area.nearest(wanted), text)
}

/// The trail around the present cell, with a step back and one forward; nothing before a link was followed.
pub(super) fn trail(app: AppState, looked_at: Option<Cell>) -> Vec<Markup> {
    let (words, trail) = (app.language.get().cell_words(), app.trail.read());
    let crumb = |(at, cell): (usize, Cell)| {
        let name = (app.words().matrix)(cell.matrix);
        let crumb = Markup::text("button", name).with("type", "button");
        let crumb = crumb.with("data-at", at.to_string()).with("aria-label", in_words(app, cell));
        let is_here = at == trail.at() && Some(cell) == looked_at;
        let crumb = crumb.with("aria-current", if is_here { "true" } else { "false" });
        Markup::of("li", vec![crumb])
    };
    let crumbs: Vec<Markup> = trail.near(NEAR).map(crumb).collect();
    if crumbs.is_empty() {
        return Vec::new();
    }
    let step = |sign, name, by: isize| {
        let is_end = trail.step(by, looked_at).is_none();
        let step = Markup::text("button", sign).with("type", "button").with("class", "trail-step");
        let step =
            step.with("data-walk", by.to_string()).with("aria-label", name).with("title", name);
        step.with("aria-disabled", is_end.to_string())
    };
    let steps = [step("‹", words.back, -1), step("›", words.forward, 1)];
    let mut all = Vec::from(steps);
    all.push(Markup::of("ol", crumbs));
    vec![Markup::of("nav", all).with("class", "trail").with("aria-label", words.trail)]
}

/// Follows the link that was pressed, or goes along the trail. Then what is explained is read on from its heading; the
/// steps of the trail keep the focus, to be pressed again.
pub(super) fn press(app: AppState, event: &web_sys::MouseEvent) {
    let data = |name| browser::data_of(event, name);
    if let Some(cell) = data("data-to").as_deref().and_then(cell_of) {
        app.follow(cell);
    } else if let Some(at) = data("data-at").and_then(|at| at.parse().ok()) {
        app.go_along(at);
    } else {
        if let Some(by) = data("data-walk").and_then(|by| by.parse().ok()) {
            app.walk(by);
        }
        return;
    }
    spawn_local(async {
        // What moves when the stage changes has moved then.
        browser::effects_have_run().await;
        browser::focus(".arithmetic h3");
    });
}
