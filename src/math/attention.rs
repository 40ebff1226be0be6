//! Multi-head attention, top to bottom, with every intermediate kept.

use std::sync::Arc;

use ndarray::Axis;

use super::{
    AddNorm, Affine, Between, Heads, Matrix, MatrixName, Normalized, OutputProjection, Overview,
    Problem, Projected, Scale, Softmax, heads::merge_heads, mask::Mask, softmax::softmax,
};

/// Every intermediate of one problem.
#[derive(Debug, Clone, PartialEq)]
pub struct Trace {
    /// Inputs, queries, keys, values and raw scores.
    pub projected: Arc<Projected>,
    /// The mask that was applied.
    pub mask: Arc<Mask>,
    /// The scale that was applied.
    pub scale: Scale,
    /// Scores after scaling, `[held, n_queries, n_keys]`, as everything of heads here ([`Projected::held`]); `None` where weights were given, and of a long input ([`Between`]), as the two below.
    pub scaled: Option<Heads>,
    /// Scaled scores with −∞ where a query may not look, or with an additive mask,
    /// `[held, n_queries, n_keys]`; `None` where weights were given.
    pub masked: Option<Heads>,
    /// Maximum, exponentials and sum of each row; `None` where weights were given.
    pub softmax: Option<Softmax>,
    /// Where scores, scaled, masked, exponentials and weights are: here, or elsewhere.
    pub between: Between,
    /// Attention weights, `[held, n_queries, n_keys]`; empty of a long input ([`Between`]).
    pub weights: Arc<Heads>,
    /// Mixture of values for each query, `[held, n_queries, d_v]`; `None` without values, and while it is awaited.
    pub context: Option<Heads>,
    /// Heads side by side, `[n_queries, n_heads · d_v]`; `None` without values, and where not all heads are held until
    /// [`Trace::with_all_heads`].
    pub concat: Option<Matrix>,
    /// concat · `w_o` + `b_o`, `[n_queries, d_out]`; `None` where `w_o` is not known, and as long as there is no `concat`.
    pub output: Option<Matrix>,
    /// `x_q` + output, `[n_queries, d_model]`, where a residual connection is asked for.
    pub residual: Option<Matrix>,
    /// Layer norm of the residual, where it is asked for.
    pub add_norm: Option<Normalized>,
    /// All heads at a glance, where the engine has gone through those of a long input. Of what is held whole it is
    /// made when it is looked at ([`Overview::of`]).
    pub overview: Option<Arc<Overview>>,
    /// What a reader should be told about these numbers.
    pub remarks: Vec<Remark>,
}

/// Something about a trace that its reader should be told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    /// This query may see no key: its weights are 0 and its context is 0. `PyTorch` gives NaN,
    /// Keras the average of all values or 0, by version.
    SeesNoKey {
        /// Query head.
        head: usize,
        /// Row of the scores.
        query: usize,
    },
}

/// Computes multi-head attention, keeping every intermediate.
///
/// softmax(Q Kᵀ ÷ √`d_k` + mask) V of each head, then `concat · w_o + b_o`.
/// Vaswani et al. 2017, eq. 1 and §3.2.2; numbers agree with `PyTorch`, Keras and `NumPy` to
/// 1e-9 (`tests/fixtures`). A query that may see no key gets weights of 0 and a [`Remark`].
/// Every head is held, however long the input is: [`Problem::fits_whole`] tells whether that fits into memory.
pub fn attend(problem: &Problem) -> Trace {
    follow(&problem.projected_whole(), problem.shared_mask(), problem.scale())
}

/// The same of the heads that these projections hold: for a long input, of one.
pub fn attend_from(projected: &Arc<Projected>, problem: &Problem) -> Trace {
    follow(projected, problem.shared_mask(), problem.scale())
}

/// What follows from projections and scores under a mask and a scale.
pub(super) fn follow(projected: &Arc<Projected>, mask: &Arc<Mask>, scale: Scale) -> Trace {
    let scaled = projected.scores.as_ref().map(|scores| scores.mapv(|score| scale.apply(score)));
    let first = projected.held.start;
    let masked = scaled.as_ref().map(|scaled| mask.apply(scaled, first));
    let softmax = masked.as_ref().map(softmax);
    let weights = softmax.as_ref().map(|softmax| Arc::new(softmax.weights()));
    // Where there are no scores, weights were given.
    let weights = weights.or_else(|| projected.held_weights()).unwrap_or_default();
    let context = projected.values.as_ref().map(|values| mix(&weights, values, masked.as_ref()));
    // One of several heads is no concatenation.
    let concat = context.as_ref().filter(|_| projected.holds_all()).map(merge_heads);
    let output = concat.as_ref().and_then(|concat| project_output(projected, concat));
    let residual = output.as_ref().and_then(|output| add_residual(projected, output));
    let add_norm = residual.as_ref().and_then(|residual| normalize(projected, residual));
    let remarks = softmax.as_ref().map(|softmax| remarks(softmax, first)).unwrap_or_default();
    Trace {
        projected: Arc::clone(projected),
        mask: Arc::clone(mask),
        scale,
        scaled,
        masked,
        softmax,
        between: Between::Stored,
        weights,
        context,
        concat,
        output,
        residual,
        add_norm,
        overview: None,
        remarks,
    }
}

impl Trace {
    /// Whether there is such a matrix, be it here, awaited, or one of all heads that comes after the opened one.
    pub fn has(&self, name: MatrixName) -> bool {
        let is_partial = !self.projected.holds_all();
        self.size(name, self.projected.held.start).is_some()
            || is_partial && self.projected.inputs.size_of(name).is_some()
    }
}

/// The same with something put in the place of what was computed, and what follows from that: for
/// mistakes.
impl Trace {
    /// Other weights, `[n_heads, n_queries, n_keys]`.
    pub(super) fn with_weights(mut self, weights: Heads) -> Self {
        let values = self.projected.values.as_ref();
        self.context = values.map(|values| mix(&weights, values, None));
        (self.softmax, self.weights, self.remarks) = (None, Arc::new(weights), Vec::new());
        let concat = self.context.as_ref().map(merge_heads);
        self.with_concat(concat)
    }

    /// Something else in the place of the concatenation, `[n_queries, any]`; where it does not fit
    /// the output projection there is no output.
    pub(super) fn with_concat(mut self, concat: Option<Matrix>) -> Self {
        self.concat = concat;
        let fitting = self.concat.as_ref().filter(|concat| match &self.projected.inputs.output {
            OutputProjection::Given(Affine { weight: Some(weight), .. }) => {
                weight.nrows() == concat.ncols()
            }
            OutputProjection::Given(Affine { bias: Some(bias), .. }) => {
                bias.len() == concat.ncols()
            }
            OutputProjection::Given(_) | OutputProjection::Unknown => true,
        });
        let output = fitting.and_then(|concat| project_output(&self.projected, concat));
        self.with_output(output)
    }

    /// Another output, `[n_queries, any]`; where it does not fit the embeddings nothing follows.
    pub(super) fn with_output(mut self, output: Option<Matrix>) -> Self {
        self.output = output;
        let width = self.projected.d_model();
        let fitting = self.output.as_ref().filter(|output| Some(output.ncols()) == width);
        self.residual = fitting.and_then(|output| add_residual(&self.projected, output));
        let residual = self.residual.as_ref();
        self.add_norm = residual.and_then(|residual| normalize(&self.projected, residual));
        self
    }
}

/// weights · V of each head: `[n_heads, n_queries, n_keys]` × `[n_kv_heads, n_keys, d_v]`.
/// Keys that a query may not look at are left out: 0 × NaN would be NaN.
fn mix(weights: &Heads, values: &Heads, masked: Option<&Heads>) -> Heads {
    let (n_heads, n_queries, _) = weights.dim();
    let (n_kv_heads, _, d_v) = values.dim();
    let group = n_heads / n_kv_heads;
    let mut context = Heads::zeros((n_heads, n_queries, d_v));
    for (h, mut of_head) in context.outer_iter_mut().enumerate() {
        let value = values.index_axis(Axis(0), h / group);
        let weights = weights.index_axis(Axis(0), h);
        of_head.assign(&weights.dot(&value));
        if value.iter().all(|number| number.is_finite()) {
            continue;
        }
        let masked = masked.map(|masked| masked.index_axis(Axis(0), h));
        for ((query, column), sum) in of_head.indexed_iter_mut() {
            let keys = weights.row(query).into_iter().zip(value.column(column)).enumerate();
            let seen = keys.filter(|(key, (weight, _))| match &masked {
                Some(masked) => masked[(query, *key)] != f64::NEG_INFINITY,
                None => **weight != 0.0,
            });
            *sum = seen.map(|(_, (weight, value))| weight * value).sum();
        }
    }
    context
}

pub(super) fn project_output(projected: &Projected, concat: &Matrix) -> Option<Matrix> {
    match &projected.inputs.output {
        OutputProjection::Given(affine) => Some(affine.apply(concat)),
        OutputProjection::Unknown => None,
    }
}

fn add_residual(projected: &Projected, output: &Matrix) -> Option<Matrix> {
    projected.inputs.add_norm.as_ref()?;
    Some(&*projected.embeddings()?.x_q + output)
}

fn normalize(projected: &Projected, residual: &Matrix) -> Option<Normalized> {
    let AddNorm { norm } = projected.inputs.add_norm.as_ref()?;
    norm.as_ref().map(|norm| norm.apply(residual))
}

/// `first` is the first head of the stack.
fn remarks(softmax: &Softmax, first: usize) -> Vec<Remark> {
    let unseeing = softmax.row_max.indexed_iter().filter(|(_, max)| **max == f64::NEG_INFINITY);
    let remark = |((head, query), _)| Remark::SeesNoKey { head: first + head, query };
    unseeing.map(remark).collect()
}
