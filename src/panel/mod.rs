//! The panel: the user's own data, brought in and taken out. A wasm of its own, `src/bin/panel.rs`,
//! which the page fetches when it is first needed; compiled for wasm32 alone. It shares words,
//! widgets and the browser's small things with `ui`, and the reader with the page. It never reads
//! numbers itself: the reader does, and answers with `wire::desk`.

mod app;
mod browser;
mod files;
mod flow;
mod keeping;
mod link;
mod piece;
mod show;
mod state;
mod takeaway;
mod views;

use std::cell::Cell;

use leptos::prelude::{Set as _, provide_context};
use wasm_bindgen::JsValue;

use crate::{i18n::Language, ui::show_banner};
use state::PanelState;

thread_local! {
    /// The one panel of the page.
    static PANEL: Cell<Option<PanelState>> = const { Cell::new(None) };
}

/// Puts the panel, closed, on the page, with what was kept in this browser.
pub async fn mount() {
    std::panic::set_hook(Box::new(|info| {
        show_banner(info, &Language::ALL.map(|language| language.panel_words().crash));
    }));
    leptos::mount::mount_to_body(|| {
        let panel = PanelState::new();
        provide_context(panel);
        PANEL.set(Some(panel));
        leptos::view! { <app::App /> }
    });
    if let Some(panel) = PANEL.get() {
        panel.load().await;
    }
}

/// Opens the panel and takes what was handed over: `{ view, text, files }`.
pub fn receive(what: &JsValue) {
    let Some(panel) = PANEL.get() else { return };
    panel.language.set(browser::language());
    files::take(panel, what);
}
