//! Tables that keep a whole vector in one cell: `the,"[0.1 -2.5 3.0]"`.

use super::split::{Separator, Splitting};
use crate::input::{
    grid::{Grid, Known, Span, is_number, names_tokens},
    number::{Style, number},
};

/// The same rows with a cell for each number of the vector, behind the cell that names the row;
/// `None` where no column holds vectors.
pub fn spread<'a>(grid: &Grid<'a>, splitting: Splitting) -> Option<(Grid<'a>, Known)> {
    let last = grid.row(grid.n_rows().checked_sub(1)?);
    let name = |at: usize| grid.row(0).get(at).map(|span| grid.cell(*span));
    // A token may look like a vector.
    let is_vector = |(at, span): (usize, &Span)| {
        let is_named = grid.n_rows() > 1 && name(at).is_some_and(|name| names_tokens(&name));
        !is_named && elements(grid, *span, splitting).is_some()
    };
    let column = last.iter().enumerate().position(is_vector)?;
    let elements = |row: usize| elements(grid, *grid.row(row).get(column)?, splitting);
    let first = usize::from(elements(0).is_none());
    let others = || (0..last.len()).filter(|other| *other != column);
    let named = others().find(|at| first > 0 && name(*at).is_some_and(|name| names_tokens(&name)));
    let texts = || others().find(|at| !is_number(&grid.cell(last[*at])));
    let label = named.or_else(texts).or_else(|| others().next());
    let mut spread = Grid::new(grid.text(), grid.escape());
    for row in first..grid.n_rows() {
        if let Some(label) = label {
            spread.push(*grid.row(row).get(label)?);
        }
        match elements(row) {
            Some(elements) => elements.into_iter().for_each(|span| spread.push(span)),
            None => spread.push(*grid.row(row).get(column)?),
        }
        spread.end_row();
    }
    let has_labels = label.is_some();
    let n_texts = Some(usize::from(has_labels));
    Some((spread, Known { has_labels, n_texts, ..Known::default() }))
}

/// The numbers of a cell that holds several: in brackets, or in quotes or between tabs.
fn elements(grid: &Grid<'_>, span: Span, splitting: Splitting) -> Option<Vec<Span>> {
    let text = grid.text();
    let quoted = span.trimmed(text);
    let is_quoted = splitting.has_quotes && quoted.of(text).starts_with('"');
    let cell = if is_quoted { quoted.within(1, 1) } else { span }.trimmed(text);
    let mut inner = cell;
    while inner.of(text).starts_with('[') && inner.of(text).ends_with(']') {
        inner = inner.within(1, 1).trimmed(text);
    }
    let separator = if inner.of(text).contains(',') { ',' } else { ' ' };
    let parts = inner.parts(text, separator);
    if inner != cell {
        let is_some = parts.iter().any(|part| is_number(part.of(text)));
        return is_some.then_some(parts);
    }
    let in_groups = Style { decimal: ',', group: Some(' ') };
    let is_one = [in_groups, Style { decimal: '.', ..in_groups }]
        .iter()
        .any(|style| number(cell.of(text), *style).is_ok());
    let may_hold = is_quoted || splitting.separator == Separator::Tab;
    let is_several = parts.len() > 1 && parts.iter().all(|part| is_number(part.of(text)));
    (may_hold && is_several && separator == ' ' && !is_one).then_some(parts)
}
