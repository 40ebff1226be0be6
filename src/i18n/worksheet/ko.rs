//! 한국어.

use super::WorksheetWords;
use crate::i18n::{Josa, with_josa};

pub(super) const WORDS: WorksheetWords = WorksheetWords {
    title: "활동지",
    intro: "인쇄할 행렬과 비워 둘 칸을 고르세요. 칸을 누르면 비우거나 다시 채웁니다. 정답은 다른 쪽에 따로 인쇄합니다.",
    print: "인쇄…",
    close: "닫기",
    of: |matrix| format!("{matrix}: 인쇄할 내용"),
    not_printed: "인쇄하지 않음",
    filled: "수를 모두 인쇄",
    line_blank: |token| format!("‘{token}’ 줄을 비움"),
    all_blank: "모두 비움",
    some_blank: "일부 칸을 비움",
    name: "이름",
    date: "날짜",
    task: "번호가 있는 칸을 다른 칸의 수로 계산해 소수 둘째 자리까지 쓰세요.",
    key: "정답",
    nothing: "아직 비운 칸이 없습니다. 칸을 누르세요.",
    state: |head, mask, divisor| {
        format!("{head} · 마스크: {mask} · 점수를 {} 나눔", with_josa(divisor, Josa::Toward))
    },
    too_large: "종이에 다 들어가지 않는 큰 행렬은 뺐습니다.",
    none_fits: "종이에 들어가는 행렬이 없습니다. 닫은 뒤 토큰을 몇 개만 남기거나 예제를 여세요.",
};
