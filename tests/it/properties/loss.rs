//! Nothing is lost in silence: a number that is changed in a text changes in the matrix; what is no
//! number is refused or becomes a name; and what was cut off inside its brackets is refused.

use std::ops::Range;

use attnscope::input::{Answers, Source, View, read, view};

use crate::cases::{Case, cases, number};

/// A number that no case holds, and that is written the same everywhere.
const OTHER: &str = "7919.625";

/// What is no number in any form.
const GARBAGE: [&str; 6] = ["foo", "1..2", "1O.5", "?", "--", "1.5.2"];

fn viewed(bytes: &[u8]) -> Option<View> {
    let (source, answers) = (Source::new("", bytes), Answers::none());
    view(&read(&source, &answers).ok()?, &answers).ok()
}

/// The cases of text that are read right, each with its matrix.
fn read_right() -> impl Iterator<Item = (Case, String, View)> {
    cases().into_iter().filter_map(|case| {
        let text = String::from_utf8(case.bytes.clone()).ok()?;
        let view = viewed(&case.bytes)?;
        let rows = case.expect["values"].as_array()?.iter();
        let values: Vec<f64> = rows.flat_map(|row| row.as_array().unwrap()).map(number).collect();
        (view.table.values == values).then_some((case, text, view))
    })
}

/// Where the numbers stand that are one cell each: their text occurs once and their value once.
fn cells(text: &str, view: &View) -> Vec<(Range<usize>, usize)> {
    let is_part = |c: char| c.is_ascii_digit() || "+-.eE".contains(c);
    let words = text.split(|c| !is_part(c)).filter(|word| !word.is_empty());
    let cell = |word: &str| {
        // 0 stays 0 under the factors that some programs print.
        let value = word.parse().ok().filter(|value: &f64| *value != 0.0)?;
        let values = view.table.values.iter();
        let mut same = values.enumerate().filter(|(_, other)| other.total_cmp(&value).is_eq());
        let (cell, _) = same.next()?;
        let start = text.find(word)?;
        let is_alone = same.next().is_none() && text.matches(word).count() == 1;
        // Beside a letter, or in a range, it is no number alone.
        let is_part = |c: char| c.is_alphanumeric() || c == ':';
        let is_word =
            text[..start].ends_with(is_part) || text[start + word.len()..].starts_with(is_part);
        (is_alone && !is_word).then_some((start..start + word.len(), cell))
    };
    words.filter_map(cell).collect()
}

fn replaced(text: &str, range: Range<usize>, by: &str) -> String {
    format!("{}{by}{}", &text[..range.start], &text[range.end..])
}

#[test]
fn a_changed_number_is_a_changed_cell() {
    let mut n_changed = 0;
    for (case, text, view) in read_right() {
        for (range, cell) in cells(&text, &view) {
            let text = replaced(&text, range, OTHER);
            let Some(changed) = viewed(text.as_bytes()) else { continue };
            let mut expected = view.table.values.clone();
            expected[cell] = OTHER.parse().unwrap();
            assert_eq!(changed.table.values, expected, "{}: {text}", case.id);
            n_changed += 1;
        }
    }
    assert!(n_changed > 400, "{n_changed}");
}

#[test]
fn what_is_no_number_is_refused_or_a_name() {
    let mut n_changed = 0;
    for (case, text, view) in read_right() {
        for (range, _) in cells(&text, &view) {
            for garbage in GARBAGE {
                let text = replaced(&text, range.clone(), garbage);
                n_changed += 1;
                let Some(View { table, guesses, .. }) = viewed(text.as_bytes()) else { continue };
                let mut names = table.labels.iter().chain(&table.col_labels).flatten();
                let is_name = names.any(|name| name.contains(garbage)) && !guesses.is_empty();
                assert!(is_name, "{}: {garbage} became {table:?} in {text}", case.id);
            }
        }
    }
    assert!(n_changed > 2400, "{n_changed}");
}

#[test]
fn what_is_cut_off_within_its_brackets_is_refused() {
    const KINDS: [&str; 4] = ["numpy", "torch", "python_list", "json"];
    let is_bracketed = |case: &Case| KINDS.iter().any(|kind| case.kind.starts_with(kind));
    let mut n_cut = 0;
    for (case, text, _) in read_right().filter(|(case, ..)| is_bracketed(case)) {
        let mut depth = 0;
        for (at, c) in text.char_indices() {
            if depth > 0 {
                assert_eq!(viewed(&text.as_bytes()[..at]), None, "{}: {}", case.id, &text[..at]);
                n_cut += 1;
            }
            depth += i32::from(c == '[') - i32::from(c == ']');
        }
    }
    assert!(n_cut > 2500, "{n_cut}");
}

#[test]
fn a_file_that_is_cut_off_is_refused() {
    const KINDS: [&str; 3] = ["npy", "npz", "safetensors"];
    // A remark may be that more follows than there should.
    let is_whole = |view: View| view.notes.is_empty();
    let is_file =
        |case: &Case| KINDS.contains(&&*case.kind) && viewed(&case.bytes).is_some_and(is_whole);
    let mut n_cut = 0;
    for case in cases().into_iter().filter(is_file) {
        for cut in 0..case.bytes.len() {
            let bytes = &case.bytes[..cut];
            assert_eq!(viewed(bytes), None, "{}: {cut} bytes of {}", case.id, case.bytes.len());
            n_cut += 1;
        }
    }
    assert!(n_cut > 2000, "{n_cut}");
}
