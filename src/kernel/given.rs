//! What is given, narrowed to f32 and laid out for products.

use ndarray::Array1;

use super::{
    memory::Sizes,
    panels::{Panels, WIDE},
};
use crate::math::{
    Affine, HeadCounts, Heads, Inputs, Matrix, OutputProjection, OverridePlace, Rotary, Start,
};

/// What a computation in f32 starts from.
#[derive(Debug)]
pub struct Given {
    /// Numbers of heads.
    pub heads: HeadCounts,
    /// Number of queries.
    pub n_queries: usize,
    /// Number of keys.
    pub n_keys: usize,
    /// Width of a query or key in one head; 0 where scores are given.
    pub d_k: usize,
    /// Width of a value in one head; 0 where none are given.
    pub d_v: usize,
    pub(super) origin: Origin,
    pub(super) rotary: Option<Rotary>,
    pub(super) output: Option<Projection>,
    pub(super) set: Vec<(OverridePlace, f32)>,
}

/// Where the computation begins.
#[derive(Debug)]
pub(super) enum Origin {
    /// From embeddings: those of the queries, the keys and the values, each with its projection.
    Embeddings(Box<[Embedded; 3]>),
    /// From queries `[n_heads, n_queries, d_k]`, keys `[n_kv_heads, n_keys, d_k]` and values
    /// `[n_kv_heads, n_keys, d_v]`.
    Projections([Vec<f32>; 3]),
    /// From scores `[n_heads, n_queries, n_keys]` and values.
    Scores(Vec<f32>, Vec<f32>),
}

/// Embeddings and what projects them.
#[derive(Debug)]
pub(super) struct Embedded {
    /// `[n_tokens, d_in]`; `None`: those of the part before.
    pub x: Option<Vec<f32>>,
    pub projection: Projection,
}

/// `x · weight + bias`; a missing weight is the identity, a missing bias 0.
#[derive(Debug)]
pub(super) struct Projection {
    /// `[d_in, d_out]`.
    pub weight: Option<Panels<WIDE>>,
    /// `[d_out]`.
    pub bias: Option<Vec<f32>>,
    pub d_in: usize,
    pub d_out: usize,
}

impl Given {
    /// Narrows inputs whose shapes fit ([`crate::math::check`]); `None` where weights are given, and there is nothing to
    /// compute.
    pub fn of(inputs: &Inputs) -> Option<Self> {
        let (origin, d_k, d_v) = match &inputs.start {
            Start::Embeddings(e) => {
                let query = Projection::of(&e.query, e.x_q.ncols());
                let key = Projection::of(&e.key, e.keys_from().ncols());
                let value = Projection::of(&e.value, e.values_from().ncols());
                let d_k = query.d_out / inputs.heads.queries;
                let d_v = value.d_out / inputs.heads.keys_values;
                let [x_k, x_v] = [&e.x_k, &e.x_v].map(|x| x.as_deref().map(narrow));
                let parts = [
                    Embedded { x: Some(narrow(&e.x_q)), projection: query },
                    Embedded { x: x_k, projection: key },
                    Embedded { x: x_v, projection: value },
                ];
                (Origin::Embeddings(Box::new(parts)), d_k, d_v)
            }
            Start::Projections { queries, keys, values } => {
                let parts = [queries, keys, values].map(|stack| narrow_stack(stack));
                (Origin::Projections(parts), queries.dim().2, values.dim().2)
            }
            Start::Scores { scores, values } => {
                let d_v = values.as_ref().map_or(0, |values| values.dim().2);
                let values = values.as_ref().map(|values| narrow_stack(values));
                (Origin::Scores(narrow_stack(scores), values.unwrap_or_default()), 0, d_v)
            }
            Start::Weights { .. } => return None,
        };
        let output = match &inputs.output {
            OutputProjection::Given(affine) if d_v > 0 => {
                Some(Projection::of(affine, inputs.heads.queries * d_v))
            }
            OutputProjection::Given(_) | OutputProjection::Unknown => None,
        };
        Some(Self {
            heads: inputs.heads,
            n_queries: inputs.n_queries(),
            n_keys: inputs.n_keys(),
            d_k,
            d_v,
            origin,
            rotary: inputs.rotary.clone(),
            output,
            set: inputs.overrides.iter().map(|(place, value)| (*place, *value as f32)).collect(),
        })
    }

    /// Puts other embeddings of the queries, `[n_queries, d_model]`, in place of those given.
    /// Gives whether there are embeddings, and as many.
    pub fn feed(&mut self, x_q: &[f32]) -> bool {
        let Origin::Embeddings(parts) = &mut self.origin else { return false };
        let Some(x) = parts[0].x.as_mut().filter(|x| x.len() == x_q.len()) else { return false };
        x.copy_from_slice(x_q);
        true
    }

    /// What it measures.
    pub fn sizes(&self) -> Sizes {
        Sizes {
            n_queries: self.n_queries,
            n_keys: self.n_keys,
            heads: self.heads,
            d_k: self.d_k,
            d_v: self.d_v,
            d_out: self.d_out().unwrap_or_default(),
        }
    }

    /// Width of the output; `None` where its projection is not known.
    pub fn d_out(&self) -> Option<usize> {
        self.output.as_ref().map(|output| output.d_out)
    }

    /// The key/value head that serves a query head.
    pub(super) fn kv_head(&self, head: usize) -> usize {
        head / (self.heads.queries / self.heads.keys_values)
    }
}

impl Projection {
    fn of(affine: &Affine, d_in: usize) -> Self {
        let weight = affine.weight.as_deref().map(|weight| {
            let mut panels = Panels::with_room(weight.nrows(), weight.ncols());
            panels.cut(&narrow(weight), weight.nrows(), weight.ncols());
            panels
        });
        let d_out = weight.as_ref().map_or(d_in, Panels::columns);
        let bias = affine.bias.as_ref().map(narrow_row);
        Self { weight, bias, d_in, d_out }
    }
}

fn narrow(matrix: &Matrix) -> Vec<f32> {
    matrix.iter().map(|number| *number as f32).collect()
}

fn narrow_stack(stack: &Heads) -> Vec<f32> {
    stack.iter().map(|number| *number as f32).collect()
}

fn narrow_row(row: &Array1<f64>) -> Vec<f32> {
    row.iter().map(|number| *number as f32).collect()
}
