//! The numbers of the page against softmax(Q Kᵀ ÷ √d) V, written out once more from Q, K and V.

use attnscope::{
    math::{Heads, MaskKind, MatrixName, Stage},
    samples,
};
use ndarray::{ArrayView2, Axis};
use wasm_bindgen_test::wasm_bindgen_test;

use crate::{
    app::{choose_cell, choose_head, choose_mask, choose_stage, fresh, result, result_of},
    harness::{Mounted, enter, settle, until},
};

/// One head under one mask and divisor.
struct Plain {
    queries: Vec<Vec<f64>>,
    keys: Vec<Vec<f64>>,
    values: Vec<Vec<f64>>,
    is_causal: bool,
    divisor: f64,
}

fn rows(stack: Option<&Heads>, head: usize) -> Vec<Vec<f64>> {
    let matrix: ArrayView2<'_, f64> = stack.unwrap().index_axis(Axis(0), head);
    matrix.rows().into_iter().map(|row| row.to_vec()).collect()
}

impl Plain {
    fn new(head: usize, is_causal: bool, divisor: f64) -> Self {
        let problem = samples::six_tokens().problem;
        let projected = problem.projected();
        let [queries, keys, values] = [&projected.queries, &projected.keys, &projected.values]
            .map(|it| rows(it.as_ref(), head));
        Self { queries, keys, values, is_causal, divisor }
    }

    fn score(&self, query: usize, key: usize) -> f64 {
        self.queries[query].iter().zip(&self.keys[key]).map(|(q, k)| q * k).sum()
    }

    fn scaled(&self, query: usize, key: usize) -> f64 {
        self.score(query, key) / self.divisor
    }

    fn masked(&self, query: usize, key: usize) -> f64 {
        let is_hidden = self.is_causal && key > query;
        if is_hidden { f64::NEG_INFINITY } else { self.scaled(query, key) }
    }

    fn weight(&self, query: usize, key: usize) -> f64 {
        let row: Vec<f64> = (0..self.keys.len()).map(|key| self.masked(query, key)).collect();
        let maximum = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        let sum: f64 = row.iter().map(|score| (score - maximum).exp()).sum();
        (row[key] - maximum).exp() / sum
    }

    fn context(&self, query: usize, feature: usize) -> f64 {
        let term = |key: usize| self.weight(query, key) * self.values[key][feature];
        (0..self.keys.len()).map(term).sum()
    }

    fn at(&self, name: MatrixName, (row, column): (usize, usize)) -> f64 {
        match name {
            MatrixName::Scores => self.score(row, column),
            MatrixName::Scaled => self.scaled(row, column),
            MatrixName::Masked => self.masked(row, column),
            MatrixName::Weights => self.weight(row, column),
            MatrixName::Context => self.context(row, column),
            _ => unreachable!("no stage that is compared here"),
        }
    }
}

fn is_close(expected: f64, found: f64) -> bool {
    expected.total_cmp(&found).is_eq() || (expected - found).abs() <= 1e-12 + 1e-9 * expected.abs()
}

const STAGES: [Stage; 5] =
    [Stage::DotProduct, Stage::Scale, Stage::Mask, Stage::Softmax, Stage::Context];
/// On, under and over the diagonal, and the corners.
const CELLS: [(usize, usize); 5] = [(0, 0), (3, 1), (2, 5), (5, 5), (5, 0)];

/// Every stage at every cell of some heads.
async fn agrees(page: &Mounted, heads: &[usize], is_causal: bool, divisor: f64) {
    for &head in heads {
        let plain = Plain::new(head, is_causal, divisor);
        choose_head(page, head).await;
        for stage in STAGES {
            choose_stage(page, stage).await;
            for cell in CELLS {
                let name = result_of(stage);
                choose_cell(page, name, cell).await;
                let expected = plain.at(name, cell);
                let what = format!(
                    "head {head}, causal {is_causal}, ÷ {divisor}, {name:?} {cell:?} is {expected}"
                );
                until(&what, || is_close(expected, result(page))).await;
            }
        }
    }
}

#[wasm_bindgen_test]
async fn every_stage_is_the_plain_formula_under_the_causal_mask() {
    agrees(&fresh(), &[0, 4, 6], true, 8.0).await;
}

#[wasm_bindgen_test]
async fn every_stage_is_the_plain_formula_without_a_mask_and_with_it_again() {
    let page = fresh();
    settle().await;
    choose_mask(&page, MaskKind::None);
    agrees(&page, &[4], false, 8.0).await;
    choose_mask(&page, MaskKind::Causal);
    agrees(&page, &[4], true, 8.0).await;
}

#[wasm_bindgen_test]
async fn every_stage_is_the_plain_formula_at_a_divisor_that_is_typed_and_after_its_reset() {
    let page = fresh();
    settle().await;
    enter(&page.find("#divisor"), "1");
    agrees(&page, &[4], true, 1.0).await;
    enter(&page.find("#divisor"), "27,5");
    agrees(&page, &[4], true, 27.5).await;
    page.find(".divisor button").click();
    agrees(&page, &[4], true, 8.0).await;
}
