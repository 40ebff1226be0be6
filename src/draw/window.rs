//! Which part of a matrix a picture shows, in cells and fractions of them, and how it moves: zoomed about a
//! point, shifted, brought to a cell.
//!
//! A picture in a window is the whole matrix laid out over more pixels than are seen: what is seen of it is
//! the same pixels wherever the window stands, so that shifting changes none.

use std::ops::Range;

/// The part of a matrix that is seen, in cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Window {
    /// Rows before the first that is seen.
    pub top: f64,
    /// Columns before the first that is seen.
    pub left: f64,
    /// Rows that are seen.
    pub rows: f64,
    /// Columns that are seen.
    pub columns: f64,
}

/// No window shows fewer rows or columns than this, if the matrix has them: cells need no more room.
const FEWEST: f64 = 4.0;

impl Window {
    /// The window on a whole matrix.
    pub fn whole(rows: usize, columns: usize) -> Self {
        Self { top: 0.0, left: 0.0, rows: rows as f64, columns: columns as f64 }
    }

    /// The window on these rows and columns, as far as they are of the matrix.
    pub fn of_ranges(rows: Range<usize>, columns: Range<usize>, size: (usize, usize)) -> Self {
        let (top, left) = (rows.start as f64, columns.start as f64);
        Self { top, left, rows: rows.len() as f64, columns: columns.len() as f64 }.within(size)
    }

    /// The rows and the columns of which something is seen, inside a matrix.
    pub fn ranges(&self, size: (usize, usize)) -> (Range<usize>, Range<usize>) {
        // What rounding leaves of a cell is not seen.
        let range = |from: f64, shown: f64, count: usize| {
            let end = ((from + shown - 1e-6).ceil() as usize).min(count);
            ((from + 1e-6) as usize).min(end)..end
        };
        (range(self.top, self.rows, size.0), range(self.left, self.columns, size.1))
    }

    /// Whether nothing of the matrix is outside.
    pub fn is_whole(&self, (rows, columns): (usize, usize)) -> bool {
        self.rows >= rows as f64 && self.columns >= columns as f64
    }

    /// The window held inside a matrix, no smaller than a few cells.
    #[must_use]
    pub fn within(self, (rows, columns): (usize, usize)) -> Self {
        let (top, rows) = held(self.top, self.rows, rows);
        let (left, columns) = held(self.left, self.columns, columns);
        Self { top, left, rows, columns }
    }

    /// The window zoomed in by `factor`, out by one below 1; what lies at `(down, across)`, shares of what is
    /// seen, stays there.
    ///
    /// Both axes come to their fewest cells at once, so that the cells of a matrix that is much higher than
    /// wide become about as wide as high.
    #[must_use]
    pub fn zoomed(self, factor: f64, (down, across): (f64, f64), size: (usize, usize)) -> Self {
        let (rows, columns) = (size.0 as f64, size.1 as f64);
        let depth = |count: f64| (count / FEWEST).ln().max(0.0);
        let deepest = depth(rows).max(depth(columns));
        if deepest <= 0.0 {
            return Self::whole(size.0, size.1);
        }
        let is_tall = rows >= columns;
        let now = if is_tall { rows / self.rows } else { columns / self.columns };
        let share = ((now * factor).ln() / deepest).clamp(0.0, 1.0);
        let shown = |count: f64| count * (-share * depth(count)).exp();
        let zoomed = Self {
            top: self.top + down * (self.rows - shown(rows)),
            left: self.left + across * (self.columns - shown(columns)),
            rows: shown(rows),
            columns: shown(columns),
        };
        zoomed.within(size)
    }

    /// The window shifted by so many rows and columns, as far as the matrix goes.
    #[must_use]
    pub fn shifted(self, rows: f64, columns: f64, size: (usize, usize)) -> Self {
        Self { top: self.top + rows, left: self.left + columns, ..self }.within(size)
    }

    /// The window shifted no farther than a cell needs to be seen whole.
    #[must_use]
    pub fn showing(self, (row, column): (usize, usize), size: (usize, usize)) -> Self {
        let nearest = |from: f64, shown: f64, at: usize| {
            let at = at as f64;
            if shown < 1.0 { at } else { from.min(at).max(at + 1.0 - shown) }
        };
        let top = nearest(self.top, self.rows, row);
        let left = nearest(self.left, self.columns, column);
        Self { top, left, ..self }.within(size)
    }

    /// The window with a cell in its middle, as far as the matrix goes.
    #[must_use]
    pub fn centered(self, (row, column): (usize, usize), size: (usize, usize)) -> Self {
        let top = row as f64 + 0.5 - self.rows / 2.0;
        let left = column as f64 + 0.5 - self.columns / 2.0;
        Self { top, left, ..self }.within(size)
    }

    /// The cell at `(down, across)`, shares of what is seen; `None` outside.
    pub fn cell_at(
        &self,
        (down, across): (f64, f64),
        (rows, columns): (usize, usize),
    ) -> Option<(usize, usize)> {
        let along = |share: f64, from: f64, shown: f64, count: usize| {
            let at = (from + share * shown) as usize;
            (0.0..1.0).contains(&share).then(|| at.min(count.saturating_sub(1)))
        };
        let row = along(down, self.top, self.rows, rows)?;
        Some((row, along(across, self.left, self.columns, columns)?))
    }
}

fn held(from: f64, shown: f64, count: usize) -> (f64, f64) {
    let count = count as f64;
    let shown = shown.clamp(FEWEST.min(count), count);
    (from.clamp(0.0, count - shown), shown)
}
