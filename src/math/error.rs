//! What can be wrong with the shapes of a problem, as data; `Display` is the English sentence.

use std::fmt;

use thiserror::Error;

/// The dimensions of an array, printed as `[6, 768]`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape(pub Vec<usize>);

impl Shape {
    /// Takes the dimensions of an array.
    pub fn of(dimensions: &[usize]) -> Self {
        Self(dimensions.to_vec())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

/// Why matrices do not form an attention problem: where, what was expected, what was found.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ShapeError {
    /// An array has other dimensions than its place asks for.
    #[error("{of}: expected {expected}, found {found}; {why}")]
    Mismatch {
        /// The array's name in the document, such as `w_q`.
        of: &'static str,
        /// The dimensions that fit.
        expected: Shape,
        /// The dimensions that were found.
        found: Shape,
        /// Which other array asks for them, and so what to change.
        why: Asks,
    },
    /// Keys are not as wide as queries.
    #[error(
        "{of}: its keys have {keys} dimensions in a head, the queries {queries}; make them equal"
    )]
    Widths {
        /// The name of the array that the keys are made of.
        of: &'static str,
        /// Width of a query in a head.
        queries: usize,
        /// Width of a key in a head.
        keys: usize,
    },
    /// A width cannot be cut into equal heads.
    #[error(
        "{of}: {width} columns cannot be split into {heads} equal heads; \
         choose a number of heads that divides {width}"
    )]
    Indivisible {
        /// The array's name.
        of: &'static str,
        /// Its number of columns.
        width: usize,
        /// The number of heads asked for.
        heads: usize,
    },
    /// Query heads cannot share key/value heads evenly.
    #[error(
        "heads: {heads} query heads cannot share {kv_heads} key/value heads evenly; \
         kv_heads must be at least 1 and divide heads"
    )]
    Ungrouped {
        /// Number of query heads.
        heads: usize,
        /// Number of key/value heads.
        kv_heads: usize,
    },
    /// An array has no rows or no columns.
    #[error("{of}: expected at least one row and one column, found {found}")]
    Empty {
        /// The array's name.
        of: &'static str,
        /// Its dimensions.
        found: Shape,
    },
    /// A mask on weights that are given.
    #[error(
        "mask: weights are given, and a mask comes before the softmax; \
         leave it out, or give scores"
    )]
    MaskAfterSoftmax,
    /// Rotary position turns pairs of features, so their number must be even.
    #[error("rotary position: expected an even number of features in a head, found {d_k}")]
    OddRotary {
        /// Features in a head.
        d_k: usize,
    },
    /// A number set by hand where none is computed.
    #[error("overrides.{of}: {of} is not computed here; change the number where it is given")]
    OverrideOfGiven {
        /// The matrix: `q`, `k`, `v` or `scores`.
        of: &'static str,
    },
    /// A number set by hand outside of its matrix.
    #[error("overrides.{of}: expected [head, row, column], from 0, inside {shape}, found {place}")]
    OverrideOutside {
        /// The matrix: `q`, `k`, `v` or `scores`.
        of: &'static str,
        /// Where it is set.
        place: Shape,
        /// The dimensions of the matrices.
        shape: Shape,
    },
    /// More numbers would be computed than memory holds.
    #[error(
        "all stages together would be {numbers} numbers, more than the {limit} that there is room \
         for; use fewer tokens or fewer heads"
    )]
    TooMuch {
        /// How many numbers.
        numbers: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A division by zero or by something that is not a number.
    #[error("scale: expected a finite number other than 0, found {found}")]
    Scale {
        /// The number given.
        found: f64,
    },
}

impl ShapeError {
    /// The name in the document of what does not fit: an array's, `mask`, `heads` or `scale`.
    pub fn of(&self) -> &'static str {
        match self {
            Self::Mismatch { of, .. }
            | Self::Widths { of, .. }
            | Self::Indivisible { of, .. }
            | Self::Empty { of, .. } => of,
            Self::Ungrouped { .. } => "heads",
            Self::OddRotary { .. } => "q",
            Self::TooMuch { .. } => "scores",
            Self::MaskAfterSoftmax => "mask",
            Self::OverrideOfGiven { .. } | Self::OverrideOutside { .. } => "overrides",
            Self::Scale { .. } => "scale",
        }
    }
}

/// What asks for the dimensions of an array.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asks {
    /// A projection multiplies something.
    Multiplied,
    /// A bias is added to what a projection makes.
    ProjectionOfBias,
    /// Each key has its value.
    KeysOfValues,
    /// There are heads.
    Heads,
    /// Queries are compared with keys.
    WidthOfQueries,
    /// Queries and keys have positions.
    Tokens,
    /// The residual connection adds.
    Residual,
    /// Layer norm stretches each feature.
    Features,
    /// The mask hides scores.
    Scores,
}

impl Asks {
    /// Every one.
    pub const ALL: [Self; 9] = [
        Self::Multiplied,
        Self::ProjectionOfBias,
        Self::KeysOfValues,
        Self::Heads,
        Self::WidthOfQueries,
        Self::Tokens,
        Self::Residual,
        Self::Features,
        Self::Scores,
    ];
}

impl fmt::Display for Asks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Multiplied => "its rows are the columns of what it multiplies",
            Self::ProjectionOfBias => "a bias has one number for each column of its projection",
            Self::KeysOfValues => "there must be a value for each key",
            Self::Heads => "there must be one matrix for each head",
            Self::WidthOfQueries => "keys are as wide as queries, head by head",
            Self::Tokens => "there must be a position for each query and for each key",
            Self::Residual => {
                "the residual connection adds the output to x_q, so both have the same width"
            }
            Self::Features => "layer norm has one number for each feature",
            Self::Scores => "a mask has a row for each query and a column for each key",
        })
    }
}
