//! The beginning of a matrix, small enough to look at.

use crate::{
    assemble::Piece,
    input::{Reading, Table, Values, view},
    wire::desk::Preview,
};

/// Rows and columns of a preview.
const SHOWN: usize = 8;
/// Tokens of a preview.
const TOKENS_SHOWN: usize = 24;

/// The beginning of a table.
pub(super) fn of_table(table: &Table) -> Preview {
    let cols = table.cols.min(SHOWN);
    let rows = table.values.chunks(table.cols.max(1)).take(SHOWN);
    let shown = |names: &Option<Vec<String>>| -> Vec<String> {
        names.iter().flatten().take(SHOWN).cloned().collect()
    };
    Preview {
        rows: table.rows,
        cols: table.cols,
        labels: shown(&table.labels),
        col_labels: shown(&table.col_labels),
        cells: rows.map(|row| row[..cols].iter().map(ToString::to_string).collect()).collect(),
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
    let mut alone = Reading::of(piece.reading.form, array.clone());
    // What the format has asked is not asked again.
    alone.guesses.clone_from(&piece.reading.guesses);
    let view = view(&alone, &piece.answers).ok()?;
    Some(of_table(&view.table))
}
