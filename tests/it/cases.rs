//! The 230 cases of `tests/fixtures/cases.jsonl`: how matrices really arrive, each with the right
//! answer, made by the programs that its `verified` names.

use std::{collections::BTreeMap, fmt::Write as _, fs, io::Write as _, path::Path};

use attnscope::input::{Answers, ReadFault, Source, View, projector, read, view};
use serde_json::Value;

/// Cases whose expected refusal is not ours, and why; each is read right elsewhere in these tests.
const READ_ALL_THE_SAME: [(&str, &str); 1] =
    [("st-f8", "it may be read where it is decoded properly: `tests/it/binary.rs` compares")];

/// Kinds that are a problem and not a matrix: for `tests/it/assembled.rs`.
pub const OF_PROBLEMS: &str = "attention_";

/// One case.
pub struct Case {
    pub id: String,
    pub kind: String,
    pub bytes: Vec<u8>,
    pub expect: Value,
}

/// What came of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Verdict {
    Right,
    /// Another matrix than the right one, and no question that would have shown it.
    SilentlyWrong,
    /// A refusal where there is a right answer, or without the words or the place expected.
    Refused,
    /// The right matrix without what should have been said or asked.
    Unsaid,
}

pub fn cases() -> Vec<Case> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/cases.jsonl");
    fs::read_to_string(path).unwrap().lines().map(case).collect()
}

fn case(line: &str) -> Case {
    let json: Value = serde_json::from_str(line).unwrap();
    let text = |key: &str| json[key].as_str().unwrap_or_default().to_owned();
    let bytes = match json["encoding"].as_str() {
        Some(_) => base64(&text("input")),
        None => text("input").into_bytes(),
    };
    Case { id: text("id"), kind: text("kind"), bytes, expect: json["expect"].clone() }
}

#[test]
fn every_case_is_read_right() {
    let mut table: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    let mut failures = String::new();
    let cases = cases();
    let mut count = 0;
    for case in cases.iter().filter(|case| !case.kind.starts_with(OF_PROBLEMS)) {
        let (verdict, why) = judge(case);
        table.entry(case.kind.clone()).or_default()[verdict as usize] += 1;
        count += 1;
        if verdict != Verdict::Right {
            writeln!(failures, "{verdict:?} {} {}: {why}", case.kind, case.id).unwrap();
        }
    }
    let mut report = format!("{:<16} right  wrong  refused  unsaid\n", "kind");
    for (kind, [right, wrong, refused, unsaid]) in &table {
        writeln!(report, "{kind:<16} {right:>5} {wrong:>6} {refused:>8} {unsaid:>7}").unwrap();
    }
    // Where CI shows what is captured of a test that passes, too.
    writeln!(std::io::stdout(), "{report}").unwrap();
    assert_eq!(count, 190, "the cases that are no problems");
    assert!(failures.is_empty(), "{report}\n{failures}");
}

fn judge(case: &Case) -> (Verdict, String) {
    let source = Source::new("", &case.bytes);
    let answers = Answers::none();
    let result = if case.kind == "projector_pair" {
        pair(&case.bytes)
    } else {
        read(&source, &answers).and_then(|reading| view(&reading, &answers))
    };
    match (case.expect["type"].as_str(), result) {
        (Some("matrix"), Ok(view)) => judge_matrix(&view, &case.expect),
        (Some("error"), Err(fault)) => judge_fault(&fault, &case.expect),
        (Some("error"), Ok(_)) if READ_ALL_THE_SAME.iter().any(|(id, _)| *id == case.id) => {
            (Verdict::Right, String::new())
        }
        (Some("error"), Ok(view)) => (Verdict::SilentlyWrong, format!("read as {:?}", view.table)),
        (_, Err(fault)) => (Verdict::Refused, fault.to_string()),
        (_, Ok(_)) => unreachable!("a case is a matrix or an error"),
    }
}

/// Vectors and labels in two files.
fn pair(bytes: &[u8]) -> Result<View, ReadFault> {
    let files: Value = serde_json::from_slice(bytes).unwrap();
    let file = |name: &str| files[name].as_str().unwrap().as_bytes();
    let (vectors, metadata) = (file("vectors.tsv"), file("metadata.tsv"));
    let (vectors, metadata) = (Source::new("", vectors), Source::new("", metadata));
    let answers = Answers::none();
    projector::read(&vectors, &metadata, &answers).and_then(|reading| view(&reading, &answers))
}

fn judge_matrix(view: &View, expect: &Value) -> (Verdict, String) {
    let table = &view.table;
    let tolerance = expect["tol"].as_f64().unwrap_or(1e-9);
    let rows = expect["values"].as_array().unwrap();
    let values: Vec<f64> =
        rows.iter().flat_map(|row| row.as_array().unwrap()).map(number).collect();
    let is_close = |(a, b): (&f64, &f64)| {
        let is_same = a.total_cmp(b).is_eq() || (a.is_nan() && b.is_nan());
        is_same || (a - b).abs() <= tolerance * b.abs().max(1e-300)
    };
    let shape = (expect["rows"].as_u64().unwrap(), expect["cols"].as_u64().unwrap());
    let is_right = (table.rows as u64, table.cols as u64) == shape
        && table.values.len() == values.len()
        && table.values.iter().zip(&values).all(is_close);
    if !is_right {
        return (Verdict::SilentlyWrong, format!("read as {table:?}"));
    }
    let labels = |labels: &Option<Vec<String>>| serde_json::to_value(labels).unwrap();
    if labels(&table.labels) != expect["labels"] {
        return (Verdict::SilentlyWrong, format!("labels {:?}", table.labels));
    }
    if expect.get("col_labels").is_some_and(|expected| labels(&table.col_labels) != *expected) {
        return (Verdict::SilentlyWrong, format!("column labels {:?}", table.col_labels));
    }
    let doubtful = view.guesses.iter().filter(|guess| guess.is_doubtful);
    let asked = doubtful.map(ToString::to_string).collect::<Vec<_>>().join(" ");
    if let Some(missing) = missing_word(&asked, &expect["ask"]) {
        return (Verdict::Unsaid, format!("asked “{asked}” without “{missing}”"));
    }
    let said = view.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    if let Some(missing) = missing_word(&said, &expect["warn"]) {
        return (Verdict::Unsaid, format!("said “{said}” without “{missing}”"));
    }
    (Verdict::Right, String::new())
}

fn judge_fault(fault: &ReadFault, expect: &Value) -> (Verdict, String) {
    let message = fault.to_string();
    if let Some(missing) = missing_word(&message, &expect["words"]) {
        return (Verdict::Refused, format!("“{message}” without “{missing}”"));
    }
    let place = fault.place.unwrap_or_default();
    let expected = |key: &str| expect["where"][key].as_u64();
    let line = expected("line").is_none_or(|line| line == place.line as u64);
    let column = expected("column").is_none_or(|column| column == place.column as u64);
    if line && column {
        return (Verdict::Right, String::new());
    }
    (Verdict::Refused, format!("“{message}” is not at {}", expect["where"]))
}

/// The first word of a list that a text does not contain, in whatever case.
pub fn missing_word(text: &str, words: &Value) -> Option<String> {
    let text = text.to_lowercase();
    let words = words.as_array().into_iter().flatten().filter_map(Value::as_str);
    words.map(str::to_lowercase).find(|word| !text.contains(word.as_str()))
}

/// A number of a case; those that JSON lacks are texts.
pub fn number(value: &Value) -> f64 {
    match value.as_str() {
        Some("NaN") => f64::NAN,
        Some("Infinity") => f64::INFINITY,
        Some("-Infinity") => f64::NEG_INFINITY,
        _ => value.as_f64().unwrap(),
    }
}

pub fn base64(text: &str) -> Vec<u8> {
    let digit = |byte: u8| match byte {
        b'A'..=b'Z' => u32::from(byte - b'A'),
        b'a'..=b'z' => u32::from(byte - b'a') + 26,
        b'0'..=b'9' => u32::from(byte - b'0') + 52,
        b'+' => 62,
        _ => 63,
    };
    let digits: Vec<u8> = text.bytes().filter(|byte| *byte != b'=').collect();
    let mut bytes = Vec::new();
    for group in digits.chunks(4) {
        let bits = group.iter().fold(0, |bits, byte| bits << 6 | digit(*byte));
        let bits = bits << (6 * (4 - group.len()));
        bytes.extend(&bits.to_be_bytes()[1..group.len()]);
    }
    bytes
}
