//! What the pieces amount to in a line, what does not fit, and the button that shows it: always in
//! sight.

use leptos::prelude::*;

use crate::{
    panel::{
        app,
        state::{PanelState, Phase},
    },
    ui::erased::{maybe, pressed, text},
    wire::desk::{Answer, Misfit},
};

/// The result.
#[component]
pub fn ResultView() -> impl IntoView {
    let panel = PanelState::get();
    let is_shown = move || panel.answer.read().problem.is_some();
    // While something newer is read the button waits for it, and does not flicker.
    let can_show = Memo::new(move |_| is_shown() && !matches!(panel.phase.get(), Phase::Broken(_)));
    let misfits = Memo::new(move |_| panel.answer.read().misfits.clone());
    let list = move || {
        let items = misfits.get().into_iter().map(|misfit| view! { <MisfitView misfit /> });
        view! { <ul class="misfits">{items.collect_view()}</ul> }
    };
    view! {
        <h3>{text(move || panel.words().whole.title)}</h3>
        <div role="status" aria-busy=text(move || (panel.phase.get() == Phase::Reading).to_string())>
            <p class="headline">{text(move || headline(panel))}</p>
            {maybe(move || (!misfits.read().is_empty()).then(list))}
        </div>
        <Broken />
        <Brought />
        <p class="panel-buttons">
            <button
                type="button"
                class="primary"
                disabled=move || !can_show.get()
                on:click=pressed(move || panel.show())
            >
                {text(move || panel.words().whole.show)}
            </button>
        </p>
    }
}

/// What there is to show, or why there is nothing.
fn headline(panel: PanelState) -> String {
    let answer = panel.answer.read();
    let words = panel.words();
    match &answer.problem {
        _ if panel.is_slow.get() => words.piece.reading.to_owned(),
        Some(problem) => panel.say(&problem.words),
        None if answer.pieces.is_empty() => words.whole.empty.to_owned(),
        None => trouble(&answer)
            .map_or(words.whole.misfits, |is_marked| {
                if is_marked { words.whole.unread } else { words.whole.unread_file }
            })
            .to_owned(),
    }
}

/// Whether something cannot be read, and whether the place is marked in its text.
fn trouble(answer: &Answer) -> Option<bool> {
    let mut troubles = answer.pieces.iter().filter_map(|piece| piece.trouble.as_ref()).peekable();
    troubles.peek()?;
    Some(troubles.any(|trouble| trouble.spot.is_some()))
}

/// What does not fit, and in which piece.
#[component]
fn MisfitView(misfit: Misfit) -> impl IntoView {
    let panel = PanelState::get();
    let Misfit { words, piece, .. } = misfit;
    let place = move || {
        let piece = panel.piece_of(piece?)?;
        (panel.answer.read().pieces.len() > 1).then(|| {
            view! {
                <button type="button" class="place" on:click=pressed(move || app::focus_soon(piece))>
                    {text(move || panel.title_of(piece))}
                </button>
                ": "
            }
        })
    };
    let id = piece.map(|piece| format!("misfit-{piece}"));
    view! { <li id=id>{maybe(place)} <span>{text(move || panel.say(&words))}</span></li> }
}

/// What was brought has joined what was here, or is left out beside a saved document.
#[component]
fn Brought() -> impl IntoView {
    let panel = PanelState::get();
    let is_beside = Memo::new(move |_| !panel.before.read().is_empty());
    let is_left_out = Memo::new(move |_| {
        let (before, answer) = (panel.before.read(), panel.answer.read());
        let is_new = |id: u32| !before.iter().any(|piece| piece.id == id);
        answer.pieces.iter().any(|piece| piece.is_left_out && is_new(piece.id))
    });
    let words = move || {
        let words = &panel.words().keep;
        if is_left_out.get() {
            (words.left_out, words.open_new)
        } else {
            (words.beside, words.only_new)
        }
    };
    let notice = move || {
        is_beside.get().then(|| {
            view! {
                <p>
                    {text(move || words().0)} " "
                    <button type="button" on:click=pressed(move || panel.remove_earlier())>
                        {text(move || words().1)}
                    </button>
                </p>
            }
        })
    };
    view! { <div class="panel-said" role="status">{maybe(notice)}</div> }
}

/// The reader did not come, or broke.
#[component]
fn Broken() -> impl IntoView {
    let panel = PanelState::get();
    let again = move || {
        panel.look();
        app::focus_first();
    };
    maybe(move || {
        let Phase::Broken(reason) = panel.phase.get() else { return None };
        Some(view! {
            <div class="trouble" role="alert">
                <p>{text(move || (panel.words().whole.broken)(&reason))}</p>
                <button type="button" on:click=pressed(again)>
                    {text(move || panel.words().whole.retry)}
                </button>
            </div>
        })
    })
}
