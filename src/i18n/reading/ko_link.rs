//! What is wrong with a link, in Korean.

use super::ko_document;
use crate::{
    i18n::{Josa, with_josa},
    link::PackError,
    state::link::{Expected, LinkError},
};

pub fn error(error: &LinkError) -> String {
    match error {
        LinkError::TooLong { found, limit } => {
            format!("링크가 {found}자입니다. {limit}자까지 읽을 수 있으니 파일로 받아서 여세요.")
        }
        LinkError::Escape { found } => format!(
            "`{found}`: % 뒤에 16진수 두 자리가 와야 하고, 풀면 UTF-8 글자가 되어야 합니다."
        ),
        LinkError::Version { found } => {
            let found = match found.as_str() {
                "" => "없습니다".to_owned(),
                found => format!("`{found}` 값이 있습니다"),
            };
            format!(
                "v: 링크의 버전(예: 1)이 있어야 하는데 {found}. 링크가 잘렸는지 확인하고 처음부터 \
                 끝까지 다시 복사하세요."
            )
        }
        LinkError::Newer { found } => format!(
            "v: 링크의 버전 {} 이 페이지는 아직 모릅니다. 페이지를 새로 고치세요.",
            with_josa(found, Josa::Object)
        ),
        LinkError::Twice { parameter } => {
            format!("{parameter}: 한 번만 있어야 하는데 두 번 있습니다. 하나를 지우세요.")
        }
        LinkError::Value { parameter, found, expected } => {
            let found = match found.as_str() {
                "" => "값이 비어 있습니다".to_owned(),
                found => format!("`{found}` 값을 쓸 수 없습니다"),
            };
            format!("{parameter}: {found}. {} 넣으세요.", self::expected(*expected))
        }
    }
}

/// As the object of the sentence.
fn expected(expected: Expected) -> &'static str {
    match expected {
        Expected::Example => "예제의 이름(예: six-tokens)을",
        Expected::Block => "이 예제에 있는 블록의 번호를",
        Expected::Count => "헤드 번호(1부터, 기록된 모델은 0부터)를",
        Expected::Stage => "단계의 이름(예: softmax)을",
        Expected::Matrix => "행렬의 이름(예: queries)을",
        Expected::Cell => "1부터 센 쿼리와 키의 번호(예: 4,2)를",
        Expected::Mask => "마스크의 이름(예: causal)을",
        Expected::Number => "0.000001부터 1000000까지의 수(예: 8)를",
        Expected::Colors => "matrix, heads 또는 0.000001부터 1000000까지의 수를",
        Expected::Lesson => "1부터 센 수업과 단계의 번호(예: 4.2)를",
        Expected::View => "stages, compare, heads 또는 mistake.과 실수의 이름을",
        Expected::Measure => "previous, first, itself, entropy, distance 가운데 하나를",
        Expected::Convention => "rows 또는 columns를",
        Expected::On => "on을",
        Expected::Veil => "단계의 이름(예: softmax,whole.context)을",
        Expected::Language => "언어(예: ko)를",
        Expected::Packed => "영문자, 숫자, -, _ 글자로 된 값을",
    }
}

pub fn pack_error(error: &PackError) -> String {
    match error {
        PackError::TooMuch { limit } => format!(
            "숫자가 많아 {limit}자까지인 링크에 담을 수 없습니다. 파일로 저장해서 보내세요."
        ),
        PackError::Newer { found } => format!(
            "z: 이 페이지가 아직 모르는 방식(`{found}`)으로 담은 숫자입니다. 페이지를 새로 고치세요."
        ),
        PackError::Damaged => {
            "z: 담긴 숫자가 잘렸거나 바뀌었습니다. 링크를 처음부터 끝까지 다시 복사하세요.".into()
        }
        PackError::Document(error) => {
            format!("z: 담긴 문서를 보여 줄 수 없습니다. {}", ko_document::error(error))
        }
    }
}
