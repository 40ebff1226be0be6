//! Nothing that a header says is believed before it is checked, and no bytes make the reader panic.

use attnscope::input::{Answers, ReadFault, Source, Topic, read, view};

use super::arrays::saved;
use crate::{cases::cases, korean};

/// A `.npy` file with this header, its length told truly.
pub fn npy(header: &str, data: &[u8]) -> Vec<u8> {
    let length = (header.len() as u16).to_le_bytes();
    [b"\x93NUMPY\x01\x00", &length[..], header.as_bytes(), data].concat()
}

/// What the reader says of a file, whatever it is.
pub fn said(name: &str, bytes: &[u8]) -> Result<(), ReadFault> {
    let answers = Answers::none();
    let table = read(&Source::new(name, bytes), &answers).and_then(|r| view(&r, &answers));
    table.map(drop)
}

#[track_caller]
pub fn check(name: &str, bytes: &[u8], parts: &[&str]) {
    let fault = said(name, bytes).expect_err("it was read");
    korean::check(&fault);
    let message = fault.to_string();
    for part in parts {
        assert!(message.contains(part), "{part:?} is not in {message:?}");
    }
}

#[test]
fn headers_of_npy_that_lie_are_told_so() {
    let table: &[(&str, &[&str])] = &[
        ("", &["header", "a Python dictionary"]),
        ("{", &["a Python dictionary", "found {"]),
        ("{'descr': '<f4'} {}", &["a Python dictionary"]),
        ("[1, 2]", &["'descr'"]),
        ("{}", &["a type such as '<f4' under 'descr'"]),
        ("{'descr': 3, 'fortran_order': False, 'shape': ()}", &["'descr'"]),
        ("{'descr': '<f', 'fortran_order': False, 'shape': ()}", &["'descr'"]),
        ("{'descr': '', 'fortran_order': False, 'shape': ()}", &["'descr'"]),
        ("{'descr': '<é4', 'fortran_order': False, 'shape': ()}", &["type"]),
        ("{'descr': '<U0', 'fortran_order': False, 'shape': (9999999999,)}", &["'descr'"]),
        ("{'descr': '<U99999999999', 'fortran_order': False, 'shape': (1,)}", &["'descr'"]),
        ("{'descr': '|V0', 'fortran_order': False, 'shape': (9999999999,)}", &["'descr'"]),
        ("{'descr': '<f4', 'shape': ()}", &["True or False under 'fortran_order'"]),
        ("{'descr': '<f4', 'fortran_order': 1, 'shape': ()}", &["'fortran_order'"]),
        ("{'descr': '<f4', 'fortran_order': False}", &["whole numbers under 'shape'"]),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': 3}", &["'shape'"]),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': (-1,)}", &["dictionary"]),
        ("{'descr': '<f4', 'fortran_order': False, 'shape': ('a',)}", &["'shape'"]),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (99999999999999999999,)}",
            &["99999999999999999999", "33554432"],
        ),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904, 4)}",
            &["4611686018427387904 x 4", "more numbers than the 33554432 that can be read"],
        ),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (4611686018427387904,)}",
            &["4611686018427387904", "33554432"],
        ),
        (
            "{'descr': '<f4', 'fortran_order': False, 'shape': (3,)}",
            &["data: expected 12 bytes, found 8"],
        ),
        (
            "{'descr': '<f4', 'fortran_order': True, 'shape': (0, 18446744073709551615)}",
            &["empty", "0 x 18446744073709551615"],
        ),
        (
            "{'descr': '<c8', 'fortran_order': False, 'shape': (1,)}",
            &["'<c8'", "complex", "a.real"],
        ),
        ("{'descr': '<M8[ns]', 'fortran_order': False, 'shape': (1,)}", &["dates"]),
        ("{'descr': '|T16', 'fortran_order': False, 'shape': (1,)}", &["objects", "pickle"]),
        ("{'descr': '|V7', 'fortran_order': False, 'shape': (1,)}", &["'|V7'", "not known here"]),
        ("{'descr': '<f3', 'fortran_order': False, 'shape': (1,)}", &["not known here"]),
        (
            "{'descr': [('a', '<f4', (2,))], 'fortran_order': False, 'shape': (1,)}",
            &["(('a', '<f4', (2)))", "records"],
        ),
        ("{'descr': [('a', 'U1')], 'fortran_order': False, 'shape': (2,)}", &["records"]),
        ("{'descr': [], 'fortran_order': False, 'shape': (2,)}", &["records"]),
        (
            "{'descr': [('a', '<f4')], 'fortran_order': False, 'shape': (1, 2)}",
            &["records of more than single numbers"],
        ),
    ];
    for (header, parts) in table {
        check("", &npy(header, &[0; 8]), parts);
    }
    let deep = format!("{}{}", "(".repeat(9000), ")".repeat(9000));
    check("", &npy(&deep, &[]), &["a Python dictionary"]);
}

#[test]
fn the_beginning_of_npy_is_checked() {
    check("", b"\x93NUMPY\x04\x00\x01\x00{", &["version 4.0", "1.0, 2.0 or 3.0"]);
    check("", b"\x93NUMPY\x02\x00\xff\xff\xff\xff{}", &["header", "4294967295 bytes"]);
    check("", b"\x93NUMPY\x01\x00\xff\xff{}", &["header: expected 65545 bytes, found 12"]);
    check("x.npy", b"\x80\x81 not at all", &["no .npy file", "\\x80\\x81 not"]);
    check("X.NPY", b"1,2\n3,4\n", &["no .npy file", "1,2\\n3,"]);
}

#[test]
fn a_file_that_is_cut_off_is_refused_wherever_it_is_cut() {
    for saved in saved() {
        let name = match saved.form {
            attnscope::input::Form::SAFETENSORS => "a.safetensors",
            attnscope::input::Form::NPZ => "a.npz",
            _ => "a.npy",
        };
        for length in 0..saved.file.len() {
            let message = said(name, &saved.file[..length]).expect_err(&saved.title).to_string();
            let is_told = ["cut off", "nothing to read", "no .npy file"];
            let is_told = is_told.iter().any(|part| message.contains(part));
            assert!(is_told, "{}, cut at {length}: {message}", saved.title);
        }
    }
}

/// Random numbers for tests: `SplitMix64`.
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % most as u64) as usize
    }
}

#[test]
fn no_changed_byte_makes_the_reader_panic() {
    let of_cases = cases().into_iter().filter(|case| std::str::from_utf8(&case.bytes).is_err());
    let files = of_cases.map(|case| case.bytes).chain(saved().into_iter().map(|saved| saved.file));
    let mut random = Random(7);
    let mut n_read = 0;
    for file in files {
        for _ in 0..300 {
            let mut changed = file.clone();
            for _ in 0..=random.below(3) {
                let at = random.below(changed.len());
                changed[at] = match random.below(4) {
                    0 => random.below(256) as u8,
                    1 => changed[at] ^ (1 << random.below(8)),
                    2 => [0, 255, b'0', b'(', b'\''][random.below(5)],
                    _ => changed[random.below(file.len())],
                };
            }
            n_read += usize::from(said("", &changed).is_ok());
        }
    }
    // Many changes are of numbers alone: the test does reach the readers.
    assert!(n_read > 1000, "{n_read}");
}

#[test]
fn random_bytes_are_refused_and_nothing_panics() {
    let mut random = Random(11);
    let beginnings: [&[u8]; 8] = [
        b"",
        b"\x93NUMPY\x01\x00\x10\x00",
        b"PK\x03\x04",
        b"PK\x05\x06",
        b"\x20\0\0\0\0\0\0\0{",
        b"9 9\nthe ",
        b"\x80\x02",
        b"\xff\xfe",
    ];
    for start in beginnings {
        for _ in 0..400 {
            let n = random.below(200) + 1;
            let rest: Vec<u8> = (0..n).map(|_| random.below(256) as u8).collect();
            let _ = said("", &[start, &rest].concat());
            let answers = Answers::none().with(Topic::Array, random.below(3));
            let _ = read(&Source::new("", &rest), &answers);
        }
    }
}
