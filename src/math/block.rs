//! What a transformer block does around attention: the residual connection and layer norm.

use ndarray::{Array1, Axis, Zip};

use super::Matrix;

/// What follows the output projection.
#[derive(Debug, Clone, PartialEq)]
pub struct AddNorm {
    /// The layer norm after the sum (post-norm); `None` leaves the bare residual `x + output`.
    pub norm: Option<LayerNorm>,
}

/// Layer norm: each row centered, divided by its standard deviation, then stretched and moved.
///
/// Ba et al. 2016; the variance is the biased one, as in `torch.nn.LayerNorm`.
#[derive(Debug, Clone, PartialEq)]
pub struct LayerNorm {
    /// Factor of each feature, `[d_model]`.
    pub gamma: Array1<f64>,
    /// Offset of each feature, `[d_model]`.
    pub beta: Array1<f64>,
    /// Added to the variance, so that a constant row does not divide by zero.
    pub epsilon: f64,
}

/// A layer norm and how it came to be.
#[derive(Debug, Clone, PartialEq)]
pub struct Normalized {
    /// Mean of each row, `[n_tokens]`.
    pub mean: Array1<f64>,
    /// Biased variance of each row, `[n_tokens]`.
    pub variance: Array1<f64>,
    /// (x − mean) ÷ √(variance + epsilon), `[n_tokens, d_model]`.
    pub normalized: Matrix,
    /// normalized · gamma + beta, `[n_tokens, d_model]`.
    pub output: Matrix,
}

impl LayerNorm {
    /// Normalizes each row of `x [n_tokens, d_model]`, `d_model` being the length of `gamma`.
    pub fn apply(&self, x: &Matrix) -> Normalized {
        let width = x.ncols() as f64;
        let mean = x.sum_axis(Axis(1)) / width;
        let mut normalized = x - &mean.clone().insert_axis(Axis(1));
        let variance = normalized.mapv(|v| v * v).sum_axis(Axis(1)) / width;
        for (mut row, &variance) in normalized.outer_iter_mut().zip(&variance) {
            row /= (variance + self.epsilon).sqrt();
        }
        let mut output = normalized.clone();
        for mut row in output.outer_iter_mut() {
            Zip::from(&mut row)
                .and(&self.gamma)
                .and(&self.beta)
                .for_each(|value, &gamma, &beta| *value = *value * gamma + beta);
        }
        Normalized { mean, variance, normalized, output }
    }
}
