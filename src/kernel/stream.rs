//! All heads, one after the other: the output, and of each head a small picture and a few measures.

use std::ops::{ControlFlow, Range};

use super::{
    block::{Block, Scores},
    head::HeadStages,
    panels::WIDE,
    prepared::Prepared,
    project::Stack,
    seen::View,
};
use crate::math::PICTURE_SIDE;

/// The weights of a head, made small: each pixel is the largest weight that it covers, so that a
/// spike stays visible.
#[derive(Debug, Clone, PartialEq)]
pub struct HeadPicture {
    /// Rows of pixels.
    pub rows: usize,
    /// Columns of pixels.
    pub columns: usize,
    /// `[rows, columns]`; cell `(query, key)` is in row `query · rows ÷ n_queries`, in whole
    /// numbers, and in the column likewise.
    pub numbers: Vec<f32>,
    /// Number of queries of the head.
    pub n_queries: usize,
    /// Number of its keys.
    pub n_keys: usize,
    /// Exponentials of the present block, `[columns, 8]`.
    pub(super) pixels: Vec<[f32; WIDE]>,
}

impl HeadPicture {
    pub(super) fn new(n_queries: usize, n_keys: usize) -> Self {
        let (rows, columns) = (n_queries.min(PICTURE_SIDE), n_keys.min(PICTURE_SIDE));
        let numbers = vec![0.0; rows * columns];
        let pixels = vec![[0.0; WIDE]; columns];
        Self { rows, columns, numbers, n_queries, n_keys, pixels }
    }

    /// Without the room that making it took.
    pub(super) fn done(mut self) -> Self {
        self.pixels = Vec::new();
        self
    }

    /// Takes over the exponentials of a block's keys as weights.
    pub(super) fn take(&mut self, queries: Range<usize>, keys: &Range<usize>, sums: &[f32; WIDE]) {
        if keys.is_empty() {
            return;
        }
        let column = |key: usize| key * self.columns / self.n_keys;
        let columns = column(keys.start)..column(keys.end - 1) + 1;
        for (query, (lane, sum)) in queries.zip(sums.iter().enumerate()) {
            let start = query * self.rows / self.n_queries * self.columns;
            let row = &mut self.numbers[start..start + self.columns];
            if sum.is_nan() {
                // So are all weights of the query.
                row.fill(f32::NAN);
                continue;
            }
            for (pixel, most) in row[columns.clone()].iter_mut().zip(&self.pixels[columns.clone()])
            {
                let weight = if *sum == 0.0 { 0.0 } else { most[lane] / sum };
                // NaN stays.
                if weight > *pixel {
                    *pixel = weight;
                }
            }
        }
    }
}

/// What is measured of a head's weights; means over the queries that see a key. A query whose
/// weights are no numbers counts as one that sees none; NaN where there is no query to measure.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measures {
    /// Mean weight on the token before, over the rows in which first, previous and own token are
    /// three different keys.
    pub previous: f32,
    /// Mean weight on the first token, over the same rows.
    pub first: f32,
    /// Mean weight on the token itself, over the same rows.
    pub own: f32,
    /// Mean entropy, in nats.
    pub entropy: f32,
    /// Mean of Σ w · |query − key|.
    pub distance: f32,
}

impl Measures {
    /// The measures in the order in which they stand above.
    pub fn numbers(&self) -> [f32; 5] {
        let Self { previous, first, own, entropy, distance } = *self;
        [previous, first, own, entropy, distance]
    }
}

/// Sums of measures, in f64 since there are thousands of rows.
#[derive(Debug, Clone, Copy, Default)]
struct Sums {
    on: [f64; 3],
    n_apart: usize,
    entropy: f64,
    distance: f64,
    n_seeing: usize,
}

impl Sums {
    /// Takes over a block.
    fn take(&mut self, block: &Block, n_keys: usize) {
        for (lane, query) in block.rows().enumerate() {
            let sum = block.row_sum[lane];
            if !(sum > 0.0 && sum.is_finite()) {
                continue;
            }
            let sum = f64::from(sum);
            // H = −Σ w ln w = ln Σe − Σ e · t ÷ Σe, since w = eᵗ ÷ Σe.
            self.entropy += sum.ln() - f64::from(block.tilt[lane]) / sum;
            self.distance += f64::from(block.distance[lane]) / sum;
            self.n_seeing += 1;
            if query < 2 || query > n_keys {
                continue;
            }
            self.n_apart += 1;
            for (on, key) in self.on.iter_mut().zip([query - 1, 0, query]) {
                if block.span.any.contains(&key) {
                    *on += f64::from(block.cells[key][lane]) / sum;
                }
            }
        }
    }

    fn measures(&self) -> Measures {
        let [previous, first, own] = self.on.map(|on| (on / self.n_apart as f64) as f32);
        let mean = |sum: f64| (sum / self.n_seeing as f64) as f32;
        Measures {
            previous,
            first,
            own,
            // NaN stays.
            entropy: mean(self.entropy).clamp(0.0, f32::INFINITY),
            distance: mean(self.distance),
        }
    }
}

/// The heads that are done so far.
#[derive(Debug)]
pub struct Streamed {
    /// Heads side by side, `[n_queries, n_heads · d_v]`.
    pub concat: Vec<f32>,
    /// concat · `w_o` + `b_o`, `[n_queries, d_out]`, once all heads are done; empty where `w_o` is
    /// not known.
    pub output: Vec<f32>,
    /// Of each head that is done.
    pub pictures: Vec<HeadPicture>,
    /// Of each head that is done.
    pub measures: Vec<Measures>,
    block: Block,
}

impl Streamed {
    /// Nothing yet.
    pub fn new(prepared: &Prepared) -> Self {
        let given = &prepared.given;
        Self {
            concat: vec![0.0; given.n_queries * given.heads.queries * given.d_v],
            output: Vec::new(),
            pictures: Vec::with_capacity(given.heads.queries),
            measures: Vec::with_capacity(given.heads.queries),
            block: Block::new(prepared),
        }
    }

    /// Computes the next head; gives whether there was one.
    pub fn next_head(&mut self, prepared: &Prepared, view: &View) -> bool {
        let head = self.pictures.len();
        if head == prepared.given.heads.queries {
            return false;
        }
        let scores = prepared.given_scores_of(head).map_or(Scores::Computed, Scores::Rows);
        self.stream(prepared, view, head, scores, |_| {});
        true
    }

    /// The same, keeping every stage of that head.
    pub fn next_head_kept(&mut self, prepared: &Prepared, view: &View) -> Option<HeadStages> {
        let head = self.pictures.len();
        if head == prepared.given.heads.queries {
            return None;
        }
        let mut kept = HeadStages::scored(prepared, head, &mut self.block);
        let HeadStages { scores, rest } = &mut kept;
        self.stream(prepared, view, head, Scores::Rows(scores), |block| rest.take(block));
        rest.picture = self.pictures.last().cloned()?;
        Some(kept)
    }

    fn stream(
        &mut self,
        prepared: &Prepared,
        view: &View,
        head: usize,
        scores: Scores<'_>,
        mut keep: impl FnMut(&Block),
    ) {
        let given = &prepared.given;
        let width = given.heads.queries * given.d_v;
        let mut picture = HeadPicture::new(given.n_queries, given.n_keys);
        let mut sums = Sums::default();
        self.block.take_head(prepared, head);
        for first in (0..given.n_queries).step_by(WIDE) {
            self.block.take_queries(prepared, first);
            self.block.attend(view, scores, &mut picture);
            sums.take(&self.block, given.n_keys);
            keep(&self.block);
            for (lane, query) in self.block.rows().enumerate() {
                let start = query * width + head * given.d_v;
                let row = self.concat[start..start + given.d_v].iter_mut();
                for (number, context) in row.zip(&self.block.context) {
                    *number = context[lane];
                }
            }
        }
        self.pictures.push(picture.done());
        self.measures.push(sums.measures());
    }

    /// Projects the concatenated heads, where the projection is known.
    pub fn project(&mut self, prepared: &Prepared) {
        let given = &prepared.given;
        let Some(output) = &given.output else { return };
        self.output = vec![0.0; given.n_queries * output.d_out];
        let (n_tokens, d) = (given.n_queries, output.d_out);
        output.apply(&self.concat, &mut Stack { numbers: &mut self.output, n_tokens, d });
    }
}

/// Streams all heads; after each, `progress` is told how many are done and says whether to go on.
/// `None` where it stopped.
pub fn stream_heads(
    prepared: &Prepared,
    view: &View,
    mut progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Option<Streamed> {
    let mut streamed = Streamed::new(prepared);
    while streamed.next_head(prepared, view) {
        if progress(streamed.pictures.len()).is_break() {
            return None;
        }
    }
    streamed.project(prepared);
    Some(streamed)
}
