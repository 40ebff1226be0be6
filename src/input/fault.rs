//! Why a source could not be read: where, what was found, what was expected, what to do.
//! `Display` is the English sentence.

use std::fmt;

use thiserror::Error;

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
        let mut separator = "";
        if self.line > 0 {
            write!(f, "line {}", self.line)?;
            separator = ", ";
        }
        if self.line > 0 && self.column > 0 {
            write!(f, ", column {}", self.column)?;
        }
        match self.cell {
            Some((row, column)) => write!(f, "{separator}cell at row {row}, column {column}"),
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
    /// The form was not recognised.
    #[error(
        "this was not recognised as numbers; expected a matrix as NumPy, PyTorch, JSON, CSV, \
         Markdown or LaTeX write it"
    )]
    Unrecognised,
    /// A cell is no number.
    #[error("expected a number, found `{found}`; correct the cell")]
    NotANumber {
        /// The cell.
        found: String,
    },
    /// A number larger than can be held.
    #[error("`{found}` is too large a number; expected one below 1.8e308")]
    TooLargeNumber {
        /// The cell.
        found: String,
    },
    /// A cell that says that its value is missing.
    #[error("`{found}` says that a value is missing; fill it in, it is not taken as 0")]
    Missing {
        /// The cell.
        found: String,
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
    /// More numbers than the page can hold.
    #[error("{found} numbers; expected at most {limit}")]
    TooMany {
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
}
