//! A packed example comes back as it was, and bytes that are none are refused.

use std::{fs, path::Path};

use attnscope::{
    document::Document,
    math::{Cell, MatrixName},
    reader::read,
    samples::{Loaded, SampleId},
    state::with_cell,
    wire::{WireError, pack, pack_over, unpack, unpack_over},
};

use crate::fixtures;

/// Every example, with every block of the real models.
fn examples() -> Vec<(String, Loaded)> {
    let of_sample = |id: SampleId| match id.blocks() {
        [] => vec![(id.key().to_owned(), read(id, 0, &[]).unwrap())],
        blocks => blocks
            .iter()
            .map(|block| {
                let bytes =
                    fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(block.asset)).unwrap();
                (block.asset.to_owned(), read(id, block.number, &bytes).unwrap())
            })
            .collect(),
    };
    SampleId::ALL.into_iter().flat_map(of_sample).collect()
}

#[track_caller]
fn check_comes_back(name: &str, loaded: &Loaded) {
    let unpacked = unpack(&pack(loaded)).unwrap_or_else(|error| panic!("{name}: {error}"));
    assert!(unpacked == *loaded, "{name} has changed on its way");
}

#[test]
fn every_example_comes_back_as_it_was() {
    let examples = examples();
    assert_eq!(examples.len(), 5 + 10);
    for (name, loaded) in examples {
        check_comes_back(&name, &loaded);
    }
}

#[test]
fn every_fixture_comes_back_as_it_was() {
    let any = read(SampleId::CrossAttention, 0, &[]).unwrap();
    for name in fixtures::names() {
        let document = Document::from_json(&fixtures::text(&name)).unwrap();
        let loaded = Loaded { problem: document.problem().unwrap(), ..any.clone() };
        check_comes_back(&name, &loaded);
    }
}

#[test]
fn ready_weights_come_back_as_they_were() {
    let any = read(SampleId::CrossAttention, 0, &[]).unwrap();
    for inputs in [r#""weights": [[0.5, 0.5]]"#, r#""weights": [[1, 0]], "v": [[1], [2]]"#] {
        let document = Document::from_json(&format!("{{\"inputs\": {{{inputs}}}}}")).unwrap();
        let loaded = Loaded { problem: document.problem().unwrap(), ..any.clone() };
        check_comes_back(inputs, &loaded);
    }
}

/// Where the queries' embeddings begin: after the magic and the kind of start, with two dimensions.
const DIMENSIONS: usize = 5;
const NUMBERS: usize = DIMENSIONS + 16;

/// One query of four numbers over four keys.
fn small() -> Vec<u8> {
    let bytes = pack(&read(SampleId::CrossAttention, 0, &[]).unwrap());
    assert_eq!(bytes[DIMENSIONS..NUMBERS], dimensions(1, 4));
    bytes
}

fn dimensions(rows: u64, columns: u64) -> [u8; 16] {
    let mut both = [0; 16];
    both[..8].copy_from_slice(&rows.to_le_bytes());
    both[8..].copy_from_slice(&columns.to_le_bytes());
    both
}

/// The small example with other bytes somewhere.
fn changed(at: usize, to: &[u8]) -> Vec<u8> {
    let mut bytes = small();
    bytes[at..at + to.len()].copy_from_slice(to);
    bytes
}

#[test]
fn bytes_that_are_no_packed_example_are_refused_with_the_place() {
    #[track_caller]
    fn check(bytes: &[u8], expected: &str) {
        assert_eq!(unpack(bytes).unwrap_err().to_string(), expected);
    }
    let n = small().len();
    let magic = "expected a packed example of this version, found something else";
    check(b"", magic);
    check(b"<!doctype html>", magic);
    check(&changed(3, &[0]), magic);
    check(&changed(4, &[4]), "byte 4: expected where the computation begins, found 4");
    check(&small()[..5], "byte 5: expected 8 more bytes, found 0");
    check(
        &[small().as_slice(), b"x"].concat(),
        &format!("byte {n}: expected the end, found 1 more bytes"),
    );
    let orange = small().windows(6).position(|text| text == b"Orange").unwrap();
    check(&changed(orange, &[0xff]), &format!("byte {orange}: expected a text in UTF-8"));
    check(
        &changed(DIMENSIONS, &dimensions(4, 1)),
        "w_q: expected [1, 4], found [4, 4]; its rows are the columns of what it multiplies",
    );
}

#[test]
fn a_length_is_not_believed() {
    for (rows, columns) in [
        (u64::MAX, 4),
        (1 << 40, 4),
        (1 << 33, 1 << 33),
        (u64::MAX, u64::MAX),
        (0, u64::MAX),
        (1, 100_000),
    ] {
        let error = unpack(&changed(DIMENSIONS, &dimensions(rows, columns))).unwrap_err();
        assert!(
            matches!(error, WireError::Short { at: NUMBERS, .. }),
            "{rows} × {columns}: {error}"
        );
    }
    let text = small().windows(6).position(|text| text == b"Orange").unwrap() - 8;
    for list_or_text in [text - 8, text] {
        let error = unpack(&changed(list_or_text, &[0xff; 8])).unwrap_err();
        assert!(matches!(error, WireError::Short { .. } | WireError::Text { .. }), "{error}");
    }
}

#[test]
fn no_cut_is_an_example_and_no_changed_byte_panics() {
    let bytes = small();
    for end in 0..bytes.len() {
        assert!(unpack(&bytes[..end]).is_err(), "cut at {end}");
    }
    for (at, byte) in bytes.iter().enumerate() {
        for to in [0, byte ^ 1, 0x7f, 0xff] {
            // Many bytes are digits of numbers: another number is no error.
            let _ = unpack(&changed(at, &[to]));
        }
    }
}

#[test]
fn a_change_comes_back_over_its_base_and_is_short() {
    let cells = [(MatrixName::X, 2.5), (MatrixName::WOutput, -0.0), (MatrixName::Scores, f64::NAN)];
    let read = |sample| (sample, read(sample, 0, &[]).unwrap());
    let examples = SampleId::ALL.into_iter().filter(|it| it.blocks().is_empty()).map(read);
    for (name, base) in examples {
        assert!(pack_over(&base, &base).len() < 100_000, "{name:?}: nothing was changed");
        for (matrix, value) in cells {
            let cell = Cell { matrix, head: 0, row: 0, column: 1 };
            let Some(problem) = with_cell(&base.problem, cell, Some(value)) else { continue };
            let changed = Loaded { problem, ..base.clone() };
            let bytes = pack_over(&changed, &base);
            assert!(bytes.len() < 100_000, "{name:?} {matrix:?}: {} bytes", bytes.len());
            let found = unpack_over(&bytes, &base).unwrap();
            assert!(pack(&found) == pack(&changed), "{name:?} {matrix:?} has changed on its way");
            assert!(unpack(&bytes).is_err(), "it is nothing without its base");
        }
    }
}

#[test]
fn every_fixture_comes_back_over_every_other() {
    let any = read(SampleId::CrossAttention, 0, &[]).unwrap();
    let fixtures = fixtures::names().into_iter().map(|name| {
        let document = Document::from_json(&fixtures::text(&name)).unwrap();
        Loaded { problem: document.problem().unwrap(), ..any.clone() }
    });
    let fixtures: Vec<_> = fixtures.collect();
    for base in &fixtures {
        for loaded in &fixtures {
            let found = unpack_over(&pack_over(loaded, base), base).unwrap();
            assert!(found == *loaded);
        }
    }
}

#[test]
fn over_another_base_nothing_is_unpacked() {
    let base = read(SampleId::CrossAttention, 0, &[]).unwrap();
    let other = with_cell(
        &base.problem,
        Cell { matrix: MatrixName::X, head: 0, row: 0, column: 1 },
        Some(7.0),
    );
    let other = Loaded { problem: other.unwrap(), ..base.clone() };
    let bytes = pack_over(&base, &base);
    assert_eq!(unpack_over(&bytes, &other), Err(WireError::Base));
    assert!(unpack_over(&pack(&other), &base).unwrap() == other, "a whole one needs no base");
    for end in 0..bytes.len() {
        assert!(unpack_over(&bytes[..end], &base).is_err(), "cut at {end}");
    }
    for (at, byte) in bytes.iter().enumerate() {
        let mut changed = bytes.clone();
        for to in [0, byte ^ 1, 0x7f, 0xff] {
            changed[at] = to;
            // Another number is no error.
            let _ = unpack_over(&changed, &base);
        }
    }
}
