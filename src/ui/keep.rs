//! What is chosen, kept in this browser for the next visit.

use std::time::Duration;

use leptos::prelude::*;

use super::{
    app_state::{AppState, ThemeChoice},
    browser::{self, Kept},
    loading::Loading,
};
use crate::{
    draw::Theme,
    i18n::Language,
    state::{self, Settings},
};

impl AppState {
    /// Keeps what is chosen in this browser, and sets language and theme on the document.
    pub fn keep(self) {
        // Not over the settings that a kept example on its way will return to.
        let awaits_kept = move || {
            let is_kept = |loading: &Option<Loading>| {
                loading.as_ref().is_some_and(|loading| loading.wanted.kept.is_some())
            };
            self.loading.try_with_untracked(is_kept).unwrap_or(true)
        };
        let store = move || {
            // Nothing to keep once the page is gone.
            let Some(settings) = self.settings.try_get_untracked() else { return };
            if !awaits_kept() {
                let settings = Settings { is_changed: self.is_changed(), ..settings };
                Kept::Settings.store(Some(&state::encode(&settings)));
            }
        };
        let store_soon = browser::debounced(Duration::from_millis(200), store);
        Effect::new(move |_| {
            self.settings.track();
            self.loaded.track();
            self.loading.track();
            store_soon();
        });
        let listener = window_event_listener(leptos::ev::pagehide, move |_| store());
        on_cleanup(move || listener.remove());
        Effect::new(move |_| {
            let tag = self.language.get().tag();
            browser::set_root_attribute("lang", Some(tag));
            Kept::Language.store(Some(tag));
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
