//! What is handed over: a text that was pasted on the page, files that were dropped or chosen.

use js_sys::{Array, JsString, Reflect};
use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::{JsCast as _, JsValue};
use web_sys::{File, FileList};

use super::{
    app,
    browser::{Content, LARGEST_FILE, MEGABYTE},
    state::{PanelState, Side},
};

/// Opens the panel and takes `{ view, text, files }`.
pub fn take(panel: PanelState, what: &JsValue) {
    let get = |key: &str| Reflect::get(what, &key.into()).unwrap_or_default();
    let side = match get("view").as_string().as_deref() {
        Some("share") => Side::Share,
        _ => Side::Data,
    };
    panel.side.set(side);
    panel.said.set(Vec::new());
    panel.before.set(Vec::new());
    app::open(panel);
    let files: Array = get("files").dyn_into().unwrap_or_default();
    let files: Vec<File> = files.iter().filter_map(|file| file.dyn_into().ok()).collect();
    let text = get("text").dyn_into::<JsString>().ok().filter(|text| text.length() > 0);
    if !files.is_empty() || text.is_some() {
        panel.before.set(untrack(|| panel.filled()));
    }
    if let Some(text) = text {
        let piece = panel.add("", &Content::text(text));
        app::focus_soon(piece);
    }
    spawn_local(read(panel, files));
}

/// Takes the files that were chosen in a field.
pub fn take_chosen(panel: PanelState, files: Option<FileList>) {
    let Some(files) = files.filter(|files| files.length() > 0) else { return };
    panel.before.set(untrack(|| panel.filled()));
    let files = (0..files.length()).filter_map(|at| files.get(at));
    spawn_local(read(panel, files.collect()));
}

/// Reads files in their order; what cannot be read is said.
async fn read(panel: PanelState, files: Vec<File>) {
    let words = panel.language.get_untracked().panel_words();
    let times_forgotten = panel.times_forgotten.get_value();
    let mut unread = Vec::new();
    for file in files {
        let name = file.name();
        if file.size() > LARGEST_FILE {
            let limit = format!("{} MB", LARGEST_FILE / MEGABYTE);
            unread.push((words.piece.too_large)(&name, &limit));
            continue;
        }
        let content = Content::of_file(&file).await;
        if panel.times_forgotten.get_value() != times_forgotten {
            return;
        }
        match content {
            Ok(content) => app::focus_soon(panel.add(&name, &content)),
            Err(_) => unread.push((words.piece.unreadable)(&name)),
        }
    }
    if !unread.is_empty() {
        panel.said.set(unread);
    }
}
