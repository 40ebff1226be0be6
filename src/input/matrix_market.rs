//! Matrix Market files: one value a line, column by column, or the places of those that are not
//! zero.

use super::{
    Answers, Array, Fault, Form, FormAbout, Format, InFull, MOST_NUMBERS, Place, ReadFault,
    Reading, Source, TableFault, TableNote,
    delimited::Lines,
    grid::Span,
    number::{NotANumber, Style, number},
};

impl Form {
    /// A Matrix Market file.
    pub const MATRIX_MARKET: Self = Self(&FormAbout {
        english: "Matrix Market",
        korean: "Matrix Market",
        in_full: InFull::VALUES,
    });
}

/// Matrix Market.
pub struct MatrixMarket;

impl Format for MatrixMarket {
    fn read(&self, source: &Source<'_>, _answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        let banner = text.get(..14)?;
        banner.eq_ignore_ascii_case("%%MatrixMarket").then(|| read(text))
    }
}

/// What the first line says.
struct Banner {
    is_dense: bool,
    is_pattern: bool,
    symmetry: Symmetry,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Symmetry {
    General,
    Symmetric,
    Skew,
}

impl Banner {
    fn of(line: &str) -> Option<Self> {
        let words: Vec<String> = line.split_whitespace().map(str::to_lowercase).collect();
        let [_, object, layout, field, symmetry] = words.as_slice() else { return None };
        let is_known = object == "matrix" && ["array", "coordinate"].contains(&layout.as_str());
        let is_real = ["real", "double", "integer", "pattern"].contains(&field.as_str());
        let symmetry = match symmetry.as_str() {
            "general" => Symmetry::General,
            "symmetric" => Symmetry::Symmetric,
            "skew-symmetric" => Symmetry::Skew,
            _ => return None,
        };
        let is_dense = layout == "array";
        (is_known && is_real).then_some(Self { is_dense, is_pattern: field == "pattern", symmetry })
    }
}

fn read(text: &str) -> Result<Reading, ReadFault> {
    let mut lines = Lines::new(text, 0).map(|line| line.trimmed(text));
    let first = lines.next().unwrap_or(Span::new(0, 0));
    let Some(banner) = Banner::of(first.of(text)) else {
        let found = first.of(text).to_owned();
        return Err(Fault::from(TableFault::MarketKind { found }).at(place(text, first)));
    };
    let is_content = |line: &Span| !line.of(text).is_empty() && !line.of(text).starts_with('%');
    let mut lines = lines.filter(is_content);
    let size = lines.next().unwrap_or(Span::new(text.len(), text.len()));
    let (rows, cols, said) = banner.size(size.of(text)).ok_or_else(|| {
        let fault = Fault::from(TableFault::MarketSize);
        fault.at(place(text, size))
    })?;
    let n_values = rows.saturating_mul(cols);
    if n_values > MOST_NUMBERS {
        let fault = Fault::TooMany { found: n_values, limit: MOST_NUMBERS };
        return Err(fault.at(place(text, size)));
    }
    let entries: Vec<Span> = lines.collect();
    if entries.len() != said {
        let fault = TableFault::MarketCount { said, found: entries.len() };
        return Err(Fault::from(fault).at(place(text, size)));
    }
    let mut values = vec![0.0; n_values];
    let mut cells = banner.cells(rows, cols);
    for entry in entries {
        let words = entry.parts(text, ' ');
        let cell =
            if banner.is_dense { cells.next() } else { stored_at(text, &words, rows, cols)? };
        let (row, col) = cell.unwrap_or_default();
        let value = match words.as_slice() {
            [word] if banner.is_dense => value(text, *word)?,
            [_, _] if banner.is_pattern => 1.0,
            [_, _, word] if !banner.is_dense && !banner.is_pattern => value(text, *word)?,
            _ => return Err(NotANumber::Text.fault(entry.of(text)).at(place(text, entry))),
        };
        banner.set(&mut values, (row, col), cols, value);
    }
    let mut reading = Reading::of(Form::MATRIX_MARKET, Array::matrix(rows, cols, values));
    if !banner.is_dense {
        reading.notes.push(TableNote::ZerosFilledIn { stored: said }.into());
    }
    Ok(reading)
}

impl Banner {
    /// Rows, columns and how many values follow.
    fn size(&self, line: &str) -> Option<(usize, usize, usize)> {
        let counts: Option<Vec<usize>> =
            line.split_whitespace().map(|count| count.parse().ok()).collect();
        let (rows, cols, stored) = match *counts?.as_slice() {
            [rows, cols] if self.is_dense => (rows, cols, None),
            [rows, cols, stored] if !self.is_dense => (rows, cols, Some(stored)),
            _ => return None,
        };
        let triangle = |n: usize| n.checked_mul(n + 1).map(|twice| twice / 2);
        let all = match self.symmetry {
            Symmetry::General => rows.checked_mul(cols)?,
            Symmetry::Symmetric => triangle(rows)?,
            Symmetry::Skew => triangle(rows.checked_sub(1)?)?,
        };
        let is_square = self.symmetry == Symmetry::General || rows == cols;
        (is_square && rows > 0 && cols > 0).then(|| (rows, cols, stored.unwrap_or(all)))
    }

    /// The cells that are written, column by column.
    fn cells(&self, rows: usize, cols: usize) -> impl Iterator<Item = (usize, usize)> {
        let symmetry = self.symmetry;
        let first = move |col: usize| match symmetry {
            Symmetry::General => 0,
            Symmetry::Symmetric => col,
            Symmetry::Skew => col + 1,
        };
        (0..cols).flat_map(move |col| (first(col)..rows).map(move |row| (row, col)))
    }

    /// Sets a cell, and its mirror image.
    fn set(&self, values: &mut [f64], (row, col): (usize, usize), cols: usize, value: f64) {
        let mirrored = match self.symmetry {
            Symmetry::General => None,
            Symmetry::Symmetric => Some(value),
            Symmetry::Skew => Some(-value),
        };
        if let Some(mirrored) = mirrored.filter(|_| row != col) {
            values[col * cols + row] = mirrored;
        }
        values[row * cols + col] = value;
    }
}

/// Row and column of an entry, counted from 0.
fn stored_at(
    text: &str,
    words: &[Span],
    rows: usize,
    cols: usize,
) -> Result<Option<(usize, usize)>, ReadFault> {
    let at = |word: usize, most: usize| {
        let count = words.get(word)?.of(text).parse::<usize>().ok()?;
        count.checked_sub(1).filter(|at| *at < most)
    };
    let line = words.first().copied().unwrap_or(Span::new(0, 0));
    let fault = || Fault::from(TableFault::MarketPlace { rows, cols }).at(place(text, line));
    at(0, rows).zip(at(1, cols)).ok_or_else(fault).map(Some)
}

fn value(text: &str, word: Span) -> Result<f64, ReadFault> {
    let read = number(word.of(text), Style::POINT);
    read.map(|number| number.value).map_err(|why| why.fault(word.of(text)).at(place(text, word)))
}

fn place(text: &str, span: Span) -> Place {
    Place::at(text, span.start(), span.end() - span.start())
}
