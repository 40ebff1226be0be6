//! The list of keys, and the switch that turns single keys off (WCAG 2.1.4).

use leptos::{html, prelude::*};

use crate::{
    i18n::classroom::KeyWords,
    ui::{
        app_state::AppState,
        erased::{pressed, text},
        widgets::{Markup, with, written},
    },
};

fn words(app: AppState) -> &'static KeyWords {
    &app.language.get().classroom_words().keys
}

/// A button that opens the list of keys.
#[component]
pub fn Keys() -> impl IntoView {
    let app = AppState::get();
    let dialog = NodeRef::<html::Dialog>::new();
    let open = move || {
        if let Some(dialog) = dialog.get_untracked() {
            // Fails only where the dialog is open already.
            dialog.show_modal().ok();
        }
    };
    let close = move || {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let rows = move || {
        let words = words(app);
        let key = |key| [Markup::text("kbd", key), Markup::Text(" ".into())];
        let row = |(keys, text): (&'static str, &'static str)| {
            let text = app.turned(text);
            let keys = keys.split(' ').flat_map(key).collect();
            [Markup::of("dt", keys), Markup::text("dd", text)]
        };
        [
            ("← → PageUp PageDown", words.steps),
            (", . PageUp PageDown", words.lesson),
            ("p Esc", words.present),
            ("h", words.hide),
            ("[ ]", words.heads),
            ("0 … 9", words.head_number),
            ("m", words.mask),
            ("s", words.scale),
            ("Ctrl+Z Ctrl+Shift+Z", words.undo),
            ("← → ↑ ↓ Home End", words.cells),
            ("x", words.row_maximum),
            ("b f", words.trail),
            ("Enter F2", words.type_over),
            ("+ −", words.nudge),
            ("Delete", words.give_back),
            ("Space", words.paint),
            ("+ − 0", words.zoom),
            ("← → Home End", words.tokens),
            ("F2 Insert Delete", words.token_edit),
        ]
        .into_iter()
        .flat_map(row)
        .collect()
    };
    view! {
        <button
            type="button"
            class="plain"
            title=text(move || app.words().bar.keys)
            on:click=pressed(open)
        >
            {text(move || app.words().bar.keys)}
        </button>
        <dialog class="keys" node_ref=dialog aria-labelledby="keys-title">
            <h2 id="keys-title">{text(move || words(app).title)}</h2>
            <dl use:written=with(rows)></dl>
            <label>
                <input
                    type="checkbox"
                    prop:checked=move || app.has_shortcuts.get()
                    on:change=move |event| app.has_shortcuts.set(event_target_checked(&event))
                />
                {text(move || words(app).enabled)}
            </label>
            <button type="button" on:click=pressed(close)>{text(move || app.words().loading.close)}</button>
        </dialog>
    }
}
