//! A document of the first tokens of another.

use std::sync::Arc;

use ndarray::{Array2, Array3, s};

use super::Document;
use crate::math::{Embeddings, Heads, Mask, Matrix, Overridable, Start};

impl Document {
    /// The same with no more than the first `n` queries and the first `n` keys. Of ready weights
    /// all keys stay: without the others a row of them would mean something else.
    #[must_use]
    pub fn first_tokens(mut self, n: usize) -> Self {
        let keeps_keys = matches!(self.inputs.start, Start::Weights { .. });
        let n_keys = if keeps_keys { self.inputs.n_keys() } else { n };
        let has_keys_of_queries = self.tokens_k.is_none() && self.inputs.n_keys() > n;
        if keeps_keys && has_keys_of_queries {
            self.tokens_k = self.tokens.clone();
        }
        cut_start(&mut self.inputs.start, n);
        if let Some(positions) = self.inputs.rotary.as_mut().and_then(|it| it.positions.as_mut()) {
            *positions = positions.slice(s![..n.min(positions.len())]).to_owned();
        }
        self.inputs.overrides.retain(|place, _| match place.matrix {
            Overridable::Queries => place.row < n,
            Overridable::Keys | Overridable::Values => place.row < n_keys,
            Overridable::Scores => place.row < n && place.column < n_keys,
        });
        self.mask = cut_mask(&self.mask, n, n_keys);
        for (tokens, n) in [(&mut self.tokens, n), (&mut self.tokens_k, n_keys)] {
            if let Some(tokens) = tokens {
                tokens.truncate(n);
            }
        }
        self
    }
}

fn cut_start(start: &mut Start, n: usize) {
    match start {
        Start::Embeddings(embeddings) => {
            let Embeddings { x_q, x_k, x_v, .. } = &mut **embeddings;
            for x in [Some(x_q), x_k.as_mut(), x_v.as_mut()].into_iter().flatten() {
                *x = rows(x, n);
            }
        }
        Start::Projections { queries, keys, values } => {
            for heads in [queries, keys, values] {
                *heads = tokens(heads, n);
            }
        }
        Start::Scores { scores, values } => {
            let (rows, cols) = (n.min(scores.dim().1), n.min(scores.dim().2));
            *scores = Arc::new(scores.slice(s![.., ..rows, ..cols]).to_owned());
            if let Some(values) = values {
                *values = tokens(values, n);
            }
        }
        Start::Weights { weights, .. } => *weights = tokens(weights, n),
    }
}

fn rows(matrix: &Matrix, n: usize) -> Arc<Matrix> {
    Arc::new(matrix.slice(s![..n.min(matrix.nrows()), ..]).to_owned())
}

/// Of `[n_heads, n_tokens, d]`.
fn tokens(heads: &Heads, n: usize) -> Arc<Heads> {
    Arc::new(heads.slice(s![.., ..n.min(heads.dim().1), ..]).to_owned())
}

fn cut_mask(mask: &Mask, n: usize, n_keys: usize) -> Mask {
    match mask {
        Mask::None => Mask::None,
        Mask::Causal => Mask::Causal,
        Mask::Allow(allow) => Mask::Allow(corner(allow, n, n_keys)),
        Mask::AllowPerHead(allow) => Mask::AllowPerHead(corners(allow, n, n_keys)),
        Mask::Add(add) => Mask::Add(corner(add, n, n_keys)),
        Mask::AddPerHead(add) => Mask::AddPerHead(corners(add, n, n_keys)),
    }
}

fn corner<T: Clone>(mask: &Array2<T>, n: usize, n_keys: usize) -> Array2<T> {
    mask.slice(s![..n.min(mask.nrows()), ..n_keys.min(mask.ncols())]).to_owned()
}

fn corners<T: Clone>(mask: &Array3<T>, n: usize, n_keys: usize) -> Array3<T> {
    let (_, rows, cols) = mask.dim();
    mask.slice(s![.., ..n.min(rows), ..n_keys.min(cols)]).to_owned()
}
