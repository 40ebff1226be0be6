//! Mistakes, in English.

use super::MistakeWords;
use crate::math::Mistake;

pub(super) fn mistake(mistake: Mistake) -> MistakeWords {
    match mistake {
        Mistake::DirectSplit => DIRECT_SPLIT,
        Mistake::Tiled => TILED,
        Mistake::NoScaling => NO_SCALING,
        Mistake::ModelWidth => MODEL_WIDTH,
        Mistake::ZeroFill => ZERO_FILL,
        Mistake::FiniteFill => FINITE_FILL,
        Mistake::InvertedMask => INVERTED_MASK,
        Mistake::SoftmaxAxis => SOFTMAX_AXIS,
        Mistake::MaskAfterSoftmax => MASK_AFTER_SOFTMAX,
        Mistake::Renormalized => RENORMALIZED,
        Mistake::Dropout => DROPOUT,
        Mistake::HeadsAdded => HEADS_ADDED,
        Mistake::NoOutput => NO_OUTPUT,
    }
}

const DIRECT_SPLIT: MistakeWords = MistakeWords {
    name: "Heads split by a reshape alone",
    line: "(n, H·d_k) is read as (H, n, d_k), without the transpose.",
    what: "A head gets whole pieces of a few tokens, and not its own part of every token. What is called its first query is a part of one token, its second may be another part of the same.",
    why: "A reshape moves nothing in memory, and there the numbers lie token by token. So the tokens must stay in front, (n, H, d_k), and are moved behind the heads only then.",
    who: "Whoever sees that the shapes fit and goes on: there is no error, and training even lowers the loss.",
};

const TILED: MistakeWords = MistakeWords {
    name: "Key/value heads tiled",
    line: "Query heads are served in turn (0 1 0 1), not in groups (0 0 1 1).",
    what: "A query head meets keys and values that were made for other heads. A few heads are served rightly by chance, which hides the mistake.",
    why: "In grouped-query attention neighboring query heads share a key/value head: head h is served by h // (H / KV).",
    who: "Whoever repeats by hand: repeat in PyTorch and np.tile go round in turn, repeat_interleave and np.repeat stay with the group.",
};

const NO_SCALING: MistakeWords = MistakeWords {
    name: "Not divided by √d_k",
    line: "The dot products go into the softmax as they are.",
    what: "The scores lie farther apart, and the softmax gives nearly everything to one key. The entropy falls; in training the gradients nearly vanish.",
    why: "A sum of d_k products of variance 1 has variance d_k. Divided by √d_k it has variance 1 again, however wide the head is.",
    who: "Whoever writes softmax(QKᵀ)V from memory, or hands scale=1.0 to a fused function.",
};

const MODEL_WIDTH: MistakeWords = MistakeWords {
    name: "Divided by √d_model",
    line: "By the root of the model's width, not of the head's.",
    what: "The scores become too small and the weights too even: what a head has found is blurred.",
    why: "A dot product sums over the d_k features of one head, so that its spread is √d_k. The other features of the model are never in this sum.",
    who: "Whoever takes the formula of one head over to many: with one head both are the same.",
};

const ZERO_FILL: MistakeWords = MistakeWords {
    name: "Multiplied by 0",
    line: "Hidden scores become 0 before the softmax, not −∞.",
    what: "0 is a score like any other, and exp(0) = 1: a hidden key keeps its weight, often more than a visible key with a negative score.",
    why: "Only −∞ becomes 0 in the softmax. A score of 0 says unrelated, it does not say absent.",
    who: "Whoever knows masks from images or sums, where multiplying by 0 does take away.",
};

const FINITE_FILL: MistakeWords = MistakeWords {
    name: "A number for −∞",
    line: "−1e9 or −1e4, in half precision and where a query sees no key.",
    what: "In half precision −1e9 overflows to −∞ and a query without any key gets NaN. −1e4 stays a number, which a very negative score can beat. Put in the place of every score of a query, a number gives even weights; added, it may leave them as if nothing were masked.",
    why: "Only −∞ is 0 after any softmax. A query that sees no key has no right weights at all: it has to be found and set to 0, as this page does.",
    who: "Older BERT code adds −1e4, because it fits into half precision; many tutorials write −1e9.",
};

const INVERTED_MASK: MistakeWords = MistakeWords {
    name: "Mask the wrong way round",
    line: "What should be hidden is seen, what should be seen is hidden.",
    what: "Under a causal mask each token sees only what comes after it, and the last one sees nothing: there PyTorch gives NaN, this page 0.",
    why: "True means “may look” in scaled_dot_product_attention and in Keras, but “hide” in nn.MultiheadAttention.",
    who: "Whoever takes a mask from one library to another.",
};

const SOFTMAX_AXIS: MistakeWords = MistakeWords {
    name: "Softmax over the wrong axis",
    line: "The weights of a key sum to 1, those of a query to anything.",
    what: "Queries compete for a key, and not keys for a query. With other sums a context vector comes out too long or too short.",
    why: "Each query divides its attention among the keys; so the sum runs over the keys, the last axis.",
    who: "Whoever counts axes from the front, where batch and heads stand, or takes the axis of queries for that of keys.",
};

const MASK_AFTER_SOFTMAX: MistakeWords = MistakeWords {
    name: "Mask after the softmax",
    line: "Weights are set to 0 after they were shared out.",
    what: "Hidden keys took part in the sum. Their share is thrown away, and a query's weights sum to less than 1.",
    why: "The softmax divides by the sum over all keys. So what comes later still changes the weights of what came before.",
    who: "Whoever multiplies the weights by the mask, as if it were only a matter of showing.",
};

const RENORMALIZED: MistakeWords = MistakeWords {
    name: "Mask after, renormalized",
    line: "The same, then divided by what is left of the sum.",
    what: "The weights are the right ones again, but for rounding: dividing by the visible part undoes the division by the whole.",
    why: "Not wrong, but weaker: where hidden scores are far larger, all visible weights round to 0, and 0 ÷ 0 is NaN. A mask before the softmax needs no second sum.",
    who: "Textbooks show it on the way to the mask before the softmax.",
};

const DROPOUT: MistakeWords = MistakeWords {
    name: "Dropout on the weights",
    line: "Some weights become 0, the others larger.",
    what: "A weight is dropped with probability p, the others are divided by 1 − p. A query's weights no longer sum to 1.",
    why: "In training that is right: over many draws the mean stays the right weight, which is what 1/(1 − p) is for, and no head comes to rely on one key. It is a mistake where it stays on at inference.",
    who: "Whoever forgets model.eval() and wonders why two runs differ.",
};

const HEADS_ADDED: MistakeWords = MistakeWords {
    name: "Heads added",
    line: "Summed up, not set {beside}.",
    what: "The sum is only as wide as one head: the output projection does not fit it, and what single heads found can no longer be told apart.",
    why: "W_O has a block of its own for each head. concat · W_O is a sum, too, but each head goes through its own block first.",
    who: "Whoever reads that the heads are combined, or that an output is the sum over heads.",
};

const NO_OUTPUT: MistakeWords = MistakeWords {
    name: "No W_O",
    line: "The concatenation is taken for the output.",
    what: "Each head fills features of its own, and nothing mixes them. What is added to X then is not in X's space.",
    why: "W_O brings together what the heads have found and takes it back from H·d_v to d_model.",
    who: "Whoever begins with one head, where W_O seems superfluous.",
};
