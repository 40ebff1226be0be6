//! The link to what the page shows, which the page itself makes, and what it says of that.

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

use super::browser::sentence;
use crate::{
    i18n::Language,
    state::{Convention, Link},
};

#[wasm_bindgen]
extern "C" {
    /// The address that leads to what the page shows.
    #[wasm_bindgen(js_namespace = attnscope, js_name = link, catch)]
    fn request_link() -> Result<Promise, JsValue>;
    /// What that is made of, in lines; the first is its fragment. Missing until the page is there.
    #[wasm_bindgen(js_namespace = attnscope, js_name = linked, catch)]
    fn linked() -> Result<Uint8Array, JsValue>;
}

/// The address that leads to what the page shows.
///
/// # Errors
/// The sentence of the reader where there is none, in the page's language.
pub async fn link() -> Result<String, String> {
    let link = request_link().map_err(|error| sentence(&error))?;
    let link = JsFuture::from(link).await.map_err(|error| sentence(&error))?;
    Ok(link.as_string().unwrap_or_default())
}

/// What the page shows: its name, where somebody's own numbers have one, the number of its first head,
/// and whether tokens are rows or columns.
///
/// # Errors
/// The reason in English where the page is not there.
pub fn about() -> Result<(Option<String>, usize, Convention), String> {
    let lines = linked().map_err(|error| sentence(&error))?.to_vec();
    let fragment =
        String::from_utf8_lossy(lines.split(|byte| *byte == b'\n').next().unwrap_or(&[]));
    // The page has written it, and may say nothing of it that is no link.
    let link = Link::parse(&fragment).unwrap_or_default();
    let first_head = link.origin().first_head_number();
    let stand_ins = Language::ALL.map(|language| language.panel_words().whole.unnamed);
    let name = link.name.filter(|name| !stand_ins.contains(&name.as_str()));
    Ok((name, first_head, link.convention.unwrap_or_default()))
}
