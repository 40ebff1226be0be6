//! The browser around the page: storage, timers, the document, the clock, files from the server.
//! The only module that touches storage, the clock and the network; components ask `web_sys` only
//! about their own elements and events.

use std::time::Duration;

use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*};
use wasm_bindgen::{
    JsCast as _, JsValue,
    prelude::{Closure, wasm_bindgen},
};
use wasm_bindgen_futures::JsFuture;
use web_sys::{HtmlElement, ReadableStreamDefaultReader, Response};

/// What is kept in this browser.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kept {
    /// The language's tag.
    Language,
    /// `light` or `dark`; absent: as the system.
    Theme,
    /// The settings, as a line of text.
    Settings,
    /// `off` where single keys are switched off.
    Keys,
}

impl Kept {
    /// The storage key. `web/early.js` reads the first two before the first paint.
    fn key(self) -> &'static str {
        match self {
            Self::Language => "attnscope.language",
            Self::Theme => "attnscope.theme",
            Self::Settings => "attnscope.settings",
            Self::Keys => "attnscope.keys",
        }
    }

    /// What was kept; `None` also where storage is refused.
    pub fn load(self) -> Option<String> {
        storage()?.get_item(self.key()).ok()?
    }

    /// Keeps a text, or forgets it. Storage may be refused or full; the page then works without.
    pub fn store(self, text: Option<&str>) {
        let Some(storage) = storage() else { return };
        match text {
            Some(text) => storage.set_item(self.key(), text).ok(),
            None => storage.remove_item(self.key()).ok(),
        };
    }
}

fn storage() -> Option<web_sys::Storage> {
    window().local_storage().ok()?
}

/// Sets an attribute of the root element, or removes it.
pub fn set_root_attribute(name: &str, value: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    // Fails only for a malformed name, and ours are literals.
    match value {
        Some(value) => root.set_attribute(name, value).ok(),
        None => root.remove_attribute(name).ok(),
    };
}

/// The language tags that the user prefers, best first.
pub fn preferred_languages() -> Vec<String> {
    window().navigator().languages().iter().filter_map(|tag| tag.as_string()).collect()
}

/// Whether the system asks for dark colors, as a signal that follows it.
pub fn system_is_dark() -> ReadSignal<bool> {
    let (is_dark, set_dark) = signal(false);
    let query = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
    let Some(query) = query else { return is_dark };
    set_dark.set(query.matches());
    let follow = Closure::<dyn Fn(web_sys::MediaQueryListEvent)>::new(
        move |event: web_sys::MediaQueryListEvent| {
            // The page may be gone.
            set_dark.try_set(event.matches());
        },
    );
    query.set_onchange(Some(follow.as_ref().unchecked_ref()));
    // Lives as long as the page.
    follow.forget();
    std::mem::forget(query);
    is_dark
}

/// Device pixels in a CSS pixel, as a signal that follows zoom and monitors.
pub fn pixel_ratio() -> ReadSignal<f64> {
    let (ratio, set_ratio) = signal(window().device_pixel_ratio());
    await_other_ratio(set_ratio);
    ratio
}

/// Sets the ratio once it is another, and waits again: a query knows only the ratio it asks for.
fn await_other_ratio(set_ratio: WriteSignal<f64>) {
    let query = format!("(resolution: {}dppx)", window().device_pixel_ratio());
    let Some(query) = window().match_media(&query).ok().flatten() else { return };
    let follow = Closure::once_into_js(move || {
        // The page may be gone.
        if set_ratio.try_set(window().device_pixel_ratio()).is_none() {
            await_other_ratio(set_ratio);
        }
    });
    query.set_onchange(Some(follow.unchecked_ref()));
    // Lives until the ratio changes.
    std::mem::forget(query);
}

/// Runs `action` once after `delay`, unless it is called again before.
pub fn debounced(delay: Duration, action: impl Fn() + Clone + 'static) -> impl Fn() + Clone {
    let pending = StoredValue::new_local(None::<TimeoutHandle>);
    move || {
        if let Some(handle) = pending.get_value() {
            handle.clear();
        }
        // Without a timer the action is not run; nothing but storage depends on it.
        pending.set_value(set_timeout_with_handle(action.clone(), delay).ok());
    }
}

/// Milliseconds since the page was opened.
pub fn now() -> f64 {
    window().performance().map_or(0.0, |clock| clock.now())
}

/// Leaves a mark on the browser's performance timeline.
pub fn mark(name: &str) {
    // Only measured by `cargo xtask bench`; nothing depends on it.
    if let Some(clock) = window().performance() {
        clock.mark(name).ok();
    }
}

/// Waits until the effects of what was just set have run, and what they set in turn: all of that
/// happens in microtasks, before the browser does anything else.
pub async fn effects_have_run() {
    // Deeper than any chain of memos and effects here.
    const TURNS: usize = 32;
    for _ in 0..TURNS {
        // A resolved promise is never rejected.
        JsFuture::from(js_sys::Promise::resolve(&JsValue::UNDEFINED)).await.ok();
    }
}

/// Records the time from `start` (milliseconds) until now on the performance timeline.
pub fn measure(name: &str, start: f64) {
    let Some(clock) = window().performance() else { return };
    let Ok(function) = js_sys::Reflect::get(&clock, &"measure".into()) else { return };
    let Ok(function) = function.dyn_into::<js_sys::Function>() else { return };
    let options = js_sys::Object::new();
    // As for `mark`.
    js_sys::Reflect::set(&options, &"start".into(), &start.into()).ok();
    js_sys::Reflect::set(&options, &"end".into(), &clock.now().into()).ok();
    function.call2(&clock, &name.into(), &options).ok();
}

/// Whether a key belongs to the field it was pressed in: every key where text is typed or chosen,
/// the keys of movement and choice in sliders, radio buttons and checkboxes.
pub fn is_field_key(event: &web_sys::KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let Some(target) = target else { return false };
    match target.tag_name().as_str() {
        "SELECT" | "TEXTAREA" => true,
        "INPUT" => {
            let kind = target.get_attribute("type").unwrap_or_default();
            let is_typed_in = !matches!(kind.as_str(), "range" | "radio" | "checkbox");
            let is_paging = matches!(event.key().as_str(), "PageUp" | "PageDown");
            is_typed_in || (event.key().chars().count() > 1 && !is_paging) || event.key() == " "
        }
        _ => false,
    }
}

/// Whether an event comes from a matrix or from the heads, where arrow keys choose a cell or a head.
pub fn has_own_arrows(event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| {
        target.closest("[role=grid],[role=radiogroup]").ok().flatten().is_some()
    })
}

/// Moves the focus to the first element that the selector finds.
pub fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Only a detached element cannot be focused, and this one was just found.
        element.focus().ok();
    }
}

/// Whether a dialog is open over the page.
pub fn is_dialog_open() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Why a file did not arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchError {
    /// The server answered, but not with the file.
    Status(u16),
    /// No answer, or the answer broke off or was not waited for.
    Unreachable,
}

/// Fetches a file from beside the page, telling how many bytes have come so far; `progress` tells
/// whether the rest is still wanted.
///
/// # Errors
/// [`FetchError`] where the server has no such file or cannot be reached.
pub async fn fetch(address: &str, progress: impl Fn(f64) -> bool) -> Result<Vec<u8>, FetchError> {
    let unreachable = |_: JsValue| FetchError::Unreachable;
    let response = JsFuture::from(window().fetch_with_str(address)).await.map_err(unreachable)?;
    let response: Response = response.dyn_into().map_err(unreachable)?;
    if !response.ok() {
        return Err(FetchError::Status(response.status()));
    }
    let body = response.body().ok_or(FetchError::Unreachable)?;
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    while let Some(chunk) = read_chunk(&reader).await.map_err(unreachable)? {
        let start = bytes.len();
        bytes.resize(start + chunk.length() as usize, 0);
        chunk.copy_to(&mut bytes[start..]);
        if !progress(bytes.len() as f64) {
            // Stops the download; the promise says only that it did.
            drop(reader.cancel());
            return Err(FetchError::Unreachable);
        }
    }
    Ok(bytes)
}

/// The next piece of a stream, `None` at its end.
async fn read_chunk(
    reader: &ReadableStreamDefaultReader,
) -> Result<Option<js_sys::Uint8Array>, JsValue> {
    let result = JsFuture::from(reader.read()).await?;
    if js_sys::Reflect::get(&result, &"done".into())?.is_truthy() {
        return Ok(None);
    }
    js_sys::Reflect::get(&result, &"value".into())?.dyn_into().map(Some)
}

#[wasm_bindgen]
extern "C" {
    /// What `src/bin/reader.rs` exports, in a worker: each function gives a promise.
    pub type Reader;

    #[wasm_bindgen(method)]
    fn read(
        this: &Reader,
        sample: &str,
        block: usize,
        bytes: js_sys::Uint8Array,
    ) -> js_sys::Promise;

    /// From `web/boot.mjs`; missing where the page runs without it.
    #[wasm_bindgen(catch, js_namespace = attnscope, js_name = reader)]
    fn request_reader() -> Result<js_sys::Promise, JsValue>;
}

impl Reader {
    /// Reads an example and packs it.
    ///
    /// # Errors
    /// The English sentence that says what is wrong with the bytes.
    pub async fn read_example(
        &self,
        sample: &str,
        block: usize,
        bytes: &[u8],
    ) -> Result<Vec<u8>, String> {
        let sentence = |error: JsValue| error.as_string().unwrap_or_else(|| format!("{error:?}"));
        let packed = JsFuture::from(self.read(sample, block, bytes.into()));
        let packed = packed.await.map_err(sentence)?;
        Ok(js_sys::Uint8Array::new(&packed).to_vec())
    }
}

/// Fetches the reader, once it has arrived no more; under way before the future is awaited.
///
/// # Errors
/// [`FetchError`] where it does not arrive; the next call tries again.
pub fn reader() -> impl Future<Output = Result<Reader, FetchError>> {
    let requested = request_reader().map(JsFuture::from);
    async move {
        let unreachable = |_: JsValue| FetchError::Unreachable;
        let module = requested.map_err(unreachable)?.await.map_err(unreachable)?;
        Ok(module.unchecked_into())
    }
}
