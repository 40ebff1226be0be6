//! The lessons, as plain data: what each step shows, where to look, what it says in each language, what it claims
//! of the numbers, and what the learner is asked to predict.
//!
//! A lesson is one file and one line of [`LESSONS`]. No number is typed in a text: texts are templates
//! (`template.rs`) whose places are quantities (`quantity.rs`), evaluated on the trace of the step (`ground.rs`).
//! Claims (`claim.rs`) are what a text says about the numbers; a test holds them against the trace. Rows, tokens
//! and heads count from 0 here, as everywhere in the code. Imports `math`, `draw`, `samples`, `state` and the
//! particles of `i18n`; knows nothing of the browser.

use crate::state::LessonStep;

mod claim;
mod figure;
mod ground;
mod prediction;
mod quantity;
mod sentences;
mod step;
mod template;

mod ambiguous;
mod crossing;
mod divide;
mod dot_and_cosine;
mod heads;
mod programs;
mod query_key_value;
mod real_model;
mod residual;
mod splitting;
mod the_mask;
mod weighted_sum;
mod what_it_computes;
mod why_exp;

pub use claim::Claim;
pub use figure::{DotProducts, Figure, N_BINS, N_PAIRS, REACH, SEED, Table, WIDTHS, dot_products};
pub use ground::Ground;
pub use prediction::{Answer, Choice, Given, Judged, Prediction, Said};
pub use quantity::{Quantity, Size, Spot};
pub use sentences::sentence;
pub use step::{
    Both, Change, Divide, Extent, Lesson, Look, Masking, Numbers, SAME, STEP, Setup, Step,
};
pub use template::{Form, Place, Shown, TemplateError, Voice, write};

/// Every lesson, in the order of the list; the number of a lesson in a link is its place here, so a new one goes
/// to the end.
pub const LESSONS: &[Lesson] = &[
    what_it_computes::LESSON,
    query_key_value::LESSON,
    dot_and_cosine::LESSON,
    divide::LESSON,
    why_exp::LESSON,
    the_mask::LESSON,
    weighted_sum::LESSON,
    crossing::LESSON,
    heads::LESSON,
    splitting::LESSON,
    real_model::LESSON,
    programs::LESSON,
    residual::LESSON,
    ambiguous::LESSON,
];

/// A lesson and one of its steps, counted from 0; `None` where there is no such step.
pub fn step_at(at: LessonStep) -> Option<(&'static Lesson, &'static Step)> {
    let lesson = LESSONS.get(at.lesson)?;
    Some((lesson, lesson.steps.get(at.step)?))
}

/// The step itself, or the nearest one that there is.
pub fn nearest_step(at: LessonStep) -> LessonStep {
    let lesson = at.lesson.min(LESSONS.len().saturating_sub(1));
    let n_steps = LESSONS.get(lesson).map_or(0, |lesson| lesson.steps.len());
    LessonStep { lesson, step: at.step.min(n_steps.saturating_sub(1)) }
}
