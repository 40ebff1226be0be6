//! 한국어.

use super::ZoomWords;
use crate::{
    i18n::{Josa, josa_after},
    math::Axis,
};

pub(super) const WORDS: ZoomWords = ZoomWords {
    group: |matrix| format!("확대와 축소: {matrix}"),
    closer: "확대 (+)",
    farther: "축소 (−)",
    whole: "전체",
    whole_about: "전체 보기 (0)",
    axis: |axis| match axis {
        Axis::Query => "쿼리",
        Axis::Key => "키",
        Axis::HeadFeature | Axis::ValueFeature | Axis::ConcatFeature | Axis::ModelFeature => "특성",
    },
    finder: "입력에서 찾기",
    go_to: "이동",
    placeholder: "12 또는 100–160 또는 글자",
    go: "가기",
    largest: "이 쿼리의 최댓값",
    next: "다음 강한 연결",
    links: "강한 연결 목록",
    only: "보이는 토큰만 쓰기",
    about_only: "보이는 첫 토큰부터 마지막 토큰까지만 남기고 나머지는 뺍니다. 되돌릴 수 있습니다.",
    beyond: |typed, count| {
        format!("{typed}번 쿼리는 없습니다. 1부터 {count}까지의 번호나 찾을 글자를 입력하세요.")
    },
    none: |typed| {
        format!("‘{typed}’{} 들어 있는 토큰이 없습니다.", josa_after(typed, Josa::Subject))
    },
};
