//! A matrix on a canvas that fills its box and is redrawn when its picture signal changes: pass a
//! memo, and equal pictures are not drawn twice.

use leptos::{html, prelude::*, task::spawn_local};
use wasm_bindgen::{JsCast as _, JsValue, prelude::Closure};
use web_sys::{Element, ResizeObserver, ResizeObserverEntry};

use crate::{
    draw::{Domain, Kept, Look, Numbers, Theme, Window, color_key, heatmap_over, look_alike},
    math::Cells,
    ui::{canvas::PageCanvas, frames::in_turn},
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

/// What was drawn last: all that it looks like, and what is kept of it.
type Last = Option<(Drawn, Kept)>;

/// All that decides what stands on a canvas.
#[derive(Debug, Clone, PartialEq)]
struct Drawn {
    picture: Picture,
    theme: Theme,
    numbers: Numbers,
    pixel_ratio: f64,
    window: Option<Window>,
    size: (u32, u32),
}

impl Drawn {
    /// Whether the same pixels stand there already: where no numbers do, another scale of scores changes none.
    fn is_as(&self, before: &Self) -> bool {
        // So many cells have no room for numbers.
        const MANY: f64 = 2_500.0;
        let (rows, columns) = self.picture.cells.size();
        let n_seen = self.window.map_or((rows * columns) as f64, |it| it.rows * it.columns);
        let [now, then] = [self, before].map(|it| (&it.picture.cells, it.picture.domain));
        let picture = before.picture.clone();
        n_seen > MANY && look_alike(now, then) && Self { picture, ..self.clone() } == *before
    }
}

impl Drawn {
    /// Whether drawing takes a good part of a frame.
    fn is_large(&self) -> bool {
        const LARGE: usize = 1 << 18;
        let (rows, columns) = self.picture.cells.size();
        !self.picture.is_veiled && rows * columns > LARGE
    }

    /// Draws it on a canvas that was cleaned, unless what stands there looks the same.
    fn draw(self, before: Last, clean: &impl Fn() -> Option<PageCanvas>) -> Last {
        let cells = &self.picture.cells;
        let mut before = before;
        if let Some((_, kept)) = before.take_if(|(before, _)| self.is_as(before)) {
            return Some((self, kept));
        }
        let mut target = clean()?;
        let mut look = Look::new(self.theme, self.picture.domain);
        look.numbers = self.numbers;
        look.is_veiled = self.picture.is_veiled;
        look.pixel_ratio = self.pixel_ratio;
        look.window = self.window;
        let same = before.filter(|(before, _)| before.picture.cells.is(cells));
        let mut kept = same.map(|(_, kept)| kept).unwrap_or_default();
        // The canvas backend reports what the browser refuses; a picture is then missing, and
        // the grid still reads its numbers.
        heatmap_over(&mut target, &look, cells, &mut kept).ok();
        Some((self, kept))
    }
}

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
    on_drawn: Box<dyn Fn()>,
) -> impl IntoView {
    let canvas = NodeRef::<html::Canvas>::new();
    let (size, clean) = use_clean_canvas(canvas, pixel_ratio);
    let last = StoredValue::new_local(Last::default());
    let waiting = StoredValue::new_local(None::<Option<Drawn>>);
    let (on_drawn, clean) = (StoredValue::new_local(on_drawn), StoredValue::new_local(clean));
    let draw = move || {
        // Nothing waits any more, or the page is gone.
        let Some(Some(now)) = waiting.try_update_value(Option::take) else { return };
        let before = last.try_update_value(Option::take).flatten();
        let drawn = now.map_or_else(
            || clean.with_value(|clean| clean()).and(None),
            |now| {
                let drawn = clean.with_value(|clean| now.draw(before, clean))?;
                on_drawn.with_value(|on_drawn| on_drawn());
                Some(drawn)
            },
        );
        last.set_value(drawn);
    };
    Effect::new(move |_| {
        // Also where there is no picture: the canvas may be that of a view before, and is cleared once it has a size.
        let size = size.get();
        let now = picture.with(|picture| {
            Some(Drawn {
                picture: picture.clone()?,
                theme: theme.get(),
                numbers: numbers.get(),
                pixel_ratio: pixel_ratio.get(),
                window: window.and_then(|window| window.get()),
                size,
            })
        });
        canvas.track();
        let is_large = now.as_ref().is_some_and(Drawn::is_large);
        let is_waiting = waiting.with_value(Option::is_some);
        waiting.set_value(Some(now));
        if is_waiting {
            return;
        }
        if is_large {
            in_turn(move || untrack(draw));
        } else {
            // Once all that follows the same change is written: text on a canvas has the browser lay out what is not.
            spawn_local(async move { untrack(draw) });
        }
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
    let (_, clean) = use_clean_canvas(canvas, pixel_ratio);
    // Domains of one shape have one picture.
    let shape = Memo::new(move |_| {
        let Domain { low, high, map } = domain.get();
        let most = high.abs().max(low.abs());
        let [low, high] = [low, high].map(|end| if most > 0.0 { end / most } else { end });
        Domain { low, high, map }
    });
    Effect::new(move |_| {
        let Some(mut target) = clean() else { return };
        let mut look = Look::new(theme.get(), shape.get());
        look.pixel_ratio = pixel_ratio.get();
        // As in `CanvasView`.
        color_key(&mut target, &look).ok();
    });
    view! { <canvas node_ref=canvas aria-hidden="true"></canvas> }
}

/// The size of a canvas in device pixels, and what clears it in that for another drawing; `None` until it is laid
/// out. What calls it in an effect runs again with each new size.
fn use_clean_canvas(
    canvas: NodeRef<html::Canvas>,
    pixel_ratio: Signal<f64>,
) -> (Signal<(u32, u32)>, impl Fn() -> Option<PageCanvas>) {
    let size = use_device_size(canvas, pixel_ratio);
    let clean = move || {
        let canvas = canvas.get()?;
        let (width, height) = size.get();
        (width > 0 && height > 0).then(|| PageCanvas::new(&canvas, width, height))?
    };
    (size, clean)
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
