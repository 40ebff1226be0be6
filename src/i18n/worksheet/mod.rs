//! What the worksheet says: a struct of its own, so that only the part that needs it holds it.

mod en;
mod ko;

use super::Language;

/// The worksheet's texts in one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct WorksheetWords {
    pub title: &'static str,
    pub intro: &'static str,
    pub print: &'static str,
    pub close: &'static str,
    /// A matrix, as the name of what is left of it.
    pub of: fn(&str) -> String,
    pub not_printed: &'static str,
    pub filled: &'static str,
    /// The line of the selected token is blank.
    pub line_blank: fn(&str) -> String,
    pub all_blank: &'static str,
    /// Some cells are, which were pressed.
    pub some_blank: &'static str,
    pub name: &'static str,
    pub date: &'static str,
    pub task: &'static str,
    pub key: &'static str,
    pub nothing: &'static str,
    /// The head, what hides, what the scores are divided by.
    pub state: fn(&str, &str, &str) -> String,
    /// Something does not fit on paper.
    pub too_large: &'static str,
    /// Nothing does.
    pub none_fits: &'static str,
}

impl Language {
    /// The worksheet's words.
    pub fn worksheet_words(self) -> &'static WorksheetWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
