//! The browser around the panel: the reader, the drawer in which things are kept, files, the page
//! that is told what to show. The only module of the panel that talks to JavaScript of ours.

use js_sys::{Array, Function, JsString, Promise, Reflect, Uint8Array};
use leptos::prelude::{document, window};
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CustomEvent, CustomEventInit, File};

use crate::{
    i18n::Language,
    wire::desk::{Answer, Request},
};

/// The largest file that is read: more does not fit into the reader's memory with what is made of it.
pub const LARGEST_FILE: f64 = 512.0 * MEGABYTE;
/// Bytes of a megabyte.
pub const MEGABYTE: f64 = 1024.0 * 1024.0;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = attnscope, js_name = reader, catch)]
    fn request_reader() -> Result<Promise, JsValue>;

    #[wasm_bindgen(js_namespace = ["attnscope", "drawer"], js_name = put)]
    fn drawer_put(id: u32, content: &JsValue) -> Promise;
    #[wasm_bindgen(js_namespace = ["attnscope", "drawer"], js_name = remove)]
    fn drawer_remove(id: u32) -> Promise;
    #[wasm_bindgen(js_namespace = ["attnscope", "drawer"], js_name = content)]
    fn drawer_content(id: u32) -> JsValue;
    #[wasm_bindgen(js_namespace = ["attnscope", "drawer"], js_name = putState)]
    fn drawer_put_state(state: &str) -> Promise;
    #[wasm_bindgen(js_namespace = ["attnscope", "drawer"], js_name = load)]
    fn drawer_load() -> Promise;
    #[wasm_bindgen(js_namespace = ["attnscope", "drawer"], js_name = forget)]
    fn drawer_forget() -> Promise;

    /// Decodes text of any encoding that the browser knows.
    type TextDecoder;
    #[wasm_bindgen(constructor, catch)]
    fn new(label: &str, options: &JsValue) -> Result<TextDecoder, JsValue>;
    #[wasm_bindgen(method, catch)]
    fn decode(this: &TextDecoder, bytes: &Uint8Array) -> Result<JsString, JsValue>;
}

/// A text or the bytes of a file, as JavaScript holds them: large ones are never copied in here.
#[derive(Debug, Clone)]
pub struct Content(JsValue);

impl Content {
    /// A text.
    pub fn text(text: JsString) -> Self {
        Self(text.into())
    }

    /// What lies in the drawer under a number.
    pub fn kept(id: u32) -> Option<Self> {
        let content = drawer_content(id);
        (!content.is_undefined()).then_some(Self(content))
    }

    /// The text, if it is one.
    pub fn as_text(&self) -> Option<JsString> {
        self.0.dyn_ref().cloned()
    }

    /// Reads a file: as a text if it is one.
    ///
    /// # Errors
    /// Where the browser cannot read it, such as a file that has gone since it was chosen.
    pub async fn of_file(file: &File) -> Result<Self, JsValue> {
        let buffer = JsFuture::from(file.array_buffer()).await?;
        let bytes = Uint8Array::new(&buffer);
        let label = match (bytes.get_index(0), bytes.get_index(1)) {
            (0xFF, 0xFE) => "utf-16le",
            (0xFE, 0xFF) => "utf-16be",
            _ => "utf-8",
        };
        let is_text = |text: &JsString| !text.includes("\0", 0);
        let text = decode(&bytes, label).filter(is_text);
        Ok(Self(text.map_or_else(|| bytes.into(), Into::into)))
    }

    /// The same bytes as a text of an encoding; `None` where it is a text already.
    pub fn decoded(&self, label: &str) -> Option<Self> {
        decode(self.0.dyn_ref()?, label).map(Self::text)
    }

    /// Keeps it in this browser.
    ///
    /// # Errors
    /// Where the browser refuses.
    pub async fn keep(&self, id: u32) -> Result<(), JsValue> {
        JsFuture::from(drawer_put(id, &self.0)).await.map(drop)
    }
}

/// The text of bytes; `None` where they are none in that encoding.
fn decode(bytes: &Uint8Array, label: &str) -> Option<JsString> {
    let options = js_sys::Object::new();
    // A plain object takes any property.
    Reflect::set(&options, &"fatal".into(), &true.into()).ok()?;
    TextDecoder::new(label, &options).ok()?.decode(bytes).ok()
}

/// Forgets what is kept under a number.
pub async fn remove(id: u32) {
    // What cannot be removed was not kept.
    JsFuture::from(drawer_remove(id)).await.ok();
}

/// Keeps what is said of everything in the drawer.
///
/// # Errors
/// Where the browser refuses.
pub async fn keep_state(state: &str) -> Result<(), JsValue> {
    JsFuture::from(drawer_put_state(state)).await.map(drop)
}

/// What was said of everything in the drawer; nothing where nothing was kept.
///
/// # Errors
/// Where the browser refuses.
pub async fn kept_state() -> Result<Option<String>, JsValue> {
    Ok(JsFuture::from(drawer_load()).await?.as_string())
}

/// Forgets everything, also what the page keeps.
pub async fn forget() {
    if let Ok(event) = web_sys::Event::new("attnscope:forget") {
        // As for `open_on_page`.
        window().dispatch_event(&event).ok();
    }
    // As for `remove`.
    JsFuture::from(drawer_forget()).await.ok();
}

/// What the reader has been called for.
#[derive(Debug)]
pub struct Call(JsFuture);

impl Call {
    /// What it gives, once it has answered.
    ///
    /// # Errors
    /// What it fails with, or the reason in English where it has stopped.
    pub async fn done(self) -> Result<JsValue, String> {
        self.0.await.map_err(|error| sentence(&error))
    }
}

/// The reader, in its worker.
#[derive(Debug, Clone)]
pub struct Reader(JsValue);

impl Reader {
    /// Fetches the reader, once it has arrived no more.
    ///
    /// # Errors
    /// The reason in English where it does not arrive.
    pub async fn request() -> Result<Self, String> {
        let requested = request_reader().map_err(|error| sentence(&error))?;
        JsFuture::from(requested).await.map(Self).map_err(|error| sentence(&error))
    }

    /// Calls one of its exports.
    ///
    /// # Errors
    /// What it fails with, or the reason in English where it has stopped.
    pub async fn call(&self, name: &str, arguments: &[JsValue]) -> Result<JsValue, String> {
        self.begin(name, arguments)?.done().await
    }

    fn begin(&self, name: &str, arguments: &[JsValue]) -> Result<Call, String> {
        let promise = || -> Result<Promise, JsValue> {
            let function: Function = Reflect::get(&self.0, &name.into())?.dyn_into()?;
            function.apply(&JsValue::UNDEFINED, &arguments.iter().collect::<Array>())?.dyn_into()
        };
        promise().map(|promise| Call(promise.into())).map_err(|error| sentence(&error))
    }

    /// Puts a piece on the desk.
    ///
    /// # Errors
    /// The reason in English where the reader has stopped.
    pub fn put(&self, id: u32, name: &str, content: &Content) -> Result<Call, String> {
        let (function, content) = match content.0.dyn_ref::<Uint8Array>() {
            // A copy: what is passed changes hands.
            Some(bytes) => ("put", bytes.slice(0, bytes.length()).into()),
            None => ("put_text", content.0.clone()),
        };
        self.begin(function, &[id.into(), name.into(), content])
    }

    /// Takes a piece off the desk.
    ///
    /// # Errors
    /// As for [`Reader::put`].
    pub async fn remove(&self, id: u32) -> Result<(), String> {
        self.call("remove", &[id.into()]).await.map(drop)
    }

    /// What the pieces on the desk amount to.
    ///
    /// # Errors
    /// As for [`Reader::put`].
    pub async fn look(&self, request: &Request) -> Result<Answer, String> {
        let request = serde_json::to_string(request).map_err(|error| error.to_string())?;
        let answer = self.call("look", &[request.into()]).await?;
        let answer = answer.as_string().unwrap_or_default();
        serde_json::from_str(&answer).map_err(|error| error.to_string())
    }

    /// What was looked at last, packed for the page; `None` where there is nothing to show.
    ///
    /// # Errors
    /// As for [`Reader::put`].
    pub async fn take(&self) -> Result<Option<JsValue>, String> {
        let taken = self.call("take", &[]).await?;
        Ok((!taken.is_undefined()).then_some(taken))
    }
}

/// What an error says.
pub fn sentence(error: &JsValue) -> String {
    let message = || Reflect::get(error, &"message".into()).ok()?.as_string();
    error.as_string().or_else(message).unwrap_or_else(|| format!("{error:?}"))
}

/// Gives the page a packed problem, and waits until it is shown, or told why it is not.
pub async fn open_on_page(packed: &JsValue, name: &str) {
    let answered = Promise::new(&mut |resolve, _| {
        let detail = js_sys::Object::new();
        let name = JsValue::from_str(name);
        for (key, value) in [("bytes", packed), ("name", &name), ("answer", resolve.as_ref())] {
            // A plain object takes any property.
            Reflect::set(&detail, &key.into(), value).ok();
        }
        let init = CustomEventInit::new();
        init.set_detail(&detail);
        if let Ok(event) = CustomEvent::new_with_event_init_dict("attnscope:open", &init) {
            // Only `false` comes back, where a listener has stopped it.
            window().dispatch_event(&event).ok();
        }
    });
    // It is never rejected.
    JsFuture::from(answered).await.ok();
}

/// Has the page show a worksheet in its place.
pub fn open_worksheet() {
    if let Ok(event) = web_sys::Event::new("attnscope:worksheet") {
        // As for `open_on_page`.
        window().dispatch_event(&event).ok();
    }
}

/// The language that the page is in.
pub fn language() -> Language {
    let root = document().document_element();
    let tag = root.and_then(|root| root.get_attribute("lang")).unwrap_or_default();
    Language::from_tag(&tag).unwrap_or_default()
}
