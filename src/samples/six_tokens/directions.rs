//! The directions of the built model: what is true of a token as vectors, and what the heads read.

use super::{D_HEAD, D_MODEL, HeadRole, POSITIONS, REACH, Reads, Rule, SEED, Token, WORDS};
use crate::{
    math::Matrix,
    samples::draws::{Draws, rounded, sign, text_seed},
};

// The directions, by index.
const ONE: usize = 0;
const POSITION: usize = 1;
const WORD: usize = POSITION + POSITIONS;
const ABOUT: usize = WORD + WORDS;
const KIND: usize = ABOUT + WORDS;
const KINDS: usize = 8;
const TOKEN: usize = KIND + KINDS;
const N_DIRECTIONS: usize = TOKEN + D_HEAD;

/// How much of a direction is in a token of which the thing is true.
const AMOUNT: f64 = 0.125;
/// What a column of 1s and −1s then reads of it.
const READING: f64 = AMOUNT * D_MODEL as f64;

/// Signs and distance of [`Reads::TokenShuffled`]. Chosen among many so that the six tokens span
/// −34.5 … 35.2 in head 5, each row soft at ÷ 8 and nearly one-hot at ÷ 1.
const SHUFFLE_SIGNS: u64 = 0xa970_c1c2_7c07_c8f5;
const SHUFFLE_DISTANCE: usize = 24;

/// Orthogonal vectors of 1s and −1s, `[d_model][n_directions]`.
pub(super) struct Directions(Vec<[f64; N_DIRECTIONS]>);

impl Directions {
    /// Three Walsh matrices of 256 columns each, their columns shuffled and some negated.
    pub(super) fn new() -> Self {
        let mut draws = Draws(SEED);
        let row = |column: usize| {
            let mixed = (column * 167) as u8;
            let code = usize::from(mixed ^ (mixed >> 3));
            let flip = draws.bits() >> 63;
            std::array::from_fn(|k| sign(u64::from((k & code).count_ones()) + flip))
        };
        Self((0..D_MODEL).map(row).collect())
    }

    /// X of tokens and their positions, `[n_tokens, d_model]`.
    pub(super) fn embed<'a>(
        &self,
        tokens: impl ExactSizeIterator<Item = (Token<'a>, usize)>,
    ) -> Matrix {
        let mut x = Matrix::zeros((tokens.len(), D_MODEL));
        for ((token, position), mut row) in tokens.zip(x.outer_iter_mut()) {
            let amounts = amounts(&token, position);
            for (value, directions) in row.iter_mut().zip(&self.0) {
                *value = directions.iter().zip(&amounts).map(|(d, amount)| d * amount).sum();
            }
            // Noise; its second half mirrors the first, so that the constant stays exact.
            let mut draws = Draws(text_seed(token.text) ^ Draws(position as u64).bits());
            for column in 0..D_MODEL / 2 {
                let noise = draws.normal::<256>();
                let mirror = D_MODEL - 1 - column;
                row[column] += noise * self.0[column][ONE];
                row[mirror] -= noise * self.0[mirror][ONE];
            }
        }
        x
    }

    /// `w_q` and `w_k`, `[d_model, n_heads · d_head]` each.
    pub(super) fn query_and_key(&self) -> [Matrix; 2] {
        let mut parts = [Vec::new(), Vec::new()];
        for (head, role) in HeadRole::ALL.into_iter().enumerate() {
            let mut draws = Draws(SEED + head as u64);
            let mut first = head * D_HEAD;
            for rule in role.rules() {
                add_rule(&rule, first, draws.bits(), &mut parts);
                first += rule.columns;
            }
        }
        parts.map(|parts| self.sum(&parts))
    }

    /// Sums directions into columns, `[d_model, d_model]`.
    fn sum(&self, parts: &[Part]) -> Matrix {
        let mut w = Matrix::zeros((D_MODEL, D_MODEL));
        for (mut row, directions) in w.outer_iter_mut().zip(&self.0) {
            for part in parts {
                row[part.column] += part.factor * directions[part.direction];
            }
        }
        w
    }
}

/// A direction in a column of `w_q` or `w_k`, and how much of it.
struct Part {
    column: usize,
    direction: usize,
    factor: f64,
}

/// Adds what a rule reads. Query and key share a column's random sign: only the product counts.
fn add_rule(rule: &Rule, first: usize, signs: u64, [queries, keys]: &mut [Vec<Part>; 2]) {
    let values = rule.query.values().max(rule.key.values());
    let repeats = rule.columns / values;
    let size = (rule.score.abs() / repeats as f64).sqrt() / READING;
    for offset in 0..values * repeats {
        let (column, sign) = (first + offset, sign(signs >> offset));
        let add = |reads: Reads, size: f64, parts: &mut Vec<Part>| {
            for (direction, factor) in reads.directions(offset / repeats) {
                parts.push(Part { column, direction, factor: rounded(size * factor) * sign });
            }
        };
        add(rule.query, size, queries);
        add(rule.key, size * rule.score.signum(), keys);
    }
}

impl Reads {
    /// How many different questions there are.
    fn values(self) -> usize {
        match self {
            Self::One | Self::First => 1,
            Self::Position(_) | Self::Nearness => POSITIONS,
            Self::Word | Self::About => WORDS,
            Self::Kind => KINDS,
            Self::Token | Self::TokenShuffled => D_HEAD,
        }
    }

    /// The directions that answer question `value`, each with a factor.
    fn directions(self, value: usize) -> Vec<(usize, f64)> {
        match self {
            Self::One => vec![(ONE, 1.0)],
            Self::First => vec![(POSITION, 1.0)],
            Self::Word => vec![(WORD + value, 1.0)],
            Self::About => vec![(ABOUT + value, 1.0)],
            Self::Kind => vec![(KIND + value, 1.0)],
            Self::Token => vec![(TOKEN + value, 1.0)],
            Self::TokenShuffled => {
                let other = (value + SHUFFLE_DISTANCE) % D_HEAD;
                vec![(TOKEN + other, sign(SHUFFLE_SIGNS >> value))]
            }
            Self::Position(steps) => {
                positions(|p| f64::from(p.saturating_add_signed(steps) == value))
            }
            Self::Nearness => {
                positions(|p| 1.0 - p.abs_diff(value).min(REACH) as f64 / REACH as f64)
            }
        }
    }
}

/// The directions of the positions to which `factor` gives something, each with its factor.
fn positions(factor: impl Fn(usize) -> f64) -> Vec<(usize, f64)> {
    let all = (0..POSITIONS).map(|position| (POSITION + position, factor(position)));
    all.filter(|(_, factor)| *factor != 0.0).collect()
}

/// How much of each direction is in a token, `[n_directions]`.
fn amounts(token: &Token<'_>, position: usize) -> [f64; N_DIRECTIONS] {
    let mut amounts = [0.0; N_DIRECTIONS];
    amounts[ONE] = AMOUNT;
    amounts[POSITION + position % POSITIONS] = AMOUNT;
    amounts[WORD + token.word % WORDS] = AMOUNT;
    amounts[KIND + token.kind as usize] = AMOUNT;
    if let Some(word) = token.about {
        amounts[ABOUT + word % WORDS] = AMOUNT;
    }
    let mut draws = Draws(text_seed(token.text));
    // Of standard deviation 1/64: the 64 together weigh as much as one other direction.
    amounts[TOKEN..].fill_with(|| draws.normal::<591>());
    amounts
}
