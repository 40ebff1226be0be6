//! What is worked out of a matrix once, for all places that show it: its range, a small picture of it, whether its
//! rows sum to 1. Of a long input all but the weights follow from the scores, which another scale leaves as they are.

use std::sync::{Arc, OnceLock};

use super::{Domain, Rows, raster::reduced};
use crate::math::{Cells, Extent, Glance, Matrix, Scale};

/// Small pictures have no more rows or columns than this.
pub const SMALL: usize = 128;
/// A matrix of fewer cells is drawn as quickly as it is made small.
const LARGE: usize = 1 << 15;

/// A matrix and what is worked out of it, at the latest when it is asked for. Clones share both.
#[derive(Debug, Clone)]
pub struct Digest {
    cells: Cells,
    rest: Arc<Rest>,
    /// What scales the numbers that `rest` tells of.
    scale: Option<Scale>,
}

/// What is worked out, of the numbers before they are scaled.
#[derive(Debug)]
struct Rest {
    cells: Cells,
    range: OnceLock<Option<(f64, f64)>>,
    small: OnceLock<Option<Cells>>,
    sums_to_one: OnceLock<bool>,
    hides: OnceLock<bool>,
}

impl Digest {
    /// The digest of numbers in rows, which takes over what an earlier one has of the same.
    pub fn of(cells: Cells, before: Option<&Self>) -> Self {
        if let Some(before) = before.filter(|before| before.cells.is(&cells)) {
            return before.clone();
        }
        let (unscaled, scale) = match cells.unscaled() {
            Some((unscaled, scale)) => (unscaled, Some(scale)),
            None => (cells.clone(), None),
        };
        let rest = before.filter(|before| before.rest.cells.is(&unscaled));
        let rest = rest.map_or_else(|| Arc::new(Rest::new(unscaled)), |it| Arc::clone(&it.rest));
        Self { cells, rest, scale }
    }

    /// All numbers.
    pub fn cells(&self) -> &Cells {
        &self.cells
    }

    /// Whether what is worked out of one is worked out of the other.
    pub fn is_worked_out_with(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.rest, &other.rest)
    }

    /// Smallest and largest finite number; `None` where there is none.
    pub fn range(&self) -> Option<(f64, f64)> {
        let (low, high) = (*self.rest.range.get_or_init(|| self.rest.range()))?;
        let Some(scale) = self.scale else { return Some((low, high)) };
        Some((scale.apply(low), scale.apply(high)))
    }

    /// The matrix made small, the number farthest from zero in each place; itself where it is small.
    pub fn small(&self) -> Cells {
        let small = self.rest.small.get_or_init(|| self.rest.small());
        match (small, self.scale) {
            (None, _) => self.cells.clone(),
            (Some(small), None) => small.clone(),
            (Some(small), Some(scale)) => small.to_matrix().mapv_into(|it| scale.apply(it)).into(),
        }
    }

    /// Whether the numbers of each row sum to 1, to rounding.
    pub fn sums_to_one(&self) -> bool {
        *self.rest.sums_to_one.get_or_init(|| self.rest.sums_to_one())
    }

    /// Whether a number is −∞: masked.
    pub fn hides(&self) -> bool {
        let hidden = |row: &[f64]| row.contains(&f64::NEG_INFINITY);
        *self.rest.hides.get_or_init(|| self.rest.cells.any_row(hidden))
    }
}

/// Whether the same numbers are told of.
impl PartialEq for Digest {
    fn eq(&self, other: &Self) -> bool {
        self.cells == other.cells
    }
}

impl Rest {
    fn new(cells: Cells) -> Self {
        let (range, small) = (OnceLock::new(), OnceLock::new());
        Self { cells, range, small, sums_to_one: OnceLock::new(), hides: OnceLock::new() }
    }

    fn range(&self) -> Option<(f64, f64)> {
        self.cells.glance().map_or_else(|| self.cells.range(), |glance| glance.range)
    }

    fn small(&self) -> Option<Cells> {
        let told = self.cells.glance().map(|glance| glance.small.clone());
        told.unwrap_or_else(|| small(&self.cells)).map(Cells::from)
    }

    fn sums_to_one(&self) -> bool {
        // Far above what rounding adds up to, far below what is seen; in f32 the rounding of so many terms.
        const TOLERANCE: f64 = 1e-9;
        let (_, n_keys) = self.cells.size();
        let tolerance = match self.cells {
            Cells::Told(_) => n_keys as f64 * f64::from(f32::EPSILON) / 2.0,
            Cells::Stored(_) | Cells::Blank(_) => TOLERANCE,
        };
        let slack = tolerance.max(TOLERANCE);
        // NaN is no such sum, either.
        let is_one = |sum: f64| (1.0 - slack..=1.0 + slack).contains(&sum);
        match self.cells.glance() {
            Some(Glance { sums: (least, most), .. }) => is_one(*least) && is_one(*most),
            None => !self.cells.any_row(|row| !is_one(row.iter().sum())),
        }
    }
}

/// A matrix made small, the number farthest from zero in each place; `None` where it is small.
fn small(matrix: &dyn Rows) -> Option<Matrix> {
    let (rows, columns) = matrix.size();
    let is_small = rows.max(columns) <= SMALL || rows * columns < LARGE;
    (!is_small).then(|| reduced(matrix, SMALL, 0.0))
}

/// What there is to tell of a matrix at a glance, for whoever shows it elsewhere.
pub fn glance(matrix: &dyn Rows) -> Glance {
    let (range, sums) = extent(matrix);
    Glance { range, sums, small: small(matrix) }
}

/// Smallest and largest finite number of a matrix, and smallest and largest sum of a row, NaN where one is.
pub fn extent(matrix: &dyn Rows) -> (Option<(f64, f64)>, (f64, f64)) {
    let (rows, columns) = matrix.size();
    let (mut extent, mut row) = (Extent::default(), vec![0.0; columns]);
    let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
    for at in 0..rows {
        matrix.read(at..at + 1, 0..columns, &mut row);
        extent.take(&row);
        let sum: f64 = row.iter().sum();
        let is_nan = sum.is_nan() || least.is_nan();
        least = if is_nan { f64::NAN } else { least.min(sum) };
        most = if is_nan { f64::NAN } else { most.max(sum) };
    }
    (extent.range(), (least, most))
}

/// Whether two matrices look alike where no number is written: both are the same scores, scaled by positive numbers
/// as their domains are.
pub fn look_alike((a, of_a): (&Cells, Domain), (b, of_b): (&Cells, Domain)) -> bool {
    let (Some((a, scale_a)), Some((b, scale_b))) = (a.unscaled(), b.unscaled()) else {
        return false;
    };
    let by = scale_b.factor() / scale_a.factor();
    // Far above rounding, far below what moves a color.
    let is_near = |low: f64, high: f64| (low * by - high).abs() <= 1e-9 * high.abs();
    by > 0.0
        && of_a.map == of_b.map
        && is_near(of_a.low, of_b.low)
        && is_near(of_a.high, of_b.high)
        && a.is(&b)
}
