//! Random numbers that are the same on every machine, for built parameters: integers only, and no
//! function (sine, logarithm) whose last bit differs between platforms.

use crate::math::{Matrix, next_bits};

/// A stream of random numbers (`SplitMix64`), from a seed.
pub struct Draws(pub(super) u64);

impl Draws {
    /// The stream of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The next 64 random bits.
    pub fn bits(&mut self) -> u64 {
        next_bits(&mut self.0)
    }

    /// A nearly normal multiple of 1/4096: four uniform 16-bit numbers added (Irwin–Hall). Its
    /// standard deviation is 2¹⁶/√3 ÷ `DIVISOR` ÷ 4096, which is 1/√768 for 256.
    pub(super) fn normal<const DIVISOR: i32>(&mut self) -> f64 {
        const LOW: u64 = 0x0000_ffff_0000_ffff;
        let bits = self.bits();
        let pairs = (bits & LOW) + (bits >> 16 & LOW);
        let sum = (pairs as u32 + (pairs >> 32) as u32).cast_signed();
        f64::from((sum - 2 * 0xffff) / DIVISOR) / 4096.0
    }
}

/// A seed from a text (FNV-1a).
pub(super) fn text_seed(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// 1 for even, −1 for odd.
pub(super) fn sign(parity: u64) -> f64 {
    1.0 - 2.0 * (parity & 1) as f64
}

/// Normal numbers of standard deviation 1/√768, `[size, size]`.
pub(super) fn random_matrix(seed: u64, size: usize) -> Matrix {
    let mut draws = Draws(seed);
    Matrix::from_shape_simple_fn((size, size), || draws.normal::<256>())
}

/// The nearest multiple of 1/4096.
pub(super) fn rounded(value: f64) -> f64 {
    (value * 4096.0).round() / 4096.0
}
