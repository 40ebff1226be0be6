//! Attention of long inputs, in f32: one head with every stage, all heads streamed.
//!
//! What attention is stands in `math`: inputs, masks, scales, rotary angles, set cells and the
//! shapes that fit come from there. Here is only how thousands of tokens are computed fast and in
//! bounded memory. Products run over panels (`panels.rs`); queries are taken in blocks of eight,
//! whose scores stand `[n_keys, 8]`, so that softmax works on eight queries at once and the same
//! numbers are the right operand of weights · V. Keys that no query of a block may see are not
//! computed at all.
//!
//! It knows nothing of the browser; `src/bin/engine.rs` exports it.

mod block;
mod exp;
mod given;
mod head;
mod lanes;
mod memory;
mod panels;
mod prepared;
mod project;
mod seen;
mod stream;

pub use exp::exp_of;
pub use given::Given;
pub use head::{AfterScores, HeadStages};
pub use memory::{Memory, Sizes, fitting, memory, needed};
pub use prepared::{Part, Prepared};
pub use seen::View;
pub use stream::{HeadPicture, Measures, Streamed, stream_heads};
