//! What attention starts from: the inputs as given, and the problem that they form once checked.

use std::sync::Arc;

use ndarray::Array1;

use super::{
    AddNorm, Heads, Mask, Matrix, Overrides, Projected, Rotary, Scale, ShapeError,
    fit::{check_after_projection, check_heads, check_options, check_start},
    size::check_size,
};

/// Everything that is given, unchecked. Its matrices are shared: a clone costs next to nothing,
/// and [`Arc::make_mut`] copies only the matrix that is changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Inputs {
    /// Where the computation begins.
    pub start: Start,
    /// How many heads there are.
    pub heads: HeadCounts,
    /// Rotary position, applied to queries and keys before the dot product.
    pub rotary: Option<Rotary>,
    /// What becomes of the concatenated heads.
    pub output: OutputProjection,
    /// What follows the output projection.
    pub add_norm: Option<AddNorm>,
    /// Computed cells that are set by hand all the same.
    pub overrides: Overrides,
}

impl Inputs {
    /// Number of queries.
    pub fn n_queries(&self) -> usize {
        match &self.start {
            Start::Embeddings(e) => e.x_q.nrows(),
            Start::Projections { queries, .. } => queries.dim().1,
            Start::Scores { scores: stack, .. } | Start::Weights { weights: stack, .. } => {
                stack.dim().1
            }
        }
    }

    /// Number of keys.
    pub fn n_keys(&self) -> usize {
        match &self.start {
            Start::Embeddings(e) => e.keys_from().nrows(),
            Start::Projections { keys, .. } => keys.dim().1,
            Start::Scores { scores: stack, .. } | Start::Weights { weights: stack, .. } => {
                stack.dim().2
            }
        }
    }
}

/// Numbers of heads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HeadCounts {
    /// Query heads.
    pub queries: usize,
    /// Key/value heads; fewer than query heads in grouped-query attention.
    pub keys_values: usize,
}

impl HeadCounts {
    /// As many key/value heads as query heads.
    pub fn equal(n_heads: usize) -> Self {
        Self { queries: n_heads, keys_values: n_heads }
    }
}

/// Where the computation begins.
#[derive(Debug, Clone, PartialEq)]
pub enum Start {
    /// From embeddings and projections.
    Embeddings(Box<Embeddings>),
    /// From ready-made projections, before rotary position if there is any.
    Projections {
        /// `[n_heads, n_queries, d_k]`.
        queries: Arc<Heads>,
        /// `[n_kv_heads, n_keys, d_k]`.
        keys: Arc<Heads>,
        /// `[n_kv_heads, n_keys, d_v]`.
        values: Arc<Heads>,
    },
    /// From ready-made scores.
    Scores {
        /// `[n_heads, n_queries, n_keys]`.
        scores: Arc<Heads>,
        /// `[n_kv_heads, n_keys, d_v]`; without them the trace ends at the weights.
        values: Option<Arc<Heads>>,
    },
    /// From ready-made attention weights: neither scores nor scale nor mask lead to them.
    Weights {
        /// `[n_heads, n_queries, n_keys]`.
        weights: Arc<Heads>,
        /// `[n_kv_heads, n_keys, d_v]`; without them the trace ends at the weights.
        values: Option<Arc<Heads>>,
    },
}

/// Embeddings and the projections that make queries, keys and values of them.
#[derive(Debug, Clone, PartialEq)]
pub struct Embeddings {
    /// Embeddings that ask, `[n_queries, d_model]`.
    pub x_q: Arc<Matrix>,
    /// Embeddings that are asked, `[n_keys, d_k_in]`; `None`: `x_q`, self-attention.
    pub x_k: Option<Arc<Matrix>>,
    /// Embeddings that are mixed, `[n_keys, d_v_in]`; `None`: as the keys.
    pub x_v: Option<Arc<Matrix>>,
    /// To queries: `w_q [d_model, n_heads · d_k]`, `b_q [n_heads · d_k]`.
    pub query: Affine,
    /// To keys: `w_k [d_k_in, n_kv_heads · d_k]`, `b_k [n_kv_heads · d_k]`.
    pub key: Affine,
    /// To values: `w_v [d_v_in, n_kv_heads · d_v]`, `b_v [n_kv_heads · d_v]`.
    pub value: Affine,
}

impl Embeddings {
    /// The embeddings that the keys come from, `[n_keys, d_k_in]`.
    pub fn keys_from(&self) -> &Matrix {
        self.x_k.as_deref().unwrap_or(&self.x_q)
    }

    /// The embeddings that the values come from, `[n_keys, d_v_in]`.
    pub fn values_from(&self) -> &Matrix {
        self.x_v.as_deref().unwrap_or_else(|| self.keys_from())
    }
}

/// `x · weight + bias`; a missing weight is the identity, a missing bias 0.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Affine {
    /// `[d_in, d_out]`.
    pub weight: Option<Arc<Matrix>>,
    /// `[d_out]`.
    pub bias: Option<Array1<f64>>,
}

impl Affine {
    /// A projection without bias.
    pub fn linear(weight: Matrix) -> Self {
        Self { weight: Some(weight.into()), bias: None }
    }

    /// Projects `x [n, d_in]` to `[n, d_out]`.
    pub(super) fn apply(&self, x: &Matrix) -> Matrix {
        let mut projected = self.weight.as_deref().map_or_else(|| x.clone(), |w| x.dot(w));
        if let Some(bias) = &self.bias {
            projected += bias;
        }
        projected
    }
}

/// What becomes of the concatenated heads.
#[derive(Debug, Clone, PartialEq)]
pub enum OutputProjection {
    /// `w_o [n_heads · d_v, d_out]`, `b_o [d_out]`.
    Given(Affine),
    /// Not known: the trace ends at the concatenation.
    Unknown,
}

/// A problem whose shapes fit, with its projections and scores computed. Cloning is cheap.
#[derive(Debug, Clone, PartialEq)]
pub struct Problem {
    projected: Arc<Projected>,
    mask: Arc<Mask>,
    scale: Scale,
}

impl Problem {
    /// Checks the shapes, then computes projections and scores. `scale` defaults to division by
    /// √`d_k`, the width of a head (by 1 where scores or weights were given).
    ///
    /// # Errors
    /// [`ShapeError`] where shapes do not fit, what would be computed does not fit into memory, or a
    /// number to divide by is no number.
    pub fn new(
        inputs: Inputs,
        mask: impl Into<Arc<Mask>>,
        scale: Option<Scale>,
    ) -> Result<Self, ShapeError> {
        let mask = mask.into();
        check_heads(inputs.heads)?;
        check_start(&inputs)?;
        check_size(&inputs)?;
        let projected = Projected::of(inputs);
        check_after_projection(&projected)?;
        let scale = scale.unwrap_or_else(|| projected.default_scale());
        check_options(&mask, scale, &projected)?;
        Ok(Self { projected: Arc::new(projected), mask, scale })
    }

    /// The same inputs under another mask and scale; projections and scores are not recomputed.
    ///
    /// # Errors
    /// [`ShapeError`] where the mask's shape does not fit or the scale is no number.
    pub fn with_options(
        &self,
        mask: impl Into<Arc<Mask>>,
        scale: Scale,
    ) -> Result<Self, ShapeError> {
        let mask = mask.into();
        check_options(&mask, scale, &self.projected)?;
        Ok(Self { projected: Arc::clone(&self.projected), mask, scale })
    }

    /// Inputs, projections and scores.
    pub fn projected(&self) -> &Arc<Projected> {
        &self.projected
    }

    /// What was given.
    pub fn inputs(&self) -> &Inputs {
        &self.projected.inputs
    }

    /// The mask.
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// The mask, to be shared.
    pub fn shared_mask(&self) -> &Arc<Mask> {
        &self.mask
    }

    /// The scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }
}
