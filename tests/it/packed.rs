//! What stands packed in a link: that it comes back bit for bit, how long it is, and that nothing
//! else is believed.

use std::sync::Arc;

use attnscope::{
    document::Document,
    link::{PackError, pack, unpack},
    math::{Problem, Start},
    reader,
    samples::{Loaded, SampleId},
    wire,
};

use serde_json::{Value, json};

use crate::fixtures;

/// A document as it is loaded from a file.
#[track_caller]
fn loaded(json: &str) -> Loaded {
    let document = Document::from_json(json).unwrap();
    Loaded::plain(document.problem().unwrap(), document.tokens(), document.tokens_k())
}

/// Bit for bit, where `==` takes −0 for 0 and no NaN for another.
#[track_caller]
fn check_same(found: &Loaded, expected: &Loaded) {
    assert!(wire::pack(found) == wire::pack(expected), "{found:?}\n{expected:?}");
}

/// Packs, unpacks, compares bit for bit; the letters.
#[track_caller]
fn check_comes_back(loaded: &Loaded) -> String {
    let packed = pack(loaded, None).unwrap().unwrap();
    assert!(packed.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_'));
    check_same(&unpack(&packed, None).unwrap(), loaded);
    packed
}

#[test]
fn every_fixture_that_fits_comes_back() {
    let mut n_packed = 0;
    for name in fixtures::names() {
        let loaded = loaded(&fixtures::text(&name));
        match pack(&loaded, None) {
            Ok(_) => {
                check_comes_back(&loaded);
                n_packed += 1;
            }
            Err(error) => assert!(matches!(error, PackError::TooMuch { .. }), "{name}: {error}"),
        }
    }
    assert_eq!(n_packed, 36, "the three others have more numbers than a link holds");
}

#[test]
fn odd_numbers_and_tokens_come_back() {
    let numbers = "-0.0, 5e-324, 1.7976931348623157e308, 0.1, 0.10000000149011612, \"nan\", \"inf\", null, 1e22, 3.0";
    let tokens = r#"["토큰", "👩‍👩‍👧 ", "\" \\ \u0000\n", "[1.0, 2.0]f", "", "é"]"#;
    let rows = ["1", "2", "3", "4", "5", "6"].map(|first| format!("[{first}, {numbers}]"));
    let json = format!(
        r#"{{ "inputs": {{ "tokens": {tokens}, "x_q": [{}] }}, "options": {{ "mask": {{ "kind": "causal" }}, "divide_by": 3.3 }} }}"#,
        rows.join(",")
    );
    let loaded = loaded(&json);
    check_comes_back(&loaded);
}

/// Random numbers (xorshift64*), evenly in −1 … 1 and then bent towards 0.
fn randoms() -> impl FnMut() -> f64 {
    let mut state = 0x2545_f491_4f6c_dd1d_u64;
    move || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        let bits = state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 11;
        let even = bits as f64 / (1_u64 << 52) as f64 - 1.0;
        1.5 * even * (0.5 + even.abs())
    }
}

fn table(rows: usize, columns: usize, mut number: impl FnMut() -> f64) -> Loaded {
    let row = |_| (0..columns).map(|_| number()).collect::<Vec<_>>();
    let x = (0..rows).map(row).collect::<Vec<_>>();
    let tokens = (0..rows).map(|row| format!("token{row}")).collect::<Vec<_>>();
    loaded(&format!(r#"{{ "inputs": {{ "tokens": {tokens:?}, "x_q": {x:?} }} }}"#))
}

/// What deflate and base64 would make of the same document without blanks.
fn deflated(loaded: &Loaded) -> usize {
    let Loaded { problem, tokens, tokens_k, .. } = loaded;
    let document = Document::from_problem(problem, None, tokens.clone(), tokens_k.clone());
    let json: Value = serde_json::from_str(&document.to_json(None)).unwrap();
    let bytes = miniz_oxide::deflate::compress_to_vec(json.to_string().as_bytes(), 10);
    (bytes.len() * 4).div_ceil(3)
}

#[test]
fn a_third_is_saved_against_deflate() {
    let example = |id| changed(&reader::read(id, 0, &[]).unwrap(), |_| {});
    let mut random = randoms();
    let mut rounded = |decimals: i32| {
        let scale = 10_f64.powi(decimals);
        (random() * scale).round() / scale
    };
    let tables = [
        ("by hand", example(SampleId::ByHand)),
        ("by hand, trainable", example(SampleId::ByHandTrainable)),
        ("cross-attention", example(SampleId::CrossAttention)),
        ("10 x 8, 4 decimals", table(10, 8, || rounded(4))),
        ("32 x 64, 2 decimals", table(32, 64, || rounded(2))),
        ("32 x 64, 4 decimals", table(32, 64, || rounded(4))),
        ("12 x 16, 32 bits", table(12, 16, || f64::from(rounded(12) as f32))),
    ];
    for (name, loaded) in tables {
        let (packed, deflated) = (check_comes_back(&loaded).len(), deflated(&loaded));
        assert!(10 * packed < 7 * deflated, "{name}: {packed} of {deflated}");
    }
    let too_much = table(32, 64, || f64::from(rounded(12) as f32));
    assert_eq!(pack(&too_much, None), Err(PackError::TooMuch { limit: 8000 }));
}

/// The JSON of a document, changed.
fn changed(example: &Loaded, change: impl FnOnce(&mut Value)) -> Loaded {
    let Loaded { problem, tokens, tokens_k, .. } = example;
    let document = Document::from_problem(problem, None, tokens.clone(), tokens_k.clone());
    let mut json: Value = serde_json::from_str(&document.to_json(None)).unwrap();
    change(&mut json);
    loaded(&json.to_string())
}

#[track_caller]
fn check_change(example: &Loaded, longest: usize, change: impl FnOnce(&mut Value)) {
    let Loaded { problem, tokens, tokens_k, .. } = changed(example, change);
    let changed = Loaded { problem, tokens, tokens_k, ..example.clone() };
    let packed = pack(&changed, Some(example)).unwrap().unwrap();
    assert!(packed.len() <= longest, "{} letters, {longest} at most", packed.len());
    check_same(&unpack(&packed, Some(example)).unwrap(), &changed);
}

#[test]
fn of_a_changed_example_only_the_change_is_packed() {
    let by_hand = reader::read(SampleId::ByHand, 0, &[]).unwrap();
    assert_eq!(pack(&by_hand, Some(&by_hand)), Ok(None));
    check_change(&by_hand, 70, |json| json["inputs"]["x_q"][1][2] = json!(-0.0));
    check_change(&by_hand, 70, |json| json["inputs"]["x_q"][1][2] = json!("nan"));
    check_change(&by_hand, 100, |json| json["inputs"]["tokens"][0] = json!("나의"));
    check_change(&by_hand, 90, |json| json["options"] = json!({ "scale": 0.3 }));
    check_change(&by_hand, 120, |json| {
        for text in ["tokens", "x_q"] {
            let rows = json["inputs"][text].as_array_mut().unwrap();
            rows.swap_remove(0);
        }
    });
    let allow =
        json!({ "kind": "allow", "allow": vec![vec![true, false, true, false, true, true]; 6] });
    check_change(&by_hand, 120, |json| json["options"]["mask"] = allow.clone());
    let masked = changed(&by_hand, |json| json["options"]["mask"] = allow);
    check_change(&masked, 80, |json| json["options"]["mask"]["allow"][5][5] = json!(false));
}

#[test]
fn a_changed_cell_of_the_six_tokens_fits_anywhere() {
    let six_tokens = reader::read(SampleId::SixTokens, 0, &[]).unwrap();
    assert_eq!(pack(&six_tokens, Some(&six_tokens)), Ok(None));
    let mut inputs = six_tokens.problem.inputs().clone();
    let Start::Embeddings(embeddings) = &mut inputs.start else { panic!("they have embeddings") };
    Arc::make_mut(&mut embeddings.x_q)[(3, 5)] = 0.7;
    Arc::make_mut(embeddings.query.weight.as_mut().unwrap())[(767, 767)] = -0.5;
    let (mask, scale) = (six_tokens.problem.mask().clone(), six_tokens.problem.scale());
    let problem = Problem::new(inputs, mask, Some(scale)).unwrap();
    let changed = Loaded { problem, ..six_tokens.clone() };
    let packed = pack(&changed, Some(&six_tokens)).unwrap().unwrap();
    assert!(packed.len() <= 60, "{} letters", packed.len());
    check_same(&unpack(&packed, Some(&six_tokens)).unwrap(), &changed);
}

#[test]
fn what_is_no_packed_document_is_refused() {
    let by_hand = reader::read(SampleId::ByHand, 0, &[]).unwrap();
    let packed = pack(&by_hand, None).unwrap().unwrap();
    let refused = |packed: &str| unpack(packed, None).unwrap_err();
    for cut in (0..packed.len()).step_by(5) {
        assert_eq!(refused(&packed[..cut]), PackError::Damaged, "{cut} letters");
    }
    for at in (1..packed.len()).step_by(5) {
        let other = if &packed[at..=at] == "A" { "B" } else { "A" };
        let text = format!("{}{other}{}", &packed[..at], &packed[at + 1..]);
        // The last letter may hold bits that say nothing.
        assert!(at == packed.len() - 1 || refused(&text) == PackError::Damaged, "letter {at}");
    }
    assert_eq!(refused(&format!("2{}", &packed[1..])), PackError::Newer { found: '2' });
    for text in ["0", "x", "1", "1A", "1é", "1AAAAAP__fw", "1AAAAAP___w"] {
        assert_eq!(refused(text), PackError::Damaged, "{text}");
    }
    // What was changed of an example says nothing without it, and little with another.
    let changed = changed(&by_hand, |json| json["inputs"]["x_q"][1][2] = json!(4));
    let packed = pack(&changed, Some(&by_hand)).unwrap().unwrap();
    assert!(matches!(refused(&packed), PackError::Document(_)));
    let other = reader::read(SampleId::CrossAttention, 0, &[]).unwrap();
    assert!(matches!(unpack(&packed, Some(&other)), Err(PackError::Document(_))));
}

#[test]
fn a_small_link_to_a_large_problem_is_refused() {
    let mut x = vec!["[1]"; 1025].join(",");
    let document = |x: &str| format!(r#"{{ "inputs": {{ "x_q": [{x}] }} }}"#);
    let packed = pack(&loaded(&document(&x)), None).unwrap().unwrap();
    let refused = unpack(&packed, None).unwrap_err();
    assert!(refused.to_string().contains("[1, 1025, 1025]"), "{refused}");
    x.truncate(x.len() - 4);
    check_comes_back(&loaded(&document(&x)));
}

/// Links that were given out must stay readable: these letters are never packed anew.
#[test]
fn links_of_version_1_are_read() {
    let self_attention = r#"{
        "inputs": {
            "tokens": ["토큰", "a b", "\"q\""],
            "x_q": [[-0.0, 0.1, 1e22], [3, 5e-324, 0.30000001192092896], [1.5, -2.25, "nan"]]
        },
        "options": { "mask": { "kind": "causal" }, "divide_by": 3.3 }
    }"#;
    let cross_attention = r#"{
        "inputs": {
            "tokens": ["Orange", "."], "tokens_k": ["오랜", "지병", "으로"],
            "x_q": [[1, 2], [3, 4]], "x_k": [[0.5, -0.5], [0.25, 8], [1, 0]],
            "w_q": [[1, 0, 0, 1], [0, 1, 1, 0]], "w_k": [[1, 2, 3, 4], [5, 6, 7, 8]],
            "w_v": [[0.1, 0.2, 0.3, 0.4], [0.5, 0.6, 0.7, 0.8]], "b_q": [0.125, 0, 0, -1],
            "w_o": [[1, 0], [0, 1], [1, 0], [0, 1]]
        },
        "dims": { "heads": 2 }
    }"#;
    let given_out = [
        (
            "1qovv5eABLrouPfFKiiUvVGKXM6ABoxHTugWgwUVwnKL7bg_WH5Q7yNAaCSt9gcr-ug_dnFG6K-xcdf2bt7a08jsZyQ",
            self_attention,
        ),
        (
            "1FHfyRp4DLrouMgoFRauUsRmsZxVjUDHSE_w1B8OEtz9BtZFHueTHPUnV_ATsA65uBqV_x9YP_we0qMLTZ51euZ-Lvv3h-NhsN06fMypsuLQZOBOn70lFci7McXsFoNMwbYG1srMC1gX3fLudAyFsDJcJDM_EWMgUfSdbzc4zF8IANNY",
            cross_attention,
        ),
    ];
    for (packed, json) in given_out {
        check_same(&unpack(packed, None).unwrap(), &loaded(json));
    }
    let by_hand = reader::read(SampleId::ByHand, 0, &[]).unwrap();
    let found = unpack(
        "1EbOKs7YBLrouPfK2qagDVCqeAQJFnqrc_zzcHM-4dTA9PDiSqucjfPOCZUf9x0KShLTaLmWHZtLP",
        Some(&by_hand),
    );
    let Loaded { problem, tokens, tokens_k, .. } = changed(&by_hand, |json| {
        json["inputs"]["x_q"][1][2] = json!(0.67);
        json["inputs"]["tokens"][5] = json!("고양이");
    });
    check_same(&found.unwrap(), &Loaded { problem, tokens, tokens_k, ..by_hand });
}
