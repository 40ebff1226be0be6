//! What tokens are called beside matrices, in formulas and in words.

use leptos::prelude::*;

use super::app_state::AppState;
use crate::{math::Axis, samples::Loaded};

impl AppState {
    /// A token's text on one axis, with its blanks made visible.
    pub fn token(self, axis: Axis, at: usize) -> String {
        token_of(&self.loaded.read(), axis, at)
    }
}

/// The same of some numbers.
pub fn token_of(loaded: &Loaded, axis: Axis, at: usize) -> String {
    let tokens = match axis {
        Axis::Key => loaded.tokens_k.as_ref().unwrap_or(&loaded.tokens),
        _ => &loaded.tokens,
    };
    tokens.get(at).map_or_else(|| (at + 1).to_string(), |token| token.replace(' ', "·"))
}
