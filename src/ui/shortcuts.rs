//! Keys for the whole page: arrows step, brackets and digits choose heads, `m` the mask, `s` the
//! scale, `b` and `f` go along the cells that links led to. Fields and matrices keep their own keys.

use leptos::{ev::KeyboardEvent, prelude::*};

use super::{app_state::AppState, browser, frame};

/// Listens on the window for as long as the page lives.
pub fn listen(app: AppState) {
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        if !browser::is_text_field(&event) && take_back(app, &event) {
            event.prevent_default();
            return;
        }
        if !is_for_page(&event) {
            return;
        }
        if browser::has_own_arrows(&event) && event.key().starts_with("Arrow") {
            return;
        }
        if act(app, &event) {
            event.prevent_default();
        }
    });
    on_cleanup(move || listener.remove());
}

/// Whether a key is the page's: alone, and neither taken already nor for a field or an open dialog.
pub fn is_for_page(event: &KeyboardEvent) -> bool {
    let is_modified = event.ctrl_key() || event.meta_key() || event.alt_key();
    !(is_modified
        || event.default_prevented()
        || browser::is_field_key(event)
        || browser::is_dialog_open())
}

/// Ctrl or Cmd and Z takes back, with Shift it does again, as Ctrl and Y does; tells whether it was
/// one of them. Elsewhere a Korean keyboard sends the jamo of Z.
fn take_back(app: AppState, event: &KeyboardEvent) -> bool {
    if event.alt_key() || !(event.ctrl_key() || event.meta_key()) || browser::is_dialog_open() {
        return false;
    }
    match (event.key().as_str(), event.shift_key()) {
        ("z" | "Z" | "ㅋ", false) => app.undo(),
        ("z" | "Z" | "ㅋ", true) | ("y" | "Y" | "ㅛ", false) => app.redo(),
        _ => return false,
    }
    true
}

/// Does what a key means; tells whether it means anything.
fn act(app: AppState, event: &KeyboardEvent) -> bool {
    let key = event.key();
    match key.as_str() {
        "Escape" if app.loading.read_untracked().is_some() => app.cancel_loading(),
        // They step through the lesson, in the part that shows it.
        "PageUp" | "PageDown" if is_in_lesson(app) => return false,
        "ArrowLeft" | "ArrowRight" if is_in_lesson(app) && app.presents() => return false,
        // In a frame they turn the pages of what is around it.
        "PageUp" | "PageDown" if frame::is_embedded() => return false,
        // Paging is what presenters' remote controls send; sliders and radio buttons do without.
        "ArrowLeft" | "PageUp" => app.step(-1),
        "ArrowRight" | "PageDown" => app.step(1),
        _ if !app.has_shortcuts.get_untracked() => return false,
        "[" => app.choose_head(app.head.get_untracked().wrapping_sub(1)),
        "]" => app.choose_head(app.head.get_untracked() + 1),
        // Korean keyboards send the jamo of the same key while Hangul is on.
        "m" | "M" | "ㅡ" => app.toggle_mask(),
        "s" | "S" | "ㄴ" => app.set_divisor(None),
        "b" | "B" | "ㅠ" => return app.walk(-1),
        "f" | "F" | "ㄹ" => return app.walk(1),
        _ => return choose_by_digit(app, &key),
    }
    true
}

fn is_in_lesson(app: AppState) -> bool {
    app.settings.read_untracked().lesson.is_some()
}

/// Digits choose a head by the number it is shown with; 0 is the tenth where heads count from 1.
fn choose_by_digit(app: AppState, key: &str) -> bool {
    let Ok(digit) = key.parse::<usize>() else { return false };
    let first = untrack(|| app.first_head_number());
    let number = if first == 1 && digit == 0 { 10 } else { digit };
    app.choose_head(number.wrapping_sub(first));
    true
}
