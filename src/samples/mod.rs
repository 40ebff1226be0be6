//! The examples that ship, as plain data: which there are, and what each is loaded into.
//!
//! Three kinds: built by code (six tokens), read from a document compiled in (by hand,
//! cross-attention), and read from an asset that the page fetches when it is chosen (real
//! models). Fetching is the page's business; here are bytes in, a checked problem out. Imports
//! `math`, `input` and `document`; knows nothing of the browser.

mod agreement;
mod documents;
mod draws;
mod real;
pub mod six_tokens;

use thiserror::Error;

pub use agreement::{Agreement, Printed, PrintedRows, PrintedStage, Recorded};
pub use real::{Block, HeadPattern, PointedHead};

use crate::{
    document::DocumentError,
    input::SafetensorsError,
    math::{Problem, ShapeError},
};

/// An example.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SampleId {
    /// Six tokens at GPT-2 small's shape, with built parameters: the one to begin with.
    SixTokens,
    /// Six words of three numbers each, without parameters.
    ByHand,
    /// The same six words with `w_q`, `w_k` and `w_v`.
    ByHandTrainable,
    /// Blocks of a real language model.
    SmolLm2,
    /// Layers of a real encoder.
    MiniLm,
    /// One English query over four Korean keys.
    CrossAttention,
}

impl SampleId {
    /// Every example, in the order of the menu.
    pub const ALL: [Self; 6] = [
        Self::SixTokens,
        Self::ByHand,
        Self::ByHandTrainable,
        Self::SmolLm2,
        Self::MiniLm,
        Self::CrossAttention,
    ];

    /// Its name in links and in storage; never changes.
    pub fn key(self) -> &'static str {
        match self {
            Self::SixTokens => "six-tokens",
            Self::ByHand => "by-hand",
            Self::ByHandTrainable => "by-hand-trainable",
            Self::SmolLm2 => "smollm2",
            Self::MiniLm => "minilm",
            Self::CrossAttention => "cross-attention",
        }
    }

    /// The example of that name.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.key() == key)
    }

    /// The blocks of a real model to choose from; none for an example that needs no asset.
    pub fn blocks(self) -> &'static [Block] {
        match self {
            Self::SmolLm2 => real::SMOLLM2,
            Self::MiniLm => real::MINILM,
            Self::SixTokens | Self::ByHand | Self::ByHandTrainable | Self::CrossAttention => &[],
        }
    }

    /// The block of that number.
    pub fn block(self, number: usize) -> Option<&'static Block> {
        self.blocks().iter().find(|block| block.number == number)
    }

    /// The block to show first, where there are blocks.
    pub fn default_block(self) -> Option<&'static Block> {
        match self {
            Self::SmolLm2 => self.block(16),
            _ => self.blocks().first(),
        }
    }
}

/// An example, ready to be attended to.
#[derive(Debug, Clone, PartialEq)]
pub struct Loaded {
    /// The problem, with the mask and the scale that are the example's own.
    pub problem: Problem,
    /// Names of the queries, and of the keys where `tokens_k` is `None`.
    pub tokens: Vec<String>,
    /// Names of the keys, where they are other tokens than the queries.
    pub tokens_k: Option<Vec<String>>,
    /// The head to show first, counted from 0.
    pub default_head: usize,
    /// The cell to select first: query, key.
    pub default_cell: (usize, usize),
    /// What the real model computed.
    pub recorded: Option<Recorded>,
    /// What a book prints.
    pub printed: Option<Printed>,
}

/// Why an example could not be loaded.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum SampleError {
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

/// Loads an example that needs no asset; `None` for those that do.
pub fn built_in(id: SampleId) -> Option<Result<Loaded, SampleError>> {
    match id {
        SampleId::SixTokens => Some(Ok(six_tokens())),
        SampleId::ByHand => Some(documents::BY_HAND.load()),
        SampleId::ByHandTrainable => Some(documents::BY_HAND_TRAINABLE.load()),
        SampleId::CrossAttention => Some(documents::CROSS_ATTENTION.load()),
        SampleId::SmolLm2 | SampleId::MiniLm => None,
    }
}

/// Loads a block of a real model from the bytes of its asset, `Block::asset`.
///
/// # Errors
/// [`SampleError`] where there is no such block, or the bytes are not that asset.
pub fn from_asset(id: SampleId, block: usize, bytes: &[u8]) -> Result<Loaded, SampleError> {
    let known = || id.blocks().iter().map(|block| block.number).collect();
    let unknown = || SampleError::UnknownBlock { sample: id, found: block, known: known() };
    let block = id.block(block).ok_or_else(unknown)?;
    real::load(id, block, bytes)
}

/// Loads the example to begin with, which cannot fail: the page needs something to stand on.
///
/// # Panics
/// Never: the shapes are constants of the program, and a test loads it.
#[expect(clippy::expect_used, reason = "shapes are constants, and tested")]
pub fn six_tokens() -> Loaded {
    Loaded {
        problem: six_tokens::problem().expect("the shapes of the six tokens fit"),
        tokens: six_tokens::TOKENS.iter().map(|token| token.text.to_owned()).collect(),
        tokens_k: None,
        default_head: six_tokens::START_HEAD,
        default_cell: (3, 1),
        recorded: None,
        printed: None,
    }
}
