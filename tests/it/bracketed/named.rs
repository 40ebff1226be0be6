//! Several arrays and settings in one text.

use attnscope::input::{Answers, Note, Setting, Source, Topic, is_document, read};

use super::{matrix, reading};

/// Names and dimensions of the arrays, and the settings.
#[track_caller]
fn check(text: &str, arrays: &[(&str, &[usize])], settings: &[(&str, Setting)]) {
    let reading = reading(text).unwrap_or_else(|fault| panic!("{text}\n{fault}"));
    let found: Vec<(&str, &[usize])> = reading
        .arrays
        .iter()
        .map(|array| (array.name.as_deref().unwrap_or(""), array.shape.as_slice()))
        .collect();
    assert_eq!(found, arrays, "{text}");
    let found: Vec<(&str, Setting)> =
        reading.settings.iter().map(|(name, value)| (name.as_str(), value.clone())).collect();
    assert_eq!(found, settings, "{text}");
}

#[test]
fn assignments_one_after_the_other() {
    let three = "W_q = np.array([[1, 0], [0, 1]])\nW_k = np.array([[2, 0],\n    [0, 1]])  # [9]\nheads = 2\ncausal = True\nname = 'toy'";
    let settings = [
        ("heads", Setting::Number(2.0)),
        ("causal", Setting::Flag(true)),
        ("name", Setting::Text("toy".into())),
    ];
    check(three, &[("W_q", &[2, 2]), ("W_k", &[2, 2])], &settings);
    check("q, k = [[1, 2]], [[3, 4]]", &[("q", &[1, 2]), ("k", &[1, 2])], &[]);
    check("self.W_q = [[1, 2]]; b_q = [1, 2]", &[("W_q", &[1, 2]), ("b_q", &[2])], &[]);
    check("W: list[list[float]] = [[1, 2]]", &[("W", &[1, 2])], &[]);
    check(
        "float Wq[1][2] = {{1, 2}};\nfloat bq[2] = {1, 2};",
        &[("Wq", &[1, 2]), ("bq", &[2])],
        &[],
    );
    check("W_q:\n[[1. 2.]]\n\nW_k =\n\n[[3. 4.]]", &[("W_q", &[1, 2]), ("W_k", &[1, 2])], &[]);
    check("Query weights: tensor([[1., 2.]])", &[("Query weights", &[1, 2])], &[]);
    check("x <- matrix(1:4, 2)\ny <- matrix(1:4, 2)", &[("x", &[2, 2]), ("y", &[2, 2])], &[]);
    check("w := {{1, 2}, {3, 4}}", &[("w", &[2, 2])], &[]);
    check("\"a\": [[1, 2]],\n\"b\": [[3, 4]]", &[("a", &[1, 2]), ("b", &[1, 2])], &[]);
}

#[test]
fn objects_with_named_parts() {
    let text = r#"{"q": [[1, 2]], "k": [[1, 2]], "mask": [[true]], "heads": 2, "causal": true, "x": [[[1, 2]]], "note": null, "tokens": ["the"]}"#;
    let arrays: [(&str, &[usize]); 5] =
        [("q", &[1, 2]), ("k", &[1, 2]), ("mask", &[1, 1]), ("x", &[1, 1, 2]), ("tokens", &[1])];
    let settings = [
        ("heads", Setting::Number(2.0)),
        ("causal", Setting::Flag(true)),
        ("note", Setting::Nothing),
    ];
    check(text, &arrays, &settings);
    check(
        "{'q_proj.weight': tensor([[1., 2.]]), 'q_proj.bias': tensor([1.])}",
        &[("q_proj.weight", &[1, 2]), ("q_proj.bias", &[1])],
        &[],
    );
    check(
        "OrderedDict([('weight', tensor([[1., 2.]])), ('bias', tensor([1.]))])",
        &[("weight", &[1, 2]), ("bias", &[1])],
        &[],
    );
    check(
        "BaseModelOutput(last_hidden_state=tensor([[[1., 2.]]], grad_fn=<X0>), hidden_states=None)",
        &[("last_hidden_state", &[1, 1, 2])],
        &[("hidden_states", Setting::Nothing)],
    );
    check(r#"{"layer": {"0": {"w_q": [[1, 2]]}}}"#, &[("layer.0.w_q", &[1, 2])], &[]);
}

#[test]
fn lists_of_equal_length_are_rows_unless_their_names_say_otherwise() {
    check("[1, 2]\n[3, 4]", &[("", &[2, 2])], &[]);
    check("- [1, 2]\n- [3, 4]", &[("", &[2, 2])], &[]);
    check("[1, 2],\n[3, 4],", &[("", &[2, 2])], &[]);
    check("{'the': [1, 2], 'cat': [3, 4]}", &[("", &[2, 2])], &[]);
    check("{'b_q': [1, 2], 'b_k': [3, 4]}", &[("b_q", &[2]), ("b_k", &[2])], &[]);
    check("b_q = [1, 2]\nb_k = [3, 4]", &[("b_q", &[2]), ("b_k", &[2])], &[]);
    // And the other way about, when asked.
    let apart = Answers::none().with(Topic::Together, 1);
    let reading = read(&Source::pasted("{'the': [1, 2], 'cat': [3, 4]}"), &apart).unwrap();
    assert_eq!(reading.arrays.len(), 2);
    let together = Answers::none().with(Topic::Together, 0);
    let reading = read(&Source::pasted("b_q = [1, 2]\nb_k = [3, 4]"), &together).unwrap();
    assert_eq!(reading.arrays.len(), 1);
}

#[test]
fn what_is_computed_beside_arrays_is_said_to_be_left_out() {
    let reading = reading("x = np.array([[1, 2]])\nw = torch.randn(2, 2)").unwrap();
    assert_eq!(reading.notes, [Note::LeftOut { found: "torch.randn(2, 2)".into() }]);
}

#[test]
fn columns_are_asked_about() {
    let view = matrix(r#"{"d0": [1, 3], "d1": [2, 4]}"#).unwrap();
    assert_eq!(view.table.values, [1.0, 2.0, 3.0, 4.0]);
    let asked = view.guesses.iter().find(|guess| guess.is_doubtful).unwrap();
    assert_eq!(asked.topic, Topic::Orientation);
}

#[test]
fn a_document_of_our_own_is_told_from_other_objects() {
    let is = |text: &str| is_document(&Source::pasted(text));
    assert!(is(r#"{"name": "x", "inputs": {"q": [[1]]}, "options": {}}"#));
    assert!(is("\n{\n  \"inputs\" :\n {}}"));
    assert!(!is(r#"{"inputs": [[1, 2]]}"#));
    assert!(!is(r#"{"model": {"inputs": {"q": [[1]]}}}"#));
    assert!(!is(r#"{"text": "\"inputs\": {"}"#));
    assert!(!is(r#"[{"inputs": {"q": [[1]]}}]"#));
}
