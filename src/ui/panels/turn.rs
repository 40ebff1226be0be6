//! Whether tokens are rows or columns: the switch that transposes everything at once.

use leptos::prelude::*;

use crate::{
    state::Convention,
    ui::{
        app_state::AppState,
        erased::{pressed, text},
    },
};

/// The two conventions, and a line about the chosen one.
#[component]
pub fn TurnSwitch() -> impl IntoView {
    let app = AppState::get();
    let words = move || app.language.get().classroom_words();
    let button = move |convention: Convention| {
        let of = move || (words().convention)(convention);
        let choose = move || {
            // The field lies over a cell that is about to lie elsewhere.
            app.editing.set(None);
            app.settings.write().convention = convention;
        };
        view! {
            <button
                type="button"
                data-turn=convention.key()
                aria-pressed=text(move || (app.convention.get() == convention).to_string())
                title=text(move || of().about)
                on:click=pressed(choose)
            >
                {text(move || of().name)}
            </button>
        }
    };
    view! {
        <div class="turn" role="group" aria-label=text(move || words().tokens_are)>
            <span>{text(move || words().tokens_are)}</span>
            <span class="turn-buttons">{Convention::ALL.map(button).collect_view()}</span>
            <span class="turn-about">
                {text(move || (words().convention)(app.convention.get()).about)}
            </span>
        </div>
    }
}
