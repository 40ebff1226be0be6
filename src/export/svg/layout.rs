//! Where everything lies in the picture of a matrix.

use std::fmt::Write as _;

use super::escaped;
use crate::export::Table;

/// Size of names and numbers.
pub(super) const FONT_SIZE: u32 = 13;
/// Free space around everything.
pub(super) const MARGIN: u32 = 12;

/// Widest and highest cells; numbers have room in them.
const LARGEST_CELL: (u32, u32) = (52, 32);
/// Cells do not make a picture larger than this.
const LARGEST: (u32, u32) = (960, 720);
/// Names stand beside cells of at least this height.
const NAMES_FROM: u32 = FONT_SIZE + 1;
/// Names are cut to so many characters.
const LONGEST_NAME: usize = 24;
/// The color key.
pub(super) const KEY: (u32, u32) = (160, 10);

/// Places and sizes, in pixels.
#[derive(Debug, Clone, Copy)]
pub(super) struct Layout {
    /// Room for the names of rows and of columns; 0 where there are none.
    names: (u32, u32),
    cells: (u32, u32),
    counts: (u32, u32),
    is_turned: bool,
}

impl Layout {
    pub fn of(table: &Table<'_>) -> Self {
        let (rows, columns) = table.numbers().dim();
        let counts = (columns.max(1) as u32, rows.max(1) as u32);
        let length = |count: u32, largest_cell: u32, largest: u32| {
            count.saturating_mul(largest_cell).min(largest).max(1)
        };
        let cells = (
            length(counts.0, LARGEST_CELL.0, LARGEST.0),
            length(counts.1, LARGEST_CELL.1, LARGEST.1),
        );
        let cell = (cells.0 / counts.0, cells.1 / counts.1);
        let longest = |names: Option<&[String]>| {
            names.into_iter().flatten().map(|name| width(&shortened(name))).max().unwrap_or(0)
        };
        let (of_rows, of_columns) = (longest(table.rows), longest(table.columns));
        let is_turned = of_columns + 4 > cell.0;
        let left = if cell.1 >= NAMES_FROM && of_rows > 0 { of_rows + 8 } else { 0 };
        let top = match of_columns {
            0 => 0,
            _ if cell.0 < NAMES_FROM => 0,
            _ if is_turned => of_columns + 8,
            _ => FONT_SIZE + 8,
        };
        Self { names: (left, top), cells, counts, is_turned }
    }

    /// The whole picture.
    pub fn size(&self) -> (u32, u32) {
        let (x, y) = self.range();
        ((self.cells().0 + self.cells.0).max(x + RANGE_WIDTH) + MARGIN, y + MARGIN)
    }

    /// The upper left corner of the cells.
    pub fn cells(&self) -> (u32, u32) {
        (MARGIN + self.names.0, 2 * MARGIN + FONT_SIZE + self.names.1)
    }

    pub fn cells_size(&self) -> (u32, u32) {
        self.cells
    }

    /// The upper left corner of the color key.
    pub fn key(&self) -> (u32, u32) {
        let (x, y) = self.cells();
        (x, y + self.cells.1 + MARGIN)
    }

    /// Where the numbers of the key begin: left, and their baseline.
    pub fn range(&self) -> (u32, u32) {
        let (x, y) = self.key();
        (x + KEY.0 + 8, y + KEY.1)
    }

    /// Writes the names beside and above the cells.
    pub fn names(&self, svg: &mut String, table: &Table<'_>) {
        let (x, y) = self.cells();
        // The middle of a cell, and half the height of a small letter below it.
        let middle = |i: usize, length: u32, count: u32| {
            (i as u64 * 2 + 1) as f64 * f64::from(length) / f64::from(2 * count)
        };
        if self.names.0 > 0 {
            for (i, name) in table.rows.into_iter().flatten().enumerate() {
                let y = f64::from(y) + middle(i, self.cells.1, self.counts.1) + 4.5;
                text(svg, name, &format!("x=\"{}\" y=\"{y:.1}\" text-anchor=\"end\"", x - 6));
            }
        }
        if self.names.1 > 0 {
            for (i, name) in table.columns.into_iter().flatten().enumerate() {
                let x = f64::from(x) + middle(i, self.cells.0, self.counts.0);
                let y = y - 6;
                if self.is_turned {
                    let x = x + 4.5;
                    text(svg, name, &format!("transform=\"translate({x:.1} {y}) rotate(-90)\""));
                } else {
                    text(svg, name, &format!("x=\"{x:.1}\" y=\"{y}\" text-anchor=\"middle\""));
                }
            }
        }
    }
}

/// Room for the numbers of the key.
const RANGE_WIDTH: u32 = 120;

fn text(svg: &mut String, name: &str, place: &str) {
    let name = escaped(&shortened(name));
    // Writing to a string cannot fail. Blanks at the ends of a token are part of it.
    let _ = writeln!(svg, "<text {place} xml:space=\"preserve\">{name}</text>");
}

fn shortened(name: &str) -> String {
    match name.char_indices().nth(LONGEST_NAME) {
        Some((at, _)) => format!("{}…", &name[..at]),
        None => name.to_owned(),
    }
}

/// About how wide a text is: nothing is measured here.
fn width(text: &str) -> u32 {
    let share = |c: char| if c < '\u{1100}' { 0.62 } else { 1.0 };
    (text.chars().map(share).sum::<f64>() * f64::from(FONT_SIZE)).ceil() as u32
}
