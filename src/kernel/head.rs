//! One head with every stage.

use super::{
    block::{Block, Scores},
    panels::WIDE,
    prepared::Prepared,
    seen::View,
    stream::HeadPicture,
};

/// Every stage of one head. Queries, keys and values are those of [`Prepared`]; what stands between
/// scores and weights follows from these numbers, exactly:
/// scaled = score ÷ divisor (or × factor), masked = scaled + mask (−∞ where hidden),
/// exponential = exp(masked − row maximum), weight = exponential ÷ row sum.
#[derive(Debug, Clone, PartialEq)]
pub struct HeadStages {
    /// Raw dot products, hidden ones too, `[n_queries, n_keys]`.
    pub scores: Vec<f32>,
    /// What follows from them under a mask and a scale.
    pub rest: AfterScores,
}

/// What follows from the scores of a head.
#[derive(Debug, Clone, PartialEq)]
pub struct AfterScores {
    /// Largest masked score of each row, `[n_queries]`; −∞ where no key is seen.
    pub row_max: Vec<f32>,
    /// Sum of a row's exponentials, `[n_queries]`; 0 where no key is seen.
    pub row_sum: Vec<f32>,
    /// `[n_queries, n_keys]`; 0 where no key is seen.
    pub weights: Vec<f32>,
    /// `[n_queries, d_v]`.
    pub context: Vec<f32>,
    /// The weights made small.
    pub picture: HeadPicture,
}

impl HeadStages {
    /// Computes every stage of a head.
    pub fn of(prepared: &Prepared, view: &View, head: usize) -> Self {
        let mut block = Block::new(prepared);
        let mut stages = Self::scored(prepared, head, &mut block);
        stages.follow_in(&mut block, prepared, view, head);
        stages
    }

    /// Computes again what follows from the scores, under another mask or scale.
    pub fn follow(&mut self, prepared: &Prepared, view: &View, head: usize) {
        self.follow_in(&mut Block::new(prepared), prepared, view, head);
    }

    fn follow_in(&mut self, block: &mut Block, prepared: &Prepared, view: &View, head: usize) {
        let given = &prepared.given;
        let mut picture = HeadPicture::new(given.n_queries, given.n_keys);
        block.take_head(prepared, head);
        for first in (0..given.n_queries).step_by(WIDE) {
            block.take_queries(prepared, first);
            block.attend(view, Scores::Rows(&self.scores), &mut picture);
            self.rest.take(block);
        }
        self.rest.picture = picture.done();
    }

    /// The scores of a head, and room for what follows from them.
    pub(super) fn scored(prepared: &Prepared, head: usize, block: &mut Block) -> Self {
        let given = &prepared.given;
        let (n, m) = (given.n_queries, given.n_keys);
        let rest = AfterScores {
            row_max: vec![0.0; n],
            row_sum: vec![0.0; n],
            weights: vec![0.0; n * m],
            context: vec![0.0; n * given.d_v],
            picture: HeadPicture::new(n, m),
        };
        if let Some(scores) = prepared.given_scores_of(head) {
            return Self { scores: scores.to_vec(), rest };
        }
        let mut scores = vec![0.0; n * m];
        block.take_head(prepared, head);
        for first in (0..n).step_by(WIDE) {
            block.take_queries(prepared, first);
            let rows = &mut scores[first * m..(first + block.rows().len()) * m];
            block.each_tile(|key, high, tile| {
                for (lane, row) in rows.chunks_exact_mut(m).enumerate() {
                    for (score, cells) in row[key..key + high].iter_mut().zip(tile) {
                        *score = cells[lane];
                    }
                }
            });
        }
        for (query, key, score) in block.set() {
            scores[query * m + key] = *score;
        }
        Self { scores, rest }
    }
}

impl AfterScores {
    /// Takes over a block.
    pub(super) fn take(&mut self, block: &Block) {
        let (n, d_v) = (self.row_max.len(), block.context.len());
        let m = self.weights.len() / n;
        let (any, divisors) = (block.span.any.clone(), block.divisors());
        for (lane, query) in block.rows().enumerate() {
            self.row_max[query] = block.row_max[lane];
            self.row_sum[query] = block.row_sum[lane];
            let row = &mut self.weights[query * m..(query + 1) * m];
            // Hidden keys have a weight of 0, but in a row of NaN.
            row.fill(if block.row_sum[lane].is_nan() { f32::NAN } else { 0.0 });
            for (weight, cells) in row[any.clone()].iter_mut().zip(&block.cells[any.clone()]) {
                *weight = cells[lane] / divisors[lane];
            }
            let context = &mut self.context[query * d_v..(query + 1) * d_v];
            for (number, cells) in context.iter_mut().zip(&block.context) {
                *number = cells[lane];
            }
        }
    }
}
