//! Lesson 4: why the scores are divided by √`d_k`.

use super::{
    Answer, Both, Change, Choice, Claim, Divide, Extent, Figure, Lesson, Look, Numbers, Prediction,
    Quantity, SAME, STEP, Setup, Size, Step,
    quantity::largest_in,
    template::{key, number, query, short},
};
use crate::{
    lessons::Spot,
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "Why divide by √d_k", ko: "왜 √d_k로 나누는가" },
    about: Both {
        en: "One winner or a soft mixture, and where the root comes from.",
        ko: "하나만 이길까요, 고루 섞일까요? 제곱근이 어디에서 오는지도 봅니다.",
    },
    steps: &[VARIANCE, UNSCALED, SCALED, SLOPE, WRONG_ROOT],
};

/// `powers` in head 5, whose scores have a wide range.
const POWERS: usize = 3;

const fn at(stage: Stage, divide: Divide) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change {
            head: Some(4),
            stage: Some(stage),
            cell: Some((POWERS, 1)),
            divide: Some(divide),
            ..SAME
        },
    }
}

/// The scores as they are.
const UNDIVIDED: Change = Change { divide: Some(Divide::By(1.0)), ..SAME };
/// √`d_model`, the commonest mistake.
const BY_MODEL: Change = Change { divide: Some(Divide::RootOfModel), ..SAME };

const LARGEST: Quantity = largest_in(M::Weights, POWERS);
const ROOT: Quantity = Quantity::Root(&Quantity::Size(Size::HeadWidth));

const VARIANCE: Step = Step {
    setup: at(Stage::DotProduct, Divide::Own),
    look: &[Look { matrix: M::Scores, extent: Extent::Whole }],
    text: Both {
        en: "A dot product adds d_k products; variances add up, too. So for the random vectors drawn here its spread grows as √d_k, whatever they mean: the wider the head, the larger the scores. Here d_k is {d_k}, its \
             root {root}, and the scores reach from {low} to {high}.",
        ko: "내적은 곱 d_k개를 더한 것이고, 분산도 그만큼 더해집니다. 아래 무작위 벡터에서 보듯 뜻과 상관없이 \
             √d_k에 비례해 퍼집니다. 헤드의 차원이 클수록 점수도 커집니다. 여기서는 d_k가 {d_k}, 그 제곱근이 \
             {root}이고, 점수는 {low}에서 {high}까지입니다.",
    },
    places: &[
        number("d_k", Quantity::Size(Size::HeadWidth), 0),
        short("root", ROOT),
        number("low", Quantity::Low(M::Scores), 1),
        number("high", Quantity::High(M::Scores), 1),
    ],
    claims: &[Claim::Equal(ROOT, Quantity::Divisor)],
    figure: Some(Figure::DotProducts),
    ..STEP
};

const UNSCALED: Step = Step {
    setup: at(Stage::Scale, Divide::By(1.0)),
    look: &[Look { matrix: M::Scaled, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "Let us do without the division: the scores are divided by {by}, and so stay as they are. “{q}” \
             sees {seen} keys, itself among them; the best score is {best}, the next {second}.",
        ko: "나누기를 빼 봅니다. {by}{으로} 나누므로 점수는 그대로입니다. ‘{q}’ 토큰에게 보이는 키는 자기까지 \
             {seen}개이고, 가장 큰 점수는 {best}, 그다음은 {second}입니다.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        short("by", Quantity::Divisor),
        number("seen", Quantity::Position(POWERS), 0),
        number("best", largest_in(M::Masked, POWERS), 2),
        number("second", Quantity::In(M::Masked, POWERS, Spot::Second), 2),
        number("gap", GAP, 2),
        number("ratio", Quantity::Exp(&GAP), 0),
        number("w", LARGEST, 3),
        number("entropy", Quantity::Entropy(POWERS), 3),
    ],
    claims: &[Claim::Above(LARGEST, 0.95), Claim::Below(Quantity::Entropy(POWERS), 0.05)],
    prediction: Some(Prediction {
        ask: Both {
            en: "How will “{q}” share out its weight?",
            ko: "‘{q}’ 토큰은 가중치를 어떻게 나누겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both { en: "Evenly over the keys it sees", ko: "보이는 키에 고르게" },
                holds: Claim::Below(LARGEST, 0.3),
                why: Both {
                    en: "Only equal scores share evenly. These are {gap} apart, and more.",
                    ko: "점수가 같아야 고르게 나뉩니다. 여기서는 {gap} 넘게 차이가 납니다.",
                },
            },
            Choice {
                says: Both {
                    en: "About in proportion to the scores",
                    ko: "점수에 비례하는 정도로",
                },
                holds: Claim::All(&[Claim::Above(LARGEST, 0.5), Claim::Below(LARGEST, 0.9)]),
                why: Both {
                    en: "Softmax does not go by proportion but by difference: a lead of {gap} multiplies the \
                         weight by exp({gap}), about {ratio}.",
                    ko: "소프트맥스는 비례가 아니라 차이를 봅니다. {gap}만큼 앞서면 가중치는 exp({gap}), 곧 약 \
                         {ratio}배가 됩니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Nearly all of it to one key", ko: "거의 전부를 키 하나에"
                },
                holds: Claim::Above(LARGEST, 0.95),
                why: Both {
                    en: "A lead of {gap} multiplies the weight by about {ratio}.",
                    ko: "{gap}만큼 앞서면 가중치가 약 {ratio}배가 됩니다.",
                },
            },
        ]),
        shows: Change { stage: Some(Stage::Softmax), ..SAME },
        look: &[Look { matrix: M::Weights, extent: Extent::Row(POWERS) }],
        told: Both {
            en: "“{k}” takes {w} of it, and the entropy is {entropy}: one winner, and the other keys might \
                 as well not be there.",
            ko: "‘{k}’ 쪽이 {w}{을} 가져가고 엔트로피는 {entropy}입니다. 하나만 이기고, 나머지 키는 없는 것이나 \
                 마찬가지입니다.",
        },
    }),
    ..STEP
};

/// How far the best score that is seen is ahead of the next.
const GAP: Quantity =
    Quantity::Minus(&largest_in(M::Masked, POWERS), &Quantity::In(M::Masked, POWERS, Spot::Second));

const SCALED: Step = Step {
    setup: at(Stage::Softmax, Divide::Own),
    look: &[Look { matrix: M::Weights, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "Divided by √d_k = {by}, the same scores give a soft mixture: {w} at most, not {hard}, and an \
             entropy of {entropy}, not {none}. Which key comes first and which last is as before; only \
             the contrast is gentler. Move the slider and watch both numbers follow.",
        ko: "√d_k = {by}{으로} 나누면 같은 점수로도 부드럽게 섞입니다. 가장 큰 가중치가 {hard} 대신 {w}, 엔트로피가 \
             {none} 대신 {entropy}입니다. 키의 순서는 그대로이고 대비만 줄어듭니다. 위의 슬라이더를 움직여 두 수가 \
             따라 변하는 것을 보세요.",
    },
    places: &[
        short("by", Quantity::Divisor),
        number("w", LARGEST, 2),
        number("hard", Quantity::Under(UNDIVIDED, &LARGEST), 3),
        number("entropy", Quantity::Entropy(POWERS), 2),
        number("none", Quantity::Under(UNDIVIDED, &Quantity::Entropy(POWERS)), 2),
    ],
    claims: &[
        Claim::SameOrder(M::Scores, M::Scaled),
        Claim::Less(LARGEST, Quantity::Under(UNDIVIDED, &LARGEST)),
        Claim::Less(
            Quantity::Under(UNDIVIDED, &Quantity::Entropy(POWERS)),
            Quantity::Entropy(POWERS),
        ),
        Claim::Equal(ROOT, Quantity::Divisor),
    ],
    ..STEP
};

const SLOPE: Step = Step {
    setup: at(Stage::Softmax, Divide::Own),
    look: &[Look { matrix: M::Weights, extent: Extent::Cell(POWERS, 1) }],
    text: Both {
        en: "Why does one winner do harm? A model learns by small changes. When the score that enters the softmax rises a little, a weight w follows with slope w · ({one} − w). For “{k}” that is {soft} here, but {hard} \
             undivided: almost flat. Where nothing moves, nothing can be learned.",
        ko: "하나만 이기면 무엇이 나쁩니까? 모델은 조금씩 고치면서 배웁니다. 소프트맥스에 들어가는 점수가 조금 오를 때 가중치 w는 기울기 \
             w · ({one} − w)로 따라갑니다. ‘{k}’ 쪽의 기울기는 여기서 {soft}, 나누지 않으면 {hard}{으로} 거의 \
             평평합니다. 움직이지 않는 곳에서는 배울 수 없습니다.",
    },
    places: &[
        key("k", Quantity::Index(M::Weights, POWERS, Spot::Largest)),
        number("one", Quantity::Sum(M::Weights, POWERS), 0),
        number("soft", SLOPE_OF_LARGEST, 3),
        number("hard", Quantity::Under(UNDIVIDED, &SLOPE_OF_LARGEST), 3),
    ],
    claims: &[
        Claim::Less(Quantity::Under(UNDIVIDED, &SLOPE_OF_LARGEST), SLOPE_OF_LARGEST),
        Claim::Below(Quantity::Under(UNDIVIDED, &SLOPE_OF_LARGEST), 0.005),
    ],
    ..STEP
};

/// w · (1 − w), the derivative of a weight by its own score; the weights sum to 1.
const SLOPE_OF_LARGEST: Quantity =
    Quantity::Times(&LARGEST, &Quantity::Minus(&Quantity::Sum(M::Weights, POWERS), &LARGEST));

const WRONG_ROOT: Step = Step {
    setup: at(Stage::Scale, Divide::Own),
    look: &[Look { matrix: M::Scaled, extent: Extent::Row(POWERS) }],
    text: Both {
        en: "d_k is the width of one head, {d_k}, and not that of the model, d_model = {d_model}. Taking \
             the wrong root is the commonest mistake when people write attention themselves: dividing by \
             {wrong} where {by} is meant.",
        ko: "d_k는 헤드 하나의 차원 {d_k}이고, 모델의 차원 d_model = {d_model}{이} 아닙니다. 어텐션을 직접 짤 때 \
             가장 흔한 실수가 제곱근을 잘못 고르는 것입니다. {by}{으로} 나눌 것을 {wrong}{으로} 나누게 됩니다.",
    },
    places: &[
        query("q", Quantity::At(POWERS)),
        number("d_k", Quantity::Size(Size::HeadWidth), 0),
        number("d_model", Quantity::Size(Size::ModelWidth), 0),
        short("by", Quantity::Divisor),
        number("wrong", Quantity::Under(BY_MODEL, &Quantity::Divisor), 1),
        number("w", LARGEST, 2),
        number("flat", Quantity::Under(BY_MODEL, &LARGEST), 2),
        number("entropy", Quantity::Entropy(POWERS), 2),
        number("more", Quantity::Under(BY_MODEL, &Quantity::Entropy(POWERS)), 2),
    ],
    claims: &[Claim::Equal(ROOT, Quantity::Divisor)],
    prediction: Some(Prediction {
        ask: Both {
            en: "What becomes of the weights of “{q}” under the wrong root?",
            ko: "잘못된 제곱근으로 나누면 ‘{q}’ 토큰의 가중치는 어떻게 되겠습니까?",
        },
        answer: Answer::Choice(&[
            Choice {
                says: Both {
                    en: "Sharper: one key takes more",
                    ko: "더 쏠려서 키 하나가 더 많이 가져갑니다",
                },
                holds: Claim::Less(LARGEST, Quantity::Under(BY_MODEL, &LARGEST)),
                why: Both {
                    en: "A larger divisor brings the scores closer together, and closer scores share more \
                         evenly.",
                    ko: "더 큰 수로 나누면 점수끼리 가까워지고, 점수가 가까우면 더 고르게 나뉩니다.",
                },
            },
            Choice {
                says: Both {
                    en: "The same: softmax evens it out",
                    ko: "그대로입니다. 소프트맥스가 맞추어 줍니다",
                },
                holds: Claim::Equal(LARGEST, Quantity::Under(BY_MODEL, &LARGEST)),
                why: Both {
                    en: "Softmax undoes what is added to all scores of a query, but not what they are \
                         divided by.",
                    ko: "소프트맥스는 한 쿼리의 점수에 똑같이 더한 수는 지워 주지만, 나눈 것은 지워 주지 않습니다.",
                },
            },
            Choice {
                says: Both {
                    en: "Flatter: the keys share more evenly",
                    ko: "더 평평해져서 키들이 더 고르게 나눕니다",
                },
                holds: Claim::Less(Quantity::Under(BY_MODEL, &LARGEST), LARGEST),
                why: Both {
                    en: "The scores come closer together than they were meant to.",
                    ko: "점수가 뜻한 것보다 더 가까워집니다.",
                },
            },
        ]),
        shows: Change { stage: Some(Stage::Softmax), divide: Some(Divide::RootOfModel), ..SAME },
        look: &[Look { matrix: M::Weights, extent: Extent::Row(POWERS) }],
        told: Both {
            en: "The largest weight falls from {w} to {flat}, and the entropy rises from {entropy} to \
                 {more}. No error is raised: the head just listens less closely than it was trained to.",
            ko: "가장 큰 가중치가 {w}에서 {flat}{으로} 줄고, 엔트로피가 {entropy}에서 {more}{으로} 늘어납니다. 오류는 \
                 나지 않습니다. 헤드가 배운 것보다 흐릿하게 볼 뿐입니다.",
        },
    }),
    ..STEP
};
