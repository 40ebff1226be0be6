//! A document of some of the tokens of another.

use std::{ops::Range, sync::Arc};

use ndarray::{Array1, Array2, Array3, s};

use super::{Document, numbers};
use crate::math::{
    Embeddings, Heads, Mask, Matrix, Overridable, OverridePlace, Overrides, Rotary, Start,
};

/// Which tokens are taken: so many from one on. Of fewer all are taken, near the end the last ones.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// The first, counted from 0.
    pub start: usize,
    /// How many.
    pub count: usize,
}

impl Span {
    /// All of them.
    pub const ALL: Self = Self { start: 0, count: usize::MAX };

    /// Of so many tokens, those that are taken.
    pub fn of(self, length: usize) -> Range<usize> {
        let count = self.count.min(length);
        let start = self.start.min(length - count);
        start..start + count
    }
}

impl Document {
    /// The same with no more than these queries and keys; those without names keep their numbers.
    /// Of ready weights all keys stay: without the others a row of them would mean something else.
    #[must_use]
    pub fn some_tokens(mut self, span: Span) -> Self {
        let (n, m) = (self.inputs.n_queries(), self.inputs.n_keys());
        let keeps_keys = matches!(self.inputs.start, Start::Weights { .. });
        let (rows, keys) = (span.of(n), if keeps_keys { 0..m } else { span.of(m) });
        if rows.start > 0 && self.tokens.is_none() {
            self.tokens = Some(numbers(n));
        }
        if keeps_keys && self.tokens_k.is_none() && rows.len() < m {
            self.tokens_k = self.tokens.clone().filter(|tokens| tokens.len() == m);
        }
        for (tokens, taken) in [(&mut self.tokens, &rows), (&mut self.tokens_k, &keys)] {
            if let Some(tokens) = tokens {
                tokens.truncate(taken.end);
                tokens.drain(..taken.start.min(tokens.len()));
            }
        }
        cut_start(&mut self.inputs.start, span);
        if let Some(rotary) = &mut self.inputs.rotary {
            cut_positions(rotary, &rows, &keys);
        }
        self.inputs.overrides = cut_overrides(&self.inputs.overrides, &rows, &keys);
        self.mask = cut_mask(&self.mask, &rows, &keys);
        self
    }
}

fn cut_start(start: &mut Start, span: Span) {
    match start {
        Start::Embeddings(embeddings) => {
            let Embeddings { x_q, x_k, x_v, .. } = &mut **embeddings;
            for x in [Some(x_q), x_k.as_mut(), x_v.as_mut()].into_iter().flatten() {
                *x = rows(x, span);
            }
        }
        Start::Projections { queries, keys, values } => {
            for heads in [queries, keys, values] {
                *heads = tokens(heads, span);
            }
        }
        Start::Scores { scores, values } => {
            let (queries, keys) = (span.of(scores.dim().1), span.of(scores.dim().2));
            *scores = Arc::new(scores.slice(s![.., queries, keys]).to_owned());
            if let Some(values) = values {
                *values = tokens(values, span);
            }
        }
        Start::Weights { weights, .. } => *weights = tokens(weights, span),
    }
}

fn rows(matrix: &Matrix, span: Span) -> Arc<Matrix> {
    Arc::new(matrix.slice(s![span.of(matrix.nrows()), ..]).to_owned())
}

/// Of `[n_heads, n_tokens, d]`.
fn tokens(heads: &Heads, span: Span) -> Arc<Heads> {
    Arc::new(heads.slice(s![.., span.of(heads.dim().1), ..]).to_owned())
}

/// Tokens keep their positions, also those that follow from their order.
fn cut_positions(rotary: &mut Rotary, rows: &Range<usize>, keys: &Range<usize>) {
    rotary.positions = match &rotary.positions {
        Some(given) => {
            let end = rows.end.min(given.len());
            Some(given.slice(s![rows.start.min(end)..end]).to_owned())
        }
        None if rows.start > 0 && rows == keys => {
            Some(Array1::from_iter(rows.clone().map(|position| position as f64)))
        }
        None => None,
    };
}

fn cut_overrides(all: &Overrides, rows: &Range<usize>, keys: &Range<usize>) -> Overrides {
    let within = |at: usize, taken: &Range<usize>| taken.contains(&at).then(|| at - taken.start);
    let moved = |(place, value): (&OverridePlace, &f64)| {
        let OverridePlace { matrix, row, column, .. } = *place;
        let (row, column) = match matrix {
            Overridable::Queries => (within(row, rows)?, column),
            Overridable::Keys | Overridable::Values => (within(row, keys)?, column),
            Overridable::Scores => (within(row, rows)?, within(column, keys)?),
        };
        Some((OverridePlace { row, column, ..*place }, *value))
    };
    all.iter().filter_map(moved).collect()
}

fn cut_mask(mask: &Mask, rows: &Range<usize>, keys: &Range<usize>) -> Mask {
    match mask {
        Mask::None => Mask::None,
        Mask::Causal if rows.start == keys.start => Mask::Causal,
        Mask::Causal => Mask::Allow(Array2::from_shape_fn((rows.len(), keys.len()), |(i, j)| {
            keys.start + j <= rows.start + i
        })),
        Mask::Allow(allow) => Mask::Allow(part(allow, rows, keys)),
        Mask::AllowPerHead(allow) => Mask::AllowPerHead(parts(allow, rows, keys)),
        Mask::Add(add) => Mask::Add(part(add, rows, keys)),
        Mask::AddPerHead(add) => Mask::AddPerHead(parts(add, rows, keys)),
    }
}

fn part<T: Clone>(mask: &Array2<T>, rows: &Range<usize>, keys: &Range<usize>) -> Array2<T> {
    let (n, m) = mask.dim();
    mask.slice(s![within(rows, n), within(keys, m)]).to_owned()
}

fn parts<T: Clone>(mask: &Array3<T>, rows: &Range<usize>, keys: &Range<usize>) -> Array3<T> {
    let (_, n, m) = mask.dim();
    mask.slice(s![.., within(rows, n), within(keys, m)]).to_owned()
}

/// A range of so many at most.
fn within(range: &Range<usize>, length: usize) -> Range<usize> {
    range.start.min(length)..range.end.min(length)
}
