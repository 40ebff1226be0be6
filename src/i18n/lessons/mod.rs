//! What the panel of lessons says around the lessons: a struct of its own, so that the page's first download does
//! not hold it. The lessons bring their own texts.

mod en;
mod ko;

use super::Language;

/// The texts of the panel of lessons in one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct LessonWords {
    pub title: &'static str,
    pub intro: &'static str,
    pub leave: &'static str,
    pub all: &'static str,
    pub fold: &'static str,
    pub unfold: &'static str,
    pub previous: &'static str,
    pub next: &'static str,
    pub next_lesson: &'static str,
    /// Which step of how many.
    pub step_of: fn(usize, usize) -> String,
    pub coming: &'static str,
    pub explanation_show: &'static str,
    pub explanation_hide: &'static str,
    pub changed: &'static str,
    pub as_shown: &'static str,
    pub predict: &'static str,
    pub check: &'static str,
    pub again: &'static str,
    pub right: &'static str,
    /// What was answered, and it is not so.
    pub answered: fn(&str) -> String,
    /// The answer on the trace.
    pub answer_is: fn(&str) -> String,
    /// Name of the field for a number with so many decimals.
    pub your_number: fn(usize) -> String,
    pub your_key: &'static str,
    pub your_choice: &'static str,
    /// What was typed and is no number.
    pub no_number: fn(&str) -> String,
    /// A matrix is marked.
    pub marked: fn(&str) -> String,
    /// A cell of a matrix is marked.
    pub marked_cell: fn(&str, &str) -> String,
    /// The numbers of a token are marked in a matrix.
    pub marked_token: fn(&str, &str) -> String,
    pub figures: FigureWords,
}

/// Below the figures.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct FigureWords {
    /// So many pairs of random vectors, from which seed.
    pub dot_products: fn(usize, u64) -> String,
    /// The width, the standard deviation and the root of the width.
    pub spread: fn(usize, &str, &str) -> String,
    pub exp_and_abs: &'static str,
}

impl Language {
    /// The words of the panel of lessons.
    pub fn lesson_words(self) -> &'static LessonWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
