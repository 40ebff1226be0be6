//! How much would be computed, before it is.

use super::{
    Affine, Heads, Inputs, MaskSize, Matrix, MatrixName, OutputProjection, ShapeError, Start,
};

/// Numbers of a whole trace: 1 GiB, so that two of them, the present and the next, fit into the
/// 4 GiB that a page has.
const MOST_NUMBERS: usize = 1 << 27;

/// More numbers of scores, over all their stages and heads, are not kept at once: 16 MiB, which a page follows a slider
/// with. That is 12 heads of 186 tokens, or one of 647.
const LONG: usize = 1 << 21;

/// Raw, scaled and masked scores, exponentials and weights.
const SCORE_STAGES: usize = 5;

/// Of a long input scores and weights are kept of one head, in f32, which are half a number, by the page and by
/// the engine. So one head of 8,000 tokens fits.
const LONG_SCORE_STAGES: usize = 2;

/// Refuses inputs from which more would follow than memory holds.
pub(super) fn check_size(inputs: &Inputs) -> Result<(), ShapeError> {
    let numbers = if is_long(inputs) {
        numbers(inputs, tokens(inputs), 1, LONG_SCORE_STAGES)
    } else {
        whole(inputs, tokens(inputs))
    };
    if numbers <= MOST_NUMBERS {
        return Ok(());
    }
    Err(ShapeError::TooMuch { numbers, limit: MOST_NUMBERS })
}

/// Whether the scores of all heads are more than are kept at once, so that one is.
pub(super) fn is_long(inputs: &Inputs) -> bool {
    is_long_at(inputs, tokens(inputs))
}

/// Whether every stage of all heads fits into memory at once.
pub(super) fn fits_whole(inputs: &Inputs) -> bool {
    whole(inputs, tokens(inputs)) <= MOST_NUMBERS
}

fn tokens(inputs: &Inputs) -> MaskSize {
    (inputs.n_queries(), inputs.n_keys())
}

fn is_long_at(inputs: &Inputs, (n, m): MaskSize) -> bool {
    // Weights that were given are there anyway.
    inputs.has_scores() && product(&[SCORE_STAGES, inputs.heads.queries, n, m]) > LONG
}

/// How many numbers all stages of all heads have, of so many queries and keys.
fn whole(inputs: &Inputs, size: MaskSize) -> usize {
    numbers(inputs, size, inputs.heads.queries, SCORE_STAGES)
}

/// How many numbers all stages have, of which so many stages of scores are kept, of so many heads.
fn numbers(inputs: &Inputs, (n, m): MaskSize, n_held: usize, score_stages: usize) -> usize {
    let (heads, is_turned) = (inputs.heads, inputs.rotary.is_some());
    let [d_k, d_v, d_out] =
        [inputs.d_k(), inputs.d_v(), inputs.d_out()].map(Option::unwrap_or_default);
    let queries = product(&[n, heads.queries, d_k]);
    let keys = product(&[m, heads.keys_values, d_k]);
    let turned = product(&[1 + usize::from(is_turned), sum(&[queries, keys])]);
    let values = product(&[m, heads.keys_values, d_v]);
    let concat = product(&[n, heads.queries, d_v]);
    let score_stages = if inputs.has_scores() { score_stages } else { 0 };
    let scores = product(&[score_stages, n_held, n, m]);
    // Context, concatenation; output, residual, its norm and what is before that is stretched.
    sum(&[scores, turned, values, product(&[2, concat]), product(&[4, n, d_out])])
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

    /// The memory that every stage of all heads would take of so many queries and keys, in bytes; `None` where that
    /// would be [long](super::Problem::is_long).
    pub fn bytes_whole(&self, size: MaskSize) -> Option<usize> {
        (!is_long_at(self, size)).then(|| product(&[size_of::<f64>(), whole(self, size)]))
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
