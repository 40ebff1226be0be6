//! What an array is for, as its name tells: the names of checkpoints (`h.0.attn.c_attn.weight`),
//! of layers (`query/kernel:0`), of arguments (`key_padding_mask`) and of textbooks (`W_Q`).

use super::Role;

/// What a name tells.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Named {
    pub(super) role: Role,
    /// What the names of one layer of a checkpoint begin with; empty where there is nothing.
    pub(super) block: String,
    /// Which way round the libraries that use this name keep the matrix.
    pub(super) layout: Option<Layout>,
    /// How those libraries order a fused projection, and whether all of them do.
    pub(super) order: Option<(Order, bool)>,
}

/// Which way round a weight matrix is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Layout {
    /// A row for each input: `x W`.
    InOut,
    /// A row for each output: `x Wᵀ`.
    OutIn,
}

/// How a fused projection is ordered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Order {
    /// All of Q, then all of K, then all of V.
    Blocks,
    /// The q, k and v of one head, then of the next.
    HeadByHead,
}

/// What kind of parameter the end of a name says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    /// It says nothing.
    Plain,
    /// `.weight`, as in `PyTorch`.
    Weight,
    /// `/kernel`, as in Keras.
    Kernel,
    Bias,
}

const QUERY: &[&str] =
    &["q", "query", "qproj", "queryproj", "qlin", "linearq", "toq", "wq", "wquery"];
const KEY: &[&str] = &["k", "key", "kproj", "keyproj", "klin", "lineark", "tok", "wk", "wkey"];
const VALUE: &[&str] =
    &["v", "value", "vproj", "valueproj", "vlin", "linearv", "tov", "wv", "wvalue"];
const FUSED: &[&str] =
    &["inproj", "cattn", "qkv", "wqkv", "qkvproj", "querykeyvalue", "toqkv", "wpack"];
const OUTPUT: &[&str] = &[
    "oproj",
    "outproj",
    "outputproj",
    "wo",
    "wout",
    "woutput",
    "outlin",
    "toout",
    "attentionoutput",
];

/// Names that need no further look, without `_` and in small letters.
const PLAIN: &[(Role, &[&str])] = &[
    (Role::WQuery, &["wq", "wquery", "qproj", "queryproj"]),
    (Role::WKey, &["wk", "wkey", "kproj", "keyproj"]),
    (Role::WValue, &["wv", "wvalue", "vproj", "valueproj"]),
    (Role::WFused, FUSED),
    (Role::WOutput, &["wo", "wout", "woutput", "oproj", "outproj", "outputproj"]),
    (Role::BQuery, &["bq", "bquery"]),
    (Role::BKey, &["bk", "bkey"]),
    (Role::BValue, &["bv", "bvalue"]),
    (Role::BFused, &["bqkv"]),
    (Role::BOutput, &["bo", "bout", "boutput"]),
    (Role::Queries, &["q", "query", "queries", "qstates", "querystates", "querylayer"]),
    (Role::Keys, &["k", "key", "keys", "kstates", "keystates", "keylayer"]),
    (Role::Values, &["v", "value", "values", "vstates", "valuestates", "valuelayer"]),
    (
        Role::X,
        &[
            "x",
            "xq",
            "xquery",
            "xqueries",
            "embedding",
            "embeddings",
            "embeds",
            "emb",
            "inputsembeds",
            "inputembeds",
            "tokenembeddings",
            "hiddenstate",
            "hiddenstates",
            "lasthiddenstate",
            "input",
            "inputs",
            "vectors",
        ],
    ),
    (
        Role::XKeys,
        &[
            "xk",
            "xkey",
            "xkeys",
            "xkv",
            "memory",
            "encoderhiddenstates",
            "encoderoutput",
            "keyvaluestates",
        ],
    ),
    (Role::XValues, &["xv", "xvalue", "xvalues"]),
    (
        Role::Tokens,
        &[
            "token",
            "tokens",
            "label",
            "labels",
            "word",
            "words",
            "rowtokens",
            "rowlabels",
            "querytokens",
            "inputtokens",
            "tokensq",
        ],
    ),
    (
        Role::KeyTokens,
        &["tokensk", "keytokens", "coltokens", "columntokens", "collabels", "columnlabels"],
    ),
    (
        Role::Mask,
        &[
            "mask",
            "attnmask",
            "attentionmask",
            "keymask",
            "keypaddingmask",
            "paddingmask",
            "padmask",
            "srcmask",
            "tgtmask",
            "memorymask",
            "srckeypaddingmask",
            "tgtkeypaddingmask",
            "memorykeypaddingmask",
            "causalmask",
            "additivemask",
        ],
    ),
    (
        Role::Scores,
        &["score", "scores", "attentionscores", "attnscores", "rawscores", "logits", "attnlogits"],
    ),
    (
        Role::Weights,
        &[
            "attention",
            "attentions",
            "attn",
            "weights",
            "attnweights",
            "attentionweights",
            "attnprobs",
            "attentionprobs",
            "probs",
            "selfattention",
            "selfattentions",
            "crossattention",
            "crossattentions",
            "encoderattentions",
            "decoderattentions",
        ],
    ),
    (Role::Positions, &["positions", "positionids"]),
];

/// What a name tells; `None` where it tells nothing.
pub(super) fn named(name: &str) -> Option<Named> {
    let path = name.to_lowercase().replace('/', ".");
    let path = path.split(':').next().unwrap_or_default();
    let mut segments: Vec<&str> = path.split('.').filter(|segment| !segment.is_empty()).collect();
    let mut kind = Kind::Plain;
    if segments.len() > 1 {
        kind = segments.last().map_or(Kind::Plain, |last| kind_of(last));
        if kind != Kind::Plain {
            segments.pop();
        }
    }
    while segments.len() > 1 && segments.last().is_some_and(|last| is_number(last)) {
        segments.pop();
    }
    let mut stem = squeezed(segments.pop()?);
    if kind == Kind::Plain {
        for (ending, of) in
            [("weight", Kind::Weight), ("kernel", Kind::Kernel), ("bias", Kind::Bias)]
        {
            let rest = stem.strip_suffix(ending).filter(|rest| !rest.is_empty());
            if let Some(rest) = rest.filter(|rest| is_parameter(rest)) {
                (stem, kind) = (rest.to_owned(), of);
                break;
            }
        }
    }
    let role = role(&stem, kind, &segments)?;
    let is_module = kind == Kind::Weight;
    let layout = match (stem.as_str(), kind) {
        ("cattn" | "cproj", _) | (_, Kind::Kernel) => Some(Layout::InOut),
        _ if is_module || stem == "inproj" => Some(Layout::OutIn),
        _ => None,
    };
    let order = matches!(role, Role::WFused | Role::BFused).then(|| match stem.as_str() {
        "cattn" | "inproj" => (Order::Blocks, true),
        "querykeyvalue" => (Order::HeadByHead, false),
        _ => (Order::Blocks, false),
    });
    Some(Named { role, block: block(&segments), layout, order })
}

fn role(stem: &str, kind: Kind, above: &[&str]) -> Option<Role> {
    if kind == Kind::Plain {
        let is_listed = |(_, names): &&(Role, &[&str])| names.contains(&stem);
        return PLAIN.iter().find(is_listed).map(|(role, _)| *role);
    }
    let of = |weight, bias| Some(if kind == Kind::Bias { bias } else { weight });
    let is_attention = above
        .iter()
        .map(|segment| squeezed(segment))
        .any(|s| s.contains("attn") || s.contains("attention"));
    match stem {
        _ if QUERY.contains(&stem) => of(Role::WQuery, Role::BQuery),
        _ if KEY.contains(&stem) => of(Role::WKey, Role::BKey),
        _ if VALUE.contains(&stem) => of(Role::WValue, Role::BValue),
        _ if FUSED.contains(&stem) => of(Role::WFused, Role::BFused),
        _ if OUTPUT.contains(&stem) => of(Role::WOutput, Role::BOutput),
        // Other layers have these names too.
        "output" if above.is_empty() => of(Role::WOutput, Role::BOutput),
        "cproj" if !above.contains(&"mlp") => of(Role::WOutput, Role::BOutput),
        "dense" | "o" | "proj" | "output" if is_attention => of(Role::WOutput, Role::BOutput),
        _ => None,
    }
}

fn is_parameter(stem: &str) -> bool {
    let lists = [QUERY, KEY, VALUE, FUSED, OUTPUT, &["cproj", "dense", "o", "output"]];
    lists.iter().any(|list| list.contains(&stem))
}

fn kind_of(segment: &str) -> Kind {
    match segment {
        "weight" => Kind::Weight,
        "kernel" => Kind::Kernel,
        "bias" => Kind::Bias,
        _ => Kind::Plain,
    }
}

/// What is above a parameter, without the words for the attention in it.
fn block(above: &[&str]) -> String {
    const WITHIN: [&str; 8] =
        ["attn", "selfattn", "attention", "selfattention", "self", "output", "mha", "mixer"];
    let is_within = |segment: &&&str| WITHIN.contains(&squeezed(segment).as_str());
    let n_within = above.iter().rev().take_while(is_within).count();
    above[..above.len() - n_within].join(".")
}

fn is_number(segment: &str) -> bool {
    segment.bytes().all(|byte| byte.is_ascii_digit())
}

/// Without the signs between words.
pub(super) fn squeezed(name: &str) -> String {
    name.to_lowercase().replace(['_', '-', ' '], "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(name: &str, role: Role, block: &str, layout: Option<Layout>) {
        let found = named(name).map(|named| (named.role, named.block, named.layout));
        assert_eq!(found, Some((role, block.to_owned(), layout)), "{name}");
    }

    #[test]
    fn names_of_libraries_and_textbooks_are_known() {
        let (in_out, out_in) = (Some(Layout::InOut), Some(Layout::OutIn));
        check("W_Q", Role::WQuery, "", None);
        check("wq", Role::WQuery, "", None);
        check("W_query.weight", Role::WQuery, "", out_in);
        check("q", Role::Queries, "", None);
        check("v", Role::Values, "", None);
        check("in_proj_weight", Role::WFused, "", out_in);
        check("in_proj_bias", Role::BFused, "", out_in);
        check("self_attn.in_proj_weight", Role::WFused, "", out_in);
        check("q_proj_weight", Role::WQuery, "", out_in);
        check("out_proj.weight", Role::WOutput, "", out_in);
        check("h.0.attn.c_attn.weight", Role::WFused, "h.0", in_out);
        check("transformer.h.11.attn.c_proj.bias", Role::BOutput, "transformer.h.11", in_out);
        check(
            "encoder.layer.3.attention.self.query.weight",
            Role::WQuery,
            "encoder.layer.3",
            out_in,
        );
        check(
            "encoder.layer.3.attention.output.dense.weight",
            Role::WOutput,
            "encoder.layer.3",
            out_in,
        );
        check("model.layers.1.self_attn.k_proj.weight", Role::WKey, "model.layers.1", out_in);
        check(
            "gpt_neox.layers.2.attention.query_key_value.weight",
            Role::WFused,
            "gpt_neox.layers.2",
            out_in,
        );
        check("gpt_neox.layers.2.attention.dense.bias", Role::BOutput, "gpt_neox.layers.2", None);
        check("multi_head_attention/query/kernel:0", Role::WQuery, "multi_head_attention", in_out);
        check("attention_output/bias", Role::BOutput, "", None);
        check("query_kernel", Role::WQuery, "", in_out);
        check("output_kernel", Role::WOutput, "", in_out);
        check("qkv_weight", Role::WFused, "", out_in);
        check("attn.qkv.weight", Role::WFused, "", out_in);
        check("attn.to_out.0.weight", Role::WOutput, "", out_in);
        check("hidden_states", Role::X, "", None);
        check("last_hidden_state", Role::X, "", None);
        check("key_padding_mask", Role::Mask, "", None);
        check("attentions", Role::Weights, "", None);
        check("encoder_hidden_states", Role::XKeys, "", None);
    }

    #[test]
    fn names_of_other_parameters_are_not_taken_for_these() {
        for name in [
            "h.0.mlp.c_proj.weight",
            "h.0.attn.bias",
            "encoder.layer.0.output.dense.weight",
            "encoder.layer.0.intermediate.dense.weight",
            "wte.weight",
            "model.embed_tokens.weight",
            "embeddings.word_embeddings.weight",
            "model.layers.0.mlp.down_proj.weight",
            "model.layers.0.input_layernorm.weight",
            "encoder.layer.0.attention.output.LayerNorm.weight",
            "weight",
            "a",
            "",
        ] {
            assert_eq!(named(name), None, "{name}");
        }
    }
}
