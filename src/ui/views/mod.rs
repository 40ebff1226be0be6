//! What stands in the place of the equation: mistakes, comparison, all heads, the tokens as text. Two pictures beside
//! each other and their difference are drawn in one place, `pair.rs`.

mod compare;
mod heads;
mod mistake_options;
mod mistakes;
mod pair;
mod switch;
mod text;

use leptos::prelude::*;

use super::{
    app_state::AppState,
    erased::{part, text},
    shared::Shared,
};
use crate::{
    i18n::lab::LabWords,
    math::{MatrixName, MistakeOptions},
    state::View,
};
use compare::{Compare, Kept};
use heads::AllHeads;
use mistakes::Mistakes;
use text::Tokens;

pub use switch::ViewSwitch;

/// What the views keep while the page lives.
#[derive(Clone, Copy)]
pub struct ViewState {
    /// What mistakes leave open.
    options: RwSignal<MistakeOptions>,
    /// Whether every key is hidden from the selected query where the fill is tried.
    hides_row: RwSignal<bool>,
    /// The matrix of a mistake that is looked at; `None`: where it shows first.
    shown: RwSignal<Option<MatrixName>>,
    /// What was frozen as A.
    kept: RwSignal<Option<Shared<Kept>>>,
}

impl ViewState {
    /// The views as they open.
    pub fn new() -> Self {
        Self {
            options: RwSignal::new(MistakeOptions::default()),
            hides_row: RwSignal::new(true),
            shown: RwSignal::new(None),
            kept: RwSignal::new(None),
        }
    }
}

/// The view that is chosen.
#[component]
pub fn Views() -> impl IntoView {
    let app = AppState::get();
    // Another mistake or reading is the same view.
    let view = Memo::new_with_compare(
        move |_| app.settings.read().view,
        |old: Option<&View>, new: Option<&View>| match (old, new) {
            (Some(old), Some(new)) => !old.is_like(*new),
            _ => true,
        },
    );
    let content = move || match view.get() {
        // For a moment, while the equation comes back.
        View::Stages => ().into_any(),
        View::Mistake(_) => Mistakes().into_any(),
        View::Compare => Compare().into_any(),
        View::Heads => AllHeads().into_any(),
        View::Text(_) => Tokens().into_any(),
    };
    let name = move || {
        let (lab, bar) = (words(app), &app.words().bar);
        match view.get() {
            View::Stages => bar.view_stages,
            View::Mistake(_) => lab.mistakes,
            View::Compare => bar.view_compare,
            View::Heads => bar.view_heads,
            View::Text(_) => bar.view_text,
        }
    };
    view! {
        <section
            class="equation view"
            id="equation"
            aria-label=text(name)
            data-shown=text(move || view.get().key())
        >
            {part(content)}
        </section>
    }
}

/// The words of the views.
fn words(app: AppState) -> &'static LabWords {
    app.language.get().lab_words()
}
