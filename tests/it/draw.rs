//! `draw`: every picture is drawn into a framebuffer and read back, or written as SVG and read.

mod colors; // scales: lightness, contrast, color blindness
mod domains; // where a number stands on a scale
mod framebuffer; // a backend that keeps its pixels
mod grids; // cells and pixels, there and back
mod numbers; // numbers as text
mod pixels; // heatmaps as rectangles, and their marks
mod rasters; // heatmaps as one bitmap
mod svg; // the same heatmap as SVG
mod told; // pictures of long inputs, and what is worked out of them once
mod windows; // parts of large matrices, zoomed and shifted
