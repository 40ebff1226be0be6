//! What matrices, examples and heads are called, and what is said of them.

use crate::{
    i18n::{PatternWords, SampleWords},
    math::MatrixName,
    samples::{
        HeadPattern, SampleId,
        six_tokens::{HeadRole, Reads},
    },
};

pub(super) fn sample(sample: SampleId) -> SampleWords {
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
                    X is what comes after RMSNorm. “ em” and “powers” are a forced split: this model’s \
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
        SampleId::AmbiguousWord => SampleWords {
            name: "One word, two meanings",
            origin: "Made-up numbers",
            about: "인도 is India or the pavement. It stands in two sentences, kept apart by the mask: \
                    인도를 걷다, “to walk on the pavement”, and 인도를 여행하다, “to travel India”. Its \
                    embedding is the same in both, its context vector is not. The 4 features (country, \
                    pavement, place, particle) are made up for teaching.",
        },
    }
}

pub(super) fn role(role: HeadRole) -> &'static str {
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

pub(super) fn reads(reads: Reads) -> &'static str {
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

pub(super) fn pattern(pattern: HeadPattern) -> PatternWords {
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

pub(in crate::i18n) fn matrix(name: MatrixName) -> &'static str {
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
