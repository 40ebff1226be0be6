//! Korean.

use super::{CompareWords, HeadWords, LabWords, mistakes_ko::mistake};
use crate::{
    i18n::{Josa, with_josa},
    math::Hindrance,
};

pub(super) const WORDS: LabWords = LabWords {
    mistake,
    hindrance,
    mistakes: "실수 목록",
    right: "옳은 결과",
    wrong: "잘못된 결과",
    difference: "잘못 − 옳음",
    shown: "볼 행렬",
    shows_first: "처음 드러나는 곳",
    colors: |bound| format!("차이의 색: −{bound} … 0 … {bound}"),
    largest: |difference, cell| format!("가장 큰 차이는 {cell} 자리의 {difference}입니다."),
    no_difference: "이 헤드에서는 차이가 없습니다.",
    other_sizes: |right, wrong| {
        format!(
            "크기가 {right}, {} 서로 달라서 차이를 그릴 수 없습니다.",
            with_josa(wrong, Josa::Toward)
        )
    },
    not_computed: "이 실수를 하면 크기가 맞지 않아서 더는 계산할 수 없습니다.",
    sums: |token, right, wrong| {
        format!("쿼리 {token}의 가중치 합은 {wrong}입니다. 옳게 계산하면 {right}입니다.")
    },
    what: "무슨 일이 일어나는가",
    why: "왜 잘못인가",
    code: "코드에서",
    who: "언제 생기는가",
    fill: "채울 수",
    fill_replaces: "점수 대신 넣기",
    fill_is_added: "점수에 더하기",
    half: "반정밀도",
    unseeing: "선택한 쿼리에서 모든 키 가리기",
    dropped: "버릴 확률 p",
    seed: "시드",
    draw_again: "다시 뽑기",
    compare: CompareWords {
        freeze: "A로 고정하기",
        intro: "지금 보이는 것을 A로 고정하세요. 그런 다음 마스크, 나누는 수, 숫자, 헤드, 예제까지 무엇이든 바꾸면 A 옆에 B로 나란히 놓이고, 단계마다 차이도 함께 보입니다.",
        kept: "A는 페이지를 닫거나 새로 고칠 때까지 남습니다.",
        release: "A 고정 풀기",
        swap: "A와 B 맞바꾸기",
        no_swap: "A의 숫자가 다릅니다. 맞바꾸려면 그 숫자를 먼저 여세요",
        a: "A(고정)",
        b: "B(지금)",
        minus: "B − A(차이)",
        same: "A와 B가 같습니다. 무엇이든 바꿔 보세요.",
        differs: "다른 점:",
        numbers: |a, b| format!("숫자: {a} → {b}"),
        mask: |a, b| format!("마스크: {a} → {b}"),
        divisor: |a, b| format!("나누는 수: {a} → {b}"),
        head: |a, b| format!("헤드: {a} → {b}"),
        missing: "한쪽에 이 행렬이 없습니다.",
        names: "토큰 이름: A와 B는 저마다 자기 것을, 차이 그림은 B의 것을 씁니다",
        stages: "단계마다 가장 큰 차이",
    },
    heads: HeadWords {
        title: |matrix| format!("모든 헤드의 {matrix}"),
        one_domain: |range| format!("모두 같은 색 범위: {range}"),
        mean: "헤드의 평균",
        mean_warning: "평균은 헤드 하나하나가 하는 일을 감춥니다. 뚜렷한 헤드 둘이 망설이는 헤드 하나처럼 보입니다.",
        picture_warning: "헤드의 그림은 모델의 생각이 아닙니다. 가중치가 무엇이 되는지는 밸류와 W_O가 정합니다.",
        open: |head| format!("{head}번 헤드 열기"),
        keys: "유효 키 수",
        keys_about: |n| {
            format!(
                "쿼리마다 가중치의 exp(엔트로피)를 구한 값: 1(한 키가 다 가짐)부터 {n}(모두 같음)까지"
            )
        },
        row: |token, entropy, keys| format!("{token}: 엔트로피 {entropy}nat, 유효 키 수 {keys}"),
        similarity: "헤드 사이의 유사도",
        similarity_about: "두 헤드의 가중치 행렬을 저마다 긴 벡터로 보고 구한 코사인: 1이면 배수만 다르고, 0이면 함께 보는 키가 없습니다.",
        pair: |a, b, similarity| format!("{a}번 헤드와 {b}번 헤드: {similarity}"),
        not_alike: "헤드가 하나뿐이라 비교할 것이 없습니다.",
        one_at_a_time: "입력이 길어서 헤드를 한 번에 하나씩 계산합니다. 위에서 헤드를 고르면 단계마다 그 헤드를 볼 수 있습니다.",
    },
};

fn hindrance(hindrance: Hindrance) -> &'static str {
    match hindrance {
        Hindrance::NoScores => "여기에는 가중치가 주어져 있어서 이 실수를 할 점수가 없습니다.",
        Hindrance::NothingHidden => {
            "여기서는 가려진 키가 없습니다. 위에서 ‘뒤 가리기’ 같은 마스크를 고르세요."
        }
        Hindrance::SameDivisor => {
            "여기서는 점수를 이미 이 수로 나누고 있어서 달라지지 않습니다. 위에서 나누는 수를 바꿔 보세요."
        }
        Hindrance::NoEmbeddings => {
            "여기서는 임베딩 다음부터 계산해서 모델의 차원을 알 수 없습니다. ‘토큰 여섯 개’ 예제를 여세요."
        }
        Hindrance::NoProjections => {
            "여기에는 나눌 쿼리와 키가 없습니다. ‘토큰 여섯 개’ 예제를 여세요."
        }
        Hindrance::OneHead => {
            "여기에는 헤드가 하나뿐입니다. 헤드가 열둘인 ‘토큰 여섯 개’ 예제를 여세요."
        }
        Hindrance::NoValues => {
            "여기에는 밸류가 없어서 계산이 가중치에서 끝납니다. ‘토큰 여섯 개’ 예제를 여세요."
        }
        Hindrance::NoProjection => "여기에는 빠뜨릴 W_O가 없습니다. ‘토큰 여섯 개’ 예제를 여세요.",
        Hindrance::NotGrouped => {
            "여기서는 헤드마다 제 키와 밸류가 있습니다. 쿼리 헤드 셋이 키/밸류 헤드 하나를 함께 쓰는 SmolLM2 예제를 여세요."
        }
        Hindrance::LongInput => {
            "입력이 길어서 헤드를 한 번에 하나씩 계산합니다. 실수는 ‘토큰 여섯 개’처럼 짧은 입력에서 볼 수 있습니다."
        }
    }
}
