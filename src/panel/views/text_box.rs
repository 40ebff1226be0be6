//! A text to write in, with the place that cannot be read marked under it.

use leptos::{
    ev::{ClipboardEvent, Event},
    html,
    prelude::*,
};
use wasm_bindgen::JsCast as _;
use web_sys::HtmlElement;

use crate::{
    panel::{
        browser::Content,
        piece::{Face, LONGEST_SHOWN, Piece},
        state::{PanelState, Phase},
    },
    ui::erased::text,
    wire::desk::{PieceAnswer, Spot},
};

/// Lines that a text field shows at least, and at most.
pub const ROWS: std::ops::RangeInclusive<usize> = 4..=14;

/// The text of a piece.
#[component]
pub fn TextBox(
    piece: Piece,
    /// What was read of it.
    told: Memo<Option<PieceAnswer>>,
    #[prop(into)] label: Signal<String>,
    #[prop(into)] placeholder: Signal<String>,
) -> impl IntoView {
    let panel = PanelState::get();
    let (area, marks) = (NodeRef::<html::Textarea>::new(), NodeRef::<html::Pre>::new());
    let value = move || match piece.face.get() {
        Face::Text(text) => text,
        Face::Beginning(_) | Face::Bytes => String::new(),
    };
    let spot = Memo::new(move |_| {
        let told = told.get()?;
        told.trouble?.spot.filter(|_| panel.phase.get() == Phase::Idle)
    });
    let is_wrong = move || {
        let has_trouble =
            told.with(|told| told.as_ref().is_some_and(|told| told.trouble.is_some()));
        has_trouble || panel.answer.read().misfits.iter().any(|it| it.piece == Some(piece.id))
    };
    let rows = move || {
        let least = if piece.is_tokens { 2 } else { *ROWS.start() };
        value().lines().count().saturating_add(1).clamp(least, *ROWS.end()).to_string()
    };
    let marked = move || spot.get().map(|spot| with_mark(&value(), &spot));
    let follow = move |_: Event| {
        if let (Some(area), Some(marks)) = (area.get_untracked(), marks.get_untracked()) {
            marks.set_scroll_top(area.scroll_top());
            marks.set_scroll_left(area.scroll_left());
        }
    };
    view! {
        <div class="text-box">
            <pre class="text-marks" aria-hidden="true" node_ref=marks>{marked}</pre>
            <textarea
                id=format!("piece-{}", piece.id)
                node_ref=area
                rows=rows
                spellcheck="false"
                autocomplete="off"
                wrap="off"
                aria-label=label
                placeholder=placeholder
                aria-invalid=text(move || is_wrong().to_string())
                aria-describedby=format!("trouble-{0} misfit-{0}", piece.id)
                prop:value=value
                on:input=move |event| {
                    let was_blank = untrack(|| piece.is_blank());
                    panel.type_in(piece, event_target_value(&event));
                    if was_blank {
                        show_beginning(area);
                    }
                }
                on:paste=move |event| take_large(panel, piece, &event)
                on:scroll=follow
            ></textarea>
        </div>
    }
}

/// What was pasted is read from its beginning; the browser shows its end.
fn show_beginning(area: NodeRef<html::Textarea>) {
    request_animation_frame(move || {
        if let Some(area) = area.get_untracked() {
            area.set_scroll_top(0);
            area.set_scroll_left(0);
        }
    });
}

/// The text with the place marked.
fn with_mark(text: &str, spot: &Spot) -> impl IntoView + use<> {
    let start = byte_of(text, spot.start);
    let end = start + byte_of(&text[start..], spot.length);
    let (before, marked, after) = (&text[..start], &text[start..end], &text[end..]);
    // A last line break has no height of its own.
    let after = format!("{after}\n");
    view! { {before.to_owned()}<mark>{marked.to_owned()}</mark>{after} }
}

/// The byte at which a UTF-16 unit begins; the end where there are not so many.
fn byte_of(text: &str, unit: usize) -> usize {
    let mut units = 0;
    for (at, character) in text.char_indices() {
        if units >= unit {
            return at;
        }
        units += character.len_utf16();
    }
    text.len()
}

/// A large paste does not go through the text field, which would stop the page.
fn take_large(panel: PanelState, piece: Piece, event: &ClipboardEvent) {
    let Some(data) = event.clipboard_data() else { return };
    let Ok(pasted) = data.get_data("text/plain") else { return };
    if pasted.len() < LONGEST_SHOWN as usize {
        return;
    }
    event.prevent_default();
    let content = Content::text(pasted.into());
    if untrack(|| piece.is_blank()) {
        panel.replace(piece, &content);
    } else {
        panel.add("", &content);
    }
}

/// Selects the place in the text field of a piece, and shows it.
pub fn select(piece: Piece, spot: &Spot) {
    let area = document().get_element_by_id(&format!("piece-{}", piece.id));
    let Some(area) = area.and_then(|area| area.dyn_into::<web_sys::HtmlTextAreaElement>().ok())
    else {
        return;
    };
    // Only an element that is not on the page cannot take the focus.
    area.focus().ok();
    area.set_selection_range(spot.start as u32, (spot.start + spot.length) as u32).ok();
    let mark = area.parent_element().and_then(|parent| parent.query_selector("mark").ok()?);
    if let Some(mark) = mark.and_then(|mark| mark.dyn_into::<HtmlElement>().ok()) {
        area.set_scroll_top(mark.offset_top() - area.client_height() / 3);
        area.set_scroll_left(mark.offset_left() - area.client_width() / 3);
    }
}
