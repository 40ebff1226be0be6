//! The words of what is there for a class: which way matrices lie, presenting, asking. They come with the parts
//! that show them.

mod en;
mod ko;

use super::Language;
use crate::state::Convention;

/// The texts of one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct ClassroomWords {
    /// What tokens are; the buttons finish the sentence.
    pub tokens_are: &'static str,
    pub convention: fn(Convention) -> ConventionWords,
}

/// What the page says of a convention.
#[derive(Debug, Clone, Copy)]
pub struct ConventionWords {
    /// What a token is.
    pub name: &'static str,
    /// What follows from it and who writes so, in one line.
    pub about: &'static str,
}

impl Language {
    /// The words for a class.
    pub fn classroom_words(self) -> &'static ClassroomWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
