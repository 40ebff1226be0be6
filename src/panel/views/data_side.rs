//! The user's own data: the pieces, and beside them what they amount to.

use leptos::{html, prelude::*};

use super::{forms::Forms, piece::PieceView, result::ResultView, whole::Whole};
use crate::{
    panel::{app, files, state::PanelState},
    ui::erased::{maybe, pressed, text},
};

/// Pieces on the left, what they amount to on the right.
#[component]
pub fn DataSide() -> impl IntoView {
    let panel = PanelState::get();
    let numbers = move || {
        let pieces = panel.pieces.get();
        pieces.into_iter().filter(|piece| !piece.is_tokens).collect::<Vec<_>>()
    };
    let tokens = move || {
        let pieces = panel.pieces.get();
        pieces.into_iter().filter(|piece| piece.is_tokens).collect::<Vec<_>>()
    };
    view! {
        <div class="panel-data">
            <div class="panel-pieces">
                <p class="panel-intro">{text(move || panel.words().piece.intro)}</p>
                <Said />
                <For each=numbers key=|piece| piece.id let:piece>
                    <PieceView piece />
                </For>
                <AddPieces />
                <For each=tokens key=|piece| piece.id let:piece>
                    <PieceView piece />
                </For>
                <Forms />
            </div>
            <div class="panel-result">
                <ResultView />
            </div>
            <div class="panel-whole">
                <Whole />
            </div>
        </div>
    }
}

/// More texts and files.
#[component]
fn AddPieces() -> impl IntoView {
    let panel = PanelState::get();
    let chooser = NodeRef::<html::Input>::new();
    let add = move || {
        app::focus_soon(panel.add_blank());
    };
    let choose = move || {
        if let Some(chooser) = chooser.get_untracked() {
            chooser.click();
        }
    };
    let chosen = move |_| {
        if let Some(chooser) = chooser.get_untracked() {
            files::take_chosen(panel, chooser.files());
            // The same file can be chosen again.
            chooser.set_value("");
        }
    };
    view! {
        <div class="panel-buttons">
            <button type="button" on:click=pressed(choose)>{text(move || panel.words().piece.choose)}</button>
            <button type="button" on:click=pressed(add)>{text(move || panel.words().piece.add)}</button>
            <input type="file" multiple=true hidden=true node_ref=chooser on:change=chosen />
        </div>
    }
}

/// What was said last, and what was removed and can be put back.
#[component]
fn Said() -> impl IntoView {
    let panel = PanelState::get();
    let lines =
        move || panel.said.get().into_iter().map(|line| view! { <p>{line}</p> }).collect_view();
    let undo = move || {
        (!panel.removed.read().is_empty()).then(|| {
            view! {
                <p>
                    {text(move || panel.words().keep.removed)} " "
                    <button type="button" on:click=pressed(move || panel.undo_removal())>
                        {text(move || panel.words().keep.undo)}
                    </button>
                </p>
            }
        })
    };
    view! { <div class="panel-said" role="status">{lines} {maybe(undo)}</div> }
}
