//! Numbers that are changed one by one: where they are given, and where they are computed.

use attnscope::{
    document::Document,
    math::{Cell, MatrixName, Problem, Stage, Trace, attend},
    reader,
    samples::{self, SampleId},
    state::{changed_cells, is_editable, with_cell},
};

const EDITABLE: [MatrixName; 9] = [
    MatrixName::X,
    MatrixName::WQuery,
    MatrixName::WKey,
    MatrixName::WValue,
    MatrixName::Queries,
    MatrixName::Keys,
    MatrixName::Values,
    MatrixName::Scores,
    MatrixName::WOutput,
];

fn problem(sample: SampleId) -> Problem {
    let built = samples::built_in(sample);
    built.unwrap_or_else(|| reader::read(sample, 0, &[]).unwrap()).problem
}

#[track_caller]
fn number(trace: &Trace, cell: Cell) -> f64 {
    trace.view(cell.matrix, cell.head).unwrap()[(cell.row, cell.column)]
}

/// Sets a cell and checks that just this one is told as changed; gives it back and checks that
/// everything is as before.
#[track_caller]
fn check(before: &Problem, cell: Cell) {
    let old = attend(before);
    let changed = with_cell(before, cell, Some(2.5)).unwrap();
    let new = attend(&changed);
    assert_eq!(number(&new, cell).to_bits(), 2.5_f64.to_bits(), "{cell:?}");
    let cells = |now: &Trace| changed_cells(now, &old, None, cell.matrix, cell.head, 9);
    assert_eq!(cells(&new), [(cell.row, cell.column)], "{cell:?}");
    assert_eq!(cells(&old), [], "{cell:?}");
    assert_ne!(new.weights, old.weights, "what follows is computed again: {cell:?}");
    let back = with_cell(&changed, cell, None);
    let back = back.or_else(|| with_cell(&changed, cell, Some(number(&old, cell)))).unwrap();
    assert_eq!(back.inputs(), before.inputs(), "{cell:?}");
}

#[test]
fn every_number_that_can_be_changed_is_and_comes_back() {
    let before = problem(SampleId::ByHandTrainable);
    let trace = attend(&before);
    for matrix in [MatrixName::X, MatrixName::WQuery, MatrixName::WKey] {
        check(&before, Cell { matrix, head: 0, row: 2, column: 1 });
    }
    for matrix in [MatrixName::Queries, MatrixName::Keys, MatrixName::Scores] {
        check(&before, Cell { matrix, head: 0, row: 5, column: 1 });
    }
    assert!(is_editable(&trace, MatrixName::Values));
    assert!(!is_editable(&trace, MatrixName::XKeys), "there is none");
}

#[test]
fn heads_are_told_apart() {
    let before = problem(SampleId::SixTokens);
    let cell = Cell { matrix: MatrixName::WKey, head: 3, row: 700, column: 63 };
    check(&before, cell);
    let changed = attend(&with_cell(&before, cell, Some(2.5)).unwrap());
    for head in [2, 4] {
        assert_eq!(changed_cells(&changed, &attend(&before), None, cell.matrix, head, 9), []);
    }
    let cell = Cell { matrix: MatrixName::Scores, head: 11, row: 5, column: 0 };
    check(&before, cell);
}

#[test]
fn what_is_computed_from_others_cannot_be_changed() {
    let before = problem(SampleId::SixTokens);
    let trace = attend(&before);
    for stage in Stage::of(&trace) {
        for matrix in stage.results(&trace).iter().copied() {
            let is_one = EDITABLE.contains(&matrix);
            assert_eq!(is_editable(&trace, matrix), is_one, "{matrix:?}");
            let cell = Cell { matrix, head: 0, row: 0, column: 0 };
            assert_eq!(with_cell(&before, cell, Some(1.0)).is_some(), is_one, "{matrix:?}");
        }
    }
    for matrix in EDITABLE {
        assert!(is_editable(&trace, matrix), "{matrix:?}");
    }
}

#[test]
fn cells_that_are_not_there_change_nothing() {
    let before = problem(SampleId::SixTokens);
    for matrix in EDITABLE {
        for (row, column) in [(0, 768), (768, 0), (usize::MAX, usize::MAX)] {
            let cell = Cell { matrix, head: 0, row, column };
            assert!(with_cell(&before, cell, Some(1.0)).is_none(), "{cell:?}");
        }
        let cell = Cell { matrix, head: 0, row: 1, column: 1 };
        assert!(with_cell(&before, cell, None).is_none(), "nothing to give back: {cell:?}");
    }
}

#[test]
fn numbers_are_given_wherever_the_computation_begins() {
    #[track_caller]
    fn check(json: &str, editable: &[MatrixName]) {
        let problem = Document::from_json(json).unwrap().problem().unwrap();
        let trace = attend(&problem);
        for matrix in editable.iter().copied() {
            let head = trace.projected.n_heads() - 1;
            let (rows, columns) = trace.view(matrix, head).unwrap().dim();
            let cell = Cell { matrix, head, row: rows - 1, column: columns / 2 };
            let changed = attend(&with_cell(&problem, cell, Some(0.125)).unwrap());
            assert_eq!(number(&changed, cell).to_bits(), 0.125_f64.to_bits(), "{cell:?}");
            let cells = changed_cells(&changed, &trace, None, matrix, head, 9);
            assert_eq!(cells, [(rows - 1, columns / 2)], "{cell:?}");
        }
        let others = EDITABLE.into_iter().chain([
            MatrixName::XKeys,
            MatrixName::XValues,
            MatrixName::QueriesBeforeRotary,
            MatrixName::KeysBeforeRotary,
            MatrixName::Weights,
        ]);
        let found = others.filter(|name| is_editable(&trace, *name)).count();
        assert_eq!(found, editable.len(), "{json}");
    }
    use MatrixName as M;
    let ready = r#""inputs": {"q": [[1, 2], [3, 4]], "k": [[5, 6]], "v": [[7]]}"#;
    check(&format!("{{{ready}}}"), &[M::Queries, M::Keys, M::Values, M::Scores]);
    let turned =
        [M::QueriesBeforeRotary, M::KeysBeforeRotary, M::Queries, M::Keys, M::Values, M::Scores];
    check(&format!(r#"{{{ready}, "options": {{"rope": {{"theta": 100}}}}}}"#), &turned);
    let scores = r#"{"inputs": {"scores": [[[1, 2]], [[3, 4]]], "v": [[[1], [2]], [[3], [4]]]}}"#;
    check(scores, &[M::Scores, M::Values]);
    check(r#"{"inputs": {"weights": [[0.5, 0.5]], "v": [[1], [2]]}}"#, &[M::Weights, M::Values]);
    let cross = r#"{"inputs": {"x_q": [[1, 2]], "x_k": [[3, 4]], "x_v": [[5, 6]]}}"#;
    check(cross, &[M::X, M::XKeys, M::XValues, M::Queries, M::Keys, M::Values, M::Scores]);
}

#[test]
fn the_computed_number_itself_is_not_set_by_hand() {
    let before = problem(SampleId::ByHandTrainable);
    let cell = Cell { matrix: MatrixName::Keys, head: 0, row: 2, column: 1 };
    let computed = number(&attend(&before), cell);
    let same = with_cell(&before, cell, Some(computed)).unwrap();
    assert!(same.inputs().overrides.is_empty());
    let by_hand = with_cell(&before, cell, Some(7.0)).unwrap();
    let back = with_cell(&by_hand, cell, Some(computed)).unwrap();
    assert_eq!(back, before);
}
