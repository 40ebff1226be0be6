//! Hiding the numbers of the current stage, or all of it, until the class has been asked.

use leptos::prelude::*;

use super::words;
use crate::{
    state::{Veil, Veiled},
    ui::{
        app_state::AppState,
        erased::{maybe, pressed, text},
    },
};

/// What is hidden of the current stage, and the way to show all that is hidden.
#[component]
pub fn HideSwitch() -> impl IntoView {
    let app = AppState::get();
    let button = move |veiled: Veiled| {
        let is_chosen = move || app.veil.read().of(app.stage.get()) == Some(veiled);
        let name = move || match veiled {
            Veiled::Numbers => words(app).hide_numbers,
            Veiled::Whole => words(app).hide_stage,
        };
        view! {
            <button
                type="button"
                data-hide=if veiled == Veiled::Numbers { "numbers" } else { "stage" }
                aria-pressed=text(move || is_chosen().to_string())
                on:click=pressed(move || app.hide((!untrack(is_chosen)).then_some(veiled)))
            >
                {text(name)}
            </button>
        }
    };
    let count = Memo::new(move |_| app.veil.read().stages().count());
    let show_all = move || {
        (count.get() > 0).then(|| {
            view! {
                <button type="button" data-show-all="true" on:click=pressed(move || show_all(app))>
                    {text(move || (words(app).show_all)(count.get()))}
                </button>
            }
        })
    };
    // A lesson asks by itself.
    let is_in_lesson = Memo::new(move |_| app.settings.read().lesson.is_some());
    maybe(move || {
        (!is_in_lesson.get()).then(|| {
            view! {
                <div class="turn hide" role="group" aria-label=text(move || words(app).hide)>
                    <span>{text(move || words(app).hide)}</span>
                    <span class="turn-buttons">
                        {[Veiled::Numbers, Veiled::Whole].map(button).collect_view()}
                    </span>
                    {maybe(show_all)}
                </div>
            }
        })
    })
}

/// Shows everything that is hidden.
pub(super) fn show_all(app: AppState) {
    app.settings.write().veil = Veil::default();
}

impl AppState {
    /// Hides this of the current stage, or nothing of it.
    pub(super) fn hide(self, veiled: Option<Veiled>) {
        self.editing.set(None);
        let stage = self.stage.get_untracked();
        self.settings.write().veil.set(stage, veiled);
    }

    /// Shows what is hidden of the current stage, or hides its numbers.
    pub(super) fn toggle_veil(self) {
        let is_in_lesson = self.settings.read_untracked().lesson.is_some();
        if !is_in_lesson && !self.unveil() {
            self.hide(Some(Veiled::Numbers));
        }
    }
}
