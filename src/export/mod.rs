//! Getting numbers out: one matrix in many forms, and the whole as a document, an archive or a
//! program.
//!
//! An exporter is a file here and a line in [`MATRIX_EXPORTERS`] or [`WHOLE_EXPORTERS`]. Numbers
//! are never rounded: each is written in the fewest digits that read back as the same bits; how a
//! form spells −∞ and NaN is said at its exporter. What is written as text or as an array reads
//! back through [`crate::input`], which the tests do. Imports `math`, `document`, `draw` and
//! `samples`; knows nothing of the browser.

mod arrays;
mod csv;
mod document;
mod json;
mod latex;
mod markdown;
mod npy;
mod npz;
mod number;
mod numpy;
mod python;
mod svg;
mod table;
mod whole;
mod zip;

pub use table::Table;
pub use whole::Whole;

/// What an exporter is called, and what its files are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct About {
    /// Its name in code, in lower case; never changes.
    pub id: &'static str,
    /// Its name in English.
    pub english: &'static str,
    /// Its name in Korean.
    pub korean: &'static str,
    /// What the names of its files end in, without the point.
    pub extension: &'static str,
    /// Media type of its files.
    pub mime: &'static str,
    /// Whether they are text, which can be copied too.
    pub is_text: bool,
}

/// A file, ready to be saved.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct File {
    /// Its name, with the extension.
    pub name: String,
    /// Its media type.
    pub mime: &'static str,
    /// What is in it.
    pub bytes: Vec<u8>,
}

/// A form of one matrix.
pub trait MatrixExporter: Sync {
    /// What it is called, and what its files are.
    fn about(&self) -> About;
    /// Writes a matrix.
    fn write(&self, table: &Table<'_>) -> Vec<u8>;
}

/// A form of a whole problem with its stages.
pub trait WholeExporter: Sync {
    /// What it is called, and what its first file is.
    fn about(&self) -> About;
    /// Whether it writes the stages of all heads, of which a long input may have too many.
    fn has_stages(&self) -> bool {
        true
    }
    /// Writes the files: what was asked for, then those that it needs beside it.
    fn write(&self, whole: &Whole<'_>) -> Vec<File>;
}

/// Every form of one matrix, in the order of the menu.
pub const MATRIX_EXPORTERS: &[&dyn MatrixExporter] = &[
    &csv::COMMAS,
    &csv::TABS,
    &markdown::Markdown,
    &latex::Latex,
    &numpy::NumPyText,
    &json::Json,
    &npy::Npy,
    &svg::Svg,
];

/// Every form of the whole, in the order of the menu.
pub const WHOLE_EXPORTERS: &[&dyn WholeExporter] =
    &[&document::DocumentFile, &npz::Npz, &python::NumPy, &python::Torch, &python::Keras];

/// Writes one matrix; `None` where there is no exporter of that name.
pub fn matrix(id: &str, table: &Table<'_>) -> Option<File> {
    let exporter = MATRIX_EXPORTERS.iter().find(|exporter| exporter.about().id == id)?;
    let About { extension, mime, .. } = exporter.about();
    let name = format!("{}.{extension}", table.file_stem());
    Some(File { name, mime, bytes: exporter.write(table) })
}

/// Writes the whole; `None` where there is no exporter of that name.
pub fn whole(id: &str, whole: &Whole<'_>) -> Option<Vec<File>> {
    let exporter = WHOLE_EXPORTERS.iter().find(|exporter| exporter.about().id == id)?;
    Some(exporter.write(whole))
}
