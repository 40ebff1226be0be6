//! Text and elements as data, for what is written anew with each input: compared with what stands
//! in the document, and changed only where it differs.

use std::{borrow::Cow, sync::Arc};

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement, Node};

use crate::ui::frames;

type Text = Cow<'static, str>;

/// A piece of the document without behavior.
#[derive(Debug, Clone, PartialEq)]
pub enum Markup {
    /// A text.
    Text(Text),
    /// An element.
    Element {
        /// Its name.
        tag: &'static str,
        /// Its attributes.
        attributes: Vec<(&'static str, Text)>,
        /// What is in it.
        children: Vec<Markup>,
    },
}

impl Markup {
    /// An element.
    pub fn of(tag: &'static str, children: Vec<Self>) -> Self {
        Self::Element { tag, attributes: Vec::new(), children }
    }

    /// An element that holds a text.
    pub fn text(tag: &'static str, text: impl Into<Text>) -> Self {
        Self::of(tag, vec![Self::Text(text.into())])
    }

    /// The element with another attribute, or a property of its style: `--row`.
    #[must_use]
    pub fn with(mut self, name: &'static str, value: impl Into<Text>) -> Self {
        if let Self::Element { attributes, .. } = &mut self {
            attributes.push((name, value.into()));
        }
        self
    }
}

/// What an element holds, made again with each change of what that reads.
#[derive(Clone)]
pub struct Written {
    make: Arc<dyn Fn() -> Vec<Markup>>,
    is_read: bool,
}

/// What an element holds, for [`written`].
pub fn with(make: impl Fn() -> Vec<Markup> + 'static) -> Written {
    Written { make: Arc::new(make), is_read: false }
}

/// The same where it is there to be read: it stands for a moment while a hand moves something.
pub fn to_read(make: impl Fn() -> Vec<Markup> + 'static) -> Written {
    Written { is_read: true, ..with(make) }
}

/// Keeps an element filled; a directive, `use:written=with(…)`.
pub fn written(parent: Element, content: Written) {
    // The element may be that of a view before, with what was written there.
    parent.set_text_content(None);
    let Written { make, is_read } = content;
    let is_due = RwSignal::new(false);
    Effect::new(move |before: Option<Vec<Live>>| {
        let is_first = before.is_none();
        let mut live = before.unwrap_or_default();
        // What stands is not asked for its content until then: much may change meanwhile.
        let write_it = move || _ = is_due.try_set(true);
        if is_read && !is_due.get() && !is_first && frames::stands(write_it) {
            return live;
        }
        is_due.update_untracked(|is_due| *is_due = false);
        patch(&parent, &mut live, make());
        live
    });
}

/// Sets an attribute, or a property of the style where its name begins as one: an attribute `style`
/// is refused by the policy.
fn set(element: &Element, name: &str, value: &str) {
    match element.dyn_ref::<HtmlElement>().filter(|_| name.starts_with("--")) {
        Some(element) => element.style().set_property(name, value).ok(),
        None => element.set_attribute(name, value).ok(),
    };
}

/// A piece as it stands in the document.
struct Live {
    node: Node,
    markup: Markup,
    /// What stands in it; the markup's own children are here.
    children: Vec<Live>,
}

/// Makes the children of an element what is wanted.
fn patch(parent: &Element, live: &mut Vec<Live>, wanted: Vec<Markup>) {
    // Fails nowhere: all nodes are of this document and stand where they were put.
    let n_wanted = wanted.len();
    for (at, markup) in wanted.into_iter().enumerate() {
        match live.get_mut(at) {
            Some(old) if old.is_like(&markup) => old.update(markup),
            Some(old) => {
                let Some(new) = Live::new(parent, markup) else { return };
                parent.replace_child(&new.node, &old.node).ok();
                *old = new;
            }
            None => {
                let Some(new) = Live::new(parent, markup) else { return };
                parent.append_child(&new.node).ok();
                live.push(new);
            }
        }
    }
    for gone in live.drain(n_wanted..) {
        parent.remove_child(&gone.node).ok();
    }
}

impl Live {
    /// Makes a piece for a parent, not yet in it. Names of elements are our own and well formed.
    fn new(parent: &Element, mut markup: Markup) -> Option<Self> {
        let mut live = Vec::new();
        let node: Node = match &mut markup {
            Markup::Text(text) => document().create_text_node(text).into(),
            Markup::Element { tag, attributes, children } => {
                let outer = parent.namespace_uri();
                let inner = match *tag {
                    "math" => Some(MATH_ML),
                    "svg" => Some(SVG),
                    _ => outer.as_deref(),
                };
                let element = document().create_element_ns(inner, tag).ok()?;
                for (name, value) in attributes {
                    set(&element, name, value);
                }
                patch(&element, &mut live, std::mem::take(children));
                element.into()
            }
        };
        Some(Self { node, markup, children: live })
    }

    /// Whether this can become what is wanted: text, or an element with the same name and names of
    /// attributes.
    fn is_like(&self, wanted: &Markup) -> bool {
        match (&self.markup, wanted) {
            (Markup::Text(_), Markup::Text(_)) => true,
            (
                Markup::Element { tag, attributes, .. },
                Markup::Element { tag: other, attributes: others, .. },
            ) => {
                let mut names = attributes.iter().zip(others);
                tag == other
                    && attributes.len() == others.len()
                    && names.all(|((name, _), (other, _))| name == other)
            }
            _ => false,
        }
    }

    fn update(&mut self, mut wanted: Markup) {
        match (&self.markup, &mut wanted) {
            (Markup::Text(old), Markup::Text(new)) if old != new => {
                self.node.set_text_content(Some(new));
            }
            (
                Markup::Element { attributes: old, .. },
                Markup::Element { attributes, children, .. },
            ) => {
                // An element by construction.
                let Some(element) = self.node.dyn_ref::<Element>() else {
                    return;
                };
                for ((name, value), (_, old)) in attributes.iter().zip(old) {
                    if value != old {
                        set(element, name, value);
                    }
                }
                patch(element, &mut self.children, std::mem::take(children));
            }
            _ => {}
        }
        self.markup = wanted;
    }
}

const SVG: &str = "http://www.w3.org/2000/svg";
const MATH_ML: &str = "http://www.w3.org/1998/Math/MathML";
