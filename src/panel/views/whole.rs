//! What was guessed about the whole, what stands in for what is missing, how many tokens are taken.

use leptos::prelude::*;

use super::{guesses::Guesses, sentence::sentence};
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
    let item = |said: Said| view! { <li>{text(move || sentence(panel.say(&said)))}</li> };
    view! { <ul class="notes">{said.into_iter().map(item).collect_view()}</ul> }
}

/// Of so many tokens some may be chosen; of fewer all are taken without a word.
const MANY: usize = 256;

/// Which tokens are taken, where they are many, and that not all can be shown, where they cannot.
#[component]
fn TokenRange(problem: Memo<Option<Summary>>) -> impl IntoView {
    let panel = PanelState::get();
    let many = Memo::new(move |_| {
        let Summary { tokens, limit, .. } = problem.get()?;
        (tokens > MANY).then_some((tokens, limit))
    });
    let now = move || problem.get().unwrap_or_default();
    let set_start = move |typed: String| {
        if let Ok(first) = typed.trim().parse::<usize>() {
            panel.take(|taken| taken.0 = first.saturating_sub(1));
        }
    };
    let set_count = move |typed: String| {
        if let Ok(count) = typed.trim().parse() {
            panel.take(|taken| taken.1 = Some(count));
        }
    };
    maybe(move || {
        let (tokens, limit) = many.get()?;
        let too_many = (tokens > limit).then(|| view! {
            <p class="piece-hint">
                {text(move || (panel.words().whole.too_many)(&tokens.to_string(), &limit.to_string()))}
            </p>
        });
        Some(view! {
            {too_many}
            <p class="token-range">
                <label>
                    <span>{text(move || panel.words().whole.first)}</span>
                    <input
                        type="number"
                        min="1"
                        max=tokens.to_string()
                        prop:value=text(move || (now().start + 1).to_string())
                        on:change=changed(set_start)
                    />
                </label>
                <label>
                    <span>{text(move || panel.words().whole.count)}</span>
                    <input
                        type="number"
                        min="1"
                        max=limit.min(tokens).to_string()
                        prop:value=text(move || now().taken.to_string())
                        on:change=changed(set_count)
                    />
                </label>
            </p>
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
                <button
                    type="button"
                    disabled=move || panel.filled().is_empty() && !panel.has_works.get()
                    on:click=pressed(move || panel.forget())
                >
                    {text(move || panel.words().keep.forget)}
                </button>
            </p>
        </div>
    }
}
