//! Two matrices beside each other, and heads beside heads.

use ndarray::{ArrayView2, Axis, Zip};

use super::{Heads, Matrix};

/// `b − a`, `[rows, columns]`; `None` where they are of different sizes. Where both are the same
/// infinity, or both NaN, there is no difference: 0.
pub fn difference(a: ArrayView2<'_, f64>, b: ArrayView2<'_, f64>) -> Option<Matrix> {
    let is_same = |a: f64, b: f64| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
    let minus = |a: &f64, b: &f64| if is_same(*a, *b) { 0.0 } else { b - a };
    (a.dim() == b.dim()).then(|| Zip::from(a).and(b).map_collect(minus))
}

/// The cell whose number is farthest from 0, and its number: the first of equals. NaN is farthest.
pub fn farthest(matrix: ArrayView2<'_, f64>) -> Option<((usize, usize), f64)> {
    let size = |value: f64| if value.is_nan() { f64::INFINITY } else { value.abs() };
    let cells = matrix.indexed_iter().map(|(at, value)| (at, *value));
    cells.reduce(|best, next| if size(next.1) > size(best.1) { next } else { best })
}

/// The mean of all heads, `[rows, columns]`; `None` without heads.
pub fn mean_of_heads(stack: &Heads) -> Option<Matrix> {
    stack.mean_axis(Axis(0))
}

/// How alike heads are, `[n_heads, n_heads]`: the cosine of their matrices, each read as one long
/// vector, Σ a·b ÷ (√Σ a² · √Σ b²). Of weights it lies between 0 and 1; it is NaN where a head is 0
/// throughout.
pub fn similarity_of_heads(stack: &Heads) -> Matrix {
    let n_heads = stack.dim().0;
    let product = |a: usize, b: usize| -> f64 {
        let (a, b) = (stack.index_axis(Axis(0), a), stack.index_axis(Axis(0), b));
        a.iter().zip(b).map(|(a, b)| a * b).sum()
    };
    let mut products = Matrix::zeros((n_heads, n_heads));
    for a in 0..n_heads {
        for b in 0..=a {
            products[(a, b)] = product(a, b);
            products[(b, a)] = products[(a, b)];
        }
    }
    let lengths = products.diag().mapv(f64::sqrt);
    Matrix::from_shape_fn((n_heads, n_heads), |(a, b)| products[(a, b)] / (lengths[a] * lengths[b]))
}
