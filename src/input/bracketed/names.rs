//! Names that tell what an array is for.

/// Names of parts of attention, without case and signs.
const PARTS: [&str; 56] = [
    "q",
    "k",
    "v",
    "x",
    "xq",
    "xk",
    "xv",
    "wq",
    "wk",
    "wv",
    "wo",
    "bq",
    "bk",
    "bv",
    "bo",
    "query",
    "key",
    "value",
    "queries",
    "keys",
    "values",
    "qkv",
    "wqkv",
    "bqkv",
    "score",
    "scores",
    "weight",
    "weights",
    "bias",
    "attention",
    "attentions",
    "attn",
    "mask",
    "keymask",
    "attnmask",
    "attentionmask",
    "keypaddingmask",
    "token",
    "tokens",
    "tokenids",
    "inputids",
    "embedding",
    "embeddings",
    "vector",
    "vectors",
    "input",
    "inputs",
    "output",
    "context",
    "hiddenstates",
    "lasthiddenstate",
    "pooleroutput",
    "logits",
    "positions",
    "positionids",
    "inprojweight",
];

/// Whether a name is one of a part of a problem, and not a token or a column.
pub fn is_part(name: &str) -> bool {
    let is_path = name.contains('.') && name.rsplit('.').next().is_some_and(is_parameter);
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    is_path || is_parameter(name) || PARTS.contains(&plain.to_ascii_lowercase().as_str())
}

fn is_parameter(name: &str) -> bool {
    let is_of = |end: &str| name == end || name.strip_suffix(end).is_some_and(|n| n.ends_with('_'));
    is_of("weight") || is_of("bias") || is_of("mask")
}

/// Whether a name is that of attention weights.
pub fn is_attention(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    name.ends_with("attentions") || matches!(name.as_str(), "attention" | "attn" | "attn_weights")
}

/// How well a name suits the labels of rows; less is better.
pub fn label_rank(name: &str) -> usize {
    let names = ["token", "tokens", "word", "label", "text", "name", "input", "piece"];
    let name = name.to_ascii_lowercase();
    names.iter().position(|one| *one == name).unwrap_or(names.len())
}

/// Whether names count up, as those of columns do: `0, 1, 2`, `d1, d2`, `dim_0`.
pub fn are_numbered<'a>(names: impl Iterator<Item = &'a str>) -> bool {
    let mut expected: Option<(&str, u64)> = None;
    for name in names {
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let Ok(number) = name[prefix.len()..].parse::<u64>() else { return false };
        match expected {
            None if number > 1 => return false,
            Some(next) if next != (prefix, number) => return false,
            _ => expected = Some((prefix, number.wrapping_add(1))),
        }
    }
    expected.is_some()
}
