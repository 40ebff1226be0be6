//! One grammar of numbers for every form: what programs print, what spreadsheets copy, what papers
//! typeset. A plain number takes the short way; anything else is rewritten into plain decimal text
//! first, so that every value is the nearest `f64` to what is spelled.

mod fraction;
mod refusal;
mod spelled;

pub use refusal::{MISSING, NotANumber};

/// How numbers are written in a source; decided once for all of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Style {
    /// What stands before the decimals: `.` or `,`.
    pub decimal: char,
    /// What may stand between groups of three digits, if anything: `,`, `.`, `'` (also `’`), or
    /// `' '` for any blank that does not end a line.
    pub group: Option<char>,
}

impl Style {
    /// A decimal point and no groups.
    pub const POINT: Self = Self { decimal: '.', group: None };
    /// A decimal comma and no groups.
    pub const COMMA: Self = Self { decimal: ',', group: None };
}

/// A number, and what its spelling asks to be said about it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Number {
    /// Its value; NaN and infinities where they are spelled out.
    pub value: f64,
    /// What is unusual about its spelling, if anything.
    pub oddity: Option<Oddity>,
}

/// What is unusual about the spelling of a number; of several the last one here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Oddity {
    /// A sign that looks like a minus.
    Minus(char),
    /// ×10 with an exponent.
    PowerOfTen,
    /// A percent sign; the value is what stands before it.
    Percent,
}

/// Reads one cell; blanks around it do not matter.
///
/// # Errors
/// [`NotANumber`] tells what it is instead.
pub fn number(cell: &str, style: Style) -> Result<Number, NotANumber> {
    // Most cells are plain, and nearly all time goes here.
    if let Some(value) = plain(cell, style.decimal) {
        return held(value, cell).map(|value| Number { value, oddity: None });
    }
    let cell = cell.trim_matches(is_blank);
    let share = without_percent(cell);
    let mut read =
        unusual(share.unwrap_or(cell), style).unwrap_or_else(|| Err(NotANumber::of(cell)))?;
    if share.is_some() {
        read.oddity = Some(Oddity::Percent);
    }
    Ok(read)
}

/// The value of a number that is written as Rust writes it, but for the decimal mark.
fn plain(cell: &str, decimal: char) -> Option<f64> {
    if decimal == '.' {
        return cell.parse().ok();
    }
    let mut pointed = [0; 32];
    let pointed = pointed.get_mut(..cell.len())?;
    for (to, from) in pointed.iter_mut().zip(cell.bytes()) {
        *to = match from {
            b',' => b'.',
            b'0'..=b'9' | b'-' | b'+' | b'e' | b'E' => from,
            _ => return None,
        };
    }
    std::str::from_utf8(pointed).ok()?.parse().ok()
}

fn unusual(cell: &str, style: Style) -> Option<Result<Number, NotANumber>> {
    spelled::decimal(cell, style)
        .or_else(|| fraction::fraction(cell, style))
        .or_else(|| spelled::name(cell).map(|value| Ok(Number { value, oddity: None })))
}

/// Whether a character is a blank, be it one that has no width.
pub fn is_blank(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\u{200B}'..='\u{200F}' | '\u{2060}' | '\u{FEFF}')
}

/// Whether a character is read as a minus: dashes and signs that look like one.
pub fn is_minus(c: char) -> bool {
    c == '-' || looks_like_minus(c)
}

/// Minus sign, full-width and small hyphen, en dash, figure dash, hyphens.
fn looks_like_minus(c: char) -> bool {
    matches!(c, '\u{2212}' | '\u{FF0D}' | '\u{FE63}' | '\u{2010}'..='\u{2013}')
}

/// A value that is infinite only if it is spelled so.
fn held(value: f64, spelled: &str) -> Result<f64, NotANumber> {
    let is_spelled = !spelled.bytes().any(|byte| byte.is_ascii_digit());
    if value.is_infinite() && !is_spelled { Err(NotANumber::TooLarge) } else { Ok(value) }
}

fn without_percent(cell: &str) -> Option<&str> {
    let share = cell.strip_suffix(['%', '％'])?;
    Some(share.strip_suffix('\\').unwrap_or(share).trim_end_matches(is_blank))
}
