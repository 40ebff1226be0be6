//! `inputs.overrides`: numbers set by hand, `[head, row, column, number]` each, in both directions.

use ndarray::Array2;

use super::{
    Axes, BadEntry, Convention, DocumentError,
    read::{Parts, fit},
};
use crate::math::{Overridable, OverridePlace, Overrides};

/// Reads the numbers set by hand in all matrices.
pub(super) fn overrides(parts: &Parts<'_>) -> Result<Overrides, DocumentError> {
    let given = parts.inputs.object("overrides")?;
    let mut overrides = Overrides::new();
    for matrix in Overridable::ALL {
        let Some(node) = given.get(matrix.key()) else { continue };
        let entries = node.array()?;
        if entries.is_empty() {
            continue;
        }
        let entries: Array2<f64> = fit(&node, entries, Axes::Entries)?;
        if entries.ncols() != 4 {
            return Err(node.rank_error(Axes::Entries, entries.shape()));
        }
        for (entry, numbers) in entries.outer_iter().enumerate() {
            let refuse = |why| DocumentError::Override { place: node.place(), entry, why };
            let whole = |at: usize| whole(numbers[at]).ok_or(refuse(BadEntry::NotWhole));
            let (row, column) = turned(parts.convention, whole(1)?, whole(2)?);
            let place = OverridePlace { matrix, head: whole(0)?, row, column };
            if overrides.insert(place, numbers[3]).is_some() {
                return Err(refuse(BadEntry::Twice));
            }
        }
    }
    Ok(overrides)
}

/// The numbers set by hand in one matrix, as they are written.
pub(super) fn entries(
    overrides: &Overrides,
    of: Overridable,
    convention: Convention,
) -> Vec<[f64; 4]> {
    let of_matrix = overrides.iter().filter(|(place, _)| place.matrix == of);
    let entry = |(place, value): (&OverridePlace, &f64)| {
        let (row, column) = turned(convention, place.row, place.column);
        // Exact: no array has 2⁵³ rows.
        [place.head as f64, row as f64, column as f64, *value]
    };
    of_matrix.map(entry).collect()
}

/// In columns a matrix is transposed, and so are the places in it.
fn turned(convention: Convention, row: usize, column: usize) -> (usize, usize) {
    match convention {
        Convention::Row => (row, column),
        Convention::Column => (column, row),
    }
}

/// A count of usual size.
fn whole(number: f64) -> Option<usize> {
    let is_whole = number.fract() == 0.0 && (0.0..=f64::from(u32::MAX)).contains(&number);
    is_whole.then_some(number as usize)
}
