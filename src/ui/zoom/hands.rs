//! What hands do on a large picture: wheel, drag, pinch and keys. They are heard before the grid, which picks and
//! paints, and take from it only what moves the window.

use leptos::prelude::*;
use web_sys::{HtmlElement, KeyboardEvent, MouseEvent, PointerEvent, WheelEvent};

use super::{MIDDLE, Navigated, STEP, pointing};
use crate::{
    math::{MaskKind, MatrixName},
    ui::{app_state::AppState, browser},
};

/// How many CSS pixels a pointer moves before it drags; less is a press.
const DRAG_FROM: f64 = 4.0;
/// The zoom by a pixel of the wheel: a notch of a hundred is a quarter more.
const PER_PIXEL: f64 = 0.0022;
/// The same of a pinch on a pad, whose steps are finer.
const PER_PINCH: f64 = 0.01;

/// The pointers that are down on a picture.
#[derive(Clone, Default)]
struct Pointers {
    /// Which, and where each was last, `(across, down)` in CSS pixels.
    down: Vec<(i32, (f64, f64))>,
    /// Where the first was put down.
    origin: (f64, f64),
    /// Whether the picture was moved since.
    has_moved: bool,
}

/// Listens on the picture in a figure.
pub(super) fn listen(app: AppState, navigated: Navigated, figure: &HtmlElement) {
    let Ok(Some(area)) = figure.query_selector(".matrix-box") else { return };
    let hands = Hands { app, navigated, pointers: StoredValue::new(Pointers::default()) };
    let within = figure.clone();
    pointing::listen(&area, "wheel", move |event| hands.turn(&event, &within));
    pointing::listen(&area, "keydown", move |event| hands.press_key(&event));
    pointing::listen(&area, "pointerdown", move |event| hands.put_down(&event));
    pointing::listen(&area, "pointermove", move |event| hands.go(&event));
    pointing::listen(&area, "pointerup", move |event: PointerEvent| hands.lift(event.pointer_id()));
    pointing::listen(&area, "pointercancel", move |event: PointerEvent| {
        hands.lift(event.pointer_id());
    });
    pointing::listen(&area, "click", move |event: MouseEvent| {
        // The end of a drag picks nothing.
        let is_drag = hands.pointers.with_value(|pointers| pointers.has_moved);
        if is_drag && event.detail() > 0 {
            event.stop_propagation();
        }
    });
}

#[derive(Clone, Copy)]
struct Hands {
    app: AppState,
    navigated: Navigated,
    pointers: StoredValue<Pointers>,
}

impl Hands {
    /// The wheel zooms with Ctrl or Cmd, as a pinch on a pad is told, and without where the picture has the focus;
    /// it scrolls the page where there is nothing to zoom.
    fn turn(self, event: &WheelEvent, figure: &HtmlElement) {
        const LINE: f64 = 16.0;
        let is_asked_for = event.ctrl_key() || event.meta_key();
        let has_focus = document().active_element().is_some_and(|it| figure.contains(Some(&it)));
        if !is_asked_for && !has_focus {
            return;
        }
        let Some(at) = pointing::share_of(event) else { return };
        let pixels = match event.delta_mode() {
            WheelEvent::DOM_DELTA_PIXEL => event.delta_y(),
            _ => event.delta_y() * LINE,
        };
        let is_fine = event.ctrl_key() && pixels.abs() < 50.0;
        let per_pixel = if is_fine { PER_PINCH } else { PER_PIXEL };
        let has_zoomed = self.navigated.zoom(self.app, (-pixels * per_pixel).exp(), at);
        if has_zoomed || is_asked_for {
            event.prevent_default();
            event.stop_propagation();
        }
    }

    /// Plus and minus zoom to where the selected cell is, 0 shows all.
    fn press_key(self, event: &KeyboardEvent) {
        let is_modified = event.ctrl_key() || event.meta_key() || event.alt_key();
        if is_modified || browser::is_text_field(event) {
            return;
        }
        let factor = match event.key().as_str() {
            "+" | "=" => STEP,
            "-" | "_" | "−" => 1.0 / STEP,
            "0" => 0.0,
            _ => return,
        };
        self.navigated.zoom(self.app, factor, MIDDLE);
        self.show_cell();
        event.prevent_default();
        event.stop_propagation();
    }

    /// Whoever zooms by key looks at the selected cell.
    fn show_cell(self) {
        let Navigated { name, size, window, .. } = self.navigated;
        if window.read_untracked().is_none() {
            return;
        }
        let cell = untrack(|| super::use_cell(self.app, name, size).get());
        let cell = self.app.convention.get_untracked().shown(cell);
        self.navigated.go_to(self.app, self.navigated.now().showing(cell, size));
    }

    fn put_down(self, event: &PointerEvent) {
        if event.button() != 0 || self.paints() {
            return;
        }
        let at = place(event);
        self.pointers.update_value(|pointers| {
            if pointers.down.is_empty() || event.is_primary() {
                *pointers = Pointers { down: Vec::new(), origin: at, has_moved: false };
            }
            pointers.down.push((event.pointer_id(), at));
        });
    }

    fn lift(self, pointer: i32) {
        self.pointers.update_value(|pointers| pointers.down.retain(|(id, _)| *id != pointer));
    }

    /// One pointer shifts what is not all seen, two zoom.
    fn go(self, event: &PointerEvent) {
        let to = place(event);
        let pointers = self.pointers.get_value();
        let mine = |(id, _): &(i32, (f64, f64))| *id == event.pointer_id();
        let Some(at) = pointers.down.iter().position(mine) else { return };
        let from = pointers.down[at].1;
        let is_pinch = pointers.down.len() == 2;
        let is_drag = pointers.has_moved || distance(pointers.origin, to) >= DRAG_FROM;
        let can_shift = is_drag && self.navigated.window.read_untracked().is_some();
        if !(is_pinch || can_shift) {
            return;
        }
        event.stop_propagation();
        let Some(area) = pointing::heard_by(event) else { return };
        let rect = area.get_bounding_client_rect();
        if is_pinch {
            let other = pointers.down[1 - at].1;
            let factor = distance(to, other) / distance(from, other).max(1.0);
            let (across, down) = (f64::midpoint(to.0, other.0), f64::midpoint(to.1, other.1));
            let middle =
                ((down - rect.top()) / rect.height(), (across - rect.left()) / rect.width());
            self.navigated.zoom(self.app, factor, middle);
            self.shift(&rect, ((to.0 - from.0) / 2.0, (to.1 - from.1) / 2.0));
        } else {
            if !pointers.has_moved {
                pointing::keep(event);
            }
            self.shift(&rect, (to.0 - from.0, to.1 - from.1));
        }
        self.pointers.update_value(|pointers| {
            pointers.has_moved = true;
            pointers.down[at].1 = to;
        });
    }

    /// Moves what is seen with the hand.
    fn shift(self, area: &web_sys::DomRect, (across, down): (f64, f64)) {
        let now = self.navigated.now();
        let (rows, columns) =
            (-down / area.height() * now.rows, -across / area.width() * now.columns);
        self.navigated.go_to(self.app, now.shifted(rows, columns, self.navigated.size));
    }

    /// Whether a drag paints the mask.
    fn paints(self) -> bool {
        self.navigated.name == MatrixName::MaskTerm
            && self.app.mask_plan.read_untracked().kind() == MaskKind::Painted
    }
}

fn place(event: &PointerEvent) -> (f64, f64) {
    (event.client_x().into(), event.client_y().into())
}

fn distance(a: (f64, f64), b: (f64, f64)) -> f64 {
    (a.0 - b.0).hypot(a.1 - b.1)
}
