//! What a newcomer is greeted with: a struct of its own, so that only the part that needs it holds it.

mod en;
mod ko;

use super::Language;

/// The greeting's texts in one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct WelcomeWords {
    pub name: &'static str,
    /// What this is, for somebody who has never seen attention.
    pub intro: &'static str,
    pub lesson: &'static str,
    /// Begins the walk through the stages.
    pub walk: &'static str,
    /// Where the walk is: which stage of how many, and its name.
    pub at: fn(usize, usize, &str) -> String,
    /// To the stage of that name.
    pub next: fn(&str) -> String,
    /// After the last stage.
    pub end: &'static str,
    pub close: &'static str,
}

impl Language {
    /// What a newcomer is greeted with.
    pub fn welcome_words(self) -> &'static WelcomeWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
