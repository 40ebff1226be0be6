//! Why a fragment is no link; `Display` is the English sentence.

use thiserror::Error;

/// How much of what was found is told.
const TOLD: usize = 40;

/// What is wrong with a link: which parameter, what was found, what was expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum LinkError {
    /// It is longer than any link that is given out.
    #[error("the link has {found} characters; expected at most {limit}")]
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
    #[error("v: expected the version of the link, such as 1, found `{found}`; it may be cut off")]
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
    #[error("{parameter}: expected {}, found `{found}`", .expected.words())]
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
    /// A whole number.
    Count,
    /// The name of a stage.
    Stage,
    /// Query and key, and perhaps features.
    Cell,
    /// The name of a mask.
    Mask,
    /// A number to divide by.
    Number,
    /// What the colors span.
    Colors,
    /// A language's tag.
    Language,
    /// Packed numbers.
    Packed,
}

impl Expected {
    /// All of them.
    pub const ALL: [Self; 10] = [
        Self::Example,
        Self::Block,
        Self::Count,
        Self::Stage,
        Self::Cell,
        Self::Mask,
        Self::Number,
        Self::Colors,
        Self::Language,
        Self::Packed,
    ];

    fn words(self) -> &'static str {
        match self {
            Self::Example => "the name of an example, such as six-tokens",
            Self::Block => "the number of one of the example's blocks",
            Self::Count => "a whole number",
            Self::Stage => "the name of a stage, such as softmax",
            Self::Cell => "query and key, such as 4,2",
            Self::Mask => "a mask, such as causal",
            Self::Number => "a number above 0, such as 8",
            Self::Colors => "matrix, heads or a number above 0",
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
