//! What of a matrix a picture shows, and where.

use ndarray::{ArrayView2, s};

use super::{Grid, Look, Rect};

/// A matrix laid out on a backend, of which a part may be seen.
pub(super) struct Laid<'a, 'l> {
    pub look: &'a Look<'l>,
    /// The whole matrix; beyond `seen` where there is a window.
    pub grid: Grid,
    /// The pixels that are drawn.
    pub seen: Rect,
    /// All numbers, `[rows, columns]`.
    pub matrix: ArrayView2<'a, f64>,
    /// Those that are seen, `[rows, columns]`.
    pub cells: ArrayView2<'a, f64>,
    /// The first of them in the whole matrix.
    first: (usize, usize),
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
    pub(super) fn new(look: &'a Look<'l>, size: (u32, u32), matrix: ArrayView2<'a, f64>) -> Self {
        let seen = look.seen(size);
        let grid = look.grid(size, matrix.nrows(), matrix.ncols());
        let (rows, columns) = grid.cells_in(seen);
        let first = (rows.start, columns.start);
        let cells = matrix.slice_move(s![rows, columns]);
        Self { look, grid, seen, matrix, cells, first }
    }

    /// Every cell that is seen, row by row.
    pub(super) fn seen(&self) -> impl Iterator<Item = Seen> {
        let (first_row, first_column) = self.first;
        self.cells.indexed_iter().map(move |((row, column), &value)| {
            let cell = (first_row + row, first_column + column);
            let whole = self.grid.pixel_from_cell(cell.0, cell.1);
            Seen { cell, value, whole, rect: whole.within(self.seen) }
        })
    }
}
