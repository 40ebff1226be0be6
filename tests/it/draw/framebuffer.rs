//! A backend that keeps its pixels, and counts what it was asked for.

use std::convert::Infallible;

use attnscope::draw::{Look, Rect, Rgb, heatmap};
use ndarray::ArrayView2;
use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};

type Drawn = Result<(), DrawingErrorKind<Infallible>>;

/// A text that was drawn.
pub struct Text {
    pub words: String,
    pub color: Rgb,
    pub size: f64,
    pub at: BackendCoord,
}

/// Pixels that start in a color no picture has; drawing outside of them fails the test.
pub struct Framebuffer {
    size: (u32, u32),
    pixels: Vec<Rgb>,
    pub bitmaps: usize,
    pub rectangles: usize,
    pub texts: Vec<Text>,
}

/// The color of pixels that nothing was drawn on.
pub const UNTOUCHED: Rgb = Rgb(255, 0, 255);

/// Draws a heatmap into a new framebuffer.
pub fn picture(size: (u32, u32), look: &Look<'_>, matrix: ArrayView2<'_, f64>) -> Framebuffer {
    let mut buffer = Framebuffer::new(size);
    heatmap(&mut buffer, look, matrix).unwrap();
    buffer
}

impl Framebuffer {
    pub fn new(size: (u32, u32)) -> Self {
        let pixels = vec![UNTOUCHED; size.0 as usize * size.1 as usize];
        Self { size, pixels, bitmaps: 0, rectangles: 0, texts: Vec::new() }
    }

    pub fn at(&self, (x, y): BackendCoord) -> Rgb {
        self.pixels[self.index((x, y))]
    }

    /// Whether every pixel is the same in another.
    pub fn is_like(&self, other: &Self) -> bool {
        self.size == other.size && self.pixels == other.pixels
    }

    pub fn contains(&self, color: Rgb) -> bool {
        self.pixels.contains(&color)
    }

    /// Whether a color is inside a rectangle.
    pub fn has(&self, rect: Rect, color: Rgb) -> bool {
        let ((left, top), (right, bottom)) = (rect.upper_left(), rect.lower_right());
        (top..bottom).any(|y| (left..right).any(|x| self.at((x, y)) == color))
    }

    fn index(&self, (x, y): BackendCoord) -> usize {
        let (x, y) = (u32::try_from(x).unwrap(), u32::try_from(y).unwrap());
        assert!(x < self.size.0 && y < self.size.1, "({x}, {y}) is outside of {:?}", self.size);
        (y * self.size.0 + x) as usize
    }
}

fn rgb(color: BackendColor) -> Rgb {
    Rgb(color.rgb.0, color.rgb.1, color.rgb.2)
}

impl DrawingBackend for Framebuffer {
    type ErrorType = Infallible;

    fn get_size(&self) -> (u32, u32) {
        self.size
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        let index = self.index(point);
        self.pixels[index] = rgb(color);
        Ok(())
    }

    /// As canvas and SVG do it: the lower right corner is outside.
    fn draw_rect<S: BackendStyle>(
        &mut self,
        (left, top): BackendCoord,
        (right, bottom): BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        assert!(fill && left <= right && top <= bottom, "an outline, or a rectangle inside out");
        self.rectangles += 1;
        for y in top..bottom {
            for x in left..right {
                self.draw_pixel((x, y), style.color())?;
            }
        }
        Ok(())
    }

    fn draw_text<T: BackendTextStyle>(&mut self, text: &str, style: &T, at: BackendCoord) -> Drawn {
        let (color, size) = (rgb(style.color()), style.size());
        self.texts.push(Text { words: text.to_owned(), color, size, at });
        Ok(())
    }

    fn blit_bitmap(&mut self, at: BackendCoord, size: (u32, u32), bytes: &[u8]) -> Drawn {
        assert_eq!(bytes.len(), size.0 as usize * size.1 as usize * 4, "the bitmap is not RGBA");
        self.bitmaps += 1;
        for (i, pixel) in (0..).zip(bytes.chunks_exact(4)) {
            let offset = (i % size.0, i / size.0);
            let point = (at.0 + offset.0.cast_signed(), at.1 + offset.1.cast_signed());
            let rgb = (pixel[0], pixel[1], pixel[2]);
            assert_eq!(pixel[3], 255, "the bitmap is not opaque");
            self.draw_pixel(point, BackendColor { alpha: 1.0, rgb })?;
        }
        Ok(())
    }
}
