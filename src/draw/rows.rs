//! What a picture is drawn of: numbers that are read row by row, wherever they stand.

use std::ops::Range;

use ndarray::ArrayView2;

use crate::math::Cells;

/// A matrix `[rows, columns]` that is read row by row.
pub trait Rows {
    /// Rows and columns.
    fn size(&self) -> (usize, usize);

    /// A whole row, where its numbers lie side by side as they are drawn.
    fn lent(&self, row: usize) -> Option<&[f64]>;

    /// Reads the numbers of some columns of a row into `into`, which is as long; both lie inside.
    fn read(&self, row: usize, columns: Range<usize>, into: &mut [f64]);
}

impl Rows for ArrayView2<'_, f64> {
    fn size(&self) -> (usize, usize) {
        self.dim()
    }

    fn lent(&self, row: usize) -> Option<&[f64]> {
        self.row(row).to_slice()
    }

    fn read(&self, row: usize, columns: Range<usize>, into: &mut [f64]) {
        for (to, column) in into.iter_mut().zip(columns) {
            *to = self[(row, column)];
        }
    }
}

impl Rows for Cells {
    fn size(&self) -> (usize, usize) {
        Cells::size(self)
    }

    fn lent(&self, row: usize) -> Option<&[f64]> {
        Cells::lent(self, row)
    }

    fn read(&self, row: usize, columns: Range<usize>, into: &mut [f64]) {
        Cells::read(self, row, columns, into);
    }
}
