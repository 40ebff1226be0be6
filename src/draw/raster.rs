//! Fine and large matrices: one bitmap, reduced by extreme value.
//!
//! The page is compiled to be small, and calls for each pixel what is not inlined by hand: the loops over pixels and
//! cells are plain, and what they call is marked.

use std::ops::Range;

use plotters::prelude::DrawingBackend;
use plotters_backend::DrawingErrorKind;

use super::domain::Ruler;
use super::extremes::{Extremes, extreme_of};
use super::laid::Laid;
use super::look::Face;
use super::palette::{shade_at, shades};
use super::{Domain, Grid, Inks, Look, Rgb, Rows, Theme};
use crate::math::Matrix;

/// A pixel: RGBA.
type Pixel = [u8; 4];

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
    /// `[height, width]`.
    pixels: Vec<Pixel>,
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
    let (pixels, may_clip) = pixels(laid, part, before.as_ref());
    let size = (part.width, part.height);
    backend.blit_bitmap(seen.upper_left(), size, pixels.as_flattened())?;
    if look.window.is_some() && look.masked.is_none() {
        kept.0 = Some(Bitmap { part, looks, pixels, may_clip });
    }
    Ok(may_clip)
}

/// The pixels `[height, width]` of a part, and whether a number outside the domain may be among its cells.
fn pixels(laid: &Laid<'_, '_>, part: Part, before: Option<&Bitmap>) -> (Vec<Pixel>, bool) {
    let grid = &laid.grid;
    let width = part.width as usize;
    let columns: Vec<_> = part.across().map(|x| grid.columns_at(x)).collect();
    let mut lines = Lines {
        extremes: Extremes::new(laid.matrix, laid.look.masked, laid.look.domain.neutral()),
        shades: Shades::of(laid.look, grid.cell_side() >= PATTERN_FROM),
        columns: &columns,
        left: part.left,
    };
    let mut pixels = vec![Pixel::default(); width * part.height as usize];
    let mut repeated: Option<Range<usize>> = None;
    for (at, y) in (0..).zip(part.top..part.top + part.height) {
        let rows = grid.rows_at(y);
        let (above, rest) = pixels.split_at_mut(at * width);
        let line = &mut rest[..width];
        if repeated.as_ref() == Some(&rows) {
            line.copy_from_slice(&above[above.len() - width..]);
            continue;
        }
        let copied = before.map_or(0..0, |before| before.copy(line, part, y));
        let ends = [0..copied.start, copied.end..columns.len()];
        let is_plain = ends.map(|end| lines.draw(line, rows.clone(), y, end)) == [true; 2];
        repeated = (is_plain && copied.is_empty()).then_some(rows);
    }
    let may_clip = lines.shades.may_clip || before.is_some_and(|before| before.may_clip);
    (pixels, may_clip)
}

/// A matrix made small: no more than `side` rows and columns, each the extreme of those that it stands for.
pub(super) fn reduced(matrix: &dyn Rows, side: usize, neutral: f64) -> Matrix {
    let (rows, columns) = matrix.size();
    let (n_rows, n_columns) = (rows.min(side), columns.min(side));
    // As pixels are cells of a grid.
    let grid =
        Grid { rows, columns, x: 0, y: 0, width: n_columns as u32, height: n_rows as u32, gap: 0 };
    let mut extremes = Extremes::new(matrix, None, neutral);
    let mut small = Matrix::zeros((n_rows, n_columns));
    for (y, mut row) in (0..).zip(small.outer_iter_mut()) {
        let cells = extremes.of(grid.rows_at(y), 0..columns);
        for (x, number) in (0..).zip(&mut row) {
            *number = extreme_of(&cells[grid.columns_at(x)], neutral).unwrap_or(neutral);
        }
    }
    small
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
    fn copy(&self, pixels: &mut [Pixel], to: Part, y: u32) -> Range<usize> {
        let (from, to) = (self.part.across(), to.across());
        let shared = from.start.max(to.start)..from.end.min(to.end);
        if shared.is_empty() || !self.part.down().contains(&y) {
            return 0..0;
        }
        let [from, to] = [from, to]
            .map(|part| (shared.start - part.start) as usize..(shared.end - part.start) as usize);
        let line = (y - self.part.top) as usize * self.part.width as usize;
        pixels[to.clone()].copy_from_slice(&self.pixels[line + from.start..line + from.end]);
        to
    }
}

/// What is the same in every line of pixels.
struct Lines<'a, 'l> {
    extremes: Extremes<'a>,
    shades: Shades<'a, 'l>,
    /// The matrix's columns in each pixel of the line.
    columns: &'a [Range<usize>],
    /// The first pixel, from the corner of the whole.
    left: u32,
}

impl Lines<'_, '_> {
    /// Fills some pixels of the line `y`; returns whether they are free of patterns, the same at every `y`.
    fn draw(
        &mut self,
        pixels: &mut [Pixel],
        rows: Range<usize>,
        y: u32,
        within: Range<usize>,
    ) -> bool {
        let columns = &self.columns[within.clone()];
        let pixels = &mut pixels[within.clone()];
        // In a gap a range is empty and ends early.
        let first = columns.first().map_or(0, |columns| columns.start);
        let end = columns.iter().map(|columns| columns.end).max().unwrap_or(first);
        if rows.is_empty() || first == end {
            pixels.fill(self.shades.paper);
            return true;
        }
        let Self { extremes, shades, .. } = self;
        let neutral = shades.look.domain.neutral();
        let cells = extremes.of(rows, first..end);
        let (mut is_plain, mut last, mut shade) = (true, 0..0, shades.paper());
        let places = (self.left + within.start as u32..).zip(columns);
        for ((x, columns), pixel) in places.zip(pixels) {
            // Where cells are larger than pixels most are as the one before.
            if last != *columns {
                last = columns.clone();
                shade = shades.of_cells(&cells[last.start - first..last.end - first], neutral);
                is_plain &= shade.pattern == Pattern::None;
            }
            *pixel = match shade.pattern {
                Pattern::Hatch if x.wrapping_sub(y).is_multiple_of(HATCH_STEP) => shades.hatch,
                Pattern::Dither if (x ^ y) & 1 == 0 => shades.ink,
                Pattern::None | Pattern::Hatch | Pattern::Dither => shade.pixel,
            };
        }
        is_plain
    }
}

/// What a pixel looks like.
#[derive(Clone, Copy)]
struct Shade {
    pixel: Pixel,
    pattern: Pattern,
}

#[derive(Clone, Copy, PartialEq)]
enum Pattern {
    None,
    /// Lines over masked cells.
    Hatch,
    /// Every other pixel is ink.
    Dither,
}

/// Makes pixels of numbers.
struct Shades<'a, 'l> {
    look: &'a Look<'l>,
    ruler: Ruler,
    /// From the neutral number to the upper end, then to the lower one.
    colors: Vec<Pixel>,
    paper: Pixel,
    hatch: Pixel,
    ink: Pixel,
    has_room: bool,
    /// Whether a number outside the domain was met.
    may_clip: bool,
}

impl<'a, 'l> Shades<'a, 'l> {
    fn of(look: &'a Look<'l>, has_room: bool) -> Self {
        let Inks { paper, hatch, ink, .. } = *look.theme.inks();
        let [paper, hatch, ink] = [paper, hatch, ink].map(opaque);
        let colors = shades(look.theme, look.domain.map).map(opaque).collect();
        Self {
            look,
            ruler: look.domain.ruler(),
            colors,
            paper,
            hatch,
            ink,
            has_room,
            may_clip: false,
        }
    }

    fn paper(&self) -> Shade {
        Shade { pixel: self.paper, pattern: Pattern::None }
    }

    /// Of the cells of a pixel the extreme one is shown.
    #[expect(clippy::inline_always, reason = "called for each pixel of large pictures")]
    #[inline(always)]
    fn of_cells(&mut self, cells: &[f64], neutral: f64) -> Shade {
        let Some(extreme) = extreme_of(cells, neutral) else { return self.paper() };
        if self.ruler.holds(extreme) {
            let at = shade_at(self.ruler.unit_of(extreme));
            return Shade { pixel: self.colors[at], pattern: Pattern::None };
        }
        self.apart(extreme)
    }

    /// What is no number of the domain.
    fn apart(&mut self, value: f64) -> Shade {
        let inks = self.look.theme.inks();
        let face = self.look.face_of(value);
        self.may_clip |= matches!(face, Face::Low(_) | Face::High(_));
        let (color, pattern) = match face {
            Face::Plain(color) | Face::Low(color) | Face::High(color) => (color, Pattern::None),
            Face::Masked => (inks.hatch_tint, Pattern::Hatch),
            Face::Infinite(color) if self.has_room => (color, Pattern::Dither),
            Face::Infinite(_) | Face::NotANumber => (inks.ink, Pattern::None),
        };
        Shade { pixel: opaque(color), pattern }
    }
}

fn opaque(Rgb(red, green, blue): Rgb) -> Pixel {
    [red, green, blue, 255]
}
