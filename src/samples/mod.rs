//! The examples that ship, as plain data: which there are, and what each is loaded into.
//!
//! Three kinds: built by code (six tokens), read from a document (by hand, cross-attention), and
//! read from an asset that is fetched when it is chosen (real models). Here is only the first
//! kind: what must be read is for `reader`, which the page does not hold. Imports `math`; knows
//! nothing of the browser.

mod agreement;
mod draws;
mod pastes;
mod real;
pub mod six_tokens;

pub use agreement::{Agreement, Printed, PrintedRows, PrintedStage, Recorded};
pub use draws::Draws;
pub use pastes::Paste;
pub use real::{Block, HeadPattern, PointedHead};

use crate::math::Problem;
use six_tokens::Features;

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
    /// A word of two meanings in two sentences.
    AmbiguousWord,
}

impl SampleId {
    /// Every example, in the order of the menu.
    pub const ALL: [Self; 7] = [
        Self::SixTokens,
        Self::ByHand,
        Self::ByHandTrainable,
        Self::SmolLm2,
        Self::MiniLm,
        Self::CrossAttention,
        Self::AmbiguousWord,
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
            Self::AmbiguousWord => "ambiguous-word",
        }
    }

    /// The example of that name.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|id| id.key() == key)
    }

    /// Whether the page itself holds it; others are read by the reader.
    pub fn is_built_in(self) -> bool {
        self == Self::SixTokens
    }

    /// The blocks of a real model to choose from; none for an example that needs no asset.
    pub fn blocks(self) -> &'static [Block] {
        match self {
            Self::SmolLm2 => real::SMOLLM2,
            Self::MiniLm => real::MINILM,
            Self::SixTokens
            | Self::ByHand
            | Self::ByHandTrainable
            | Self::CrossAttention
            | Self::AmbiguousWord => &[],
        }
    }

    /// The block of that number.
    pub fn block(self, number: usize) -> Option<&'static Block> {
        self.blocks().iter().find(|block| block.number == number)
    }

    /// The number of the first head: recorded models count from 0, as their code does.
    pub fn first_head_number(self) -> usize {
        usize::from(self.blocks().is_empty())
    }

    /// The block to show first, where there are blocks.
    pub fn default_block(self) -> Option<&'static Block> {
        match self {
            Self::SmolLm2 => self.block(16),
            _ => self.blocks().first(),
        }
    }
}

/// For each token which one it was when the example was opened; `None` for an added one.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rows {
    /// Of the queries.
    pub queries: Vec<Option<usize>>,
    /// Of the keys.
    pub keys: Vec<Option<usize>>,
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
    /// Where its tokens stood when it was opened; `None` where none has come, gone or moved.
    pub rows: Option<Rows>,
    /// What is true of each token, where the embeddings are built of it.
    pub built: Option<Vec<Features>>,
    /// What the real model computed.
    pub recorded: Option<Recorded>,
    /// What a book prints.
    pub printed: Option<Printed>,
}

impl Loaded {
    /// Numbers of which nothing else is known; they open at the first head and cell. Names of the
    /// keys that are those of the queries are none of their own.
    pub fn plain(problem: Problem, tokens: Vec<String>, tokens_k: Vec<String>) -> Self {
        Self {
            problem,
            tokens_k: Some(tokens_k).filter(|tokens_k| *tokens_k != tokens),
            tokens,
            default_head: 0,
            default_cell: (0, 0),
            rows: None,
            built: None,
            recorded: None,
            printed: None,
        }
    }
}

/// Makes an example that is built by code; `None` for those that must be read.
pub fn built_in(id: SampleId) -> Option<Loaded> {
    id.is_built_in().then(six_tokens)
}

/// Loads the example to begin with, which cannot fail: the page needs something to stand on.
///
/// # Panics
/// Never: the shapes are constants of the program, and a test loads it.
#[expect(
    clippy::unreachable,
    reason = "shapes are constants, and tested; `expect` would bring a text for every error"
)]
pub fn six_tokens() -> Loaded {
    let Ok(problem) = six_tokens::problem() else {
        unreachable!("the shapes of the six tokens fit")
    };
    Loaded {
        problem,
        tokens: six_tokens::TOKENS.iter().map(|token| token.text.to_owned()).collect(),
        tokens_k: None,
        default_head: six_tokens::START_HEAD,
        default_cell: (3, 1),
        rows: None,
        built: Some(six_tokens::features()),
        recorded: None,
        printed: None,
    }
}
