//! Reading the examples that are not built by code, from documents compiled in and from assets;
//! what people bring, in `desk`; and what they take away, in `shelf`.
//!
//! The page does not hold this module nor what it rests on (`document`, `input`, `assemble`,
//! `export`): it stands in a wasm of its own, `src/bin/reader.rs`, which is fetched when something
//! must be read. Bytes in, a checked problem out; fetching is the page's business. Knows nothing
//! of the browser.

mod assets;
pub mod desk;
mod documents;
pub mod shelf;

use thiserror::Error;

use crate::{
    document::DocumentError,
    i18n::{
        Language,
        reading::{Say, damaged},
    },
    input::SafetensorsError,
    math::ShapeError,
    samples::{self, Loaded, SampleId},
};

/// Why an example could not be read.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum ReadError {
    /// There is no such block.
    #[error("{}: expected one of the blocks {known:?}, found {found}", sample.key())]
    UnknownBlock {
        /// The example.
        sample: SampleId,
        /// The number asked for.
        found: usize,
        /// The numbers there are.
        known: Vec<usize>,
    },
    /// The asset is damaged.
    #[error(transparent)]
    Asset(#[from] SafetensorsError),
    /// The asset is another file, or has changed on its way.
    #[error("{asset}: expected the checksum {expected:08x}, found {found:08x}; load it again")]
    Checksum {
        /// Which asset.
        asset: &'static str,
        /// CRC-32 of the file that ships.
        expected: u32,
        /// CRC-32 of the bytes.
        found: u32,
    },
    /// The asset does not name one token for each row.
    #[error("__metadata__, tokens: expected a JSON list of {expected} texts, found {found}")]
    Tokens {
        /// Number of rows.
        expected: usize,
        /// What is there.
        found: String,
    },
    /// The document is no document.
    #[error(transparent)]
    Document(#[from] DocumentError),
    /// The arrays do not fit each other.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

impl ReadError {
    /// What the page says of it.
    pub fn say(&self, language: Language) -> String {
        let why: Option<&dyn Say> = match self {
            Self::UnknownBlock { .. } | Self::Checksum { .. } | Self::Tokens { .. } => None,
            Self::Asset(error) => Some(error),
            Self::Document(error) => Some(error),
            Self::Shape(error) => Some(error),
        };
        damaged(why, language)
    }
}

/// Reads an example: the block of a real model from the bytes of its asset, `Block::asset`; the
/// others need neither block nor bytes.
///
/// # Errors
/// [`ReadError`] where there is no such block, or the bytes are not that asset.
pub fn read(id: SampleId, block: usize, bytes: &[u8]) -> Result<Loaded, ReadError> {
    match id {
        SampleId::SixTokens => Ok(samples::six_tokens()),
        SampleId::ByHand => documents::BY_HAND.load(),
        SampleId::ByHandTrainable => documents::BY_HAND_TRAINABLE.load(),
        SampleId::CrossAttention => documents::CROSS_ATTENTION.load(),
        SampleId::AmbiguousWord => documents::AMBIGUOUS_WORD.load(),
        SampleId::SmolLm2 | SampleId::MiniLm => {
            let known = || id.blocks().iter().map(|block| block.number).collect();
            let unknown = || ReadError::UnknownBlock { sample: id, found: block, known: known() };
            assets::load(id, id.block(block).ok_or_else(unknown)?, bytes)
        }
    }
}
