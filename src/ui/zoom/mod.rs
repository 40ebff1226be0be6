//! Going about in a large matrix: buttons, a small picture of the whole, and what hands do on the picture; below the
//! equation, where to go. A part of its own, which only long inputs fetch.

mod finder;
mod hands;
mod pointing;

use std::ops::Range;

use leptos::{html, prelude::*};
use wasm_bindgen::JsCast as _;
use web_sys::{HtmlElement, PointerEvent};

use super::{
    app_state::AppState,
    erased::{maybe, pressed, text, truth},
    stages::{BarePicture, Navigated, called, use_cell, use_thumbnail},
};
use crate::{
    draw::{Window, grouped},
    i18n::zoom::ZoomWords,
    math::Axis,
};

pub use finder::Finder;

/// What a press on a button or a key makes larger.
const STEP: f64 = 1.6;

/// The middle of what is seen.
const MIDDLE: (f64, f64) = (0.5, 0.5);

fn words(app: AppState) -> &'static ZoomWords {
    app.language.get().zoom_words()
}

impl Navigated {
    /// What is seen.
    fn seen(self) -> Window {
        self.window.get().unwrap_or(Window::whole(self.size.0, self.size.1))
    }

    /// The same where nobody follows it.
    fn now(self) -> Window {
        untrack(|| self.seen())
    }

    fn go_to(self, app: AppState, window: Window) {
        app.set_window(self.name, self.size, window.within(self.size));
    }

    /// Zooms about a share of what is seen; tells whether that changed anything.
    fn zoom(self, app: AppState, factor: f64, at: (f64, f64)) -> bool {
        let (before, after) = (self.now(), self.now().zoomed(factor, at, self.size));
        self.go_to(app, after);
        before != after
    }
}

/// Which rows and columns are seen, in words.
fn in_words(
    app: AppState,
    (row_axis, column_axis): (Axis, Axis),
    seen: Window,
    size: (usize, usize),
) -> String {
    let (rows, columns) = seen.ranges(size);
    let along = |axis, range: Range<usize>| {
        let [first, last] = [range.start + 1, range.end].map(grouped);
        format!("{} {first}–{last}", (words(app).axis)(axis))
    };
    format!("{} · {}", along(row_axis, rows), along(column_axis, columns))
}

/// Buttons beside the caption of a large matrix, a small picture of the whole while not all is shown, and the hands.
#[component]
pub fn Navigator() -> impl IntoView {
    let app = AppState::get();
    let navigated: Navigated = expect_context();
    let Navigated { name, size, window, aside, .. } = navigated;
    let root = NodeRef::<html::Div>::new();
    let axes = app.convention.get_untracked().shown(name.axes());
    Effect::new(move |_| {
        let figure = root.get().and_then(|root| root.closest("figure").ok()?);
        let Some(figure) = figure.and_then(|it| it.dyn_into::<HtmlElement>().ok()) else { return };
        hands::listen(app, navigated, &figure);
        // In the same turn as the picture is drawn.
        Effect::new(move |_| lay_out(&figure, navigated.seen(), window.get().is_some()));
    });
    follow_cell(app, navigated);
    let zoom = move |factor| pressed(move || _ = navigated.zoom(app, factor, MIDDLE));
    let is_whole = move || window.get().is_none();
    view! {
        <div
            class="zoom"
            role="group"
            node_ref=root
            aria-label=text(move || (words(app).group)(&called(app, name, aside)))
        >
            <span class="zoom-seen">
                {text(move || window.get().map_or_else(String::new, |seen| in_words(app, axes, seen, size)))}
            </span>
            <button
                type="button"
                title=text(move || words(app).closer)
                aria-label=text(move || words(app).closer)
                on:click=zoom(STEP)
            >
                "+"
            </button>
            <button
                type="button"
                title=text(move || words(app).farther)
                aria-label=text(move || words(app).farther)
                disabled=truth(is_whole)
                on:click=zoom(1.0 / STEP)
            >
                "−"
            </button>
            <button
                type="button"
                title=text(move || words(app).whole_about)
                disabled=truth(is_whole)
                on:click=zoom(0.0)
            >
                {text(move || words(app).whole)}
            </button>
        </div>
        {maybe(move || window.read().is_some().then(|| view! { <Minimap navigated /> }))}
    }
}

/// Tells the stylesheet where the window is.
fn lay_out(figure: &HtmlElement, seen: Window, is_part: bool) {
    let lengths = [
        ("--top", seen.top),
        ("--left", seen.left),
        ("--seen-rows", seen.rows),
        ("--seen-columns", seen.columns),
    ];
    for (name, length) in lengths {
        // Our own names and numbers, as all that is set here.
        figure.style().set_property(name, &length.to_string()).ok();
    }
    let state = if is_part { "part" } else { "whole" };
    figure.set_attribute("data-window", state).ok();
}

/// The window follows the selected cell, wherever that was chosen.
fn follow_cell(app: AppState, navigated: Navigated) {
    let cell = use_cell(app, navigated.name, navigated.size);
    let convention = app.convention.get_untracked();
    Effect::new(move |before: Option<(usize, usize)>| {
        let cell = convention.shown(cell.get());
        let has_moved = before.is_some_and(|before| before != cell);
        if has_moved && navigated.window.read_untracked().is_some() {
            navigated.go_to(app, navigated.now().showing(cell, navigated.size));
        }
        cell
    });
}

/// The whole, small, with a frame around what is seen. For the hand alone: keys move the cell, and the window follows.
#[component]
fn Minimap(navigated: Navigated) -> impl IntoView {
    let app = AppState::get();
    let move_to = move |event: &PointerEvent| {
        let Some((down, across)) = pointing::share_of(event) else { return };
        let (rows, columns) = navigated.size;
        let at = |share: f64, count: usize| (share.clamp(0.0, 1.0) * count as f64) as usize;
        let cell = (at(down, rows), at(across, columns));
        navigated.go_to(app, navigated.now().centered(cell, navigated.size));
    };
    let picture = match navigated.aside {
        None => use_thumbnail(app, navigated.name),
        Some(_) => navigated.picture,
    };
    let press = move |event: PointerEvent| {
        if event.button() == 0 {
            pointing::keep(&event);
            move_to(&event);
        }
    };
    let drag = move |event: PointerEvent| {
        if event.buttons() & 1 == 1 {
            move_to(&event);
        }
    };
    view! {
        <div class="minimap" aria-hidden="true" on:pointerdown=press on:pointermove=drag>
            <BarePicture picture />
            <div class="minimap-frame"></div>
        </div>
    }
}
