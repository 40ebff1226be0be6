//! Lesson 10: splitting heads, a reshape and then a transpose, and what a direct reshape mixes.

use super::{
    Answer, Both, Change, Choice, Claim, Extent, Figure, Lesson, Look, Numbers, Prediction,
    Quantity, SAME, STEP, Setup, Size, Step, Table,
    figure::code,
    template::{number, query},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "Splitting heads", ko: "헤드 나누기" },
    about: Both {
        en: "A reshape, then a transpose; and why the reshape alone is wrong and says nothing.",
        ko: "모양을 바꾼 다음 축을 바꿉니다. 모양만 바꾸면 왜 틀리고, 왜 오류도 나지 않을까요?",
    },
    steps: &[SHAPES, CUT, TURN, DIRECT, BACK],
};

const fn at(stage: Stage, head: usize) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change { head: Some(head), stage: Some(stage), cell: Some((1, 0)), ..SAME },
    }
}

const N: Quantity = Quantity::Size(Size::Queries);
const HEADS: Quantity = Quantity::Size(Size::Heads);
const D_K: Quantity = Quantity::Size(Size::HeadWidth);
const D: Quantity = Quantity::Size(Size::ModelWidth);
/// Numbers of one head, all tokens.
const OF_HEAD: Quantity = Quantity::Times(&N, &D_K);

const STEPS: Table = Table {
    caption: Both { en: "The shape of Q, step by step", ko: "Q의 모양이 바뀌는 순서" },
    head: &[
        Both { en: "step", ko: "단계" },
        Both { en: "shape", ko: "모양" },
        Both { en: "here", ko: "여기서는" },
    ],
    rows: &[
        &[Both { en: "project", ko: "투영" }, code("(B, L, D)"), code("(B, {n}, {d})")],
        &[
            Both { en: "reshape", ko: "모양 바꾸기" },
            code("(B, L, H, d_k)"),
            code("(B, {n}, {h}, {d_k})"),
        ],
        &[
            Both { en: "transpose", ko: "축 바꾸기" },
            code("(B, H, L, d_k)"),
            code("(B, {h}, {n}, {d_k})"),
        ],
    ],
};

const SHAPES: Step = Step {
    setup: at(Stage::Project, 0),
    look: &[Look { matrix: M::Queries, extent: Extent::Whole }],
    text: Both {
        en: "One matrix product makes the queries of all heads at once: {n} tokens, {d} numbers each. \
             Attention needs them head by head: {h} times {n} tokens with {d_k} numbers. Programs get there in \
             two moves, and B, the batch, is along for the ride.",
        ko: "행렬 곱 한 번으로 모든 헤드의 쿼리가 한꺼번에 나옵니다. 토큰 {n}개에 수가 {d}개씩입니다. 그런데 \
             어텐션은 헤드별로, 곧 토큰 {n}개에 수 {d_k}개씩인 것이 {h}벌 필요합니다. 프로그램은 두 단계를 거쳐 이렇게 \
             만듭니다. 배치 B는 그대로 따라갑니다.",
    },
    places: &[number("n", N, 0), number("d", D, 0), number("h", HEADS, 0), number("d_k", D_K, 0)],
    claims: &[Claim::Equal(Quantity::Times(&HEADS, &D_K), D)],
    figure: Some(Figure::Table(STEPS)),
    ..STEP
};

const CUT: Step = Step {
    setup: at(Stage::Project, 0),
    look: &[Look { matrix: M::Queries, extent: Extent::Row(0) }],
    text: Both {
        en: "The reshape moves nothing in memory. It only cuts what belongs to a token, {d} numbers, into {h} \
             pieces of {d_k}: the first piece is for head {one}, the next for the next head. Every piece still \
             lies beside the other pieces of its own token.",
        ko: "모양 바꾸기는 메모리에서 아무것도 옮기지 않습니다. 토큰 하나의 수 {d}개를 {d_k}개짜리 조각 {h}개로 \
             자를 뿐입니다. 첫 조각이 {one}번 헤드, 그다음 조각이 그다음 헤드의 것입니다. 조각들은 아직 자기 토큰의 \
             다른 조각들과 나란히 있습니다.",
    },
    places: &[
        number("d", D, 0),
        number("h", HEADS, 0),
        number("d_k", D_K, 0),
        number("one", Quantity::HeadNumber, 0),
    ],
    ..STEP
};

const TURN: Step = Step {
    setup: at(Stage::DotProduct, 0),
    look: &[Look { matrix: M::Queries, extent: Extent::Whole }],
    text: Both {
        en: "The transpose exchanges tokens and heads: now the pieces of one head lie together, one from each \
             of the {n} tokens. That is the matrix you see here, {n} tokens of {d_k} numbers, and it meets the \
             keys of the same head.",
        ko: "축 바꾸기는 토큰과 헤드의 순서를 맞바꿉니다. 이제 한 헤드의 조각들이 토큰 {n}개에서 하나씩 나와 한데 \
             모입니다. 여기 보이는, 토큰 {n}개에 수가 {d_k}개씩인 행렬이 그것이고, 같은 헤드의 키와 만납니다.",
    },
    places: &[number("n", N, 0), number("d_k", D_K, 0)],
    ..STEP
};

const DIRECT: Step = Step {
    setup: at(Stage::DotProduct, 0),
    look: &[Look { matrix: M::Queries, extent: Extent::Row(1) }],
    text: Both {
        en: "Suppose somebody reshapes directly, from (B, L, D) to (B, H, L, d_k). The shape is what attention \
             wants, so no program complains. The first head then gets the first {n} × {d_k} = {first} numbers, \
             as they lie in memory.",
        ko: "(B, L, D)에서 (B, H, L, d_k)로 바로 모양을 바꾸는 실수가 있습니다. 어텐션에 필요한 모양과 같으므로 오류가 \
             나지 않습니다. 그러면 첫 헤드는 메모리에 놓인 차례대로 앞의 수 {n} × {d_k} = {first}개를 \
             받습니다.",
    },
    places: &[
        number("n", N, 0),
        number("d_k", D_K, 0),
        number("d", D, 0),
        number("first", OF_HEAD, 0),
        query("start", Quantity::At(0)),
        query("next", Quantity::At(1)),
    ],
    claims: &[Claim::Less(OF_HEAD, D)],
    prediction: Some(Prediction {
        ask: Both {
            en: "Of which tokens are these {first} numbers?",
            ko: "이 수 {first}개는 어느 토큰의 것이겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both {
                    en: "Of all {n}, {d_k} of each", ko: "토큰 {n}개에서 {d_k}개씩"
                },
                holds: Claim::Equal(OF_HEAD, Quantity::Times(&N, &D)),
                why: Both {
                    en: "That is what one would like, and what the transpose brings about. In memory a token’s \
                         {d} numbers lie together, and the next token comes only after them.",
                    ko: "바라는 것은 그것이고, 축 바꾸기가 하는 일이 그것입니다. 메모리에서는 한 토큰의 수 {d}개가 \
                         이어져 있고 다음 토큰은 그 뒤에야 옵니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Of “{start}” alone", ko: "‘{start}’ 토큰 하나의 것"
                },
                holds: Claim::Less(OF_HEAD, D),
                why: Both {
                    en: "“{start}” has {d} numbers, and {first} are fewer than that.",
                    ko: "‘{start}’ 토큰의 수가 {d}개이고, {first}개는 그보다 적습니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Of “{start}” and “{next}”",
                    ko: "‘{start}’ 토큰과 ‘{next}’ 토큰의 것",
                },
                holds: Claim::All(&[
                    Claim::Less(D, OF_HEAD),
                    Claim::Less(OF_HEAD, Quantity::Plus(&D, &D)),
                ]),
                why: Both {
                    en: "“{next}” begins only at number {d}, and the head ends at {first}.",
                    ko: "‘{next}’ 토큰은 수 {d}개 뒤에야 시작하는데, 이 헤드는 {first}개에서 끝납니다.",
                },
            },
        ]),
        shows: SAME,
        look: &[Look { matrix: M::Queries, extent: Extent::Row(0) }],
        told: Both {
            en: "What looks like {n} queries of one head are {n} pieces of the one token “{start}”. The head \
                 never sees “{next}”. Tokens and features are mixed, and training makes the best of it: the model \
                 learns, only badly.",
            ko: "한 헤드의 쿼리 {n}개처럼 보이지만 실은 ‘{start}’ 토큰 하나의 조각 {n}개입니다. 이 헤드에는 ‘{next}’ \
                 토큰이 없습니다. 토큰과 특성이 뒤섞이지만 학습은 그럭저럭 되어서, 모델이 배우기는 하되 잘 배우지 \
                 못합니다.",
        },
    }),
    ..STEP
};

const BACK: Step = Step {
    setup: at(Stage::Concat, 0),
    look: &[Look { matrix: M::Concat, extent: Extent::Row(1) }],
    text: Both {
        en: "At the end the way goes back, in the other order: transpose first, then reshape, and the {h} pieces \
             of each token lie side by side again, {d} numbers. “Mistakes”, among the views, shows what the direct \
             reshape does to the weights.",
        ko: "끝에서는 거꾸로 돌아옵니다. 먼저 축을 바꾸고 그다음 모양을 바꾸면, 토큰마다 조각 {h}개가 다시 나란히 \
             놓여 수 {d}개가 됩니다. 바로 모양을 바꾸면 가중치가 어떻게 되는지는 ‘실수’ 보기에서 볼 수 있습니다.",
    },
    places: &[number("h", HEADS, 0), number("d", Quantity::Size(Size::ConcatWidth), 0)],
    claims: &[Claim::Equal(Quantity::Size(Size::ConcatWidth), D)],
    ..STEP
};
