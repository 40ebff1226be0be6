//! Projections: x · w + b of many tokens.

use super::{
    given::Projection,
    panels::{HIGH, Panels, WIDE, tile},
};

/// Tokens of which the panels are kept at once: 24 panels, 295 KB at a width of 768, so that they
/// stay in the second cache while the weight passes by.
const TOKENS: usize = 24 * HIGH;

/// Where results are written: stacks over heads, `[n_heads, n_tokens, d]`; one head is a matrix.
pub(super) struct Stack<'a> {
    pub numbers: &'a mut [f32],
    pub n_tokens: usize,
    /// Width of a head.
    pub d: usize,
}

impl Stack<'_> {
    /// Writes neighboring columns of a token's row over all heads.
    #[inline]
    fn write(&mut self, token: usize, column: usize, values: &[f32]) {
        let (mut head, mut at) = (column / self.d, column % self.d);
        if let Some(whole) =
            values.first_chunk::<WIDE>().filter(|_| values.len() == WIDE && at + WIDE <= self.d)
        {
            // Of a fixed length: any other copy is a call.
            let to = &mut self.numbers[(head * self.n_tokens + token) * self.d + at..];
            if let Some(to) = to.first_chunk_mut() {
                *to = *whole;
                return;
            }
        }
        let mut values = values;
        while !values.is_empty() {
            let (here, rest) = values.split_at(values.len().min(self.d - at));
            let start = (head * self.n_tokens + token) * self.d + at;
            self.numbers[start..start + here.len()].copy_from_slice(here);
            (head, at, values) = (head + 1, 0, rest);
        }
    }
}

impl Projection {
    /// Projects `x [n_tokens, d_in]`.
    pub fn apply(&self, x: &[f32], to: &mut Stack<'_>) {
        let Some(weight) = &self.weight else {
            for (token, row) in x.chunks_exact(self.d_in).enumerate() {
                to.write(token, 0, row);
            }
            return self.add_bias(to);
        };
        let mut sums = [[0.0; WIDE]; HIGH];
        let mut left = Panels::<HIGH>::with_room(self.d_in, TOKENS.min(to.n_tokens));
        for (block, rows) in x.chunks(TOKENS * self.d_in).enumerate() {
            left.cut_turned(rows, self.d_in, rows.len() / self.d_in);
            for (column, width, right) in weight.each() {
                for (first, high, left) in left.each() {
                    tile(left, right, high, &mut sums);
                    for (row, sums) in sums.iter().take(high).enumerate() {
                        to.write(block * TOKENS + first + row, column, &sums[..width]);
                    }
                }
            }
        }
        self.add_bias(to);
    }

    fn add_bias(&self, to: &mut Stack<'_>) {
        let Some(bias) = &self.bias else { return };
        let heads = to.numbers.chunks_exact_mut(to.n_tokens * to.d);
        for (head, bias) in heads.zip(bias.chunks_exact(to.d)) {
            for row in head.chunks_exact_mut(to.d) {
                for (number, bias) in row.iter_mut().zip(bias) {
                    *number += bias;
                }
            }
        }
    }
}
