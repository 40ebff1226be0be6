//! 한국어. 화면의 말은 합니다체, 설명은 교과서의 다체로 쓴다.

use super::{
    AboutWords, ArithmeticWords, BarWords, ControlWords, Josa, KeyWords, LoadingWords, PageWords,
    PatternWords, SampleWords, StageWords, Words, with_josa,
};
use crate::{
    math::{MatrixName, Stage},
    samples::{
        HeadPattern, SampleId,
        six_tokens::{HeadRole, Reads},
    },
};

pub(super) const WORDS: Words = Words {
    language: "한국어",
    bar: BarWords {
        tagline: "멀티헤드 어텐션의 모든 수를 여기서 계산합니다. 아무 칸이나 골라 보세요.",
        example: "예제",
        block: "블록",
        language: "언어",
        theme: "화면 밝기",
        theme_system: "시스템 설정",
        theme_light: "밝게",
        theme_dark: "어둡게",
        keys: "단축키",
    },
    controls: ControlWords {
        group: "헤드, 마스크, 스케일",
        head_of: |head, n_heads| format!("헤드 {head} / {n_heads}"),
        head_from_zero: |head, n_heads| format!("헤드 {head} (0~{})", n_heads - 1),
        head: |head, name| format!("헤드 {head}: {name}"),
        heads: "헤드",
        shares_keys: |kv_head| format!("키·밸류 묶음 {kv_head}번을 함께 씀"),
        mask: "마스크",
        mask_none: "없음",
        mask_causal: "뒤 가리기",
        mask_needs_square: "뒤를 가리려면 쿼리와 키가 같은 문장에서 나와야 합니다",
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
        rows_sum_to_one: "각 행의 합은 1",
        sees_no_key: |query| {
            format!(
                "‘{query}’에게 보이는 키가 없습니다. 여기서는 가중치를 0으로 둡니다. PyTorch는 NaN을, \
                 Keras는 버전에 따라 균등한 평균이나 0을 냅니다."
            )
        },
        entropy_of: |entropy, most| format!("이 행의 엔트로피 {entropy} (최대 {most} nat)"),
        effective_keys: |keys| format!("키 {keys}개가 고르게 나눈 것과 같음"),
        largest_weight: |weight, key| format!("가장 큰 가중치 {weight} (‘{key}’)"),
        crash: "페이지 안에서 문제가 생겼습니다. 새로 고쳐 주세요. 선택한 내용은 남아 있습니다. \
                다시 생기면 무엇을 하던 중이었는지 알려 주세요.",
    },
    arithmetic: ArithmeticWords {
        heading: "이 칸의 계산",
        given: "주어진 수",
        sum_of_products: |count| format!("곱 {count}개의 합"),
        other_terms: |count| format!("나머지 {count}개"),
        all_terms: |count| format!("곱 {count}개 모두 보기"),
        feature: "특성",
        bias: "편향",
        sum: "합",
        row: "행",
        maximum: "최댓값",
        exponentials: "exp",
        quotient: "몫",
        mask_seen: "볼 수 있는 키: 점수를 그대로 둔다",
        mask_hidden: "쿼리보다 뒤에 있는 키: −∞",
        mask_added: "마스크가 더하는 수",
        all_hidden: "이 행에는 보이는 키가 없어 나눌 것이 없다",
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
        failed: |name| format!("{} 불러오지 못했습니다.", with_josa(name, Josa::Object)),
        status: |status| {
            format!(
                "파일 대신 서버 응답 {status}번을 받았습니다. 파일이 페이지와 함께 올라가 있는지 확인해 주세요."
            )
        },
        unreachable: "파일을 가져오지 못했습니다. 연결을 확인하고 다시 시도해 주세요. 그사이 페이지가 새로 \
                      올라왔다면 새로 고쳐 주세요.",
        damaged: |error| format!("파일이 손상된 채 도착했습니다: {error}."),
        retry: "다시 시도",
        keep: |name| format!("{} 그대로 보기", with_josa(name, Josa::Object)),
    },
    keys: KeyWords {
        title: "단축키",
        enabled: "한 글자 단축키 사용",
        steps: "이전·다음 단계",
        heads: "이전·다음 헤드",
        head_number: "번호로 헤드 고르기",
        mask: "마스크 켜고 끄기",
        scale: "스케일을 예제의 값으로 되돌리기",
        cells: "행렬 안에서 칸 옮기기",
        row_maximum: "행렬 안에서 행의 가장 큰 수로",
        close: "닫기",
    },
    about: AboutWords {
        heading: "이 예제에 대하여",
        no_w_o: "여기에는 W_O가 없다. 이어 붙인 것이 그대로 출력이다.",
        no_projections: "여기에는 투영 행렬이 없다. Q, K, V가 모두 X 그대로다.",
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
    sample,
    role,
    reads,
    pattern,
};

fn sample(sample: SampleId) -> SampleWords {
    match sample {
        SampleId::SixTokens => SampleWords {
            name: "읽기 쉽게 만든 토큰 여섯 개",
            origin: "학습한 것이 아니라 가르치려고 만든 매개변수",
            about: "GPT-2 small의 크기(차원 768, 64차원 헤드 12개)를 그대로 쓰지만, 매개변수는 학습한 것이 \
                    아니라 만든 것이다. 헤드마다 이름 붙일 수 있는 일을 하나씩 한다. X는 토큰, 위치, 낱말, \
                    낱말의 종류를 나타내는 방향을 더한 것이고, W_Q와 W_K는 그 헤드에 필요한 방향을 \
                    골라낸다. 점수에 직접 써넣은 수는 없으며 모든 수는 X · W에서 나온다.",
        },
        SampleId::ByHand => SampleWords {
            name: "손으로 계산: 낱말마다 수 세 개",
            origin: "널리 알려진 책의 낱말 여섯 개",
            about: "낱말 여섯 개에 수가 세 개씩이고 투영 행렬은 없다. 임베딩이 그대로 쿼리이자 키이자 밸류이며 \
                    점수도 나누지 않는다. 연필로 검산할 수 있는 크기다.",
        },
        SampleId::ByHandTrainable => SampleWords {
            name: "손으로 계산: W_Q, W_K, W_V까지",
            origin: "널리 알려진 책의 낱말 여섯 개, 학습 전의 행렬",
            about: "같은 낱말 여섯 개를 작은 행렬 세 개로 두 특성에 투영한다. 행렬은 학습하기 전의 값이다.",
        },
        SampleId::SmolLm2 => SampleWords {
            name: "실제 모델: SmolLM2-135M",
            origin: "실제 언어 모델을 기록한 수",
            about: "실제 언어 모델 SmolLM2-135M-Instruct(4비트 Q4_1)를 기록한 수다. 블록 30개, 쿼리 헤드 9개가 키·밸류 \
                    헤드 3개를 나눠 쓰고, 회전 위치를 쓴다. 블록과 헤드는 0부터 센다. X는 RMSNorm을 거친 \
                    뒤의 행이다. ‘ em’과 ‘powers’는 억지로 나눈 것으로, 이 모델의 토크나이저는 \
                    ‘ empowers’를 나누지 않는다.",
        },
        SampleId::MiniLm => SampleWords {
            name: "실제 모델: MiniLM-L6",
            origin: "실제 인코더를 기록한 수",
            about: "실제 인코더 all-MiniLM-L6-v2를 기록한 수다. 층 6개에 32차원 헤드가 12개씩이고, 편향이 \
                    있으며, 마스크가 없고, 잔차를 더한 뒤에 층 정규화를 한다. 층과 헤드는 0부터 센다.",
        },
        SampleId::CrossAttention => SampleWords {
            name: "교차 어텐션: Orange",
            origin: "지어낸 수",
            about: "영어 쿼리 하나가 한국어 키 네 개(오랜 지병으로 쓰러졌다)에 묻는다. 출력은 한국어 밸류로 \
                    만들어지고 쿼리는 비율만 정한다. 4차원 벡터의 수는 설명하려고 지어낸 것이다.",
        },
    }
}

fn role(role: HeadRole) -> &'static str {
    match role {
        HeadRole::PreviousToken => "바로 앞 토큰",
        HeadRole::Itself => "자기 자신",
        HeadRole::FirstToken => "첫 토큰",
        HeadRole::NextToken => "바로 뒤 토큰 (마스크를 끄면 보임)",
        HeadRole::Mixture => "점수 폭이 넓은 혼합",
        HeadRole::EvenSpread => "고르게 퍼짐",
        HeadRole::OtherHalf => "낱말의 나머지 반쪽",
        HeadRole::About => "무엇에 대한 말인가",
        HeadRole::SameKind => "같은 종류의 낱말",
        HeadRole::TwoBack => "두 칸 앞",
        HeadRole::Fading => "멀수록 옅어짐",
        HeadRole::NotItself => "자기만 빼고",
    }
}

fn reads(reads: Reads) -> &'static str {
    match reads {
        Reads::One => "상수",
        Reads::Position(0) => "자기 위치",
        Reads::Position(-1) => "자기 바로 앞 위치",
        Reads::Position(..=-2) => "자기 두 칸 앞 위치",
        Reads::Position(1..) => "자기 바로 뒤 위치",
        Reads::Nearness => "각 위치와 얼마나 가까운지",
        Reads::First => "첫 토큰인지",
        Reads::Word => "자기가 속한 낱말",
        Reads::About => "무엇에 대한 말인지",
        Reads::Kind => "낱말의 종류",
        Reads::Token => "토큰 자체",
        Reads::TokenShuffled => "자리와 부호를 뒤섞은 토큰 자체",
    }
}

fn pattern(pattern: HeadPattern) -> PatternWords {
    match pattern {
        HeadPattern::PreviousToken => PatternWords {
            name: "바로 앞 토큰",
            about: "토큰마다 바로 앞 토큰을 본다.",
        },
        HeadPattern::NextToken => PatternWords {
            name: "바로 뒤 토큰",
            about: "토큰마다 바로 뒤 토큰을 본다. 뒤를 가리지 않는 모델에서만 가능하다.",
        },
        HeadPattern::Itself => {
            PatternWords { name: "자기 자신", about: "토큰마다 자기 자신을 본다." }
        }
        HeadPattern::FirstTokenSink => PatternWords {
            name: "첫 토큰에 쏠림",
            about: "모든 토큰이 첫 토큰을 본다. 첫 토큰의 밸류 벡터는 아주 작아서 거의 아무 일도 하지 \
                    않는 셈이다.",
        },
        HeadPattern::NearUniform => PatternWords {
            name: "거의 고르게 퍼짐",
            about: "볼 수 있는 토큰에 가중치를 고르게 나눈다. 지금까지 나온 밸류의 평균을 내는 셈이다.",
        },
        HeadPattern::VerbToItsNoun => PatternWords {
            name: "동사에서 명사로",
            about: "동사가 자기와 짝이 되는 명사를 돌아본다.",
        },
        HeadPattern::BackToTheVerb => PatternWords {
            name: "다시 동사로",
            about: "마지막 낱말이 동사를 돌아본다.",
        },
        HeadPattern::PieceToItsWord => PatternWords {
            name: "조각에서 낱말로",
            about: "낱말의 조각이 그 낱말을 시작하는 조각을 본다.",
        },
        HeadPattern::Content => PatternWords {
            name: "뜻에 따라",
            about: "자리가 아니라 뜻에 따라, 한 명사구의 조각들이 서로를 본다.",
        },
    }
}

fn matrix(name: MatrixName) -> &'static str {
    match name {
        MatrixName::X => "임베딩 X",
        MatrixName::XKeys => "키 쪽 임베딩",
        MatrixName::XValues => "밸류 쪽 임베딩",
        MatrixName::WQuery => "이 헤드의 W_Q",
        MatrixName::WKey => "이 헤드의 W_K",
        MatrixName::WValue => "이 헤드의 W_V",
        MatrixName::QueriesBeforeRotary => "회전 전 쿼리",
        MatrixName::KeysBeforeRotary => "회전 전 키",
        MatrixName::Queries => "쿼리 Q",
        MatrixName::Keys => "키 K",
        MatrixName::Values => "밸류 V",
        MatrixName::Scores => "어텐션 점수",
        MatrixName::Scaled => "스케일링한 점수",
        MatrixName::MaskTerm => "마스크",
        MatrixName::Masked => "마스킹한 점수",
        MatrixName::Weights => "어텐션 가중치",
        MatrixName::Context => "문맥 벡터",
        MatrixName::Concat => "연결",
        MatrixName::WOutput => "W_O",
        MatrixName::Output => "출력",
        MatrixName::Residual => "X + 출력",
        MatrixName::AddNorm => "더하고 정규화한 값",
    }
}

fn stage(stage: Stage) -> StageWords {
    match stage {
        Stage::Project => StageWords {
            name: "Q, K, V",
            what: "토큰마다 임베딩에 세 행렬을 곱해 쿼리(무엇을 찾는지), 키(무엇으로 찾을 수 있는지), \
                   밸류(무엇을 건네는지)를 만든다.",
            why: "행렬이 없으면 벡터 하나가 세 역할을 다 맡아야 한다. 행렬이 따로 있으면 찾는 것과 \
                  내놓는 것이 달라도 된다.",
            note: "셋 다 같은 X에서 나온다. 다른 것은 곱하는 행렬뿐이다.",
        },
        Stage::Rotary => StageWords {
            name: "회전 위치",
            what: "쿼리와 키의 특성을 둘씩 짝지어 위치에 비례하는 각도만큼 돌린다.",
            why: "돌리고 나면 내적은 두 토큰의 절대 위치가 아니라 서로 떨어진 거리에 따라 달라진다.",
            note: "회전이므로 벡터의 길이는 그대로다. 밸류는 돌리지 않는다.",
        },
        Stage::DotProduct => StageWords {
            name: "내적",
            what: "모든 쿼리가 모든 키와 만난다. 특성끼리 곱해서 더한 값이 어텐션 점수다.",
            why: "두 벡터의 방향이 비슷하면 크고, 서로 무관하면 0에 가깝고, 반대이면 음수가 된다.",
            note: "점수는 어떤 실수든 될 수 있다. 아직 가린 칸이 없고, 행의 합을 1로 맞추지도 않았다.",
        },
        Stage::Scale => StageWords {
            name: "스케일링",
            what: "모든 점수를 같은 수 √d_k로 나눈다. d_k는 헤드 하나의 차원이다.",
            why: "곱 d_k개를 더하면 값이 √d_k배로 퍼진다. 나누지 않으면 소프트맥스가 하나만 고르고 \
                  나머지는 배우지 못한다.",
            note: "모델의 차원이 아니라 헤드의 차원이다. √d_model로 나누는 것이 가장 흔한 실수다. \
                   나누어도 한 행 안의 크고 작은 순서는 그대로다.",
        },
        Stage::Mask => StageWords {
            name: "마스킹",
            what: "쿼리가 보면 안 되는 칸의 점수를 −∞로 바꾼다. 뒤 가리기(causal) 마스크는 쿼리보다 \
                   뒤에 오는 키를 모두 가린다.",
            why: "왼쪽부터 써 나가는 모델이 바로 오른쪽 칸에 있는 정답을 미리 보아서는 안 된다.",
            note: "소프트맥스보다 먼저 가려야 −∞가 정확히 0이 되고 나머지의 합이 1로 남는다. \
                   학습이 끝난 뒤에도 끄지 않는다.",
        },
        Stage::Softmax => StageWords {
            name: "소프트맥스",
            what: "각 행을 비율로 바꾼다. 음수가 없어지고 행의 합은 1이 된다. 쿼리와 가장 잘 맞는 \
                   키가 가장 큰 몫을 가져간다.",
            why: "exp는 순서를 지키면서 모든 수를 양수로 만든다. 절댓값을 쓰면 −5와 5가 같아져 버린다.",
            note: "열이 아니라 행을 정규화한다. 소프트맥스 전의 수는 점수, 후의 수는 가중치다.",
        },
        Stage::Context => StageWords {
            name: "문맥 벡터",
            what: "쿼리마다 자기 행의 가중치 비율대로 모든 밸류를 섞어 받는다.",
            why: "토큰 사이에서 정보가 옮겨지는 곳이 여기다. 쿼리는 비율만 정하고, 실제로 흐르는 것은 \
                  밸류다.",
            note: "문맥 벡터는 섞은 밸류들 사이에 놓인다. 어느 밸류에도 없는 것은 담기지 않는다.",
        },
        Stage::Concat => StageWords {
            name: "연결",
            what: "모든 헤드의 문맥 벡터를 옆으로 이어 붙여 토큰마다 긴 행 하나를 만든다.",
            why: "헤드마다 찾은 것이 다르다. 나란히 이어 붙이면 한 헤드가 찾은 것이 다른 헤드에 \
                  묻히지 않는다.",
            note: "헤드는 더하지 않고 이어 붙인다. 그래서 차원이 더해진다.",
        },
        Stage::Output => StageWords {
            name: "출력 투영",
            what: "이어 붙인 긴 행에 W_O를 곱해 헤드들이 찾은 것을 한 벡터로 섞는다.",
            why: "여기까지 헤드들은 서로 만난 적이 없다. W_O가 헤드들의 경중을 정하고 모델의 차원으로 \
                  되돌린다.",
            note: "헤드마다 자기 문맥 벡터에 W_O의 자기 몫 행들을 곱해 모두 더한 것과 같다. 편향이 \
                   있으면 한 번만 더한다.",
        },
        Stage::AddNorm => StageWords {
            name: "잔차 연결과 정규화",
            what: "출력을 처음의 임베딩에 더한다. 그다음 행마다 평균을 빼고 표준편차로 나눈 뒤 늘리고 \
                   옮긴다.",
            why: "더하기 덕분에 토큰은 알던 것을 잃지 않는다. 정규화 덕분에 여러 층을 지나도 수의 \
                  크기가 고르다.",
            note: "평균과 분산은 배치가 아니라 토큰 한 행의 것이다.",
        },
    }
}
