//! The exported programs, run: their numbers are those of the trace and of the fixtures.
//!
//! They need a Python with `NumPy`: the one that `ATTNSCOPE_PYTHON` names, as `cargo xtask test` sets
//! it, else `python3` where it has `NumPy`. Programs for `PyTorch` and Keras run where it has those.

use std::{
    collections::BTreeMap,
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
    sync::atomic::{AtomicUsize, Ordering::Relaxed},
};

use attnscope::{
    document::{Convention, Document},
    export::{self, File, Whole},
    math::{MatrixName as M, Trace, attend},
    samples::{self, Loaded},
};
use ndarray::{ArrayD, Axis};
use serde_json::Value;

use super::{matrices::hard, wholes::loaded};
use crate::{
    fixtures::{self, TOLERANCE, array, assert_close},
    golden::{expected_stages, in_convention},
};

/// Runs programs one after the other and prints the arrays that each leaves, or how it failed.
const RUNNER: &str = r#"
import contextlib, io, json, math, os, runpy, sys, traceback

def plain(value):
    if isinstance(value, list):
        return [plain(one) for one in value]
    return value if math.isfinite(value) else str(value)

for folder in sys.argv[2:]:
    try:
        with contextlib.redirect_stdout(io.StringIO()) as printed:
            names = runpy.run_path(os.path.join(folder, sys.argv[1]))
        arrays = {
            name: plain(array.tolist())
            for name, array in names.items()
            if hasattr(array, "tolist") and not name.startswith("expected_")
            and "U" not in str(getattr(array, "dtype", "U"))
        }
        print(json.dumps({"printed": printed.getvalue(), "arrays": arrays}))
    except Exception:
        print(json.dumps({"failed": traceback.format_exc()[-3000:]}))
"#;

/// A problem to run programs for.
struct Case {
    name: String,
    loaded: Loaded,
    trace: Trace,
}

impl Case {
    fn of(name: &str, document: &Document) -> Self {
        let loaded = loaded(document);
        Self { name: name.to_owned(), trace: attend(&loaded.problem), loaded }
    }

    fn export(&self, id: &str) -> Vec<File> {
        let whole = Whole {
            name: Some(&self.name),
            loaded: &self.loaded,
            trace: &self.trace,
            convention: Convention::Row,
        };
        export::whole(id, &whole).unwrap()
    }
}

/// Every fixture, and what they do not have.
fn cases() -> Vec<Case> {
    let text = |(name, text): (&str, &str)| Case::of(name, &Document::from_json(text).unwrap());
    let fixtures = fixtures::names().into_iter().map(|name| text((&name, &fixtures::text(&name))));
    let six = samples::six_tokens();
    let six = Case { name: "six tokens".into(), trace: attend(&six.problem), loaded: six };
    let hard = Case::of("\"\"\"\\ hard\nname", &hard());
    fixtures.chain(OTHERS.into_iter().map(text)).chain([six, hard]).collect()
}

/// Problems that no fixture has.
const OTHERS: [(&str, &str); 8] = [
    (
        "numbers set by hand, without projections",
        r#"{ "inputs": { "x_q": [[1, 0.5], [0.25, 1]],
            "overrides": { "q": [[1, 0, 0, 7.5]], "k": [[0, 1, 0, -2]], "v": [[1, 1, 0, 4]] } },
          "dims": { "heads": 2 },
          "options": { "mask": { "kind": "causal" } } }"#,
    ),
    (
        "scores set by hand, shared keys",
        r#"{ "inputs": { "x_q": [[1, 0.5], [0.25, 1]], "w_k": [[1], [2]], "w_v": [[0.5], [3]],
            "overrides": { "scores": [[0, 1, 0, 2.5], [1, 0, 1, -1]] } },
          "dims": { "heads": 2, "kv_heads": 1 },
          "options": { "divide_by": 0.5, "mask": { "add": [[0, -1], [null, 0]] } } }"#,
    ),
    (
        "ready weights",
        r#"{ "inputs": { "weights": [[0.25, 0.75], [1, 0]], "v": [[1, 0, 2], [0, 1, 5]] } }"#,
    ),
    (
        "ready projections, turned, of other widths",
        r#"{ "inputs": {
            "q": [[[1, 2, 0.5, -1], [0, 1, 1, 2], [1, 1, 0, 3]],
                  [[2, 1, -0.5, 1], [1, 0, 0, 1], [0.5, 2, 2, -1]]],
            "k": [[[1, 1, 2, 0], [0.5, 2, 1, 1], [1, 0, 1, -1]]],
            "v": [[[1, 2, 3], [4, 5, 6], [7, 8, 9]]],
            "positions": [3, 1, 4] },
          "dims": { "heads": 2, "kv_heads": 1 },
          "options": { "rope": { "theta": 100 }, "scale": 0.7,
            "mask": { "allow": [
                [[true, false, true], [true, true, true], [false, true, true]],
                [[true, true, true], [false, false, true], [true, true, true]]] } } }"#,
    ),
    (
        "ready scores with values, a row without a key",
        r#"{ "inputs": { "scores": [[1, 2], [3, 4]], "v": [[1, 0, 2], [0, 1, 5]] },
          "options": { "divide_by": 3, "mask": { "allow": [[true, false], [false, false]] } } }"#,
    ),
    (
        "numbers added to each head",
        r#"{ "inputs": { "x_q": [[1, 0.5, 2, 1], [0.25, 1, 0, 3]],
            "w_o": [[1, 0, 0, 2], [0, 1, 1, 0], [2, 0, 1, 0], [0, 3, 0, 1]], "b_o": [1, 2, 3, 4] },
          "dims": { "heads": 2 },
          "options": { "mask": { "add": [[[0, -1.5], [0, 0]], [[0.25, null], [0, -2]]] } } }"#,
    ),
    (
        "other widths of keys and of values",
        r#"{ "inputs": { "x_q": [[1, 0.5], [0.25, 1], [1, 1]], "x_k": [[1, 2, 3], [0, 1, 0]],
            "x_v": [[1, 2, 3, 4], [4, 3, 2, 1]], "b_q": [0.5, 0.25],
            "w_k": [[1, 0], [0, 1], [0.5, 0.5]], "w_v": [[1, 0], [0, 1], [1, 1], [2, 0]] },
          "dims": { "heads": 2 }, "options": { "scale": 2.5 } }"#,
    ),
    (
        "a residual connection alone, the output not narrowed",
        r#"{ "inputs": { "x_q": [[1, 0.5], [0.25, 1]], "w_q": [[1, 2], [3, 4]] },
          "options": { "residual": true, "mask": { "kind": "causal" } } }"#,
    ),
];

/// A Python that has these packages; says so where there is none.
fn python(packages: &[&str]) -> Option<PathBuf> {
    const LOOKS: &str = "import importlib.util as u, sys; \
                         sys.exit(any(u.find_spec(name) is None for name in sys.argv[1:]))";
    let named = env::var_os("ATTNSCOPE_PYTHON").filter(|value| !value.is_empty());
    let python = named.clone().map_or_else(|| PathBuf::from("python3"), PathBuf::from);
    let looks = Command::new(&python).args(["-c", LOOKS]).args(packages).output();
    if looks.is_ok_and(|output| output.status.success()) {
        return Some(python);
    }
    assert!(named.is_none() || packages != ["numpy"], "ATTNSCOPE_PYTHON has no NumPy");
    // Where CI shows what is captured of a test that passes, too.
    let mut out = std::io::stdout();
    writeln!(out, "SKIPPED: no Python with {packages:?}; exported programs were not run").unwrap();
    None
}

/// Runs one program of each case; what each leaves, in order.
fn run(python: &Path, id: &str, cases: &[Case], settings: &[(&str, &str)]) -> Vec<Value> {
    // Tests run at the same time.
    static RUNS: AtomicUsize = AtomicUsize::new(0);
    let name = format!("attnscope-{}-{}", std::process::id(), RUNS.fetch_add(1, Relaxed));
    let folder = env::temp_dir().join(name);
    let mut program = String::new();
    let folders = cases.iter().enumerate().map(|(index, case)| {
        let folder = folder.join(index.to_string());
        fs::create_dir_all(&folder).unwrap();
        let files = case.export(id);
        program.clone_from(&files[0].name);
        for file in files {
            fs::write(folder.join(file.name), file.bytes).unwrap();
        }
        folder
    });
    let folders: Vec<PathBuf> = folders.collect();
    let mut command = Command::new(python);
    command.args(["-c", RUNNER, &program]).args(&folders).envs(settings.iter().copied());
    let output = command.output().unwrap();
    fs::remove_dir_all(&folder).unwrap();
    let printed = String::from_utf8(output.stdout).unwrap();
    let lines: Vec<Value> =
        printed.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines.len(), cases.len(), "{}", String::from_utf8_lossy(&output.stderr));
    let failed = cases
        .iter()
        .zip(&lines)
        .filter_map(|(case, line)| Some(format!("{}: {}", case.name, line["failed"].as_str()?)));
    let failed: Vec<String> = failed.collect();
    assert!(failed.is_empty(), "{} of {} failed\n{}", failed.len(), cases.len(), failed.join("\n"));
    for line in &lines {
        assert!(line["printed"].as_str().unwrap().ends_with("agrees with Attnscope\n"));
    }
    lines
}

/// A stage of the trace: a stack over heads, or a matrix.
fn stage(trace: &Trace, name: M) -> Option<ArrayD<f64>> {
    if matches!(name, M::Concat | M::Output | M::Residual | M::AddNorm) {
        return trace.view(name, 0).map(|matrix| matrix.to_owned().into_dyn());
    }
    let is_shared = matches!(name, M::Keys | M::Values);
    let heads = trace.projected.inputs.heads;
    let group = if is_shared { heads.queries / heads.keys_values } else { 1 };
    let views: Option<Vec<_>> =
        (0..heads.queries).step_by(group).map(|head| trace.view(name, head)).collect();
    Some(ndarray::stack(Axis(0), &views?).unwrap().into_dyn())
}

#[test]
fn the_program_in_numpy_computes_every_stage() {
    let Some(python) = python(&["numpy"]) else { return };
    let cases = cases();
    let left = run(&python, "numpy-script", &cases, &[]);
    let mut compared = 0;
    for (case, left) in cases.iter().zip(left) {
        let arrays: BTreeMap<String, Value> =
            serde_json::from_value(left["arrays"].clone()).unwrap();
        let stages = [
            ("queries", M::Queries),
            ("keys", M::Keys),
            ("values", M::Values),
            ("scores", M::Scores),
            ("scaled", M::Scaled),
            ("masked", M::Masked),
            ("weights", M::Weights),
            ("context", M::Context),
            ("concat", M::Concat),
            ("output", M::Output),
            ("residual", M::Residual),
            ("add_norm", M::AddNorm),
        ];
        for (name, of) in stages {
            let Some(expected) = stage(&case.trace, of) else { continue };
            let label = format!("{}: {name}", case.name);
            assert_close(&label, &expected, &array(&arrays[name]), TOLERANCE);
            compared += 1;
        }
    }
    assert!(compared > 400, "{compared}");
}

#[test]
fn the_program_in_numpy_agrees_with_the_fixtures() {
    let Some(python) = python(&["numpy"]) else { return };
    let names = fixtures::names();
    let document = |name: &String| Document::from_json(&fixtures::text(name)).unwrap();
    let cases: Vec<Case> = names.iter().map(|name| Case::of(name, &document(name))).collect();
    let left = run(&python, "numpy-script", &cases, &[]);
    for (name, left) in names.iter().zip(left) {
        let has_bare_residual =
            left["arrays"]["residual"].is_array() && !left["arrays"]["add_norm"].is_array();
        let document = document(name);
        for (stage, expected) in expected_stages(name, &fixtures::json(name)) {
            let variable = match stage.as_str() {
                // The program turns queries and keys under one name.
                "q_pre_rope" | "k_pre_rope" => continue,
                "q" => "queries",
                "k" => "keys",
                "v" => "values",
                "head_sum" => "output",
                "output" if has_bare_residual => "residual",
                same => same,
            };
            let found = array(&left["arrays"][variable]);
            let found = in_convention(&document, found);
            assert_close(&format!("{name}: {stage}"), &expected, &found, TOLERANCE);
        }
    }
}

#[test]
fn the_program_in_pytorch_agrees_by_function_and_by_layer() {
    let Some(python) = python(&["numpy", "torch"]) else { return };
    run(&python, "pytorch-script", &cases(), &[]);
}

#[test]
fn the_program_in_keras_agrees_on_every_backend_there_is() {
    // Keras hides a masked NaN that everywhere else is one.
    let mut cases = cases();
    cases.retain(|case| !case.trace.weights.iter().any(|weight| weight.is_nan()));
    for backend in ["torch", "jax", "tensorflow"] {
        let Some(python) = python(&["numpy", "keras", backend]) else { continue };
        run(&python, "keras-script", &cases, &[("KERAS_BACKEND", backend)]);
    }
}
