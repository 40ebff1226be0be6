//! What is asked about pieces, and that an answer is followed and asked no more.

use attnscope::{
    assemble::{Assembly, Piece, assemble},
    input::{Answers, Topic},
    math::{Mask, attend},
};
use ndarray::{Array2, Array3, array};
use serde_json::{Value, json};

use crate::{assembled::bundle, fixtures::assert_close};

/// Assembles a bundle with one answer, about its piece and about the whole; whichever of them is
/// asked takes it.
fn answered(json: &Value, topic: Topic, option: usize) -> Assembly {
    let mut piece = Piece::of(bundle(json));
    piece.answers = Answers::none().with(topic, option);
    let answers = piece.answers.clone();
    assemble(&[piece], &answers)
}

/// The guess about a topic: its options, the one taken, whether it is doubtful.
#[track_caller]
fn guess(json: &Value, topic: Topic) -> (Vec<String>, usize, bool) {
    let assembly = assemble(&[Piece::of(bundle(json))], &Answers::none());
    let asked = assembly.guesses.iter().find(|asked| asked.guess.topic == topic);
    let guess = &asked.unwrap_or_else(|| panic!("{topic:?} in {:?}", assembly.guesses)).guess;
    let options = guess.options.iter().map(ToString::to_string).collect();
    (options, guess.chosen, guess.is_doubtful)
}

/// The weights with each answer; answered, nothing is doubtful about the topic.
#[track_caller]
fn weights(json: &Value, topic: Topic, option: usize) -> Array3<f64> {
    let assembly = answered(json, topic, option);
    assert_eq!(assembly.misfits, []);
    let doubtful = assembly.guesses.iter().filter(|asked| asked.guess.is_doubtful);
    assert!(doubtful.clone().all(|asked| asked.guess.topic != topic), "{:?}", assembly.guesses);
    Array3::clone(&attend(&assembly.problem.unwrap()).weights)
}

#[test]
fn heads_are_the_divisors_of_the_width() {
    let json = json!({"x": [[1, 2, 3, 4, 5, 6], [6, 5, 4, 3, 2, 1]]});
    let (options, chosen, is_doubtful) = guess(&json, Topic::Heads);
    let expected = [
        "1 head of 6 dimensions",
        "2 heads of 3 dimensions",
        "3 heads of 2 dimensions",
        "6 heads of 1 dimension",
    ];
    assert_eq!(
        (options.as_slice(), chosen, is_doubtful),
        (&expected.map(str::to_owned)[..], 0, false)
    );
    for (option, heads) in [1, 2, 3, 6].into_iter().enumerate() {
        assert_eq!(weights(&json, Topic::Heads, option).dim(), (heads, 2, 2));
    }
    // Of a model it is asked.
    let model = json!({"x": [[1, 2]], "self_attn.q_proj.weight": [[1, 2], [3, 4]]});
    assert!(guess(&model, Topic::Heads).2);
    // Keys that are half as wide leave fewer numbers.
    let grouped = json!({"q": [[1, 2, 3, 4]], "k": [[1, 2]], "v": [[1, 2]]});
    assert_eq!(
        guess(&grouped, Topic::Heads).0,
        ["2 heads of 2 dimensions", "4 heads of 1 dimension"]
    );
}

#[test]
fn the_polarity_of_a_mask_is_a_switch() {
    let json = json!({"q": [[1], [1]], "k": [[1], [1]], "mask": [[true, false], [true, true]]});
    let (options, chosen, is_doubtful) = guess(&json, Topic::Polarity);
    assert_eq!(
        options,
        [
            "true means keep, the query may look (keeps 3 of 4 cells)",
            "true means hide, the query may not look (keeps 1 of 4 cells)",
        ]
    );
    // A lower triangle tells by itself; it can be undone all the same.
    assert_eq!((chosen, is_doubtful), (0, false));
    assert_close(
        "keep",
        &array![[[1.0, 0.0], [0.5, 0.5]]],
        &weights(&json, Topic::Polarity, 0),
        0.0,
    );
    assert_close(
        "hide",
        &array![[[0.0, 1.0], [0.0, 0.0]]],
        &weights(&json, Topic::Polarity, 1),
        0.0,
    );

    let other = json!({"q": [[1], [1]], "k": [[1], [1]], "mask": [[true, false], [false, true]]});
    assert_eq!((guess(&other, Topic::Polarity).1, guess(&other, Topic::Polarity).2), (0, true));
    let blind = json!({"q": [[1], [1]], "k": [[1], [1]], "mask": [[true, false], [false, false]]});
    assert_eq!((guess(&blind, Topic::Polarity).1, guess(&blind, Topic::Polarity).2), (1, true));
    for (name, expected) in [("key_padding_mask", 1), ("attention_mask", 0)] {
        let named = json!({"q": [[1]], "k": [[1], [1]], name: [true, false]});
        let (_, chosen, is_doubtful) = guess(&named, Topic::Polarity);
        assert_eq!((chosen, is_doubtful), (expected, false), "{name}");
    }
    let added = json!({"q": [[1]], "k": [[1], [1]], "mask": [[1, 0]]});
    let one = std::f64::consts::E / (1.0 + std::f64::consts::E);
    let found = weights(&added, Topic::Polarity, 2);
    assert_close("added", &array![[[one, 1.0 - one]]], &found, 1e-12);
}

#[test]
fn the_corner_of_a_causal_mask_is_asked_where_lengths_differ() {
    let json = json!({"q": [[1], [1]], "k": [[1], [1], [1]], "causal": true});
    assert_eq!(guess(&json, Topic::Corner).1, 0);
    assert!(guess(&json, Topic::Corner).2);
    let top_left = array![[[1.0, 0.0, 0.0], [0.5, 0.5, 0.0]]];
    assert_close("top left", &top_left, &weights(&json, Topic::Corner, 0), 0.0);
    let third = 1.0 / 3.0;
    let bottom_right = array![[[0.5, 0.5, 0.0], [third, third, third]]];
    assert_close("bottom right", &bottom_right, &weights(&json, Topic::Corner, 1), 1e-15);
    let square = json!({"q": [[1], [1]], "k": [[1], [1]], "causal": true});
    let assembly = assemble(&[Piece::of(bundle(&square))], &Answers::none());
    assert_eq!(assembly.problem.unwrap().mask(), &Mask::Causal);
    assert!(assembly.guesses.iter().all(|asked| asked.guess.topic != Topic::Corner));
    // Both masks hide.
    let both = json!({"q": [[1], [1]], "k": [[1], [1]], "causal": true,
        "mask": [[0, 0], ["-Infinity", 0]]});
    let found = weights(&both, Topic::Corner, 0);
    assert_close("both", &array![[[1.0, 0.0], [0.0, 1.0]]], &found, 0.0);
}

#[test]
fn axes_of_more_dimensions_are_asked() {
    let x = json!({"x": [[[1, 0], [0, 1]], [[1, 1], [2, 0]], [[0, 0], [0, 3]]]});
    let rows = |topic: Topic, option: usize| -> Array2<f64> {
        let problem = answered(&x, topic, option).problem.unwrap();
        Array2::clone(&problem.projected().embeddings().unwrap().x_q)
    };
    assert_eq!(rows(Topic::Axis, 0), array![[1.0, 0.0], [0.0, 1.0]]);
    assert_eq!(rows(Topic::Axis, 1), array![[1.0, 0.0], [1.0, 1.0], [0.0, 0.0]]);
    assert_eq!(rows(Topic::Layer, 2), array![[0.0, 0.0], [0.0, 3.0]]);

    let stack = json!([[[0.25, 0.75], [0.5, 0.5]], [[1, 0], [0.5, 0.5]]]);
    let attention = json!({"attention": stack});
    assert_eq!(
        guess(&attention, Topic::Axis).0,
        [
            "2 x 2 x 2 as heads × rows × columns",
            "2 x 2 x 2 as batch × rows × columns",
            "2 x 2 x 2 as batch × heads × keys, one row a head",
        ]
    );
    assert_eq!(weights(&attention, Topic::Axis, 0).dim(), (2, 2, 2));
    assert_eq!(weights(&attention, Topic::Axis, 1), array![[[0.25, 0.75], [0.5, 0.5]]]);
    assert_eq!(weights(&attention, Topic::Axis, 2), array![[[0.25, 0.75]], [[0.5, 0.5]]]);
    assert_eq!(weights(&json!({"attention": [stack, stack]}), Topic::Layer, 1).dim(), (2, 2, 2));
}

#[test]
fn ready_numbers_can_be_turned_and_taken_for_the_other_kind() {
    let list = json!({"attention": [0.7, 0.3]});
    assert_eq!(weights(&list, Topic::Rows, 0), array![[[0.7, 0.3]]]);
    let sideways = json!({"attention": [[0.7, 0.1], [0.2, 0.3], [0.1, 0.6]]});
    assert_eq!(guess(&sideways, Topic::Orientation).1, 1);
    assert_eq!(weights(&sideways, Topic::Orientation, 1).dim(), (1, 2, 3));
    let logits = json!({"attention": [[2, -1], [0, 3]]});
    let found = weights(&logits, Topic::ScoresOrWeights, 1);
    assert_eq!(found, array![[[2.0, -1.0], [0.0, 3.0]]]);
    let found = weights(&logits, Topic::ScoresOrWeights, 0);
    assert!((found[(0, 0, 0)] - 1.0 / (1.0 + (-3_f64).exp())).abs() < 1e-12);
    let shares = json!({"scores": [[0.5, 0.5]]});
    assert_eq!(
        (guess(&shares, Topic::ScoresOrWeights).1, guess(&shares, Topic::ScoresOrWeights).2),
        (0, true)
    );
}

#[test]
fn one_of_several_arrays_without_names_is_chosen() {
    let json = json!({"a": [[1, 2]], "b": [[3, 4], [5, 6]]});
    assert_eq!(guess(&json, Topic::Array).0, ["a (1 x 2)", "b (2 x 2)"]);
    let problem = answered(&json, Topic::Array, 1).problem.unwrap();
    assert_eq!(*problem.projected().embeddings().unwrap().x_q, array![[3.0, 4.0], [5.0, 6.0]]);
}
