//! English.

use super::{EngineWords, Side, Size};

pub(super) const WORDS: EngineWords = EngineWords {
    name: "Long input",
    size: |size, memory| {
        let Size { queries, keys, heads } = size;
        let heads = if *heads == 1 { "1 head".to_owned() } else { format!("{heads} heads") };
        let tokens = match keys {
            None => format!("{queries} tokens"),
            Some(keys) => format!("{queries} queries × {keys} keys"),
        };
        format!("{tokens} × {heads}: about {memory} of memory.")
    },
    how: "Computed beside the page in single precision (about 7 digits); one head is open at a time.",
    beyond: "Some scores are NaN or ∞: single precision ends at 3.4 × 10³⁸, and what is computed from NaN is NaN.",
    working: "Computing…",
    others: |done, of| format!("All heads: {done} of {of}"),
    cancel: "Stop",
    asks: "That is much for a browser. Compute it all the same, or only some of the tokens; you can undo that.",
    compute: "Compute",
    cancelled: "Stopped. The numbers that you brought are still here.",
    broken: "The computation broke off; too little memory is the usual reason. Your numbers and settings are still \
             here. Try again, or take only some of the tokens.",
    unreached: "What computes long inputs could not be fetched. Your numbers and settings are here; try again once you are connected.",
    before: |head, divisor| {
        format!(
            "The pictures are still those of head {head}, divided by {divisor}, under the mask of then."
        )
    },
    retry: "Try again",
    fewer: "Only some of the tokens",
    first: |side| match side {
        None => "From token",
        Some(Side::Queries) => "From query",
        Some(Side::Keys) => "From key",
    },
    last: |side| match side {
        None => "to token",
        Some(Side::Queries) => "to query",
        Some(Side::Keys) => "to key",
    },
    takes: |memory| format!("About {memory} of memory."),
    only: "Only these tokens",
    all: "These are all the tokens that there are: take fewer.",
    no_range: |field, found, [from, to]| match found {
        "" => format!("“{field}” is empty: it takes a whole number from {from} to {to}."),
        found => format!("“{field}” is {found}: it takes a whole number from {from} to {to}."),
    },
    one_range: "Queries and keys share one list of positions here: take the same range of both.",
};
