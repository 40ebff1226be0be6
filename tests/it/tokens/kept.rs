//! A range of tokens that is kept: the same as to remove the others one by one, but for positions.

use std::ops::Range;

use attnscope::{
    math::{Corner, Problem, ShapeError},
    state::{NoRange, token_range},
};
use ndarray::{Array1, s};

use super::*;

const FIVE_SET_BY_HAND: &str = r#"{"inputs": {"x_q": [[1, 2], [3, 4], [5, 6], [7, 8], [9, 0]],
    "overrides": {"q": [[0, 4, 0, 9]], "v": [[0, 0, 1, 8]], "scores": [[0, 4, 3, 7], [0, 1, 2, 6]]}}}"#;

fn kept(queries: Range<usize>, keys: Range<usize>) -> TokenEdit {
    TokenEdit::Keep { queries, keys }
}

/// Of one sequence.
fn only(range: Range<usize>) -> TokenEdit {
    kept(range.clone(), range)
}

/// All others removed, the last one first.
fn others_removed(work: &Work, queries: &Range<usize>, keys: &Range<usize>) -> Work {
    let (n, m) = work.size();
    let sides: &[_] = if is_one_sequence(&work.loaded) {
        &[(Side::Queries, n, queries)]
    } else {
        &[(Side::Queries, n, queries), (Side::Keys, m, keys)]
    };
    let mut work = work.clone();
    for (side, n, range) in sides {
        for at in (0..*n).rev().filter(|at| !range.contains(at)) {
            work = work.after(&removed(*side, at)).unwrap();
        }
    }
    work
}

fn positions(work: &Work) -> Option<Array1<f64>> {
    work.loaded.problem.inputs().rotary.as_ref()?.positions.clone()
}

/// Positions, also those that are counted.
fn places(work: &Work) -> Vec<f64> {
    let counted = || (0..work.size().0).map(|place| place as f64).collect();
    positions(work).map_or_else(counted, |positions| positions.to_vec())
}

/// What a mask adds in some cells of the first head, −∞ where it hides.
fn terms(mask: &Mask, queries: Range<usize>, keys: Range<usize>) -> Vec<u64> {
    let cells = queries.flat_map(|query| keys.clone().map(move |key| (query, key)));
    cells.map(|(query, key)| mask.term(0, query, key).to_bits()).collect()
}

/// Every range of so many that is not empty.
fn ranges(n: usize) -> impl Iterator<Item = Range<usize>> {
    (0..n).flat_map(move |from| (from + 1..=n).map(move |to| from..to))
}

#[test]
fn keeping_tokens_is_removing_the_others_one_by_one() {
    let mut n_checked = 0;
    let by_hand = ("five set by hand", document(FIVE_SET_BY_HAND));
    for (name, mut work) in all().into_iter().chain([by_hand]) {
        let (n, m) = work.size();
        work.settings.selection = Selection::of(n / 2, m / 2);
        let is_one = is_one_sequence(&work.loaded);
        // Every second of the pairs of ranges, of those there are many.
        let of_keys = |queries: &Range<usize>| -> Vec<_> {
            if is_one { vec![queries.clone()] } else { ranges(m).step_by(2).collect() }
        };
        for (queries, keys) in ranges(n).flat_map(|queries| {
            of_keys(&queries).into_iter().map(move |keys| (queries.clone(), keys))
        }) {
            if (queries.len(), keys.len()) == (n, m) {
                // Nothing is removed.
                continue;
            }
            let after = work.after(&kept(queries.clone(), keys.clone()));
            let after =
                after.unwrap_or_else(|error| panic!("{name} {queries:?} {keys:?}: {error}"));
            check_in_step(&after);
            let mut expected = others_removed(&work, &queries, &keys);
            if work.loaded.problem.inputs().rotary.is_some() {
                // Removed tokens close a gap, where positions count.
                let own = places(&work).get(queries.clone()).map(<[f64]>::to_vec);
                assert_eq!(Some(places(&after)), own, "{name} {queries:?}");
                let mut inputs = expected.loaded.problem.inputs().clone();
                inputs.rotary.clone_from(&after.loaded.problem.inputs().rotary);
                let (mask, scale) =
                    (expected.loaded.problem.shared_mask(), expected.loaded.problem.scale());
                expected.loaded.problem = Problem::new(inputs, mask.clone(), Some(scale)).unwrap();
            }
            // Where the selected one was removed, which neighbor is next depends on the order.
            let (query, key) = (n / 2, m / 2);
            if !(queries.contains(&query) && keys.contains(&key)) {
                expected.settings.selection = after.settings.selection;
            }
            // The first cell stays in its place or is the last one.
            expected.loaded.default_cell = after.loaded.default_cell;
            // The mask is what is left of the one before. Where others are removed one by one, cells that come to
            // look like a rule are one from there on.
            let mask = |work: &Work| work.loaded.problem.shared_mask().clone();
            let whole = (0..after.size().0, 0..after.size().1);
            let left = terms(&mask(&work), queries.clone(), keys.clone());
            assert_eq!(terms(&mask(&after), whole.0, whole.1), left, "{name} {queries:?} {keys:?}");
            let problem = &expected.loaded.problem;
            expected.loaded.problem = problem.with_options(mask(&after), problem.scale()).unwrap();
            assert!(after == expected, "{name} {queries:?} {keys:?}");
            n_checked += 1;
        }
    }
    assert!(n_checked > 200, "only {n_checked}");
}

#[test]
fn kept_tokens_keep_their_numbers_whatever_they_are_built_of() {
    let after = six().after(&only(2..5)).unwrap();
    check_in_step(&after);
    assert_eq!(*x(&after), x(&six()).slice(s![2..5, ..]), "bit for bit, positions among them");
    assert_eq!(after.loaded.tokens, [" em", "powers", " users"]);
    let places = after.loaded.built.as_ref().unwrap().iter().map(|built| built.position);
    assert_eq!(places.collect::<Vec<_>>(), [2, 3, 4]);
    let of_rows = Some(vec![Some(2), Some(3), Some(4)]);
    assert_eq!(after.loaded.rows.as_ref().map(|rows| rows.queries.clone()), of_rows);
    let twice = after.after(&only(1..3)).unwrap();
    assert_eq!(twice.loaded.rows.unwrap().queries, [Some(3), Some(4)]);

    let turned = example(SampleId::SmolLm2);
    let after = turned.after(&only(1..5)).unwrap();
    let scores = |work: &Work| work.loaded.problem.projected().scores.clone().unwrap();
    assert_eq!(scores(&after), scores(&turned).slice(s![.., 1..5, 1..5]), "bit for bit");
    assert_eq!(positions(&turned.after(&only(0..3)).unwrap()), None, "0, 1, 2, …");
}

#[test]
fn what_is_set_by_hand_and_selected_goes_with_kept_tokens() {
    let work = document(SET_BY_HAND);
    let set = |work: &Work| -> Vec<_> {
        let overrides = &work.loaded.problem.inputs().overrides;
        overrides.iter().map(|(at, value)| (at.matrix, at.row, at.column, *value)).collect()
    };
    assert_eq!(set(&work.after(&only(1..2)).unwrap()), [(Overridable::Queries, 0, 0, 9.0)]);
    assert_eq!(set(&work.after(&only(0..1)).unwrap()), [(Overridable::Values, 0, 1, 8.0)]);
    let five = document(FIVE_SET_BY_HAND).after(&only(3..5)).unwrap();
    let of_scores = (Overridable::Scores, 1, 0, 7.0);
    assert_eq!(set(&five), [(Overridable::Queries, 1, 0, 9.0), of_scores]);
    let mut six = six();
    let mut selected = |query, key, range| {
        six.settings.selection = Selection::of(query, key);
        six.after(&only(range)).unwrap().settings.selection
    };
    assert_eq!(selected(4, 3, 2..5), Selection::of(2, 1));
    assert_eq!(selected(0, 5, 2..5), Selection::of(0, 2), "the nearest that there is");
}

#[test]
fn masks_hide_of_kept_tokens_what_they_hid() {
    let rules = [
        MaskRule::All,
        MaskRule::Padding { from: 3 },
        MaskRule::Window { width: 2 },
        MaskRule::Prefix { length: 2 },
        MaskRule::Blocks { starts: vec![1, 3] },
    ];
    let corners = [None, Some(Corner::UpperLeft), Some(Corner::LowerRight)];
    let cross = |n, m| {
        let rows = |n: i32| (0..n).map(|row| [row]).collect::<Vec<_>>();
        document(&format!(r#"{{"inputs": {{"x_q": {:?}, "x_k": {:?}}}}}"#, rows(n), rows(m)))
    };
    let mut n_rules = 0;
    for (rule, causal) in rules.iter().flat_map(|rule| corners.map(|causal| (rule, causal))) {
        for mut work in [masked(MaskPlan::NONE), cross(3, 4), cross(4, 3)] {
            let (n, m) = work.size();
            let plan = MaskPlan::Rule { rule: rule.clone(), causal };
            work.settings.mask = Some(plan.clone());
            let is_one = is_one_sequence(&work.loaded);
            for (queries, keys) in
                ranges(n).flat_map(|queries| ranges(m).map(move |keys| (queries.clone(), keys)))
            {
                let after = work.after(&kept(queries.clone(), keys.clone())).unwrap();
                let keys = if is_one { queries.clone() } else { keys };
                let (size, now) = (after.size(), after.plan());
                let hides = |plan: &MaskPlan, query, key, size| {
                    plan.hidden_by(MaskCell { head: 0, query, key }, size).is_some()
                };
                for (query, key) in
                    queries.clone().flat_map(|query| keys.clone().map(move |key| (query, key)))
                {
                    let expected = hides(&plan, query, key, (n, m));
                    let found = hides(&now, query - queries.start, key - keys.start, size);
                    assert_eq!(found, expected, "{plan:?} {queries:?} {keys:?}: {query}, {key}");
                }
                let is_rule = matches!(now, MaskPlan::Rule { .. });
                assert!(is_rule || !is_one, "of one sequence a rule stays one");
                n_rules += usize::from(is_rule && !is_one);
            }
        }
    }
    assert!(n_rules > 800, "rules stay rules where they can: {n_rules}");
}

#[test]
fn ranges_that_are_none_are_refused() {
    let one = example(SampleId::ByHand);
    let cross = example(SampleId::CrossAttention);
    let no_such = Err(TokenError::NoSuchToken);
    let last = Err(TokenError::LastToken);
    assert_eq!(one.after(&only(0..7)), no_such);
    assert_eq!(one.after(&only(6..usize::MAX)), no_such);
    assert_eq!(one.after(&only(3..3)), last);
    #[expect(clippy::reversed_empty_ranges, reason = "which is what is refused")]
    let reversed = only(4..2);
    assert_eq!(one.after(&reversed), last);
    assert_eq!(cross.after(&kept(0..1, 0..5)), no_such);
    assert_eq!(cross.after(&kept(0..2, 0..4)), no_such);
    assert_eq!(cross.after(&kept(0..1, 2..2)), last);
    // Of one sequence the keys are the queries.
    assert!(one.after(&kept(1..3, 9..9)).is_ok());
}

#[test]
fn of_two_sequences_with_rotary_positions_only_what_can_keep_them_is_kept() {
    let turned = document(
        r#"{"inputs": {"q": [[1, 2], [3, 4], [5, 6]], "k": [[1, 2], [3, 4], [5, 6]],
        "v": [[1], [2], [3]], "tokens": ["a", "b", "c"], "tokens_k": ["d", "e", "f"]},
        "options": {"rope": {"theta": 100}}}"#,
    );
    assert!(!is_one_sequence(&turned.loaded));
    let both = turned.after(&only(1..3)).unwrap();
    assert_eq!(positions(&both), Some(array![1.0, 2.0]));
    let start = turned.after(&kept(0..1, 0..3)).unwrap();
    assert_eq!((positions(&start), start.size()), (None, (1, 3)));
    let apart = turned.after(&kept(0..2, 1..3));
    assert!(matches!(apart, Err(TokenError::Shape(ShapeError::Mismatch { of: "positions", .. }))));
}

#[test]
fn typed_ranges_count_from_one() {
    #[track_caller]
    fn check(first: &str, last: &str, expected: Result<Range<usize>, (bool, &str, [usize; 2])>) {
        let expected = expected.map_err(|(is_last, found, [from, to])| NoRange {
            is_last,
            found: found.to_owned(),
            expected: from..=to,
        });
        assert_eq!(token_range(first, last, 300), expected);
    }
    check("1", "300", Ok(0..300));
    check(" 7 ", "7", Ok(6..7));
    check("", "7", Err((false, "", [1, 300])));
    check("0", "7", Err((false, "0", [1, 300])));
    check("301", "7", Err((false, "301", [1, 300])));
    check("2.5", "7", Err((false, "2.5", [1, 300])));
    check("10", "9", Err((true, "9", [10, 300])));
    check("10", " ", Err((true, "", [10, 300])));
    check("10", "99999999999999999999999", Err((true, "99999999999999999999999", [10, 300])));
}
