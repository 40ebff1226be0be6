//! What the page fills: a window, the whole screen, a frame of another page.

use leptos::prelude::*;
use wasm_bindgen::{JsCast as _, JsValue};
use wasm_bindgen_futures::JsFuture;

/// Whether the page is asked to fit a frame of another page: `?embed`.
pub fn is_embedded() -> bool {
    parameter("embed").is_some()
}

/// The value of a parameter of the address, before its fragment; empty where it has none.
pub fn parameter(name: &str) -> Option<String> {
    let search = window().location().search().unwrap_or_default();
    let mut pairs = search.trim_start_matches('?').split('&');
    pairs.find_map(|pair| {
        let (found, value) = pair.split_once('=').unwrap_or((pair, ""));
        (found == name).then(|| value.to_owned())
    })
}

/// The address of the whole page with a fragment.
pub fn page_with(fragment: &str) -> String {
    let location = window().location();
    let origin = location.origin().unwrap_or_default();
    format!("{origin}{}#{fragment}", location.pathname().unwrap_or_default())
}

/// Asks for the whole screen, or gives it back. A browser may refuse; the page works without.
pub fn set_fullscreen(is_full: bool) {
    let page = document();
    let is_now = js_sys::Reflect::get(&page, &"fullscreenElement".into());
    if is_now.is_ok_and(|element| element.is_truthy()) == is_full {
        return;
    }
    let (of, name): (JsValue, _) = match page.document_element() {
        Some(root) if is_full => (root.into(), "requestFullscreen"),
        _ => (page.into(), "exitFullscreen"),
    };
    let Ok(ask) = js_sys::Reflect::get(&of, &name.into()) else { return };
    let Ok(ask) = ask.dyn_into::<js_sys::Function>() else { return };
    if let Ok(answer) = ask.call0(&of).and_then(wasm_bindgen::JsCast::dyn_into::<js_sys::Promise>) {
        // A refusal that nobody waits for would be an error on the console.
        leptos::task::spawn_local(async move {
            JsFuture::from(answer).await.ok();
        });
    }
}
