//! Matrices cut into panels, and the product of two panels: what every product here is made of.
//!
//! A product has a left operand in panels of [`HIGH`] and a right one in panels of [`WIDE`]
//! columns; both are walked along the axis over which is summed. A tile of `HIGH × WIDE` sums
//! stays in registers: 12 vectors of 4, two for a row of the right panel and one for a number of
//! the left one are 15, as many as there are.

use std::ops::Range;

use super::lanes::F8;

/// Columns of a panel of the left operand.
pub(super) const HIGH: usize = 6;
/// Columns of a panel of the right operand.
pub(super) const WIDE: usize = 8;

/// One row of a panel of the right operand.
pub(super) type Wide = [f32; WIDE];
/// A tile of sums.
pub(super) type Tile = [Wide; HIGH];

/// A matrix in panels of `N` columns, `[n_panels, rows, N]`; the last panel is filled with 0.
#[derive(Debug, Clone, Default)]
pub(super) struct Panels<const N: usize> {
    rows: usize,
    columns: usize,
    numbers: Vec<[f32; N]>,
}

impl<const N: usize> Panels<N> {
    /// Panels with room for so many numbers, in which nothing stands yet.
    pub fn with_room(rows: usize, columns: usize) -> Self {
        let numbers = Vec::with_capacity(rows * columns.div_ceil(N));
        Self { rows: 0, columns: 0, numbers }
    }

    /// Cuts a matrix, `[rows, columns]`, row by row in `numbers`.
    pub fn cut(&mut self, numbers: &[f32], rows: usize, columns: usize) {
        self.clear(rows, columns);
        for first in (0..columns).step_by(N) {
            let width = N.min(columns - first);
            for row in numbers.chunks_exact(columns) {
                let mut cells = [0.0; N];
                cells[..width].copy_from_slice(&row[first..first + width]);
                self.numbers.push(cells);
            }
        }
    }

    /// Cuts the transpose of a matrix: its rows become columns. The matrix is `[columns, rows]`.
    pub fn cut_turned(&mut self, numbers: &[f32], rows: usize, columns: usize) {
        self.clear(rows, columns);
        if rows == 0 {
            return;
        }
        for lines in numbers.chunks(rows * N) {
            self.numbers.extend((0..rows).map(|row| {
                let mut cells = [0.0; N];
                for (cell, line) in cells.iter_mut().zip(lines.chunks_exact(rows)) {
                    *cell = line[row];
                }
                cells
            }));
        }
    }

    fn clear(&mut self, rows: usize, columns: usize) {
        (self.rows, self.columns) = (rows, columns);
        self.numbers.clear();
    }

    /// The number of columns.
    pub fn columns(&self) -> usize {
        self.columns
    }

    /// The panels, `[rows, N]` each, with their first columns and how many they have.
    pub fn each(&self) -> impl Iterator<Item = (usize, usize, &[[f32; N]])> {
        self.some(0..self.columns.div_ceil(N))
    }

    /// Some of the panels.
    pub fn some(&self, panels: Range<usize>) -> impl Iterator<Item = (usize, usize, &[[f32; N]])> {
        panels.map(|panel| {
            let first = panel * N;
            let numbers = &self.numbers[panel * self.rows..(panel + 1) * self.rows];
            (first, N.min(self.columns - first), numbers)
        })
    }
}

/// leftᵀ · right of two panels, `[depth, HIGH]` and `[depth, WIDE]`; only the first `high` rows.
#[inline]
pub(super) fn tile(left: &[[f32; HIGH]], right: &[Wide], high: usize) -> Tile {
    match high {
        1 => sums::<1>(left, right),
        2 => sums::<2>(left, right),
        3 => sums::<3>(left, right),
        4 => sums::<4>(left, right),
        5 => sums::<5>(left, right),
        _ => sums::<6>(left, right),
    }
}

#[inline(never)]
fn sums<const R: usize>(left: &[[f32; HIGH]], right: &[Wide]) -> Tile {
    let mut sums = [F8::splat(0.0); R];
    for (left, right) in left.iter().zip(right) {
        let right = F8::load(right);
        for (sum, x) in sums.iter_mut().zip(left) {
            let x = F8::splat(*x);
            sum.0 = sum.0.plus_product(x.0, right.0);
            sum.1 = sum.1.plus_product(x.1, right.1);
        }
    }
    let mut tile = [[0.0; WIDE]; HIGH];
    for (row, sum) in tile.iter_mut().zip(sums) {
        sum.store(row);
    }
    tile
}
