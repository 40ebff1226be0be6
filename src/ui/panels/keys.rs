//! The list of keys, and the switch that turns single keys off (WCAG 2.1.4).

use leptos::{html, prelude::*};

use crate::ui::{
    app_state::AppState,
    erased::{part, text},
};

/// A button that opens the list of keys.
#[component]
pub fn Keys() -> impl IntoView {
    let app = AppState::get();
    let dialog = NodeRef::<html::Dialog>::new();
    let open = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            // Fails only where the dialog is open already.
            dialog.show_modal().ok();
        }
    };
    let close = move |_| {
        if let Some(dialog) = dialog.get_untracked() {
            dialog.close();
        }
    };
    let rows = move || {
        let words = &app.words().keys;
        let row = |(keys, text): (&'static str, &'static str)| {
            let keys = keys.split(' ').map(|key| view! { <kbd>{key}</kbd> " " }).collect_view();
            view! { <dt>{keys}</dt> <dd>{text}</dd> }
        };
        [
            ("← → PageUp PageDown", words.steps),
            ("[ ]", words.heads),
            ("0 … 9", words.head_number),
            ("m", words.mask),
            ("s", words.scale),
            ("← → ↑ ↓", words.cells),
            ("x", words.row_maximum),
        ]
        .map(row)
        .collect_view()
    };
    view! {
        <button type="button" class="plain" on:click=open>{text(move || app.words().bar.keys)}</button>
        <dialog class="keys" node_ref=dialog aria-labelledby="keys-title">
            <h2 id="keys-title">{text(move || app.words().keys.title)}</h2>
            <dl>{part(rows)}</dl>
            <label>
                <input
                    type="checkbox"
                    prop:checked=move || app.has_shortcuts.get()
                    on:change=move |event| app.has_shortcuts.set(event_target_checked(&event))
                />
                {text(move || app.words().keys.enabled)}
            </label>
            <button type="button" on:click=close>{text(move || app.words().keys.close)}</button>
        </dialog>
    }
}
