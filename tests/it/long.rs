//! Long inputs: one head is held at a time, and is what it is among all.

use std::{ops::ControlFlow, sync::Arc};

use attnscope::kernel::{Given, HeadStages, Prepared, View, fitting, memory, needed, stream_heads};
use attnscope::math::{
    Affine, Cell, Embeddings, HeadCounts, Heads, Inputs, LongHead, Mask, Matrix, MatrixName,
    OutputProjection, Overridable, OverridePlace, Overrides, Overview, Problem, Remark, Rotary,
    Stage, Start, TellsHead, Trace, attend, attend_from, cell_source, next_bits, operands,
};
use attnscope::samples::{Loaded, SampleId};
use attnscope::state::{Origin, Settings, TokenEdit, with_token_edit};
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

/// One head as the page gets it from the engine.
fn told(problem: &Problem, head: usize) -> Trace {
    let (prepared, view) = prepared(problem);
    let HeadStages { scores, rest } = HeadStages::of(&prepared, &view, head);
    let of_head = [
        prepared.queries_of(head).to_vec(),
        prepared.keys_of(head).to_vec(),
        prepared.values_of(head).to_vec(),
    ];
    let between = LongHead {
        n_keys: problem.inputs().n_keys(),
        scores: Arc::new(scores),
        row_max: rest.row_max,
        row_sum: rest.row_sum,
        weights: rest.weights,
        of_scores: [None, None],
        of_weights: None,
        usual_most: None,
    };
    let between = Arc::new(between);
    let told = TellsHead { head, prepared: of_head, context: rest.context, between };
    let streamed = stream_heads(&prepared, &view, |_| ControlFlow::Continue(())).unwrap();
    Trace::of_told(problem, told).with_all_heads(
        streamed.concat,
        streamed.output,
        Overview(Vec::new()),
    )
}

fn prepared(problem: &Problem) -> (Prepared, View) {
    let given = Given::of(problem.inputs()).unwrap();
    let view = View::new(Arc::clone(problem.shared_mask()), problem.scale(), &given);
    (Prepared::of(given), view)
}

/// Rounding to f32 of sums of some hundred terms, relative to the largest number of the matrix.
const ROUNDING: f64 = 2e-6;

#[test]
fn a_told_head_has_every_matrix_of_the_trace() {
    let problem = long();
    let whole = attend(&problem);
    for head in [0, 5, 6, 11] {
        let told = told(&problem, head);
        assert_eq!(Stage::of(&told), Stage::of(&whole), "head {head}");
        for name in MatrixName::ALL {
            let Some(expected) = whole.matrix(name, head) else {
                assert!(told.matrix(name, head).is_none() && !told.has(name), "{name:?}");
                continue;
            };
            let found = told.matrix(name, head).unwrap();
            assert_eq!(told.size(name, head), Some(expected.dim()), "{name:?}");
            assert!(off(found.view(), expected.view()) < ROUNDING, "head {head}: {name:?}");
            let cells = told.cells(name, head).unwrap();
            assert_eq!(cells.to_matrix(), found, "{name:?}");
            assert_eq!(cells.turned().to_matrix(), found.t(), "{name:?}");
            for row in [0, found.nrows() / 2, found.nrows() - 1] {
                assert_eq!(told.row(name, head, row).unwrap(), found.row(row).to_vec(), "{name:?}");
            }
            assert_eq!(told.row(name, head, found.nrows()), None);
        }
        assert_eq!(told.remarks.len(), usize::from(head == 6));
        assert!(
            told.number(Cell {
                matrix: MatrixName::Weights,
                head: (head + 1) % N_HEADS,
                row: 0,
                column: 0
            })
            .is_none()
        );
    }
}

#[test]
fn every_cell_of_a_told_head_comes_from_where_it_does_in_the_trace() {
    let problem = long();
    let whole = attend(&problem);
    for head in [5, 6, 11] {
        let told = told(&problem, head);
        for matrix in MatrixName::ALL {
            let Some((rows, columns)) = whole.size(matrix, head) else { continue };
            for (row, column) in [(0, 0), (3, 1), (9, 2), (8, 8), (rows - 1, columns - 1)] {
                let cell = Cell { matrix, head, row, column };
                let pair = (cell_source(&whole, cell), cell_source(&told, cell));
                let (Some(expected), Some(found)) = pair else {
                    assert_eq!(pair, (None, None), "{cell:?}");
                    continue;
                };
                let kinds = [&expected, &found].map(std::mem::discriminant);
                assert_eq!(kinds[0], kinds[1], "{cell:?}");
                let (expected, found) = (expected.computed().value(), found.computed().value());
                let is_same = expected.to_bits() == found.to_bits();
                assert!(is_same || (expected - found).abs() < 1e-5, "{cell:?}: {expected} {found}");
                assert_eq!(operands(&told, cell), operands(&whole, cell), "{cell:?}");
            }
        }
    }
}

#[test]
fn an_output_that_nothing_projects_is_the_concatenation() {
    let problem = long();
    let inputs =
        Inputs { output: OutputProjection::Given(Affine::default()), ..problem.inputs().clone() };
    let problem = Problem::new(inputs, Mask::Causal, None).unwrap();
    let told = told(&problem, 4);
    let [concat, output] = [MatrixName::Concat, MatrixName::Output].map(|it| told.matrix(it, 4));
    assert!(concat.is_some() && concat == output);
}

#[test]
fn what_is_awaited_has_its_size() {
    let problem = long();
    let whole = attend(&problem);
    let awaited = Trace::awaited(&problem, 7);
    assert_eq!(Stage::of(&awaited), Stage::of(&whole));
    for name in MatrixName::ALL {
        assert_eq!(awaited.size(name, 7), whole.size(name, 7), "{name:?}");
        assert_eq!(awaited.has(name), whole.has(name), "{name:?}");
    }
    assert_eq!(awaited.matrix(MatrixName::Weights, 7), None);
    assert_eq!(awaited.matrix(MatrixName::X, 7), whole.matrix(MatrixName::X, 7));
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

/// A long input that begins in each of the ways in which it can.
fn starts() -> [Inputs; 3] {
    const LONG: usize = 700;
    let inputs = long().inputs().clone();
    let heads = |rows, columns| Arc::new(Heads::zeros((1, rows, columns)));
    let of = |start| Inputs {
        start,
        heads: HeadCounts::equal(1),
        rotary: None,
        output: OutputProjection::Unknown,
        add_norm: None,
        overrides: Overrides::new(),
    };
    let (queries, keys, values) = (heads(LONG, 2), heads(LONG + 50, 2), heads(LONG + 50, 3));
    let scores = Start::Scores { scores: heads(LONG, LONG + 50), values: Some(values.clone()) };
    [inputs, of(Start::Projections { queries, keys, values }), of(scores)]
}

#[test]
fn the_memory_of_a_range_is_that_of_its_tokens_alone() {
    for inputs in starts() {
        let problem = Problem::new(inputs, Mask::None, None).unwrap();
        let (n, m) = (problem.inputs().n_queries(), problem.inputs().n_keys());
        let named = |n: usize| (1..=n).map(|at| at.to_string()).collect();
        let loaded = Loaded::plain(problem.clone(), named(n), named(m));
        let origin = Origin::Sample(SampleId::SixTokens);
        let settings = Settings::opening(origin, 0, &loaded, Stage::Softmax);
        let kept = |queries: usize, keys: usize| {
            let edit = TokenEdit::Keep { queries: 0..queries, keys: 0..keys };
            with_token_edit(&loaded, &settings, &edit).unwrap().0.problem
        };
        for (less, is_long) in [(0, true), (1, true), (n - 5, false)] {
            let size = (n - less, m - less);
            let alone = kept(size.0, size.1);
            assert_eq!(alone.is_long(), is_long, "{size:?}");
            let expected = needed(alone.inputs(), size);
            assert_eq!(needed(problem.inputs(), size), expected, "{size:?}");
        }
        let whole = needed(problem.inputs(), (n, m));
        assert_eq!(fitting(problem.inputs(), whole), (n, m));
        assert_eq!(fitting(problem.inputs(), 0), (1, 1));
        let part = fitting(problem.inputs(), whole - 1);
        assert!(part.0.max(part.1) == n.max(m) - 1 && needed(problem.inputs(), part) < whole);
    }
}

#[test]
fn the_memory_of_a_long_input_is_what_its_arrays_take() {
    let problem = long();
    let inputs = problem.inputs();
    let told = memory(&Given::of(inputs).unwrap().sizes());
    let Start::Embeddings(e) = &inputs.start else { panic!("embeddings") };
    let OutputProjection::Given(output) = &inputs.output else { panic!("an output") };
    let weights = [&e.query, &e.key, &e.value, output].map(|it| it.weight.as_ref().unwrap().len());
    // In f64 as they come, and in f32.
    let given = 12 * (e.x_q.len() + weights.iter().sum::<usize>());
    // What is opened the page has, too, and what all heads make in f64.
    let expected = told.total() + told.opened + 2 * told.streamed + given;
    assert_eq!(needed(inputs, (TOKENS, TOKENS)), expected);
    // Of a short one all stages of all heads are kept, in f64, by the page alone.
    let n = 20;
    let turned = 2 * (N_HEADS + N_KV_HEADS) * n * D;
    let values = N_KV_HEADS * n * D;
    let joined = 2 * N_HEADS * n * D + 4 * n * 5;
    let stages = 5 * N_HEADS * n * n;
    assert_eq!(needed(inputs, (n, n)), 8 * (stages + turned + values + joined));
    assert_eq!(needed(inputs, (usize::MAX, TOKENS)), usize::MAX);
}
