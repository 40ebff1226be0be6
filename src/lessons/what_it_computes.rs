//! Lesson 1: what attention computes, the six tokens from end to end.

use super::{
    Answer, Both, Change, Choice, Claim, Extent, Lesson, Look, Numbers, Prediction, Quantity, SAME,
    STEP, Setup, Size, Spot, Step,
    quantity::{cell, largest_in},
    template::{key, number, query, short},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "What attention computes", ko: "어텐션은 무엇을 계산하는가" },
    about: Both {
        en: "Six tokens from end to end: scores, weights, a mixture.",
        ko: "토큰 여섯 개를 처음부터 끝까지: 점수, 가중치, 섞기.",
    },
    steps: &[TOKENS, SCORE, WINNER, SHARES, MIXTURE, OUTPUT],
};

/// Head 5 and its query `powers`, which the start page shows too.
const fn at(stage: Stage) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change { head: Some(4), stage: Some(stage), cell: Some((POWERS, 1)), ..SAME },
    }
}

const POWERS: usize = 3;

const TOKENS: Step = Step {
    setup: at(Stage::Project),
    look: &[Look { matrix: M::X, extent: Extent::Whole }],
    text: Both {
        en: "Here are {n} tokens, and each is a {row} of {d} numbers: its embedding, in X. Attention gives \
             every token a new {row}, into which it has mixed what it needs from the others. Every \
             number here is computed in your browser; only the parameters were built, so that each \
             head does one thing that has a name.",
        ko: "토큰이 {n}개 있고, 토큰마다 수 {d}개로 된 {row}{이} 하나씩 있습니다. 이것이 임베딩 X입니다. \
             어텐션은 토큰마다 새 {row}{을} 만들어 주고, 거기에 다른 토큰에서 필요한 것을 섞어 넣습니다. \
             수는 모두 브라우저에서 계산합니다. 매개변수만 헤드마다 이름 붙일 만한 일을 하나씩 하도록 \
             만든 것입니다.",
    },
    places: &[
        number("n", Quantity::Size(Size::Queries), 0),
        number("d", Quantity::Size(Size::ModelWidth), 0),
    ],
    ..STEP
};

const SCORE: Step = Step {
    setup: at(Stage::DotProduct),
    look: &[Look { matrix: M::Scores, extent: Extent::Cell(POWERS, 1) }],
    text: Both {
        en: "Every token sends out a query and offers a key. Query “{q}” meets key “{k}”: numbers in \
             the same place are multiplied, and the {d_k} products added. The sum, {s}, is their \
             attention score. It says how well the two fit. It can be any number, also a negative \
             one like {low}.",
        ko: "토큰은 저마다 쿼리를 보내고 키를 내놓습니다. 쿼리 ‘{q}’ 하나가 키 ‘{k}’ 하나와 만나면 같은 \
             자리의 수끼리 곱하고, 그 곱 {d_k}개를 더합니다. 그 합 {s}{이} 두 토큰의 어텐션 점수입니다. \
             둘이 얼마나 잘 맞는지를 나타내며, {low}처럼 음수일 수도 있습니다.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        key("k", Quantity::At(1)),
        number("d_k", Quantity::Size(Size::HeadWidth), 0),
        number("s", cell(M::Scores, POWERS, 1), 2),
        number("low", Quantity::In(M::Scores, POWERS, Spot::Smallest), 2),
    ],
    claims: &[Claim::Below(Quantity::In(M::Scores, POWERS, Spot::Smallest), 0.0)],
    ..STEP
};

const WINNER: Step = Step {
    // The selected cell is not the answer.
    setup: Setup {
        with: Change { cell: Some((POWERS, POWERS)), ..at(Stage::Scale).with },
        ..at(Stage::Scale)
    },
    look: &[Look { matrix: M::Scaled, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "All scores are divided by {by}; a later lesson says why. Then comes the rule of a model \
             that writes: a query sees itself and the tokens before it, never those after it. Of \
             what it sees, the largest score gets the largest weight.",
        ko: "점수를 모두 {by}{으로} 나눕니다. 까닭은 뒤의 수업에서 다룹니다. 그다음은 글을 써 나가는 \
             모델의 규칙입니다. 쿼리는 자기와 자기 앞의 토큰만 보고, 뒤의 토큰은 보지 못합니다. 보이는 \
             것 가운데 점수가 가장 큰 키가 가장 큰 가중치를 받습니다.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        key("last", Quantity::Index(M::Scaled, POWERS, Spot::Largest)),
        short("by", Quantity::Divisor),
        number("top", largest_in(M::Scaled, POWERS), 2),
        number("own", cell(M::Scaled, POWERS, POWERS), 2),
        number("best", largest_in(M::Masked, POWERS), 2),
        number("w", largest_in(M::Weights, POWERS), 2),
        number("none", cell(M::Weights, POWERS, 5), 0),
    ],
    claims: &[
        Claim::Is(Quantity::Index(M::Weights, POWERS, Spot::Largest), 1.0),
        Claim::Is(Quantity::Index(M::Scaled, POWERS, Spot::Largest), 5.0),
        Claim::Is(cell(M::Weights, POWERS, 5), 0.0),
        Claim::Less(cell(M::Scaled, POWERS, POWERS), largest_in(M::Masked, POWERS)),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "“{q}” looks along its {row}. Which key will get its largest weight?",
            ko: "‘{q}’ 토큰의 쿼리가 자기 {row}{을} 봅니다. 어느 키가 가장 큰 가중치를 받겠습니까?",
        },
        answer: Answer::Key {
            matrix: M::Scaled,
            row: POWERS,
            right: Quantity::Index(M::Weights, POWERS, Spot::Largest),
            wrong: &[
                (
                    Quantity::Index(M::Scaled, POWERS, Spot::Largest),
                    Both {
                        en: "“{last}” does have the largest score of all, {top}. But it comes after “{q}”: \
                             the mask hides it, however well it fits.",
                        ko: "‘{last}’ 쪽 점수가 {top}{으로} 가장 큰 것은 맞습니다. 그러나 ‘{q}’ 뒤에 오는 \
                             토큰이므로, 아무리 잘 맞아도 마스크가 가립니다.",
                    },
                ),
                (
                    Quantity::At(POWERS),
                    Both {
                        en: "A token need not look at itself most. Its own score is only {own}.",
                        ko: "토큰이 꼭 자기를 가장 많이 보는 것은 아닙니다. 자기 점수는 {own}뿐입니다.",
                    },
                ),
            ],
            other: Both {
                en: "Compare the scores up to “{q}” itself: the largest of them is {best}.",
                ko: "‘{q}’ 자신까지의 점수를 견주어 보세요. 그 가운데 가장 큰 점수는 {best}입니다.",
            },
        },
        shows: Change { stage: Some(Stage::Softmax), cell: Some((POWERS, 1)), ..SAME },
        look: &[Look { matrix: M::Weights, extent: Extent::Cell(POWERS, 1) }],
        told: Both {
            en: "“{k}” gets {w} of the weight: of the keys that “{q}” may see, it has the largest \
                 score, {best}. Whatever comes after “{q}” gets exactly {none}.",
            ko: "‘{k}’ 쪽이 가중치 {w}{을} 받습니다. ‘{q}’ 토큰에게 보이는 키 가운데 점수가 {best}{으로} \
                 가장 큽니다. ‘{q}’ 뒤에 오는 것은 정확히 {none}{을} 받습니다.",
        },
    }),
    ..STEP
};

const SHARES: Step = Step {
    setup: at(Stage::Softmax),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "Softmax has made shares of the scores. “{q}” gives {first} to “{k}”, {second} to “{next}”, \
             and less to the rest it can see. Whatever the scores were, each {row} of weights sums to \
             {sum}: nothing is negative, and nothing gets lost.",
        ko: "소프트맥스는 점수를 비율로 바꿉니다. ‘{q}’ 토큰은 ‘{k}’ 쪽에 {first}, ‘{next}’ 쪽에 \
             {second}{을} 주고, 보이는 나머지에는 더 적게 줍니다. 점수가 어떠했든 가중치는 {row}마다 \
             합이 {sum}입니다. 음수도 없고 새어 나가는 것도 없습니다.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        key("next", Quantity::Index(M::Weights, POWERS, Spot::Second)),
        number("first", largest_in(M::Weights, POWERS), 2),
        number("second", Quantity::In(M::Weights, POWERS, Spot::Second), 2),
        number("sum", Quantity::Sum(M::Weights, POWERS), 0),
    ],
    claims: &[Claim::EveryRowSumsToOne(M::Weights)],
    ..STEP
};

const MIXTURE: Step = Step {
    setup: at(Stage::Context),
    look: &[Look { matrix: M::Context, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "Now something moves. Every token also has a value, a {row} of {d_v} numbers. “{q}” takes \
             {first} of the value of “{k}”, {second} of that of “{next}”, and so on, and adds them up: \
             its context vector. The query decided the proportions; what flows are values.",
        ko: "이제 무언가가 옮겨집니다. 토큰마다 밸류, 곧 수 {d_v}개로 된 {row}{이} 있습니다. ‘{q}’ 토큰은 \
             ‘{k}’ 밸류의 {first}, ‘{next}’ 밸류의 {second} 하는 식으로 가져와 더합니다. 이것이 문맥 \
             벡터입니다. 쿼리는 비율을 정할 뿐이고, 흐르는 것은 밸류입니다.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        query("start", Quantity::At(0)),
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        key("next", Quantity::Index(M::Weights, POWERS, Spot::Second)),
        number("first", largest_in(M::Weights, POWERS), 2),
        number("second", Quantity::In(M::Weights, POWERS, Spot::Second), 2),
        number("d_v", Quantity::Size(Size::ValueWidth), 0),
        number("d", Quantity::Size(Size::ModelWidth), 0),
        number("all", cell(M::Weights, 0, 0), 0),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "“{start}” comes first and sees only itself. What is its context vector?",
            ko: "‘{start}’ 토큰은 맨 앞이라 자기밖에 보이지 않습니다. 이 토큰의 문맥 벡터는 무엇이겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both {
                    en: "Zero: it has no other token to take from",
                    ko: "영벡터: 가져올 다른 토큰이 없으므로",
                },
                holds: Claim::Is(cell(M::Context, 0, 0), 0.0),
                why: Both {
                    en: "Its weights must still sum to {all}, and its own key is the only one to have them.",
                    ko: "그래도 가중치의 합은 {all}이어야 하고, 그것을 받을 키는 자기뿐입니다.",
                },
            },
            Choice {
                says: Both { en: "Its own embedding", ko: "자기 임베딩" },
                holds: Claim::Equal(cell(M::Context, 0, 0), cell(M::X, 0, 0)),
                why: Both {
                    en: "The embedding has {d} numbers and the context vector {d_v}: what is mixed \
                         are values, which are made of the embedding by a matrix.",
                    ko: "임베딩은 수가 {d}개이고 문맥 벡터는 {d_v}개입니다. 섞는 것은 밸류이고, 밸류는 \
                         임베딩에 행렬을 곱해 만든 것입니다.",
                },
            },
            Choice {
                says: Both { en: "Its own value", ko: "자기 밸류" },
                holds: Claim::Equal(cell(M::Context, 0, 0), cell(M::Values, 0, 0)),
                why: Both {
                    en: "A mixture of one thing is that thing.",
                    ko: "하나만 섞으면 그것 그대로입니다.",
                },
            },
        ]),
        shows: Change { cell: Some((0, 0)), ..SAME },
        look: &[
            Look { matrix: M::Values, extent: Extent::Row(0) },
            Look { matrix: M::Context, extent: Extent::Row(0) },
        ],
        told: Both {
            en: "All of its weight, {all}, is on itself, so its context vector is its value, number by \
                 number. Compare the two {rows}.",
            ko: "가중치 {all}{이} 모두 자기에게 있으므로 문맥 벡터는 자기 밸류와 수 하나하나가 같습니다. 두 \
                 {rows}{을} 견주어 보세요.",
        },
    }),
    ..STEP
};

const OUTPUT: Step = Step {
    setup: at(Stage::Output),
    look: &[Look { matrix: M::Output, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "Each of the {h} heads does this for itself and looks for something else. Their context \
             vectors are set side by side, {h} × {d_v} = {d} numbers, and W_O mixes them: the output. \
             It has the shape of X, with which we began. So the next layer can do the same again.",
        ko: "헤드 {h}개가 저마다 따로 이 일을 하며, 찾는 것도 서로 다릅니다. 헤드들의 문맥 벡터를 나란히 이어 \
             붙이면 {h} × {d_v} = {d}개의 수가 되고, W_O{가} 이를 섞습니다. 이것이 출력입니다. 처음의 X와 \
             모양이 같으므로, 다음 층이 같은 일을 다시 할 수 있습니다.",
    },
    places: &[
        number("h", Quantity::Size(Size::Heads), 0),
        number("d_v", Quantity::Size(Size::ValueWidth), 0),
        number("d", Quantity::Size(Size::ConcatWidth), 0),
    ],
    claims: &[
        Claim::Equal(Quantity::Size(Size::ConcatWidth), Quantity::Size(Size::ModelWidth)),
        Claim::Equal(
            Quantity::Times(&Quantity::Size(Size::Heads), &Quantity::Size(Size::ValueWidth)),
            Quantity::Size(Size::ConcatWidth),
        ),
    ],
    ..STEP
};
