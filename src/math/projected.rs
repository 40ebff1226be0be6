//! From inputs to queries, keys, values and scores: all that neither the mask nor the scale changes.

use std::{ops::Range, sync::Arc};

use ndarray::{Axis, s};

use super::{
    Affine, Embeddings, Heads, Inputs, Matrix, Overridable, Overrides, Rotary, Start,
    heads::split_heads, overrides::write_over,
};

/// The part of the trace that neither the mask nor the scale can change.
#[derive(Debug, PartialEq)]
pub struct Projected {
    /// What was given.
    pub inputs: Inputs,
    /// The query heads whose matrices are here: all of them, or the opened one of a long input. Below, `held` is
    /// their number, `kv_held` that of the key/value heads that serve them.
    pub held: Range<usize>,
    /// Queries before rotary position, `[held, n_queries, d_k]`, where there is any.
    pub queries_before_rotary: Option<Heads>,
    /// Keys before rotary position, `[kv_held, n_keys, d_k]`, where there is any.
    pub keys_before_rotary: Option<Heads>,
    /// `[held, n_queries, d_k]`; `None` where scores or weights were given.
    pub queries: Option<Heads>,
    /// `[kv_held, n_keys, d_k]`; `None` where scores or weights were given.
    pub keys: Option<Heads>,
    /// `[kv_held, n_keys, d_v]`; `None` where only scores or weights were given.
    pub values: Option<Heads>,
    /// Raw dot products, `[held, n_queries, n_keys]`; `None` where weights were given.
    pub scores: Option<Heads>,
    /// What the cells that are set by hand would be otherwise.
    pub computed: Overrides,
}

impl Projected {
    /// Computes queries, keys, values and scores of inputs whose shapes fit, of these heads: all, or one. What is
    /// set by hand is written over each as soon as it stands, and what follows is computed from that.
    pub(super) fn of(inputs: Inputs, held: Range<usize>) -> Self {
        let (queries, keys, mut values) = match &inputs.start {
            Start::Embeddings(e) => {
                let (of_queries, of_kv) = (held.clone(), kv_held(&inputs, &held));
                let heads = inputs.heads;
                (
                    project(&e.query, &e.x_q, of_queries, heads.queries),
                    project(&e.key, e.keys_from(), of_kv.clone(), heads.keys_values),
                    project(&e.value, e.values_from(), of_kv, heads.keys_values),
                )
            }
            Start::Projections { queries, keys, values } => {
                let of_kv = kv_held(&inputs, &held);
                (taken(queries, &held), taken(keys, &of_kv), taken(values, &of_kv))
            }
            Start::Scores { scores, values } => {
                let (scores, of_kv) = (taken(scores, &held), kv_held(&inputs, &held));
                let values = values.as_deref().map(|values| taken(values, &of_kv));
                return Self {
                    scores: Some(scores),
                    ..Self::without_queries(inputs, held, values)
                };
            }
            Start::Weights { values, .. } => {
                let of_kv = kv_held(&inputs, &held);
                let values = values.as_deref().map(|values| taken(values, &of_kv));
                return Self::without_queries(inputs, held, values);
            }
        };
        let mut computed = Overrides::new();
        let mut set = |of, first, stack: &mut Heads| {
            computed.extend(write_over(&inputs, of, first, stack));
        };
        let kv_first = kv_held(&inputs, &held).start;
        let (queries_before_rotary, mut queries) = rotate(inputs.rotary.as_ref(), queries);
        let (keys_before_rotary, mut keys) = rotate(inputs.rotary.as_ref(), keys);
        set(Overridable::Queries, held.start, &mut queries);
        set(Overridable::Keys, kv_first, &mut keys);
        set(Overridable::Values, kv_first, &mut values);
        let mut scores = dot_products(&queries, &keys);
        set(Overridable::Scores, held.start, &mut scores);
        Self {
            inputs,
            held,
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
    pub(super) fn without_queries(
        inputs: Inputs,
        held: Range<usize>,
        values: Option<Heads>,
    ) -> Self {
        Self {
            inputs,
            held,
            queries_before_rotary: None,
            keys_before_rotary: None,
            queries: None,
            keys: None,
            values,
            scores: None,
            computed: Overrides::new(),
        }
    }

    /// Whether the matrices of every head are here: of a long input not even those of the only one are.
    pub fn holds_all(&self) -> bool {
        let is_outlined = self.inputs.has_scores() && self.scores.is_none();
        self.held == (0..self.n_heads()) && !is_outlined
    }

    /// The place of a query head in the stacks; `None` where it is not held.
    pub fn place(&self, head: usize) -> Option<usize> {
        self.held.contains(&head).then(|| head - self.held.start)
    }

    /// The place in the stacks of the key/value head that serves a query head; `None` where that is not held.
    pub fn kv_place(&self, head: usize) -> Option<usize> {
        self.place(head)?;
        self.kv_head(head).checked_sub(self.kv_head(self.held.start))
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
        self.inputs.d_k()
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

    /// The weights of the heads that are held, where they were given.
    pub(super) fn held_weights(&self) -> Option<Arc<Heads>> {
        let weights = self.given_weights()?;
        Some(if self.holds_all() { Arc::clone(weights) } else { taken(weights, &self.held).into() })
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

/// The key/value heads that serve these query heads.
pub(super) fn kv_held(inputs: &Inputs, held: &Range<usize>) -> Range<usize> {
    let group = (inputs.heads.queries / inputs.heads.keys_values).max(1);
    held.start / group..held.end.div_ceil(group)
}

/// Some heads of a stack.
pub(super) fn taken(stack: &Heads, held: &Range<usize>) -> Heads {
    stack.slice(s![held.clone(), .., ..]).to_owned()
}

/// Projects `x [n, d_in]` by the columns of these of `n_heads` heads: `[held, n, d]`.
pub(super) fn project(affine: &Affine, x: &Matrix, held: Range<usize>, n_heads: usize) -> Heads {
    let n_held = held.len();
    split_heads(affine.apply_heads(x, held, n_heads).view(), n_held)
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
