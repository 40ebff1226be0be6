//! What decides how a heatmap looks, as plain data, and what it makes of one cell.

use ndarray::ArrayView2;

use super::{ColorMap, Domain, Grid, Position, Rect, Rgb, Theme, color};

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
        }
    }

    /// Returns where [`heatmap`](super::heatmap()) puts the cells on a backend of `size`: for
    /// hit-testing and overlays.
    pub fn grid(&self, size: (u32, u32), rows: usize, columns: usize) -> Grid {
        let whole = Rect { x: 0, y: 0, width: size.0, height: size.1 };
        Grid::fit(self.area.unwrap_or(whole), rows, columns, self.pixel_ratio)
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
