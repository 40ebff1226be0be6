//! The marks that say without color what a cell is: hatch, cross, frame, corner tick.

use plotters::prelude::DrawingBackend;
use plotters_backend::{BackendColor, BackendStyle};

use super::{Drawn, Look, Rect, Rgb, text_on};

/// A color with the width of its lines, in device pixels.
struct Stroke {
    color: Rgb,
    width: u32,
}

impl Stroke {
    /// A line at most a third of the cell wide, and the part of the cell that it keeps inside.
    fn within(cell: Rect, color: Rgb, width: u32) -> (Self, Rect) {
        let width = width.min(cell.width.min(cell.height) / 3).max(1);
        (Self { color, width }, inner(cell, width - 1))
    }
}

impl BackendStyle for Stroke {
    fn color(&self) -> BackendColor {
        self.color.into()
    }

    fn stroke_width(&self) -> u32 {
        self.width
    }
}

/// Fills a rectangle.
pub(super) fn fill<DB: DrawingBackend>(backend: &mut DB, rect: Rect, color: Rgb) -> Drawn<DB> {
    backend.draw_rect(rect.upper_left(), rect.lower_right(), &BackendColor::from(color), true)
}

/// Draws falling diagonals, at the same distance and phase in every cell of a picture.
pub(super) fn hatch<DB: DrawingBackend>(
    backend: &mut DB,
    look: &Look<'_>,
    cell: Rect,
    side: f64,
) -> Drawn<DB> {
    let (stroke, cell) = Stroke::within(cell, look.theme.inks().hatch, look.px(0.75));
    let (left, top) = cell.upper_left();
    let (right, bottom) = cell.last();
    let step = hatch_step(look, side);
    // A diagonal is x − y = k·step.
    let first = (left - bottom).div_euclid(step) + 1;
    for shift in (first..=(right - top).div_euclid(step)).map(|k| k * step) {
        let x = left.max(top + shift);
        let end = right.min(bottom + shift);
        backend.draw_line((x, x - shift), (end, end - shift), &stroke)?;
    }
    Ok(())
}

/// Pixels between the lines of the hatch, across: a third of the cell, 3 to 7 CSS pixels, and so
/// few that every cell has a line.
fn hatch_step(look: &Look<'_>, side: f64) -> i32 {
    let step = look.px((side / look.pixel_ratio / 3.0).clamp(3.0, 7.0));
    step.min(side as u32).max(1).cast_signed()
}

/// Draws a cross from corner to corner: not a number.
pub(super) fn cross<DB: DrawingBackend>(
    backend: &mut DB,
    look: &Look<'_>,
    cell: Rect,
) -> Drawn<DB> {
    let (stroke, cell) = Stroke::within(cell, look.theme.inks().ink, look.px(1.0));
    let (left, top) = cell.upper_left();
    let (right, bottom) = cell.last();
    backend.draw_line((left, top), (right, bottom), &stroke)?;
    backend.draw_line((left, bottom), (right, top), &stroke)
}

/// Draws a cell with a frame inside its edge: plus infinity.
pub(super) fn framed<DB: DrawingBackend>(
    backend: &mut DB,
    look: &Look<'_>,
    cell: Rect,
    color: Rgb,
) -> Drawn<DB> {
    let side = cell.width.min(cell.height);
    let inset = look.px(2.0).min(side / 3);
    fill(backend, cell, color)?;
    fill(backend, inner(cell, inset), text_on(look.theme, color))?;
    fill(backend, inner(cell, 2 * inset), color)
}

/// Fills a triangle in a corner, a quarter of the cell or `largest` pixels: outside the domain.
pub(super) fn tick<DB: DrawingBackend>(
    backend: &mut DB,
    cell: Rect,
    largest: u32,
    corner: Corner,
    color: Rgb,
) -> Drawn<DB> {
    let size = (cell.width.min(cell.height) / 4).clamp(2, largest.max(2));
    let (right, bottom) = cell.last();
    // Rows of pixels: crisp on every backend, and few.
    for (width, i) in (1..=size).rev().zip(0..) {
        let y = match corner {
            Corner::UpperRight => cell.y + i,
            Corner::LowerRight => bottom - i,
        };
        let x = right + 1 - width.cast_signed();
        fill(backend, Rect { x, y, width, height: 1 }, color)?;
    }
    Ok(())
}

/// Where a tick is: above the domain, or below it.
#[derive(Clone, Copy)]
pub(super) enum Corner {
    UpperRight,
    LowerRight,
}

fn inner(rect: Rect, inset: u32) -> Rect {
    Rect {
        x: rect.x.saturating_add_unsigned(inset),
        y: rect.y.saturating_add_unsigned(inset),
        width: rect.width.saturating_sub(2 * inset),
        height: rect.height.saturating_sub(2 * inset),
    }
}
