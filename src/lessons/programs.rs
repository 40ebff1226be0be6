//! Lesson 12: the same layer in Keras and in `PyTorch`. Names, shapes and what True means are those of their
//! documentation: `keras.layers.MultiHeadAttention`, `torch.nn.MultiheadAttention`.

use super::{
    Answer, Both, Change, Claim, Extent, Figure, Lesson, Look, Numbers, Prediction, Quantity, SAME,
    STEP, Setup, Size, Step, Table, figure::code, template::number,
};
use crate::{
    math::{MatrixName as M, Stage},
    samples::SampleId,
};

pub(super) const LESSON: Lesson = Lesson {
    title: Both { en: "In Keras and PyTorch", ko: "Keras와 PyTorch에서" },
    about: Both {
        en: "The same layer under two names: arguments, shapes, and what True means.",
        ko: "이름만 다른 같은 층: 인자, 모양, 그리고 True의 뜻.",
    },
    steps: &[NAMES, WIDTH, RETURNED, MASKS],
};

const fn at(stage: Stage) -> Setup {
    Setup {
        numbers: Numbers::Sample(SampleId::SixTokens, 0),
        with: Change { head: Some(4), stage: Some(stage), cell: Some((3, 1)), ..SAME },
    }
}

const N: Quantity = Quantity::Size(Size::Queries);
const HEADS: Quantity = Quantity::Size(Size::Heads);
const D_K: Quantity = Quantity::Size(Size::HeadWidth);
const D_V: Quantity = Quantity::Size(Size::ValueWidth);
const D: Quantity = Quantity::Size(Size::ModelWidth);

const HERE: Both = Both { en: "here", ko: "여기서는" };
const KERAS: Both = code("Keras");
const TORCH: Both = code("PyTorch");

const ARGUMENTS: Table = Table {
    caption: Both { en: "Arguments", ko: "인자" },
    head: &[HERE, KERAS, TORCH],
    rows: &[
        &[Both { en: "heads", ko: "헤드" }, code("num_heads={h}"), code("num_heads={h}")],
        &[Both { en: "width of X", ko: "X의 차원" }, code("(query.shape)"), code("embed_dim={d}")],
        &[code("d_k"), code("key_dim={d_k}"), code("embed_dim // num_heads")],
        &[code("d_v"), code("value_dim={d_v}"), code("embed_dim // num_heads")],
        &[Both { en: "biases", ko: "편향" }, code("use_bias"), code("bias")],
        &[
            Both { en: "dropout on weights", ko: "가중치 드롭아웃" },
            code("dropout"),
            code("dropout"),
        ],
        &[
            Both { en: "order of axes", ko: "축의 순서" },
            code("(B, L, D)"),
            code("batch_first=True: (B, L, D)"),
        ],
    ],
};

const NAMES: Step = Step {
    setup: at(Stage::Output),
    look: &[Look { matrix: M::Output, extent: Extent::Whole }],
    text: Both {
        en: "What you see on this page is one layer of either library. The names differ, the arithmetic does \
             not: “Save and share” writes a program for each that prints the numbers shown here.",
        ko: "이 페이지에 보이는 것은 어느 라이브러리에서나 층 하나입니다. 이름은 달라도 계산은 같습니다. ‘저장·공유’에서 \
             각 라이브러리용 프로그램을 받으면 여기 보이는 수를 그대로 출력합니다.",
    },
    places: &[
        number("h", HEADS, 0),
        number("d", D, 0),
        number("d_k", D_K, 0),
        number("d_v", D_V, 0),
    ],
    figure: Some(Figure::Table(ARGUMENTS)),
    ..STEP
};

const WIDTH: Step = Step {
    setup: at(Stage::Project),
    look: &[Look { matrix: M::Queries, extent: Extent::Whole }],
    text: Both {
        en: "PyTorch divides embed_dim by num_heads for you. Keras wants the width of a head itself, as key_dim, \
             and lets it be anything; W_O brings the result back to the width of X.",
        ko: "PyTorch는 embed_dim 값을 num_heads 값으로 알아서 나눕니다. Keras는 헤드의 차원을 key_dim 인자로 직접 받으며 \
             어떤 값이든 됩니다. 결과는 W_O가 다시 X의 차원으로 되돌립니다.",
    },
    places: &[
        number("h", HEADS, 0),
        number("d", D, 0),
        number("d_k", D_K, 0),
        number("all", Quantity::Times(&HEADS, &D), 0),
    ],
    claims: &[Claim::Equal(Quantity::Ratio(&D, &HEADS), D_K)],
    prediction: Some(Prediction {
        ask: Both {
            en: "X has {d} numbers a token, and there are {h} heads. Which key_dim makes the Keras layer the same \
                 as this one?",
            ko: "X는 토큰마다 수가 {d}개이고 헤드는 {h}개입니다. Keras 층을 이것과 같게 하려면 key_dim 값은 얼마여야 \
                 하겠습니까?",
        },
        answer: Answer::Number {
            right: D_K,
            within: 0.5,
            decimals: 0,
            wrong: &[
                (
                    D,
                    Both {
                        en: "A common slip: key_dim is the width of one head. With {d} the layer runs, has {h} \
                             heads of {d} numbers, {all} in all, and scales by another root.",
                        ko: "흔한 실수입니다. key_dim 인자는 헤드 하나의 차원입니다. {d}{을} 넣어도 층은 돌아가지만, \
                             수 {d}개짜리 헤드가 {h}개라 모두 {all}개가 되고 스케일링도 다른 제곱근으로 합니다.",
                    },
                ),
                (HEADS, Both { en: "That is num_heads.", ko: "그것은 num_heads 인자입니다." }),
            ],
            other: Both {
                en: "The {d} numbers are shared out among {h} heads.",
                ko: "수 {d}개를 헤드 {h}개가 나누어 가집니다.",
            },
        },
        shows: SAME,
        look: &[Look { matrix: M::Queries, extent: Extent::Row(3) }],
        told: Both {
            en: "{d} ÷ {h} = {d_k}. Scores are divided by the root of this width, not by that of {d}.",
            ko: "{d} ÷ {h} = {d_k}입니다. 점수는 이 차원의 제곱근으로 나누며, {d}의 제곱근으로 나누지 않습니다.",
        },
    }),
    ..STEP
};

const SHAPES: Table = Table {
    caption: Both { en: "What comes back", ko: "돌려받는 것" },
    head: &[HERE, KERAS, TORCH],
    rows: &[
        &[Both { en: "output", ko: "출력" }, code("(B, {n}, {d})"), code("(B, {n}, {d})")],
        &[
            Both { en: "how to ask for weights", ko: "가중치를 받으려면" },
            code("return_attention_scores=True"),
            code("need_weights=True"),
        ],
        &[
            Both { en: "their shape", ko: "가중치의 모양" },
            code("(B, {h}, {n}, {n})"),
            code("(B, {n}, {n})"),
        ],
        &[
            Both { en: "head by head", ko: "헤드별로" },
            Both { en: "as it is", ko: "그대로" },
            code("average_attn_weights=False"),
        ],
    ],
};

const RETURNED: Step = Step {
    setup: at(Stage::Softmax),
    look: &[Look { matrix: M::Weights, extent: Extent::Whole }],
    text: Both {
        en: "Both can return the weights. Keras calls them “scores”, though they come after the softmax. In \
             training Keras returns them before dropout, PyTorch after it, when they no longer sum to {one}. And \
             PyTorch averages over the heads unless told not to; an average hides what single heads do.",
        ko: "둘 다 가중치를 돌려줄 수 있습니다. Keras는 이를 ‘점수’라고 부르지만 소프트맥스 다음에 나오는 가중치입니다. \
             학습 중에 Keras는 드롭아웃 전의 것을, PyTorch는 합이 더는 {one}{이} 아닌 드롭아웃 뒤의 것을 줍니다. \
             PyTorch는 따로 지정하지 않으면 헤드들의 평균을 내는데, 평균은 헤드마다 하는 일을 가립니다.",
    },
    places: &[
        number("h", HEADS, 0),
        number("n", N, 0),
        number("d", D, 0),
        number("one", Quantity::Sum(M::Weights, 3), 0),
    ],
    claims: &[Claim::EveryRowSumsToOne(M::Weights)],
    figure: Some(Figure::Table(SHAPES)),
    ..STEP
};

const MAY_LOOK: Both = Both { en: "may look", ko: "볼 수 있음" };
const HIDDEN: Both = Both { en: "hidden", ko: "가림" };

const MEANING: Table = Table {
    caption: Both { en: "A mask of True and False", ko: "True와 False로 된 마스크" },
    head: &[Both { en: "argument", ko: "인자" }, Both { en: "True means", ko: "True의 뜻" }],
    rows: &[
        &[code("Keras attention_mask"), MAY_LOOK],
        &[code("PyTorch attn_mask"), HIDDEN],
        &[code("PyTorch key_padding_mask"), HIDDEN],
        &[code("scaled_dot_product_attention attn_mask"), MAY_LOOK],
    ],
};

const MASKS: Step = Step {
    setup: at(Stage::Mask),
    look: &[Look { matrix: M::Masked, extent: Extent::Whole }],
    text: Both {
        en: "The trap is the mask: True means opposite things, even inside one library. The wrong way round, each \
             query sees just what it should not, and nothing fails. Check one {row}: its weights must be {zero} \
             where it may not look. Masks of numbers differ, too: PyTorch adds them to the scores, Keras \
             reads them as True and False.",
        ko: "함정은 마스크입니다. True의 뜻이 서로 반대이고, 한 라이브러리 안에서도 다릅니다. 거꾸로 넣으면 쿼리마다 \
             보지 말아야 할 것만 보는데도 오류가 나지 않습니다. {row} 하나를 확인하세요. 볼 수 없는 곳의 가중치는 \
             {zero}이어야 합니다. 마스크가 수일 때도 다릅니다. PyTorch는 점수에 더하고, Keras는 True와 False로 읽습니다.",
    },
    places: &[number("zero", Quantity::In(M::Weights, 0, super::Spot::At(1)), 0)],
    claims: &[Claim::Is(Quantity::In(M::Weights, 0, super::Spot::At(1)), 0.0)],
    figure: Some(Figure::Table(MEANING)),
    ..STEP
};
