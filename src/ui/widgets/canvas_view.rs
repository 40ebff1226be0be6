//! A matrix on a canvas that fills its box and is redrawn when its picture signal changes: pass a
//! memo, and equal pictures are not drawn twice.

use leptos::{html, prelude::*};
use wasm_bindgen::{JsCast as _, JsValue, prelude::Closure};
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};

use crate::{
    draw::{Domain, Kept, Look, Numbers, Theme, Window, color_key, heatmap_over},
    math::Cells,
    ui::canvas::PageCanvas,
};

/// All that decides how a matrix looks, so that equal pictures are not drawn twice.
#[derive(Debug, Clone, PartialEq)]
pub struct Picture {
    /// The numbers.
    pub cells: Cells,
    /// The numbers that the colors span.
    pub domain: Domain,
    /// Whether the numbers are hidden; they are none of `cells` then, only its size is.
    pub is_veiled: bool,
}

/// The numbers that were drawn last, and what is kept of their picture.
type Last = Option<(Cells, Kept)>;

/// A heatmap that fills its parent. It is decoration to a screen reader: the grid over it speaks.
#[component]
pub fn CanvasView(
    /// What to draw; nothing while there is nothing.
    #[prop(into)]
    picture: Signal<Option<Picture>>,
    /// Light or dark.
    #[prop(into)]
    theme: Signal<Theme>,
    /// Device pixels in a CSS pixel.
    #[prop(into)]
    pixel_ratio: Signal<f64>,
    /// Whether numbers stand in the cells.
    #[prop(into)]
    numbers: Signal<Numbers>,
    /// The part that is seen, where that is not always all.
    #[prop(optional, into)]
    window: Option<Signal<Option<Window>>>,
    /// Called after each drawing.
    on_drawn: impl Fn() + 'static,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let clean = use_clean_canvas(canvas, pixel_ratio);
    Effect::new(move |last: Option<Last>| {
        let last = last.unwrap_or_default();
        picture.with(|picture| {
            let picture = picture.as_ref()?;
            let mut target = clean()?;
            let mut look = Look::new(theme.get(), picture.domain);
            look.numbers = numbers.get();
            look.is_veiled = picture.is_veiled;
            look.pixel_ratio = pixel_ratio.get();
            look.window = window.and_then(|window| window.get());
            let same = last.filter(|(drawn, _)| drawn.is(&picture.cells));
            let mut kept = same.map(|(_, kept)| kept).unwrap_or_default();
            // The canvas backend reports what the browser refuses; a picture is then missing, and
            // the grid still reads its numbers.
            heatmap_over(&mut target, &look, &picture.cells, &mut kept).ok();
            on_drawn();
            Some((picture.cells.clone(), kept))
        })
    });
    view! { <canvas node_ref=canvas aria-hidden="true"></canvas> }
}

/// A color scale that fills its parent; its numbers are written beside it.
#[component]
pub fn KeyView(
    /// The numbers that the colors span.
    #[prop(into)]
    domain: Signal<Domain>,
    /// Light or dark.
    #[prop(into)]
    theme: Signal<Theme>,
    /// Device pixels in a CSS pixel.
    #[prop(into)]
    pixel_ratio: Signal<f64>,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let clean = use_clean_canvas(canvas, pixel_ratio);
    Effect::new(move |_| {
        let Some(mut target) = clean() else { return };
        let mut look = Look::new(theme.get(), domain.get());
        look.pixel_ratio = pixel_ratio.get();
        // As in `CanvasView`.
        color_key(&mut target, &look).ok();
    });
    view! { <canvas node_ref=canvas aria-hidden="true"></canvas> }
}

/// Clears a canvas in its present size for another drawing; `None` until it is laid out. What calls
/// it in an effect runs again with each new size.
fn use_clean_canvas(
    canvas: NodeRef<html::Canvas>,
    pixel_ratio: Signal<f64>,
) -> impl Fn() -> Option<PageCanvas> {
    let size = use_device_size(canvas, pixel_ratio);
    move || {
        let canvas = canvas.get()?;
        let (width, height) = size.get();
        (width > 0 && height > 0).then(|| PageCanvas::new(&canvas, width, height))?
    }
}

/// The size of a canvas in device pixels, following its box; 0 × 0 until it is laid out.
fn use_device_size(canvas: NodeRef<html::Canvas>, pixel_ratio: Signal<f64>) -> Signal<(u32, u32)> {
    let exact = RwSignal::new(None::<(u32, u32)>);
    let css = RwSignal::new((0.0, 0.0));
    Effect::new(move |_| {
        let Some(canvas) = canvas.get() else { return };
        observe_with(&canvas, move |entry| {
            let rect = entry.content_rect();
            css.try_set((rect.width(), rect.height()));
            exact.try_set(device_pixels(entry));
        });
    });
    // The exact size is that of the ratio at which it was observed; a change of ratio alone is
    // followed by another observation only where the box changes, so the ratio is read, too.
    let size = Memo::new(move |_| {
        let ratio = pixel_ratio.get();
        let (width, height) = css.get();
        let rounded = ((width * ratio).round() as u32, (height * ratio).round() as u32);
        match exact.get() {
            Some(exact) if is_near(exact, rounded) => exact,
            _ => rounded,
        }
    });
    size.into()
}

fn is_near(a: (u32, u32), b: (u32, u32)) -> bool {
    a.0.abs_diff(b.0) <= 1 && a.1.abs_diff(b.1) <= 1
}

/// Keeps the size of an element in CSS pixels where it is asked for, until its owner goes; a
/// directive.
pub fn observe(element: Element, size: Option<RwSignal<(f64, f64)>>) {
    let Some(size) = size else { return };
    observe_with(&element, move |entry| {
        let rect = entry.content_rect();
        size.try_set((rect.width(), rect.height()));
    });
}

/// Calls back with each new size of an element, until its owner goes.
fn observe_with(element: &Element, on_size: impl Fn(&ResizeObserverEntry) + 'static) {
    let callback = Closure::<dyn Fn(js_sys::Array)>::new(move |entries: js_sys::Array| {
        if let Some(entry) = entries.iter().last() {
            on_size(entry.unchecked_ref());
        }
    });
    let Ok(observer) = ResizeObserver::new(callback.as_ref().unchecked_ref()) else { return };
    if by_device_pixels(&observer, element).is_err() {
        observer.observe(element);
    }
    let kept = StoredValue::new_local((observer, callback));
    on_cleanup(move || {
        kept.try_with_value(|(observer, _)| observer.disconnect());
    });
}

/// Also calls back where the box stays as it is and lies a part of a pixel elsewhere: it may cover another number
/// of them then. Fails where the browser does not know such boxes (Safari).
fn by_device_pixels(observer: &ResizeObserver, element: &Element) -> Result<(), JsValue> {
    let observe: js_sys::Function =
        js_sys::Reflect::get(observer, &"observe".into())?.dyn_into()?;
    let options = js_sys::Object::new();
    js_sys::Reflect::set(&options, &"box".into(), &"device-pixel-content-box".into())?;
    observe.call2(observer, element, &options).map(drop)
}

/// The box in device pixels, where the browser tells it (not Safari).
fn device_pixels(entry: &ResizeObserverEntry) -> Option<(u32, u32)> {
    let sizes = js_sys::Reflect::get(entry, &"devicePixelContentBoxSize".into()).ok()?;
    let size = sizes.dyn_into::<js_sys::Array>().ok()?.get(0);
    let side = |name: &str| -> Option<u32> {
        Some(js_sys::Reflect::get(&size, &JsValue::from_str(name)).ok()?.as_f64()? as u32)
    };
    Some((side("inlineSize")?, side("blockSize")?))
}
