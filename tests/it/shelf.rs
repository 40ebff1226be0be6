//! What can be taken away of what the page shows.

use std::sync::Arc;

use attnscope::{
    document::{Convention, Document},
    math::{
        Affine, Embeddings, HeadCounts, Inputs, Mask, Matrix, OutputProjection, Overrides, Problem,
        Start,
    },
    reader::{self, shelf::Shown},
    samples::{self, Loaded, SampleId},
    wire::shelf::{Form, PackedFile, Shelf},
};

use crate::{
    export::wholes::loaded,
    fixtures::{self, TOLERANCE, array, assert_close},
};

/// The files of a packing.
fn files(packed: &[u8]) -> Vec<(PackedFile, &[u8])> {
    let end = packed.iter().position(|byte| *byte == b'\n').unwrap();
    let heads: Vec<PackedFile> = serde_json::from_slice(&packed[..end]).unwrap();
    let mut rest = &packed[end + 1..];
    let files = heads.into_iter().map(|head| {
        let (bytes, after) = rest.split_at(head.length);
        rest = after;
        (head, bytes)
    });
    let files = files.collect();
    assert!(rest.is_empty());
    files
}

#[test]
fn every_matrix_can_be_taken_in_every_form() {
    let shown = Shown::new(samples::six_tokens(), None, 1);
    let Shelf { matrices, heads, head, matrix_forms, .. } = shown.shelf();
    assert_eq!((heads, head), (12, 4));
    assert!(matrices.len() > 10, "{matrices:?}");
    for item in &matrices {
        for form in &matrix_forms {
            let packed = shown.matrix(&form.id, &item.key, head).unwrap();
            let files = files(&packed);
            let [(file, bytes)] = files.as_slice() else { panic!("one file") };
            assert!(file.name.ends_with(&format!(".{}", form.extension)), "{file:?}");
            assert!(!bytes.is_empty(), "{file:?}");
        }
    }
    assert_eq!(shown.matrix("csv", "weights", 12), None);
    assert_eq!(shown.matrix("none", "weights", 0), None);
}

#[test]
fn of_too_many_heads_a_matrix_is_computed_for_the_one_that_is_asked_for() {
    const HEADS: usize = 8;
    let n = 1900;
    let x = Matrix::from_shape_fn((n, HEADS), |(row, column)| {
        ((row * 7 + column * 3) % 11) as f64 / 5.0
    });
    let inputs = Inputs {
        start: Start::Embeddings(Box::new(Embeddings {
            x_q: Arc::new(x.clone()),
            x_k: None,
            x_v: None,
            query: Affine::default(),
            key: Affine::default(),
            value: Affine::default(),
        })),
        heads: HeadCounts::equal(HEADS),
        rotary: None,
        output: OutputProjection::Unknown,
        add_norm: None,
        overrides: Overrides::new(),
    };
    let problem = Problem::new(inputs, Mask::None, None).unwrap();
    assert!(!problem.fits_whole());
    let names: Vec<String> = (1..=n).map(|at| at.to_string()).collect();
    let shown = Shown::new(Loaded::plain(problem, names.clone(), names), None, 1);
    let head = 5;
    let packed = shown.matrix("json", "context", head).unwrap();
    let text = String::from_utf8(files(&packed)[0].1.to_vec()).unwrap();
    let found: serde_json::Value = serde_json::from_str(&text).unwrap();
    let query = 1234;
    let score = |key: usize| (x[(query, head)] * x[(key, head)]).exp();
    let sum: f64 = (0..n).map(score).sum();
    let expected: f64 = (0..n).map(|key| score(key) / sum * x[(key, head)]).sum();
    let found = found.pointer(&format!("/data/{query}/0"));
    assert!(
        (found.unwrap().as_f64().unwrap() - expected).abs() < 1e-9,
        "{found:?}, not {expected}"
    );
    // No program says that it computes what it does not.
    let shelf = shown.shelf();
    assert!(shelf.is_by_head);
    let offered: Vec<&str> = shelf.whole_forms.iter().map(|form| form.id.as_str()).collect();
    assert_eq!(offered, ["document"]);
    assert_eq!(shown.whole("numpy-script"), None);
    assert!(shown.whole("document").is_some());
}

#[test]
fn the_whole_can_be_taken_in_every_form_and_the_document_opens_again() {
    let loaded = samples::six_tokens();
    let shown = Shown::new(loaded.clone(), Some("six".into()), 1);
    for form in shown.shelf().whole_forms {
        let packed = shown.whole(&form.id).unwrap();
        assert!(!files(&packed).is_empty(), "{}", form.id);
    }
    let packed = shown.whole("json").or_else(|| shown.whole("document")).unwrap();
    let text = String::from_utf8(files(&packed)[0].1.to_vec()).unwrap();
    let document = Document::from_json(&text).unwrap();
    assert_eq!(document.tokens(), loaded.tokens);
    assert_eq!(document.problem().unwrap().inputs(), loaded.problem.inputs());
}

#[test]
fn what_has_no_name_is_not_given_an_empty_one() {
    let text = |name: Option<&str>, form: &str| {
        let shown = Shown::new(samples::six_tokens(), name.map(str::to_owned), 1);
        let packed = shown.whole(form).unwrap();
        String::from_utf8(files(&packed)[0].1.to_vec()).unwrap()
    };
    for Form { id, .. } in Shown::new(samples::six_tokens(), None, 1).shelf().whole_forms {
        if id != "npz" {
            assert_eq!(text(Some(""), &id), text(None, &id));
        }
    }
    assert!(text(Some("six"), "document").contains(r#""name": "six""#));
    assert!(!text(None, "document").contains(r#""name""#));
}

#[test]
fn heads_are_counted_in_names_as_the_page_counts_them_and_an_only_head_is_not() {
    let name = |shown: &Shown| {
        let packed = shown.matrix("csv", "weights", 0).unwrap();
        files(&packed)[0].0.name.clone()
    };
    let shown = Shown::new(samples::six_tokens(), None, 0);
    assert_eq!((name(&shown).as_str(), shown.shelf().first_head), ("weights-head-0.csv", 0));
    assert_eq!(name(&Shown::new(samples::six_tokens(), None, 1)), "weights-head-1.csv");
    let by_hand = reader::read(SampleId::ByHand, 0, &[]).unwrap();
    assert_eq!(name(&Shown::new(by_hand, None, 1)), "weights.csv");
}

#[test]
fn shown_in_columns_a_file_in_columns_has_its_own_matrices() {
    for name in ["column-convention", "column-convention-causal", "column-convention-trainable"] {
        let fixture = fixtures::json(name);
        let document = Document::from_json(&fixture.to_string()).unwrap();
        let shown = Shown::new(loaded(&document), None, 1).by_columns(true);
        let mut n_compared = 0;
        for (key, stage) in [
            ("queries", "q"),
            ("keys", "k"),
            ("values", "v"),
            ("scores", "scores"),
            ("scaled", "scaled"),
            ("weights", "weights"),
            ("context", "context"),
            ("output", "output"),
        ] {
            let expected = &fixture["stages"][stage];
            let Some(packed) = shown.matrix("json", key, 0).filter(|_| expected.is_array()) else {
                continue;
            };
            let files = files(&packed);
            assert_eq!(files[0].0.name, format!("{key}-columns.json"));
            let written: serde_json::Value = serde_json::from_slice(files[0].1).unwrap();
            let written = written.get("data").unwrap_or(&written);
            let expected = array(expected);
            let shape = array(written).shape().to_vec();
            let expected = expected.into_shape_with_order(shape).expect("of the file's own shape");
            assert_close(&format!("{name}: {key}"), &expected, &array(written), TOLERANCE);
            n_compared += 1;
        }
        assert!(n_compared >= 4, "{name}: {n_compared} compared");
        let packed = shown.whole("document").unwrap();
        let text = String::from_utf8(files(&packed)[0].1.to_vec()).unwrap();
        let written = Document::from_json(&text).unwrap();
        assert_eq!(written.convention, Convention::Column);
        assert_eq!(written.inputs(), document.inputs());
    }
}
