//! The cases of tables, changed as they change on their way: other line ends, a mark of byte order,
//! quotes, tabs, decimal commas, the label column at the other end. None becomes another matrix
//! without a word.

use attnscope::input::{Answers, Source, View, read, view};
use serde_json::Value;

use crate::cases::{Case, cases, number};

/// A change, and what it is called; `None` where the case does not allow it.
type Change = (&'static str, fn(&str) -> Option<String>);

const CHANGES: [Change; 11] = [
    ("CRLF", |text| Some(text.replace("\r\n", "\n").replace('\n', "\r\n"))),
    ("CR alone", |text| (!text.contains(['\r', '"'])).then(|| text.replace('\n', "\r"))),
    ("a mark of byte order", |text| Some(format!("\u{FEFF}{text}"))),
    ("blank lines at the ends", |text| Some(format!("\n\n{text}\n\n"))),
    ("no line end at the end", |text| Some(text.trim_end_matches(['\n', '\r']).to_owned())),
    ("tabs for commas", |text| {
        // `{,}` is LaTeX's decimal comma.
        (!text.contains(['"', '\t', '[', '{'])).then(|| text.replace(", ", ",").replace(',', "\t"))
    }),
    ("tabs for blanks", |text| cells(text, ' ').map(|rows| joined(&rows, "\t"))),
    ("quotes around every cell", |text| {
        let quoted = |cell: &String| format!("\"{cell}\"");
        let quote = |row: &Vec<String>| row.iter().map(quoted).collect();
        cells(text, ',').map(|rows| joined(&rows.iter().map(quote).collect::<Vec<_>>(), ","))
    }),
    ("decimal commas", |text| {
        let rows = cells(text, ',').or_else(|| cells(text, '\t'))?;
        Some(joined(&rows, ";").replace('.', ","))
    }),
    ("the first column last", |text| {
        let (rows, separator) = [',', '\t', ' ']
            .into_iter()
            .find_map(|separator| Some((cells(text, separator)?, separator)))?;
        let turned = |row: &Vec<String>| {
            let mut row = row.clone();
            row.rotate_left(1);
            row
        };
        Some(joined(&rows.iter().map(turned).collect::<Vec<_>>(), &separator.to_string()))
    }),
    ("blanks at the ends of lines", |text| {
        // Behind a label at the end they would be part of it.
        let ends_in_digit =
            |line: &str| line.is_empty() || line.ends_with(|c: char| c.is_ascii_digit());
        let is_plain = !text.contains(['"', '\r']) && text.lines().skip(1).all(ends_in_digit);
        is_plain.then(|| text.replace('\n', "  \n"))
    }),
];

/// The cells of a text of equal rows with nothing but a separator between them.
fn cells(text: &str, separator: char) -> Option<Vec<Vec<String>>> {
    let lines = text.lines().filter(|line| !line.is_empty());
    let rows: Vec<Vec<String>> =
        lines.map(|line| line.split(separator).map(str::to_owned).collect()).collect();
    let n = rows.first()?.len();
    let is_plain = !text.contains(['"', '\r', '(', '{']) && rows.iter().all(|row| row.len() == n);
    (is_plain && n > 1 && rows.iter().flatten().all(|cell| !cell.is_empty())).then_some(rows)
}

fn joined(rows: &[Vec<String>], separator: &str) -> String {
    rows.iter().map(|row| row.join(separator) + "\n").collect()
}

/// Whether a reading has the values of a case, in rows or in columns, and its labels.
fn is_right(view: &View, expect: &Value) -> bool {
    let rows = expect["values"].as_array().unwrap();
    let values: Vec<f64> =
        rows.iter().flat_map(|row| row.as_array().unwrap()).map(number).collect();
    let table = &view.table;
    let is_close = |(a, b): (&f64, &f64)| a.total_cmp(b).is_eq() || (a - b).abs() <= 6e-5 * b.abs();
    let labels: Option<Vec<String>> = expect["labels"]
        .as_array()
        .map(|labels| labels.iter().map(|label| label.as_str().unwrap().to_owned()).collect());
    // A line end in a label is what it was changed to.
    let lines = |label: &String| label.replace("\r\n", "\n");
    let read: Option<Vec<String>> =
        table.labels.as_ref().map(|labels| labels.iter().map(lines).collect());
    table.rows == rows.len()
        && table.values.len() == values.len()
        && table.values.iter().zip(&values).all(is_close)
        && read == labels
}

/// Whether what was changed says the same as before: the first column last changes the order of
/// columns where it is no label.
fn is_kept(case: &Case, change: &str) -> bool {
    let has_labels = case.expect["labels"].is_array() && case.id != "csv-transposed";
    // Before blanks tokens are usual; elsewhere such a column is one of numbers.
    let is_like_numbers = case.id == "glove-number-like-tokens";
    match change {
        "the first column last" => has_labels && !is_like_numbers,
        "tabs for blanks" => !is_like_numbers,
        _ => true,
    }
}

#[test]
fn no_changed_case_is_silently_wrong() {
    let kinds = ["csv", "tsv", "text_table", "markdown", "html", "latex", "word2vec", "r", "julia"];
    let matrices = cases()
        .into_iter()
        .filter(|case| kinds.contains(&case.kind.as_str()) && case.expect["type"] == "matrix");
    let (mut n_right, mut n_asked, mut n_refused) = (0, 0, 0);
    let mut wrong = Vec::new();
    for case in matrices {
        let Ok(text) = std::str::from_utf8(&case.bytes) else { continue };
        for (name, change) in CHANGES {
            let Some(changed) = change(text).filter(|_| is_kept(&case, name)) else { continue };
            let source = Source::pasted(&changed);
            let answers = Answers::none();
            match read(&source, &answers).and_then(|reading| view(&reading, &answers)) {
                Ok(view) if is_right(&view, &case.expect) => n_right += 1,
                Ok(view) if view.guesses.iter().any(|guess| guess.is_doubtful) => n_asked += 1,
                Ok(view) => wrong.push(format!("{} with {name}:\n{changed}\n{view:?}", case.id)),
                Err(_) => n_refused += 1,
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n\n"));
    assert!(n_right > 10 * (n_asked + n_refused), "{n_right}, {n_asked}, {n_refused}");
}
