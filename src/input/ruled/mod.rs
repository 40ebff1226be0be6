//! Tables drawn with lines: Markdown, reStructuredText, Jira, and what psql, `MySQL`, `DuckDB`,
//! Polars and Rich print. Lines of rules are no rows; text around a table is none of it.

mod barred;
mod ranks;

use std::borrow::Cow;

use super::{
    Answers, Form, Format, ReadFault, Reading, Source,
    delimited::Lines,
    entities,
    grid::{Escape, Grid, Known, Span, is_plain, is_type, reading, shortened, solve, stack},
};

/// Lines in which a rule must stand.
const HEAD: usize = 200;

/// Tables drawn with lines.
pub struct Ruled;

impl Format for Ruled {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        // A rule stands near the header, and where no bar stands either there is no table.
        let head = Lines::new(text, 0).take(HEAD).last().map_or("", |last| &text[..last.end()]);
        let has_rule = Lines::new(head, 0).any(|line| is_rule(line.of(head).trim()));
        if !(has_rule || head.contains("||")) {
            return None;
        }
        let mut tables = barred::tables(text);
        if tables.is_empty() {
            tables = ranks::tables(text);
        }
        if tables.is_empty() {
            return None;
        }
        let readings = tables.into_iter().map(|table| table.read(answers));
        Some(readings.collect::<Result<Vec<_>, _>>().map(|all| stack(all, answers)))
    }
}

/// A table, its rules left out.
struct Drawn<'a> {
    grid: Grid<'a>,
    /// Whether a rule below the first row marks it as a header.
    has_header: bool,
    form: Form,
    /// How large the whole is, where it is said.
    whole: Option<String>,
}

impl Drawn<'_> {
    fn read(mut self, answers: &Answers) -> Result<Reading, ReadFault> {
        // Markdown has a header even where there is nothing to put into it.
        let has_header = !self.grid.drop_empty_ends() && self.has_header;
        let known = Known { has_header, ..Known::default() };
        let grid = &self.grid;
        match solve(grid, known, answers) {
            Ok(solved) => Ok(reading(grid, solved, self.form, answers)),
            Err(refused) => Err(shortened(refused.fault, self.form, self.whole)),
        }
    }
}

/// Whether a line is drawn and says nothing: dashes, equals signs, crossings, frames.
fn is_rule(line: &str) -> bool {
    let is_drawn =
        |c: char| matches!(c, '-' | '=' | '+' | '|' | ':' | ' ' | '\u{2500}'..='\u{257F}');
    let is_long = |c: char| {
        matches!(c, '-' | '=' | '\u{2500}' | '\u{2501}' | '\u{2550}' | '\u{2504}'..='\u{250B}')
    };
    line.chars().all(is_drawn) && line.chars().filter(|c| is_long(*c)).count() > 1
}

/// The text of a cell in Markdown: escapes, line ends and entities resolved, marks of code, bold
/// and formulas taken off.
fn markdown_cell(raw: &str) -> Cow<'_, str> {
    let mut cell = raw.trim();
    if is_plain(cell) {
        return Cow::Borrowed(cell);
    }
    for mark in ["**", "`", "$"] {
        let inner = cell.strip_prefix(mark).and_then(|rest| rest.strip_suffix(mark));
        cell = inner.filter(|inner| !inner.is_empty()).unwrap_or(cell);
    }
    let cell = unescaped(cell);
    if !cell.contains(['<', '&']) {
        return cell;
    }
    let lines = ["<br>", "<br/>", "<br />"];
    let cell = lines.iter().fold(cell.into_owned(), |cell, end| cell.replace(end, "\n"));
    Cow::Owned(entities::decoded(&cell).into_owned())
}

/// A backslash makes the punctuation behind it plain.
fn unescaped(raw: &str) -> Cow<'_, str> {
    if !raw.contains('\\') {
        return Cow::Borrowed(raw);
    }
    let mut text = String::with_capacity(raw.len());
    let mut rest = raw.chars().peekable();
    while let Some(c) = rest.next() {
        match rest.peek() {
            Some(next) if c == '\\' && next.is_ascii_punctuation() => text.extend(rest.next()),
            _ => text.push(c),
        }
    }
    Cow::Owned(text)
}
