//! What the user chose, as plain data: printed, compared, kept in the browser, put in links.
//!
//! Imports `math` and `samples`; knows nothing of the browser.

mod change;
mod convention;
mod decimal;
mod divisor_slider;
mod drawer;
mod edit;
mod history;
mod lesson_step;
pub mod link;
mod mask_text;
mod origin;
mod remembered;
mod rows;
mod selection;
mod sought;
mod token_range;
mod tokens;
mod trail;
mod veil;
mod view;
mod works;
mod worksheet;

use std::{ops::RangeInclusive, sync::Arc};

use crate::{
    math::{MaskPlan, MatrixName, Measure, Problem, Projected, Scale, ShapeError, Stage},
    samples::Loaded,
};

pub use change::Change;
pub use convention::Convention;
pub use decimal::{decimal, typed};
pub use divisor_slider::DivisorSlider;
pub use drawer::{Drawer, KeptPiece};
pub use edit::{changed_cells, is_editable, with_cell};
pub use history::{History, Weigh};
pub use lesson_step::LessonStep;
pub use link::{Length, Link, LinkError};
pub use mask_text::{mask_of_text, mask_text};
pub use origin::Origin;
pub use remembered::{Block, Remembered, blocks_of};
pub use selection::Selection;
pub use sought::{Sought, is_numeric, next_with};
pub use token_range::{NoRange, token_range};
pub use tokens::{
    Positions, Side, TokenEdit, TokenError, has_positions, is_one_sequence, with_token_edit,
};
pub use trail::Trail;
pub use veil::{Veil, Veiled};
pub use view::{Reading, View};
pub use works::{WorkLine, holds_work, with_work};
pub use worksheet::{Blank, Worksheet, is_too_large, printable};

/// Everything that is chosen on the page, besides language and theme.
#[derive(Debug, Clone, PartialEq)]
pub struct Settings {
    /// Where the numbers come from.
    pub origin: Origin,
    /// Which block of a recorded model, counted from 0; 0 where there is none.
    pub block: usize,
    /// Query head, counted from 0.
    pub head: usize,
    /// The stage shown large.
    pub stage: Stage,
    /// Of the matrices that the stage is drawn with, the one whose cell is explained; `None` is what
    /// the stage makes.
    pub looked_at: Option<MatrixName>,
    /// The mask; `None` is the example's own.
    pub mask: Option<MaskPlan>,
    /// What the scores are divided by; `None` is the example's own scale.
    pub divisor: Option<f64>,
    /// The selected cell.
    pub selection: Selection,
    /// Which numbers the colors span.
    pub domain: DomainChoice,
    /// The step of a lesson that is open.
    pub lesson: Option<LessonStep>,
    /// What stands in the place of the equation.
    pub view: View,
    /// What all heads are sorted by; `None` is their number.
    pub sort: Option<Measure>,
    /// Whether tokens are rows or columns of what is shown.
    pub convention: Convention,
    /// Whether the page stands before a class: large, and without its controls.
    pub presents: bool,
    /// What is hidden until the class has been asked.
    pub veil: Veil,
}

impl Settings {
    /// The settings with which an example opens at a stage.
    pub fn opening(origin: Origin, block: usize, loaded: &Loaded, stage: Stage) -> Self {
        let (query, key) = loaded.default_cell;
        Self {
            origin,
            block,
            head: loaded.default_head,
            stage,
            looked_at: None,
            mask: None,
            divisor: None,
            selection: Selection::of(query, key),
            domain: DomainChoice::Matrix,
            lesson: None,
            view: View::Stages,
            sort: None,
            convention: Convention::Rows,
            presents: false,
            veil: Veil::default(),
        }
    }

    /// Shows a stage; explained is what it makes.
    pub fn show(&mut self, stage: Stage) {
        (self.stage, self.looked_at) = (stage, None);
    }
}

/// The divisors that can be chosen: wide enough for any lesson, and no score of a usual size leaves
/// the range of numbers when divided by one.
pub const DIVISORS: RangeInclusive<f64> = 1e-6..=1e6;

/// The bounds that a fixed color range can be given.
pub const COLOR_BOUNDS: RangeInclusive<f64> = 1e-6..=1e6;

/// The problem under a chosen mask and divisor; `None` keeps the problem's own. Where weights are
/// given there is nothing to mask.
///
/// # Errors
/// [`ShapeError`] where the divisor is no number to divide by.
pub fn with_choices(
    problem: &Problem,
    mask: Option<&MaskPlan>,
    divisor: Option<f64>,
) -> Result<Problem, ShapeError> {
    let p = problem.projected();
    let mask = match mask.filter(|_| p.inputs.has_scores()) {
        Some(plan) => plan.mask((p.n_queries(), p.n_keys())),
        None => Arc::clone(problem.shared_mask()),
    };
    let scale = divisor.map_or(problem.scale(), Scale::DivideBy);
    problem.with_options(mask, scale)
}

/// Whether a causal mask means anything: there are scores to hide, and queries and keys come
/// from one sequence.
pub fn can_be_causal(projected: &Projected) -> bool {
    projected.inputs.has_scores()
        && projected.n_queries() == projected.n_keys()
        && projected.embeddings().is_none_or(|embeddings| embeddings.x_k.is_none())
}

/// Which numbers the colors of signed matrices span.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum DomainChoice {
    /// Those of the matrix itself.
    Matrix,
    /// Those of the same stage in all heads.
    AllHeads,
    /// From −bound to bound.
    Fixed(f64),
}
