//! 한국어. 화면의 말은 합니다체, 설명은 교과서의 다체로 쓴다.

mod masks;
mod names;
mod stages;
mod tokens;

use super::{
    AboutWords, ArithmeticWords, BarWords, ControlWords, EditWords, Josa, LoadingWords, PageWords,
    TokenWords, Words, with_josa,
};
use crate::state::{Change, link::Stray};
use masks::{hidden, mask};
pub(super) use names::matrix;
use names::{pattern, reads, role, sample};
use stages::stage;
use tokens::token_refused;

pub(super) const WORDS: Words = Words {
    language: "한국어",
    bar: BarWords {
        tagline: "모든 수를 여기서 직접 계산합니다",
        example: "예제",
        block: "블록",
        view: "보기",
        view_stages: "단계",
        view_mistakes: "실수",
        view_compare: "비교",
        view_heads: "모든 헤드",
        view_text: "문장",
        language: "언어",
        theme: "화면 밝기",
        theme_system: "시스템 설정",
        theme_light: "밝게",
        theme_dark: "어둡게",
        data: "내 데이터",
        share: "저장·공유",
        keys: "단축키",
        lessons: "수업",
    },
    edit: EditWords {
        change: |change| match change {
            Change::Numbers => "다른 수 열기",
            Change::Cell => "수 고치기",
            Change::AsOpened => "처음 연 수로 되돌리기",
            Change::Mask => "마스크",
            Change::Scale => "스케일",
            Change::Tokens => "토큰",
        },
        undo: |what| format!("실행 취소: {what}"),
        redo: |what| format!("다시 실행: {what}"),
        nothing_to_undo: "취소할 것이 없습니다",
        nothing_to_redo: "다시 실행할 것이 없습니다",
        as_opened: "처음 연 대로",
        number_of: |cell| format!("{cell}의 수"),
        refused: |typed| {
            format!(
                "‘{typed}’: 수가 아닙니다. 0.5, −3, 1e-4처럼 적어 주세요. −∞는 -inf로 적습니다."
            )
        },
        was: |before| format!(", 고친 수, 전에는 {before}"),
        token_refused,
        own_name: "내 수",
        own_origin: "직접 넣은 수",
        forgotten: "이 브라우저에 이 수가 남아 있지 않습니다. 다시 열어 주세요.",
        unkept: "이 브라우저에는 이 수를 보관할 수 없습니다. 페이지를 닫거나 새로 고치면 사라지므로 ‘저장·공유’에서 저장하세요.",
        work: |name| format!("내 작업: {name}"),
    },
    tokens: TokenWords {
        all: "토큰",
        queries: "쿼리 토큰",
        keys: "키 토큰",
        tools: [
            "토큰 이름 바꾸기",
            "앞에 토큰 넣기",
            "뒤에 토큰 넣기",
            "토큰 빼기",
            "토큰을 왼쪽으로 옮기기",
            "토큰을 오른쪽으로 옮기기",
        ],
        before: "+ 앞에",
        after: "+ 뒤에",
        positions_move: "위치도 함께 옮기기",
        other_name: "토큰의 다른 이름",
        new_name: "새 토큰의 이름",
        earlier: "앞쪽 토큰",
        later: "뒤쪽 토큰",
    },
    controls: ControlWords {
        group: "헤드, 마스크, 스케일",
        head_of: |head, n_heads| format!("헤드 {head} / {n_heads}"),
        head_from_zero: |head, n_heads| format!("헤드 {head} (0~{})", n_heads - 1),
        head: |head, name| format!("헤드 {head}: {name}"),
        heads: "헤드",
        one_head_at_a_time: "입력이 길어 한 헤드씩 계산",
        shares_keys: |kv_head| format!("키·밸류 묶음 {kv_head}번을 함께 씀"),
        mask: "마스크",
        mask_needs_square: "뒤를 가리려면 쿼리와 키가 같은 문장에서 나와야 합니다",
        mask_refused: |typed| {
            format!(
                "‘{typed}’: 1부터 세는 정수 하나를 적어 주세요(예: 3). 블록은 시작하는 토큰을 차례대로 적습니다(예: 1, 4)."
            )
        },
        mask_needs_scores: "가중치를 직접 받았으므로 가릴 점수가 없습니다",
        divide_by: "점수를 나누는 수",
        divisor: "점수를 나누는 수",
        mark_one: "나누지 않음",
        mark_root_dk: "헤드 차원의 제곱근",
        mark_root_d_model: "모델 차원의 제곱근: 흔한 실수",
        reset: |divisor| format!("되돌리기: {divisor}"),
        divisor_refused: |typed, low, high| {
            format!("‘{typed}’: {low}에서 {high} 사이의 수가 아닙니다. 8이나 0.5처럼 적어 주세요.")
        },
        entropy: "엔트로피",
        largest: "최댓값",
    },
    page: PageWords {
        hidden: "가려짐",
        stages: "단계",
        equation: "지금 단계",
        explanation: "설명",
        previous: "이전 단계",
        next: "다음 단계",
        color_key: "색",
        domain: "색의 범위",
        domain_matrix: "이 행렬",
        domain_heads: "모든 헤드",
        domain_fixed: "고정",
        domain_bound: "고정 범위의 끝값",
        clipped: |count| format!("범위를 벗어난 수 {count}개는 칸 귀퉁이에 표시합니다"),
        masked_key: "빗금: 가려진 칸, −∞",
        query_key: |query, key| format!("쿼리 ‘{query}’, 키 ‘{key}’"),
        token_feature: |token, feature| format!("‘{token}’, 특성 {feature}"),
        grid: |name, rows, columns| {
            format!("{name}, {rows}행 {columns}열. 화살표 키로 칸을 옮깁니다.")
        },
        rows_sum_to_one: "각 {row}의 합은 1",
        sees_no_key: |query| {
            format!(
                "‘{query}’에게 보이는 키가 없습니다. 여기서는 가중치를 0으로 둡니다. PyTorch는 NaN을, \
                 Keras는 버전에 따라 균등한 평균이나 0을 냅니다."
            )
        },
        entropy_of: |entropy, most| format!("이 {{row}}의 엔트로피 {entropy} (최대 {most} nat)"),
        effective_keys: |keys| format!("키 {keys}개가 고르게 나눈 것과 같음"),
        largest_weight: |weight, key| format!("가장 큰 가중치 {weight} (‘{key}’)"),
        crash: "페이지 안에서 문제가 생겼습니다. 새로 고쳐 주세요. 선택한 내용은 남아 있습니다. \
                다시 생기면 무엇을 하던 중이었는지 알려 주세요.",
    },
    arithmetic: ArithmeticWords {
        heading: "이 칸의 계산",
        given: "주어진 수",
        set_by_hand: |computed| format!("직접 정한 수. 계산하면 {computed}:"),
        sum_of_products: |count| format!("곱 {count}개의 합"),
        other_terms: |count| format!("나머지 {count}개"),
        all_terms: |count| format!("곱 {count}개 모두 보기"),
        feature: "특성",
        bias: "편향",
        sum: "합",
        maximum: "최댓값",
        exponentials: "exp",
        quotient: "몫",
        mask_seen: "볼 수 있는 키: 점수를 그대로 둔다",
        mask_hidden: hidden,
        mask_added: "마스크가 더하는 수",
        all_hidden: "이 {row}에는 보이는 키가 없어 나눌 것이 없다",
        copied: |head, feature| format!("헤드 {head}의 특성 {feature}에서 그대로 옮김"),
        copied_from: |matrix, feature| format!("{matrix}의 특성 {feature}에서 그대로 옮김"),
        angle: "각도",
        mean: "평균",
        variance: "분산",
    },
    loading: LoadingWords {
        loading: |name| format!("{name} 불러오는 중…"),
        progress: |loaded, total| format!("{total} 중 {loaded}"),
        progress_name: "불러온 정도",
        close: "닫기",
        failed: |name| format!("{} 불러오지 못했습니다.", with_josa(name, Josa::Object)),
        status: |status| {
            format!(
                "파일 대신 서버 응답 {status}번을 받았습니다. 파일이 페이지와 함께 올라가 있는지 확인해 주세요."
            )
        },
        unreachable: "파일을 가져오지 못했습니다. 연결을 확인하고 다시 시도해 주세요. 그사이 페이지가 새로 \
                      올라왔다면 새로 고쳐 주세요.",
        damaged: "수가 손상된 채 도착했습니다.",
        retry: "다시 시도",
        keep: |name| format!("{} 그대로 보기", with_josa(name, Josa::Object)),
        link: "링크",
        stray: |stray| match stray {
            Stray::Parameter(name) => {
                format!("링크에 적힌 {} 여기에서 뜻이 없습니다.", with_josa(name, Josa::Topic))
            }
            Stray::Value { parameter, asked, shown } => format!(
                "링크에 적힌 {parameter}={} 여기에 없어서 {} 대신 보여 줍니다.",
                with_josa(asked, Josa::Subject),
                with_josa(shown, Josa::Object)
            ),
        },
    },
    about: AboutWords {
        heading: "이 예제에 대하여",
        own: "직접 넣은 수다. 이 브라우저에만 보관되며 다른 곳으로 보내지 않는다. 헤드가 무슨 일을 하는지 \
                    알려진 것이 없으므로 번호로 부른다.",
        no_w_o: "여기에는 W_O가 없다. 이어 붙인 것이 그대로 출력이다.",
        no_projections: "여기에는 투영 행렬이 없다. Q, K, V가 모두 X 그대로다.",
        given_scores: "점수는 주어진 수다. 여기에는 점수를 만든 쿼리와 키가 없다.",
        given_weights: "가중치는 주어진 수다. 여기에는 가중치를 만든 점수도 스케일도 마스크도 없다.",
        no_output: "이 블록의 출력 투영 행렬은 함께 제공하지 않으므로 연결 단계에서 끝난다.",
        built_head: "이 헤드를 만든 방법",
        rule: |query, key, score| {
            format!(
                "쿼리는 {} 읽고 키는 {} 읽는다. 꼭 맞으면 점수에 {} 더한다.",
                with_josa(query, Josa::Object),
                with_josa(key, Josa::Object),
                with_josa(score, Josa::Object),
            )
        },
        agrees: |source, count, decimals| {
            format!("✓ {source}에 인쇄된 수 {count}개와 소수 {decimals}자리까지 일치")
        },
        differs: |source, worst| format!("✗ {source}에 인쇄된 수와 최대 {worst} 차이"),
        changed: "인쇄된 수는 책의 마스크와 스케일로 계산한 것이다. 지금 고른 것과 다르다.",
        recorded_agrees: |worst| {
            format!("✓ 여기서 계산한 가중치와 기록된 가중치의 차이는 최대 {worst}")
        },
        recorded_differs: |worst| {
            format!("✗ 여기서 계산한 가중치가 기록된 가중치와 최대 {worst} 차이")
        },
        worth_a_look: "눈여겨볼 헤드",
        without_rotary: |with, without| {
            format!(
                "바로 앞 토큰에 두는 가중치의 평균: {with}. 회전 위치를 빼면 같은 헤드가 {without}."
            )
        },
    },
    stage,
    matrix,
    mask,
    sample,
    role,
    reads,
    pattern,
};
