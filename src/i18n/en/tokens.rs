//! Why a token cannot be changed.

use crate::{math::ShapeError, state::TokenError};

pub(super) fn token_refused(error: &TokenError) -> String {
    match error {
        TokenError::NoSuchToken => "There is no such token.".to_owned(),
        TokenError::LastToken => {
            "The last token stays: without one there is nothing to compute.".to_owned()
        }
        TokenError::Shape(ShapeError::TooMuch { numbers, limit }) => format!(
            "All stages together would be {numbers} numbers, more than the {limit} that there is \
             room for; use fewer tokens."
        ),
        TokenError::Shape(_) => "The matrices would not fit each other any more.".to_owned(),
    }
}
