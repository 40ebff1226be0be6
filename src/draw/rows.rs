//! What a picture is drawn of: numbers that are read row by row, wherever they stand.

use std::ops::Range;

use ndarray::ArrayView2;

use crate::math::{Cells, Mask, Scale, Single};

/// A matrix `[rows, columns]` that is read row by row.
pub trait Rows {
    /// Rows and columns.
    fn size(&self) -> (usize, usize);

    /// A whole row, where its numbers lie side by side as they are drawn.
    fn lent(&self, row: usize) -> Option<&[f64]>;

    /// A row as it stands in memory in f32; all rows do, or none.
    fn single(&self, _row: usize) -> Option<Single<'_>> {
        None
    }

    /// Reads the numbers of some rows and columns, which lie inside, into `into` `[rows, columns]`.
    fn read(&self, rows: Range<usize>, columns: Range<usize>, into: &mut [f64]);
}

impl Rows for ArrayView2<'_, f64> {
    fn size(&self) -> (usize, usize) {
        self.dim()
    }

    fn lent(&self, row: usize) -> Option<&[f64]> {
        self.row(row).to_slice()
    }

    fn read(&self, rows: Range<usize>, columns: Range<usize>, into: &mut [f64]) {
        for (row, into) in rows.zip(into.chunks_exact_mut(columns.len().max(1))) {
            for (to, column) in into.iter_mut().zip(columns.clone()) {
                *to = self[(row, column)];
            }
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

    fn single(&self, row: usize) -> Option<Single<'_>> {
        Cells::single(self, row)
    }

    fn read(&self, rows: Range<usize>, columns: Range<usize>, into: &mut [f64]) {
        Cells::read_block(self, rows, columns, into);
    }
}

/// Numbers of a head in f32, `[n_queries, n_keys]`, of which a mask hides some.
#[derive(Debug, Clone, Copy)]
pub struct UnderMask<'a> {
    /// All of them, row by row.
    pub numbers: &'a [f32],
    /// Rows and columns.
    pub size: (usize, usize),
    /// Only what it hides counts; nothing is added.
    pub mask: &'a Mask,
    /// Whose mask it is, where each head has one.
    pub head: usize,
}

impl Rows for UnderMask<'_> {
    fn size(&self) -> (usize, usize) {
        self.size
    }

    fn lent(&self, _row: usize) -> Option<&[f64]> {
        None
    }

    fn single(&self, row: usize) -> Option<Single<'_>> {
        let (_, m) = self.size;
        let n_seen = self.mask.seen_first(row, m)?;
        Some(Single { seen: &self.numbers[row * m..][..n_seen], scale: Scale::AS_IT_IS })
    }

    fn read(&self, rows: Range<usize>, columns: Range<usize>, into: &mut [f64]) {
        let (_, m) = self.size;
        for (row, into) in rows.zip(into.chunks_exact_mut(columns.len().max(1))) {
            for (to, column) in into.iter_mut().zip(columns.clone()) {
                let term = self.mask.term(self.head, row, column);
                let is_hidden = term == f64::NEG_INFINITY;
                *to = if is_hidden { term } else { self.numbers[row * m + column].into() };
            }
        }
    }
}
