//! All heads at a glance, against plain loops: in f64 here, in f32 as the kernel streams them.

use std::{ops::ControlFlow, sync::Arc};

use attnscope::{
    kernel::{Given, Prepared, View, stream_heads},
    math::{
        HeadCounts, HeadOverview, Heads, Inputs, Mask, Matrix, Measure, Measures, OutputProjection,
        Overrides, Overview, Problem, Start, Trace, attend, median, next_bits, ranked, usual_most,
    },
    samples::six_tokens,
};
use ndarray::{ArrayView2, Axis, array};

use crate::fixtures;

/// The measures in plain loops, in the order of `Measure::ALL`.
fn by_loops(weights: ArrayView2<'_, f64>) -> [f64; 5] {
    let (n_queries, n_keys) = weights.dim();
    let mut sums = [0.0; 5];
    let (mut n_apart, mut n_seeing) = (0, 0);
    for query in 0..n_queries {
        let mut sum = 0.0;
        for key in 0..n_keys {
            sum += weights[(query, key)];
        }
        // No number is above 0 that is none.
        if !(sum > 0.0 && sum.is_finite()) {
            continue;
        }
        n_seeing += 1;
        for key in 0..n_keys {
            let weight = weights[(query, key)];
            if weight > 0.0 {
                sums[3] -= weight * weight.ln();
            }
            sums[4] += weight * (query as f64 - key as f64).abs();
        }
        if query >= 2 && query <= n_keys {
            n_apart += 1;
            sums[0] += weights[(query, query - 1)];
            sums[1] += weights[(query, 0)];
            if query < n_keys {
                sums[2] += weights[(query, query)];
            }
        }
    }
    let counts = [n_apart, n_apart, n_apart, n_seeing, n_seeing].map(f64::from);
    std::array::from_fn(|at| sums[at] / counts[at])
}

fn numbers(measures: &Measures) -> [f64; 5] {
    Measure::ALL.map(|measure| measures.get(measure))
}

#[track_caller]
fn close(label: &str, expected: &[f64], found: &[f64], tolerance: f64) {
    assert_eq!(expected.len(), found.len(), "{label}: how many");
    for (at, (&expected, &found)) in expected.iter().zip(found).enumerate() {
        let distance = fixtures::distance(expected, found);
        assert!(distance <= tolerance, "{label}[{at}]: expected {expected}, found {found}");
    }
}

/// Scores of two heads, random, with these set, and values of 1.
fn problem((n, m): (usize, usize), mask: Mask, set: &[((usize, usize), f64)]) -> Problem {
    let mut state = 7;
    let mut random = || (next_bits(&mut state) >> 11) as f64 / (1_u64 << 50) as f64 - 4.0;
    let mut scores = Heads::from_shape_simple_fn((2, n, m), &mut random);
    for ((query, key), score) in set {
        scores[(1, *query, *key)] = *score;
    }
    let values = Some(Arc::new(Heads::ones((2, m, 1))));
    let inputs = Inputs {
        start: Start::Scores { scores: Arc::new(scores), values },
        heads: HeadCounts::equal(2),
        rotary: None,
        output: OutputProjection::Unknown,
        add_norm: None,
        overrides: Overrides::new(),
    };
    Problem::new(inputs, mask, None).unwrap()
}

/// Trace and kernel measure what plain loops do, and make the same small pictures.
#[track_caller]
fn check(label: &str, problem: &Problem) -> Vec<[f64; 5]> {
    let trace = attend(problem);
    let Overview(heads) = Overview::of(&trace).unwrap();
    let prepared = Prepared::of(Given::of(problem.inputs()).unwrap());
    let given = Given::of(problem.inputs()).unwrap();
    let view = View::new(Arc::clone(problem.shared_mask()), problem.scale(), &given);
    let streamed = stream_heads(&prepared, &view, |_| ControlFlow::Continue(())).unwrap();
    let of_head = |(head, overview): (usize, &HeadOverview)| {
        let expected = by_loops(trace.weights.index_axis(Axis(0), head));
        let label = format!("{label}, head {head}");
        close(&label, &expected, &numbers(&overview.measures), 1e-12);
        let of_kernel = streamed.measures[head].numbers().map(f64::from);
        close(&format!("{label}, streamed"), &expected, &of_kernel, 2e-5);
        let picture = &streamed.pictures[head];
        assert_eq!(overview.picture.dim(), (picture.rows, picture.columns), "{label}");
        let drawn: Vec<f64> = overview.picture.iter().copied().collect();
        let pixels: Vec<f64> = picture.numbers.iter().copied().map(f64::from).collect();
        close(&format!("{label}, picture"), &drawn, &pixels, 2e-5);
        expected
    };
    heads.iter().enumerate().map(of_head).collect()
}

#[test]
fn heads_are_measured_as_plain_loops_measure_them() {
    check("one token", &problem((1, 1), Mask::None, &[]));
    check("two tokens", &problem((2, 2), Mask::Causal, &[]));
    check("three tokens", &problem((3, 3), Mask::Causal, &[]));
    check("without a mask", &problem((9, 9), Mask::None, &[]));
    check("causal", &problem((70, 70), Mask::Causal, &[]));
    check("more keys than queries", &problem((5, 9), Mask::None, &[]));
    check("more queries than keys", &problem((9, 4), Mask::None, &[]));
    let hidden: Vec<_> = (0..9).map(|key| ((4, key), f64::NEG_INFINITY)).collect();
    check("a query that sees nothing", &problem((9, 9), Mask::None, &hidden));
    check("a query of no numbers", &problem((9, 9), Mask::None, &[((4, 2), f64::NAN)]));
}

#[test]
fn where_nothing_can_be_measured_there_is_no_number() {
    let one = check("one token", &problem((1, 1), Mask::None, &[]));
    assert!(one[0][..3].iter().all(|it| it.is_nan()), "{one:?}");
    assert_eq!(one[0][3..], [0.0, 0.0]);
    let hidden: Vec<_> =
        (0..3).flat_map(|query| (0..3).map(move |key| ((query, key), f64::NEG_INFINITY))).collect();
    let none = check("no query sees a key", &problem((3, 3), Mask::None, &hidden));
    assert!(none[1].iter().all(|it| it.is_nan()), "{none:?}");
    assert!(none[0].iter().all(|it| it.is_finite()), "{none:?}");
}

#[test]
fn a_query_that_is_not_measured_takes_no_part() {
    let weights = array![[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.0, 0.0, 0.0], [0.2, 0.3, 0.5]];
    let without = Measures::of(weights.view());
    close("no key seen", &by_loops(weights.view()), &numbers(&without), 1e-15);
    // Over the last alone: the third sees nothing, and the fourth has no key of its own.
    assert_eq!((without.previous, without.first, without.own), (0.5, 0.2, 0.0));
    let mut unknown = weights;
    unknown[(2, 1)] = f64::NAN;
    assert_eq!(Measures::of(unknown.view()), without);
}

#[test]
fn the_built_heads_are_first_in_what_they_are_built_for() {
    let trace = attend(&six_tokens().problem);
    let Overview(heads) = Overview::of(&trace).unwrap();
    let first = |measure: Measure| {
        let numbers: Vec<f64> = heads.iter().map(|head| head.measures.get(measure)).collect();
        ranked(&numbers)[0]
    };
    // Their numbers, from 0: previous token, itself, first token, even spread.
    assert_eq!(first(Measure::Previous), 0);
    assert_eq!(first(Measure::Own), 1);
    assert_eq!(first(Measure::First), 2);
    assert_eq!(first(Measure::Entropy), 5);
}

#[test]
fn a_long_picture_keeps_its_spike_and_a_short_one_is_the_weights() {
    let spike = problem((200, 200), Mask::None, &[((130, 77), 400.0)]);
    check("a spike", &spike);
    let Overview(heads) = Overview::of(&attend(&spike)).unwrap();
    let pixel = heads[1].picture[(130 * 64 / 200, 77 * 64 / 200)];
    assert!(pixel > 0.999, "{pixel}");
    let trace = attend(&problem((6, 6), Mask::Causal, &[]));
    let of_head: Matrix = trace.weights.index_axis(Axis(0), 1).to_owned();
    assert_eq!(Overview::of(&trace).unwrap().0[1].picture, of_head);
}

#[test]
fn colors_reach_as_far_as_a_usual_row() {
    assert_eq!(median([3.0, f64::NAN, 1.0, f64::INFINITY, 2.0].into_iter()), Some(2.0));
    assert_eq!(median([f64::NAN].into_iter()), None);
    assert_eq!(median([-2.5, 4.0, -3.0, -0.5].into_iter()), Some(-0.5));
    assert_eq!(median([0.25; 5].into_iter()), Some(0.25));
    // A row that sees one key gives it 1, which tells nothing of the others.
    let of = |rows: Matrix| HeadOverview::of(rows, Measures::of_numbers([0.0; 5]));
    let first = of(array![[1.0, 0.0, 0.0], [0.3, 0.2, f64::NAN], [0.1, 0.2, 0.1]]);
    let blind = of(array![[f64::NAN, f64::NAN], [f64::NAN, f64::NAN]]);
    assert_eq!((first.usual_most, blind.usual_most), (0.3, 0.0));
    let second = of(array![[1.0, 0.0], [0.4, 0.6]]);
    assert_eq!(Some(Overview(vec![first, blind, second]).usual_most()), Some(1.0));
}

#[test]
fn the_colors_of_a_head_reach_as_far_as_its_usual_row_only_among_many_keys() {
    for (size, mask) in [((40, 33), Mask::None), ((48, 48), Mask::Causal)] {
        let computed = problem(size, mask, &[((7, 5), 9.0)]);
        let trace = attend(&computed);
        let weights = Arc::clone(&trace.weights);
        let start = Start::Weights { weights, values: None };
        let given = Inputs { start, ..computed.inputs().clone() };
        let given = attend(&Problem::new(given, Mask::None, None).unwrap());
        let mut half_blind = (*trace.weights).clone();
        half_blind.slice_mut(ndarray::s![.., ..size.0 / 2 + 1, ..]).fill(0.0);
        for head in 0..2 {
            let mut largest = Vec::new();
            for row in trace.weights.index_axis(Axis(0), head).rows() {
                largest.push(row.iter().copied().fold(0.0, f64::max));
            }
            largest.sort_unstable_by(f64::total_cmp);
            let expected = largest[size.0 / 2];
            let of_seeing = usual_most(half_blind.index_axis(Axis(0), head));
            assert!(of_seeing.unwrap() > 0.0, "rows without weights do not count");
            for trace in [&trace, &given] {
                let found = trace.usual_most(head).unwrap();
                assert!((found - expected).abs() <= 1e-15, "{found}, not {expected}");
            }
        }
        for trace in [&trace, &given] {
            let of_heads = [0, 1].map(|head| trace.usual_most(head).unwrap());
            assert_eq!(trace.usual_most_of_all(), Some(of_heads[0].max(of_heads[1])));
        }
    }
    assert_eq!(attend(&problem((200, 32), Mask::None, &[])).usual_most(0), None);
}

#[test]
fn a_trace_of_one_head_of_several_has_no_overview() {
    let long = problem((700, 700), Mask::None, &[]);
    assert!(long.is_long());
    let projected = long.projected_for(1);
    let trace: Trace = attnscope::math::attend_from(&projected, &long);
    assert_eq!(Overview::of(&trace), None);
}

#[test]
fn ranks_are_stable_and_no_number_is_last() {
    let nan = f64::NAN;
    assert_eq!(ranked(&[0.5, nan, 0.75, 0.5, -0.0, nan, 0.0]), [2, 0, 3, 4, 6, 1, 5]);
    assert_eq!(ranked(&[]), [0; 0]);
    assert_eq!(ranked(&[nan, f64::NEG_INFINITY, f64::INFINITY]), [2, 1, 0]);
}

#[test]
fn every_measure_has_a_name_of_its_own() {
    for measure in Measure::ALL {
        assert_eq!(Measure::from_id(measure.id()), Some(measure));
    }
    assert_eq!(Measure::from_id("second"), None);
}
