//! What a cell is that is no number.

use super::{is_minus, spelled::digit};
use crate::input::{Fault, Form};

/// Why a cell is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotANumber {
    /// There is nothing in it.
    Empty,
    /// It says that the value is missing: `--`, `NA`, `null`, `None`.
    Missing,
    /// It stands for what was left out: `...`, `..`, `…`, `⋮`, `\cdots`.
    Ellipsis,
    /// It is larger than can be held.
    TooLarge,
    /// It is a complex number.
    Complex,
    /// It is a hexadecimal number, or an identifier that looks like one.
    Hexadecimal,
    /// It is several numbers with no blank between them: `0.5-1.25`.
    Glued,
    /// It is a number and a unit: `1 kg`.
    Unit,
    /// It is an error of a spreadsheet: `#DIV/0!`.
    SheetError,
    /// It is what a spreadsheet shows in a column that is too narrow: `####`.
    TooNarrow,
    /// It is a symbol: `x_1`, `\alpha`.
    Symbol,
    /// It is anything else.
    Text,
}

/// Words that say that a value is missing, in whatever case. `export::csv` puts names that are one
/// of them in quotes.
pub const MISSING: [&str; 17] = [
    "-",
    "--",
    "---",
    "–",
    "—",
    "na",
    "n/a",
    "<na>",
    "nat",
    "null",
    "none",
    "nil",
    "missing",
    "masked",
    "undefined",
    "?",
    ".",
];
/// Words that stand for what was left out.
const ELLIPSES: [&str; 12] =
    ["…", "⋯", "⋮", "⋱", "⋰", "\\cdots", "\\ldots", "\\dots", "\\vdots", "\\ddots", "\\hdots", "‥"];

/// No cell that is told apart below has more bytes.
const LONGEST: usize = 128;

impl NotANumber {
    /// What a cell is that was found to be no number.
    pub fn of(cell: &str) -> Self {
        let is_in = |words: &[&str]| words.iter().any(|word| word.eq_ignore_ascii_case(cell));
        let is_all = |c: char| cell.chars().all(|one| one == c);
        match cell {
            "" => Self::Empty,
            // Whatever it is, it is none of the short things below.
            _ if cell.len() > LONGEST => Self::Text,
            _ if is_in(&MISSING) => Self::Missing,
            _ if is_in(&ELLIPSES) || is_all('.') => Self::Ellipsis,
            _ if is_all('#') => Self::TooNarrow,
            _ if is_sheet_error(cell) => Self::SheetError,
            _ if is_hexadecimal(cell) => Self::Hexadecimal,
            _ if is_complex(cell) => Self::Complex,
            _ if is_glued(cell) => Self::Glued,
            _ if has_unit(cell) => Self::Unit,
            _ if is_symbol(cell) => Self::Symbol,
            _ => Self::Text,
        }
    }

    /// What to say of the cell `found`.
    pub fn fault(self, found: &str) -> Fault {
        match self {
            Self::Ellipsis => {
                Fault::Shortened { found: found.to_owned(), whole: None, form: Form::TABLE }
            }
            _ => Fault::Cell { found: found.to_owned(), why: self },
        }
    }
}

/// `#DIV/0!`, `#WERT!`, `#NOM?`, `#N/A`, `#NV`; also `LibreOffice`'s `Err:502`.
fn is_sheet_error(cell: &str) -> bool {
    let is_name = |c: char| c.is_uppercase() || matches!(c, '/' | '0' | '_' | '!' | '?');
    let name = cell.strip_prefix('#').filter(|name| name.chars().count() > 1);
    name.is_some_and(|name| name.chars().all(is_name)) || cell.starts_with("Err:5")
}

fn is_hexadecimal(cell: &str) -> bool {
    let unsigned = cell.strip_prefix(is_minus).unwrap_or(cell);
    let digits = unsigned.strip_prefix("0x").or_else(|| unsigned.strip_prefix("0X"));
    digits.is_some_and(|digits| digits.starts_with(|c: char| c.is_ascii_hexdigit()))
}

/// Starts and ends as `1+2j`, `-0.5i`, `3.0 + 4.0im` do, with nothing but numbers between.
fn is_complex(cell: &str) -> bool {
    let units = ["j", "i", "J", "im", "*I", "*i"];
    let real = units.iter().find_map(|unit| cell.strip_suffix(unit));
    real.is_some_and(|real| is_of_digits(real) && real.contains(|c| digit(c).is_some()))
}

/// A sign stands behind a digit, and a number behind the sign.
fn is_glued(cell: &str) -> bool {
    let mut before = None;
    let sign = cell.char_indices().find(|(_, c)| {
        let is_sign = is_minus(*c) || *c == '+';
        let is_behind = before.is_some_and(|b| digit(b).is_some() || b == '.');
        before = Some(*c);
        is_sign && is_behind
    });
    is_of_digits(cell) && sign.is_some_and(|(at, _)| cell[at..].contains(|c| digit(c).is_some()))
}

/// A number, a blank and a word.
fn has_unit(cell: &str) -> bool {
    let is_of_unit = |c: char| c.is_alphabetic() || matches!(c, '°' | '/' | '²' | '³');
    cell.rsplit_once(' ').is_some_and(|(number, unit)| {
        is_of_digits(number)
            && number.contains(|c| digit(c).is_some())
            && unit.contains(char::is_alphabetic)
            && unit.chars().all(is_of_unit)
    })
}

fn is_of_digits(text: &str) -> bool {
    let is_of_number = |c: char| {
        digit(c).is_some() || is_minus(c) || matches!(c, '.' | ',' | '+' | 'e' | 'E' | ' ')
    };
    text.chars().all(is_of_number)
}

/// A command, or a short name with an index.
fn is_symbol(cell: &str) -> bool {
    let name = cell.strip_prefix(is_minus).unwrap_or(cell);
    let is_indexed = name.contains('_') && name.starts_with(char::is_alphabetic);
    let letters = name.chars().filter(|c| c.is_alphabetic()).count();
    let is_letter = letters == 1 && name.starts_with(char::is_alphabetic);
    name.starts_with('\\') || is_indexed || is_letter
}
