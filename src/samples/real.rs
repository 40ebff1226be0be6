//! Two real models: which of their blocks ship, what to look at in them, and how an asset
//! becomes a problem.
//!
//! The assets are made by `tools/real_assets.py`. `SmolLM2`'s `x_q` is the recorded `norm`: the
//! model applies its `RMSNorm` before the projections, so that is what they read. Blocks whose
//! parameters do not ship begin at the recorded projections, before rotary position, and end at
//! the concatenated heads.

use ndarray::Array1;

use super::{Loaded, Recorded, SampleError, SampleId};
use crate::{
    input::{SafeTensors, SafetensorsError},
    math::{
        AddNorm, Affine, Embeddings, HeadCounts, Inputs, LayerNorm, Mask, Matrix, OutputProjection,
        Problem, Rotary, Start,
    },
};

/// A block of a real model.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Block {
    /// Its number in the model, counted from 0.
    pub number: usize,
    /// Address of its asset, relative to the page.
    pub asset: &'static str,
    /// Size of the asset.
    pub bytes: u64,
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
        heads: &[at(1, HeadPattern::NearUniform, (4, 2))],
    },
    Block {
        number: 10,
        asset: "assets/smollm2/block10.safetensors",
        bytes: 58_896,
        heads: &[at(1, HeadPattern::BackToTheVerb, (5, 3))],
    },
    Block {
        number: 11,
        asset: "assets/smollm2/block11.safetensors",
        bytes: 1_856_440,
        heads: &[at(6, HeadPattern::Itself, (3, 3))],
    },
    Block {
        number: 13,
        asset: "assets/smollm2/block13.safetensors",
        bytes: 1_856_440,
        heads: &[at(8, HeadPattern::VerbToItsNoun, (3, 1))],
    },
    Block {
        number: 16,
        asset: "assets/smollm2/block16.safetensors",
        bytes: 1_856_440,
        heads: &[
            at(0, HeadPattern::PreviousToken, (3, 2)),
            at(5, HeadPattern::VerbToItsNoun, (3, 1)),
        ],
    },
    Block {
        number: 18,
        asset: "assets/smollm2/block18.safetensors",
        bytes: 58_896,
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
        heads: &[at(2, HeadPattern::PreviousToken, (3, 2))],
    },
    Block {
        number: 1,
        asset: "assets/minilm/layer1.safetensors",
        bytes: 1_253_888,
        heads: &[
            at(8, HeadPattern::NextToken, (2, 3)),
            at(11, HeadPattern::PieceToItsWord, (3, 2)),
        ],
    },
    Block {
        number: 3,
        asset: "assets/minilm/layer3.safetensors",
        bytes: 1_253_888,
        heads: &[at(5, HeadPattern::FirstTokenSink, (3, 0))],
    },
    Block {
        number: 5,
        asset: "assets/minilm/layer5.safetensors",
        bytes: 1_253_888,
        heads: &[at(11, HeadPattern::Content, (3, 2))],
    },
];

/// Loads the block of a real model.
pub(super) fn load(id: SampleId, block: &Block, bytes: &[u8]) -> Result<Loaded, SampleError> {
    let asset = SafeTensors::parse(bytes)?;
    let (inputs, mask) = match id {
        SampleId::MiniLm => (minilm(&asset)?, Mask::None),
        _ => (smollm2(&asset)?, Mask::Causal),
    };
    let problem = Problem::new(inputs, mask, None)?;
    let projected = problem.projected();
    let (n, m) = (projected.n_queries(), projected.n_keys());
    let tokens = tokens(&asset, n)?;
    let recorded = Recorded { weights: asset.heads("weights")? };
    let first = block.heads.first();
    let (query, key) = first.map_or((0, 0), |pointed| pointed.cell);
    Ok(Loaded {
        default_cell: (query.min(n - 1), key.min(m - 1)),
        default_head: first.map_or(0, |pointed| pointed.head),
        problem,
        tokens,
        tokens_k: None,
        recorded: Some(recorded),
        printed: None,
    })
}

/// `SmolLM2-135M`: 9 heads of 64 over 3 key/value heads, rotary position, no biases.
fn smollm2(asset: &SafeTensors<'_>) -> Result<Inputs, SafetensorsError> {
    let (start, output) = if asset.header().contains("w_q") {
        let project = |name| asset.matrix(name).map(Affine::linear);
        let (query, key, value) = (project("w_q")?, project("w_k")?, project("w_v")?);
        let start = embeddings(asset.matrix("norm")?, [query, key, value]);
        (start, OutputProjection::Given(project("w_o")?))
    } else {
        let (queries, keys) = (asset.heads("q_pre_rope")?, asset.heads("k_pre_rope")?);
        let start = Start::Projections { queries, keys, values: asset.heads("v")? };
        (start, OutputProjection::Unknown)
    };
    Ok(Inputs {
        start,
        heads: HeadCounts { queries: 9, keys_values: 3 },
        rotary: Some(Rotary { theta: 100_000.0, positions: None }),
        output,
        add_norm: None,
    })
}

/// `MiniLM-L6`: 12 heads of 32, biases, layer norm after the residual connection.
fn minilm(asset: &SafeTensors<'_>) -> Result<Inputs, SafetensorsError> {
    let project = |weight, bias| -> Result<Affine, SafetensorsError> {
        let (weight, bias) = (asset.matrix(weight)?, asset.vector(bias)?);
        Ok(Affine { weight: Some(weight), bias: Some(bias) })
    };
    let projections = [project("w_q", "b_q")?, project("w_k", "b_k")?, project("w_v", "b_v")?];
    let parameter = |name| -> Result<Array1<f64>, SafetensorsError> { asset.vector(name) };
    let (gamma, beta) = (parameter("ln_weight")?, parameter("ln_bias")?);
    Ok(Inputs {
        start: embeddings(asset.matrix("x")?, projections),
        heads: HeadCounts::equal(12),
        rotary: None,
        output: OutputProjection::Given(project("w_o", "b_o")?),
        add_norm: Some(AddNorm { norm: Some(LayerNorm { gamma, beta, epsilon: 1e-12 }) }),
    })
}

fn embeddings(x_q: Matrix, [query, key, value]: [Affine; 3]) -> Start {
    Start::Embeddings(Box::new(Embeddings { x_q, x_k: None, x_v: None, query, key, value }))
}

fn tokens(asset: &SafeTensors<'_>, expected: usize) -> Result<Vec<String>, SampleError> {
    let found = asset.header().metadata("tokens").unwrap_or("nothing");
    let tokens: Option<Vec<String>> = serde_json::from_str(found).ok();
    let tokens = tokens.filter(|tokens| tokens.len() == expected);
    tokens.ok_or_else(|| SampleError::Tokens { expected, found: found.to_owned() })
}
