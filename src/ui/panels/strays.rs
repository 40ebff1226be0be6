//! What a link asks for and the page does not have.

use leptos::prelude::*;

use crate::ui::{
    app_state::AppState,
    browser,
    erased::{maybe, pressed, text},
};

/// Over the current stage until it is closed or something else is opened; gone where the link had
/// all that it asks for.
#[component]
pub fn Strays() -> impl IntoView {
    let app = AppState::get();
    let has_strays = Memo::new(move |_| !app.strays.read().is_empty());
    let sentences = move || {
        let say = app.words().loading.stray;
        let strays = app.strays.read();
        let said = strays.iter().map(say);
        said.collect::<Vec<_>>().join(" ")
    };
    let close = move || {
        browser::focus("#example");
        app.strays.set(Vec::new());
    };
    let notice = move || {
        view! {
            <div class="loading strays" role="status">
                <p>{text(sentences)}</p>
                <button type="button" on:click=pressed(close)>
                    {text(move || app.words().loading.close)}
                </button>
            </div>
        }
    };
    maybe(move || has_strays.get().then(notice))
}
