//! Eight queries of one head: scores, softmax and context in buffers that every block reuses.

use super::{
    exp::Exponential,
    lanes::{F4, F8},
    panels::{HIGH, Panels, Tile, WIDE, Wide, tile},
    prepared::Prepared,
    seen::{Span, View},
    stream::HeadPicture,
};
use crate::math::Overridable;

/// Where the scores of a block come from.
#[derive(Clone, Copy)]
pub(super) enum Scores<'a> {
    /// From queries and keys.
    Computed,
    /// From a matrix, `[n_queries, n_keys]`.
    Rows(&'a [f32]),
}

/// The buffers, and what stands in them.
#[derive(Debug)]
pub(super) struct Block {
    /// The head, and the first query of the block.
    head: usize,
    first: usize,
    /// How many queries it has.
    n: usize,
    pub span: Span,
    /// Keys of the head, `[n_panels, d_k, 4]`, and its values, `[n_panels, n_keys, 4]`.
    keys: Panels<HIGH>,
    values: Panels<HIGH>,
    values_are_finite: bool,
    /// Of the key/value head whose keys and values these are.
    kv_head: Option<usize>,
    /// Scores of the head that are set by hand.
    set: Vec<(usize, usize, f32)>,
    /// `[d_k, 8]`.
    queries: Vec<Wide>,
    /// Scores, then masked scores, then exponentials, `[n_keys, 8]`; only those of the span.
    pub cells: Vec<Wide>,
    /// `[d_v, 8]`.
    pub context: Vec<Wide>,
    exp: Exponential,
    /// Of each query.
    pub row_max: Wide,
    pub row_sum: Wide,
    /// Σ e · t with t = masked − maximum, and Σ e · |query − key|.
    pub tilt: Wide,
    pub distance: Wide,
}

impl Block {
    /// Buffers for the heads of what is prepared.
    pub fn new(prepared: &Prepared) -> Self {
        let given = &prepared.given;
        let (m, d_k, d_v) = (given.n_keys, given.d_k, given.d_v);
        Self {
            head: 0,
            first: 0,
            n: 0,
            span: Span { any: 0..0, all: 0..0 },
            keys: Panels::with_room(d_k, m),
            values: Panels::with_room(m, d_v),
            values_are_finite: true,
            kv_head: None,
            set: Vec::with_capacity(given.set.len()),
            queries: vec![[0.0; WIDE]; d_k],
            cells: vec![[0.0; WIDE]; m.next_multiple_of(HIGH)],
            context: vec![[0.0; WIDE]; d_v],
            exp: Exponential::new(),
            row_max: [0.0; WIDE],
            row_sum: [0.0; WIDE],
            tilt: [0.0; WIDE],
            distance: [0.0; WIDE],
        }
    }

    /// Lays out keys and values of a query head.
    pub fn take_head(&mut self, prepared: &Prepared, head: usize) {
        self.head = head;
        let scores = prepared
            .given
            .set
            .iter()
            .filter(|(place, _)| place.matrix == Overridable::Scores && place.head == head);
        self.set.clear();
        self.set.extend(scores.map(|(place, score)| (place.row, place.column, *score)));
        let kv_head = prepared.given.kv_head(head);
        if self.kv_head.replace(kv_head) == Some(kv_head) {
            return;
        }
        let given = &prepared.given;
        self.keys.cut_turned(prepared.keys_of(head), given.d_k, given.n_keys);
        let values = prepared.values_of(head);
        self.values.cut(values, given.n_keys, given.d_v);
        self.values_are_finite = values.iter().all(|value| value.is_finite());
    }

    /// Lays out eight queries, or as many as there are.
    pub fn take_queries(&mut self, prepared: &Prepared, first: usize) {
        let given = &prepared.given;
        (self.first, self.n) = (first, WIDE.min(given.n_queries - first));
        let rows = prepared.queries_of(self.head);
        for lane in 0..self.n {
            let row = rows.iter().skip((first + lane) * given.d_k);
            for (cells, number) in self.queries.iter_mut().zip(row) {
                cells[lane] = *number;
            }
        }
    }

    /// The queries of the block.
    pub fn rows(&self) -> std::ops::Range<usize> {
        self.first..self.first + self.n
    }

    /// Scores of the head that are set by hand: query, key, score.
    pub fn set(&self) -> &[(usize, usize, f32)] {
        &self.set
    }

    /// Raw scores of all keys, tile by tile: the first key, how many keys, `[key, query]`.
    pub fn each_tile(&self, mut take: impl FnMut(usize, usize, &Tile)) {
        let mut sums = [[0.0; WIDE]; HIGH];
        for (first, high, keys) in self.keys.each() {
            tile(keys, &self.queries, high, &mut sums);
            take(first, high, &sums);
        }
    }

    /// From scores to context, under a mask and a scale.
    pub fn attend(&mut self, view: &View, scores: Scores<'_>, picture: &mut HeadPicture) {
        self.span = view.span(self.head, self.first);
        self.fill(scores, picture.n_keys);
        self.mask(view);
        self.exponentiate(Some(picture));
        if self.row_sum[..self.n].iter().any(|sum| sum.is_nan()) {
            self.fill(scores, picture.n_keys);
            self.mask(view);
            self.spread_nan();
            self.exponentiate(None);
        }
        self.mix(view);
    }

    /// Writes the scores of the span.
    fn fill(&mut self, scores: Scores<'_>, n_keys: usize) {
        let any = self.span.any.clone();
        match scores {
            Scores::Computed => {
                let panels = any.start / HIGH..any.end.div_ceil(HIGH);
                for (first, high, keys) in self.keys.some(panels) {
                    tile(keys, &self.queries, high, &mut self.cells[first..]);
                }
                for (query, key, score) in &self.set {
                    if self.rows().contains(query) {
                        self.cells[*key][query - self.first] = *score;
                    }
                }
            }
            Scores::Rows(rows) => {
                for lane in 0..self.n {
                    let start = (self.first + lane) * n_keys;
                    let row = &rows[start + any.start..start + any.end];
                    for (cells, score) in self.cells[any.clone()].iter_mut().zip(row) {
                        cells[lane] = *score;
                    }
                }
            }
        }
    }

    /// Scales and masks, and finds the maximum of each query.
    fn mask(&mut self, view: &View) {
        let (any, all) = (self.span.any.clone(), self.span.all.clone());
        let scale = view.scaling();
        for cells in &mut self.cells[any.clone()] {
            let scores = F8::load(cells);
            F8(scale.of(scores.0), scale.of(scores.1)).store(cells);
        }
        for key in any.clone().filter(|key| !all.contains(key)) {
            for (lane, number) in self.cells[key].iter_mut().take(self.n).enumerate() {
                let term = view.term(self.head, self.first + lane, key);
                *number = if term == f32::NEG_INFINITY { term } else { *number + term };
            }
        }
        let most = F8::splat(f32::NEG_INFINITY);
        let larger = |most: F8, cells| most.each(F8::load(cells), F4::larger);
        self.row_max = self.cells[any].iter().fold(most, larger).numbers();
    }

    /// A row in which one number is NaN is NaN throughout, as it is in `math`.
    fn spread_nan(&mut self) {
        let cells = &self.cells[self.span.any.clone()];
        for (lane, most) in self.row_max.iter_mut().enumerate() {
            if cells.iter().any(|cells| cells[lane].is_nan()) {
                *most = f32::NAN;
            }
        }
    }

    /// exp(masked − maximum), its sum and what is measured of it; the largest of each pixel goes
    /// into the picture.
    fn exponentiate(&mut self, mut picture: Option<&mut HeadPicture>) {
        // Where no key is seen, all are −∞: any finite number in place of their maximum gives 0.
        let maximum = self.row_max.map(|most| if most == f32::NEG_INFINITY { 0.0 } else { most });
        let any = self.span.any.clone();
        let (n_columns, n_keys) =
            picture.as_ref().map_or((1, any.end), |picture| (picture.columns, picture.n_keys));
        let mut total = [F8::splat(0.0); 3];
        // A sum of sums: the error grows with the longer of the two, and not with the row.
        for column in 0..n_columns {
            let edge = |column: usize| (column * n_keys).div_ceil(n_columns);
            let (start, end) = (edge(column).max(any.start), edge(column + 1).min(any.end));
            if start >= end {
                continue;
            }
            let cells = &mut self.cells[start..end];
            let far = std::array::from_fn(|lane| (self.first + lane) as f32 - start as f32);
            let (maximum, far) = (F8::load(&maximum), F8::load(&far));
            let low = exponentials::<0>(&self.exp, cells, maximum.0, far.0);
            let high = exponentials::<1>(&self.exp, cells, maximum.1, far.1);
            let [here @ .., largest] = std::array::from_fn::<_, 4, _>(|at| F8(low[at], high[at]));
            for (total, here) in total.iter_mut().zip(here) {
                *total = total.each(here, F4::plus);
            }
            if let Some(picture) = picture.as_deref_mut() {
                picture.pixels[column] = largest.numbers();
            }
        }
        [self.row_sum, self.tilt, self.distance] = total.map(F8::numbers);
        if let Some(picture) = picture {
            picture.take(self.rows(), &any, &self.row_sum);
        }
    }

    /// What a query's exponentials are divided by: their sum, or 1 where no key is seen.
    pub fn divisors(&self) -> Wide {
        self.row_sum.map(|sum| if sum == 0.0 { 1.0 } else { sum })
    }

    /// exponentials · V ÷ sum.
    fn mix(&mut self, view: &View) {
        let any = self.span.any.clone();
        let divisors = F8::load(&self.divisors());
        for (column, high, values) in self.values.each() {
            let context = &mut self.context[column..column + high];
            tile(&values[any.clone()], &self.cells[any.clone()], high, context);
            for context in context {
                F8::load(context).each(divisors, F4::over).store(context);
            }
        }
        if !self.values_are_finite {
            self.mix_seen(view);
        }
    }

    /// The same where values are NaN or infinite: 0 × NaN would be NaN, so what a query may not see
    /// is left out one by one.
    fn mix_seen(&mut self, view: &View) {
        let of_block = self.divisors().into_iter().enumerate().take(self.n);
        for (lane, divisor) in of_block {
            let is_seen =
                |key: &usize| view.term(self.head, self.first + lane, *key) != f32::NEG_INFINITY;
            for (column, high, values) in self.values.each() {
                for (at, context) in self.context[column..column + high].iter_mut().enumerate() {
                    let seen = self.span.any.clone().filter(is_seen);
                    let weight = |key: usize| self.cells[key][lane] / divisor;
                    context[lane] = seen.map(|key| weight(key) * values[key][at]).sum();
                }
            }
        }
    }
}

/// Writes e = exp(cell − maximum) over four cells of each key; gives Σ e, Σ e · (cell − maximum),
/// Σ e · |query − key| and the largest e. `far` is query − key of the first key.
fn exponentials<const HALF: usize>(
    exp: &Exponential,
    cells: &mut [Wide],
    maximum: F4,
    mut far: F4,
) -> [F4; 4] {
    let [mut sum, mut tilt, mut distance, mut largest] = [F4::splat(0.0); 4];
    let one = F4::splat(1.0);
    for cells in cells {
        let Some(four) = cells.as_chunks_mut::<4>().0.get_mut(HALF) else { continue };
        let t = (F4::load(four) - maximum).larger(exp.lowest);
        let e = exp.of(t);
        e.store(four);
        sum = sum + e;
        tilt = tilt + e * t;
        distance = distance + e * far.abs();
        largest = largest.larger(e);
        far = far - one;
    }
    [sum, tilt, distance, largest]
}
