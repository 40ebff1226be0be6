//! Mistakes: the fixtures that cover them, which `PyTorch`, Keras and `NumPy` computed, and plain
//! loops for the rest.

use std::sync::Arc;

use attnscope::{
    document::Document,
    math::{
        Experiment, Hindrance, Mask, MatrixName, Mistake, MistakeOptions, Problem, Scale, Trace,
        attend, difference, farthest, mean_of_heads, similarity_of_heads, to_half,
    },
    samples,
};
use ndarray::{Array1, Array2, Array3, Axis, array};
use serde_json::Value;

use crate::fixtures::{self, TOLERANCE, assert_close, heads, matrix};

#[test]
fn names_of_mistakes_lead_back_to_them() {
    for mistake in Mistake::ALL {
        assert_eq!(Mistake::from_id(mistake.id()), Some(mistake));
    }
    assert_eq!(Mistake::from_id("none"), None);
}

#[test]
fn wrong_scales_are_those_of_pytorch() {
    let fixture = fixtures::json("scale-mistake");
    let trace = traced(&fixture);
    for (mistake, key) in [(Mistake::NoScaling, "no_scale"), (Mistake::ModelWidth, "sqrt_d_model")]
    {
        let expected = &fixture["mistakes"][key];
        let Experiment { wrong, .. } = mistake.commit(&trace, &MistakeOptions::default());
        assert_close(key, &heads(&expected["scaled"]), wrong.scaled.as_ref().unwrap(), TOLERANCE);
        assert_close(key, &heads(&expected["weights"]), &*wrong.weights, TOLERANCE);
        assert_close(key, &matrix(&expected["output"]), wrong.output.as_ref().unwrap(), TOLERANCE);
        let difference = difference_of(&trace, &wrong, MatrixName::Output);
        let expected = expected["max_abs_output_difference_from_correct"].as_f64().unwrap();
        assert!((difference - expected).abs() < TOLERANCE, "{key}: {difference}");
    }
}

#[test]
fn heads_split_by_a_reshape_are_those_of_pytorch() {
    let fixture = fixtures::json("head-split-mistake");
    let trace = traced(&fixture);
    let Experiment { wrong, .. } = Mistake::DirectSplit.commit(&trace, &MistakeOptions::default());
    let expected = &fixture["mistake"];
    let p = &wrong.projected;
    for stack in [&p.queries, &p.keys, &p.values] {
        assert_close("q", &heads(&expected["q"]), stack.as_ref().unwrap(), 0.0);
    }
    assert_close("scores", &heads(&expected["scores"]), p.scores.as_ref().unwrap(), TOLERANCE);
    assert_close("weights", &heads(&expected["weights"]), &*wrong.weights, TOLERANCE);
    assert_close(
        "context",
        &heads(&expected["context"]),
        wrong.context.as_ref().unwrap(),
        TOLERANCE,
    );
    assert_close("concat", &matrix(&expected["concat"]), wrong.concat.as_ref().unwrap(), TOLERANCE);
}

#[test]
fn a_softmax_over_queries_is_that_of_pytorch() {
    let fixture = fixtures::json("softmax-axis-mistake");
    let trace = traced(&fixture);
    let Experiment { wrong, .. } = Mistake::SoftmaxAxis.commit(&trace, &MistakeOptions::default());
    let expected = &fixture["mistake"];
    let weights = wrong.weights.index_axis(Axis(0), 0).to_owned();
    assert_close("weights", &matrix(&expected["weights"]), &weights, TOLERANCE);
    assert_close("output", &matrix(&expected["output"]), wrong.output.as_ref().unwrap(), TOLERANCE);
    let sums = weights.sum_axis(Axis(0));
    assert_close("columns", &array![1.0, 1.0, 1.0, 1.0, 1.0], &sums, TOLERANCE);
}

#[test]
fn tiled_key_value_heads_are_those_of_pytorch() {
    let fixture = fixtures::json("gqa");
    let trace = traced(&fixture);
    let experiment = Mistake::Tiled.commit(&trace, &MistakeOptions::default());
    let expected = &fixture["mistake"];
    let wrong = &experiment.wrong;
    assert_close("weights", &heads(&expected["weights"]), &*wrong.weights, TOLERANCE);
    assert_close("output", &matrix(&expected["output"]), wrong.output.as_ref().unwrap(), TOLERANCE);
    // Head 1 of 6 on 2 is served by 0, tiled by 1.
    let keys = trace.projected.keys.as_ref().unwrap();
    assert_eq!(trace.view(MatrixName::Keys, 1).unwrap(), keys.index_axis(Axis(0), 0));
    assert_eq!(wrong.view(MatrixName::Keys, 1).unwrap(), keys.index_axis(Axis(0), 1));
    assert!(!experiment.shown(Mistake::Tiled).contains(&MatrixName::Queries));
}

/// `table` of mask-fill: torch's softmax in each precision, with each fill, added and replaced.
#[test]
fn numbers_in_place_of_infinity_are_those_of_pytorch() {
    let fixture = fixtures::json("mask-fill");
    let trace = traced(&fixture);
    let mut n_compared = 0;
    for row in fixture["table"].as_array().unwrap() {
        let is_half = row["dtype"] == "float16";
        if !is_half && row["dtype"] != "float64" {
            continue;
        }
        let label = format!("{} {} {}", row["dtype"], row["fill"], row["mode"]);
        let options = MistakeOptions {
            fill: row["value_in_dtype"].as_f64().unwrap_or(f64::NEG_INFINITY),
            is_fill_added: row["mode"] == "add",
            is_half,
            ..MistakeOptions::default()
        };
        let Experiment { wrong, .. } = Mistake::FiniteFill.commit(&trace, &options);
        let weights = wrong.weights.index_axis(Axis(0), 0).to_owned();
        let tolerance = if is_half { 0.0 } else { TOLERANCE };
        assert_close(&label, &matrix(&row["weights"]), &weights, tolerance);
        n_compared += 1;
    }
    assert!(n_compared > 30, "only {n_compared} rows");
    let overflow = &fixture["float16_overflow"];
    assert_eq!(overflow["numpy.float16(-1e9)"], Value::Null);
    assert!(to_half(-1e9) == f64::NEG_INFINITY);
    let sums = [-12_000.0, 12_000.0].map(|score| to_half(score + to_half(-65_504.0)));
    assert_close("sums", &array![f64::NEG_INFINITY, -53_504.0], &Array1::from_iter(sums), 0.0);
}

#[test]
fn where_a_row_sees_no_key_a_number_gives_even_weights_and_half_precision_none() {
    let fixture = fixtures::json("extremes-fully-masked-row");
    let trace = traced(&fixture);
    let row = usize::try_from(fixture["masked_row"].as_u64().unwrap()).unwrap();
    let check = |is_half: bool, policy: &str| {
        let options = MistakeOptions { is_half, ..MistakeOptions::default() };
        let Experiment { wrong, .. } = Mistake::FiniteFill.commit(&trace, &options);
        let expected = &fixture["policies"][policy];
        let weights = wrong.weights.index_axis(Axis(1), row).to_owned();
        assert_close(policy, &matrix(&expected["weights_row"]), &weights, TOLERANCE);
        let context = wrong.context.as_ref().unwrap().index_axis(Axis(1), row).to_owned();
        assert_close(policy, &matrix(&expected["context_row"]), &context, TOLERANCE);
        let output = wrong.output.as_ref().unwrap().row(row).to_owned();
        assert_close(policy, &fixtures::array(&expected["output_row"]), &output, TOLERANCE);
    };
    check(false, "uniform");
    check(true, "nan");
}

#[test]
fn a_row_can_be_hidden_to_try_a_fill_on_it() {
    let trace = six_tokens();
    let options = MistakeOptions { unseeing: Some(2), is_half: false, ..MistakeOptions::default() };
    let Experiment { right, wrong } = Mistake::FiniteFill.commit(&trace, &options);
    assert!(right.weights.index_axis(Axis(1), 2).iter().all(|weight| *weight == 0.0));
    let even = Array2::from_elem((12, 6), 1.0 / 6.0);
    assert_close("even", &even, &wrong.weights.index_axis(Axis(1), 2).to_owned(), 0.0);
    let other = MistakeOptions { unseeing: Some(2), ..MistakeOptions::default() };
    let Experiment { right, .. } = Mistake::ZeroFill.commit(&trace, &other);
    assert!(Arc::ptr_eq(&right, &trace));
}

#[test]
fn a_mask_after_the_softmax_loses_what_was_hidden_and_renormalizing_gives_it_back() {
    let trace = six_tokens();
    let [after, renormalized] = [Mistake::MaskAfterSoftmax, Mistake::Renormalized]
        .map(|mistake| mistake.commit(&trace, &MistakeOptions::default()).wrong);
    let scaled = trace.scaled.as_ref().unwrap();
    let expected = Array3::from_shape_fn(scaled.dim(), |(head, query, key)| {
        let sum: f64 = (0..6).map(|key| scaled[(head, query, key)].exp()).sum();
        if key > query { 0.0 } else { scaled[(head, query, key)].exp() / sum }
    });
    assert_close("after", &expected, &*after.weights, TOLERANCE);
    assert!(after.weights.sum_axis(Axis(2)).iter().any(|sum| *sum < 0.5));
    assert_close("renormalized", &*trace.weights, &*renormalized.weights, TOLERANCE);
    let output = trace.output.as_ref().unwrap();
    assert_close("output", output, renormalized.output.as_ref().unwrap(), TOLERANCE);
}

#[test]
fn scores_times_zero_still_count() {
    let trace = six_tokens();
    let wrong = Mistake::ZeroFill.commit(&trace, &MistakeOptions::default()).wrong;
    let scaled = trace.scaled.as_ref().unwrap();
    let expected = Array3::from_shape_fn(scaled.dim(), |(head, query, key)| {
        let masked = |key| if key > query { 0.0 } else { scaled[(head, query, key)] };
        let sum: f64 = (0..6).map(|key| masked(key).exp()).sum();
        masked(key).exp() / sum
    });
    assert_close("weights", &expected, &*wrong.weights, TOLERANCE);
    assert_eq!(wrong.masked.as_ref().unwrap()[(0, 0, 5)].abs().to_bits(), 0);
}

#[test]
fn an_inverted_mask_shows_what_it_should_hide() {
    let trace = six_tokens();
    let wrong = Mistake::InvertedMask.commit(&trace, &MistakeOptions::default()).wrong;
    for ((_, query, key), score) in wrong.masked.as_ref().unwrap().indexed_iter() {
        assert_eq!(*score == f64::NEG_INFINITY, key <= query, "{query}, {key}");
    }
    // The last query may see every key, so that now it sees none.
    assert!(wrong.weights.index_axis(Axis(1), 5).iter().all(|weight| *weight == 0.0));
}

#[test]
fn added_heads_no_longer_fit_the_output_projection() {
    let trace = six_tokens();
    let experiment = Mistake::HeadsAdded.commit(&trace, &MistakeOptions::default());
    let (wrong, context) = (&experiment.wrong, trace.context.as_ref().unwrap());
    let sum = wrong.concat.as_ref().unwrap();
    assert_eq!(sum.dim(), (6, 64));
    let expected: f64 = (0..12).map(|head| context[(head, 3, 7)]).sum();
    assert!((sum[(3, 7)] - expected).abs() < TOLERANCE);
    assert!(wrong.output.is_none() && wrong.residual.is_none());
    let shown = experiment.shown(Mistake::HeadsAdded);
    assert_eq!(shown[..2], [MatrixName::Concat, MatrixName::Output]);
}

#[test]
fn without_w_o_the_output_is_the_concatenation() {
    let trace = traced(&fixtures::json("addnorm"));
    let wrong = Mistake::NoOutput.commit(&trace, &MistakeOptions::default()).wrong;
    assert_eq!(wrong.output, trace.concat);
    let x = &trace.projected.embeddings().unwrap().x_q;
    let residual = &**x + trace.concat.as_ref().unwrap();
    assert_close("residual", &residual, wrong.residual.as_ref().unwrap(), TOLERANCE);
    assert!(wrong.add_norm.is_some());
}

#[test]
fn dropped_weights_are_zero_or_larger_and_depend_on_the_seed_alone() {
    let trace = six_tokens();
    let with = |dropped: f64, seed: u64| {
        let options = MistakeOptions { dropped, seed, ..MistakeOptions::default() };
        Mistake::Dropout.commit(&trace, &options).wrong.weights
    };
    let wrong = with(0.25, 7);
    assert_eq!(wrong, with(0.25, 7));
    assert_ne!(wrong, with(0.25, 8));
    assert_close("p = 0", &*trace.weights, &*with(0.0, 7), 0.0);
    let mut n_dropped = 0;
    for (right, wrong) in trace.weights.iter().zip(&*wrong) {
        assert!(
            *wrong == 0.0 || (*wrong - right / 0.75).abs() < TOLERANCE,
            "{right} became {wrong}"
        );
        n_dropped += usize::from(*wrong == 0.0 && *right != 0.0);
    }
    // 12 heads of 21 weights each, a quarter of them: 63, with a standard deviation of 7.
    assert!((40..86).contains(&n_dropped), "{n_dropped}");
    assert!(wrong.sum_axis(Axis(2)).iter().any(|sum| (sum - 1.0).abs() > 0.1));
    // Over many seeds the mean is the right weight: that is what 1/(1 − p) is for.
    let mean: f64 = (0..4000).map(|seed| with(0.25, seed)[(0, 5, 4)]).sum::<f64>() / 4000.0;
    assert!((mean - trace.weights[(0, 5, 4)]).abs() < 0.03, "{mean}");
}

#[test]
fn a_mistake_says_where_it_makes_no_difference() {
    #[track_caller]
    fn check(trace: &Trace, mistake: Mistake, expected: Option<Hindrance>) {
        assert_eq!(mistake.hindrance(trace), expected, "{mistake:?}");
    }
    let six = six_tokens();
    for mistake in Mistake::ALL {
        let expected = (mistake == Mistake::Tiled).then_some(Hindrance::NotGrouped);
        check(&six, mistake, expected);
    }
    let unmasked =
        attend(&samples::six_tokens().problem.with_options(Mask::None, six.scale).unwrap());
    check(&unmasked, Mistake::ZeroFill, Some(Hindrance::NothingHidden));
    check(&unmasked, Mistake::InvertedMask, Some(Hindrance::NothingHidden));
    let by_one = samples::six_tokens().problem.with_options(Mask::None, Scale::DivideBy(1.0));
    check(&attend(&by_one.unwrap()), Mistake::NoScaling, Some(Hindrance::SameDivisor));
    let one_head = traced(&fixtures::json("softmax-axis-mistake"));
    check(&one_head, Mistake::DirectSplit, Some(Hindrance::OneHead));
    check(&one_head, Mistake::HeadsAdded, Some(Hindrance::OneHead));
    check(&one_head, Mistake::NoOutput, Some(Hindrance::NoProjection));
    let scores = traced(&fixtures::json("mask-fill"));
    check(&scores, Mistake::DirectSplit, Some(Hindrance::NoProjections));
    check(&scores, Mistake::HeadsAdded, Some(Hindrance::NoValues));
    check(&scores, Mistake::ModelWidth, Some(Hindrance::NoEmbeddings));
    check(&scores, Mistake::SoftmaxAxis, None);
}

/// What comes before that matrix stays; a mistake that is said to make no difference makes none.
#[test]
fn on_every_fixture_a_mistake_shows_first_where_it_is_said_to() {
    for name in fixtures::names() {
        let trace = traced(&fixtures::json(&name));
        for mistake in Mistake::ALL {
            let options = MistakeOptions { dropped: 0.5, ..MistakeOptions::default() };
            let experiment = mistake.commit(&trace, &options);
            let label = format!("{name}: {mistake:?}");
            if mistake.hindrance(&trace).is_some() {
                let is_same = |name| same(&experiment.right, &experiment.wrong, name);
                assert!(MatrixName::ALL.into_iter().all(is_same), "{label}");
                continue;
            }
            let shown = experiment.shown(mistake);
            assert_eq!(shown[0], mistake.shows_first(&trace), "{label}");
            let before = MatrixName::ALL.into_iter().filter(|it| *it < shown[0]);
            for matrix in before.filter(|it| !is_given(*it)) {
                // Keys come after queries and a half is a rounded number: what is named first is where it
                // is looked at.
                let is_rounded = mistake == Mistake::FiniteFill && matrix == MatrixName::Scaled;
                assert!(
                    is_rounded || same(&trace, &experiment.wrong, matrix),
                    "{label}: {matrix:?}"
                );
            }
        }
    }
}

#[test]
fn a_difference_is_the_second_minus_the_first_and_equal_infinities_have_none() {
    let minus_infinity = f64::NEG_INFINITY;
    let a = array![[1.0, minus_infinity, f64::NAN], [0.0, minus_infinity, 2.0]];
    let b = array![[3.0, minus_infinity, f64::NAN], [-5.0, 0.0, 2.0]];
    let found = difference(a.view(), b.view()).unwrap();
    assert_eq!(found, array![[2.0, 0.0, 0.0], [-5.0, f64::INFINITY, 0.0]]);
    assert_eq!(farthest(found.view()), Some(((1, 1), f64::INFINITY)));
    assert_eq!(difference(a.view(), array![[1.0]].view()), None);
    assert_eq!(farthest(array![[1.0, -2.0], [2.0, 0.0]].view()), Some(((0, 1), -2.0)));
}

#[test]
fn heads_are_alike_by_the_cosine_of_their_matrices() {
    let stack =
        array![[[1.0, 0.0], [0.0, 1.0]], [[0.5, 0.5], [0.0, 1.0]], [[0.0, 1.0], [1.0, 0.0]]];
    let found = similarity_of_heads(&stack);
    let near = 1.5 / (2.0_f64.sqrt() * 1.5_f64.sqrt());
    let far = 0.5 / (2.0_f64.sqrt() * 1.5_f64.sqrt());
    let expected = array![[1.0, near, 0.0], [near, 1.0, far], [0.0, far, 1.0]];
    assert_close("similarity", &expected, &found, 1e-12);
    let mean = mean_of_heads(&stack).unwrap();
    assert_close("mean", &array![[0.5, 0.5], [1.0 / 3.0, 2.0 / 3.0]], &mean, 1e-12);
}

fn traced(fixture: &Value) -> Arc<Trace> {
    let document = Document::from_json(&fixture.to_string()).unwrap();
    Arc::new(attend(&document.problem().unwrap()))
}

fn six_tokens() -> Arc<Trace> {
    let problem: Problem = samples::six_tokens().problem;
    Arc::new(attend(&problem))
}

fn same(a: &Trace, b: &Trace, name: MatrixName) -> bool {
    (0..a.projected.n_heads()).all(|head| match (a.view(name, head), b.view(name, head)) {
        (Some(a), Some(b)) => difference(a, b).is_some_and(|it| it.iter().all(|it| *it == 0.0)),
        (a, b) => a.is_none() == b.is_none(),
    })
}

/// Parameters are given: where heads are tiled, only their numbers are counted otherwise.
fn is_given(name: MatrixName) -> bool {
    matches!(name, MatrixName::WQuery | MatrixName::WKey | MatrixName::WValue)
}

fn difference_of(right: &Trace, wrong: &Trace, name: MatrixName) -> f64 {
    let difference = difference(right.view(name, 0).unwrap(), wrong.view(name, 0).unwrap());
    farthest(difference.unwrap().view()).unwrap().1.abs()
}
