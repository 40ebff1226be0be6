//! The f32 kernel against the f64 trace: fixtures, random problems, masks, numbers that are none.

mod exp;

use std::{ops::ControlFlow, sync::Arc};

use attnscope::{
    document::Document,
    kernel::{Given, HeadStages, Prepared, Streamed, View, memory, stream_heads},
    math::{
        Affine, Corner, Embeddings, HeadCounts, Heads, Inputs, Mask, MaskPlan, MaskRule, Matrix,
        OutputProjection, Overridable, OverridePlace, Overrides, Problem, Rotary, Scale, Start,
        Trace, attend, mean_on_previous, next_bits, row_stats,
    },
};
use ndarray::{Array2, Array3, Axis};

use crate::fixtures;

/// How far f32 may be from f64, relative above 1: rounding of sums of some hundred terms.
const TOLERANCE: f64 = 2e-5;

#[track_caller]
fn close(label: &str, expected: &[f64], found: &[f32]) -> f64 {
    assert_eq!(expected.len(), found.len(), "{label}: how many");
    let mut worst = 0.0_f64;
    for (at, (&expected, &found)) in expected.iter().zip(found).enumerate() {
        let distance = fixtures::distance(expected, f64::from(found));
        assert!(distance <= TOLERANCE, "{label}[{at}]: expected {expected}, found {found}");
        worst = worst.max(distance);
    }
    worst
}

fn numbers<'a>(array: impl IntoIterator<Item = &'a f64>) -> Vec<f64> {
    array.into_iter().copied().collect()
}

fn prepared(problem: &Problem) -> (Prepared, View) {
    let given = Given::of(problem.inputs()).unwrap();
    let view = View::new(Arc::clone(problem.shared_mask()), problem.scale(), &given);
    (Prepared::of(given), view)
}

fn streamed(prepared: &Prepared, view: &View) -> Streamed {
    stream_heads(prepared, view, |_| ControlFlow::Continue(())).unwrap()
}

/// Compares every stage of every head, and what is streamed, with the trace.
#[track_caller]
fn check(label: &str, problem: &Problem) {
    let trace = attend(problem);
    let (prepared, view) = prepared(problem);
    for head in 0..problem.inputs().heads.queries {
        let stages = HeadStages::of(&prepared, &view, head);
        check_head(&format!("{label}, head {head}"), &trace, head, &stages);
    }
    check_streamed(label, &trace, &streamed(&prepared, &view));
}

#[track_caller]
fn check_head(label: &str, trace: &Trace, head: usize, stages: &HeadStages) {
    let of_head = |stack: &Heads| numbers(stack.index_axis(Axis(0), head));
    let close = |what: &str, expected: &[f64], found: &[f32]| {
        close(&format!("{label}: {what}"), expected, found);
    };
    let softmax = trace.softmax.as_ref().unwrap();
    close("scores", &of_head(trace.projected.scores.as_ref().unwrap()), &stages.scores);
    close("row_max", &numbers(softmax.row_max.row(head)), &stages.rest.row_max);
    close("row_sum", &numbers(softmax.row_sum.row(head)), &stages.rest.row_sum);
    close("weights", &of_head(&trace.weights), &stages.rest.weights);
    let context = trace.context.as_ref().map(of_head).unwrap_or_default();
    close("context", &context, &stages.rest.context);
}

#[track_caller]
fn check_streamed(label: &str, trace: &Trace, streamed: &Streamed) {
    let concat = trace.concat.as_ref().map(numbers).unwrap_or_default();
    close(&format!("{label}: concat"), &concat, &streamed.concat);
    let output = trace.output.as_ref().map(numbers).unwrap_or_default();
    close(&format!("{label}: output"), &output, &streamed.output);
    for (head, weights) in trace.weights.outer_iter().enumerate() {
        let picture = &streamed.pictures[head];
        let mut expected = vec![0.0_f64; picture.rows * picture.columns];
        for ((query, key), weight) in weights.indexed_iter() {
            let row = query * picture.rows / weights.nrows();
            let pixel =
                &mut expected[row * picture.columns + key * picture.columns / weights.ncols()];
            if *weight > *pixel || weight.is_nan() {
                *pixel = *weight;
            }
        }
        close(&format!("{label}: picture of head {head}"), &expected, &picture.numbers);
    }
}

fn random(state: &mut u64) -> f64 {
    (next_bits(state) >> 11) as f64 / (1_u64 << 53) as f64 * 2.0 - 1.0
}

fn matrix(rows: usize, columns: usize, state: &mut u64) -> Matrix {
    Matrix::from_shape_fn((rows, columns), |_| random(state))
}

/// A random problem of cross-attention with biases.
struct Case {
    n: usize,
    m: usize,
    heads: HeadCounts,
    d_k: usize,
    d_v: usize,
}

impl Case {
    fn inputs(&self) -> Inputs {
        let Self { n, m, heads, d_k, d_v } = *self;
        let mut state = (n * 1000 + m * 10 + d_k) as u64;
        let s = &mut state;
        let mut affine = |d_in, d_out| Affine {
            weight: Some(matrix(d_in, d_out, s).into()),
            bias: Some(matrix(1, d_out, s).row(0).to_owned()),
        };
        let query = affine(20, heads.queries * d_k);
        let key = affine(13, heads.keys_values * d_k);
        let value = affine(9, heads.keys_values * d_v);
        let output = affine(heads.queries * d_v, 11);
        let embeddings = Embeddings {
            x_q: matrix(n, 20, s).into(),
            x_k: Some(matrix(m, 13, s).into()),
            x_v: Some(matrix(m, 9, s).into()),
            query,
            key,
            value,
        };
        Inputs {
            start: Start::Embeddings(Box::new(embeddings)),
            heads,
            rotary: None,
            output: OutputProjection::Given(output),
            add_norm: None,
            overrides: Overrides::new(),
        }
    }

    fn problem(&self, mask: Mask) -> Problem {
        Problem::new(self.inputs(), mask, None).unwrap()
    }
}

const FOUR_OVER_TWO: HeadCounts = HeadCounts { queries: 4, keys_values: 2 };

#[test]
fn every_fixture_comes_out_as_in_the_trace() {
    let mut n_checked = 0;
    for name in fixtures::names() {
        let problem = Document::from_json(&fixtures::text(&name)).unwrap().problem().unwrap();
        match Given::of(problem.inputs()) {
            Some(_) => check(&name, &problem),
            None => continue,
        }
        n_checked += 1;
    }
    assert!(n_checked >= 30, "{n_checked}");
}

#[test]
fn odd_sizes_and_shared_heads_come_out_as_in_the_trace() {
    for (n, m) in [(1, 1), (1, 7), (7, 1), (7, 63), (63, 7), (65, 65), (63, 63), (130, 65), (6, 8)]
    {
        for (d_k, d_v) in [(1, 3), (8, 8), (7, 6), (64, 13)] {
            let case = Case { n, m, heads: FOUR_OVER_TWO, d_k, d_v };
            check(&format!("{n} × {m}, {d_k}, {d_v}"), &case.problem(Mask::None));
            check(&format!("causal {n} × {m}, {d_k}, {d_v}"), &case.problem(Mask::Causal));
        }
    }
}

#[test]
fn every_mask_hides_what_it_hides_in_the_trace() {
    for (n, m) in [(9, 9), (65, 63), (63, 65)] {
        let case = Case { n, m, heads: FOUR_OVER_TWO, d_k: 8, d_v: 8 };
        let causal = [None, Some(Corner::UpperLeft), Some(Corner::LowerRight)];
        let rules = [
            MaskRule::All,
            MaskRule::Padding { from: 5 },
            MaskRule::Window { width: 3 },
            MaskRule::Prefix { length: 4 },
            MaskRule::Blocks { starts: vec![2, 7] },
        ];
        for rule in rules {
            for causal in causal {
                let plan = MaskPlan::Rule { rule: rule.clone(), causal };
                let mask = Mask::clone(&plan.mask((n, m)));
                check(&format!("{plan:?} {n} × {m}"), &case.problem(mask));
            }
        }
        let s = &mut 7;
        let mut sees = || !next_bits(s).is_multiple_of(4);
        // The third query sees nothing.
        let allow = Array2::from_shape_fn((n, m), |(query, _)| query != 2 && sees());
        let per_head = Array3::from_shape_fn((4, n, m), |(head, query, _)| query != head && sees());
        let s = &mut 9;
        let mut term = |sees: &bool| if *sees { random(s) } else { f64::NEG_INFINITY };
        let (add, add_per_head) = (allow.map(&mut term), per_head.map(&mut term));
        for mask in [
            Mask::Allow(allow),
            Mask::AllowPerHead(per_head),
            Mask::Add(add),
            Mask::AddPerHead(add_per_head),
        ] {
            check(&format!("cells {n} × {m}"), &case.problem(mask));
        }
    }
}

#[test]
fn positions_and_numbers_set_by_hand_count() {
    let case = Case { n: 12, m: 12, heads: FOUR_OVER_TWO, d_k: 8, d_v: 6 };
    let mut inputs = case.inputs();
    let positions = Some((0..12).map(|at| f64::from(at) * 1.5 + 3.0).collect());
    inputs.rotary = Some(Rotary { theta: 10_000.0, positions });
    check("rotary", &Problem::new(inputs.clone(), Mask::Causal, None).unwrap());
    for (matrix, head) in Overridable::ALL.into_iter().zip([3, 1, 0, 2]) {
        let place = OverridePlace { matrix, head, row: 5, column: 4 };
        inputs.overrides.insert(place, 1.25);
        let late = OverridePlace { matrix, head, row: 11, column: 5 };
        inputs.overrides.insert(late, -2.5);
    }
    check("set by hand", &Problem::new(inputs, Mask::Causal, None).unwrap());
}

#[test]
fn ready_made_projections_and_scores_are_where_it_begins() {
    let mut state = 5;
    let mut stack = |heads, rows, columns| {
        let numbers = Array3::from_shape_fn((heads, rows, columns), |_| random(&mut state));
        Arc::new(numbers)
    };
    let (queries, keys, values) = (stack(4, 9, 5), stack(2, 7, 5), stack(2, 7, 3));
    let scores = stack(4, 9, 7);
    let starts = [
        Start::Projections { queries, keys, values: Arc::clone(&values) },
        Start::Scores { scores, values: Some(values) },
    ];
    for start in starts {
        let inputs = Inputs {
            start,
            heads: FOUR_OVER_TWO,
            rotary: None,
            output: OutputProjection::Unknown,
            add_norm: None,
            overrides: Overrides::new(),
        };
        let scale = Some(Scale::MultiplyBy(0.3));
        check("ready-made", &Problem::new(inputs, Mask::Causal, scale).unwrap());
    }
}

/// A problem in which a number of a projected matrix is set by hand.
fn with_set(matrix: Overridable, number: f64, mask: Mask) -> Problem {
    let mut inputs = Case { n: 10, m: 10, heads: FOUR_OVER_TWO, d_k: 8, d_v: 6 }.inputs();
    inputs.overrides.insert(OverridePlace { matrix, head: 1, row: 4, column: 3 }, number);
    Problem::new(inputs, mask, None).unwrap()
}

#[test]
fn nan_and_infinities_go_where_they_go_in_the_trace() {
    for number in [f64::NAN, f64::INFINITY, f64::NEG_INFINITY] {
        for matrix in Overridable::ALL {
            for mask in [Mask::None, Mask::Causal] {
                let label = format!("{number} in {}, {mask:?}", matrix.key());
                check(&label, &with_set(matrix, number, mask));
            }
        }
    }
}

#[test]
fn scores_far_apart_neither_overflow_nor_vanish() {
    for number in [1e4, -1e4, 3e38, -3e38, 250.0, -250.0] {
        check(&format!("score {number}"), &with_set(Overridable::Scores, number, Mask::Causal));
    }
}

#[test]
fn another_scale_and_mask_follow_from_the_scores_of_an_opened_head() {
    let case = Case { n: 65, m: 65, heads: FOUR_OVER_TWO, d_k: 8, d_v: 6 };
    let problem = case.problem(Mask::None);
    let (prepared, view) = prepared(&problem);
    let mut stages = HeadStages::of(&prepared, &view, 2);
    let scores = stages.scores.clone();
    let other = problem.with_options(Mask::Causal, Scale::DivideBy(0.5)).unwrap();
    let view = View::new(Arc::clone(other.shared_mask()), other.scale(), &prepared.given);
    stages.follow(&prepared, &view, 2);
    assert_eq!(stages.scores, scores);
    check_head("after", &attend(&other), 2, &stages);
}

#[test]
fn a_head_that_is_kept_while_all_are_streamed_is_the_head_that_is_opened() {
    let problem = Case { n: 33, m: 33, heads: FOUR_OVER_TWO, d_k: 8, d_v: 6 }.problem(Mask::Causal);
    let (prepared, view) = prepared(&problem);
    let mut streamed_here = Streamed::new(&prepared);
    assert!(streamed_here.next_head(&prepared, &view));
    let kept = streamed_here.next_head_kept(&prepared, &view).unwrap();
    assert_eq!(kept, HeadStages::of(&prepared, &view, 1));
    while streamed_here.next_head(&prepared, &view) {}
    assert!(streamed_here.next_head_kept(&prepared, &view).is_none());
    streamed_here.project(&prepared);
    check_streamed("with one kept", &attend(&problem), &streamed_here);
}

#[test]
fn heads_are_measured_as_the_trace_measures_them() {
    for mask in [Mask::None, Mask::Causal] {
        let problem = Case { n: 70, m: 70, heads: FOUR_OVER_TWO, d_k: 8, d_v: 6 }.problem(mask);
        let trace = attend(&problem);
        let (prepared, view) = prepared(&problem);
        let streamed = streamed(&prepared, &view);
        for (weights, found) in trace.weights.outer_iter().zip(&streamed.measures) {
            let mean = |f: &dyn Fn(usize) -> f64, rows: std::ops::Range<usize>| {
                rows.clone().map(f).sum::<f64>() / rows.len() as f64
            };
            let far = |query: usize| {
                let row = weights.row(query);
                let terms = row.iter().enumerate();
                terms.map(|(key, weight)| weight * key.abs_diff(query) as f64).sum()
            };
            let expected = [
                mean_on_previous(weights).unwrap(),
                mean(&|query| weights[(query, 0)], 2..70),
                mean(&|query| weights[(query, query)], 2..70),
                mean(&|query| row_stats(weights.row(query)).entropy, 0..70),
                mean(&far, 0..70),
            ];
            close("measures", &expected, &found.numbers());
        }
    }
}

#[test]
fn a_hot_cell_stays_in_the_small_picture_wherever_it_is() {
    for (query, key) in [(0, 0), (199, 0), (199, 199), (130, 77), (64, 63)] {
        let mut scores = Heads::zeros((1, 200, 200));
        scores[(0, query, key)] = 50.0;
        let values = Some(Arc::new(Heads::zeros((1, 200, 1))));
        let inputs = Inputs {
            start: Start::Scores { scores: Arc::new(scores), values },
            heads: HeadCounts::equal(1),
            rotary: None,
            output: OutputProjection::Unknown,
            add_norm: None,
            overrides: Overrides::new(),
        };
        let (prepared, view) = prepared(&Problem::new(inputs, Mask::None, None).unwrap());
        let picture = &streamed(&prepared, &view).pictures[0];
        assert_eq!((picture.rows, picture.columns), (64, 64));
        let hot = query * 64 / 200 * 64 + key * 64 / 200;
        for (at, number) in picture.numbers.iter().enumerate() {
            assert_eq!(*number > 0.5, at == hot, "({query}, {key}): pixel {at} is {number}");
        }
    }
}

#[test]
fn streaming_stops_when_it_is_told_to() {
    let problem = Case { n: 5, m: 5, heads: FOUR_OVER_TWO, d_k: 2, d_v: 2 }.problem(Mask::None);
    let (prepared, view) = prepared(&problem);
    let mut told = Vec::new();
    let stopped = stream_heads(&prepared, &view, |n_done| {
        told.push(n_done);
        if n_done == 2 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(stopped.is_none());
    assert_eq!(told, [1, 2]);
}

#[test]
fn the_memory_that_is_told_is_what_the_arrays_take() {
    let problem = Case { n: 65, m: 63, heads: FOUR_OVER_TWO, d_k: 8, d_v: 6 }.problem(Mask::None);
    let (prepared, view) = prepared(&problem);
    let told = memory(&prepared.given.sizes());
    let bytes = |arrays: &[&Vec<f32>]| arrays.iter().map(|it| 4 * it.len()).sum::<usize>();
    let Prepared { queries, keys, values, .. } = &prepared;
    assert_eq!(told.prepared, bytes(&[queries, keys, values]));
    let streamed = streamed(&prepared, &view);
    let pictures = streamed.pictures.iter().map(|it| 4 * it.numbers.len()).sum::<usize>();
    assert_eq!(told.streamed, bytes(&[&streamed.concat, &streamed.output]) + pictures);
    let HeadStages { scores, rest } = HeadStages::of(&prepared, &view, 0);
    let rest = [&rest.row_max, &rest.row_sum, &rest.weights, &rest.context];
    assert_eq!(told.opened, bytes(&[&scores]) + bytes(&rest));
    assert!(told.total() > told.prepared + told.streamed + told.opened);
    let endless = attnscope::kernel::Sizes { n_queries: usize::MAX, ..prepared.given.sizes() };
    assert_eq!(memory(&endless).total(), usize::MAX);
}
