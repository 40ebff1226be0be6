//! A place in a text, so that it can be shown and selected there: in UTF-16 units, as browsers
//! count, with the lines around.

use crate::wire::desk::{Line, Spot};

/// Lines shown before and after the one in question.
const AROUND: usize = 2;
/// Characters shown of a line before and after the marked part; of another line twice as many.
const REACH: usize = 60;

/// The place at a line and a column, both counted from 1, the column in characters. Without a
/// column the whole line is marked, without a length one character. `None` where there is no such
/// line.
pub(super) fn in_text(text: &str, line: usize, column: usize, length: usize) -> Option<Spot> {
    let at = line.checked_sub(1)?;
    let first = at.saturating_sub(AROUND);
    let mut start = 0;
    let mut found = None;
    let mut lines = Vec::new();
    for (i, whole) in text.split('\n').enumerate().take(at + AROUND + 1) {
        if i == at {
            let (before, marked, after) = cut(whole, column, length);
            found = Some((start + units(before), units(marked)));
            let before = last(before, REACH);
            let (marked, after) = (Some(first_of(marked, 2 * REACH)), first_of(after, REACH));
            lines.push(Line { number: line, before, marked, after });
        } else if i >= first {
            let before = first_of(whole, 2 * REACH);
            lines.push(Line { number: i + 1, before, ..Line::default() });
        }
        start += units(whole) + 1;
    }
    let (start, length) = found?;
    Some(Spot { start, length, lines })
}

/// A line in three: before the mark, marked, after it.
fn cut(line: &str, column: usize, length: usize) -> (&str, &str, &str) {
    let Some(column) = column.checked_sub(1) else { return ("", line, "") };
    let (before, rest) = line.split_at(byte_of(line, column));
    let (marked, after) = rest.split_at(byte_of(rest, length.max(1)));
    (before, marked, after)
}

/// The byte at which a character begins; the end where there are not so many.
fn byte_of(text: &str, character: usize) -> usize {
    text.char_indices().nth(character).map_or(text.len(), |(at, _)| at)
}

fn units(text: &str) -> usize {
    text.chars().map(char::len_utf16).sum()
}

fn first_of(text: &str, n: usize) -> String {
    let cut = &text[..byte_of(text, n)];
    if cut.len() < text.len() { format!("{cut}…") } else { cut.to_owned() }
}

fn last(text: &str, n: usize) -> String {
    let start = text.char_indices().rev().nth(n.saturating_sub(1)).map_or(0, |(at, _)| at);
    if start > 0 { format!("…{}", &text[start..]) } else { text.to_owned() }
}
