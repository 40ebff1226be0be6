//! Korean.

use super::CellWords;

pub(super) const WORDS: CellWords = CellWords {
    why: "왜 그럴까요?",
    trail: "거쳐 온 칸",
    back: "이전 칸으로",
    forward: "다음 칸으로",
    now: |matrix, cell, value| format!("지금 설명하는 칸은 {matrix}, {cell}: {value}"),
    of_head: |matrix, head| format!("{matrix} · 헤드 {head}"),
    order: "곱을 늘어놓는 순서",
    in_order: "차례대로",
    by_size: "크기순",
    signs: |above, below| format!("양수인 곱의 합 {above}, 음수인 곱의 합 {below}"),
    key: "키",
    exponential: "exp(점수 − 최댓값)",
    of_heads: "헤드별로 나누어 본 같은 수",
    head: |head| format!("헤드 {head}"),
    heads_agree: "연결 · W_O와 헤드별 기여의 합이 같습니다.",
    heads_differ: |difference| {
        format!(
            "연결 · W_O와 헤드별 기여의 합은 {difference}만큼 다릅니다. 더하는 순서가 달라서 생긴 반올림 오차입니다."
        )
    },
    used_by: "이 수를 쓰는 곳",
    used: |matrix, count| match count {
        1 => matrix.to_owned(),
        _ => format!("{matrix}: 수 {count}개"),
    },
    used_in_heads: |matrix, count, heads| format!("{matrix}: 헤드 {heads}개에서 수 {count}개씩"),
    unused: "이 수로 계산하는 것은 더 없습니다.",
    usual_most: |is_of_all| {
        if is_of_all {
            "색의 범위는 ‘모든 헤드’ 화면의 범위와 같습니다. 그보다 큰 가중치는 범위 끝의 색으로 칠합니다."
        } else {
            "색의 범위는 0부터 쿼리마다 가장 큰 가중치들의 중앙값까지입니다. 그보다 큰 가중치는 범위 끝의 색으로 칠합니다."
        }
    },
    one_context: "이렇게 긴 입력에서는 열어 둔 헤드의 문맥 벡터만 따로 그립니다. 다른 헤드의 문맥 벡터는 연결한 행렬에 들어 있습니다.",
};
