//! What can be wrong with a document, as data; `Display` is the English sentence.

use std::fmt;

use thiserror::Error;

use super::{Axes, BadEntry, Each, Place, Reason, read::place_of_array};
use crate::math::{Shape, ShapeError};

/// Why a text is no document: where, what was expected, what was found, what to do.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum DocumentError {
    /// There is no text.
    #[error("the document is empty; expected a JSON object with `inputs`")]
    Empty,
    /// The text is not JSON.
    #[error("{place}: not JSON: {problem}")]
    Syntax {
        /// Where it stops being JSON.
        place: Place,
        /// What the JSON parser says.
        problem: String,
    },
    /// A value of another type than its place asks for.
    #[error("{place}: expected {expected}, found {found}")]
    Unexpected {
        /// Where the value begins.
        place: Place,
        /// What fits there.
        expected: Expected,
        /// What is there.
        found: Found,
    },
    /// Rows of different lengths.
    #[error(
        "{place}: expected {}, as in the rows before it, found {}; \
         give every row of a matrix the same length",
        Row(expected),
        Row(found)
    )]
    Ragged {
        /// The first row that differs.
        place: Place,
        /// The dimensions of the rows before it.
        expected: Shape,
        /// Its own dimensions.
        found: Shape,
    },
    /// An array with more or fewer dimensions than its place asks for.
    #[error("{place}: expected an array {expected}, found one of dimensions {found}")]
    Rank {
        /// Where the array begins.
        place: Place,
        /// The dimensions that fit.
        expected: Axes,
        /// The dimensions that were found.
        found: Shape,
    },
    /// A word that is none of the words that have a meaning there.
    #[error("{place}: expected one of {}, found \"{found}\"", Words(expected))]
    Word {
        /// Where the word stands.
        place: Place,
        /// The words that have a meaning there.
        expected: &'static [&'static str],
        /// The word that was found.
        found: String,
    },
    /// The same key twice in one object.
    #[error("{place}: this key stands here twice; remove one of them")]
    Duplicate {
        /// Where the second value begins.
        place: Place,
    },
    /// A list with more or fewer entries than there are tokens or heads.
    #[error("{place}: expected {expected} entries, one for each {of}, found {found}")]
    Count {
        /// Where the list begins.
        place: Place,
        /// What there must be one of for each.
        of: Each,
        /// How many there must be.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// A number set by hand of which the place cannot be told.
    #[error("{place}: entry {entry}, counted from 0: {why}")]
    Override {
        /// Where the list of entries begins.
        place: Place,
        /// Which of them.
        entry: usize,
        /// What is wrong with it.
        why: BadEntry,
    },
    /// Something that cannot be done without.
    #[error("{what}: missing; {why}")]
    Missing {
        /// The path of what is missing.
        what: &'static str,
        /// What needs it.
        why: Reason,
    },
    /// Two keys that say different things.
    #[error("{first} and {second} cannot both be given; {why}")]
    Conflict {
        /// One of them.
        first: &'static str,
        /// The other.
        second: &'static str,
        /// Why, or what to do.
        why: Reason,
    },
    /// An array that would not fit into memory.
    #[error(
        "{of}: {shape} is more than the {limit} numbers that an array may have here; \
         use fewer tokens or fewer heads"
    )]
    TooLarge {
        /// The array's name.
        of: &'static str,
        /// The dimensions that it would have.
        shape: Shape,
        /// How many numbers an array may have.
        limit: usize,
    },
    /// The arrays do not fit together.
    #[error(transparent)]
    Shape(Box<UnfitArray>),
}

/// An array of a document that does not fit the others.
#[derive(Debug, Clone, PartialEq, Error)]
#[error("{}{error}{}", colon(place.as_ref()), transposed(*.is_transposed))]
pub struct UnfitArray {
    /// Where it begins; told by [`DocumentError::in_text`].
    pub place: Option<Place>,
    /// Whether the document is in columns, and its matrices are transposed.
    pub is_transposed: bool,
    /// What does not fit.
    pub error: ShapeError,
}

impl DocumentError {
    /// The same error, told where in the document's text the array stands that does not fit:
    /// a [`super::Document`] keeps no text, so its errors of shape have no place by themselves.
    #[must_use]
    pub fn in_text(mut self, text: &str) -> Self {
        if let Self::Shape(unfit) = &mut self {
            unfit.place = place_of_array(text.trim_start_matches('\u{feff}'), unfit.error.of());
        }
        self
    }

    /// Where it is, where that is known.
    pub fn place(&self) -> Option<&Place> {
        match self {
            Self::Syntax { place, .. }
            | Self::Unexpected { place, .. }
            | Self::Ragged { place, .. }
            | Self::Rank { place, .. }
            | Self::Word { place, .. }
            | Self::Duplicate { place }
            | Self::Count { place, .. }
            | Self::Override { place, .. } => Some(place),
            Self::Shape(unfit) => unfit.place.as_ref(),
            Self::Empty | Self::Missing { .. } | Self::Conflict { .. } | Self::TooLarge { .. } => {
                None
            }
        }
    }
}

fn colon(place: Option<&Place>) -> String {
    place.map(|place| format!("{place}: ")).unwrap_or_default()
}

fn transposed(is_transposed: bool) -> &'static str {
    if is_transposed {
        " (dimensions are told as in rows: in columns each matrix is transposed)"
    } else {
        ""
    }
}

/// What fits into a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// A JSON object.
    Object,
    /// A finite number that stands alone.
    Number,
    /// A whole number.
    Count,
    /// `true` or `false` that stands alone.
    Flag,
    /// A text.
    Text,
    /// A list of texts.
    Texts,
    /// Numbers in lists.
    Numbers,
    /// One of them.
    NumberInArray,
    /// `true` and `false` in lists.
    Flags,
    /// One of them.
    FlagInArray,
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Object => "an object in braces",
            Self::Number => "a number",
            Self::Count => "a whole number, 0 or more",
            Self::Flag => "true or false",
            Self::Text => "a text in quotes",
            Self::Texts => "a list of texts in quotes",
            Self::Numbers => "an array of numbers",
            Self::NumberInArray => "a number (−∞ is null, others are \"nan\", \"inf\", \"-inf\")",
            Self::Flags => "an array of true and false",
            Self::FlagInArray => "true (the query may look) or false",
        })
    }
}

/// What stands in a place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A text, perhaps shortened.
    Text(String),
    /// A number as written, perhaps shortened.
    Number(String),
    /// `true` or `false`.
    Flag(bool),
    /// `null`.
    Null,
    /// An array.
    Array,
    /// An object.
    Object,
}

impl Found {
    /// Tells what begins a JSON text.
    pub(super) fn at_start_of(json: &str) -> Self {
        let until = |is_end: fn(char) -> bool, text: &str| {
            text.chars().take(40).take_while(|&c| !is_end(c)).collect::<String>()
        };
        match json.as_bytes().first() {
            Some(b'"') => Self::Text(until(|c| c == '"', &json[1..])),
            Some(b'[') => Self::Array,
            Some(b'{') => Self::Object,
            Some(b't') => Self::Flag(true),
            Some(b'f') => Self::Flag(false),
            Some(b'n') => Self::Null,
            _ => Self::Number(until(|c| c.is_whitespace() || ",]}".contains(c), json)),
        }
    }
}

impl fmt::Display for Found {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text(text) => write!(f, "the text \"{text}\""),
            Self::Number(number) => write!(f, "the number {number}"),
            Self::Flag(flag) => write!(f, "{flag}"),
            Self::Null => f.write_str("null"),
            Self::Array => f.write_str("an array"),
            Self::Object => f.write_str("an object"),
        }
    }
}

/// The dimensions of one row in words.
struct Row<'a>(&'a Shape);

impl fmt::Display for Row<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0.0.as_slice() {
            [] => f.write_str("a single number"),
            [1] => f.write_str("1 number"),
            [length] => write!(f, "{length} numbers"),
            _ => write!(f, "an array {}", self.0),
        }
    }
}

/// Words in quotes with commas.
struct Words<'a>(&'a [&'a str]);

impl fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, word) in self.0.iter().enumerate() {
            let comma = if i == 0 { "" } else { ", " };
            write!(f, "{comma}\"{word}\"")?;
        }
        Ok(())
    }
}
