//! Colors: a warm paper-and-ink theme, light and dark, and the scales that matrices are drawn in.
//!
//! Two arms leave the color of zero: blue for more, orange for less. The sequential map is the blue
//! arm alone; the diverging map is both, so that zero is exactly the middle. Arms are straight in
//! Oklab (Ottosson 2020), end at nearly the same lightness, and differ in hue for every common kind
//! of color blindness. Nothing here reads the style sheet.

use std::fmt;
use std::sync::OnceLock;

use plotters_backend::BackendColor;

/// Light or dark paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on light paper.
    #[default]
    Light,
    /// Light ink on dark paper.
    Dark,
}

/// Which scale a matrix is drawn in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColorMap {
    /// Signed numbers: orange below zero, paper at zero, blue above.
    Diverging,
    /// Amounts: paper to blue.
    Sequential,
}

/// An opaque sRGB color; displays as `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgb(pub u8, pub u8, pub u8);

/// The colors of a theme that are no scale.
#[derive(Clone, Copy, Debug)]
pub struct Inks {
    /// The page, the gaps between cells, the ground of masked cells.
    pub paper: Rgb,
    /// Text and marks.
    pub ink: Rgb,
    /// Text of less weight, such as the −∞ of a masked cell.
    pub soft_ink: Rgb,
    /// Thin lines: frames of pictures and panels.
    pub line: Rgb,
    /// The lines of the hatch over masked cells.
    pub hatch: Rgb,
    /// The hatch where its cells are too small for lines: between paper and `hatch`.
    pub hatch_tint: Rgb,
    /// The mark around the selected cell.
    pub selection: Rgb,
}

const LIGHT: Inks = Inks {
    paper: Rgb(0xfb, 0xfa, 0xf7),
    ink: Rgb(0x1e, 0x1c, 0x1a),
    soft_ink: Rgb(0x68, 0x64, 0x5c),
    line: Rgb(0xdc, 0xd7, 0xcd),
    hatch: Rgb(0xc9, 0xc2, 0xb4),
    hatch_tint: Rgb(0xe6, 0xe2, 0xda),
    selection: Rgb(0xc2, 0x41, 0x0c),
};

const DARK: Inks = Inks {
    paper: Rgb(0x17, 0x16, 0x14),
    ink: Rgb(0xf0, 0xed, 0xe6),
    soft_ink: Rgb(0xa3, 0x9c, 0x90),
    line: Rgb(0x3a, 0x36, 0x31),
    hatch: Rgb(0x55, 0x4f, 0x47),
    hatch_tint: Rgb(0x3c, 0x39, 0x34),
    selection: Rgb(0xff, 0x9f, 0x5a),
};

/// A color by Oklab lightness (0…1), chroma and hue in degrees.
#[derive(Clone, Copy)]
struct Oklch(f64, f64, f64);

/// The ends of the two arms.
struct Ends {
    zero: Oklch,
    more: Oklch,
    less: Oklch,
}

const LIGHT_ENDS: Ends = Ends {
    zero: Oklch(0.970, 0.007, 89.0),
    more: Oklch(0.475, 0.105, 243.0),
    less: Oklch(0.515, 0.137, 46.0),
};

const DARK_ENDS: Ends = Ends {
    zero: Oklch(0.283, 0.007, 68.0),
    more: Oklch(0.745, 0.110, 240.0),
    less: Oklch(0.745, 0.140, 54.0),
};

impl Theme {
    /// Both themes.
    pub const ALL: [Self; 2] = [Self::Light, Self::Dark];

    /// Returns the theme's colors outside the scales.
    pub const fn inks(self) -> &'static Inks {
        match self {
            Self::Light => &LIGHT,
            Self::Dark => &DARK,
        }
    }
}

/// Returns the color at `unit`: −1…1 on the diverging map, 0…1 on the sequential one.
///
/// A number outside is drawn as the nearest end; NaN as zero.
pub fn color(theme: Theme, map: ColorMap, unit: f64) -> Rgb {
    let [more, less] = &arms()[theme as usize];
    match map {
        ColorMap::Diverging if unit < 0.0 => less[shade_at(-unit)],
        ColorMap::Diverging | ColorMap::Sequential => more[shade_at(unit.max(0.0))],
    }
}

/// The colors of a map at which [`shade_at`] points: from the neutral one to the upper end, then to the lower.
pub(super) fn shades(theme: Theme, map: ColorMap) -> impl Iterator<Item = Rgb> {
    let [more, less] = &arms()[theme as usize];
    let lower = move |shade: usize| match map {
        ColorMap::Diverging => less[shade],
        ColorMap::Sequential => more[0],
    };
    more.iter().copied().chain((0..SHADES).map(lower))
}

/// Which of the [`shades`] is that of a unit.
#[expect(clippy::inline_always, reason = "called for each pixel of large pictures")]
#[inline(always)]
pub(super) fn shade_at(unit: f64) -> usize {
    // Rounds; `round` would be a call in wasm.
    let shade = (unit.abs() * (SHADES - 1) as f64 + 0.5) as usize;
    shade.min(SHADES - 1) + if unit < 0.0 { SHADES } else { 0 }
}

/// Returns an ink that can be read on `ground`: contrast at least 4.5 to 1.
///
/// Near-black and white where they suffice; between them only black does.
pub fn text_on(theme: Theme, ground: Rgb) -> Rgb {
    const WHITE: Rgb = Rgb(0xff, 0xff, 0xff);
    let order = match theme {
        Theme::Light => [LIGHT.ink, WHITE],
        Theme::Dark => [WHITE, LIGHT.ink],
    };
    order.into_iter().find(|&ink| contrast(ink, ground) >= 4.5).unwrap_or(Rgb(0, 0, 0))
}

/// Computes the contrast of two colors, 1 to 21 (WCAG 2.2, "contrast ratio").
pub fn contrast(a: Rgb, b: Rgb) -> f64 {
    let (a, b) = (a.luminance(), b.luminance());
    (a.max(b) + 0.05) / (a.min(b) + 0.05)
}

impl Rgb {
    /// Computes the relative luminance, 0 to 1.
    pub fn luminance(self) -> f64 {
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }
}

impl fmt::Display for Rgb {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "#{:02x}{:02x}{:02x}", self.0, self.1, self.2)
    }
}

impl From<Rgb> for BackendColor {
    fn from(Rgb(red, green, blue): Rgb) -> Self {
        Self { alpha: 1.0, rgb: (red, green, blue) }
    }
}

/// The colors of one arm, from zero to its end.
type Arm = [Rgb; SHADES];

/// Colors of an arm.
const SHADES: usize = 256;

/// The arms of each theme, `[more, less]`, computed at first use.
fn arms() -> &'static [[Arm; 2]; 2] {
    static ARMS: OnceLock<[[Arm; 2]; 2]> = OnceLock::new();
    ARMS.get_or_init(|| {
        [LIGHT_ENDS, DARK_ENDS]
            .map(|scale| [arm(scale.zero, scale.more), arm(scale.zero, scale.less)])
    })
}

fn arm(zero: Oklch, end: Oklch) -> Arm {
    let (zero, end) = (zero.oklab(), end.oklab());
    std::array::from_fn(|i| {
        let t = i as f64 / 255.0;
        rgb_from_oklab(std::array::from_fn(|k| zero[k] + t * (end[k] - zero[k])))
    })
}

impl Oklch {
    fn oklab(self) -> [f64; 3] {
        let (sin, cos) = self.2.to_radians().sin_cos();
        [self.0, self.1 * cos, self.1 * sin]
    }
}

/// Björn Ottosson, "A perceptual color space for image processing", 2020.
fn rgb_from_oklab([lightness, a, b]: [f64; 3]) -> Rgb {
    let l = (lightness + 0.396_337_777_4 * a + 0.215_803_757_3 * b).powi(3);
    let m = (lightness - 0.105_561_345_8 * a - 0.063_854_172_8 * b).powi(3);
    let s = (lightness - 0.089_484_177_5 * a - 1.291_485_548_0 * b).powi(3);
    Rgb(
        encoded(4.076_741_662_1 * l - 3.307_711_591_3 * m + 0.230_969_929_2 * s),
        encoded(-1.268_438_004_6 * l + 2.609_757_401_1 * m - 0.341_319_396_5 * s),
        encoded(-0.004_196_086_3 * l - 0.703_418_614_7 * m + 1.707_614_701_0 * s),
    )
}

/// One sRGB channel from linear light.
fn encoded(light: f64) -> u8 {
    let light = light.clamp(0.0, 1.0);
    let value =
        if light <= 0.003_130_8 { 12.92 * light } else { 1.055 * light.powf(1.0 / 2.4) - 0.055 };
    (value * 255.0).round() as u8
}

/// Linear light from one sRGB channel.
fn linear(channel: u8) -> f64 {
    let value = f64::from(channel) / 255.0;
    if value <= 0.040_45 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
}
