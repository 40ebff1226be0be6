//! What is said of one cell and of the links between cells: a struct of its own, so that it is fetched with the
//! explanation and not with the page.

mod en;
mod ko;

use super::Language;

/// The texts of one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct CellWords {
    /// What a stage is good for, on request.
    pub why: &'static str,
    /// The cells that links led to.
    pub trail: &'static str,
    pub back: &'static str,
    pub forward: &'static str,
    /// What is explained after a link was followed: matrix, cell, number.
    pub now: fn(&str, &str, &str) -> String,
    /// A matrix and the number of its head.
    pub of_head: fn(&str, usize) -> String,
    pub order: &'static str,
    pub in_order: &'static str,
    pub by_size: &'static str,
    /// What the products above zero add up to, and those below.
    pub signs: fn(&str, &str) -> String,
    pub key: &'static str,
    /// The heading of exponentials.
    pub exponential: &'static str,
    /// The heading of what heads add to the output.
    pub of_heads: &'static str,
    pub head: fn(usize) -> String,
    /// Both ways lead to the same number.
    pub heads_agree: &'static str,
    /// They differ by so much.
    pub heads_differ: fn(&str) -> String,
    pub used_by: &'static str,
    /// A matrix, and how many of its numbers.
    pub used: fn(&str, usize) -> String,
    /// The same in each of several heads.
    pub used_in_heads: fn(&str, usize, usize) -> String,
    pub unused: &'static str,
    /// How far colors tell weights among hundreds of keys, and whether those of all heads.
    pub usual_most: fn(bool) -> &'static str,
    /// Over a long concatenation only the context of the open head stands by itself.
    pub one_context: &'static str,
}

impl Language {
    /// What is said of a cell.
    pub fn cell_words(self) -> &'static CellWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
