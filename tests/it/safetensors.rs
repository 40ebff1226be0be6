//! The safetensors reader: what it reads, and the lies it does not believe.

use attnscope::input::{Dtype, Header, SafeTensors, SafetensorsError as E};
use ndarray::array;

use crate::korean;

/// A file of this header and data, its length told truly.
fn file(header: &str, data: &[u8]) -> Vec<u8> {
    let length = (header.len() as u64).to_le_bytes();
    [&length, header.as_bytes(), data].concat()
}

fn floats(numbers: &[f32]) -> Vec<u8> {
    numbers.iter().flat_map(|number| number.to_le_bytes()).collect()
}

/// A tensor's entry in a header.
fn entry(name: &str, dtype: &str, shape: &str, offsets: [u64; 2]) -> String {
    format!(r#""{name}":{{"dtype":"{dtype}","shape":{shape},"data_offsets":{offsets:?}}}"#)
}

#[track_caller]
fn check_lie(header: &str, data_length: usize, expected: &E) {
    let bytes = file(header, &vec![0; data_length]);
    assert_eq!(SafeTensors::parse(&bytes).err().as_ref(), Some(expected), "{header}");
    korean::check(expected);
}

#[track_caller]
fn check_message(error: &E, parts: &[&str]) {
    korean::check(error);
    let message = error.to_string();
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

#[test]
fn arrays_of_every_real_type_and_rank_are_read() {
    let entries = [
        entry("single", "F32", "[2,2]", [0, 16]),
        entry("double", "F64", "[1,1,2]", [16, 32]),
        entry("half", "F16", "[2]", [32, 36]),
        entry("brain", "BF16", "[2]", [36, 40]),
        entry("empty", "F32", "[0,3]", [40, 40]),
        entry("ids", "I64", "[1]", [40, 48]),
    ];
    let header = format!(r#"{{"__metadata__":{{"by":"us"}},{}}}   "#, entries.join(","));
    let mut data = floats(&[1.5, -2.0, 0.1, f32::NEG_INFINITY]);
    data.extend([0.1_f64, -7.0].iter().flat_map(|number| number.to_le_bytes()));
    data.extend([0x3c00_u16, 0x8001, 0x3f80, 0xc040].iter().flat_map(|bits| bits.to_le_bytes()));
    data.extend([0; 8]);
    let bytes = file(&header, &data);
    let read = SafeTensors::parse(&bytes).unwrap();

    let single = read.matrix("single").unwrap();
    assert_eq!(single, array![[1.5, -2.0], [f64::from(0.1_f32), f64::NEG_INFINITY]]);
    assert_eq!(read.heads("double").unwrap(), array![[[0.1, -7.0]]]);
    assert_eq!(read.vector("half").unwrap(), array![1.0, -1.0 / 16_777_216.0]);
    assert_eq!(read.vector("brain").unwrap(), array![1.0, -3.0]);
    assert_eq!(read.matrix("empty").unwrap().dim(), (0, 3));
    assert_eq!(read.header().metadata("by"), Some("us"));
    assert_eq!(read.header().metadata("when"), None);
    let names: Vec<_> = read.header().names().collect();
    assert_eq!(names, ["brain", "double", "empty", "half", "ids", "single"]);
}

#[test]
fn a_reader_is_told_what_it_asked_for_wrongly() {
    let entries = [entry("x", "F32", "[2]", [0, 8]), entry("ids", "I64", "[1]", [8, 16])];
    let bytes = file(&format!("{{{}}}", entries.join(",")), &[0; 16]);
    let read = SafeTensors::parse(&bytes).unwrap();
    let rank = read.matrix("x").unwrap_err();
    assert_eq!(rank, E::WrongRank { tensor: "x".into(), expected: 2, found: vec![2] });
    assert_eq!(read.vector("ids").unwrap(), array![0.0]);
    let missing = read.vector("y").unwrap_err();
    check_message(&missing, &["\"y\"", "ids, x"]);
    let info = read.header().tensor("x").unwrap();
    assert!(matches!(info.numbers("x", &[0; 7]), Err(E::WrongSize { found: 7, .. })));
}

#[test]
fn a_file_that_is_cut_off_is_refused_wherever_it_is_cut() {
    let whole = file(&format!("{{{}}}", entry("x", "F32", "[2]", [0, 8])), &[0; 8]);
    assert!(SafeTensors::parse(&whole).is_ok());
    for length in 0..whole.len() {
        let error = SafeTensors::parse(&whole[..length]).unwrap_err();
        let expected = match length {
            0..8 => matches!(error, E::TooShort { found } if found == length as u64),
            _ if length < whole.len() - 8 => matches!(error, E::HeaderCutOff { .. }),
            _ => matches!(error, E::OutOfBounds { end: 8, .. }),
        };
        assert!(expected, "cut at {length}: {error}");
    }
}

#[test]
fn a_huge_header_length_is_not_believed() {
    for length in [Header::LIMIT + 1, u64::from(u32::MAX), u64::MAX - 7, u64::MAX] {
        let bytes = [&length.to_le_bytes(), &b"{}"[..]].concat();
        let expected = E::HeaderTooLong { length, limit: 16 << 20 };
        assert_eq!(SafeTensors::parse(&bytes).unwrap_err(), expected);
    }
    let bytes = [&Header::LIMIT.to_le_bytes(), &b"{}"[..]].concat();
    let expected = E::HeaderCutOff { length: Header::LIMIT, found: 2 };
    assert_eq!(SafeTensors::parse(&bytes).unwrap_err(), expected);
}

#[test]
fn a_header_that_is_no_object_of_entries_is_located() {
    let table = [
        ("", "line 1, column 0"),
        ("{", "line 1, column 1"),
        ("{\n \"x\": }", "line 2, column 7"),
        ("\u{feff}{}", "line 1, column 1"),
        ("[1]", "top: expected an object, found [1]"),
        (r#"{"x":3}"#, "tensor \"x\": expected an object, found 3"),
        (r#"{"x":{}}"#, "tensor \"x\", dtype: expected a text, found nothing"),
        (r#"{"x":{"dtype":1}}"#, "dtype: expected a text, found 1"),
        (r#"{"x":{"dtype":"F32","shape":[-1]}}"#, "shape: expected a list of whole numbers"),
        (r#"{"x":{"dtype":"F32","shape":[1.5]}}"#, "shape: expected a list of whole numbers"),
        (r#"{"x":{"dtype":"F32","shape":[1e3]}}"#, "found [1000.0]"),
        (r#"{"x":{"dtype":"F32","shape":[36893488147419103232]}}"#, "a list of whole numbers"),
        (r#"{"x":{"dtype":"F32","shape":[1]}}"#, "data_offsets: expected two whole numbers"),
        (r#"{"x":{"dtype":"F32","shape":[1],"data_offsets":[0]}}"#, "found [0]"),
        (r#"{"x":{"dtype":"F32","shape":[1],"data_offsets":[0,4,8]}}"#, "found [0,4,8]"),
        (r#"{"__metadata__":{"a":1}}"#, "__metadata__: expected an object of texts"),
        (r#"{"__metadata__":[]}"#, "__metadata__: expected an object of texts, found []"),
    ];
    for (header, expected) in table {
        let error = SafeTensors::parse(&file(header, &[])).unwrap_err();
        check_message(&error, &["header, ", expected]);
    }
    let deep = "[".repeat(100_000);
    assert!(matches!(SafeTensors::parse(&file(&deep, &[])), Err(E::NotJson { .. })));
    assert!(matches!(Header::parse(&[b'{', 0xff], 0), Err(E::NotJson { .. })));
}

#[test]
fn an_unknown_type_is_named() {
    let header = format!("{{{}}}", entry("x", "F3", "[1]", [0, 4]));
    check_lie(&header, 4, &E::UnknownDtype { tensor: "x".into(), found: "F3".into() });
}

#[test]
fn bytes_outside_the_file_are_refused() {
    for [start, end] in [[0, 12], [8, 4], [u64::MAX, 0], [0, u64::MAX], [u64::MAX, u64::MAX]] {
        let header = format!("{{{}}}", entry("x", "F32", "[1]", [start, end]));
        check_lie(&header, 8, &E::OutOfBounds { tensor: "x".into(), start, end, available: 8 });
    }
}

#[test]
fn a_shape_must_account_for_every_byte() {
    let table = [
        ("F32", "[3]", vec![3], Some(12)),
        ("F32", "[]", vec![], Some(4)),
        ("F16", "[2,3]", vec![2, 3], Some(12)),
        ("F64", "[0]", vec![0], Some(0)),
        ("F32", "[4611686018427387904]", vec![1 << 62], None),
        ("BOOL", "[4294967296,4294967296]", vec![1 << 32, 1 << 32], None),
    ];
    for (dtype, text, shape, expected) in table {
        let header = format!("{{{}}}", entry("x", dtype, text, [0, 8]));
        let dtype = Dtype::of_name(dtype).unwrap();
        let lie = E::WrongSize { tensor: "x".into(), dtype, shape, expected, found: 8 };
        check_lie(&header, 8, &lie);
    }
}

#[test]
fn tensors_neither_overlap_nor_leave_holes() {
    let pair = |second: [u64; 2]| {
        let entries = [entry("a", "F32", "[2]", [0, 8]), entry("b", "F32", "[1]", second)];
        format!("{{{}}}", entries.join(","))
    };
    let misplaced = |found| E::Misplaced { tensor: "b".into(), expected: 8, found };
    check_lie(&pair([4, 8]), 8, &misplaced(4));
    check_lie(&pair([12, 16]), 16, &misplaced(12));
    check_lie(&pair([8, 12]), 16, &E::Trailing { expected: 12, found: 16 });
    check_lie("{}", 1, &E::Trailing { expected: 0, found: 1 });
    let late = format!("{{{}}}", entry("a", "F32", "[1]", [4, 8]));
    check_lie(&late, 8, &E::Misplaced { tensor: "a".into(), expected: 0, found: 4 });
}

#[test]
fn an_empty_tensor_with_an_impossible_dimension_does_not_panic() {
    let header = format!("{{{}}}", entry("x", "F32", "[0,18446744073709551615]", [0, 0]));
    let bytes = file(&header, &[]);
    assert!(SafeTensors::parse(&bytes).unwrap().matrix("x").is_err());
}

#[test]
fn no_single_changed_byte_makes_the_reader_panic() {
    let entries = [entry("a", "F16", "[2,2]", [0, 8]), entry("b", "F32", "[1]", [8, 12])];
    let whole = file(&format!("{{{}}}", entries.join(",")), &[1; 12]);
    for at in 0..whole.len() {
        for value in [0, b'"', b'9', b'{', 0x7f, 0xff] {
            let mut changed = whole.clone();
            changed[at] = value;
            if let Ok(read) = SafeTensors::parse(&changed) {
                let names: Vec<_> = read.header().names().map(str::to_owned).collect();
                let ranks = names.iter().map(|name| read.vector(name).is_ok());
                assert!(ranks.count() == names.len());
            }
        }
    }
}
