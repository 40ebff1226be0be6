//! From the `inputs` of a document to where the computation begins.

use super::{DocumentError, Reason, json::Object, read::Parts};
use crate::math::{Embeddings, HeadCounts, Mask, Start, merge_heads};

/// Keys of `inputs` that only embeddings give a meaning to.
const OF_EMBEDDINGS: [&str; 9] = ["x_q", "x_k", "x_v", "w_q", "w_k", "w_v", "b_q", "b_k", "b_v"];

/// `dims.heads` and `dims.kv_heads`, else as many as the lists have.
pub(super) fn head_counts(parts: &Parts<'_>) -> Result<HeadCounts, DocumentError> {
    let given = |key| parts.dims.get(key).map(|node| node.count()).transpose();
    let queries = match given("heads")? {
        Some(heads) => heads,
        None => parts.list_length(["scores", "weights", "q", "w_q"])?.unwrap_or(1),
    };
    let keys_values = match given("kv_heads")? {
        Some(heads) => heads,
        None => parts.list_length(["k", "w_k", "v"])?.unwrap_or(queries),
    };
    Ok(HeadCounts { queries, keys_values })
}

pub(super) fn start(parts: &Parts<'_>, heads: HeadCounts) -> Result<Start, DocumentError> {
    if let Some(scores) = parts.heads("scores")? {
        parts.refuse("scores", &["q", "k"])?;
        parts.refuse("scores", &OF_EMBEDDINGS)?;
        parts.refuse("scores", &["weights"])?;
        return Ok(Start::Scores { scores, values: parts.heads("v")? });
    }
    if let Some(weights) = parts.heads("weights")? {
        parts.refuse("weights", &["q", "k"])?;
        parts.refuse("weights", &OF_EMBEDDINGS)?;
        return Ok(Start::Weights { weights, values: parts.heads("v")? });
    }
    if let Some(queries) = parts.heads("q")? {
        parts.refuse("q", &OF_EMBEDDINGS)?;
        let missing = |what| DocumentError::Missing { what, why: Reason::QueriesAlone };
        let keys = parts.heads("k")?.ok_or(missing("inputs.k"))?;
        let values = parts.heads("v")?.ok_or(missing("inputs.v"))?;
        return Ok(Start::Projections { queries, keys, values });
    }
    parts.refuse("x_q", &["k", "v"])?;
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = heads;
    let why = Reason::NoStart;
    Ok(Start::Embeddings(Box::new(Embeddings {
        x_q: parts.matrix("x_q")?.ok_or(DocumentError::Missing { what: "inputs.x_q", why })?,
        x_k: parts.matrix("x_k")?,
        x_v: parts.matrix("x_v")?,
        query: parts.affine(["w_q", "b_q"], n_heads, merge_heads)?,
        key: parts.affine(["w_k", "b_k"], n_kv_heads, merge_heads)?,
        value: parts.affine(["w_v", "b_v"], n_kv_heads, merge_heads)?,
    })))
}

/// Weights come after the softmax, what would lead to them before it.
pub(super) fn refuse_before_weights(
    options: &Object<'_>,
    mask: &Mask,
) -> Result<(), DocumentError> {
    let second = if *mask != Mask::None {
        "options.mask"
    } else if options.has("scale") {
        "options.scale"
    } else if options.has("divide_by") {
        "options.divide_by"
    } else {
        return Ok(());
    };
    let why = Reason::AfterSoftmax;
    Err(DocumentError::Conflict { first: "inputs.weights", second, why })
}
