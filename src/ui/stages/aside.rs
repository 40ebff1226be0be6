//! Matrices that are not the trace's own, shown by the same components.

use leptos::prelude::*;

use crate::{math::MatrixName, ui::app_state::AppState};

/// Numbers that a view shows in the place of a matrix of the trace: they are looked at, not changed.
#[derive(Debug, Clone, Copy)]
pub struct Aside {
    /// What distinguishes it from others of the same matrix.
    pub id: &'static str,
    /// What it is called.
    pub caption: Signal<String>,
}

/// What a matrix is called.
pub(super) fn called(app: AppState, name: MatrixName, aside: Option<Aside>) -> String {
    aside.map_or_else(|| (app.words().matrix)(name).to_owned(), |aside| aside.caption.get())
}
