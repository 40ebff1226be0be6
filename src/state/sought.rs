//! What is typed to go somewhere in a long input: a token by its number or its text, or a range of tokens.

use std::ops::Range;

/// Where somebody wants to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Sought {
    /// To a token, counted from 0.
    Token(usize),
    /// To see these tokens and no others.
    Range(Range<usize>),
    /// To the next token with this text in it.
    Text(String),
}

/// What stands between the ends of a range.
const TO: [char; 6] = ['-', '–', '—', '−', '~', '…'];

/// Whether what was typed is a whole number or a range of two, even of tokens that there are not.
pub fn is_numeric(typed: &str) -> bool {
    let is_number = |text: &str| {
        let text = text.trim();
        !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
    };
    let ends = typed.split_once(TO).or_else(|| typed.split_once(".."));
    is_number(typed) || ends.is_some_and(|(from, to)| is_number(from) && is_number(to))
}

impl Sought {
    /// Reads what was typed, numbers counted from 1; `None` where nothing was. A number beyond the tokens is a text.
    pub fn of(typed: &str, n_tokens: usize) -> Option<Self> {
        let typed = typed.trim();
        if typed.is_empty() {
            return None;
        }
        let number = |text: &str| {
            let number: usize = text.trim().parse().ok()?;
            (1..=n_tokens).contains(&number).then(|| number - 1)
        };
        if let Some(token) = number(typed) {
            return Some(Self::Token(token));
        }
        let ends = typed.split_once(TO);
        let ends = ends.or_else(|| typed.split_once(".."));
        let range = ends.and_then(|(from, to)| {
            let last: usize = to.trim().parse().ok()?;
            let (from, to) = (number(from)?, number(&last.min(n_tokens).to_string())?);
            Some(Self::Range(from.min(to)..from.max(to) + 1))
        });
        Some(range.unwrap_or_else(|| Self::Text(typed.to_owned())))
    }
}

/// The next token after `from` with a text in it, from the start again after the last; capitals do not matter.
pub fn next_with<'a>(
    tokens: impl ExactSizeIterator<Item = &'a str> + Clone,
    text: &str,
    from: usize,
) -> Option<usize> {
    let text = text.to_lowercase();
    let n_tokens = tokens.len();
    let found = tokens.enumerate().filter(|(_, token)| token.to_lowercase().contains(&text));
    // As many steps as lie between; a token itself is the farthest.
    found.map(|(at, _)| at).min_by_key(|at| (at + n_tokens - from.min(n_tokens - 1) - 1) % n_tokens)
}
