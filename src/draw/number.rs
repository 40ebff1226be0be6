//! How a number is written: in cells, in tooltips, in the arithmetic, in labels of ranges.
//!
//! A minus is `−`, a masked score `−∞`. Zero itself is `0`; a number that only rounds to zero keeps
//! its decimals (`0.000`), so that a weight that is masked away differs from one that is small.

use std::fmt::{self, Write as _};

use ndarray::ArrayView2;

use super::ColorMap;
use crate::math::value_range;

/// How many digits a number is written with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Digits {
    /// So many decimals: columns align.
    Fixed(usize),
    /// So many decimals before a power of ten: `1.2e5`.
    Scientific(usize),
    /// The fewest that read back as the same number.
    Exact,
}

/// Chooses the digits of a matrix's cells, one choice for all of them.
///
/// Amounts (weights): three decimals. Signed numbers: two, one from 100, powers of ten from 1000;
/// of both more when even the largest is small, as it is of weights on a thousand keys.
pub fn cell_digits(matrix: ArrayView2<'_, f64>, map: ColorMap) -> Digits {
    digits_of(value_range(matrix), map)
}

/// The same by the range of the finite numbers, where there are any.
pub(super) fn digits_of(range: Option<(f64, f64)>, map: ColorMap) -> Digits {
    let largest = range.map_or(0.0, |(low, high)| high.max(-low));
    match (map, digits_below(largest)) {
        (ColorMap::Sequential, Digits::Fixed(decimals)) if largest < 9.9995 => {
            Digits::Fixed(decimals + 1)
        }
        (_, digits) => digits,
    }
}

/// The bounds are where rounding would add a digit.
fn digits_below(largest: f64) -> Digits {
    match largest {
        0.0 => Digits::Fixed(2),
        small if small < 0.000_995 => Digits::Scientific(1),
        small if small < 0.009_95 => Digits::Fixed(4),
        small if small < 0.0995 => Digits::Fixed(3),
        middling if middling < 99.995 => Digits::Fixed(2),
        large if large < 999.95 => Digits::Fixed(1),
        _ => Digits::Scientific(1),
    }
}

/// Writes a number.
pub fn format_number(value: f64, digits: Digits) -> String {
    let mut text = String::new();
    write_number(&mut text, value, digits);
    text
}

/// Appends a number to `text`, as [`format_number`]; allocates only what `text` lacks.
pub fn write_number(text: &mut String, value: f64, digits: Digits) {
    let begin = text.len();
    let mut out = TrueMinus(text);
    // Writing to a string cannot fail.
    let _ = match digits {
        _ if value.is_nan() => out.write_str("NaN"),
        _ if value.is_infinite() => out.write_str(if value > 0.0 { "∞" } else { "-∞" }),
        _ if value == 0.0 => out.write_str("0"),
        Digits::Fixed(decimals) => write!(out, "{value:.decimals$}"),
        Digits::Scientific(decimals) => write!(out, "{value:.decimals$e}"),
        Digits::Exact if (1e-5..1e16).contains(&value.abs()) => write!(out, "{value}"),
        Digits::Exact => write!(out, "{value:e}"),
    };
    drop_sign_of_zero(text, begin);
}

/// Writes a range, `−34.5 … 35.2`: one decimal, more when the ends are close.
///
/// Whole numbers below 1000 stay whole: `0 … 1`.
pub fn format_range(low: f64, high: f64) -> String {
    let digits = range_digits(low, high);
    let mut text = String::new();
    write_number(&mut text, low, digits);
    text.push_str(" … ");
    write_number(&mut text, high, digits);
    text
}

fn range_digits(low: f64, high: f64) -> Digits {
    let finite = |value: f64| if value.is_finite() { value } else { 0.0 };
    let (low, high) = (finite(low), finite(high));
    let largest = low.abs().max(high.abs());
    if low.fract() == 0.0 && high.fract() == 0.0 && largest < 1000.0 {
        return Digits::Fixed(0);
    }
    let span = if high > low { high - low } else { largest };
    match span {
        _ if !(0.001..99_999.95).contains(&largest) => Digits::Scientific(1),
        span if span >= 1.0 => Digits::Fixed(1),
        span if span >= 0.1 => Digits::Fixed(2),
        span if span >= 0.01 => Digits::Fixed(3),
        span if span >= 0.001 => Digits::Fixed(4),
        _ => Digits::Exact,
    }
}

/// Turns `−0.00` into `0.00`.
fn drop_sign_of_zero(text: &mut String, begin: usize) {
    let written = &text[begin..];
    if written.starts_with('−') && !written.contains(|c| matches!(c, '1'..='9' | '∞')) {
        text.replace_range(begin..begin + '−'.len_utf8(), "");
    }
}

/// Writes `-` as `−`.
struct TrueMinus<'a>(&'a mut String);

impl fmt::Write for TrueMinus<'_> {
    fn write_str(&mut self, part: &str) -> fmt::Result {
        self.0.extend(part.chars().map(|c| if c == '-' { '−' } else { c }));
        Ok(())
    }
}
