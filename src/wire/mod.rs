//! A loaded example as bytes, on its way from the reader's wasm to the page's.
//!
//! Little-endian and compact: what is given goes over, never what is computed from it. Both sides
//! are always of one build, so a number of the format in front is all the versioning there is.
//! Imports `math` and `samples`; knows nothing of the browser.

pub mod desk;
mod packer;
pub mod shelf;
mod unpacker;

use thiserror::Error;

use crate::{
    math::{Problem, ShapeError},
    samples::Loaded,
};
use packer::Packer;
use unpacker::Unpacker;

/// What packed bytes begin with; its last byte is the number of the format.
const MAGIC: [u8; 4] = *b"atn\x02";

/// Why bytes are not a packed example.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum WireError {
    /// They do not begin as one.
    #[error("expected a packed example of this version, found something else")]
    Magic,
    /// They end too early.
    #[error("byte {at}: expected {expected} more bytes, found {found}")]
    Short {
        /// Where, counted from 0.
        at: usize,
        /// How many are announced; `usize::MAX` for more than can be counted.
        expected: usize,
        /// How many there are.
        found: usize,
    },
    /// They go on after the end.
    #[error("byte {at}: expected the end, found {found} more bytes")]
    Long {
        /// Where, counted from 0.
        at: usize,
        /// How many there are.
        found: usize,
    },
    /// A byte that chooses between possibilities names none of them.
    #[error("byte {at}: expected {expected}, found {found}")]
    Choice {
        /// Where, counted from 0.
        at: usize,
        /// What is chosen there.
        expected: &'static str,
        /// The byte.
        found: u8,
    },
    /// A text is not UTF-8.
    #[error("byte {at}: expected a text in UTF-8")]
    Text {
        /// Where it begins, counted from 0.
        at: usize,
    },
    /// The arrays do not fit each other.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// Packs an example.
pub fn pack(loaded: &Loaded) -> Vec<u8> {
    let mut packer = Packer::new(&MAGIC);
    packer.inputs(loaded.problem.inputs());
    packer.mask(loaded.problem.mask());
    packer.scale(loaded.problem.scale());
    packer.list(&loaded.tokens, |packer, token| packer.text(token));
    packer.option(loaded.tokens_k.as_ref(), |packer, tokens| {
        packer.list(tokens, |packer, token| packer.text(token));
    });
    packer.count(loaded.default_head);
    packer.count(loaded.default_cell.0);
    packer.count(loaded.default_cell.1);
    packer.option(loaded.rows.as_ref(), Packer::rows);
    packer.option(loaded.built.as_ref(), |packer, built| packer.list(built, Packer::features));
    packer.option(loaded.recorded.as_ref(), Packer::recorded);
    packer.option(loaded.printed.as_ref(), Packer::printed);
    packer.into_bytes()
}

/// Unpacks an example; its shapes are checked and its projections computed again.
///
/// # Errors
/// [`WireError`] where the bytes are not what [`pack`] makes.
pub fn unpack(bytes: &[u8]) -> Result<Loaded, WireError> {
    let mut unpacker = Unpacker::new(bytes, &MAGIC)?;
    // In the order of `pack`.
    let (inputs, mask, scale) = (unpacker.inputs()?, unpacker.mask()?, unpacker.scale()?);
    let loaded = Loaded {
        problem: Problem::new(inputs, mask, Some(scale))?,
        tokens: unpacker.list(Unpacker::text)?,
        tokens_k: unpacker.option(|unpacker| unpacker.list(Unpacker::text))?,
        default_head: unpacker.count()?,
        default_cell: (unpacker.count()?, unpacker.count()?),
        rows: unpacker.option(Unpacker::rows)?,
        built: unpacker.option(|unpacker| unpacker.list(Unpacker::features))?,
        recorded: unpacker.option(Unpacker::recorded)?,
        printed: unpacker.option(Unpacker::printed)?,
    };
    unpacker.end()?;
    Ok(loaded)
}
