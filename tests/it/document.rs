//! Documents: what is read, and that what is written is what was read.

use attnscope::{
    document::{Convention, Document},
    math::{
        AddNorm, HeadCounts, Inputs, Mask, OutputProjection, Overrides, Problem, Rotary, Scale,
        Start, attend,
    },
};
use ndarray::{Array3, array};
use serde_json::{Value, json};

use crate::fixtures;

#[track_caller]
fn read(text: &str) -> Document {
    Document::from_json(text).unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[track_caller]
fn problem(text: &str) -> Problem {
    read(text).problem().unwrap_or_else(|error| panic!("{error}: {text}"))
}

#[test]
fn a_fixture_read_written_and_read_again_is_the_same() {
    for name in fixtures::names() {
        let document = read(&fixtures::text(&name));
        let text = document.to_json(None);
        let again = read(&text);
        assert_eq!(document, again, "{name}");
        assert_eq!(text, again.to_json(None), "{name}: bit for bit");
        let trace = attend(&document.problem().unwrap());
        let with_stages = document.to_json(Some(&trace));
        assert_eq!(document, read(&with_stages), "{name}: stages are not read");
    }
}

#[test]
fn a_written_fixture_keeps_its_inputs() {
    let same = ["x_q", "x_k", "x_v", "w_q", "b_q", "w_k", "w_v", "w_o", "b_o", "q", "k", "v"];
    let names = fixtures::names().into_iter().filter(|name| name != "residual-math");
    let mut n_arrays = 0;
    for name in names {
        let fixture = fixtures::json(&name);
        let written: Value =
            serde_json::from_str(&read(&fixture.to_string()).to_json(None)).unwrap();
        assert_eq!(fixture["name"], written["name"]);
        assert_eq!(fixture["convention"], written["convention"]);
        assert_eq!(fixture["options"]["scale"], written["options"]["scale"], "{name}");
        assert_eq!(fixture["inputs"]["tokens"], written["inputs"]["tokens"], "{name}");
        assert_eq!(fixture["inputs"].get("tokens_k"), written["inputs"].get("tokens_k"), "{name}");
        for key in same.iter().filter(|key| fixture["inputs"].get(key).is_some()) {
            let [given, kept] =
                [&fixture, &written].map(|json| fixtures::array(&json["inputs"][key]));
            assert_eq!(given, kept, "{name}: {key}");
            n_arrays += 1;
        }
    }
    assert!(n_arrays > 100, "only {n_arrays} arrays were compared");
}

#[test]
fn numbers_that_are_hard_to_write_come_back_bit_for_bit() {
    let numbers = [
        0.1 + 0.2,
        -0.0,
        5e-324,
        f64::MIN_POSITIVE,
        f64::MAX,
        9_007_199_254_740_993.0,
        1e23,
        f64::MIN_POSITIVE.next_down(),
        f64::INFINITY,
        f64::NEG_INFINITY,
        f64::NAN,
        std::f64::consts::PI,
    ];
    let scores = Array3::from_shape_vec((1, 3, 4), numbers.to_vec()).unwrap();
    let problem = Problem::new(from_scores(scores.clone()), Mask::None, None).unwrap();
    let written = Document::from_problem(&problem, None, names(3), Some(names(4))).to_json(None);
    let again = read(&written).problem().unwrap();
    let Start::Scores { scores: again, .. } = &again.inputs().start else { panic!("scores") };
    for (before, after) in scores.iter().zip(&**again) {
        let is_same = before.to_bits() == after.to_bits() || before.is_nan() && after.is_nan();
        assert!(is_same, "{before:e} became {after:e}");
    }
}

#[test]
fn infinities_and_nan_have_words_of_their_own() {
    let problem =
        problem(r#"{"inputs": {"scores": [[null, "inf", "-inf", "nan", 1, -2, 3.5e0]]}}"#);
    let scores = problem.projected().scores.iter().flatten().copied().collect::<Vec<_>>();
    assert_eq!(scores[..3], [f64::NEG_INFINITY, f64::INFINITY, f64::NEG_INFINITY]);
    assert!(scores[3].is_nan());
    assert_eq!(scores[4..], [1.0, -2.0, 3.5]);
}

#[test]
fn a_problem_put_together_elsewhere_is_saved_whole() {
    let masks = [
        Mask::None,
        Mask::Causal,
        Mask::Allow(array![[true, false], [true, true]]),
        Mask::AllowPerHead(array![[[true, true], [false, false]]]),
        Mask::Add(array![[0.5, f64::NEG_INFINITY], [0.0, -1.0]]),
        Mask::AddPerHead(array![[[0.1, 0.2], [0.3, 0.4]]]),
    ];
    for mask in masks {
        for scale in [Scale::DivideBy(3.0), Scale::MultiplyBy(0.1)] {
            let queries = array![[[1.0, 2.0], [3.0, 4.0]]];
            let (keys, values) = (&queries + 1.0, &queries * 0.1);
            let inputs = Inputs {
                start: Start::Projections {
                    queries: queries.into(),
                    keys: keys.into(),
                    values: values.into(),
                },
                rotary: Some(Rotary { theta: 1e5, positions: Some(array![3.0, 1.5]) }),
                ..from_scores(Array3::zeros((1, 1, 1)))
            };
            let problem = Problem::new(inputs, mask.clone(), Some(scale)).unwrap();
            let name = Some("이름".to_owned());
            let document = Document::from_problem(&problem, name, names(2), None);
            let again = read(&document.to_json(Some(&attend(&problem))));
            assert_eq!(document, again);
            assert_eq!(again.problem().unwrap(), problem);
        }
    }
}

#[test]
fn ready_weights_are_read_and_saved() {
    let text = r#"{"inputs": {"tokens": ["a"], "weights": [[0.25, 0.75]], "v": [[1], [5]]}}"#;
    let problem = problem(text);
    let trace = attend(&problem);
    assert_eq!(trace.context, Some(array![[[4.0]]]));
    let document = Document::from_problem(&problem, None, names(1), Some(names(2)));
    let written = document.to_json(Some(&trace));
    assert_eq!(read(&written), document);
    assert_eq!(read(&written).problem().unwrap(), problem);
    let stages: Value = serde_json::from_str(&written).unwrap();
    let mut stages: Vec<_> = stages["stages"].as_object().unwrap().keys().collect();
    stages.sort();
    assert_eq!(stages, ["concat", "context", "output", "v", "weights"]);
    let two_heads = read(r#"{"inputs": {"weights": [[[1]], [[1]]]}}"#).problem().unwrap();
    assert_eq!(two_heads.inputs().heads, HeadCounts::equal(2));
}

#[test]
fn add_and_norm_and_columns_are_saved_too() {
    let mut document = read(&fixtures::text("addnorm"));
    document.convention = Convention::Column;
    assert_eq!(read(&document.to_json(None)), document);
    let bare = problem(r#"{"inputs": {"x_q": [[1, 2]]}, "options": {"residual": true}}"#);
    assert_eq!(bare.inputs().add_norm, Some(AddNorm { norm: None }));
    let document = Document::from_problem(&bare, None, names(1), None);
    assert_eq!(read(&document.to_json(None)), document);
    assert_eq!(attend(&bare).residual, Some(array![[2.0, 4.0]]));
}

#[test]
fn tokens_have_names_or_numbers() {
    #[track_caller]
    fn check(inputs: Value, tokens: &[&str], tokens_k: &[&str]) {
        let document = read(&json!({ "inputs": inputs }).to_string());
        assert_eq!(document.tokens(), tokens);
        assert_eq!(document.tokens_k(), tokens_k);
    }
    check(json!({"tokens": ["a", "b"], "x_q": [[1], [2]]}), &["a", "b"], &["a", "b"]);
    check(json!({"x_q": [[1], [2]]}), &["1", "2"], &["1", "2"]);
    check(json!({"tokens": ["a"], "x_q": [[1]], "x_k": [[1], [2]]}), &["a"], &["1", "2"]);
    check(json!({"tokens": ["a"], "x_q": [[1]], "x_k": [[1]]}), &["a"], &["1"]);
    let both = json!({"tokens": ["a"], "tokens_k": ["오", "랜"], "scores": [[1, 2]]});
    check(both, &["a"], &["오", "랜"]);
    check(json!({"tokens": null, "scores": [[1, 2]]}), &["1"], &["1", "2"]);
}

#[test]
fn the_kind_of_a_mask_counts_where_it_has_no_array() {
    #[track_caller]
    fn check(mask: Value, expected: Mask) {
        let document =
            json!({"inputs": {"scores": [[1, 2], [3, 4]]}, "options": {"mask": mask.clone()}});
        assert_eq!(*problem(&document.to_string()).mask(), expected, "{mask}");
    }
    let triangle = json!([[true, false], [true, true]]);
    let all = json!([[true, true], [true, true]]);
    check(json!(null), Mask::None);
    check(json!({}), Mask::None);
    check(json!({"kind": "none"}), Mask::None);
    check(json!({"kind": "causal"}), Mask::Causal);
    check(json!({"kind": "use_causal_mask", "allow": null}), Mask::Causal);
    check(json!({"kind": "causal", "allow": triangle}), Mask::Causal);
    check(json!({"kind": "causal", "allow": all}), Mask::Allow(array![[true, true], [true, true]]));
    check(
        json!({"kind": "none", "allow": triangle}),
        Mask::Allow(array![[true, false], [true, true]]),
    );
    check(json!({"allow": [triangle]}), Mask::AllowPerHead(array![[[true, false], [true, true]]]));
    check(
        json!({"kind": "add", "add": [[0, null], [1, 2]]}),
        Mask::Add(array![[0.0, f64::NEG_INFINITY], [1.0, 2.0]]),
    );
    check(
        json!({"kind": "add", "add": [[[0, 1], [1, 2]]]}),
        Mask::AddPerHead(array![[[0.0, 1.0], [1.0, 2.0]]]),
    );
}

#[test]
fn a_column_mask_is_turned_as_every_matrix() {
    let text = r#"{"convention": "column", "inputs": {"scores": [[1, 2], [3, 4]]},
        "options": {"mask": {"kind": "causal", "allow": [[true, true], [false, true]]}}}"#;
    let problem = problem(text);
    assert_eq!(*problem.mask(), Mask::Causal);
    assert_eq!(problem.projected().scores, Some(array![[[1.0, 3.0], [2.0, 4.0]]]));
}

#[test]
fn numbers_of_heads_are_counted_where_they_are_not_told() {
    #[track_caller]
    fn check(document: Value, queries: usize, keys_values: usize) {
        let problem = problem(&document.to_string());
        assert_eq!(problem.inputs().heads, HeadCounts { queries, keys_values }, "{document}");
    }
    let x_q = json!([[1, 2, 3, 4]]);
    check(json!({"inputs": {"x_q": x_q}}), 1, 1);
    check(json!({"inputs": {"x_q": x_q}, "dims": {"heads": 2}}), 2, 2);
    check(json!({"inputs": {"scores": [[[1]], [[2]]]}}), 2, 2);
    let q = json!({"q": [[[1]], [[2]]], "k": [[[1]]], "v": [[[1]]]});
    check(json!({"inputs": q}), 2, 1);
    let narrow = json!([[1, 1], [1, 1], [1, 1], [1, 1]]);
    let grouped = json!({"x_q": x_q, "w_k": narrow, "w_v": narrow});
    check(json!({"inputs": grouped, "dims": {"heads": 2, "kv_heads": 1}}), 2, 1);
}

#[test]
fn another_number_of_heads_mask_or_scale_can_be_asked_for() {
    let document = read(r#"{"inputs": {"x_q": [[1, 2, 3, 4]]}, "dims": {"heads": 2}}"#);
    let other = document.with_heads(4).with_mask(Mask::Causal).with_scale(Scale::DivideBy(8.0));
    let problem = other.problem().unwrap();
    assert_eq!(problem.inputs().heads, HeadCounts::equal(4));
    assert_eq!((problem.mask(), problem.scale()), (&Mask::Causal, Scale::DivideBy(8.0)));
    let grouped = read(&fixtures::text("gqa")).with_heads(2);
    assert_eq!(grouped.to_json(None).matches("kv_heads").count(), 0, "2 of each");
}

#[test]
fn rotary_position_is_read_from_options_or_from_a_checkpoint() {
    #[track_caller]
    fn check(mut document: Value, theta: Option<f64>) {
        document["inputs"] = json!({"x_q": [[1, 2]], "positions": [7]});
        let rotary = problem(&document.to_string()).inputs().rotary.clone();
        let positions = Some(array![7.0]);
        assert_eq!(rotary, theta.map(|theta| Rotary { theta, positions }), "{document}");
    }
    check(json!({}), None);
    check(json!({"options": {"rope": {"theta": 100}}}), Some(100.0));
    check(json!({"options": {"rope": {"theta": 100, "layout": "half (i, i + d/2)"}}}), Some(100.0));
    check(json!({"config": {"rope_theta": 5e5}}), Some(5e5));
    check(
        json!({"config": {"rope_parameters": {"rope_theta": 1e4, "rope_type": "default"}}}),
        Some(1e4),
    );
    check(json!({"config": {"rope_theta": 5e5}, "options": {"rope": {"theta": 9}}}), Some(9.0));
    check(json!({"config": {"n_head": 3, "rope_parameters": null}}), None);
}

#[test]
fn lists_of_one_matrix_for_each_head_are_joined() {
    let lists = json!({
        "inputs": {
            "x_q": [[1, 2]],
            "w_q": [[[1], [2]], [[3], [4]]],
            "w_k": [[[1], [0]], [[0], [1]]],
            "w_v": [[[1, 2], [0, 0]], [[0, 0], [3, 4]]],
            "w_o": [[[1, 0, 0], [0, 1, 0]], [[0, 0, 1], [1, 1, 1]]],
        },
    });
    let joined = json!({
        "dims": {"heads": 2},
        "inputs": {
            "x_q": [[1, 2]],
            "w_q": [[1, 3], [2, 4]],
            "w_k": [[1, 0], [0, 1]],
            "w_v": [[1, 2, 0, 0], [0, 0, 3, 4]],
            "w_o": [[1, 0, 0], [0, 1, 0], [0, 0, 1], [1, 1, 1]],
        },
    });
    assert_eq!(read(&lists.to_string()), read(&joined.to_string()));
}

fn from_scores(scores: Array3<f64>) -> Inputs {
    Inputs {
        heads: HeadCounts::equal(scores.dim().0),
        start: Start::Scores { scores: scores.into(), values: None },
        rotary: None,
        output: OutputProjection::Unknown,
        add_norm: None,
        overrides: Overrides::new(),
    }
}

fn names(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("t{i}")).collect()
}
