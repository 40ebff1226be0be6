//! The computation in `PyTorch`, twice: by `scaled_dot_product_attention` and by
//! `nn.MultiheadAttention`, spelled so that they agree.
//!
//! Where the two differ from each other and from here: the function takes `True` as *may look*, the
//! layer as *hidden*; the layer's weights are the transposes, with those of queries, keys and values
//! below each other in `in_proj_weight`; it averages the weights of its heads unless told not to;
//! its scale is always 1 ÷ √`d_k`, so that another one goes into the queries; it has a key/value
//! head for each query head, so that shared ones are repeated.

use super::{
    dialect::TORCH,
    facts::Facts,
    script::{CHECK, Script, affine, fold},
};
use crate::{
    export::{About, File, Whole, WholeExporter, numpy::SPELLING},
    math::{AddNorm, Affine, Embeddings, MatrixName as M, Overridable, OverridePlace, Start},
};

/// A program in `PyTorch`.
pub(in crate::export) struct Torch;

impl WholeExporter for Torch {
    fn about(&self) -> About {
        About {
            id: "pytorch-script",
            english: "PyTorch program",
            korean: "PyTorch 프로그램",
            extension: "py",
            mime: "text/x-python",
            is_text: true,
        }
    }

    fn write(&self, whole: &Whole<'_>) -> Vec<File> {
        let mut script = Script::new(*whole, "PyTorch");
        script.line("import numpy as np\nimport torch\nimport torch.nn.functional as F\n");
        script.line("torch.set_default_dtype(torch.float64)\n");
        script.numbers();
        tensors(&mut script);
        script.line("\n");
        script.line(CHECK);
        match script.facts.start() {
            Start::Embeddings(_) | Start::Projections { .. } => {
                TORCH.until_keys(&mut script);
                scores_by_hand(&mut script);
                function(&mut script);
                layer(&mut script);
            }
            Start::Scores { .. } | Start::Weights { .. } => without_queries(&mut script),
        }
        script.finish("attention_pytorch.py", self.about().mime)
    }
}

/// Makes tensors of the numbers.
fn tensors(script: &mut Script<'_>) {
    let names = script.names();
    // One name needs a comma to be a tuple.
    let comma = if names.len() == 1 { "," } else { "" };
    let names = names.join(", ") + comma;
    script.line(&format!("{names} = (torch.from_numpy(array) for array in ({names}))"));
}

/// Scores that are set by hand: what they differ by is added after the scale, as a mask is.
fn scores_by_hand(script: &mut Script<'_>) {
    let facts = script.facts;
    let set = facts.set_by_hand(Overridable::Scores);
    if set.is_empty() {
        return;
    }
    let Facts { n_heads, n_queries, n_keys, .. } = facts;
    let keys = match facts.group() {
        1 => "keys".to_owned(),
        group => format!("keys.repeat_interleave({group}, dim=0)"),
    };
    script.line("# PyTorch computes scores itself: what is set by hand is added, as a mask is.");
    script.line(&format!("scores = queries @ {keys}.transpose(1, 2)"));
    script.line(&format!("by_hand = torch.zeros({n_heads}, {n_queries}, {n_keys})"));
    for (_, OverridePlace { head, row, column, .. }, value) in set {
        let (at, value) = (format!("[{head}, {row}, {column}]"), SPELLING.write(value));
        script.line(&format!("by_hand{at} = ({value} - scores{at}) * {:?}", facts.factor()));
    }
    let mask = match script.mask {
        None => "by_hand",
        Some("may_look") => "by_hand.masked_fill(~may_look, -torch.inf)",
        Some(_) => "by_hand + mask",
    };
    script.line(&format!("mask = {mask}"));
    script.mask = Some("mask");
}

/// `scaled_dot_product_attention`, which gives the mixture of values alone.
fn function(script: &mut Script<'_>) {
    let facts = script.facts;
    let mask = script.mask.map(|mask| format!("attn_mask={mask}, ")).unwrap_or_default();
    let grouped = if facts.group() > 1 { ", enable_gqa=True" } else { "" };
    let Facts { n_keys, n_kv_heads, n_queries, .. } = facts;
    script.line(&format!("options = dict({mask}scale={:?}{grouped})", facts.factor()));
    script.line(
        "attend = lambda values: F.scaled_dot_product_attention(\n    \
         queries[None], keys[None], values[None], **options\n)[0]",
    );
    script.line("context = attend(values)");
    script
        .line("# It does not give the weights; with the identity as values they are the mixture.");
    script.line(&format!(
        "weights = attend(torch.eye({n_keys}).expand({n_kv_heads}, {n_keys}, {n_keys}))"
    ));
    script.line(&format!("concat = context.transpose(0, 1).reshape({n_queries}, -1)"));
    after_concat(script);
    script.line("check(\"attention weights\", weights, expected_weights)");
    compare_last(script);
}

fn after_concat(script: &mut Script<'_>) {
    let facts = script.facts;
    let Some(output) = facts.output() else { return };
    script.line(&format!("output = {}", affine("concat", output, ["w_o", "b_o"])));
    if !facts.has(M::Residual) {
        return;
    }
    script.line("residual = x + output");
    if let Some(AddNorm { norm: Some(norm) }) = &facts.projected().inputs.add_norm {
        let epsilon = norm.epsilon;
        script.line(&format!(
            "add_norm = F.layer_norm(residual, ln_gamma.shape, ln_gamma, ln_beta, {epsilon:?})"
        ));
    }
}

fn compare_last(script: &mut Script<'_>) {
    if let Some(stage) = script.facts.last_stage() {
        script.line(&format!("check(\"{stage}\", {stage}, expected_result)"));
    }
}

/// From ready scores or weights.
fn without_queries(script: &mut Script<'_>) {
    let facts = script.facts;
    script.line("# This begins after queries and keys, where PyTorch's attention cannot begin.");
    if matches!(facts.start(), Start::Scores { .. }) {
        script.line(&format!("scaled = {}", facts.scaled()));
        let masked = match script.mask {
            None => "scaled".to_owned(),
            Some("may_look") => "scaled.masked_fill(~may_look, -torch.inf)".to_owned(),
            Some(mask) => format!("torch.where({mask}.isneginf(), {mask}, scaled + {mask})"),
        };
        script.line(&format!("masked = {masked}\nweights = torch.softmax(masked, dim=-1)"));
        if facts.has_unseeing_rows() {
            script.line("# A row that may see no key gets weights of 0 and not of NaN.");
            script.line("unseeing = masked.isneginf().all(dim=-1, keepdim=True)");
            script.line("weights = weights.masked_fill(unseeing, 0)");
        }
    }
    script.line("check(\"attention weights\", weights, expected_weights)");
    if facts.has(M::Context) {
        let values = match facts.group() {
            1 => "values".to_owned(),
            group => format!("values.repeat_interleave({group}, dim=0)"),
        };
        script.line(&format!("context = weights @ {values}"));
        let n_queries = facts.n_queries;
        script.line(&format!("concat = context.transpose(0, 1).reshape({n_queries}, -1)"));
        after_concat(script);
        compare_last(script);
    }
}

/// How `nn.MultiheadAttention` can be given a problem.
enum Layer<'a> {
    /// Embeddings go in, and its parameters are those of the problem.
    Projects(&'a Embeddings, &'a Affine),
    /// It cannot project so: queries, keys and values go in, and its parameters are identities.
    Mixes,
    /// Not at all: its heads are as wide for values as for queries.
    Impossible,
}

fn layer_of<'a>(facts: &Facts<'a>) -> Layer<'a> {
    let (d_k, d_v) = (facts.width(M::Queries), facts.width(M::Values));
    if d_k != d_v {
        return Layer::Impossible;
    }
    let width = facts.n_heads * d_k;
    match (facts.embeddings(), facts.output()) {
        (Some(embeddings), Some(output))
            if facts.are_projections()
                && embeddings.x_q.ncols() == width
                && facts.width(M::Output) == width =>
        {
            Layer::Projects(embeddings, output)
        }
        _ => Layer::Mixes,
    }
}

/// `nn.MultiheadAttention`.
fn layer(script: &mut Script<'_>) {
    let facts = script.facts;
    script.line("\n# The same by nn.MultiheadAttention.");
    match layer_of(&facts) {
        Layer::Impossible => script.line(
            "# It cannot: its values have as many features in a head as its queries, and here they \
             do not.",
        ),
        Layer::Projects(embeddings, output) => projecting(script, embeddings, output),
        Layer::Mixes => mixing(script),
    }
}

fn projecting(script: &mut Script<'_>, embeddings: &Embeddings, output: &Affine) {
    let facts = script.facts;
    let width = facts.n_heads * facts.width(M::Queries);
    let (d_keys, d_values) = (embeddings.keys_from().ncols(), embeddings.values_from().ncols());
    let is_one = d_keys == width && d_values == width;
    let widths = if is_one { String::new() } else { format!(", kdim={d_keys}, vdim={d_values}") };
    script.line(&format!("layer = torch.nn.MultiheadAttention({width}, n_heads{widths})"));
    let fold = fold(script);
    let repeat = if facts.group() > 1 {
        script.line(&format!(
            "def repeat(w):\n    # It has a key/value head for each query head.\n    \
             heads = w.reshape(*w.shape[:-1], n_kv_heads, -1)\n    \
             return heads.repeat_interleave({}, dim=-2).flatten(-2)\n",
            facts.group()
        ));
        |w: &str| format!("repeat({w})")
    } else {
        str::to_owned
    };
    let given = |affine: &Affine, w: &str, b: &str, d_in: usize, d_out: usize| {
        let weight =
            affine.weight.as_ref().map_or_else(|| format!("torch.eye({d_in})"), |_| w.to_owned());
        let bias =
            affine.bias.as_ref().map_or_else(|| format!("torch.zeros({d_out})"), |_| b.to_owned());
        (weight, bias)
    };
    let d_kv = facts.n_kv_heads * facts.width(M::Keys);
    let (w_q, b_q) = given(&embeddings.query, "w_q", "b_q", width, width);
    let (w_k, b_k) = given(&embeddings.key, "w_k", "b_k", d_keys, d_kv);
    let (w_v, b_v) = given(&embeddings.value, "w_v", "b_v", d_values, d_kv);
    let (w_o, b_o) = given(output, "w_o", "b_o", width, width);
    script.line("with torch.no_grad():\n    # It keeps weights as (out, in): the transposes.");
    let [query, key, value] =
        [format!("{fold}{w_q}.T"), format!("{}.T", repeat(&w_k)), format!("{}.T", repeat(&w_v))];
    if is_one {
        script
            .line(&format!("    layer.in_proj_weight.copy_(torch.cat([{query}, {key}, {value}]))"));
    } else {
        for (name, weight) in [("q", query), ("k", key), ("v", value)] {
            script.line(&format!("    layer.{name}_proj_weight.copy_({weight})"));
        }
    }
    let (b_k, b_v) = (repeat(&b_k), repeat(&b_v));
    script.line(&format!(
        "    layer.in_proj_bias.copy_(torch.cat([{fold}{b_q}, {b_k}, {b_v}]))\n    \
         layer.out_proj.weight.copy_({w_o}.T)\n    layer.out_proj.bias.copy_({b_o})"
    ));
    call(script, facts.sources(), "output");
}

/// Queries, keys and values as they are, heads side by side.
fn mixing(script: &mut Script<'_>) {
    let facts = script.facts;
    let width = facts.n_heads * facts.width(M::Queries);
    script.line(
        "# Its own projections cannot make these queries, keys and values; it gets them ready, with\n\
         # identities as projections.",
    );
    script.line("merge = lambda heads: heads.transpose(0, 1).flatten(1)");
    script.line(&format!("layer = torch.nn.MultiheadAttention({width}, n_heads)"));
    let fold = fold(script);
    script.line(&format!(
        "identity = torch.eye({width})\nwith torch.no_grad():\n    \
         layer.in_proj_weight.copy_(torch.cat([{fold}identity, identity, identity]))\n    \
         layer.in_proj_bias.zero_()\n    layer.out_proj.weight.copy_(identity)\n    \
         layer.out_proj.bias.zero_()"
    ));
    let repeated = |name: &str| match facts.group() {
        1 => format!("merge({name})"),
        group => format!("merge({name}.repeat_interleave({group}, dim=0))"),
    };
    let (keys, values) = (repeated("keys"), repeated("values"));
    call(script, ["merge(queries)", &keys, &values], "concat");
}

/// Calls the layer and compares with what the function gave.
fn call(script: &mut Script<'_>, given: [&str; 3], stage: &str) {
    let mask = match script.mask {
        None => String::new(),
        Some("may_look") => "attn_mask=~may_look, ".to_owned(), // here True means hidden
        Some(mask) => format!("attn_mask={mask}, "),
    };
    let given = given.join(", ");
    if mask.contains('~') {
        script.line("# In its mask True means hidden.");
    }
    script.line(&format!(
        "of_layer, weights_of_layer = layer({given}, {mask}average_attn_weights=False)"
    ));
    let rows = if script.facts.has_unseeing_rows() {
        script.line("# It gives NaN where a query may see no key; such rows are left out.");
        script.line("seeing = (torch.from_numpy(expected_weights).sum(dim=-1) > 0).all(dim=0)");
        ["[:, seeing]", "[seeing]"]
    } else {
        [""; 2]
    };
    let [heads, rows] = rows;
    script.line(&format!(
        "check(\"attention weights of the layer\", weights_of_layer.detach(){heads}, \
         expected_weights{heads})\n\
         check(\"{stage} of the layer\", of_layer.detach(){rows}, {stage}{rows})"
    ));
}
