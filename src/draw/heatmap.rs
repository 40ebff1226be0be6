//! A matrix as a picture, the same for the page's canvas, SVG and tests.
//!
//! Small matrices are rectangles, with marks and numbers; fine or large ones go through one bitmap.
//! Everything that decides the picture is in [`Look`], so that a caller can compare looks and
//! repaint only on a change. The selection is not drawn here: it is the caller's overlay.

use ndarray::ArrayView2;
use plotters::prelude::DrawingBackend;
use plotters_backend::DrawingErrorKind;

use super::laid::{Laid, Seen};
use super::look::Face;
use super::mark::{self, Corner};
use super::{Domain, Grid, Kept, Look, Numbers, Position, Rows, color, label, raster, text_on};

/// What drawing returns: nothing, or the backend's error.
pub type Drawn<DB> = Result<(), DrawingErrorKind<<DB as DrawingBackend>::ErrorType>>;

/// Cells with a side below this many device pixels go through a bitmap.
const BITMAP_BELOW: f64 = 3.0;
/// So do cells without numbers below this many CSS pixels: thumbnails, redrawn on each input.
const BARE_BITMAP_BELOW: f64 = 7.0;
/// More cells than this go through a bitmap, whatever their size: rectangles cost a call each.
const MAX_RECTANGLES: usize = 2500;
/// Cells with a side below this many device pixels are too small for a tick.
const TICK_FROM: f64 = 4.0;
/// Steps of the color key: no more colors than the scale has.
const KEY_STEPS: u32 = 256;

/// Draws `matrix` `[rows, columns]`.
///
/// The bitmap that fine matrices are passed as (`blit_bitmap`) is RGBA, four bytes a pixel and
/// opaque, rows from the top, no padding. Each of its pixels shows the number farthest from the neutral one
/// among the cells it covers, so that a spike never vanishes; NaN and +∞ come before all numbers.
///
/// # Errors
/// The backend's own.
pub fn heatmap<DB: DrawingBackend>(
    backend: &mut DB,
    look: &Look<'_>,
    matrix: ArrayView2<'_, f64>,
) -> Drawn<DB> {
    heatmap_over(backend, look, &matrix, &mut Kept::default())
}

/// The same of numbers wherever they stand, of which only those that are seen are read, over what is kept of the
/// last picture of the same matrix: where only the window was shifted, what is still seen is not made again.
///
/// # Errors
/// The backend's own.
pub fn heatmap_over<DB: DrawingBackend>(
    backend: &mut DB,
    look: &Look<'_>,
    matrix: &dyn Rows,
    kept: &mut Kept,
) -> Drawn<DB> {
    let laid = Laid::new(look, backend.get_size(), matrix);
    if look.is_veiled {
        return draw_veil(backend, &laid);
    }
    let may_clip = if is_bitmap(&laid) {
        raster::draw(backend, &laid, kept)?
    } else {
        draw_cells(backend, &laid)?;
        true
    };
    if may_clip {
        draw_ticks(backend, &laid)?;
    }
    label::draw_numbers(backend, &laid)
}

/// Whether cells go through a bitmap and not as rectangles. Marks need rectangles.
fn is_bitmap(laid: &Laid<'_, '_>) -> bool {
    let Laid { look, grid, .. } = laid;
    let has_marks = || look.masked.is_some() || !laid.numbers().all(f64::is_finite);
    let is_bare = || look.numbers == Numbers::Never && !has_marks();
    let side = grid.cell_side();
    laid.n_cells() > MAX_RECTANGLES
        || side < BITMAP_BELOW
        || (side < BARE_BITMAP_BELOW * look.pixel_ratio && is_bare())
}

/// Draws the scale of `look`'s domain from its lower to its upper end; labels are the caller's.
///
/// # Errors
/// The backend's own.
pub fn color_key<DB: DrawingBackend>(backend: &mut DB, look: &Look<'_>) -> Drawn<DB> {
    let whole = look.grid(backend.get_size(), 1, 1);
    let steps = whole.width.min(KEY_STEPS) as usize;
    let grid = Grid { columns: steps, gap: 0, ..whole };
    let Domain { low, high, map } = look.domain;
    for step in 0..steps {
        let share = step as f64 / (steps - 1).max(1) as f64;
        if let Position::Inside(unit) = look.domain.position(low * (1.0 - share) + high * share) {
            mark::fill(backend, grid.pixel_from_cell(0, step), color(look.theme, map, unit))?;
        }
    }
    Ok(())
}

fn draw_cells<DB: DrawingBackend>(backend: &mut DB, laid: &Laid<'_, '_>) -> Drawn<DB> {
    let Laid { look, grid, seen, .. } = laid;
    mark::fill(backend, *seen, look.theme.inks().paper)?;
    let side = grid.cell_side();
    for Seen { cell, value, rect, .. } in laid.seen() {
        match look.face(value, cell) {
            Face::Plain(color) | Face::Low(color) | Face::High(color) => {
                mark::fill(backend, rect, color)?;
            }
            Face::Masked => mark::hatch(backend, look, rect, side)?,
            Face::Infinite(color) => mark::framed(backend, look, rect, color)?,
            Face::NotANumber => mark::cross(backend, look, rect)?,
        }
    }
    Ok(())
}

/// Draws where the cells are, all alike; nothing is read from the matrix.
fn draw_veil<DB: DrawingBackend>(backend: &mut DB, laid: &Laid<'_, '_>) -> Drawn<DB> {
    let inks = laid.look.theme.inks();
    if laid.n_cells() > MAX_RECTANGLES || laid.grid.cell_side() < BITMAP_BELOW {
        return mark::fill(backend, laid.seen, inks.line);
    }
    mark::fill(backend, laid.seen, inks.paper)?;
    laid.places().try_for_each(|(_, cell)| mark::fill(backend, cell.within(laid.seen), inks.line))
}

fn draw_ticks<DB: DrawingBackend>(backend: &mut DB, laid: &Laid<'_, '_>) -> Drawn<DB> {
    let look = laid.look;
    if laid.grid.cell_side() < TICK_FROM {
        return Ok(());
    }
    for Seen { cell, value, rect, .. } in laid.seen() {
        let (corner, ground) = match look.face(value, cell) {
            Face::High(color) => (Corner::UpperRight, color),
            Face::Low(color) => (Corner::LowerRight, color),
            Face::Plain(_) | Face::Masked | Face::Infinite(_) | Face::NotANumber => continue,
        };
        if f64::from(rect.width.min(rect.height)) < TICK_FROM {
            continue;
        }
        mark::tick(backend, rect, look.px(7.0), corner, text_on(look.theme, ground))?;
    }
    Ok(())
}
