//! Which rule a mask follows, where it follows one exactly.

use std::sync::Arc;

use ndarray::{Array2, ArrayView2, Axis};

use super::{Corner, Mask, MaskCell, MaskPlan, MaskRule};

impl MaskPlan {
    /// The plan that a mask of scores `[n_queries, n_keys]` amounts to: the simplest rule that
    /// gives the same in every cell, else its cells. What it adds must be 0 or −∞ to follow a rule.
    pub fn of(mask: &Arc<Mask>, size: (usize, usize)) -> Self {
        let seen = match &**mask {
            Mask::None => return Self::NONE,
            Mask::Causal => return Self::CAUSAL,
            Mask::Allow(allow) => Some(allow.clone()),
            Mask::AllowPerHead(allow) => shared(allow.outer_iter()).map(|first| first.to_owned()),
            Mask::Add(add) => yes_or_no(add.view()),
            Mask::AddPerHead(add) => shared(add.outer_iter()).and_then(yes_or_no),
        };
        let seen = seen.filter(|seen| seen.dim() == size);
        seen.and_then(|seen| rule_of(&seen)).unwrap_or_else(|| Self::Cells(Arc::clone(mask)))
    }
}

/// The mask that all heads have, if they have one.
fn shared<'a, T: PartialEq>(
    mut heads: impl Iterator<Item = ArrayView2<'a, T>>,
) -> Option<ArrayView2<'a, T>> {
    let first = heads.next()?;
    heads.all(|other| other == first).then_some(first)
}

/// Where nothing is added; `None` where something other than −∞ is.
fn yes_or_no(add: ArrayView2<'_, f64>) -> Option<Array2<bool>> {
    let is_either = |term: &f64| *term == 0.0 || *term == f64::NEG_INFINITY;
    add.iter().all(is_either).then(|| add.mapv(|term| term == 0.0))
}

/// A rule of one kind that shows these cells, if any of its kind does.
type Guess = fn(&Array2<bool>, Option<Corner>) -> MaskRule;

/// The first rule that shows just these cells, the simplest first.
fn rule_of(seen: &Array2<bool>) -> Option<MaskPlan> {
    let size @ (n_queries, n_keys) = seen.dim();
    let corners = [None, Some(Corner::UpperLeft), Some(Corner::LowerRight)];
    // Where both corners are one, the first stands for both.
    let corners = &corners[..if n_queries == n_keys { 2 } else { 3 }];
    let rules: [Guess; 5] = [|_, _| MaskRule::All, |seen, _| padding(seen), window, prefix, blocks];
    let plans = rules.iter().flat_map(|rule| {
        corners.iter().map(|causal| MaskPlan::Rule { rule: rule(seen, *causal), causal: *causal })
    });
    let is_same = |plan: &MaskPlan| {
        seen.indexed_iter().all(|((query, key), is_seen)| {
            plan.hidden_by(MaskCell { head: 0, query, key }, size).is_none() == *is_seen
        })
    };
    plans.into_iter().find(is_same)
}

/// From a query's number to its position among the keys.
fn shift(seen: &Array2<bool>, causal: Option<Corner>) -> isize {
    let (n_queries, n_keys) = seen.dim();
    match causal {
        Some(Corner::LowerRight) => n_keys.cast_signed() - n_queries.cast_signed(),
        _ => 0,
    }
}

/// Visible cells: the query's position, and the key.
fn visible(seen: &Array2<bool>, causal: Option<Corner>) -> impl Iterator<Item = (isize, isize)> {
    let shift = shift(seen, causal);
    let cells = seen.indexed_iter().filter(|(_, is_seen)| **is_seen);
    cells.map(move |((query, key), _)| (query.cast_signed() + shift, key.cast_signed()))
}

/// From the first key after which none is seen.
fn padding(seen: &Array2<bool>) -> MaskRule {
    let columns = seen.axis_iter(Axis(1));
    let last =
        columns.enumerate().filter(|(_, column)| column.iter().any(|is_seen| *is_seen)).last();
    MaskRule::Padding { from: last.map_or(0, |(key, _)| key + 1) }
}

/// As wide as the farthest key that is seen.
fn window(seen: &Array2<bool>, causal: Option<Corner>) -> MaskRule {
    let distances = visible(seen, causal).map(|(position, key)| position.abs_diff(key));
    MaskRule::Window { width: distances.max().map_or(0, |farthest| farthest + 1) }
}

/// As long as a key after its query is seen.
fn prefix(seen: &Array2<bool>, causal: Option<Corner>) -> MaskRule {
    let after = visible(seen, causal).filter(|(position, key)| key > position);
    let last = after.map(|(_, key)| key.cast_unsigned() + 1).max();
    MaskRule::Prefix { length: last.unwrap_or_default() }
}

/// A block begins where a query sees a key and not the one before it, and where a query no longer
/// sees what the one before it does. A causal query does not see to the end of its block.
fn blocks(seen: &Array2<bool>, causal: Option<Corner>) -> MaskRule {
    let is_edge = |before: bool, after: bool, is_start: bool| {
        before != after && (causal.is_none() || after == is_start)
    };
    let keys = (1..seen.ncols()).filter(|key| {
        let (before, after) = (seen.column(key - 1), seen.column(*key));
        before.iter().zip(after).any(|(before, after)| is_edge(*before, *after, true))
    });
    let queries = (1..seen.nrows()).filter(|query| {
        let (before, after) = (seen.row(query - 1), seen.row(*query));
        before.iter().zip(after).any(|(before, after)| is_edge(*before, *after, false))
    });
    let shift = shift(seen, causal);
    let queries = queries.filter_map(|query| query.checked_add_signed(shift));
    let mut starts: Vec<usize> = keys.collect();
    for start in queries.filter(|start| *start > 0) {
        if let Err(at) = starts.binary_search(&start) {
            starts.insert(at, start);
        }
    }
    MaskRule::Blocks { starts }
}
