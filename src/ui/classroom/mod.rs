//! What is there for a class: presenting, hiding numbers until they have been asked for, the page in a frame of
//! another page. A part of its own, which listens for its keys as long as the page lives.

mod hide;
mod keys;
mod slide;
mod unknown;

use leptos::{ev::KeyboardEvent, prelude::*};

use super::{
    app_state::AppState,
    browser,
    erased::{maybe, pressed, text},
    frame, shortcuts,
};
use crate::i18n::classroom::ClassroomWords;
use keys::Keys;
use slide::Slide;

pub use hide::HideSwitch;
pub use unknown::Unknown;

/// What stands around the equation while the page is presented or in a frame; nothing else.
#[component]
pub fn Classroom() -> impl IntoView {
    let app = AppState::get();
    let is_embedded = frame::is_embedded();
    let presents = Memo::new(move |_| app.settings.read().presents && !is_embedded);
    listen(app);
    Effect::new(move |was: Option<bool>| {
        let presents = presents.get();
        let frame = if presents { Some("present") } else { is_embedded.then_some("embed") };
        browser::set_root_attribute("data-frame", frame);
        if was == Some(true) && !presents {
            frame::set_fullscreen(false);
            request_animation_frame(|| browser::focus("[data-present]"));
        }
        presents
    });
    maybe(move || (presents.get() || is_embedded).then(|| view! { <Slide is_embedded /> }))
}

/// The end of the bar: presenting, and the list of keys.
#[component]
pub fn BarTail() -> impl IntoView {
    let app = AppState::get();
    let name = move || words(app).present;
    view! {
        <button
            type="button"
            class="plain"
            data-present="true"
            title=text(name)
            aria-label=text(name)
            on:click=pressed(move || set(app, true))
        >
            <span aria-hidden="true">"▶\u{fe0e}"</span>
            <span class="bar-word">{text(name)}</span>
        </button>
        <Keys />
    }
}

fn words(app: AppState) -> &'static ClassroomWords {
    app.language.get().classroom_words()
}

/// Begins to present, on the whole screen where the browser allows it, or leaves.
fn set(app: AppState, presents: bool) {
    app.editing.set(None);
    app.settings.write().presents = presents;
    frame::set_fullscreen(presents);
}

fn listen(app: AppState) {
    let act = move |event: KeyboardEvent| {
        if !shortcuts::is_for_page(&event) {
            return;
        }
        let (presents, is_embedded) = (app.presents(), frame::is_embedded());
        match event.key().as_str() {
            "Escape" if presents && !is_embedded => set(app, false),
            _ if !app.has_shortcuts.get_untracked() => return,
            // Korean keyboards send the jamo of the same key while Hangul is on.
            "p" | "P" | "ㅔ" if !is_embedded => set(app, !presents),
            "h" | "H" | "ㅗ" => app.toggle_veil(),
            _ => return,
        }
        event.prevent_default();
    };
    let listener = window_event_listener(leptos::ev::keydown, act);
    on_cleanup(move || listener.remove());
}
