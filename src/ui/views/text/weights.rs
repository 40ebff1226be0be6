//! The weights that are read in the tokens, and what they look like. A row or a column of the matrix is asked for, never
//! all of it.

use leptos::prelude::*;

use crate::{
    draw::{Domain, Position, Rgb, Theme, color, text_on},
    math::{Axis, Cell, Cells, Links, MatrixName, Trace},
    state::Reading,
    ui::{app_state::AppState, widgets::arithmetic},
};

/// The matrix that is read.
pub const NAME: MatrixName = MatrixName::Weights;

/// What a query gives each key, `[n_keys]`; `None` where that is not computed.
pub fn weights_of_query(app: AppState, query: usize) -> Option<Vec<f64>> {
    app.trace.read().row(NAME, app.head.get(), query)
}

/// What each query gives a key, `[n_queries]`.
pub fn weights_of_key(app: AppState, key: usize) -> Option<Vec<f64>> {
    app.trace.read().column(NAME, app.head.get(), key)
}

/// How a token looks.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Tone {
    /// Its ground and its letters; `None` where its weight is no number.
    pub colors: Option<(Rgb, Rgb)>,
    /// Whether the mask lies between.
    pub is_masked: bool,
}

impl Tone {
    fn of(weight: f64, is_masked: bool, (theme, domain): (Theme, Domain)) -> Self {
        let unit = match domain.position(weight) {
            Position::NotANumber => return Self { colors: None, is_masked },
            Position::Inside(unit) => unit,
            Position::ClippedLow | Position::NegativeInfinity => 0.0,
            Position::ClippedHigh | Position::PositiveInfinity => 1.0,
        };
        let ground = color(theme, domain.map, unit);
        Self { colors: Some((ground, text_on(theme, ground))), is_masked }
    }
}

/// What is read of the chosen query or key, by the other tokens; none where it is not computed.
pub fn tones(app: AppState, reading: Reading) -> Vec<Tone> {
    let Some(weights) = chosen_weights(app, reading) else { return Vec::new() };
    let (trace, head) = (app.trace.read(), app.head.get());
    let at = chosen(app, reading);
    // Where weights were given there is no mask.
    let masked = if reading.is_of_key() {
        trace.column(MatrixName::Masked, head, at)
    } else {
        trace.row(MatrixName::Masked, head, at)
    };
    let is_masked =
        |at: usize| masked.as_ref().is_some_and(|it| it.get(at) == Some(&f64::NEG_INFINITY));
    let looks = (app.theme.get(), app.domain_of_weights());
    let tone = |(at, weight): (usize, f64)| Tone::of(weight, is_masked(at), looks);
    weights.into_iter().enumerate().map(tone).collect()
}

fn chosen_weights(app: AppState, reading: Reading) -> Option<Vec<f64>> {
    let at = chosen(app, reading);
    if reading.is_of_key() { weights_of_key(app, at) } else { weights_of_query(app, at) }
}

/// The query or the key that is chosen.
pub fn chosen(app: AppState, reading: Reading) -> usize {
    let selection = app.selection.get();
    if reading.is_of_key() { selection.key } else { selection.query }
}

/// The links that are drawn.
pub fn links(app: AppState, reading: Reading, most: usize) -> Links {
    let mut links = Links::of_at_most(most);
    if reading == Reading::ArcsOfAll {
        read_all(&app.trace.read(), app.head.get(), &mut links);
        return links;
    }
    let at = chosen(app, reading);
    let weights = chosen_weights(app, reading).unwrap_or_default();
    for (other, weight) in weights.into_iter().enumerate() {
        let cell = if reading.is_of_key() { (other, at) } else { (at, other) };
        links.read(cell, weight);
    }
    links
}

fn read_all(trace: &Trace, head: usize, links: &mut Links) {
    if let Some(weights) = trace.view(NAME, head) {
        for (query, row) in weights.outer_iter().enumerate() {
            // Rows of a matrix in rows are in one piece.
            if let Some(row) = row.as_slice() {
                links.read_row(query, row);
            }
        }
        return;
    }
    // Of a long input no copy is made of them.
    let Some(cells @ Cells::Told(_)) = trace.cells(NAME, head) else { return };
    let (rows, columns) = cells.size();
    let mut numbers = vec![0.0; columns];
    for row in 0..rows {
        cells.read(row, 0..columns, &mut numbers);
        links.read_row(row, &numbers);
    }
}

/// The weight between a query and a key, in words.
pub fn in_words(app: AppState, query: usize, key: usize) -> String {
    let words = super::words(app);
    let (trace, head) = (app.trace.read(), app.head.get());
    let number = |matrix| trace.number(Cell { matrix, head, row: query, column: key });
    let Some(weight) = number(NAME) else { return words.not_computed.to_owned() };
    let (query, key) = (app.token(Axis::Query, query), app.token(Axis::Key, key));
    if number(MatrixName::Masked) == Some(f64::NEG_INFINITY) {
        return (words.masked)(&query, &key);
    }
    (words.weight)(&query, &key, &arithmetic(weight))
}
