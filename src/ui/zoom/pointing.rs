//! Where pointers are on an element, and listening to them before what is inside it does.

use leptos::prelude::*;
use wasm_bindgen::{JsCast, prelude::Closure};
use web_sys::{Element, Event, MouseEvent, PointerEvent};

/// Calls back with each event of that name on an element, before what is inside it hears it, until the owner goes.
pub(super) fn listen<E: JsCast + 'static>(
    element: &Element,
    name: &'static str,
    act: impl Fn(E) + 'static,
) {
    let act = Closure::<dyn Fn(Event)>::new(move |event: Event| act(event.unchecked_into()));
    let callback = act.as_ref().unchecked_ref();
    // Fails for no name.
    element.add_event_listener_with_callback_and_bool(name, callback, true).ok();
    let kept = StoredValue::new_local((element.clone(), act));
    on_cleanup(move || {
        kept.try_with_value(|(element, act)| {
            let callback = act.as_ref().unchecked_ref();
            element.remove_event_listener_with_callback_and_bool(name, callback, true).ok();
        });
    });
}

/// How far down and across the element that hears it an event is, as shares of it.
pub(super) fn share_of(event: &MouseEvent) -> Option<(f64, f64)> {
    let area = heard_by(event)?.get_bounding_client_rect();
    let down = (f64::from(event.client_y()) - area.top()) / area.height();
    Some((down, (f64::from(event.client_x()) - area.left()) / area.width()))
}

/// The element that hears an event.
pub(super) fn heard_by(event: &Event) -> Option<Element> {
    event.current_target()?.dyn_into().ok()
}

/// Lets an element hear a pointer until it is lifted, also outside.
pub(super) fn keep(event: &PointerEvent) {
    if let Some(element) = heard_by(event) {
        // A pointer that has just been lifted cannot be kept, and need not.
        element.set_pointer_capture(event.pointer_id()).ok();
    }
}
