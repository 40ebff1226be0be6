//! The trace example as a program: what it prints, and its exit status on bad input.

use std::{
    env, fs,
    io::Write,
    path::{Path, PathBuf},
    process::{Command, Output, Stdio},
    sync::OnceLock,
};

use attnscope::input::{self, Answers, Source, projector};
use serde_json::{Value, json};

use crate::{
    cases::{Case, OF_PROBLEMS, cases, number},
    fixtures::{self, TOLERANCE, array, assert_close, distance},
};

#[test]
fn a_file_is_printed_with_its_stages() {
    let fixture = fixtures::json("torch-mha");
    let file = fixtures::folder().join("torch-mha.json");
    let printed = printed(&run(&[&file.to_string_lossy()], ""));
    for (stage, lists) in fixture["stages"].as_object().unwrap() {
        assert_close(stage, &array(lists), &array(&printed["stages"][stage]), TOLERANCE);
    }
}

#[test]
fn options_change_heads_mask_and_scale_and_saved_stages_are_computed_anew() {
    let mut fixture = fixtures::json("scale-mistake");
    fixture["stages"] = json!({"weights": "stale"});
    let mistake = &fixture["mistakes"]["divide_by_head_dim"];
    let found = printed(&run(&["--divide-by", "4", "-"], &fixture.to_string()));
    for stage in ["weights", "output"] {
        assert_close(stage, &array(&mistake[stage]), &array(&found["stages"][stage]), TOLERANCE);
    }
    assert_eq!(found["options"]["scale"], json!(0.25));

    let causal = fixtures::json("torch-mha-causal-bool");
    let mut open = causal.clone();
    open["options"]["mask"] = json!({"kind": "none"});
    open["dims"] = json!({"heads": 12});
    let found = printed(&run(&["--heads", "3", "--causal", "-"], &open.to_string()));
    assert_eq!(found["dims"]["heads"], json!(3));
    let (expected, found) = (&causal["stages"]["output"], &found["stages"]["output"]);
    assert_close("output", &array(expected), &array(found), TOLERANCE);
}

#[test]
fn what_was_printed_can_be_read_again() {
    let once = run(&["-"], &fixtures::text("residual-math"));
    let once = String::from_utf8(once.stdout).unwrap();
    let twice = run(&["-"], &once);
    assert_eq!(once, String::from_utf8(twice.stdout).unwrap());
}

#[test]
fn bad_input_is_located_on_the_standard_error_and_exits_with_2() {
    for (input, expected) in [
        ("", "trace: -: there is nothing to read"),
        ("{\"inputs\":\n{\"x_q\": [[1, 2]", "trace: -: line 2, column 15, inputs.x_q[0]: not JSON"),
        ("{\"inputs\": {\"x_q\": [[1, 2], [3]]}}", "line 1, column 29, inputs.x_q[1]: expected 2"),
        ("{\"inputs\": {\"x_q\": [[1, \"a\"]]}}", "inputs.x_q[0][1]: expected a number"),
        (
            "{\"inputs\": {\"x_q\": [[1]], \"w_q\": [[1], [2]]}}",
            "line 1, column 34, inputs.w_q: w_q: expected [1, 1], found [2, 1]",
        ),
        ("{\"inputs\": {\"x_q\": [[1, 2]]}, \"dims\": {\"heads\": 4}}", "cannot be split into 4"),
        ("{\"inputs\": {\"x_q\": [[1, 2]]}, \"dims\": {\"heads\": 0}}", "heads: 0 query heads"),
        ("{}", "trace: -: "),
        ("{\"inputs\": {}}", "inputs.x_q: missing"),
    ] {
        check_refused(&["-"], input, expected);
    }
    let not_utf8 = run_bytes(&["-"], &[0x50, 0x4b, 0xff, 0xfe]);
    assert_refused(&not_utf8, "trace: -: ");
}

#[test]
fn a_command_line_that_makes_no_sense_exits_with_2() {
    let document = "{\"inputs\": {\"x_q\": [[1, 2]]}}";
    for (args, expected) in [
        (&["no-such-file.json"][..], "trace: no-such-file.json: "),
        (&["--head", "2", "-"], "unknown option --head\nusage: trace"),
        (&[], "expected a file to read"),
        (&["-", "-"], "expected one file, found also -"),
        (&["-", "names", "more"], "expected one file or two, found also more"),
        (&["-", "no-such-file.tsv"], "trace: no-such-file.tsv: "),
        (&["--heads", "two", "-"], "--heads: expected a whole number, found two"),
        (&["--heads", "-1", "-"], "--heads: expected a whole number, found -1"),
        (&["--divide-by"], "--divide-by: expected a number, found nothing"),
        (&["--divide-by", "0", "-"], "scale: expected a finite number other than 0, found 0"),
        (&["--divide-by", "nan", "-"], "scale: expected a finite number other than 0, found NaN"),
        (&["--heads", "3", "-"], "x_q: 2 columns cannot be split into 3 equal heads"),
    ] {
        check_refused(args, document, expected);
    }
}

#[test]
fn of_a_document_the_matrix_is_what_it_begins_with() {
    let fixture = fixtures::json("raschka-weightless");
    let found = printed(&run(&["--parse", "-"], &fixture.to_string()));
    assert_eq!((&found["rows"], &found["cols"]), (&json!(6), &json!(3)));
    assert_eq!(found["values"], fixture["inputs"]["x_q"]);
    assert_eq!(found["labels"], fixture["inputs"]["tokens"]);
    assert_eq!(found["understood"][0], "Attnscope document: 6 tokens × 3 dimensions");
    assert_eq!(found["understood"][1], "x_q taken: the document begins with it");
    assert_eq!((&found["ask"], &found["warn"]), (&json!([]), &json!([])));
    assert!(found.get("col_labels").is_none());

    let text = r#"{"inputs": {"scores": [[1, null, "nan"], [0.1, "inf", 2]], "tokens_k": ["a", "b", "c"]}}"#;
    let found = printed(&run(&["--parse", "-"], text));
    assert_eq!(found["values"], json!([[1.0, "-Infinity", "NaN"], [0.1, "Infinity", 2.0]]));
    assert_eq!((&found["labels"], &found["col_labels"]), (&json!(null), &json!(["a", "b", "c"])));
}

#[test]
fn what_is_no_matrix_is_located_and_exits_with_2() {
    check_refused(&["--parse", "-"], "", "trace: -: there is nothing to read");
    check_refused(&["--parse", "-"], "no matrix, no document", "trace: -: ");
    let ragged = "{\"inputs\": {\"x_q\": [[1, 2], [3]]}}";
    check_refused(&["--parse", "-"], ragged, "line 1, column 29, inputs.x_q[1]: expected 2");
}

#[test]
fn any_form_of_matrix_is_x_and_what_was_guessed_is_said() {
    let fixture = fixtures::json("raschka-weightless");
    let rows = fixture["inputs"]["x_q"].as_array().unwrap();
    let tokens = fixture["inputs"]["tokens"].as_array().unwrap();
    let cells = |row: &Value, separator: &str| {
        let cells = row.as_array().unwrap().iter().map(ToString::to_string);
        cells.collect::<Vec<_>>().join(separator)
    };
    let lines = rows.iter().map(|row| format!("[{}]", cells(row, " ")));
    let numpy = format!("[{}]", lines.collect::<Vec<_>>().join("\n "));
    let labelled = rows
        .iter()
        .zip(tokens)
        .map(|(row, token)| format!("{},{}\n", token.as_str().unwrap(), cells(row, ",")));
    let csv = format!("token,a,b,c\n{}", labelled.collect::<String>());
    let json = json!({"x": rows, "tokens": tokens}).to_string();
    for (text, has_tokens) in [(&numpy, false), (&csv, true), (&json, true)] {
        let output = run(&["--divide-by", "1", "-"], text);
        let found = printed(&output);
        let expected = array(&fixture["stages"]["weights"]);
        assert_close(text, &expected, &array(&found["stages"]["weights"]), TOLERANCE);
        let named = if has_tokens { fixture["inputs"]["tokens"].clone() } else { json!(null) };
        assert_eq!(found["inputs"]["tokens"], named, "{text}");
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains("trace: -: no W_Q, W_K, W_V: Q = K = V = X\n"), "{said}");
    }
}

#[test]
fn a_bundle_is_assembled_and_options_go_before_it() {
    let heads = json!({"q": [[1, 0, 2, 0]], "k": [[1, 0, 2, 0], [0, 1, 0, 3]], "v": [[1, 0, 2, 0], [0, 1, 0, 3]]});
    let found = printed(&run(&["--heads", "2", "-"], &heads.to_string()));
    assert_eq!(found["dims"]["heads"], 2);
    assert_eq!(array(&found["stages"]["weights"]).shape(), [2, 1, 2]);
    let found = printed(&run(&["--causal", "-"], &heads.to_string()));
    assert_eq!(found["options"]["mask"]["kind"], "causal");
    check_refused(&["--heads", "3", "-"], &heads.to_string(), "4 is not divisible into 3 heads");
    check_refused(&["-"], "{\"wq\": [[1]]}", "trace: -: wq");
    let file = fixtures::folder().join("checkpoints/gpt2-tiny/model.safetensors");
    check_refused(&[&file.to_string_lossy()], "", "X is missing; W_QKV needs it");
}

/// More numbers than are read unasked.
#[test]
fn of_a_large_file_the_arrays_that_are_needed_are_read() {
    let (n, d) = (2, 2100);
    let header = json!({
        "q_proj.weight": {"dtype": "I8", "shape": [d, d], "data_offsets": [0, d * d]},
        "x": {"dtype": "I8", "shape": [n, d], "data_offsets": [d * d, (d + n) * d]},
    });
    let header = header.to_string();
    let mut bytes = u64::try_from(header.len()).unwrap().to_le_bytes().to_vec();
    bytes.extend(header.as_bytes());
    // Twice the identity.
    bytes.extend((0..d * d).map(|i| if i % (d + 1) == 0 { 2 } else { 0 }));
    bytes.extend((0..n * d).map(|i| u8::from(i % 7 == 0)));
    let found = printed(&run_bytes(&["-"], &bytes));
    let [q, k] = ["q", "k"].map(|stage| array(&found["stages"][stage]));
    assert_eq!(q.shape(), [1, n, d]);
    assert_close("q = 2 x", &(k * 2.0), &q, 0.0);
}

/// What the cases say of the reader is so of the program.
#[test]
fn the_matrix_that_is_printed_is_the_one_that_is_read() {
    let read = |bytes: &[u8]| {
        let reading = input::read(&Source::new("", bytes), &Answers::none())?;
        input::view(&reading, &Answers::none())
    };
    let (mut n_read, mut n_refused) = (0, 0);
    let of_pair = |bytes: &[u8]| {
        let files: Value = serde_json::from_slice(bytes).unwrap();
        let file = |name: &str| Source::pasted(files[name].as_str().unwrap());
        let (vectors, names) = (file("vectors.tsv"), file("metadata.tsv"));
        let reading = projector::read(&vectors, &names, &Answers::none())?;
        input::view(&reading, &Answers::none())
    };
    let of_matrices = |case: &Case| !case.kind.starts_with(OF_PROBLEMS);
    for case in cases().into_iter().filter(of_matrices) {
        let output = run_bytes(&["--parse", "-"], &case.bytes);
        let is_pair = case.kind == "projector_pair";
        let view = match if is_pair { of_pair(&case.bytes) } else { read(&case.bytes) } {
            Err(fault) => {
                assert_refused(&output, &format!("trace: -: {fault}"));
                n_refused += 1;
                continue;
            }
            Ok(view) => view,
        };
        n_read += 1;
        let found = printed(&output);
        let table = &view.table;
        assert_eq!((&found["rows"], &found["cols"]), (&json!(table.rows), &json!(table.cols)));
        let rows = found["values"].as_array().unwrap().iter();
        let values: Vec<f64> = rows.flat_map(|row| row.as_array().unwrap()).map(number).collect();
        assert_eq!(values.len(), table.values.len(), "{}", case.id);
        let mut pairs = values.iter().zip(&table.values);
        assert!(pairs.all(|(a, b)| distance(*a, *b) == 0.0), "{}: {values:?}", case.id);
        assert_eq!(found["labels"], json!(table.labels), "{}", case.id);
        assert_eq!(
            found.get("col_labels"),
            table.col_labels.as_ref().map(|labels| json!(labels)).as_ref()
        );
        let count = |key: &str| found[key].as_array().unwrap().len();
        let n_asked = view.guesses.iter().filter(|guess| guess.is_doubtful).count();
        assert_eq!((count("ask"), count("warn")), (n_asked, view.notes.len()), "{}", case.id);
        assert_eq!(count("understood"), 1 + view.guesses.len() - n_asked, "{}", case.id);
    }
    assert!(n_read > 100 && n_refused > 30, "{n_read} read, {n_refused} refused");
}

#[test]
fn a_second_file_names_the_rows() {
    let folder = env::temp_dir().join(format!("attnscope-{}", std::process::id()));
    fs::create_dir_all(&folder).unwrap();
    let files = ["vectors.tsv", "metadata.tsv"].map(|name| folder.join(name));
    for (file, text) in files.iter().zip(["0.5\t-1\n2\t3\n", "the\ncat\n"]) {
        fs::write(file, text).unwrap();
    }
    let [vectors, names] = files.each_ref().map(|file| file.to_string_lossy());
    let found = printed(&run(&["--parse", &vectors, &names], ""));
    assert_eq!(found["values"], json!([[0.5, -1.0], [2.0, 3.0]]));
    assert_eq!(found["labels"], json!(["the", "cat"]));
    let found = printed(&run(&[&vectors, &names], ""));
    assert_eq!(found["inputs"]["tokens"], json!(["the", "cat"]));
    fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn help_is_no_error() {
    let output = run(&["--help"], "");
    assert!(output.status.success());
    assert!(String::from_utf8(output.stdout).unwrap().starts_with("usage: trace"));
}

/// A reader that stops reading early is not an error either.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_no_panic() {
    let file = fixtures::folder().join("extremes-long-row.json");
    let mut child = Command::new(program())
        .arg(file)
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert!(output.status.success(), "{:?}", output.status);
}

#[track_caller]
fn check_refused(args: &[&str], input: &str, expected: &str) {
    assert_refused(&run(args, input), expected);
}

#[track_caller]
fn assert_refused(output: &Output, expected: &str) {
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(2), "{error}");
    assert!(error.contains(expected), "expected {expected:?} in {error:?}");
    assert!(output.stdout.is_empty(), "nothing is printed beside an error");
}

#[track_caller]
fn printed(output: &Output) -> Value {
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{error}");
    serde_json::from_slice(&output.stdout).unwrap()
}

fn run(args: &[&str], input: &str) -> Output {
    run_bytes(args, input.as_bytes())
}

fn run_bytes(args: &[&str], input: &[u8]) -> Output {
    let mut command = Command::new(program());
    command.args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let input = input.to_vec();
    // Beside reading, so that neither side waits for the other; a program that does not read
    // its input closes the pipe.
    let writer = std::thread::spawn(move || drop(stdin.write_all(&input)));
    let output = child.wait_with_output().unwrap();
    writer.join().unwrap();
    output
}

/// The example, built for the profile and into the folder of this test.
fn program() -> &'static Path {
    static PROGRAM: OnceLock<PathBuf> = OnceLock::new();
    PROGRAM.get_or_init(|| {
        let this = env::current_exe().unwrap();
        let profile = this.parent().and_then(Path::parent).expect("…/PROFILE/deps/this");
        let mut build = Command::new(env!("CARGO"));
        build.args(["build", "--quiet", "--offline", "--example", "trace"]);
        build.arg("--target-dir").arg(profile.parent().expect("the target folder"));
        if profile.ends_with("release") {
            build.arg("--release");
        }
        let status = build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap();
        assert!(status.success(), "the example does not build");
        let program = profile.join("examples/trace").with_extension(env::consts::EXE_EXTENSION);
        assert!(fs::metadata(&program).is_ok(), "no {}", program.display());
        program
    })
}
