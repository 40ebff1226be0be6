//! Prints of Lua Torch and of `PyTorch` up to 0.3: bare rows, and below them in brackets the type
//! and the dimensions. Stacks are printed matrix by matrix, wide matrices in blocks of columns.

use super::{
    Answers, Array, BracketFault, Dimensions, Fault, Form, Format, Guess, Meaning, NotANumber,
    Place, ReadFault, Reading, Source, Topic,
    number::{Style, number},
};

/// The format of such prints.
pub struct TorchText;

impl Format for TorchText {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        let footer = Footer::of(text)?;
        let is_factor_done = answers.get(Topic::Factor) == Some(1);
        Some(Print::read(text, &footer, is_factor_done).map(|print| {
            let first = print.done.first().copied().unwrap_or_default();
            let array = Array::numbers(footer.shape, print.done);
            let place = Place::at(text, footer.first, 0);
            let mut reading = Reading::of(Form::PYTORCH, array.at(place));
            reading.guesses.extend(print.factor.map(|factor| factor_guess(factor, first, answers)));
            reading
        }))
    }
}

/// Whether a factor that a print has taken out of its numbers is still to be applied: some versions
/// printed it and did not divide by it. `first` is the first value as it is read.
pub fn factor_guess(factor: f64, first: f64, answers: &Answers) -> Guess {
    let is_applied = answers.get(Topic::Factor) != Some(1);
    let first = if is_applied { first } else { first * factor };
    let options = vec![
        Meaning::FactorApplied { factor: factor.to_string(), first: first.to_string() },
        Meaning::FactorDone { factor: factor.to_string() },
    ];
    Guess::new(Topic::Factor, options, 0, true, answers)
}

/// `[torch.FloatTensor of size 2x3]`
struct Footer {
    shape: Vec<usize>,
    /// Where the print begins.
    first: usize,
    /// Where the footer begins.
    at: usize,
}

impl Footer {
    fn of(text: &str) -> Option<Self> {
        let trimmed = text.trim_end();
        let at = trimmed.rfind('\n').map_or(0, |newline| newline + 1);
        let inside = trimmed[at..].trim().strip_prefix('[')?.strip_suffix(']')?.trim();
        if !inside.starts_with("torch.") {
            return None;
        }
        let (_, size) =
            inside.split_once(" of size ").or_else(|| inside.split_once(" of dimension "))?;
        let size = size.split_whitespace().next()?;
        let shape: Option<Vec<usize>> = size.split('x').map(|dim| dim.parse().ok()).collect();
        let first = text.len() - text.trim_start().len();
        Some(Self { shape: shape?, first, at })
    }
}

/// The rows of a print.
#[derive(Default)]
struct Print {
    /// Rows of the matrix in work; a block of columns is put beside the one before it.
    rows: Vec<Vec<f64>>,
    /// Which of its rows the next line goes on.
    row: usize,
    /// Of the matrices that are complete.
    done: Vec<f64>,
    /// What was taken out of the numbers.
    factor: Option<f64>,
    is_factor_done: bool,
}

impl Print {
    fn read(text: &str, footer: &Footer, is_factor_done: bool) -> Result<Self, ReadFault> {
        let mut print = Self { is_factor_done, ..Self::default() };
        let mut at = 0;
        for line in text[..footer.at].split_inclusive('\n') {
            let start = at + line.len() - line.trim_start().len();
            print.line(line.trim(), start, text, footer)?;
            at += line.len();
        }
        print.end_of_matrix(text, footer)?;
        let found = print.done.len();
        if found == footer.shape.iter().product::<usize>() {
            return Ok(print);
        }
        let expected = Dimensions(&footer.shape).to_string();
        Err(Fault::from(BracketFault::WrongCount { found, expected })
            .at(Place::at(text, footer.at, 0)))
    }

    fn line(
        &mut self,
        line: &str,
        at: usize,
        text: &str,
        footer: &Footer,
    ) -> Result<(), ReadFault> {
        let is_layer = line.starts_with('(') && line.trim_end_matches(['=', ' ']).ends_with(",.)");
        if line.is_empty() || line.ends_with("containing:") {
            return Ok(());
        }
        if is_layer {
            return self.end_of_matrix(text, footer);
        }
        if line.starts_with("Columns ") {
            self.row = 0;
            return Ok(());
        }
        if let Some(factor) = line.strip_suffix('*').and_then(|f| number(f, Style::POINT).ok()) {
            self.factor = Some(factor.value);
            return Ok(());
        }
        if self.row == self.rows.len() {
            self.rows.push(Vec::new());
        }
        for cell in line.split_whitespace() {
            let value = number(cell, Style::POINT).map_err(|why| {
                let start = at + cell.as_ptr() as usize - line.as_ptr() as usize;
                let place = Place::at(text, start, cell.len());
                refused(why, cell, footer)
                    .at(place.in_cell(self.row + 1, self.rows[self.row].len() + 1))
            })?;
            let factor = self.factor.filter(|_| !self.is_factor_done).unwrap_or(1.0);
            self.rows[self.row].push(value.value * factor);
        }
        self.row += 1;
        Ok(())
    }

    /// Moves the rows of a matrix to the others.
    fn end_of_matrix(&mut self, text: &str, footer: &Footer) -> Result<(), ReadFault> {
        // A list is printed as a column.
        let expected =
            if footer.shape.len() < 2 { 1 } else { footer.shape[footer.shape.len() - 1] };
        if let Some(row) = self.rows.iter().position(|row| row.len() != expected) {
            let fault = Fault::Ragged { row: row + 1, found: self.rows[row].len(), expected };
            return Err(fault.at(Place::at(text, footer.at, 0)));
        }
        self.done.extend(self.rows.drain(..).flatten());
        self.row = 0;
        Ok(())
    }
}

fn refused(why: NotANumber, cell: &str, footer: &Footer) -> Fault {
    match why {
        NotANumber::Ellipsis => Fault::Shortened {
            found: cell.to_owned(),
            whole: Some(Dimensions(&footer.shape).to_string()),
            form: Form::PYTORCH,
        },
        why => why.fault(cell),
    }
}
