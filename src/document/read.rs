//! From a JSON text to a document: which key means what.

use std::sync::Arc;

use ndarray::{Array, Array1, ArrayD, Axis, Dimension};

use super::{
    Axes, Convention, Document, DocumentError, Each, LARGEST_ARRAY, Place, Reason,
    array::Entry,
    check_size,
    json::{Node, Object},
    mask::mask,
    over::Base,
    overrides::overrides,
    start::{head_counts, refuse_before_weights, start},
};
use crate::math::{
    AddNorm, Affine, HeadCounts, Heads, Inputs, LayerNorm, Matrix, OutputProjection, Rotary, Scale,
    Start,
};

/// What `torch.nn.LayerNorm` adds to the variance where nothing is said.
const DEFAULT_EPSILON: f64 = 1e-5;

/// Reads a document; where it points at a base, that stands there.
pub(super) fn document(text: &str, base: Option<&Document>) -> Result<Document, DocumentError> {
    let root = Node::root(text)?.object()?;
    let parts = Parts { base: base.map(Base::of), ..Parts::of(&root)? };
    let name = root.get("name").map(|name| name.text()).transpose()?;
    let inputs = inputs(&parts)?;
    let (mask, mask_kind) = mask(&parts)?;
    let scale = scale(&parts.options)?;
    if matches!(inputs.start, Start::Weights { .. }) {
        refuse_before_weights(&parts.options, &mask)?;
    }
    let (n_queries, n_keys) = (inputs.n_queries(), inputs.n_keys());
    Ok(Document {
        name,
        convention: parts.convention,
        tokens: tokens(&parts, "tokens", Each::Query, n_queries)?,
        tokens_k: tokens(&parts, "tokens_k", Each::Key, n_keys)?,
        inputs,
        mask,
        mask_kind,
        scale,
    })
}

/// Where in a document the array stands that a [`crate::math::ShapeError`] is about, or, where it
/// is not given itself, that from which it would be made.
pub(super) fn place_of_array(text: &str, of: &str) -> Option<Place> {
    let parts = Parts::of(&Node::root(text).ok()?.object().ok()?).ok()?;
    let mask = parts.options.object("mask").ok()?;
    let places: &[(&Object<'_>, &str)] = match of {
        "mask" => &[(&mask, "allow"), (&mask, "add")],
        "heads" => &[(&parts.dims, "kv_heads"), (&parts.dims, "heads")],
        "scale" => &[(&parts.options, "divide_by"), (&parts.options, "scale")],
        _ => {
            let keys = made_of(of).iter().chain([&of]);
            return keys.rev().find_map(|key| parts.inputs.get(key)).map(|node| node.place());
        }
    };
    places.iter().find_map(|(object, key)| object.get(key)).map(|node| node.place())
}

/// Keys of `inputs` from which another is made where it is not given, the nearest last.
fn made_of(key: &str) -> &'static [&'static str] {
    match key {
        "q" => &["x_q", "w_q"],
        "w_q" | "x_k" => &["x_q"],
        "k" => &["x_q", "x_k", "w_k"],
        "w_k" | "x_v" => &["x_q", "x_k"],
        "v" => &["x_q", "x_k", "x_v", "w_v"],
        "w_v" => &["x_q", "x_k", "x_v"],
        _ => &[],
    }
}

/// The objects of a document.
pub(super) struct Parts<'a> {
    pub(super) convention: Convention,
    pub(super) dims: Object<'a>,
    pub(super) inputs: Object<'a>,
    pub(super) options: Object<'a>,
    config: Object<'a>,
    base: Option<Base<'a>>,
}

impl<'a> Parts<'a> {
    fn of(root: &Object<'a>) -> Result<Self, DocumentError> {
        let convention = root.get("convention").map(|node| node.word(&["row", "column"]));
        let convention = match convention.transpose()?.as_deref() {
            Some("column") => Convention::Column,
            _ => Convention::Row,
        };
        Ok(Self {
            convention,
            dims: root.object("dims")?,
            inputs: root.object("inputs")?,
            options: root.object("options")?,
            config: root.object("config")?,
            base: None,
        })
    }

    /// An array of any depth, a row being a token: the door at which columns become rows.
    pub(super) fn array<T: Entry>(&self, node: &Node<'a>) -> Result<ArrayD<T>, DocumentError> {
        let of_base = self.base.as_ref().and_then(|base| base.array(node));
        let mut array = of_base.unwrap_or_else(|| node.array())?;
        let depth = array.ndim();
        if self.convention == Convention::Column && depth >= 2 {
            array.swap_axes(depth - 2, depth - 1);
            array = array.as_standard_layout().into_owned();
        }
        Ok(array)
    }

    fn vector(&self, key: &str) -> Result<Option<Array1<f64>>, DocumentError> {
        let Some(node) = self.inputs.get(key) else { return Ok(None) };
        fit(&node, self.array(&node)?, Axes::Length).map(Some)
    }

    pub(super) fn matrix(&self, key: &str) -> Result<Option<Arc<Matrix>>, DocumentError> {
        let Some(node) = self.inputs.get(key) else { return Ok(None) };
        fit(&node, self.array(&node)?, Axes::Matrix).map(|matrix| Some(Arc::new(matrix)))
    }

    /// One matrix for each head, or one matrix alone.
    pub(super) fn heads(&self, key: &str) -> Result<Option<Arc<Heads>>, DocumentError> {
        let Some(node) = self.inputs.get(key) else { return Ok(None) };
        let array = self.array(&node)?;
        let array = if array.ndim() == 2 { array.insert_axis(Axis(0)) } else { array };
        let heads = fit(&node, array, Axes::MatrixOrHeads)?;
        Ok(Some(Arc::new(heads)))
    }

    /// A projection: one matrix, or a list of one for each head, joined by `join`.
    pub(super) fn affine(
        &self,
        [weight, bias]: [&str; 2],
        n_heads: usize,
        join: fn(&Heads) -> Matrix,
    ) -> Result<Affine, DocumentError> {
        let bias = self.vector(bias)?;
        let Some(node) = self.inputs.get(weight) else { return Ok(Affine { weight: None, bias }) };
        let array = self.array(&node)?;
        if array.ndim() != 3 {
            let weight: Matrix = fit(&node, array, Axes::MatrixOrHeads)?;
            return Ok(Affine { weight: Some(weight.into()), bias });
        }
        let per_head: Heads = fit(&node, array, Axes::Heads)?;
        let found = per_head.dim().0;
        if found == n_heads {
            return Ok(Affine { weight: Some(join(&per_head).into()), bias });
        }
        let (place, of) = (node.place(), Each::Head);
        Err(DocumentError::Count { place, of, expected: n_heads, found })
    }

    /// The length of the outermost list at the first of `keys` that has one matrix for each head.
    pub(super) fn list_length<const N: usize>(
        &self,
        keys: [&str; N],
    ) -> Result<Option<usize>, DocumentError> {
        for node in keys.iter().filter_map(|key| self.inputs.get(key)) {
            let array = self.array::<f64>(&node)?;
            if array.ndim() == 3 {
                return Ok(Some(array.shape()[0]));
            }
        }
        Ok(None)
    }

    /// Two keys of which one leaves no place for the other.
    pub(super) fn refuse(
        &self,
        first: &'static str,
        others: &[&'static str],
    ) -> Result<(), DocumentError> {
        let Some(&second) = others.iter().find(|key| self.inputs.has(key)) else { return Ok(()) };
        Err(DocumentError::Conflict { first, second, why: Reason::TwoStarts })
    }
}

/// An array of as many dimensions as asked for.
pub(super) fn fit<T, D: Dimension>(
    node: &Node<'_>,
    array: ArrayD<T>,
    expected: Axes,
) -> Result<Array<T, D>, DocumentError> {
    let shape = array.shape().to_vec();
    array.into_dimensionality().map_err(|_| node.rank_error(expected, &shape))
}

/// Stacks one matrix for each head, `[n_heads, d_v, d_out]`, to `[n_heads · d_v, d_out]`.
fn stack(per_head: &Heads) -> Matrix {
    let (_, d_v, d_out) = per_head.dim();
    let rows = per_head.dim().0 * d_v;
    Matrix::from_shape_fn((rows, d_out), |(row, column)| per_head[(row / d_v, row % d_v, column)])
}

fn inputs(parts: &Parts<'_>) -> Result<Inputs, DocumentError> {
    let heads = head_counts(parts)?;
    let start = start(parts, heads)?;
    let rotary = rotary(parts, &start)?;
    let output = output(parts, heads, &start)?;
    let add_norm = add_norm(parts, &start, &output)?;
    let overrides = overrides(parts)?;
    Ok(Inputs { start, heads, rotary, output, add_norm, overrides })
}

/// `options.rope`, else what a checkpoint's `config` says.
fn rotary(parts: &Parts<'_>, start: &Start) -> Result<Option<Rotary>, DocumentError> {
    let rope = parts.options.object("rope")?;
    let is_explicit = parts.options.has("rope");
    if matches!(start, Start::Scores { .. } | Start::Weights { .. }) {
        let why = Reason::TurnedAlready;
        let is_scores = matches!(start, Start::Scores { .. });
        let second = if is_scores { "inputs.scores" } else { "inputs.weights" };
        let first = "options.rope";
        return if is_explicit {
            Err(DocumentError::Conflict { first, second, why })
        } else {
            Ok(None)
        };
    }
    let of_config = parts.config.object("rope_parameters")?;
    let theta = match (is_explicit, rope.get("theta")) {
        (true, None) => {
            let why = Reason::Wavelengths;
            return Err(DocumentError::Missing { what: "options.rope.theta", why });
        }
        (true, theta) => theta,
        (false, _) => of_config.get("rope_theta").or_else(|| parts.config.get("rope_theta")),
    };
    let Some(theta) = theta else { return Ok(None) };
    if let Some(kind) = of_config.get("rope_type").filter(|_| !is_explicit) {
        kind.word(&["default"])?;
    }
    if let Some(layout) = rope.get("layout").filter(|_| is_explicit) {
        check_layout(&layout)?;
    }
    Ok(Some(Rotary { theta: theta.number()?, positions: parts.vector("positions")? }))
}

/// Rotary position pairs feature i with i + d/2; the other layout is another permutation.
fn check_layout(layout: &Node<'_>) -> Result<(), DocumentError> {
    let found = layout.text()?;
    if found.starts_with("half") {
        return Ok(());
    }
    Err(DocumentError::Word { place: layout.place(), expected: &["half"], found })
}

fn output(
    parts: &Parts<'_>,
    heads: HeadCounts,
    start: &Start,
) -> Result<OutputProjection, DocumentError> {
    let is_known = parts.options.get("output_projection").map(|node| node.flag()).transpose()?;
    let mut affine = parts.affine(["w_o", "b_o"], heads.queries, stack)?;
    if is_known == Some(false) {
        let first = "options.output_projection: false";
        let second = if affine.weight.is_some() { "inputs.w_o" } else { "inputs.b_o" };
        let why = Reason::EndsAtConcat;
        return if affine == Affine::default() {
            Ok(OutputProjection::Unknown)
        } else {
            Err(DocumentError::Conflict { first, second, why })
        };
    }
    let has_values =
        !matches!(start, Start::Scores { values: None, .. } | Start::Weights { values: None, .. });
    if !has_values && affine != Affine::default() {
        let why = Reason::NothingToProject;
        return Err(DocumentError::Missing { what: "inputs.v", why });
    }
    if affine.weight.is_none() && parts.list_length(["w_v"])?.is_some() {
        affine.weight = Some(adding_heads(heads, start)?.into());
    }
    Ok(OutputProjection::Given(affine))
}

/// Identities one above the other, `[n_heads · d_v, d_v]`: with them the output is the sum of the
/// heads. Where `w_v` is a list of one matrix for each head, each contains its part of `w_o`.
fn adding_heads(heads: HeadCounts, start: &Start) -> Result<Matrix, DocumentError> {
    let value = match start {
        Start::Embeddings(e) => e.value.weight.as_deref(),
        Start::Projections { .. } | Start::Scores { .. } | Start::Weights { .. } => None,
    };
    let d_v = value.map_or(0, Matrix::ncols) / heads.keys_values.max(1);
    let width = heads.queries.saturating_mul(d_v);
    check_size("w_o", &[width, d_v], LARGEST_ARRAY)?;
    Ok(Matrix::from_shape_fn((width, d_v), |(row, column)| f64::from(row % d_v == column)))
}

fn add_norm(
    parts: &Parts<'_>,
    start: &Start,
    output: &OutputProjection,
) -> Result<Option<AddNorm>, DocumentError> {
    let is_residual = parts.options.get("residual").map(|node| node.flag()).transpose()?;
    let norm = layer_norm(parts)?;
    if norm.is_some() && is_residual == Some(false) {
        let (first, second) = ("inputs.ln_gamma", "options.residual: false");
        let why = Reason::NormAlone;
        return Err(DocumentError::Conflict { first, second, why });
    }
    if norm.is_none() && is_residual != Some(true) {
        return Ok(None);
    }
    if !matches!(start, Start::Embeddings(_)) {
        let why = Reason::Residual;
        return Err(DocumentError::Missing { what: "inputs.x_q", why });
    }
    if *output == OutputProjection::Unknown {
        let (first, second) = ("options.output_projection: false", "options.residual: true");
        let why = Reason::Residual;
        return Err(DocumentError::Conflict { first, second, why });
    }
    Ok(Some(AddNorm { norm }))
}

fn layer_norm(parts: &Parts<'_>) -> Result<Option<LayerNorm>, DocumentError> {
    if let Some(order) = parts.options.get("order") {
        order.word(&["post"])?;
    }
    let (gamma, beta) = (parts.vector("ln_gamma")?, parts.vector("ln_beta")?);
    let (gamma, beta) = match (gamma, beta) {
        (None, None) => return Ok(None),
        (Some(gamma), Some(beta)) => (gamma, beta),
        (Some(gamma), None) => (gamma.clone(), Array1::zeros(gamma.len())),
        (None, Some(beta)) => (Array1::ones(beta.len()), beta),
    };
    let epsilon = parts.options.get("layer_norm_eps").map(|node| node.number()).transpose()?;
    Ok(Some(LayerNorm { gamma, beta, epsilon: epsilon.unwrap_or(DEFAULT_EPSILON) }))
}

/// `options.scale` multiplies, `options.divide_by` divides; both may stand if they agree.
fn scale(options: &Object<'_>) -> Result<Option<Scale>, DocumentError> {
    let number = |key| options.get(key).map(|node| node.number()).transpose();
    let (factor, divisor): (Option<f64>, Option<f64>) = (number("scale")?, number("divide_by")?);
    match (factor, divisor) {
        (Some(factor), Some(divisor)) if factor.to_bits() != divisor.recip().to_bits() => {
            let (first, second) = ("options.scale", "options.divide_by");
            let why = Reason::TwoScales;
            Err(DocumentError::Conflict { first, second, why })
        }
        (_, Some(divisor)) => Ok(Some(Scale::DivideBy(divisor))),
        (factor, None) => Ok(factor.map(Scale::MultiplyBy)),
    }
}

/// Names of tokens, which must be as many as there are.
fn tokens(
    parts: &Parts<'_>,
    key: &str,
    of: Each,
    expected: usize,
) -> Result<Option<Vec<String>>, DocumentError> {
    let Some(node) = parts.inputs.get(key) else { return Ok(None) };
    let of_base = parts.base.as_ref().and_then(|base| base.texts(&node));
    let tokens = of_base.map_or_else(|| node.texts(), Ok)?;
    if tokens.len() == expected {
        return Ok(Some(tokens));
    }
    let (place, found) = (node.place(), tokens.len());
    Err(DocumentError::Count { place, of, expected, found })
}
