//! The wrong step of each mistake; what follows from it is computed as ever.

use std::sync::Arc;

use ndarray::{ArrayViewMut1, Axis, Zip};

use super::{Mistake, MistakeOptions, model_divisor, terms, to_half};
use crate::math::{
    Heads, Mask, Matrix, Projected, Scale, Trace,
    attention::follow,
    heads::merge_heads,
    projected::{dot_products, rotate},
    random::next_bits,
};

/// The trace with the mistake in it; it can be made, as [`Mistake::hindrance`] says.
pub(super) fn wrong(mistake: Mistake, right: &Trace, options: &MistakeOptions) -> Trace {
    let scaled_by = |divisor| follow(&right.projected, &right.mask, Scale::DivideBy(divisor));
    match mistake {
        Mistake::SoftmaxAxis => {
            let weights = right.masked.as_ref().map(|masked| plain_softmax(masked, Axis(1)));
            weighed(right, weights)
        }
        Mistake::MaskAfterSoftmax => masked_afterwards(right, false),
        Mistake::Renormalized => masked_afterwards(right, true),
        Mistake::ZeroFill => filled(right, |score| (score * 0.0).abs()),
        Mistake::FiniteFill => finitely_filled(right, options),
        Mistake::NoScaling => scaled_by(1.0),
        Mistake::ModelWidth => scaled_by(model_divisor(right)),
        Mistake::DirectSplit => split_directly(right),
        Mistake::HeadsAdded => {
            let sum = right.context.as_ref().map(|context| context.sum_axis(Axis(0)));
            right.clone().with_concat(sum)
        }
        Mistake::NoOutput => {
            let concat = right.concat.clone();
            right.clone().with_output(concat)
        }
        Mistake::Dropout => {
            weighed(right, Some(dropped(&right.weights, options.dropped, options.seed)))
        }
        Mistake::Tiled => tiled(right),
        Mistake::InvertedMask => {
            let inverted =
                |term: f64| if term == f64::NEG_INFINITY { 0.0 } else { f64::NEG_INFINITY };
            let mask = Mask::AddPerHead(terms(right, |term, _, _| inverted(term)));
            follow(&right.projected, &Arc::new(mask), right.scale)
        }
    }
}

/// The trace with other weights, and what follows from them.
fn weighed(right: &Trace, weights: Option<Heads>) -> Trace {
    match weights {
        Some(weights) => right.clone().with_weights(weights),
        None => right.clone(),
    }
}

/// Softmax along one axis of a stack as a program without a guard computes it: where everything is
/// −∞, −∞ − −∞ is NaN.
fn plain_softmax(masked: &Heads, axis: Axis) -> Heads {
    let mut weights = masked.clone();
    for mut lane in weights.lanes_mut(axis) {
        let maximum = lane.iter().copied().fold(f64::NEG_INFINITY, f64::max);
        lane.mapv_inplace(|score| (score - maximum).exp());
        divide_by_sum(lane);
    }
    weights
}

fn divide_by_sum(mut lane: ArrayViewMut1<'_, f64>) {
    let sum = lane.sum();
    lane /= sum;
}

/// The softmax of all keys, then 0 where a key is hidden, and perhaps each row ÷ its sum. Numbers
/// that an additive mask adds are added before, as they should be.
fn masked_afterwards(right: &Trace, is_renormalized: bool) -> Trace {
    let seen = |term: f64| if term == f64::NEG_INFINITY { 0.0 } else { term };
    let mask = Mask::AddPerHead(terms(right, |term, _, _| seen(term)));
    let unmasked = follow(&right.projected, &Arc::new(mask), right.scale);
    let mut weights = Heads::clone(&unmasked.weights);
    for ((head, query, key), weight) in weights.indexed_iter_mut() {
        if right.mask.term(head, query, key) == f64::NEG_INFINITY {
            *weight = 0.0;
        }
    }
    if is_renormalized {
        weights.lanes_mut(Axis(2)).into_iter().for_each(divide_by_sum);
    }
    right.clone().with_weights(weights)
}

/// Hidden scores made something else, where they should be −∞; then the softmax.
fn filled(right: &Trace, fill: impl Fn(f64) -> f64) -> Trace {
    let (Some(masked), Some(scaled)) = (&right.masked, &right.scaled) else {
        return right.clone();
    };
    let mut masked = masked.clone();
    Zip::from(&mut masked).and(scaled).for_each(|masked, score| {
        if *masked == f64::NEG_INFINITY {
            *masked = fill(*score);
        }
    });
    let weights = plain_softmax(&masked, Axis(2));
    Trace { masked: Some(masked), ..right.clone() }.with_weights(weights)
}

/// A number in place of −∞, or added to the score. In half precision scores, fill and weights are
/// rounded to halves; the softmax itself is computed wider, as `PyTorch` does.
fn finitely_filled(right: &Trace, options: &MistakeOptions) -> Trace {
    let kept = |number: f64| if options.is_half { to_half(number) } else { number };
    let fill = kept(options.fill);
    let mut trace = right.clone();
    trace.scaled = trace.scaled.map(|scaled| scaled.mapv(kept));
    trace.masked = trace.masked.map(|masked| masked.mapv(kept));
    let mut trace =
        filled(&trace, |score| if options.is_fill_added { kept(score + fill) } else { fill });
    if options.is_half {
        let weights = trace.weights.mapv(kept);
        trace = trace.with_weights(weights);
    }
    trace
}

/// Each weight is dropped with this chance, what is left ÷ (1 − p), so that the expected sum of a
/// row stays 1 (inverted dropout, as `PyTorch` and Keras have it).
fn dropped(weights: &Heads, chance: f64, seed: u64) -> Heads {
    /// Random bits that fit an `f64` exactly.
    const BITS: u32 = 53;
    let mut state = seed;
    weights.mapv(|weight| {
        let unit = (next_bits(&mut state) >> (64 - BITS)) as f64 / (1_u64 << BITS) as f64;
        if unit < chance { 0.0 } else { weight / (1.0 - chance) }
    })
}

/// Queries, keys and values cut by one reshape of `[n, n_heads · d]` to `[n_heads, n, d]`: a head gets
/// pieces of neighboring tokens.
fn split_directly(right: &Trace) -> Trace {
    let p = &*right.projected;
    let cut = |stack: &Heads| {
        let merged: Matrix = merge_heads(stack);
        let (heads, rows, width) = stack.dim();
        let numbers: Vec<f64> = merged.iter().copied().collect();
        // As many numbers as the stack has.
        Heads::from_shape_vec((heads, rows, width), numbers).unwrap_or_else(|_| stack.clone())
    };
    let turned = |before: &Option<Heads>, plain: &Option<Heads>| {
        let stack = cut(before.as_ref().or(plain.as_ref())?);
        let rotary = p.inputs.rotary.as_ref().filter(|_| before.is_some());
        Some(rotate(rotary, stack))
    };
    let (queries_before_rotary, queries) = turned(&p.queries_before_rotary, &p.queries).unzip();
    let (keys_before_rotary, keys) = turned(&p.keys_before_rotary, &p.keys).unzip();
    let scores = queries.as_ref().zip(keys.as_ref());
    let scores = scores.map(|(queries, keys)| dot_products(queries, keys));
    let projected = Projected {
        inputs: p.inputs.clone(),
        held: p.held.clone(),
        queries_before_rotary: queries_before_rotary.flatten(),
        keys_before_rotary: keys_before_rotary.flatten(),
        queries,
        keys,
        values: p.values.as_ref().map(cut),
        scores,
        computed: p.computed.clone(),
    };
    follow(&Arc::new(projected), &right.mask, right.scale)
}

/// Key/value heads in turn: query head h is served by h mod `n_kv_heads`.
fn tiled(right: &Trace) -> Trace {
    let p = &*right.projected;
    let n_heads = p.n_heads();
    let serve = |stack: &Heads, by: &dyn Fn(usize) -> usize| {
        let served: Vec<usize> = (0..n_heads).map(by).collect();
        stack.select(Axis(0), &served)
    };
    let tile = |stack: &Heads| serve(stack, &|head| head % stack.dim().0);
    let keys = p.keys.as_ref().map(tile);
    let scores = p.queries.as_ref().zip(keys.as_ref());
    let scores = scores.map(|(queries, keys)| dot_products(queries, keys));
    // Heads are repeated after the rotation.
    let before = p.keys_before_rotary.as_ref();
    let before = before.map(|stack| serve(stack, &|head| p.kv_head(head)));
    // Each head now has a key/value head of its own.
    let mut inputs = p.inputs.clone();
    inputs.heads.keys_values = n_heads;
    let projected = Projected {
        inputs,
        held: p.held.clone(),
        queries_before_rotary: p.queries_before_rotary.clone(),
        keys_before_rotary: before,
        queries: p.queries.clone(),
        keys,
        values: p.values.as_ref().map(tile),
        scores,
        computed: p.computed.clone(),
    };
    follow(&Arc::new(projected), &right.mask, right.scale)
}
