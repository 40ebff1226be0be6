//! Whether a trace agrees with numbers from elsewhere: what a book prints, what a model computed.
//!
//! A mark that says "agrees" is computed here, never written.

use ndarray::{ArrayView2, Axis};
use serde::Deserialize;

use crate::math::{Heads, Trace};

/// What a real model computed on the example's tokens, with its own mask and scale.
#[derive(Debug, Clone, PartialEq)]
pub struct Recorded {
    /// Attention weights, `[n_heads, n_queries, n_keys]`.
    pub weights: Heads,
}

/// Numbers that a book prints for the first head.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Printed {
    /// Where they are printed.
    pub source: String,
    /// Decimals that are printed.
    pub decimals: u8,
    /// Rows of stages.
    pub rows: Vec<PrintedRows>,
}

/// Neighboring rows of one stage, as printed.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct PrintedRows {
    /// The stage.
    pub stage: PrintedStage,
    /// The first of the rows, counted from 0.
    pub first_row: usize,
    /// The rows, `[n_rows][n_columns]`.
    pub values: Vec<Vec<f64>>,
}

/// A stage of which rows are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum PrintedStage {
    /// Queries.
    Queries,
    /// Dot products.
    Scores,
    /// Attention weights.
    Weights,
    /// Context vectors.
    Context,
}

/// The outcome of a comparison.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Agreement {
    /// How many numbers were compared.
    pub compared: usize,
    /// The worst difference between two of them; NaN where one is no number, or has no
    /// counterpart.
    pub worst: f64,
    /// Whether the worst difference is within what was asked for, and something was compared.
    pub agrees: bool,
}

impl Printed {
    /// Compares a trace with the printed numbers: it agrees where each differs by no more than
    /// half a unit of the last printed decimal.
    pub fn agreement(&self, trace: &Trace) -> Agreement {
        // A number exactly between two printable ones may have been rounded either way.
        let half_a_unit = 0.5 * 10_f64.powi(-i32::from(self.decimals)) + 1e-9;
        let differences = self.rows.iter().flat_map(|rows| rows.differences(trace));
        Agreement::of(differences, half_a_unit)
    }
}

impl Recorded {
    /// Largest difference that half-precision parameters explain.
    pub const TOLERANCE: f64 = 5e-3;

    /// Compares the weights of a trace with those of the model. They agree only under the
    /// model's own mask and scale.
    pub fn agreement(&self, trace: &Trace) -> Agreement {
        let ours = &trace.weights;
        if ours.dim() != self.weights.dim() {
            return Agreement::of([f64::NAN], Self::TOLERANCE);
        }
        let differences = ours.iter().zip(&self.weights).map(|(a, b)| (a - b).abs());
        Agreement::of(differences, Self::TOLERANCE)
    }
}

impl Agreement {
    fn of(differences: impl IntoIterator<Item = f64>, tolerance: f64) -> Self {
        let (mut compared, mut worst) = (0, 0.0_f64);
        for difference in differences {
            compared += 1;
            // Unlike `f64::max`, this keeps a NaN.
            worst = if difference <= worst || worst.is_nan() { worst } else { difference };
        }
        Self { compared, worst, agrees: compared > 0 && worst <= tolerance }
    }
}

impl PrintedRows {
    fn differences(&self, trace: &Trace) -> Vec<f64> {
        let Some(stage) = self.stage.of(trace) else { return vec![f64::NAN] };
        let mut differences = Vec::new();
        for (row, values) in (self.first_row..).zip(&self.values) {
            for (column, value) in values.iter().enumerate() {
                let computed = stage.get((row, column)).copied().unwrap_or(f64::NAN);
                differences.push((computed - value).abs());
            }
        }
        differences
    }
}

impl PrintedStage {
    /// The stage's matrix for the first head.
    fn of(self, trace: &Trace) -> Option<ArrayView2<'_, f64>> {
        let heads = match self {
            Self::Queries => trace.projected.queries.as_ref()?,
            Self::Scores => trace.projected.scores.as_ref()?,
            Self::Weights => &trace.weights,
            Self::Context => trace.context.as_ref()?,
        };
        (!heads.is_empty()).then(|| heads.index_axis(Axis(0), 0))
    }
}
