//! Fine and large matrices: one bitmap, reduced by extreme value.

use std::ops::Range;

use plotters::prelude::DrawingBackend;
use plotters_backend::DrawingErrorKind;

use super::laid::Laid;
use super::look::Face;
use super::{Domain, Grid, Look, Rgb, Rows, Theme};

/// Bytes of a pixel: RGB.
const PIXEL: usize = 3;
/// Pixels between the lines of the hatch.
const HATCH_STEP: u32 = 4;
/// Cells with a side below this many pixels have no room for a pattern.
const PATTERN_FROM: f64 = 2.0;

/// The bitmap of the last picture in a window, of which the next one takes what it still shows. Whoever draws
/// another matrix begins with another.
#[derive(Debug, Default)]
pub struct Kept(Option<Bitmap>);

/// Pixels of a part of what a matrix is laid out over, and what they look like.
#[derive(Debug)]
struct Bitmap {
    part: Part,
    looks: Looks,
    /// `[height, width, 3]`.
    bytes: Vec<u8>,
    /// Whether a number outside the domain may be among them.
    may_clip: bool,
}

/// A part of what a matrix is laid out over, in pixels from its corner.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Part {
    left: u32,
    top: u32,
    width: u32,
    height: u32,
}

/// All that decides a pixel besides the numbers and its place.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Looks {
    theme: Theme,
    domain: Domain,
    /// At the corner of nothing: where it lies changes no pixel of it.
    grid: Grid,
}

/// Draws what is seen of the grid as one bitmap; returns whether a number outside the domain may be among them.
pub(super) fn draw<DB: DrawingBackend>(
    backend: &mut DB,
    laid: &Laid<'_, '_>,
    kept: &mut Kept,
) -> Result<bool, DrawingErrorKind<DB::ErrorType>> {
    let Laid { look, grid, seen, .. } = laid;
    let (left, top) = grid.offset(*seen);
    let part = Part { left, top, width: seen.width, height: seen.height };
    if part.width == 0 || part.height == 0 {
        return Ok(false);
    }
    let looks =
        Looks { theme: look.theme, domain: look.domain, grid: Grid { x: 0, y: 0, ..*grid } };
    let before = kept.0.take().filter(|before| before.looks == looks);
    let (bytes, may_clip) = pixels(laid, part, before.as_ref());
    backend.blit_bitmap(seen.upper_left(), (part.width, part.height), &bytes)?;
    if look.window.is_some() && look.masked.is_none() {
        kept.0 = Some(Bitmap { part, looks, bytes, may_clip });
    }
    Ok(may_clip)
}

/// The bitmap `[height, width, 3]` of a part, and whether a number outside the domain may be among its cells.
fn pixels(laid: &Laid<'_, '_>, part: Part, before: Option<&Bitmap>) -> (Vec<u8>, bool) {
    let grid = &laid.grid;
    let stride = part.width as usize * PIXEL;
    let columns: Vec<_> = part.across().map(|x| grid.columns_at(x)).collect();
    let has_room = grid.cell_side() >= PATTERN_FROM;
    let mut line = Line {
        look: laid.look,
        matrix: laid.matrix,
        columns: &columns,
        left: part.left,
        has_room,
        room: Vec::new(),
        extremes: Vec::new(),
        may_clip: before.is_some_and(|before| before.may_clip),
    };
    let mut bytes = vec![0; stride * part.height as usize];
    let mut repeated: Option<Range<usize>> = None;
    for (at, y) in (0..).zip(part.top..part.top + part.height) {
        let rows = grid.rows_at(y);
        let (above, rest) = bytes.split_at_mut(at * stride);
        let pixels = &mut rest[..stride];
        if repeated.as_ref() == Some(&rows) {
            pixels.copy_from_slice(&above[above.len() - stride..]);
            continue;
        }
        let copied = before.map_or(0..0, |before| before.copy(pixels, part, y));
        let ends = [0..copied.start, copied.end..columns.len()];
        let is_plain = ends.map(|end| line.draw(pixels, rows.clone(), y, end)) == [true; 2];
        repeated = (is_plain && copied.is_empty()).then_some(rows);
    }
    (bytes, line.may_clip)
}

impl Part {
    fn across(self) -> Range<u32> {
        self.left..self.left + self.width
    }

    fn down(self) -> Range<u32> {
        self.top..self.top + self.height
    }
}

impl Bitmap {
    /// Copies what it has of line `y` into the pixels of another part; returns which they are.
    fn copy(&self, pixels: &mut [u8], to: Part, y: u32) -> Range<usize> {
        let (from, to) = (self.part.across(), to.across());
        let shared = from.start.max(to.start)..from.end.min(to.end);
        if shared.is_empty() || !self.part.down().contains(&y) {
            return 0..0;
        }
        let [from, to] = [from, to]
            .map(|part| (shared.start - part.start) as usize..(shared.end - part.start) as usize);
        let line = (y - self.part.top) as usize * self.part.width as usize;
        let source = &self.bytes[(line + from.start) * PIXEL..(line + from.end) * PIXEL];
        pixels[to.start * PIXEL..to.end * PIXEL].copy_from_slice(source);
        to
    }
}

/// What is the same in every line of pixels.
struct Line<'a, 'l> {
    look: &'a Look<'l>,
    matrix: &'a dyn Rows,
    /// The matrix's columns in each pixel of the line.
    columns: &'a [Range<usize>],
    /// The first pixel, from the corner of the whole.
    left: u32,
    has_room: bool,
    /// Room for the numbers of a row.
    room: Vec<f64>,
    /// Room for the number that each pixel shows.
    extremes: Vec<Extreme>,
    may_clip: bool,
}

/// Of the cells of a pixel the one that is shown.
#[derive(Clone, Copy, PartialEq)]
struct Extreme {
    rank: u64,
    value: f64,
}

/// The rank of a pixel without a cell.
const NONE: Extreme = Extreme { rank: 0, value: 0.0 };

impl Line<'_, '_> {
    /// Fills some pixels of the line `y`; returns whether they are free of patterns, the same at every `y`.
    fn draw(
        &mut self,
        pixels: &mut [u8],
        rows: Range<usize>,
        y: u32,
        within: Range<usize>,
    ) -> bool {
        self.reduce(rows, within.clone());
        let mut is_plain = true;
        let mut last = (NONE, None);
        let pixels = &mut pixels[within.start * PIXEL..within.end * PIXEL];
        let places = (self.left + within.start as u32..).zip(&self.extremes);
        for ((x, extreme), pixel) in places.zip(pixels.chunks_exact_mut(PIXEL)) {
            // Where cells are larger than pixels, or masked, most pixels are as the one before.
            if last.0 != *extreme {
                let face = (extreme.rank > 0).then(|| self.look.face_of(extreme.value));
                last = (*extreme, face);
                is_plain &= !matches!(face, Some(Face::Masked | Face::Infinite(_)));
                self.may_clip |= matches!(face, Some(Face::Low(_) | Face::High(_)));
            }
            let Rgb(red, green, blue) = self.shade(last.1, x, y);
            pixel.copy_from_slice(&[red, green, blue]);
        }
        is_plain
    }

    /// Finds what the pixels show, of the cells of some rows; one pass through the memory of each.
    fn reduce(&mut self, rows: Range<usize>, within: Range<usize>) {
        let Self { look, matrix, columns, room, extremes, .. } = self;
        let columns = &columns[within];
        let neutral = look.domain.neutral();
        extremes.clear();
        extremes.resize(columns.len(), NONE);
        // In a gap a range is empty and ends early.
        let first = columns.first().map_or(0, |columns| columns.start);
        let end = columns.iter().map(|columns| columns.end).max().unwrap_or(first);
        for row in rows {
            let cells = if let Some(lent) = matrix.lent(row).filter(|_| look.masked.is_none()) {
                &lent[first..end]
            } else {
                room.resize(end - first, 0.0);
                matrix.read(row, first..end, room);
                hide(look, row, first, room);
                room.as_slice()
            };
            for (extreme, columns) in extremes.iter_mut().zip(columns) {
                let Extreme { mut rank, mut value } = *extreme;
                for &cell in &cells[columns.start - first..columns.end - first] {
                    let other = rank_of(cell, neutral);
                    if other > rank {
                        (rank, value) = (other, cell);
                    }
                }
                *extreme = Extreme { rank, value };
            }
        }
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

/// Hides the numbers of masked cells.
fn hide(look: &Look<'_>, row: usize, first: usize, numbers: &mut [f64]) {
    if look.masked.is_none() {
        return;
    }
    for (column, number) in (first..).zip(numbers) {
        if look.is_masked((row, column)) {
            *number = f64::NEG_INFINITY;
        }
    }
}

/// What a cell counts against others in its pixel: NaN, then +∞, then the distance from the neutral number, and
/// a masked cell last. Numbers without their sign are ordered as their bits are (IEEE 754).
fn rank_of(value: f64, neutral: f64) -> u64 {
    const SIGN: u64 = 1 << 63;
    if value == f64::NEG_INFINITY { 1 } else { 2 + ((value - neutral).to_bits() & !SIGN) }
}
