//! Making a problem of what was handed over: what each array is for, whether the shapes fit, and
//! what stands in for what is missing.
//!
//! One paste can be tokens, embeddings, projections apart or fused, ready queries, keys and
//! values, scores, weights or a mask. What an array is, is told by its name, else by its shape,
//! and said. Imports `math`, `input` and `document`; knows nothing of the browser.

mod misfit;

use crate::{
    document::Document,
    input::{Answers, Guess, Note, Reading},
};

pub use misfit::Misfit;

/// What an array is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Names of the queries (of the keys too, where they are the same tokens).
    Tokens,
    /// Names of the keys.
    KeyTokens,
    /// Embeddings, `[n_queries, d_model]`.
    X,
    /// Embeddings of the keys and values of cross-attention, `[n_keys, d_model]`.
    XKeys,
    /// Queries' projection.
    WQuery,
    /// Keys' projection.
    WKey,
    /// Values' projection.
    WValue,
    /// The three of them in one.
    WFused,
    /// Queries' bias.
    BQuery,
    /// Keys' bias.
    BKey,
    /// Values' bias.
    BValue,
    /// The three of them in one.
    BFused,
    /// The output projection.
    WOutput,
    /// Its bias.
    BOutput,
    /// Ready queries.
    Queries,
    /// Ready keys.
    Keys,
    /// Ready values.
    Values,
    /// Ready scores, before the softmax.
    Scores,
    /// Ready attention weights, after it.
    Weights,
    /// Which keys a query may look at.
    Mask,
    /// Nothing: left out.
    Unused,
}

/// One thing that was handed over, and what was said of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Piece {
    /// What was read.
    pub reading: Reading,
    /// What the user answered about this piece.
    pub answers: Answers,
    /// What the user takes each array for; `None` leaves it to the guess. As many as arrays.
    pub roles: Vec<Option<Role>>,
}

/// Where an array went.
#[derive(Debug, Clone, PartialEq)]
pub struct Placed {
    /// Which piece, counted from 0.
    pub piece: usize,
    /// Which of its arrays, counted from 0.
    pub array: usize,
    /// What it is for.
    pub role: Role,
    /// Whether that was told by the user or by its name, and not by its shape.
    pub is_certain: bool,
    /// Its dimensions.
    pub shape: Vec<usize>,
}

/// What the pieces amount to.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Assembly {
    /// The problem; `None` where something is missing or does not fit.
    pub document: Option<Document>,
    /// Where each array went.
    pub placed: Vec<Placed>,
    /// What can be answered about the whole: heads, orientation of weights, polarity of a mask.
    pub guesses: Vec<Guess>,
    /// What must be said of the whole, stand-ins among it.
    pub notes: Vec<Note>,
    /// Why there is no problem, where there is none.
    pub misfits: Vec<Misfit>,
}

/// Puts the pieces together; `answers` are those about the whole.
pub fn assemble(_pieces: &[Piece], _answers: &Answers) -> Assembly {
    Assembly::default()
}
