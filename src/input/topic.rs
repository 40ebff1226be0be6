//! What a guess can be about; `Display` is the question.

use std::fmt;

/// What a guess is about; a source has at most one guess about each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Topic {
    /// Whether the first row (or line) names the columns.
    Header,
    /// Which column names the rows.
    LabelColumn,
    /// Point or comma before the decimals.
    DecimalMark,
    /// What stands between cells.
    Separator,
    /// Whether tokens are rows or columns.
    Orientation,
    /// Which of several arrays.
    Array,
    /// Which matrix of an array with three dimensions or more, counted over the leading ones.
    Layer,
    /// Which layer of a checkpoint.
    Block,
    /// Which axis the tokens lie on, where several lead.
    Axis,
    /// Whether a list of numbers is one token or many, or how many rows it has.
    Rows,
    /// Whether several lists are rows of one matrix.
    Together,
    /// Whether a printed common factor is still to be applied.
    Factor,
    /// Whether a percentage is a share of one.
    Percent,
    /// What an expression such as `1 - 2` means.
    Expression,
    /// Which type the bytes are.
    Dtype,
    /// How many heads.
    Heads,
    /// x · W or x · Wᵀ.
    WeightLayout,
    /// The order inside a fused projection.
    FusedOrder,
    /// Whether true (or 1) in a mask means that a query may look.
    Polarity,
    /// To which corner a causal mask of other lengths is aligned.
    Corner,
    /// Whether ready-made numbers are scores or weights.
    ScoresOrWeights,
}

impl Topic {
    /// Every topic.
    pub const ALL: [Self; 21] = [
        Self::Header,
        Self::LabelColumn,
        Self::DecimalMark,
        Self::Separator,
        Self::Orientation,
        Self::Array,
        Self::Layer,
        Self::Block,
        Self::Axis,
        Self::Rows,
        Self::Together,
        Self::Factor,
        Self::Percent,
        Self::Expression,
        Self::Dtype,
        Self::Heads,
        Self::WeightLayout,
        Self::FusedOrder,
        Self::Polarity,
        Self::Corner,
        Self::ScoresOrWeights,
    ];

    /// Its name where answers are kept; never changes.
    pub fn key(self) -> String {
        format!("{self:?}")
    }

    /// The topic of that name.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|topic| topic.key() == key)
    }
}

impl fmt::Display for Topic {
    /// The question.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Header => "Is the first row a header?",
            Self::LabelColumn => "Which column names the tokens?",
            Self::DecimalMark => "What is the decimal mark?",
            Self::Separator => "What separates the cells?",
            Self::Orientation => "Are the tokens rows or columns (transpose)?",
            Self::Array => "Which array?",
            Self::Layer => "Which matrix of the array?",
            Self::Block => "Which layer of the checkpoint?",
            Self::Axis => "Which axis do the tokens lie on?",
            Self::Rows => "How many rows?",
            Self::Together => "Are the lists rows of one matrix?",
            Self::Factor => "Is the common factor still to be applied?",
            Self::Percent => "Is a percentage a share of one?",
            Self::Expression => "What does the expression mean?",
            Self::Dtype => "Which type do the bytes have?",
            Self::Heads => "How many heads?",
            Self::WeightLayout => "Which way round are the weights?",
            Self::FusedOrder => "In which order are the fused projections?",
            Self::Polarity => "What does true mean in the mask?",
            Self::Corner => "Which corner does the causal mask start from?",
            Self::ScoresOrWeights => "Are these scores or attention weights?",
        })
    }
}
