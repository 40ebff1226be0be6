//! Numbers in the cells: whether they fit, how large, in which ink.
//!
//! Nothing is measured: without fonts, plotters cannot, and in a browser it would lay out the page
//! for every text. A character of a monospaced face is 0.6 of its size, and that is enough.

use std::convert::Infallible;

use plotters::prelude::DrawingBackend;
use plotters_backend::text_anchor::{HPos, Pos, VPos};
use plotters_backend::{BackendColor, BackendCoord, BackendTextStyle, FontFamily};

use super::laid::{Laid, Seen};
use super::look::Face;
use super::{
    ColorMap, Digits, Drawn, Grid, Look, Numbers, Rect, Rgb, format_number, mark,
    number::digits_of, text_on, write_number,
};
use crate::math::Extent;

/// The smallest text, in CSS pixels.
const MIN_SIZE: f64 = 9.0;
/// The usual text, in CSS pixels; cells more than four times as high have larger text.
const SIZE: f64 = 13.0;
/// The smallest text that can be read from the back of a room, and what comes next where it does not fit, in CSS
/// pixels.
const LARGE_SIZES: [f64; 4] = [18.0, 14.0, 13.0, MIN_SIZE];
/// The width of a character, in font sizes.
const CHARACTER: f64 = 0.6;
/// Characters of the longest number with one decimal and a power of ten, `−1.2e−10`.
const SCIENTIFIC_LENGTH: usize = 8;

/// Writes every number that is seen into its cell if all have room, with fewer decimals where that helps;
/// otherwise none. A cell that is cut has none.
pub(super) fn draw_numbers<DB: DrawingBackend>(backend: &mut DB, laid: &Laid<'_, '_>) -> Drawn<DB> {
    let Laid { look, grid, .. } = laid;
    if look.numbers == Numbers::Never || font_size(look, grid, 1).is_none() {
        return Ok(());
    }
    let sizes: &[f64] = match look.numbers {
        Numbers::Large => &LARGE_SIZES,
        Numbers::Never | Numbers::WhenTheyFit => &[MIN_SIZE],
    };
    let mut extent = Extent::default();
    extent.take(&laid.numbers().collect::<Vec<_>>());
    let range = extent.range();
    let fitting = sizes.iter().find_map(|least| fitting(look, grid, range, *least));
    let Some((digits, size)) = fitting else { return Ok(()) };
    let mut text = String::new();
    for Seen { cell, value, whole, rect } in laid.seen() {
        if is_cut(whole, rect) {
            continue;
        }
        text.clear();
        write_number(&mut text, value, digits);
        let center = whole.center();
        let face = look.face(value, cell);
        if matches!(face, Face::Masked | Face::NotANumber) {
            let room = room(center, text.chars().count(), size).within(laid.seen);
            mark::fill(backend, room, look.theme.inks().paper)?;
        }
        let label = Label { size: size * look.text_scale, color: ink(look, face) };
        backend.draw_text(&text, &label, center)?;
    }
    Ok(())
}

/// Whether so much of a cell is outside that its number would be. A step of the zoom seldom ends where a cell does, and
/// what misses a twentieth of it looks whole.
fn is_cut(whole: Rect, seen: Rect) -> bool {
    let is_less = |whole: u32, seen: u32| whole - seen.min(whole) > (whole / 20).max(1);
    is_less(whole.width, seen.width) || is_less(whole.height, seen.height)
}

/// The digits of numbers in a range and their font size, at least `least`, or as many decimals as fit: at least one, and of
/// large shares two.
fn fitting(
    look: &Look<'_>,
    grid: &Grid,
    range: Option<(f64, f64)>,
    least: f64,
) -> Option<(Digits, f64)> {
    let is_share = least > MIN_SIZE && look.domain.map == ColorMap::Sequential;
    let fewest = if is_share { 2 } else { 1 };
    let mut digits = digits_of(range, look.domain.map);
    loop {
        let size = font_size(look, grid, longest(range, digits));
        if let Some(size) = size.filter(|size| *size >= least * look.pixel_ratio) {
            return Some((digits, size));
        }
        digits = match digits {
            Digits::Fixed(decimals) if decimals > fewest => Digits::Fixed(decimals - 1),
            _ => return None,
        };
    }
}

fn ink(look: &Look<'_>, face: Face) -> Rgb {
    match face {
        Face::Plain(ground) | Face::Low(ground) | Face::High(ground) | Face::Infinite(ground) => {
            text_on(look.theme, ground)
        }
        Face::Masked => look.theme.inks().soft_ink,
        Face::NotANumber => look.theme.inks().ink,
    }
}

/// The size in device pixels of texts of so many characters, `None` if they would be too small.
fn font_size(look: &Look<'_>, grid: &Grid, characters: usize) -> Option<f64> {
    let cell = |length: u32, count: usize| {
        let device = f64::from(length + grid.gap) / count.max(1) as f64 - f64::from(grid.gap);
        device / look.pixel_ratio
    };
    let (width, height) = (cell(grid.width, grid.columns), cell(grid.height, grid.rows));
    let by_width = width * 0.84 / (CHARACTER * characters as f64);
    let usual = match look.numbers {
        Numbers::Large => height * 0.45,
        Numbers::Never | Numbers::WhenTheyFit => (height / 4.0).max(SIZE),
    };
    let size = by_width.min(height * 0.7).min(usual);
    // Halves: a canvas parses a font once for each size it meets.
    (size >= MIN_SIZE).then(|| (size * 2.0).floor() / 2.0 * look.pixel_ratio)
}

/// Characters of the longest text; the ends of the range have it, or a word such as NaN.
fn longest(range: Option<(f64, f64)>, digits: Digits) -> usize {
    if matches!(digits, Digits::Scientific(_)) {
        return SCIENTIFIC_LENGTH;
    }
    let (low, high) = range.unwrap_or((0.0, 0.0));
    let length = |value| format_number(value, digits).chars().count();
    length(low).max(length(high)).max("NaN".len())
}

/// The pixels of a text around its center.
fn room(center: (i32, i32), characters: usize, size: f64) -> Rect {
    let width = (CHARACTER * size * (characters as f64 + 0.6)) as u32;
    let height = (size * 1.1) as u32;
    let (x, y) = (center.0 - (width / 2).cast_signed(), center.1 - (height / 2).cast_signed());
    Rect { x, y, width, height }
}

/// Centered text of a monospaced face, whose figures are tabular.
struct Label {
    size: f64,
    color: Rgb,
}

impl BackendTextStyle for Label {
    type FontError = Infallible;

    fn color(&self) -> BackendColor {
        self.color.into()
    }

    fn size(&self) -> f64 {
        self.size
    }

    fn anchor(&self) -> Pos {
        Pos::new(HPos::Center, VPos::Center)
    }

    fn family(&self) -> FontFamily<'_> {
        FontFamily::Monospace
    }

    fn layout_box(&self, text: &str) -> Result<(BackendCoord, BackendCoord), Infallible> {
        let width = CHARACTER * self.size * text.chars().count() as f64;
        Ok(((0, 0), (width as i32, self.size as i32)))
    }

    /// Draws nothing: text is for backends that have fonts of their own.
    fn draw<E, DrawFunc: FnMut(i32, i32, BackendColor) -> Result<(), E>>(
        &self,
        _: &str,
        _: BackendCoord,
        _: DrawFunc,
    ) -> Result<Result<(), E>, Infallible> {
        Ok(Ok(()))
    }
}
