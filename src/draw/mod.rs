//! Pictures of matrices: one heatmap function over any plotters backend, and what it rests on.
//!
//! Conventions: a matrix is `[rows, columns]`, a cell is `(row, column)`. Pixels are those of the
//! device, integer, from the upper left corner; a rectangle contains its upper left and not its
//! lower right edge. Lengths said to be in CSS pixels are multiplied by the pixel ratio here.
//!
//! Must not know: the browser, words of any language, colors of the style sheet.

mod amount;
mod arc;
mod digest;
mod domain;
mod extremes;
mod geometry;
mod heatmap;
mod label;
mod laid;
mod look;
mod mark;
mod number;
mod palette;
mod raster;
mod rows;
mod running;
mod token;
mod window;

pub use amount::{grouped, percent, size_name};
pub use arc::{arc_stroke, arch, strand};
pub use digest::{Digest, SMALL, extent, glance, look_alike};
pub use domain::{Domain, Position};
pub use geometry::{Grid, Rect, label_step, thinned};
pub use heatmap::{Drawn, color_key, heatmap, heatmap_over};
pub use look::{Look, Numbers, SVG_TEXT_SCALE};
pub use number::{Digits, cell_digits, format_number, format_range, write_number};
pub use palette::{ColorMap, Inks, Rgb, Theme, color, contrast, text_on};
pub use raster::Kept;
pub use rows::{Rows, UnderMask};
pub use running::{Before, Piece, line_ems, running_text};
pub use token::display_token;
pub use window::Window;
