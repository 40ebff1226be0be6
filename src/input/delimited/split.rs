//! Cutting a text into cells at a separator.

use std::fmt;

use crate::input::grid::{Escape, Grid, Known, Span, Words};

/// What stands between the cells of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Separator {
    /// A tab.
    Tab,
    /// A semicolon.
    Semicolon,
    /// A comma.
    Comma,
    /// A vertical bar.
    Bar,
    /// Any number of blanks and tabs.
    Blanks,
    /// Any blanks, those of other alphabets among them.
    AnyBlanks,
    /// A comma or blanks, or both.
    CommaOrBlanks,
    /// Single blanks, so many of them counted from the end of the line.
    FromTheRight(usize),
}

/// A separator, and whether double quotes keep it from separating.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Splitting {
    /// What stands between cells.
    pub separator: Separator,
    /// Whether a cell in double quotes may hold separators and line ends.
    pub has_quotes: bool,
}

impl fmt::Display for Separator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tab => "a tab",
            Self::Semicolon => "a semicolon (`;`)",
            Self::Comma => "a comma (`,`)",
            Self::Bar => "a bar (`|`)",
            Self::Blanks | Self::AnyBlanks => "blanks",
            Self::FromTheRight(_) => "blanks (words before the numbers are one label)",
            Self::CommaOrBlanks => "a comma or blanks",
        })
    }
}

impl Splitting {
    /// Blanks, quotes being text like any other.
    pub const BLANKS: Self = Self { separator: Separator::Blanks, has_quotes: false };

    /// The same without quotes.
    pub fn raw(self) -> Self {
        Self { has_quotes: false, ..self }
    }

    /// What the separator tells of the table.
    pub fn known(self) -> Known {
        let blanks = [Separator::Blanks, Separator::AnyBlanks];
        let words = if blanks.contains(&self.separator) { Words::Tokens } else { Words::Names };
        Known { words, ..Known::default() }
    }
}

/// The grid of a text from byte `start`, up to `most_rows` rows; lines of blanks are left out.
///
/// # Errors
/// Where a quote is opened that is not closed as it should be.
pub fn split(
    text: &str,
    start: usize,
    splitting: Splitting,
    most_rows: usize,
) -> Result<Grid<'_>, usize> {
    let escape = if splitting.has_quotes { Escape::Quotes } else { Escape::Plain };
    let mut grid = Grid::new(text, escape);
    let mut lines = Lines::new(text, start);
    while let Some(line) = lines.next_line() {
        if grid.n_rows() == most_rows {
            break;
        }
        let content = line.of(text);
        if is_blank_line(content, splitting.separator) {
            continue;
        }
        match splitting.separator {
            Separator::Tab => cut(&mut grid, &mut lines, line, b'\t', splitting.has_quotes)?,
            Separator::Semicolon => cut(&mut grid, &mut lines, line, b';', splitting.has_quotes)?,
            Separator::Comma => cut(&mut grid, &mut lines, line, b',', splitting.has_quotes)?,
            Separator::Bar => cut(&mut grid, &mut lines, line, b'|', splitting.has_quotes)?,
            Separator::Blanks if splitting.has_quotes => quoted_words(&mut grid, line)?,
            Separator::Blanks => words(&mut grid, line),
            Separator::AnyBlanks => grid.extend(line.parts(text, ' ')),
            Separator::CommaOrBlanks => words_and_commas(&mut grid, line),
            Separator::FromTheRight(n) => from_the_right(&mut grid, line, n),
        }
        grid.end_row();
    }
    Ok(grid)
}

/// A line that holds nothing; one of tabs is a row of empty cells.
fn is_blank_line(line: &str, separator: Separator) -> bool {
    line.bytes().all(|byte| byte == b' ' || (byte == b'\t' && separator != Separator::Tab))
}

/// Lines end at LF, with or without CR before it; at CR in a text that has no LF.
#[derive(Debug, Clone)]
pub struct Lines<'a> {
    text: &'a str,
    next: usize,
    end: char,
}

impl<'a> Lines<'a> {
    /// The lines of a text from byte `start`.
    pub fn new(text: &'a str, start: usize) -> Self {
        let end = if text.contains('\n') { '\n' } else { '\r' };
        Self { text, next: start, end }
    }

    /// The next line without its end.
    pub fn next_line(&mut self) -> Option<Span> {
        let rest = self.text.get(self.next..).filter(|rest| !rest.is_empty())?;
        let start = self.next;
        let n = rest.find(self.end).unwrap_or(rest.len());
        self.next = (start + n + 1).min(self.text.len());
        let has_return = self.end == '\n' && rest[..n].ends_with('\r');
        Some(Span::new(start, start + n - usize::from(has_return)))
    }

    /// Goes on behind the line that holds a byte.
    fn skip_to(&mut self, at: usize) -> Span {
        self.next = at;
        self.next_line().unwrap_or(Span::new(at, at))
    }
}

impl Iterator for Lines<'_> {
    type Item = Span;

    fn next(&mut self) -> Option<Span> {
        self.next_line()
    }
}

/// Cuts a row at every separator; a quoted cell may go on in other lines.
fn cut(
    grid: &mut Grid<'_>,
    lines: &mut Lines<'_>,
    line: Span,
    separator: u8,
    has_quotes: bool,
) -> Result<(), usize> {
    let bytes = grid.text().as_bytes();
    let (mut at, mut end) = (line.start(), line.end());
    let mut bracket = None;
    loop {
        let start = at;
        if has_quotes && let Some(opening) = opening(bytes, start, end) {
            let closed = closing(bytes, opening).ok_or(opening)?;
            if closed > end {
                end = lines.skip_to(closed).end();
            }
            let is_blank = |byte: &u8| *byte == b' ' || (*byte == b'\t' && separator != b'\t');
            at = closed + bytes[closed..end].iter().take_while(|byte| is_blank(byte)).count();
            if at < end && bytes[at] != separator {
                return Err(opening);
            }
        } else if let Some(n) = bracketed(&bytes[..end], start, separator, &mut bracket) {
            at = n;
        } else {
            let n = bytes[start..end].iter().position(|byte| *byte == separator);
            at = n.map_or(end, |n| start + n);
        }
        let cell = Span::new(start, at);
        // Bars are drawn with blanks around them.
        grid.push(if separator == b'|' { cell.trimmed(grid.text()) } else { cell });
        if at >= end {
            return Ok(());
        }
        at += 1;
    }
}

/// Where a quote opens a cell, blanks before it or none.
fn opening(bytes: &[u8], start: usize, end: usize) -> Option<usize> {
    let cell = bytes.get(start..end)?;
    let n = cell.iter().take_while(|byte| **byte == b' ').count();
    (cell.get(n) == Some(&b'"')).then_some(start + n)
}

/// Behind the quote that closes a cell; a doubled quote does not.
fn closing(bytes: &[u8], opening: usize) -> Option<usize> {
    let mut at = opening + 1;
    loop {
        at += bytes.get(at..)?.iter().position(|byte| *byte == b'"')?;
        if bytes.get(at + 1) != Some(&b'"') {
            return Some(at + 1);
        }
        at += 2;
    }
}

/// Where a cell in brackets ends, if that is at a separator or at the end of the line: a list of
/// numbers may hold separators without quotes. `found` is the bracket that was found last, so that
/// none is looked for twice.
fn bracketed(
    bytes: &[u8],
    start: usize,
    separator: u8,
    found: &mut Option<usize>,
) -> Option<usize> {
    if bytes.get(start) != Some(&b'[') {
        return None;
    }
    let known = found.filter(|at| *at >= start);
    let at = known.unwrap_or_else(|| {
        let n = bytes[start..].iter().position(|byte| *byte == b']');
        n.map_or(bytes.len(), |n| start + n)
    });
    *found = Some(at);
    let behind = (at + 1).min(bytes.len());
    let end = behind + bytes[behind..].iter().take_while(|byte| **byte == b' ').count();
    (at < bytes.len() && bytes.get(end).is_none_or(|byte| *byte == separator)).then_some(end)
}

/// Cuts a line at runs of blanks and tabs.
fn words(grid: &mut Grid<'_>, line: Span) {
    let bytes = grid.text().as_bytes();
    let mut start = None;
    for (at, byte) in bytes.iter().enumerate().take(line.end()).skip(line.start()) {
        if matches!(byte, b' ' | b'\t') {
            grid.extend(start.take().map(|start| Span::new(start, at)));
        } else if start.is_none() {
            start = Some(at);
        }
    }
    grid.extend(start.map(|start| Span::new(start, line.end())));
}

/// Cuts a line at every comma and at the runs of blanks without one.
fn words_and_commas(grid: &mut Grid<'_>, line: Span) {
    let bytes = grid.text().as_bytes();
    let (mut word, mut is_due) = (None, true);
    for (at, byte) in bytes.iter().enumerate().take(line.end()).skip(line.start()) {
        match byte {
            b',' => {
                let empty = is_due.then_some(at);
                grid.extend(word.take().or(empty).map(|start| Span::new(start, at)));
                is_due = true;
            }
            b' ' | b'\t' => {
                is_due &= word.is_none();
                grid.extend(word.take().map(|start| Span::new(start, at)));
            }
            _ => word = word.or(Some(at)),
        }
    }
    let empty = is_due.then_some(line.end());
    grid.extend(word.or(empty).map(|start| Span::new(start, line.end())));
}

/// Cuts a line at runs of blanks outside of quotes.
fn quoted_words(grid: &mut Grid<'_>, line: Span) -> Result<(), usize> {
    let bytes = grid.text().as_bytes();
    let is_blank = |byte: u8| byte == b' ' || byte == b'\t';
    let (mut at, end) = (line.start(), line.end());
    loop {
        at += bytes[at..end].iter().take_while(|byte| is_blank(**byte)).count();
        if at >= end {
            return Ok(());
        }
        let start = at;
        if bytes[at] == b'"' {
            at = closing(&bytes[..end], start).ok_or(start)?;
            if at < end && !is_blank(bytes[at]) {
                return Err(start);
            }
        } else {
            at += bytes[at..end].iter().take_while(|byte| !is_blank(**byte)).count();
        }
        grid.push(Span::new(start, at));
    }
}

/// Cuts off the last `n` cells of a line; what stands before them is one cell. Only U+0020 parts
/// them, since other blanks may be tokens; before the numbers one of them, for a token may be one.
fn from_the_right(grid: &mut Grid<'_>, line: Span, n: usize) {
    let mut rest = line.of(grid.text());
    let mut cells = Vec::with_capacity(n + 1);
    for _ in 0..n {
        rest = rest.trim_end_matches(' ');
        let Some(at) = rest.rfind(' ') else { break };
        cells.push(Span::new(line.start() + at + 1, line.start() + rest.len()));
        rest = &rest[..at];
    }
    let label = rest.trim_end_matches(' ');
    let label = if label.is_empty() { rest } else { label };
    if cells.len() == n || !label.is_empty() {
        cells.push(Span::new(line.start(), line.start() + label.len()));
    }
    grid.extend(cells.into_iter().rev());
}
