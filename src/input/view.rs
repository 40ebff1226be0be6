//! The matrix that a reading amounts to: one array of several, one matrix of a stack.

use super::{
    Answers, Array, Fault, Guess, Meaning, Note, ReadFault, Reading, Topic, Values,
    guess::Dimensions,
};

/// A matrix with the names of its rows and columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Number of rows: tokens.
    pub rows: usize,
    /// Number of columns: dimensions.
    pub cols: usize,
    /// `[rows, cols]`, row by row.
    pub values: Vec<f64>,
    /// Names of the rows.
    pub labels: Option<Vec<String>>,
    /// Names of the columns.
    pub col_labels: Option<Vec<String>>,
}

/// A matrix, with everything that was guessed and must be said on the way from the source to it.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The matrix.
    pub table: Table,
    /// Guesses of the format, then those made here.
    pub guesses: Vec<Guess>,
    /// Remarks of the format, then those made here.
    pub notes: Vec<Note>,
}

/// The matrix that a reading amounts to.
///
/// # Errors
/// [`ReadFault`] where there is no number in it.
pub fn view(reading: &Reading, answers: &Answers) -> Result<View, ReadFault> {
    let mut guesses = reading.guesses.clone();
    let notes = reading.notes.clone();
    let array = pick_array(reading, answers, &mut guesses)?;
    let Values::Numbers(values) = &array.values else {
        return Err(Fault::Unrecognised.whole());
    };
    let (rows, cols) = match *array.shape.as_slice() {
        [rows, cols] => (rows, cols),
        [n] => (1, n),
        _ => return Err(Fault::Unrecognised.whole()),
    };
    let table = Table {
        rows,
        cols,
        values: values.clone(),
        labels: array.row_labels.clone(),
        col_labels: array.col_labels.clone(),
    };
    Ok(View { table, guesses, notes })
}

fn pick_array<'a>(
    reading: &'a Reading,
    answers: &Answers,
    guesses: &mut Vec<Guess>,
) -> Result<&'a Array, ReadFault> {
    if let [array] = reading.arrays.as_slice() {
        return Ok(array);
    }
    let name = |(i, array): (usize, &Array)| Meaning::TheArray {
        name: array.name.clone().unwrap_or_else(|| (i + 1).to_string()),
        shape: array.shape.clone(),
    };
    let options = reading.arrays.iter().enumerate().map(name).collect();
    let guess = Guess::new(Topic::Array, options, 0, true, answers);
    let array = reading.arrays.get(guess.chosen);
    guesses.push(guess);
    array.ok_or_else(|| Fault::Empty { shape: Dimensions(&[0]).to_string() }.whole())
}
