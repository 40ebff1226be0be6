//! The bracketed cases, changed: other blanks and wrappers change nothing; a part that is missing is
//! missed.

use attnscope::input::View;

use super::{matrix, same};
use crate::cases::{Case, cases};

/// Kinds whose cases are bracketed.
const KINDS: [&str; 10] = [
    "numpy",
    "torch",
    "python",
    "json",
    "code",
    "mathematica",
    "np-i",
    "np-repl",
    "multi",
    "matlab-",
];

/// Cases with a matrix in brackets.
fn bracketed() -> Vec<(Case, String)> {
    let is_bracketed = |case: &Case| {
        let starts = |kind: &&str| case.kind.starts_with(*kind) || case.id.starts_with(*kind);
        KINDS.iter().any(starts) && case.expect["type"] == "matrix" && matrix(&text(case)).is_ok()
    };
    let of_rows = ["pt-lua-style-footer", "matlab-scale-factor", "matlab-column-blocks"];
    let cases = cases().into_iter().filter(is_bracketed);
    let cases = cases.filter(|case| !of_rows.contains(&case.id.as_str()));
    cases
        .map(|case| {
            let text = text(&case);
            (case, text)
        })
        .collect()
}

fn text(case: &Case) -> String {
    String::from_utf8(case.bytes.clone()).unwrap()
}

fn is_same(a: &View, b: &View) -> bool {
    (a.table.rows, a.table.cols) == (b.table.rows, b.table.cols)
        && same(&a.table.values, &b.table.values)
        && a.table.labels == b.table.labels
}

fn is_asked(view: &View) -> bool {
    view.guesses.iter().any(|guess| guess.is_doubtful)
}

/// A change of a text.
type Change = fn(&str) -> String;

/// What may be done to a text without changing what it says.
const HARMLESS: [(&str, Change); 12] = [
    ("CRLF", |text| text.replace('\n', "\r\n")),
    ("blank lines around", |text| format!("\n\n{text}\n\n\n")),
    ("blanks at the ends of lines", |text| text.replace('\n', "  \n") + "  "),
    ("tabs before lines", |text| format!("\t{}", text.replace('\n', "\n\t"))),
    ("no-break spaces", |text| text.replace("  ", "\u{A0}\u{A0}")),
    ("a mark of byte order", |text| format!("\u{FEFF}{text}")),
    ("a fence", |text| format!("```\n{text}\n```\n")),
    ("a fence in prose", |text| {
        format!("Here is the 2x2 matrix (see [3]):\n\n```python\n{text}\n```\n\nIt has 4 cells.\n")
    }),
    ("prose before", |text| format!("These are the embeddings:\n{text}")),
    ("prose after", |text| format!("{text}\nThat is all there is.\n")),
    ("a comment after", |text| format!("{text}\n# 3 of 7 done, [1, 2]\n")),
    ("full-width brackets and commas", |text| {
        text.replace('[', "［").replace(']', "］").replace(", ", "，")
    }),
];

#[test]
fn blanks_and_wrappers_change_nothing() {
    for (case, text) in bracketed() {
        let original = matrix(&text).unwrap();
        for (what, change) in HARMLESS {
            let changed = change(&text);
            match matrix(&changed) {
                Ok(view) => {
                    assert!(
                        is_same(&view, &original),
                        "{}: {what}\n{changed}\n{:?}",
                        case.id,
                        view.table
                    );
                }
                // Rows of JSON in lines are told from prose by being alone.
                Err(fault) => panic!("{}: {what}: {fault}\n{changed}", case.id),
            }
        }
    }
}

/// A paste that was cut off anywhere is never a smaller matrix.
#[test]
fn what_is_cut_off_is_missed() {
    for (case, text) in bracketed() {
        let end = text.rfind([']', ')', '}']).unwrap();
        // The last line of JSON in lines, and the last print of several, are not missed by anyone.
        let start = match case.id.as_str() {
            "ndjson-arrays" | "multi-unnamed" => text.trim_end().rfind('\n').unwrap() + 1,
            _ => 0,
        };
        for (cut, _) in text.char_indices().filter(|(cut, _)| *cut > start && *cut <= end) {
            let view = matrix(&text[..cut]);
            assert!(view.is_err(), "{}: {}\n{:?}", case.id, &text[..cut], view.unwrap().table);
        }
    }
}

/// A bracket, comma or quote that is missing is missed, asked about, or makes no difference.
#[test]
fn a_sign_that_is_missing_is_never_silently_wrong() {
    for (case, text) in bracketed() {
        let original = matrix(&text).unwrap();
        for (at, sign) in text.char_indices().filter(|(_, c)| "[](){},\"'".contains(*c)) {
            // Without its apostrophe it is another matrix, and who would know.
            if case.id == "matlab-transpose" && sign == '\'' {
                continue;
            }
            let without = format!("{}{}", &text[..at], &text[at + sign.len_utf8()..]);
            let Ok(view) = matrix(&without) else { continue };
            let is_fine = same(&view.table.values, &original.table.values) || is_asked(&view);
            assert!(is_fine, "{}: without `{sign}` at {at}\n{without}\n{:?}", case.id, view.table);
        }
    }
}

/// Whatever the form: a chat puts fences around it.
#[test]
fn every_matrix_of_text_is_the_same_in_a_fence() {
    let mut n_cases = 0;
    for case in cases() {
        let Ok(text) = String::from_utf8(case.bytes.clone()) else { continue };
        // Who ends lines with CR alone writes no fences.
        let is_pair = case.kind == "projector_pair"
            || case.kind.starts_with("attention")
            || case.id == "csv-cr-only";
        let (false, Ok(original)) = (is_pair, matrix(&text)) else { continue };
        let fenced =
            format!("Here it is (2 rows):\n\n```text\n{text}\n```\nThat is all, 3 of 3.\n");
        let view = matrix(&fenced).unwrap_or_else(|fault| panic!("{}: {fault}", case.id));
        assert!(is_same(&view, &original), "{}\n{fenced}\n{:?}", case.id, view.table);
        n_cases += 1;
    }
    assert!(n_cases > 100, "{n_cases}");
}
