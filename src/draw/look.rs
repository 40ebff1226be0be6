//! What decides how a heatmap looks, as plain data, and what it makes of one cell.

use ndarray::ArrayView2;

use super::{ColorMap, Domain, Grid, Position, Rect, Rgb, Theme, Window, color};

/// plotters' SVG backend writes text 1.24 times smaller than it is told: its [`Look::text_scale`].
pub const SVG_TEXT_SCALE: f64 = 1.24;

/// Whether numbers stand in the cells.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Numbers {
    /// Never.
    #[default]
    Never,
    /// Where the cells have room for all of them.
    WhenTheyFit,
    /// The same as large as the cells allow, with fewer decimals where that makes them readable from afar.
    Large,
}

/// All that decides a heatmap's looks besides its numbers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look<'a> {
    /// Light or dark.
    pub theme: Theme,
    /// The numbers that the colors span, and the color map.
    pub domain: Domain,
    /// Numbers in cells.
    pub numbers: Numbers,
    /// Device pixels in a CSS pixel.
    pub pixel_ratio: f64,
    /// A factor for text alone: 1, or [`SVG_TEXT_SCALE`].
    pub text_scale: f64,
    /// Whether the cells are seen and their numbers are not, nor the colors that tell of them.
    pub is_veiled: bool,
    /// Cells to hatch whatever their number, `[rows, columns]`: the masked cells of weights.
    pub masked: Option<ArrayView2<'a, bool>>,
    /// The part of the backend to draw into; `None` is all of it.
    pub area: Option<Rect>,
    /// The part of the matrix that is seen; `None` is all of it.
    pub window: Option<Window>,
}

impl Look<'_> {
    /// A look over the whole backend at one pixel a pixel, without numbers or masked cells.
    pub fn new(theme: Theme, domain: Domain) -> Self {
        Self {
            theme,
            domain,
            numbers: Numbers::Never,
            pixel_ratio: 1.0,
            text_scale: 1.0,
            is_veiled: false,
            masked: None,
            area: None,
            window: None,
        }
    }

    /// Returns where [`heatmap`](super::heatmap()) puts the cells on a backend of `size`: for
    /// hit-testing and overlays. Where there is a window, cells lie beyond the backend.
    pub fn grid(&self, size: (u32, u32), rows: usize, columns: usize) -> Grid {
        let window = self.window.unwrap_or(Window::whole(rows, columns));
        Grid::fit_window(self.seen(size), (rows, columns), window, self.pixel_ratio)
    }

    /// The pixels of a backend of `size` that are drawn on.
    pub(super) fn seen(&self, (width, height): (u32, u32)) -> Rect {
        self.area.unwrap_or(Rect { x: 0, y: 0, width, height })
    }

    /// Device pixels of a length in CSS pixels, at least one.
    pub(super) fn px(&self, css: f64) -> u32 {
        ((css * self.pixel_ratio).round() as u32).max(1)
    }

    /// Whether the cell is hatched whatever its number.
    pub(super) fn is_masked(&self, cell: (usize, usize)) -> bool {
        self.masked.is_some_and(|masked| masked.get(cell).copied().unwrap_or(false))
    }

    /// How the cell of `value` looks.
    pub(super) fn face(&self, value: f64, cell: (usize, usize)) -> Face {
        if self.is_masked(cell) {
            return Face::Masked;
        }
        self.face_of(value)
    }

    /// How a cell of `value` looks that is not masked.
    pub(super) fn face_of(&self, value: f64) -> Face {
        let color = |unit| color(self.theme, self.domain.map, unit);
        match self.domain.position(value) {
            Position::Inside(unit) => Face::Plain(color(unit)),
            Position::ClippedLow => Face::Low(color(self.lower_end())),
            Position::ClippedHigh => Face::High(color(1.0)),
            Position::NegativeInfinity => Face::Masked,
            Position::PositiveInfinity => Face::Infinite(color(1.0)),
            Position::NotANumber => Face::NotANumber,
        }
    }

    fn lower_end(&self) -> f64 {
        match self.domain.map {
            ColorMap::Diverging => -1.0,
            ColorMap::Sequential => 0.0,
        }
    }
}

/// How a cell looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Face {
    Plain(Rgb),
    /// Below the domain.
    Low(Rgb),
    /// Above the domain.
    High(Rgb),
    Masked,
    Infinite(Rgb),
    NotANumber,
}
