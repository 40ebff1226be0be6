//! Which keys each query may see, as ranges: what lies outside of them is never computed.

use std::{ops::Range, sync::Arc};

use super::{given::Given, lanes::F4, panels::WIDE};
use crate::math::{Mask, Scale};

/// A mask and a scale, with what is known of each row of the mask.
#[derive(Debug, Clone)]
pub struct View {
    /// The mask.
    pub mask: Arc<Mask>,
    /// The scale.
    pub scale: Scale,
    /// `[n_queries]`, or `[n_heads, n_queries]` where each head has a mask of its own.
    rows: Vec<Row>,
    n_queries: usize,
}

/// What a query may see.
#[derive(Debug, Clone, Copy)]
struct Row {
    /// The first key, and the one after the last.
    first: usize,
    end: usize,
    /// Whether it sees all of them, and nothing is added to their scores.
    is_plain: bool,
}

/// What the queries of a block may see.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Span {
    /// Keys that at least one of them sees.
    pub any: Range<usize>,
    /// Keys that all of them see, with nothing added.
    pub all: Range<usize>,
}

/// How scores are scaled.
#[derive(Debug, Clone, Copy)]
pub(super) enum Scaling {
    /// Divided.
    Over(F4),
    /// Multiplied.
    Times(F4),
}

impl Scaling {
    #[inline]
    pub fn of(self, scores: F4) -> F4 {
        match self {
            Self::Over(divisor) => scores / divisor,
            Self::Times(factor) => scores * factor,
        }
    }
}

impl View {
    /// Looks through a mask that fits what is given.
    pub fn new(mask: Arc<Mask>, scale: Scale, given: &Given) -> Self {
        let (n, m) = (given.n_queries, given.n_keys);
        let n_heads = match &*mask {
            Mask::AllowPerHead(_) | Mask::AddPerHead(_) => given.heads.queries,
            Mask::None | Mask::Causal | Mask::Allow(_) | Mask::Add(_) => 1,
        };
        let cells = (0..n_heads).flat_map(|head| (0..n).map(move |query| (head, query)));
        let rows = cells.map(|(head, query)| row(&mask, head, query, m)).collect();
        Self { mask, scale, rows, n_queries: n }
    }

    /// What is added to a score; −∞ hides the key.
    pub fn term(&self, head: usize, query: usize, key: usize) -> f32 {
        self.mask.term(head, query, key) as f32
    }

    /// How a score is divided or multiplied.
    pub(super) fn scaling(&self) -> Scaling {
        match self.scale {
            Scale::DivideBy(number) => {
                let (divisor, factor) = (number as f32, (number as f32).recip());
                // By a power of 2 both come to the same, and the product is faster.
                let is_power = divisor.to_bits() << 9 == 0 && factor.is_normal();
                if is_power {
                    Scaling::Times(F4::splat(factor))
                } else {
                    Scaling::Over(F4::splat(divisor))
                }
            }
            Scale::MultiplyBy(number) => Scaling::Times(F4::splat(number as f32)),
        }
    }

    /// What the queries from `first` on, at most a block of them, may see.
    pub(super) fn span(&self, head: usize, first: usize) -> Span {
        let start = if self.rows.len() == self.n_queries { 0 } else { head * self.n_queries };
        let end = (first + WIDE).min(self.n_queries);
        let rows = &self.rows[start + first..start + end];
        let any = rows.iter().fold(usize::MAX, |least, row| least.min(row.first))
            ..rows.iter().fold(0, |most, row| most.max(row.end));
        let all = rows.iter().fold(0, |most, row| most.max(row.first))
            ..rows.iter().fold(usize::MAX, |least, row| least.min(row.end));
        let is_plain = rows.iter().all(|row| row.is_plain);
        Span {
            any: if any.is_empty() { 0..0 } else { any },
            all: if is_plain { all } else { 0..0 },
        }
    }
}

fn row(mask: &Mask, head: usize, query: usize, n_keys: usize) -> Row {
    if let Some(end) = mask.seen_first(query, n_keys) {
        return Row { first: 0, end, is_plain: true };
    }
    let term = |key: &usize| mask.term(head, query, *key);
    let is_seen = |key: &usize| term(key) != f64::NEG_INFINITY;
    let first = (0..n_keys).find(is_seen).unwrap_or(n_keys);
    let end = (first..n_keys).rev().find(is_seen).map_or(0, |last| last + 1);
    Row { first, end, is_plain: (first..end).all(|key| term(&key) == 0.0) }
}
