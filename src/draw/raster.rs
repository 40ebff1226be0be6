//! Fine and large matrices: one bitmap, reduced by extreme value.

use std::ops::Range;

use ndarray::ArrayView2;
use plotters::prelude::DrawingBackend;

use super::look::Face;
use super::{Drawn, Grid, Look, Rgb};

/// Bytes of a pixel: RGB.
const PIXEL: usize = 3;
/// Pixels between the lines of the hatch.
const HATCH_STEP: u32 = 4;
/// Cells with a side below this many pixels have no room for a pattern.
const PATTERN_FROM: f64 = 2.0;

/// Draws the whole grid as one bitmap.
pub(super) fn draw<DB: DrawingBackend>(
    backend: &mut DB,
    look: &Look<'_>,
    grid: &Grid,
    matrix: ArrayView2<'_, f64>,
) -> Drawn<DB> {
    let size = (grid.width, grid.height);
    if size.0 == 0 || size.1 == 0 {
        return Ok(());
    }
    backend.blit_bitmap((grid.x, grid.y), size, &pixels(look, grid, matrix))
}

/// The bitmap `[height, width, 3]`.
fn pixels(look: &Look<'_>, grid: &Grid, matrix: ArrayView2<'_, f64>) -> Vec<u8> {
    let stride = grid.width as usize * PIXEL;
    let columns: Vec<_> = (0..grid.width).map(|x| grid.columns_at(x)).collect();
    let mut bytes = vec![0; stride * grid.height as usize];
    let line = Line { look, matrix, columns: &columns, has_room: grid.cell_side() >= PATTERN_FROM };
    let mut repeated: Option<Range<usize>> = None;
    for y in 0..grid.height {
        let rows = grid.rows_at(y);
        let begin = y as usize * stride;
        if repeated.as_ref() == Some(&rows) {
            bytes.copy_within(begin - stride..begin, begin);
            continue;
        }
        let is_plain = line.draw(&mut bytes[begin..begin + stride], rows.clone(), y);
        repeated = is_plain.then_some(rows);
    }
    bytes
}

/// What is the same in every line of pixels.
struct Line<'a, 'm> {
    look: &'a Look<'m>,
    matrix: ArrayView2<'a, f64>,
    /// The matrix's columns in each pixel of the line.
    columns: &'a [Range<usize>],
    has_room: bool,
}

impl Line<'_, '_> {
    /// Fills the line `y`; returns whether it is free of patterns, the same at every `y`.
    fn draw(&self, bytes: &mut [u8], rows: Range<usize>, y: u32) -> bool {
        let mut is_plain = true;
        for ((x, columns), pixel) in (0..).zip(self.columns).zip(bytes.chunks_exact_mut(PIXEL)) {
            let face = self.extreme(rows.clone(), columns.clone());
            is_plain &= !matches!(face, Some(Face::Masked | Face::Infinite(_)));
            let Rgb(red, green, blue) = self.shade(face, x, y);
            pixel.copy_from_slice(&[red, green, blue]);
        }
        is_plain
    }

    /// How the cell looks that stands for a pixel's cells; `None` in a gap.
    fn extreme(&self, rows: Range<usize>, columns: Range<usize>) -> Option<Face> {
        let mut best = None;
        let mut most = f64::NEG_INFINITY;
        for row in rows {
            for cell in columns.clone().map(|column| (row, column)) {
                let value = self.matrix[cell];
                let weight = self.weight(value, cell);
                if weight > most {
                    (best, most) = (Some((value, cell)), weight);
                }
            }
        }
        best.map(|(value, cell)| self.look.face(value, cell))
    }

    /// What a cell counts against others in its pixel: NaN, then +∞, then the distance from the
    /// neutral number, and a masked cell last.
    fn weight(&self, value: f64, cell: (usize, usize)) -> f64 {
        if value.is_nan() {
            return f64::INFINITY;
        }
        if value == f64::NEG_INFINITY || self.look.is_masked(cell) {
            return -1.0;
        }
        (value - self.look.domain.neutral()).abs().min(f64::MAX)
    }

    fn shade(&self, face: Option<Face>, x: u32, y: u32) -> Rgb {
        let inks = self.look.theme.inks();
        match face {
            None => inks.paper,
            Some(Face::Plain(color) | Face::Low(color) | Face::High(color)) => color,
            Some(Face::Masked) if x % HATCH_STEP == y % HATCH_STEP => inks.hatch,
            Some(Face::Masked) => inks.hatch_tint,
            Some(Face::Infinite(color)) if self.has_room && (x ^ y) & 1 == 1 => color,
            Some(Face::Infinite(_) | Face::NotANumber) => inks.ink,
        }
    }
}
