//! Somebody's own numbers, on their way in and out: opened by an event of the window, given to
//! whoever asks, and kept in this browser with all that was changed.

use std::time::Duration;

use leptos::prelude::*;

use super::{
    app_state::AppState,
    browser::{self, KeptNumbers},
    loading::{By, Wanted, unpacked},
    shared::Shared,
};
use crate::{
    math::Problem,
    samples::Loaded,
    state::{self, Origin},
    wire,
};

impl AppState {
    /// Opens what comes by `attnscope:open`, answers `attnscope.current()`, and keeps numbers that
    /// no reload could bring back.
    pub fn exchange(self) {
        browser::on_open(move |bytes, name| self.open_own(&bytes, name));
        browser::offer("current", move || wire::pack(&self.current()));
        let keep = move || {
            if self.is_visiting() {
                return;
            }
            let Some((loaded, opened)) =
                self.loaded.try_get_untracked().zip(self.opened.try_get_untracked())
            else {
                return;
            };
            let origin = self.settings.with_untracked(|settings| settings.origin.clone());
            let is_own = origin.sample().is_none();
            KeptNumbers::Opened.store(is_own.then(|| wire::pack(&opened)));
            KeptNumbers::Changed.store((loaded != opened).then(|| wire::pack(&loaded)));
        };
        let keep_soon = browser::debounced(Duration::from_millis(300), keep);
        Effect::new(move |before: Option<()>| {
            self.loaded.track();
            // What the page opens with comes from what is kept, or needs no keeping.
            if before.is_some() {
                keep_soon();
            }
        });
    }

    /// Opens somebody's own numbers.
    fn open_own(self, bytes: &[u8], name: String) {
        let wanted = Wanted { origin: Origin::Own(name), block: 0, by: By::Choice };
        match unpacked(bytes) {
            Ok(loaded) => {
                let loaded = Shared::new(loaded);
                self.show(loaded.clone(), loaded, wanted);
            }
            Err(error) => self.refuse(wanted, error),
        }
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
