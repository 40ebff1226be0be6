//! Matrices that are not the trace's own, shown by the same components.

use leptos::prelude::*;

use crate::{
    math::{Axis, MatrixName},
    samples::Loaded,
    ui::{app_state::AppState, names::token_of, shared::Shared},
};

/// Numbers that a view shows in the place of a matrix of the trace: they are looked at, not changed.
#[derive(Debug, Clone, Copy)]
pub struct Aside {
    /// What distinguishes it from others of the same matrix.
    pub id: &'static str,
    /// What it is called.
    pub caption: Signal<String>,
    /// Whose tokens stand along it, where they are not those that are shown.
    pub tokens: Option<Tokens>,
}

/// The tokens of other numbers than those that are shown.
pub type Tokens = StoredValue<Shared<Loaded>>;

/// A token's text on one axis, of other numbers where such are given.
pub(super) fn token(app: AppState, of: Option<Tokens>, axis: Axis, at: usize) -> String {
    let other = of.and_then(|of| of.try_with_value(|loaded| token_of(loaded, axis, at)));
    other.unwrap_or_else(|| app.token(axis, at))
}

/// What a matrix is called.
pub fn called(app: AppState, name: MatrixName, aside: Option<Aside>) -> String {
    aside.map_or_else(|| (app.words().matrix)(name).to_owned(), |aside| aside.caption.get())
}
