//! plotters' canvas backend, made sharp and quick: device pixels, a remembered fill color, bitmaps
//! through one `ImageData`, and text measured by the canvas and not by the document.

use plotters_backend::{
    BackendColor, BackendCoord, BackendStyle, BackendTextStyle, DrawingBackend, DrawingErrorKind,
    FontFamily, FontTransform,
    text_anchor::{HPos, Pos, VPos},
};
use plotters_canvas::CanvasBackend;
use wasm_bindgen::{Clamped, JsCast as _};
use web_sys::{CanvasRenderingContext2d, HtmlCanvasElement, ImageData};

/// A canvas whose coordinates are device pixels.
pub struct PageCanvas {
    backend: CanvasBackend,
    context: CanvasRenderingContext2d,
    fill: Option<BackendColor>,
    font: Option<String>,
}

impl PageCanvas {
    /// Gives the canvas `width` × `height` device pixels and clears it. `None` where the browser
    /// refuses a drawing context.
    pub fn new(canvas: &HtmlCanvasElement, width: u32, height: u32) -> Option<Self> {
        if (canvas.width(), canvas.height()) != (width, height) {
            canvas.set_width(width);
            canvas.set_height(height);
        }
        let context =
            canvas.get_context("2d").ok()??.dyn_into::<CanvasRenderingContext2d>().ok()?;
        context.clear_rect(0.0, 0.0, f64::from(width), f64::from(height));
        let backend = CanvasBackend::with_canvas_object(canvas.clone())?;
        Some(Self { backend, context, fill: None, font: None })
    }

    /// Sets the font only where it changes, also since the last drawing: for each that is set, the
    /// browser brings the styles of the whole page up to date.
    fn write_in(&mut self, size: f64, family: FontFamily<'_>) {
        let font = format!("{size}px {}", family.as_str());
        if self.font.as_ref() == Some(&font) {
            return;
        }
        if self.context.font() != font {
            self.context.set_font(&font);
        }
        self.font = Some(font);
    }

    /// Sets the fill color only where it changes: the browser parses a string for each.
    fn fill_with(&mut self, color: BackendColor) {
        let same = self.fill.is_some_and(|f| f.rgb == color.rgb && same_alpha(f, color));
        if same {
            return;
        }
        let BackendColor { rgb: (r, g, b), alpha } = color;
        self.context.set_fill_style_str(&format!("rgb({r} {g} {b} / {alpha})"));
        self.fill = Some(color);
    }
}

fn same_alpha(a: BackendColor, b: BackendColor) -> bool {
    a.alpha.to_bits() == b.alpha.to_bits()
}

/// plotters' canvas keeps its error to itself; this is its name.
type CanvasError = <CanvasBackend as DrawingBackend>::ErrorType;
type Drawn = Result<(), DrawingErrorKind<CanvasError>>;

impl DrawingBackend for PageCanvas {
    type ErrorType = CanvasError;

    fn get_size(&self) -> (u32, u32) {
        self.backend.get_size()
    }

    fn ensure_prepared(&mut self) -> Drawn {
        Ok(())
    }

    fn present(&mut self) -> Drawn {
        Ok(())
    }

    fn draw_pixel(&mut self, point: BackendCoord, color: BackendColor) -> Drawn {
        self.fill_with(color);
        self.context.fill_rect(f64::from(point.0), f64::from(point.1), 1.0, 1.0);
        Ok(())
    }

    fn draw_line<S: BackendStyle>(
        &mut self,
        from: BackendCoord,
        to: BackendCoord,
        style: &S,
    ) -> Drawn {
        self.backend.draw_line(from, to, style)
    }

    fn draw_rect<S: BackendStyle>(
        &mut self,
        upper_left: BackendCoord,
        lower_right: BackendCoord,
        style: &S,
        fill: bool,
    ) -> Drawn {
        if !fill {
            return self.backend.draw_rect(upper_left, lower_right, style, fill);
        }
        self.fill_with(style.color());
        let (left, top) = (f64::from(upper_left.0), f64::from(upper_left.1));
        let (right, bottom) = (f64::from(lower_right.0), f64::from(lower_right.1));
        self.context.fill_rect(left, top, right - left, bottom - top);
        Ok(())
    }

    fn draw_path<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        path: I,
        style: &S,
    ) -> Drawn {
        self.backend.draw_path(path, style)
    }

    fn fill_polygon<S: BackendStyle, I: IntoIterator<Item = BackendCoord>>(
        &mut self,
        vertices: I,
        style: &S,
    ) -> Drawn {
        self.fill = None;
        self.backend.fill_polygon(vertices, style)
    }

    /// Centered text as the heatmap writes it; any other is plotters' own.
    fn draw_text<S: BackendTextStyle>(
        &mut self,
        text: &str,
        style: &S,
        position: BackendCoord,
    ) -> Drawn {
        let is_centered =
            matches!(style.anchor(), Pos { h_pos: HPos::Center, v_pos: VPos::Center });
        if !is_centered || !matches!(style.transform(), FontTransform::None) {
            (self.fill, self.font) = (None, None);
            return self.backend.draw_text(text, style, position);
        }
        self.fill_with(style.color());
        self.write_in(style.size(), style.family());
        self.context.set_text_align("center");
        self.context.set_text_baseline("middle");
        // Fails for no text: coordinates are finite.
        self.context.fill_text(text, f64::from(position.0), f64::from(position.1)).ok();
        Ok(())
    }

    /// The canvas measures; plotters' own way would lay out an element of the page for each text.
    fn estimate_text_size<S: BackendTextStyle>(
        &self,
        text: &str,
        style: &S,
    ) -> Result<(u32, u32), DrawingErrorKind<CanvasError>> {
        let (size, family) = (style.size(), style.family());
        self.context.set_font(&format!("{size}px {}", family.as_str()));
        let width = self.context.measure_text(text).map_or(0.0, |metrics| metrics.width());
        Ok((width.ceil() as u32, size.ceil() as u32))
    }

    /// `pixels` is RGBA, four bytes a pixel, rows from the top. The `ImageData` lies in wasm memory,
    /// so it is put on the canvas at once and never kept.
    fn blit_bitmap(
        &mut self,
        position: BackendCoord,
        (width, height): (u32, u32),
        pixels: &[u8],
    ) -> Drawn {
        let image = ImageData::new_with_u8_clamped_array_and_sh(Clamped(pixels), width, height);
        // An empty picture is refused by the browser, and there is nothing to draw.
        let Ok(image) = image else { return Ok(()) };
        let (left, top) = (f64::from(position.0), f64::from(position.1));
        // Fails only for a detached image, which this is not.
        self.context.put_image_data(&image, left, top).ok();
        Ok(())
    }
}
