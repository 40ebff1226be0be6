//! plotters' SVG backend, with bitmaps as one image each: by itself it writes an element for each
//! of their pixels.

use std::{fmt::Write as _, io::Error};

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
};
use plotters_svg::SVGBackend;

use super::png;

type Drawn = Result<(), DrawingErrorKind<Error>>;

/// A picture that is being drawn.
pub(super) struct Picture<'a> {
    svg: SVGBackend<'a>,
    images: String,
}

impl<'a> Picture<'a> {
    /// Begins a picture in `text`.
    pub fn new(text: &'a mut String, size: (u32, u32)) -> Self {
        Self { svg: SVGBackend::with_string(text, size), images: String::new() }
    }

    /// The bitmaps as elements. They lie below everything else: a heatmap draws them first.
    pub fn into_images(self) -> String {
        self.images
    }
}

impl DrawingBackend for Picture<'_> {
    type ErrorType = Error;

    fn get_size(&self) -> (u32, u32) {
        self.svg.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        self.svg.ensure_prepared()
    }

    fn present(&mut self) -> Drawn {
        self.svg.present()
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.svg.draw_pixel(point, color)
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.svg.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        lower_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        self.svg.draw_rect(upper_left, lower_right, style, fill)
    }

    fn draw_text<S: BackendTextStyle>(&mut self, text: &str, style: &S, at: BackendCoord) -> Drawn {
        self.svg.draw_text(text, style, at)
    }

    fn blit_bitmap(
        &mut self,
        (x, y): BackendCoord,
        (width, height): (u32, u32),
        rgba: &[u8],
    ) -> Drawn {
        // They are opaque.
        let rgb: Vec<u8> = rgba.chunks_exact(4).flat_map(|pixel| &pixel[..3]).copied().collect();
        let url = png::data_url((width, height), &rgb);
        // Writing to a string cannot fail.
        let _ = writeln!(
            self.images,
            "<image x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" \
             style=\"image-rendering:pixelated\" href=\"{url}\"/>"
        );
        Ok(())
    }
}
