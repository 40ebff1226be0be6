//! The cells that were visited by following links, one after another, with a way back and forward.

use crate::math::Cell;

/// A trail of cells, and where on it one stands.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Trail {
    cells: Vec<Cell>,
    at: usize,
}

impl Trail {
    /// So many cells are remembered; the oldest go first.
    const LONGEST: usize = 100;

    /// Goes on from one cell to another; what lay ahead is forgotten.
    pub fn follow(&mut self, from: Cell, to: Cell) {
        self.cells.truncate(self.at + 1);
        if self.cells.last() != Some(&from) {
            self.cells.push(from);
        }
        if from != to {
            self.cells.push(to);
        }
        let n_forgotten = self.cells.len().saturating_sub(Self::LONGEST);
        self.cells.drain(..n_forgotten);
        self.at = self.cells.len() - 1;
    }

    /// Forgets the cells that are no longer there. Who stood on one of them stands on the last that is left before it.
    pub fn keep(&mut self, is_there: impl Fn(Cell) -> bool) {
        let (mut kept, mut at) = (Vec::new(), 0);
        for (place, cell) in self.cells.drain(..).enumerate() {
            if is_there(cell) && kept.last() != Some(&cell) {
                kept.push(cell);
            }
            if place <= self.at {
                at = kept.len().saturating_sub(1);
            }
        }
        (self.cells, self.at) = (kept, at);
    }

    /// The place so many steps on, or back, from the cell that is looked at. From one that is not on the trail, a
    /// step back leads to where the trail was left.
    pub fn step(&self, by: isize, looked_at: Option<Cell>) -> Option<usize> {
        let is_off = self.cells.get(self.at).is_some_and(|cell| Some(*cell) != looked_at);
        let by = if is_off && by < 0 { by + 1 } else { by };
        self.at.checked_add_signed(by).filter(|at| *at < self.cells.len())
    }

    /// Goes to a place on the trail.
    pub fn go_to(&mut self, at: usize) -> Option<Cell> {
        let cell = self.cells.get(at).copied()?;
        self.at = at;
        Some(cell)
    }

    /// The places around the one where one stands, `around` on either side, with their cells.
    pub fn near(&self, around: usize) -> impl Iterator<Item = (usize, Cell)> {
        let (first, last) = (self.at.saturating_sub(around), self.at.saturating_add(around));
        let places = self.cells.iter().copied().enumerate();
        places.skip(first).take_while(move |(at, _)| *at <= last)
    }

    /// Where one stands.
    pub fn at(&self) -> usize {
        self.at
    }
}
