//! Two real models: which of their blocks ship, and what to look at in them.
//!
//! The assets are made by `tools/real_assets.py`.

/// A block of a real model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    /// Its number in the model, counted from 0.
    pub number: usize,
    /// Address of its asset, relative to the page.
    pub asset: &'static str,
    /// Size of the asset.
    pub bytes: u64,
    /// CRC-32 of the asset, so that another file or a damaged one is not taken for it.
    pub crc32: u32,
    /// Heads worth pointing at, the first one first to be shown.
    pub heads: &'static [PointedHead],
}

/// A head worth pointing at, on the sentence that ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PointedHead {
    /// Its number, counted from 0.
    pub head: usize,
    /// What it does.
    pub pattern: HeadPattern,
    /// A cell that shows it: query, key.
    pub cell: (usize, usize),
}

/// What a head of a real model does, on the sentence that ships.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HeadPattern {
    /// Each token looks at the one before it.
    PreviousToken,
    /// Each token looks at the one after it.
    NextToken,
    /// Each token looks at itself.
    Itself,
    /// Every token looks at the first: a place to look when there is nothing to find. Its value
    /// vector is small, so the head nearly does nothing.
    FirstTokenSink,
    /// Weight spread over all that may be seen.
    NearUniform,
    /// The verb looks back at its noun.
    VerbToItsNoun,
    /// The last word looks back at the verb.
    BackToTheVerb,
    /// A piece of a word looks at the piece that begins the word.
    PieceToItsWord,
    /// By meaning and not by place: the pieces of one noun phrase look at each other.
    Content,
}

impl HeadPattern {
    /// Every pattern.
    pub const ALL: [Self; 9] = [
        Self::PreviousToken,
        Self::NextToken,
        Self::Itself,
        Self::FirstTokenSink,
        Self::NearUniform,
        Self::VerbToItsNoun,
        Self::BackToTheVerb,
        Self::PieceToItsWord,
        Self::Content,
    ];
}

const fn at(head: usize, pattern: HeadPattern, cell: (usize, usize)) -> PointedHead {
    PointedHead { head, pattern, cell }
}

/// `SmolLM2`, 30 blocks of 9 heads; tokens `Data| visualization| em|powers| users| to`.
pub(super) const SMOLLM2: &[Block] = &[
    Block {
        number: 0,
        asset: "assets/smollm2/block0.safetensors",
        bytes: 1_856_440,
        crc32: 0xc71e_1c39,
        heads: &[at(1, HeadPattern::NearUniform, (4, 2))],
    },
    Block {
        number: 10,
        asset: "assets/smollm2/block10.safetensors",
        bytes: 58_896,
        crc32: 0xa2af_47d9,
        heads: &[at(1, HeadPattern::BackToTheVerb, (5, 3))],
    },
    Block {
        number: 11,
        asset: "assets/smollm2/block11.safetensors",
        bytes: 1_856_440,
        crc32: 0x545e_5722,
        heads: &[at(6, HeadPattern::Itself, (3, 3))],
    },
    Block {
        number: 13,
        asset: "assets/smollm2/block13.safetensors",
        bytes: 1_856_440,
        crc32: 0x0aca_479f,
        heads: &[at(8, HeadPattern::VerbToItsNoun, (3, 1))],
    },
    Block {
        number: 16,
        asset: "assets/smollm2/block16.safetensors",
        bytes: 1_856_440,
        crc32: 0xa1ba_e5aa,
        heads: &[
            at(0, HeadPattern::PreviousToken, (3, 2)),
            at(5, HeadPattern::VerbToItsNoun, (3, 1)),
        ],
    },
    Block {
        number: 18,
        asset: "assets/smollm2/block18.safetensors",
        bytes: 58_896,
        crc32: 0x1be1_31e3,
        heads: &[
            at(8, HeadPattern::FirstTokenSink, (3, 0)),
            at(7, HeadPattern::FirstTokenSink, (3, 0)),
        ],
    },
];

/// `MiniLM`, 6 layers of 12 heads; tokens `[CLS] data visual ##ization users [SEP]`.
pub(super) const MINILM: &[Block] = &[
    Block {
        number: 0,
        asset: "assets/minilm/layer0.safetensors",
        bytes: 1_253_888,
        crc32: 0xe741_d5f2,
        heads: &[at(2, HeadPattern::PreviousToken, (3, 2))],
    },
    Block {
        number: 1,
        asset: "assets/minilm/layer1.safetensors",
        bytes: 1_253_888,
        crc32: 0x2063_afbe,
        heads: &[
            at(8, HeadPattern::NextToken, (2, 3)),
            at(11, HeadPattern::PieceToItsWord, (3, 2)),
        ],
    },
    Block {
        number: 3,
        asset: "assets/minilm/layer3.safetensors",
        bytes: 1_253_888,
        crc32: 0x15a0_5673,
        heads: &[at(5, HeadPattern::FirstTokenSink, (3, 0))],
    },
    Block {
        number: 5,
        asset: "assets/minilm/layer5.safetensors",
        bytes: 1_253_888,
        crc32: 0x633c_6e3f,
        heads: &[at(11, HeadPattern::Content, (3, 2))],
    },
];
