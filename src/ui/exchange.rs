//! Somebody's own numbers, on their way in and out: opened by an event of the window, and given to
//! whoever asks.

use std::time::Duration;

use leptos::{prelude::*, task::spawn_local};
use wasm_bindgen::JsValue;

use super::{
    app_state::AppState,
    browser,
    loading::{By, Wanted},
    shared::Shared,
};
use crate::{
    math::Problem,
    samples::Loaded,
    state::{self, Origin},
    wire,
};

impl AppState {
    /// Opens what comes by `attnscope:open`, and answers `attnscope.current()`.
    pub fn exchange(self) {
        browser::on_open(move |bytes, name, answer| {
            self.open_own(bytes, name, move || {
                // What waits for it only hears.
                answer.call0(&JsValue::UNDEFINED).ok();
            });
        });
        browser::offer("current", move || wire::pack(&self.current()));
    }

    /// Opens somebody's own numbers, and answers once they are shown, or told to be none.
    fn open_own(self, bytes: Vec<u8>, name: String, answer: impl FnOnce() + 'static) {
        let wanted = Wanted { origin: Origin::Own(name), block: 0, by: By::Choice };
        let unpacked = (self.unpack)(bytes, None);
        spawn_local(async move {
            match unpacked.await {
                Ok(loaded) => {
                    let loaded = Shared::new(loaded);
                    // In a task of its own, since unpacking takes its time.
                    let show = move || {
                        self.show(loaded.clone(), loaded, wanted);
                        answer();
                    };
                    set_timeout(show, Duration::ZERO);
                }
                Err(error) => {
                    self.refuse(wanted, error);
                    answer();
                }
            }
        });
    }

    /// What is shown, with the chosen mask, scale, head and cell as its own.
    fn current(self) -> Loaded {
        let loaded = self.loaded.get_untracked();
        let settings = self.settings.get_untracked();
        let selection = self.selection.get_untracked();
        // As for the trace.
        let chosen = state::with_choices(&loaded.problem, settings.mask.as_ref(), settings.divisor);
        Loaded {
            problem: chosen.unwrap_or_else(|_| Problem::clone(&loaded.problem)),
            default_head: self.head.get_untracked(),
            default_cell: (selection.query, selection.key),
            ..Loaded::clone(&loaded)
        }
    }
}
