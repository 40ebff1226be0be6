//! Shapes that do not fit are refused with a sentence that tells what to change.

use std::sync::Arc;

use attnscope::math::{
    AddNorm, Affine, Embeddings, HeadCounts, Heads, Inputs, LayerNorm, Mask, Matrix,
    OutputProjection, Overrides, Problem, Rotary, Scale, Start,
};
use ndarray::{Array1, Array2, Array3};

type Spoil = fn(&mut Given);

/// A problem that fits: 3 queries, 4 keys, 2 heads, `d_model` 6, `d_k` 2, `d_v` 3.
struct Given {
    start: Start,
    heads: HeadCounts,
    rotary: Option<Rotary>,
    output: OutputProjection,
    add_norm: Option<AddNorm>,
    overrides: Overrides,
    mask: Mask,
    scale: Option<Scale>,
}

impl Given {
    fn embeddings() -> Self {
        let embeddings = Embeddings {
            x_q: Matrix::ones((3, 6)).into(),
            x_k: Some(Matrix::ones((4, 5)).into()),
            x_v: None,
            query: affine((6, 4)),
            key: affine((5, 4)),
            value: affine((5, 6)),
        };
        Self {
            start: Start::Embeddings(Box::new(embeddings)),
            heads: HeadCounts::equal(2),
            rotary: None,
            output: OutputProjection::Given(affine((6, 6))),
            add_norm: None,
            overrides: Overrides::new(),
            mask: Mask::None,
            scale: None,
        }
    }

    fn projections() -> Self {
        let queries = Heads::ones((2, 3, 2)).into();
        let (keys, values) = (Heads::ones((2, 4, 2)).into(), Heads::ones((2, 4, 3)).into());
        Self { start: Start::Projections { queries, keys, values }, ..Self::embeddings() }
    }

    fn scores() -> Self {
        let (scores, values) = (Heads::ones((2, 3, 4)).into(), Some(Heads::ones((2, 4, 3)).into()));
        Self { start: Start::Scores { scores, values }, ..Self::embeddings() }
    }

    fn weights() -> Self {
        let (weights, values) =
            (Heads::ones((2, 3, 4)).into(), Some(Heads::ones((2, 4, 3)).into()));
        Self { start: Start::Weights { weights, values }, ..Self::embeddings() }
    }

    fn embedded(&mut self) -> &mut Embeddings {
        match &mut self.start {
            Start::Embeddings(embeddings) => embeddings,
            other => panic!("{other:?}"),
        }
    }

    fn projected(&mut self) -> [&mut Arc<Heads>; 3] {
        match &mut self.start {
            Start::Projections { queries, keys, values } => [queries, keys, values],
            other => panic!("{other:?}"),
        }
    }

    fn problem(self) -> Result<Problem, String> {
        let Self { start, heads, rotary, output, add_norm, overrides, mask, scale } = self;
        let inputs = Inputs { start, heads, rotary, output, add_norm, overrides };
        Problem::new(inputs, mask, scale).map_err(|error| error.to_string())
    }
}

fn affine(shape: (usize, usize)) -> Affine {
    Affine { weight: Some(Matrix::ones(shape).into()), bias: Some(Array1::ones(shape.1)) }
}

#[track_caller]
fn check(mut given: Given, spoil: Spoil, expected: &str) {
    spoil(&mut given);
    assert_eq!(given.problem().err().as_deref(), Some(expected));
}

#[test]
fn what_fits_is_accepted() {
    for given in [Given::embeddings(), Given::projections(), Given::scores(), Given::weights()] {
        assert_eq!(given.problem().err(), None);
    }
}

#[test]
fn numbers_of_heads_that_do_not_fit_are_refused() {
    const UNGROUPED: &str = "key/value heads evenly; kv_heads must be at least 1 and divide heads";
    let heads = |queries, keys_values| Given {
        heads: HeadCounts { queries, keys_values },
        ..Given::embeddings()
    };
    for (queries, keys_values) in [(0, 0), (0, 2), (2, 0), (3, 2), (2, 4)] {
        let expected =
            format!("heads: {queries} query heads cannot share {keys_values} {UNGROUPED}");
        check(heads(queries, keys_values), |_| {}, &expected);
    }
    let indivisible = "w_q: 4 columns cannot be split into 3 equal heads; \
                       choose a number of heads that divides 4";
    check(heads(3, 3), |_| {}, indivisible);
    let more_than_columns = "w_q: 4 columns cannot be split into 1000000 equal heads; \
                             choose a number of heads that divides 4";
    check(heads(1_000_000, 1_000_000), |_| {}, more_than_columns);
    let too_wide = "w_k: its keys have 4 dimensions in a head, the queries 2; make them equal";
    check(heads(2, 1), |_| {}, too_wide);
}

#[test]
fn embeddings_and_projections_that_do_not_fit_are_refused() {
    let cases: [(Spoil, &str); 12] = [
        (
            |given| given.embedded().x_q = Matrix::ones((0, 6)).into(),
            "x_q: expected at least one row and one column, found [0, 6]",
        ),
        (
            |given| given.embedded().x_k = Some(Matrix::ones((4, 0)).into()),
            "x_k: expected at least one row and one column, found [4, 0]",
        ),
        (
            |given| given.embedded().x_v = Some(Matrix::ones((3, 5)).into()),
            "x_v: expected [4, 5], found [3, 5]; there must be a value for each key",
        ),
        (
            |given| given.embedded().query = affine((5, 4)),
            "w_q: expected [6, 4], found [5, 4]; its rows are the columns of what it multiplies",
        ),
        (
            |given| given.embedded().key = affine((6, 4)),
            "w_k: expected [5, 4], found [6, 4]; its rows are the columns of what it multiplies",
        ),
        (
            |given| given.embedded().key = affine((5, 6)),
            "w_k: its keys have 3 dimensions in a head, the queries 2; make them equal",
        ),
        (
            |given| given.embedded().value.bias = Some(Array1::ones(5)),
            "b_v: expected [6], found [5]; a bias has one number for each column of its projection",
        ),
        (
            |given| given.embedded().value = affine((5, 7)),
            "w_v: 7 columns cannot be split into 2 equal heads; \
             choose a number of heads that divides 7",
        ),
        (
            |given| given.embedded().query = affine((6, 0)),
            "w_q: expected at least one row and one column, found [6, 0]",
        ),
        (
            |given| given.embedded().value = Affine::default(),
            "x_k: 5 columns cannot be split into 2 equal heads; \
             choose a number of heads that divides 5",
        ),
        (
            |given| given.output = OutputProjection::Given(affine((4, 6))),
            "w_o: expected [6, 6], found [4, 6]; its rows are the columns of what it multiplies",
        ),
        (
            |given| given.output = OutputProjection::Given(affine((6, 0))),
            "w_o: expected at least one row and one column, found [6, 0]",
        ),
    ];
    for (spoil, expected) in cases {
        check(Given::embeddings(), spoil, expected);
    }
}

#[test]
fn ready_projections_and_scores_that_do_not_fit_are_refused() {
    let cases: [(Spoil, &str); 5] = [
        (
            |given| *given.projected()[0] = Heads::ones((1, 3, 2)).into(),
            "q: expected [2, 3, 2], found [1, 3, 2]; there must be one matrix for each head",
        ),
        (
            |given| *given.projected()[1] = Heads::ones((2, 4, 5)).into(),
            "k: expected [2, 4, 2], found [2, 4, 5]; keys are as wide as queries, head by head",
        ),
        (
            |given| *given.projected()[2] = Heads::ones((2, 5, 3)).into(),
            "v: expected [2, 4, 3], found [2, 5, 3]; there must be a value for each key",
        ),
        (
            |given| *given.projected()[0] = Heads::ones((2, 3, 0)).into(),
            "q: expected at least one row and one column, found [2, 3, 0]",
        ),
        (
            |given| *given.projected()[2] = Heads::ones((0, 4, 3)).into(),
            "v: expected at least one row and one column, found [0, 4, 3]",
        ),
    ];
    for (spoil, expected) in cases {
        check(Given::projections(), spoil, expected);
    }
    let scores = |given: &mut Given, scores: Heads, values: Option<Heads>| {
        let (scores, values) = (scores.into(), values.map(Arc::new));
        given.start = Start::Scores { scores, values };
    };
    let mut given = Given::scores();
    scores(&mut given, Heads::ones((3, 3, 4)), None);
    check(
        given,
        |_| {},
        "scores: expected [2, 3, 4], found [3, 3, 4]; there must be one matrix for each head",
    );
    let mut given = Given::scores();
    scores(&mut given, Heads::ones((2, 3, 4)), Some(Heads::ones((2, 3, 3))));
    check(
        given,
        |_| {},
        "v: expected [2, 4, 3], found [2, 3, 3]; there must be a value for each key",
    );
    let mut given = Given::scores();
    scores(&mut given, Heads::ones((2, 0, 4)), None);
    check(given, |_| {}, "scores: expected at least one row and one column, found [2, 0, 4]");
    check(
        Given { heads: HeadCounts::equal(1), ..Given::weights() },
        |_| {},
        "weights: expected [1, 3, 4], found [2, 3, 4]; there must be one matrix for each head",
    );
}

#[test]
fn rotary_position_that_does_not_fit_is_refused() {
    let rotary = |positions: Option<usize>| {
        let positions = positions.map(Array1::zeros);
        Some(Rotary { theta: 1e4, positions })
    };
    let mut odd = Given::projections();
    odd.rotary = rotary(None);
    *odd.projected()[0] = Heads::ones((2, 3, 3)).into();
    *odd.projected()[1] = Heads::ones((2, 4, 3)).into();
    let expected = "rotary position: expected an even number of features in a head, found 3";
    check(odd, |_| {}, expected);
    let mut few = Given::projections();
    few.rotary = rotary(Some(2));
    let expected = "positions: expected [3], found [2]; \
                    there must be a position for each query and for each key";
    check(few, |_| {}, expected);
}

#[test]
fn masks_that_do_not_fit_are_refused() {
    const WHY: &str = "a mask has a row for each query and a column for each key";
    let allow = Array2::from_elem((4, 3), true);
    let per_head = Array3::from_elem((1, 3, 4), true);
    let cases = [
        (Mask::Allow(allow), "[3, 4], found [4, 3]"),
        (Mask::AllowPerHead(per_head), "[2, 3, 4], found [1, 3, 4]"),
        (Mask::Add(Array2::zeros((3, 3))), "[3, 4], found [3, 3]"),
        (Mask::AddPerHead(Array3::zeros((2, 4, 4))), "[2, 3, 4], found [2, 4, 4]"),
        (Mask::Add(Array2::zeros((0, 0))), "[3, 4], found [0, 0]"),
    ];
    for (mask, shapes) in cases {
        let given = Given { mask, ..Given::embeddings() };
        check(given, |_| {}, &format!("mask: expected {shapes}; {WHY}"));
    }
}

#[test]
fn ready_weights_cannot_be_masked() {
    let expected = "mask: weights are given, and a mask comes before the softmax; \
                    leave it out, or give scores";
    for mask in [Mask::Causal, Mask::Allow(Array2::from_elem((3, 4), true))] {
        check(Given { mask, ..Given::weights() }, |_| {}, expected);
    }
}

#[test]
fn a_scale_must_be_a_finite_number_other_than_zero() {
    let scales: [fn(f64) -> Scale; 2] = [Scale::DivideBy, Scale::MultiplyBy];
    for scale in scales {
        for (number, found) in [(0.0, "0"), (-0.0, "-0"), (f64::NAN, "NaN"), (f64::INFINITY, "inf")]
        {
            let given = Given { scale: Some(scale(number)), ..Given::embeddings() };
            let expected = format!("scale: expected a finite number other than 0, found {found}");
            check(given, |_| {}, &expected);
        }
        let negative = Given { scale: Some(scale(-8.0)), ..Given::embeddings() };
        assert_eq!(negative.problem().err(), None, "a negative scale is unusual but a number");
    }
}

#[test]
fn more_than_memory_holds_is_refused_before_it_is_computed() {
    let given = |n: usize, n_heads: usize| Given {
        start: Start::Projections {
            queries: Heads::ones((n_heads, n, 1)).into(),
            keys: Heads::ones((n_heads, n, 1)).into(),
            values: Heads::ones((n_heads, n, 1)).into(),
        },
        heads: HeadCounts::equal(n_heads),
        output: OutputProjection::Unknown,
        ..Given::embeddings()
    };
    // 2 · 8192² of one head's scores and weights, 3 · 8 · 8192 of q, k and v, 2 · 8 · 8192 of context and concatenation.
    let expected = "all stages together would be 134545408 numbers, more than the 134217728 that \
                    there is room for; use fewer tokens or fewer heads";
    check(given(8192, 8), |_| {}, expected);
    assert_eq!(given(2048, 8).problem().err(), None);
    check(given(1 << 16, 8), |_| {}, &expected.replace("134545408", "8592556032"));
    assert_eq!(given(64, 8).problem().err(), None);
    let ready = |n: usize| Given {
        start: Start::Weights { weights: Heads::zeros((2, n, n)).into(), values: None },
        ..Given::embeddings()
    };
    assert_eq!(ready(64).problem().err(), None);
}

#[test]
fn add_and_norm_that_does_not_fit_is_refused() {
    let norm = |gamma: usize, beta: usize| {
        let (gamma, beta) = (Array1::ones(gamma), Array1::zeros(beta));
        Some(AddNorm { norm: Some(LayerNorm { gamma, beta, epsilon: 1e-5 }) })
    };
    let given = |add_norm, width| Given {
        add_norm,
        output: OutputProjection::Given(affine((6, width))),
        ..Given::embeddings()
    };
    let wide = "x_q: expected [3, 8], found [3, 6]; \
                the residual connection adds the output to x_q, so both have the same width";
    check(given(Some(AddNorm { norm: None }), 8), |_| {}, wide);
    let why = "layer norm has one number for each feature";
    check(given(norm(5, 6), 6), |_| {}, &format!("ln_gamma: expected [6], found [5]; {why}"));
    check(given(norm(6, 7), 6), |_| {}, &format!("ln_beta: expected [6], found [7]; {why}"));
    assert_eq!(given(norm(6, 6), 6).problem().err(), None);
}
