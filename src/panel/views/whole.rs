//! What was guessed about the whole, what stands in for what is missing, how many tokens are taken.

use leptos::prelude::*;

use super::guesses::Guesses;
use crate::{
    panel::state::PanelState,
    ui::erased::{changed, maybe, pressed, text},
    wire::desk::{Said, Summary},
};

/// What there is to say and to choose about the whole.
#[component]
pub fn Whole() -> impl IntoView {
    let panel = PanelState::get();
    let problem = Memo::new(move |_| panel.answer.read().problem.clone());
    let guesses = move || panel.answer.read().guesses.clone();
    let notes = Memo::new(move |_| panel.answer.read().notes.clone());
    let on_answer = Callback::new(move |(topic, option)| panel.answer_whole(topic, option));
    view! {
        <Guesses name="whole".to_owned() guesses=Signal::derive(guesses) on_answer is_narrow=true />
        {maybe(move || (!notes.read().is_empty()).then(|| view! {
            <h4>{text(move || panel.words().whole.notes)}</h4>
            {list(panel, notes.get())}
        }))}
        <TokenRange problem />
        <Keeping />
    }
}

fn list(panel: PanelState, said: Vec<Said>) -> impl IntoView {
    let item = |said: Said| view! { <li>{text(move || panel.say(&said))}</li> };
    view! { <ul class="notes">{said.into_iter().map(item).collect_view()}</ul> }
}

/// How many tokens are taken, where there are more than a few.
#[component]
fn TokenRange(problem: Memo<Option<Summary>>) -> impl IntoView {
    let panel = PanelState::get();
    let many = Memo::new(move |_| problem.get().filter(|problem| problem.tokens > problem.limit));
    let on_change = move |typed: String| {
        if let Ok(tokens) = typed.trim().parse() {
            panel.take_first(Some(tokens));
        }
    };
    let taken = move || problem.get().map(|problem| problem.taken.to_string()).unwrap_or_default();
    maybe(move || {
        let Summary { tokens, limit, .. } = many.get()?;
        Some(view! {
            <p class="piece-hint">
                {text(move || (panel.words().whole.too_many)(&tokens.to_string(), &limit.to_string()))}
            </p>
            <label class="token-range">
                <span>{text(move || panel.words().whole.first)}</span>
                <input type="number" min="1" max=limit.to_string() prop:value=taken on:change=changed(on_change) />
            </label>
        })
    })
}

/// What is kept, and the way to forget it.
#[component]
fn Keeping() -> impl IntoView {
    let panel = PanelState::get();
    let words = move || {
        let words = &panel.words().keep;
        if panel.is_refused.get() { words.refused } else { words.kept }
    };
    view! {
        <div class="keeping">
            <p class="piece-hint">{text(words)}</p>
            <p class="panel-buttons">
                <button type="button" on:click=pressed(move || panel.forget())>
                    {text(move || panel.words().keep.forget)}
                </button>
            </p>
        </div>
    }
}
