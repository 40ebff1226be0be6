//! How many bytes a computation takes, told before it begins, and how many tokens a limit leaves.

use super::panels::{HIGH, WIDE};
use crate::math::{Affine, HeadCounts, Inputs, MaskSize, OutputProjection, PICTURE_SIDE, Start};

/// What a computation measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sizes {
    /// Number of queries.
    pub n_queries: usize,
    /// Number of keys.
    pub n_keys: usize,
    /// Numbers of heads.
    pub heads: HeadCounts,
    /// Width of a query or key in one head; 0 where scores are given.
    pub d_k: usize,
    /// Width of a value in one head.
    pub d_v: usize,
    /// Width of the output; 0 where its projection is not known.
    pub d_out: usize,
}

/// Bytes, by what they are for. All of them together are what is allocated once the inputs stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Memory {
    /// Queries, keys and values of all heads.
    pub prepared: usize,
    /// The concatenation, the output and the small pictures of all heads.
    pub streamed: usize,
    /// The buffers of a block.
    pub block: usize,
    /// Scores, weights and what else is kept of one opened head.
    pub opened: usize,
}

impl Memory {
    /// All of it.
    pub fn total(self) -> usize {
        let Self { prepared, streamed, block, opened } = self;
        [streamed, block, opened].into_iter().fold(prepared, usize::saturating_add)
    }
}

/// The memory that sizes ask for; `usize::MAX` where that cannot be counted.
pub fn memory(sizes: &Sizes) -> Memory {
    let Sizes { n_queries: n, n_keys: m, heads, d_k, d_v, d_out } = *sizes;
    let concat = [n, heads.queries, d_v];
    let picture = [n.min(PICTURE_SIDE), m.min(PICTURE_SIDE), heads.queries];
    Memory {
        prepared: bytes(&[
            [heads.queries, n, d_k],
            [heads.keys_values, m, d_k],
            [heads.keys_values, m, d_v],
        ]),
        streamed: bytes(&[concat, [n, d_out, 1], picture]),
        // Keys and values in panels of four, cells in rows of eight.
        block: bytes(&[
            [m.next_multiple_of(HIGH), d_k, 1],
            [d_v.next_multiple_of(HIGH), m, 1],
            [m.next_multiple_of(HIGH) + d_k + d_v, WIDE, 1],
        ]),
        opened: bytes(&[[2, n, m], [2, n, 1], [n, d_v, 1]]),
    }
}

/// The memory that so many queries and keys of some inputs take, in bytes: of a long input what the engine is given
/// and makes, and what the page has of it; of any other all stages in the page. `usize::MAX` where that cannot be
/// counted.
pub fn needed(inputs: &Inputs, size: MaskSize) -> usize {
    inputs.bytes_whole(size).unwrap_or_else(|| needed_of_long(inputs, size))
}

fn needed_of_long(inputs: &Inputs, (n_queries, n_keys): MaskSize) -> usize {
    let heads = inputs.heads;
    let [d_k, d_v, d_out] =
        [inputs.d_k(), inputs.d_v(), inputs.d_out()].map(Option::unwrap_or_default);
    let computed = memory(&Sizes { n_queries, n_keys, heads, d_k, d_v, d_out });
    let weight = |it: &Affine| it.weight.as_ref().map_or([0; 3], |it| [it.nrows(), it.ncols(), 1]);
    let output = match &inputs.output {
        OutputProjection::Given(it) => weight(it),
        OutputProjection::Unknown => [0; 3],
    };
    let values = [heads.keys_values, n_keys, d_v];
    let given = match &inputs.start {
        Start::Embeddings(e) => {
            let of_keys = |x: &ndarray::Array2<f64>| [n_keys, x.ncols(), 1];
            let x = [e.x_k.as_deref(), e.x_v.as_deref()].map(|x| x.map_or([0; 3], of_keys));
            let [x_k, x_v] = x;
            let [query, key, value] = [&e.query, &e.key, &e.value].map(weight);
            bytes(&[[n_queries, e.x_q.ncols(), 1], x_k, x_v, query, key, value])
        }
        Start::Projections { .. } => {
            bytes(&[[heads.queries, n_queries, d_k], [heads.keys_values, n_keys, d_k], values])
        }
        Start::Scores { .. } | Start::Weights { .. } => {
            bytes(&[[heads.queries, n_queries, n_keys], values])
        }
    };
    // What is given stands in f64 until it is laid out in f32.
    let given = given.saturating_add(bytes(&[output])).saturating_mul(3);
    // The page has the opened head as it is, and what all heads make in f64.
    let of_page = computed.streamed.saturating_mul(2).saturating_add(computed.opened);
    [given, of_page].into_iter().fold(computed.total(), usize::saturating_add)
}

/// Queries and keys that take no more than `limit` bytes, in the proportion of those that there are: the most of a
/// long input; one of each at least.
pub fn fitting(inputs: &Inputs, limit: usize) -> MaskSize {
    let (n, m) = (inputs.n_queries(), inputs.n_keys());
    let longer = n.max(m);
    let share = |of: usize, steps: usize| {
        // Products of two sizes do not fit into 32 bits.
        let share = (of as u64 * steps as u64).div_ceil(longer as u64);
        share.max(1) as usize
    };
    let size = |steps: usize| (share(n, steps), share(m, steps));
    let fits = |steps: usize| needed(inputs, size(steps)) <= limit;
    // A long input may take less than one that is just not long.
    let short = last(longer, |steps| inputs.bytes_whole(size(steps)).is_some());
    let long = last(longer, |steps| steps <= short || fits(steps));
    size(if long > short { long } else { last(short, fits) })
}

/// The last number up to `end` for which something is so that is so up to there.
fn last(end: usize, is_so: impl Fn(usize) -> bool) -> usize {
    let (mut last, mut beyond) = (0, end + 1);
    while beyond - last > 1 {
        let middle = usize::midpoint(last, beyond);
        *(if is_so(middle) { &mut last } else { &mut beyond }) = middle;
    }
    last
}

/// Bytes of some arrays of f32, given by their dimensions.
fn bytes(arrays: &[[usize; 3]]) -> usize {
    let numbers = arrays.iter().map(|dimensions| {
        dimensions.iter().fold(size_of::<f32>(), |product, it| product.saturating_mul(*it))
    });
    numbers.fold(0, usize::saturating_add)
}
