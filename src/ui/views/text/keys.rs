//! What keyboard and screen readers use of the tokens: the grid of the weights, of which one cell is in the document.

use leptos::{ev::KeyboardEvent, prelude::*};

use super::{
    Shown,
    weights::{NAME, in_words, weights_of_key, weights_of_query},
};
use crate::{
    math::{Axis, largest},
    ui::{
        browser,
        erased::text,
        widgets::{Markup, with, written},
    },
};

/// One tab stop for all tokens.
#[component]
pub fn Keys() -> impl IntoView {
    let shown: Shown = expect_context();
    let app = shown.app;
    let on_keydown = move |event: KeyboardEvent| {
        if !event.alt_key() && !event.meta_key() && !event.ctrl_key() && act(shown, &event.key()) {
            event.prevent_default();
        }
    };
    let at = move || {
        let selection = app.selection.get();
        (selection.query, selection.key)
    };
    let id = move || format!("text-cell-{}-{}", at().0, at().1);
    let cell = move || {
        let (query, key) = at();
        let (row, column) = app.convention.get().shown((query + 1, key + 1));
        let cell = Markup::text("div", in_words(app, query, key)).with("id", id());
        let cell = cell.with("role", "gridcell").with("aria-selected", "true");
        let cell = cell.with("aria-colindex", column.to_string());
        let row = Markup::of("div", vec![cell]).with("aria-rowindex", row.to_string());
        vec![row.with("role", "row")]
    };
    let size = move || app.convention.get().shown(app.size());
    let name = move || {
        let (rows, columns) = size();
        (app.words().page.grid)((app.words().matrix)(NAME), rows, columns)
    };
    view! {
        <div
            class="text-keys"
            role="grid"
            tabindex="0"
            aria-label=text(name)
            aria-rowcount=text(move || size().0.to_string())
            aria-colcount=text(move || size().1.to_string())
            aria-activedescendant=text(id)
            on:keydown=on_keydown
            use:written=with(cell)
        ></div>
    }
}

/// Does what a key means; tells whether it means anything.
fn act(shown: Shown, key: &str) -> bool {
    let (chosen, read) = untrack(|| shown.axes());
    let (axis, by) = match key {
        "ArrowLeft" => (read, -1),
        "ArrowRight" => (read, 1),
        "ArrowUp" => (chosen, -1),
        "ArrowDown" => (chosen, 1),
        "Home" => (read, isize::MIN),
        "End" => (read, isize::MAX),
        // In one text a token is both.
        "Enter" | " " if shown.is_one.get_untracked() => {
            shown.select(chosen, untrack(|| shown.selected(read)));
            return true;
        }
        // Korean keyboards send the jamo of the same key while Hangul is on.
        "x" | "X" | "ㅌ" => {
            to_largest(shown, chosen, read);
            return true;
        }
        _ => return false,
    };
    let (at, count) = untrack(|| (shown.selected(axis), shown.count(axis)));
    let last = count.saturating_sub(1);
    shown.select(axis, at.saturating_add_signed(by).min(last));
    follow(axis == chosen);
    true
}

fn to_largest(shown: Shown, chosen: Axis, read: Axis) {
    let found = untrack(|| {
        let at = shown.selected(chosen);
        let weights = match chosen {
            Axis::Key => weights_of_key(shown.app, at),
            _ => weights_of_query(shown.app, at),
        };
        largest((&weights?).into())
    });
    if let Some((at, _)) = found {
        shown.select(read, at);
        follow(false);
    }
}

/// Brings the token that was moved to into sight.
fn follow(is_chosen: bool) {
    let mark = if is_chosen { "chosen" } else { "read" };
    leptos::task::spawn_local(async move {
        browser::effects_have_run().await;
        browser::reveal(&format!(".text-area [data-mark={mark}]"), ".text-area");
    });
}
