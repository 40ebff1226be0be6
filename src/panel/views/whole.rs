//! What the pieces amount to, what is missing, and the button that shows it.

use leptos::{prelude::*, task::spawn_local};

use super::guesses::Guesses;
use crate::{
    panel::{
        app,
        browser::{self, Reader},
        state::{PanelState, Phase},
    },
    ui::erased::{changed, maybe, pressed, text},
    wire::desk::{Said, Summary},
};

/// The right side: the sum of it.
#[component]
pub fn Whole() -> impl IntoView {
    let panel = PanelState::get();
    let problem = Memo::new(move |_| panel.answer.read().problem.clone());
    let guesses = move || panel.answer.read().guesses.clone();
    let misfits = Memo::new(move |_| {
        panel.answer.read().misfits.iter().map(|misfit| misfit.words.clone()).collect::<Vec<_>>()
    });
    let notes = Memo::new(move |_| panel.answer.read().notes.clone());
    let headline = move || {
        let answer = panel.answer.read();
        let words = panel.words();
        match &answer.problem {
            _ if panel.phase.get() == Phase::Reading => words.piece.reading.to_owned(),
            Some(problem) => panel.say(&problem.words),
            None if answer.pieces.is_empty() => words.whole.empty.to_owned(),
            None if answer.pieces.iter().any(|piece| piece.trouble.is_some()) => {
                words.whole.unread.to_owned()
            }
            None => words.whole.misfits.to_owned(),
        }
    };
    let can_show = move || problem.read().is_some() && panel.phase.get() == Phase::Idle;
    view! {
        <h3>{text(move || panel.words().whole.title)}</h3>
        <p class="headline" role="status">{text(headline)}</p>
        <Broken />
        {maybe(move || (!misfits.read().is_empty()).then(|| list(panel, misfits.get(), "misfits")))}
        <Guesses name="whole".to_owned() guesses=Signal::derive(guesses) on_answer=Callback::new(move |(topic, option)| panel.answer_whole(topic, option)) />
        {maybe(move || (!notes.read().is_empty()).then(|| view! {
            <h4>{text(move || panel.words().whole.notes)}</h4>
            {list(panel, notes.get(), "notes")}
        }))}
        <TokenRange problem />
        <p class="panel-buttons">
            <button
                type="button"
                class="primary"
                disabled=move || !can_show()
                on:click=pressed(move || spawn_local(show(panel)))
            >
                {text(move || panel.words().whole.show)}
            </button>
        </p>
        <Keeping />
    }
}

fn list(panel: PanelState, said: Vec<Said>, class: &'static str) -> impl IntoView {
    let item = |said: Said| view! { <li>{text(move || panel.say(&said))}</li> };
    view! { <ul class=class>{said.into_iter().map(item).collect_view()}</ul> }
}

/// Gives the page what there is to show, and closes the panel.
async fn show(panel: PanelState) {
    let taken = match Reader::request().await {
        Ok(reader) => reader.take().await,
        Err(reason) => Err(reason),
    };
    match taken {
        Err(reason) => panel.phase.set(Phase::Broken(reason)),
        // Something newer is being read.
        Ok(None) => panel.look(),
        Ok(Some(packed)) => {
            let problem = panel.answer.read_untracked().problem.clone();
            let name = problem.and_then(|problem| problem.name).or_else(|| panel.first_name());
            let unnamed = || panel.language.get_untracked().panel_words().whole.unnamed.to_owned();
            app::close();
            browser::open_on_page(&packed, &name.unwrap_or_else(unnamed));
        }
    }
}

/// The reader did not come, or broke.
#[component]
fn Broken() -> impl IntoView {
    let panel = PanelState::get();
    maybe(move || {
        let Phase::Broken(reason) = panel.phase.get() else { return None };
        Some(view! {
            <div class="trouble" role="alert">
                <p>{text(move || (panel.words().whole.broken)(&reason))}</p>
                <button type="button" on:click=pressed(move || panel.look())>
                    {text(move || panel.words().whole.retry)}
                </button>
            </div>
        })
    })
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
        <p class="piece-hint">{text(words)}</p>
        <p class="panel-buttons">
            <button type="button" on:click=pressed(move || panel.forget())>
                {text(move || panel.words().keep.forget)}
            </button>
        </p>
    }
}
