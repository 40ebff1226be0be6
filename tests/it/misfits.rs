//! Pieces that do not fit each other, each with its own words and place; what is told by shape
//! alone, and what must be said of what does fit.

use std::fmt::Write as _;

use attnscope::{
    assemble::{Assembly, Misfit, Notice, Piece, Role, Why, assemble, assemble_some},
    document::Span,
    i18n::{Language, reading::Say},
    input::{Answers, Array, Place, Setting, Topic, Values},
    math::{Mask, Start, attend},
};
use serde_json::{Value, json};

use crate::{assembled::bundle, korean};

/// Pieces of which nothing was said.
fn pieces(bundles: &[Value]) -> Vec<Piece> {
    bundles.iter().map(|json| Piece::of(bundle(json))).collect()
}

fn assembled(bundles: &[Value]) -> Assembly {
    assemble(&pieces(bundles), &Answers::none())
}

/// What came otherwise than expected, one a line.
#[derive(Default)]
struct Failures(String);

impl Failures {
    fn compare(&mut self, bundles: &[Value], expected: &[&str], found: &[String]) {
        if found != expected {
            let given: Vec<String> = bundles.iter().map(ToString::to_string).collect();
            writeln!(self.0, "{}\n  expected {expected:#?}\n  found {found:#?}", given.join(" "))
                .unwrap();
        }
    }

    /// Pieces that are refused with this sentence.
    fn refused(&mut self, bundles: &[Value], expected: &str) {
        let assembly = assembled(bundles);
        self.compare(bundles, &[expected], &sentences(&assembly.misfits));
        assert_eq!(assembly.document.is_none(), !assembly.misfits.is_empty());
    }

    /// Pieces that fit, and what is said of them.
    fn noted(&mut self, bundles: &[Value], expected: &[&str]) {
        let assembly = assembled(bundles);
        assert_eq!(assembly.misfits, [], "{bundles:?}");
        self.compare(bundles, expected, &sentences(&assembly.notes));
    }

    #[track_caller]
    fn end(self) {
        assert!(self.0.is_empty(), "{}", self.0);
    }
}

/// The English of each; the Korean is Korean.
fn sentences<T: ToString + Say>(all: &[T]) -> Vec<String> {
    for one in all {
        korean::check(one);
    }
    all.iter().map(ToString::to_string).collect()
}

const X: &str = "x";

#[test]
fn each_misfit_has_its_own_words() {
    let mut failures = Failures::default();
    let two = json!([[1, 2], [3, 4]]);
    failures.refused(
        &[],
        "there is nothing to attend to; give embeddings, or Q and K, or scores, or weights",
    );
    failures.refused(
        &[json!({"tokens": ["a", "b", "c", "d"]})],
        "tokens: 4 tokens without vectors; give a matrix with a row for each of them",
    );
    failures.refused(
        &[json!({"tokens": ["a", "b", "c", "d"]}), json!({X: two})],
        "piece 1, tokens: 4 tokens but 2 rows; is [CLS] or [SEP] counted on one side only?",
    );
    failures.refused(
        &[json!({X: two, "tokens_k": ["a"]})],
        "tokens_k: 1 token but 2 rows; is [CLS] or [SEP] counted on one side only?",
    );
    failures.refused(&[json!({"wq": two})], "wq: X is missing; W_Q needs it");
    failures.refused(&[json!({"q": two})], "q: K is missing; Q needs it");
    failures.refused(&[json!({"k": two, "v": two})], "k: Q is missing; K needs it");
    failures.refused(
        &[json!({X: two, "wq": [[1, 2, 3]]})],
        "wq: W_Q is 1 x 3; for 2-dim tokens it needs 2 rows (or, as (out, in), 2 columns)",
    );
    failures.refused(
        &[json!({X: two, "w_o": [[1, 2, 3]]})],
        "w_o: W_O is 1 x 3; for 2-dim concatenated heads it needs 2 rows (or, as (out, in), 2 columns)",
    );
    failures.refused(
        &[json!({X: [[1, 2, 3, 4, 5, 6]], "heads": 4})],
        "x: 6 is not divisible into 4 heads; possible numbers of heads: 1, 2, 3, 6",
    );
    failures.refused(
        &[json!({X: [[1, 2, 3, 4]], "heads": 4, "kv_heads": 3})],
        "x: Q has 1 dimension in a head, K has 4; they must be equal",
    );
    failures.refused(
        &[json!({"q": [[1, 2, 3, 4, 5, 6]], "k": [[1, 2, 3, 4]], "heads": 3})],
        "q: 3 query heads cannot share 2 key/value heads evenly",
    );
    failures.refused(
        &[json!({"q": [[1, 2]], "k": [[1, 2, 3]]})],
        "q: Q has 2 dimensions, K has 3; they must be equal",
    );
    failures.refused(
        &[json!({"q": two, "k": two, "v": [[1]]})],
        "v: V has 1 row, expected 2: one for each key",
    );
    failures.refused(
        &[json!({X: two, "x_v": [[1]]})],
        "x_v: X for the values has 1 row, expected 2: one for each key",
    );
    failures.end();
}

#[test]
fn misfits_of_masks_fused_projections_and_options_have_theirs() {
    let mut failures = Failures::default();
    let two = json!([[1, 2], [3, 4]]);
    failures.refused(
        &[json!({X: two, "b_q": [1, 2, 3]})],
        "b_q: b_Q has 3 numbers, expected 2: one for each output",
    );
    failures.refused(
        &[json!({X: two, "mask": [[true, false, true]]})],
        "mask: the mask is 1 x 3, expected 2 x 2 (queries x keys), or a list of 2 for the keys",
    );
    failures.refused(
        &[json!({X: two, "qkv": [[1, 2, 3, 4], [1, 2, 3, 4]]})],
        "qkv: W_QKV is 2 x 4: 4 outputs cannot be cut into 1 head of q and 1 head each of k and v",
    );
    failures.refused(
        &[json!({"attention": [0.7, 0.3]})],
        "attention: 2 attention weights in a 1-D list; a matrix would be 2 x 2. Take the list as \
         one row, a single query, or give the whole matrix",
    );
    failures.refused(
        &[json!({X: two, "wq": two}), json!({"W_Q": two})],
        "piece 2, W_Q: W_Q is given twice; say what one of them is, or leave it out",
    );
    failures.refused(
        &[json!({X: two, "w_q": [[[[1]]]]})],
        "w_q: W_Q is 1 x 1 x 1 x 1 (4-D); expected [rows, columns] or [heads, rows, columns]",
    );
    let stack = |heads: usize| vec![two.clone(); heads];
    failures.refused(
        &[json!({"q": stack(2), "k": stack(2), "v": stack(4)})],
        "v: V has 4 heads, expected 2",
    );
    failures
        .refused(&[json!({X: two, "w_q": stack(2), "heads": 3})], "w_q: Q has 2 heads, expected 3");
    failures.refused(
        &[json!({X: two, "scale": 0})],
        "the scale is 0; expected a finite number other than 0",
    );
    failures.refused(
        &[json!({X: two, "heads": 2, "rope_parameters.rope_theta": 100})],
        "a head has 1 dimension; rotary position turns pairs of them",
    );
    failures.refused(
        &[json!({X: two, "rope_theta": 100, "positions": [1, 2, 3]})],
        "positions has 3 rows, expected 2: one for each query",
    );
    failures.end();
}

#[test]
fn a_misfit_tells_the_piece_and_the_line_of_its_array() {
    let mut pieces = pieces(&[json!({X: [[1, 2]]}), json!({"wq": [[1]]})]);
    let place = Place { line: 3, column: 5, length: 0, cell: None };
    pieces[1].reading.arrays[0].place = Some(place);
    let assembly = assemble(&pieces, &Answers::none());
    let [Misfit { spot: Some(spot), why: Why::Weight { role, found, width, .. } }] =
        assembly.misfits.as_slice()
    else {
        panic!("{:?}", assembly.misfits)
    };
    assert_eq!((spot.piece, spot.array, spot.place), (1, 0, Some(place)));
    assert_eq!((*role, found.as_slice(), *width), (Role::WQuery, &[1, 1][..], 2));
    let message = assembly.misfits[0].to_string();
    assert!(message.starts_with("piece 2, wq, line 3, character 5: W_Q is 1 x 1"), "{message}");
    let korean = assembly.misfits[0].say(Language::Korean);
    assert!(
        korean.starts_with("2번째 조각, wq, 3번째 줄, 5번째 글자: W_Q는 1 x 1 행렬입니다."),
        "{korean}"
    );
}

#[test]
fn what_stands_in_and_what_is_odd_is_said() {
    let mut failures = Failures::default();
    let two = json!([[1, 2], [3, 4]]);
    let none = "no W_Q, W_K, W_V: Q = K = V = X";
    let [head, end, names] = [
        "no number of heads: 1 head",
        "no W_O: the trace ends at the concatenated heads",
        "no tokens: rows are numbered",
    ];
    failures.noted(&[json!({X: two})], &[none, head, end, names]);
    let apart = "no W_Q, W_K, W_V: Q, K and V are each its own embeddings";
    failures.noted(&[json!({X: two, "x_k": two})], &[apart, head, end, names]);
    failures.noted(&[json!({X: two, "heads": 2, "tokens": ["a", "b"], "b_o": [1, 2]})], &[none]);
    failures.noted(
        &[json!({X: two, "wq": two})],
        &["no W_K: K is X itself", "no W_V: V is X itself", head, end, names],
    );
    failures.noted(
        &[json!({X: two, "wq": [[1, 2, 3], [4, 5, 6]], "wv": two})],
        &["no W_K: W_Q stands in for it", head, end, names],
    );
    failures.noted(
        &[json!({X: two, "wk": [[1], [2]], "wv": two})],
        &["no W_Q: W_K stands in for it", head, end, names],
    );
    failures.noted(&[json!({"q": two, "k": two})], &["no V: K stands in for it", head, end, names]);
    failures.noted(
        &[json!({"scores": two})],
        &["no V: the trace ends at the attention weights", names],
    );
    failures.noted(
        &[json!({X: two, "scores": two, "wq": two, "wk": two, "wv": two, "w_o": two, "v": two})],
        &["the trace begins with X; V, scores are not used", head, names],
    );
    failures.noted(
        &[json!({X: two, "wq": two}), json!({"scores": two, "v": two, "causal": true})],
        &["the trace begins with scores; X, W_Q are not used", end, names],
    );
    failures.noted(
        &[json!({"weights": [[0.5, 0.5], [1, 0]], "mask": [[true, true], [true, false]]})],
        &[
            "no V: the trace ends at the attention weights",
            names,
            "the trace begins with attention weights; mask is not used",
        ],
    );
    failures.noted(
        &[json!({X: two, "heads": 1, "w_o": two, "tokens": ["a", "[PAD]"], "key_mask": [false, true]})],
        &[none, "the mask keeps only [PAD]; should it be the other way round?"],
    );
    failures.noted(
        &[json!({X: two, "heads": 1, "w_o": two, "mask": [[0, -1e9], [-2e9, -1e9]]})],
        &[
            none,
            names,
            "mask: −∞ is taken for 3 cells of -1e9 or below: the key is hidden",
            "row 2 sees no key: its weights are 0",
        ],
    );
    failures.noted(
        &[json!({X: [[1, "NaN"], ["Infinity", 2]], "heads": 1, "w_o": two, "foo": two, "temperature": 3})],
        &[
            none,
            names,
            "X, row 1, column 2 is NaN, and 1 more cell is not finite",
            "not used: foo, temperature",
        ],
    );
    failures.noted(
        &[json!({"attention": [[1.25, 0], [0.75, 0.5]]})],
        &[
            "a row sums to 1.25, as with dropout in training mode; call model.eval() and take the weights anew",
            "no V: the trace ends at the attention weights",
            names,
        ],
    );
    let ends = "no V: the trace ends at the attention weights";
    failures.noted(
        &[json!({"attention": [[0.5, 0.5], [0.5, 0.2], [0.9, 0.9]]})],
        &[
            "row 2 sums to 0.7, and a row of attention weights sums to 1 (1 more row is so); taken as scores",
            ends,
            names,
        ],
    );
    failures.noted(
        &[json!({"q": [[1, 2]], "k": two, "v": two, "tokens": ["a", "b"], "heads": 1})],
        &[end, "1 row for 2 tokens: the last of them"],
    );
    failures.end();
}

#[test]
fn an_array_without_a_name_is_told_by_its_shape() {
    #[track_caller]
    fn check(arrays: &[Value], expected: &[Role]) {
        let pieces: Vec<Piece> = arrays
            .iter()
            .map(|array| {
                let mut piece = Piece::of(bundle(&json!({"a": array})));
                piece.reading.arrays[0].name = None;
                piece
            })
            .collect();
        let placed = assemble(&pieces, &Answers::none()).placed;
        let roles: Vec<Role> = placed.iter().map(|placed| placed.role).collect();
        assert_eq!(roles, expected, "{arrays:?}");
        assert!(placed.iter().all(|placed| !placed.is_certain));
    }
    let x = json!([[1, 2, 3], [4, 5, 6]]);
    let square = json!([[1, 2, 3], [4, 5, 6], [7, 8, 9]]);
    check(std::slice::from_ref(&x), &[Role::X]);
    check(&[json!(["a", "b"]), x.clone()], &[Role::Tokens, Role::X]);
    check(
        &[x.clone(), json!(["a", "b"]), json!(["c", "d"])],
        &[Role::X, Role::Tokens, Role::KeyTokens],
    );
    check(&[json!([[0.25, 0.75], [0.5, 0.5]])], &[Role::Weights]);
    check(&[json!([[0.3333, 0.3333, 0.3333], [0.1667, 0.6667, 0.1667]])], &[Role::Weights]);
    // One-hot embeddings sum to 1 as well.
    check(&[json!([[0, 1], [1, 0]])], &[Role::X]);
    check(
        &[x.clone(), square.clone(), square.clone(), square.clone(), square.clone()],
        &[Role::X, Role::WQuery, Role::WKey, Role::WValue, Role::WOutput],
    );
    check(&[x.clone(), json!([[1], [2], [3]])], &[Role::X, Role::WQuery]);
    check(
        &[x.clone(), json!([[1, 2, 3], [4, 5, 6], [7, 8, 9], [1, 2, 3]])],
        &[Role::X, Role::XKeys],
    );
    check(&[x.clone(), json!(vec![[1, 2, 3]; 9])], &[Role::X, Role::WFused]);
    check(&[x.clone(), json!([[1, 0], [1, 1]])], &[Role::X, Role::Mask]);
    check(&[x.clone(), json!([[0, -1e9], [0, 0]])], &[Role::X, Role::Mask]);
    check(&[x.clone(), json!([true, false])], &[Role::X, Role::Mask]);
    check(&[x, json!([[1, 2, 3, 4, 5]])], &[Role::X, Role::Unused]);
}

#[test]
fn a_second_x_is_that_of_the_keys() {
    let x = json!([[1, 2], [3, 4], [5, 6]]);
    let mut named = pieces(&[json!({X: x}), json!({X: [[1, 2], [3, 4]]})]);
    let mut bare = named.clone();
    for piece in &mut bare {
        piece.reading.arrays[0].name = None;
    }
    // Without names of its rows it could be a parameter.
    let square = assemble(&bare, &Answers::none());
    assert_eq!(square.placed[1].role, Role::WQuery);
    for pieces in [&mut named, &mut bare] {
        pieces[1].reading.arrays[0].row_labels = Some(vec!["le".into(), "chat".into()]);
        let assembly = assemble(pieces, &Answers::none());
        assert_eq!(assembly.placed[1].role, Role::XKeys);
        let document = assembly.document.unwrap();
        assert_eq!(
            (document.tokens().len(), document.tokens_k()),
            (3, vec!["le".into(), "chat".into()])
        );
        assert_eq!(attend(&assembly.problem.unwrap()).weights.dim(), (1, 3, 2));
    }
}

#[test]
fn what_cannot_be_held_is_refused_before_it_is_made() {
    let limit = "is more than the 33554432 numbers that an array may have here; use fewer tokens \
                 or fewer heads";
    let mut piece = Piece::of(bundle(&json!({"key_mask": [true], "causal": "bottom_right"})));
    let x = Array::matrix(50_000, 1, vec![0.5; 50_000]);
    let mask = Array::of(vec![50_000], Values::Booleans(vec![true; 50_000]));
    piece.reading.arrays = vec![x.named("x"), mask.named("key_mask")];
    let pieces = [piece];
    let refused = assemble(&pieces, &Answers::none());
    assert_eq!(sentences(&refused.misfits), [format!("1 x 50000 x 50000 {limit}")]);
    // Of the first tokens only what they need is made.
    let first = assemble_some(&pieces, &Answers::none(), Span { start: 0, count: 3 });
    assert_eq!((first.misfits.as_slice(), first.tokens), (&[][..], 50_000));
    assert_eq!(first.problem.unwrap().mask(), &Mask::Causal);
}

/// Names, shapes, values and answers at random: whatever comes, it is computed or refused.
#[test]
fn nothing_that_is_handed_over_makes_it_panic() {
    const NAMES: [&str; 26] = [
        "x",
        "x_k",
        "x_v",
        "w_q",
        "q_proj.weight",
        "query/kernel",
        "w_k",
        "w_v",
        "w_o",
        "qkv",
        "in_proj_weight",
        "h.0.attn.c_attn.weight",
        "h.1.attn.c_attn.weight",
        "in_proj_bias",
        "b_q",
        "b_o",
        "q",
        "k",
        "v",
        "scores",
        "attention",
        "mask",
        "key_padding_mask",
        "positions",
        "a",
        "tokens",
    ];
    const SETTINGS: [&str; 7] =
        ["heads", "kv_heads", "causal", "scale", "theta", "generated", "divide_by"];
    const NUMBERS: [f64; 8] = [0.0, 1.0, 2.0, 3.0, 4.0, 0.5, -1.0, 1e18];
    const VALUES: [f64; 7] = [0.0, 1.0, -1e9, f64::NAN, f64::NEG_INFINITY, 1e308, 0.25];
    let topics = [
        Topic::Array,
        Topic::Block,
        Topic::Axis,
        Topic::Layer,
        Topic::Rows,
        Topic::Orientation,
        Topic::Heads,
        Topic::WeightLayout,
        Topic::FusedOrder,
        Topic::Polarity,
        Topic::Corner,
        Topic::ScoresOrWeights,
    ];
    let mut state = 1_u64;
    let mut below = |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % n
    };
    let (mut n_computed, mut n_refused) = (0, 0);
    for _ in 0..20_000 {
        let mut pieces = Vec::new();
        let sizes = [1 + below(4), 1 + below(4), below(7)];
        for _ in 0..=below(3) {
            let mut piece = Piece::of(bundle(&json!({})));
            for _ in 0..=below(5) {
                let shape: Vec<usize> = (0..below(5)).map(|_| sizes[below(3)]).collect();
                let count = shape.iter().product();
                let name = NAMES[below(NAMES.len())];
                let values = match (name, below(4)) {
                    ("tokens", _) => Values::Texts((0..count).map(|i| i.to_string()).collect()),
                    (_, 0) => Values::Booleans((0..count).map(|_| below(2) == 0).collect()),
                    (_, 1) => Values::Numbers((0..count).map(|_| VALUES[below(7)]).collect()),
                    _ => Values::Numbers((0..count).map(|i| i as f64).collect()),
                };
                let array = Array::of(shape, values);
                let is_named = below(8) > 0;
                piece.reading.arrays.push(if is_named { array.named(name) } else { array });
                piece.roles.push((below(8) == 0).then(|| Role::ALL[below(23)]));
            }
            if below(3) == 0 {
                let setting = Setting::Number(NUMBERS[below(8)]);
                piece.reading.settings.push((SETTINGS[below(7)].into(), setting));
            }
            piece.answers = topics.iter().fold(Answers::none(), |answers, topic| {
                if below(4) == 0 { answers.with(*topic, below(4)) } else { answers }
            });
            pieces.push(piece);
        }
        let answers = pieces[0].answers.clone();
        let assembly = assemble(&pieces, &answers);
        n_refused += usize::from(!assembly.misfits.is_empty());
        if let Some(problem) = &assembly.problem {
            n_computed += 1;
            attend(problem);
        }
        assert_eq!(assembly.problem.is_none(), !assembly.misfits.is_empty());
        for misfit in &assembly.misfits {
            korean::check(misfit);
            // Of arrays that nobody gave, nobody is told.
            assert!(!matches!(misfit.why, Why::Document(_)), "{misfit}");
        }
    }
    assert!(n_computed > 1000 && n_refused > 1000, "{n_computed} computed, {n_refused} refused");
}

#[test]
fn what_the_user_takes_for_weights_is_so_and_odd_rows_are_told() {
    let check = |rows: Value, expected: Option<&str>| {
        let mut piece = Piece::of(bundle(&json!({"a": rows})));
        piece.roles = vec![Some(Role::Weights)];
        let assembly = assemble(&[piece], &Answers::none());
        let start = &assembly.problem.as_ref().unwrap().inputs().start;
        assert!(matches!(start, Start::Weights { .. }), "{start:?}");
        assert_eq!(assembly.placed[0].role, Role::Weights);
        let odd = assembly.notes.iter().filter(|note| matches!(note, Notice::NoShares { .. }));
        let odd: Vec<Notice> = odd.cloned().collect();
        assert_eq!(sentences(&odd), expected.into_iter().collect::<Vec<_>>());
        assert!(assembly.guesses.iter().any(|it| it.guess.topic == Topic::ScoresOrWeights));
    };
    check(json!([[0.5, 0.5], [0.25, 0.75]]), None);
    // A query that sees no key, and what three decimals leave.
    check(json!([[0, 0, 0], [0.333, 0.333, 0.333]]), None);
    let ask = "are these scores, are the queries its columns, or is a part missing?";
    let sums = "row 2 sums to 0.75, and a row of attention weights sums to 1";
    check(json!([[0.5, 0.5], [0.25, 0.5]]), Some(&format!("{sums}; {ask}")));
    let below = "row 1, column 2 is -0.5, and no attention weight is below 0";
    check(json!([[1.5, -0.5], [2, -1]]), Some(&format!("{below} (1 more row is so); {ask}")));
    // Of heads, the row in its head.
    let heads = json!([[[0.5, 0.5], [1, 0]], [[0.5, 0.5], [3, 0.5]]]);
    check(
        heads,
        Some(&format!("row 2 sums to 3.5, and a row of attention weights sums to 1; {ask}")),
    );
}

#[test]
fn ready_numbers_stand_as_what_they_are_taken_for() {
    let place =
        |json: Value| assemble(&[Piece::of(bundle(&json))], &Answers::none()).placed[0].role;
    assert_eq!(place(json!({"attention": [[2, -1], [0, 3]]})), Role::Scores);
    assert_eq!(place(json!({"attention": [[0.5, 0.5], [0, 1]]})), Role::Weights);
}

#[test]
fn a_name_given_twice_is_no_second_sequence() {
    let two = json!([[1, 2], [3, 4]]);
    let mut reading = bundle(&json!({"x": two}));
    reading.arrays.push(reading.arrays[0].clone());
    let assembly = assemble(&[Piece::of(reading)], &Answers::none());
    let twice = "x: X is given twice; say what one of them is, or leave it out";
    assert_eq!(sentences(&assembly.misfits), [twice]);
    // Two pastes are two sequences.
    let assembly = assembled(&[json!({"x": two}), json!({"x": two})]);
    assert_eq!(assembly.placed[1].role, Role::XKeys);
}
