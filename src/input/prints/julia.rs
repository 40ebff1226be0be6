//! Prints of Julia: a line with the size and the type, then rows with blanks between the numbers.

use std::borrow::Cow;

use crate::input::{
    Answers, Dimensions, Fault, Form, Format, ReadFault, Reading, Source, TableFault, TableNote,
    Topic,
    delimited::Lines,
    grid::{Escape, Grid, Known, Span, reading, shortened, solve},
};

/// What stands for a zero that is not stored.
const ZERO: &str = "⋅";

/// Prints of Julia.
pub struct Julia;

impl Format for Julia {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        let mut lines = Lines::new(text, 0);
        let first = lines.by_ref().find(|line| !line.of(text).trim().is_empty())?;
        let first =
            if first.of(text).trim_start().starts_with("julia>") { lines.next()? } else { first };
        let shape = shape(first.of(text))?;
        Some(read(text, lines, &shape, answers))
    }
}

/// The size in `2×3 Matrix{Float64}:` or `3-element Vector{Float64}:`.
fn shape(line: &str) -> Option<Vec<usize>> {
    let line = line.trim();
    let (size, rest) = line.split_once(' ')?;
    let is_type = line.ends_with(':') && rest.contains('{');
    if let Some(n) = size.strip_suffix("-element") {
        return n.parse().ok().map(|n| vec![n]).filter(|_| is_type);
    }
    let sizes: Option<Vec<usize>> = size.split('×').map(|n| n.parse().ok()).collect();
    sizes.filter(|sizes| is_type && sizes.len() > 1)
}

fn read(
    text: &str,
    lines: Lines<'_>,
    shape: &[usize],
    answers: &Answers,
) -> Result<Reading, ReadFault> {
    let mut grid = Grid::new(text, Escape::By(stored));
    let mut has_zeros = false;
    for line in lines {
        for word in line.parts(text, ' ') {
            has_zeros |= word.of(text) == ZERO;
            grid.push(word);
        }
        grid.end_row();
    }
    let whole = Dimensions(shape).to_string();
    let dots = (0..grid.n_rows()).flat_map(|row| grid.row(row)).find(|span| is_dots(span.of(text)));
    if let Some(dots) = dots {
        let (found, whole) = (dots.of(text).to_owned(), Some(whole));
        return Err(
            Fault::Shortened { found, whole, form: Form::JULIA_PRINT }.at(grid.place(*dots))
        );
    }
    let known = answers.clone().with(Topic::Header, 1);
    let solved = solve(&grid, Known::default(), &known)
        .map_err(|refused| shortened(refused.fault, Form::JULIA_PRINT, Some(whole)))?;
    let mut reading = reading(&grid, solved, Form::JULIA_PRINT, &known);
    reading.guesses.retain(|guess| guess.topic != Topic::Header);
    let found = [grid.n_rows(), grid.width()];
    let is_list = matches!(*shape, [n] if found == [n, 1]);
    if !is_list && shape != found {
        let fault = TableFault::Shape { said: shape.to_vec(), found: found.to_vec() };
        return Err(Fault::from(fault).at(grid.place(Span::new(0, text.len().min(1)))));
    }
    if has_zeros {
        reading.notes.push(TableNote::DotsAreZeros.into());
    }
    Ok(reading)
}

fn stored(raw: &str) -> Cow<'_, str> {
    Cow::Borrowed(if raw == ZERO { "0" } else { raw })
}

fn is_dots(word: &str) -> bool {
    matches!(word, "⋮" | "…" | "⋱" | "⋯")
}
