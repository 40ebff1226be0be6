//! Lesson 9: heads. What they share, what they cost, and how they come together.

use super::{
    Answer, Both, Change, Choice, Claim, Extent, Lesson, Look, Numbers, Prediction, Quantity, SAME,
    STEP, Setup, Size, Spot, Step,
    quantity::cell,
    template::{key, number, query},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "Heads", ko: "헤드" },
    about: Both {
        en: "Many narrow heads cost what one wide head costs, and are set side by side.",
        ko: "좁은 헤드 여럿의 비용은 넓은 헤드 하나와 같고, 결과는 나란히 이어 붙입니다.",
    },
    steps: &[NARROW, DIFFERENT, COST, CONCAT, BLOCKS],
};

const fn at(stage: Stage, head: usize) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change { head: Some(head), stage: Some(stage), cell: Some((POWERS, 1)), ..SAME },
    }
}

const POWERS: usize = 3;
const N: Quantity = Quantity::Size(Size::Queries);
const HEADS: Quantity = Quantity::Size(Size::Heads);
const D_K: Quantity = Quantity::Size(Size::HeadWidth);
const D_V: Quantity = Quantity::Size(Size::ValueWidth);
const D: Quantity = Quantity::Size(Size::ModelWidth);
const CONCAT_WIDTH: Quantity = Quantity::Size(Size::ConcatWidth);

const NARROW: Step = Step {
    setup: at(Stage::Project, 0),
    look: &[Look { matrix: M::Queries, extent: Extent::Whole }],
    text: Both {
        en: "A token has {d} numbers. Instead of one attention over all of them, the projection makes {h} \
             small ones of {d_k} numbers each: {h} × {d_k} = {d}. Each head has its own {columns} of W_Q, W_K \
             and W_V, and so asks a question of its own.",
        ko: "토큰 하나는 수가 {d}개입니다. 그 전부로 어텐션을 한 번 하는 대신, 투영이 수 {d_k}개짜리 작은 어텐션 \
             {h}개를 만듭니다. {h} × {d_k} = {d}입니다. 헤드마다 W_Q, W_K, W_V 안에 자기 {columns}{이} 따로 있어서 \
             저마다 다른 것을 묻습니다.",
    },
    places: &[number("d", D, 0), number("h", HEADS, 0), number("d_k", D_K, 0)],
    claims: &[Claim::Equal(Quantity::Times(&HEADS, &D_K), D)],
    ..STEP
};

const PREVIOUS: Change = Change { head: Some(0), ..SAME };
const FIRST: Change = Change { head: Some(2), ..SAME };
const HEAD_OF_FIRST: Quantity = Quantity::Under(FIRST, &Quantity::HeadNumber);
const KEY_OF_FIRST: Quantity =
    Quantity::Under(FIRST, &Quantity::Index(M::Weights, POWERS, Spot::Largest));

const DIFFERENT: Step = Step {
    setup: at(Stage::Softmax, 0),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "In head {one} “{q}” looks at “{k}”, the token before it; in head {three} at “{first}”, where the \
             text begins. Same X, same moment: one head cannot do both, as its weights sum to {sum}. Step \
             through the heads with [ and ].",
        ko: "{one}번 헤드에서 ‘{q}’ 쿼리는 바로 앞의 ‘{k}’ 토큰을 보고, {three}번 헤드에서는 글의 처음인 ‘{first}’ \
             토큰을 봅니다. X도 같고 때도 같습니다. 가중치의 합이 {sum}이므로 헤드 하나로는 둘 다 할 수 없습니다. \
             [ 키와 ] 키로 헤드를 바꾸어 보세요.",
    },
    places: &[
        number("one", Quantity::HeadNumber, 0),
        number("three", HEAD_OF_FIRST, 0),
        query("q", Quantity::At(POWERS)),
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        key("first", KEY_OF_FIRST),
        number("sum", Quantity::Sum(M::Weights, POWERS), 0),
    ],
    claims: &[
        Claim::Is(
            Quantity::Under(PREVIOUS, &Quantity::Index(M::Weights, POWERS, Spot::Largest)),
            2.0,
        ),
        Claim::Is(KEY_OF_FIRST, 0.0),
    ],
    ..STEP
};

const PAIRS: Quantity = Quantity::Times(&N, &N);
const OF_ONE: Quantity = Quantity::Times(&PAIRS, &D_K);
const OF_ALL: Quantity = Quantity::Times(&HEADS, &OF_ONE);
const OF_WIDE: Quantity = Quantity::Times(&PAIRS, &D);

const COST: Step = Step {
    setup: at(Stage::DotProduct, 4),
    look: &[Look { matrix: M::Scores, extent: Extent::Whole }],
    text: Both {
        en: "What do {h} heads cost? One head computes {n} × {n} scores, each a sum of {d_k} products: {one} \
             multiplications.",
        ko: "헤드 {h}개의 비용은 얼마이겠습니까? 헤드 하나는 점수를 {n} × {n}개 계산하고, 점수마다 곱 {d_k}개를 더합니다. \
             곱셈이 {one}번입니다.",
    },
    places: &[
        number("h", HEADS, 0),
        number("n", N, 0),
        number("d_k", D_K, 0),
        number("d", D, 0),
        number("one", OF_ONE, 0),
        number("all", OF_ALL, 0),
        number("wide", OF_WIDE, 0),
    ],
    claims: &[Claim::Equal(OF_ALL, OF_WIDE)],
    prediction: Some(Prediction {
        ask: Both {
            en: "And all {h} heads, compared with a single head of width {d}?",
            ko: "그러면 헤드 {h}개를 모두 합친 비용은, 차원이 {d}인 헤드 하나와 견주어 어떻겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both { en: "{h} times as much", ko: "{h}배" },
                holds: Claim::Equal(OF_ALL, Quantity::Times(&HEADS, &OF_WIDE)),
                why: Both {
                    en: "There are {h} times as many scores, but each takes only {d_k} products instead of \
                         {d}.",
                    ko: "점수의 개수는 {h}배이지만, 점수 하나에 드는 곱이 {d}개에서 {d_k}개로 줄어듭니다.",
                },
            },
            Choice {
                says: Both { en: "Just as much", ko: "똑같습니다" },
                holds: Claim::Equal(OF_ALL, OF_WIDE),
                why: Both {
                    en: "More scores, each of fewer products: it evens out.",
                    ko: "점수는 많아지고 점수마다 드는 곱은 적어져서 서로 상쇄됩니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Less: the heads are narrow",
                    ko: "더 적습니다. 헤드가 좁기 때문입니다",
                },
                holds: Claim::Less(OF_ALL, OF_WIDE),
                why: Both {
                    en: "One narrow head costs less, but there are {h} of them.",
                    ko: "좁은 헤드 하나는 비용이 적지만 {h}개가 있습니다.",
                },
            },
        ]),
        shows: SAME,
        look: &[Look { matrix: M::Scores, extent: Extent::Whole }],
        told: Both {
            en: "{h} × {one} = {all}, and one wide head: {n} × {n} × {d} = {wide}. Only the softmax has more \
                 to do, as there are more scores.",
            ko: "{h} × {one} = {all}이고, 넓은 헤드 하나는 {n} × {n} × {d} = {wide}입니다. 점수가 많아진 만큼 \
                 소프트맥스만 할 일이 늘어납니다.",
        },
    }),
    ..STEP
};

const CONCAT: Step = Step {
    setup: at(Stage::Concat, 4),
    look: &[Look { matrix: M::Concat, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "Each head has made a context vector of {d_v} numbers for “{q}”. Now the heads come together.",
        ko: "헤드마다 ‘{q}’ 자리에 수 {d_v}개로 된 문맥 벡터를 만들었습니다. 이제 헤드들이 한데 모입니다.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        number("d_v", D_V, 0),
        number("h", HEADS, 0),
        number("d", CONCAT_WIDTH, 0),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "How many numbers does “{q}” have once the {h} heads are concatenated?",
            ko: "헤드 {h}개를 연결하고 나면 ‘{q}’ 토큰의 수는 몇 개이겠습니까?",
        },
        answer: Answer::Number {
            right: CONCAT_WIDTH,
            within: 0.5,
            decimals: 0,
            wrong: &[(
                D_V,
                Both {
                    en: "So many one would get by adding the heads, which is a common mistake: then \
                         nothing could tell any more which head found what.",
                    ko: "헤드를 더하면 그만큼 남습니다. 흔한 실수입니다. 더해 버리면 어느 헤드가 무엇을 찾았는지 더는 \
                         구별할 수 없습니다.",
                },
            )],
            other: Both {
                en: "{h} heads, {d_v} numbers each, side by side.",
                ko: "수 {d_v}개짜리 헤드 {h}개를 나란히 놓습니다.",
            },
        },
        shows: SAME,
        look: &[Look { matrix: M::Concat, extent: Extent::Row(POWERS) }],
        told: Both {
            en: "{h} × {d_v} = {d}: they are set side by side, not added. Each head keeps its own {columns}.",
            ko: "{h} × {d_v} = {d}입니다. 더하지 않고 나란히 이어 붙이므로, 헤드마다 자기 {columns}{이} 그대로 \
                 남습니다.",
        },
    }),
    ..STEP
};

const BLOCKS: Step = Step {
    setup: at(Stage::Output, 4),
    look: &[Look { matrix: M::Output, extent: Extent::Cell(POWERS, 0) }],
    text: Both {
        en: "W_O mixes what the heads found. Cut it into {h} blocks of {d_v} {rows}, and each head has its \
             own: head {head} adds {part} to the first number of “{q}”, all heads together {sum}. That is \
             the output, {o}. So concatenating and then W_O is the same as adding what each head projects.",
        ko: "W_O는 헤드들이 찾은 것을 섞습니다. {d_v}{rows}짜리 블록 {h}개로 자르면 헤드마다 자기 블록이 하나씩 \
             있습니다. {head}번 헤드가 ‘{q}’ 토큰의 첫 수에 {part}{을} 보태고, 헤드를 모두 더하면 {sum}입니다. 이것이 \
             출력 {o}입니다. 연결한 뒤 W_O를 곱하는 것과 헤드마다 투영해 더하는 것은 같습니다.",
    },
    places: &[
        number("h", HEADS, 0),
        number("d_v", D_V, 0),
        number("head", Quantity::HeadNumber, 0),
        number("part", Quantity::Contribution(POWERS, 0), 3),
        query("q", Quantity::At(POWERS)),
        number("sum", Quantity::Contributions(POWERS, 0), 3),
        number("o", cell(M::Output, POWERS, 0), 3),
    ],
    claims: &[
        Claim::Equal(Quantity::Contributions(POWERS, 0), cell(M::Output, POWERS, 0)),
        Claim::Differ(Quantity::Contribution(POWERS, 0), cell(M::Output, POWERS, 0)),
    ],
    ..STEP
};
