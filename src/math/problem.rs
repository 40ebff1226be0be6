//! What attention starts from: the inputs as given, and the problem that they form once checked.

use std::{
    ops::Range,
    sync::{Arc, OnceLock},
};

use ndarray::{Array1, s};

use super::{
    AddNorm, Heads, Mask, Matrix, Overridable, Overrides, Projected, Rotary, Scale, ShapeError,
    fit::{Shapes, check_heads, check_options},
    size::{check_size, fits_whole, is_long},
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

    /// Whether there are scores: not where weights were given.
    pub fn has_scores(&self) -> bool {
        !matches!(self.start, Start::Weights { .. })
    }

    /// Whether a matrix is computed, and not given: only its cells are set by [`Overrides`].
    pub fn computes(&self, of: Overridable) -> bool {
        match (&self.start, of) {
            (Start::Embeddings(_), _) | (Start::Projections { .. }, Overridable::Scores) => true,
            (Start::Projections { .. }, Overridable::Queries | Overridable::Keys) => {
                self.rotary.is_some()
            }
            (Start::Projections { .. }, Overridable::Values)
            | (Start::Scores { .. } | Start::Weights { .. }, _) => false,
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
        self.apply_heads(x, 0..1, 1)
    }

    /// Projects `x [n, d_in]` to the columns of these of `n_heads` heads: `[n, held · d_out / n_heads]`.
    pub(super) fn apply_heads(&self, x: &Matrix, held: Range<usize>, n_heads: usize) -> Matrix {
        let d = self.weight.as_deref().map_or(x.ncols(), Matrix::ncols) / n_heads.max(1);
        let columns = held.start * d..held.end * d;
        let of_heads = |x: &Matrix| x.slice(s![.., columns.clone()]).to_owned();
        let mut projected = match self.weight.as_deref() {
            Some(weight) => x.dot(&weight.slice(s![.., columns.clone()])),
            None => of_heads(x),
        };
        if let Some(bias) = &self.bias {
            projected += &bias.slice(s![columns]);
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

/// A problem whose shapes fit. Its projections and scores are computed when they are first asked for,
/// once for all clones: what only hands it on pays nothing for them. Cloning is cheap.
#[derive(Debug, Clone)]
pub struct Problem {
    given: Arc<Given>,
    mask: Arc<Mask>,
    scale: Scale,
}

/// The inputs, and what follows from them.
#[derive(Debug)]
struct Given {
    inputs: Inputs,
    projected: OnceLock<Arc<Projected>>,
}

/// What follows from the inputs, computed or not yet, makes no difference.
impl PartialEq for Problem {
    fn eq(&self, other: &Self) -> bool {
        self.inputs() == other.inputs() && self.mask == other.mask && self.scale == other.scale
    }
}

/// Checks everything but how much would be computed; gives the scale, which defaults as that of
/// [`Problem::new`] does.
///
/// # Errors
/// [`ShapeError`] where shapes do not fit, or a number to divide by is no number.
pub fn check(inputs: &Inputs, mask: &Mask, scale: Option<Scale>) -> Result<Scale, ShapeError> {
    check_heads(inputs.heads)?;
    let shapes = Shapes::of(inputs)?;
    shapes.check_overrides_and_output(inputs)?;
    let scale = scale.unwrap_or_else(|| shapes.default_scale());
    check_options(mask, scale, inputs)?;
    Ok(scale)
}

impl Problem {
    /// Checks the shapes. `scale` defaults to division by √`d_k`, the width of a head (by 1 where
    /// scores or weights were given).
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
        let scale = check(&inputs, &mask, scale)?;
        check_size(&inputs)?;
        let given = Arc::new(Given { inputs, projected: OnceLock::new() });
        Ok(Self { given, mask, scale })
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
        check_options(&mask, scale, self.inputs())?;
        Ok(Self { given: Arc::clone(&self.given), mask, scale })
    }

    /// The same with queries and keys left unturned; `None` where they are not turned anyway.
    pub fn without_rotary(&self) -> Option<Self> {
        self.inputs().rotary.as_ref()?;
        let inputs = Inputs { rotary: None, ..self.inputs().clone() };
        // The shapes fitted before, and do not depend on rotary position.
        Self::new(inputs, Arc::clone(&self.mask), Some(self.scale)).ok()
    }

    /// Inputs, projections and scores of every head; where the input [`Problem::is_long`], what is given alone.
    pub fn projected(&self) -> &Arc<Projected> {
        let Given { inputs, projected } = &*self.given;
        projected.get_or_init(|| {
            Arc::new(if self.is_long() {
                Projected::outlined(inputs, 0)
            } else {
                Projected::of(inputs.clone(), 0..inputs.heads.queries)
            })
        })
    }

    /// Whether both are of the same inputs, not of equal ones.
    pub fn shares_inputs(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.given, &other.given)
    }

    /// The same with the matrices of one head at least. Those of a long input are not kept.
    pub fn projected_for(&self, head: usize) -> Arc<Projected> {
        let head = head.min(self.inputs().heads.queries - 1);
        if !self.is_long() {
            return Arc::clone(self.projected());
        }
        Arc::new(Projected::of(self.inputs().clone(), head..head + 1))
    }

    /// The same with the matrices of every head, which of a long input are not kept.
    pub(super) fn projected_whole(&self) -> Arc<Projected> {
        if !self.is_long() {
            return Arc::clone(self.projected());
        }
        let inputs = self.inputs();
        Arc::new(Projected::of(inputs.clone(), 0..inputs.heads.queries))
    }

    /// Whether every stage of all heads fits into memory at once.
    pub fn fits_whole(&self) -> bool {
        fits_whole(self.inputs())
    }

    /// Whether the matrices of all heads are more than are kept at once: those of one are.
    pub fn is_long(&self) -> bool {
        is_long(self.inputs())
    }

    /// What was given.
    pub fn inputs(&self) -> &Inputs {
        &self.given.inputs
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

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn projections_are_computed_when_asked_for_and_once_for_all_clones() {
        let scores = Arc::new(array![[[1., 2.]]]);
        let inputs = Inputs {
            start: Start::Scores { scores, values: None },
            heads: HeadCounts::equal(1),
            rotary: None,
            output: OutputProjection::Unknown,
            add_norm: None,
            overrides: Overrides::new(),
        };
        let problem = Problem::new(inputs, Mask::None, None).unwrap();
        assert!(problem.given.projected.get().is_none());
        let masked = problem.with_options(Mask::Causal, Scale::DivideBy(2.0)).unwrap();
        assert_eq!(masked.projected().scores, Some(array![[[1., 2.]]]));
        assert!(Arc::ptr_eq(problem.projected(), masked.projected()));
    }
}
