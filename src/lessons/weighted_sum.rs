//! Lesson 7: the context as a weighted sum.

use super::{
    Answer, Both, Change, Choice, Claim, Divide, Extent, Lesson, Look, Numbers, Prediction,
    Quantity, SAME, STEP, Setup, Size, Spot, Step,
    quantity::{cell, largest_in},
    template::{key, number, query, short},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "The context is a weighted sum", ko: "문맥 벡터는 가중합" },
    about: Both {
        en: "Four weights, four values, one mixture, worked out by hand.",
        ko: "가중치 넷, 밸류 넷, 섞은 것 하나를 손으로 계산합니다.",
    },
    steps: &[WEIGHTS, SUM, BETWEEN, ONE_WINS, MEAN],
};

/// `Orange` and its four Korean keys: made-up numbers, small enough to be worked out by hand.
const fn at(stage: Stage) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::CrossAttention, 0),
        with: Change { head: Some(0), stage: Some(stage), cell: Some((0, 0)), ..SAME },
    }
}

const fn weight(key: usize) -> Quantity {
    cell(M::Weights, 0, key)
}

const fn value(key: usize) -> Quantity {
    cell(M::Values, key, 0)
}

const WEIGHTS: Step = Step {
    setup: at(Stage::Softmax),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(0) }],
    text: Both {
        en: "One query, “{q}”, and {m} keys; the numbers are made up to be small. Its weights are {w1} for \
             “{k1}”, {w2} for “{k2}”, {w3} for “{k3}” and {w4} for “{k4}”: together {sum}. Read them as a \
             recipe: so much of each.",
        ko: "쿼리 ‘{q}’ 하나와 키 {m}개가 있습니다. 수는 작게 지어낸 것입니다. 가중치는 ‘{k1}’ 키에 {w1}, ‘{k2}’ 키에 \
             {w2}, ‘{k3}’ 키에 {w3}, ‘{k4}’ 키에 {w4}이고 모두 더하면 {sum}입니다. 무엇을 얼마씩 넣는지 적은 \
             조리법으로 읽으면 됩니다.",
    },
    places: &[
        query("q", Quantity::At(0)),
        number("m", Quantity::Size(Size::Keys), 0),
        key("k1", Quantity::At(0)),
        key("k2", Quantity::At(1)),
        key("k3", Quantity::At(2)),
        key("k4", Quantity::At(3)),
        number("w1", weight(0), 2),
        number("w2", weight(1), 2),
        number("w3", weight(2), 2),
        number("w4", weight(3), 2),
        number("sum", Quantity::Sum(M::Weights, 0), 0),
    ],
    claims: &[Claim::EveryRowSumsToOne(M::Weights)],
    ..STEP
};

const PRODUCT: Quantity = Quantity::Times(&weight(0), &value(0));

const SUM: Step = Step {
    setup: at(Stage::Softmax),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(0) }],
    text: Both {
        en: "Each key has a value behind it. The first numbers of the {m} values are {v1}, {v2}, {v3} and {v4}; \
             the weights are {w1}, {w2}, {w3} and {w4}. Multiply each by its weight, and add.",
        ko: "키마다 그 뒤에 밸류가 있습니다. 밸류 {m}개의 첫 수는 {v1}, {v2}, {v3}, {v4}이고 가중치는 {w1}, {w2}, \
             {w3}, {w4}입니다. 저마다 자기 가중치를 곱해 더합니다.",
    },
    places: &[
        number("m", Quantity::Size(Size::Keys), 0),
        number("v1", value(0), 2),
        number("v2", value(1), 2),
        number("v3", value(2), 2),
        number("v4", value(3), 2),
        number("w1", weight(0), 2),
        number("w2", weight(1), 2),
        number("w3", weight(2), 2),
        number("w4", weight(3), 2),
        number("p", PRODUCT, 2),
        number("c", cell(M::Context, 0, 0), 2),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "What is the first number of the context vector?",
            ko: "문맥 벡터의 첫 수는 얼마입니까?",
        },
        answer: Answer::Number {
            right: cell(M::Context, 0, 0),
            within: 0.005,
            decimals: 2,
            wrong: &[
                (
                    Quantity::Ratio(
                        &Quantity::Plus(
                            &Quantity::Plus(&value(0), &value(1)),
                            &Quantity::Plus(&value(2), &value(3)),
                        ),
                        &Quantity::Size(Size::Keys),
                    ),
                    Both {
                        en: "That is the plain mean of the values. The weights are not equal: the first has {w1}.",
                        ko: "그것은 밸류의 단순한 평균입니다. 가중치는 서로 다르고, 첫째가 {w1}{을} 가집니다.",
                    },
                ),
                (
                    value(0),
                    Both {
                        en: "That is the value of the winner alone. It has {w1} of the weight, not all of it.",
                        ko: "그것은 이긴 키의 밸류뿐입니다. 그 가중치는 전부가 아니라 {w1}입니다.",
                    },
                ),
                (
                    PRODUCT,
                    Both {
                        en: "That is the first product; three more are to be added.",
                        ko: "그것은 첫 곱입니다. 더할 곱이 세 개 더 있습니다.",
                    },
                ),
            ],
            other: Both {
                en: "Begin with {w1} · {v1} = {p}, then add the other three products.",
                ko: "{w1} · {v1} = {p}부터 시작해 나머지 세 곱을 더해 보세요.",
            },
        },
        shows: Change { stage: Some(Stage::Context), ..SAME },
        look: &[
            Look { matrix: M::Values, extent: Extent::Column(0) },
            Look { matrix: M::Context, extent: Extent::Cell(0, 0) },
        ],
        told: Both {
            en: "{w1} · {v1} + {w2} · {v2} + {w3} · {v3} + {w4} · {v4} = {c}, computed with all digits. Most of it \
                 comes from the first product, {p}.",
            ko: "{w1} · {v1} + {w2} · {v2} + {w3} · {v3} + {w4} · {v4} = {c}입니다. 반올림하지 않은 수로 계산한 값입니다. \
                 대부분은 첫 곱 {p}에서 옵니다.",
        },
    }),
    ..STEP
};

const BETWEEN: Step = Step {
    setup: at(Stage::Context),
    look: &[
        Look { matrix: M::Values, extent: Extent::Column(0) },
        Look { matrix: M::Context, extent: Extent::Cell(0, 0) },
    ],
    text: Both {
        en: "With weights that are positive and sum to {sum}, a mixture lies between what is mixed: {c} lies \
             between {low} and {high}, the least and the largest first number of a value. Nothing can come \
             out that no value has: the query only decides how much of each.",
        ko: "가중치가 양수이고 합이 {sum}이면, 섞은 것은 섞기 전의 것들 사이에 놓입니다. {c}{은} 밸류의 첫 수 가운데 가장 \
             작은 {low}{과} 가장 큰 {high} 사이에 있습니다. 어느 밸류에도 없는 것은 나올 수 없습니다. 쿼리는 무엇을 얼마나 \
             넣을지만 정합니다.",
    },
    places: &[
        number("sum", Quantity::Sum(M::Weights, 0), 0),
        number("c", cell(M::Context, 0, 0), 2),
        number("low", value(3), 2),
        number("high", value(0), 2),
    ],
    claims: &[
        Claim::Less(value(3), value(1)),
        Claim::Less(value(3), value(2)),
        Claim::Less(value(1), value(0)),
        Claim::Less(value(2), value(0)),
        Claim::Less(value(3), cell(M::Context, 0, 0)),
        Claim::Less(cell(M::Context, 0, 0), value(0)),
    ],
    ..STEP
};

/// So little that one key takes all.
const SHARP: Change = Change { divide: Some(Divide::By(0.1)), ..SAME };
const SHARP_CONTEXT: Quantity = Quantity::Under(SHARP, &cell(M::Context, 0, 0));

const ONE_WINS: Step = Step {
    setup: at(Stage::Context),
    look: &[Look { matrix: M::Context, extent: Extent::Row(0) }],
    text: Both {
        en: "The weights move the mixture about among the values. Suppose the scores are divided by {by} instead of \
             {root}: they grow apart, and “{k}” takes nearly all of the weight.",
        ko: "가중치에 따라 섞은 것이 밸류들 사이를 옮겨 다닙니다. 점수를 {root} 대신 {by}{으로} 나눈다고 해 봅니다. 그러면 점수 \
             차이가 벌어져 ‘{k}’ 키가 가중치를 거의 다 가져갑니다.",
    },
    places: &[
        key("k", Quantity::Index(M::Weights, 0, Spot::Largest)),
        short("by", Quantity::Under(SHARP, &Quantity::Divisor)),
        number("root", Quantity::Divisor, 2),
        number("w", Quantity::Under(SHARP, &largest_in(M::Weights, 0)), 3),
        number("c1", SHARP_CONTEXT, 2),
        number("c2", Quantity::Under(SHARP, &cell(M::Context, 0, 1)), 2),
        number("q1", cell(M::Queries, 0, 0), 1),
    ],
    claims: &[Claim::Above(Quantity::Under(SHARP, &largest_in(M::Weights, 0)), 0.999)],
    prediction: Some(Prediction {
        ask: Both {
            en: "What does the context vector come to?",
            ko: "문맥 벡터는 무엇에 가까워지겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both { en: "The query itself", ko: "쿼리 자신" },
                holds: Claim::Below(
                    Quantity::Abs(&Quantity::Minus(&SHARP_CONTEXT, &cell(M::Queries, 0, 0))),
                    0.01,
                ),
                why: Both {
                    en: "The query, which begins with {q1}, never flows: it only weighs.",
                    ko: "{q1}{으로} 시작하는 쿼리는 흘러가지 않습니다. 비율을 정할 뿐입니다.",
                },
            },
            Choice {
                says: Both { en: "The value of “{k}”", ko: "‘{k}’ 키의 밸류" },
                holds: Claim::Below(
                    Quantity::Abs(&Quantity::Minus(&SHARP_CONTEXT, &value(0))),
                    0.01,
                ),
                why: Both {
                    en: "A recipe of one thing gives that thing.",
                    ko: "재료가 하나뿐인 조리법에서는 그 재료가 그대로 나옵니다.",
                },
            },
            Choice {
                says: Both { en: "The key of “{k}”", ko: "‘{k}’ 키 자신" },
                holds: Claim::Below(
                    Quantity::Abs(&Quantity::Minus(&SHARP_CONTEXT, &cell(M::Keys, 0, 0))),
                    0.01,
                ),
                why: Both {
                    en: "The key has only helped to be found. What is handed out is the value.",
                    ko: "키는 찾는 데만 쓰입니다. 건네는 것은 밸류입니다.",
                },
            },
        ]),
        shows: SHARP,
        look: &[
            Look { matrix: M::Values, extent: Extent::Row(0) },
            Look { matrix: M::Context, extent: Extent::Row(0) },
        ],
        told: Both {
            en: "With {w} of the weight on “{k}” the context is ({c1}, {c2}), its value. Attention can copy one \
                 token, or mix many; the weights decide which.",
            ko: "가중치 {w}{이} ‘{k}’ 키에 쏠리면 문맥 벡터는 그 밸류인 ({c1}, {c2})입니다. 어텐션은 토큰 하나를 베낄 수도, \
                 여럿을 섞을 수도 있습니다. 어느 쪽인지는 가중치가 정합니다.",
        },
    }),
    ..STEP
};

const MEAN: Step = Step {
    setup: Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change { head: Some(5), stage: Some(Stage::Context), cell: Some((5, 0)), ..SAME },
    },
    look: &[
        Look { matrix: M::Weights, extent: Extent::Row(5) },
        Look { matrix: M::Context, extent: Extent::Row(5) },
    ],
    text: Both {
        en: "And the other extreme: this head of the six tokens spreads evenly. “{q}” gives each of the {n} keys \
             {w}, so its context is the plain mean of the values. Between copying one and averaging all lies \
             everything that a head can do.",
        ko: "반대쪽 끝도 있습니다. 여섯 토큰의 이 헤드는 고르게 퍼집니다. ‘{q}’ 토큰은 키 {n}개에 {w}씩 주므로 문맥 벡터가 \
             밸류의 단순한 평균입니다. 하나를 베끼는 것과 모두를 평균하는 것 사이에 헤드가 할 수 있는 일이 모두 있습니다.",
    },
    places: &[
        query("q", Quantity::At(5)),
        number("n", Quantity::Size(Size::Keys), 0),
        number("w", cell(M::Weights, 5, 0), 2),
    ],
    claims: &[
        Claim::Is(Quantity::Times(&cell(M::Weights, 5, 0), &Quantity::Size(Size::Keys)), 1.0),
        Claim::Equal(cell(M::Weights, 5, 0), largest_in(M::Weights, 5)),
    ],
    ..STEP
};
