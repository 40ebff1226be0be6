//! The mask: which keys a query may look at.

use ndarray::{Array2, Array3};

use super::{Asks, Heads, Shape, ShapeError};

/// What is added to the scaled scores before the softmax.
///
/// In boolean masks `true` means *may look*, whatever a library's own polarity.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Mask {
    /// Every query sees every key.
    #[default]
    None,
    /// A query sees its own position and those before it: key ≤ query, counted from the first
    /// row and column (as `torch.tril`).
    Causal,
    /// `[n_queries, n_keys]`, the same for every head.
    Allow(Array2<bool>),
    /// `[n_heads, n_queries, n_keys]`.
    AllowPerHead(Array3<bool>),
    /// `[n_queries, n_keys]`, added after scaling; −∞ hides a key.
    Add(Array2<f64>),
    /// `[n_heads, n_queries, n_keys]`, added after scaling.
    AddPerHead(Array3<f64>),
}

impl Mask {
    /// The term added at one cell: 0 where the query may look, −∞ where it may not, or the
    /// additive mask's number. A cell outside the mask is not masked.
    pub fn term(&self, head: usize, query: usize, key: usize) -> f64 {
        let look = |may_look: bool| if may_look { 0.0 } else { f64::NEG_INFINITY };
        match self {
            Self::None => 0.0,
            Self::Causal => look(key <= query),
            Self::Allow(allow) => look(*allow.get((query, key)).unwrap_or(&true)),
            Self::AllowPerHead(allow) => look(*allow.get((head, query, key)).unwrap_or(&true)),
            Self::Add(add) => *add.get((query, key)).unwrap_or(&0.0),
            Self::AddPerHead(add) => *add.get((head, query, key)).unwrap_or(&0.0),
        }
    }

    /// Whether the mask is made of numbers to add and not of yes and no.
    pub fn is_additive(&self) -> bool {
        matches!(self, Self::Add(_) | Self::AddPerHead(_))
    }

    /// How many keys a query sees, where they are the first ones and nothing is added to their scores, told without
    /// reading the mask.
    pub fn seen_first(&self, query: usize, n_keys: usize) -> Option<usize> {
        match self {
            Self::None => Some(n_keys),
            Self::Causal => Some(n_keys.min(query + 1)),
            Self::Allow(_) | Self::AllowPerHead(_) | Self::Add(_) | Self::AddPerHead(_) => None,
        }
    }

    /// Adds the mask to `scaled [held, n_queries, n_keys]`, whose first head is `first`. A hidden cell becomes exactly −∞,
    /// even where the score was NaN or +∞.
    pub(super) fn apply(&self, scaled: &Heads, first: usize) -> Heads {
        let mut masked = scaled.clone();
        if *self == Self::None {
            return masked;
        }
        for ((head, query, key), value) in masked.indexed_iter_mut() {
            let term = self.term(first + head, query, key);
            *value = if term == f64::NEG_INFINITY { term } else { *value + term };
        }
        masked
    }

    /// Checks the mask against scores of `[n_heads, n_queries, n_keys]`.
    pub(super) fn check(&self, scores: (usize, usize, usize)) -> Result<(), ShapeError> {
        let (heads, n, m) = scores;
        let (expected, found) = match self {
            Self::None | Self::Causal => return Ok(()),
            Self::Allow(allow) => (vec![n, m], allow.shape().to_vec()),
            Self::Add(add) => (vec![n, m], add.shape().to_vec()),
            Self::AllowPerHead(allow) => (vec![heads, n, m], allow.shape().to_vec()),
            Self::AddPerHead(add) => (vec![heads, n, m], add.shape().to_vec()),
        };
        if expected == found {
            return Ok(());
        }
        Err(ShapeError::Mismatch {
            of: "mask",
            expected: Shape(expected),
            found: Shape(found),
            why: Asks::Scores,
        })
    }
}
