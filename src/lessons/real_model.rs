//! Lesson 11: a real model. What its heads have learned, what position does, and shared keys and values.

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
    title: Both { en: "A real model", ko: "실제 모델" },
    about: Both {
        en: "Heads that nobody built: the previous token, a place to rest, a verb and its noun.",
        ko: "아무도 만들지 않은 헤드들: 바로 앞 토큰, 쉬는 자리, 동사와 그 명사.",
    },
    steps: &[PREVIOUS, POSITION, NOUN, SINK, SHARED],
};

const fn at(block: usize, head: usize, stage: Stage, cell: (usize, usize)) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::SmolLm2, block),
        with: Change { head: Some(head), stage: Some(stage), cell: Some(cell), ..SAME },
    }
}

const POWERS: usize = 3;
const WITHOUT: Quantity = Quantity::WithoutRotary(&Quantity::OnPrevious);

const PREVIOUS: Step = Step {
    setup: at(16, 0, Stage::Softmax, (POWERS, 2)),
    look: &[Look { matrix: M::Weights, extent: Extent::Whole }],
    text: Both {
        en: "These weights were not built. They were recorded from a language model that has learned from \
             text, SmolLM2. Its blocks and heads count from zero; this is head {h}. From the second {row} on, \
             each token looks most at the one before it. “{q}” gives {w} to “{k}”.",
        ko: "이 가중치는 만든 것이 아닙니다. 글에서 배운 언어 모델 SmolLM2를 기록한 것입니다. 블록과 헤드는 영부터 \
             세며, 이것은 {h}번 헤드입니다. 둘째 {row}부터는 토큰마다 바로 앞 토큰을 가장 많이 봅니다. ‘{q}’ \
             쿼리는 ‘{k}’ 쪽에 {w}{을} 줍니다.",
    },
    places: &[
        number("h", Quantity::HeadNumber, 0),
        query("q", Quantity::At(POWERS)),
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        number("w", largest_in(M::Weights, POWERS), 2),
    ],
    claims: &[
        Claim::EveryRowPeaksAt { matrix: M::Weights, offset: -1, from: 1, to: 6 },
        Claim::EveryRowSumsToOne(M::Weights),
    ],
    ..STEP
};

const POSITION: Step = Step {
    setup: at(16, 0, Stage::Rotary, (POWERS, 2)),
    look: &[Look { matrix: M::Queries, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "How can a head know which token came before? This model turns each query and each key by its \
             position: pair after pair of features, like the hands of clocks that run at different speeds. A dot \
             product of two turned vectors depends on how far apart they stand. On average the head puts {with} \
             on the previous token.",
        ko: "어느 토큰이 바로 앞인지 헤드는 어떻게 알겠습니까? 이 모델은 쿼리와 키를 위치만큼 돌립니다. 빠르기가 저마다 \
             다른 시곗바늘처럼 특성을 두 개씩 짝지어 돌립니다. 그렇게 돌린 두 벡터의 내적은 둘이 얼마나 떨어져 있는지에 \
             따라 달라집니다. 이 헤드는 바로 앞 토큰에 평균 {with}{을} 줍니다.",
    },
    places: &[number("with", Quantity::OnPrevious, 2), number("without", WITHOUT, 2)],
    claims: &[Claim::Above(Quantity::OnPrevious, 0.5), Claim::Below(WITHOUT, 0.1)],
    prediction: Some(Prediction {
        ask: Both {
            en: "And if nothing is turned, everything else being the same?",
            ko: "다른 것은 그대로 두고 아무것도 돌리지 않으면 어떻게 되겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both {
                    en: "The weights hardly change: the order stands in X",
                    ko: "가중치가 거의 그대로입니다. 순서는 X에 들어 있기 때문입니다",
                },
                holds: Claim::Above(WITHOUT, 0.5),
                why: Both {
                    en: "In GPT-2 positions are added to X. Here they are not: without the rotation this head \
                         cannot tell where a token stands.",
                    ko: "GPT-2라면 위치를 X에 더합니다. 이 모델은 그러지 않으므로, 돌리지 않으면 이 헤드는 토큰이 \
                         어디 있는지 알 수 없습니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Hardly any weight stays on the previous token",
                    ko: "바로 앞 토큰에 가는 가중치가 거의 사라집니다",
                },
                holds: Claim::Below(WITHOUT, 0.1),
                why: Both {
                    en: "The pattern was all in the rotation.",
                    ko: "이 무늬는 모두 회전에서 나온 것이었습니다.",
                },
            },
        ]),
        shows: Change { stage: Some(Stage::Softmax), ..SAME },
        look: &[Look { matrix: M::Weights, extent: Extent::Whole }],
        told: Both {
            en: "Computed with the same parameters and without the rotation, {with} shrinks to {without}. The \
                 angle is shown for every cell at the stage of rotary position.",
            ko: "같은 매개변수로 회전만 빼고 계산하면 {with}에서 {without}{으로} 줄어듭니다. 칸마다 돌린 각도는 \
                 회전 위치 단계에서 볼 수 있습니다.",
        },
    }),
    ..STEP
};

const NOUN: Step = Step {
    setup: at(13, 8, Stage::Softmax, (POWERS, 1)),
    look: &[Look { matrix: M::Weights, extent: Extent::Cell(POWERS, 1) }],
    text: Both {
        en: "Another block, another habit: here “{q}” gives {w} to “{k}”, the noun that does it. The head was \
             never told what a verb is. But one sentence proves little: a head that does this here may do \
             something else elsewhere.",
        ko: "다른 블록에는 다른 버릇이 있습니다. 여기서는 ‘{q}’ 쿼리가 그 일을 하는 명사 ‘{k}’ 쪽에 {w}{을} 줍니다. \
             동사가 무엇인지 가르친 적은 없습니다. 다만 문장 하나로 알 수 있는 것은 적습니다. 여기서 이렇게 하는 \
             헤드가 다른 글에서는 다른 일을 할 수도 있습니다.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        number("w", largest_in(M::Weights, POWERS), 2),
    ],
    claims: &[Claim::Is(Quantity::Index(M::Weights, POWERS, Spot::Largest), 1.0)],
    ..STEP
};

const SINK: Step = Step {
    setup: at(18, 8, Stage::Scale, (POWERS, 0)),
    look: &[Look { matrix: M::Scaled, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "A head has to give its weight to something, as each {row} sums to {sum}. What does it do in a text \
             where it finds nothing to its purpose? Look along the {row} of “{q}”.",
        ko: "{row}마다 합이 {sum}이어야 하므로 헤드는 가중치를 어디엔가는 주어야 합니다. 찾는 것이 글에 없으면 어떻게 \
             하겠습니까? ‘{q}’ 토큰의 {row}{을} 보세요.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        number("sum", Quantity::Sum(M::Weights, POWERS), 0),
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        key("before", Quantity::At(2)),
        number("w", largest_in(M::Weights, POWERS), 2),
        number("v0", Quantity::Length(M::Values, 0), 2),
        number("v1", Quantity::Length(M::Values, 1), 2),
    ],
    claims: &[
        Claim::Above(cell(M::Weights, POWERS, 0), 0.9),
        Claim::Less(Quantity::Length(M::Values, 0), Quantity::Length(M::Values, 1)),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "Which key takes nearly all of its weight?",
            ko: "어느 키가 가중치를 거의 다 가져가겠습니까?",
        },
        answer: Answer::Key {
            matrix: M::Scaled,
            row: POWERS,
            right: Quantity::Index(M::Weights, POWERS, Spot::Largest),
            wrong: &[(
                Quantity::At(2),
                Both {
                    en: "“{before}” is the token before, where other heads look. This one rests.",
                    ko: "‘{before}’ 쪽은 바로 앞 토큰이고, 다른 헤드들이 거기를 봅니다. 이 헤드는 쉬고 있습니다.",
                },
            )],
            other: Both {
                en: "Its score is not the largest of those that “{q}” may see.",
                ko: "‘{q}’ 쿼리에게 보이는 것 가운데 가장 큰 점수가 아닙니다.",
            },
        },
        shows: Change { stage: Some(Stage::Softmax), ..SAME },
        look: &[Look { matrix: M::Weights, extent: Extent::Column(0) }],
        told: Both {
            en: "“{k}”, the first token, takes {w}: an attention sink. Its value vector is short, {v0} against \
                 {v1} for the next token. So looking there adds almost nothing: it is how a head says “not now”.",
            ko: "첫 토큰 ‘{k}’ 쪽이 {w}{을} 가져갑니다. 이런 자리를 어텐션 싱크라고 합니다. 그 밸류 벡터는 \
                 길이가 {v0}{으로}, 다음 토큰의 {v1}보다 훨씬 짧습니다. 그래서 거기를 보아도 더해지는 것이 거의 없습니다. \
                 헤드가 ‘지금은 할 일이 없다’고 말하는 방식입니다.",
        },
    }),
    ..STEP
};

const NEXT_HEAD: Change = Change { head: Some(1), ..SAME };
const OTHER_GROUP: Change = Change { head: Some(3), ..SAME };
const KEYS: Quantity = Quantity::Size(Size::KvHeads);
const HEADS: Quantity = Quantity::Size(Size::Heads);

const SHARED: Step = Step {
    setup: at(16, 0, Stage::DotProduct, (POWERS, 2)),
    look: &[Look { matrix: M::Keys, extent: Extent::Whole }],
    text: Both {
        en: "This model has {h} query heads, but only {kv} heads of keys and values: {group} query heads each share \
             one, and ask it different questions. While text is written, keys and values of all tokens before \
             must be kept; sharing makes that memory {group} times smaller. Change the head: the keys stay until \
             the next group begins.",
        ko: "이 모델은 쿼리 헤드가 {h}개인데 키와 밸류의 헤드는 {kv}개뿐입니다. 쿼리 헤드 {group}개가 하나를 함께 쓰며 \
             서로 다른 것을 묻습니다. 글을 써 나가는 동안에는 앞선 토큰의 키와 밸류를 모두 간직해야 하는데, 함께 쓰면 \
             그 메모리가 {group}분의 일로 줄어듭니다. 헤드를 바꾸어 보세요. 다음 묶음이 시작될 때까지 키가 그대로입니다.",
    },
    places: &[
        number("h", HEADS, 0),
        number("kv", KEYS, 0),
        number("group", Quantity::Ratio(&HEADS, &KEYS), 0),
    ],
    claims: &[
        Claim::Equal(cell(M::Keys, 0, 0), Quantity::Under(NEXT_HEAD, &cell(M::Keys, 0, 0))),
        Claim::Differ(cell(M::Queries, 0, 0), Quantity::Under(NEXT_HEAD, &cell(M::Queries, 0, 0))),
        Claim::Differ(cell(M::Keys, 0, 0), Quantity::Under(OTHER_GROUP, &cell(M::Keys, 0, 0))),
    ],
    ..STEP
};
