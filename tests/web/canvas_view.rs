//! A heatmap that fills its box: its size in device pixels, when it is drawn, and when it is not.

use std::{cell::Cell, rc::Rc};

use attnscope::{
    draw::{ColorMap, Domain, Numbers, Theme, color},
    ui::widgets::{CanvasView, KeyView, Picture},
};
use leptos::prelude::*;
use ndarray::Array2;
use wasm_bindgen::JsCast as _;
use wasm_bindgen_test::wasm_bindgen_test;
use web_sys::HtmlCanvasElement;

use crate::harness::{Mounted, Pixels, resize, settle, until};

/// Two by three cells of one number, on a domain of ±4.
fn picture(value: f64) -> Picture {
    let cells = Array2::from_elem((2, 3), value).into();
    Picture { cells, domain: Domain::symmetric(4.0), is_veiled: false }
}

/// A heatmap in a box, what it is given, and how often it was drawn.
struct View {
    mounted: Mounted,
    picture: RwSignal<Option<Picture>>,
    theme: RwSignal<Theme>,
    ratio: RwSignal<f64>,
    drawn: Rc<Cell<u32>>,
}

impl View {
    fn new(size: (&str, &str), value: f64, ratio: f64) -> Self {
        let picture = RwSignal::new(Some(picture(value)));
        let theme = RwSignal::new(Theme::Light);
        let pixel_ratio = RwSignal::new(ratio);
        let drawn = Rc::new(Cell::new(0));
        let count = Rc::clone(&drawn);
        let on_drawn = Box::new(move || count.set(count.get() + 1));
        let mounted = Mounted::new(size, move || {
            // As on the page: a value is passed on only where it is another one.
            let picture = Memo::new(move |_| picture.get());
            let theme = Memo::new(move |_| theme.get());
            view! { <CanvasView picture theme pixel_ratio numbers=Numbers::Never on_drawn /> }
        });
        let view = Self { mounted, picture, theme, ratio: pixel_ratio, drawn };
        // What the style sheet does for every picture of the page.
        let style = "display: block; width: 100%; height: 100%";
        view.canvas().set_attribute("style", style).unwrap();
        view
    }

    fn canvas(&self) -> HtmlCanvasElement {
        self.mounted.find("canvas").dyn_into().unwrap()
    }

    /// Waits until the canvas has this size and every pixel of its middle cell this color.
    async fn shows(&self, size: (u32, u32), value: f64) {
        let expected = color(self.theme.get_untracked(), ColorMap::Diverging, value / 4.0);
        let canvas = self.canvas();
        let is_drawn = || {
            (canvas.width(), canvas.height()) == size && {
                let middle = (size.0.cast_signed() / 2, size.1.cast_signed() / 4);
                self.drawn.get() > 0 && Pixels::of(&canvas).at(middle) == expected
            }
        };
        until(&format!("{size:?} device pixels of {value}"), is_drawn).await;
    }
}

const BOX: (&str, &str) = ("120px", "80px");

#[wasm_bindgen_test]
async fn a_heatmap_fills_its_box_in_device_pixels() {
    for (ratio, size) in [(1.0, (120, 80)), (2.0, (240, 160)), (1.5, (180, 120))] {
        let view = View::new(BOX, 4.0, ratio);
        view.shows(size, 4.0).await;
        let canvas = view.canvas();
        assert_eq!((canvas.client_width(), canvas.client_height()), (120, 80));
        assert_eq!(canvas.get_attribute("aria-hidden").as_deref(), Some("true"));
    }
}

#[wasm_bindgen_test]
async fn a_heatmap_follows_its_box() {
    let view = View::new(BOX, 4.0, 2.0);
    view.shows((240, 160), 4.0).await;
    for (size, device) in [(("200px", "50px"), (400, 100)), (("40px", "40px"), (80, 80))] {
        resize(&view.mounted.root, size);
        view.shows(device, 4.0).await;
    }
}

#[wasm_bindgen_test]
async fn a_heatmap_follows_the_pixel_ratio_and_the_theme() {
    let view = View::new(BOX, -4.0, 1.0);
    view.shows((120, 80), -4.0).await;
    view.ratio.set(2.0);
    view.shows((240, 160), -4.0).await;
    view.theme.set(Theme::Dark);
    view.shows((240, 160), -4.0).await;
}

#[wasm_bindgen_test]
async fn a_heatmap_is_drawn_once_for_each_new_picture() {
    let view = View::new(BOX, 1.0, 1.0);
    view.shows((120, 80), 1.0).await;
    settle().await;
    let before = view.drawn.get();
    for (times, value) in [(1, 2.0), (2, 3.0), (3, 4.0)] {
        view.picture.set(Some(picture(value)));
        view.shows((120, 80), value).await;
        settle().await;
        assert_eq!(view.drawn.get(), before + times);
    }
}

#[wasm_bindgen_test]
async fn an_equal_picture_is_not_drawn_again() {
    let view = View::new(BOX, 1.0, 1.0);
    view.shows((120, 80), 1.0).await;
    settle().await;
    let before = view.drawn.get();
    view.picture.set(Some(picture(1.0)));
    settle().await;
    view.theme.set(Theme::Light);
    settle().await;
    resize(&view.mounted.root, BOX);
    settle().await;
    assert_eq!(view.drawn.get(), before, "nothing has changed");
    view.picture.set(Some(picture(2.0)));
    view.shows((120, 80), 2.0).await;
    assert_eq!(view.drawn.get(), before + 1);
}

#[wasm_bindgen_test]
async fn without_a_picture_nothing_stands_there() {
    let view = View::new(BOX, 1.0, 1.0);
    view.shows((120, 80), 1.0).await;
    settle().await;
    let before = view.drawn.get();
    view.picture.set(None);
    settle().await;
    assert_eq!(view.drawn.get(), before);
    // What is not there any more would be taken for what is.
    assert!(Pixels::of(&view.canvas()).are_clear());
    view.picture.set(Some(picture(3.0)));
    settle().await;
    view.shows((120, 80), 3.0).await;
}

#[wasm_bindgen_test]
async fn a_box_without_size_is_not_drawn_until_it_has_one() {
    for empty in [("0px", "0px"), ("120px", "0px"), ("0px", "80px")] {
        let view = View::new(empty, 4.0, 1.0);
        settle().await;
        assert_eq!(view.drawn.get(), 0, "{empty:?}");
        resize(&view.mounted.root, BOX);
        view.shows((120, 80), 4.0).await;
    }
}

#[wasm_bindgen_test]
async fn a_heatmap_that_goes_stops_watching_its_box() {
    let mut view = View::new(BOX, 4.0, 1.0);
    view.shows((120, 80), 4.0).await;
    let (canvas, before) = (view.canvas(), view.drawn.get());
    view.mounted.unmount();
    assert!(!canvas.is_connected());
    // Were it still observed, its return at another size would call a closure that is gone.
    view.mounted.root.append_child(&canvas).unwrap();
    resize(&view.mounted.root, ("300px", "200px"));
    view.picture.set(Some(picture(1.0)));
    view.theme.set(Theme::Dark);
    view.ratio.set(3.0);
    settle().await;
    assert_eq!(canvas.client_width(), 300);
    assert_eq!((canvas.width(), canvas.height(), view.drawn.get()), (120, 80, before));
}

#[wasm_bindgen_test]
async fn a_heatmap_that_goes_before_its_first_drawing_is_never_drawn() {
    let mut view = View::new(BOX, 4.0, 1.0);
    view.mounted.unmount();
    settle().await;
    assert_eq!(view.drawn.get(), 0);
}

#[wasm_bindgen_test]
async fn a_color_scale_fills_its_box_from_the_lowest_to_the_highest_color() {
    let ends = |domain: Domain, theme: Theme| match domain.map {
        ColorMap::Diverging => [-1.0, 1.0].map(|unit| color(theme, domain.map, unit)),
        ColorMap::Sequential => [0.0, 1.0].map(|unit| color(theme, domain.map, unit)),
    };
    let domain = RwSignal::new(Domain::symmetric(3.0));
    let theme = RwSignal::new(Theme::Light);
    let key = Mounted::new(("200px", "12px"), move || {
        view! { <KeyView domain theme pixel_ratio=RwSignal::new(2.0) /> }
    });
    let canvas: HtmlCanvasElement = key.find("canvas").unchecked_into();
    canvas.set_attribute("style", "display: block; width: 100%; height: 100%").unwrap();
    let shows = |expected| {
        (canvas.width(), canvas.height()) == (400, 24) && {
            let pixels = Pixels::of(&canvas);
            [pixels.at((0, 12)), pixels.at((399, 12))] == expected
        }
    };
    until("both ends", || shows(ends(Domain::symmetric(3.0), Theme::Light))).await;
    domain.set(Domain::unit());
    until("the ends of shares", || shows(ends(Domain::unit(), Theme::Light))).await;
    theme.set(Theme::Dark);
    until("dark ends", || shows(ends(Domain::unit(), Theme::Dark))).await;
}
