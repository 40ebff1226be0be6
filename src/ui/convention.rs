//! Which way matrices lie, and in which view, is of the reader, not of the numbers: it stays while those change.

use leptos::prelude::*;

use super::app_state::AppState;
use crate::state::{Link, Settings};

impl AppState {
    /// A text whose places are words that turn with the matrices.
    pub fn turned(self, text: &str) -> String {
        self.language.get().turned(text, self.convention.get())
    }

    /// Settings that are about to be shown, in the present view and convention. Only a link changes those, and that
    /// to a step of a lesson the convention only where it says so.
    pub fn seen_as_before(self, settings: Settings, link: Option<&Link>) -> Settings {
        let now = self.settings.read_untracked();
        let (view, sort) = (now.view, now.sort);
        let (convention, presents) = (now.convention, now.presents);
        drop(now);
        match link {
            None => Settings { view, sort, convention, presents, ..settings },
            Some(link) if link.lesson.is_some() => {
                let convention = link.convention.unwrap_or(convention);
                Settings { convention, presents: presents || link.presents, ..settings }
            }
            Some(_) => settings,
        }
    }
}
