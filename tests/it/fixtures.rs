//! Reading `tests/fixtures` and comparing arrays of numbers.

use std::{
    fs,
    path::{Path, PathBuf},
};

use attnscope::{
    document::Document,
    math::{Cell, Heads, Matrix, MatrixName, Trace, attend},
};
use ndarray::{Array, ArrayD, ArrayViewD, Axis, Dimension};
use serde_json::Value;

/// Stages and libraries agree to this, relative above 1 and absolute below.
pub const TOLERANCE: f64 = 1e-9;

pub fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures")
}

/// The names of all fixtures, sorted.
pub fn names() -> Vec<String> {
    let files = fs::read_dir(folder()).expect("the fixtures are beside the tests");
    let paths = files.map(|file| file.expect("a readable entry").path());
    let json = paths.filter(|path| path.extension().is_some_and(|extension| extension == "json"));
    let mut names =
        json.map(|path| path.file_stem().unwrap().to_string_lossy().into()).collect::<Vec<_>>();
    names.sort();
    assert_eq!(names.len(), 39, "{names:?}");
    names
}

pub fn text(name: &str) -> String {
    fs::read_to_string(folder().join(name).with_extension("json")).expect(name)
}

pub fn json(name: &str) -> Value {
    serde_json::from_str(&text(name)).expect(name)
}

/// Nested lists as an array; `null` is −∞.
#[track_caller]
pub fn array(lists: &Value) -> ArrayD<f64> {
    match lists {
        Value::Array(rows) => {
            let rows = rows.iter().map(array).collect::<Vec<_>>();
            let views = rows.iter().map(|row| row.view()).collect::<Vec<_>>();
            ndarray::stack(Axis(0), &views).expect("rows of one shape")
        }
        Value::Number(number) => ndarray::arr0(number.as_f64().unwrap()).into_dyn(),
        Value::Null => ndarray::arr0(f64::NEG_INFINITY).into_dyn(),
        Value::String(word) => ndarray::arr0(word.parse().unwrap()).into_dyn(),
        other => panic!("not a number: {other}"),
    }
}

#[track_caller]
pub fn matrix(lists: &Value) -> Matrix {
    array(lists).into_dimensionality().expect("a matrix")
}

#[track_caller]
pub fn heads(lists: &Value) -> Heads {
    array(lists).into_dimensionality().expect("a matrix for each head")
}

/// An array with its last two axes swapped.
pub fn transposed(mut array: ArrayD<f64>) -> ArrayD<f64> {
    let depth = array.ndim();
    if depth >= 2 {
        array.swap_axes(depth - 2, depth - 1);
    }
    array
}

/// How far apart two numbers are, relative above 1; 0 for equal infinities and two NaN.
pub fn distance(a: f64, b: f64) -> f64 {
    if a.to_bits() == b.to_bits() || a.is_nan() && b.is_nan() {
        return 0.0;
    }
    let distance = (a - b).abs() / a.abs().max(1.0);
    if distance.is_finite() { distance } else { f64::INFINITY }
}

/// Compares every cell and names the worst.
#[track_caller]
pub fn assert_close<D: Dimension, E: Dimension>(
    label: &str,
    expected: &Array<f64, D>,
    found: &Array<f64, E>,
    tolerance: f64,
) {
    let (expected, found): (ArrayViewD<_>, ArrayViewD<_>) =
        (expected.view().into_dyn(), found.view().into_dyn());
    assert_eq!(expected.shape(), found.shape(), "{label}: dimensions");
    let cells = expected.indexed_iter().map(|(at, &a)| (at.clone(), a, found[at]));
    let worst = cells.max_by(|x, y| distance(x.1, x.2).total_cmp(&distance(y.1, y.2)));
    let Some((at, a, b)) = worst else { return };
    let distance = distance(a, b);
    assert!(
        distance <= tolerance,
        "{label}{:?}: expected {a}, found {b}, {distance:e} apart",
        at.slice()
    );
}

/// The traces of the fixtures that have few enough links from cell to cell to walk them all.
pub fn traces_up_to(most: usize) -> impl Iterator<Item = (String, Trace)> {
    names().into_iter().filter_map(move |name| {
        let document = Document::from_json(&text(&name)).unwrap();
        let trace = attend(&document.problem().unwrap());
        let p = &trace.projected;
        let n_links = p.n_queries() * (p.d_model().unwrap_or(8).pow(2) + p.n_keys().pow(2));
        (n_links < most).then_some((name, trace))
    })
}

/// Calls with every cell of every matrix of every head.
pub fn each_cell(trace: &Trace, mut act: impl FnMut(Cell)) {
    for matrix in MatrixName::ALL {
        for head in 0..trace.projected.n_heads() {
            let Some(cells) = trace.matrix(matrix, head) else { continue };
            for ((row, column), _) in cells.indexed_iter() {
                act(Cell { matrix, head, row, column });
            }
        }
    }
}
