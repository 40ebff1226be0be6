//! The link to what the page shows, which the page itself makes.

use js_sys::Promise;
use wasm_bindgen::{JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;

use super::browser::sentence;

#[wasm_bindgen]
extern "C" {
    /// The address that leads to what the page shows.
    #[wasm_bindgen(js_namespace = attnscope, js_name = link, catch)]
    fn request_link() -> Result<Promise, JsValue>;
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
