//! English.

use super::WorksheetWords;

pub(super) const WORDS: WorksheetWords = WorksheetWords {
    title: "Worksheet",
    intro: "Choose what is printed and what is left blank; press a cell to empty or fill it. The answer key \
            follows on a page of its own.",
    print: "Print…",
    close: "Close",
    of: |matrix| format!("What is printed of: {matrix}"),
    not_printed: "not printed",
    filled: "all numbers",
    line_blank: |token| format!("“{token}” blank"),
    all_blank: "all blank",
    some_blank: "some cells blank",
    name: "Name",
    date: "Date",
    task: "Work out the numbered cells from the others, to two decimals.",
    key: "Answer key",
    nothing: "Nothing is blank yet: press a cell.",
    state: |head, mask, divisor| format!("{head} · mask: {mask} · scores ÷ {divisor}"),
    too_large: "Matrices that are too large for paper are left out.",
    none_fits: "None of these matrices fits on paper. Close this and take only a few of the \
                tokens, or open an example.",
};
