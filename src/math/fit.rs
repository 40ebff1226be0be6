//! Whether the shapes of a problem fit each other: every check that [`Problem::new`] makes.
//!
//! [`Problem::new`]: super::Problem::new

use ndarray::Dimension;

use super::{
    Affine, Embeddings, HeadCounts, Heads, Inputs, Mask, Matrix, OutputProjection, OverridePlace,
    Projected, Scale, ShapeError, Start, error::Shape,
};

impl Affine {
    /// Checks the projection against its input `x [.., d_in]`; returns `d_out`.
    fn check(&self, names: [&'static str; 2], d_in: usize) -> Result<usize, ShapeError> {
        let [weight_name, bias_name] = names;
        let d_out = self.weight.as_deref().map_or(d_in, Matrix::ncols);
        if let Some(weight) = &self.weight {
            let why = "its rows are the columns of what it multiplies";
            expect_shape(weight_name, weight, &[d_in, d_out], why)?;
            expect_some(weight_name, weight)?;
        }
        if let Some(bias) = &self.bias {
            let why = "a bias has one number for each column of its projection";
            expect_shape(bias_name, bias, &[d_out], why)?;
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

/// Checks what the computation begins with.
pub(super) fn check_start(inputs: &Inputs) -> Result<(), ShapeError> {
    match &inputs.start {
        Start::Embeddings(embeddings) => check_embeddings(embeddings, inputs),
        Start::Projections { queries, keys, values } => {
            check_projections(inputs, [queries.dim(), keys.dim(), values.dim()])
        }
        Start::Scores { scores, values } => {
            check_ready("scores", inputs, scores, values.as_deref())
        }
        Start::Weights { weights, values } => {
            check_ready("weights", inputs, weights, values.as_deref())
        }
    }
}

fn check_embeddings(e: &Embeddings, inputs: &Inputs) -> Result<(), ShapeError> {
    expect_some("x_q", &e.x_q)?;
    expect_some("x_k", e.keys_from())?;
    expect_some("x_v", e.values_from())?;
    let (n, m) = (e.x_q.nrows(), e.keys_from().nrows());
    let why = "there must be a value for each key";
    expect_shape("x_v", e.values_from(), &[m, e.values_from().ncols()], why)?;
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = inputs.heads;
    let d_k = head_width("w_q", e.query.check(["w_q", "b_q"], e.x_q.ncols())?, n_heads)?;
    let key_width = e.key.check(["w_k", "b_k"], e.keys_from().ncols())?;
    let d_k_of_keys = head_width("w_k", key_width, n_kv_heads)?;
    let value_width = e.value.check(["w_v", "b_v"], e.values_from().ncols())?;
    let d_v = head_width("w_v", value_width, n_kv_heads)?;
    let projected = [(n_heads, n, d_k), (n_kv_heads, m, d_k_of_keys), (n_kv_heads, m, d_v)];
    check_projections(inputs, projected)
}

/// Checks the shapes of queries, keys and values, `[n_heads, n_tokens, d]` each.
fn check_projections(
    inputs: &Inputs,
    [queries, keys, values]: [(usize, usize, usize); 3],
) -> Result<(), ShapeError> {
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = inputs.heads;
    let (_, n, d_k) = queries;
    let (_, m, _) = keys;
    expect_heads("q", queries, (n_heads, n, d_k), "q has one matrix for each head")?;
    expect_heads("k", keys, (n_kv_heads, m, d_k), "keys are as wide as queries, head by head")?;
    expect_heads("v", values, (n_kv_heads, m, values.2), "there must be a value for each key")?;
    let Some(rotary) = &inputs.rotary else { return Ok(()) };
    if !d_k.is_multiple_of(2) {
        return Err(ShapeError::OddRotary { d_k });
    }
    let Some(positions) = &rotary.positions else { return Ok(()) };
    let why = "there must be a position for each query and for each key";
    expect_shape("positions", positions, &[n], why)?;
    expect_shape("positions", positions, &[m], why)
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
    expect_heads(of, stack.dim(), (n_heads, n, m), "there must be one matrix for each head")?;
    let Some(values) = values else { return Ok(()) };
    let expected = (n_kv_heads, m, values.dim().2);
    expect_heads("v", values.dim(), expected, "there must be a value for each key")
}

/// Checks what is set by hand, and what depends on the width of the concatenated heads.
pub(super) fn check_after_projection(projected: &Projected) -> Result<(), ShapeError> {
    check_overrides(projected)?;
    let Some(values) = &projected.values else { return Ok(()) };
    let OutputProjection::Given(output) = &projected.inputs.output else { return Ok(()) };
    let width = projected.n_heads() * values.dim().2;
    let d_out = output.check(["w_o", "b_o"], width)?;
    let Some(add_norm) = &projected.inputs.add_norm else { return Ok(()) };
    let Some(embeddings) = projected.embeddings() else { return Ok(()) };
    let why = "the residual connection adds the output to x_q, so both have the same width";
    expect_shape("x_q", &embeddings.x_q, &[projected.n_queries(), d_out], why)?;
    let Some(norm) = &add_norm.norm else { return Ok(()) };
    let why = "layer norm has one number for each feature";
    expect_shape("ln_gamma", &norm.gamma, &[d_out], why)?;
    expect_shape("ln_beta", &norm.beta, &[d_out], why)
}

/// Checks that numbers are set by hand only where they are computed.
fn check_overrides(projected: &Projected) -> Result<(), ShapeError> {
    for place in projected.inputs.overrides.keys() {
        let OverridePlace { matrix, head, row, column } = *place;
        let of = matrix.key();
        let stack = projected.overridable(matrix).filter(|_| projected.computes(matrix));
        let stack = stack.ok_or(ShapeError::OverrideOfGiven { of })?;
        if stack.get((head, row, column)).is_none() {
            let (place, shape) = (Shape::of(&[head, row, column]), Shape::of(stack.shape()));
            return Err(ShapeError::OverrideOutside { of, place, shape });
        }
    }
    Ok(())
}

/// Checks the scale, the mask's shape, and that there are scores to mask.
pub(super) fn check_options(
    mask: &Mask,
    scale: Scale,
    projected: &Projected,
) -> Result<(), ShapeError> {
    let found = scale.given();
    if !found.is_finite() || found == 0.0 {
        return Err(ShapeError::Scale { found });
    }
    if projected.scores.is_none() && *mask != Mask::None {
        return Err(ShapeError::MaskAfterSoftmax);
    }
    mask.check((projected.n_heads(), projected.n_queries(), projected.n_keys()))
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
    why: &'static str,
) -> Result<(), ShapeError> {
    let (expected, found) = (Shape::of(expected), Shape::of(array.shape()));
    if expected == found { Ok(()) } else { Err(ShapeError::Mismatch { of, expected, found, why }) }
}

fn expect_heads(
    of: &'static str,
    found: (usize, usize, usize),
    expected: (usize, usize, usize),
    why: &'static str,
) -> Result<(), ShapeError> {
    let (found, expected): ([usize; 3], [usize; 3]) = (found.into(), expected.into());
    if found.contains(&0) {
        return Err(ShapeError::Empty { of, found: Shape::of(&found) });
    }
    if found == expected {
        return Ok(());
    }
    Err(ShapeError::Mismatch { of, expected: Shape::of(&expected), found: Shape::of(&found), why })
}
