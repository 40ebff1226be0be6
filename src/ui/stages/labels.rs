//! The names of tokens along a matrix: as many as have room.

use leptos::prelude::*;

use super::aside::{Tokens, token};
use crate::{
    draw::{Window, label_step, thinned},
    math::Axis,
    ui::{
        app_state::AppState,
        erased::flag,
        widgets::{Markup, observe, with, written},
    },
};

/// How much larger than usual names may be in the presentation: style/parts/classroom.css.
const LARGER: f64 = 5.0 / 3.0;

/// Token labels along one axis; nothing along an axis of features. Where they are many they thin
/// out, and the selected one stays.
#[component]
pub fn Labels(
    /// Along which axis.
    axis: Axis,
    /// So many rows or columns.
    count: usize,
    /// The class of the list: `matrix-rows` or `matrix-columns`.
    kind: &'static str,
    /// Whose tokens they are, where not of what is shown.
    of: Option<Tokens>,
    /// The part of the matrix that is seen.
    window: Memo<Option<Window>>,
) -> impl IntoView {
    let app = AppState::get();
    token_axis(axis)?;
    // So few always have room.
    let is_dense = count > 16;
    let room = RwSignal::new((0.0, 0.0));
    let labels = move || {
        let (width, height) = room.get();
        let is_down = kind == "matrix-rows";
        let room = if is_down { height } else { width };
        // Not followed: the room is another with the presentation.
        let room = if app.presents() { room / LARGER } else { room };
        let seen = window.get().map_or((0.0, count as f64), |it| {
            if is_down { (it.top, it.rows) } else { (it.left, it.columns) }
        });
        let step = if is_dense { label_step(seen.1 as usize, room) } else { 1 };
        let is_seen = |at: &usize| (0.0..seen.1).contains(&(*at as f64 + 0.5 - seen.0));
        let selection = app.selection.get();
        let selected = if axis == Axis::Key { selection.key } else { selection.query };
        let label = |at: usize| {
            let name = Markup::text("bdi", token(app, of, axis, at)).with("lang", "");
            let label = Markup::of("span", vec![name]).with("--at", (at + 1).to_string());
            if at == selected { label.with("data-selected", "true") } else { label }
        };
        thinned(count, step, selected).into_iter().filter(is_seen).map(label).collect()
    };
    // Names as short as numbers need no slope.
    let is_upright =
        move || !is_dense && (0..count).all(|at| token(app, of, axis, at).chars().count() <= 2);
    Some(view! {
        <div
            class=kind
            data-dense=is_dense.then_some("true")
            data-upright=flag(is_upright)
            aria-hidden="true"
            use:observe=is_dense.then_some(room)
            use:written=with(labels)
        ></div>
    })
}

/// An axis of tokens, as the style sheet calls it.
pub(super) fn token_axis(axis: Axis) -> Option<&'static str> {
    match axis {
        Axis::Query => Some("query"),
        Axis::Key => Some("key"),
        _ => None,
    }
}
