//! English.

use super::{
    AboutWords, ArithmeticWords, BarWords, ControlWords, KeyWords, LoadingWords, PageWords,
    PatternWords, SampleWords, StageWords, Words,
};
use crate::{
    math::{MatrixName, Stage},
    samples::{
        HeadPattern, SampleId,
        six_tokens::{HeadRole, Reads},
    },
};

pub(super) const WORDS: Words = Words {
    language: "English",
    bar: BarWords {
        tagline: "Multi-head attention, every number computed here. Select any cell.",
        example: "Example",
        block: "Block",
        language: "Language",
        theme: "Theme",
        theme_system: "As the system",
        theme_light: "Light",
        theme_dark: "Dark",
        keys: "Shortcuts",
    },
    controls: ControlWords {
        group: "Head, mask and scale",
        head_of: |head, n_heads| format!("Head {head} of {n_heads}"),
        head_from_zero: |head, n_heads| format!("Head {head} (0 to {})", n_heads - 1),
        head: |head, name| format!("Head {head}: {name}"),
        heads: "Heads",
        shares_keys: |kv_head| format!("shares keys and values of group {kv_head}"),
        mask: "Mask",
        mask_none: "none",
        mask_causal: "causal",
        mask_needs_square: "A causal mask needs queries and keys from one sequence",
        divide_by: "Divide scores by",
        divisor: "Divisor of the scores",
        mark_one: "not scaled",
        mark_root_dk: "square root of the width of a head",
        mark_root_d_model: "square root of the width of the model: a common mistake",
        reset: |divisor| format!("Back to {divisor}"),
        divisor_refused: |typed, low, high| {
            format!("“{typed}” is not a number from {low} to {high}. Type one such as 8 or 0.5.")
        },
        entropy: "entropy",
        largest: "largest",
    },
    page: PageWords {
        stages: "Stages",
        equation: "The current stage",
        explanation: "Explanation",
        previous: "Previous stage",
        next: "Next stage",
        color_key: "Colors",
        domain: "Color range",
        domain_matrix: "this matrix",
        domain_heads: "all heads",
        domain_fixed: "fixed",
        domain_bound: "Bound of the fixed range",
        clipped: |count| match count {
            1 => "1 number lies outside and is marked in its corner".into(),
            _ => format!("{count} numbers lie outside and are marked in their corners"),
        },
        masked_key: "hatched: masked, −∞",
        query_key: |query, key| format!("query “{query}”, key “{key}”"),
        token_feature: |token, feature| format!("“{token}”, feature {feature}"),
        grid: |name, rows, columns| {
            format!("{name}, {rows} rows, {columns} columns. Arrow keys move the cell.")
        },
        rows_sum_to_one: "every row sums to 1",
        sees_no_key: |query| {
            format!(
                "“{query}” may see no key. Its weights are 0 here; PyTorch gives NaN, and Keras an \
                 even average or 0, by version."
            )
        },
        entropy_of: |entropy, most| format!("entropy of this row {entropy} of {most} nats"),
        effective_keys: |keys| format!("as if {keys} keys shared evenly"),
        largest_weight: |weight, key| format!("largest weight {weight} on “{key}”"),
        crash: "Something broke inside the page. Reload it; your choices are kept. \
                If it happens again, please report what you did.",
    },
    arithmetic: ArithmeticWords {
        heading: "This cell",
        given: "given, not computed",
        sum_of_products: |count| format!("sum of {count} products"),
        other_terms: |count| format!("the other {count}"),
        all_terms: |count| format!("All {count} products"),
        feature: "feature",
        bias: "bias",
        sum: "sum",
        row: "row",
        maximum: "max",
        exponentials: "exp",
        quotient: "quotient",
        mask_seen: "the query may look: the score stays",
        mask_hidden: "the key comes after the query: −∞",
        mask_added: "the mask adds",
        all_hidden: "no key of this row is visible, so there is nothing to share",
        copied: |head, feature| format!("copied from head {head}, feature {feature}"),
        copied_from: |matrix, feature| format!("copied from {matrix}, feature {feature}"),
        angle: "angle",
        mean: "mean",
        variance: "variance",
    },
    loading: LoadingWords {
        loading: |name| format!("Loading {name}…"),
        progress: |loaded, total| format!("{loaded} of {total}"),
        progress_name: "Progress of loading",
        failed: |name| format!("{name} did not load."),
        status: |status| {
            format!(
                "The server answered {status} where the file was expected. Is it deployed with the page?"
            )
        },
        unreachable: "The file could not be fetched. Check the connection and try again; if the page was updated \
                      meanwhile, reload it.",
        damaged: |error| format!("The file arrived damaged: {error}."),
        retry: "Try again",
        keep: |name| format!("Stay with {name}"),
    },
    keys: KeyWords {
        title: "Keyboard shortcuts",
        enabled: "Single keys are on",
        steps: "previous and next stage",
        heads: "previous and next head",
        head_number: "head by its number",
        mask: "mask on and off",
        scale: "scale back to the example’s own",
        cells: "move the selected cell, in a matrix",
        row_maximum: "largest number of the row, in a matrix",
        close: "Close",
    },
    about: AboutWords {
        heading: "About this example",
        no_w_o: "There is no W_O here: the output is the concatenation itself.",
        no_projections: "There are no projection matrices here: Q, K and V are X itself.",
        no_output: "The output projection of this block does not ship with the page, \
                    so the trace ends at the concatenation.",
        built_head: "How this head is built",
        rule: |query, key, score| {
            format!(
                "The query reads {query}, the key {key}. A full match adds {score} to the score."
            )
        },
        agrees: |source, count, decimals| {
            format!("✓ agrees with the {count} numbers printed in {source}, to {decimals} decimals")
        },
        differs: |source, worst| {
            format!("✗ differs from the numbers printed in {source} by up to {worst}")
        },
        changed: "The printed numbers are for the mask and scale of the book: yours differ.",
        recorded_agrees: |worst| {
            format!("✓ the weights computed here differ from the recorded ones by {worst} at most")
        },
        recorded_differs: |worst| {
            format!("✗ the weights computed here differ from the recorded ones by up to {worst}")
        },
        worth_a_look: "Heads worth a look",
        without_rotary: |with, without| {
            format!(
                "Mean weight on the previous token: {with}. The same head without rotary position: {without}."
            )
        },
    },
    stage,
    matrix,
    sample,
    role,
    reads,
    pattern,
};

fn sample(sample: SampleId) -> SampleWords {
    match sample {
        SampleId::SixTokens => SampleWords {
            name: "Six tokens, built to be read",
            origin: "Built for teaching, not trained",
            about: "The shape is that of GPT-2 small (768 wide, 12 heads of 64), but the parameters are \
                    built, not trained: each head does one thing that has a name. X is a sum of \
                    directions for token, position, word and kind of word, and W_Q and W_K pick the \
                    directions that matter to the head. Nothing is written into the scores; every \
                    number comes from X · W.",
        },
        SampleId::ByHand => SampleWords {
            name: "By hand: three numbers a word",
            origin: "Six words of a well-known book",
            about: "Six words, three numbers each, and no projection matrices: queries, keys and values \
                    are the embeddings themselves, and the scores are not scaled. Small enough to \
                    check with a pencil.",
        },
        SampleId::ByHandTrainable => SampleWords {
            name: "By hand: with W_Q, W_K, W_V",
            origin: "Six words of a well-known book, untrained matrices",
            about: "The same six words, now projected to two features by three small matrices, as \
                    they stand before any training.",
        },
        SampleId::SmolLm2 => SampleWords {
            name: "Real: SmolLM2-135M",
            origin: "Recorded from a real language model",
            about: "Recorded from a real language model, SmolLM2-135M-Instruct in its 4-bit form (Q4_1): 30 blocks, 9 query \
                    heads sharing 3 key/value heads, rotary position. Heads and blocks count from 0. \
                    X is the row after RMSNorm. “ em” and “powers” are a forced split: this model’s \
                    own tokenizer keeps “ empowers” whole.",
        },
        SampleId::MiniLm => SampleWords {
            name: "Real: MiniLM-L6",
            origin: "Recorded from a real encoder",
            about: "Recorded from a real encoder, all-MiniLM-L6-v2: 6 layers of 12 heads of 32, with \
                    biases, no mask, and layer norm after the residual sum. Heads and layers count \
                    from 0.",
        },
        SampleId::CrossAttention => SampleWords {
            name: "Cross-attention: Orange",
            origin: "Made-up numbers",
            about: "An English query asks four Korean keys (오랜 지병으로 쓰러졌다, “collapsed from a \
                    long illness”). The output is made of Korean values; the query only decides the \
                    proportions. The 4-number vectors are made up for teaching.",
        },
    }
}

fn role(role: HeadRole) -> &'static str {
    match role {
        HeadRole::PreviousToken => "the previous token",
        HeadRole::Itself => "itself",
        HeadRole::FirstToken => "the first token",
        HeadRole::NextToken => "the next token (take the mask off)",
        HeadRole::Mixture => "a mixture with a wide range",
        HeadRole::EvenSpread => "an even spread",
        HeadRole::OtherHalf => "the other half of its word",
        HeadRole::About => "the word it is about",
        HeadRole::SameKind => "words of the same kind",
        HeadRole::TwoBack => "two tokens back",
        HeadRole::Fading => "fading with distance",
        HeadRole::NotItself => "anything but itself",
    }
}

fn reads(reads: Reads) -> &'static str {
    match reads {
        Reads::One => "the constant",
        Reads::Position(0) => "its position",
        Reads::Position(-1) => "the position before its own",
        Reads::Position(..=-2) => "the position two before its own",
        Reads::Position(1..) => "the position after its own",
        Reads::Nearness => "how near it stands to each position",
        Reads::First => "whether it comes first",
        Reads::Word => "its word",
        Reads::About => "the word it is about",
        Reads::Kind => "its kind of word",
        Reads::Token => "what it is",
        Reads::TokenShuffled => "what it is, shuffled and with other signs",
    }
}

fn pattern(pattern: HeadPattern) -> PatternWords {
    match pattern {
        HeadPattern::PreviousToken => PatternWords {
            name: "the previous token",
            about: "Each token looks at the one before it.",
        },
        HeadPattern::NextToken => PatternWords {
            name: "the next token",
            about: "Each token looks at the one after it. Only a model without a causal mask can.",
        },
        HeadPattern::Itself => {
            PatternWords { name: "itself", about: "Each token looks at itself." }
        }
        HeadPattern::FirstTokenSink => PatternWords {
            name: "a sink on the first token",
            about: "Every token looks at the first one, whose value vector is tiny: a way of doing \
                    almost nothing.",
        },
        HeadPattern::NearUniform => PatternWords {
            name: "nearly even",
            about: "The weight is spread over everything that may be seen: a running average.",
        },
        HeadPattern::VerbToItsNoun => PatternWords {
            name: "from the verb to its noun",
            about: "The verb looks back at the noun it belongs to.",
        },
        HeadPattern::BackToTheVerb => PatternWords {
            name: "back to the verb",
            about: "The last word looks back at the verb.",
        },
        HeadPattern::PieceToItsWord => PatternWords {
            name: "from a piece to its word",
            about: "A piece of a word looks at the piece that begins the word.",
        },
        HeadPattern::Content => PatternWords {
            name: "by meaning",
            about: "By meaning and not by place: pieces of one noun phrase look at each other.",
        },
    }
}

fn matrix(name: MatrixName) -> &'static str {
    match name {
        MatrixName::X => "embeddings X",
        MatrixName::XKeys => "embeddings of the keys",
        MatrixName::XValues => "embeddings of the values",
        MatrixName::WQuery => "W_Q of this head",
        MatrixName::WKey => "W_K of this head",
        MatrixName::WValue => "W_V of this head",
        MatrixName::QueriesBeforeRotary => "queries before rotation",
        MatrixName::KeysBeforeRotary => "keys before rotation",
        MatrixName::Queries => "queries Q",
        MatrixName::Keys => "keys K",
        MatrixName::Values => "values V",
        MatrixName::Scores => "scores",
        MatrixName::Scaled => "scaled scores",
        MatrixName::MaskTerm => "mask",
        MatrixName::Masked => "masked scores",
        MatrixName::Weights => "weights",
        MatrixName::Context => "context",
        MatrixName::Concat => "concat",
        MatrixName::WOutput => "W_O",
        MatrixName::Output => "output",
        MatrixName::Residual => "X + output",
        MatrixName::AddNorm => "after add & norm",
    }
}

fn stage(stage: Stage) -> StageWords {
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
                   commonest mistake. The order of a row never changes here.",
        },
        Stage::Mask => StageWords {
            name: "Mask",
            what: "Where a query may not look, the score becomes −∞. A causal mask hides every key \
                   that comes after the query.",
            why: "A model that writes from left to right must not read the answer that stands one \
                  place to the right.",
            note: "It comes before softmax, so that −∞ becomes a weight of exactly 0 and the rest \
                   still sums to 1. It stays on when the model is used.",
        },
        Stage::Softmax => StageWords {
            name: "Softmax",
            what: "Each row becomes shares: no number is negative, and the row sums to 1. The key \
                   that fits the query best takes the largest share.",
            why: "exp keeps the order and makes everything positive. Absolute value would not do: \
                  −5 and 5 would become the same.",
            note: "Rows are normalized, not columns. Before softmax a number is a score, after it \
                   a weight.",
        },
        Stage::Context => StageWords {
            name: "Context",
            what: "Each query receives a mixture of all values, in the proportions of its row of weights.",
            why: "This is where information moves from token to token. The query only decides the \
                  proportions; what flows are the values.",
            note: "A context row lies between the values it mixes: it can hold nothing that no value has.",
        },
        Stage::Concat => StageWords {
            name: "Concat",
            what: "The contexts of all heads are set side by side, so each token has one long row again.",
            why: "Every head has looked for something else. Side by side, nothing one head found \
                  is lost in another’s.",
            note: "Heads are concatenated, not added: their widths add up.",
        },
        Stage::Output => StageWords {
            name: "Output",
            what: "The long row is multiplied by W_O, which mixes what the heads found into one vector.",
            why: "Until here the heads never met. W_O weighs them against each other and returns \
                  to the width of the model.",
            note: "It equals the sum over heads of each head’s context times its own block of rows of W_O; \
                   a bias, if there is one, is added once.",
        },
        Stage::AddNorm => StageWords {
            name: "Add & norm",
            what: "The output is added to the embedding it started from. Each row is then centered, \
                   divided by its standard deviation, stretched and moved.",
            why: "The sum lets a token keep what it knew. Normalizing keeps numbers of one size \
                  through many layers.",
            note: "The statistics are those of one token’s row, never of the batch.",
        },
    }
}
