//! How an asset of a real model becomes a problem.
//!
//! `SmolLM2`'s `x_q` is the recorded `norm`: the model applies its `RMSNorm` before the
//! projections, so that is what they read. Blocks whose parameters do not ship begin at the
//! recorded projections, before rotary position, and end at the concatenated heads.

use ndarray::Array1;

use super::ReadError;
use crate::{
    input::{SafeTensors, SafetensorsError},
    math::{
        AddNorm, Affine, Embeddings, HeadCounts, Inputs, LayerNorm, Mask, Matrix, OutputProjection,
        Overrides, Problem, Rotary, Start,
    },
    samples::{Block, Loaded, Recorded, SampleId},
};

/// Loads the block of a real model.
pub(super) fn load(id: SampleId, block: &Block, bytes: &[u8]) -> Result<Loaded, ReadError> {
    let asset = SafeTensors::parse(bytes)?;
    let found = crc32fast::hash(bytes);
    if found != block.crc32 {
        return Err(ReadError::Checksum { asset: block.asset, expected: block.crc32, found });
    }
    let (inputs, mask) = match id {
        SampleId::MiniLm => (minilm(&asset)?, Mask::None),
        _ => (smollm2(&asset)?, Mask::Causal),
    };
    let problem = Problem::new(inputs, mask, None)?;
    let (n, m) = (problem.inputs().n_queries(), problem.inputs().n_keys());
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
        rows: None,
        built: None,
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
        let (queries, keys) = (queries.into(), keys.into());
        let start = Start::Projections { queries, keys, values: asset.heads("v")?.into() };
        (start, OutputProjection::Unknown)
    };
    Ok(Inputs {
        start,
        heads: HeadCounts { queries: 9, keys_values: 3 },
        rotary: Some(Rotary { theta: 100_000.0, positions: None }),
        output,
        add_norm: None,
        overrides: Overrides::new(),
    })
}

/// `MiniLM-L6`: 12 heads of 32, biases, layer norm after the residual connection.
fn minilm(asset: &SafeTensors<'_>) -> Result<Inputs, SafetensorsError> {
    let project = |weight, bias| -> Result<Affine, SafetensorsError> {
        let (weight, bias) = (asset.matrix(weight)?, asset.vector(bias)?);
        Ok(Affine { weight: Some(Matrix::into(weight)), bias: Some(bias) })
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
        overrides: Overrides::new(),
    })
}

fn embeddings(x_q: Matrix, [query, key, value]: [Affine; 3]) -> Start {
    let x_q = x_q.into();
    Start::Embeddings(Box::new(Embeddings { x_q, x_k: None, x_v: None, query, key, value }))
}

fn tokens(asset: &SafeTensors<'_>, expected: usize) -> Result<Vec<String>, ReadError> {
    let found = asset.header().metadata("tokens").unwrap_or("nothing");
    let tokens: Option<Vec<String>> = serde_json::from_str(found).ok();
    let tokens = tokens.filter(|tokens| tokens.len() == expected);
    tokens.ok_or_else(|| ReadError::Tokens { expected, found: found.to_owned() })
}
