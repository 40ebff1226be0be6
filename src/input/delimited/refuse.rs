//! Why a text is no table: what is wrong with the likeliest way to read it.

use super::{
    fits::{Found, Miss, second_separator},
    split::Lines,
};
use crate::input::{Fault, Place, ReadFault, TableFault, grid::is_number};

/// The longest a name in a header is.
const LONGEST_NAME: usize = 24;

/// Refuses a text that holds marks of a merge.
///
/// # Errors
/// The line with the mark.
pub fn conflict_marker(text: &str) -> Result<(), ReadFault> {
    if !text.contains('<') || !text.contains("<<<<<<< ") {
        return Ok(());
    }
    let marked = Lines::new(text, 0).find(|line| line.of(text).starts_with("<<<<<<< "));
    let is_word = |word: &&str| !is_number(word);
    match marked {
        Some(line) if line.of(text).split_ascii_whitespace().skip(1).all(|word| is_word(&word)) => {
            let place = Place::at(text, line.start(), line.end() - line.start());
            Err(Fault::from(TableFault::ConflictMarker).at(place))
        }
        _ => Ok(()),
    }
}

/// What is wrong with the way that makes the most numbers.
pub fn fault(found: Found<'_>) -> ReadFault {
    let is_header = |miss: &&Miss<'_>| {
        let names = miss.grid.row(0);
        let is_name = |name: &str| name.len() <= LONGEST_NAME && !name.trim().contains(' ');
        matches!(miss.fault.fault, Fault::Table(TableFault::NoRows { .. }))
            && names.len() > 1
            && names.iter().all(|span| is_name(&miss.grid.cell(*span)))
    };
    if let Some(miss) = found.misses.iter().find(is_header) {
        return miss.fault.clone();
    }
    let best = found.misses.into_iter().rev().max_by_key(|miss| miss.n_numbers);
    match best {
        Some(miss) if is_table(&miss) => mixed_separators(&miss).unwrap_or(miss.fault),
        Some(miss) if miss.fault.fault == TableFault::OpenQuote.into() => miss.fault,
        _ => Fault::Unrecognized.whole(),
    }
}

/// Whether enough of the first cells are numbers, names set aside: of one line more than of several.
fn is_table(miss: &Miss<'_>) -> bool {
    let least = if miss.grid.n_rows() > 1 { 8 } else { 4 };
    miss.n_numbers > 0 && miss.n_numbers * least >= miss.n_cells
}

/// Another separator stands between numbers within a cell.
fn mixed_separators(miss: &Miss<'_>) -> Option<ReadFault> {
    let cell = miss.cell?;
    let second = second_separator(miss.grid.raw(cell))?;
    let first = miss.splitting.separator;
    let fault = Fault::from(TableFault::MixedSeparators { first, second });
    Some(fault.at(miss.grid.place(cell)))
}
