//! What was guessed: questions to answer, and what can be turned.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::preview::PreviewTable;
use crate::{
    panel::state::PanelState,
    ui::erased::{maybe, text, truth},
    wire::desk::{Choice, Guess},
};

/// Questions with more options are menus.
const MOST_RADIOS: usize = 8;
/// What was understood is radio buttons, too, up to so many options.
const MOST_SAID: usize = 3;

/// Questions first, as radio buttons with previews; then what was understood, each with a menu that
/// turns it. What stands between them is given.
#[component]
pub fn Guesses(
    /// The names of the groups begin so in the document.
    name: String,
    /// All guesses.
    #[prop(into)]
    guesses: Signal<Vec<Guess>>,
    /// Called with a topic and the number of an option.
    on_answer: Callback<(String, usize)>,
    /// Whether the ways are long and the place is narrow: a menu would cut them off.
    #[prop(optional)]
    is_narrow: bool,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let panel = PanelState::get();
    // A question stays one after it is answered, so that nothing moves under the hand.
    let asked = Memo::new(move |before: Option<&BTreeSet<String>>| {
        let mut asked = before.cloned().unwrap_or_default();
        let is_question = |guess: &&Guess| guess.is_doubtful && guess.options.len() <= MOST_RADIOS;
        guesses.with(|all| asked.extend(all.iter().filter(is_question).map(|g| g.topic.clone())));
        asked
    });
    let of_kind = move |is_question: bool| {
        let asked = asked.get();
        let mut all = guesses.get();
        all.retain(|guess| asked.contains(&guess.topic) == is_question);
        all
    };
    // Only what is shown counts: a menu has no previews, and is not to be made anew for them.
    let key = |guess: &Guess, is_question: bool| {
        let option = |it: &Choice| (it.words.clone(), it.preview.clone().filter(|_| is_question));
        let options: Vec<_> = guess.options.iter().map(option).collect();
        format!("{}{options:?}", guess.topic)
    };
    let chosen = move |topic: String| {
        Signal::derive(move || {
            guesses
                .with(|all| all.iter().find(|guess| guess.topic == topic).map(|guess| guess.chosen))
        })
    };
    let has = move |is_question| move || !of_kind(is_question).is_empty();
    let heading = move |is_question, words: fn(PanelState) -> &'static str| {
        maybe(move || has(is_question)().then(|| view! { <h4>{text(move || words(panel))}</h4> }))
    };
    let question_name = name.clone();
    let turn = move |guess: Guess| {
        let chosen = chosen(guess.topic.clone());
        if is_narrow && guess.options.len() <= MOST_SAID {
            let name = format!("{name}-{}", guess.topic);
            view! { <Question name chosen guess on_answer /> }.into_any()
        } else {
            view! { <Turn chosen guess on_answer /> }.into_any()
        }
    };
    view! {
        {heading(true, |panel| panel.words().piece.ask)}
        <For each=move || of_kind(true) key=move |guess| key(guess, true) let:guess>
            <Question name=format!("{question_name}-{}", guess.topic) chosen=chosen(guess.topic.clone()) guess on_answer />
        </For>
        {children.map(|children| children())}
        {heading(false, |panel| panel.words().piece.understood)}
        <ul class="understood">
            <For each=move || of_kind(false) key=move |guess| key(guess, false) let:guess>
                <li>{turn(guess)}</li>
            </For>
        </ul>
    }
}

/// One of a few ways, each with what would come of it.
#[component]
fn Question(
    name: String,
    guess: Guess,
    chosen: Signal<Option<usize>>,
    on_answer: Callback<(String, usize)>,
) -> impl IntoView {
    let panel = PanelState::get();
    let Guess { topic, question, options, .. } = guess;
    let option = |(at, option): (usize, Choice)| {
        let (topic, words) = (topic.clone(), option.words);
        let preview = option.preview.map(|preview| view! { <PreviewTable preview /> });
        view! {
            <div class="question-option">
                <label>
                    <input
                        type="radio"
                        name=name.clone()
                        prop:checked=truth(move || chosen.get() == Some(at))
                        on:change=move |_| on_answer.run((topic.clone(), at))
                    />
                    <span>{text(move || panel.say(&words))}</span>
                </label>
                {preview}
            </div>
        }
    };
    let options = options.into_iter().enumerate().map(option).collect_view();
    view! {
        <fieldset class="question">
            <legend>{text(move || panel.say(&question))}</legend>
            <div class="question-options">{options}</div>
        </fieldset>
    }
}

/// What was understood, in a menu of what it could be.
#[component]
fn Turn(
    guess: Guess,
    chosen: Signal<Option<usize>>,
    on_answer: Callback<(String, usize)>,
) -> impl IntoView {
    let panel = PanelState::get();
    let Guess { topic, question, options, .. } = guess;
    let option = |(at, option): (usize, Choice)| {
        let words = option.words;
        view! {
            <option value=at.to_string() prop:selected=truth(move || chosen.get() == Some(at))>
                {text(move || panel.say(&words))}
            </option>
        }
    };
    let on_change = move |event| {
        if let Ok(at) = event_target_value(&event).parse() {
            on_answer.run((topic.clone(), at));
        }
    };
    view! {
        <label>
            <span class="turn-question">{text(move || panel.say(&question))}</span>
            <select on:change=on_change>
                {options.into_iter().enumerate().map(option).collect_view()}
            </select>
        </label>
    }
}
