//! 토큰을 왜 바꿀 수 없는지.

use crate::{math::ShapeError, state::TokenError};

pub(super) fn token_refused(error: &TokenError) -> String {
    match error {
        TokenError::NoSuchToken => "그런 토큰이 없습니다.".to_owned(),
        TokenError::LastToken => {
            "마지막 토큰은 뺄 수 없습니다. 토큰이 없으면 계산할 것도 없습니다.".to_owned()
        }
        TokenError::Shape(ShapeError::TooMuch { numbers, limit }) => format!(
            "모든 단계를 더하면 수가 {numbers}개로, 담을 수 있는 {limit}개보다 많습니다. 토큰을 줄여 주세요."
        ),
        TokenError::Shape(_) => {
            "그렇게 바꾸면 행렬의 크기가 서로 맞지 않아 계산할 수 없습니다.".to_owned()
        }
    }
}
