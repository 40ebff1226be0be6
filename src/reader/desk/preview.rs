//! The beginning of a matrix, small enough to look at.

use crate::{
    assemble::Piece,
    input::{Table, Values, glance},
    wire::desk::Preview,
};

/// Rows and columns of a preview.
const SHOWN: usize = 8;
/// Tokens of a preview.
const TOKENS_SHOWN: usize = 24;

/// The beginning of a table, of a matrix of so many rows and columns.
pub(super) fn of_table(table: &Table, [rows, cols]: [usize; 2]) -> Preview {
    let cut = |row: &[f64]| row.iter().take(SHOWN).map(ToString::to_string).collect();
    let shown = |names: &Option<Vec<String>>| -> Vec<String> {
        names.iter().flatten().take(SHOWN).cloned().collect()
    };
    Preview {
        rows,
        cols,
        labels: shown(&table.labels),
        col_labels: shown(&table.col_labels),
        cells: table.values.chunks(table.cols.max(1)).take(SHOWN).map(cut).collect(),
    }
}

/// The beginning of one of the arrays of a piece; of a stack the matrix that was chosen. `None`
/// where there is no number in it.
pub(super) fn of_array(piece: &Piece, at: usize) -> Option<Preview> {
    let array = piece.reading.arrays.get(at)?;
    if let Values::Texts(texts) = &array.values {
        let cells = texts.iter().take(TOKENS_SHOWN).map(|text| vec![text.clone()]).collect();
        return Some(Preview { rows: texts.len(), cols: 1, cells, ..Preview::default() });
    }
    // What the format has asked is not asked again.
    let guesses = piece.reading.guesses.clone();
    let (table, size) = glance(array, guesses, &piece.answers, SHOWN).ok()?;
    Some(of_table(&table, size))
}
