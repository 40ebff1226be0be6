//! The switch in the bar, which says what stands in the place of the equation.

use leptos::prelude::*;

use crate::{
    state::View,
    ui::{
        app_state::AppState,
        erased::{pressed, text},
    },
};

/// What stands in the place of the equation.
#[component]
pub fn ViewSwitch() -> impl IntoView {
    let app = AppState::get();
    let name = move |view: View| {
        let words = &app.words().bar;
        match view {
            View::Stages => words.view_stages,
            View::Mistake(_) => words.view_mistakes,
            View::Compare => words.view_compare,
            View::Heads => words.view_heads,
            View::Text(_) => words.view_text,
        }
    };
    let button = move |view: View| {
        let is_shown = move || app.settings.read().view.is_like(view);
        let show = move || {
            if !untrack(is_shown) {
                app.settings.write().view = view;
            }
        };
        view! {
            <button
                type="button"
                data-view=view.key()
                aria-pressed=text(move || is_shown().to_string())
                on:click=pressed(show)
            >
                {text(move || name(view))}
            </button>
        }
    };
    view! {
        <div class="views-switch" role="group" aria-label=text(move || app.words().bar.view)>
            {View::ALL.map(button).collect_view()}
        </div>
    }
}
