//! The strongest links between queries and keys.

use super::Cells;

/// The strongest of the links that were read, and how many and how much all of them are. A link is a cell whose
/// weight is not 0; what is no number is none.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Links {
    most: usize,
    /// The largest first, of equals that which was read first.
    found: Vec<(f64, (usize, usize))>,
    /// How many links there are.
    pub n_links: usize,
    /// How many rows were left out because they have no choice.
    pub n_alone: usize,
    total: f64,
}

impl Links {
    /// Of what will be read so many are kept.
    pub fn of_at_most(most: usize) -> Self {
        Self { most, ..Self::default() }
    }

    /// Reads the weights of a query. One that may see a single key has no choice: its weight of 1 says nothing, so it
    /// is counted and not kept.
    pub fn read_row(&mut self, query: usize, weights: &[f64]) {
        let is_link = |weight: &&f64| **weight != 0.0;
        let is_alone = weights.iter().filter(is_link).nth(1).is_none();
        if is_alone {
            let alone = weights.iter().find(is_link).filter(|weight| !weight.is_nan());
            self.n_alone += usize::from(alone.is_some());
            if let Some(weight) = alone {
                self.count(*weight);
            }
            return;
        }
        for (key, &weight) in weights.iter().enumerate() {
            self.read((query, key), weight);
        }
    }

    /// Reads one weight.
    pub fn read(&mut self, cell: (usize, usize), weight: f64) {
        if weight == 0.0 || weight.is_nan() {
            return;
        }
        self.count(weight);
        let is_among =
            self.found.len() < self.most || self.found.last().is_some_and(|it| weight > it.0);
        if is_among {
            let at = self.found.partition_point(|(other, _)| *other >= weight);
            self.found.insert(at, (weight, cell));
            self.found.truncate(self.most);
        }
    }

    fn count(&mut self, weight: f64) {
        self.n_links += 1;
        self.total += weight;
    }

    /// The strongest with their weights, the strongest first.
    pub fn strongest(&self) -> impl ExactSizeIterator<Item = ((usize, usize), f64)> {
        self.found.iter().map(|(weight, cell)| (*cell, *weight))
    }

    /// What the strongest carry of all weight, 0…1; 0 where there is none.
    pub fn share(&self) -> f64 {
        let carried: f64 = self.found.iter().map(|(weight, _)| weight).sum();
        if self.total > 0.0 { (carried / self.total).min(1.0) } else { 0.0 }
    }
}

/// The cells of the largest weights `[n_queries, n_keys]`, the largest first, at most so many; without those of queries
/// that have no choice ([`Links::read_row`]).
pub fn strongest(weights: &Cells, most: usize) -> Vec<(usize, usize)> {
    let mut links = Links::of_at_most(most);
    let (n_queries, n_keys) = weights.size();
    let mut row = vec![0.0; n_keys];
    for query in 0..n_queries {
        weights.read(query, 0..n_keys, &mut row);
        links.read_row(query, &row);
    }
    links.strongest().map(|(cell, _)| cell).collect()
}
