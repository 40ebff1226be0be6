//! What is no document is refused with its place, what was expected, what was found.

use attnscope::{
    document::{Document, DocumentError, Expected, Found},
    math::attend,
};
use serde_json::{Value, json};

use crate::{fixtures, korean};

/// The error of a document whose `inputs` are two tokens of two features, and `rest`.
#[track_caller]
fn check_rest(rest: &str, expected: &str) {
    check(&format!(r#"{{"inputs": {{"x_q": [[1, 2], [3, 4]]}}, {rest}}}"#), expected);
}

#[track_caller]
fn check(text: &str, expected: &str) {
    let error = Document::from_json(text).and_then(|document| document.problem());
    let error = error.expect_err(text);
    assert_eq!(error.to_string(), expected, "{text}");
    korean::check(&error);
}

#[test]
fn what_is_no_json_is_located() {
    check("", "the document is empty; expected a JSON object with `inputs`");
    check(" \n ", "the document is empty; expected a JSON object with `inputs`");
    check(
        "{\"inputs\": {\n  \"x_q\": [[1, 2], [3, 4",
        "line 2, column 23, inputs.x_q[1][1]: not JSON: the text ends within a list",
    );
    check(
        r#"{"inputs": {"x_q": [[1, 2], [3 4]]}}"#,
        "line 1, column 32, inputs.x_q[1][0]: not JSON: expected `,` or `]`",
    );
    check(
        r#"{"inputs": {"x_q": [[1, NaN]]}}"#,
        "line 1, column 25, inputs.x_q[0][1]: not JSON: expected value",
    );
    check("{} {}", "line 1, column 4: not JSON: trailing characters");
}

#[test]
fn an_array_that_is_none_is_located_to_the_entry() {
    let number = "expected a number (−∞ is null, others are \"nan\", \"inf\", \"-inf\")";
    let rows = "as in the rows before it, found";
    let advice = "give every row of a matrix the same length";
    let inputs = |inputs: &str, expected: &str| {
        check(&format!("{{\"inputs\": {{{inputs}}}}}"), &format!("line 1, column {expected}"));
    };
    inputs(
        r#""x_q": [[1, 2], [3, "four"]]"#,
        &format!("33, inputs.x_q[1][1]: {number}, found the text \"four\""),
    );
    inputs(r#""x_q": [[1, 2], [3, true]]"#, &format!("33, inputs.x_q[1][1]: {number}, found true"));
    inputs(
        r#""x_q": [[1, 2], [3, 1e999]]"#,
        &format!("33, inputs.x_q[1][1]: {number}, found the number 1e999"),
    );
    inputs(
        r#""x_q": "1, 2""#,
        "20, inputs.x_q: expected an array of numbers, found the text \"1, 2\"",
    );
    inputs(
        r#""x_q": [[1, 2], [3, 4], [5]]"#,
        &format!("37, inputs.x_q[2]: expected 2 numbers, {rows} 1 number; {advice}"),
    );
    inputs(
        r#""x_q": [[1, 2], 3]"#,
        &format!("29, inputs.x_q[1]: expected 2 numbers, {rows} a single number; {advice}"),
    );
    inputs(
        r#""q": [[[1, 2], [3, 4]], [[5, 6], [7]]]"#,
        &format!("46, inputs.q[1][1]: expected 2 numbers, {rows} 1 number; {advice}"),
    );
    inputs(
        r#""q": [[[1, 2], [3, 4]], [[5, 6]]]"#,
        &format!("37, inputs.q[1]: expected an array [2, 2], {rows} an array [1, 2]; {advice}"),
    );
    inputs(
        r#""x_q": [1, 2]"#,
        "20, inputs.x_q: expected an array [rows, columns], found one of dimensions [2]",
    );
    inputs(r#""x_q": [[[[1]]]]"#, &format!("23, inputs.x_q[0][0][0]: {number}, found an array"));
    inputs(
        r#""x_q": [[1]], "b_q": [[1]]"#,
        "34, inputs.b_q: expected an array [length], found one of dimensions [1, 1]",
    );
    inputs(
        r#""x_q": [[1]], "tokens": ["a", 1]"#,
        "43, inputs.tokens[1]: expected a list of texts in quotes, found the number 1",
    );
    inputs(
        r#""x_q": [[1]], "tokens": ["a", "b"]"#,
        "37, inputs.tokens: expected 1 entries, one for each query, found 2",
    );
    inputs(
        r#""x_q": [[1]], "x_q": [[1]]"#,
        "34, inputs.x_q: this key stands here twice; remove one of them",
    );
}

#[test]
fn errors_carry_what_they_found() {
    let text = "{\"dims\":\n {\"heads\": \"two\"}}";
    let Err(DocumentError::Unexpected { place, expected, found }) = Document::from_json(text)
    else {
        panic!("a number of heads in quotes")
    };
    assert_eq!((place.line, place.column, place.path.as_str()), (2, 12, "dims.heads"));
    assert_eq!((expected, found), (Expected::Count, Found::Text("two".into())));
}

#[test]
fn a_key_with_a_value_of_another_kind_is_refused() {
    check("[1]", "line 1, column 1: expected an object in braces, found an array");
    check(
        r#"{"inputs": [[1, 2]]}"#,
        "line 1, column 12, inputs: expected an object in braces, found an array",
    );
    check_rest(
        r#""name": 3"#,
        "line 1, column 47, name: expected a text in quotes, found the number 3",
    );
    check_rest(
        r#""dims": {"heads": 1.5}"#,
        "line 1, column 57, dims.heads: expected a whole number, 0 or more, found the number 1.5",
    );
    check_rest(
        r#""dims": {"heads": -1}"#,
        "line 1, column 57, dims.heads: expected a whole number, 0 or more, found the number -1",
    );
    check_rest(
        r#""options": {"scale": "nan"}"#,
        "line 1, column 60, options.scale: expected a number, found the text \"nan\"",
    );
    check_rest(
        r#""options": {"residual": 1}"#,
        "line 1, column 63, options.residual: expected true or false, found the number 1",
    );
    check_rest(
        r#""options": {"mask": {"allow": [[1, 0], [1, 1]]}}"#,
        "line 1, column 71, options.mask.allow[0][0]: \
         expected true (the query may look) or false, found the number 1",
    );
    check_rest(
        r#""options": {"mask": {"allow": [true, false]}}"#,
        "line 1, column 69, options.mask.allow: expected an array [queries, keys] or \
         [heads, queries, keys], found one of dimensions [2]",
    );
}

#[test]
fn a_word_that_means_nothing_is_refused_with_those_that_do() {
    check_rest(
        r#""convention": "columns""#,
        r#"line 1, column 53, convention: expected one of "row", "column", found "columns""#,
    );
    check_rest(
        r#""options": {"mask": {"kind": "casual"}}"#,
        "line 1, column 68, options.mask.kind: expected one of \"none\", \"causal\", \"allow\", \
         \"add\", \"key_padding\", \"attention_mask\", found \"casual\"",
    );
    check_rest(
        r#""options": {"order": "pre"}"#,
        r#"line 1, column 60, options.order: expected one of "post", found "pre""#,
    );
    check_rest(
        r#""options": {"rope": {"theta": 9, "layout": "interleaved"}}"#,
        "line 1, column 82, options.rope.layout: expected one of \"half\", found \"interleaved\"",
    );
    check_rest(
        r#""config": {"rope_theta": 9, "rope_parameters": {"rope_type": "llama3"}}"#,
        "line 1, column 100, config.rope_parameters.rope_type: \
         expected one of \"default\", found \"llama3\"",
    );
}

#[test]
fn what_is_missing_or_said_twice_is_named() {
    let needs = "inputs.x_q: missing; a document needs x_q (with w_q, w_k, w_v …), \
                 or q, k and v, or scores or weights in `inputs`";
    check("{}", needs);
    check(r#"{"inputs": {"w_q": [[1]]}}"#, needs);
    check(r#"{"inputs": {"q": [[1]]}}"#, "inputs.k: missing; q needs k and v beside it");
    check_rest(
        r#""options": {"mask": {"kind": "key_padding"}}"#,
        "options.mask.allow: missing; this kind of mask is told by its array \
         (true: the query may look)",
    );
    check_rest(
        r#""options": {"rope": {}}"#,
        "options.rope.theta: missing; rotary position needs the base of its wavelengths, \
         often 10000",
    );
    check(
        r#"{"inputs": {"scores": [[1]]}, "options": {"residual": true}}"#,
        "inputs.x_q: missing; the residual connection adds the output to x_q",
    );
    check(
        r#"{"inputs": {"scores": [[1]], "w_o": [[1]]}}"#,
        "inputs.v: missing; w_o and b_o project what the weights mix of it",
    );
    check_rest(
        r#""options": {"residual": true, "output_projection": false}"#,
        "options.output_projection: false and options.residual: true cannot both be given; \
         the residual connection adds the output to x_q",
    );
    let begin = "keep that from which the computation shall begin";
    for (inputs, keys) in [
        (r#""scores": [[1]], "x_q": [[1]]"#, "scores and x_q"),
        (r#""scores": [[1]], "q": [[1]]"#, "scores and q"),
        (r#""q": [[1]], "k": [[1]], "v": [[1]], "w_q": [[1]]"#, "q and w_q"),
        (r#""x_q": [[1]], "v": [[1]]"#, "x_q and v"),
        (r#""scores": [[1]], "weights": [[1]]"#, "scores and weights"),
        (r#""weights": [[1]], "q": [[1]]"#, "weights and q"),
        (r#""weights": [[1]], "x_q": [[1]]"#, "weights and x_q"),
    ] {
        let expected = format!("{keys} cannot both be given; {begin}");
        check(&format!("{{\"inputs\": {{{inputs}}}}}"), &expected);
    }
    for (option, path) in [
        (r#""mask": {"kind": "causal"}"#, "options.mask"),
        (r#""scale": 2"#, "options.scale"),
        (r#""divide_by": 2"#, "options.divide_by"),
    ] {
        let expected = format!(
            "inputs.weights and {path} cannot both be given; \
             scores are scaled and masked before the softmax, and weights come after it"
        );
        let weights = r#""inputs": {"weights": [[1]]}"#;
        check(&format!("{{{weights}, \"options\": {{{option}}}}}"), &expected);
    }
    check_rest(
        r#""options": {"scale": 8, "divide_by": 8}"#,
        "options.scale and options.divide_by cannot both be given; \
         scale multiplies and is 1 ÷ divide_by; remove one of them",
    );
}

#[test]
fn shapes_that_do_not_fit_are_told_in_the_convention_of_the_core() {
    check_rest(
        r#""dims": {"heads": 3}"#,
        "x_q: 2 columns cannot be split into 3 equal heads; \
         choose a number of heads that divides 2",
    );
    check(
        r#"{"convention": "column", "inputs": {"x_q": [[1], [2]], "w_q": [[1, 2, 3]]}}"#,
        "w_q: expected [2, 1], found [3, 1]; its rows are the columns of what it multiplies \
         (dimensions are told as in rows: in columns each matrix is transposed)",
    );
    check(
        r#"{"dims": {"heads": 3}, "inputs": {"x_q": [[1]], "w_q": [[[1]], [[1]]]}}"#,
        "line 1, column 56, inputs.w_q: expected 3 entries, one for each head, found 2",
    );
}

#[test]
fn shapes_that_do_not_fit_are_located_in_the_text() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        let error = Document::from_json(text).and_then(|document| document.problem());
        let error = error.expect_err(text).in_text(text).to_string();
        assert!(error.starts_with(&format!("{expected}: ")), "{text}\n{error}");
    }
    let inputs = |inputs: &str, expected: &str| {
        check(&format!("{{\"inputs\": {{\n{inputs}}}}}"), &format!("line {expected}"));
    };
    inputs("\"x_q\": [[1]],\n \"w_q\": [[1], [2]]", "3, column 9, inputs.w_q: w_q");
    inputs("\"x_q\": [[1]], \"w_k\": [[1, 2]]", "2, column 22, inputs.w_k: w_k");
    inputs("\"x_q\": [[1, 2]],\n \"x_k\": [[1]]", "3, column 9, inputs.x_k: x_k");
    inputs("\"x_q\": [[1], [2]],\n \"x_v\": [[1]]", "3, column 9, inputs.x_v: x_v");
    inputs("\"q\": [[1]], \"k\": [[1]],\n\"v\": [[1], [2]]", "3, column 6, inputs.v: v");
    inputs("\"x_q\": [[1]],\n \"b_v\": [1, 2]", "3, column 9, inputs.b_v: b_v");
    inputs("\"x_q\": [[]]", "2, column 8, inputs.x_q: x_q");
    check(
        r#"{"inputs": {"x_q": [[1, 2]]}, "dims": {"heads": 4}}"#,
        "line 1, column 20, inputs.x_q: x_q",
    );
    check(
        r#"{"inputs": {"x_q": [[1, 2]]}, "dims": {"heads": 2, "kv_heads": 0}}"#,
        "line 1, column 64, dims.kv_heads: heads",
    );
    check(
        r#"{"inputs": {"x_q": [[1]]}, "options": {"mask": {"add": [[1, 2]]}}}"#,
        "line 1, column 56, options.mask.add: mask",
    );
    check(
        r#"{"inputs": {"x_q": [[1]]}, "options": {"divide_by": 0}}"#,
        "line 1, column 53, options.divide_by: scale",
    );
    check(
        "\u{feff}{\"convention\": \"column\", \"inputs\": {\"x_q\": [[1]], \"w_q\": [[1, 2]]}}",
        "line 1, column 58, inputs.w_q: w_q",
    );
}

#[test]
fn a_small_text_cannot_ask_for_a_huge_array() {
    let limit = "is more than the 33554432 numbers that an array may have here; \
                 use fewer tokens or fewer heads";
    check_rest(
        r#""dims": {"heads": 18446744073709551615}"#,
        "x_q: 2 columns cannot be split into 18446744073709551615 equal heads; choose a number of \
         heads that divides 2",
    );
    let many_tokens = vec![[0]; 6000];
    check(
        &json!({"inputs": {"x_q": many_tokens}}).to_string(),
        &format!("scores: [1, 6000, 6000] {limit}"),
    );
    let wide = json!({"inputs": {"x_q": vec![[0]; 4000], "w_v": [vec![0; 9000]]}});
    check(&wide.to_string(), &format!("v: [4000, 9000] {limit}"));
    let mixed = json!({"inputs": {"x_q": vec![[0]; 6000], "x_k": [[0]], "x_v": [vec![0; 6000]]}});
    check(&mixed.to_string(), &format!("context: [1, 6000, 6000] {limit}"));
    let projected = json!({"inputs": {
        "x_q": vec![[0]; 6000], "x_k": [[0]], "w_o": [vec![0; 6000]],
    }});
    check(&projected.to_string(), &format!("output: [6000, 6000] {limit}"));
    let added = json!({"inputs": {"x_q": [[0]], "w_v": [[vec![0; 9000]]]}});
    check(&added.to_string(), &format!("w_o: [9000, 9000] {limit}"));
}

#[test]
fn a_document_that_breaks_off_anywhere_is_refused_at_its_end() {
    let text = fixtures::text("column-convention-causal");
    let text = text.trim_end();
    for end in (1..text.len()).step_by(5).filter(|&end| text.is_char_boundary(end)) {
        match Document::from_json(&text[..end]) {
            Err(DocumentError::Syntax { place, .. }) => {
                let lines = text[..end].matches('\n').count() + 1;
                assert!((lines - 1..=lines).contains(&place.line), "{place} of {lines} lines");
            }
            other => panic!("cut at {end}: {other:?}"),
        }
    }
}

#[test]
fn odd_values_at_any_key_are_refused_or_computed_but_never_a_panic() {
    let odd =
        ["null", "true", "0", "-1", "1e308", "\"nan\"", "[]", "[[]]", "[[[]]]", "[[1]]", "{}"];
    let odd = odd.map(|odd| serde_json::from_str::<Value>(odd).unwrap());
    let mut n_refused = 0;
    for name in ["addnorm", "rope", "gqa", "residual-math", "mask-fill", "torch-mha-cross"] {
        let fixture = fixtures::json(name);
        for path in paths(&fixture) {
            for odd in &odd {
                let mut document = fixture.clone();
                *document.pointer_mut(&path).unwrap() = odd.clone();
                n_refused += usize::from(!is_computed(&document.to_string()));
            }
        }
    }
    assert!(n_refused > 500, "only {n_refused} were refused");
}

/// Pointers to the keys of a document and of its objects, but for what is not read.
fn paths(document: &Value) -> Vec<String> {
    let read = ["convention", "dims", "inputs", "options"];
    let mut paths = read.map(|key| format!("/{key}")).to_vec();
    let mut next = 0;
    while let Some(path) = paths.get(next).cloned() {
        let keys = document.pointer(&path).and_then(Value::as_object).map(|object| object.keys());
        paths.extend(keys.into_iter().flatten().map(|key| format!("{path}/{key}")));
        next += 1;
    }
    paths
}

/// Whether a document is taken; if so its trace is computed and written.
fn is_computed(text: &str) -> bool {
    let document = Document::from_json(text);
    let problem = document.and_then(|document| Ok((document.problem()?, document)));
    let computed = problem.map(|(problem, document)| document.to_json(Some(&attend(&problem))));
    computed.is_ok_and(|text| text.contains("\"weights\""))
}
