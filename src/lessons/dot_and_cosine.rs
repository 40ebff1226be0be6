//! Lesson 3: dot product and cosine similarity, the same but for lengths.

use super::{
    Answer, Both, Change, Claim, Extent, Lesson, Look, Numbers, Prediction, Quantity, SAME, STEP,
    Setup, Spot, Step,
    quantity::{cell, largest_in},
    template::{key, number, query},
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "Dot product and cosine", ko: "내적과 코사인 유사도" },
    about: Both {
        en: "The same but for lengths, and why attention keeps the lengths.",
        ko: "길이만 빼면 같습니다. 어텐션이 길이를 남겨 두는 까닭도 봅니다.",
    },
    steps: &[PRODUCTS, BY_HAND, COSINE, LONGER, SIGNS],
};

/// Tokens of the example whose queries and keys are X itself.
const YOUR: usize = 0;
const JOURNEY: usize = 1;
const STARTS: usize = 2;
const ONE: usize = 4;

const fn at(stage: Stage, cell: (usize, usize)) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::ByHand, 0),
        with: Change { head: Some(0), stage: Some(stage), cell: Some(cell), ..SAME },
    }
}

/// Length of the query times length of the key.
const fn lengths(query: &'static Quantity, key: &'static Quantity) -> Quantity {
    Quantity::Times(query, key)
}

const PRODUCTS: Step = Step {
    setup: at(Stage::DotProduct, (JOURNEY, STARTS)),
    look: &[
        Look { matrix: M::Queries, extent: Extent::Row(JOURNEY) },
        Look { matrix: M::Keys, extent: Extent::Row(STARTS) },
        Look { matrix: M::Scores, extent: Extent::Cell(JOURNEY, STARTS) },
    ],
    text: Both {
        en: "The score of “{q}” and “{k}” by hand: {a1} · {b1} + {a2} · {b2} + {a3} · {b3} = {s}. Two \
             vectors that are large in the same places give a large sum. That is a dot product, and \
             every score is one.",
        ko: "‘{q}’ 쪽과 ‘{k}’ 쪽의 점수를 손으로 계산해 봅니다. {a1} · {b1} + {a2} · {b2} + {a3} · {b3} = \
             {s}입니다. 두 벡터가 같은 자리에서 크면 합도 큽니다. 이것이 내적이고, 점수는 모두 이렇게 \
             나옵니다.",
    },
    places: &[
        query("q", Quantity::At(JOURNEY)),
        key("k", Quantity::At(STARTS)),
        number("a1", cell(M::Queries, JOURNEY, 0), 2),
        number("a2", cell(M::Queries, JOURNEY, 1), 2),
        number("a3", cell(M::Queries, JOURNEY, 2), 2),
        number("b1", cell(M::Keys, STARTS, 0), 2),
        number("b2", cell(M::Keys, STARTS, 1), 2),
        number("b3", cell(M::Keys, STARTS, 2), 2),
        number("s", cell(M::Scores, JOURNEY, STARTS), 2),
    ],
    ..STEP
};

const BY_HAND: Step = Step {
    setup: at(Stage::Project, (YOUR, ONE)),
    look: &[
        Look { matrix: M::Queries, extent: Extent::Row(YOUR) },
        Look { matrix: M::Keys, extent: Extent::Row(ONE) },
    ],
    text: Both {
        en: "Now you. “{q}” is ({a1}, {a2}, {a3}), strong in its last number. “{k}” is ({b1}, {b2}, \
             {b3}), strong in its first.",
        ko: "이제 직접 해 봅니다. ‘{q}’ 토큰은 ({a1}, {a2}, {a3}){으로} 마지막 수가 크고, ‘{k}’ 토큰은 \
             ({b1}, {b2}, {b3}){으로} 첫 수가 큽니다.",
    },
    places: &[
        query("q", Quantity::At(YOUR)),
        key("k", Quantity::At(ONE)),
        number("a1", cell(M::Queries, YOUR, 0), 2),
        number("a2", cell(M::Queries, YOUR, 1), 2),
        number("a3", cell(M::Queries, YOUR, 2), 2),
        number("b1", cell(M::Keys, ONE, 0), 2),
        number("b2", cell(M::Keys, ONE, 1), 2),
        number("b3", cell(M::Keys, ONE, 2), 2),
        number("p1", FIRST, 2),
        number("p2", MIDDLE, 2),
        number("p3", LAST, 2),
        number("s", cell(M::Scores, YOUR, ONE), 2),
        number("own", cell(M::Scores, YOUR, YOUR), 2),
    ],
    claims: &[Claim::Less(cell(M::Scores, YOUR, ONE), cell(M::Scores, YOUR, YOUR))],
    prediction: Some(Prediction {
        ask: Both {
            en: "What is their dot product? Multiply what stands in the same place, and add.",
            ko: "둘의 내적은 얼마입니까? 같은 자리의 수끼리 곱해 더해 보세요.",
        },
        answer: Answer::Number {
            right: cell(M::Scores, YOUR, ONE),
            within: 0.005,
            decimals: 2,
            wrong: &[
                (
                    lengths(&Quantity::Length(M::Queries, YOUR), &Quantity::Length(M::Keys, ONE)),
                    Both {
                        en: "That is one length times the other: the dot product would be that only if \
                             both pointed the same way.",
                        ko: "그것은 두 길이의 곱입니다. 두 벡터의 방향이 같을 때만 내적이 그만큼 됩니다.",
                    },
                ),
                (
                    FIRST,
                    Both {
                        en: "That is the first product alone; there are two more to add.",
                        ko: "그것은 첫 곱일 뿐입니다. 더할 곱이 두 개 더 있습니다.",
                    },
                ),
                (
                    Quantity::Times(&Quantity::Sum(M::Queries, YOUR), &Quantity::Sum(M::Keys, ONE)),
                    Both {
                        en: "You added first and multiplied then; it is the other way round.",
                        ko: "먼저 더하고 나중에 곱했습니다. 차례가 반대입니다.",
                    },
                ),
            ],
            other: Both {
                en: "The three products are {p1}, {p2} and {p3}.",
                ko: "세 곱은 {p1}, {p2}, {p3}입니다.",
            },
        },
        shows: Change { stage: Some(Stage::DotProduct), ..SAME },
        look: &[Look { matrix: M::Scores, extent: Extent::Cell(YOUR, ONE) }],
        told: Both {
            en: "{p1} + {p2} + {p3} = {s}. With itself “{q}” has {own}: it is large exactly where it is \
                 large.",
            ko: "{p1} + {p2} + {p3} = {s}입니다. ‘{q}’ 토큰과 자기 자신의 내적은 {own}입니다. 큰 자리가 \
                 꼭 들어맞기 때문입니다.",
        },
    }),
    ..STEP
};

/// The three products of `Your` and `one`.
const FIRST: Quantity = Quantity::Times(&cell(M::Queries, YOUR, 0), &cell(M::Keys, ONE, 0));
const MIDDLE: Quantity = Quantity::Times(&cell(M::Queries, YOUR, 1), &cell(M::Keys, ONE, 1));
const LAST: Quantity = Quantity::Times(&cell(M::Queries, YOUR, 2), &cell(M::Keys, ONE, 2));

const COSINE: Step = Step {
    setup: at(Stage::DotProduct, (YOUR, ONE)),
    look: &[Look { matrix: M::Scores, extent: Extent::Cell(YOUR, ONE) }],
    text: Both {
        en: "Divide the dot product by both lengths, and only the direction remains: {s} ÷ ({a} · {b}) = \
             {cos}, the cosine. It cannot exceed {most}, which a vector has with itself. Of “{q}” and \
             “{r}” it is {other}: they point nearly the same way.",
        ko: "내적을 두 길이로 나누면 방향만 남습니다. {s} ÷ ({a} · {b}) = {cos}, 이것이 코사인 \
             유사도입니다. 자기 자신과의 값 {most}{을} 넘지 못합니다. ‘{q}’ 쪽과 ‘{r}’ 쪽의 코사인은 {other}로, \
             방향이 거의 같습니다.",
    },
    places: &[
        query("q", Quantity::At(JOURNEY)),
        query("r", Quantity::At(STARTS)),
        number("s", cell(M::Scores, YOUR, ONE), 2),
        number("a", Quantity::Length(M::Queries, YOUR), 2),
        number("b", Quantity::Length(M::Keys, ONE), 2),
        number(
            "cos",
            Quantity::Ratio(
                &cell(M::Scores, YOUR, ONE),
                &lengths(&Quantity::Length(M::Queries, YOUR), &Quantity::Length(M::Keys, ONE)),
            ),
            2,
        ),
        number("most", OWN_COSINE, 0),
        number(
            "other",
            Quantity::Ratio(
                &cell(M::Scores, JOURNEY, STARTS),
                &lengths(
                    &Quantity::Length(M::Queries, JOURNEY),
                    &Quantity::Length(M::Keys, STARTS),
                ),
            ),
            4,
        ),
    ],
    claims: &[Claim::Is(OWN_COSINE, 1.0)],
    ..STEP
};

/// The cosine of `starts` with itself.
const OWN_COSINE: Quantity = Quantity::Ratio(
    &cell(M::Scores, STARTS, STARTS),
    &lengths(&Quantity::Length(M::Queries, STARTS), &Quantity::Length(M::Keys, STARTS)),
);

const LONGER: Step = Step {
    setup: at(Stage::Project, (STARTS, 0)),
    look: &[Look { matrix: M::Queries, extent: Extent::Row(STARTS) }],
    text: Both {
        en: "By the cosine nothing is more similar to “{q}” than “{q}” itself: {cos}. The dot product, \
             though, also counts how long a key is.",
        ko: "코사인으로 보면 ‘{q}’ 토큰과 가장 비슷한 것은 자기 자신입니다. 값이 {cos}입니다. 그러나 내적은 \
             키의 길이까지 셈에 넣습니다.",
    },
    places: &[
        query("q", Quantity::At(STARTS)),
        key("k", Quantity::Index(M::Scores, STARTS, Spot::Largest)),
        number("cos", OWN_COSINE, 0),
        number("own", cell(M::Scores, STARTS, STARTS), 3),
        number("best", largest_in(M::Scores, STARTS), 3),
        number("mine", Quantity::Length(M::Keys, STARTS), 3),
        number("longer", Quantity::Length(M::Keys, JOURNEY), 3),
    ],
    claims: &[
        Claim::Is(Quantity::Index(M::Scores, STARTS, Spot::Largest), 1.0),
        Claim::Less(Quantity::Length(M::Keys, STARTS), Quantity::Length(M::Keys, JOURNEY)),
    ],
    prediction: Some(Prediction {
        ask: Both {
            en: "With which key does “{q}” have the highest score?",
            ko: "‘{q}’ 토큰의 점수가 가장 높은 키는 어느 것이겠습니까?",
        },
        answer: Answer::Key {
            matrix: M::Scores,
            row: STARTS,
            right: Quantity::Index(M::Scores, STARTS, Spot::Largest),
            wrong: &[(
                Quantity::At(STARTS),
                Both {
                    en: "In direction, yes. But its own key is {mine} long, and that of “{k}” {longer}.",
                    ko: "방향으로는 그렇습니다. 그러나 자기 키의 길이는 {mine}이고 ‘{k}’ 키의 길이는 {longer}입니다.",
                },
            )],
            other: Both {
                en: "Look for a key with large numbers in the same places as “{q}”.",
                ko: "‘{q}’ 토큰과 같은 자리의 수가 큰 키를 찾아보세요.",
            },
        },
        shows: Change { stage: Some(Stage::DotProduct), cell: Some((STARTS, JOURNEY)), ..SAME },
        look: &[Look { matrix: M::Scores, extent: Extent::Row(STARTS) }],
        told: Both {
            en: "“{k}” scores {best}, itself only {own}: nearly the same direction, and longer. A long key \
                 is heard by everyone.",
            ko: "‘{k}’ 쪽이 {best}, 자기 자신은 {own}입니다. 방향이 거의 같은데 더 깁니다. 키가 길면 어느 \
                 쿼리에게나 크게 들립니다.",
        },
    }),
    ..STEP
};

const SIGNS: Step = Step {
    setup: Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change {
            head: Some(4),
            stage: Some(Stage::DotProduct),
            cell: Some((TO, TO)),
            ..SAME
        },
    },
    look: &[Look { matrix: M::Scores, extent: Extent::Row(TO) }],
    text: Both {
        en: "Attention keeps the lengths on purpose: long vectors can make a choice clear. Here the cosines of \
             “{q}” only reach from {cos_low} to {cos_high}; the scores reach from {low} to {high}, and the \
             softmax follows them. A negative score means that the two point away from each other.",
        ko: "어텐션은 일부러 길이를 남겨 둡니다. 벡터가 길면 무엇을 고를지 뚜렷해집니다. 여기 ‘{q}’ 토큰의 코사인은 \
             {cos_low}에서 {cos_high}까지지만, 점수는 {low}에서 {high}까지 벌어지고 소프트맥스는 점수를 \
             따릅니다. 점수가 음수이면 두 벡터의 방향이 서로 등졌다는 뜻입니다.",
    },
    places: &[
        query("q", Quantity::At(TO)),
        number("low", cell(M::Scores, TO, EM), 1),
        number("high", cell(M::Scores, TO, TO), 1),
        number(
            "cos_low",
            Quantity::Ratio(
                &cell(M::Scores, TO, EM),
                &lengths(&Quantity::Length(M::Queries, TO), &Quantity::Length(M::Keys, EM)),
            ),
            2,
        ),
        number(
            "cos_high",
            Quantity::Ratio(
                &cell(M::Scores, TO, TO),
                &lengths(&Quantity::Length(M::Queries, TO), &Quantity::Length(M::Keys, TO)),
            ),
            2,
        ),
    ],
    claims: &[
        Claim::Is(Quantity::Index(M::Scores, TO, Spot::Smallest), 2.0),
        Claim::Is(Quantity::Index(M::Scores, TO, Spot::Largest), 5.0),
        Claim::Below(cell(M::Scores, TO, EM), -30.0),
        Claim::Above(cell(M::Scores, TO, TO), 30.0),
    ],
    ..STEP
};

/// Two of the six tokens.
const EM: usize = 2;
const TO: usize = 5;
