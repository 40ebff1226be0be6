//! Why a token cannot be changed.

use crate::state::TokenError;

pub(super) fn token_refused(error: &TokenError) -> String {
    let sentence = error.to_string();
    let first = sentence.chars().next().map(|first| first.to_ascii_uppercase());
    first.into_iter().chain(sentence.chars().skip(1)).chain(['.']).collect()
}
