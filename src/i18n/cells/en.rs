//! English.

use super::CellWords;

pub(super) const WORDS: CellWords = CellWords {
    why: "Why?",
    trail: "Cells you came by",
    back: "Back to the cell before",
    forward: "Forward to the next cell",
    now: |matrix, cell, value| format!("Explained now: {matrix}, {cell}: {value}"),
    of_head: |matrix, head| format!("{matrix} · head {head}"),
    order: "Order of the products",
    in_order: "in order",
    by_size: "by size",
    signs: |above, below| format!("those above zero add up to {above}, those below to {below}"),
    key: "key",
    exponential: "exp(score − max)",
    of_heads: "The same, head by head",
    head: |head| format!("head {head}"),
    heads_agree: "concat · W_O and the sum over heads are the same number.",
    heads_differ: |difference| {
        format!(
            "concat · W_O and the sum over heads differ by {difference}: rounding, as the order of adding is another."
        )
    },
    used_by: "Used by",
    used: |matrix, count| match count {
        1 => matrix.to_owned(),
        _ => format!("{matrix}: {count} numbers"),
    },
    used_in_heads: |matrix, count, heads| match count {
        1 => format!("{matrix}: a number in each of {heads} heads"),
        _ => format!("{matrix}: {count} numbers in each of {heads} heads"),
    },
    unused: "Nothing here is computed from this number.",
    usual_most: |is_of_all| {
        if is_of_all {
            "Colors reach as far as they do under “All heads”; larger weights take the last color."
        } else {
            "Colors range from 0 to the median of the queries' largest weights; larger ones take the last color."
        }
    },
    one_context: "Of an input this long only the open head's context is drawn by itself; those of the others are in the concatenation.",
};
