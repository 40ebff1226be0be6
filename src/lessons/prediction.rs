//! Predict first: what the learner is asked before it is shown, and what is said to each answer.

use super::{Both, Change, Claim, Ground, Look, Quantity};
use crate::math::MatrixName;

/// A question whose answer is on the trace.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Prediction {
    /// The question: a template.
    pub ask: Both,
    /// How it is answered.
    pub answer: Answer,
    /// What the page shows once it is answered.
    pub shows: Change,
    /// What is then marked, in place of what the step marks.
    pub look: &'static [Look],
    /// What is then said, whatever was answered; at most 60 words: a template.
    pub told: Both,
}

/// How a question is answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Answer {
    /// By a key, in a row of a matrix: the learner marks a cell or takes the key's name.
    Key {
        /// The matrix in which it is marked.
        matrix: MatrixName,
        /// The row.
        row: usize,
        /// The index of the right key.
        right: Quantity,
        /// Wrong keys for which there is a reason of their own.
        wrong: &'static [(Quantity, Both)],
        /// What is said to any other key.
        other: Both,
    },
    /// By one of several sentences.
    Choice(&'static [Choice]),
    /// By a number that is typed.
    Number {
        /// The right number.
        right: Quantity,
        /// How far off it may be: half of the last digit that is asked for.
        within: f64,
        /// So many decimals are asked for and shown.
        decimals: usize,
        /// Wrong numbers for which there is a reason of their own.
        wrong: &'static [(Quantity, Both)],
        /// What is said to any other number.
        other: Both,
    },
}

/// A sentence to choose.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Choice {
    /// What it says.
    pub says: Both,
    /// What must hold on the trace for it to be the right one.
    pub holds: Claim,
    /// Why one thinks so and what is the matter with it, or why it is right.
    pub why: Both,
}

/// What a learner answered.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Given {
    /// A key by its index, or the sentence in this place.
    Index(usize),
    /// A number.
    Number(f64),
}

/// What becomes of an answer.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Judged {
    /// Whether it is right.
    pub is_right: bool,
    /// What is said to it: a template.
    pub why: Option<Both>,
}

/// The right answer, to be shown.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Said {
    /// The key of this index.
    Key(usize),
    /// The sentence in this place.
    Choice(usize),
    /// This number, with so many decimals.
    Number(f64, usize),
}

impl Answer {
    /// The right answer on a ground; `None` where the trace has none.
    pub fn right(self, ground: &Ground<'_>) -> Option<Said> {
        match self {
            Self::Key { right, .. } => Some(Said::Key(right.on(ground)? as usize)),
            Self::Choice(choices) => {
                let mut places = choices.iter().map(|choice| choice.holds.holds(ground));
                places.position(|holds| holds == Some(true)).map(Said::Choice)
            }
            Self::Number { right, decimals, .. } => Some(Said::Number(right.on(ground)?, decimals)),
        }
    }

    /// Judges an answer by the trace.
    pub fn judge(self, given: Given, ground: &Ground<'_>) -> Option<Judged> {
        let reason = |wrong: &[(Quantity, Both)], other: Both, is_it: &dyn Fn(f64) -> bool| {
            let known = wrong.iter().find(|(it, _)| it.on(ground).is_some_and(is_it));
            Some(known.map_or(other, |(_, why)| *why))
        };
        match (self, self.right(ground)?, given) {
            (Self::Key { wrong, other, .. }, Said::Key(right), Given::Index(at)) => {
                let why = reason(wrong, other, &|it| it as usize == at);
                Some(Judged { is_right: at == right, why: why.filter(|_| at != right) })
            }
            (Self::Choice(choices), Said::Choice(right), Given::Index(at)) => {
                Some(Judged { is_right: at == right, why: Some(choices.get(at)?.why) })
            }
            (
                Self::Number { within, wrong, other, .. },
                Said::Number(right, _),
                Given::Number(it),
            ) => {
                // Half of the last digit, and what a half costs in binary.
                let is_near = |number: f64| (number - it).abs() <= within * (1.0 + 1e-9);
                let is_right = is_near(right);
                Some(Judged { is_right, why: reason(wrong, other, &is_near).filter(|_| !is_right) })
            }
            _ => None,
        }
    }
}
