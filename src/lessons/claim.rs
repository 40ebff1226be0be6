//! What a text says of the numbers, as data.

use super::{Ground, Quantity};
use crate::math::{MatrixName, largest};

/// What sums and equal numbers may differ by: rounding, and nothing that is seen.
const TOLERANCE: f64 = 1e-9;

/// A claim about a trace.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Claim {
    /// Both are the same.
    Equal(Quantity, Quantity),
    /// They are not the same.
    Differ(Quantity, Quantity),
    /// The first is less than the second.
    Less(Quantity, Quantity),
    /// The number is above this one.
    Above(Quantity, f64),
    /// The number is below this one.
    Below(Quantity, f64),
    /// The number is this one, to rounding.
    Is(Quantity, f64),
    /// Every row of a matrix sums to 1.
    EveryRowSumsToOne(MatrixName),
    /// From row `from` on, the largest number of row i stands in column i + `offset`.
    EveryRowPeaksAt {
        /// Which matrix.
        matrix: MatrixName,
        /// Columns to the right.
        offset: isize,
        /// The first row that does.
        from: usize,
        /// The first row that no longer does; the number of rows where all do.
        to: usize,
    },
    /// In every row the order of the numbers is the same in both matrices; what is masked alike is equal.
    SameOrder(MatrixName, MatrixName),
    /// All of these.
    All(&'static [Claim]),
    /// Not this.
    Not(&'static Claim),
}

impl Claim {
    /// Whether it holds; `None` where it speaks of something that is not there.
    pub fn holds(self, ground: &Ground<'_>) -> Option<bool> {
        let pair = |a: Quantity, b: Quantity| Some((a.on(ground)?, b.on(ground)?));
        Some(match self {
            Self::Equal(a, b) => pair(a, b).map(|(a, b)| is_same(a, b))?,
            Self::Differ(a, b) => pair(a, b).map(|(a, b)| !is_same(a, b))?,
            Self::Less(a, b) => pair(a, b).map(|(a, b)| a < b)?,
            Self::Above(a, bound) => a.on(ground)? > bound,
            Self::Below(a, bound) => a.on(ground)? < bound,
            Self::Is(a, number) => is_same(a.on(ground)?, number),
            Self::EveryRowSumsToOne(matrix) => {
                ground.matrix(matrix)?.rows().into_iter().all(|row| is_same(row.sum(), 1.0))
            }
            Self::EveryRowPeaksAt { matrix, offset, from, to } => {
                let matrix = ground.matrix(matrix)?;
                let peak = |row: usize| largest(matrix.row(row)).map(|(at, _)| at);
                to <= matrix.nrows()
                    && (from..to).all(|row| peak(row) == row.checked_add_signed(offset))
            }
            Self::SameOrder(a, b) => {
                let (a, b) = (ground.matrix(a)?, ground.matrix(b)?);
                let rows = a.rows().into_iter().zip(b.rows());
                rows.into_iter().all(|(a, b)| {
                    let of = |at: usize| (a.get(at), b.get(at));
                    let pairs = (0..a.len()).flat_map(|i| (0..i).map(move |j| (i, j)));
                    pairs.into_iter().all(|(i, j)| {
                        let ((ai, bi), (aj, bj)) = (of(i), of(j));
                        ai.partial_cmp(&aj) == bi.partial_cmp(&bj)
                    })
                })
            }
            Self::All(claims) => {
                let held: Option<Vec<bool>> =
                    claims.iter().map(|claim| claim.holds(ground)).collect();
                held?.into_iter().all(|it| it)
            }
            Self::Not(claim) => !claim.holds(ground)?,
        })
    }
}

fn is_same(a: f64, b: f64) -> bool {
    a.to_bits() == b.to_bits() || (a - b).abs() <= TOLERANCE
}
