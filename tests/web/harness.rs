//! What the tests share: mounting into a box of the document, waiting for conditions, pressing,
//! reading pixels back. Nothing here waits for a time.

use std::{any::Any, cell::Cell};

use attnscope::{
    draw::Rgb,
    ui::{self, Parts},
};
use leptos::prelude::*;
use wasm_bindgen::{JsCast, JsValue, prelude::Closure};
use wasm_bindgen_futures::JsFuture;
use web_sys::{CanvasRenderingContext2d, Element, Event, HtmlCanvasElement, HtmlElement};

/// So many frames are waited for a condition that should hold after two or three.
const FRAMES: u32 = 300;

/// What the page fetches later is here at once, or nearly.
const PARTS: Parts = Parts {
    unpack: |packed, base| Box::pin(async move { ui::unpack(&packed, base.as_ref()) }),
    explanation: || Box::pin(async { ui::explanation() }),
    welcome: || Box::pin(async { ui::welcome() }),
    controls: || Box::pin(async { ui::controls() }),
    tokens: || Box::pin(async { ui::tokens() }),
    cell_field: || Box::pin(async { ui::cell_field() }),
    lessons: || Box::pin(async { ui::lessons() }),
    views: || Box::pin(async { ui::views() }),
    worksheet: || Box::pin(async { ui::worksheet() }),
    classroom: || Box::pin(async { ui::classroom() }),
    bar_tail: || Box::pin(async { ui::bar_tail() }),
    view_switch: || Box::pin(async { ui::view_switch() }),
    unknown: || Box::pin(async { ui::unknown() }),
    notices: || Box::pin(async { ui::notices() }),
    origin: || Box::pin(async { ui::origin() }),
    engine: || Box::pin(async { ui::engine() }),
    zoom: || Box::pin(async { ui::zoom() }),
    finder: || Box::pin(async { ui::finder() }),
};

/// A part of the page, mounted in a box of its own; dropped, it is unmounted and the box removed.
pub struct Mounted {
    /// The box.
    pub root: HtmlElement,
    handle: Option<Box<dyn Any>>,
}

impl Mounted {
    /// Mounts a view in a new box with these classes or none, of this width and height in CSS.
    pub fn new<V: IntoView + 'static>(
        (width, height): (&str, &str),
        view: impl FnOnce() -> V + 'static,
    ) -> Self {
        count_uncaught();
        let root: HtmlElement = document().create_element("div").unwrap().unchecked_into();
        resize(&root, (width, height));
        document().body().unwrap().append_child(&root).unwrap();
        let handle = mount_to(root.clone(), move || {
            provide_context(PARTS);
            view()
        });
        Self { root, handle: Some(Box::new(handle)) }
    }

    /// The first element that a selector finds, or a failure that names it.
    #[track_caller]
    pub fn find(&self, selector: &str) -> HtmlElement {
        let found = self.find_all(selector).into_iter().next();
        found.unwrap_or_else(|| panic!("nothing is {selector}"))
    }

    /// All elements that a selector finds.
    pub fn find_all(&self, selector: &str) -> Vec<HtmlElement> {
        // By name: the page itself has no use for lists of nodes.
        let find = js_sys::Reflect::get(&self.root, &"querySelectorAll".into()).unwrap();
        let find: js_sys::Function = find.unchecked_into();
        let found = find.call1(&self.root, &selector.into()).unwrap();
        js_sys::Array::from(&found).iter().filter_map(|it| it.dyn_into().ok()).collect()
    }

    /// The text of an element.
    #[track_caller]
    pub fn text(&self, selector: &str) -> String {
        self.find(selector).text_content().unwrap_or_default()
    }

    /// An attribute of an element.
    #[track_caller]
    pub fn attribute(&self, selector: &str, name: &str) -> Option<String> {
        self.find(selector).get_attribute(name)
    }

    /// Unmounts what is mounted; the box stays, empty.
    pub fn unmount(&mut self) {
        self.handle = None;
    }
}

impl Drop for Mounted {
    fn drop(&mut self) {
        self.unmount();
        self.root.remove();
    }
}

/// Gives a box its size, in CSS.
pub fn resize(root: &HtmlElement, (width, height): (&str, &str)) {
    root.style().set_property("width", width).unwrap();
    root.style().set_property("height", height).unwrap();
}

/// Waits until a condition holds, frame by frame.
#[track_caller]
pub fn until(what: &str, mut holds: impl FnMut() -> bool) -> impl Future<Output = ()> {
    let place = std::panic::Location::caller();
    async move {
        for _ in 0..FRAMES {
            if holds() {
                return assert_nothing_uncaught();
            }
            turn().await;
        }
        panic!("{place}: this never came: {what}");
    }
}

/// Waits until effects have run, what they cause has run, and the browser has laid out and told
/// observers: for what must not happen.
pub async fn settle() {
    for _ in 0..4 {
        turn().await;
    }
    assert_nothing_uncaught();
}

/// Effects, then a frame.
async fn turn() {
    leptos::task::tick().await;
    let frame = js_sys::Promise::new(&mut |resolve, _| {
        window().request_animation_frame(&resolve).unwrap();
    });
    JsFuture::from(frame).await.unwrap();
}

thread_local! {
    static UNCAUGHT: Cell<Option<u32>> = const { Cell::new(None) };
}

/// Counts errors that reach the window: a panic in a listener, an observer or an effect.
fn count_uncaught() {
    if UNCAUGHT.replace(Some(0)).is_some() {
        return;
    }
    let count = Closure::<dyn Fn()>::new(|| {
        UNCAUGHT.set(UNCAUGHT.get().map(|count| count + 1));
    });
    let listener = count.into_js_value().unchecked_into();
    window().add_event_listener_with_callback("error", &listener).unwrap();
    window().add_event_listener_with_callback("unhandledrejection", &listener).unwrap();
}

fn assert_nothing_uncaught() {
    assert_eq!(UNCAUGHT.get().unwrap_or(0), 0, "errors reached the window");
}

/// Presses a key on an element.
pub fn press(target: &Element, key: &str) {
    press_with(target, key, &[]);
}

/// Presses Ctrl and a key on an element.
pub fn press_ctrl(target: &Element, key: &str) {
    press_with(target, key, &["ctrlKey"]);
}

fn press_with(target: &Element, key: &str, flags: &[&str]) {
    let init = js_sys::Object::new();
    js_sys::Reflect::set(&init, &"key".into(), &key.into()).unwrap();
    for flag in ["bubbles", "cancelable"].iter().chain(flags) {
        js_sys::Reflect::set(&init, &(*flag).into(), &JsValue::TRUE).unwrap();
    }
    let event = js_sys::Reflect::get(&window(), &"KeyboardEvent".into()).unwrap();
    let arguments = js_sys::Array::of2(&"keydown".into(), &init);
    let event: js_sys::Function = event.unchecked_into();
    let event = js_sys::Reflect::construct(&event, &arguments).unwrap();
    target.dispatch_event(event.unchecked_ref()).unwrap();
}

/// Types a text into a field and leaves it.
pub fn enter(field: &HtmlElement, text: &str) {
    field.unchecked_ref::<web_sys::HtmlInputElement>().set_value(text);
    field.dispatch_event(&Event::new("change").unwrap()).unwrap();
}

/// A canvas as it stands, `[height, width, 4]`.
pub struct Pixels {
    width: usize,
    bytes: Vec<u8>,
}

impl Pixels {
    /// Reads a canvas back.
    pub fn of(canvas: &HtmlCanvasElement) -> Self {
        let context = canvas.get_context("2d").unwrap().unwrap();
        let context: CanvasRenderingContext2d = context.unchecked_into();
        let (width, height) = (canvas.width(), canvas.height());
        let image = context.get_image_data(0.0, 0.0, width.into(), height.into()).unwrap();
        Self { width: width as usize, bytes: image.data().to_vec() }
    }

    /// The color at a pixel, which must be opaque.
    #[track_caller]
    pub fn at(&self, (x, y): (i32, i32)) -> Rgb {
        let at = (y as usize * self.width + x as usize) * 4;
        let [red, green, blue, alpha] = self.bytes[at..at + 4] else { unreachable!() };
        assert_eq!(alpha, 255, "the pixel at {x}, {y} is not opaque");
        Rgb(red, green, blue)
    }

    /// Whether nothing was drawn on any.
    pub fn are_clear(&self) -> bool {
        self.bytes.iter().all(|byte| *byte == 0)
    }

    /// The colors of a rectangle of pixels, each as often as it is there.
    pub fn within(&self, rect: attnscope::draw::Rect) -> Vec<Rgb> {
        let (right, bottom) = rect.lower_right();
        let rows = rect.y..bottom;
        rows.flat_map(|y| (rect.x..right).map(move |x| (x, y))).map(|at| self.at(at)).collect()
    }
}
