//! What is seen of the cells that share a pixel: the one that is farthest from the neutral number, so that a spike
//! stays visible.

use std::ops::Range;

use ndarray::ArrayView2;

use super::Rows;

/// So many rows are read at once where they lie across: what is beside each other in memory is read together.
const BLOCK: usize = 8;

/// The extreme number of some rows in each column, with the room that finding it takes.
pub(super) struct Extremes<'a> {
    read: Read<'a>,
    neutral: f64,
    singles: Vec<f32>,
    numbers: Vec<f64>,
}

impl<'a> Extremes<'a> {
    /// Of a matrix, some cells of which may be masked, whatever their number.
    pub(super) fn new(
        matrix: &'a dyn Rows,
        masked: Option<ArrayView2<'a, bool>>,
        neutral: f64,
    ) -> Self {
        let read = Read { matrix, masked, rows: 0..0, columns: 0..0, numbers: Vec::new() };
        Self { read, neutral, singles: Vec::new(), numbers: Vec::new() }
    }

    /// The extreme number of some rows in each of some columns.
    pub(super) fn of(&mut self, rows: Range<usize>, columns: Range<usize>) -> &[f64] {
        if rows.len() == 1 {
            return self.read.row(rows.start, columns);
        }
        if self.of_singles(rows.clone(), columns.clone()).is_none() {
            self.of_numbers(rows, columns);
        }
        &self.numbers
    }

    fn of_numbers(&mut self, rows: Range<usize>, columns: Range<usize>) {
        let Self { read, neutral, numbers, .. } = self;
        numbers.clear();
        numbers.extend_from_slice(read.row(rows.start, columns.clone()));
        for row in rows.skip(1) {
            for (extreme, cell) in numbers.iter_mut().zip(read.row(row, columns.clone())) {
                if rank_of(*cell, *neutral) > rank_of(*extreme, *neutral) {
                    *extreme = *cell;
                }
            }
        }
    }

    /// The same where rows stand in memory in f32 and the neutral number is 0: nothing is copied, nothing that is
    /// hidden is read, and what is scaled is scaled afterwards. `None` elsewhere.
    fn of_singles(&mut self, rows: Range<usize>, columns: Range<usize>) -> Option<()> {
        if self.read.masked.is_some() || self.neutral != 0.0 {
            return None;
        }
        let scale = self.read.matrix.single(rows.start)?.scale;
        let singles = &mut self.singles;
        singles.clear();
        for row in rows {
            let seen = self.read.matrix.single(row)?.seen;
            let cells = &seen[columns.start.min(seen.len())..columns.end.min(seen.len())];
            let (above, first) = cells.split_at(singles.len().min(cells.len()));
            for (extreme, cell) in singles.iter_mut().zip(above) {
                // For nearly all cells that is all: the rank tells the rest.
                let is_less = cell.abs() <= extreme.abs() && *extreme != f32::NEG_INFINITY;
                if !is_less && rank_of((*cell).into(), 0.0) > rank_of((*extreme).into(), 0.0) {
                    *extreme = *cell;
                }
            }
            singles.extend_from_slice(first);
        }
        singles.resize(columns.len(), f32::NEG_INFINITY);
        self.numbers.clear();
        self.numbers.extend(singles.iter().map(|number| scale.apply(f64::from(*number))));
        Some(())
    }
}

/// Rows as they are read: where they are lent, without a copy.
struct Read<'a> {
    matrix: &'a dyn Rows,
    /// Cells that are masked, whatever their number.
    masked: Option<ArrayView2<'a, bool>>,
    /// What was read last.
    rows: Range<usize>,
    columns: Range<usize>,
    /// `[rows, columns]`.
    numbers: Vec<f64>,
}

impl Read<'_> {
    /// Some columns of a row; masked cells are −∞.
    fn row(&mut self, row: usize, columns: Range<usize>) -> &[f64] {
        if let Some(lent) = self.matrix.lent(row).filter(|_| self.masked.is_none()) {
            return &lent[columns];
        }
        if !self.rows.contains(&row) || self.columns != columns {
            self.rows = row..(row + BLOCK).min(self.matrix.size().0);
            self.columns = columns.clone();
            self.numbers.resize(self.rows.len() * columns.len(), 0.0);
            self.matrix.read(self.rows.clone(), columns.clone(), &mut self.numbers);
            self.hide();
        }
        let start = (row - self.rows.start) * columns.len();
        &self.numbers[start..start + columns.len()]
    }

    fn hide(&mut self) {
        let Some(masked) = self.masked else { return };
        let of_row = |row| self.columns.clone().map(move |column| (row, column));
        for (cell, number) in self.rows.clone().flat_map(of_row).zip(&mut self.numbers) {
            if masked.get(cell) == Some(&true) {
                *number = f64::NEG_INFINITY;
            }
        }
    }
}

/// The first of the extreme numbers of some cells.
#[expect(clippy::inline_always, reason = "called for each pixel of large pictures")]
#[inline(always)]
pub(super) fn extreme_of(cells: &[f64], neutral: f64) -> Option<f64> {
    let (first, others) = cells.split_first()?;
    let mut extreme = *first;
    for cell in others {
        if rank_of(*cell, neutral) > rank_of(extreme, neutral) {
            extreme = *cell;
        }
    }
    Some(extreme)
}

/// What a cell counts against others in its pixel: NaN, then +∞, then the distance from the neutral number, and
/// a masked cell last. Numbers without their sign are ordered as their bits are (IEEE 754).
#[inline]
fn rank_of(value: f64, neutral: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    if value == f64::NEG_INFINITY { 1 } else { 2 + ((value - neutral).to_bits() & !SIGN) }
}
