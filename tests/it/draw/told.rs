//! Pictures of a long input, whose numbers are told from f32, and what is worked out of them once.

use std::sync::Arc;

use attnscope::{
    draw::{
        ColorMap, Digest, Domain, Kept, Look, Numbers, Theme, UnderMask, Window, extent, glance,
        heatmap_over, look_alike,
    },
    math::{
        Between, Cells, Glance, HeadCounts, Heads, Inputs, LongHead, Mask, Matrix, MatrixName as M,
        OutputProjection, Overrides, Problem, Scale, Start, Trace, attend, next_bits, value_range,
    },
};
use ndarray::Array2;

use super::framebuffer::{Framebuffer, picture};

const BETWEEN: [M; 5] = [M::Scores, M::Scaled, M::MaskTerm, M::Masked, M::Weights];

/// A trace whose matrices between queries and keys are told from these scores; weights are computed as they stand
/// in the paper.
fn told(scores: &Arc<Vec<f32>>, (n, m): (usize, usize), mask: Mask, scale: Scale) -> Trace {
    let stack = |rows| Arc::new(Heads::ones((1, rows, 2)));
    let inputs = Inputs {
        start: Start::Projections { queries: stack(n), keys: stack(m), values: stack(m) },
        heads: HeadCounts::equal(1),
        rotary: None,
        output: OutputProjection::Unknown,
        add_norm: None,
        overrides: Overrides::new(),
    };
    let mut trace = attend(&Problem::new(inputs, mask, Some(scale)).unwrap());
    let mut head = LongHead {
        n_keys: m,
        scores: Arc::clone(scores),
        row_max: vec![f32::NEG_INFINITY; n],
        row_sum: vec![0.0; n],
        weights: vec![0.0; n * m],
        of_scores: [None, None],
        of_weights: None,
        usual_most: None,
    };
    let mut small = Matrix::zeros((n.min(64), m.min(64)));
    for query in 0..n {
        let masked = |key: usize| {
            let hides = trace.mask.term(0, query, key) == f64::NEG_INFINITY;
            let scaled = scale.apply(f64::from(scores[query * m + key]));
            if hides { f64::NEG_INFINITY } else { scaled + trace.mask.term(0, query, key) }
        };
        let largest = (0..m).map(masked).fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = (0..m).map(|key| (masked(key) - largest).exp()).sum();
        for key in 0..m {
            let weight = (masked(key) - largest).exp() / sum;
            head.weights[query * m + key] = weight as f32;
            let (rows, columns) = small.dim();
            let pixel = &mut small[(query * rows / n, key * columns / m)];
            *pixel = pixel.max(f64::from(weight as f32));
        }
        (head.row_max[query], head.row_sum[query]) = (largest as f32, sum as f32);
    }
    let finite = || head.weights.iter().copied().map(f64::from).filter(|it| it.is_finite());
    let sum = |row: &[f32]| row.iter().copied().map(f64::from).sum::<f64>();
    let sums = || head.weights.chunks(m).map(sum);
    let more = |most: f64, sum: f64| if (most + sum).is_nan() { f64::NAN } else { most.max(sum) };
    head.of_weights = Some(Glance {
        range: finite().map(|it| (it, it)).reduce(|a, b| (a.0.min(b.0), a.1.max(b.1))),
        sums: (-sums().map(|sum| -sum).fold(f64::MIN, more), sums().fold(f64::MIN, more)),
        small: Some(small),
    });
    trace.between = Between::Told(Arc::new(head));
    trace
}

fn random(count: usize) -> Arc<Vec<f32>> {
    let mut state = 3;
    let number = |_| ((next_bits(&mut state) >> 40) as f32 / 16_777_216.0 - 0.5) * 60.0;
    Arc::new((0..count).map(number).collect())
}

/// The same with what is no number here and there, of which a pixel shows the one that counts most.
fn with_no_numbers(scores: &Arc<Vec<f32>>) -> Arc<Vec<f32>> {
    let other = [f32::NAN, f32::INFINITY, f32::NEG_INFINITY, 0.0, -0.0];
    let at = |(place, score): (usize, &f32)| match place % 13 {
        kind @ 0..5 if place % 7 < 3 => other[kind],
        _ => *score,
    };
    Arc::new(scores.iter().enumerate().map(at).collect())
}

fn drawn(cells: &Cells, look: &Look<'_>, size: (u32, u32)) -> Framebuffer {
    let mut buffer = Framebuffer::new(size);
    heatmap_over(&mut buffer, look, cells, &mut Kept::default()).unwrap();
    buffer
}

fn masks(n: usize, m: usize) -> [Mask; 4] {
    let sees = |(query, key): (usize, usize)| query != 5 && (query * 7 + key * 3) % 4 != 0;
    let term = |cell| if sees(cell) { cell.1 as f64 / 9.0 } else { f64::NEG_INFINITY };
    let allow = Mask::Allow(Array2::from_shape_fn((n, m), sees));
    [Mask::None, Mask::Causal, allow, Mask::Add(Array2::from_shape_fn((n, m), term))]
}

#[test]
fn what_is_told_is_drawn_as_the_same_numbers_in_a_matrix() {
    let (n, m) = (70, 90);
    let windows = [(0.0, 70.0), (13.3, 31.7), (60.0, 7.0)];
    let kinds = [random(n * m), with_no_numbers(&random(n * m))];
    for (mask, scores) in
        masks(n, m).into_iter().flat_map(|mask| kinds.each_ref().map(|it| (mask.clone(), it)))
    {
        let trace = told(scores, (n, m), mask, Scale::DivideBy(8.0));
        for (name, turned) in BETWEEN.into_iter().flat_map(|it| [(it, false), (it, true)]) {
            let cells = trace.cells(name, 0).unwrap();
            let cells = if turned { cells.turned() } else { cells };
            let matrix = cells.to_matrix();
            let domain = if name == M::Weights { Domain::unit() } else { Domain::symmetric(3.0) };
            for ((from, shown), side) in windows.into_iter().flat_map(|it| [(it, 40), (it, 300)]) {
                let window = Window { top: from, left: from, rows: shown, columns: shown };
                let window = Some(window.within(cells.size()));
                let look = Look::new(Theme::Light, domain);
                let look = Look { window, numbers: Numbers::WhenTheyFit, ..look };
                let expected = picture((side, side), &look, matrix.view());
                let found = drawn(&cells, &look, (side, side));
                assert!(found.is_like(&expected), "{name:?}, turned: {turned}, {window:?}");
                let words = |it: &Framebuffer| it.texts.iter().map(|it| it.words.clone()).collect();
                let [found, expected]: [Vec<String>; 2] = [words(&found), words(&expected)];
                assert_eq!(found, expected);
            }
        }
    }
}

#[test]
fn a_digest_tells_what_a_pass_over_all_numbers_tells() {
    let (n, m) = (260, 200);
    let scores = random(n * m);
    let mut before: Vec<Option<Digest>> = vec![None; BETWEEN.len()];
    for mask in masks(n, m) {
        for scale in [Scale::DivideBy(8.0), Scale::MultiplyBy(0.3), Scale::DivideBy(-2.0)] {
            let trace = told(&scores, (n, m), mask.clone(), scale);
            for (name, before) in BETWEEN.into_iter().zip(&mut before) {
                let digest = Digest::of(trace.cells(name, 0).unwrap(), before.as_ref());
                let matrix = digest.cells().to_matrix();
                assert_eq!(digest.range(), value_range(matrix.view()), "{name:?} {scale:?}");
                let hides = matrix.iter().any(|it| *it == f64::NEG_INFINITY);
                assert_eq!(digest.hides(), hides, "{name:?}");
                let sums = matrix.rows().into_iter().all(|row| (row.sum() - 1.0).abs() < 1e-5);
                assert_eq!(digest.sums_to_one(), sums, "{name:?}");
                check_small(name, &matrix, &digest.small().to_matrix());
                *before = Some(digest);
            }
        }
    }
}

#[test]
fn what_is_told_at_a_glance_is_what_a_pass_over_all_numbers_tells() {
    let (n, m) = (260, 200);
    for scores in [random(n * m), with_no_numbers(&random(n * m))] {
        for mask in masks(n, m) {
            let trace = told(&scores, (n, m), mask.clone(), Scale::DivideBy(8.0));
            let Between::Told(head) = &trace.between else { panic!("told") };
            let at_a_glance =
                |numbers, mask| glance(&UnderMask { numbers, size: (n, m), mask, head: 0 });
            let of_scores = [at_a_glance(&scores, &Mask::None), at_a_glance(&scores, &mask)];
            let weights =
                UnderMask { numbers: &head.weights, size: (n, m), mask: &Mask::None, head: 0 };
            let of_weights = head.of_weights.as_ref().unwrap();
            let (range, sums) = extent(&weights);
            assert_eq!(range, of_weights.range);
            assert_eq!(format!("{sums:?}"), format!("{:?}", of_weights.sums));
            let without = [M::Scores, M::Scaled, M::Masked]
                .map(|name| Digest::of(trace.cells(name, 0).unwrap(), None));
            let head = LongHead {
                of_scores: of_scores.map(|it| Some(Arc::new(it))),
                scores: Arc::clone(&scores),
                row_max: head.row_max.clone(),
                row_sum: head.row_sum.clone(),
                weights: Vec::new(),
                of_weights: None,
                ..*head.as_ref()
            };
            let with = Trace { between: Between::Told(Arc::new(head)), ..trace.clone() };
            for (name, without) in [M::Scores, M::Scaled, M::Masked].into_iter().zip(without) {
                let with = Digest::of(with.cells(name, 0).unwrap(), None);
                assert_eq!(with.range(), without.range(), "{name:?} {mask:?}");
                // −0 and 0 are one, NaN and NaN are, too.
                let small = |it: &Digest| {
                    it.small()
                        .to_matrix()
                        .iter()
                        .map(|it| (it + 0.0).to_string())
                        .collect::<Vec<_>>()
                };
                assert_eq!(small(&with), small(&without), "{name:?} {mask:?}");
                assert_eq!(with.sums_to_one(), without.sums_to_one());
                assert_eq!(with.hides(), without.hides());
            }
        }
    }
}

/// Each number of a small matrix is the extreme of the cells that it stands for.
#[track_caller]
fn check_small(name: M, matrix: &Matrix, small: &Matrix) {
    let (rows, columns) = small.dim();
    let side = if name == M::Weights { 64 } else { 128 };
    assert_eq!((rows, columns), (matrix.nrows().min(side), matrix.ncols().min(side)), "{name:?}");
    let range = |at: usize, count: usize, of: usize| match name {
        // As the engine makes them small: by the cell's place and not by the pixel's.
        M::Weights => (at * of).div_ceil(count)..((at + 1) * of).div_ceil(count),
        _ => at * of / count..(at + 1) * of / count,
    };
    for ((row, column), found) in small.indexed_iter() {
        let rows = range(row, rows, matrix.nrows());
        let columns = range(column, columns, matrix.ncols());
        let cells = rows.flat_map(|row| columns.clone().map(move |column| matrix[(row, column)]));
        // Hidden cells come last.
        let size = |it: f64| if it == f64::NEG_INFINITY { -1.0 } else { it.abs() };
        let expected = cells.map(size).fold(-1.0, f64::max);
        assert!(
            (size(*found) - expected).abs() <= 1e-12 * expected.abs(),
            "{name:?} {row} {column}"
        );
    }
}

#[test]
fn what_another_scale_leaves_as_it_is_is_not_worked_out_again() {
    let scores = random(260 * 260);
    let of = |name, scale, before: Option<&Digest>| {
        let trace = told(&scores, (260, 260), Mask::Causal, scale);
        Digest::of(trace.cells(name, 0).unwrap(), before)
    };
    let (eight, two) = (Scale::DivideBy(8.0), Scale::DivideBy(2.0));
    for name in [M::Scores, M::Scaled, M::Masked] {
        let first = of(name, eight, None);
        let then = of(name, two, Some(&first));
        assert!(then.is_worked_out_with(&first), "{name:?}");
        assert_eq!(then == first, name == M::Scores, "{name:?}");
    }
    let first = of(M::Weights, eight, None);
    assert!(!of(M::Weights, two, Some(&first)).is_worked_out_with(&first));
    // A scale that makes infinities of numbers is no mere factor.
    let first = of(M::Scaled, Scale::DivideBy(1e-308), None);
    let matrix = first.cells().to_matrix();
    assert!(matrix.iter().any(|it| it.is_infinite()));
    assert_eq!(first.range(), value_range(matrix.view()));
}

#[test]
fn a_single_hot_cell_of_2048_squared_is_in_every_small_picture() {
    const N: usize = 2048;
    for (query, key) in [(1023, 517), (2047, 2047)] {
        let mut scores = vec![0.125_f32; N * N];
        scores[query * N + key] = -40.0;
        let scores = Arc::new(scores);
        let trace = told(&scores, (N, N), Mask::Causal, Scale::DivideBy(-1.0));
        for name in [M::Scores, M::Scaled, M::Masked] {
            let small = Digest::of(trace.cells(name, 0).unwrap(), None).small().to_matrix();
            assert_eq!(small.dim(), (128, 128));
            assert!(small[(query / 16, key / 16)].abs() > 39.0, "{name:?} {query} {key}");
            let is_hot = |it: &&f64| it.is_finite() && it.abs() > 39.0;
            assert_eq!(small.iter().filter(is_hot).count(), 1);
        }
        let weights = Digest::of(trace.cells(M::Weights, 0).unwrap(), None).small().to_matrix();
        assert!(weights[(query / 32, key / 32)] > 0.99);
        // Of stored numbers, too.
        let stored = Matrix::from_shape_fn((N, N), |(q, k)| f64::from(scores[q * N + k]));
        let small = Digest::of(stored.into(), None).small().to_matrix();
        assert!(small[(query / 16, key / 16)] < -39.0);
    }
}

#[test]
fn what_is_hidden_is_a_picture_of_zeros() {
    let blank = Cells::Blank((3, 5));
    assert_eq!(blank.to_matrix(), Matrix::zeros((3, 5)));
    assert_eq!((blank.get((2, 4)), blank.get((3, 0))), (Some(0.0), None));
    assert_eq!(blank.turned().size(), (5, 3));
}

#[test]
fn what_looks_alike_is_drawn_alike() {
    let size = (180, 170);
    let scores = random(size.0 * size.1);
    let scales = [Scale::DivideBy(8.0), Scale::DivideBy(0.7), Scale::MultiplyBy(3.0)];
    let mut n_alike = 0;
    for mask in masks(size.0, size.1) {
        let traces = scales.map(|scale| told(&scores, size, mask.clone(), scale));
        for name in BETWEEN {
            let looks = traces.each_ref().map(|trace| {
                let cells = trace.cells(name, 0).unwrap();
                let domain = Domain::of_ranges(ColorMap::Diverging, cells.range());
                (cells, domain)
            });
            let [first, others @ ..] = &looks;
            for other in others {
                let is_alike = look_alike((&first.0, first.1), (&other.0, other.1));
                n_alike += usize::from(is_alike);
                let is_scaled = name == M::Scaled || name == M::Masked && !mask.is_additive();
                assert_eq!(is_alike, is_scaled, "{name:?} {mask:?}");
                if is_alike {
                    let [a, b] = [first, other].map(|(cells, domain)| {
                        drawn(cells, &Look::new(Theme::Light, *domain), (90, 90))
                    });
                    assert!(a.is_like(&b), "{name:?}");
                }
            }
            let fixed = Domain::symmetric(1.0);
            assert!(!look_alike((&looks[0].0, fixed), (&looks[1].0, fixed)), "{name:?}");
        }
    }
    assert!(n_alike > 0);
}
