//! Why a document asks for something: the closed lists behind its errors; `Display` is the English
//! clause.

use std::fmt;

/// The dimensions that an array must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Axes {
    /// A list.
    Length,
    /// A matrix.
    Matrix,
    /// A matrix for each head.
    Heads,
    /// A matrix, or one for each head.
    MatrixOrHeads,
    /// Scores.
    Scores,
    /// Scores, or those of each head.
    Mask,
    /// Scores, or a list for the keys.
    MaskOrKeys,
    /// Numbers set by hand.
    Entries,
}

impl Axes {
    /// Every one.
    pub const ALL: [Self; 8] = [
        Self::Length,
        Self::Matrix,
        Self::Heads,
        Self::MatrixOrHeads,
        Self::Scores,
        Self::Mask,
        Self::MaskOrKeys,
        Self::Entries,
    ];
}

impl fmt::Display for Axes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Length => "[length]",
            Self::Matrix => "[rows, columns]",
            Self::Heads => "[heads, rows, columns]",
            Self::MatrixOrHeads => "[rows, columns] or [heads, rows, columns]",
            Self::Scores => "[queries, keys]",
            Self::MaskOrKeys => "[queries, keys] or [keys]",
            Self::Mask => "[queries, keys] or [heads, queries, keys]",
            Self::Entries => "of entries [head, row, column, number]",
        })
    }
}

/// What a list has one entry of for each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Each {
    /// Queries.
    Query,
    /// Keys.
    Key,
    /// Heads.
    Head,
}

impl Each {
    /// Every one.
    pub const ALL: [Self; 3] = [Self::Query, Self::Key, Self::Head];
}

impl fmt::Display for Each {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Query => "query",
            Self::Key => "key",
            Self::Head => "head",
        })
    }
}

/// What is wrong with the place of a number set by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BadEntry {
    /// A head, a row or a column that is no count.
    NotWhole,
    /// It is the place of another.
    Twice,
}

impl BadEntry {
    /// Every one.
    pub const ALL: [Self; 2] = [Self::NotWhole, Self::Twice];
}

impl fmt::Display for BadEntry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotWhole => "head, row and column are whole numbers and count from 0",
            Self::Twice => "this cell is set twice; remove one of the entries",
        })
    }
}

/// Why something is missing, or cannot stand beside something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Nothing says where the computation begins.
    NoStart,
    /// Two arrays that it could begin with.
    TwoStarts,
    /// Queries alone.
    QueriesAlone,
    /// Rotary position comes before the scores.
    TurnedAlready,
    /// Rotary position has a base.
    Wavelengths,
    /// There is no output projection.
    EndsAtConcat,
    /// The output projection needs values.
    NothingToProject,
    /// Layer norm needs a residual connection.
    NormAlone,
    /// The residual connection needs embeddings and an output.
    Residual,
    /// Two scales that are not the same.
    TwoScales,
    /// Ready weights leave no place for scale and mask.
    AfterSoftmax,
    /// Two masks.
    TwoMasks,
    /// A mask told by its array.
    MaskOfTruths,
    /// A mask told by the array that is added.
    MaskOfNumbers,
}

impl Reason {
    /// Every one.
    pub const ALL: [Self; 14] = [
        Self::NoStart,
        Self::TwoStarts,
        Self::QueriesAlone,
        Self::TurnedAlready,
        Self::Wavelengths,
        Self::EndsAtConcat,
        Self::NothingToProject,
        Self::NormAlone,
        Self::Residual,
        Self::TwoScales,
        Self::AfterSoftmax,
        Self::TwoMasks,
        Self::MaskOfTruths,
        Self::MaskOfNumbers,
    ];
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoStart => {
                "a document needs x_q (with w_q, w_k, w_v …), or q, k and v, or scores or weights \
                 in `inputs`"
            }
            Self::TwoStarts => "keep that from which the computation shall begin",
            Self::QueriesAlone => "q needs k and v beside it",
            Self::TurnedAlready => "scores are made of queries and keys that were turned already",
            Self::Wavelengths => "rotary position needs the base of its wavelengths, often 10000",
            Self::EndsAtConcat => {
                "without an output projection the trace ends at the concatenated heads"
            }
            Self::NothingToProject => "w_o and b_o project what the weights mix of it",
            Self::NormAlone => "layer norm follows the residual connection",
            Self::Residual => "the residual connection adds the output to x_q",
            Self::TwoScales => "scale multiplies and is 1 ÷ divide_by; remove one of them",
            Self::AfterSoftmax => {
                "scores are scaled and masked before the softmax, and weights come after it"
            }
            Self::TwoMasks => "write null in add where a query may not look",
            Self::MaskOfTruths => {
                "this kind of mask is told by its array (true: the query may look)"
            }
            Self::MaskOfNumbers => {
                "this kind of mask is told by the array that is added to the scaled scores"
            }
        })
    }
}
