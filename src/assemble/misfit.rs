//! Why pieces do not make a problem; `Display` is the English sentence.

use std::fmt;

use thiserror::Error;

use super::Role;
use crate::{
    document::{Axes, DocumentError},
    input::{Dimensions, Place, ReadFault},
    math::ShapeError,
};

/// What is missing or does not fit, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct Misfit {
    /// The array that does not fit; `None` where it is the whole.
    pub spot: Option<Spot>,
    /// What is wrong.
    pub why: Why,
}

/// Which array of what was handed over.
#[derive(Debug, Clone, PartialEq)]
pub struct Spot {
    /// The piece, counted from 0.
    pub piece: usize,
    /// Whether there are other pieces.
    pub has_siblings: bool,
    /// The array, counted from 0.
    pub array: usize,
    /// Its name in the piece, where it has one.
    pub name: Option<String>,
    /// Where it begins in the piece, where that is known.
    pub place: Option<Place>,
}

impl fmt::Display for Spot {
    /// `piece 2, wq, line 3`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let piece = self.has_siblings.then(|| format!("piece {}", self.piece + 1));
        let place = self.place.filter(|place| place.line > 0).map(|place| place.to_string());
        let parts: Vec<String> = [piece, self.name.clone(), place].into_iter().flatten().collect();
        f.write_str(&parts.join(", "))
    }
}

impl fmt::Display for Misfit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let spot = self.spot.as_ref().map(ToString::to_string).unwrap_or_default();
        let colon = if spot.is_empty() { "" } else { ": " };
        write!(f, "{spot}{colon}{}", self.why)
    }
}

impl std::error::Error for Misfit {}

impl From<DocumentError> for Why {
    /// In words of its own, where there are some.
    fn from(error: DocumentError) -> Self {
        let unfit = match &error {
            DocumentError::Shape(unfit) => unfit,
            DocumentError::TooLarge { shape, limit, .. } => {
                return Self::TooLarge { shape: shape.0.clone(), limit: *limit };
            }
            _ => return Self::Document(error),
        };
        match &unfit.error {
            ShapeError::Scale { found } => Self::Scale { found: *found },
            ShapeError::OddRotary { d_k } => Self::OddRotary { width: *d_k },
            ShapeError::TooMuch { numbers, limit } => {
                Self::TooMuch { numbers: *numbers, limit: *limit }
            }
            ShapeError::Mismatch { of: "positions", expected, found, .. } => Self::Rows {
                role: Role::Positions,
                found: found.0.iter().product(),
                expected: expected.0.iter().product(),
                of: Role::X,
            },
            _ => Self::Document(error),
        }
    }
}

impl Why {
    /// The misfit of an array.
    pub(super) fn at(self, spot: Spot) -> Misfit {
        Misfit { spot: Some(spot), why: self }
    }

    /// The misfit of the whole.
    pub fn whole(self) -> Misfit {
        Misfit { spot: None, why: self }
    }
}

/// What is missing or does not fit.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Why {
    /// There is no array.
    #[error("there is nothing to attend to; give embeddings, or Q and K, or scores, or weights")]
    Nothing,
    /// Names and no numbers.
    #[error("{} without vectors; give a matrix with a row for each of them", n(*.tokens, "token"))]
    TokensAlone {
        /// Number of tokens.
        tokens: usize,
    },
    /// Names and rows in different numbers.
    #[error(
        "{} but {}; is [CLS] or [SEP] counted on one side only?",
        n(*.tokens, "token"), n(*.rows, "row")
    )]
    Counts {
        /// Number of tokens.
        tokens: usize,
        /// Number of rows.
        rows: usize,
    },
    /// Something that cannot be done without.
    #[error("{missing} is missing; {given} needs it")]
    Missing {
        /// What is missing.
        missing: Role,
        /// What needs it.
        given: Role,
    },
    /// Two arrays for one place.
    #[error("{role} is given twice; say what one of them is, or leave it out")]
    Twice {
        /// The place.
        role: Role,
    },
    /// Texts where numbers are needed, or the other way round.
    #[error("{role} must be {}, found {}", kind(*.wants_text), kind(!*.wants_text))]
    Kind {
        /// The place.
        role: Role,
        /// Whether it takes texts.
        wants_text: bool,
    },
    /// An array with more or fewer dimensions than its place takes.
    #[error("{role} is {} ({}-D); expected {expected}", Dimensions(found), found.len())]
    Rank {
        /// The place.
        role: Role,
        /// The dimensions that were found.
        found: Vec<usize>,
        /// What fits.
        expected: Axes,
    },
    /// A list of weights, where a matrix is needed.
    #[error(
        "{keys} attention weights in a 1-D list; a matrix would be {keys} x {keys}. Take the list \
         as one row, a single query, or give the whole matrix"
    )]
    OneRow {
        /// Length of the list.
        keys: usize,
    },
    /// A width that heads cannot share.
    #[error(
        "{width} is not divisible into {}; possible numbers of heads: {}",
        n(*.heads, "head"), List(divisors)
    )]
    Heads {
        /// The width.
        width: usize,
        /// The number of heads asked for.
        heads: usize,
        /// The numbers of heads that are possible.
        divisors: Vec<usize>,
    },
    /// Query heads that cannot share key/value heads evenly.
    #[error(
        "{} cannot share {} evenly",
        n(*.heads, "query head"), n(*.kv_heads, "key/value head")
    )]
    Ungrouped {
        /// Query heads.
        heads: usize,
        /// Key/value heads.
        kv_heads: usize,
    },
    /// Queries and keys of different widths.
    #[error(
        "Q has {}{}, K has {keys}; they must be equal",
        n(*.queries, "dimension"), in_a_head(*.heads)
    )]
    Widths {
        /// Width of a query.
        queries: usize,
        /// Width of a key.
        keys: usize,
        /// Number of heads.
        heads: usize,
    },
    /// Heads in another number.
    #[error("{role} has {}, expected {expected}", n(*.found, "head"))]
    HeadCount {
        /// The array.
        role: Role,
        /// Its heads.
        found: usize,
        /// The heads that there must be.
        expected: usize,
    },
    /// Rows in another number.
    #[error("{role} has {}, expected {expected}: one for each {}", n(*.found, "row"), each(*.of))]
    Rows {
        /// The array.
        role: Role,
        /// Its rows.
        found: usize,
        /// The rows that there must be.
        expected: usize,
        /// What there must be one of for each: a row of this.
        of: Role,
    },
    /// A weight matrix that fits neither way.
    #[error(
        "{role} is {}; for {width}-dim {of} it needs {} (or, as (out, in), {})",
        Dimensions(found), n(*.width, "row"), n(*.width, "column")
    )]
    Weight {
        /// The matrix.
        role: Role,
        /// Its dimensions.
        found: Vec<usize>,
        /// The width of what it multiplies.
        width: usize,
        /// What it multiplies, in words.
        of: &'static str,
    },
    /// A fused projection that cannot be cut.
    #[error(
        "{role} is {}: {} cannot be cut into {} of q and {} each of k and v",
        Dimensions(found), n(*.width, "output"), n(*.heads, "head"), n(*.kv_heads, "head")
    )]
    Fused {
        /// The matrix or bias.
        role: Role,
        /// Its dimensions.
        found: Vec<usize>,
        /// Its outputs.
        width: usize,
        /// Query heads.
        heads: usize,
        /// Key/value heads.
        kv_heads: usize,
    },
    /// A bias of another length.
    #[error("{role} has {}, expected {expected}: one for each output", n(*.found, "number"))]
    Bias {
        /// The bias.
        role: Role,
        /// Its length.
        found: usize,
        /// The length that fits.
        expected: usize,
    },
    /// A mask of another shape.
    #[error(
        "the mask is {}, expected {} (queries x keys), or a list of {} for the keys",
        Dimensions(found), Dimensions(expected), expected[1]
    )]
    Mask {
        /// Its dimensions.
        found: Vec<usize>,
        /// Queries and keys.
        expected: [usize; 2],
    },
    /// A scale that cannot be divided by.
    #[error("the scale is {found}; expected a finite number other than 0")]
    Scale {
        /// The scale.
        found: f64,
    },
    /// Rotary position turns pairs of features.
    #[error("a head has {}; rotary position turns pairs of them", n(*.width, "dimension"))]
    OddRotary {
        /// Width of a head.
        width: usize,
    },
    /// A matrix that could not be held.
    #[error(
        "{} is more than the {limit} numbers that an array may have here; use fewer tokens or \
         fewer heads",
        Dimensions(shape)
    )]
    TooLarge {
        /// The dimensions that it would have.
        shape: Vec<usize>,
        /// How many numbers an array may have.
        limit: usize,
    },
    /// More than could be held at once.
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
    /// An array that could not be read as a matrix.
    #[error(transparent)]
    Read(#[from] ReadFault),
    /// What the checks of a document find beyond these.
    #[error(transparent)]
    Document(DocumentError),
}

/// A number of things.
pub(super) fn n(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}

fn in_a_head(heads: usize) -> &'static str {
    if heads > 1 { " in a head" } else { "" }
}

fn kind(is_text: bool) -> &'static str {
    if is_text { "texts" } else { "numbers" }
}

fn each(of: Role) -> &'static str {
    match of {
        Role::Queries | Role::X | Role::Tokens => "query",
        _ => "key",
    }
}

/// Numbers with commas.
struct List<'a>(&'a [usize]);

impl fmt::Display for List<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers: Vec<String> = self.0.iter().map(ToString::to_string).collect();
        f.write_str(&numbers.join(", "))
    }
}
