//! 행렬, 예제, 헤드의 이름과 설명.

use crate::{
    i18n::{PatternWords, SampleWords},
    math::MatrixName,
    samples::{
        HeadPattern, SampleId,
        six_tokens::{HeadRole, Reads},
    },
};

pub(super) fn sample(sample: SampleId) -> SampleWords {
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
                    뒤의 값이다. ‘ em’과 ‘powers’는 억지로 나눈 것으로, 이 모델의 토크나이저는 \
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
        SampleId::AmbiguousWord => SampleWords {
            name: "뜻이 둘인 말: 인도",
            origin: "지어낸 수",
            about: "‘인도’는 나라이기도 하고 사람이 걷는 길이기도 하다. ‘인도를 걷다’와 ‘인도를 여행하다’ 두 \
                    문장에 나오며, 두 문장은 마스크로 갈라놓았다. 임베딩은 같아도 문맥 벡터는 서로 다르다. \
                    특성 네 개(나라, 보도, 장소, 조사)의 수는 설명하려고 지어낸 것이다.",
        },
    }
}

pub(super) fn role(role: HeadRole) -> &'static str {
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

pub(super) fn reads(reads: Reads) -> &'static str {
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

pub(super) fn pattern(pattern: HeadPattern) -> PatternWords {
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

pub(in crate::i18n) fn matrix(name: MatrixName) -> &'static str {
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
