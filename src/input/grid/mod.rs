//! Cells in rows, whatever stood between them, and what they amount to: which row is a header,
//! which column names the rows, how numbers are written. A grid holds places in the text and no
//! copies, so that a table of megabytes costs eight bytes a cell.

mod fill;
mod finish;
mod header;
mod layout;
mod solve;

use std::borrow::Cow;

use super::Place;

pub use fill::is_number;
pub use finish::{reading, shortened, stack};
use header::names_numbers;
pub use header::{is_type, names_tokens};
pub use layout::{Known, Label, Layout, Words};
pub use solve::{Solved, solve};

/// Bytes of a text, from the first to the one behind the last.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    start: u32,
    end: u32,
}

impl Span {
    /// Bytes of a text that is no longer than `u32` counts: the reader's memory is no larger.
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The first byte.
    pub fn start(self) -> usize {
        self.start as usize
    }

    /// The byte behind the last.
    pub fn end(self) -> usize {
        self.end as usize
    }

    /// The same without so many bytes at either end.
    pub fn within(self, left: usize, right: usize) -> Self {
        let start = (self.start() + left).min(self.end());
        Self::new(start, self.end().saturating_sub(right).max(start))
    }

    /// The same without blanks at either end.
    pub fn trimmed(self, text: &str) -> Self {
        let whole = self.of(text);
        let left = whole.len() - whole.trim_start().len();
        self.within(left, whole.len() - left - whole.trim().len())
    }

    /// The parts between commas, or between runs of blanks; a comma at the end has none behind it.
    pub fn parts(self, text: &str, separator: char) -> Vec<Self> {
        let (mut parts, mut start) = (Vec::new(), self.start());
        let is_between =
            |c: char| if separator == ' ' { c.is_whitespace() } else { c == separator };
        for part in self.of(text).split(is_between) {
            parts.push(Self::new(start, start + part.len()).trimmed(text));
            let behind = text[start + part.len()..].chars().next().map_or(0, char::len_utf8);
            start += part.len() + behind;
        }
        if separator == ' ' {
            parts.retain(|part| part.start < part.end);
        } else if parts.last().is_some_and(|part| part.start == part.end) {
            parts.pop();
        }
        parts
    }

    /// The text of the span.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// Rows that show whether numbers stand in quotes, as they do where their commas would part them.
const QUOTED_SAMPLE: usize = 8;

/// How the text of a cell is written.
#[derive(Debug, Clone, Copy)]
pub enum Escape {
    /// As it is.
    Plain,
    /// In double quotes where it begins with one; a doubled one stands for one.
    Quotes,
    /// By a function, which is handed the text of the cell.
    By(fn(&str) -> Cow<'_, str>),
    /// The same; what begins so is a text, as is what stands in double quotes elsewhere.
    Marked(&'static str, fn(&str) -> Cow<'_, str>),
}

/// Cells in rows.
#[derive(Debug, Clone)]
pub struct Grid<'a> {
    text: &'a str,
    escape: Escape,
    cells: Vec<Span>,
    /// Where each row ends among the cells, and where it begins.
    rows: Vec<(u32, u32)>,
}

impl<'a> Grid<'a> {
    /// A grid without rows.
    pub fn new(text: &'a str, escape: Escape) -> Self {
        Self { text, escape, cells: Vec::new(), rows: Vec::new() }
    }

    /// Adds a cell to the row that is not ended yet.
    pub fn push(&mut self, span: Span) {
        self.cells.push(span);
    }

    /// Adds cells to the row that is not ended yet.
    pub fn extend(&mut self, spans: impl IntoIterator<Item = Span>) {
        self.cells.extend(spans);
    }

    /// Ends a row, unless it has no cells.
    pub fn end_row(&mut self) {
        let start = self.rows.last().map_or(0, |row| row.1);
        let end = self.cells.len() as u32;
        if end > start {
            self.rows.push((start, end));
        }
    }

    /// How the text of a cell is written.
    pub fn escape(&self) -> Escape {
        self.escape
    }

    /// The text.
    pub fn text(&self) -> &'a str {
        self.text
    }

    /// The text from the first row to the last.
    pub fn extent(&self) -> &'a str {
        let last = self.n_rows().saturating_sub(1);
        let (start, end) = (self.row_span(0).start, self.row_span(last).end);
        self.raw(Span { start, end: end.max(start) })
    }

    /// How many rows there are.
    pub fn n_rows(&self) -> usize {
        self.rows.len()
    }

    /// The cells of a row, counted from 0.
    pub fn row(&self, row: usize) -> &[Span] {
        let range = self.rows.get(row).map(|(start, end)| *start as usize..*end as usize);
        range.and_then(|range| self.cells.get(range)).unwrap_or(&[])
    }

    /// Keeps the rows that the function is true of.
    pub fn retain_rows(&mut self, mut keeps: impl FnMut(&Self, usize) -> bool) {
        let kept = (0..self.rows.len()).filter(|row| keeps(self, *row)).collect::<Vec<_>>();
        self.rows = kept.iter().map(|row| self.rows[*row]).collect();
    }

    /// Leaves out the rows at either end that hold nothing; whether the first was left out.
    pub fn drop_empty_ends(&mut self) -> bool {
        let is_full =
            |row: &usize| self.row(*row).iter().any(|span| !self.cell(*span).trim().is_empty());
        let first = (0..self.n_rows()).find(is_full).unwrap_or(0);
        let last = (0..self.n_rows()).rfind(is_full).unwrap_or(0);
        if first > 0 || last + 1 < self.n_rows() {
            self.retain_rows(|_, row| (first..=last).contains(&row));
        }
        first > 0
    }

    /// Puts other cells into a row.
    pub fn replace_row(&mut self, row: usize, cells: &[Span]) {
        let start = self.cells.len() as u32;
        self.cells.extend_from_slice(cells);
        if let Some(row) = self.rows.get_mut(row) {
            *row = (start, start + cells.len() as u32);
        }
    }

    /// Leaves out the last cell of every row of `width` cells.
    pub fn drop_last_column(&mut self, width: usize) {
        let full = self.rows.iter_mut().filter(|(start, end)| (end - start) as usize == width);
        full.for_each(|row| row.1 -= 1);
    }

    /// Leaves out the first cell of every row.
    pub fn drop_first_column(&mut self) {
        self.rows.iter_mut().for_each(|(start, end)| *start = (*start + 1).min(*end));
    }

    /// The number of cells that most rows have; of several numbers the largest.
    pub fn width(&self) -> usize {
        let mut widths: Vec<u32> = self.rows.iter().map(|(start, end)| end - start).collect();
        widths.sort_unstable();
        let mut best = (0, 0);
        for run in widths.chunk_by(|a, b| a == b) {
            best = best.max((run.len(), run[0]));
        }
        best.1 as usize
    }

    /// A cell as it stands in the text.
    pub fn raw(&self, span: Span) -> &'a str {
        self.text.get(span.start as usize..span.end as usize).unwrap_or("")
    }

    /// What a cell says.
    pub fn cell(&self, span: Span) -> Cow<'a, str> {
        let raw = self.raw(span);
        match self.escape {
            Escape::Plain => Cow::Borrowed(raw),
            Escape::Quotes => unquoted(raw),
            Escape::By(decode) | Escape::Marked(_, decode) => decode(raw),
        }
    }

    /// Whether a cell stands in quotes, as a text does.
    pub fn is_quoted(&self, span: Span) -> bool {
        let mark = match self.escape {
            Escape::Quotes => "\"",
            Escape::Marked(mark, _) => mark,
            Escape::Plain | Escape::By(_) => return false,
        };
        self.raw(span).trim_start().starts_with(mark)
    }

    /// Whether a cell of the first row stands in quotes beside what people call tokens, and those
    /// below it do not: it is a name, whatever it looks like. The column is that of the other rows.
    fn is_quoted_name(&self, name: Span, column: usize) -> bool {
        let is_corner = |span: &Span| {
            let corner = self.cell(*span);
            names_tokens(&corner) || names_numbers(&corner)
        };
        let is_quoted = |row: usize| {
            let cells = self.row(row);
            let cells =
                if row > QUOTED_SAMPLE { cells.get(column..=column) } else { cells.get(1..) };
            cells.unwrap_or(&[]).iter().any(|span| self.is_quoted(*span))
        };
        self.is_quoted(name)
            && self.row(0).first().is_some_and(is_corner)
            && !(1..self.n_rows()).any(is_quoted)
    }

    /// Where a cell is.
    pub fn place(&self, span: Span) -> Place {
        Place::at(self.text, span.start(), span.end().saturating_sub(span.start()))
    }

    /// Where a row is.
    pub fn row_place(&self, row: usize) -> Place {
        self.place(self.row_span(row))
    }

    /// The beginning of a row as it stands in the text, for people.
    pub fn beginning(&self, row: usize) -> String {
        beginning(self.raw(self.row_span(row)))
    }

    /// From the first cell of a row to its last, in the order of the text.
    fn row_span(&self, row: usize) -> Span {
        let starts = self.row(row).iter().map(|span| span.start);
        let ends = self.row(row).iter().map(|span| span.end);
        Span { start: starts.min().unwrap_or(0), end: ends.max().unwrap_or(0) }
    }
}

/// Whether a cell is made of nothing but what plain numbers are made of.
pub fn is_plain(cell: &str) -> bool {
    cell.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'.' | b'-' | b'+' | b'e' | b'E'))
}

/// At most 24 characters of one line.
pub fn beginning(text: &str) -> String {
    let line = text.trim().lines().next().unwrap_or("");
    match line.char_indices().nth(24) {
        Some((end, _)) => format!("{}…", line[..end].trim_end()),
        None => line.to_owned(),
    }
}

fn unquoted(raw: &str) -> Cow<'_, str> {
    if !raw.contains('"') {
        return Cow::Borrowed(raw);
    }
    let inner = raw.trim().strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    match inner {
        Some(inner) if inner.contains('"') => Cow::Owned(inner.replace("\"\"", "\"")),
        Some(inner) => Cow::Borrowed(inner),
        None => Cow::Borrowed(raw),
    }
}
