//! Long inputs: one head is held at a time, and is what it is among all.

use std::sync::Arc;

use attnscope::math::{
    Affine, Embeddings, HeadCounts, Inputs, Mask, Matrix, MatrixName, OutputProjection,
    Overridable, OverridePlace, Overrides, Problem, Remark, Rotary, Stage, Start, Trace, attend,
    attend_from, next_bits,
};
use ndarray::{Array1, Array3};

const N_HEADS: usize = 12;
const N_KV_HEADS: usize = 4;
const TOKENS: usize = 190;
const D: usize = 4;

/// A grouped, turned, masked problem with numbers set by hand, of more than is kept at once.
fn long() -> Problem {
    let mut state = 7;
    let mut number = || (next_bits(&mut state) >> 11) as f64 / (1u64 << 53) as f64 - 0.5;
    let mut matrix = |rows, columns| Matrix::from_shape_simple_fn((rows, columns), &mut number);
    let mut affine = |d_in, d_out| Affine {
        weight: Some(matrix(d_in, d_out).into()),
        bias: Some(Array1::from(matrix(1, d_out).into_raw_vec_and_offset().0)),
    };
    let embeddings = Embeddings {
        query: affine(6, N_HEADS * D),
        key: affine(6, N_KV_HEADS * D),
        value: affine(6, N_KV_HEADS * D),
        x_q: Arc::new(affine(TOKENS, 6).weight.map(Arc::unwrap_or_clone).unwrap()),
        x_k: None,
        x_v: None,
    };
    let output = OutputProjection::Given(affine(N_HEADS * D, 5));
    let place = |matrix, head, row, column| OverridePlace { matrix, head, row, column };
    let overrides = Overrides::from([
        (place(Overridable::Queries, 5, 3, 1), 2.0),
        (place(Overridable::Keys, 1, 0, 2), -1.5),
        (place(Overridable::Values, 3, 7, 0), 4.0),
        (place(Overridable::Scores, 11, 8, 8), 3.0),
    ]);
    let mut allow = Array3::from_shape_fn((N_HEADS, TOKENS, TOKENS), |(h, q, k)| k <= q + h);
    // Sees nothing.
    allow.slice_mut(ndarray::s![6, 9, ..]).fill(false);
    let inputs = Inputs {
        start: Start::Embeddings(Box::new(embeddings)),
        heads: HeadCounts { queries: N_HEADS, keys_values: N_KV_HEADS },
        rotary: Some(Rotary { theta: 10_000.0, positions: None }),
        output,
        add_norm: None,
        overrides,
    };
    Problem::new(inputs, Mask::AllowPerHead(allow), None).unwrap()
}

fn held(problem: &Problem, head: usize) -> Trace {
    attend_from(&problem.projected_for(head), problem)
}

/// Largest difference of two matrices, relative to the largest number.
fn off(a: ndarray::ArrayView2<'_, f64>, b: ndarray::ArrayView2<'_, f64>) -> f64 {
    assert_eq!(a.dim(), b.dim());
    let finite = |value: &f64| value.is_finite();
    let largest = b.iter().copied().filter(finite).fold(0.0, |most: f64, it| most.max(it.abs()));
    let differences =
        a.iter().zip(b).map(|(a, b)| if a.to_bits() == b.to_bits() { 0.0 } else { (a - b).abs() });
    differences.fold(0.0, f64::max) / largest.max(f64::MIN_POSITIVE)
}

#[test]
fn a_head_alone_is_what_it_is_among_all() {
    let problem = long();
    assert!(problem.is_long() && problem.fits_whole());
    let whole = attend(&problem);
    assert!(whole.projected.holds_all());
    for head in [0, 1, 5, 6, 11] {
        let alone = held(&problem, head);
        assert_eq!(Stage::of(&alone), Stage::of(&whole), "head {head}");
        for name in MatrixName::ALL {
            let (Some(alone), Some(whole)) = (alone.matrix(name, head), whole.matrix(name, head))
            else {
                let follows = [MatrixName::Concat, MatrixName::Output].contains(&name);
                assert!(follows || whole.matrix(name, head).is_none(), "head {head}: {name:?}");
                continue;
            };
            assert!(off(alone.view(), whole.view()) < 1e-12, "head {head}: {name:?}");
        }
        // Others are not there, and are not mistaken for it.
        assert!(alone.view(MatrixName::Weights, (head + 1) % N_HEADS).is_none());
    }
}

#[test]
fn what_all_heads_make_together_is_the_same_from_any() {
    let problem = long();
    let whole = attend(&problem);
    let together = held(&problem, 5).with_all_heads(&problem);
    for name in [MatrixName::Concat, MatrixName::Output] {
        let (a, b) = (together.view(name, 5).unwrap(), whole.view(name, 5).unwrap());
        assert!(off(a, b) < 1e-12, "{name:?}");
    }
}

#[test]
fn numbers_set_by_hand_are_found_in_the_head_that_is_held() {
    let problem = long();
    for (place, value) in &problem.inputs().overrides {
        let head = match place.matrix {
            Overridable::Queries | Overridable::Scores => place.head,
            Overridable::Keys | Overridable::Values => place.head * N_HEADS / N_KV_HEADS,
        };
        let projected = problem.projected_for(head);
        assert_eq!(projected.at(*place), Some(*value), "{place:?}");
    }
    let remark = Remark::SeesNoKey { head: 6, query: 9 };
    assert_eq!(held(&problem, 6).remarks, [remark]);
    assert_eq!(held(&problem, 5).remarks, []);
}
