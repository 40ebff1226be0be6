//! Statistics of a row of attention weights and of a matrix.

use ndarray::{ArrayView1, ArrayView2};

/// What one row of attention weights amounts to.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RowStats {
    /// −Σ w ln w, in nats: 0 where one key takes all, ln m where m keys share evenly.
    pub entropy: f64,
    /// exp(entropy): how many keys would share evenly with the same entropy.
    pub effective_keys: f64,
    /// The key with the largest weight, as [`largest`] finds it.
    pub largest: Option<(usize, f64)>,
    /// Sum of the weights: 1, or 0 where the query sees no key, to rounding.
    pub sum: f64,
}

/// Mean weight on the previous token, of weights `[n_queries, n_keys]`, over the rows in which first, previous and
/// own token are three different keys; `None` where there is no such row.
pub fn mean_on_previous(weights: ArrayView2<'_, f64>) -> Option<f64> {
    let rows = 2..weights.nrows().min(weights.ncols() + 1);
    let count = rows.len() as f64;
    (count > 0.0).then(|| rows.map(|row| weights[(row, row - 1)]).sum::<f64>() / count)
}

/// Computes the statistics of one row of weights, `[n_keys]`.
pub fn row_stats(weights: ArrayView1<'_, f64>) -> RowStats {
    let entropy = weights.iter().filter(|w| **w != 0.0).map(|w| -w * w.ln()).sum::<f64>();
    // −1 · ln 1 is −0; adding 0 makes it 0.
    let entropy = entropy + 0.0;
    RowStats {
        entropy,
        effective_keys: entropy.exp(),
        largest: largest(weights),
        sum: weights.sum(),
    }
}

/// The largest number of a row and its column; the first of equals; `None` where all are NaN.
pub fn largest(row: ArrayView1<'_, f64>) -> Option<(usize, f64)> {
    let numbers = row.iter().copied().enumerate().filter(|(_, value)| !value.is_nan());
    numbers.reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The number in the middle of the finite ones, the larger of two; `None` where there is none.
pub fn median(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let finite: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
    // Found by halves and not by sorting, which is two kilobytes of the first download.
    let (mut low, mut high) = (0, u64::MAX);
    while low < high {
        let middle = low.midpoint(high);
        let n_upto = finite.iter().filter(|number| rank(**number) <= middle).count();
        if n_upto > finite.len() / 2 { high = middle } else { low = middle + 1 }
    }
    finite.into_iter().find(|number| rank(*number) == low)
}

/// Larger for larger numbers.
fn rank(number: f64) -> u64 {
    let bits = number.to_bits();
    if number.is_sign_negative() { !bits } else { bits | 1 << 63 }
}

/// Smallest and largest finite number of a matrix; `None` where there is none.
pub fn value_range(matrix: ArrayView2<'_, f64>) -> Option<(f64, f64)> {
    let mut extent = Extent::default();
    for row in matrix.rows() {
        match row.to_slice() {
            Some(row) => extent.take(row),
            None => extent.take(&row.to_vec()),
        }
    }
    extent.range()
}

/// Smallest and largest finite of all numbers that were taken.
#[derive(Debug, Clone, Copy)]
pub struct Extent {
    low: f64,
    high: f64,
}

impl Default for Extent {
    fn default() -> Self {
        Self { low: f64::INFINITY, high: f64::NEG_INFINITY }
    }
}

impl Extent {
    /// Takes some numbers; in a loop without a call, for millions of them.
    pub fn take(&mut self, numbers: &[f64]) {
        let Self { mut low, mut high } = *self;
        for number in numbers {
            if number.abs() < f64::INFINITY {
                low = if *number < low { *number } else { low };
                high = if *number > high { *number } else { high };
            }
        }
        *self = Self { low, high };
    }

    /// Smallest and largest; `None` where none is finite.
    pub fn range(self) -> Option<(f64, f64)> {
        (self.low <= self.high).then_some((self.low, self.high))
    }
}
