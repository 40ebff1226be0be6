//! What the value of a parameter means, and how it is written.

use super::MOST;
use crate::state::{COLOR_BOUNDS, DomainChoice, Selection, decimal, decimal::decimal_text};

/// A whole number in digits alone; one beyond counting is the most.
pub(super) fn count(text: &str) -> Option<usize> {
    let is_count = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_count.then(|| text.parse().unwrap_or(MOST).min(MOST))
}

pub(super) fn positive(text: &str) -> Option<f64> {
    decimal(text).filter(|number| *number > 0.0)
}

/// Query and key, then the features of a head, of values and of the model, counted from 1.
pub(super) fn selection(text: &str) -> Option<Selection> {
    let counts = text.split(',').map(|text| count(text)?.checked_sub(1));
    let counts: Vec<usize> = counts.collect::<Option<_>>()?;
    let at = |i: usize| counts.get(i).copied().unwrap_or_default();
    (2..=5).contains(&counts.len()).then(|| Selection {
        query: at(0),
        key: at(1),
        head_feature: at(2),
        value_feature: at(3),
        model_feature: at(4),
    })
}

pub(super) fn cell(selection: Selection) -> String {
    let Selection { query, key, head_feature, value_feature, model_feature } = selection;
    let counts = [query, key, head_feature, value_feature, model_feature];
    // First features go without saying.
    let told = counts.iter().rposition(|count| *count > 0).map_or(2, |last| last.max(1) + 1);
    let counts: Vec<String> = counts[..told].iter().map(|count| (count + 1).to_string()).collect();
    counts.join(",")
}

pub(super) fn domain(text: &str) -> Option<DomainChoice> {
    match text {
        "matrix" => Some(DomainChoice::Matrix),
        "heads" => Some(DomainChoice::AllHeads),
        _ => {
            let bound = positive(text).filter(|bound| COLOR_BOUNDS.contains(bound))?;
            Some(DomainChoice::Fixed(bound))
        }
    }
}

pub(super) fn colors(domain: DomainChoice) -> String {
    match domain {
        DomainChoice::Matrix => "matrix".into(),
        DomainChoice::AllHeads => "heads".into(),
        DomainChoice::Fixed(bound) => decimal_text(bound),
    }
}

/// A tag as languages have them; whether it is one of ours is for the page.
pub(super) fn language(text: &str) -> Option<String> {
    let is_tag =
        (2..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase());
    is_tag.then(|| text.to_owned())
}

pub(super) fn packed(text: &str) -> Option<String> {
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (!text.is_empty() && text.bytes().all(is_digit)).then(|| text.to_owned())
}
