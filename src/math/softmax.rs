//! Softmax over rows, with its row maximum, exponentials and sum kept.

use ndarray::{Array2, ArrayView1, ArrayViewMut1, Axis};

use super::Heads;

/// How the softmax of each row came to be. All arrays are finite where the masked scores are
/// finite or −∞ and at least one key of the row is visible.
#[derive(Debug, Clone, PartialEq)]
pub struct Softmax {
    /// Largest masked score of each row, `[n_heads, n_queries]`; −∞ where no key is visible.
    pub row_max: Array2<f64>,
    /// exp(masked − row maximum), `[n_heads, n_queries, n_keys]`; 0 where masked.
    pub exponentials: Heads,
    /// Sum of a row's exponentials, `[n_heads, n_queries]`; 0 where no key is visible.
    pub row_sum: Array2<f64>,
}

impl Softmax {
    /// exponentials ÷ sum, `[n_heads, n_queries, n_keys]`: the attention weights. A row in which no
    /// key is visible gets weights of 0 (0 ÷ 0 would be NaN).
    pub(super) fn weights(&self) -> Heads {
        let mut weights = self.exponentials.clone();
        for (mut row, sum) in weights.rows_mut().into_iter().zip(&self.row_sum) {
            if *sum != 0.0 {
                row /= *sum;
            }
        }
        weights
    }
}

/// Computes the softmax of each row of `masked [n_heads, n_queries, n_keys]`.
///
/// Subtracting the row's maximum changes no quotient and keeps exp from overflowing.
pub(super) fn softmax(masked: &Heads) -> Softmax {
    let (n_heads, n_queries, _) = masked.dim();
    let mut exponentials = Heads::zeros(masked.raw_dim());
    let mut row_max = Array2::zeros((n_heads, n_queries));
    let mut row_sum = Array2::zeros((n_heads, n_queries));
    for head in 0..n_heads {
        for query in 0..n_queries {
            let row = masked.index_axis(Axis(0), head);
            let (maximum, sum) = softmax_row(
                row.index_axis(Axis(0), query),
                exponentials.index_axis_mut(Axis(0), head).index_axis_mut(Axis(0), query),
            );
            row_max[(head, query)] = maximum;
            row_sum[(head, query)] = sum;
        }
    }
    Softmax { row_max, exponentials, row_sum }
}

/// One row: fills `exponentials`, zero before; returns maximum and sum.
fn softmax_row(row: ArrayView1<'_, f64>, mut exponentials: ArrayViewMut1<'_, f64>) -> (f64, f64) {
    let maximum = row.iter().copied().fold(f64::NEG_INFINITY, larger_or_nan);
    if maximum == f64::NEG_INFINITY {
        return (maximum, 0.0);
    }
    for (exponential, &score) in exponentials.iter_mut().zip(row) {
        *exponential = (score - maximum).exp();
    }
    (maximum, exponentials.sum())
}

/// The larger of two numbers; NaN if either is, so that a NaN score is not hidden.
fn larger_or_nan(a: f64, b: f64) -> f64 {
    if a.is_nan() || b.is_nan() { f64::NAN } else { a.max(b) }
}
