//! How much would be computed, before it is.

use super::{Affine, Heads, Inputs, Matrix, MatrixName, OutputProjection, ShapeError, Start};

/// Numbers of a whole trace: 1 GiB, so that two of them, the present and the next, fit into the
/// 4 GiB that a page has.
const MOST_NUMBERS: usize = 1 << 27;

/// More numbers of scores, over all their stages and heads, are not kept at once: 16 MiB, which a page follows a slider
/// with. That is 12 heads of 187 tokens, or one of 647.
const LONG: usize = 1 << 21;

/// Raw, scaled and masked scores, exponentials and weights.
const SCORE_STAGES: usize = 5;

/// Of a long input scores and weights are kept of one head, in f32, which are half a number, by the page and by
/// the engine. So one head of 8,000 tokens fits.
const LONG_SCORE_STAGES: usize = 2;

/// Refuses inputs from which more would follow than memory holds.
pub(super) fn check_size(inputs: &Inputs) -> Result<(), ShapeError> {
    let numbers = if is_long(inputs) {
        numbers(inputs, 1, LONG_SCORE_STAGES)
    } else {
        numbers(inputs, inputs.heads.queries, SCORE_STAGES)
    };
    if numbers <= MOST_NUMBERS {
        return Ok(());
    }
    Err(ShapeError::TooMuch { numbers, limit: MOST_NUMBERS })
}

/// Whether the scores of all heads are more than are kept at once, so that one is.
pub(super) fn is_long(inputs: &Inputs) -> bool {
    // Weights that were given are there anyway.
    inputs.has_scores()
        && product(&[SCORE_STAGES, inputs.heads.queries, inputs.n_queries(), inputs.n_keys()])
            > LONG
}

/// Whether every stage of all heads fits into memory at once.
pub(super) fn fits_whole(inputs: &Inputs) -> bool {
    numbers(inputs, inputs.heads.queries, SCORE_STAGES) <= MOST_NUMBERS
}

/// How many numbers all stages have, of which so many stages of scores are kept, of so many heads.
fn numbers(inputs: &Inputs, n_held: usize, score_stages: usize) -> usize {
    let (n, m) = (inputs.n_queries(), inputs.n_keys());
    let n_heads = inputs.heads.queries;
    let turned = if inputs.rotary.is_some() { 2 } else { 1 };
    let (score_stages, projected) = match &inputs.start {
        Start::Embeddings(e) => {
            let [queries, keys] = [width(&e.query, &e.x_q), width(&e.key, e.keys_from())];
            let values = width(&e.value, e.values_from());
            let turned = product(&[turned, sum(&[product(&[n, queries]), product(&[m, keys])])]);
            (score_stages, sum(&[turned, product(&[m, values])]))
        }
        Start::Projections { queries, keys, values } => {
            let turned = product(&[turned, sum(&[queries.len(), keys.len()])]);
            (score_stages, sum(&[turned, values.len()]))
        }
        Start::Scores { values, .. } => (score_stages, values.as_ref().map_or(0, |it| it.len())),
        Start::Weights { values, .. } => (0, values.as_ref().map_or(0, |it| it.len())),
    };
    let d_v = inputs.d_v().unwrap_or_default();
    let concat = product(&[n_heads, n, d_v]);
    let d_out = match &inputs.output {
        OutputProjection::Given(Affine { weight: Some(weight), .. }) => weight.ncols(),
        OutputProjection::Given(_) => product(&[n_heads, d_v]),
        OutputProjection::Unknown => 0,
    };
    let scores = product(&[score_stages, n_held, n, m]);
    // Context, concatenation; output, residual, its norm and what is before that is stretched.
    sum(&[scores, projected, product(&[2, concat]), product(&[4, n, d_out])])
}

impl Inputs {
    /// Width of a query or key in one head; `None` where scores or weights were given.
    pub fn d_k(&self) -> Option<usize> {
        match &self.start {
            Start::Embeddings(e) => Some(width(&e.query, &e.x_q) / self.heads.queries),
            Start::Projections { queries, .. } => Some(queries.dim().2),
            Start::Scores { .. } | Start::Weights { .. } => None,
        }
    }

    /// Width of a value in one head; `None` without values.
    pub fn d_v(&self) -> Option<usize> {
        let of = |values: &Heads| values.dim().2;
        match &self.start {
            Start::Embeddings(e) => Some(width(&e.value, e.values_from()) / self.heads.keys_values),
            Start::Projections { values, .. } => Some(of(values)),
            Start::Scores { values, .. } | Start::Weights { values, .. } => {
                values.as_deref().map(of)
            }
        }
    }

    /// Width of the output; `None` where its projection is not known, or there are no values.
    pub fn d_out(&self) -> Option<usize> {
        let d_concat = self.heads.queries * self.d_v()?;
        match &self.output {
            OutputProjection::Given(Affine { weight: Some(weight), .. }) => Some(weight.ncols()),
            OutputProjection::Given(_) => Some(d_concat),
            OutputProjection::Unknown => None,
        }
    }

    /// Rows and columns of what will be computed; `None` for what never is, and for what is given.
    pub(super) fn size_of(&self, name: MatrixName) -> Option<(usize, usize)> {
        use MatrixName as M;
        let (n, m) = (self.n_queries(), self.n_keys());
        let tokens = match name {
            M::Keys | M::KeysBeforeRotary | M::Values => m,
            _ => n,
        };
        let add_norm = self.add_norm.as_ref();
        let width = match name {
            M::QueriesBeforeRotary | M::KeysBeforeRotary => {
                self.rotary.as_ref().and_then(|_| self.d_k())
            }
            M::Queries | M::Keys => self.d_k(),
            M::Values | M::Context => self.d_v(),
            M::Scores | M::Scaled | M::MaskTerm | M::Masked => self.has_scores().then_some(m),
            M::Weights => Some(m),
            M::Concat => self.d_v().map(|d_v| self.heads.queries * d_v),
            M::Output => self.d_out(),
            M::Residual => add_norm.and_then(|_| self.d_out()),
            M::AddNorm => add_norm.and_then(|it| it.norm.as_ref()).and_then(|_| self.d_out()),
            M::X | M::XKeys | M::XValues | M::WQuery | M::WKey | M::WValue | M::WOutput => None,
        };
        width.map(|width| (tokens, width))
    }
}

/// Width of what a projection makes of `x [n, d_in]`.
fn width(affine: &Affine, x: &Matrix) -> usize {
    affine.weight.as_deref().map_or(x.ncols(), Matrix::ncols)
}

fn product(factors: &[usize]) -> usize {
    factors.iter().fold(1, |product, factor| product.saturating_mul(*factor))
}

fn sum(terms: &[usize]) -> usize {
    terms.iter().fold(0, |sum, term| sum.saturating_add(*term))
}
