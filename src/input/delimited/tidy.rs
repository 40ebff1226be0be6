//! What stands around a table that is no row of it: comments, empty margins, marks of separators.

use super::split::{Lines, Separator};
use crate::input::{
    Note, TableNote,
    grid::{Grid, Span, is_number},
};

/// Leaves out what is no row or column; what should be said of it.
pub fn tidy(grid: &mut Grid<'_>, separator: Separator) -> Vec<Note> {
    let mut notes = Vec::new();
    comments(grid, &mut notes);
    // Bars may stand at both ends of a row as well as between its cells.
    let is_told = separator != Separator::Bar;
    let is_empty = |grid: &Grid<'_>, span: &Span| grid.cell(*span).trim().is_empty();
    grid.drop_empty_ends();
    let width = grid.width();
    let is_end = |row: usize| {
        let cells = grid.row(row);
        cells.len() != width || cells.last().is_some_and(|span| is_empty(grid, span))
    };
    if width > 1 && (0..grid.n_rows()).all(is_end) {
        grid.drop_last_column(width);
        notes.extend(is_told.then(|| TableNote::TrailingSeparators { separator }.into()));
    }
    let is_start = |row: usize| grid.row(row).first().is_some_and(|span| is_empty(grid, span));
    if grid.width() > 1 && (0..grid.n_rows()).all(is_start) {
        grid.drop_first_column();
        notes.extend(is_told.then(|| TableNote::EmptyFirstColumn.into()));
    }
    notes
}

/// A line that begins as comments do is one, unless it has as many cells as its neighbors and
/// ends in a number: then its mark is a token. The last above the data may name the columns.
fn comments(grid: &mut Grid<'_>, notes: &mut Vec<Note>) {
    let text = grid.text();
    let is_marked = |grid: &Grid<'_>, row: usize| {
        let first = grid.row(row).first().map(|span| span.of(text).trim_start());
        first.is_some_and(|cell| cell.starts_with(['#', '%']))
    };
    if !(0..grid.n_rows()).any(|row| is_marked(grid, row)) {
        return;
    }
    let mut others = grid.clone();
    others.retain_rows(|grid, row| !is_marked(grid, row));
    let width = others.width();
    let Some(first) = (0..grid.n_rows()).find(|row| !is_marked(grid, *row)) else { return };
    let is_data = |grid: &Grid<'_>, row: usize| {
        let cells = grid.row(row);
        // `# 0.5,1` is a row that was commented out, `##1` a token.
        let is_out = |span: &Span| {
            let rest = unmarked(text, *span);
            is_number(rest.of(text)) && text[..rest.start()].ends_with([' ', '\t'])
        };
        // One number is enough: a damaged row must not pass for a comment.
        cells.len() == width
            && cells.iter().skip(1).any(|span| is_number(&grid.cell(*span)))
            && !cells.first().is_some_and(is_out)
    };
    let has_numbers = |row: usize| grid.row(row).iter().any(|span| is_number(&grid.cell(*span)));
    let above = first.checked_sub(1).filter(|row| has_numbers(first) && !is_data(grid, *row));
    let header = above.and_then(|row| names(grid, row, width));
    let is_header = |row: usize| header.is_some() && row + 1 == first;
    let mut dropped = None;
    for row in 0..grid.n_rows() {
        let is_comment = is_marked(grid, row) && !is_data(grid, row) && !is_header(row);
        if is_comment && has_numbers(row) {
            dropped.get_or_insert_with(|| grid.row_place(row).line);
        }
    }
    if let (Some(cells), Some(row)) = (&header, first.checked_sub(1)) {
        grid.replace_row(row, cells);
    }
    grid.retain_rows(|grid, row| !is_marked(grid, row) || is_data(grid, row) || is_header(row));
    notes.extend(dropped.map(|line| TableNote::CommentLeftOut { line }.into()));
}

/// The cells of a commented header, if it has as many as the rows.
fn names(grid: &Grid<'_>, row: usize, width: usize) -> Option<Vec<Span>> {
    let cells = grid.row(row);
    let first = unmarked(grid.text(), *cells.first()?);
    let mut names = Vec::with_capacity(cells.len());
    if !first.of(grid.text()).is_empty() {
        names.push(first);
    }
    names.extend(cells.iter().skip(1));
    let has_number = names.iter().any(|span| is_number(&grid.cell(*span)));
    (names.len() == width && !has_number).then_some(names)
}

/// A cell without the mark of a comment.
fn unmarked(text: &str, span: Span) -> Span {
    let cell = span.of(text);
    let rest = cell.trim_start().trim_start_matches(['#', '%']).trim_start();
    Span::new(span.end() - rest.len(), span.end())
}

/// Excel's first line that names the separator, and where the table starts.
pub fn named_separator(text: &str) -> (Option<Separator>, usize) {
    let mut lines = Lines::new(text, 0);
    let first = lines.next_line().map(|line| line.of(text)).unwrap_or_default();
    let separator = match first.strip_prefix("sep=").map(str::trim_end) {
        Some(";") => Separator::Semicolon,
        Some(",") => Separator::Comma,
        Some("|") => Separator::Bar,
        Some("" | "\\t") if first.starts_with("sep=") => Separator::Tab,
        _ => return (None, 0),
    };
    (Some(separator), lines.next_line().map_or(text.len(), Span::start))
}
