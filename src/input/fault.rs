//! Why a source could not be read: where, what was found, what was expected, what to do.
//! `Display` is the English sentence.

use std::fmt;

use thiserror::Error;

use super::{BinaryFault, BracketFault, Form, NotANumber, TableFault};

/// Where in a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Place {
    /// Line, counted from 1; 0 where the source has no lines.
    pub line: usize,
    /// Character in the line, counted from 1; 0 where only the line is known.
    pub column: usize,
    /// How many characters are marked; 0 where only the place is known.
    pub length: usize,
    /// Row and column of the matrix, counted from 1, where the cell is known.
    pub cell: Option<(usize, usize)>,
}

impl Place {
    /// The place of the byte at `offset`, with `length` bytes marked.
    pub fn at(text: &str, offset: usize, length: usize) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let marked = text.get(offset..offset + length).unwrap_or("");
        Self {
            line: before.matches('\n').count() + 1,
            column: before[start..].chars().count() + 1,
            length: marked.chars().count(),
            cell: None,
        }
    }

    /// The same place as a cell of the matrix, counted from 1.
    #[must_use]
    pub fn in_cell(mut self, row: usize, column: usize) -> Self {
        self.cell = Some((row, column));
        self
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The columns of a text and those of a table differ, so only the latter are called so.
        if self.line > 0 {
            write!(f, "line {}", self.line)?;
        }
        if self.line > 0 && self.column > 0 {
            write!(f, ", character {}", self.column)?;
        }
        match self.cell {
            Some((row, column)) if self.line > 0 => {
                write!(f, " (row {row}, column {column} of the table)")
            }
            Some((row, column)) => write!(f, "row {row}, column {column} of the table"),
            None => Ok(()),
        }
    }
}

/// Why a source could not be read, and where.
#[derive(Debug, Clone, PartialEq)]
pub struct ReadFault {
    /// Where; `None` where it is the whole.
    pub place: Option<Place>,
    /// What is wrong.
    pub fault: Fault,
}

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.place {
            Some(place) => write!(f, "{place}: {}", self.fault),
            None => self.fault.fmt(f),
        }
    }
}

impl std::error::Error for ReadFault {}

impl From<BinaryFault> for Fault {
    fn from(fault: BinaryFault) -> Self {
        Self::Binary(Box::new(fault))
    }
}

impl Fault {
    /// The fault at a place.
    pub fn at(self, place: Place) -> ReadFault {
        ReadFault { place: Some(place), fault: self }
    }

    /// The fault of the whole.
    pub fn whole(self) -> ReadFault {
        ReadFault { place: None, fault: self }
    }
}

/// What is wrong with a source.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Fault {
    /// There is nothing.
    #[error("there is nothing to read; paste a matrix or drop a file")]
    Nothing,
    /// The form was not recognized.
    #[error(
        "this was not recognized as numbers; expected a matrix as NumPy, PyTorch, JSON, CSV, \
         Markdown or LaTeX write it"
    )]
    Unrecognized,
    /// A cell is no number.
    #[error("{}", cell(found, *why))]
    Cell {
        /// The cell.
        found: String,
        /// What it is instead.
        why: NotANumber,
    },
    /// Something stands for what was left out.
    #[error(
        "`{found}` stands for rows or columns that were left out{}: the print is shortened; {}",
        of(whole.as_deref()), form.about().in_full.english
    )]
    Shortened {
        /// The dots.
        found: String,
        /// How large the whole is, in the words of the source.
        whole: Option<String>,
        /// Who prints so.
        form: Form,
    },
    /// A row of another length.
    #[error("row {row} has {found} values, expected {expected} as in the rows before it")]
    Ragged {
        /// The row, counted from 1.
        row: usize,
        /// Its length.
        found: usize,
        /// The length of the rows before it.
        expected: usize,
    },
    /// An array without values.
    #[error("the array is empty ({shape}); expected at least one row and one column")]
    Empty {
        /// Dimensions in print.
        shape: String,
    },
    /// Texts and no number.
    #[error("these are {count} texts and no numbers; use them as labels beside a matrix")]
    OnlyTexts {
        /// How many.
        count: usize,
    },
    /// Bracketed text that does not make sense.
    #[error(transparent)]
    Bracket(#[from] BracketFault),
    /// A table that does not make sense.
    #[error(transparent)]
    Table(#[from] TableFault),
    /// A file that is no text cannot be read.
    #[error(transparent)]
    Binary(Box<BinaryFault>),
    /// More numbers than the page can hold.
    #[error("{found} numbers; expected at most {limit}")]
    TooMany {
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
}

/// What is said of a cell that is no number.
fn cell(found: &str, why: NotANumber) -> String {
    match why {
        NotANumber::Empty => "the cell is empty; fill it in, it is not taken as 0".into(),
        NotANumber::Missing => {
            format!("`{found}` says that a value is missing; fill it in, it is not taken as 0")
        }
        NotANumber::Ellipsis => format!("`{found}` stands for values that were left out"),
        NotANumber::TooLarge => {
            format!("`{found}` is too large a number; expected one below 1.8e308")
        }
        NotANumber::Complex => format!("`{found}` is a complex number; expected a real one"),
        NotANumber::Hexadecimal => {
            format!("`{found}` is a hexadecimal number or a name; expected a decimal number")
        }
        NotANumber::Glued => {
            format!("`{found}` is several numbers in one; put a blank or a comma between them")
        }
        NotANumber::Unit => {
            format!("`{found}` is a number with a unit; write the number alone")
        }
        NotANumber::SheetError => {
            format!("`{found}` is an error of the spreadsheet; mend it there and copy again")
        }
        NotANumber::TooNarrow => {
            format!("`{found}` is a column too narrow for its number; widen it and copy again")
        }
        NotANumber::Symbol => {
            let what = symbol(found);
            format!("`{found}` is a {what}, not a number; type the number that it stands for")
        }
        NotANumber::Text => format!("expected a number, found `{found}`; correct the cell"),
    }
}

/// A single letter, or more than that.
fn symbol(found: &str) -> &'static str {
    if found.chars().count() == 1 { "letter" } else { "name" }
}

fn of(whole: Option<&str>) -> String {
    whole.map(|whole| format!(" of {whole}")).unwrap_or_default()
}
