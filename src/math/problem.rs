//! What attention starts from: the inputs as given, and the problem that they form once checked.

use std::sync::Arc;

use ndarray::{Array1, Axis, s};

use super::{
    AddNorm, Heads, Mask, Matrix, Rotary, Scale, ShapeError,
    fit::{check_after_projection, check_heads, check_options, check_start},
    heads::split_heads,
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
    mask: Mask,
    scale: Scale,
}

/// The part of the trace that neither the mask nor the scale can change.
#[derive(Debug, PartialEq)]
pub struct Projected {
    /// What was given.
    pub inputs: Inputs,
    /// Queries before rotary position, `[n_heads, n_queries, d_k]`, where there is any.
    pub queries_before_rotary: Option<Heads>,
    /// Keys before rotary position, `[n_kv_heads, n_keys, d_k]`, where there is any.
    pub keys_before_rotary: Option<Heads>,
    /// `[n_heads, n_queries, d_k]`; `None` where scores or weights were given.
    pub queries: Option<Heads>,
    /// `[n_kv_heads, n_keys, d_k]`; `None` where scores or weights were given.
    pub keys: Option<Heads>,
    /// `[n_kv_heads, n_keys, d_v]`; `None` where only scores or weights were given.
    pub values: Option<Heads>,
    /// Raw dot products, `[n_heads, n_queries, n_keys]`; `None` where weights were given.
    pub scores: Option<Heads>,
}

impl Problem {
    /// Checks the shapes, then computes projections and scores. `scale` defaults to division by
    /// √`d_k`, the width of a head (by 1 where scores or weights were given).
    ///
    /// # Errors
    /// [`ShapeError`] where shapes do not fit or a number to divide by is no number.
    pub fn new(inputs: Inputs, mask: Mask, scale: Option<Scale>) -> Result<Self, ShapeError> {
        check_heads(inputs.heads)?;
        check_start(&inputs)?;
        let projected = project(inputs);
        check_after_projection(&projected)?;
        let scale = scale.unwrap_or_else(|| projected.default_scale());
        check_options(&mask, scale, &projected)?;
        Ok(Self { projected: Arc::new(projected), mask, scale })
    }

    /// The same inputs under another mask and scale; projections and scores are not recomputed.
    ///
    /// # Errors
    /// [`ShapeError`] where the mask's shape does not fit or the scale is no number.
    pub fn with_options(&self, mask: Mask, scale: Scale) -> Result<Self, ShapeError> {
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

    /// The scale.
    pub fn scale(&self) -> Scale {
        self.scale
    }
}

impl Projected {
    /// Where the computation begins after the projections.
    fn without_queries(inputs: Inputs, values: Option<Heads>) -> Self {
        Self {
            inputs,
            queries_before_rotary: None,
            keys_before_rotary: None,
            queries: None,
            keys: None,
            values,
            scores: None,
        }
    }

    /// Number of query heads.
    pub fn n_heads(&self) -> usize {
        self.inputs.heads.queries
    }

    /// Number of queries.
    pub fn n_queries(&self) -> usize {
        self.inputs.n_queries()
    }

    /// Number of keys.
    pub fn n_keys(&self) -> usize {
        self.inputs.n_keys()
    }

    /// Width of a query or key in one head; `None` where scores or weights were given.
    pub fn d_k(&self) -> Option<usize> {
        self.queries.as_ref().map(|queries| queries.dim().2)
    }

    /// Width of the embeddings; `None` where the computation begins later.
    pub fn d_model(&self) -> Option<usize> {
        self.embeddings().map(|embeddings| embeddings.x_q.ncols())
    }

    /// The embeddings, where the computation begins there.
    pub fn embeddings(&self) -> Option<&Embeddings> {
        match &self.inputs.start {
            Start::Embeddings(embeddings) => Some(embeddings),
            _ => None,
        }
    }

    /// The weights, where they were given, `[n_heads, n_queries, n_keys]`.
    pub fn given_weights(&self) -> Option<&Arc<Heads>> {
        match &self.inputs.start {
            Start::Weights { weights, .. } => Some(weights),
            _ => None,
        }
    }

    /// The key/value head that serves a query head: neighbors share one.
    pub fn kv_head(&self, head: usize) -> usize {
        head / (self.inputs.heads.queries / self.inputs.heads.keys_values)
    }

    /// Division by √`d_k`, or by 1 where scores or weights were given.
    pub fn default_scale(&self) -> Scale {
        self.d_k().map_or(Scale::DivideBy(1.0), Scale::by_head_width)
    }
}

/// Computes queries, keys, values and scores of inputs whose shapes fit.
fn project(inputs: Inputs) -> Projected {
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = inputs.heads;
    let (queries, keys, values) = match &inputs.start {
        Start::Embeddings(e) => (
            split_heads(e.query.apply(&e.x_q).view(), n_heads),
            split_heads(e.key.apply(e.keys_from()).view(), n_kv_heads),
            split_heads(e.value.apply(e.values_from()).view(), n_kv_heads),
        ),
        Start::Projections { queries, keys, values } => {
            (Heads::clone(queries), Heads::clone(keys), Heads::clone(values))
        }
        Start::Scores { scores, values } => {
            let (scores, values) = (Heads::clone(scores), values.as_deref().cloned());
            return Projected {
                scores: Some(scores),
                ..Projected::without_queries(inputs, values)
            };
        }
        Start::Weights { values, .. } => {
            let values = values.as_deref().cloned();
            return Projected::without_queries(inputs, values);
        }
    };
    let (queries_before_rotary, queries) = rotate(inputs.rotary.as_ref(), queries);
    let (keys_before_rotary, keys) = rotate(inputs.rotary.as_ref(), keys);
    let scores = dot_products(&queries, &keys);
    Projected {
        inputs,
        queries_before_rotary,
        keys_before_rotary,
        queries: Some(queries),
        keys: Some(keys),
        values: Some(values),
        scores: Some(scores),
    }
}

/// What was before rotary position, if there is any, and what is after it.
fn rotate(rotary: Option<&Rotary>, x: Heads) -> (Option<Heads>, Heads) {
    match rotary {
        None => (None, x),
        Some(rotary) => {
            let rotated = rotary.rotate(&x);
            (Some(x), rotated)
        }
    }
}

/// Q · Kᵀ of each head, `[n_heads, n_queries, n_keys]`; key heads are shared by neighbors.
fn dot_products(queries: &Heads, keys: &Heads) -> Heads {
    let (n_heads, n_queries, _) = queries.dim();
    let (n_kv_heads, n_keys, _) = keys.dim();
    let mut scores = Heads::zeros((n_heads, n_queries, n_keys));
    let group = n_heads / n_kv_heads;
    for (h, mut of_head) in scores.outer_iter_mut().enumerate() {
        let key = keys.index_axis(Axis(0), h / group);
        of_head.assign(&queries.slice(s![h, .., ..]).dot(&key.t()));
    }
    scores
}
