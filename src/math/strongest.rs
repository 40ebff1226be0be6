//! The strongest links between queries and keys.

use ndarray::ArrayView2;

/// The cells of the largest weights `[n_queries, n_keys]`, the largest first, at most so many.
///
/// A query that may see a single key has no choice: its weight of 1 says nothing, and it is left out.
pub fn strongest(weights: ArrayView2<'_, f64>, most: usize) -> Vec<(usize, usize)> {
    let mut found: Vec<(f64, (usize, usize))> = Vec::new();
    for (query, row) in weights.outer_iter().enumerate() {
        if row.iter().filter(|weight| **weight != 0.0).nth(1).is_none() {
            continue;
        }
        for (key, &weight) in row.iter().enumerate() {
            let is_among = found.len() < most || found.last().is_some_and(|last| weight > last.0);
            // Not among them is what is no number, either.
            if !is_among || weight.is_nan() {
                continue;
            }
            let at = found.partition_point(|(other, _)| *other >= weight);
            found.insert(at, (weight, (query, key)));
            found.truncate(most);
        }
    }
    found.into_iter().map(|(_, cell)| cell).collect()
}
