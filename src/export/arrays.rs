//! Every array of a problem and its stages, by the names of the field.

use ndarray::{ArrayD, Axis, CowArray, Ix2, IxDyn, stack};

use super::table::code_name;
use crate::math::{
    AddNorm, Affine, Embeddings, HeadCounts, Mask, MatrixName as M, OutputProjection, Scale, Start,
    Trace,
};

/// An array with its name.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Named<'a> {
    /// What it is called in code.
    pub name: &'static str,
    /// What is in it.
    pub array: Array<'a>,
}

/// What is in an array.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Array<'a> {
    Numbers(CowArray<'a, f64, IxDyn>),
    Flags(ArrayD<bool>),
    Texts(&'a [String]),
    /// A single word.
    Word(&'static str),
}

/// The arrays in the order in which they are made.
#[derive(Debug, Default)]
pub(super) struct Arrays<'a>(pub Vec<Named<'a>>);

impl<'a> Arrays<'a> {
    fn numbers<A: Into<CowArray<'a, f64, D>>, D: ndarray::Dimension>(
        &mut self,
        name: &'static str,
        array: Option<A>,
    ) {
        let array = array.map(|array| Array::Numbers(array.into().into_dyn()));
        self.0.extend(array.map(|array| Named { name, array }));
    }

    fn affine(&mut self, names: [&'static str; 2], affine: &'a Affine) {
        self.numbers(names[0], affine.weight.as_ref().map(|weight| weight.view()));
        self.numbers(names[1], affine.bias.as_ref().map(|bias| bias.view()));
    }

    fn embeddings(&mut self, embeddings: &'a Embeddings) {
        self.numbers("x", Some(embeddings.x_q.view()));
        self.numbers("x_keys", embeddings.x_k.as_ref().map(|x| x.view()));
        self.numbers("x_values", embeddings.x_v.as_ref().map(|x| x.view()));
        self.affine(["w_q", "b_q"], &embeddings.query);
        self.affine(["w_k", "b_k"], &embeddings.key);
        self.affine(["w_v", "b_v"], &embeddings.value);
    }
}

/// What is given: tokens, embeddings and parameters, or what stands in their place. What a stage
/// repeats under the same name is left to the stages.
pub(super) fn inputs<'a>(
    trace: &'a Trace,
    tokens: &'a [String],
    tokens_k: Option<&'a [String]>,
) -> Arrays<'a> {
    let mut arrays = Arrays::default();
    let mut texts = |name, texts| arrays.0.push(Named { name, array: Array::Texts(texts) });
    texts("tokens", tokens);
    if let Some(tokens_k) = tokens_k {
        texts("tokens_k", tokens_k);
    }
    let inputs = &trace.projected.inputs;
    if let Start::Embeddings(embeddings) = &inputs.start {
        arrays.embeddings(embeddings);
    }
    if let OutputProjection::Given(affine) = &inputs.output {
        arrays.affine(["w_o", "b_o"], affine);
    }
    let positions = inputs.rotary.as_ref().and_then(|rotary| rotary.positions.as_ref());
    arrays.numbers("positions", positions.map(|positions| positions.view()));
    if let Some(AddNorm { norm: Some(norm) }) = &inputs.add_norm {
        arrays.numbers("ln_gamma", Some(norm.gamma.view()));
        arrays.numbers("ln_beta", Some(norm.beta.view()));
    }
    arrays.0.extend(mask(trace).map(|array| Named { name: "mask", array }));
    arrays
}

/// Single values that no array tells: counts, the scale, the base of rotary position, and what is
/// meant by weights and masks.
pub(super) fn settings(trace: &Trace) -> Arrays<'_> {
    let mut arrays = Arrays::default();
    let inputs = &trace.projected.inputs;
    let (scale, given) = match trace.scale {
        Scale::DivideBy(divisor) => ("divide_by", divisor),
        Scale::MultiplyBy(factor) => ("scale", factor),
    };
    let HeadCounts { queries, keys_values } = inputs.heads;
    // Ready queries and keys among the stages are turned already.
    let is_ready = !matches!(inputs.start, Start::Embeddings(_));
    let rotary = inputs.rotary.as_ref().filter(|_| !is_ready);
    let theta = rotary.map(|rotary| ("theta", rotary.theta));
    let counts = [("heads", queries as f64), ("kv_heads", keys_values as f64), (scale, given)];
    for (name, number) in counts.into_iter().chain(theta) {
        arrays.numbers(name, Some(ndarray::arr0(number)));
    }
    let mut word = |name, word| arrays.0.push(Named { name, array: Array::Word(word) });
    // x · W, and true for what may be looked at.
    word("weight_layout", "in_out");
    match *trace.mask {
        Mask::None => {}
        Mask::Causal | Mask::Allow(_) | Mask::AllowPerHead(_) => word("mask_means", "true_keeps"),
        Mask::Add(_) | Mask::AddPerHead(_) => word("mask_means", "additive"),
    }
    arrays
}

/// Every stage that the trace has: stacks over heads, `[n_heads, rows, columns]`, and matrices.
pub(super) fn stages(trace: &Trace) -> Arrays<'_> {
    let mut arrays = Arrays::default();
    let (n_heads, n_kv_heads) =
        (trace.projected.n_heads(), trace.projected.inputs.heads.keys_values);
    for name in [M::QueriesBeforeRotary, M::KeysBeforeRotary, M::Queries, M::Keys, M::Values] {
        let is_query = matches!(name, M::QueriesBeforeRotary | M::Queries);
        let count = if is_query { n_heads } else { n_kv_heads };
        arrays.numbers(code_name(name), heads(trace, name, count));
    }
    for name in [M::Scores, M::Scaled, M::Masked, M::Weights, M::Context] {
        arrays.numbers(code_name(name), heads(trace, name, n_heads));
    }
    for name in [M::Concat, M::Output, M::Residual, M::AddNorm] {
        arrays.numbers::<_, Ix2>(code_name(name), trace.view(name, 0));
    }
    arrays
}

/// One matrix for each of `count` heads; query heads that share one have it once.
fn heads(trace: &Trace, name: M, count: usize) -> Option<CowArray<'_, f64, IxDyn>> {
    let group = trace.projected.n_heads() / count.max(1);
    let views: Option<Vec<_>> = (0..count).map(|head| trace.view(name, head * group)).collect();
    // Matrices of one stack have one shape.
    stack(Axis(0), &views?).ok().map(|stack| CowArray::from(stack.into_dyn()))
}

/// The mask: `true` where a query may look, or the numbers that are added.
fn mask(trace: &Trace) -> Option<Array<'_>> {
    let shape = (trace.projected.n_queries(), trace.projected.n_keys());
    match &*trace.mask {
        Mask::None => None,
        Mask::Causal => {
            let may_look = ndarray::Array2::from_shape_fn(shape, |(query, key)| key <= query);
            Some(Array::Flags(may_look.into_dyn()))
        }
        Mask::Allow(allow) => Some(Array::Flags(allow.clone().into_dyn())),
        Mask::AllowPerHead(allow) => Some(Array::Flags(allow.clone().into_dyn())),
        Mask::Add(add) => Some(Array::Numbers(add.view().into_dyn().into())),
        Mask::AddPerHead(add) => Some(Array::Numbers(add.view().into_dyn().into())),
    }
}
