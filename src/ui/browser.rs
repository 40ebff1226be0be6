//! The browser around the page: timers, the document, the clock, the address, what `web/boot.mjs`
//! fetches. With `storage` and `frame` the only module that touches these; components ask `web_sys` only about their
//! own elements and events.

use std::{cell::RefCell, time::Duration};

use leptos::{leptos_dom::helpers::TimeoutHandle, prelude::*, wasm_split::SplitLoaderError};
use wasm_bindgen::{
    JsCast, JsValue,
    prelude::{Closure, wasm_bindgen},
};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CssStyleSheet, HtmlElement};

use super::frame;

/// Sets an attribute of the root element, or removes it.
pub fn set_root_attribute(name: &str, value: Option<&str>) {
    let Some(root) = document().document_element() else { return };
    // Fails only for a malformed name, and ours are literals.
    match value {
        Some(value) => root.set_attribute(name, value).ok(),
        None => root.remove_attribute(name).ok(),
    };
}

/// Adds a stylesheet to the document's, once; it comes in the wasm of the part of the page that it is for.
pub fn adopt_style(style: &'static str) {
    thread_local! {
        static ADOPTED: RefCell<Vec<&'static str>> = const { RefCell::new(Vec::new()) };
    }
    if ADOPTED.with_borrow(|adopted| adopted.contains(&style)) {
        return;
    }
    ADOPTED.with_borrow_mut(|adopted| adopted.push(style));
    // Only a browser that is too old for layers has no such sheets.
    let Ok(sheet) = CssStyleSheet::new() else { return };
    sheet.replace_sync(style).ok();
    document().adopted_style_sheets().push(&sheet);
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
    let asked = query.clone();
    let follow = Closure::once_into_js(move || {
        // Printing changes the ratio and changes it back, which this query would be told of, too.
        asked.set_onchange(None);
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
        // The letters of no mask; whoever just chose one goes on with the page's keys.
        "SELECT" if target.id() == "mask" => {
            !["m", "M", "ㅡ", "[", "]"].contains(&event.key().as_str())
        }
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

/// Whether an event comes from a field in which text is typed, which takes its own changes back.
pub fn is_text_field(event: &web_sys::Event) -> bool {
    const FIELDS: &str = "textarea,input:not([type=range],[type=radio],[type=checkbox])";
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| target.matches(FIELDS).unwrap_or(false))
}

/// Whether an event comes from a matrix, the heads or the tokens, where arrow keys choose one.
pub fn has_own_arrows(event: &web_sys::Event) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    target.is_some_and(|target| {
        target.closest("[role=grid],[role=radiogroup],[data-token]").ok().flatten().is_some()
    })
}

/// An attribute of the element that an event is about, or of what holds it.
pub fn data_of(event: &web_sys::Event, name: &str) -> Option<String> {
    let target = event.target()?.dyn_into::<web_sys::Element>().ok()?;
    target.closest(&format!("[{name}]")).ok()??.get_attribute(name)
}

/// Moves the focus to the first element that the selector finds.
pub fn focus(selector: &str) {
    let element = document().query_selector(selector).ok().flatten();
    if let Some(element) = element.and_then(|element| element.dyn_into::<HtmlElement>().ok()) {
        // Only a detached element cannot be focused, and this one was just found.
        element.focus().ok();
    }
}

/// Scrolls to the first element that the selector finds; in a frame that would scroll what is around it.
pub fn show(selector: &str) {
    if frame::is_embedded() {
        return;
    }
    if let Ok(Some(element)) = document().query_selector(selector) {
        element.scroll_into_view();
    }
}

/// Scrolls to the first element that the selector finds unless its lower end is seen: something may lie over it.
/// `inside` is what it is part of.
pub fn reveal(selector: &str, inside: &str) {
    let Ok(Some(element)) = document().query_selector(selector) else { return };
    let area = element.get_bounding_client_rect();
    let (x, y) = (area.left().max(0.0) + 1.0, area.bottom() - 1.0);
    let seen = document().element_from_point(x as f32, y as f32);
    if !seen.is_some_and(|it| it.closest(inside).is_ok_and(|it| it.is_some())) {
        // At the lower end of what is seen.
        element.scroll_into_view_with_bool(false);
    }
}

/// Begins a text in the first field that the selector finds; `is_whole` selects it, to be typed over.
pub fn begin_field(selector: &str, text: &str, is_whole: bool) {
    focus(selector);
    if let Some(field) = fill_field(selector, text).filter(|_| is_whole) {
        field.select();
    }
}

/// Writes a text into the first field that the selector finds, and leaves the focus where it is.
pub fn fill_field(selector: &str, text: &str) -> Option<web_sys::HtmlInputElement> {
    let found = document().query_selector(selector).ok().flatten();
    let field: web_sys::HtmlInputElement = found?.dyn_into().ok()?;
    field.set_value(text);
    Some(field)
}

/// Whether a dialog is open over the page.
pub fn is_dialog_open() -> bool {
    document().query_selector("dialog[open]").ok().flatten().is_some()
}

/// Why numbers did not arrive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum FetchError {
    /// The server answered, but not with the file.
    Status(u16),
    /// No answer, or the answer broke off or was not waited for.
    Unreachable,
    /// They arrived, but are none that this page could have packed.
    Damaged,
    /// They are not what they should be, or a link is not; the reader says why in the language.
    Told(String),
    /// This browser has not kept them.
    Forgotten,
}

/// A part of the program did not come.
impl From<SplitLoaderError> for FetchError {
    fn from(_: SplitLoaderError) -> Self {
        Self::Unreachable
    }
}

#[wasm_bindgen]
extern "C" {
    // From `web/boot.mjs`; missing where the page runs without it.

    #[wasm_bindgen(catch, js_namespace = attnscope, js_name = numbers)]
    fn request_numbers(
        request: &str,
        progress: &Closure<dyn Fn(f64) -> bool>,
    ) -> Result<js_sys::Promise, JsValue>;
}

#[wasm_bindgen]
extern "C" {
    /// Opens the panel at a side, from `web/boot.mjs`; with none, tries again to fetch it.
    #[wasm_bindgen(catch, js_namespace = attnscope, js_name = open)]
    fn request_panel(view: &str) -> Result<js_sys::Promise, JsValue>;
}

/// Opens the panel at a side; without a side, tries again after it did not come.
pub fn open_panel(side: &str) {
    // What becomes of it is told by `on_panel`.
    request_panel(side).ok();
}

/// Calls back with what is to be told, for as long as the page lives: how far the panel is, `coming`, `here` or
/// `failed`, or `unkept` where this browser could not keep numbers.
pub fn on_panel(act: impl Fn(String) + 'static) {
    let listener = window_event_listener_untyped("attnscope:panel", move |event| {
        let detail = js_sys::Reflect::get(&event, &"detail".into());
        act(detail.ok().and_then(|detail| detail.as_string()).unwrap_or_default());
    });
    on_cleanup(move || listener.remove());
}

/// Fetches numbers, packed: as they open, and as they are where that is something else; and whether
/// they are kept for this page alone. A file
/// tells how many bytes have come so far; `progress` tells whether the rest is still wanted.
///
/// # Errors
/// [`FetchError`] where something cannot be had, or is not what it should be.
pub async fn numbers(
    request: &str,
    progress: impl Fn(f64) -> bool + 'static,
) -> Result<([Option<Vec<u8>>; 2], bool), FetchError> {
    let progress = Closure::<dyn Fn(f64) -> bool>::new(progress);
    let reason = |error: JsValue| match (error.as_f64(), error.as_string()) {
        (Some(status), _) => FetchError::Status(status as u16),
        (None, Some(sentence)) => FetchError::Told(sentence),
        (None, None) => FetchError::Unreachable,
    };
    let promise = request_numbers(request, &progress).map_err(reason)?;
    let numbers = js_sys::Array::from(&JsFuture::from(promise).await.map_err(reason)?);
    let bytes = |at| Some(numbers.get(at).dyn_into::<js_sys::Uint8Array>().ok()?.to_vec());
    Ok(([0, 1].map(bytes), numbers.get(2).is_truthy()))
}

/// The fragment of the address, with its `#`; empty where there is none.
pub fn fragment() -> String {
    window().location().hash().unwrap_or_default()
}

/// Puts a fragment into the address, or takes it out; neither loads the page nor goes back a step.
/// With it goes which step this is, and for a reload whether it only tells what is kept.
pub fn set_fragment(text: &str, is_kept: bool, step: i32) {
    // Never 0, which would be neither.
    let state = if is_kept { step + 1 } else { -1 - step };
    if fragment().trim_start_matches('#') == text && state_of_step() == Some(state) {
        return;
    }
    let location = window().location();
    let path = location.pathname().and_then(|path| Ok(path + &location.search()?));
    let (Ok(path), Ok(history)) = (path, window().history()) else { return };
    let sign = if text.is_empty() { "" } else { "#" };
    let address = format!("{path}{sign}{text}");
    // Fails only for an address of another page, or more often than anyone chooses.
    history.replace_state_with_url(&state.into(), "", Some(&address)).ok();
}

/// Whether the fragment is one that only tells what is kept.
pub fn is_fragment_kept() -> bool {
    state_of_step().is_some_and(|state| state > 0)
}

/// Which step of the page this is, counted from 0; `None` where a link was just followed.
pub fn step() -> Option<i32> {
    state_of_step().map(|state| state.abs() - 1)
}

fn state_of_step() -> Option<i32> {
    let state = window().history().and_then(|history| history.state()).ok()?;
    state.as_f64().map(|state| state as i32)
}

/// Calls back with the bytes and the name of each event `attnscope:open`, and with what is to be called once they
/// are shown; for as long as the page lives.
pub fn on_open(open: impl Fn(Vec<u8>, String, js_sys::Function) + 'static) {
    let listener = window_event_listener_untyped("attnscope:open", move |event| {
        let get = |object: &JsValue, name: &str| js_sys::Reflect::get(object, &name.into());
        let detail = get(&event, "detail").unwrap_or_default();
        let name = get(&detail, "name").ok().and_then(|name| name.as_string());
        let bytes = get(&detail, "bytes").and_then(JsCast::dyn_into::<js_sys::Uint8Array>);
        let answer = get(&detail, "answer").and_then(JsCast::dyn_into::<js_sys::Function>);
        if let (Ok(bytes), Ok(answer)) = (bytes, answer) {
            open(bytes.to_vec(), name.unwrap_or_default(), answer);
        }
    });
    on_cleanup(move || listener.remove());
}

/// Calls back with each event of that name, for as long as the page lives.
pub fn on_event(name: &'static str, act: impl Fn() + 'static) {
    let listener = window_event_listener_untyped(name, move |_| act());
    on_cleanup(move || listener.remove());
}

/// Opens the browser's dialog to print what is shown.
pub fn print() {
    // Refused only where a frame may not print; the page cannot do more.
    window().print().ok();
}

/// Takes the focus away, as a press elsewhere does.
pub fn leave_field() {
    let active = document().active_element().and_then(|it| it.dyn_into::<HtmlElement>().ok());
    if let Some(active) = active {
        // Fails nowhere.
        active.blur().ok();
    }
}

/// Lets a menu say what it is about again: an entry that only acts stays chosen otherwise.
pub fn set_menu(selector: &str, value: &str) {
    if let Some(menu) = document().query_selector(selector).ok().flatten() {
        // An element takes any property.
        js_sys::Reflect::set(&menu, &"value".into(), &value.into()).ok();
    }
}

/// Puts a function that gives bytes beside those of `web/boot.mjs`, for other parts of the page.
pub fn offer(name: &str, give: impl Fn() -> Vec<u8> + 'static) {
    let give = Closure::<dyn Fn() -> js_sys::Uint8Array>::new(move || give().as_slice().into());
    let Ok(parts) = js_sys::Reflect::get(&window(), &"attnscope".into()) else { return };
    // Fails where the page runs without boot.mjs, and nobody asks. Lives as long as the page.
    js_sys::Reflect::set(&parts, &name.into(), &give.into_js_value()).ok();
}
