//! Vectors in one file and the names of their rows in another, as the Embedding Projector takes
//! them: which two pieces they are.

use std::collections::BTreeMap;

use super::piece::Sheet;
use crate::wire::desk::Request;

/// The piece with the names, and that with the vectors; `None` where that is not plain.
pub(super) fn find(sheets: &BTreeMap<u32, Sheet>, request: &Request) -> Option<(u32, u32)> {
    let of_numbers = request.pieces.iter().filter(|asked| !asked.is_tokens);
    let lying = of_numbers.filter_map(|asked| Some((asked.id, sheets.get(&asked.id)?)));
    let (names, others): (Vec<_>, Vec<_>) = lying.partition(|(_, sheet)| sheet.holds_names());
    let [(names, _)] = names.as_slice() else { return None };
    let mut vectors = others.into_iter().filter(|(_, sheet)| sheet.may_hold_vectors());
    let (first, more) = (vectors.next()?, vectors.collect::<Vec<_>>());
    let is_named = |(_, sheet): &(u32, &Sheet)| sheet.is_called(&["vector", "tensor", "embed"]);
    let found = match more.as_slice() {
        [] => Some(first),
        _ => [first].into_iter().chain(more).find(is_named),
    };
    found.map(|(vectors, _)| (*names, vectors))
}
