//! The buttons that open the panel, and what is said while it comes, where it does not, and where
//! this browser keeps nothing.

use leptos::prelude::*;

use crate::ui::{
    app_state::AppState,
    browser,
    erased::{maybe, part, pressed, text},
};

/// "Your data" and "Save and share".
#[component]
pub fn PanelButtons() -> impl IntoView {
    let app = AppState::get();
    let phase = RwSignal::new(String::new());
    browser::on_panel(move |now| phase.set(now));
    let data = pressed(|| browser::open_panel("data"));
    let share = pressed(|| browser::open_panel("share"));
    let name = move || app.words().bar.data;
    // Buttons of the notice go with it.
    let leave = || browser::focus("button[data-panel]");
    let retry = move || {
        leave();
        browser::open_panel("");
    };
    let close = move || {
        leave();
        phase.set(String::new());
    };
    let sentence = move || {
        let words = app.words();
        match phase.read().as_str() {
            "coming" => (words.loading.loading)(name()),
            "failed" => (words.loading.failed)(name()),
            _ => words.edit.unkept.to_owned(),
        }
    };
    let more = move || {
        let has_failed = phase.get() == "failed";
        let again = move || {
            view! {
                <p>{text(move || app.words().loading.unreachable)}</p>
                <button type="button" class="primary" on:click=pressed(retry)>
                    {text(move || app.words().loading.retry)}
                </button>
            }
        };
        let close = (phase.get() != "coming").then(|| {
            view! {
                <button type="button" on:click=pressed(close)>
                    {text(move || app.words().loading.close)}
                </button>
            }
        });
        view! { {has_failed.then(again)} {close} }
    };
    let notice = move || {
        ["coming", "failed", "unkept"].contains(&phase.get().as_str()).then(|| {
            view! {
                <div class="loading panel-notice" role="status">
                    <p>{text(sentence)}</p>
                    {part(more)}
                </div>
            }
        })
    };
    view! {
        <button type="button" data-panel="data" on:click=data>{text(name)}</button>
        <button type="button" on:click=share>{text(move || app.words().bar.share)}</button>
        {maybe(notice)}
    }
}
