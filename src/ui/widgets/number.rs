//! How the page writes numbers outside cells: by the same function as inside them.

use crate::draw::{Digits, format_number};

/// In read-outs: three decimals.
pub fn short(value: f64) -> String {
    format_number(value, Digits::Fixed(3))
}

/// In arithmetic: as many decimals as keep a small number from vanishing.
pub fn arithmetic(value: f64) -> String {
    let size = value.abs();
    let digits = match size {
        _ if value == 0.0 || !value.is_finite() => Digits::Fixed(0),
        _ if size < 0.0005 => Digits::Scientific(2),
        _ if size < 1000.0 => Digits::Fixed(3),
        _ => Digits::Scientific(3),
    };
    format_number(value, digits)
}

/// The beginning of a typed text, so that a long one does not fill the page.
pub fn excerpt(text: &str) -> String {
    const LONGEST: usize = 20;
    if text.chars().count() <= LONGEST {
        return text.to_owned();
    }
    text.chars().take(LONGEST - 1).chain(['…']).collect()
}

/// Unrounded: the shortest text that reads back as the same number.
pub fn exact(value: f64) -> String {
    format_number(value, Digits::Exact)
}

/// The same of a number that is known in single precision: the digits that a double adds mean nothing.
pub fn exact_single(value: f64) -> String {
    // Reads back as the same number.
    exact((value as f32).to_string().parse().unwrap_or(value))
}
