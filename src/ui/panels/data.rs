//! The buttons that open the panel, and what is said while it comes or where it does not.

use leptos::prelude::*;

use crate::ui::{
    app_state::AppState,
    browser,
    erased::{maybe, pressed, text},
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
    let notice = move || {
        let phase = phase.get();
        let has_failed = phase == "failed";
        let retry = move || {
            view! {
                <p>{text(move || app.words().loading.unreachable)}</p>
                <button type="button" class="primary" on:click=pressed(|| browser::open_panel(""))>
                    {text(move || app.words().loading.retry)}
                </button>
            }
        };
        (has_failed || phase == "coming").then(|| {
            let words = &app.words().loading;
            let words = if has_failed { words.failed } else { words.loading };
            view! {
                <div class="loading panel-notice" role="status">
                    <p>{text(move || words(name()))}</p>
                    {has_failed.then(retry)}
                </div>
            }
        })
    };
    view! {
        <button type="button" on:click=data>{text(name)}</button>
        <button type="button" on:click=share>{text(move || app.words().bar.share)}</button>
        {maybe(notice)}
    }
}
