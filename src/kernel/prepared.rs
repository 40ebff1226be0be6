//! Queries, keys and values of all heads: what neither mask nor scale changes.

use super::{
    given::{Given, Origin},
    project::Stack,
};
use crate::math::{Overridable, OverridePlace, Rotary};

/// One of the three that are prepared, one after the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Part {
    /// Queries.
    Queries,
    /// Keys.
    Keys,
    /// Values.
    Values,
}

impl Part {
    /// All of them, in the order in which they are prepared.
    pub const ALL: [Self; 3] = [Self::Queries, Self::Keys, Self::Values];

    fn overridable(self) -> Overridable {
        match self {
            Self::Queries => Overridable::Queries,
            Self::Keys => Overridable::Keys,
            Self::Values => Overridable::Values,
        }
    }
}

/// Queries, keys and values.
#[derive(Debug)]
pub struct Prepared {
    /// What was given.
    pub given: Given,
    /// As they meet the keys, `[n_heads, n_queries, d_k]`; empty where scores are given.
    pub queries: Vec<f32>,
    /// As they meet the queries, `[n_kv_heads, n_keys, d_k]`; empty where scores are given.
    pub keys: Vec<f32>,
    /// `[n_kv_heads, n_keys, d_v]`.
    pub values: Vec<f32>,
}

impl Prepared {
    /// Nothing yet: [`Self::prepare`] each part.
    pub fn empty(given: Given) -> Self {
        Self { given, queries: Vec::new(), keys: Vec::new(), values: Vec::new() }
    }

    /// Prepares every part.
    pub fn of(given: Given) -> Self {
        let mut prepared = Self::empty(given);
        for part in Part::ALL {
            prepared.prepare(part);
        }
        prepared
    }

    /// Projects a part, turns it and writes over it what is set by hand.
    pub fn prepare(&mut self, part: Part) {
        let given = &self.given;
        let (n_heads, n_tokens, d) = given.shape_of(part);
        let mut stack = match &given.origin {
            Origin::Embeddings(parts) => {
                let mut stack = vec![0.0; n_heads * n_tokens * d];
                // What a part lacks is that of the part before it.
                let x = parts[..=part as usize].iter().rev().find_map(|part| part.x.as_deref());
                let mut to = Stack { numbers: &mut stack, n_tokens, d };
                parts[part as usize].projection.apply(x.unwrap_or_default(), &mut to);
                stack
            }
            Origin::Projections(parts) => parts[part as usize].clone(),
            Origin::Scores(_, values) if part == Part::Values => values.clone(),
            Origin::Scores(..) => Vec::new(),
        };
        if let Some(rotary) = given.rotary.as_ref().filter(|_| part != Part::Values) {
            turn(rotary, &mut stack, n_tokens, d);
        }
        let computed = !matches!(given.origin, Origin::Scores(..));
        let of_part = |(place, _): &&(OverridePlace, f32)| place.matrix == part.overridable();
        for (place, value) in given.set.iter().filter(of_part).filter(|_| computed) {
            stack[(place.head * n_tokens + place.row) * d + place.column] = *value;
        }
        *self.part_mut(part) = stack;
    }

    fn part_mut(&mut self, part: Part) -> &mut Vec<f32> {
        match part {
            Part::Queries => &mut self.queries,
            Part::Keys => &mut self.keys,
            Part::Values => &mut self.values,
        }
    }

    /// Queries of a head, `[n_queries, d_k]`; empty where scores are given.
    pub fn queries_of(&self, head: usize) -> &[f32] {
        slice_of(&self.queries, head, self.given.n_queries * self.given.d_k)
    }

    /// Keys that serve a query head, `[n_keys, d_k]`; empty where scores are given.
    pub fn keys_of(&self, head: usize) -> &[f32] {
        slice_of(&self.keys, self.given.kv_head(head), self.given.n_keys * self.given.d_k)
    }

    /// Values that serve a query head, `[n_keys, d_v]`.
    pub fn values_of(&self, head: usize) -> &[f32] {
        slice_of(&self.values, self.given.kv_head(head), self.given.n_keys * self.given.d_v)
    }

    /// Scores of a head as they are given, `[n_queries, n_keys]`; `None` where they are computed.
    pub(super) fn given_scores_of(&self, head: usize) -> Option<&[f32]> {
        let Origin::Scores(scores, _) = &self.given.origin else { return None };
        Some(slice_of(scores, head, self.given.n_queries * self.given.n_keys))
    }
}

impl Given {
    /// Heads, tokens and width of a part.
    fn shape_of(&self, part: Part) -> (usize, usize, usize) {
        match part {
            Part::Queries => (self.heads.queries, self.n_queries, self.d_k),
            Part::Keys => (self.heads.keys_values, self.n_keys, self.d_k),
            Part::Values => (self.heads.keys_values, self.n_keys, self.d_v),
        }
    }
}

fn slice_of(stack: &[f32], head: usize, length: usize) -> &[f32] {
    stack.get(head * length..(head + 1) * length).unwrap_or_default()
}

/// Turns a stack, `[n_heads, n_tokens, d]`, by the angles of `math`.
fn turn(rotary: &Rotary, stack: &mut [f32], n_tokens: usize, d: usize) {
    let half = d / 2;
    for token in 0..n_tokens {
        for pair in 0..half {
            let (sin, cos) = rotary.angle(token, pair, half).sin_cos();
            let (sin, cos) = (sin as f32, cos as f32);
            for head in stack.chunks_exact_mut(n_tokens * d) {
                let at = token * d + pair;
                let (first, second) = (head[at], head[at + half]);
                head[at] = first * cos - second * sin;
                head[at + half] = second * cos + first * sin;
            }
        }
    }
}
