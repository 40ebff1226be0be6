//! What is said while a long input is computed: a struct of its own, so that only the part that needs it holds it.

mod en;
mod ko;

use super::Language;
use crate::state::Side;

/// The texts in one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct EngineWords {
    pub name: &'static str,
    /// Its size, `1,024 × 12` or `1,024 × 900 × 12`: tokens, or queries and keys, and heads; and the memory it takes.
    pub size: fn(&Size, &str) -> String,
    /// How it is computed.
    pub how: &'static str,
    /// Scores are NaN or ∞.
    pub beyond: &'static str,
    pub working: &'static str,
    /// So many heads of so many.
    pub others: fn(usize, usize) -> String,
    pub cancel: &'static str,
    /// More memory than is taken without asking.
    pub asks: &'static str,
    pub compute: &'static str,
    pub cancelled: &'static str,
    pub broken: &'static str,
    /// It was not fetched.
    pub unreached: &'static str,
    /// The head that is shown, and what its scores were divided by, where something else is chosen by now.
    pub before: fn(usize, &str) -> String,
    pub retry: &'static str,
    /// The choice of fewer tokens.
    pub fewer: &'static str,
    /// Before the number of the first token that is taken; of queries or keys, where those are not the same tokens.
    pub first: fn(Option<Side>) -> &'static str,
    /// Before that of the last one.
    pub last: fn(Option<Side>) -> &'static str,
    /// The memory that they take.
    pub takes: fn(&str) -> String,
    /// Takes them and no others.
    pub only: &'static str,
    /// None would be left out.
    pub all: &'static str,
    /// In this field this was found; it must be from one number to another.
    pub no_range: fn(&str, &str, [&str; 2]) -> String,
    /// Queries and keys are turned by one list of positions, so that both need the same range.
    pub one_range: &'static str,
}

/// Numbers of a long input, written out.
#[derive(Debug)]
pub struct Size {
    /// Number of queries.
    pub queries: String,
    /// Number of keys, where it is another.
    pub keys: Option<String>,
    /// Number of heads.
    pub heads: usize,
}

impl Language {
    /// What is said while a long input is computed.
    pub fn engine_words(self) -> &'static EngineWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
