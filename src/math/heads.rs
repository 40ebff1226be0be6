//! Cutting a matrix into heads and setting heads side by side again.

use ndarray::{ArrayView2, Axis, s};

use super::{Heads, Matrix};

/// Splits `x [n_tokens, n_heads · d]` into `[n_heads, n_tokens, d]`: head `h` owns the columns
/// `h · d ..`. This is the reshape to `[n_tokens, n_heads, d]` followed by the transpose of the
/// first two axes; reshaping to `[n_heads, n_tokens, d]` directly would mix tokens.
///
/// Columns that do not fill a whole head are left out; [`super::Problem`] admits none.
pub fn split_heads(x: ArrayView2<'_, f64>, n_heads: usize) -> Heads {
    let d = x.ncols() / n_heads.max(1);
    let mut heads = Heads::zeros((n_heads, x.nrows(), d));
    for (h, mut head) in heads.outer_iter_mut().enumerate() {
        head.assign(&x.slice(s![.., h * d..(h + 1) * d]));
    }
    heads
}

/// Sets heads `[n_heads, n_tokens, d]` side by side: `[n_tokens, n_heads · d]`. Not added.
pub fn merge_heads(heads: &Heads) -> Matrix {
    let (n_heads, n_tokens, d) = heads.dim();
    let mut merged = Matrix::zeros((n_tokens, n_heads * d));
    for (h, head) in heads.axis_iter(Axis(0)).enumerate() {
        merged.slice_mut(s![.., h * d..(h + 1) * d]).assign(&head);
    }
    merged
}

#[cfg(test)]
mod tests {
    use ndarray::array;

    use super::*;

    #[test]
    fn a_head_owns_neighboring_columns_of_every_token() {
        let x = array![[1., 2., 3., 4.], [5., 6., 7., 8.]];
        let heads = split_heads(x.view(), 2);
        assert_eq!(heads, array![[[1., 2.], [5., 6.]], [[3., 4.], [7., 8.]]]);
        assert_eq!(merge_heads(&heads), x);
    }
}
