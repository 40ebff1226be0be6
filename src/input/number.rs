//! One grammar of numbers for every form.

/// How numbers are written in a source; decided once for all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// What stands before the decimals: `.` or `,`.
    pub decimal: char,
    /// What may stand between groups of three digits, if anything.
    pub group: Option<char>,
}

impl Style {
    /// A decimal point and no groups.
    pub const POINT: Self = Self { decimal: '.', group: None };
}

/// A number, and what its spelling asks to be said about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    /// Its value; NaN and infinities where they are spelled out.
    pub value: f64,
    /// What is unusual about its spelling, if anything.
    pub oddity: Option<Oddity>,
}

/// What is unusual about the spelling of a number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Oddity {
    /// A sign that looks like a minus.
    Minus(char),
    /// ×10 with an exponent.
    PowerOfTen,
    /// A percent sign; the value is what stands before it.
    Percent,
}

/// Why a cell is no number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotANumber {
    /// It says that the value is missing: `--`, `NA`, `null`, `None`, or nothing at all.
    Missing,
    /// It stands for what was left out: `...`, `..`, `…`, `⋮`.
    Ellipsis,
    /// It is larger than can be held.
    TooLarge,
    /// It is a complex number.
    Complex,
    /// It is anything else.
    Text,
}

/// Reads one cell.
///
/// # Errors
/// [`NotANumber`] tells what it is instead.
pub fn number(cell: &str, _style: Style) -> Result<Number, NotANumber> {
    // Rust's own grammar, until all spellings are here.
    let value: f64 = cell.trim().parse().map_err(|_| NotANumber::Text)?;
    Ok(Number { value, oddity: None })
}
