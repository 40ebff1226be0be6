//! Files that leave the panel: made by the reader, saved by the browser, copied to its clipboard,
//! drawn as points. What JavaScript does better is in `web/panel.mjs`.

use std::{cell::RefCell, rc::Rc};

use js_sys::{Promise, Uint8Array};
use wasm_bindgen::{JsCast as _, JsValue, prelude::wasm_bindgen};
use wasm_bindgen_futures::{JsFuture, future_to_promise};

use super::{
    browser::{Reader, sentence},
    link,
};
use crate::{
    state::Convention,
    wire::shelf::{PackedFile, Shelf},
};

#[wasm_bindgen]
extern "C" {
    /// What the page shows, packed; missing until the page is there.
    #[wasm_bindgen(js_namespace = attnscope, js_name = current, catch)]
    fn current() -> Result<Uint8Array, JsValue>;

    #[wasm_bindgen(js_namespace = ["attnscope", "takeaway"], js_name = save)]
    fn request_save(name: &str, mime: &str, bytes: &Uint8Array);
    #[wasm_bindgen(js_namespace = ["attnscope", "takeaway"], js_name = copy, catch)]
    fn request_copy(mime: &str, made: &Promise) -> Result<Promise, JsValue>;
    #[wasm_bindgen(js_namespace = ["attnscope", "takeaway"], js_name = png)]
    fn request_png(svg: &Uint8Array) -> Promise;
}

/// What is taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum What {
    /// The whole in a form.
    Whole {
        /// The form's name.
        form: String,
    },
    /// A matrix in a form.
    Matrix {
        /// The form's name.
        form: String,
        /// The matrix's name.
        key: String,
        /// The head, counted from 0.
        head: usize,
        /// Whether the picture is drawn as points.
        is_png: bool,
    },
}

/// Why nothing was taken away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// Another reader was started meanwhile, and knows nothing of what was shown.
    Forgotten,
    /// Nothing was made of it.
    Empty,
    /// The reason in English.
    Told(String),
}

impl From<String> for Failure {
    fn from(reason: String) -> Self {
        Self::Told(reason)
    }
}

/// A file that was made.
struct File {
    name: String,
    mime: String,
    bytes: Uint8Array,
}

/// What can be taken away of what the page shows, which the reader keeps from now on.
///
/// # Errors
/// The reason in English.
pub async fn shelf() -> Result<Shelf, String> {
    let current = current().map_err(|error| sentence(&error))?;
    let (name, first_head, convention) = link::about()?;
    let reader = Reader::request().await?;
    let arguments = [
        current.into(),
        name.into(),
        (first_head as u32).into(),
        (convention == Convention::Columns).into(),
    ];
    let shelf = reader.call("show", &arguments).await?;
    serde_json::from_str(&shelf.as_string().unwrap_or_default()).map_err(|error| error.to_string())
}

/// Saves the files; gives their names.
///
/// # Errors
/// Why there are none.
pub async fn save(what: What) -> Result<String, Failure> {
    let files = make(what).await?;
    for file in &files {
        request_save(&file.name, &file.mime, &file.bytes);
    }
    Ok(files.into_iter().map(|file| file.name).collect::<Vec<_>>().join(", "))
}

/// Copies the first file. The clipboard is asked at once, while the press that asked for it still
/// counts, and gets the content when it is made.
///
/// # Errors
/// Why it was not copied.
pub fn copy(what: What) -> impl Future<Output = Result<(), Failure>> {
    let is_png = matches!(what, What::Matrix { is_png: true, .. });
    // The clipboard tells only that it got nothing.
    let failure = Rc::new(RefCell::new(None));
    let told = Rc::clone(&failure);
    let made = future_to_promise(async move {
        let files = make(what).await;
        let first = files.and_then(|files| files.into_iter().next().ok_or(Failure::Empty));
        first.map(|file| file.bytes.into()).map_err(|failure| {
            told.replace(Some(failure));
            JsValue::UNDEFINED
        })
    });
    let copied = copy_made(if is_png { "image/png" } else { "text/plain" }, &made);
    async move { copied.await.map_err(|refused| failure.take().unwrap_or(refused)) }
}

/// Copies a text.
///
/// # Errors
/// Why it was not copied.
pub fn copy_text(text: &str) -> impl Future<Output = Result<(), Failure>> + use<> {
    copy_made("text/plain", &Promise::resolve(&JsValue::from_str(text)))
}

fn copy_made(mime: &str, made: &Promise) -> impl Future<Output = Result<(), Failure>> + use<> {
    let copied = request_copy(mime, made).map(JsFuture::from);
    async move {
        let copied = copied.map_err(|error| sentence(&error))?;
        copied.await.map(drop).map_err(|error| Failure::Told(sentence(&error)))
    }
}

async fn make(what: What) -> Result<Vec<File>, Failure> {
    let reader = Reader::request().await?;
    let (packed, is_png) = match what {
        What::Whole { form } => (reader.call("export_whole", &[form.into()]).await?, false),
        What::Matrix { form, key, head, is_png } => {
            let arguments = [form.into(), key.into(), (head as u32).into()];
            (reader.call("export_matrix", &arguments).await?, is_png)
        }
    };
    let packed: Uint8Array = packed.dyn_into().map_err(|_| Failure::Forgotten)?;
    let mut files = unpack(&packed)?;
    if is_png {
        for file in &mut files {
            let png = JsFuture::from(request_png(&file.bytes)).await;
            file.bytes = Uint8Array::new(&png.map_err(|error| sentence(&error))?);
            file.name = file.name.replace(".svg", ".png");
            "image/png".clone_into(&mut file.mime);
        }
    }
    Ok(files)
}

/// The files of a packing, whose bytes are not copied.
fn unpack(packed: &Uint8Array) -> Result<Vec<File>, Failure> {
    let end = packed.index_of(b'\n', 0);
    let end = u32::try_from(end).map_err(|_| Failure::Empty)?;
    let head = packed.subarray(0, end).to_vec();
    let heads: Vec<PackedFile> =
        serde_json::from_slice(&head).map_err(|error| error.to_string())?;
    let mut start = end + 1;
    let file = |PackedFile { name, mime, length }| {
        let stop = start + length as u32;
        let bytes = packed.subarray(start, stop);
        start = stop;
        File { name, mime, bytes }
    };
    Ok(heads.into_iter().map(file).collect())
}
