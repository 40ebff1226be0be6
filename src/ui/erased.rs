//! Closures of one type each, for what follows the state.
//!
//! Leptos compiles its update code anew for each closure type, about two kilobytes of wasm each.
//! Most closures of the page make a text, a flag or a part of the view, or act on a press; boxed, they
//! share that code.
//! Measured when introduced: a tenth of the first download.

use leptos::{
    ev::{Event, KeyboardEvent, MouseEvent},
    prelude::{AnyView, IntoAny, IntoView, event_target_value},
};

/// A text that follows the state; also an attribute's value.
pub type Text = Box<dyn FnMut() -> String + Send>;
/// An attribute that is there, as `"true"`, or not.
pub type Flag = Box<dyn FnMut() -> Option<&'static str> + Send>;
/// A part of the view that follows the state and may be absent.
pub type Part = Box<dyn FnMut() -> Option<AnyView> + Send>;

/// A property that is true or not.
pub type Truth = Box<dyn FnMut() -> bool + Send>;
/// What a press does.
pub type Press = Box<dyn FnMut(MouseEvent)>;
/// What a key does.
pub type Key = Box<dyn FnMut(KeyboardEvent)>;
/// What a choice or an input does.
pub type Change = Box<dyn FnMut(Event)>;

/// A text that follows the state.
pub fn text<T: Into<String>>(mut make: impl FnMut() -> T + Send + 'static) -> Text {
    Box::new(move || make().into())
}

/// An attribute that is there where `is_set`.
pub fn flag(mut is_set: impl FnMut() -> bool + Send + 'static) -> Flag {
    Box::new(move || is_set().then_some("true"))
}

/// A part of the view that is always there.
pub fn part<V: IntoView + IntoAny>(mut make: impl FnMut() -> V + Send + 'static) -> Part {
    Box::new(move || Some(make().into_any()))
}

/// A part of the view that is there or not.
pub fn maybe<V: IntoView + IntoAny>(mut make: impl FnMut() -> Option<V> + Send + 'static) -> Part {
    Box::new(move || make().map(IntoAny::into_any))
}

/// A property that follows the state.
pub fn truth(is_true: impl FnMut() -> bool + Send + 'static) -> Truth {
    Box::new(is_true)
}

/// Acts on a press.
pub fn pressed(mut act: impl FnMut() + 'static) -> Press {
    Box::new(move |_| act())
}

/// Acts on Escape.
pub fn escaped(mut act: impl FnMut() + 'static) -> Key {
    Box::new(move |event| {
        if event.key() == "Escape" {
            act();
        }
    })
}

/// Acts on what stands in a field or a menu.
pub fn changed(mut act: impl FnMut(String) + 'static) -> Change {
    Box::new(move |event| act(event_target_value(&event)))
}
