//! The computation in Keras by `MultiHeadAttention` with its weights set.
//!
//! Its kernels are `[d_in, heads, d]`, so that ours only change their shape; in its mask `True`
//! means *may look*, as here; its scale is always 1 ÷ √`d_k`, so that another one goes into the
//! queries; it has a key/value head for each query head, so that shared ones are repeated; it has
//! no additive mask.

use super::{
    dialect::NUMPY,
    facts::Facts,
    numpy::{after_output, after_weights, until_weights},
    script::{CHECK, SOFTMAX, Script, fold},
};
use crate::{
    export::{About, File, Whole, WholeExporter},
    math::{Affine, Embeddings, MatrixName as M, Overridable, Start},
};

/// A program in Keras.
pub(in crate::export) struct Keras;

impl WholeExporter for Keras {
    fn about(&self) -> About {
        About {
            id: "keras-script",
            english: "Keras program",
            korean: "Keras 프로그램",
            extension: "py",
            mime: "text/x-python",
            is_text: true,
        }
    }

    fn write(&self, whole: &Whole<'_>) -> Vec<File> {
        let mut script = Script::new(*whole, "Keras");
        script.line("import keras\nimport numpy as np\n");
        script.line("keras.config.set_floatx(\"float64\")\n");
        script.numbers();
        script.line("\n");
        script.line(CHECK);
        match obstacle(&script) {
            None => layer(&mut script),
            Some(obstacle) => without_layer(&mut script, obstacle),
        }
        script.finish("attention_keras.py", self.about().mime)
    }
}

/// Why the layer cannot be used.
fn obstacle(script: &Script<'_>) -> Option<&'static str> {
    match script.facts.start() {
        Start::Scores { .. } => Some("it begins with queries, and here are ready scores"),
        Start::Weights { .. } => Some("it begins with queries, and here are ready weights"),
        _ if !script.facts.set_by_hand(Overridable::Scores).is_empty() => {
            Some("it computes its scores itself, and here some are set by hand")
        }
        Start::Embeddings(_) | Start::Projections { .. } => {
            let is_added = script.mask == Some("mask") && !script.facts.hides_only();
            is_added.then_some("its mask is yes and no, and this one is added")
        }
    }
}

/// The layer, its weights, its call, and what follows it.
fn layer(script: &mut Script<'_>) {
    let facts = script.facts;
    let (d_k, d_v) = (facts.width(M::Queries), facts.width(M::Values));
    let d_out = facts.output().map_or(facts.n_heads * d_v, |_| facts.width(M::Output));
    let embeddings = facts.embeddings().filter(|_| facts.are_projections());
    if embeddings.is_none() {
        NUMPY.until_keys(script);
    }
    script.line(&format!(
        "layer = keras.layers.MultiHeadAttention(\n    \
         n_heads, key_dim={d_k}, value_dim={d_v}, output_shape={d_out}\n)"
    ));
    let given = match embeddings {
        Some(_) => facts.sources().map(str::to_owned),
        None => merged(script),
    };
    let [query, key, value] = &given;
    script.line(&format!("query, key, value = {query}[None], {key}[None], {value}[None]"));
    script.line("layer.build(query.shape, value.shape, key.shape)");
    set_weights(script, embeddings);
    let mask = match script.mask {
        None => String::new(),
        Some("may_look") => ", attention_mask=may_look[None]".to_owned(),
        Some(mask) => format!(", attention_mask=~np.isneginf({mask})[None]"),
    };
    script.line(&format!(
        "result, weights = layer(\n    query, value, key{mask}, return_attention_scores=True\n)"
    ));
    script.line("result, weights = (keras.ops.convert_to_numpy(a)[0] for a in (result, weights))");
    script.line("# Some backends compute in float32 whatever is asked of them.");
    script.line("tolerance = 1e-9 if weights.dtype == np.float64 else 1e-4");
    script.line("check(\"attention weights\", weights, expected_weights, tolerance)");
    if facts.output().is_some() {
        script.line("output = result");
        after_output(script);
    } else {
        script.line("concat = result");
    }
    if let Some(stage) = facts.last_stage() {
        script.line(&format!("check(\"{stage}\", {stage}, expected_result, tolerance)"));
    }
}

/// Queries, keys and values as they are, heads side by side.
fn merged(script: &mut Script<'_>) -> [String; 3] {
    script.line(
        "# Its own projections cannot make these queries, keys and values; it gets them ready, with\n\
         # identities as projections.",
    );
    script.line("merge = lambda heads: heads.transpose(1, 0, 2).reshape(heads.shape[1], -1)");
    let repeated = |name: &str| match script.facts.group() {
        1 => format!("merge({name})"),
        group => format!("merge(np.repeat({name}, {group}, axis=0))"),
    };
    ["merge(queries)".to_owned(), repeated("keys"), repeated("values")]
}

/// Kernels and biases in the order in which the layer keeps them: query, key, value, output.
fn set_weights(script: &mut Script<'_>, embeddings: Option<&Embeddings>) {
    let Facts { n_heads, n_kv_heads, .. } = script.facts;
    let (d_k, d_v) = (script.facts.width(M::Queries), script.facts.width(M::Values));
    let fold = fold(script);
    let none = Affine::default();
    let widths = [n_heads * d_k, n_heads * d_k, n_heads * d_v];
    let (projections, d_in, heads) = match embeddings {
        Some(e) => (
            [&e.query, &e.key, &e.value],
            [e.x_q.ncols(), e.keys_from().ncols(), e.values_from().ncols()],
            [n_heads, n_kv_heads, n_kv_heads],
        ),
        None => ([&none; 3], widths, [n_heads; 3]),
    };
    let mut lines = Vec::new();
    for (i, name) in ["q", "k", "v"].into_iter().enumerate() {
        let d = if name == "v" { d_v } else { d_k };
        let repeat = |kernel: String, axis: usize| match n_heads / heads[i] {
            1 => kernel,
            group => format!("np.repeat({kernel}, {group}, axis={axis})"),
        };
        let weight = or(
            projections[i].weight.is_some(),
            format!("w_{name}"),
            format!("np.eye({})", d_in[i]),
        );
        let bias = or(
            projections[i].bias.is_some(),
            format!("b_{name}"),
            format!("np.zeros({})", heads[i] * d),
        );
        let fold = if name == "q" { fold } else { "" };
        lines.push(format!(
            "{fold}{}",
            repeat(format!("{weight}.reshape({}, {}, {d})", d_in[i], heads[i]), 1)
        ));
        lines.push(format!("{fold}{}", repeat(format!("{bias}.reshape({}, {d})", heads[i]), 0)));
    }
    let output = script.facts.output().unwrap_or(&none);
    let width = n_heads * d_v;
    let d_out = output.weight.as_ref().map_or(width, |weight| weight.ncols());
    let w_o = or(output.weight.is_some(), "w_o".to_owned(), format!("np.eye({width})"));
    lines.push(format!("{w_o}.reshape({n_heads}, {d_v}, {d_out})"));
    lines.push(or(output.bias.is_some(), "b_o".to_owned(), format!("np.zeros({d_out})")));
    script.line(&format!("layer.set_weights([\n    {},\n])", lines.join(",\n    ")));
}

fn or(is_given: bool, given: String, otherwise: String) -> String {
    if is_given { given } else { otherwise }
}

/// The same without the layer.
fn without_layer(script: &mut Script<'_>, obstacle: &str) {
    script.line(&format!("# keras.layers.MultiHeadAttention cannot do this: {obstacle}."));
    script.line(SOFTMAX);
    NUMPY.until_keys(script);
    super::numpy::scores(script);
    until_weights(script);
    after_weights(script);
    script.line("check(\"attention weights\", weights, expected_weights)");
    if let Some(stage) = script.facts.last_stage() {
        script.line(&format!("check(\"{stage}\", {stage}, expected_result)"));
    }
}
