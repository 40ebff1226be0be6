//! The words of what is there for a class: which way matrices lie, presenting, hiding to ask, the list of keys. They
//! come with the parts that show them.

mod en;
mod ko;

use super::Language;
use crate::{math::Stage, state::Convention};

/// The texts of one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct ClassroomWords {
    /// What tokens are; the buttons finish the sentence.
    pub tokens_are: &'static str,
    pub convention: fn(Convention) -> ConventionWords,
    pub present: &'static str,
    pub leave: &'static str,
    pub full: &'static str,
    /// Of the whole page, from a frame of another one.
    pub open: &'static str,
    /// A stage in one line, to be read from the back of a room.
    pub line: fn(Stage) -> &'static str,
    /// What is hidden of the stage; the buttons finish the sentence.
    pub hide: &'static str,
    pub hide_numbers: &'static str,
    pub hide_stage: &'static str,
    pub show_all: fn(usize) -> String,
    /// In the place of what is hidden.
    pub hidden: &'static str,
    pub show_stage: &'static str,
    /// Of the views, which show numbers of every stage.
    pub hidden_view: &'static str,
    pub keys: KeyWords,
}

/// What the page says of a convention.
#[derive(Debug, Clone, Copy)]
pub struct ConventionWords {
    /// What a token is.
    pub name: &'static str,
    /// What follows from it and who writes so, in one line.
    pub about: &'static str,
}

/// The list of keys.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct KeyWords {
    pub title: &'static str,
    pub enabled: &'static str,
    pub steps: &'static str,
    pub lesson: &'static str,
    pub present: &'static str,
    pub hide: &'static str,
    pub heads: &'static str,
    pub head_number: &'static str,
    pub mask: &'static str,
    pub scale: &'static str,
    pub undo: &'static str,
    pub cells: &'static str,
    pub row_maximum: &'static str,
    pub trail: &'static str,
    pub type_over: &'static str,
    pub nudge: &'static str,
    pub zoom: &'static str,
    pub paint: &'static str,
    pub give_back: &'static str,
    pub tokens: &'static str,
    pub token_edit: &'static str,
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
