//! The exponential of four numbers at once, to 2 ulp of f32 (`tests/it/kernel/exp.rs` tries every
//! number). Knows nothing of attention.

use std::hint::black_box;

use super::lanes::{F4, WHOLE};

/// Below this the exponential is nearer to 0 than to the smallest number of f32.
const LOWEST: f32 = -104.0;
/// Above this it is infinite.
const HIGHEST: f32 = 89.0;

/// ln 2 in two parts, of which the first has so few bits that its multiples are exact.
const LN_2: [f32; 2] = [0.693_359_4, -2.121_944_4e-4];

/// eʳ ≈ 1 + r + r² · P(r) for |r| ≤ ln 2 ÷ 2; the highest coefficient first.
/// Moshier, Cephes, `expf`.
const P: [f32; 6] =
    [1.987_569_1e-4, 1.398_199_9e-3, 8.333_452e-3, 4.166_579_6e-2, 0.166_666_65, 0.5];

/// The constants, four times each. They stand in memory, unknown to the compiler: V8 makes a
/// constant anew, in several instructions, wherever it is used.
#[derive(Debug, Clone)]
pub(super) struct Exponential {
    pub lowest: F4,
    highest: F4,
    log2_e: F4,
    whole: F4,
    ln_2: [F4; 2],
    p: [F4; 6],
    one: F4,
}

impl Exponential {
    pub fn new() -> Self {
        let splat = |x: f32| F4::splat(black_box(x));
        Self {
            lowest: splat(LOWEST),
            highest: splat(HIGHEST),
            log2_e: splat(std::f32::consts::LOG2_E),
            whole: splat(WHOLE),
            ln_2: LN_2.map(splat),
            p: P.map(splat),
            one: splat(1.0),
        }
    }

    /// eˣ: e^(k · ln 2 + r) = 2ᵏ · eʳ. NaN stays NaN.
    #[inline]
    pub fn of(&self, x: F4) -> F4 {
        let x = x.larger(self.lowest).smaller(self.highest);
        let rounded = x * self.log2_e + self.whole;
        let k = rounded - self.whole;
        let r = x - k * self.ln_2[0] - k * self.ln_2[1];
        let [mut sum, rest @ ..] = self.p;
        for coefficient in rest {
            sum = sum * r + coefficient;
        }
        (sum * (r * r) + r + self.one).times_power_of_two(rounded, self.whole, self.one)
    }
}

/// eˣ for one number, as for four.
pub fn exp_of(x: f32) -> f32 {
    let [e, ..] = Exponential::new().of(F4::splat(x)).numbers();
    e
}
