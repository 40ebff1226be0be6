//! Parts of the page that are fetched once the first picture stands: the program is split where `src/main.rs`
//! says, and what only these parts call is not in the first download.

use std::{
    future::{Future, poll_fn},
    pin::{Pin, pin},
    task::{Context, Poll},
};

use leptos::{
    prelude::*, reactive::computed::ScopedFuture, task::spawn_local, wasm_split::SplitLoaderError,
};

use super::{
    app_state::AppState,
    browser::{self, FetchError},
    erased::{pressed, text},
};
use crate::samples::Loaded;

/// A part, or that it could not be fetched.
pub type Made = Result<AnyView, NotFetched>;
/// Fetches a part, once, and makes it in the state around.
pub type Fetch = fn() -> Pin<Box<dyn Future<Output = Made>>>;

/// Unpacks numbers as they came, perhaps as a change of others, by a part that is fetched once.
pub type Unpack =
    fn(Vec<u8>, Option<Loaded>) -> Pin<Box<dyn Future<Output = Result<Loaded, FetchError>>>>;

/// A part of the program could not be fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotFetched;

impl From<SplitLoaderError> for NotFetched {
    fn from(_: SplitLoaderError) -> Self {
        Self
    }
}

/// The parts that come later.
#[derive(Clone, Copy)]
pub struct Parts {
    /// Numbers as they came, unpacked.
    pub unpack: Unpack,
    /// What the current stage does and why.
    pub explanation: Fetch,
    /// What greets a newcomer.
    pub welcome: Fetch,
    /// Mask and scale.
    pub controls: Fetch,
    /// The tokens.
    pub tokens: Fetch,
    /// The field over a cell whose number is typed.
    pub cell_field: Fetch,
    /// The lessons.
    pub lessons: Fetch,
    /// What stands in the place of the equation.
    pub views: Fetch,
    /// A worksheet to print.
    pub worksheet: Fetch,
    /// Presenting, and what stands around the equation in a frame of another page.
    pub classroom: Fetch,
    /// The end of the bar.
    pub bar_tail: Fetch,
    /// The views to choose from.
    pub view_switch: Fetch,
    /// In the place of what is hidden.
    pub unknown: Fetch,
    /// What is on its way, and what was not found.
    pub notices: Fetch,
    /// Where the numbers come from, in one line.
    pub origin: Fetch,
    /// What computes a long input.
    pub engine: Fetch,
    /// Beside a large matrix: what moves its window.
    pub zoom: Fetch,
    /// Below the equation of a long input: where to go in it.
    pub finder: Fetch,
}

/// How often what has not come was asked for again: it is then fetched wherever it is missed.
#[derive(Clone, Copy)]
pub struct Again(pub RwSignal<u32>);

/// Shows a part once it is there, in a place that is kept for it; says so where it does not come.
#[component]
pub fn Later(
    /// Which part.
    part: fn(Parts) -> Fetch,
    /// The class of its place while it is empty.
    class: &'static str,
    /// Whether it is missed without a word: others say so.
    #[prop(default = || false)]
    is_quiet: fn() -> bool,
) -> impl IntoView {
    let app = AppState::get();
    let parts = expect_context::<Parts>();
    let Again(again) = use_context().unwrap_or_else(|| Again(RwSignal::new(0)));
    let made = RwSignal::new_local(None);
    let is_missed = StoredValue::new(false);
    // The state around, which a press on a button does not know.
    let owner = Owner::current().unwrap_or_default();
    let fetch = move || {
        let making = async move {
            let mut making = pin!(part(parts)());
            // Whoever asked may be gone by now, and with it the state around.
            let here = |waker: &mut Context<'_>| {
                if made.is_disposed() {
                    return Poll::Ready(None);
                }
                making.as_mut().poll(waker).map(Some)
            };
            if let Some(part) = poll_fn(here).await {
                made.set(Some(part));
            }
        };
        owner.with(|| spawn_local(ScopedFuture::new(making)));
    };
    fetch();
    move || {
        made.track();
        match made.try_update_untracked(Option::take).flatten() {
            Some(Ok(part)) => part,
            Some(Err(NotFetched)) => {
                // Nothing else brings it up: what has come must not be taken away.
                is_missed.set_value(true);
                again.track();
                if is_quiet() { ().into_any() } else { missing(app, again).into_any() }
            }
            None => {
                if is_missed.try_update_value(std::mem::take) == Some(true) {
                    fetch();
                }
                view! { <div class=class></div> }.into_any()
            }
        }
    }
}

fn missing(app: AppState, again: RwSignal<u32>) -> impl IntoView {
    let words = move || &app.words().loading;
    let again = move || {
        // The button goes.
        browser::focus("[data-lessons]");
        again.update(|times| *times += 1);
    };
    view! {
        <p class="missing" role="alert">
            {text(move || words().unreachable)}
            <button type="button" on:click=pressed(again)>{text(move || words().retry)}</button>
        </p>
    }
}
