//! From inputs to queries, keys, values and scores: all that neither the mask nor the scale changes.

use std::{ops::Range, sync::Arc};

use ndarray::{Axis, s};

use super::{
    Embeddings, HeadCounts, Heads, Inputs, Overridable, Overrides, Rotary, Start,
    heads::split_heads, overrides::write_over,
};

/// The part of the trace that neither the mask nor the scale can change.
#[derive(Debug, PartialEq)]
pub struct Projected {
    /// What was given.
    pub inputs: Inputs,
    /// Queries before rotary position, `[n_heads, n_queries, d_k]`, where there is any.
    pub queries_before_rotary: Option<Heads>,
    /// Keys before rotary position, `[n_kv_heads, n_keys, d_k]`, where there is any.
    pub keys_before_rotary: Option<Heads>,
    /// `[n_heads, n_queries, d_k]`; `None` where scores or weights were given.
    pub queries: Option<Heads>,
    /// `[n_kv_heads, n_keys, d_k]`; `None` where scores or weights were given.
    pub keys: Option<Heads>,
    /// `[n_kv_heads, n_keys, d_v]`; `None` where only scores or weights were given.
    pub values: Option<Heads>,
    /// Raw dot products, `[n_heads, n_queries, n_keys]`; `None` where weights were given.
    pub scores: Option<Heads>,
    /// What the cells that are set by hand would be otherwise.
    pub computed: Overrides,
}

impl Projected {
    /// Computes queries, keys, values and scores of inputs whose shapes fit; what is set by hand is
    /// written over each as soon as it stands, and what follows is computed from that.
    pub(super) fn of(inputs: Inputs) -> Self {
        let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = inputs.heads;
        let (queries, keys, mut values) = match &inputs.start {
            Start::Embeddings(e) => (
                split_heads(e.query.apply(&e.x_q).view(), n_heads),
                split_heads(e.key.apply(e.keys_from()).view(), n_kv_heads),
                split_heads(e.value.apply(e.values_from()).view(), n_kv_heads),
            ),
            Start::Projections { queries, keys, values } => {
                (Heads::clone(queries), Heads::clone(keys), Heads::clone(values))
            }
            Start::Scores { scores, values } => {
                let (scores, values) = (Heads::clone(scores), values.as_deref().cloned());
                return Self { scores: Some(scores), ..Self::without_queries(inputs, values) };
            }
            Start::Weights { values, .. } => {
                let values = values.as_deref().cloned();
                return Self::without_queries(inputs, values);
            }
        };
        let mut computed = Overrides::new();
        let mut set = |of, stack: &mut Heads| computed.extend(write_over(&inputs, of, stack));
        let (queries_before_rotary, mut queries) = rotate(inputs.rotary.as_ref(), queries);
        let (keys_before_rotary, mut keys) = rotate(inputs.rotary.as_ref(), keys);
        set(Overridable::Queries, &mut queries);
        set(Overridable::Keys, &mut keys);
        set(Overridable::Values, &mut values);
        let mut scores = dot_products(&queries, &keys);
        set(Overridable::Scores, &mut scores);
        Self {
            inputs,
            queries_before_rotary,
            keys_before_rotary,
            queries: Some(queries),
            keys: Some(keys),
            values: Some(values),
            scores: Some(scores),
            computed,
        }
    }

    /// Where the computation begins after the projections.
    fn without_queries(inputs: Inputs, values: Option<Heads>) -> Self {
        Self {
            inputs,
            queries_before_rotary: None,
            keys_before_rotary: None,
            queries: None,
            keys: None,
            values,
            scores: None,
            computed: Overrides::new(),
        }
    }

    /// Number of query heads.
    pub fn n_heads(&self) -> usize {
        self.inputs.heads.queries
    }

    /// Number of queries.
    pub fn n_queries(&self) -> usize {
        self.inputs.n_queries()
    }

    /// Number of keys.
    pub fn n_keys(&self) -> usize {
        self.inputs.n_keys()
    }

    /// Width of a query or key in one head; `None` where scores or weights were given.
    pub fn d_k(&self) -> Option<usize> {
        self.queries.as_ref().map(|queries| queries.dim().2)
    }

    /// Width of the embeddings; `None` where the computation begins later.
    pub fn d_model(&self) -> Option<usize> {
        self.embeddings().map(|embeddings| embeddings.x_q.ncols())
    }

    /// The embeddings, where the computation begins there.
    pub fn embeddings(&self) -> Option<&Embeddings> {
        match &self.inputs.start {
            Start::Embeddings(embeddings) => Some(embeddings),
            _ => None,
        }
    }

    /// The weights, where they were given, `[n_heads, n_queries, n_keys]`.
    pub fn given_weights(&self) -> Option<&Arc<Heads>> {
        match &self.inputs.start {
            Start::Weights { weights, .. } => Some(weights),
            _ => None,
        }
    }

    /// The key/value head that serves a query head: neighbors share one.
    pub fn kv_head(&self, head: usize) -> usize {
        head / self.heads_that_share()
    }

    /// The query heads that a key/value head serves.
    pub fn query_heads_of(&self, kv_head: usize) -> Range<usize> {
        let n_heads = self.heads_that_share();
        kv_head * n_heads..(kv_head + 1) * n_heads
    }

    /// How many query heads have a key/value head in common.
    fn heads_that_share(&self) -> usize {
        self.inputs.heads.queries / self.inputs.heads.keys_values
    }
}

/// What was before rotary position, if there is any, and what is after it.
pub(super) fn rotate(rotary: Option<&Rotary>, x: Heads) -> (Option<Heads>, Heads) {
    match rotary {
        None => (None, x),
        Some(rotary) => {
            let rotated = rotary.rotate(&x);
            (Some(x), rotated)
        }
    }
}

/// Q · Kᵀ of each head, `[n_heads, n_queries, n_keys]`; key heads are shared by neighbors.
pub(super) fn dot_products(queries: &Heads, keys: &Heads) -> Heads {
    let (n_heads, n_queries, _) = queries.dim();
    let (n_kv_heads, n_keys, _) = keys.dim();
    let mut scores = Heads::zeros((n_heads, n_queries, n_keys));
    let group = n_heads / n_kv_heads;
    for (h, mut of_head) in scores.outer_iter_mut().enumerate() {
        let key = keys.index_axis(Axis(0), h / group);
        of_head.assign(&queries.slice(s![h, .., ..]).dot(&key.t()));
    }
    scores
}
