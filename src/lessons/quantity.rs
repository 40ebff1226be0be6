//! Numbers that are read from a trace: what the places of texts, claims and predictions stand for.

use super::{Change, Ground};
use crate::math::{MatrixName, largest, mean_on_previous, row_stats, value_range};

/// A number of a trace, or of several.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Quantity {
    /// A number in a row of a matrix of the head.
    In(MatrixName, usize, Spot),
    /// In which column of a row it stands, counted from 0: tokens are named by it.
    Index(MatrixName, usize, Spot),
    /// This many: an index counted from 0, to name a token by.
    At(usize),
    /// The same counted from 1, as the page counts.
    Position(usize),
    /// The sum of a row.
    Sum(MatrixName, usize),
    /// The Euclidean length of a row.
    Length(MatrixName, usize),
    /// The entropy of a row of weights, in nats.
    Entropy(usize),
    /// How many keys would share evenly with the same entropy.
    EffectiveKeys(usize),
    /// The least finite number of a matrix.
    Low(MatrixName),
    /// The largest finite number of a matrix.
    High(MatrixName),
    /// The standard deviation of the finite numbers of a matrix.
    Spread(MatrixName),
    /// The mean of a row.
    Mean(MatrixName, usize),
    /// The standard deviation of a row.
    RowSpread(MatrixName, usize),
    /// What the head adds to a number of the output: its part of the concatenation · its block of `w_o`.
    Contribution(usize, usize),
    /// What all heads add to it.
    Contributions(usize, usize),
    /// Mean weight on the previous token, over the rows in which the first, the previous and the own token are
    /// three different ones.
    OnPrevious,
    /// A size of the problem.
    Size(Size),
    /// How many keys are hidden from a query.
    Hidden(usize),
    /// What the scores are divided by.
    Divisor,
    /// The number of the head, as the page counts it.
    HeadNumber,
    /// first + second.
    Plus(&'static Quantity, &'static Quantity),
    /// first − second.
    Minus(&'static Quantity, &'static Quantity),
    /// first · second.
    Times(&'static Quantity, &'static Quantity),
    /// first ÷ second.
    Ratio(&'static Quantity, &'static Quantity),
    /// √.
    Root(&'static Quantity),
    /// exp.
    Exp(&'static Quantity),
    /// The absolute value.
    Abs(&'static Quantity),
    /// The same where something is chosen otherwise.
    Under(Change, &'static Quantity),
    /// The same where queries and keys are not turned by their positions.
    WithoutRotary(&'static Quantity),
}

/// A number of a row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Spot {
    /// In this column.
    At(usize),
    /// The largest.
    Largest,
    /// The largest but one.
    Second,
    /// The smallest finite one.
    Smallest,
}

/// A size of a problem.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// Queries.
    Queries,
    /// Keys.
    Keys,
    /// Query heads.
    Heads,
    /// Heads of keys and values.
    KvHeads,
    /// Width of a query or key in one head, `d_k`.
    HeadWidth,
    /// Width of a value in one head, `d_v`.
    ValueWidth,
    /// Width of the embeddings, `d_model`.
    ModelWidth,
    /// Width of the concatenated heads.
    ConcatWidth,
}

/// A number of a matrix.
pub(super) const fn cell(matrix: MatrixName, row: usize, column: usize) -> Quantity {
    Quantity::In(matrix, row, Spot::At(column))
}

/// The largest number of a row.
pub(super) const fn largest_in(matrix: MatrixName, row: usize) -> Quantity {
    Quantity::In(matrix, row, Spot::Largest)
}

impl Quantity {
    /// The number on a ground; `None` where the trace has no such thing.
    pub fn on(self, ground: &Ground<'_>) -> Option<f64> {
        let both = |a: &Self, b: &Self| Some((a.on(ground)?, b.on(ground)?));
        match self {
            Self::In(matrix, row, spot) => {
                let row = ground.row(matrix, row)?;
                row.get(spot.index(&row)?).copied()
            }
            Self::Index(matrix, row, spot) => {
                spot.index(&ground.row(matrix, row)?).map(|at| at as f64)
            }
            Self::At(index) => Some(index as f64),
            Self::Position(index) => Some((index + 1) as f64),
            Self::Sum(matrix, row) => Some(ground.row(matrix, row)?.iter().sum()),
            Self::Length(matrix, row) => {
                let row = ground.row(matrix, row)?;
                Some(row.iter().map(|x| x * x).sum::<f64>().sqrt())
            }
            Self::Entropy(query) => {
                Some(row_stats((&ground.row(MatrixName::Weights, query)?).into()).entropy)
            }
            Self::EffectiveKeys(query) => {
                Some(row_stats((&ground.row(MatrixName::Weights, query)?).into()).effective_keys)
            }
            Self::Low(matrix) => Some(value_range(ground.matrix(matrix)?.view())?.0),
            Self::High(matrix) => Some(value_range(ground.matrix(matrix)?.view())?.1),
            Self::Spread(matrix) => spread(ground.matrix(matrix)?.iter().copied()),
            Self::Mean(matrix, row) => ground.row(matrix, row)?.mean(),
            Self::RowSpread(matrix, row) => spread(ground.row(matrix, row)?.iter().copied()),
            Self::Contribution(row, column) => {
                Some(ground.contributions(row, column)?.of_heads.get(ground.head)?.value)
            }
            Self::Contributions(row, column) => {
                let of_heads = ground.contributions(row, column)?.of_heads;
                Some(of_heads.iter().map(|head| head.value).sum())
            }
            Self::OnPrevious => mean_on_previous(ground.matrix(MatrixName::Weights)?.view()),
            Self::Size(size) => ground.size(size).map(|size| size as f64),
            Self::Hidden(query) => {
                let row = ground.row(MatrixName::Masked, query)?;
                Some(row.iter().filter(|score| **score == f64::NEG_INFINITY).count() as f64)
            }
            Self::Divisor => Some(ground.trace.scale.divisor()),
            Self::HeadNumber => Some((ground.head + ground.first_head) as f64),
            Self::Plus(a, b) => both(a, b).map(|(a, b)| a + b),
            Self::Minus(a, b) => both(a, b).map(|(a, b)| a - b),
            Self::Times(a, b) => both(a, b).map(|(a, b)| a * b),
            Self::Ratio(a, b) => both(a, b).map(|(a, b)| a / b),
            Self::Root(a) => Some(a.on(ground)?.sqrt()),
            Self::Exp(a) => Some(a.on(ground)?.exp()),
            Self::Abs(a) => Some(a.on(ground)?.abs()),
            Self::Under(change, quantity) => quantity.on(&ground.under(change)?),
            Self::WithoutRotary(quantity) => quantity.on(&ground.without_rotary()?),
        }
    }
}

impl Spot {
    /// In which column it stands.
    fn index(self, row: &ndarray::Array1<f64>) -> Option<usize> {
        match self {
            Self::At(column) => (column < row.len()).then_some(column),
            Self::Largest => largest(row.view()).map(|(at, _)| at),
            Self::Second => {
                let first = Self::Largest.index(row)?;
                let without = |(at, x): (usize, &f64)| if at == first { f64::NAN } else { *x };
                largest(
                    row.iter().enumerate().map(without).collect::<ndarray::Array1<f64>>().view(),
                )
                .map(|(at, _)| at)
            }
            Self::Smallest => {
                let negated = row.mapv(|x| if x.is_finite() { -x } else { f64::NAN });
                largest(negated.view()).map(|(at, _)| at)
            }
        }
    }
}

/// Standard deviation of the finite numbers.
fn spread(numbers: impl Iterator<Item = f64>) -> Option<f64> {
    let numbers: Vec<f64> = numbers.filter(|number| number.is_finite()).collect();
    let n = numbers.len() as f64;
    let mean = numbers.iter().sum::<f64>() / n;
    let variance = numbers.iter().map(|x| (x - mean).powi(2)).sum::<f64>() / n;
    (n > 0.0).then(|| variance.sqrt())
}
