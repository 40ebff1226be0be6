//! Lesson 8: cross-attention, and where what comes out comes from.

use super::{
    Answer, Both, Change, Choice, Claim, Extent, Lesson, Look, Numbers, Prediction, Quantity, SAME,
    STEP, Setup, Size, Spot, Step,
    quantity::{cell, largest_in},
    template::{key, number, query},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "Cross-attention", ko: "교차 어텐션" },
    about: Both {
        en: "“Orange” asks a Korean sentence: whose information comes out?",
        ko: "‘Orange’ 하나가 한국어 문장에 묻습니다. 나오는 것은 누구의 정보일까요?",
    },
    steps: &[TWO_SIDES, SHAPE, WEIGHTS, MIXTURE, OTHER_HEAD],
};

const fn at(stage: Stage, head: usize) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::CrossAttention, 0),
        with: Change { head: Some(head), stage: Some(stage), cell: Some((0, 0)), ..SAME },
    }
}

const N_KEYS: Quantity = Quantity::Size(Size::Keys);
const N_QUERIES: Quantity = Quantity::Size(Size::Queries);

const TWO_SIDES: Step = Step {
    setup: at(Stage::Project, 0),
    look: &[Look { matrix: M::XKeys, extent: Extent::Whole }],
    text: Both {
        en: "So far one sentence asked itself. Here the query comes from “{q}”, and keys and values come \
             from another text of {n} tokens: “{a} {b}{c} {d}”, somebody collapsed from a long illness. \
             That is all that makes cross-attention: queries of one text, keys and values of another. \
             The numbers are made up for this lesson.",
        ko: "지금까지는 한 문장이 자기 자신에게 물었습니다. 여기서는 쿼리가 ‘{q}’ 하나에서 나오고, 키와 밸류는 \
             토큰 {n}개로 된 다른 글 ‘{a} {b}{c} {d}’ 쪽에서 나옵니다. 교차 어텐션은 이것이 전부입니다. \
             쿼리의 글과, 키와 밸류의 글이 다릅니다. 수는 이 수업을 위해 지어낸 것입니다.",
    },
    places: &[
        query("q", Quantity::At(0)),
        number("n", N_KEYS, 0),
        key("a", Quantity::At(0)),
        key("b", Quantity::At(1)),
        key("c", Quantity::At(2)),
        key("d", Quantity::At(3)),
    ],
    claims: &[Claim::Differ(N_QUERIES, N_KEYS)],
    ..STEP
};

const SHAPE: Step = Step {
    setup: at(Stage::DotProduct, 0),
    look: &[Look { matrix: M::Scores, extent: Extent::Whole }],
    text: Both {
        en: "Every query still meets every key. But the two sides need not be equally long, so the matrix \
             of scores need not be square; and “before” or “after” means nothing between two texts, so no \
             staircase hides anything here.",
        ko: "이번에도 쿼리마다 모든 키를 만납니다. 다만 두 글의 길이가 같을 필요가 없으므로 점수 행렬이 \
             정사각형일 필요도 없습니다. 서로 다른 두 글 사이에는 앞뒤가 없으니 계단 모양 마스크로 가릴 것도 \
             없습니다.",
    },
    places: &[
        number("n_q", N_QUERIES, 0),
        number("n_k", N_KEYS, 0),
        number("all", Quantity::Times(&N_QUERIES, &N_KEYS), 0),
    ],
    claims: &[Claim::Is(Quantity::Hidden(0), 0.0)],
    prediction: Some(Prediction {
        ask: Both {
            en: "{n_q} query and {n_k} keys: how many scores does one head compute?",
            ko: "쿼리 {n_q}개와 키 {n_k}개가 있습니다. 헤드 하나는 점수를 몇 개 계산하겠습니까?",
        },
        answer: Answer::Number {
            right: Quantity::Times(&N_QUERIES, &N_KEYS),
            within: 0.5,
            decimals: 0,
            wrong: &[
                (
                    Quantity::Times(&N_KEYS, &N_KEYS),
                    Both {
                        en: "So many there would be if the {n_k} Korean tokens asked each other. They do \
                             not ask here.",
                        ko: "한국어 토큰 {n_k}개가 서로에게 묻는다면 그렇습니다. 여기서는 이들이 묻지 않습니다.",
                    },
                ),
                (
                    Quantity::Plus(&N_QUERIES, &N_KEYS),
                    Both {
                        en: "They are not set in one line: each query meets each key.",
                        ko: "한 줄로 세우는 것이 아니라, 쿼리마다 키마다 하나씩 만납니다.",
                    },
                ),
            ],
            other: Both {
                en: "One score for each pair of a query and a key.",
                ko: "쿼리와 키의 쌍마다 점수가 하나입니다.",
            },
        },
        shows: SAME,
        look: &[Look { matrix: M::Scores, extent: Extent::Row(0) }],
        told: Both {
            en: "{n_q} × {n_k} = {all}. A translator with a long sentence on each side has a wide or a \
                 tall matrix here.",
            ko: "{n_q} × {n_k} = {all}입니다. 번역 모델처럼 양쪽 문장의 길이가 다르면 이 행렬은 옆으로 \
                 길거나 아래로 깁니다.",
        },
    }),
    ..STEP
};

const WEIGHTS: Step = Step {
    setup: at(Stage::Scale, 0),
    look: &[Look { matrix: M::Scaled, extent: Extent::Row(0) }],
    text: Both {
        en: "This head was made to listen to sound: its queries and keys carry a feature for how a word \
             begins, o-ran. “{q}” looks along its {row} of scores.",
        ko: "이 헤드는 소리를 듣도록 만든 것입니다. 쿼리와 키에 ‘오란’과 비슷한 소리로 시작하는지를 나타내는 특성이 \
             들어 있습니다. ‘{q}’ 쿼리가 자기 점수 {row}{을} 봅니다.",
    },
    places: &[
        query("q", Quantity::At(0)),
        key("k", Quantity::Index(M::Weights, 0, Spot::Largest)),
        key("noun", Quantity::At(1)),
        number("s", largest_in(M::Scaled, 0), 2),
        number("w", largest_in(M::Weights, 0), 2),
        number("sum", Quantity::Sum(M::Weights, 0), 0),
    ],
    claims: &[
        Claim::Is(Quantity::Index(M::Weights, 0, Spot::Largest), 0.0),
        Claim::Above(largest_in(M::Weights, 0), 0.5),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "Which key gets the largest weight of “{q}”?",
            ko: "‘{q}’ 쿼리의 가중치를 가장 많이 받는 키는 어느 것이겠습니까?",
        },
        answer: Answer::Key {
            matrix: M::Scaled,
            row: 0,
            right: Quantity::Index(M::Weights, 0, Spot::Largest),
            wrong: &[(
                Quantity::At(1),
                Both {
                    en: "“{noun}” is a noun like “{q}”, and the other head goes by that. This one goes by \
                         sound.",
                    ko: "‘{noun}’ 쪽은 ‘{q}’처럼 명사이고, 다른 헤드는 그것을 봅니다. 이 헤드는 소리를 \
                         봅니다.",
                },
            )],
            other: Both {
                en: "Its score is smaller than the largest of the {row}, {s}.",
                ko: "이 {row}에서 가장 큰 점수 {s}보다 작습니다.",
            },
        },
        shows: Change { stage: Some(Stage::Softmax), ..SAME },
        look: &[Look { matrix: M::Weights, extent: Extent::Row(0) }],
        told: Both {
            en: "“{k}” gets {w}: the two begin with the same sound. The weights of the one query sum to \
                 {sum}, as always.",
            ko: "‘{k}’ 쪽이 {w}{을} 받습니다. 두 말은 앞소리가 같습니다. 쿼리 하나의 가중치를 더하면 언제나 \
                 그렇듯 {sum}입니다.",
        },
    }),
    ..STEP
};

const fn share(key: usize) -> [Quantity; 2] {
    [cell(M::Weights, 0, key), cell(M::Values, key, 0)]
}

const SHARES: [[Quantity; 2]; 4] = [share(0), share(1), share(2), share(3)];
const PARTS: [Quantity; 4] = [
    Quantity::Times(&SHARES[0][0], &SHARES[0][1]),
    Quantity::Times(&SHARES[1][0], &SHARES[1][1]),
    Quantity::Times(&SHARES[2][0], &SHARES[2][1]),
    Quantity::Times(&SHARES[3][0], &SHARES[3][1]),
];
const FIRST_HALF: Quantity = Quantity::Plus(&PARTS[0], &PARTS[1]);
const SECOND_HALF: Quantity = Quantity::Plus(&PARTS[2], &PARTS[3]);
const MIXED: Quantity = Quantity::Plus(&FIRST_HALF, &SECOND_HALF);

const MIXTURE: Step = Step {
    setup: at(Stage::Context, 0),
    look: &[Look { matrix: M::Context, extent: Extent::Row(0) }],
    text: Both {
        en: "Now the values are mixed: {w0} of the value of “{a}”, {w1} of that of “{b}”, and so on. The \
             result stands at the place of “{q}”.",
        ko: "이제 밸류를 섞습니다. ‘{a}’ 밸류의 {w0}, ‘{b}’ 밸류의 {w1} 하는 식입니다. 그 결과가 ‘{q}’ \
             자리에 놓입니다.",
    },
    places: &[
        query("q", Quantity::At(0)),
        key("a", Quantity::At(0)),
        key("b", Quantity::At(1)),
        number("w0", cell(M::Weights, 0, 0), 2),
        number("w1", cell(M::Weights, 0, 1), 2),
        number("c", cell(M::Context, 0, 0), 3),
        number("sum", MIXED, 3),
        number("x", cell(M::X, 0, 0), 1),
    ],
    claims: &[Claim::Equal(MIXED, cell(M::Context, 0, 0))],
    prediction: Some(Prediction {
        ask: Both {
            en: "What is in this context vector?",
            ko: "이 문맥 벡터에는 무엇이 들어 있겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both {
                    en: "The meaning of “{q}”, with Korean added",
                    ko: "‘{q}’ 자신의 뜻에 한국어를 더한 것",
                },
                holds: Claim::Equal(
                    cell(M::Context, 0, 0),
                    Quantity::Plus(&cell(M::X, 0, 0), &MIXED),
                ),
                why: Both {
                    en: "The first feature of “{q}” is {x}. It is nowhere in the sum: only the residual \
                         connection, a later step of a model, would add it.",
                    ko: "‘{q}’ 쪽 첫 특성은 {x}입니다. 그런데 이 합에는 어디에도 없습니다. 모델에서 나중에 오는 \
                         잔차 연결이 있어야 더해집니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Korean values, and nothing else", ko: "한국어 밸류, 그것뿐"
                },
                holds: Claim::Equal(cell(M::Context, 0, 0), MIXED),
                why: Both {
                    en: "The query decides the proportions; what is mixed are values.",
                    ko: "쿼리는 비율을 정하고, 섞이는 것은 밸류입니다.",
                },
            },
            Choice {
                says: Both { en: "Korean keys", ko: "한국어 키" },
                holds: Claim::Equal(cell(M::Context, 0, 0), cell(M::Keys, 0, 0)),
                why: Both {
                    en: "Keys are only for being found. They have done their work in the scores.",
                    ko: "키는 찾을 때만 쓰입니다. 점수를 계산하면서 할 일을 마쳤습니다.",
                },
            },
        ]),
        shows: SAME,
        look: &[
            Look { matrix: M::Values, extent: Extent::Whole },
            Look { matrix: M::Context, extent: Extent::Row(0) },
        ],
        told: Both {
            en: "Its first number, {c}, is the weighted sum of the first numbers of the values, {sum}. “{q}” \
                 has only decided how much of each.",
            ko: "첫 수 {c}{은} 밸류들의 첫 수를 가중치대로 더한 {sum}입니다. ‘{q}’ 쪽이 한 일은 무엇을 얼마나 \
                 가져올지 정한 것뿐입니다.",
        },
    }),
    ..STEP
};

const SECOND_HEAD: Change = Change { head: Some(1), ..SAME };

const OTHER_HEAD: Step = Step {
    setup: at(Stage::Softmax, 1),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(0) }],
    text: Both {
        en: "Head {h} looks at the kind of word and gives {w} to “{k}”. In a translator the queries are the \
             words written so far, and keys and values the sentence to translate: each new word asks which \
             of them to look at. Then the keys and values stay the same for the whole translation.",
        ko: "{h}번 헤드는 말의 종류를 보고 ‘{k}’ 쪽에 {w}{을} 줍니다. 번역 모델에서는 지금까지 쓴 말이 \
             쿼리이고, 번역할 문장이 키와 밸류입니다. 새 말을 쓸 때마다 어디를 볼지 묻습니다. 그래서 키와 \
             밸류는 번역이 끝날 때까지 그대로 쓸 수 있습니다.",
    },
    places: &[
        number("h", Quantity::HeadNumber, 0),
        number("w", largest_in(M::Weights, 0), 2),
        key("k", Quantity::Index(M::Weights, 0, Spot::Largest)),
    ],
    claims: &[Claim::Is(
        Quantity::Under(SECOND_HEAD, &Quantity::Index(M::Weights, 0, Spot::Largest)),
        1.0,
    )],
    ..STEP
};
