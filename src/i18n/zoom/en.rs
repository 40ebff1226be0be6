//! English.

use super::ZoomWords;
use crate::math::Axis;

pub(super) const WORDS: ZoomWords = ZoomWords {
    group: |matrix| format!("Zoom: {matrix}"),
    closer: "Zoom in (+)",
    farther: "Zoom out (−)",
    whole: "Fit",
    whole_about: "Show all of it (0)",
    axis: |axis| match axis {
        Axis::Query => "queries",
        Axis::Key => "keys",
        Axis::HeadFeature | Axis::ValueFeature | Axis::ConcatFeature | Axis::ModelFeature => {
            "features"
        }
    },
    finder: "Find in this input",
    go_to: "Go to",
    placeholder: "12 or 100–160 or text",
    go: "Go",
    largest: "Query's largest",
    next: "Next strong link",
    links: "Strongest links",
    only: "Only what is seen",
    about_only: "Takes the tokens from the first to the last that is seen and leaves out all others; you can undo that.",
    beyond: |typed, count| {
        format!("There is no query {typed}: type a number from 1 to {count}, or a text.")
    },
    none: |typed| format!("No token contains “{typed}”."),
};
