//! The panel as a whole: a dialog over the page, with two sides.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::HtmlDialogElement;

use super::{
    piece::Piece,
    state::{PanelState, Side},
    views::{DataSide, ShareSide},
};
use crate::ui::{
    browser::focus,
    erased::{part, pressed, text},
    storage::Kept,
};

/// The dialog's id.
const ID: &str = "panel";

/// The panel, closed.
#[component]
pub fn App() -> impl IntoView {
    let panel = PanelState::get();
    let was_opened = Memo::new(move |_| panel.opened.get() > 0);
    let shown = Memo::new(move |_| panel.side.get());
    let side = move || match (was_opened.get(), shown.get()) {
        // What is kept comes first, and then what is made of it.
        (false, _) => ().into_any(),
        (true, Side::Data) => view! { <DataSide /> }.into_any(),
        (true, Side::Share) => {
            // The page may show something else since.
            panel.opened.track();
            view! { <ShareSide /> }.into_any()
        }
    };
    view! {
        <dialog id=ID class="panel" aria-label=text(move || side_name(panel, panel.side.get()))>
            <header class="panel-bar">
                <div class="panel-sides" role="group">
                    <SideButton side=Side::Data />
                    <SideButton side=Side::Share />
                </div>
                <p class="panel-drop">{text(move || panel.words().drop_here)}</p>
                <button type="button" on:click=pressed(close)>{text(move || panel.words().close)}</button>
            </header>
            {part(side)}
        </dialog>
    }
}

/// A button that shows a side.
#[component]
fn SideButton(side: Side) -> impl IntoView {
    let panel = PanelState::get();
    view! {
        <button
            type="button"
            aria-pressed=text(move || (panel.side.get() == side).to_string())
            on:click=pressed(move || panel.side.set(side))
        >
            {text(move || side_name(panel, side))}
        </button>
    }
}

fn side_name(panel: PanelState, side: Side) -> &'static str {
    match side {
        Side::Data => panel.words().data,
        Side::Share => panel.words().share,
    }
}

fn dialog() -> Option<HtmlDialogElement> {
    document().get_element_by_id(ID)?.dyn_into().ok()
}

/// Opens the panel and moves the focus into it.
pub fn open(panel: PanelState) {
    let Some(dialog) = dialog() else { return };
    panel.opened.update(|times| *times += 1);
    panel.has_works.set(Kept::Works.load().is_some());
    if !dialog.open() {
        // Fails only for a dialog that is open or not on the page, and this one is neither.
        dialog.show_modal().ok();
        let first = match panel.side.get_untracked() {
            Side::Data => "#panel textarea",
            Side::Share => "#panel [aria-pressed=true]",
        };
        request_animation_frame(move || focus(first));
    }
}

/// Moves the focus to the first text: what was pressed is gone.
pub fn focus_first() {
    request_animation_frame(|| focus("#panel textarea, #panel [id^=piece-]"));
}

/// Moves the focus to the text of a piece, once it is there.
pub fn focus_soon(piece: Piece) {
    request_animation_frame(move || focus(&format!("#piece-{}", piece.id)));
}

/// Closes the panel; the browser gives the focus back to where it was.
pub fn close() {
    if let Some(dialog) = dialog() {
        dialog.close();
    }
}
