//! Matrices cut into panels, and the product of two panels: what every product here is made of.
//!
//! A product has a left operand in panels of [`HIGH`] and a right one in panels of [`WIDE`]
//! columns; both are walked along the axis over which is summed. A tile of `HIGH × WIDE` sums
//! stays in registers: 8 vectors of 4, besides two for a row of the right panel, one for a number
//! of the left one and one for a product, of 15 that V8 has to give on x86. Measured in V8, one
//! thread, GFLOP/s: 4 × 8 sums 33, 3 × 8 30, 5 × 8 28, 6 × 8 26, 4 × 12 28.

use std::ops::Range;

use super::lanes::F8;

/// Columns of a panel of the left operand.
pub(super) const HIGH: usize = 4;
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
            for row in numbers.chunks_exact(columns) {
                // Of a fixed length where that is possible: any other copy is a call.
                let rest = &row[first..];
                let mut cells = [0.0; N];
                match rest.first_chunk() {
                    Some(whole) => cells = *whole,
                    None => cells[..rest.len()].copy_from_slice(rest),
                }
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
        self.numbers.resize(rows * columns.div_ceil(N), [0.0; N]);
        for (panel, lines) in self.numbers.chunks_exact_mut(rows).zip(numbers.chunks(rows * N)) {
            for (at, line) in lines.chunks_exact(rows).enumerate() {
                for (cells, number) in panel.iter_mut().zip(line) {
                    cells[at] = *number;
                }
            }
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

/// leftᵀ · right of two panels, `[depth, HIGH]` and `[depth, WIDE]`; only the first `high` rows of
/// it, written into the first rows of `to`.
#[inline]
pub(super) fn tile(left: &[[f32; HIGH]], right: &[Wide], high: usize, to: &mut [Wide]) {
    match high {
        1 => sums::<1>(left, right, to),
        2 => sums::<2>(left, right, to),
        3 => sums::<3>(left, right, to),
        _ => sums::<HIGH>(left, right, to),
    }
}

#[inline(never)]
fn sums<const R: usize>(left: &[[f32; HIGH]], right: &[Wide], to: &mut [Wide]) {
    let mut sums = [F8::splat(0.0); R];
    for (left, right) in left.iter().zip(right) {
        let right = F8::load(right);
        for (sum, x) in sums.iter_mut().zip(left) {
            let x = F8::splat(*x);
            sum.0 = sum.0.plus_product(x.0, right.0);
            sum.1 = sum.1.plus_product(x.1, right.1);
        }
    }
    let Some(to) = to.first_chunk_mut::<R>() else { return };
    for (row, sum) in to.iter_mut().zip(sums) {
        sum.store(row);
    }
}
