//! What is said where one goes about in a long input: a struct of its own, so that only the part that needs it holds
//! it.

mod en;
mod ko;

use super::Language;
use crate::math::Axis;

/// The texts in one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct ZoomWords {
    /// The buttons beside a matrix.
    pub group: fn(&str) -> String,
    pub closer: &'static str,
    pub farther: &'static str,
    pub whole: &'static str,
    pub whole_about: &'static str,
    /// What stands along an axis, before its numbers.
    pub axis: fn(Axis) -> &'static str,
    pub finder: &'static str,
    pub go_to: &'static str,
    pub placeholder: &'static str,
    pub go: &'static str,
    pub largest: &'static str,
    pub next: &'static str,
    pub links: &'static str,
    /// All tokens but those that are seen go.
    pub only: &'static str,
    pub about_only: &'static str,
    /// No token has this text.
    pub none: fn(&str) -> String,
    /// No query has this number: there are so many.
    pub beyond: fn(&str, &str) -> String,
}

impl Language {
    /// The words for going about.
    pub fn zoom_words(self) -> &'static ZoomWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
