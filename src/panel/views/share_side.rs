//! Saving and sharing what the page shows: the whole, one matrix, the link.

use leptos::{prelude::*, task::spawn_local};

use super::link::LinkView;
use crate::{
    i18n::Language,
    panel::{
        app, browser,
        state::PanelState,
        takeaway::{self, Failure, What},
    },
    ui::erased::{changed, maybe, pressed, text, truth},
    wire::{
        desk::Said,
        shelf::{Form, Item, Shelf},
    },
};

/// What became of a press.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Outcome {
    Saved(String),
    Copied,
    Failed(Failure),
}

/// The side that takes away what the page shows.
#[component]
pub fn ShareSide() -> impl IntoView {
    let panel = PanelState::get();
    let shelf = RwSignal::new(None::<Result<Shelf, String>>);
    let outcome = RwSignal::new(None::<Outcome>);
    spawn_local(async move {
        shelf.try_set(Some(takeaway::shelf().await));
    });
    let body = move || match shelf.get() {
        None => view! { <p class="piece-hint">{panel.words().piece.reading}</p> }.into_any(),
        Some(Err(reason)) => {
            let words = panel.words().share_side.failed;
            view! { <p class="trouble" role="alert">{words(&reason)}</p> }.into_any()
        }
        Some(Ok(shelf)) => view! { <ShelfView shelf outcome /> }.into_any(),
    };
    let said = move || {
        let words = &panel.words().share_side;
        match outcome.get() {
            None => String::new(),
            Some(Outcome::Saved(name)) => (words.saved)(&name),
            Some(Outcome::Copied) => words.copied.to_owned(),
            Some(Outcome::Failed(Failure::Forgotten)) => words.forgotten.to_owned(),
            Some(Outcome::Failed(Failure::Empty)) => words.nothing_made.to_owned(),
            Some(Outcome::Failed(Failure::Told(reason))) => (words.failed)(&reason),
        }
    };
    view! {
        <div class="panel-share">
            {body}
            <p class="panel-outcome" role="status">{text(said)}</p>
        </div>
    }
}

#[component]
fn ShelfView(shelf: Shelf, outcome: RwSignal<Option<Outcome>>) -> impl IntoView {
    let panel = PanelState::get();
    let Shelf { matrices, heads, head, first_head, matrix_forms, whole_forms, is_by_head } = shelf;
    let key = RwSignal::new(first_choice(&matrices));
    let head = RwSignal::new(head);
    let per_head: Vec<String> =
        matrices.iter().filter(|item| item.is_per_head).map(|item| item.key.clone()).collect();
    let item = move |item: Item| {
        let (mine, value, words) = (item.key.clone(), item.key, item.words);
        view! {
            <option value=value prop:selected=truth(move || key.get() == mine)>
                {text(move || panel.say(&words))}
            </option>
        }
    };
    let heads_menu = move || {
        let number = move |at: usize| {
            view! {
                <option value=at.to_string() prop:selected=truth(move || head.get() == at)>
                    {at + first_head}
                </option>
            }
        };
        (heads > 1 && per_head.contains(&key.get())).then(|| {
            view! {
                <label>
                    <span>{text(move || panel.words().share_side.head)}</span>
                    <select on:change=changed(move |at| head.set(at.parse().unwrap_or_default()))>
                        {(0..heads).map(number).collect_view()}
                    </select>
                </label>
            }
        })
    };
    let whole = move |form: &Form| What::Whole { form: form.id.clone() };
    let matrix = move |form: &Form, is_png: bool| {
        let (key, head) = (key.get_untracked(), head.get_untracked());
        What::Matrix { form: form.id.clone(), key, head, is_png }
    };
    let worksheet = || {
        app::close();
        browser::open_worksheet();
    };
    let pictures: Vec<Form> =
        matrix_forms.iter().filter(|form| form.id == "svg").cloned().collect();
    view! {
        <LinkView outcome />
        <section class="share-whole">
            <h3>{text(move || panel.words().share_side.whole)}</h3>
            <p class="piece-hint">{text(move || panel.words().share_side.whole_hint)}</p>
            <ul class="takeaways">
                {whole_forms.into_iter().map(|form| line(panel, form, outcome, whole)).collect_view()}
            </ul>
            {is_by_head.then(|| {
                view! { <p class="piece-hint">{text(move || panel.words().whole.by_head)}</p> }
            })}
        </section>
        <section class="share-class">
            <h3>{text(move || panel.words().share_side.class)}</h3>
            <p class="piece-hint">{text(move || panel.words().share_side.class_hint)}</p>
            <button type="button" on:click=pressed(worksheet)>
                {text(move || panel.words().share_side.worksheet)}
            </button>
        </section>
        <section class="share-matrix">
            <h3>{text(move || panel.words().share_side.matrix)}</h3>
            <p class="panel-choices">
                <label>
                    <span>{text(move || panel.words().share_side.which)}</span>
                    <select on:change=changed(move |chosen| key.set(chosen))>
                        {matrices.into_iter().map(item).collect_view()}
                    </select>
                </label>
                {maybe(heads_menu)}
            </p>
            <ul class="takeaways">
                {matrix_forms
                    .into_iter()
                    .map(|form| line(panel, form, outcome, move |form| matrix(form, false)))
                    .collect_view()}
                {pictures
                    .into_iter()
                    .map(|form| line(panel, png(form), outcome, move |form| matrix(form, true)))
                    .collect_view()}
            </ul>
        </section>
    }
}

/// Weights are what is asked for most.
fn first_choice(matrices: &[Item]) -> String {
    let weights = matrices.iter().find(|item| item.key == "weights").or(matrices.last());
    weights.map(|item| item.key.clone()).unwrap_or_default()
}

/// The form of the same picture as points.
fn png(svg: Form) -> Form {
    let word = |language: Language| language.panel_words().share_side.png.to_owned();
    let words = Said { en: word(Language::English), ko: word(Language::Korean) };
    Form { words, extension: "png".into(), is_text: true, ..svg }
}

/// A form, and what can be done with it.
fn line(
    panel: PanelState,
    form: Form,
    outcome: RwSignal<Option<Outcome>>,
    what: impl Fn(&Form) -> What + Copy + 'static,
) -> impl IntoView {
    let (name, to_copy) = (form.words.clone(), form.clone());
    let copy = move || {
        // Not awaited first: the clipboard is asked while the press still counts.
        let copied = takeaway::copy(what(&to_copy));
        tell(outcome, async move { copied.await.map(|()| Outcome::Copied) });
    };
    let can_copy = form.is_text;
    let (words, extension) = (form.words.clone(), format!(".{}", form.extension));
    let save = move || {
        let what = what(&form);
        tell(outcome, async move { takeaway::save(what).await.map(Outcome::Saved) });
    };
    let copy_name = words.clone();
    let copy_label =
        move || format!("{}: {}", panel.words().share_side.copy, panel.say(&copy_name));
    let save_label = move || format!("{}: {}", panel.words().share_side.save, panel.say(&words));
    view! {
        <li>
            <span class="form-name">{text(move || panel.say(&name))}</span>
            <span class="form-extension">{extension}</span>
            {can_copy.then(|| view! {
                <button type="button" aria-label=text(copy_label) on:click=pressed(copy)>
                    {text(move || panel.words().share_side.copy)}
                </button>
            })}
            <button type="button" aria-label=text(save_label) on:click=pressed(save)>
                {text(move || panel.words().share_side.save)}
            </button>
        </li>
    }
}

/// Says what becomes of it.
pub(super) fn tell(
    outcome: RwSignal<Option<Outcome>>,
    made: impl Future<Output = Result<Outcome, Failure>> + 'static,
) {
    outcome.set(None);
    spawn_local(async move {
        let made = made.await.unwrap_or_else(Outcome::Failed);
        outcome.try_set(Some(made));
    });
}
