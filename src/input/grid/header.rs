//! Whether the first row names the columns, and what names tell.

use super::{
    Grid,
    fill::{Bad, Kind, is_number},
};
use crate::input::number::NotANumber;

/// What people call the column of tokens.
const TOKENS: [&str; 16] = [
    "token", "tokens", "word", "words", "label", "labels", "name", "names", "text", "term",
    "piece", "vocab", "토큰", "단어", "이름", "라벨",
];
/// What people call the numbers of the rows.
const NUMBERS: [&str; 10] =
    ["", "id", "index", "idx", "row", "no", "no.", "#", "번호", "unnamed: 0"];
/// What people call dimensions.
const DIMENSIONS: [&str; 9] =
    ["dim", "dims", "dimension", "dimensions", "component", "feature", "axis", "차원", "특성"];

/// What the first row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct First {
    /// Whether it names the columns.
    pub is_header: bool,
    /// Whether it could as well be the other.
    pub is_doubtful: bool,
}

impl First {
    const HEADER: Self = Self { is_header: true, is_doubtful: false };
    const DATA: Self = Self { is_header: false, is_doubtful: false };
}

/// The first row of a grid, as far as the columns of data go.
pub struct FirstRow<'a> {
    /// The grid.
    pub grid: &'a Grid<'a>,
    /// How its numbers are written.
    pub kind: Kind,
    /// The columns that are data, or that may be numbers of rows.
    pub columns: &'a [usize],
    /// How many cells it has fewer than the others: 0 or 1.
    pub shift: usize,
    /// Whether the first column names the rows.
    pub has_labels: bool,
    /// Whether other rows have numbers that are not whole.
    pub has_decimals: bool,
    /// Whether the form marks it as a header.
    pub is_marked: bool,
}

impl FirstRow<'_> {
    /// What the row is.
    ///
    /// # Errors
    /// A cell that fits neither.
    pub fn told(&self) -> Result<First, Bad> {
        let (mut values, mut bads) = (Vec::new(), Vec::new());
        for column in self.columns {
            let Some(at) = column.checked_sub(self.shift) else { continue };
            let Some(span) = self.grid.row(0).get(at) else { continue };
            if self.grid.is_quoted_name(*span, *column) {
                bads.push(Bad { row: 0, column: at, why: NotANumber::Text });
                continue;
            }
            match self.kind.value(&self.grid.cell(*span)) {
                Ok((value, _)) => values.push(value),
                Err(why) => bads.push(Bad { row: 0, column: at, why }),
            }
        }
        let Some(first) = bads.first() else { return Ok(self.of_numbers(&values)) };
        let is_quoted = |bad: &Bad| {
            let span = self.grid.row(0).get(bad.column);
            span.is_some_and(|span| self.grid.is_quoted_name(*span, bad.column + self.shift))
        };
        let is_word = |bad: &&Bad| {
            let cell = self.grid.row(0).get(bad.column).map(|span| self.grid.cell(*span));
            matches!(bad.why, NotANumber::Text | NotANumber::Symbol | NotANumber::Unit)
                && (is_quoted(bad) || !cell.is_some_and(|cell| is_of_numbers(&cell)))
        };
        let n_words = bads.iter().filter(is_word).count();
        if self.is_marked || (values.is_empty() && n_words > 0) {
            return Ok(First::HEADER);
        }
        Err(bads.iter().find(|bad| !is_word(bad)).copied().unwrap_or(*first))
    }

    /// A first row of numbers is data, unless it counts the columns.
    fn of_numbers(&self, values: &[f64]) -> First {
        let n = values.len();
        if self.is_marked {
            return First { is_header: true, is_doubtful: true };
        }
        let counts = counts_from(values, 0.0);
        // Tokens without names are numbered from 1.
        let is_named = (counts || counts_from(values, 1.0)) && self.is_below_a_name();
        if is_named || (counts && self.shift == 1) {
            return First::HEADER;
        }
        if counts && n >= 3 && self.has_decimals {
            return First { is_header: true, is_doubtful: true };
        }
        let is_odd = (counts || (n >= 3 && counts_from(values, 1.0)))
            && n >= 2
            && (self.has_decimals || n >= 4);
        First { is_doubtful: is_odd, ..First::DATA }
    }

    /// Whether the first cell is what people call tokens: `token,0,1,2`.
    fn is_below_a_name(&self) -> bool {
        let corner = self.grid.row(0).first();
        let name = corner.map(|span| self.grid.cell(*span)).unwrap_or_default();
        self.has_labels && (names_tokens(&name) || names_numbers(&name))
    }
}

/// Whether a cell is a number, or several with something between them: a row that is too long, and
/// no name.
fn is_of_numbers(cell: &str) -> bool {
    let is_between = |c: char| matches!(c, ',' | ';' | '，' | '；' | ' ' | '\t');
    let mut parts = cell.split(is_between).filter(|part| !part.is_empty());
    // Some are too large to be one.
    let is_like = |part: &str| is_number(part) || part.parse::<f64>().is_ok();
    is_number(cell) || (parts.clone().next().is_some() && parts.all(is_like))
}

/// Whether numbers count up by one.
pub fn counts_from(values: &[f64], first: f64) -> bool {
    let expected = (0..values.len()).map(|i| first + i as f64);
    !values.is_empty() && values.iter().zip(expected).all(|(a, b)| a.total_cmp(&b).is_eq())
}

/// Whether a column of this name holds tokens.
pub fn names_tokens(name: &str) -> bool {
    is_in(name, &TOKENS)
}

/// Whether a column of this name counts the rows.
pub fn names_numbers(name: &str) -> bool {
    is_in(name, &NUMBERS)
}

/// Whether a column of this name holds names of dimensions.
pub fn names_dimensions(name: &str) -> bool {
    is_in(name, &DIMENSIONS)
}

fn is_in(name: &str, names: &[&str]) -> bool {
    let name = name.trim();
    names.iter().any(|one| one.eq_ignore_ascii_case(name))
}

/// Whether names are those of dimensions: what people call one, and numbers that count up.
pub fn are_dimensions(names: &[String]) -> bool {
    let split = |name: &String| {
        let word = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = name[word.len()..].parse::<f64>().ok()?;
        let word = word.trim_end_matches(['_', '-', ' ']);
        (word.eq_ignore_ascii_case("d") || names_dimensions(word)).then_some(number)
    };
    let numbers: Option<Vec<f64>> = names.iter().map(split).collect();
    let counts = |numbers: Vec<f64>| counts_from(&numbers, numbers.first().copied().unwrap_or(0.0));
    names.len() > 1 && numbers.is_some_and(counts)
}

/// Types of columns, as some programs print them below the names.
pub fn is_type(cell: &str) -> bool {
    let name = cell.trim().trim_start_matches('<').trim_end_matches('>');
    let letters = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_sized = ["i", "u", "f", "int", "uint", "float"].contains(&letters) && letters != name;
    let named = [
        "str", "cat", "bool", "chr", "dbl", "int", "lgl", "fct", "varchar", "double", "float",
        "integer", "bigint", "boolean", "real", "text", "object", "string", "date", "---",
    ];
    is_sized || named.iter().any(|one| one.eq_ignore_ascii_case(name))
}
