//! How long attention takes natively, in f64 with every stage and in f32 streamed: `cargo bench`.
//! The browser's times are those of `cargo xtask bench`.

use std::{hint::black_box, ops::ControlFlow, sync::Arc};

use attnscope::{
    kernel::{Given, HeadStages, Prepared, View, exp_of, stream_heads},
    math::{
        Affine, Embeddings, HeadCounts, Inputs, Mask, Matrix, OutputProjection, Overrides, Problem,
        Scale, Start, attend, next_bits,
    },
};
use criterion::{BenchmarkId, Criterion, criterion_group, criterion_main};

const WIDTH: usize = 768;
const HEADS: usize = 12;

fn matrix(rows: usize, columns: usize, size: f64, state: &mut u64) -> Matrix {
    let number = || ((next_bits(state) >> 11) as f64 / (1_u64 << 52) as f64 - 1.0) * size;
    Matrix::from_shape_simple_fn((rows, columns), number)
}

fn inputs(n: usize) -> Inputs {
    let mut state = 1;
    let mut affine = || Affine::linear(matrix(WIDTH, WIDTH, 0.06, &mut state));
    let [query, key, value, output] = [affine(), affine(), affine(), affine()];
    let x_q = Arc::new(matrix(n, WIDTH, 1.7, &mut state));
    Inputs {
        start: Start::Embeddings(Box::new(Embeddings {
            x_q,
            x_k: None,
            x_v: None,
            query,
            key,
            value,
        })),
        heads: HeadCounts::equal(HEADS),
        rotary: None,
        output: OutputProjection::Given(output),
        add_norm: None,
        overrides: Overrides::new(),
    }
}

fn trace(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("f64, every stage");
    group.sample_size(10);
    for n in [6, 128] {
        let inputs = inputs(n);
        group.bench_with_input(BenchmarkId::from_parameter(n), &inputs, |bencher, inputs| {
            // A problem computes its projections once, so each run has its own.
            bencher.iter(|| attend(&problem(inputs.clone())));
        });
    }
}

fn problem(inputs: Inputs) -> Problem {
    match Problem::new(inputs, Mask::Causal, None) {
        Ok(problem) => problem,
        Err(error) => panic!("{error}"),
    }
}

fn prepared(n: usize) -> Prepared {
    match Given::of(&inputs(n)) {
        Some(given) => Prepared::of(given),
        None => panic!("embeddings are given, not weights"),
    }
}

fn kernel(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("f32");
    group.sample_size(10);
    for n in [6, 128, 512] {
        let prepared = prepared(n);
        let causal = Arc::new(Mask::Causal);
        let view = View::new(causal, Scale::by_head_width(WIDTH / HEADS), &prepared.given);
        group.bench_function(BenchmarkId::new("heads and output", n), |bencher| {
            bencher.iter(|| stream_heads(&prepared, &view, |_| ControlFlow::Continue(())));
        });
        let mut head = HeadStages::of(&prepared, &view, 0);
        group.bench_function(BenchmarkId::new("opened head under another scale", n), |bencher| {
            bencher.iter(|| head.follow(&prepared, &view, 0));
        });
    }
    group.bench_function("exponential of a number", |bencher| {
        bencher.iter(|| exp_of(black_box(-1.7)));
    });
}

criterion_group!(all, trace, kernel);
criterion_main!(all);
