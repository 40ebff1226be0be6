//! What can be pasted: small examples to put in.

use leptos::prelude::*;

use crate::{
    i18n::panel::FormWords,
    panel::{browser::Content, state::PanelState},
    samples::Paste,
    ui::erased::{pressed, text},
};

/// A list of forms, each with its text and a button that puts it in.
#[component]
pub fn Forms() -> impl IntoView {
    let panel = PanelState::get();
    let form = move |paste: Paste| {
        let name = move || name(&panel.words().forms, paste);
        let put_in = move || {
            panel.before.set(untrack(|| panel.filled()));
            for text in paste.texts() {
                panel.add("", &Content::text((*text).into()));
            }
        };
        view! {
            <li>
                <p>
                    <span>{text(name)}</span>
                    <button
                        type="button"
                        aria-label=text(move || (panel.words().forms.try_it)(name()))
                        on:click=pressed(put_in)
                    >
                        {text(move || panel.words().forms.put_in)}
                    </button>
                </p>
                <pre>{paste.texts().join("\n\n")}</pre>
            </li>
        }
    };
    // Where nothing stands yet, this is what helps.
    let is_first = untrack(|| panel.filled().is_empty());
    view! {
        <details class="forms" open=is_first>
            <summary>{text(move || panel.words().forms.title)}</summary>
            <p>{text(move || panel.words().forms.intro)}</p>
            <ul>{Paste::ALL.map(form).collect_view()}</ul>
            <p>{text(move || panel.words().forms.files)}</p>
        </details>
    }
}

fn name(words: &FormWords, paste: Paste) -> &'static str {
    match paste {
        Paste::NumPy => words.numpy,
        Paste::Sheet => words.sheet,
        Paste::Json => words.json,
        Paste::Markdown => words.markdown,
        Paste::Cross => words.cross,
        Paste::Scores => words.scores,
    }
}
