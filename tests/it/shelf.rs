//! What can be taken away of what the page shows.

use attnscope::{
    document::Document,
    reader::shelf::Shown,
    samples,
    wire::shelf::{PackedFile, Shelf},
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
    let shown = Shown::new(samples::six_tokens(), None);
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
fn the_whole_can_be_taken_in_every_form_and_the_document_opens_again() {
    let loaded = samples::six_tokens();
    let shown = Shown::new(loaded.clone(), Some("six".into()));
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
