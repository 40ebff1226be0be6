//! Attention against plain loops on pseudo-random problems, and what must hold whatever the
//! numbers are.

use attnscope::{
    document::Document,
    math::{
        Affine, Cell, CellSource, Embeddings, HeadCounts, Inputs, Mask, MaskDecision, Matrix,
        MatrixName, OutputProjection, Overrides, Problem, Start, Trace, attend, cell_source,
    },
};
use ndarray::{Array1, Array2, Array3, Axis, s};

use crate::fixtures::{self, assert_close, distance};

const MATRICES: [MatrixName; 22] = [
    MatrixName::X,
    MatrixName::XKeys,
    MatrixName::XValues,
    MatrixName::WQuery,
    MatrixName::WKey,
    MatrixName::WValue,
    MatrixName::QueriesBeforeRotary,
    MatrixName::KeysBeforeRotary,
    MatrixName::Queries,
    MatrixName::Keys,
    MatrixName::Values,
    MatrixName::Scores,
    MatrixName::Scaled,
    MatrixName::MaskTerm,
    MatrixName::Masked,
    MatrixName::Weights,
    MatrixName::Context,
    MatrixName::Concat,
    MatrixName::WOutput,
    MatrixName::Output,
    MatrixName::Residual,
    MatrixName::AddNorm,
];

#[test]
fn attention_agrees_with_plain_loops_on_many_sizes_and_masks() {
    for seed in 0..120 {
        let case = Case::new(seed);
        let trace = attend(&case.problem());
        let plain = plain_attention(&case);
        let label = |stage: &str| format!("seed {seed}, {case:?}: {stage}");
        assert_close(&label("weights"), &plain.weights, &trace.weights, 1e-12);
        assert_close(&label("concat"), &plain.concat, trace.concat.as_ref().unwrap(), 1e-12);
        assert_close(&label("output"), &plain.output, trace.output.as_ref().unwrap(), 1e-12);
    }
}

#[test]
fn every_row_of_weights_sums_to_one_or_sees_no_key() {
    for seed in 0..120 {
        let trace = attend(&Case::new(seed).problem());
        for ((head, query), &maximum) in trace.softmax.as_ref().unwrap().row_max.indexed_iter() {
            let row = trace.weights.slice(s![head, query, ..]);
            let expected = if maximum == f64::NEG_INFINITY { 0.0 } else { 1.0 };
            assert!(distance(expected, row.sum()) < 1e-12, "seed {seed}: {row}");
            assert!(row.iter().all(|weight| (0.0..=1.0).contains(weight)), "seed {seed}: {row}");
        }
    }
}

#[test]
fn another_order_of_keys_with_their_values_changes_no_output() {
    for seed in 0..40 {
        let mut case = Case::new(seed);
        case.mask = Mask::None;
        let before = attend(&case.problem());
        let last_first = (0..case.m).rev().collect::<Vec<_>>();
        case.x_k = case.x_k.select(Axis(0), &last_first);
        case.x_v = case.x_v.select(Axis(0), &last_first);
        let after = attend(&case.problem());
        let label = format!("seed {seed}");
        assert_close(
            &label,
            before.output.as_ref().unwrap(),
            after.output.as_ref().unwrap(),
            1e-12,
        );
        let reversed = before.weights.select(Axis(2), &last_first);
        assert_close(&label, &reversed, &after.weights, 1e-12);
    }
}

#[test]
fn a_value_that_a_query_may_not_look_at_is_left_out_of_its_sum() {
    let text = r#"{"inputs": {"q": [[1], [1]], "k": [[1], [1]], "v": [["nan"], [2]]},
        "options": {"mask": {"allow": [[false, true], [true, true]]}}}"#;
    let trace = attend(&Document::from_json(text).unwrap().problem().unwrap());
    let context = trace.context.as_ref().unwrap();
    assert_close("hidden", &ndarray::arr1(&[2.0]), &context.slice(s![0, 0, ..]).to_owned(), 0.0);
    assert!(context[(0, 1, 0)].is_nan(), "seen: {context}");
    let cell = Cell { matrix: MatrixName::Context, head: 0, row: 0, column: 0 };
    check_source("left out", &trace, cell, 2.0);
}

#[test]
fn the_output_is_the_sum_of_what_each_head_projects() {
    for seed in 0..40 {
        let case = Case::new(seed);
        let trace = attend(&case.problem());
        let mut sum = Matrix::zeros((case.n, case.d_out)) + &case.b_o;
        for (head, context) in trace.context.as_ref().unwrap().outer_iter().enumerate() {
            let block = case.w_o.slice(s![head * case.d_v..(head + 1) * case.d_v, ..]);
            sum += &context.dot(&block);
        }
        assert_close(&format!("seed {seed}"), &sum, trace.output.as_ref().unwrap(), 1e-12);
    }
}

#[test]
fn the_source_of_each_cell_gives_the_cell() {
    let mut n_cells = 0;
    for name in fixtures::names() {
        if name.starts_with("extremes-long-row") {
            continue; // each of its 2048 cells has a row of 2048 scores
        }
        let document = Document::from_json(&fixtures::text(&name)).unwrap();
        let trace = attend(&document.problem().unwrap());
        for matrix in MATRICES {
            for head in 0..trace.projected.n_heads() {
                let Some(cells) = trace.matrix(matrix, head) else { continue };
                for ((row, column), &value) in cells.indexed_iter() {
                    let cell = Cell { matrix, head, row, column };
                    check_source(&name, &trace, cell, value);
                    n_cells += 1;
                }
            }
        }
    }
    assert!(n_cells > 10_000, "only {n_cells} cells were looked at");
}

#[test]
fn a_cell_that_is_not_there_has_no_source() {
    let document = Document::from_json(&fixtures::text("raschka-mha")).unwrap();
    let trace = attend(&document.problem().unwrap());
    let cell = Cell { matrix: MatrixName::Scores, head: 1, row: 5, column: 5 };
    assert!(cell_source(&trace, cell).is_some());
    for missing in [
        Cell { head: 2, ..cell },
        Cell { row: 6, ..cell },
        Cell { column: 6, ..cell },
        Cell { matrix: MatrixName::AddNorm, ..cell },
        Cell { matrix: MatrixName::KeysBeforeRotary, ..cell },
    ] {
        assert_eq!(cell_source(&trace, missing), None, "{missing:?}");
    }
}

/// Recomputes a cell from what its source tells.
#[track_caller]
fn check_source(name: &str, trace: &Trace, cell: Cell, value: f64) {
    let source = cell_source(trace, cell).unwrap_or_else(|| panic!("{name}: {cell:?}"));
    assert!(distance(value, source.value()) == 0.0, "{name}: {cell:?}: {source:?}");
    let (recomputed, magnitude) = recompute(trace, &source);
    let is_close =
        distance(value, recomputed) <= 1e-12 || (value - recomputed).abs() <= 1e-12 * magnitude;
    assert!(is_close, "{name}: {cell:?} is {value}, its source gives {recomputed}: {source:?}");
}

/// What a source amounts to, and the size of the terms that may have cancelled out.
fn recompute(trace: &Trace, source: &CellSource) -> (f64, f64) {
    match source {
        CellSource::Given { value } => (*value, 0.0),
        CellSource::SetByHand { value, computed } => {
            let (recomputed, magnitude) = recompute(trace, computed);
            assert!((recomputed - computed.value()).abs() <= 1e-12 * (1.0 + magnitude));
            (*value, 0.0)
        }
        CellSource::Copied { from, .. } => {
            (trace.matrix(from.matrix, from.head).unwrap()[(from.row, from.column)], 0.0)
        }
        CellSource::Products { terms, bias, .. } => {
            let products = terms.iter().map(|term| term.product());
            let magnitude = products.clone().map(f64::abs).sum();
            (products.sum::<f64>() + bias.unwrap_or(0.0), magnitude)
        }
        CellSource::Rotated { first, second, angle, is_first, .. } => {
            let (sin, cos) = angle.sin_cos();
            let turned =
                if *is_first { first * cos - second * sin } else { second * cos + first * sin };
            (turned, first.abs() + second.abs())
        }
        CellSource::Scaled { score, scale, .. } => (score * scale.factor(), score.abs()),
        CellSource::Masked { scaled, decision, .. } => match decision {
            MaskDecision::Seen => (*scaled, 0.0),
            MaskDecision::Hidden => (f64::NEG_INFINITY, 0.0),
            MaskDecision::Added(term) => (scaled + term, 0.0),
        },
        CellSource::Softmax { row, maximum, exponentials, sum, column, .. } => {
            assert_eq!(row.len(), exponentials.len());
            assert!(distance(*sum, exponentials.iter().sum()) < 1e-12);
            if *maximum == f64::NEG_INFINITY {
                return (0.0, 0.0);
            }
            let sum = row.iter().map(|score| (score - maximum).exp()).sum::<f64>();
            ((row[*column] - maximum).exp() / sum, 0.0)
        }
        CellSource::Added { left, right, .. } => (left + right, 0.0),
        CellSource::Normalized { residual, mean, variance, epsilon, gamma, beta, .. } => {
            ((residual - mean) / (variance + epsilon).sqrt() * gamma + beta, gamma.abs())
        }
    }
}

/// A pseudo-random problem of cross-attention with biases.
struct Case {
    n: usize,
    m: usize,
    heads: HeadCounts,
    d_k: usize,
    d_v: usize,
    d_out: usize,
    x_q: Matrix,
    x_k: Matrix,
    x_v: Matrix,
    projections: [(Matrix, Array1<f64>); 3],
    w_o: Matrix,
    b_o: Array1<f64>,
    mask: Mask,
}

impl std::fmt::Debug for Case {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { n, m, heads, d_k, d_v, d_out, mask, .. } = self;
        write!(f, "n {n}, m {m}, {heads:?}, d_k {d_k}, d_v {d_v}, d_out {d_out}, {mask:?}")
    }
}

impl Case {
    fn new(seed: u64) -> Self {
        let mut random = Random::new(seed);
        let [n, m, d_k, d_v, d_out] = [0; 5].map(|_| random.size(7));
        let [d_q_in, d_k_in, d_v_in] = [0; 3].map(|_| random.size(6));
        let keys_values = random.size(3);
        let heads = HeadCounts { queries: keys_values * random.size(3), keys_values };
        let concat = heads.queries * d_v;
        let mut projection =
            |d_in, width| (random.matrix(d_in, width), random.matrix(1, width).row(0).to_owned());
        let projections = [
            projection(d_q_in, heads.queries * d_k),
            projection(d_k_in, keys_values * d_k),
            projection(d_v_in, keys_values * d_v),
        ];
        let (w_o, b_o) = projection(concat, d_out);
        let x_q = random.matrix(n, d_q_in);
        let (x_k, x_v) = (random.matrix(m, d_k_in), random.matrix(m, d_v_in));
        let mask = random.mask(seed, (heads.queries, n, m));
        Self { n, m, heads, d_k, d_v, d_out, x_q, x_k, x_v, projections, w_o, b_o, mask }
    }

    fn problem(&self) -> Problem {
        let affine = |(weight, bias): &(Matrix, Array1<f64>)| Affine {
            weight: Some(weight.clone().into()),
            bias: Some(bias.clone()),
        };
        let [query, key, value] = &self.projections;
        let embeddings = Embeddings {
            x_q: self.x_q.clone().into(),
            x_k: Some(self.x_k.clone().into()),
            x_v: Some(self.x_v.clone().into()),
            query: affine(query),
            key: affine(key),
            value: affine(value),
        };
        let inputs = Inputs {
            start: Start::Embeddings(Box::new(embeddings)),
            heads: self.heads,
            rotary: None,
            output: OutputProjection::Given(affine(&(self.w_o.clone(), self.b_o.clone()))),
            add_norm: None,
            overrides: Overrides::new(),
        };
        Problem::new(inputs, self.mask.clone(), None).expect("shapes that fit")
    }
}

/// What the plain loops compute.
struct Plain {
    weights: Array3<f64>,
    concat: Matrix,
    output: Matrix,
}

/// Attention as one would write it in C: four passes over the keys for each head and query.
fn plain_attention(case: &Case) -> Plain {
    let Case { n, m, d_k, d_v, .. } = *case;
    let n_heads = case.heads.queries;
    let group = n_heads / case.heads.keys_values;
    let [query, key, value] = &case.projections;
    let q = plain_affine(&case.x_q, query);
    let k = plain_affine(&case.x_k, key);
    let v = plain_affine(&case.x_v, value);
    let mut weights = Array3::zeros((n_heads, n, m));
    let mut concat = Matrix::zeros((n, n_heads * d_v));
    for h in 0..n_heads {
        let kv = h / group;
        for i in 0..n {
            let mut maximum = f64::NEG_INFINITY;
            for j in 0..m {
                let mut dot = 0.0;
                for c in 0..d_k {
                    dot += q[(i, h * d_k + c)] * k[(j, kv * d_k + c)];
                }
                let score = plain_mask(&case.mask, (h, i, j), dot / (d_k as f64).sqrt());
                weights[(h, i, j)] = score;
                maximum = maximum.max(score);
            }
            let mut sum = 0.0;
            for j in 0..m {
                let hidden = maximum == f64::NEG_INFINITY;
                let e = if hidden { 0.0 } else { f64::exp(weights[(h, i, j)] - maximum) };
                weights[(h, i, j)] = e;
                sum += e;
            }
            for j in 0..m {
                weights[(h, i, j)] /= if sum == 0.0 { 1.0 } else { sum };
            }
            for j in 0..m {
                for c in 0..d_v {
                    concat[(i, h * d_v + c)] += weights[(h, i, j)] * v[(j, kv * d_v + c)];
                }
            }
        }
    }
    let output = plain_affine(&concat, &(case.w_o.clone(), case.b_o.clone()));
    Plain { weights, concat, output }
}

fn plain_affine(x: &Matrix, (weight, bias): &(Matrix, Array1<f64>)) -> Matrix {
    let mut product = Matrix::zeros((x.nrows(), weight.ncols()));
    for i in 0..x.nrows() {
        for j in 0..weight.ncols() {
            product[(i, j)] = bias[j];
            for c in 0..x.ncols() {
                product[(i, j)] += x[(i, c)] * weight[(c, j)];
            }
        }
    }
    product
}

fn plain_mask(mask: &Mask, (h, i, j): (usize, usize, usize), score: f64) -> f64 {
    let look = |may_look: bool| if may_look { score } else { f64::NEG_INFINITY };
    match mask {
        Mask::None => score,
        Mask::Causal => look(j <= i),
        Mask::Allow(allow) => look(allow[(i, j)]),
        Mask::AllowPerHead(allow) => look(allow[(h, i, j)]),
        Mask::Add(add) => score + add[(i, j)],
        Mask::AddPerHead(add) => score + add[(h, i, j)],
    }
}

/// A xorshift generator: the same problems on every machine.
struct Random(u64);

impl Random {
    fn new(seed: u64) -> Self {
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d);
        for _ in 0..8 {
            random.next();
        }
        random
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// A whole number from 1 to `largest`.
    fn size(&mut self, largest: u64) -> usize {
        usize::try_from(self.next() % largest + 1).unwrap()
    }

    /// A number from −2 to 2.
    fn number(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64 * 4.0 - 2.0
    }

    fn matrix(&mut self, rows: usize, columns: usize) -> Matrix {
        Matrix::from_shape_fn((rows, columns), |_| self.number())
    }

    /// Each kind of mask in turn; one cell in four is hidden, whole rows among them.
    fn mask(&mut self, kind: u64, (heads, n, m): (usize, usize, usize)) -> Mask {
        match kind % 6 {
            0 => Mask::None,
            1 => Mask::Causal,
            2 => Mask::Allow(Array2::from_shape_fn((n, m), |_| self.may_look())),
            3 => Mask::AllowPerHead(Array3::from_shape_fn((heads, n, m), |_| self.may_look())),
            4 => Mask::Add(Array2::from_shape_fn((n, m), |_| self.added())),
            _ => Mask::AddPerHead(Array3::from_shape_fn((heads, n, m), |_| self.added())),
        }
    }

    fn may_look(&mut self) -> bool {
        !self.next().is_multiple_of(4)
    }

    fn added(&mut self) -> f64 {
        if self.may_look() { self.number() } else { f64::NEG_INFINITY }
    }
}
