//! Sums that are too long to be written out: their largest terms, and the rest summed.

/// The terms of a sum that are written out, and what the others amount to.
#[derive(Debug, Clone, PartialEq)]
pub struct Summed {
    /// The places of those written out: all in order, or the largest by size.
    pub shown: Vec<usize>,
    /// How many others there are.
    pub n_others: usize,
    /// Their sum; 0 where there are none.
    pub others: f64,
}

impl Summed {
    /// Writes out the `n_shown` largest, among them `kept`; all, where there are hardly more: to sum up one or two
    /// would save a line at most.
    pub fn of(terms: &[f64], n_shown: usize, kept: Option<usize>) -> Self {
        const HARDLY: usize = 2;
        if terms.len() <= n_shown + HARDLY {
            return Self { shown: (0..terms.len()).collect(), n_others: 0, others: 0.0 };
        }
        let mut shown = by_size(terms);
        let kept = kept.and_then(|kept| shown.iter().position(|at| *at == kept));
        if let Some(far) = kept.filter(|at| *at >= n_shown) {
            shown.swap(far, n_shown - 1);
        }
        // In order, so that a long sum is added up as it is elsewhere.
        let mut rest = shown.split_off(n_shown);
        rest.sort_unstable();
        Self { shown, n_others: rest.len(), others: rest.iter().map(|at| terms[*at]).sum() }
    }
}

/// The places of numbers by their size, the largest first; equal ones in order, NaN first.
pub fn by_size(numbers: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..numbers.len()).collect();
    places.sort_unstable_by(|a, b| {
        numbers[*b].abs().total_cmp(&numbers[*a].abs()).then_with(|| a.cmp(b))
    });
    places
}
