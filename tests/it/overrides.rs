//! Numbers set by hand over computed ones: everything after them follows, nothing before them
//! changes, and what was computed is not forgotten.

use std::sync::Arc;

use attnscope::{
    document::{Convention, Document},
    math::{
        Cell, CellSource, Heads, Inputs, Mask, MatrixName, Overridable, OverridePlace, Overrides,
        Problem, Projected, Rotary, Start, Trace, attend, cell_source,
    },
    samples::Loaded,
};
use serde_json::{Value, json};

use crate::fixtures::{self, TOLERANCE, assert_close};

const fn place(matrix: Overridable, head: usize, row: usize, column: usize) -> OverridePlace {
    OverridePlace { matrix, head, row, column }
}

/// One number in each matrix; the fixture has 6 query heads over 2 key/value heads.
const PLACES: [OverridePlace; 4] = [
    place(Overridable::Queries, 4, 3, 1),
    place(Overridable::Keys, 1, 2, 0),
    place(Overridable::Values, 0, 1, 3),
    place(Overridable::Scores, 5, 4, 2),
];

fn grouped() -> Problem {
    Document::from_json(&fixtures::text("gqa")).unwrap().problem().unwrap()
}

fn with(problem: &Problem, overrides: Overrides) -> Problem {
    let inputs = Inputs { overrides, ..problem.inputs().clone() };
    Problem::new(inputs, problem.mask().clone(), Some(problem.scale())).unwrap()
}

fn stack(p: &Projected, of: Overridable) -> &Heads {
    let stack = match of {
        Overridable::Queries => &p.queries,
        Overridable::Keys => &p.keys,
        Overridable::Values => &p.values,
        Overridable::Scores => &p.scores,
    };
    stack.as_ref().unwrap()
}

/// The trace that begins at queries, keys and values in which the numbers stand already.
fn from_ready(before: &Problem, overrides: &Overrides) -> Trace {
    let ready = |of| {
        let mut ready = stack(before.projected(), of).clone();
        for (place, value) in overrides.iter().filter(|(place, _)| place.matrix == of) {
            ready[(place.head, place.row, place.column)] = *value;
        }
        Arc::new(ready)
    };
    let start = Start::Projections {
        queries: ready(Overridable::Queries),
        keys: ready(Overridable::Keys),
        values: ready(Overridable::Values),
    };
    let is_score = |place: &OverridePlace| place.matrix == Overridable::Scores;
    let of_scores = overrides.iter().filter(|(place, _)| is_score(place));
    let overrides = of_scores.map(|(place, value)| (*place, *value)).collect();
    let inputs = Inputs { start, overrides, rotary: None, ..before.inputs().clone() };
    attend(&Problem::new(inputs, before.mask().clone(), Some(before.scale())).unwrap())
}

#[test]
fn everything_after_a_number_set_by_hand_follows_from_it() {
    let before = grouped();
    let all: Overrides = PLACES.iter().zip([0.5, -3.0, 7.25, 1.5]).map(|(p, v)| (*p, v)).collect();
    let sets = PLACES.map(|place| Overrides::from([(place, 2.5)])).into_iter().chain([all]);
    for overrides in sets {
        let after = attend(&with(&before, overrides.clone()));
        let expected = from_ready(&before, &overrides);
        let label = format!("{overrides:?}");
        for of in Overridable::ALL {
            let [expected, found] = [&expected, &after].map(|it| stack(&it.projected, of));
            assert_eq!(expected, found, "{label}");
        }
        assert_close(&label, &expected.weights, &after.weights, TOLERANCE);
        let [expected, found] = [&expected, &after].map(|trace| trace.output.as_ref().unwrap());
        assert_close(&label, expected, found, TOLERANCE);
    }
}

#[test]
fn a_number_set_by_hand_changes_nothing_before_it_and_not_its_neighbors() {
    let before = attend(&grouped());
    for set in PLACES {
        let after = attend(&with(&grouped(), Overrides::from([(set, 9.0)])));
        for of in Overridable::ALL.into_iter().take_while(|of| *of <= set.matrix) {
            let [old, new] = [&before, &after].map(|trace| stack(&trace.projected, of));
            let differ =
                old.indexed_iter().filter(|(at, value)| new[*at].to_bits() != value.to_bits());
            let differ: Vec<_> = differ.map(|(at, _)| at).collect();
            let expected =
                if of == set.matrix { vec![(set.head, set.row, set.column)] } else { vec![] };
            assert_eq!(differ, expected, "{set:?}: {of:?}");
        }
    }
}

#[test]
fn what_was_computed_is_not_forgotten() {
    let before = attend(&grouped());
    let overrides: Overrides = PLACES.into_iter().map(|place| (place, 9.0)).collect();
    let after = attend(&with(&grouped(), overrides));
    let cell = |matrix, head, row, column| Cell { matrix, head, row, column };
    // Of three query heads that share the keys and values of one head.
    for cell in [
        cell(MatrixName::Queries, 4, 3, 1),
        cell(MatrixName::Keys, 3, 2, 0),
        cell(MatrixName::Keys, 5, 2, 0),
        cell(MatrixName::Values, 2, 1, 3),
    ] {
        let own = cell_source(&before, cell).unwrap();
        let expected = CellSource::SetByHand { value: 9.0, computed: Box::new(own) };
        assert_eq!(cell_source(&after, cell), Some(expected), "{cell:?}");
    }
    let score = cell_source(&after, cell(MatrixName::Scores, 5, 4, 2)).unwrap();
    let CellSource::SetByHand { value: 9.0, computed } = score else { panic!("{score:?}") };
    let CellSource::Products { terms, value, .. } = *computed else { panic!("{computed:?}") };
    let products: f64 = terms.iter().map(|term| term.product()).sum();
    assert!((products - value).abs() < 1e-12, "{products} {value}");
    let other = cell_source(&after, cell(MatrixName::Queries, 4, 3, 2)).unwrap();
    assert!(matches!(other, CellSource::Products { .. }), "{other:?}");
}

#[test]
fn with_rotary_position_the_turned_numbers_are_set() {
    let problem = Document::from_json(&fixtures::text("rope")).unwrap().problem().unwrap();
    let set = place(Overridable::Keys, 1, 3, 2);
    let before = attend(&problem);
    let after = attend(&with(&problem, Overrides::from([(set, 4.0)])));
    assert_eq!(before.projected.keys_before_rotary, after.projected.keys_before_rotary);
    assert_eq!(after.projected.keys.as_ref().unwrap()[(1, 3, 2)].to_bits(), 4_f64.to_bits());
    let cell = Cell { matrix: MatrixName::Keys, head: 1, row: 3, column: 2 };
    let source = cell_source(&after, cell).unwrap();
    let CellSource::SetByHand { computed, .. } = source else { panic!("{source:?}") };
    assert_eq!(Some(*computed), cell_source(&before, cell));
}

#[test]
fn numbers_are_set_only_where_they_are_computed() {
    #[track_caller]
    fn check(start: Start, rotary: Option<Rotary>, set: OverridePlace, expected: Option<&str>) {
        let given = grouped();
        let overrides = Overrides::from([(set, 1.0)]);
        let inputs = Inputs { start, rotary, overrides, ..given.inputs().clone() };
        let found = Problem::new(inputs, Mask::None, None).err().map(|error| error.to_string());
        assert_eq!(found.as_deref(), expected);
    }
    let given = grouped();
    let p = given.projected();
    let shared = |of| Arc::new(stack(p, of).clone());
    let projections = || Start::Projections {
        queries: shared(Overridable::Queries),
        keys: shared(Overridable::Keys),
        values: shared(Overridable::Values),
    };
    let scores = || Start::Scores { scores: shared(Overridable::Scores), values: None };
    let rotary = || Some(Rotary { theta: 1e4, positions: None });
    let embeddings = || given.inputs().start.clone();
    let [query, key, value, score] = PLACES;
    for set in PLACES {
        check(embeddings(), None, set, None);
    }
    check(projections(), None, score, None);
    check(projections(), rotary(), query, None);
    check(projections(), rotary(), key, None);
    let of_given = |of: &str| {
        format!("overrides.{of}: {of} is not computed here; change the number where it is given")
    };
    check(projections(), None, query, Some(&of_given("q")));
    check(projections(), rotary(), value, Some(&of_given("v")));
    check(scores(), None, score, Some(&of_given("scores")));
    check(scores(), None, key, Some(&of_given("k")));
    let outside = "overrides.k: expected [head, row, column], from 0, inside [2, 5, 4], found ";
    for (head, row, column) in [(2, 2, 0), (1, 5, 0), (1, 2, 4), (usize::MAX, 0, 0)] {
        let set = place(Overridable::Keys, head, row, column);
        let expected = format!("{outside}[{head}, {row}, {column}]");
        check(embeddings(), None, set, Some(&expected));
    }
}

#[test]
fn documents_keep_numbers_set_by_hand_bit_for_bit() {
    let numbers = [0.1 + 0.2, f64::NEG_INFINITY, -0.0, 5e-324];
    let overrides: Overrides = PLACES.into_iter().zip(numbers).collect();
    let problem = with(&grouped(), overrides.clone());
    let names = || (0..5).map(|i| format!("t{i}")).collect();
    let mut document = Document::from_problem(&problem, None, names(), None);
    for convention in [Convention::Row, Convention::Column] {
        document.convention = convention;
        let text = document.to_json(Some(&attend(&problem)));
        let again = Document::from_json(&text).unwrap();
        let bits = |of: &Overrides| of.iter().map(|(p, v)| (*p, v.to_bits())).collect::<Vec<_>>();
        assert_eq!(bits(&again.problem().unwrap().inputs().overrides), bits(&overrides));
        assert_eq!(again, document);
        let written: Value = serde_json::from_str(&text).unwrap();
        let score = match convention {
            Convention::Row => json!([[5, 4, 2, 5e-324]]),
            Convention::Column => json!([[5, 2, 4, 5e-324]]),
        };
        let found = &written["inputs"]["overrides"]["scores"];
        assert_eq!(fixtures::array(found), fixtures::array(&score), "{text}");
    }
}

#[test]
fn entries_that_name_no_cell_are_refused_with_their_place() {
    #[track_caller]
    fn check(entries: &str, expected: &str) {
        let text = format!(r#"{{"inputs": {{"x_q": [[1, 2]], "overrides": {{"q": {entries}}}}}}}"#);
        let document = Document::from_json(&text);
        let problem = document.and_then(|it| it.problem().map_err(|error| error.in_text(&text)));
        assert_eq!(problem.err().map(|error| error.to_string()).unwrap_or_default(), expected);
    }
    let at = "line 1, column 49, inputs.overrides.q";
    let whole = "head, row and column are whole numbers and count from 0";
    check("[[0, 0, 1, 7]]", "");
    check("[]", "");
    check("[[0, 0, 0.5, 7]]", &format!("{at}: entry 0, counted from 0: {whole}"));
    check("[[0, 0, 0, 7], [0, -1, 0, 7]]", &format!("{at}: entry 1, counted from 0: {whole}"));
    check(
        "[[0, 0, 0, 7], [0, 0, 0, 8]]",
        &format!(
            "{at}: entry 1, counted from 0: this cell is set twice; remove one of the entries"
        ),
    );
    let dimensions = "expected an array of entries [head, row, column, number]";
    check("[[0, 0, 7]]", &format!("{at}: {dimensions}, found one of dimensions [1, 3]"));
    check("[0, 0, 0, 7]", &format!("{at}: {dimensions}, found one of dimensions [4]"));
    check(
        "[[0, 0, 2, 7]]",
        "line 1, column 43, inputs.overrides: overrides.q: expected [head, row, column], from 0, \
         inside [1, 1, 2], found [0, 0, 2]",
    );
}

#[test]
fn packed_examples_keep_numbers_set_by_hand() {
    let overrides: Overrides = PLACES.into_iter().zip([0.1 + 0.2, 1.0, 2.0, -3.5]).collect();
    let any = attnscope::samples::six_tokens();
    let loaded = Loaded { problem: with(&grouped(), overrides), ..any };
    let again = attnscope::wire::unpack(&attnscope::wire::pack(&loaded)).unwrap();
    assert!(again == loaded);
}
