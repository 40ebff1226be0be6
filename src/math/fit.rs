//! Whether the shapes of a problem fit each other: every check that [`Problem::new`] makes.
//!
//! [`Problem::new`]: super::Problem::new

use ndarray::Dimension;

use super::{
    Affine, Asks, Embeddings, HeadCounts, Heads, Inputs, Mask, Matrix, OutputProjection,
    Overridable, OverridePlace, Scale, ShapeError, Start, error::Shape,
};

impl Affine {
    /// Checks the projection against its input `x [.., d_in]`; returns `d_out`.
    fn check(&self, names: [&'static str; 2], d_in: usize) -> Result<usize, ShapeError> {
        let [weight_name, bias_name] = names;
        let d_out = self.weight.as_deref().map_or(d_in, Matrix::ncols);
        if let Some(weight) = &self.weight {
            expect_shape(weight_name, weight, &[d_in, d_out], Asks::Multiplied)?;
            expect_some(weight_name, weight)?;
        }
        if let Some(bias) = &self.bias {
            expect_shape(bias_name, bias, &[d_out], Asks::ProjectionOfBias)?;
        }
        Ok(d_out)
    }
}

/// Checks that query heads share key/value heads evenly.
pub(super) fn check_heads(heads: HeadCounts) -> Result<(), ShapeError> {
    let HeadCounts { queries, keys_values } = heads;
    if queries == 0 || keys_values == 0 || !queries.is_multiple_of(keys_values) {
        return Err(ShapeError::Ungrouped { heads: queries, kv_heads: keys_values });
    }
    Ok(())
}

/// The dimensions of a stack, `[n_heads, rows, columns]`.
type Dim = (usize, usize, usize);

/// What the stages up to the scores will measure; `None` where the computation begins after one.
pub(super) struct Shapes {
    /// `[n_heads, n_queries, d_k]` and `[n_kv_heads, n_keys, d_k]`.
    queries_and_keys: Option<[Dim; 2]>,
    /// `[n_kv_heads, n_keys, d_v]`.
    values: Option<Dim>,
    /// `[n_heads, n_queries, n_keys]`.
    scores: Option<Dim>,
}

impl Shapes {
    /// Checks what the computation begins with, and measures what follows from it.
    pub(super) fn of(inputs: &Inputs) -> Result<Self, ShapeError> {
        let (projected, values) = match &inputs.start {
            Start::Embeddings(embeddings) => (Some(check_embeddings(embeddings, inputs)?), None),
            Start::Projections { queries, keys, values } => {
                (Some([queries.dim(), keys.dim(), values.dim()]), None)
            }
            Start::Scores { scores, values } => {
                check_ready("scores", inputs, scores, values.as_deref())?;
                (None, values.as_deref())
            }
            Start::Weights { weights, values } => {
                check_ready("weights", inputs, weights, values.as_deref())?;
                (None, values.as_deref())
            }
        };
        if let Some(projected) = projected {
            check_projections(inputs, projected)?;
        }
        let scores = (inputs.heads.queries, inputs.n_queries(), inputs.n_keys());
        Ok(Self {
            queries_and_keys: projected.map(|[queries, keys, _]| [queries, keys]),
            values: projected.map(|[_, _, values]| values).or_else(|| values.map(Heads::dim)),
            scores: inputs.has_scores().then_some(scores),
        })
    }

    /// Division by √`d_k`, or by 1 where scores or weights were given.
    pub(super) fn default_scale(&self) -> Scale {
        self.queries_and_keys
            .map_or(Scale::DivideBy(1.0), |[(_, _, d_k), _]| Scale::by_head_width(d_k))
    }

    /// Checks what is set by hand, and what depends on the width of the concatenated heads.
    pub(super) fn check_overrides_and_output(&self, inputs: &Inputs) -> Result<(), ShapeError> {
        self.check_overrides(inputs)?;
        let Some((_, _, d_v)) = self.values else { return Ok(()) };
        let OutputProjection::Given(output) = &inputs.output else { return Ok(()) };
        let d_out = output.check(["w_o", "b_o"], inputs.heads.queries * d_v)?;
        let Some(add_norm) = &inputs.add_norm else { return Ok(()) };
        let Start::Embeddings(embeddings) = &inputs.start else { return Ok(()) };
        expect_shape("x_q", &embeddings.x_q, &[inputs.n_queries(), d_out], Asks::Residual)?;
        let Some(norm) = &add_norm.norm else { return Ok(()) };
        expect_shape("ln_gamma", &norm.gamma, &[d_out], Asks::Features)?;
        expect_shape("ln_beta", &norm.beta, &[d_out], Asks::Features)
    }

    /// Checks that numbers are set by hand only where they are computed.
    fn check_overrides(&self, inputs: &Inputs) -> Result<(), ShapeError> {
        for place in inputs.overrides.keys() {
            let OverridePlace { matrix, head, row, column } = *place;
            let stack = match matrix {
                Overridable::Queries => self.queries_and_keys.map(|[queries, _]| queries),
                Overridable::Keys => self.queries_and_keys.map(|[_, keys]| keys),
                Overridable::Values => self.values,
                Overridable::Scores => self.scores,
            };
            let (heads, rows, columns) = stack
                .filter(|_| inputs.computes(matrix))
                .ok_or(ShapeError::OverrideOfGiven { of: matrix.key() })?;
            if head >= heads || row >= rows || column >= columns {
                let place = Shape::of(&[head, row, column]);
                let shape = Shape::of(&[heads, rows, columns]);
                return Err(ShapeError::OverrideOutside { of: matrix.key(), place, shape });
            }
        }
        Ok(())
    }
}

/// Gives the dimensions of queries, keys and values.
fn check_embeddings(e: &Embeddings, inputs: &Inputs) -> Result<[Dim; 3], ShapeError> {
    expect_some("x_q", &e.x_q)?;
    expect_some("x_k", e.keys_from())?;
    expect_some("x_v", e.values_from())?;
    let (n, m) = (e.x_q.nrows(), e.keys_from().nrows());
    let widths = [m, e.values_from().ncols()];
    expect_shape("x_v", e.values_from(), &widths, Asks::KeysOfValues)?;
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = inputs.heads;
    let [of_queries, of_keys, of_values] = made_of(e);
    let d_k = head_width(of_queries, e.query.check(["w_q", "b_q"], e.x_q.ncols())?, n_heads)?;
    let key_width = e.key.check(["w_k", "b_k"], e.keys_from().ncols())?;
    let d_k_of_keys = head_width(of_keys, key_width, n_kv_heads)?;
    let value_width = e.value.check(["w_v", "b_v"], e.values_from().ncols())?;
    let d_v = head_width(of_values, value_width, n_kv_heads)?;
    if d_k != d_k_of_keys {
        return Err(ShapeError::Widths { of: of_keys, queries: d_k, keys: d_k_of_keys });
    }
    Ok([(n_heads, n, d_k), (n_kv_heads, m, d_k_of_keys), (n_kv_heads, m, d_v)])
}

/// The last array that is given of those that queries, keys and values are made of.
fn made_of(e: &Embeddings) -> [&'static str; 3] {
    let keys_from = if e.x_k.is_some() { "x_k" } else { "x_q" };
    let values_from = if e.x_v.is_some() { "x_v" } else { keys_from };
    let last = |affine: &Affine, weight, x| if affine.weight.is_some() { weight } else { x };
    [
        last(&e.query, "w_q", "x_q"),
        last(&e.key, "w_k", keys_from),
        last(&e.value, "w_v", values_from),
    ]
}

/// Checks the shapes of queries, keys and values, `[n_heads, n_tokens, d]` each.
fn check_projections(inputs: &Inputs, [queries, keys, values]: [Dim; 3]) -> Result<(), ShapeError> {
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = inputs.heads;
    let (_, n, d_k) = queries;
    let (_, m, _) = keys;
    expect_heads("q", queries, (n_heads, n, d_k), Asks::Heads)?;
    expect_heads("k", keys, (n_kv_heads, m, d_k), Asks::WidthOfQueries)?;
    expect_heads("v", values, (n_kv_heads, m, values.2), Asks::KeysOfValues)?;
    let Some(rotary) = &inputs.rotary else { return Ok(()) };
    if !d_k.is_multiple_of(2) {
        return Err(ShapeError::OddRotary { d_k });
    }
    let Some(positions) = &rotary.positions else { return Ok(()) };
    expect_shape("positions", positions, &[n], Asks::Tokens)?;
    expect_shape("positions", positions, &[m], Asks::Tokens)
}

/// Checks ready-made scores or weights, `[n_heads, n_queries, n_keys]`.
fn check_ready(
    of: &'static str,
    inputs: &Inputs,
    stack: &Heads,
    values: Option<&Heads>,
) -> Result<(), ShapeError> {
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = inputs.heads;
    let (_, n, m) = stack.dim();
    expect_heads(of, stack.dim(), (n_heads, n, m), Asks::Heads)?;
    let Some(values) = values else { return Ok(()) };
    let expected = (n_kv_heads, m, values.dim().2);
    expect_heads("v", values.dim(), expected, Asks::KeysOfValues)
}

/// Checks the scale, the mask's shape, and that there are scores to mask.
pub(super) fn check_options(mask: &Mask, scale: Scale, inputs: &Inputs) -> Result<(), ShapeError> {
    let found = scale.given();
    if !found.is_finite() || found == 0.0 {
        return Err(ShapeError::Scale { found });
    }
    if !inputs.has_scores() && *mask != Mask::None {
        return Err(ShapeError::MaskAfterSoftmax);
    }
    mask.check((inputs.heads.queries, inputs.n_queries(), inputs.n_keys()))
}

fn head_width(of: &'static str, width: usize, heads: usize) -> Result<usize, ShapeError> {
    if width == 0 || !width.is_multiple_of(heads) {
        return Err(ShapeError::Indivisible { of, width, heads });
    }
    Ok(width / heads)
}

fn expect_some(of: &'static str, x: &Matrix) -> Result<(), ShapeError> {
    if x.is_empty() {
        return Err(ShapeError::Empty { of, found: Shape::of(x.shape()) });
    }
    Ok(())
}

fn expect_shape<D: Dimension>(
    of: &'static str,
    array: &ndarray::Array<f64, D>,
    expected: &[usize],
    why: Asks,
) -> Result<(), ShapeError> {
    let (expected, found) = (Shape::of(expected), Shape::of(array.shape()));
    if expected == found { Ok(()) } else { Err(ShapeError::Mismatch { of, expected, found, why }) }
}

fn expect_heads(of: &'static str, found: Dim, expected: Dim, why: Asks) -> Result<(), ShapeError> {
    let (found, expected): ([usize; 3], [usize; 3]) = (found.into(), expected.into());
    if found.contains(&0) {
        return Err(ShapeError::Empty { of, found: Shape::of(&found) });
    }
    if found == expected {
        return Ok(());
    }
    Err(ShapeError::Mismatch { of, expected: Shape::of(&expected), found: Shape::of(&found), why })
}
