//! What a lesson marks in a matrix.

use leptos::prelude::*;

use crate::{
    lessons::Extent,
    math::MatrixName,
    ui::{
        app_state::AppState,
        widgets::{Markup, with, written},
    },
};

/// Rings around what the step of a lesson is about.
#[component]
pub fn LessonMarks(
    /// Which matrix.
    name: MatrixName,
    /// Its rows and columns as they are shown.
    size: (usize, usize),
) -> impl IntoView {
    let app = AppState::get();
    let ring = move |extent: Extent| {
        let ((row, column), (height, width)) = extent.area(size, app.convention.get());
        let ring = Markup::of("div", Vec::new()).with("class", "mark-lesson");
        let ring = ring.with("--row", row.to_string()).with("--column", column.to_string());
        ring.with("--height", height.to_string()).with("--width", width.to_string())
    };
    let rings = move || {
        let marks = app.lesson.marks.read();
        let mine = marks.iter().filter(|look| look.matrix == name);
        mine.map(|look| ring(look.extent)).collect()
    };
    view! { <div class="matrix-marks" aria-hidden="true" use:written=with(rings)></div> }
}
