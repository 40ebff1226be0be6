//! English.

use super::{EngineWords, Size};

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
    working: "Computing…",
    others: |done, of| format!("All heads: {done} of {of}"),
    cancel: "Stop",
    asks: "That is much for a browser. Compute it all the same, or bring fewer tokens.",
    compute: "Compute",
    cancelled: "Stopped. The numbers that you brought are still here.",
    broken: |reason| {
        let reason = if reason.is_empty() { String::new() } else { format!(" ({reason})") };
        format!(
            "The computation broke off{reason}; too little memory is the usual reason. Your numbers and \
             settings are still here. Try again, or bring fewer tokens."
        )
    },
    retry: "Try again",
};
