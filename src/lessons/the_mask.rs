//! Lesson 6: the mask: the staircase, the answer one cell further, why before the softmax, and why it stays on.

use super::{
    Answer, Both, Change, Choice, Claim, Extent, Lesson, Look, Masking, Numbers, Prediction,
    Quantity, SAME, STEP, Setup, Size, Spot, Step,
    quantity::{cell, largest_in},
    template::{key, number, query},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::six_tokens::{Kind, Token},
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "The mask", ko: "마스크" },
    about: Both {
        en: "Where the answer stands, why it is hidden before the softmax, and why that never ends.",
        ko: "정답이 서 있는 자리, 소프트맥스보다 먼저 가리는 까닭, 끝까지 끄지 않는 까닭.",
    },
    steps: &[ANSWERS, COPYING, STAIRCASE, BEFORE, STAYS_ON],
};

/// A sentence for the built model; what is true of its words is what the model reads.
const SENTENCE: &[Token<'static>] = &[
    Token { text: "Oh", kind: Kind::Other, word: 0, about: None },
    Token { text: " I", kind: Kind::Noun, word: 1, about: None },
    Token { text: " want", kind: Kind::Verb, word: 2, about: Some(1) },
    Token { text: " to", kind: Kind::Function, word: 3, about: Some(2) },
    Token { text: " quit", kind: Kind::Verb, word: 4, about: Some(1) },
];

const OH: usize = 0;
const I: usize = 1;
const WANT: usize = 2;
const TO: usize = 3;
const QUIT: usize = 4;

/// Head 4, which looks at the next token.
const fn at(stage: Stage, mask: Masking, cell: (usize, usize)) -> Setup {
    Setup {
        numbers: Numbers::Sentence(SENTENCE),
        with: Change {
            head: Some(3),
            stage: Some(stage),
            cell: Some(cell),
            mask: Some(mask),
            ..SAME
        },
    }
}

const OPEN: Change = Change { mask: Some(Masking::Off), ..SAME };

const fn answer(matrix: M, query: usize) -> Look {
    Look { matrix, extent: Extent::Cell(query, query + 1) }
}

const ANSWERS: Step = Step {
    setup: at(Stage::DotProduct, Masking::Off, (OH, OH)),
    look: &[
        answer(M::Scores, OH),
        answer(M::Scores, I),
        answer(M::Scores, WANT),
        answer(M::Scores, TO),
    ],
    text: Both {
        en: "A model that writes learns one thing: what comes next. After “{oh}” the answer is “{i}”, \
             after “{i}” it is “{want}”, and so on. All {n} words stand in the matrix at once, so the answer \
             of every {row} stands in it, too. From the diagonal it is one cell {right}.",
        ko: "글을 써 나가는 모델이 배우는 것은 하나, 다음에 올 말입니다. ‘{oh}’ 다음의 정답은 ‘{i}’, ‘{i}’ 다음의 \
             정답은 ‘{want}’ 하는 식입니다. 낱말 {n}개가 한꺼번에 행렬에 들어 있으므로 {row}마다 정답도 그 안에 있습니다. \
             대각선에서 {right}{으로} 한 칸입니다.",
    },
    places: &[
        query("oh", Quantity::At(OH)),
        query("i", Quantity::At(I)),
        query("want", Quantity::At(WANT)),
        number("n", Quantity::Size(Size::Queries), 0),
    ],
    claims: &[Claim::EveryRowPeaksAt { matrix: M::Scores, offset: 1, from: 0, to: 4 }],
    ..STEP
};

const COPYING: Step = Step {
    setup: at(Stage::DotProduct, Masking::Off, (WANT, WANT)),
    look: &[Look { matrix: M::Scores, extent: Extent::Row(WANT) }],
    text: Both {
        en: "The mask is off. This built head is a cheat: its queries look for the position after their own. \
             Training would find such a head by itself, since nothing answers as well.",
        ko: "지금은 마스크가 꺼져 있습니다. 이 헤드는 일부러 만든 커닝 헤드로, 쿼리가 자기 바로 뒤의 위치를 찾습니다. \
             이보다 잘 맞히는 길이 없으니 학습을 하면 이런 헤드가 저절로 생깁니다.",
    },
    places: &[
        query("q", Quantity::At(WANT)),
        key("next", Quantity::Index(M::Weights, WANT, Spot::Largest)),
        number("w", largest_in(M::Weights, WANT), 2),
        number("s", largest_in(M::Scores, WANT), 1),
        number("own", cell(M::Scores, WANT, WANT), 1),
    ],
    claims: &[
        Claim::Is(Quantity::Index(M::Weights, WANT, Spot::Largest), 3.0),
        Claim::Above(largest_in(M::Weights, WANT), 0.9),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "Which key gets most of the weight of “{q}”?",
            ko: "‘{q}’ 토큰의 가중치를 가장 많이 받는 키는 어느 것이겠습니까?",
        },
        answer: Answer::Key {
            matrix: M::Scores,
            row: WANT,
            right: Quantity::Index(M::Weights, WANT, Spot::Largest),
            wrong: &[
                (
                    Quantity::At(WANT),
                    Both {
                        en: "Its own score is {own}; another one stands out far more.",
                        ko: "자기 점수는 {own}입니다. 훨씬 두드러지는 점수가 따로 있습니다.",
                    },
                ),
                (
                    Quantity::At(I),
                    Both {
                        en: "A verb may well look for its subject, but this head only looks one place on.",
                        ko: "동사가 주어를 찾을 법도 하지만, 이 헤드는 한 자리 뒤만 봅니다.",
                    },
                ),
            ],
            other: Both {
                en: "Look for the score that stands out: {s}.",
                ko: "두드러지는 점수 {s}{을} 찾아보세요.",
            },
        },
        shows: Change { stage: Some(Stage::Softmax), cell: Some((WANT, TO)), ..SAME },
        look: &[answer(M::Weights, WANT)],
        told: Both {
            en: "“{next}” gets {w}: just the word that “{q}” ought to guess. The model would learn to copy. \
                 Later, when it writes for itself, there is nothing yet to copy from.",
            ko: "‘{next}’ 쪽이 {w}{을} 받습니다. ‘{q}’ 다음에 알아맞혀야 할 바로 그 말입니다. 모델은 베끼기만 배웁니다. \
                 나중에 스스로 쓸 때는 베낄 것이 아직 없습니다.",
        },
    }),
    ..STEP
};

const STAIRCASE: Step = Step {
    setup: at(Stage::Mask, Masking::Causal, (WANT, TO)),
    look: &[Look { matrix: M::Masked, extent: Extent::Whole }],
    text: Both {
        en: "So every key that comes after its query is hidden: its score becomes −∞. What remains is a staircase: \
             “{oh}” sees only itself, with {first} keys hidden, each further query sees one more, and “{quit}” \
             sees all: {last} hidden. The answers, one cell {right}, are the first that disappear.",
        ko: "그래서 쿼리보다 뒤에 오는 키를 모두 가려 점수를 −∞로 바꿉니다. 그러면 계단이 남습니다. ‘{oh}’ 토큰은 자기만 \
             보고 {first}개가 가려지며, 쿼리가 하나 나아갈 때마다 하나씩 더 보여 ‘{quit}’ 토큰에서는 가려진 키가 {last}개입니다. \
             {right} 한 칸의 정답부터 사라집니다.",
    },
    places: &[
        query("oh", Quantity::At(OH)),
        query("quit", Quantity::At(QUIT)),
        number("first", Quantity::Hidden(OH), 0),
        number("last", Quantity::Hidden(QUIT), 0),
    ],
    claims: &[
        Claim::Is(Quantity::Hidden(OH), 4.0),
        Claim::Is(Quantity::Hidden(I), 3.0),
        Claim::Is(Quantity::Hidden(WANT), 2.0),
        Claim::Is(Quantity::Hidden(TO), 1.0),
        Claim::Is(Quantity::Hidden(QUIT), 0.0),
    ],
    ..STEP
};

/// What `want` gives to the keys up to itself while the mask is off.
const LEFT: Quantity = Quantity::Under(
    OPEN,
    &Quantity::Plus(
        &cell(M::Weights, WANT, OH),
        &Quantity::Plus(&cell(M::Weights, WANT, I), &cell(M::Weights, WANT, WANT)),
    ),
);

const BEFORE: Step = Step {
    setup: at(Stage::Mask, Masking::Causal, (WANT, TO)),
    look: &[Look { matrix: M::Masked, extent: Extent::Row(WANT) }],
    text: Both {
        en: "The mask comes before the softmax. One might also take the softmax first and then set the hidden \
             weights to zero.",
        ko: "마스크는 소프트맥스보다 먼저 옵니다. 소프트맥스를 먼저 하고 나서 가려야 할 가중치를 영으로 지우는 방법도 \
             있을 법합니다.",
    },
    places: &[
        query("q", Quantity::At(WANT)),
        number("rest", LEFT, 2),
        number("sum", Quantity::Sum(M::Weights, WANT), 0),
        number("none", cell(M::Weights, WANT, TO), 0),
        number("taken", Quantity::Under(OPEN, &cell(M::Weights, WANT, TO)), 2),
    ],
    claims: &[
        Claim::Below(LEFT, 0.1),
        Claim::Is(cell(M::Weights, WANT, TO), 0.0),
        Claim::EveryRowSumsToOne(M::Weights),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "To what would the weights of “{q}” then sum?",
            ko: "그러면 ‘{q}’ 토큰의 가중치는 합이 얼마가 되겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both { en: "To {sum}, as before", ko: "그대로 {sum}입니다" },
                holds: Claim::Is(LEFT, 1.0),
                why: Both {
                    en: "What was set to zero is missing from the sum, and nobody gives it back.",
                    ko: "영으로 지운 몫이 합에서 빠지고, 아무도 되돌려 주지 않습니다.",
                },
            },
            Choice {
                says: Both { en: "To much less than {sum}", ko: "{sum}보다 훨씬 작습니다" },
                holds: Claim::Below(LEFT, 0.5),
                why: Both {
                    en: "The hidden word had already taken {taken} of it.",
                    ko: "가려야 할 말이 이미 {taken}{을} 가져간 뒤입니다.",
                },
            },
            Choice {
                says: Both {
                    en: "To a little less than {sum}", ko: "{sum}보다 조금 작습니다"
                },
                holds: Claim::All(&[Claim::Above(LEFT, 0.5), Claim::Below(LEFT, 1.0)]),
                why: Both {
                    en: "It depends on what the hidden keys had. Here they had nearly everything: {taken} \
                         went to one of them.",
                    ko: "가려야 할 키가 얼마나 가졌는지에 달렸습니다. 여기서는 거의 전부였습니다. 그중 하나가 {taken}{을} \
                         가졌습니다.",
                },
            },
        ]),
        shows: Change { stage: Some(Stage::Softmax), ..SAME },
        look: &[Look { matrix: M::Weights, extent: Extent::Row(WANT) }],
        told: Both {
            en: "Only {rest} would remain, and how little remains tells about the word that was hidden. With −∞ \
                 first, exp makes it exactly {none}, and what is seen sums to {sum} by itself.",
            ko: "{rest}밖에 남지 않고, 얼마나 남았는지가 가린 말에 대해 알려 주고 맙니다. −∞를 먼저 넣으면 exp가 그것을 \
                 정확히 {none}{으로} 만들고, 보이는 것끼리 합이 {sum}{이} 됩니다.",
        },
    }),
    ..STEP
};

const STAYS_ON: Step = Step {
    setup: at(Stage::Softmax, Masking::Causal, (QUIT, QUIT)),
    look: &[Look { matrix: M::Weights, extent: Extent::Column(QUIT) }],
    text: Both {
        en: "Training is over, and the model writes; nothing stands after the newest word that would need \
             hiding. Yet the mask stays on: earlier words must go on seeing what they saw in training. Say \
             “{quit}” has just been written.",
        ko: "학습이 끝나고 모델이 글을 씁니다. 가장 새 낱말 뒤에는 가릴 것이 없습니다. 그래도 마스크는 끄지 않습니다. \
             앞선 낱말은 학습 때 보던 것만 계속 보아야 하기 때문입니다. 이제 막 ‘{quit}’ 토큰을 썼습니다.",
    },
    places: &[
        query("quit", Quantity::At(QUIT)),
        query("to", Quantity::At(TO)),
        number("none", cell(M::Weights, TO, QUIT), 0),
    ],
    claims: &[Claim::EveryRowSumsToOne(M::Weights)],
    prediction: Some(Prediction {
        ask: Both {
            en: "Whose weights are different because “{quit}” has come?",
            ko: "‘{quit}’ 토큰이 와서 가중치가 달라지는 것은 어느 토큰이겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both { en: "Those of all tokens", ko: "모든 토큰" },
                holds: Claim::All(&[
                    Claim::Above(cell(M::Weights, OH, QUIT), 0.0),
                    Claim::Above(cell(M::Weights, I, QUIT), 0.0),
                ]),
                why: Both {
                    en: "So it would be without the mask, and everything would have to be computed anew for \
                         each word.",
                    ko: "마스크가 없다면 그렇습니다. 낱말 하나를 쓸 때마다 전부 다시 계산해야 합니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Those of “{to}”, just before it", ko: "바로 앞의 ‘{to}’ 토큰"
                },
                holds: Claim::Above(cell(M::Weights, TO, QUIT), 0.0),
                why: Both {
                    en: "“{quit}” is hidden from “{to}” as well: it comes after it.",
                    ko: "‘{to}’ 토큰에게도 ‘{quit}’ 토큰은 뒤에 오는 것이라 가려집니다.",
                },
            },
            Choice {
                says: Both { en: "None but its own", ko: "자기 것 말고는 없습니다" },
                holds: Claim::All(&[
                    Claim::Is(cell(M::Weights, OH, QUIT), 0.0),
                    Claim::Is(cell(M::Weights, I, QUIT), 0.0),
                    Claim::Is(cell(M::Weights, WANT, QUIT), 0.0),
                    Claim::Is(cell(M::Weights, TO, QUIT), 0.0),
                ]),
                why: Both {
                    en: "All before it give it {none}.",
                    ko: "앞의 토큰은 모두 이 토큰에 {none}{을} 줍니다.",
                },
            },
        ]),
        shows: SAME,
        look: &[Look { matrix: M::Weights, extent: Extent::Row(QUIT) }],
        told: Both {
            en: "Only one {row} is new. So the keys and values of earlier words never change and are kept, the \
                 KV cache: for a new word one query, one key and one value are computed, and no old {row} \
                 again.",
            ko: "새로 생기는 것은 {row} 하나뿐입니다. 앞선 낱말의 키와 밸류는 바뀌지 않으므로 보관해 둡니다. 이것이 KV \
                 캐시입니다. 새 낱말에는 쿼리, 키, 밸류를 하나씩만 계산하고 지난 {row}{은} 다시 계산하지 않습니다.",
        },
    }),
    ..STEP
};
