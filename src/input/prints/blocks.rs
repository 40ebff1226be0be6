//! MATLAB and Octave: `x =`, a factor, blocks of columns one below the other.

use crate::input::{
    Answers, Fault, Form, Format, ReadFault, Reading, Source, TableFault, TableNote,
    delimited::Lines,
    factor::{Factor, apply},
    grid::{Escape, Grid, Known, Span, is_number, reading, shortened, solve, stack},
};

/// Prints in blocks of columns.
pub struct Blocks;

impl Format for Blocks {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        // Told by its first lines.
        let head = Lines::new(text, 0).filter(|line| !line.of(text).trim().is_empty());
        if !head.take(2).any(|line| is_telling(line.of(text))) {
            return None;
        }
        let prints = prints(text);
        let has_rows =
            prints.iter().any(|print| print.blocks.iter().any(|block| !block.is_empty()));
        if !has_rows {
            return None;
        }
        let readings = prints.into_iter().map(|print| print.read(text, answers));
        Some(readings.collect::<Result<Vec<_>, _>>().map(|all| stack(all, answers)))
    }
}

/// Whether a line is one that stands above the rows of such a print and in no table.
fn is_telling(line: &str) -> bool {
    name(line).is_some() || columns(line) || factor(line).is_some()
}

/// One matrix: its rows, in blocks of columns that belong side by side.
#[derive(Default)]
struct Print {
    name: Option<String>,
    factor: Option<Span>,
    blocks: Vec<Vec<Span>>,
}

/// Every matrix of a text.
fn prints(text: &str) -> Vec<Print> {
    let mut prints = vec![Print::default()];
    for line in Lines::new(text, 0) {
        let line = line.trimmed(text);
        let content = line.of(text);
        let Some(print) = prints.last_mut() else { break };
        if content.is_empty() {
            continue;
        }
        if let Some(name) = name(content) {
            let name = Some(name.to_owned());
            if print.blocks.is_empty() && print.name.is_none() {
                print.name = name;
            } else {
                prints.push(Print { name, ..Print::default() });
            }
        } else if columns(content) {
            print.blocks.push(Vec::new());
        } else if let Some(factor) = factor(content) {
            print.factor = Some(factor_span(line, factor));
        } else if let Some(block) = print.blocks.last_mut() {
            block.push(line);
        } else {
            print.blocks.push(vec![line]);
        }
    }
    prints.retain(|print| !print.blocks.is_empty());
    prints
}

/// `x =`, `ans(:,:,1) =`.
fn name(line: &str) -> Option<&str> {
    let name = line.trim().strip_suffix('=')?.trim_end();
    let base = name.split_once('(').map_or(name, |(base, _)| base);
    let is_index = name.ends_with(')') && name.contains('(');
    let is_word = base.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | ' '));
    (base.starts_with(char::is_alphabetic)
        && is_word
        && !base.contains(' ')
        && (base.len() == name.len() || is_index))
        .then_some(name)
}

/// What stands above a block: `Columns 1 through 8:`, `Columns 9 and 10`, `Column 11:`.
fn columns(line: &str) -> bool {
    let Some(rest) = line.trim().trim_end_matches(':').strip_prefix("Column") else { return false };
    let mut words = rest.strip_prefix('s').unwrap_or(rest).split_whitespace();
    let is_number = |word: Option<&str>| word.is_some_and(|word| word.parse::<usize>().is_ok());
    is_number(words.next())
        && match words.next() {
            None => true,
            Some("to" | "through" | "and") => is_number(words.next()) && words.next().is_none(),
            Some(_) => false,
        }
}

/// `1.0e+03 *`.
fn factor(line: &str) -> Option<&str> {
    let factor = line.trim().strip_suffix('*')?.trim_end();
    (is_number(factor) && !factor.contains(' ')).then_some(factor)
}

fn factor_span(line: Span, factor: &str) -> Span {
    Span::new(line.start(), line.start() + factor.len())
}

impl Print {
    fn read(self, text: &str, answers: &Answers) -> Result<Reading, ReadFault> {
        let grid = self.grid(text)?;
        let form = Form::PRINT;
        let solved = solve(&grid, Known::default(), answers)
            .map_err(|refused| shortened(refused.fault, form, None))?;
        let mut reading = reading(&grid, solved, form, answers);
        for array in &mut reading.arrays {
            array.name.clone_from(&self.name);
        }
        if let Some(span) = self.factor
            && let Some(factor) = Factor::new(span.of(text))
        {
            apply(&mut reading, &factor, false, answers);
            let factor = span.of(text).to_owned();
            reading.notes.push(TableNote::CommonFactor { factor }.into());
        }
        Ok(reading)
    }

    /// The rows with their blocks side by side.
    fn grid<'a>(&self, text: &'a str) -> Result<Grid<'a>, ReadFault> {
        let mut grid = Grid::new(text, Escape::Plain);
        let n_rows = self.blocks.iter().map(Vec::len).max().unwrap_or(0);
        for row in 0..n_rows {
            for block in &self.blocks {
                let Some(line) = block.get(row) else {
                    let fault = TableFault::BlockRows { found: block.len(), expected: n_rows };
                    let line = block.last().copied().unwrap_or(Span::new(0, 0));
                    return Err(Fault::from(fault).at(grid.place(line)));
                };
                grid.extend(line.parts(text, ' '));
            }
            grid.end_row();
        }
        Ok(grid)
    }
}
