//! The arrays of a piece: their shapes, what each is taken for, what its shape must be, and how it
//! begins. Of a large file those that are used come first; the others are found by their names.

use std::collections::BTreeSet;

use leptos::prelude::*;

use super::preview::{PreviewTable, TokenList};
use crate::{
    panel::{piece::Piece, state::PanelState},
    ui::erased::{changed, maybe, part, text, truth},
    wire::desk::{Array, PieceAnswer, RoleName},
};

/// Up to so many arrays all are in sight.
const FEW: usize = 4;
/// From so many on they can be found by name.
const MANY: usize = 12;
/// As in `Role::Unused`.
const UNUSED: &str = "Unused";

/// All arrays of a piece.
#[component]
pub fn Arrays(piece: Piece, told: Memo<Option<PieceAnswer>>) -> impl IntoView {
    // What the user has found among the others stays there, so that nothing moves under the hand.
    let found = RwSignal::new(BTreeSet::new());
    let sorted = Memo::new(move |_| {
        let arrays = told.get().map(|told| told.arrays).unwrap_or_default();
        let is_few = arrays.len() <= FEW;
        let (roles, found) = (piece.roles.read(), found.read());
        let is_in_sight = |(at, array): &(usize, Array)| {
            let is_used = array.role.as_deref() != Some(UNUSED) || roles.contains_key(at);
            is_few || (is_used && !found.contains(at))
        };
        arrays.into_iter().enumerate().partition::<Vec<_>, _>(is_in_sight)
    });
    let in_sight = move || sorted.get().0;
    let others = Memo::new(move |_| sorted.get().1);
    let has_others = Memo::new(move |_| !others.read().is_empty());
    view! {
        <For each=in_sight key=key let((at, array))>
            <ArrayView piece told at array />
        </For>
        {maybe(move || has_others.get().then(|| view! { <Others piece told others found /> }))}
    }
}

fn key((at, array): &(usize, Array)) -> (usize, Option<String>, Vec<usize>) {
    (*at, array.name.clone(), array.shape.clone())
}

/// Arrays that are not used, folded away.
#[component]
fn Others(
    piece: Piece,
    told: Memo<Option<PieceAnswer>>,
    others: Memo<Vec<(usize, Array)>>,
    found: RwSignal<BTreeSet<usize>>,
) -> impl IntoView {
    let panel = PanelState::get();
    let count = Memo::new(move |_| others.read().len());
    let total = move || told.with(|told| told.as_ref().map_or(0, |told| told.arrays.len()));
    let is_all = untrack(|| count.get() == total());
    let is_open = RwSignal::new(is_all);
    let sought = RwSignal::new(String::new());
    let search = move || {
        view! {
            <input
                type="search"
                aria-label=text(move || panel.words().piece.find_array)
                placeholder=text(move || panel.words().piece.find_array)
                on:input=changed(move |typed| sought.set(typed.to_lowercase()))
            />
        }
    };
    let follow = move |event| {
        let details: web_sys::Element = event_target(&event);
        is_open.set(details.has_attribute("open"));
    };
    let matching = move || {
        let sought = sought.get();
        let mut all = others.get();
        all.retain(|(_, array)| {
            let name = array.name.as_deref().unwrap_or_default();
            name.to_lowercase().contains(sought.trim())
        });
        all
    };
    let list = move || {
        is_open.get().then(|| {
            view! {
                {(untrack(|| count.get()) >= MANY).then(search)}
                <For each=matching key=key let((at, array))>
                    <div on:change=move |_| { found.update(|found| { found.insert(at); }); }>
                        <ArrayView piece told at array />
                    </div>
                </For>
            }
        })
    };
    view! {
        <details class="other-arrays" open=is_all on:toggle=follow>
            <summary>{text(move || (panel.words().piece.more_arrays)(count.get()))}</summary>
            {part(list)}
        </details>
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
    let nth = move || {
        if count.get() > 1 { (panel.words().piece.nth_array)(at + 1) } else { String::new() }
    };
    let title = move || name.clone().unwrap_or_else(nth);
    let needed = move || {
        let needed = now.get()?.needed?;
        Some((panel.words().piece.needed)(&panel.say(&needed)))
    };
    let preview = move || {
        let preview = now.get()?.preview?;
        if is_texts {
            return Some(view! { <TokenList preview /> }.into_any());
        }
        let is_only = count.get() == 1;
        let details = view! { <details open=is_only><summary>{text(move || panel.words().piece.preview)}</summary><PreviewTable preview /></details> };
        Some(details.into_any())
    };
    view! {
        <div class="array">
            <p class="array-line">
                <b class="array-name">{text(title)}</b>
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
    let fits = move |role: &RoleName| role.is_texts == is_texts || role.key == UNUSED;
    let options = move || roles.get().into_iter().filter(fits).map(option).collect_view();
    view! {
        <label>
            <span class="role-label">{text(move || panel.words().piece.role)}</span>
            <select on:change=changed(move |role| panel.take_for(piece, at, role))>{options}</select>
        </label>
    }
}
