//! A worksheet: matrices of a head to be printed, some of their cells left blank to be filled in.

use std::collections::{BTreeMap, BTreeSet};

use crate::math::{Cell, CellSource, MatrixName, Trace, cell_source, operands};

/// Columns of a matrix that fit on a page.
const MOST_COLUMNS: usize = 12;
/// Rows of a matrix that fit on a page with others.
const MOST_ROWS: usize = 24;

/// What is printed, and what is blank in it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Worksheet {
    /// The matrices, in the order in which they are computed.
    pub matrices: BTreeSet<MatrixName>,
    /// Blank cells: matrix, row, column.
    blanks: BTreeSet<(MatrixName, usize, usize)>,
}

/// What of a matrix is blank.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Blank {
    /// Nothing.
    None,
    /// The row of a query.
    Row(usize),
    /// Everything.
    All,
}

impl Worksheet {
    /// The matrices that fit on paper, and blank in them the row of the query wherever it can be worked out from
    /// what is printed.
    pub fn opening(trace: &Trace, head: usize, query: usize) -> Self {
        let matrices: BTreeSet<_> = printable(trace, head).into_iter().collect();
        let mut sheet = Self { matrices, blanks: BTreeSet::new() };
        for matrix in sheet.matrices.clone() {
            if matrix != MatrixName::MaskTerm && sheet.can_be_worked_out(trace, head, matrix) {
                sheet.leave(trace, head, matrix, Blank::Row(query));
            }
        }
        sheet
    }

    /// Whether all numbers that a matrix is computed from are printed, and there are any.
    pub fn can_be_worked_out(&self, trace: &Trace, head: usize, matrix: MatrixName) -> bool {
        let lines = operands(trace, Cell { matrix, head, row: 0, column: 0 });
        !lines.is_empty() && lines.iter().all(|line| self.matrices.contains(&line.first.matrix))
    }

    /// Leaves this of a matrix blank, and nothing else of it.
    pub fn leave(&mut self, trace: &Trace, head: usize, matrix: MatrixName, blank: Blank) {
        self.blanks.retain(|(of, ..)| *of != matrix);
        let Some((rows, columns)) = trace.size(matrix, head) else { return };
        let rows = match blank {
            Blank::None => 0..0,
            Blank::Row(row) => row.min(rows)..(row + 1).min(rows),
            Blank::All => 0..rows,
        };
        for row in rows {
            self.blanks.extend((0..columns).map(|column| (matrix, row, column)));
        }
    }

    /// Empties a cell, or fills it again.
    pub fn toggle(&mut self, cell: (MatrixName, usize, usize)) {
        if !self.blanks.remove(&cell) {
            self.blanks.insert(cell);
        }
    }

    /// What of a matrix is blank, if it is one of these.
    pub fn blank_of(&self, trace: &Trace, head: usize, matrix: MatrixName) -> Option<Blank> {
        let (rows, columns) = trace.size(matrix, head)?;
        let blanks: Vec<_> = self.blanks.iter().filter(|(of, ..)| *of == matrix).collect();
        let first = blanks.first().map(|(_, row, _)| *row);
        let is_row =
            blanks.len() == columns && blanks.iter().all(|(_, row, _)| Some(*row) == first);
        match first {
            None => Some(Blank::None),
            Some(_) if blanks.len() == rows * columns => Some(Blank::All),
            Some(row) => is_row.then_some(Blank::Row(row)),
        }
    }

    /// The numbers of the blank cells of what is printed, counted from 1 in reading order.
    pub fn numbers(&self) -> BTreeMap<(MatrixName, usize, usize), usize> {
        self.printed_blanks().zip(1..).collect()
    }

    /// The blank cells of what is printed, in reading order.
    pub fn printed_blanks(&self) -> impl Iterator<Item = (MatrixName, usize, usize)> {
        self.blanks.iter().copied().filter(|(matrix, ..)| self.matrices.contains(matrix))
    }
}

/// Whether a matrix of a head fits on paper; `None` where there is no such matrix.
fn fits(trace: &Trace, head: usize, matrix: MatrixName) -> Option<bool> {
    let (rows, columns) = trace.size(matrix, head)?;
    Some(rows <= MOST_ROWS && columns <= MOST_COLUMNS)
}

/// Whether there are matrices of a head that do not fit on paper.
pub fn is_too_large(trace: &Trace, head: usize) -> bool {
    MatrixName::ALL.into_iter().any(|matrix| fits(trace, head, matrix) == Some(false))
}

/// The matrices of a head that fit on paper, each once, in the order in which they are computed.
pub fn printable(trace: &Trace, head: usize) -> Vec<MatrixName> {
    let fits = |matrix: &MatrixName| fits(trace, head, *matrix) == Some(true);
    // Of one head the concatenation is its context once more, and so is an output that nothing projects.
    let is_copy = |matrix: &MatrixName| {
        let cell = Cell { matrix: *matrix, head, row: 0, column: 0 };
        matches!(matrix, MatrixName::Concat | MatrixName::Output)
            && trace.projected.n_heads() == 1
            && matches!(cell_source(trace, cell), Some(CellSource::Copied { .. }))
    };
    MatrixName::ALL.into_iter().filter(fits).filter(|matrix| !is_copy(matrix)).collect()
}
