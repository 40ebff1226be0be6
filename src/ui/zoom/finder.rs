//! Where to go in a long input: to a token, to a range of them, to the largest weight of a row, along the strongest
//! links.

use std::ops::Range;

use leptos::{ev::SubmitEvent, prelude::*};

use super::{in_words, words};
use crate::{
    draw::{Window, grouped},
    math::{Axis, Cell, MatrixName, largest, strongest},
    state::{Sought, TokenError, is_numeric, is_one_sequence, next_with},
    ui::{
        app_state::AppState,
        erased::{changed, maybe, part, pressed, text, truth},
        frame,
        widgets::arithmetic,
    },
};

/// What is gone about in: all matrices between queries and keys share its window.
const NAME: MatrixName = MatrixName::Weights;
/// So many links are listed.
const N_LINKS: usize = 20;
/// So many tokens are shown around one that was looked for.
const AROUND: usize = 16;

/// What was typed and is nowhere.
#[derive(Debug, Clone, PartialEq)]
enum Missed {
    /// A text that no token contains.
    Text(String),
    /// A number of no query.
    Number(String),
    /// Tokens that cannot be taken by themselves.
    Tokens(TokenError),
}

/// A field to go somewhere, and the links.
#[component]
pub fn Finder() -> impl IntoView {
    let app = AppState::get();
    let words = move || words(app);
    let typed = RwSignal::new(String::new());
    let missed = RwSignal::new(None::<Missed>);
    let has_links = RwSignal::new(false);
    let links = Memo::new(move |_| strongest_links(app));
    let is_veiled = move || app.is_veiled(NAME);
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        missed.set(go(app, &typed.read_untracked()));
    };
    let said = move || {
        let size = app.convention.get().shown(app.size());
        let seen = app.window_of(NAME, size).unwrap_or(Window::whole(size.0, size.1));
        let axes = app.convention.get().shown((Axis::Query, Axis::Key));
        match missed.get() {
            None => in_words(app, axes, seen, size),
            Some(Missed::Text(typed)) => (words().none)(&typed),
            Some(Missed::Number(typed)) => (words().beyond)(&typed, &grouped(app.size().0)),
            Some(Missed::Tokens(error)) => (app.words().edit.token_refused)(&error),
        }
    };
    let next = move || {
        let at = app.selection.get_untracked();
        let links = links.read_untracked();
        let now = links.iter().position(|link| *link == (at.query, at.key));
        if let Some(link) = links.get(now.map_or(0, |now| (now + 1) % links.len())) {
            show_cell(app, *link);
        }
    };
    let listed = move || {
        let link = |link: &(usize, usize)| view! { <Link link=*link /> };
        view! { <ol class="links">{links.read().iter().map(link).collect_view()}</ol> }
    };
    // In a frame of another page nothing is changed.
    let only = (!frame::is_embedded()).then(|| {
        view! {
            <button
                type="button"
                disabled=truth(move || seen(app).is_none())
                title=text(move || words().about_only)
                on:click=pressed(move || missed.set(keep_seen(app)))
            >
                {text(move || words().only)}
            </button>
        }
    });
    view! {
        <form class="finder" role="search" aria-label=text(move || words().finder) on:submit=submit>
            <label for="sought">{text(move || words().go_to)}</label>
            <input
                id="sought"
                type="text"
                autocomplete="off"
                placeholder=text(move || words().placeholder)
                on:input=changed(move |text| typed.set(text))
            />
            <button type="submit">{text(move || words().go)}</button>
            <button type="button" disabled=truth(is_veiled) on:click=pressed(move || to_largest(app))>
                {text(move || words().largest)}
            </button>
            <button type="button" disabled=truth(is_veiled) on:click=pressed(next)>
                {text(move || words().next)}
            </button>
            <button
                type="button"
                disabled=truth(is_veiled)
                aria-expanded=text(move || has_links.get().to_string())
                on:click=pressed(move || has_links.update(|it| *it = !*it))
            >
                {text(move || words().links)}
            </button>
            {only}
            <output class="finder-said" role="status">{text(said)}</output>
            {maybe(move || (has_links.get() && !is_veiled()).then(|| part(listed)))}
        </form>
    }
}

/// A link to press.
#[component]
fn Link(link: (usize, usize)) -> impl IntoView {
    let app = AppState::get();
    let (query, key) = link;
    let at = move |axis, at: usize| format!("{} {}", at + 1, app.token(axis, at));
    let weight = move || {
        let (row, column) = link;
        let cell = Cell { matrix: NAME, head: app.head.get(), row, column };
        app.trace.read().number(cell).map(arithmetic).unwrap_or_default()
    };
    let is_selected = move || {
        let selection = app.selection.get();
        ((selection.query, selection.key) == link).then_some("true")
    };
    view! {
        <li>
            <button type="button" aria-current=is_selected on:click=pressed(move || show_cell(app, link))>
                <bdi>{text(move || at(Axis::Query, query))}</bdi>
                " → "
                <bdi>{text(move || at(Axis::Key, key))}</bdi>
                <span class="link-weight">{text(weight)}</span>
            </button>
        </li>
    }
}

/// The strongest links of the head that is shown; none where it is hidden.
fn strongest_links(app: AppState) -> Vec<(usize, usize)> {
    let trace = app.trace.read();
    let weights = trace.cells(NAME, app.head.get()).filter(|_| !app.is_veiled(NAME));
    weights.map(|weights| strongest(&weights, N_LINKS)).unwrap_or_default()
}

/// Goes where was typed; returns that where there is no such token. Of two sequences a number is a query's, and a text
/// is looked for among the queries and then among the keys.
fn go(app: AppState, typed: &str) -> Option<Missed> {
    let (n_queries, n_keys) = untrack(|| app.size());
    let selection = app.selection.get_untracked();
    let is_one = is_one_sequence(&app.loaded.read_untracked());
    // In one sequence a token is a query and a key.
    let to_query = |query| show_cell(app, (query, if is_one { query } else { selection.key }));
    let sought = Sought::of(typed, n_queries.max(n_keys))?;
    match sought {
        Sought::Range(range) => {
            let convention = app.convention.get_untracked();
            let (rows, columns) = convention.shown((range.clone(), range));
            let size = convention.shown((n_queries, n_keys));
            app.set_window(NAME, size, Window::of_ranges(rows, columns, size));
        }
        Sought::Token(token) if token < n_queries => to_query(token),
        Sought::Token(_) => return Some(Missed::Number(typed.trim().to_owned())),
        Sought::Text(text) => {
            let spelled = text.replace(' ', "·");
            let find = |axis, count, from| {
                let names: Vec<_> = untrack(|| (0..count).map(|at| app.token(axis, at)).collect());
                next_with(names.iter().map(String::as_str), &spelled, from)
            };
            if let Some(query) = find(Axis::Query, n_queries, selection.query) {
                to_query(query);
            } else if let Some(key) = find(Axis::Key, n_keys, selection.key) {
                show_cell(app, (selection.query, key));
            } else {
                return Some(if is_numeric(&text) {
                    Missed::Number(text)
                } else {
                    Missed::Text(text)
                });
            }
        }
    }
    None
}

/// The queries and the keys that the pictures show, where they do not show all; of one sequence, the same of both.
fn seen(app: AppState) -> Option<(Range<usize>, Range<usize>)> {
    let convention = app.convention.get();
    let size = convention.shown(app.size());
    let (queries, keys) = convention.stored(app.window_of(NAME, size)?.ranges(size));
    if !is_one_sequence(&app.loaded.read()) {
        return Some((queries, keys));
    }
    let both = queries.start.min(keys.start)..queries.end.max(keys.end);
    (both.len() < app.size().0).then(|| (both.clone(), both))
}

/// Takes only those tokens; returns why they cannot be taken.
fn keep_seen(app: AppState) -> Option<Missed> {
    let (queries, keys) = untrack(|| seen(app))?;
    app.keep_only(queries, keys).err().map(Missed::Tokens)
}

/// Goes to the key that the selected query attends to most.
fn to_largest(app: AppState) {
    let query = app.selection.get_untracked().query;
    let key = {
        let trace = app.trace.read_untracked();
        let weights = trace.row(NAME, app.head.get_untracked(), query);
        weights.and_then(|weights| largest((&weights).into())).map(|(key, _)| key)
    };
    if let Some(key) = key {
        show_cell(app, (query, key));
    }
}

/// Selects a query and a key, and brings them into the middle, near enough to be read.
fn show_cell(app: AppState, (query, key): (usize, usize)) {
    let convention = app.convention.get_untracked();
    let size = convention.shown(untrack(|| app.size()));
    let now = untrack(|| app.window_of(NAME, size));
    let near = Window::of_ranges(0..AROUND, 0..AROUND, size);
    let window = now.unwrap_or(near).centered(convention.shown((query, key)), size);
    app.set_window(NAME, size, window);
    let mut settings = app.settings.write();
    (settings.selection.query, settings.selection.key) = (query, key);
}
