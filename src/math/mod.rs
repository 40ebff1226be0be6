//! The numeric core: scaled dot-product and multi-head attention with every intermediate kept.
//!
//! Conventions. A row is a token: `x [n_tokens, d_model]`, and a projection is `x · w + b`.
//! Shapes stand in brackets: `[n_queries, n_keys]`. Three-dimensional arrays are stacks over
//! heads, `[n_heads, rows, columns]`. An *attention score* is before the softmax, an *attention
//! weight* after it; parameters are called `w_*`, never "weights" alone. Everything is `f64`, the
//! trace that a learner reads, but what stands between queries and keys of a long input ([`Between`]).
//! In the column convention each matrix is the transpose of the one here: no second implementation.
//!
//! Numbers may be NaN or infinite: they are data here, and follow IEEE 754. Shapes are checked
//! once, in [`Problem::new`]; after that nothing in this module can fail.
//!
//! This module imports nothing of this crate and knows nothing of the browser.

mod attention;
mod block;
mod cells;
mod compare;
mod contributions;
mod error;
mod fit;
mod heads;
mod long;
mod mask;
mod mask_plan;
mod mask_recognized;
mod matrix_name;
mod mistakes;
mod operands;
mod overrides;
mod overview;
mod problem;
mod projected;
mod random;
mod rotary;
mod scale;
mod size;
mod softmax;
mod source;
mod stage;
mod stats;
mod strongest;
mod summed;
mod told;

pub use attention::{Remark, Trace, attend, attend_from};
pub use block::{AddNorm, LayerNorm, Normalized};
pub use cells::Cells;
pub use compare::{difference, farthest, mean_of_heads, similarity_of_heads};
pub use contributions::{Contribution, Contributions, contributions};
pub use error::{Asks, Shape, ShapeError};
pub use heads::{merge_heads, split_heads};
pub use long::{Between, Glance, LongHead, Single, Told};
pub use mask::Mask;
pub use mask_plan::{Corner, HiddenBy, MaskCell, MaskKind, MaskPlan, MaskRule, MaskSize};
pub use matrix_name::{Axis, CowMatrix, MatrixName};
pub use mistakes::{Experiment, Hindrance, Mistake, MistakeOptions, to_half};
pub use operands::{Area, Line, operands, uses};
pub use overrides::{Overridable, OverridePlace, Overrides};
pub use overview::{HeadOverview, Measure, Measures, Overview, PICTURE_SIDE, ranked, usual_most};
pub use problem::{
    Affine, Embeddings, HeadCounts, Inputs, OutputProjection, Problem, Start, check,
};
pub use projected::Projected;
pub use random::next_bits;
pub use rotary::Rotary;
pub use scale::Scale;
pub use softmax::Softmax;
pub use source::{Cell, CellSource, MaskDecision, Term, cell_source};
pub use stage::Stage;
pub use stats::{Extent, RowStats, largest, mean_on_previous, median, row_stats, value_range};
pub use strongest::{Links, strongest};
pub use summed::{Summed, by_size};
pub use told::TellsHead;

/// A matrix, `[rows, columns]`.
pub type Matrix = ndarray::Array2<f64>;

/// A stack of matrices over heads, `[n_heads, rows, columns]`.
pub type Heads = ndarray::Array3<f64>;
