//! The heatmap as SVG: the page's drawing with names, numbers where they fit, and the color key.
//! NaN, ±∞ and masked cells have the marks that they have on the page; colors are the light
//! theme's.

mod backend;
mod layout;
mod png;

use std::fmt::Write as _;

use plotters_backend::DrawingBackend as _;

use super::{About, MatrixExporter, Table};
use crate::draw::{
    ColorMap, Domain, Inks, Look, Numbers, SVG_TEXT_SCALE, Theme, color_key, format_range, heatmap,
};
use backend::Picture;
use layout::{FONT_SIZE, KEY, Layout, MARGIN};

/// An SVG picture.
pub(super) struct Svg;

impl MatrixExporter for Svg {
    fn about(&self) -> About {
        About {
            id: "svg",
            english: "SVG picture",
            korean: "SVG 그림",
            extension: "svg",
            mime: "image/svg+xml",
            is_text: true,
        }
    }

    fn write(&self, table: &Table<'_>) -> Vec<u8> {
        let layout = Layout::of(table);
        let domain = if table.name.is_share() {
            Domain::of_shares(table.usual_most)
        } else {
            Domain::over(ColorMap::Diverging, [table.numbers()])
        };
        let look = Look {
            numbers: Numbers::WhenTheyFit,
            text_scale: SVG_TEXT_SCALE,
            masked: table.hidden(),
            ..Look::new(Theme::Light, domain)
        };
        let Inks { paper, ink, .. } = Theme::Light.inks();
        let (width, height) = layout.size();
        let mut svg = format!(
            "<svg xmlns=\"{NAMESPACE}\" width=\"{width}\" height=\"{height}\" \
             viewBox=\"0 0 {width} {height}\" font-family=\"sans-serif\" \
             font-size=\"{FONT_SIZE}\" fill=\"{ink}\">\n\
             <title>{title}</title>\n<rect width=\"100%\" height=\"100%\" fill=\"{paper}\"/>\n\
             <text x=\"{MARGIN}\" y=\"{baseline}\" font-weight=\"bold\">{title}</text>\n",
            title = escaped(&table.file_stem().replace('-', " ")),
            baseline = MARGIN + FONT_SIZE,
        );
        layout.names(&mut svg, table);
        svg.push_str(&drawn(layout.cells(), layout.cells_size(), |picture| {
            // A text buffer takes whatever is drawn.
            let _ = heatmap(picture, &look, table.numbers());
        }));
        svg.push_str(&drawn(layout.key(), KEY, |picture| {
            let _ = color_key(picture, &look);
        }));
        let (x, y) = layout.range();
        let range = escaped(&format_range(domain.low, domain.high));
        let _ = writeln!(svg, "<text x=\"{x}\" y=\"{y}\">{range}</text>");
        svg.push_str("</svg>\n");
        svg.into_bytes()
    }
}

/// The namespace of SVG.
const NAMESPACE: &str = "http://www.w3.org/2000/svg";

/// Something drawn at a place.
fn drawn((x, y): (u32, u32), size: (u32, u32), draw: impl FnOnce(&mut Picture<'_>)) -> String {
    let mut svg = String::new();
    let mut picture = Picture::new(&mut svg, size);
    draw(&mut picture);
    // Closes what is open; a text buffer cannot fail.
    let _ = picture.present();
    let images = picture.into_images();
    format!("<g transform=\"translate({x} {y})\">\n{images}{svg}</g>\n")
}

/// A text in XML, without characters that XML has no place for.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            '"' => escaped.push_str("&quot;"),
            '\u{fffe}' | '\u{ffff}' => escaped.push(char::REPLACEMENT_CHARACTER),
            c if c.is_control() => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped
}
