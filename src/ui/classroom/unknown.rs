//! In the place of what is hidden: a question mark, and the button that shows it.

use leptos::prelude::*;

use super::{hide::show_all, words};
use crate::{
    state::View,
    ui::{
        app_state::AppState,
        erased::{pressed, text},
    },
};

/// In the place of the equation, or of a view that would show what is hidden.
#[component]
pub fn Unknown() -> impl IntoView {
    let app = AppState::get();
    let is_view = move || app.settings.read().view != View::Stages;
    let says = move || if is_view() { words(app).hidden_view } else { words(app).hidden };
    let name = move || {
        if is_view() {
            (words(app).show_all)(app.veil.read().stages().count())
        } else {
            words(app).show_stage.to_owned()
        }
    };
    let show = move || {
        if untrack(is_view) {
            show_all(app);
        } else {
            app.unveil();
        }
    };
    view! {
        <section class="equation unknown" aria-label=text(move || app.words().page.equation)>
            <p class="unknown-mark" aria-hidden="true">"?"</p>
            <p>{text(says)}</p>
            <button type="button" class="primary" data-unveil="true" on:click=pressed(show)>
                {text(name)}
            </button>
        </section>
    }
}
