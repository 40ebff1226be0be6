//! Why a fragment is no link; `Display` is the English sentence.

use thiserror::Error;

use super::{
    LONGEST_READ,
    fields::{Fields, unescape},
};

/// How much of what was found is told.
const TOLD: usize = 40;

/// What is wrong with a link: which parameter, what was found, what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LinkError {
    /// It is longer than any link that is given out.
    #[error("the link has {found} characters; expected at most {limit}; ask for a file instead")]
    TooLong {
        /// Its length in bytes.
        found: usize,
        /// The most that is read.
        limit: usize,
    },
    /// An escape that is none, or bytes that are no text.
    #[error("`{found}`: expected % and two hexadecimal digits of a text in UTF-8")]
    Escape {
        /// It, perhaps shortened.
        found: String,
    },
    /// No version.
    #[error(
        "v: expected the version of the link, such as 1, found {}; it may be cut off, copy it whole",
        quoted(.found)
    )]
    Version {
        /// What stands there, perhaps shortened; empty for nothing.
        found: String,
    },
    /// It was made by a newer page.
    #[error("v: the link is of version {found}, newer than this page; reload the page")]
    Newer {
        /// Its version.
        found: String,
    },
    /// A parameter stands there twice.
    #[error("{parameter}: expected once, found twice; remove one of them")]
    Twice {
        /// Which.
        parameter: &'static str,
    },
    /// A value that its parameter cannot have.
    #[error("{parameter}: expected {}, found {}", .expected.words(), quoted(.found))]
    Value {
        /// Which parameter.
        parameter: &'static str,
        /// Its value, perhaps shortened.
        found: String,
        /// What fits there.
        expected: Expected,
    },
}

/// What fits a parameter.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Expected {
    /// The name of an example.
    Example,
    /// The number of one of its blocks.
    Block,
    /// The number of a head.
    Count,
    /// The name of a stage.
    Stage,
    /// The name of a matrix.
    Matrix,
    /// Query and key, and perhaps features.
    Cell,
    /// The name of a mask.
    Mask,
    /// A number to divide by.
    Number,
    /// What the colors span.
    Colors,
    /// A lesson and its step.
    Lesson,
    /// A view.
    View,
    /// What heads are sorted by.
    Measure,
    /// Rows or columns.
    Convention,
    /// On.
    On,
    /// Stages that are hidden.
    Veil,
    /// A language's tag.
    Language,
    /// Packed numbers.
    Packed,
}

impl Expected {
    /// All of them.
    pub const ALL: [Self; 17] = [
        Self::Example,
        Self::Block,
        Self::Count,
        Self::Stage,
        Self::Matrix,
        Self::Cell,
        Self::Mask,
        Self::Number,
        Self::Colors,
        Self::Lesson,
        Self::View,
        Self::Measure,
        Self::Convention,
        Self::On,
        Self::Veil,
        Self::Language,
        Self::Packed,
    ];

    fn words(self) -> &'static str {
        match self {
            Self::Example => "the name of an example, such as six-tokens",
            Self::Block => "the number of one of the example's blocks",
            Self::Count => "the number of a head, which counts from 1, in recorded models from 0",
            Self::Stage => "the name of a stage, such as softmax",
            Self::Matrix => "the name of a matrix, such as queries",
            Self::Cell => "query and key, counted from 1, such as 4,2",
            Self::Mask => "a mask, such as causal",
            Self::Number => "a number from 0.000001 to 1000000, such as 8",
            Self::Colors => "matrix, heads or a number from 0.000001 to 1000000",
            Self::Lesson => "a lesson and its step, counted from 1, such as 4.2",
            Self::View => "stages, mistake. and its name, compare or heads",
            Self::Measure => "previous, first, itself, entropy or distance",
            Self::Convention => "rows or columns",
            Self::On => "on",
            Self::Veil => "names of stages, such as softmax,whole.context",
            Self::Language => "a language, such as ko",
            Self::Packed => "letters, digits, - and _",
        }
    }
}

impl LinkError {
    /// As much of a text as is told.
    pub(super) fn shortened(text: &str) -> String {
        match text.char_indices().nth(TOLD) {
            Some((end, _)) => format!("{}…", &text[..end]),
            None => text.to_owned(),
        }
    }
}

/// What makes a fragment no link, without the words for it: the page asks the reader for them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// See [`LinkError::TooLong`].
    TooLong,
    /// See [`LinkError::Escape`].
    Escape {
        /// How many bytes are left where it stands.
        n_left: usize,
    },
    /// Bytes that are no text: [`LinkError::Escape`], too.
    Encoding,
    /// See [`LinkError::Version`].
    Version,
    /// See [`LinkError::Newer`].
    Newer,
    /// See [`LinkError::Twice`].
    Twice(&'static str),
    /// See [`LinkError::Value`].
    Value(&'static str, Expected),
}

impl Fault {
    /// The same with what was found in the fragment.
    pub(super) fn told(self, fragment: &str) -> LinkError {
        let bytes = unescape(fragment).unwrap_or_default();
        let text = String::from_utf8_lossy(&bytes);
        let value = |parameter| {
            let value = Fields(&text).value(parameter).ok().flatten();
            LinkError::shortened(value.unwrap_or_default())
        };
        match self {
            Self::TooLong => LinkError::TooLong { found: fragment.len(), limit: LONGEST_READ },
            Self::Escape { n_left } => {
                let at = fragment.len().saturating_sub(n_left);
                LinkError::Escape { found: beginning(&fragment.as_bytes()[at..]) }
            }
            Self::Encoding => {
                let at = str::from_utf8(&bytes).map_or_else(|error| error.valid_up_to(), str::len);
                LinkError::Escape { found: beginning(&bytes[at..]) }
            }
            Self::Version => LinkError::Version { found: value("v") },
            Self::Newer => LinkError::Newer { found: value("v") },
            Self::Twice(parameter) => LinkError::Twice { parameter },
            Self::Value(parameter, expected) => {
                LinkError::Value { parameter, found: value(parameter), expected }
            }
        }
    }
}

/// What was found as it is told: a blank value is none.
fn quoted(found: &str) -> String {
    if found.is_empty() { "nothing".to_owned() } else { format!("`{found}`") }
}

/// The first bytes as a text, whatever they are.
fn beginning(bytes: &[u8]) -> String {
    String::from_utf8_lossy(&bytes[..bytes.len().min(3)]).into_owned()
}
