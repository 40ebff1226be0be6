//! Lesson 13: Add & Norm, and the residual form X + Σ of what the heads add.

use super::{
    Answer, Both, Change, Choice, Claim, Extent, Lesson, Look, Numbers, Prediction, Quantity, SAME,
    STEP, Setup, Size, Step,
    quantity::cell,
    template::{number, query},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "Add & Norm", ko: "잔차 연결과 정규화" },
    about: Both {
        en: "What attention finds is added to what was there, and brought back to scale.",
        ko: "어텐션이 찾은 것을 원래 있던 것에 더하고, 크기를 다시 맞춥니다.",
    },
    steps: &[ADD, FORM, NOTHING, NORM, WHERE],
};

/// A layer of the encoder, and its token `visual`.
const fn at(stage: Stage) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::MiniLm, 0),
        with: Change { head: Some(2), stage: Some(stage), cell: Some((VISUAL, 1)), ..SAME },
    }
}

const VISUAL: usize = 2;
const X: Quantity = cell(M::X, VISUAL, 0);
const OUTPUT: Quantity = cell(M::Output, VISUAL, 0);
const RESIDUAL: Quantity = cell(M::Residual, VISUAL, 0);
const HEADS: Quantity = Quantity::Contributions(VISUAL, 0);

const ADD: Step = Step {
    setup: at(Stage::AddNorm),
    look: &[
        Look { matrix: M::X, extent: Extent::Cell(VISUAL, 0) },
        Look { matrix: M::Output, extent: Extent::Cell(VISUAL, 0) },
        Look { matrix: M::Residual, extent: Extent::Cell(VISUAL, 0) },
    ],
    text: Both {
        en: "In a model the output does not replace X: it is added to it. This is a layer of a real encoder, \
             MiniLM. The first number of “{q}” was {x}, attention adds {o}, and {r} goes on. That is the residual \
             connection; it needs an output as wide as X, {d} numbers.",
        ko: "모델에서 출력은 X 자리에 들어앉지 않고 X에 더해집니다. 이것은 실제 인코더 MiniLM의 한 층입니다. ‘{q}’ \
             토큰의 첫 수가 {x}인데 어텐션이 {o}{을} 더해서 {r}{이} 넘어갑니다. 이것이 잔차 연결입니다. 그러려면 \
             출력의 차원이 X의 차원 {d}{과} 같아야 합니다.",
    },
    places: &[
        query("q", Quantity::At(VISUAL)),
        number("x", X, 3),
        number("o", OUTPUT, 3),
        number("r", RESIDUAL, 3),
        number("d", Quantity::Size(Size::ModelWidth), 0),
    ],
    claims: &[Claim::Equal(Quantity::Plus(&X, &OUTPUT), RESIDUAL)],
    ..STEP
};

const FORM: Step = Step {
    setup: at(Stage::Output),
    look: &[Look { matrix: M::Output, extent: Extent::Cell(VISUAL, 0) }],
    text: Both {
        en: "The output is itself a sum: each of the {h} heads adds its part, together {sum}, and the bias adds \
             {b}. So one can write a layer as X + Σ of what its heads add, and every head as a small change to \
             what is there. Head {head} adds {part} here.",
        ko: "출력 자체도 합입니다. 헤드 {h}개가 저마다 자기 몫을 더해 모두 {sum}{이} 되고, 편향이 {b}{을} 더합니다. 그래서 \
             한 층을 X + Σ(헤드가 더하는 것)으로 쓸 수 있고, 헤드 하나하나는 원래 있던 것을 조금 고치는 것으로 볼 수 \
             있습니다. 여기서 {head}번 헤드의 몫은 {part}입니다.",
    },
    places: &[
        number("h", Quantity::Size(Size::Heads), 0),
        number("sum", HEADS, 3),
        number("b", Quantity::Minus(&OUTPUT, &HEADS), 3),
        number("head", Quantity::HeadNumber, 0),
        number("part", Quantity::Contribution(VISUAL, 0), 3),
    ],
    claims: &[Claim::Differ(HEADS, Quantity::Contribution(VISUAL, 0))],
    ..STEP
};

const NOTHING: Step = Step {
    setup: at(Stage::AddNorm),
    look: &[Look { matrix: M::Residual, extent: Extent::Row(VISUAL) }],
    text: Both {
        en: "Many heads have nothing to say about most texts. With the residual connection that does no harm.",
        ko: "대부분의 글에서 할 말이 없는 헤드가 많습니다. 잔차 연결이 있으면 그래도 해가 되지 않습니다.",
    },
    places: &[
        query("q", Quantity::At(VISUAL)),
        number("x", X, 3),
        number("o", OUTPUT, 3),
        number("r", RESIDUAL, 3),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "If the output were all zeros, what would be in the {row} of “{q}” after the sum?",
            ko: "출력이 모두 영이라면, 더한 뒤 ‘{q}’ 토큰의 {row}에는 무엇이 있겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both { en: "Zeros", ko: "모두 영" },
                holds: Claim::Is(Quantity::Minus(&RESIDUAL, &OUTPUT), 0.0),
                why: Both {
                    en: "That would be so without the residual connection: whatever a layer does not find would be \
                         forgotten.",
                    ko: "잔차 연결이 없으면 그렇습니다. 그러면 층이 찾지 못한 것은 모두 잊힙니다.",
                },
            },
            Choice {
                says: Both { en: "The {row} of X, unchanged", ko: "X의 {row} 그대로" },
                holds: Claim::Equal(Quantity::Minus(&RESIDUAL, &OUTPUT), X),
                why: Both {
                    en: "Nothing is added, so nothing is lost.",
                    ko: "더하는 것이 없으니 잃는 것도 없습니다.",
                },
            },
        ]),
        shows: SAME,
        look: &[Look { matrix: M::X, extent: Extent::Row(VISUAL) }],
        told: Both {
            en: "Take {o} away from {r} and {x} remains, as in X. A deep model is a stream of such {rows}, to which \
                 layer after layer adds something; the way back for learning runs along it undisturbed.",
            ko: "{r}에서 {o}{을} 빼면 {x}{이} 남고, 이는 X와 같습니다. 깊은 모델은 이런 {rows}의 흐름이고, 층마다 거기에 \
                 무언가를 더합니다. 학습할 때 거꾸로 가는 길도 이 흐름을 따라 막힘없이 이어집니다.",
        },
    }),
    ..STEP
};

const NORM: Step = Step {
    setup: at(Stage::AddNorm),
    look: &[Look { matrix: M::AddNorm, extent: Extent::Row(VISUAL) }],
    text: Both {
        en: "Sums grow from layer to layer, so each {row} is brought back to scale by itself: minus its mean, \
             {mean}, divided by its standard deviation, {sd}. Then every feature gets a factor γ and an offset β \
             that were learned. {r} becomes {y}. Nothing flows between tokens here.",
        ko: "더하기만 하면 층을 지날수록 수가 커집니다. 그래서 {row}마다 따로 크기를 맞춥니다. 평균 {mean}{을} 빼고 \
             표준편차 {sd}{으로} 나눕니다. 그런 다음 특성마다 학습한 배수 γ와 오프셋 β를 적용합니다. {r}{은} {y}{이} \
             됩니다. 여기서는 토큰 사이에 오가는 것이 없습니다.",
    },
    places: &[
        number("mean", Quantity::Mean(M::Residual, VISUAL), 3),
        number("sd", Quantity::RowSpread(M::Residual, VISUAL), 3),
        number("r", RESIDUAL, 3),
        number("y", cell(M::AddNorm, VISUAL, 0), 3),
    ],
    claims: &[Claim::Differ(RESIDUAL, cell(M::AddNorm, VISUAL, 0))],
    ..STEP
};

const WHERE: Step = Step {
    setup: at(Stage::AddNorm),
    look: &[Look { matrix: M::AddNorm, extent: Extent::Whole }],
    text: Both {
        en: "Where to put the norm is a choice. The paper and this encoder add first and norm afterwards. GPT-2 \
             and most models since norm before attention and add to what was not normed, so that the stream \
             itself stays untouched; deep models are easier to train that way.",
        ko: "정규화를 어디에 둘지는 고르기 나름입니다. 논문과 이 인코더는 먼저 더하고 나중에 정규화합니다. GPT-2 이후의 \
             모델은 대개 어텐션 앞에서 정규화하고, 정규화하지 않은 것에 더합니다. 그러면 흐름 자체는 건드리지 않게 되어 \
             깊은 모델을 학습하기가 쉽습니다.",
    },
    ..STEP
};
