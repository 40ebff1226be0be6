//! The six-token example: each head does what its name says, for these tokens and for others.

use std::sync::Arc;

use attnscope::{
    math::{
        Inputs, Mask, Matrix, MatrixName, OutputProjection, Problem, Scale, Start, Trace, attend,
        row_stats, value_range,
    },
    samples::six_tokens::{HeadRole, Kind, START_HEAD, TOKENS, Token, inputs, problem},
};
use ndarray::{Array2, ArrayView1, ArrayView2, Axis};

fn trace(tokens: &[Token<'_>], mask: Mask) -> Trace {
    attend(&Problem::new(inputs(tokens), mask, None).unwrap())
}

fn weights(trace: &Trace, role: HeadRole) -> ArrayView2<'_, f64> {
    trace.weights.index_axis(Axis(0), role as usize)
}

fn largest(row: ArrayView1<'_, f64>) -> (usize, f64) {
    row_stats(row).largest.unwrap()
}

/// Every row's largest weight is at the key stated and at least `at_least`.
#[track_caller]
fn check(trace: &Trace, role: HeadRole, at_least: f64, expected: &[usize]) {
    for (query, row) in weights(trace, role).outer_iter().enumerate() {
        let (key, weight) = largest(row);
        assert_eq!(key, expected[query], "{role:?}, query {query}: {row:.3}");
        assert!(weight >= at_least, "{role:?}, query {query}: {row:.3}");
    }
}

/// The weights of a row are within `tolerance` of an even share among `keys`.
#[track_caller]
fn check_even(row: ArrayView1<'_, f64>, keys: &[usize], tolerance: f64) {
    for (key, weight) in row.iter().enumerate() {
        let even = if keys.contains(&key) { 1.0 / keys.len() as f64 } else { 0.0 };
        assert!((weight - even).abs() <= tolerance, "key {key}, {keys:?}: {row:.3}");
    }
}

#[test]
fn every_head_with_one_target_finds_it_under_the_causal_mask() {
    let trace = attend(&problem().unwrap());
    check(&trace, HeadRole::PreviousToken, 0.95, &[0, 0, 1, 2, 3, 4]);
    check(&trace, HeadRole::Itself, 0.95, &[0, 1, 2, 3, 4, 5]);
    check(&trace, HeadRole::FirstToken, 0.95, &[0, 0, 0, 0, 0, 0]);
    check(&trace, HeadRole::OtherHalf, 0.6, &[0, 1, 2, 2, 4, 5]);
    check(&trace, HeadRole::About, 0.95, &[0, 0, 1, 1, 1, 4]);
    check(&trace, HeadRole::TwoBack, 0.95, &[0, 0, 0, 1, 2, 3]);
}

#[test]
fn every_head_with_one_target_finds_it_without_a_mask() {
    let trace = trace(&TOKENS, Mask::None);
    check(&trace, HeadRole::PreviousToken, 0.95, &[0, 0, 1, 2, 3, 4]);
    check(&trace, HeadRole::Itself, 0.95, &[0, 1, 2, 3, 4, 5]);
    check(&trace, HeadRole::FirstToken, 0.95, &[0, 0, 0, 0, 0, 0]);
    check(&trace, HeadRole::OtherHalf, 0.6, &[0, 1, 3, 2, 4, 5]);
    check(&trace, HeadRole::About, 0.95, &[1, 0, 1, 1, 1, 4]);
    check(&trace, HeadRole::TwoBack, 0.95, &[0, 0, 0, 1, 2, 3]);
}

#[test]
fn the_halves_of_a_word_find_each_other_where_the_mask_lets_them() {
    let weight = |mask, query, key| {
        let trace = trace(&TOKENS, mask);
        weights(&trace, HeadRole::OtherHalf)[(query, key)]
    };
    let (em, powers) = (2, 3);
    assert!(weight(Mask::Causal, powers, em) > 0.95);
    assert!(weight(Mask::None, powers, em) > 0.95);
    assert!(weight(Mask::None, em, powers) > 0.95);
    assert!(weight(Mask::Causal, em, em) > 0.7);
}

#[test]
fn the_next_token_shows_itself_only_when_the_mask_is_off() {
    let open = trace(&TOKENS, Mask::None);
    let open = weights(&open, HeadRole::NextToken);
    let causal = attend(&problem().unwrap());
    for query in 0..5 {
        let (key, weight) = largest(open.row(query));
        assert_eq!(key, query + 1);
        assert!(weight > 0.95, "{weight}");
    }
    check_even(open.row(5), &[0, 1, 2, 3, 4, 5], 0.05);
    for (query, row) in weights(&causal, HeadRole::NextToken).outer_iter().enumerate() {
        check_even(row, &(0..=query).collect::<Vec<_>>(), 0.1);
    }
}

#[test]
fn the_mixture_spans_the_stated_range() {
    let problem = problem().unwrap();
    let trace = attend(&problem);
    let scores = trace.view(MatrixName::Scores, HeadRole::Mixture as usize).unwrap();
    let (low, high) = value_range(scores).unwrap();
    assert_eq!(format!("{low:.1} … {high:.1}"), "-34.5 … 35.2");
    assert_eq!(HeadRole::ALL[START_HEAD], HeadRole::Mixture);
}

#[test]
fn the_mixture_is_soft_when_scaled_and_nearly_one_hot_when_not() {
    let problem = problem().unwrap();
    for (mask, first) in [(Mask::Causal, 1), (Mask::None, 0)] {
        let soft = attend(&problem.with_options(mask.clone(), problem.scale()).unwrap());
        let sharp = attend(&problem.with_options(mask, Scale::DivideBy(1.0)).unwrap());
        for query in first..6 {
            let soft = row_stats(weights(&soft, HeadRole::Mixture).row(query));
            let sharp = row_stats(weights(&sharp, HeadRole::Mixture).row(query));
            let (key, largest) = soft.largest.unwrap();
            assert!((0.4..0.8).contains(&largest), "{query}: {soft:?}");
            assert!(soft.entropy > 0.5, "{query}: {soft:?}");
            assert_eq!(sharp.largest.unwrap().0, key);
            assert!(sharp.largest.unwrap().1 > 0.95, "{query}: {sharp:?}");
        }
    }
}

#[test]
fn the_rows_of_the_even_head_differ_in_score_and_not_in_weight() {
    let trace = attend(&problem().unwrap());
    let scores = trace.view(MatrixName::Scores, HeadRole::EvenSpread as usize).unwrap();
    let (low, high) = value_range(scores).unwrap();
    assert!(low < -5.0 && high > 5.0, "{scores:.1}");
    for (query, row) in weights(&trace, HeadRole::EvenSpread).outer_iter().enumerate() {
        check_even(row, &(0..=query).collect::<Vec<_>>(), 1e-12);
    }
}

#[test]
fn words_of_a_kind_share_the_weight() {
    let trace = trace(&TOKENS, Mask::None);
    let weights = weights(&trace, HeadRole::SameKind);
    for (query, token) in TOKENS.iter().enumerate() {
        let same: Vec<_> = (0..6).filter(|key| TOKENS[*key].kind == token.kind).collect();
        check_even(weights.row(query), &same, 0.05);
    }
    assert_eq!(
        TOKENS.map(|token| token.kind == Kind::Noun),
        [true, true, false, false, true, false]
    );
}

#[test]
fn the_scores_of_every_head_have_both_signs() {
    let trace = attend(&problem().unwrap());
    let scores = trace.projected.scores.as_ref().unwrap();
    for (head, scores) in scores.outer_iter().enumerate() {
        let (low, high) = value_range(scores).unwrap();
        assert!(low < -5.0 && high > 5.0, "head {}: {low} … {high}", head + 1);
    }
}

/// Renamed, reordered and longer sentences.
fn others() -> Vec<Vec<Token<'static>>> {
    let names = [
        ["데이터", " 시각화", " 힘", "준다", " 사용자", " 에게"],
        ["a", "b", "c", "d", "e", "f"],
        ["Data", "Data", "Data", "Data", "Data", "Data"],
        ["Red", " apples", " un", "wrap", " children", " with"],
        ["one", " two", " three", " four", " five", " six"],
    ];
    let renamed = names.map(|names| {
        TOKENS.iter().zip(names).map(|(token, text)| Token { text, ..*token }).collect()
    });
    let reordered =
        [[5, 4, 3, 2, 1, 0], [2, 0, 3, 5, 1, 4]].map(|order| order.map(|i| TOKENS[i]).to_vec());
    let more = |token| TOKENS.into_iter().chain([token]).collect::<Vec<_>>();
    let explore = Token { text: " explore", kind: Kind::Verb, word: 5, about: Some(3) };
    let stop = Token { text: ".", kind: Kind::Other, word: 6, about: None };
    let longer = [more(explore), more(stop)];
    renamed.into_iter().chain(reordered).chain(longer).collect()
}

/// Where the role looks, from its name alone; `None` where nothing fits.
fn target(role: HeadRole, tokens: &[Token<'_>], query: usize) -> Option<usize> {
    let find = |fits: &dyn Fn(usize, &Token<'_>) -> bool| {
        tokens.iter().enumerate().position(|(key, token)| fits(key, token))
    };
    match role {
        HeadRole::PreviousToken => Some(query.saturating_sub(1)),
        HeadRole::TwoBack => Some(query.saturating_sub(2)),
        HeadRole::Itself => Some(query),
        HeadRole::FirstToken => Some(0),
        HeadRole::NextToken => find(&|key, _| key == query + 1),
        HeadRole::OtherHalf => find(&|key, t| key != query && t.word == tokens[query].word),
        HeadRole::About => {
            let about: Vec<_> = (0..tokens.len())
                .filter(|key| Some(tokens[*key].word) == tokens[query].about)
                .collect();
            (about.len() == 1).then(|| about[0])
        }
        _ => None,
    }
}

#[test]
fn heads_keep_their_names_when_tokens_are_renamed_reordered_or_added() {
    for tokens in others() {
        let problem = Problem::new(inputs(&tokens), Mask::None, None).unwrap();
        for mask in [Mask::None, Mask::Causal] {
            let causal = mask == Mask::Causal;
            let trace = attend(&problem.with_options(mask, problem.scale()).unwrap());
            for role in HeadRole::ALL {
                for (query, row) in weights(&trace, role).outer_iter().enumerate() {
                    let sees = |key: &usize| !causal || *key <= query;
                    let seen: Vec<_> = (0..tokens.len()).filter(sees).collect();
                    let target = target(role, &tokens, query).filter(sees);
                    check_row(role, &tokens, query, row, &seen, target);
                }
            }
        }
    }
}

#[track_caller]
fn check_row(
    role: HeadRole,
    tokens: &[Token<'_>],
    query: usize,
    row: ArrayView1<'_, f64>,
    seen: &[usize],
    target: Option<usize>,
) {
    let seen_where = |fits: &dyn Fn(usize) -> bool| -> Vec<usize> {
        seen.iter().copied().filter(|key| fits(*key)).collect()
    };
    match (role, target) {
        (HeadRole::Mixture, _) => {}
        (HeadRole::EvenSpread, _) => check_even(row, seen, 1e-12),
        (HeadRole::SameKind, _) => {
            let same = seen_where(&|key| tokens[key].kind == tokens[query].kind);
            check_even(row, &same, 0.1);
        }
        (HeadRole::NotItself, _) if seen.len() > 1 => {
            check_even(row, &seen_where(&|key| key != query), 0.1);
        }
        (HeadRole::NotItself, _) => assert_eq!(largest(row), (query, 1.0)),
        (HeadRole::Fading, _) => {
            let falls =
                |a: &usize, b: &usize| a.abs_diff(query) >= b.abs_diff(query) || row[*a] > row[*b];
            assert!(seen.iter().all(|a| seen.iter().all(|b| falls(a, b))), "{query}: {row:.3}");
        }
        (HeadRole::OtherHalf, None) => assert_eq!(largest(row).0, query, "{row:.3}"),
        (_, Some(target)) => {
            assert_eq!(largest(row).0, target, "{role:?} {query}: {row:.3}");
            assert!(largest(row).1 > 0.9, "{role:?} {query}: {row:.3}");
        }
        (_, None) => check_even(row, seen, 0.15),
    }
}

/// Embeddings and the four W of the inputs.
fn matrices(inputs: &Inputs) -> [&Matrix; 5] {
    let Start::Embeddings(e) = &inputs.start else { panic!("starts from embeddings") };
    let OutputProjection::Given(output) = &inputs.output else { panic!("has an output") };
    let [q, k, v, o] =
        [&e.query, &e.key, &e.value, output].map(|affine| affine.weight.as_deref().unwrap());
    [&e.x_q, q, k, v, o]
}

#[test]
fn shapes_are_those_of_a_small_gpt_2() {
    let trace = attend(&problem().unwrap());
    let shapes = matrices(&trace.projected.inputs).map(Array2::dim);
    assert_eq!(shapes, [(6, 768), (768, 768), (768, 768), (768, 768), (768, 768)]);
    assert_eq!(trace.projected.queries.as_ref().unwrap().dim(), (12, 6, 64));
    assert_eq!(trace.projected.values.as_ref().unwrap().dim(), (12, 6, 64));
    assert_eq!(trace.output.as_ref().unwrap().dim(), (6, 768));
    assert_eq!(trace.scale, Scale::DivideBy(8.0));
    assert_eq!(*trace.mask, Mask::Causal);
}

#[test]
fn rules_own_all_columns_of_a_head() {
    for role in HeadRole::ALL {
        let columns: usize = role.rules().iter().map(|rule| rule.columns).sum();
        assert_eq!(columns, 64, "{role:?}");
    }
    assert!(HeadRole::ALL.iter().enumerate().all(|(head, role)| *role as usize == head));
}

/// A hash of all numbers, each a multiple of 1/4096.
fn fingerprint(matrix: &Matrix) -> u64 {
    matrix.iter().fold(0, |hash: u64, value| {
        let units = value * 4096.0;
        assert!(units.fract() == 0.0 && units.abs() < 32768.0, "{value}");
        hash.wrapping_mul(0x0100_0000_01b3).wrapping_add(units as i64 as u64)
    })
}

#[test]
fn the_numbers_are_the_same_on_every_machine() {
    let built = inputs(&TOKENS);
    assert_eq!(built, inputs(&TOKENS));
    let expected = [
        0x4c31_f21e_e639_b938,
        0x8e82_3097_1470_11c0,
        0xd4c3_16ab_aaf5_3fdc,
        0x8f7d_0907_18af_e5c9,
        0x574d_b896_822e_f031,
    ];
    assert_eq!(matrices(&built).map(fingerprint), expected);
}

#[test]
fn clones_share_every_matrix_but_the_one_that_is_changed() {
    let built = inputs(&TOKENS);
    let mut changed = built.clone();
    let Start::Embeddings(e) = &mut changed.start else { panic!("starts from embeddings") };
    Arc::make_mut(&mut e.x_q)[(3, 5)] += 1.0;
    let places = |inputs| matrices(inputs).map(Array2::as_ptr);
    let [before, after] = [&built, &changed].map(places);
    assert_ne!(before[0], after[0]);
    assert_eq!(before[1..], after[1..]);
    assert_ne!(matrices(&built)[0], matrices(&changed)[0]);
}

#[test]
fn empty_input_is_refused_and_long_input_is_not() {
    assert!(Problem::new(inputs(&[]), Mask::Causal, None).is_err());
    let long: Vec<_> =
        (0..40).map(|i| Token { word: i, about: Some(i + 7), ..TOKENS[i % 6] }).collect();
    let trace = trace(&long, Mask::Causal);
    assert!(trace.weights.iter().all(|weight| weight.is_finite()));
    check_even(weights(&trace, HeadRole::EvenSpread).row(39), &(0..40).collect::<Vec<_>>(), 1e-12);
}
