//! Where cells lie in pixels, and which cell a pixel belongs to: pure, and inverse to each other.
//!
//! Everything is integer. Sides of cells that do not divide the area differ by at most one pixel.

use std::ops::Range;

use super::Window;

/// A rectangle of device pixels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Rect {
    /// The left edge.
    pub x: i32,
    /// The upper edge.
    pub y: i32,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
}

/// A matrix laid out over a rectangle of device pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Grid {
    /// Rows of the matrix.
    pub rows: usize,
    /// Columns of the matrix.
    pub columns: usize,
    /// The rectangle's left edge.
    pub x: i32,
    /// The rectangle's upper edge.
    pub y: i32,
    /// Pixels across.
    pub width: u32,
    /// Pixels down.
    pub height: u32,
    /// Pixels between neighboring cells; none around them.
    pub gap: u32,
}

/// Cells with a side below this many CSS pixels have no gap.
const GAP_FROM: f64 = 8.0;
/// Cells with both sides from this many CSS pixels have a gap of two.
const WIDE_GAP_FROM: f64 = 28.0;
/// Pixels that a matrix is laid out over at most, along an axis; a coordinate has room for them.
const MOST_PIXELS: f64 = 1e9;

impl Rect {
    /// The corner that the rectangle contains.
    pub fn upper_left(&self) -> (i32, i32) {
        (self.x, self.y)
    }

    /// The corner just beyond the rectangle.
    pub fn lower_right(&self) -> (i32, i32) {
        (self.x.saturating_add_unsigned(self.width), self.y.saturating_add_unsigned(self.height))
    }

    /// The last pixel that the rectangle contains, if it contains any.
    pub fn last(&self) -> (i32, i32) {
        let (right, bottom) = self.lower_right();
        (right - 1, bottom - 1)
    }

    /// The part that lies in another rectangle; of no width or height where none does.
    #[must_use]
    pub fn within(&self, other: Self) -> Self {
        let (left, top) = (self.x.max(other.x), self.y.max(other.y));
        let ((right, bottom), (to_right, to_bottom)) = (self.lower_right(), other.lower_right());
        let side = |from: i32, to: i32| u32::try_from(to.saturating_sub(from)).unwrap_or_default();
        let (width, height) = (side(left, right.min(to_right)), side(top, bottom.min(to_bottom)));
        Self { x: left, y: top, width, height }
    }

    /// The pixel in the middle.
    pub fn center(&self) -> (i32, i32) {
        Self { width: self.width / 2, height: self.height / 2, ..*self }.lower_right()
    }
}

impl Grid {
    /// Lays a matrix over `area`, with a gap that suits the cells' size.
    pub fn fit(area: Rect, rows: usize, columns: usize, pixel_ratio: f64) -> Self {
        Self::fit_window(area, (rows, columns), Window::whole(rows, columns), pixel_ratio)
    }

    /// Lays a matrix over so much more than `seen` that a window on it fills `seen`.
    pub fn fit_window(
        seen: Rect,
        (rows, columns): (usize, usize),
        window: Window,
        pixel_ratio: f64,
    ) -> Self {
        let side = |length: u32, shown: f64| f64::from(length) / shown.max(1.0);
        let side = side(seen.width, window.columns).min(side(seen.height, window.rows));
        let gap = gap_between(side / pixel_ratio, pixel_ratio);
        let (before, width) = stretched(seen.width, gap, (window.left, window.columns), columns);
        let (above, height) = stretched(seen.height, gap, (window.top, window.rows), rows);
        let (x, y) = (seen.x.saturating_sub(before), seen.y.saturating_sub(above));
        Self { rows, columns, x, y, width, height, gap }
    }

    /// The whole rectangle.
    pub fn area(&self) -> Rect {
        Rect { x: self.x, y: self.y, width: self.width, height: self.height }
    }

    /// The shorter side of a cell with its gap, in fractions of a pixel.
    pub fn cell_side(&self) -> f64 {
        let side = |length: u32, count: usize| f64::from(length + self.gap) / count.max(1) as f64;
        side(self.width, self.columns).min(side(self.height, self.rows))
    }

    /// Returns the pixels of a cell; of no width or height where there are more cells than pixels.
    pub fn pixel_from_cell(&self, row: usize, column: usize) -> Rect {
        let (left, width) = segment(column, self.columns, self.width, self.gap);
        let (top, height) = segment(row, self.rows, self.height, self.gap);
        Rect {
            x: self.x.saturating_add_unsigned(left),
            y: self.y.saturating_add_unsigned(top),
            width,
            height,
        }
    }

    /// The rows and the columns that have pixels in a part of the rectangle.
    pub fn cells_in(&self, part: Rect) -> (Range<usize>, Range<usize>) {
        let (left, top) = self.offset(part);
        (
            cells_of(top, part.height, self.rows, self.height, self.gap),
            cells_of(left, part.width, self.columns, self.width, self.gap),
        )
    }

    /// How far in the rectangle a part of it begins.
    pub(super) fn offset(&self, part: Rect) -> (u32, u32) {
        let from = |at: i32, origin: i32| u32::try_from(at.saturating_sub(origin)).unwrap_or(0);
        (from(part.x, self.x), from(part.y, self.y))
    }

    /// The columns drawn in pixel column `x` of the rectangle: one, more when they are finer than
    /// pixels, none in a gap. Each column is in one pixel column at least.
    pub fn columns_at(&self, x: u32) -> Range<usize> {
        cells_at(x, self.columns, self.width, self.gap)
    }

    /// The rows drawn in pixel row `y` of the rectangle, as [`Self::columns_at`].
    pub fn rows_at(&self, y: u32) -> Range<usize> {
        cells_at(y, self.rows, self.height, self.gap)
    }
}

/// Pixels between cells with a side of so many CSS pixels.
fn gap_between(css_side: f64, pixel_ratio: f64) -> u32 {
    let css_gap = match css_side {
        side if side < GAP_FROM => return 0,
        side if side < WIDE_GAP_FROM => 1.0,
        _ => 2.0,
    };
    ((css_gap * pixel_ratio).round() as u32).max(1)
}

/// Pixels before what is seen, and of all, where `shown` of `count` cells fill `length` pixels.
fn stretched(length: u32, gap: u32, (from, shown): (f64, f64), count: usize) -> (i32, u32) {
    let (count, seen) = (count as f64, f64::from(length + gap));
    if shown >= count {
        return (0, length);
    }
    let all = (seen * count / shown).round().clamp(seen, MOST_PIXELS.max(seen));
    // The last cells are seen whole, whatever was rounded.
    let is_at_end = from + shown > count - 1e-6;
    let before = if is_at_end { all - seen } else { (from * all / count).floor() };
    (before.clamp(0.0, all - seen) as i32, all as u32 - gap)
}

/// Where cell `index` of `count` begins, in pixels: the gap is laid after every cell, also the last.
fn start(index: usize, count: usize, length: u32, gap: u32) -> u32 {
    (index as u64 * u64::from(length + gap) / count.max(1) as u64) as u32
}

fn segment(index: usize, count: usize, length: u32, gap: u32) -> (u32, u32) {
    let begin = start(index, count, length, gap);
    let end = start(index + 1, count, length, gap).saturating_sub(gap);
    (begin, end.saturating_sub(begin))
}

/// The last cell that begins at `offset` or before: the largest i with i·(length+gap) < (offset+1)·count.
fn index_at(offset: u32, count: usize, length: u32, gap: u32) -> Option<usize> {
    if offset >= length {
        return None;
    }
    let before = (u64::from(offset) + 1) * count as u64;
    before.checked_sub(1).map(|last| (last / u64::from(length + gap)) as usize)
}

/// The cells from that at pixel `from` to that at the last of `n` pixels; a gap counts for the cell before it.
fn cells_of(from: u32, n: u32, count: usize, length: u32, gap: u32) -> Range<usize> {
    let at = |offset: u32| {
        let cells = cells_at(offset, count, length, gap);
        if cells.is_empty() { cells.start.saturating_sub(1)..cells.start } else { cells }
    };
    let last = length.saturating_sub(1).min(from.saturating_add(n).saturating_sub(1));
    if n == 0 || length == 0 || from > last {
        return 0..0;
    }
    at(from).start..at(last).end.min(count)
}

fn cells_at(offset: u32, count: usize, length: u32, gap: u32) -> Range<usize> {
    if count as u64 > u64::from(length) {
        let first = |pixel: u64| (pixel * count as u64 / u64::from(length.max(1))) as usize;
        return first(offset.into())..first(u64::from(offset) + 1);
    }
    let Some(index) = index_at(offset, count, length, gap) else { return 0..0 };
    let (begin, size) = segment(index, count, length, gap);
    if offset < begin + size { index..index + 1 } else { index..index }
}

/// Every how manyth of `count` labels has room along `room` CSS pixels; slanted ones need the most.
pub fn label_step(count: usize, room: f64) -> usize {
    // A line of small text is 12 pixels high; at 45° it is 12 · √2 wide.
    const PITCH: f64 = 17.0;
    ((count as f64 * PITCH / room).ceil() as usize).clamp(1, count.max(1))
}

/// Which labels are shown: every `step`th and the selected one, which has its neighbors' room.
pub fn thinned(count: usize, step: usize, selected: usize) -> Vec<usize> {
    let is_shown = |at: &usize| {
        let is_near = at.abs_diff(selected) < step && step > 1;
        *at == selected || at.is_multiple_of(step) && !is_near
    };
    (0..count).filter(is_shown).collect()
}
