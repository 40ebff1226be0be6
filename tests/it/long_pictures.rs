//! Going about in a long input: what is typed, and the strongest links.

use std::sync::Arc;

use attnscope::{
    math::{Cells, Links, Matrix, strongest},
    state::{Sought, is_numeric, next_with},
};
use ndarray::{Array2, array};

#[track_caller]
fn check(typed: &str, expected: Option<Sought>) {
    assert_eq!(Sought::of(typed, 300), expected, "{typed:?}");
}

#[test]
fn what_is_typed_is_a_token_a_range_or_a_text() {
    check("", None);
    check("  ", None);
    check("1", Some(Sought::Token(0)));
    check(" 300 ", Some(Sought::Token(299)));
    for typed in ["100–160", "100-160", "160 – 100", "100 ~ 160", "100..160", "100…160"] {
        check(typed, Some(Sought::Range(99..160)));
    }
    check("290-999", Some(Sought::Range(289..300)));
    check("7-7", Some(Sought::Range(6..7)));
    for text in ["0", "301", "2026", "it-self", "0-5", "5-", "-5", "-", "고양이", "3.5"] {
        check(text, Some(Sought::Text(text.to_owned())));
    }
    for (typed, expected) in [
        ("0", true),
        ("0-5", true),
        ("301..400", true),
        ("5-", false),
        ("3.5", false),
        ("2024-05-01", false),
        ("", false),
    ] {
        assert_eq!(is_numeric(typed), expected, "{typed:?}");
    }
}

#[test]
fn a_text_is_found_after_the_token_and_then_from_the_start() {
    let tokens = [" The", " cat", " sat", " on", " the", " mat"];
    let next = |text, from| next_with(tokens.iter().copied(), text, from);
    assert_eq!(next("the", 0), Some(4));
    assert_eq!(next("the", 4), Some(0));
    assert_eq!(next("AT", 1), Some(2));
    assert_eq!(next("cat", 1), Some(1));
    assert_eq!(next("dog", 1), None);
    assert_eq!(next("the", 99), Some(0));
    assert_eq!(next_with([].into_iter(), "the", 0), None);
}

fn cells(matrix: &Matrix) -> Cells {
    Cells::Stored(Arc::new(matrix.clone()))
}

#[test]
fn the_strongest_links_come_in_order_and_without_those_that_could_not_be_otherwise() {
    let weights = array![[1.0, 0.0, 0.0], [0.3, 0.7, 0.0], [0.5, 0.1, 0.4]];
    assert_eq!(strongest(&cells(&weights), 3), [(1, 1), (2, 0), (2, 2)]);
    // A weight of 0 is no link.
    assert_eq!(strongest(&cells(&weights), 99).len(), 5);
    assert!(strongest(&cells(&weights), 0).is_empty());
    let mut nothing = Array2::from_elem((2, 2), f64::NAN);
    assert!(strongest(&cells(&nothing), 5).is_empty());
    nothing.fill(0.0);
    assert!(strongest(&cells(&nothing), 5).is_empty());
}

#[test]
fn the_strongest_links_are_those_of_a_plain_sort() {
    let weights = Array2::from_shape_fn((40, 50), |(q, k)| ((q * 37 + k * 101) % 997) as f64);
    let mut sorted: Vec<_> = weights.indexed_iter().map(|(cell, weight)| (*weight, cell)).collect();
    sorted.sort_by(|a, b| b.0.total_cmp(&a.0));
    let expected: Vec<_> = sorted[..25].iter().map(|(_, cell)| *cell).collect();
    assert_eq!(strongest(&cells(&weights), 25), expected);
}

#[test]
fn links_tell_how_many_and_how_much_all_of_them_are() {
    let rows = [[1.0, 0.0, 0.0], [0.25, 0.75, 0.0], [0.5, 0.0, 0.5], [0.0, 0.0, 0.0]];
    let mut links = Links::of_at_most(2);
    for (query, row) in rows.iter().enumerate() {
        links.read_row(query, row);
    }
    // The single key of the first and the last, which sees none, are no choice.
    assert_eq!((links.n_links, links.n_alone), (5, 1));
    let found: Vec<_> = links.strongest().collect();
    assert_eq!(found, [((1, 1), 0.75), ((2, 0), 0.5)]);
    assert!((links.share() - 1.25 / 3.0).abs() < 1e-12);
    // A row or a column by itself is read number by number.
    let mut of_key = Links::of_at_most(9);
    for (query, row) in rows.iter().enumerate() {
        of_key.read((query, 0), row[0]);
    }
    of_key.read((9, 0), f64::NAN);
    assert_eq!(of_key.strongest().map(|(cell, _)| cell.0).collect::<Vec<_>>(), [0, 2, 1]);
    assert_eq!(of_key.n_links, 3);
    assert!((of_key.share() - 1.0).abs() < 1e-12);
    assert!(Links::of_at_most(3).share().abs() < 1e-12);
}
