//! The pages of a worksheet: the questions, and the answer key.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::words;
use crate::{
    draw::{Digits, format_number},
    math::{Axis, Cell, MatrixName, Stage, cell_source},
    state::Worksheet,
    ui::{
        app_state::AppState,
        stages::{in_numbers, short_divisor},
        widgets::Markup,
    },
};

/// The page for the class.
pub fn questions(app: AppState, sheet: &Worksheet) -> Vec<Markup> {
    let words = words(app);
    let blank = |name| Markup::text("span", format!("{name}:")).with("class", "worksheet-line");
    let mut page = vec![
        Markup::text("h2", example(app)),
        Markup::of("p", vec![blank(words.name), blank(words.date)]).with("class", "worksheet-who"),
        Markup::text("p", state(app)),
        Markup::text("p", words.task),
    ];
    page.extend(matrices(app, sheet, false));
    page
}

/// The page for the teacher: the same with every number, and how each comes about.
pub fn key(app: AppState, sheet: &Worksheet) -> Vec<Markup> {
    let words = words(app);
    let title = format!("{} · {}", words.key, example(app));
    let mut page = vec![Markup::text("h2", title), Markup::text("p", state(app))];
    page.extend(matrices(app, sheet, true));
    let answers: Vec<_> = sheet.printed_blanks().filter_map(|cell| answer(app, cell)).collect();
    page.push(if answers.is_empty() {
        Markup::text("p", words.nothing)
    } else {
        Markup::of("ol", answers).with("class", "worksheet-answers")
    });
    page
}

fn example(app: AppState) -> String {
    app.name_of(&app.settings.read().origin)
}

/// Under what the numbers are computed.
fn state(app: AppState) -> String {
    let controls = &app.words().controls;
    let n_heads = app.given.read().projected.n_heads();
    let (head, first) = (app.head.get(), app.first_head_number());
    let head_of = if first == 0 { controls.head_from_zero } else { controls.head_of };
    let mask = (app.words().mask)(app.mask_plan.read().kind()).name;
    let divisor = short_divisor(app.trace.read().scale.divisor());
    (words(app).state)(&head_of(head + first, n_heads), mask, &divisor)
}

/// The matrices, each under what its stage does.
fn matrices(app: AppState, sheet: &Worksheet, is_key: bool) -> Vec<Markup> {
    let stage_of = |matrix: MatrixName| {
        let trace = app.given.read();
        app.stages.get().into_iter().find(|stage| stage.results(&trace).contains(&matrix))
    };
    let mut said: Option<Stage> = None;
    let numbers = sheet.numbers();
    let figure = |matrix: MatrixName| {
        let stage = stage_of(matrix);
        // Once for all matrices of a stage, and not over what is given.
        let is_new = stage.is_some() && stage != said;
        said = stage.or(said);
        let says = stage.filter(|_| is_new && !is_key).map(|stage| {
            let what = app.turned((app.words().stage)(stage).what);
            Markup::text("p", what).with("class", "worksheet-says")
        });
        let table = table(app, &numbers, matrix, is_key)?;
        Some(Markup::of("figure", says.into_iter().chain([table]).collect()))
    };
    let figures: Vec<_> = sheet.matrices.iter().copied().filter_map(figure).collect();
    vec![Markup::of("div", figures).with("class", "worksheet-matrices")]
}

/// The numbers of blank cells: matrix, row, column.
type Blanks = BTreeMap<(MatrixName, usize, usize), usize>;

fn table(app: AppState, blanks: &Blanks, matrix: MatrixName, is_key: bool) -> Option<Markup> {
    let (head, convention) = (app.head.get(), app.convention.get());
    let trace = app.trace.read();
    let numbers = trace.matrix(matrix, head)?;
    let (rows, columns) = convention.shown(numbers.dim());
    let (row_axis, column_axis) = convention.shown(matrix.axes());
    let name = |axis: Axis, at: usize| match axis {
        Axis::Query | Axis::Key => app.token(axis, at),
        _ => (at + 1).to_string(),
    };
    let heading = |axis, at| Markup::text("th", name(axis, at)).with("scope", "col");
    let mut first = vec![Markup::of("td", Vec::new())];
    first.extend((0..columns).map(|column| heading(column_axis, column)));
    let place = MatrixName::ALL.iter().position(|it| *it == matrix)?;
    let cell = |row: usize, column: usize| {
        let (row, column) = convention.stored((row, column));
        let value = numbers.get((row, column)).copied().unwrap_or(f64::NAN);
        let number = blanks.get(&(matrix, row, column));
        let written = two_decimals(value);
        let content = match number {
            None => vec![Markup::Text(written.into())],
            Some(number) => {
                let number = Markup::text("sup", number.to_string());
                let answer = is_key.then(|| Markup::text("b", written));
                [number].into_iter().chain(answer).collect()
            }
        };
        let cell = Markup::of("td", content).with("data-cell", format!("{place} {row} {column}"));
        cell.with("data-blank", number.is_some().to_string())
    };
    let line = |row: usize| {
        let name = Markup::text("th", name(row_axis, row)).with("scope", "row");
        let cells = (0..columns).map(|column| cell(row, column));
        Markup::of("tr", [name].into_iter().chain(cells).collect())
    };
    let lines: Vec<_> = (0..rows).map(line).collect();
    let caption = Markup::text("caption", app.turned((app.words().matrix)(matrix)));
    Some(Markup::of(
        "table",
        vec![
            caption,
            Markup::of("thead", vec![Markup::of("tr", first)]),
            Markup::of("tbody", lines),
        ],
    ))
}

/// How a blank cell comes about, in numbers.
fn answer(app: AppState, (matrix, row, column): (MatrixName, usize, usize)) -> Option<Markup> {
    let cell = Cell { matrix, head: app.head.get(), row, column };
    let source = cell_source(&app.trace.read(), cell)?;
    let math = Markup::of("math", in_numbers(&source, app.convention.get()));
    Some(Markup::of("li", vec![math]))
}

fn two_decimals(value: f64) -> String {
    format_number(value, Digits::Fixed(2))
}
