//! Worksheets: what is printed, what is blank, and that every blank can be worked out from what is printed.

use std::fs;

use attnscope::{
    document::Document,
    math::{Cell, MatrixName as M, Trace, attend, operands},
    samples::six_tokens,
    state::{Blank, Worksheet, is_too_large, printable},
};

fn fixture(name: &str) -> Trace {
    let path = format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
    attend(&Document::from_json(&fs::read_to_string(path).unwrap()).unwrap().problem().unwrap())
}

#[test]
fn the_six_tokens_print_what_is_between_tokens() {
    let trace = attend(&six_tokens().problem);
    let sheet = Worksheet::opening(&trace, 4, 3);
    let printed: Vec<_> = sheet.matrices.iter().copied().collect();
    assert_eq!(printed, [M::Scores, M::Scaled, M::MaskTerm, M::Masked, M::Weights]);
    // A score is a sum over features that are not printed.
    assert_eq!(sheet.blank_of(&trace, 4, M::Scores), Some(Blank::None));
    for matrix in [M::Scaled, M::Masked, M::Weights] {
        assert_eq!(sheet.blank_of(&trace, 4, matrix), Some(Blank::Row(3)), "{matrix:?}");
    }
}

#[test]
fn every_blank_can_be_worked_out_from_what_is_printed() {
    for name in ["raschka-weightless", "raschka-trainable-causal", "keras-mha", "rope", "gqa"] {
        let trace = fixture(name);
        let sheet = Worksheet::opening(&trace, 0, 1);
        let blanks: Vec<_> = sheet.printed_blanks().collect();
        assert!(!blanks.is_empty(), "{name}: nothing to fill in");
        for (matrix, row, column) in blanks {
            let lines = operands(&trace, Cell { matrix, head: 0, row, column });
            assert!(!lines.is_empty(), "{name}: {matrix:?} is given");
            for line in lines {
                assert!(sheet.matrices.contains(&line.first.matrix), "{name}: {line:?}");
            }
        }
    }
    // By hand everything fits, from X to the mixture.
    let sheet = Worksheet::opening(&fixture("raschka-weightless"), 0, 1);
    for matrix in [M::Scores, M::Weights, M::Context] {
        assert!(sheet.printed_blanks().any(|(of, ..)| of == matrix), "{matrix:?}");
    }
}

fn number_of(sheet: &Worksheet, cell: (M, usize, usize)) -> Option<usize> {
    sheet.numbers().get(&cell).copied()
}

#[test]
fn cells_are_emptied_filled_and_numbered_in_reading_order() {
    let trace = attend(&six_tokens().problem);
    let mut sheet = Worksheet::opening(&trace, 4, 3);
    assert_eq!(number_of(&sheet, (M::Scaled, 3, 0)), Some(1));
    assert_eq!(number_of(&sheet, (M::Masked, 3, 0)), Some(7));
    assert_eq!(number_of(&sheet, (M::Scaled, 2, 0)), None);
    sheet.toggle((M::Scores, 0, 0));
    assert_eq!(number_of(&sheet, (M::Scores, 0, 0)), Some(1));
    assert_eq!(number_of(&sheet, (M::Scaled, 3, 0)), Some(2));
    sheet.matrices.remove(&M::Scores);
    assert_eq!(number_of(&sheet, (M::Scores, 0, 0)), None, "what is not printed has no number");
    assert_eq!(number_of(&sheet, (M::Scaled, 3, 0)), Some(1));
    sheet.toggle((M::Scaled, 3, 0));
    assert_eq!(sheet.blank_of(&trace, 4, M::Scaled), None, "part of a row is none of the choices");
    for blank in [Blank::All, Blank::Row(0), Blank::None] {
        sheet.leave(&trace, 4, M::Scaled, blank);
        assert_eq!(sheet.blank_of(&trace, 4, M::Scaled), Some(blank));
    }
    sheet.leave(&trace, 4, M::Scaled, Blank::Row(99));
    assert_eq!(sheet.blank_of(&trace, 4, M::Scaled), Some(Blank::None));
}

#[test]
fn what_does_not_fit_on_paper_is_not_printed() {
    let trace = attend(&six_tokens().problem);
    assert!(!printable(&trace, 0).contains(&M::Queries), "64 columns");
    assert!(is_too_large(&trace, 0), "and that is told");
    let one_head = fixture("raschka-weightless");
    assert!(!printable(&one_head, 0).contains(&M::Concat), "the context once more");
    assert!(!is_too_large(&one_head, 0), "nothing is left out because of its size");
}
