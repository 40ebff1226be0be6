//! Lesson 5: why exp and not the absolute value.

use super::{
    Answer, Both, Change, Choice, Claim, Extent, Figure, Lesson, Look, Numbers, Prediction,
    Quantity, SAME, STEP, Setup, Spot, Step,
    quantity::{cell, largest_in},
    template::{key, number, query},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both {
        en: "Why exp and not the absolute value", ko: "왜 절댓값이 아니라 exp인가"
    },
    about: Both {
        en: "Shares must be positive and keep the order. What else exp brings along.",
        ko: "비율은 양수여야 하고 순서를 지켜야 합니다. exp가 덤으로 주는 것도 봅니다.",
    },
    steps: &[POSITIVE, ABSOLUTE, RISING, DIFFERENCES, NEVER_ZERO],
};

/// `users` in head 5: its lowest score lies farther from 0 than its highest.
const USERS: usize = 4;
const DATA: usize = 0;
const POWERS: usize = 3;

const fn at(head: usize, stage: Stage, key: usize) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change { head: Some(head), stage: Some(stage), cell: Some((USERS, key)), ..SAME },
    }
}

const HIGHEST: Quantity = largest_in(M::Masked, USERS);
const LOWEST: Quantity = Quantity::In(M::Masked, USERS, Spot::Smallest);

const POSITIVE: Step = Step {
    setup: at(4, Stage::Mask, DATA),
    look: &[Look { matrix: M::Masked, extent: Extent::Row(USERS) }],
    text: Both {
        en: "Shares of a whole are never negative, but scores may be: “{q}” has them from {low} to {high}. \
             Something must make every score positive before it can be divided by the sum. It should \
             also keep the order, so that the key that fits best gets the most.",
        ko: "전체를 나눈 몫은 음수일 수 없지만 점수는 음수일 수 있습니다. ‘{q}’ 토큰의 점수는 {low}에서 \
             {high}까지입니다. 합으로 나누려면 먼저 모든 점수를 양수로 바꾸어야 합니다. 그러면서도 순서를 지켜, 가장 \
             잘 맞는 키가 가장 많이 받아야 합니다.",
    },
    places: &[
        query("q", Quantity::At(USERS)),
        number("low", LOWEST, 2),
        number("high", HIGHEST, 2),
    ],
    claims: &[Claim::Below(LOWEST, 0.0), Claim::Above(HIGHEST, 0.0)],
    ..STEP
};

const ABSOLUTE: Step = Step {
    setup: at(4, Stage::Mask, USERS),
    look: &[Look { matrix: M::Masked, extent: Extent::Row(USERS) }],
    text: Both {
        en: "The absolute value makes everything positive, too, and is simpler. Let us try: drop the minus \
             signs of “{q}” and divide by the sum.",
        ko: "절댓값도 모든 수를 양수로 만들고, 더 간단합니다. 한번 해 봅니다. ‘{q}’ 토큰의 점수에서 음수 부호를 \
             떼고 합으로 나눕니다.",
    },
    places: &[
        query("q", Quantity::At(USERS)),
        key("worst", Quantity::Index(M::Masked, USERS, Spot::Smallest)),
        key("best", Quantity::Index(M::Masked, USERS, Spot::Largest)),
        number("low", LOWEST, 2),
        number("size", Quantity::Abs(&LOWEST), 2),
        number("high", HIGHEST, 2),
        number("w", cell(M::Weights, USERS, 1), 3),
    ],
    claims: &[
        Claim::Less(HIGHEST, Quantity::Abs(&LOWEST)),
        Claim::Is(Quantity::Index(M::Masked, USERS, Spot::Smallest), 1.0),
        Claim::Is(Quantity::Index(M::Masked, USERS, Spot::Largest), 0.0),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "Which key would then get the largest share of “{q}”?",
            ko: "그러면 ‘{q}’ 토큰에게서 가장 큰 몫을 받는 키는 어느 것이겠습니까?",
        },
        answer: Answer::Key {
            matrix: M::Masked,
            row: USERS,
            right: Quantity::Index(M::Masked, USERS, Spot::Smallest),
            wrong: &[(
                Quantity::Index(M::Masked, USERS, Spot::Largest),
                Both {
                    en: "“{best}” fits best, with {high}, and would win under exp. But without its minus sign \
                         {low} is the larger number.",
                    ko: "‘{best}’ 쪽이 {high}{으로} 가장 잘 맞고, exp라면 이깁니다. 그러나 부호를 떼면 {low} 쪽이 \
                         더 큰 수가 됩니다.",
                },
            )],
            other: Both {
                en: "Look for the number that is farthest from zero, on either side.",
                ko: "양쪽 어디든 영에서 가장 먼 수를 찾아보세요.",
            },
        },
        shows: Change { stage: Some(Stage::Softmax), cell: Some((USERS, 1)), ..SAME },
        look: &[
            Look { matrix: M::Masked, extent: Extent::Cell(USERS, 1) },
            Look { matrix: M::Weights, extent: Extent::Cell(USERS, 1) },
        ],
        told: Both {
            en: "“{worst}”, at {low}, fits worst of all, and would win with {size} over {high}. To the absolute \
                 value “points away” and “points the same way” are the same. Under exp it gets only {w}.",
            ko: "{low}{으로} 가장 안 맞는 ‘{worst}’ 쪽이 {size} 대 {high}{으로} 이기게 됩니다. 절댓값은 방향이 등진 \
                 것과 같은 것을 구별하지 못합니다. exp를 쓰면 이 키는 {w}밖에 받지 못합니다.",
        },
    }),
    ..STEP
};

const RISING: Step = Step {
    setup: at(4, Stage::Softmax, DATA),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(USERS) }],
    text: Both {
        en: "exp is positive everywhere and always rises: a larger score gets a larger share, on both sides \
             of zero. The absolute value falls first and then rises. So “{best}”, with {high}, gets {w}, \
             the most, and “{worst}”, with {low}, gets {least}, the least of all it sees.",
        ko: "exp는 어디서나 양수이고 늘 올라갑니다. 영의 어느 쪽에서든 점수가 크면 몫도 큽니다. 절댓값은 내려갔다가 \
             올라갑니다. 그래서 {high}인 ‘{best}’ 쪽이 가장 많은 {w}{을} 받고, {low}인 ‘{worst}’ 쪽이 보이는 \
             것 가운데 가장 적은 {least}{을} 받습니다.",
    },
    places: &[
        key("worst", Quantity::Index(M::Masked, USERS, Spot::Smallest)),
        key("best", Quantity::Index(M::Weights, USERS, Spot::Largest)),
        number("low", LOWEST, 2),
        number("high", HIGHEST, 2),
        number("w", largest_in(M::Weights, USERS), 2),
        number("least", cell(M::Weights, USERS, 1), 3),
    ],
    claims: &[
        Claim::Is(Quantity::Index(M::Masked, USERS, Spot::Smallest), 1.0),
        Claim::Less(cell(M::Weights, USERS, 1), cell(M::Weights, USERS, 2)),
        Claim::Less(cell(M::Weights, USERS, 1), cell(M::Weights, USERS, USERS)),
    ],
    figure: Some(Figure::ExpAndAbs),
    ..STEP
};

/// The scores of `Data` and `powers` for `users`, and how far apart they are.
const LEAD: Quantity =
    Quantity::Minus(&cell(M::Masked, USERS, DATA), &cell(M::Masked, USERS, POWERS));

const DIFFERENCES: Step = Step {
    setup: at(5, Stage::Mask, USERS),
    look: &[Look { matrix: M::Masked, extent: Extent::Row(USERS) }],
    text: Both {
        en: "A quotient of exps knows only differences of scores: what all have in common cancels. In this \
             head “{q}” has the same score with every key it sees, {same}, well under zero.",
        ko: "exp끼리 나눈 몫은 점수의 차이만 봅니다. 모두에게 똑같이 있는 것은 약분됩니다. 이 헤드에서 ‘{q}’ 토큰은 \
             보이는 키마다 점수가 {same}{으로} 똑같고, 영보다 한참 작습니다.",
    },
    places: &[
        query("q", Quantity::At(USERS)),
        number("same", cell(M::Masked, USERS, DATA), 2),
        number("n", Quantity::Position(USERS), 0),
        number("w", cell(M::Weights, USERS, DATA), 2),
        number("sum", Quantity::Sum(M::Weights, USERS), 0),
    ],
    claims: &[Claim::Equal(LOWEST, HIGHEST), Claim::Below(HIGHEST, -4.0)],
    prediction: Some(Prediction {
        ask: Both { en: "What weights come of it?", ko: "가중치는 어떻게 되겠습니까?" },
        answer: Answer::Choice(&[
            Choice {
                says: Both {
                    en: "All close to zero, since exp of it is small",
                    ko: "exp 값이 작으니 모두 영에 가깝습니다",
                },
                holds: Claim::Below(largest_in(M::Weights, USERS), 0.05),
                why: Both {
                    en: "Each exp is small, and so is their sum: the quotient is not.",
                    ko: "exp 하나하나도 작지만 그 합도 작습니다. 몫은 작지 않습니다.",
                },
            },
            Choice {
                says: Both { en: "Negative ones", ko: "음수가 됩니다" },
                holds: Claim::Below(largest_in(M::Weights, USERS), 0.0),
                why: Both {
                    en: "exp is positive for every number, and so are the quotients.",
                    ko: "exp는 어떤 수에 대해서도 양수이므로 몫도 양수입니다.",
                },
            },
            Choice {
                says: Both {
                    en: "The same for each key it sees", ko: "보이는 키마다 똑같습니다"
                },
                holds: Claim::Is(
                    Quantity::Times(&cell(M::Weights, USERS, DATA), &Quantity::Position(USERS)),
                    1.0,
                ),
                why: Both {
                    en: "No score is ahead of another, so no key is.",
                    ko: "앞서는 점수가 없으니 앞서는 키도 없습니다.",
                },
            },
        ]),
        shows: Change { stage: Some(Stage::Softmax), ..SAME },
        look: &[Look { matrix: M::Weights, extent: Extent::Row(USERS) }],
        told: Both {
            en: "{n} keys share {sum}: {w} each. That is also why the largest score of a query may be \
                 subtracted from all of them first, as every program does, so that exp cannot grow too \
                 large for a computer.",
            ko: "키 {n}개가 {sum}{을} 나누어 {w}씩 받습니다. 그래서 한 쿼리의 가장 큰 점수를 모두에게서 먼저 빼도 됩니다. \
                 exp가 컴퓨터가 다룰 수 없을 만큼 커지지 않도록 프로그램은 모두 이렇게 합니다.",
        },
    }),
    ..STEP
};

const NEVER_ZERO: Step = Step {
    setup: at(4, Stage::Softmax, POWERS),
    look: &[
        Look { matrix: M::Weights, extent: Extent::Cell(USERS, DATA) },
        Look { matrix: M::Weights, extent: Extent::Cell(USERS, POWERS) },
    ],
    text: Both {
        en: "A lead in score becomes a factor in weight: “{best}” is {lead} ahead of “{other}” and gets \
             exp({lead}) = {ratio} times as much. And exp never gets to zero: even “{worst}” keeps {least}, \
             and with it a chance to be learned. Only −∞, the mask, gives {none}.",
        ko: "점수에서 앞선 만큼 가중치는 배가 됩니다. ‘{best}’ 쪽은 ‘{other}’ 쪽보다 {lead} 앞서므로 exp({lead}) = \
             {ratio}배를 받습니다. 그리고 exp는 영이 되지 않습니다. ‘{worst}’ 쪽에도 {least}{이} 남아 배울 기회가 \
             있습니다. 마스크의 −∞만 {none}{을} 줍니다.",
    },
    places: &[
        key("best", Quantity::At(DATA)),
        key("other", Quantity::At(POWERS)),
        key("worst", Quantity::Index(M::Masked, USERS, Spot::Smallest)),
        number("lead", LEAD, 2),
        number("ratio", Quantity::Exp(&LEAD), 1),
        number("least", cell(M::Weights, USERS, 1), 4),
        number("none", cell(M::Weights, USERS, 5), 0),
    ],
    claims: &[
        Claim::Equal(
            Quantity::Ratio(&cell(M::Weights, USERS, DATA), &cell(M::Weights, USERS, POWERS)),
            Quantity::Exp(&LEAD),
        ),
        Claim::Above(cell(M::Weights, USERS, 1), 0.0),
        Claim::Is(cell(M::Weights, USERS, 5), 0.0),
    ],
    ..STEP
};
