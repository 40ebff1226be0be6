//! Whether tokens are rows or columns of what is shown. The trace is in rows, and so is every cell that is
//! chosen, kept or told: a picture is the transposed view, and these functions lie between.

use crate::math::Cells;

/// What a token is in every matrix that is shown or given out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Convention {
    /// A row: scores = Q Kᵀ, x · W, a softmax of each row. So do the paper and `PyTorch`.
    #[default]
    Rows,
    /// A column: scores = Kᵀ Q, W · x, a softmax of each column. So do texts of mathematics.
    Columns,
}

impl Convention {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Rows, Self::Columns];

    /// Its name in links; never changes.
    pub fn key(self) -> &'static str {
        match self {
            Self::Rows => "rows",
            Self::Columns => "columns",
        }
    }

    /// The convention with this name.
    pub fn of_key(key: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|convention| convention.key() == key)
    }

    /// Where a `(row, column)` of the trace is shown; also `(rows, columns)`, and whatever rows and columns have.
    pub fn shown<T>(self, (row, column): (T, T)) -> (T, T) {
        match self {
            Self::Rows => (row, column),
            Self::Columns => (column, row),
        }
    }

    /// A matrix of the trace as it is shown.
    pub fn picture(self, cells: Cells) -> Cells {
        match self {
            Self::Rows => cells,
            Self::Columns => cells.turned(),
        }
    }

    /// What of the trace is shown at a `(row, column)`: the way back.
    pub fn stored<T>(self, at: (T, T)) -> (T, T) {
        // To transpose twice is to do nothing.
        self.shown(at)
    }
}
