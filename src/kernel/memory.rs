//! How many bytes a computation takes, told before it begins.

use super::{
    panels::{HIGH, WIDE},
    stream::PICTURE_SIDE,
};
use crate::math::HeadCounts;

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

/// Bytes of some arrays of f32, given by their dimensions.
fn bytes(arrays: &[[usize; 3]]) -> usize {
    let numbers = arrays.iter().map(|dimensions| {
        dimensions.iter().fold(size_of::<f32>(), |product, it| product.saturating_mul(*it))
    });
    numbers.fold(0, usize::saturating_add)
}
