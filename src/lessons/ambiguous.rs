//! Lesson 14: ambiguous words, and how the context moves a vector.

use super::{
    Answer, Both, Change, Choice, Claim, Extent, Lesson, Look, Numbers, Prediction, Quantity, SAME,
    STEP, Setup, Size, Step,
    quantity::cell,
    template::{key, number, query},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "Ambiguous words", ko: "뜻이 여럿인 말" },
    about: Both {
        en: "One word, two sentences: the embedding is the same, the context vector is not.",
        ko: "같은 말이 두 문장에 나옵니다. 임베딩은 같고 문맥 벡터는 다릅니다.",
    },
    steps: &[SAME_ROW, WEIGHTS, MOVED, OTHER, SO],
};

const fn at(stage: Stage, query: usize, key: usize) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::AmbiguousWord, 0),
        with: Change { head: Some(0), stage: Some(stage), cell: Some((query, key)), ..SAME },
    }
}

/// The word in the first sentence and in the second, and what is said of it.
const WALKED: usize = 0;
const WALK: usize = 2;
const TRAVELED: usize = 3;
const TRAVEL: usize = 5;
/// Features.
const COUNTRY: usize = 0;
const PAVEMENT: usize = 1;

const SAME_ROW: Step = Step {
    setup: at(Stage::Project, WALKED, WALK),
    look: &[
        Look { matrix: M::X, extent: Extent::Row(WALKED) },
        Look { matrix: M::X, extent: Extent::Row(TRAVELED) },
    ],
    text: Both {
        en: "“{q}” is India, or the pavement one walks on. It stands in two sentences here: “{q}{p} {walk}”, to \
             walk on the pavement, and “{q}{p} {travel}”, to travel India. Its embedding is the same {row} of {d} \
             numbers both times, half country, half pavement. All numbers are made up for this lesson.",
        ko: "‘{q}’ 하나가 나라를 뜻하기도 하고 사람이 걷는 길을 뜻하기도 합니다. 여기서는 ‘{q}{p} {walk}’와 ‘{q}{p} \
             {travel}’ 두 문장에 나옵니다. 임베딩은 두 번 다 수 {d}개로 된 똑같은 {row}이고, 나라 반 보도 반입니다. 수는 \
             모두 이 수업을 위해 지어낸 것입니다.",
    },
    places: &[
        query("q", Quantity::At(WALKED)),
        key("p", Quantity::At(1)),
        key("walk", Quantity::At(WALK)),
        key("travel", Quantity::At(TRAVEL)),
        number("d", Quantity::Size(Size::ModelWidth), 0),
    ],
    claims: &[
        Claim::Equal(cell(M::X, WALKED, COUNTRY), cell(M::X, TRAVELED, COUNTRY)),
        Claim::Equal(cell(M::X, WALKED, PAVEMENT), cell(M::X, TRAVELED, PAVEMENT)),
        Claim::Equal(cell(M::X, WALKED, COUNTRY), cell(M::X, WALKED, PAVEMENT)),
    ],
    ..STEP
};

const WEIGHTS: Step = Step {
    setup: at(Stage::Softmax, WALKED, WALK),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(WALKED) }],
    text: Both {
        en: "The mask keeps the sentences apart: each token sees its own. The first “{q}” gives {own} to itself, \
             {walk} to “{k}”, with which it has the pavement in common, and {rest} to the particle “{p}”. The \
             second “{q}” does the same with “{travel}”, for another reason.",
        ko: "마스크가 두 문장을 갈라놓아서 토큰마다 자기 문장만 봅니다. 첫째 ‘{q}’ 쿼리는 자기에게 {own}, 보도라는 특성을 \
             함께 지닌 ‘{k}’ 쪽에 {walk}, 조사 ‘{p}’ 쪽에 {rest}{을} 줍니다. 둘째 ‘{q}’ 쿼리도 \
             ‘{travel}’ 쪽에 똑같이 주지만, 까닭은 다릅니다.",
    },
    places: &[
        query("q", Quantity::At(WALKED)),
        key("k", Quantity::At(WALK)),
        key("p", Quantity::At(1)),
        key("travel", Quantity::At(TRAVEL)),
        number("own", cell(M::Weights, WALKED, WALKED), 2),
        number("walk", cell(M::Weights, WALKED, WALK), 2),
        number("rest", cell(M::Weights, WALKED, 1), 2),
    ],
    claims: &[
        Claim::Equal(cell(M::Weights, WALKED, WALK), cell(M::Weights, TRAVELED, TRAVEL)),
        Claim::Is(cell(M::Weights, WALKED, TRAVEL), 0.0),
        Claim::Less(cell(M::Weights, WALKED, 1), cell(M::Weights, WALKED, WALK)),
    ],
    ..STEP
};

const OWN_PART: Quantity =
    Quantity::Times(&cell(M::Weights, WALKED, WALKED), &cell(M::Values, WALKED, PAVEMENT));
const WALK_PART: Quantity =
    Quantity::Times(&cell(M::Weights, WALKED, WALK), &cell(M::Values, WALK, PAVEMENT));

const MOVED: Step = Step {
    setup: at(Stage::Softmax, WALKED, WALK),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(WALKED) }],
    text: Both {
        en: "Nothing is projected here, so the values are the {rows} of X. The pavement is the second feature: \
             “{q}” has {x} of it, “{k}” has {y}. The weights are {own} and {walk}.",
        ko: "여기서는 투영이 없으므로 밸류가 곧 X의 {rows}입니다. 둘째 특성이 보도입니다. ‘{q}’ 쪽에 {x}, ‘{k}’ 쪽에 \
             {y}만큼 들어 있고, 가중치는 {own}{과} {walk}입니다.",
    },
    places: &[
        query("q", Quantity::At(WALKED)),
        key("k", Quantity::At(WALK)),
        number("x", cell(M::Values, WALKED, PAVEMENT), 0),
        number("y", cell(M::Values, WALK, PAVEMENT), 0),
        number("own", cell(M::Weights, WALKED, WALKED), 2),
        number("walk", cell(M::Weights, WALKED, WALK), 2),
        number("c", cell(M::Context, WALKED, PAVEMENT), 2),
        number("a", OWN_PART, 2),
        number("b", WALK_PART, 2),
    ],
    claims: &[Claim::Equal(
        Quantity::Plus(&OWN_PART, &WALK_PART),
        cell(M::Context, WALKED, PAVEMENT),
    )],
    prediction: Some(Prediction {
        ask: Both {
            en: "How much pavement is in the context vector of the first “{q}”? To two decimals.",
            ko: "첫째 ‘{q}’ 토큰의 문맥 벡터에는 보도가 얼마나 들어 있겠습니까? 소수 둘째 자리까지 쓰세요.",
        },
        answer: Answer::Number {
            right: cell(M::Context, WALKED, PAVEMENT),
            within: 0.005,
            decimals: 2,
            wrong: &[
                (
                    cell(M::X, WALKED, PAVEMENT),
                    Both {
                        en: "That is what the embedding had. The context vector is a mixture with “{k}”.",
                        ko: "그것은 임베딩에 있던 값입니다. 문맥 벡터에는 ‘{k}’ 쪽이 섞입니다.",
                    },
                ),
                (
                    WALK_PART,
                    Both {
                        en: "That is the part of “{k}”. “{q}” itself adds {a}.",
                        ko: "그것은 ‘{k}’ 쪽의 몫입니다. ‘{q}’ 자신도 {a}{을} 더합니다.",
                    },
                ),
            ],
            other: Both {
                en: "Each weight times what its token has, and then the sum.",
                ko: "가중치마다 그 토큰에 들어 있는 값을 곱해서 더합니다.",
            },
        },
        shows: Change { stage: Some(Stage::Context), ..SAME },
        look: &[Look { matrix: M::Context, extent: Extent::Cell(WALKED, PAVEMENT) }],
        told: Both {
            en: "{own} × {x} + {walk} × {y} = {a} + {b} = {c}, before rounding. The company it keeps has moved \
                 the word towards the pavement.",
            ko: "반올림하기 전 값으로 {own} × {x} + {walk} × {y} = {a} + {b} = {c}입니다. 함께 있는 말이 이 말을 보도 \
                 쪽으로 옮겨 놓았습니다.",
        },
    }),
    ..STEP
};

const OTHER: Step = Step {
    setup: at(Stage::Softmax, TRAVELED, TRAVEL),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(TRAVELED) }],
    text: Both {
        en: "Now the “{q}” of the second sentence. It began with the very same numbers, and its largest weight \
             besides its own goes to “{k}”.",
        ko: "이번에는 둘째 문장의 ‘{q}’ 쪽입니다. 똑같은 수에서 시작했고, 자기 다음으로 큰 가중치를 ‘{k}’ 쪽에 줍니다.",
    },
    places: &[
        query("q", Quantity::At(TRAVELED)),
        key("k", Quantity::At(TRAVEL)),
        number("country", cell(M::Context, TRAVELED, COUNTRY), 2),
        number("pavement", cell(M::Context, TRAVELED, PAVEMENT), 2),
    ],
    claims: &[Claim::Less(cell(M::Weights, TRAVELED, 4), cell(M::Weights, TRAVELED, TRAVEL))],
    prediction: Some(Prediction {
        ask: Both {
            en: "What will its context vector have more of?",
            ko: "이 토큰의 문맥 벡터에는 무엇이 더 많겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both {
                    en: "Pavement, as in the first sentence", ko: "첫 문장처럼 보도"
                },
                holds: Claim::Less(
                    cell(M::Context, TRAVELED, COUNTRY),
                    cell(M::Context, TRAVELED, PAVEMENT),
                ),
                why: Both {
                    en: "The word is the same, but what it is mixed with is not: “{k}” has no pavement in it.",
                    ko: "말은 같아도 섞이는 것이 다릅니다. ‘{k}’ 쪽에는 보도가 들어 있지 않습니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Both alike: its embedding is half and half",
                    ko: "똑같습니다. 임베딩이 반반이기 때문입니다",
                },
                holds: Claim::Equal(
                    cell(M::Context, TRAVELED, COUNTRY),
                    cell(M::Context, TRAVELED, PAVEMENT),
                ),
                why: Both {
                    en: "So it would be if the token saw only itself.",
                    ko: "자기만 본다면 그렇습니다.",
                },
            },
            Choice {
                says: Both { en: "Country", ko: "나라" },
                holds: Claim::Less(
                    cell(M::Context, TRAVELED, PAVEMENT),
                    cell(M::Context, TRAVELED, COUNTRY),
                ),
                why: Both {
                    en: "“{k}” brings the country with it.",
                    ko: "‘{k}’ 쪽이 나라를 가져옵니다.",
                },
            },
        ]),
        shows: Change { stage: Some(Stage::Context), ..SAME },
        look: &[Look { matrix: M::Context, extent: Extent::Row(TRAVELED) }],
        told: Both {
            en: "{country} of the country, {pavement} of the pavement.",
            ko: "나라가 {country}, 보도가 {pavement}입니다.",
        },
    }),
    ..STEP
};

const SO: Step = Step {
    setup: at(Stage::Context, WALKED, WALK),
    look: &[
        Look { matrix: M::Context, extent: Extent::Row(WALKED) },
        Look { matrix: M::Context, extent: Extent::Row(TRAVELED) },
    ],
    text: Both {
        en: "The same {row} went in twice, and two different ones came out: pavement {p} here, {p2} there. This is \
             what “contextual” means. In a real model no feature has a name, meanings come from training, and many \
             layers move a vector little by little.",
        ko: "똑같은 {row}{이} 두 번 들어가서 서로 다른 것이 둘 나왔습니다. 보도가 여기서는 {p}, 저기서는 {p2}입니다. \
             ‘문맥에 따른다’는 말이 이 뜻입니다. 실제 모델에서는 특성에 이름이 없고, 뜻은 학습에서 생기며, 여러 층이 \
             벡터를 조금씩 옮깁니다.",
    },
    places: &[
        number("p", cell(M::Context, WALKED, PAVEMENT), 2),
        number("p2", cell(M::Context, TRAVELED, PAVEMENT), 2),
    ],
    claims: &[Claim::Less(
        cell(M::Context, TRAVELED, PAVEMENT),
        cell(M::Context, WALKED, PAVEMENT),
    )],
    ..STEP
};
