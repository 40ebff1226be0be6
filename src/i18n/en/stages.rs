//! What is said of each stage.

use crate::{i18n::StageWords, math::Stage};

pub(super) fn stage(stage: Stage) -> StageWords {
    match stage {
        Stage::Project => StageWords {
            name: "Q, K, V",
            what: "Each token’s embedding is multiplied by three matrices and becomes a query \
                   (what it looks for), a key (what it is found by) and a value (what it hands over).",
            why: "Without the matrices one vector would play all three parts. With a matrix for each, \
                  a token may look for something other than what it offers.",
            note: "All three come from the same X; only the matrices differ.",
        },
        Stage::Rotary => StageWords {
            name: "Rotary position",
            what: "Each query and key is turned, two features at a time, by an angle that grows \
                   with its position.",
            why: "After the turn, a dot product depends on how far apart two tokens stand, not on \
                  where they stand.",
            note: "Lengths do not change: it is a rotation. Values are left alone.",
        },
        Stage::DotProduct => StageWords {
            name: "Dot product",
            what: "Every query meets every key: multiply feature by feature, then add. The sum is \
                   the attention score.",
            why: "The sum is large and positive where two vectors point the same way, near zero \
                  where they have nothing to do with each other, negative where they oppose.",
            note: "Scores range over all real numbers. Nothing is hidden yet, and nothing sums to 1.",
        },
        Stage::Scale => StageWords {
            name: "Scale",
            what: "All scores are divided by the same number: √d_k, the width of one head being d_k, unless \
                   you choose another.",
            why: "A sum of d_k products spreads as √d_k. Without the division softmax would pick \
                  one winner and learn from nothing else.",
            note: "It is the width of a head, not of the model: dividing by √d_model is the \
                   commonest mistake. The order of a {row} never changes here.",
        },
        Stage::Mask => StageWords {
            name: "Mask",
            what: "Where a query may not look, the score becomes −∞. A causal mask hides every key \
                   that comes after the query.",
            why: "A model that writes from left to right must not read the answer that stands one \
                  place {right}.",
            note: "It comes before softmax, so that −∞ becomes a weight of exactly 0 and the rest \
                   still sums to 1. It stays on when the model is used.",
        },
        Stage::Softmax => StageWords {
            name: "Softmax",
            what: "Each {row} becomes shares: no number is negative, and the {row} sums to 1. The key \
                   that fits the query best takes the largest share.",
            why: "exp keeps the order and makes everything positive. Absolute value would not do: \
                  −5 and 5 would become the same.",
            note: "It is {rows} that are normalized, not {columns}. Before softmax a number is a score, after it \
                   a weight.",
        },
        Stage::Context => StageWords {
            name: "Context",
            what: "Each query receives a mixture of all values, in the proportions of its {row} of weights.",
            why: "This is where information moves from token to token. The query only decides the \
                  proportions; what flows are the values.",
            note: "A context {row} lies between the values it mixes: it can hold nothing that no value has.",
        },
        Stage::Concat => StageWords {
            name: "Concat",
            what: "The contexts of all heads are set {beside}, so each token has one long {row} again.",
            why: "Every head has looked for something else. Set {beside}, nothing one head found \
                  is lost in another’s.",
            note: "Heads are concatenated, not added: their widths add up.",
        },
        Stage::Output => StageWords {
            name: "Output",
            what: "The long {row} is multiplied by W_O, which mixes what the heads found into one vector.",
            why: "Until here the heads never met. W_O weighs them against each other and returns \
                  to the width of the model.",
            note: "It equals the sum over heads of each head’s context times its own block of {rows} of W_O; \
                   a bias, if there is one, is added once.",
        },
        Stage::AddNorm => StageWords {
            name: "Add & norm",
            what: "The output is added to the embedding it started from. Each {row} is then centered, \
                   divided by its standard deviation, stretched and moved.",
            why: "The sum lets a token keep what it knew. Normalizing keeps numbers of one size \
                  through many layers.",
            note: "The statistics are those of one token’s {row}, never of the batch.",
        },
    }
}
