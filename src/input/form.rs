//! What a source was taken for.

use std::fmt;

/// The forms in which numbers arrive, by the names that users know.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Form {
    /// A print or `repr` of a `NumPy` array.
    NumPy,
    /// Rows of numbers with something between them.
    Table,
}

impl fmt::Display for Form {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NumPy => "NumPy text",
            Self::Table => "a table",
        })
    }
}
