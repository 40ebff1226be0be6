//! Korean.

use super::{BlockWords, CompareWords, HeadWords, LabWords, MeasureWords, mistakes_ko::mistake};
use crate::{
    i18n::{Josa, with_josa},
    math::{Hindrance, Measure},
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
    colors: |bound, is_usual| {
        let larger = if is_usual { " (더 큰 차이는 범위 끝의 색)" } else { "" };
        format!("차이의 색: −{bound} … 0 … {bound}{larger}")
    },
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
        title_of_blocks: |matrix| format!("모든 블록, 모든 헤드의 {matrix}"),
        sort_by: "정렬 기준",
        by_number: "번호",
        by_number_about: "헤드를 번호 차례로 늘어놓았습니다. 누르면 그 헤드가 열립니다.",
        measure,
        largest_first: "큰 값이 앞에 오고, 볼 수 있는 키가 없는 쿼리는 빼고 계산합니다.",
        two_sequences: "여기서는 쿼리와 키가 서로 다른 문장의 토큰이어서 앞 토큰, 첫 토큰, 자기 자신인 키가 없고 둘 사이의 거리도 없습니다.",
        few_tokens: "토큰이 셋보다 적으면 첫 토큰, 바로 앞 토큰, 자기 자신이 서로 다른 키인 쿼리가 없어서 그 가중치는 재지 않습니다.",
        head: |head| format!("헤드 {head}"),
        head_of_block: |block, head| format!("블록 {block}, 헤드 {head}"),
        blocks: BlockWords {
            all: "모든 블록 보기",
            alone: "이 블록만 보기",
            cancel: "그만두기",
            sizes: |sizes, total| format!("더 내려받을 블록: {sizes}. 모두 {total}입니다."),
            about: "점 앞은 블록, 점 뒤는 헤드의 번호이고 0부터 셉니다. 지금 고른 마스크와 나누는 수로 계산했습니다.",
            changed: "이 블록의 숫자를 바꾸었기 때문에 같은 모델의 다른 블록과 나란히 놓지 않습니다.",
        },
        left_out: "입력이 길면 모든 헤드의 행렬을 남기지 않고 작은 그림과 잰 값만 남깁니다. 그래서 평균, 유사도, 유효 키 수는 보여 주지 않습니다.",
        one_domain: |range| format!("모두 같은 색 범위: {range}"),
        mean: "헤드의 평균",
        mean_warning: "평균은 헤드 하나하나가 하는 일을 감춥니다. 뚜렷한 헤드 둘이 망설이는 헤드 하나처럼 보입니다.",
        picture_warning: "헤드의 그림은 모델의 생각이 아닙니다. 가중치가 무엇이 되는지는 밸류와 W_O가 정합니다.",
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
        one_at_a_time: "열어 둔 헤드를 먼저 계산합니다. 나머지도 계산이 끝나면 모든 헤드가 여기에 나옵니다. 어디까지 계산했는지는 위쪽 줄에 나옵니다.",
    },
};

fn measure(measure: Measure) -> MeasureWords {
    let (name, about) = match measure {
        Measure::Previous => (
            "바로 앞 토큰",
            "바로 앞 토큰에 두는 가중치의 평균입니다. 첫 토큰, 바로 앞 토큰, 자기 자신이 서로 다른 키가 되는 세 번째 토큰의 쿼리부터 셉니다.",
        ),
        Measure::First => (
            "첫 토큰",
            "첫 토큰에 두는 가중치의 평균입니다. 첫 토큰, 바로 앞 토큰, 자기 자신이 서로 다른 키가 되는 세 번째 토큰의 쿼리부터 셉니다.",
        ),
        Measure::Own => (
            "자기 자신",
            "자기 자신에게 두는 가중치의 평균입니다. 첫 토큰, 바로 앞 토큰, 자기 자신이 서로 다른 키가 되는 세 번째 토큰의 쿼리부터 셉니다.",
        ),
        Measure::Entropy => (
            "엔트로피",
            "쿼리마다 구한 −Σ w ln w의 평균이고 단위는 nat입니다. 한 키가 다 가지면 0, 키 n개가 똑같이 나누면 ln n입니다.",
        ),
        Measure::Distance => (
            "거리",
            "쿼리마다 구한 Σ w · |i − j|의 평균입니다. 쿼리 i가 보는 키 j가 토큰 몇 개만큼 떨어져 있는지를 나타냅니다.",
        ),
    };
    MeasureWords { name, about }
}

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
