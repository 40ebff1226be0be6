//! Why pieces do not make a problem; `Display` is the English sentence.

use thiserror::Error;

/// What is missing or does not fit.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Misfit {
    /// Names and rows in different numbers.
    #[error("{tokens} tokens but {rows} rows; is [CLS] or [SEP] counted on one side only?")]
    Counts {
        /// Number of tokens.
        tokens: usize,
        /// Number of rows.
        rows: usize,
    },
}
