//! What is chosen, kept in this browser for the next visit.

use std::time::Duration;

use leptos::prelude::*;

use super::{
    app_state::{AppState, ThemeChoice},
    browser::{self, Kept},
    loading::{self, By, Loading},
};
use crate::{draw::Theme, i18n::Language, state::Link};

/// Follows the link that is kept where the numbers are others than they were opened with.
const CHANGED: &str = " changed";

impl AppState {
    /// Keeps what is chosen in this browser, and sets language and theme on the document.
    pub fn keep(self) {
        // Not over what is kept or asked for by the address, and still on its way.
        let is_awaited = |loading: &Option<Loading>| {
            loading.as_ref().is_some_and(|loading| !matches!(loading.wanted.by, By::Choice))
        };
        let store = move || {
            // Nothing to keep once the page is gone.
            if self.loading.try_with_untracked(is_awaited).unwrap_or(true) {
                return;
            }
            if !self.is_visiting() {
                let changed = if self.is_changed() { CHANGED } else { "" };
                Kept::Settings.store(Some(&format!("{}{changed}", self.link())));
            }
            self.tell_address();
        };
        let store_soon = browser::debounced(Duration::from_millis(200), store);
        Effect::new(move |_| {
            self.settings.track();
            self.loaded.track();
            self.loading.track();
            self.language.track();
            store_soon();
        });
        let listener = window_event_listener(leptos::ev::pagehide, move |_| store());
        on_cleanup(move || listener.remove());
        Effect::new(move |_| {
            let tag = self.language.get().tag();
            browser::set_root_attribute("lang", Some(tag));
            // A visitor goes on in the language of old.
            if !self.is_visiting() {
                Kept::Language.store(Some(tag));
            }
        });
        Effect::new(move |_| {
            let name = match self.theme_choice.get() {
                ThemeChoice::System => None,
                ThemeChoice::Always(theme) => Some(theme_name(theme)),
            };
            browser::set_root_attribute("data-theme", name);
            Kept::Theme.store(name);
        });
        Effect::new(move |_| {
            Kept::Keys.store((!self.has_shortcuts.get()).then_some("off"));
        });
    }
}

/// The theme's name in the document and in storage.
fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}

/// What was chosen last.
pub fn kept_choices() -> Option<loading::Kept> {
    let line = Kept::Settings.load()?;
    let (link, is_changed) = match line.strip_suffix(CHANGED) {
        Some(link) => (link, true),
        None => (&*line, false),
    };
    Some(loading::Kept { link: Link::kept(link).ok()?, is_changed })
}

/// The theme that was chosen last.
pub fn kept_theme() -> ThemeChoice {
    let kept = Kept::Theme.load();
    let theme = Theme::ALL.into_iter().find(|theme| kept.as_deref() == Some(theme_name(*theme)));
    theme.map_or(ThemeChoice::System, ThemeChoice::Always)
}

/// The language that was chosen last, or else that of the browser.
pub fn kept_language() -> Language {
    let kept = Kept::Language.load().and_then(|tag| Language::from_tag(&tag));
    kept.unwrap_or_else(|| {
        let preferred = browser::preferred_languages();
        let known = |tag: &String| Language::from_tag(tag.split('-').next().unwrap_or(tag));
        preferred.iter().find_map(known).unwrap_or_default()
    })
}
