//! Rotary position (`RoPE`): queries and keys turned by an angle that grows with the position.

use ndarray::{Array1, Axis};

use super::Heads;

/// Rotary position in the half layout: feature `i` of a head pairs with `i + d_k / 2`, and the
/// pair at position `p` turns by `p · theta^(−2i / d_k)`.
///
/// Su et al. 2021, `RoFormer`; layout and numbers as `transformers.apply_rotary_pos_emb`.
#[derive(Debug, Clone, PartialEq)]
pub struct Rotary {
    /// Base of the wavelengths: 10 000 in the paper, 100 000 in `SmolLM2`.
    pub theta: f64,
    /// Position of each token, `[n_tokens]`; `None` counts 0, 1, 2, …
    pub positions: Option<Array1<f64>>,
}

impl Rotary {
    /// Turns `x [n_heads, n_tokens, d_k]`; `d_k` is even. Lengths of rows do not change.
    pub(super) fn rotate(&self, x: &Heads) -> Heads {
        let half = x.dim().2 / 2;
        let mut rotated = x.clone();
        for (token, mut rows) in rotated.axis_iter_mut(Axis(1)).enumerate() {
            for pair in 0..half {
                let (sin, cos) = self.angle(token, pair, half).sin_cos();
                for mut row in rows.outer_iter_mut() {
                    let (first, second) = (row[pair], row[pair + half]);
                    row[pair] = first * cos - second * sin;
                    row[pair + half] = second * cos + first * sin;
                }
            }
        }
        rotated
    }

    /// The angle, in radians, by which pair `pair` of a token turns; `half` is `d_k / 2`.
    pub fn angle(&self, token: usize, pair: usize, half: usize) -> f64 {
        let frequency = self.theta.powf(-(pair as f64) / half as f64);
        self.position(token) * frequency
    }

    /// The position of a token.
    pub(super) fn position(&self, token: usize) -> f64 {
        let given = self.positions.as_ref().and_then(|positions| positions.get(token));
        given.copied().unwrap_or(token as f64)
    }
}
