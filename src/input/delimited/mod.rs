//! Tables with something between their cells: CSV, TSV, what a spreadsheet copies, columns of a
//! plain text.
//!
//! The separator and the decimal mark are decided for the whole table: the few combinations are
//! tried on the first rows, and those in which all rows have equal length and every cell that is
//! no name is a number are read in full. If two of them give different values, it is asked.

mod fits;
mod refuse;
mod split;
mod tidy;
mod vectors;

use super::{
    Answers, Form, Format, Guess, Meaning, ReadFault, Reading, Source, TableMeaning, Topic,
    grid::{reading, solve},
};
use fits::{Fit, attempt, fits, is_of_vectors};

pub use refuse::conflict_marker;
pub use split::{Lines, Separator, Splitting, split};

/// Any table with something between its cells; takes every text.
pub struct Delimited;

impl Format for Delimited {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        source.text().map(|text| read(text, answers))
    }
}

/// Tables that keep a vector in each row's cell, in brackets, and a name beside it; told before
/// other forms take the brackets.
pub struct VectorCells;

impl Format for VectorCells {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text().filter(|text| text.contains('['))?;
        is_of_vectors(text).then(|| read(text, answers))
    }
}

/// Reads a text as a table with something between its cells.
///
/// # Errors
/// What is wrong with the likeliest way to read it.
pub fn read(text: &str, answers: &Answers) -> Result<Reading, ReadFault> {
    conflict_marker(text)?;
    let mut found = fits(text);
    if found.fits.is_empty() {
        return Err(refuse::fault(found));
    }
    let guess = separator_guess(&found.fits, &found.others, answers);
    let chosen = guess.as_ref().map_or(0, |guess| guess.chosen);
    let fit = match found.others.get(chosen.wrapping_sub(found.fits.len())) {
        Some(splitting) => attempt(text, found.start, *splitting).map_err(|miss| miss.fault)?,
        None => found.fits.swap_remove(chosen),
    };
    let mut reading = finish(fit, answers)?;
    reading.guesses.splice(0..0, guess);
    Ok(reading)
}

/// What was taken and what else would do; then the other separators that occur.
fn separator_guess(fits: &[Fit<'_>], others: &[Splitting], answers: &Answers) -> Option<Guess> {
    let has_variant = |splitting: &Splitting| {
        let is_variant = |fit: &Fit<'_>| fit.splitting != *splitting;
        fits.iter().filter(|fit| fit.splitting.raw() == splitting.raw()).any(is_variant)
    };
    let of = |splitting: &Splitting, preview| {
        let by = splitting.separator;
        Meaning::from(if !splitting.has_quotes && has_variant(splitting) {
            TableMeaning::SeparatedRaw { by, preview }
        } else {
            TableMeaning::Separated { by, preview }
        })
    };
    let fitting = fits.iter().map(|fit| of(&fit.splitting, fit.solved.layout.preview()));
    let others = others.iter().map(|other| of(other, String::new()));
    let options: Vec<Meaning> = fitting.chain(others).collect();
    let is_doubtful = fits.len() > 1 || fits.iter().any(Fit::is_list_of_commas);
    (options.len() > 1).then(|| Guess::new(Topic::Separator, options, 0, is_doubtful, answers))
}

fn finish(fit: Fit<'_>, answers: &Answers) -> Result<Reading, ReadFault> {
    let is_answered = [Topic::Header, Topic::LabelColumn, Topic::DecimalMark]
        .iter()
        .any(|topic| answers.get(*topic).is_some());
    let solved = if is_answered {
        solve(&fit.grid, fit.known, answers).map_err(|refused| refused.fault)?
    } else {
        fit.solved
    };
    let form = match fit.splitting.separator {
        Separator::Comma | Separator::Semicolon => Form::CSV,
        Separator::Tab => Form::TSV,
        _ => Form::TABLE,
    };
    let mut reading = reading(&fit.grid, solved, form, answers);
    reading.notes.splice(0..0, fit.notes);
    Ok(reading)
}
