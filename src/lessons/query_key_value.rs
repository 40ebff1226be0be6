//! Lesson 2: query, key and value, the database picture, and why there are three matrices.

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
    title: Both { en: "Query, key, value", ko: "쿼리, 키, 밸류" },
    about: Both {
        en: "A database that answers softly, and why it takes three matrices.",
        ko: "하나만 고르지 않고 섞어서 답하는 데이터베이스, 그리고 행렬이 셋인 까닭.",
    },
    steps: &[DATABASE, ONE_X, WITHOUT, ONE_WAY, WHAT_FLOWS],
};

/// `journey`, of the example that is worked out by hand.
const JOURNEY: usize = 1;
const STARTS: usize = 2;

const fn by_hand(sample: SampleId, stage: Stage) -> Setup {
    Setup {
        numbers: Numbers::Sample(sample, 0),
        with: Change { head: Some(0), stage: Some(stage), cell: Some((JOURNEY, STARTS)), ..SAME },
    }
}

const DATABASE: Step = Step {
    setup: by_hand(SampleId::ByHandTrainable, Stage::Project),
    look: &[
        Look { matrix: M::Queries, extent: Extent::Row(JOURNEY) },
        Look { matrix: M::Keys, extent: Extent::Whole },
        Look { matrix: M::Values, extent: Extent::Whole },
    ],
    text: Both {
        en: "Ask a database, and your query is compared with the keys; where one fits, you get the value \
             behind it. Attention keeps the three names. But no key of the {m} fits exactly, and none \
             is turned away: “{q}” gets a mixture of all {m} values, more of those whose keys fit \
             better.",
        ko: "데이터베이스에 물으면 쿼리를 키와 견주어, 맞는 키 뒤에 있는 밸류를 내줍니다. 어텐션도 이 세 \
             이름을 씁니다. 다만 키 {m}개 가운데 꼭 맞는 것도 없고 내치는 것도 없습니다. ‘{q}’ 토큰은 밸류 \
             {m}개를 모두 섞어 받되, 더 잘 맞는 키의 밸류를 더 많이 받습니다.",
    },
    places: &[query("q", Quantity::At(JOURNEY)), number("m", Quantity::Size(Size::Keys), 0)],
    claims: &[Claim::Above(Quantity::In(M::Weights, JOURNEY, Spot::Smallest), 0.0)],
    ..STEP
};

const ONE_X: Step = Step {
    setup: by_hand(SampleId::ByHandTrainable, Stage::Project),
    look: &[
        Look { matrix: M::X, extent: Extent::Row(JOURNEY) },
        Look { matrix: M::Queries, extent: Extent::Row(JOURNEY) },
        Look { matrix: M::Keys, extent: Extent::Row(JOURNEY) },
        Look { matrix: M::Values, extent: Extent::Row(JOURNEY) },
    ],
    text: Both {
        en: "All three come from the same {d} numbers of “{q}” in X. Multiplied by W_Q they become its \
             query, ({q1}, {q2}); by W_K its key, ({k1}, {k2}); by W_V its value, ({v1}, {v2}). What \
             it looks for, what it can be found by, what it hands over: only the matrices differ.",
        ko: "셋 다 X에 있는 ‘{q}’ 토큰의 같은 수 {d}개에서 나옵니다. W_Q{를} 곱하면 쿼리 ({q1}, {q2}), \
             W_K{를} 곱하면 키 ({k1}, {k2}), W_V{를} 곱하면 밸류 ({v1}, {v2})입니다. 차례로 무엇을 찾는지, \
             무엇으로 찾을 수 있는지, 무엇을 건네는지를 나타냅니다. 다른 것은 행렬뿐입니다.",
    },
    places: &[
        query("q", Quantity::At(JOURNEY)),
        number("d", Quantity::Size(Size::ModelWidth), 0),
        number("q1", cell(M::Queries, JOURNEY, 0), 2),
        number("q2", cell(M::Queries, JOURNEY, 1), 2),
        number("k1", cell(M::Keys, JOURNEY, 0), 2),
        number("k2", cell(M::Keys, JOURNEY, 1), 2),
        number("v1", cell(M::Values, JOURNEY, 0), 2),
        number("v2", cell(M::Values, JOURNEY, 1), 2),
    ],
    ..STEP
};

const WITHOUT: Step = Step {
    setup: by_hand(SampleId::ByHand, Stage::Project),
    look: &[
        Look { matrix: M::Queries, extent: Extent::Whole },
        Look { matrix: M::Keys, extent: Extent::Whole },
        Look { matrix: M::Values, extent: Extent::Whole },
    ],
    text: Both {
        en: "Now without the matrices: queries, keys and values are X itself. A token is then its own \
             question and its own answer. That can be computed just as well, but something can no \
             longer be said with it.",
        ko: "이번에는 행렬이 없습니다. 쿼리도 키도 밸류도 X 그대로입니다. 토큰 하나가 자기 물음이자 자기 \
             답입니다. 계산은 똑같이 됩니다. 그러나 이렇게 해서는 나타낼 수 없는 것이 생깁니다.",
    },
    places: &[
        query("q", Quantity::At(JOURNEY)),
        key("k", Quantity::At(STARTS)),
        number("s", cell(M::Scores, JOURNEY, STARTS), 2),
        number("own", cell(M::Scores, STARTS, STARTS), 2),
        number("sum", Quantity::Sum(M::Scores, JOURNEY), 2),
        number("one", Quantity::Sum(M::Weights, JOURNEY), 0),
    ],
    claims: &[Claim::Equal(cell(M::Queries, JOURNEY, 0), cell(M::Keys, JOURNEY, 0))],
    prediction: Some(Prediction {
        ask: Both {
            en: "What must be true of the scores when queries and keys are the same?",
            ko: "쿼리와 키가 같으면 점수는 반드시 어떻게 되겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both {
                    en: "Every token scores highest with itself",
                    ko: "토큰마다 자기와의 점수가 가장 높습니다",
                },
                holds: Claim::EveryRowPeaksAt { matrix: M::Scores, offset: 0, from: 0, to: 6 },
                why: Both {
                    en: "Nearly: but “{k}” scores {own} with itself and {s} with “{q}”, which is longer.",
                    ko: "거의 그렇습니다. 그러나 ‘{k}’ 토큰은 자기와는 {own}, 더 긴 ‘{q}’ 쪽과는 {s}입니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Two tokens score the same whichever of them asks",
                    ko: "두 토큰의 점수는 어느 쪽이 묻든 같습니다",
                },
                holds: Claim::Equal(
                    cell(M::Scores, JOURNEY, STARTS),
                    cell(M::Scores, STARTS, JOURNEY),
                ),
                why: Both {
                    en: "The products are the same ones, in another order of factors.",
                    ko: "곱하는 차례만 바뀔 뿐 같은 곱들입니다.",
                },
            },
            Choice {
                says: Both {
                    en: "The scores of a query sum to {one}",
                    ko: "한 쿼리의 점수를 더하면 {one}{이} 됩니다",
                },
                holds: Claim::Is(Quantity::Sum(M::Scores, JOURNEY), 1.0),
                why: Both {
                    en: "That is so of weights, after the softmax. The scores of “{q}” sum to {sum}.",
                    ko: "그것은 소프트맥스를 거친 가중치의 성질입니다. ‘{q}’ 토큰의 점수는 합이 {sum}입니다.",
                },
            },
        ]),
        shows: Change { stage: Some(Stage::DotProduct), ..SAME },
        look: &[
            Look { matrix: M::Scores, extent: Extent::Cell(JOURNEY, STARTS) },
            Look { matrix: M::Scores, extent: Extent::Cell(STARTS, JOURNEY) },
        ],
        told: Both {
            en: "“{q}” and “{k}” score {s} either way. Yet words look for each other one-sidedly: a verb \
                 needs its noun more than the noun needs its verb.",
            ko: "‘{q}’ 쪽과 ‘{k}’ 쪽의 점수는 어느 쪽에서 보나 {s}입니다. 그러나 낱말이 서로를 찾는 일은 \
                 대개 한쪽으로 기웁니다. 동사가 명사를 찾는 만큼 명사가 동사를 찾지는 않습니다.",
        },
    }),
    ..STEP
};

/// Head 8 of the six tokens, which looks at what a word is about; its query `powers`.
const fn about(stage: Stage) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change { head: Some(7), stage: Some(stage), cell: Some((VERB, NOUN)), ..SAME },
    }
}

const NOUN: usize = 1;
const VERB: usize = 3;

const ONE_WAY: Step = Step {
    setup: about(Stage::DotProduct),
    look: &[
        Look { matrix: M::Scores, extent: Extent::Cell(VERB, NOUN) },
        Look { matrix: M::Scores, extent: Extent::Cell(NOUN, VERB) },
    ],
    text: Both {
        en: "With W_Q and W_K of its own, this head asks one-sidedly: what is this word about? The verb \
             “{verb}” asks “{noun}” and scores {there}. The other way round, the noun does not ask for \
             the verb: {back}.",
        ko: "W_Q{와} W_K{가} 따로 있는 이 헤드는 한쪽에서만 묻습니다. 이 낱말은 무엇에 대한 말인가 하는 \
             물음입니다. 동사 ‘{verb}’ 쪽에서 ‘{noun}’ 쪽을 물으면 점수가 {there}입니다. 거꾸로 명사는 동사를 \
             찾지 않으므로 {back}입니다.",
    },
    places: &[
        query("verb", Quantity::At(VERB)),
        key("noun", Quantity::At(NOUN)),
        number("there", cell(M::Scores, VERB, NOUN), 1),
        number("back", cell(M::Scores, NOUN, VERB), 1),
    ],
    claims: &[
        Claim::Above(cell(M::Scores, VERB, NOUN), 20.0),
        Claim::Below(cell(M::Scores, NOUN, VERB), 0.0),
    ],
    ..STEP
};

const WHAT_FLOWS: Step = Step {
    setup: about(Stage::Context),
    look: &[
        Look { matrix: M::Weights, extent: Extent::Cell(VERB, NOUN) },
        Look { matrix: M::Values, extent: Extent::Row(NOUN) },
    ],
    text: Both {
        en: "And why a third matrix? What makes a word easy to find need not be what is worth knowing \
             about it. The key of “{noun}” has brought it {w} of the weight, and its work is done. What \
             “{verb}” then receives is the value, {d_v} numbers made by W_V alone.",
        ko: "행렬은 왜 하나 더 있습니까? 찾기 쉽게 하는 것과 알아 둘 만한 것은 다를 수 있기 때문입니다. \
             ‘{noun}’ 토큰의 키는 가중치 {w}{을} 얻어 내는 데서 할 일을 마칩니다. 그다음 ‘{verb}’ 쪽에서 받는 \
             것은 밸류, 곧 W_V{가} 따로 만든 수 {d_v}개입니다.",
    },
    places: &[
        query("verb", Quantity::At(VERB)),
        key("noun", Quantity::Index(M::Weights, VERB, Spot::Largest)),
        number("w", Quantity::In(M::Weights, VERB, Spot::Largest), 2),
        number("d_v", Quantity::Size(Size::ValueWidth), 0),
    ],
    claims: &[Claim::Is(Quantity::Index(M::Weights, VERB, Spot::Largest), 1.0)],
    ..STEP
};
