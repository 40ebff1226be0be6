//! What an array is for; `Display` is the English name.

use std::fmt;

/// A place among the pieces of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Role {
    /// Names of the queries (of the keys too, where they are the same tokens).
    Tokens,
    /// Names of the keys.
    KeyTokens,
    /// Embeddings, `[n_queries, d_model]`.
    X,
    /// Embeddings of the keys (and values) of cross-attention, `[n_keys, d_k_in]`.
    XKeys,
    /// Embeddings of the values, where they are not those of the keys, `[n_keys, d_v_in]`.
    XValues,
    /// Queries' projection.
    WQuery,
    /// Keys' projection.
    WKey,
    /// Values' projection.
    WValue,
    /// The three of them in one.
    WFused,
    /// Queries' bias.
    BQuery,
    /// Keys' bias.
    BKey,
    /// Values' bias.
    BValue,
    /// The three of them in one.
    BFused,
    /// The output projection.
    WOutput,
    /// Its bias.
    BOutput,
    /// Ready queries.
    Queries,
    /// Ready keys.
    Keys,
    /// Ready values.
    Values,
    /// Ready scores, before the softmax.
    Scores,
    /// Ready attention weights, after it.
    Weights,
    /// Which keys a query may look at.
    Mask,
    /// Positions of the tokens, for rotary position.
    Positions,
    /// Nothing: left out.
    Unused,
}

impl Role {
    /// Every role, in the order in which they are offered.
    pub const ALL: [Self; 23] = [
        Self::X,
        Self::XKeys,
        Self::XValues,
        Self::Tokens,
        Self::KeyTokens,
        Self::WQuery,
        Self::WKey,
        Self::WValue,
        Self::WFused,
        Self::WOutput,
        Self::BQuery,
        Self::BKey,
        Self::BValue,
        Self::BFused,
        Self::BOutput,
        Self::Queries,
        Self::Keys,
        Self::Values,
        Self::Scores,
        Self::Weights,
        Self::Mask,
        Self::Positions,
        Self::Unused,
    ];

    /// Whether it takes texts and not numbers.
    pub fn takes_texts(self) -> bool {
        matches!(self, Self::Tokens | Self::KeyTokens)
    }

    /// Its name where it is kept; never changes.
    pub fn key(self) -> String {
        format!("{self:?}")
    }

    /// The role of that name.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|role| role.key() == key)
    }

    /// Whether it is a parameter of a layer: a projection or its bias.
    pub fn is_parameter(self) -> bool {
        matches!(
            self,
            Self::WQuery
                | Self::WKey
                | Self::WValue
                | Self::WFused
                | Self::WOutput
                | Self::BQuery
                | Self::BKey
                | Self::BValue
                | Self::BFused
                | Self::BOutput
        )
    }

    /// What it is called in formulas; `None` where only words name it.
    pub fn symbol(self) -> Option<&'static str> {
        Some(match self {
            Self::X => "X",
            Self::WQuery => "W_Q",
            Self::WKey => "W_K",
            Self::WValue => "W_V",
            Self::WFused => "W_QKV",
            Self::BQuery => "b_Q",
            Self::BKey => "b_K",
            Self::BValue => "b_V",
            Self::BFused => "b_QKV",
            Self::WOutput => "W_O",
            Self::BOutput => "b_O",
            Self::Queries => "Q",
            Self::Keys => "K",
            Self::Values => "V",
            Self::Tokens
            | Self::KeyTokens
            | Self::XKeys
            | Self::XValues
            | Self::Scores
            | Self::Weights
            | Self::Mask
            | Self::Positions
            | Self::Unused => return None,
        })
    }
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Tokens => "tokens",
            Self::KeyTokens => "tokens of the keys",
            Self::XKeys => "X for the keys",
            Self::XValues => "X for the values",
            Self::Scores => "scores",
            Self::Weights => "attention weights",
            Self::Mask => "mask",
            Self::Positions => "positions",
            Self::Unused => "not used",
            _ => self.symbol().unwrap_or_default(),
        })
    }
}
