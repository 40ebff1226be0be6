//! What the reader of the numbers should be told; `Display` is the English sentence.

use thiserror::Error;

use super::{BinaryFault, TableNote};

/// A remark about a reading: it is accepted, and this is said with it.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Note {
    /// Cells that are no finite numbers; the first of them by place, counted from 1.
    #[error("row {row}, column {column} is {value}{}", others(*.more))]
    NotFinite {
        /// Row, counted from 1.
        row: usize,
        /// Column, counted from 1.
        column: usize,
        /// `NaN`, `Infinity` or `-Infinity`.
        value: &'static str,
        /// How many more there are.
        more: usize,
    },
    /// Leading axes of length 1 were dropped.
    #[error("the batch axis of size 1 was dropped: {found} read as {kept}")]
    BatchOfOne {
        /// Dimensions as found, in print.
        found: String,
        /// Dimensions as kept, in print.
        kept: String,
    },
    /// Yes and no taken as numbers.
    #[error("true was read as 1, false as 0")]
    BooleansAsNumbers,
    /// Names and rows in different numbers.
    #[error(
        "{tokens} tokens but {rows} rows: the tokens are not used as labels; is [CLS] or [SEP] \
         counted on one side only?"
    )]
    LabelsDoNotFit {
        /// Number of tokens.
        tokens: usize,
        /// Number of rows.
        rows: usize,
    },
    /// Numbers that stand in quotes.
    #[error("the numbers stand in quotes: text was read as numbers")]
    NumbersInQuotes,
    /// Rows in another order than they stand there.
    #[error("rows were put in the order of their \"index\"")]
    OrderedByIndex,
    /// Numbers that were packed.
    #[error("base64 was read as little-endian float32")]
    Base64,
    /// Something beside the numbers that holds none itself.
    #[error("`{found}` was left out: it is a computation and not its numbers")]
    LeftOut {
        /// Its beginning.
        found: String,
    },
    /// The numbers carry no more digits than were printed.
    #[error("values are rounded as printed, to {decimals} decimals")]
    RoundedAsPrinted {
        /// Digits after the decimal mark.
        decimals: usize,
    },
    /// Signs that look like a minus were read as one.
    #[error("a sign that only looks like a minus ({found}) was read as minus")]
    LooksLikeMinus {
        /// The sign.
        found: char,
    },
    /// Numbers with a power of ten written out.
    #[error("powers of ten as in {found} (×10) were read as one number")]
    PowersOfTen {
        /// The first of them.
        found: String,
    },
    /// What was noticed in a table.
    #[error(transparent)]
    Table(#[from] TableNote),
    /// Bytes after the end of an array.
    #[error("{found} extra bytes after the array were left out")]
    ExtraBytes {
        /// How many.
        found: u64,
    },
    /// An array of several that cannot be read.
    #[error("{fault}; this array was left out")]
    ArrayLeftOut {
        /// Its name, and why.
        fault: BinaryFault,
    },
}

fn others(more: usize) -> String {
    match more {
        0 => String::new(),
        more => format!(", and {more} more cells are not finite"),
    }
}
