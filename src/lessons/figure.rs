//! What a step may have drawn below its text, as data; the numbers of a figure are computed here.

use super::Both;
use crate::samples::Draws;

/// A figure of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Figure {
    /// Dot products of random vectors for several `d_k`, each a histogram.
    DotProducts,
    /// exp(x) and |x|.
    ExpAndAbs,
    /// A table of templates, whose places are those of the step.
    Table(Table),
}

/// A table: shapes step by step, or names in programs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Table {
    /// What it is called.
    pub caption: Both,
    /// What its columns are called.
    pub head: &'static [Both],
    /// Its rows: the first cell is what the row is called, the others are code.
    pub rows: &'static [&'static [Both]],
}

/// What is written alike in every language: code.
pub(super) const fn code(text: &'static str) -> Both {
    Both { en: text, ko: text }
}

/// Where the random vectors start; shown beside the figure.
pub const SEED: u64 = 7;

/// The widths whose dot products are drawn.
pub const WIDTHS: [usize; 4] = [4, 16, 64, 256];

/// So many pairs of vectors a width.
pub const N_PAIRS: usize = 2_000;

/// Bins of a histogram, over −`REACH` … `REACH`.
pub const N_BINS: usize = 41;

/// Half the width of the histograms.
pub const REACH: f64 = 60.0;

/// Dot products of random vectors of one width.
#[derive(Debug, Clone, PartialEq)]
pub struct DotProducts {
    /// Width of the vectors.
    pub d_k: usize,
    /// How many products fall into each bin.
    pub counts: [usize; N_BINS],
    /// Their standard deviation.
    pub spread: f64,
}

/// Draws pairs of vectors of standard normal numbers, and counts their dot products.
pub fn dot_products(d_k: usize, seed: u64) -> DotProducts {
    let mut draws = Draws::new(seed ^ d_k as u64);
    let mut counts = [0; N_BINS];
    let (mut sum, mut sum_of_squares) = (0.0, 0.0);
    for _ in 0..N_PAIRS {
        let product: f64 = (0..d_k).map(|_| normal(&mut draws) * normal(&mut draws)).sum();
        sum += product;
        sum_of_squares += product * product;
        let at = (product + REACH) / (2.0 * REACH) * N_BINS as f64;
        // A negative one becomes 0.
        counts[(at as usize).min(N_BINS - 1)] += 1;
    }
    let n = N_PAIRS as f64;
    let spread = (sum_of_squares / n - (sum / n).powi(2)).sqrt();
    DotProducts { d_k, counts, spread }
}

/// A nearly normal number of mean 0 and variance 1: twelve uniform ones added, less 6 (Irwin–Hall).
fn normal(draws: &mut Draws) -> f64 {
    let mut sum = 0.0;
    for _ in 0..3 {
        let bits = draws.bits();
        for part in 0..4 {
            sum += (f64::from((bits >> (16 * part)) as u16) + 0.5) / 65_536.0;
        }
    }
    sum - 6.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_spread_of_dot_products_grows_as_the_root_of_the_width() {
        for d_k in WIDTHS {
            let products = dot_products(d_k, SEED);
            assert_eq!(products.counts.iter().sum::<usize>(), N_PAIRS);
            let root = (d_k as f64).sqrt();
            assert!((products.spread / root - 1.0).abs() < 0.06, "{d_k}: {}", products.spread);
        }
    }

    #[test]
    fn random_numbers_have_mean_0_and_variance_1() {
        let mut draws = Draws::new(SEED);
        let numbers: Vec<f64> = (0..20_000).map(|_| normal(&mut draws)).collect();
        let n = numbers.len() as f64;
        let mean = numbers.iter().sum::<f64>() / n;
        let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
        assert!(mean.abs() < 0.03 && (variance - 1.0).abs() < 0.03, "{mean}, {variance}");
    }
}
