//! Numbers as the history keeps them: what is given and not what is computed of it, in memory that
//! steps share.

use std::sync::{Arc, Weak};

use ndarray::{Array, Dimension};

use crate::{
    math::{Affine, Heads, Inputs, Mask, OutputProjection, Problem, Projected, Scale, Start},
    samples::{Loaded, Printed, Recorded, Rows, six_tokens::Features},
};

/// Memory that others may share.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Block {
    /// Where it is.
    address: usize,
    /// How large it is.
    bytes: usize,
}

impl Block {
    /// The bytes of the blocks that are not among others.
    pub(super) fn bytes_beside(blocks: &[Self], others: &[Self]) -> usize {
        let own = blocks.iter().filter(|block| !others.contains(block));
        own.map(|block| block.bytes).sum()
    }

    fn of<D: Dimension>(array: &Arc<Array<f64, D>>) -> Self {
        Self { address: Arc::as_ptr(array).addr(), bytes: size_of::<f64>() * array.len() }
    }
}

/// What was loaded, without what can be computed again.
#[derive(Debug, Clone)]
pub struct Remembered {
    /// The same whole, as long as somebody else holds it.
    whole: Weak<Loaded>,
    inputs: Inputs,
    mask: Arc<Mask>,
    scale: Scale,
    tokens: Vec<String>,
    tokens_k: Option<Vec<String>>,
    default_head: usize,
    default_cell: (usize, usize),
    rows: Option<Rows>,
    built: Option<Vec<Features>>,
    recorded: Option<Recorded>,
    printed: Option<Printed>,
}

impl Remembered {
    /// Remembers what is loaded.
    pub fn of(loaded: &Arc<Loaded>) -> Self {
        let Loaded {
            problem,
            tokens,
            tokens_k,
            default_head,
            default_cell,
            rows,
            built,
            recorded,
            printed,
        } = Loaded::clone(loaded);
        Self {
            whole: Arc::downgrade(loaded),
            inputs: problem.inputs().clone(),
            mask: Arc::clone(problem.shared_mask()),
            scale: problem.scale(),
            tokens,
            tokens_k,
            default_head,
            default_cell,
            rows,
            built,
            recorded,
            printed,
        }
    }

    /// What was loaded: the same if somebody still holds it, else computed again, as far as it
    /// cannot be taken from what is loaded now. `None` in no case that is known: it was computed
    /// before.
    pub fn restored(self, now: &Loaded) -> Option<Arc<Loaded>> {
        if let Some(whole) = self.whole.upgrade() {
            return Some(whole);
        }
        let is_same = matrices(&self.inputs) == matrices(now.problem.inputs())
            && has_same_rest(&self.inputs, now.problem.inputs());
        let problem = if is_same {
            now.problem.with_options(self.mask, self.scale)
        } else {
            Problem::new(self.inputs, self.mask, Some(self.scale))
        };
        let Self { tokens, tokens_k, default_head, default_cell, rows, built, .. } = self;
        let (recorded, printed) = (self.recorded, self.printed);
        let loaded = Loaded {
            problem: problem.ok()?,
            tokens,
            tokens_k,
            default_head,
            default_cell,
            rows,
            built,
            recorded,
            printed,
        };
        Some(Arc::new(loaded))
    }

    /// The memory that it takes.
    pub fn blocks(&self) -> Vec<Block> {
        blocks(&self.inputs, &self.mask)
    }
}

/// The memory that something loaded takes, with all that is computed of it.
pub fn blocks_of(loaded: &Loaded) -> Vec<Block> {
    let projected = loaded.problem.projected();
    let Projected {
        queries_before_rotary, keys_before_rotary, queries, keys, values, scores, ..
    } = &**projected;
    let computed = [queries_before_rotary, keys_before_rotary, queries, keys, values, scores];
    let n: usize = computed.into_iter().flatten().map(Heads::len).sum();
    let address = Arc::as_ptr(projected).addr();
    let computed = Block { address, bytes: size_of::<f64>() * n };
    let mut blocks = blocks(loaded.problem.inputs(), loaded.problem.shared_mask());
    blocks.push(computed);
    blocks
}

fn blocks(inputs: &Inputs, mask: &Arc<Mask>) -> Vec<Block> {
    let bytes = match &**mask {
        Mask::None | Mask::Causal => 0,
        Mask::Allow(allow) => allow.len(),
        Mask::AllowPerHead(allow) => allow.len(),
        Mask::Add(add) => size_of::<f64>() * add.len(),
        Mask::AddPerHead(add) => size_of::<f64>() * add.len(),
    };
    let mask = Block { address: Arc::as_ptr(mask).addr(), bytes };
    matrices(inputs).into_iter().flatten().chain([mask]).collect()
}

/// Every matrix in its place.
fn matrices(inputs: &Inputs) -> [Option<Block>; 7] {
    let weight = |affine: &Affine| affine.weight.as_ref().map(Block::of);
    let output = match &inputs.output {
        OutputProjection::Given(affine) => weight(affine),
        OutputProjection::Unknown => None,
    };
    match &inputs.start {
        Start::Embeddings(e) => [
            Some(Block::of(&e.x_q)),
            e.x_k.as_ref().map(Block::of),
            e.x_v.as_ref().map(Block::of),
            weight(&e.query),
            weight(&e.key),
            weight(&e.value),
            output,
        ],
        Start::Projections { queries, keys, values } => {
            let [queries, keys, values] = [queries, keys, values].map(|it| Some(Block::of(it)));
            [queries, keys, values, None, None, None, output]
        }
        Start::Scores { scores: stack, values } | Start::Weights { weights: stack, values } => {
            let values = values.as_ref().map(Block::of);
            [Some(Block::of(stack)), values, None, None, None, None, output]
        }
    }
}

/// Whether all is the same that is given besides matrices.
fn has_same_rest(a: &Inputs, b: &Inputs) -> bool {
    let bits = |inputs: &Inputs| -> Vec<_> {
        inputs.overrides.iter().map(|(place, value)| (*place, value.to_bits())).collect()
    };
    let rest = |inputs: &Inputs| {
        let Inputs { heads, rotary, add_norm, output, .. } = inputs;
        let is_known = matches!(output, OutputProjection::Given(_));
        (*heads, rotary.clone(), add_norm.clone(), is_known, biases(inputs))
    };
    bits(a) == bits(b) && rest(a) == rest(b)
}

fn biases(inputs: &Inputs) -> Vec<Option<Vec<u64>>> {
    let bits = |affine: &Affine| {
        let bias = affine.bias.as_ref()?;
        Some(bias.iter().map(|number| number.to_bits()).collect())
    };
    let output = match &inputs.output {
        OutputProjection::Given(affine) => bits(affine),
        OutputProjection::Unknown => None,
    };
    let others = match &inputs.start {
        Start::Embeddings(e) => vec![bits(&e.query), bits(&e.key), bits(&e.value)],
        Start::Projections { .. } | Start::Scores { .. } | Start::Weights { .. } => Vec::new(),
    };
    others.into_iter().chain([output]).collect()
}
