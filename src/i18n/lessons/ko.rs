//! 수업 패널의 한국어.

use super::{FigureWords, LessonWords};

pub(super) const WORDS: LessonWords = LessonWords {
    title: "수업",
    intro: "하나에 몇 분이면 됩니다. 한 단계에 한 가지만 다루고, 먼저 예상해 볼 문제가 있습니다. 하던 작업은 \
            그대로 두었다가 나갈 때 되돌려 놓습니다.",
    leave: "수업에서 나가기",
    all: "수업 목록",
    fold: "접기",
    unfold: "펼치기",
    previous: "이전으로",
    next: "다음으로",
    next_lesson: "다음 수업",
    step_of: |step, n_steps| format!("{n_steps}단계 중 {step}단계"),
    coming: "이 단계의 수를 불러오는 중입니다…",
    explanation_show: "지금 단계의 설명 보기",
    explanation_hide: "지금 단계의 설명 접기",
    changed: "보이는 것이 바뀌었습니다. 글은 이 단계에서 처음 보여 준 수를 설명합니다.",
    as_shown: "처음 보여 준 대로",
    predict: "먼저 예상해 보세요",
    check: "확인",
    again: "다시 풀기",
    right: "맞습니다.",
    answered: |answer| format!("고른 답은 ‘{answer}’입니다."),
    answer_is: |answer| format!("계산한 답은 ‘{answer}’입니다."),
    your_number: |decimals| match decimals {
        0 => "예상한 수, 정수로".to_owned(),
        _ => format!("예상한 수, 소수 {decimals}자리까지"),
    },
    your_key: "예상한 키: 여기서 고르거나 행렬에서 칸을 누르세요",
    your_choice: "예상한 답",
    no_number: |typed| format!("‘{typed}’: 수가 아닙니다. 0.25처럼 적어 주세요."),
    marked: |matrix| format!("표시한 곳: {matrix}"),
    marked_cell: |matrix, cell| format!("표시한 곳: {matrix}, {cell}"),
    marked_token: |matrix, token| format!("표시한 곳: {matrix}, ‘{token}’의 수"),
    figures: FigureWords {
        dot_products: |n_pairs, seed| {
            format!(
                "차원마다 무작위 벡터 {n_pairs}쌍의 내적입니다(표준 정규분포, 시드 {seed}). 가로축은 모두 \
                 같습니다."
            )
        },
        spread: |d_k, spread, root| format!("d_k = {d_k}: 표준편차 {spread}, √d_k = {root}"),
        exp_and_abs: "이 단계의 가장 작은 점수부터 가장 큰 점수까지 그린 exp(x)(실선)와 |x|(점선)입니다. \
                      exp는 늘 올라가지만 |x|는 내려갔다가 다시 올라갑니다.",
    },
};
