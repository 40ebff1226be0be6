//! The examples that are documents, compiled in.
//!
//! What a book prints for an example stands in the same file, under `printed`; a reader of the
//! document takes no notice of it.

use serde::Deserialize;

use super::ReadError;
use crate::{
    document::Document,
    math::Problem,
    samples::{Loaded, Printed},
};

/// An example in a file of its own.
pub(super) struct Example {
    text: &'static str,
    /// The cell to select first: query, key.
    cell: (usize, usize),
}

/// How similar `journey` and `starts` are: nearly as similar as `journey` and itself.
pub(super) const BY_HAND: Example = Example { text: include_str!("by_hand.json"), cell: (1, 2) };

/// The book's own cell: `journey` and itself, 1.8524.
pub(super) const BY_HAND_TRAINABLE: Example =
    Example { text: include_str!("by_hand_trainable.json"), cell: (1, 1) };

/// `Orange` and `오랜`, which sound alike.
pub(super) const CROSS_ATTENTION: Example =
    Example { text: include_str!("cross_attention.json"), cell: (0, 0) };

/// The first `인도` and what is walked on it.
pub(super) const AMBIGUOUS_WORD: Example =
    Example { text: include_str!("ambiguous_word.json"), cell: (0, 2) };

/// What an example's file holds beside the document.
#[derive(Deserialize)]
struct Beside {
    printed: Option<Printed>,
}

impl Example {
    /// Loads the example.
    pub(super) fn load(&self) -> Result<Loaded, ReadError> {
        let document = Document::from_json(self.text)?;
        let beside: Option<Beside> = serde_json::from_str(self.text).ok();
        let printed = beside.and_then(|beside| beside.printed);
        Ok(Loaded { printed, ..loaded(&document, document.problem()?, self.cell) })
    }
}

/// A document and the problem that it is, ready to be attended to, with the cell to select first:
/// query, key.
pub(super) fn loaded(
    document: &Document,
    problem: Problem,
    default_cell: (usize, usize),
) -> Loaded {
    Loaded { default_cell, ..Loaded::plain(problem, document.tokens(), document.tokens_k()) }
}
