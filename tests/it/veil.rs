//! What is hidden: which matrices it covers, and that it comes back from a link.

use attnscope::{
    math::{MatrixName, Stage, Trace, attend},
    samples::six_tokens,
    state::{Veil, Veiled},
};

fn trace() -> Trace {
    attend(&six_tokens().problem)
}

fn hiding(stages: &[(Stage, Veiled)]) -> Veil {
    let mut veil = Veil::default();
    for (stage, veiled) in stages {
        veil.set(*stage, Some(*veiled));
    }
    veil
}

#[track_caller]
fn check_covers(veil: Veil, expected: &[MatrixName]) {
    let trace = trace();
    let covered = MatrixName::ALL.into_iter().filter(|name| veil.covers(*name, &trace));
    assert_eq!(covered.collect::<Vec<_>>(), expected);
}

#[test]
fn what_a_stage_makes_is_hidden_and_so_are_its_copies() {
    check_covers(Veil::default(), &[]);
    check_covers(hiding(&[(Stage::Softmax, Veiled::Numbers)]), &[MatrixName::Weights]);
    check_covers(hiding(&[(Stage::Softmax, Veiled::Whole)]), &[MatrixName::Weights]);
    let projected = [MatrixName::Queries, MatrixName::Keys, MatrixName::Values];
    check_covers(hiding(&[(Stage::Project, Veiled::Numbers)]), &projected);
    // Concatenated, the contexts are the same numbers once more.
    let contexts = [MatrixName::Context, MatrixName::Concat];
    check_covers(hiding(&[(Stage::Context, Veiled::Numbers)]), &contexts);
}

#[test]
fn a_matrix_that_is_shown_is_shown_wherever_it_stands() {
    let veil = hiding(&[(Stage::Softmax, Veiled::Numbers), (Stage::Context, Veiled::Whole)]);
    let shown = veil.lifted(MatrixName::Concat, &trace());
    assert_eq!(shown, hiding(&[(Stage::Softmax, Veiled::Numbers)]));
    assert!(shown.lifted(MatrixName::Weights, &trace()).is_empty());
    assert_eq!(veil.lifted(MatrixName::Scores, &trace()), veil);
}

#[test]
fn every_veil_has_a_text_of_its_own() {
    let kinds = [None, Some(Veiled::Numbers), Some(Veiled::Whole)];
    for first in kinds {
        for last in kinds {
            let mut veil = Veil::default();
            veil.set(Stage::ALL[0], first);
            veil.set(Stage::AddNorm, last);
            if !veil.is_empty() {
                assert_eq!(Veil::of_key(&veil.key()), Some(veil));
            }
        }
    }
    assert_eq!(Veil::of_key("softmax,whole.context").map(|it| it.stages().count()), Some(2));
    for wrong in ["", "softmax,", "weights", "whole.", "whole", "softmax context"] {
        assert_eq!(Veil::of_key(wrong), None, "{wrong:?}");
    }
}
