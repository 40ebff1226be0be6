//! Bracketed text: prints of `NumPy` itself, round trips, forms of every kind, and what must never
//! be read as something else.

mod broken;
mod forms;
mod mutants;
mod named;
mod round_trip;

use std::{fs, path::Path};

use attnscope::input::{Answers, Array, ReadFault, Reading, Source, Values, View, read, view};
use serde_json::Value;

use crate::cases::number;

/// A text, read.
pub fn reading(text: &str) -> Result<Reading, ReadFault> {
    read(&Source::pasted(text), &Answers::none())
}

/// A text as the matrix that it amounts to.
pub fn matrix(text: &str) -> Result<View, ReadFault> {
    view(&reading(text)?, &Answers::none())
}

/// The one array of a text.
#[track_caller]
pub fn array(text: &str) -> Array {
    let reading = reading(text).unwrap_or_else(|fault| panic!("{text}\n{fault}"));
    let [array] = reading.arrays.as_slice() else { panic!("{text}\n{:?}", reading.arrays) };
    array.clone()
}

/// The numbers of an array; yes and no as 1 and 0.
pub fn numbers(array: &Array) -> Vec<f64> {
    match &array.values {
        Values::Numbers(numbers) => numbers.clone(),
        Values::Booleans(flags) => flags.iter().map(|flag| f64::from(u8::from(*flag))).collect(),
        other => panic!("no numbers: {other:?}"),
    }
}

/// Whether two lists are the same bit for bit, NaN being NaN.
pub fn same(a: &[f64], b: &[f64]) -> bool {
    let is_same = |(a, b): (&f64, &f64)| a.to_bits() == b.to_bits() || (a.is_nan() && b.is_nan());
    a.len() == b.len() && a.iter().zip(b).all(is_same)
}

/// `tests/fixtures/numpy_prints.jsonl`, made by `tools/numpy_prints.py`: 189 prints of `NumPy`.
#[test]
fn every_print_of_numpy_is_read_bit_for_bit() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/numpy_prints.jsonl");
    let mut n_prints = 0;
    for line in fs::read_to_string(path).unwrap().lines() {
        let print: Value = serde_json::from_str(line).unwrap();
        let text = print["print"].as_str().unwrap();
        let values: Vec<f64> = print["values"].as_array().unwrap().iter().map(value).collect();
        let shape: Vec<usize> = print["shape"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_u64().unwrap() as usize)
            .collect();
        let array = array(text);
        assert_eq!(array.shape, shape, "{text}");
        assert!(same(&numbers(&array), &values), "{text}\n{:?}", array.values);
        n_prints += 1;
    }
    assert_eq!(n_prints, 189);
}

fn value(value: &Value) -> f64 {
    value.as_bool().map_or_else(|| number(value), |flag| f64::from(u8::from(flag)))
}
