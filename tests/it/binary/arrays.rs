//! Arrays as `tools/array_fixtures.py` saved them with `NumPy` and safetensors, and its numbers.

use std::{fs, path::Path};

use attnscope::input::{Answers, Array, Dtype, Form, Meaning, Source, Topic, Values, read, view};
use serde_json::Value;

use crate::cases::{base64, number};

/// A file, and what is in it.
pub struct Saved {
    pub title: String,
    pub form: Form,
    pub file: Vec<u8>,
    arrays: Vec<Value>,
}

pub fn saved() -> Vec<Saved> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/arrays.jsonl");
    let line = |line: &str| {
        let json: Value = serde_json::from_str(line).unwrap();
        let text = |key: &str| json[key].as_str().unwrap();
        let form = match text("form") {
            "npy" => Form::NPY,
            "npz" => Form::NPZ,
            _ => Form::SAFETENSORS,
        };
        let (title, file) = (text("title").to_owned(), base64(text("file")));
        Saved { title, form, file, arrays: json["arrays"].as_array().unwrap().clone() }
    };
    fs::read_to_string(path).unwrap().lines().map(line).collect()
}

fn texts(value: &Value) -> Option<Vec<String>> {
    serde_json::from_value(value.clone()).unwrap()
}

#[track_caller]
fn check(title: &str, found: &Array, expected: &Value) {
    assert_eq!(found.name.as_deref(), expected["name"].as_str(), "{title}");
    assert_eq!(serde_json::to_value(&found.shape).unwrap(), expected["shape"], "{title}");
    assert_eq!(found.row_labels, texts(&expected["rows"]), "{title}");
    assert_eq!(found.col_labels, texts(&expected["columns"]), "{title}");
    let values = expected["values"].as_array().unwrap();
    let numbers = match &found.values {
        Values::Texts(found) => {
            return assert_eq!(Some(found), texts(&expected["values"]).as_ref());
        }
        Values::Booleans(found) => found.iter().map(|one| f64::from(u8::from(*one))).collect(),
        Values::Numbers(found) => found.clone(),
        Values::Unread(_) => panic!("{title}: not read"),
    };
    let bits = |number: f64| if number.is_nan() { f64::NAN } else { number }.to_bits();
    let found: Vec<u64> = numbers.into_iter().map(bits).collect();
    let expected: Vec<u64> = values.iter().map(|value| bits(number(value))).collect();
    assert_eq!(found, expected, "{title}");
}

#[test]
fn every_array_is_read_bit_for_bit() {
    let files = saved();
    assert_eq!(files.len(), 59);
    for saved in files {
        let source = Source::new("", &saved.file);
        let reading = read(&source, &Answers::none()).unwrap_or_else(|e| panic!("{e}"));
        assert_eq!(reading.form, saved.form, "{}", saved.title);
        assert_eq!(reading.arrays.len(), saved.arrays.len(), "{}", saved.title);
        for (found, expected) in reading.arrays.iter().zip(&saved.arrays) {
            check(&saved.title, found, expected);
        }
    }
}

#[test]
fn booleans_are_kept_as_such() {
    let files = saved();
    for title in ["bool", "fortran bool", "BOOL"] {
        let saved = files.iter().find(|saved| saved.title == title).unwrap();
        let reading = read(&Source::new("", &saved.file), &Answers::none()).unwrap();
        assert!(matches!(reading.arrays[0].values, Values::Booleans(_)), "{title}");
    }
}

/// An array of bytes whose type was lost, as bfloat16 is saved.
fn lost(size: usize, data: &[u8]) -> Vec<u8> {
    let count = data.len() / size;
    let header =
        format!("{{'descr': '|V{size}', 'fortran_order': False, 'shape': (1, {count}), }}\n");
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

#[test]
fn bytes_without_a_type_are_what_the_user_says() {
    #[track_caller]
    fn check(size: usize, data: &[u8], option: usize, dtype: Dtype, expected: &[f64]) {
        let file = lost(size, data);
        let answers = Answers::none().with(Topic::Dtype, option);
        let reading = read(&Source::new("a.npy", &file), &answers).unwrap();
        assert_eq!(view(&reading, &answers).unwrap().table.values, expected);
        let guess = &reading.guesses[0];
        assert_eq!(guess.meaning(), Some(&Meaning::BytesAs { descr: format!("V{size}"), dtype }));
        assert!(!guess.is_doubtful);
        let unanswered = read(&Source::new("", &file), &Answers::none()).unwrap();
        assert!(unanswered.guesses[0].is_doubtful && unanswered.guesses[0].chosen == 0);
    }
    check(2, &[0xcd, 0x3d, 0, 0x40], 0, Dtype::Bf16, &[0.100_097_656_25, 2.0]);
    check(2, &[0xcd, 0x3d, 0, 0x40], 1, Dtype::F16, &[1.450_195_312_5, 2.0]);
    check(1, &[0xc2, 0x4a], 0, Dtype::F8E4m3, &[-2.5, 5.0]);
    check(1, &[0xc1, 0x3c], 1, Dtype::F8E5m2, &[-2.5, 1.0]);
}

#[test]
fn word2vec_binary_is_read_with_and_without_line_breaks() {
    let file = |rest: &[u8]| [b"2 2\n", rest].concat();
    let numbers = |pair: [f32; 2]| pair.map(f32::to_le_bytes).concat();
    let (one, two) = (numbers([0.5, -1.0]), numbers([2.0, 3.0]));
    let gensim = file(&[b"the ".as_slice(), &one, "새 ".as_bytes(), &two].concat());
    let google = file(&[b"the ".as_slice(), &one, "\n새 ".as_bytes(), &two, b"\n"].concat());
    for bytes in [&gensim, &google] {
        let reading = read(&Source::new("", bytes), &Answers::none()).unwrap();
        assert_eq!(reading.form, Form::WORD2VEC_BINARY);
        let table = view(&reading, &Answers::none()).unwrap().table;
        assert_eq!(table.values, [0.5, -1.0, 2.0, 3.0]);
        assert_eq!(table.labels.unwrap(), ["the", "새"]);
    }
    for length in 5..gensim.len() {
        // Some beginnings are text: they are for the text's reader to refuse.
        let Err(fault) = read(&Source::new("", &gensim[..length]), &Answers::none()) else {
            panic!("cut at {length}");
        };
        if std::str::from_utf8(&gensim[..length]).is_err() {
            let message = fault.to_string();
            assert!(message.contains("promises 2 vectors, the file ends in vector"), "{message}");
        }
    }
}
