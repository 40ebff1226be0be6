//! Which row is a header, which columns are data and which names the rows, under one way of
//! writing numbers.

use std::borrow::Cow;

use super::{
    Grid, Span,
    fill::{Bad, Column, Filled, Kind, Said, Texts, fill, is_number},
    header::{First, FirstRow, names_dimensions, names_numbers, names_tokens},
};
use crate::input::number::NotANumber;

/// What a form says of its own table.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known {
    /// The first row is marked as a header.
    pub has_header: bool,
    /// The first column is marked as names.
    pub has_labels: bool,
    /// What a word before numbers may be.
    pub words: Words,
    /// How many columns, from the first on, may hold texts, where the form says so.
    pub n_texts: Option<usize>,
}

/// What a word before numbers may be.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Words {
    /// The name of a row.
    #[default]
    Names,
    /// A token, whatever it looks like: blanks stand between the cells.
    Tokens,
    /// An unknown: it is a formula.
    Unknowns,
}

/// What the user said, if anything.
#[derive(Debug, Clone, Copy, Default)]
pub struct Told {
    /// Whether the first row is a header.
    pub header: Option<bool>,
    /// Where the names of the rows are.
    pub label: Option<Label>,
}

/// Where the names of the rows are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Label {
    /// Nowhere: every column is data.
    Nowhere,
    /// In a column, counted from 0.
    In(usize),
    /// A column, counted from 0, only counts the rows; it is left out.
    Counted(usize),
}

/// Rows and columns of a grid, with their parts.
#[derive(Debug, Clone)]
pub struct Layout {
    /// How the cells are written.
    pub kind: Kind,
    /// Whether the first row is a header.
    pub first: First,
    /// How many cells the header has fewer than the other rows: 0 or 1.
    pub shift: usize,
    /// Where the names of the rows are.
    pub label: Label,
    /// Whether the names of the rows could as well be data, or the other way round.
    pub is_label_doubtful: bool,
    /// The columns of data.
    pub data: Vec<usize>,
    /// Columns of texts that are neither names nor data.
    pub left_out: Vec<usize>,
    /// Columns that hold texts.
    pub texts: Vec<usize>,
    /// Whether a text or a name of a column is a number when written another way.
    pub has_likes: bool,
    /// `[rows, data]`.
    pub values: Vec<f64>,
    /// What must be said.
    pub said: Said,
}

impl Layout {
    /// The first numbers, for people.
    pub fn preview(&self) -> String {
        let n = self.data.len();
        let row: Vec<String> = self.values.iter().take(n.min(4)).map(f64::to_string).collect();
        format!("{}{}", row.join(" "), if n > 4 { " …" } else { "" })
    }

    /// Whether the values are those of another layout, one after the other.
    pub fn has_values_of(&self, other: &Self) -> bool {
        let is_same =
            |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
        self.values.len() == other.values.len()
            && self.values.iter().zip(&other.values).all(is_same)
    }

    /// The first row of data.
    pub fn first_row(&self) -> usize {
        usize::from(self.first.is_header)
    }
}

/// A grid whose rows have `width` cells, but for the first, which may have one less.
#[derive(Clone, Copy)]
pub struct Frame<'a> {
    /// The cells.
    pub grid: &'a Grid<'a>,
    /// How many cells a row has.
    pub width: usize,
    /// How they are written.
    pub kind: Kind,
    /// What the form says.
    pub known: Known,
    /// What the user says.
    pub told: Told,
}

/// Columns that name the rows, or are otherwise no data.
struct TextColumns {
    columns: Vec<usize>,
    is_doubtful: bool,
}

impl Frame<'_> {
    /// Lays the grid out.
    ///
    /// # Errors
    /// The first cell that does not fit.
    pub fn layout(self) -> Result<Layout, Bad> {
        let Self { grid, width, kind, told, .. } = self;
        let is_open = self.has_first_row();
        let freedom = match told.label {
            Some(Label::Nowhere) => Texts::These(&[]),
            _ => Texts::Free,
        };
        let mut filled = fill(grid, usize::from(is_open)..grid.n_rows(), width, kind, freedom)?;
        let texts = self.texts(&filled)?;
        let first = self.first(&filled, &texts)?;
        if is_open && !first.is_header {
            let above = fill(grid, 0..1, width, kind, Texts::These(&texts.columns))?;
            filled.values.splice(0..0, above.values);
            filled.said = above.said.or(filled.said);
            for (column, above) in filled.columns.iter_mut().zip(&above.columns) {
                *column = column.and(above);
            }
        }
        let (label, is_label_doubtful) = self.label(&filled, &texts, first);
        let is_label = |c: usize| matches!(label, Label::In(l) | Label::Counted(l) if l == c);
        // A column with a number in it is left out for its sake alone: the other cell is damaged.
        let is_damaged = |column: &Column| column.numbers + column.likes > 0;
        let columns = texts.columns.iter().filter(|column| !is_label(**column));
        let mut damaged = columns.filter_map(|column| filled.columns.get(*column));
        if let Some(bad) = damaged.find(|c| is_damaged(c)).and_then(|column| column.first_bad) {
            return Err(bad);
        }
        let last = texts.columns.iter().rfind(|column| self.is_leading(**column, &texts, &filled));
        let is_before = |c: usize| last.is_some_and(|last| c < *last);
        let is_data = |c: &usize| !is_label(*c) && !texts.columns.contains(c) && !is_before(*c);
        let data: Vec<usize> = (0..width).filter(is_data).collect();
        let left_out = (0..width).filter(|c| !is_label(*c) && !is_data(c)).collect();
        let header = if first.is_header { grid.row(0) } else { &[] };
        let has_likes = filled.columns.iter().any(|column| column.likes > 0)
            || header.iter().any(|span| is_number(&grid.cell(*span)));
        Ok(Layout {
            kind,
            first,
            shift: self.shift(),
            label,
            is_label_doubtful,
            values: only(filled.values, width, &data),
            data,
            left_out,
            texts: texts.columns,
            has_likes,
            said: filled.said,
        })
    }

    /// How many cells the first row has fewer than the others.
    fn shift(&self) -> usize {
        usize::from(self.grid.row(0).len() < self.width)
    }

    /// Whether there is a first row apart from the others.
    fn has_first_row(&self) -> bool {
        self.shift() > 0 || (self.grid.n_rows() > 1 && self.told.header != Some(false))
    }

    /// What the first row has in a column, if it can be a name.
    fn name(&self, column: usize) -> Option<Cow<'_, str>> {
        let at = column.checked_sub(self.shift()).filter(|_| self.has_first_row())?;
        self.grid.row(0).get(at).map(|span| self.grid.cell(*span))
    }

    /// Whether a column is marked or named as one that names the rows.
    fn is_named(&self, column: usize) -> bool {
        let is_marked = column == 0 && (self.known.has_labels || self.shift() > 0);
        let names = |name: &str| {
            let is_first = || column == 0 && (names_numbers(name) || names_dimensions(name));
            let is_tokens = |c: usize| self.name(c).is_some_and(|name| names_tokens(&name));
            // Of several the first: the others are tokens that are called so.
            (names_tokens(name) && !(0..column).any(is_tokens)) || is_first()
        };
        self.width > 1 && (is_marked || self.name(column).is_some_and(|name| names(&name)))
    }

    /// What the first row holds, if it is one of numbers.
    fn above(&self) -> Option<Filled> {
        let Self { grid, width, kind, known, .. } = *self;
        let is_number = |(column, span): (usize, &Span)| {
            !grid.is_quoted_name(*span, column) && kind.value(&grid.cell(*span)).is_ok()
        };
        let has_number = || grid.row(0).iter().enumerate().any(is_number);
        let may_be = self.has_first_row() && self.shift() == 0 && !known.has_header;
        let is_data = may_be && has_number();
        let all: Vec<usize> = (0..width).collect();
        is_data.then(|| fill(grid, 0..1, width, kind, Texts::These(&all)).ok())?
    }

    /// The columns that hold texts.
    fn texts(&self, filled: &Filled) -> Result<TextColumns, Bad> {
        let mut texts = TextColumns { columns: Vec::new(), is_doubtful: false };
        let above = self.above();
        for (at, column) in filled.columns.iter().enumerate() {
            let mut column = *column;
            if let Some(above) = above.as_ref().and_then(|filled| filled.columns.get(at)) {
                column = column.and(above);
            }
            let Some(bad) = column.first_bad else { continue };
            if self.known.n_texts.is_some_and(|n_texts| at >= n_texts) {
                return Err(bad);
            }
            if !self.is_named(at) {
                // Only names may look like numbers here and there, and they stand in one column.
                let is_leading = texts.columns.is_empty() && self.is_leading(at, &texts, filled);
                if self.known.words == Words::Unknowns {
                    column.others += std::mem::take(&mut column.symbols);
                }
                column.words += std::mem::take(&mut column.symbols);
                if self.known.words == Words::Tokens && at == 0 {
                    // Between blanks `1,000` may be a token; elsewhere it is a number.
                    column.words += std::mem::take(&mut column.likes);
                }
                texts.is_doubtful |= is_text(&column, is_leading).ok_or(bad)?;
            }
            texts.columns.push(at);
        }
        let is_trailing = |c: usize| (c..self.width).all(|c| texts.columns.contains(&c));
        let stray = texts
            .columns
            .iter()
            .find(|column| !is_trailing(**column) && !self.is_leading(**column, &texts, filled));
        let bad = stray.and_then(|column| filled.columns.get(*column)?.first_bad);
        if let Some(Label::In(column) | Label::Counted(column)) = self.told.label
            && !texts.columns.contains(&column)
        {
            texts.columns.push(column);
            texts.columns.sort_unstable();
        }
        bad.map_or(Ok(texts), Err)
    }

    /// Whether every column before one holds texts or counts the rows.
    fn is_leading(&self, column: usize, texts: &TextColumns, filled: &Filled) -> bool {
        (0..column)
            .all(|c| texts.columns.contains(&c) || counts_rows(&filled.values, self.width, c))
    }

    /// What the first row is.
    fn first(&self, filled: &Filled, texts: &TextColumns) -> Result<First, Bad> {
        let is_header = self.told.header.unwrap_or(false) && self.has_first_row();
        if self.shift() == 0 && (!self.has_first_row() || self.told.header.is_some()) {
            return Ok(First { is_header, is_doubtful: false });
        }
        let is_named = |c: usize| self.is_named(c) && self.told.label != Some(Label::Nowhere);
        let is_free = |c: &usize| !texts.columns.contains(c) && !is_named(*c);
        let columns: Vec<usize> = (0..self.width).filter(is_free).collect();
        let row = FirstRow {
            grid: self.grid,
            kind: self.kind,
            columns: &columns,
            shift: self.shift(),
            has_labels: columns.len() < self.width,
            has_decimals: filled.values.iter().any(|value| value.fract() != 0.0),
            is_marked: self.known.has_header,
        };
        let is_named_formula =
            |first: First| self.known.words == Words::Unknowns && first.is_header;
        match row.told()? {
            first if self.shift() > 0 && !first.is_header => {
                Err(Bad { row: 0, column: 0, why: NotANumber::Text })
            }
            // A formula seldom has names above its numbers.
            first => {
                Ok(First { is_doubtful: first.is_doubtful || is_named_formula(first), ..first })
            }
        }
    }

    /// Where the names of the rows are, and whether that is doubtful.
    fn label(&self, filled: &Filled, texts: &TextColumns, first: First) -> (Label, bool) {
        if let Some(label) = self.told.label {
            return (label, false);
        }
        let counts = |column| counts_rows(&filled.values, self.width, column);
        let is_named = |c: &usize| {
            let is_marked = first.is_header || self.known.has_labels;
            is_marked && self.is_named(*c)
        };
        // Among texts the one that is named as tokens, else the first.
        let named = texts.columns.iter().find(|column| is_named(column));
        if let Some(column) = named.or(texts.columns.first()) {
            return (Label::In(*column), texts.is_doubtful);
        }
        match (0..self.width).find(is_named) {
            Some(column) if counts(column) => (Label::Counted(column), false),
            Some(column) => (Label::In(column), false),
            None => (Label::Nowhere, self.width > 1 && counts(0) && is_telling(filled, self.width)),
        }
    }
}

/// Whether a column is one of texts, and whether that is doubtful; `None` where it is one of
/// numbers with a damaged cell.
fn is_text(column: &Column, is_leading: bool) -> Option<bool> {
    let others = column.words + column.marks + column.others + column.likes;
    let n_rows = column.numbers + others;
    if column.words == 0 {
        return (is_leading && column.marks == n_rows && n_rows > 1).then_some(true);
    }
    if column.numbers == 0 {
        return Some(false);
    }
    // Names that look like numbers stand among words; one word among many numbers is a slip.
    (is_leading && others * 10 >= n_rows).then_some(others <= column.numbers)
}

/// Whether a column counts the rows, from 0 or from 1; the first of them may be in another row.
fn counts_rows(values: &[f64], width: usize, column: usize) -> bool {
    let numbers = || values.iter().skip(column).step_by(width.max(1));
    let first = numbers().next().copied().unwrap_or(f64::NAN);
    let counted = (0..numbers().len()).map(|i| first + i as f64);
    numbers().len() > 1
        && [0.0, 1.0, 2.0].contains(&first)
        && numbers().zip(counted).all(|(a, b)| a.total_cmp(&b).is_eq())
}

/// Whether counting numbers in the first column would be worth a question: few rows of whole
/// numbers count by chance.
fn is_telling(filled: &Filled, width: usize) -> bool {
    filled.values.len() >= 4 * width || filled.values.iter().any(|value| value.fract() != 0.0)
}

/// Some columns of a matrix.
fn only(values: Vec<f64>, width: usize, columns: &[usize]) -> Vec<f64> {
    if columns.len() == width {
        return values;
    }
    let rows = values.chunks_exact(width.max(1));
    rows.flat_map(|row| columns.iter().filter_map(|column| row.get(*column))).copied().collect()
}
