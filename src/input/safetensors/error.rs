//! What can be wrong with a safetensors file, as data; `Display` is the English sentence.

use std::fmt;

use thiserror::Error;

use super::Dtype;

/// Why a safetensors file cannot be read: where, what was found, what was expected, what to do.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SafetensorsError {
    /// Not even a header length.
    #[error(
        "expected at least 8 bytes, found {found}; \
         the file is cut off or is no safetensors file: fetch or save it again"
    )]
    TooShort {
        /// Bytes there are.
        found: u64,
    },
    /// The header would be absurdly long: most likely this is another kind of file.
    #[error(
        "header length: expected at most {limit} bytes, found {length}; \
         this is most likely no safetensors file: choose one that ends in .safetensors"
    )]
    HeaderTooLong {
        /// Bytes announced.
        length: u64,
        /// Most that is accepted.
        limit: u64,
    },
    /// The file ends inside its header.
    #[error(
        "header: expected {length} bytes, found {found}; the file is cut off: fetch or save it again"
    )]
    HeaderCutOff {
        /// Bytes announced.
        length: u64,
        /// Bytes there are after the header length.
        found: u64,
    },
    /// The header is no JSON.
    #[error(
        "header, line {line}, column {column}: expected JSON, found an error ({message}); \
         the file is damaged or is no safetensors file: save it again"
    )]
    NotJson {
        /// Line in the header, from 1.
        line: usize,
        /// Column in the line, from 1.
        column: usize,
        /// What the JSON reader says.
        message: String,
    },
    /// A part of the header is of the wrong kind.
    #[error("header, {place}: expected {expected}, found {}; save the file again", .found.as_deref().unwrap_or("nothing"))]
    Malformed {
        /// Where it is.
        place: HeaderPlace,
        /// What belongs there.
        expected: HeaderPart,
        /// What is there, shortened; `None` for nothing.
        found: Option<String>,
    },
    /// A type of number that is not known.
    #[error(
        "tensor {tensor:?}: expected a dtype such as F32, F16 or BF16, found {found:?}; \
         convert it to float32 and save the file again"
    )]
    UnknownDtype {
        /// Name of the tensor.
        tensor: String,
        /// The type's name.
        found: String,
    },
    /// A tensor ends before it begins, or beyond the end of the file.
    #[error(
        "tensor {tensor:?}: expected its bytes within 0 .. {available}, found {start} .. {end}; \
         the file is cut off or damaged: fetch or save it again"
    )]
    OutOfBounds {
        /// Name of the tensor.
        tensor: String,
        /// First byte, counted from the end of the header.
        start: u64,
        /// Byte after the last.
        end: u64,
        /// Bytes of data there are.
        available: u64,
    },
    /// Shape and type of a tensor ask for another number of bytes than it has.
    #[error(
        "tensor {tensor:?}: {} of shape {shape:?} needs {} bytes, found {found}; \
         the file is damaged: save it again",
        dtype.name(),
        expected.map_or_else(|| "more than 2^64".to_owned(), |bytes| bytes.to_string())
    )]
    WrongSize {
        /// Name of the tensor.
        tensor: String,
        /// Type of its numbers.
        dtype: Dtype,
        /// Its shape.
        shape: Vec<u64>,
        /// Bytes that these ask for; `None` where that does not fit 64 bits.
        expected: Option<u64>,
        /// Bytes that it has.
        found: u64,
    },
    /// Two tensors overlap, or bytes between them belong to none.
    #[error(
        "tensor {tensor:?}: expected to begin at byte {expected}, where the one before it ends, \
         found {found}; the file is damaged: save it again"
    )]
    Misplaced {
        /// Name of the tensor.
        tensor: String,
        /// Where the tensor before it ends.
        expected: u64,
        /// Where it begins.
        found: u64,
    },
    /// Bytes at the end of the file belong to no tensor.
    #[error(
        "expected {expected} bytes of data, found {found}; \
         the file is damaged or something is appended to it: save it again"
    )]
    Trailing {
        /// Where the last tensor ends.
        expected: u64,
        /// Bytes of data there are.
        found: u64,
    },
    /// A tensor that is needed is not there.
    #[error("expected a tensor called {tensor:?}, found {}", list(names))]
    Missing {
        /// Name of the tensor.
        tensor: String,
        /// Names that there are.
        names: Vec<String>,
    },
    /// A tensor has another number of dimensions than its place asks for.
    #[error("tensor {tensor:?}: expected {expected} dimensions, found the shape {found:?}")]
    WrongRank {
        /// Name of the tensor.
        tensor: String,
        /// Number of dimensions that fits.
        expected: usize,
        /// Its shape.
        found: Vec<u64>,
    },
}

/// The first few names, and how many more there are.
fn list(names: &[String]) -> String {
    const SHOWN: usize = 8;
    let shown: Vec<&str> = names.iter().take(SHOWN).map(String::as_str).collect();
    match names.len() {
        0 => "none at all".to_owned(),
        n if n <= SHOWN => shown.join(", "),
        n => format!("{} and {} more", shown.join(", "), n - SHOWN),
    }
}

/// A place in the header; `Display` is such as `tensor "w_q", shape`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HeaderPlace {
    /// The tensor, where it is one's.
    pub tensor: Option<String>,
    /// The key.
    pub key: Option<&'static str>,
}

impl fmt::Display for HeaderPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.tensor, self.key) {
            (Some(tensor), Some(key)) => write!(f, "tensor {tensor:?}, {key}"),
            (Some(tensor), None) => write!(f, "tensor {tensor:?}"),
            (None, key) => f.write_str(key.unwrap_or("top")),
        }
    }
}

/// What belongs into a place of the header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HeaderPart {
    /// Braces.
    Object,
    /// Texts by name.
    Texts,
    /// One text.
    Text,
    /// Dimensions.
    WholeNumbers,
    /// The first byte, and that after the last.
    TwoWholeNumbers,
}

impl fmt::Display for HeaderPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Object => "an object",
            Self::Texts => "an object of texts",
            Self::Text => "a text",
            Self::WholeNumbers => "a list of whole numbers",
            Self::TwoWholeNumbers => "two whole numbers",
        })
    }
}
