//! One piece: its text, what was understood, what is wrong with it.

use leptos::prelude::*;

use super::{
    arrays::Arrays,
    guesses::Guesses,
    sentence::sentence,
    text_box::{self, ROWS, TextBox},
};
use crate::{
    panel::{
        piece::{Face, Piece},
        state::PanelState,
    },
    ui::erased::{maybe, pressed, text},
    wire::desk::{Line, PieceAnswer, Trouble},
};

/// A piece and all that is said of it.
#[component]
pub fn PieceView(piece: Piece) -> impl IntoView {
    let panel = PanelState::get();
    let told = panel.told_of(piece);
    let title = move || panel.title_of(piece);
    let guesses = move || told.get().map(|told| told.guesses).unwrap_or_default();
    let on_answer = move |(topic, option)| panel.answer(piece, topic, option);
    let can_go = move || !piece.is_tokens && (!piece.is_blank() || panel.pieces.read().len() > 2);
    let is_left_out = move || told.with(|told| told.as_ref().is_some_and(|told| told.is_left_out));
    view! {
        <section class="piece" aria-label=text(title)>
            <div class="piece-head">
                <h3>{text(title)}</h3>
                <p class="piece-facts">{text(move || facts(panel, piece, told))}</p>
                {maybe(move || can_go().then(|| view! {
                    <button
                        type="button"
                        class="plain"
                        aria-label=text(move || (panel.words().piece.remove)(&title()))
                        on:click=pressed(move || panel.remove(piece))
                    >"✕"</button>
                }))}
            </div>
            {maybe(move || piece.is_tokens.then(|| view! {
                <p class="piece-hint">{text(move || panel.words().tokens.hint)}</p>
            }))}
            <FaceView piece told title=Signal::derive(title) />
            <div id=format!("trouble-{}", piece.id) aria-live="polite">
                {maybe(move || {
                    let trouble = told.get()?.trouble?;
                    Some(view! { <TroubleView piece trouble /> })
                })}
            </div>
            {maybe(move || is_left_out().then(|| view! {
                <p class="piece-hint">{text(move || panel.words().piece.left_out)}</p>
            }))}
            <Encodings piece told />
            <Guesses
                name=format!("piece-{}", piece.id)
                guesses=Signal::derive(guesses)
                on_answer=Callback::new(on_answer)
            >
                <Arrays piece told />
            </Guesses>
            <Notes told />
        </section>
    }
}

/// What it was taken for, its name, and how large it is.
fn facts(panel: PanelState, piece: Piece, told: Memo<Option<PieceAnswer>>) -> String {
    let words = &panel.words().piece;
    let Some(told) = told.get() else { return piece.name.get() };
    let form = told.form.map(|form| panel.say(&form));
    let name = Some(piece.name.get()).filter(|name| !name.is_empty());
    let is_small = matches!(*piece.face.read(), Face::Text(_));
    let size = (!is_small).then(|| size(told.bytes));
    let lines = told.lines.filter(|_| !is_small).map(|count| (words.lines)(&count.to_string()));
    let facts = [name, form, size, lines].into_iter().flatten();
    facts.collect::<Vec<_>>().join(" · ")
}

/// Bytes as people say them.
fn size(bytes: usize) -> String {
    match bytes as f64 {
        bytes if bytes < 1e3 => format!("{bytes} B"),
        bytes if bytes < 1e6 => format!("{:.0} KB", bytes / 1e3),
        bytes => format!("{:.1} MB", bytes / 1e6),
    }
}

/// The text, its beginning, or a word about a file that is none.
#[component]
fn FaceView(piece: Piece, told: Memo<Option<PieceAnswer>>, title: Signal<String>) -> impl IntoView {
    let panel = PanelState::get();
    let is_text = Memo::new(move |_| matches!(*piece.face.read(), Face::Text(_)));
    let placeholder = move || {
        if piece.is_tokens {
            panel.words().tokens.placeholder.to_owned()
        } else {
            panel.words().piece.placeholder.to_owned()
        }
    };
    let id = format!("piece-{}", piece.id);
    let other = move || {
        match piece.face.get() {
        Face::Beginning(text) => view! {
            <pre class="beginning" id=id.clone() tabindex="0">{format!("{text} …")}</pre>
            <p class="piece-hint">{move || panel.words().piece.excerpt}</p>
        }
        .into_any(),
        Face::Bytes => {
            view! { <p class="piece-hint" id=id.clone() tabindex="-1">{move || panel.words().piece.binary}</p> }
                .into_any()
        }
        Face::Text(_) => ().into_any(),
    }
    };
    move || {
        if is_text.get() {
            view! { <TextBox piece told label=title placeholder=Signal::derive(placeholder) /> }
                .into_any()
        } else {
            other()
        }
    }
}

/// What is wrong, where, and a way to go there.
#[component]
fn TroubleView(piece: Piece, trouble: Trouble) -> impl IntoView {
    let panel = PanelState::get();
    let Trouble { words, spot } = trouble;
    let place = spot.map(|spot| {
        // A short text is marked itself, and is all in sight.
        let is_in_sight = piece.face.with_untracked(|face| {
            matches!(face, Face::Text(text) if text.lines().count() < *ROWS.end())
        });
        let lines = spot.lines.clone().into_iter().map(line).collect_view();
        let lines = (!is_in_sight).then(|| view! { <pre class="trouble-lines">{lines}</pre> });
        let go = move || text_box::select(piece, &spot);
        let can_go = matches!(*piece.face.read_untracked(), Face::Text(_));
        let button = can_go.then(|| view! {
            <button type="button" on:click=pressed(go)>{text(move || panel.words().piece.go_to)}</button>
        });
        view! { {lines} {button} }
    });
    view! {
        <div class="trouble">
            <p>{text(move || sentence(panel.say(&words)))}</p>
            {place}
        </div>
    }
}

fn line(line: Line) -> impl IntoView {
    let Line { number, before, marked, after } = line;
    let is_here = marked.is_some().then_some("");
    view! {
        <span class="trouble-line" data-here=is_here>
            <span class="trouble-number">{number}</span>
            {before}
            {marked.map(|marked| view! { <mark>{marked}</mark> })}
            {after}
        </span>
    }
}

/// The encodings that an old text may be in.
#[component]
fn Encodings(piece: Piece, told: Memo<Option<PieceAnswer>>) -> impl IntoView {
    let panel = PanelState::get();
    let is_asked = Memo::new(move |before: Option<&bool>| {
        let is_encoded = told.with(|told| told.as_ref().is_some_and(|told| told.is_encoded));
        // The question stays after it is answered: it may be answered otherwise.
        is_encoded || (before.copied().unwrap_or(false) && panel.is_decoded(piece))
    });
    let option = move |label: &'static str, words: fn(PanelState) -> &'static str| {
        view! {
            <label>
                <input
                    type="radio"
                    name=format!("encoding-{}", piece.id)
                    on:change=move |_| panel.decode(piece, label)
                />
                <span>{text(move || words(panel))}</span>
            </label>
        }
    };
    let question = move || {
        view! {
            <fieldset class="question">
                <legend>{text(move || panel.words().piece.encoded)}</legend>
                {option("euc-kr", |panel| panel.words().piece.korean_encoding)}
                {option("windows-1252", |panel| panel.words().piece.western_encoding)}
            </fieldset>
        }
    };
    maybe(move || is_asked.get().then(question))
}

/// What must be said of it.
#[component]
fn Notes(told: Memo<Option<PieceAnswer>>) -> impl IntoView {
    let panel = PanelState::get();
    let notes = Memo::new(move |_| told.get().map(|told| told.notes).unwrap_or_default());
    let list = move || {
        let item = |said| view! { <li>{text(move || panel.say(&said))}</li> };
        view! { <ul class="notes">{notes.get().into_iter().map(item).collect_view()}</ul> }
    };
    maybe(move || (!notes.read().is_empty()).then(list))
}
