//! The numbers of a grid under one way of writing them, column by column what is none.

use std::ops::Range;

use super::{Grid, Span};
use crate::input::number::{NotANumber, Oddity, Style, number};

/// How many columns at either end may hold texts.
const AT_AN_END: usize = 4;

/// No program writes a number with more bytes.
const LONGEST_NUMBER: usize = 256;

/// What the cells are taken for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// Numbers, written in a style.
    Numbers(Style),
    /// Yes and no.
    Truths,
}

impl Kind {
    /// The value of a cell, 1 for yes and 0 for no.
    pub fn value(self, cell: &str) -> Result<(f64, Option<Oddity>), NotANumber> {
        match self {
            Self::Numbers(style) => number(cell, style).map(|read| (read.value, read.oddity)),
            Self::Truths if cell.trim().eq_ignore_ascii_case("true") => Ok((1.0, None)),
            Self::Truths if cell.trim().eq_ignore_ascii_case("false") => Ok((0.0, None)),
            Self::Truths => Err(NotANumber::of(cell.trim())),
        }
    }
}

/// Whether a cell is a number in one of the usual ways of writing it.
pub fn is_number(cell: &str) -> bool {
    let is = |decimal, group| number(cell, Style { decimal, group: Some(group) }).is_ok();
    let groups = [('.', ','), (',', '.'), ('.', ' '), (',', ' '), ('.', '\''), (',', '\'')];
    cell.len() <= LONGEST_NUMBER && groups.into_iter().any(|(decimal, group)| is(decimal, group))
}

/// Which columns may hold what is no number.
#[derive(Debug, Clone, Copy)]
pub enum Texts<'a> {
    /// Those near either end, as long as one of numbers is left.
    Free,
    /// These and no others.
    These(&'a [usize]),
}

/// A cell that is no number, where there should be one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Bad {
    /// Row of the grid, counted from 0.
    pub row: usize,
    /// Column of the grid, counted from 0.
    pub column: usize,
    /// What it is.
    pub why: NotANumber,
}

/// What a column holds.
#[derive(Debug, Clone, Copy, Default)]
pub struct Column {
    /// Cells that are numbers.
    pub numbers: usize,
    /// Cells that are words.
    pub words: usize,
    /// Cells that are symbols: a letter, a letter with an index.
    pub symbols: usize,
    /// Cells that are numbers when written another way.
    pub likes: usize,
    /// Cells that look like numbers and may be names: dates, hexadecimal numbers.
    pub marks: usize,
    /// Cells that are none of these: empty, missing, damaged.
    pub others: usize,
    /// The first that is no number.
    pub first_bad: Option<Bad>,
}

impl Column {
    /// Both counted together; the other one stands above.
    pub fn and(self, above: &Self) -> Self {
        Self {
            numbers: self.numbers + above.numbers,
            words: self.words + above.words,
            symbols: self.symbols + above.symbols,
            likes: self.likes + above.likes,
            marks: self.marks + above.marks,
            others: self.others + above.others,
            first_bad: above.first_bad.or(self.first_bad),
        }
    }
}

/// The first cells whose spelling asks for a remark.
#[derive(Debug, Clone, Copy, Default)]
pub struct Said {
    /// A sign that looks like a minus.
    pub minus: Option<char>,
    /// A written power of ten.
    pub power: Option<Span>,
    /// A percentage.
    pub percent: Option<Span>,
}

impl Said {
    /// What is said here, else what is said there.
    pub fn or(self, other: Self) -> Self {
        Self {
            minus: self.minus.or(other.minus),
            power: self.power.or(other.power),
            percent: self.percent.or(other.percent),
        }
    }
}

/// The numbers of some rows of a grid.
#[derive(Debug, Clone)]
pub struct Filled {
    /// `[rows, width]`; NaN where the cell is no number.
    pub values: Vec<f64>,
    /// What each column holds.
    pub columns: Vec<Column>,
    /// What must be said.
    pub said: Said,
}

/// Reads rows of a grid, each of `width` cells.
///
/// # Errors
/// The first cell that is no number in a column that must be of numbers.
pub fn fill(
    grid: &Grid<'_>,
    rows: Range<usize>,
    width: usize,
    kind: Kind,
    texts: Texts<'_>,
) -> Result<Filled, Bad> {
    let mut filled = Filled {
        values: Vec::with_capacity(rows.len() * width),
        columns: vec![Column::default(); width],
        said: Said::default(),
    };
    let mut n_texts = 0;
    for row in rows {
        let bads_before = n_texts;
        for (column, span) in grid.row(row).iter().enumerate().take(width) {
            let cell = grid.cell(*span);
            match kind.value(&cell) {
                Ok((value, oddity)) => filled.add(column, value, oddity, *span),
                Err(why) => {
                    let is_like = is_number(&cell);
                    n_texts += filled.add_bad(Bad { row, column, why }, is_like, texts)?;
                }
            }
        }
        if n_texts == width && n_texts > bads_before {
            return Err(filled.worst(row));
        }
    }
    Ok(filled)
}

impl Filled {
    fn add(&mut self, column: usize, value: f64, oddity: Option<Oddity>, span: Span) {
        self.values.push(value);
        if let Some(column) = self.columns.get_mut(column) {
            column.numbers += 1;
        }
        match oddity {
            None => {}
            Some(Oddity::Minus(sign)) => drop(self.said.minus.get_or_insert(sign)),
            Some(Oddity::PowerOfTen) => drop(self.said.power.get_or_insert(span)),
            Some(Oddity::Percent) => drop(self.said.percent.get_or_insert(span)),
        }
    }

    /// Counts a cell that is no number; 1 if it is the first of its column.
    fn add_bad(&mut self, bad: Bad, is_like: bool, texts: Texts<'_>) -> Result<usize, Bad> {
        let width = self.columns.len();
        let may_be_text = match texts {
            Texts::Free => bad.column < AT_AN_END || bad.column + AT_AN_END >= width,
            Texts::These(columns) => columns.contains(&bad.column),
        };
        let Some(column) = self.columns.get_mut(bad.column).filter(|_| may_be_text) else {
            return Err(bad);
        };
        self.values.push(f64::NAN);
        match bad.why {
            _ if is_like => column.likes += 1,
            // A name may be `3 apples`.
            NotANumber::Text | NotANumber::Unit => column.words += 1,
            NotANumber::Symbol => column.symbols += 1,
            NotANumber::Glued | NotANumber::Hexadecimal | NotANumber::Complex => column.marks += 1,
            _ => column.others += 1,
        }
        let is_first = column.first_bad.is_none();
        column.first_bad.get_or_insert(bad);
        Ok(usize::from(is_first))
    }

    /// The cell of a row to blame when no column of numbers is left: a damaged number if there is
    /// one, else the last, since the first may be a name.
    fn worst(&self, row: usize) -> Bad {
        let of_row = || {
            let bads = self.columns.iter().filter_map(|column| column.first_bad);
            bads.filter(|bad| bad.row == row)
        };
        let is_damaged = |bad: &Bad| !matches!(bad.why, NotANumber::Text | NotANumber::Symbol);
        let worst = of_row().find(is_damaged).or_else(|| of_row().next_back());
        worst.unwrap_or(Bad { row, column: 0, why: NotANumber::Text })
    }
}
