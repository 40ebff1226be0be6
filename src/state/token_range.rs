//! A range of tokens as it is typed: its first and its last one, counted from 1.

use std::ops::{Range, RangeInclusive};

/// What is wrong with one of the two numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NoRange {
    /// Whether it is the last one, and not the first.
    pub is_last: bool,
    /// What was typed there.
    pub found: String,
    /// What can stand there, counted from 1.
    pub expected: RangeInclusive<usize>,
}

/// The tokens, counted from 0, of `n_tokens` that there are.
///
/// # Errors
/// [`NoRange`] where a number is missing, is none, or is not one of a token from the first on.
pub fn token_range(first: &str, last: &str, n_tokens: usize) -> Result<Range<usize>, NoRange> {
    let number = |is_last: bool, typed: &str, expected: RangeInclusive<usize>| {
        let typed = typed.trim();
        let number = typed.parse().ok().filter(|number| expected.contains(number));
        number.ok_or_else(|| NoRange { is_last, found: typed.to_owned(), expected })
    };
    let first = number(false, first, 1..=n_tokens)?;
    let last = number(true, last, first..=n_tokens)?;
    Ok(first - 1..last)
}
