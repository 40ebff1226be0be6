//! What of a matrix a picture shows, and where.

use std::ops::Range;

use super::{Grid, Look, Rect, Rows};

/// A matrix laid out on a backend, of which a part may be seen.
pub(super) struct Laid<'a, 'l> {
    pub look: &'a Look<'l>,
    /// The whole matrix; beyond `seen` where there is a window.
    pub grid: Grid,
    /// The pixels that are drawn.
    pub seen: Rect,
    /// All numbers.
    pub matrix: &'a dyn Rows,
    /// The rows that are seen.
    rows: Range<usize>,
    /// The columns that are seen.
    columns: Range<usize>,
}

/// A cell that is seen.
pub(super) struct Seen {
    /// Where it is in the whole matrix.
    pub cell: (usize, usize),
    /// Its number.
    pub value: f64,
    /// All its pixels.
    pub whole: Rect,
    /// Those that are seen.
    pub rect: Rect,
}

impl<'a, 'l> Laid<'a, 'l> {
    pub(super) fn new(look: &'a Look<'l>, size: (u32, u32), matrix: &'a dyn Rows) -> Self {
        let seen = look.seen(size);
        let (n_rows, n_columns) = matrix.size();
        let grid = look.grid(size, n_rows, n_columns);
        let (rows, columns) = grid.cells_in(seen);
        Self { look, grid, seen, matrix, rows, columns }
    }

    /// How many cells are seen.
    pub(super) fn n_cells(&self) -> usize {
        self.rows.len() * self.columns.len()
    }

    /// The numbers that are seen, row by row.
    pub(super) fn numbers(&self) -> impl Iterator<Item = f64> {
        self.rows.clone().flat_map(|row| {
            let mut numbers = vec![0.0; self.columns.len()];
            self.matrix.read(row..row + 1, self.columns.clone(), &mut numbers);
            numbers
        })
    }

    /// Every cell that is seen, row by row.
    pub(super) fn seen(&self) -> impl Iterator<Item = Seen> {
        self.places().zip(self.numbers()).map(|((cell, whole), value)| {
            let rect = whole.within(self.seen);
            Seen { cell, value, whole, rect }
        })
    }

    /// Where the cells are that are seen, row by row; nothing is read.
    pub(super) fn places(&self) -> impl Iterator<Item = ((usize, usize), Rect)> {
        let of_row = |row| self.columns.clone().map(move |column| (row, column));
        let cells = self.rows.clone().flat_map(of_row);
        cells.map(|(row, column)| ((row, column), self.grid.pixel_from_cell(row, column)))
    }
}
