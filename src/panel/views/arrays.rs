//! The arrays of a piece: their shapes, what each is taken for, what its shape must be, and how it
//! begins.

use leptos::prelude::*;

use super::preview::PreviewTable;
use crate::{
    panel::{piece::Piece, state::PanelState},
    ui::erased::{maybe, text, truth},
    wire::desk::{Array, PieceAnswer, RoleName},
};

/// All arrays of a piece.
#[component]
pub fn Arrays(piece: Piece, told: Memo<Option<PieceAnswer>>) -> impl IntoView {
    let arrays = move || {
        let arrays = told.get().map(|told| told.arrays).unwrap_or_default();
        arrays.into_iter().enumerate().collect::<Vec<_>>()
    };
    let key = |(at, array): &(usize, Array)| (*at, array.name.clone(), array.shape.clone());
    view! {
        <For each=arrays key=key let((at, array))>
            <ArrayView piece told at array />
        </For>
    }
}

#[component]
fn ArrayView(
    piece: Piece,
    told: Memo<Option<PieceAnswer>>,
    at: usize,
    array: Array,
) -> impl IntoView {
    let panel = PanelState::get();
    let now = Memo::new(move |_| told.with(|told| told.as_ref()?.arrays.get(at).cloned()));
    let count =
        Memo::new(move |_| told.with(|told| told.as_ref().map_or(0, |told| told.arrays.len())));
    let Array { name, shape, is_texts, .. } = array;
    let shape: Vec<String> = shape.iter().map(ToString::to_string).collect();
    let shape = shape.join(" × ");
    let title = move || match &name {
        Some(name) => Some(name.clone()),
        None => (count.get() > 1).then(|| (panel.words().piece.nth_array)(at + 1)),
    };
    let needed = move || {
        let needed = now.get()?.needed?;
        Some(format!("{} {}", panel.words().piece.needed, panel.say(&needed)))
    };
    let preview = move || {
        let preview = now.get()?.preview?;
        let is_only = count.get() == 1;
        Some(
            view! { <details open=is_only><summary>{text(move || panel.words().piece.preview)}</summary><PreviewTable preview /></details> },
        )
    };
    view! {
        <div class="array">
            <p class="array-line">
                {move || title().map(|title| view! { <b class="array-name">{title}</b> })}
                <span class="array-shape">{shape}</span>
                <RoleMenu piece at now is_texts />
                <span class="array-needed">{needed}</span>
            </p>
            {maybe(preview)}
        </div>
    }
}

/// What an array is taken for; the guess comes first.
#[component]
fn RoleMenu(piece: Piece, at: usize, now: Memo<Option<Array>>, is_texts: bool) -> impl IntoView {
    let panel = PanelState::get();
    let roles = Memo::new(move |_| panel.answer.read().roles.clone());
    let chosen = Memo::new(move |_| now.get().and_then(|array| array.role).unwrap_or_default());
    let option = move |role: RoleName| {
        let (key, value, words) = (role.key.clone(), role.key, role.words);
        view! {
            <option value=value prop:selected=truth(move || chosen.get() == key)>
                {text(move || panel.say(&words))}
            </option>
        }
    };
    let fits = move |role: &RoleName| role.is_texts == is_texts || role.key == "Unused";
    let options = move || roles.get().into_iter().filter(fits).map(option).collect_view();
    let on_change = move |event| panel.take_for(piece, at, event_target_value(&event));
    view! {
        <label>
            <span class="role-label">{text(move || panel.words().piece.role)}</span>
            <select on:change=on_change>{options}</select>
        </label>
    }
}
