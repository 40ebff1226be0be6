//! What is said of tables: why one could not be read, what was noticed, how it can be read.
//! `Display` is the English.

use std::{collections::HashMap, fmt};

use thiserror::Error;

use super::{Dimensions, Note, Separator};

/// What is wrong with a table.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TableFault {
    /// A header and nothing below it.
    #[error("there are no rows of numbers below the header ({header})")]
    NoRows {
        /// Its beginning, as it stands there.
        header: String,
    },
    /// A quote that is not closed.
    #[error("a quoted cell begins here and does not end as one; expected `\"` at its end")]
    OpenQuote,
    /// Two separators in one row.
    #[error("{first} and {} both stand between numbers; expected one separator", visible(*second))]
    MixedSeparators {
        /// What separates the cells.
        first: Separator,
        /// What stands between the numbers of a cell.
        second: char,
    },
    /// Another number of vectors than the first line says.
    #[error(
        "the header says {said} vectors, {found} follow: is the file cut off? Delete line 1 to \
         read the {found}"
    )]
    VectorCount {
        /// What the first line says.
        said: usize,
        /// How many follow.
        found: usize,
    },
    /// Another width than the first line says.
    #[error(
        "the header says {said} numbers a vector, the rows have {found}; correct line 1 or delete \
         it"
    )]
    VectorWidth {
        /// What the first line says.
        said: usize,
        /// What the rows have.
        found: usize,
    },
    /// Another size than is said beside the rows.
    #[error("the print says {}, its rows are {}", Dimensions(said), Dimensions(found))]
    Shape {
        /// What is said.
        said: Vec<usize>,
        /// What the rows have.
        found: Vec<usize>,
    },
    /// Blocks of columns that do not have the same rows.
    #[error(
        "this block of columns has {found} rows, the first has {expected}; they belong side by side"
    )]
    BlockRows {
        /// Its rows.
        found: usize,
        /// Those of the first block.
        expected: usize,
    },
    /// Blocks of columns whose rows have other names.
    #[error("row {row} of this block of columns has another name than in the first block")]
    BlockLabels {
        /// The row, counted from 1.
        row: usize,
    },
    /// A Matrix Market file of a kind that is not read.
    #[error(
        "`{found}` is no Matrix Market file of real numbers; expected real, integer or pattern"
    )]
    MarketKind {
        /// Its first line.
        found: String,
    },
    /// A line of sizes that is none.
    #[error("expected the numbers of rows and columns, and of entries where zeros are left out")]
    MarketSize,
    /// Another number of entries than is said.
    #[error("the line of sizes says {said} entries, {found} follow")]
    MarketCount {
        /// What is said.
        said: usize,
        /// How many follow.
        found: usize,
    },
    /// An entry outside of the matrix.
    #[error("expected a row of 1 to {rows} and a column of 1 to {cols}")]
    MarketPlace {
        /// Rows of the matrix.
        rows: usize,
        /// Columns of the matrix.
        cols: usize,
    },
    /// Names and vectors in different numbers.
    #[error("{vectors} vectors but {labels} labels; expected a label for each vector")]
    LabelCount {
        /// Number of vectors.
        vectors: usize,
        /// Number of labels.
        labels: usize,
    },
    /// A page of the web that holds no table.
    #[error(
        "this is an HTML page without a table, perhaps a download that failed; get the file itself"
    )]
    HtmlPage,
    /// A mark that a merge has left.
    #[error("`<<<<<<<` is what an unfinished merge leaves; choose one of the two versions")]
    ConflictMarker,
}

/// What was noticed in a table.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TableNote {
    /// A name that stands more than once; all rows are kept.
    #[error("the label `{label}` stands {}; every row is kept", count(*times))]
    RepeatedLabel {
        /// The first of them.
        label: String,
        /// How often it stands.
        times: usize,
    },
    /// Columns that are neither names nor numbers.
    #[error("column {first} of the table is text and was left out{}", others(*more))]
    ColumnsLeftOut {
        /// The first of them, counted from 1.
        first: usize,
        /// How many more there are.
        more: usize,
    },
    /// Every row ends with a separator.
    #[error("every row ends with {separator}; no empty column was made of it")]
    TrailingSeparators {
        /// The separator.
        separator: Separator,
    },
    /// A factor above the numbers.
    #[error(
        "displayed with a common factor {factor}: small values are rounded to the digits shown"
    )]
    CommonFactor {
        /// As it is spelled.
        factor: String,
    },
    /// Dots for zeros that are not stored.
    #[error("`⋅` was read as 0, a zero that is not stored")]
    DotsAreZeros,
    /// Zeros that are not written.
    #[error("{stored} entries are written; all others were read as 0")]
    ZerosFilledIn {
        /// How many are written.
        stored: usize,
    },
    /// The labels are one more than the vectors.
    #[error("the first label ({name}) was taken as a header: there is one label more than vectors")]
    MetadataHeader {
        /// The first label.
        name: String,
    },
    /// A label that is empty.
    #[error("label {number} is empty")]
    EmptyLabel {
        /// Which, counted from 1.
        number: usize,
    },
    /// Every row begins with an empty cell.
    #[error("the first column is empty and was left out")]
    EmptyFirstColumn,
    /// Lines that look like comments and hold numbers.
    #[error("line {line} begins as a comment does and was left out")]
    CommentLeftOut {
        /// The first of them, counted from 1.
        line: usize,
    },
}

/// A way to read a table.
#[derive(Debug, Clone, PartialEq)]
pub enum TableMeaning {
    /// A column only counts the rows and is left out.
    RowNumbers {
        /// The column, counted from 1.
        column: usize,
    },
    /// How numbers are written.
    Marks {
        /// What stands before the decimals.
        decimal: char,
        /// What stands between groups of thousands.
        group: Option<char>,
        /// The first numbers when read so.
        preview: String,
    },
    /// What stands between cells.
    Separated {
        /// It.
        by: Separator,
        /// The first numbers when read so.
        preview: String,
    },
    /// What stands between cells, where quotes are text like any other.
    SeparatedRaw {
        /// It.
        by: Separator,
        /// The first numbers when read so.
        preview: String,
    },
    /// A percentage is a share of one.
    PercentAsShare {
        /// The first of them.
        example: String,
    },
    /// A percentage is the number before its sign.
    PercentAsNumber {
        /// The first of them.
        example: String,
    },
}

impl fmt::Display for TableMeaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::RowNumbers { column: 1 } => {
                write!(f, "the first column is row numbers, left out")
            }
            Self::RowNumbers { column } => write!(f, "column {column} is row numbers, left out"),
            Self::Marks { decimal, group, preview } => {
                write!(f, "`{decimal}` is the decimal mark")?;
                if let Some(group) = group {
                    write!(f, ", {} groups thousands", visible(*group))?;
                }
                such(f, preview)
            }
            Self::Separated { by, preview } => {
                write!(f, "{by} between the cells")?;
                such(f, preview)
            }
            Self::SeparatedRaw { by, preview } => {
                write!(f, "{by} between the cells, quotes are part of them")?;
                such(f, preview)
            }
            Self::PercentAsShare { example } => write!(f, "{example} is a share: divided by 100"),
            Self::PercentAsNumber { example } => {
                write!(f, "{example} is the number before the percent sign")
            }
        }
    }
}

/// What to say of names that stand more than once.
pub fn repeated(labels: &[String]) -> Option<Note> {
    let mut counts = HashMap::with_capacity(labels.len());
    for label in labels {
        *counts.entry(label.as_str()).or_insert(0) += 1;
    }
    let label = labels.iter().find(|label| counts.get(label.as_str()) > Some(&1))?;
    let times = counts.get(label.as_str()).copied().unwrap_or(1);
    Some(TableNote::RepeatedLabel { label: label.clone(), times }.into())
}

/// The first numbers, if there are any to show.
fn such(f: &mut fmt::Formatter<'_>, preview: &str) -> fmt::Result {
    if preview.is_empty() { Ok(()) } else { write!(f, ": {preview}") }
}

/// A separator in a sentence.
fn visible(separator: char) -> String {
    match separator {
        '\t' => "a tab".into(),
        ' ' => "a blank".into(),
        other => format!("`{other}`"),
    }
}

fn count(n: usize) -> String {
    if n == 2 { "twice".into() } else { format!("{n} times") }
}

fn others(more: usize) -> String {
    if more == 0 { String::new() } else { format!(", and {more} more") }
}
