//! The panel of lessons in English.

use super::{FigureWords, LessonWords};

pub(super) const WORDS: LessonWords = LessonWords {
    title: "Lessons",
    intro: "Each takes a few minutes: one idea a step, and something to predict. What you were \
            working on is kept, and comes back when you leave.",
    leave: "Leave the lessons",
    all: "All lessons",
    fold: "Fold",
    unfold: "Unfold",
    previous: "Previous step",
    next: "Next step",
    next_lesson: "Next lesson",
    step_of: |step, n_steps| format!("{step} of {n_steps}"),
    coming: "The numbers of this step are on their way…",
    explanation_show: "Show the explanation of the stage",
    explanation_hide: "Hide the explanation of the stage",
    changed: "You have changed something. The text is about what the step showed.",
    as_shown: "Back to what the step showed",
    predict: "Predict first",
    check: "Check",
    again: "Try again",
    right: "That is right.",
    answered: |answer| format!("You said “{answer}”."),
    answer_is: |answer| format!("It is “{answer}”."),
    your_number: |decimals| match decimals {
        0 => "Your whole number".to_owned(),
        _ => format!("Your number, with {decimals} decimals"),
    },
    your_key: "Your key: choose it here or mark it in the matrix",
    your_choice: "Your answer",
    no_number: |typed| format!("“{typed}” is not a number; type one such as 0.25."),
    marked: |matrix| format!("Marked: {matrix}"),
    marked_cell: |matrix, cell| format!("Marked: {matrix}, {cell}"),
    marked_token: |matrix, token| format!("Marked: {matrix}, the numbers of “{token}”"),
    figures: FigureWords {
        dot_products: |n_pairs, seed| {
            format!(
                "Dot products of {n_pairs} pairs of random vectors for each width (standard normal \
                 numbers, seed {seed}), all on one axis."
            )
        },
        spread: |d_k, spread, root| {
            format!("d_k = {d_k}: standard deviation {spread}, √d_k = {root}")
        },
        exp_and_abs: "exp(x), solid, and |x|, dashed, from the lowest to the highest score of the step: exp \
                      only ever rises, |x| falls and rises again.",
    },
};
