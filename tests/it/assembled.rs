//! The 40 cases of `tests/fixtures/cases.jsonl` that are problems and not matrices, through
//! reading, assembling and computing.

use std::{collections::BTreeMap, fmt::Write as _, io::Write as _};

use attnscope::{
    assemble::{Assembly, Piece, assemble},
    draw::display_token,
    input::{Answers, Array, Form, Reading, Setting, Source, Values, read},
    math::{Heads, Matrix, Projected, Trace, attend},
};
use ndarray::Axis;
use serde_json::Value;

use crate::cases::{Case, OF_PROBLEMS, cases, missing_word, number};

/// Cases whose expected value is judged wrong, each with the reason.
const JUDGED: &[(&str, &str)] =
    &[("given-3d-global", "it names the tokens a and b, and they fit: they label the rows")];

/// What came of a case.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Verdict {
    Right,
    SilentlyWrong,
    Refused,
    Unsaid,
}

#[test]
fn every_problem_is_assembled_right() {
    let mut table: BTreeMap<String, [usize; 4]> = BTreeMap::new();
    let mut failures = String::new();
    let cases = cases();
    let problems = cases.iter().filter(|case| case.kind.starts_with(OF_PROBLEMS));
    for case in problems.clone() {
        let (verdict, why) = judge(case);
        table.entry(case.kind.clone()).or_default()[verdict as usize] += 1;
        let is_known = JUDGED.iter().any(|(id, _)| *id == case.id);
        if (verdict != Verdict::Right) != is_known {
            writeln!(failures, "{verdict:?} {} {}: {why}", case.kind, case.id).unwrap();
        }
    }
    let mut report = format!("{:<20} right  wrong  refused  unsaid\n", "kind");
    for (kind, [right, wrong, refused, unsaid]) in &table {
        writeln!(report, "{kind:<20} {right:>5} {wrong:>6} {refused:>8} {unsaid:>7}").unwrap();
    }
    for (id, reason) in JUDGED {
        writeln!(report, "judged otherwise: {id}: {reason}").unwrap();
    }
    // Where CI shows what is captured of a test that passes, too.
    writeln!(std::io::stdout(), "{report}").unwrap();
    assert_eq!(problems.count(), 40);
    assert!(failures.is_empty(), "{report}\n{failures}");
}

fn judge(case: &Case) -> (Verdict, String) {
    let reading = read(&Source::new("", &case.bytes), &Answers::none());
    let expects_error = case.expect["type"] == "error";
    let assembly = match reading {
        Ok(reading) => assemble(&[Piece::of(reading)], &Answers::none()),
        Err(fault) => return refused(&fault.to_string(), expects_error, &case.expect),
    };
    if !assembly.misfits.is_empty() {
        let said: Vec<String> = assembly.misfits.iter().map(ToString::to_string).collect();
        return refused(&said.join(" "), expects_error, &case.expect);
    }
    if expects_error {
        return (Verdict::SilentlyWrong, format!("{:?}", assembly.placed));
    }
    judge_problem(case, &assembly)
}

fn refused(message: &str, expects_error: bool, expect: &Value) -> (Verdict, String) {
    match missing_word(message, &expect["words"]) {
        _ if !expects_error => (Verdict::Refused, message.to_owned()),
        Some(missing) => (Verdict::Refused, format!("“{message}” without “{missing}”")),
        None => (Verdict::Right, String::new()),
    }
}

fn judge_problem(case: &Case, assembly: &Assembly) -> (Verdict, String) {
    let expect = &case.expect;
    let trace = attend(assembly.problem.as_ref().unwrap());
    let input: Value = serde_json::from_slice(&case.bytes).unwrap_or_default();
    let found = shown(&trace, expect, &input);
    let expected = matrix(&expect["values"]);
    let tolerance = expect["tol"].as_f64().unwrap_or(1e-9);
    if !is_close(&found, &expected, tolerance) {
        return (Verdict::SilentlyWrong, format!("{found}"));
    }
    if let Some(outputs) = expect.get("outputs") {
        let found = trace.concat.as_ref().unwrap();
        if !is_close(found, &matrix(outputs), tolerance) {
            return (Verdict::SilentlyWrong, format!("outputs {found}"));
        }
    }
    if let Err(labels) = judge_labels(expect, assembly) {
        return (Verdict::SilentlyWrong, labels);
    }
    let asked = assembly.guesses.iter().filter(|asked| asked.guess.is_doubtful);
    let asked = asked.map(|asked| asked.guess.to_string()).collect::<Vec<_>>().join(" ");
    if let Some(missing) = missing_word(&asked, &expect["ask"]) {
        return (Verdict::Unsaid, format!("asked “{asked}” without “{missing}”"));
    }
    let said = assembly.notes.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
    if let Some(missing) = missing_word(&said, &expect["warn"]) {
        return (Verdict::Unsaid, format!("said “{said}” without “{missing}”"));
    }
    (Verdict::Right, String::new())
}

/// The matrix that a case compares.
fn shown(trace: &Trace, expect: &Value, input: &Value) -> Matrix {
    let projected: &Projected = &trace.projected;
    let stack: Heads = match expect["of"].as_str() {
        Some("weights") => (*trace.weights).clone(),
        Some("scores") => projected.scores.clone().unwrap(),
        Some("q") => return attnscope::math::merge_heads(projected.queries.as_ref().unwrap()),
        None => return Matrix::clone(&projected.embeddings().unwrap().x_q),
        Some(other) => panic!("{other}"),
    };
    if input["show"].is_string() {
        // The single query of every head.
        return stack.index_axis(Axis(1), 0).to_owned();
    }
    match &input["show_head"] {
        Value::String(word) if word == "average" => stack.mean_axis(Axis(0)).unwrap(),
        Value::Number(head) => {
            let head = usize::try_from(head.as_u64().unwrap()).unwrap();
            stack.index_axis(Axis(0), head - 1).to_owned()
        }
        _ => stack.index_axis(Axis(0), 0).to_owned(),
    }
}

fn judge_labels(expect: &Value, assembly: &Assembly) -> Result<(), String> {
    let [tokens, tokens_k] = assembly.document.as_ref().unwrap().named_tokens();
    let of = |names: &Option<Vec<String>>| serde_json::to_value(names).unwrap();
    if of(&tokens) != expect["labels"] {
        return Err(format!("labels {tokens:?}"));
    }
    if let Some(display) = expect.get("display") {
        let shown: Vec<_> = tokens.iter().flatten().map(|token| display_token(token)).collect();
        if serde_json::json!(shown) != *display {
            return Err(format!("shown as {shown:?}"));
        }
    }
    match expect.get("col_labels") {
        Some(expected) if of(&tokens_k) != *expected => Err(format!("columns {tokens_k:?}")),
        _ => Ok(()),
    }
}

fn is_close(found: &Matrix, expected: &Matrix, tolerance: f64) -> bool {
    let is_close = |(a, b): (&f64, &f64)| {
        a.total_cmp(b).is_eq() || (a - b).abs() <= tolerance * b.abs().max(1.0)
    };
    found.dim() == expected.dim() && found.iter().zip(expected).all(is_close)
}

fn matrix(rows: &Value) -> Matrix {
    let rows: Vec<Vec<f64>> = rows
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row.as_array().unwrap().iter().map(number).collect())
        .collect();
    Matrix::from_shape_fn((rows.len(), rows[0].len()), |(i, j)| rows[i][j])
}

/// A JSON object with arrays and settings by name.
pub fn bundle(json: &Value) -> Reading {
    let mut reading = Reading {
        form: Form::JSON,
        arrays: Vec::new(),
        settings: Vec::new(),
        guesses: Vec::new(),
        notes: Vec::new(),
    };
    for (name, value) in json.as_object().unwrap() {
        let setting = match value {
            Value::Array(_) => {
                reading.arrays.push(array(value).named(name));
                continue;
            }
            Value::Bool(flag) => Setting::Flag(*flag),
            Value::Number(number) => Setting::Number(number.as_f64().unwrap()),
            Value::String(text) => Setting::Text(text.clone()),
            _ => Setting::Nothing,
        };
        reading.settings.push((name.clone(), setting));
    }
    reading
}

/// Nested lists as an array.
pub fn array(lists: &Value) -> Array {
    let (mut shape, mut first) = (Vec::new(), lists);
    while let Value::Array(rows) = first {
        shape.push(rows.len());
        first = rows.first().unwrap();
    }
    let mut leaves = Vec::new();
    collect(lists, &mut leaves);
    let values = match first {
        Value::Bool(_) => {
            Values::Booleans(leaves.iter().map(|leaf| leaf.as_bool().unwrap()).collect())
        }
        Value::String(word) if word.parse::<f64>().is_err() => {
            Values::Texts(leaves.iter().map(|leaf| leaf.as_str().unwrap().to_owned()).collect())
        }
        _ => Values::Numbers(leaves.into_iter().map(number).collect()),
    };
    Array::of(shape, values)
}

fn collect<'a>(lists: &'a Value, leaves: &mut Vec<&'a Value>) {
    match lists {
        Value::Array(rows) => rows.iter().for_each(|row| collect(row, leaves)),
        leaf => leaves.push(leaf),
    }
}
