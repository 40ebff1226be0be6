//! The exponential of four numbers at once, to 2 ulp of f32 (`tests/it/kernel/exp.rs` tries every
//! number). Knows nothing of attention.

use super::lanes::{F4, WHOLE};

/// Below this the exponential is nearer to 0 than to the smallest number of f32.
pub(super) const LOWEST: f32 = -104.0;
/// Above this it is infinite.
const HIGHEST: f32 = 89.0;

/// ln 2 in two parts, of which the first has so few bits that its multiples are exact.
const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];

/// eʳ ≈ 1 + r + r² · P(r) for |r| ≤ ln 2 ÷ 2; the highest coefficient first.
/// Moshier, Cephes, `expf`.
const P: [f32; 6] =
    [1.987_569_1e-4, 1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_65, 0.5];

/// eˣ: e^(k · ln 2 + r) = 2ᵏ · eʳ. NaN stays NaN.
#[inline]
pub(super) fn exp(x: F4) -> F4 {
    let x = x.larger(F4::splat(LOWEST)).smaller(F4::splat(HIGHEST));
    let rounded = x * F4::splat(std::f32::consts::LOG2_E) + F4::splat(WHOLE);
    let k = rounded - F4::splat(WHOLE);
    let r = x - k * F4::splat(LN_2[0]) - k * F4::splat(LN_2[1]);
    let mut sum = F4::splat(P[0]);
    for coefficient in &P[1..] {
        sum = sum * r + F4::splat(*coefficient);
    }
    (sum * (r * r) + r + F4::splat(1.0)).times_power_of_two(rounded)
}

/// The same for one number.
pub fn exp_of(x: f32) -> f32 {
    let [e, ..] = exp(F4::splat(x)).numbers();
    e
}
