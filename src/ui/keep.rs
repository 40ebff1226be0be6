//! What is chosen, kept in this browser for the next visit.

use std::time::Duration;

use leptos::prelude::*;

use super::{
    app_state::{AppState, ThemeChoice},
    browser,
    link::in_address,
    loading::{By, KeptWork, Loading},
    storage::Kept,
    work::{kept_in_line, work_lines},
};
use crate::{draw::Theme, i18n::Language};

/// How long changes must rest before they are kept: a key that is held down repeats faster.
const KEEP_AFTER: Duration = Duration::from_millis(150);

impl AppState {
    /// Keeps what is chosen in this browser, and sets language and theme on the document.
    pub fn keep(self) {
        let is_going = StoredValue::new(false);
        let store = move || {
            let asks = |loading: &Option<Loading>| {
                loading.as_ref().is_some_and(|it| !matches!(it.wanted.by, By::Choice))
            };
            // Nothing to keep once the page is gone.
            let Some(asks) = self.loading.try_with_untracked(asks) else { return };
            self.leave_work();
            // Not over what the address asks for, nor while the page goes.
            if !asks && !is_going.get_value() {
                self.tell_address();
            }
        };
        let store_soon = browser::debounced(KEEP_AFTER, store);
        Effect::new(move |_| {
            self.settings.track();
            self.loaded.track();
            self.loading.track();
            self.language.track();
            // A page that is changed has stayed.
            is_going.set_value(false);
            store_soon();
        });
        self.keep_at_the_end(is_going);
        // Another page has kept something.
        browser::on_event("storage", move || self.works.set(work_lines()));
        browser::on_event("attnscope:forget", move || self.forget_works());
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

impl AppState {
    /// Keeps what is chosen when the page goes.
    fn keep_at_the_end(self, is_going: StoredValue<bool>) {
        let going = move || {
            // What is being typed is entered.
            browser::leave_field();
            is_going.try_update_value(|is_going| *is_going = true);
            // The address is left alone, which the next page may have read already, unless that would take it for a
            // link that somebody has followed.
            if self.loading.try_get_untracked().is_some() {
                self.leave_work();
                if is_misread(self) {
                    self.tell_address();
                }
            }
        };
        // A reload may begin the next page, which reads what is kept, before this one is told that it is hidden.
        browser::on_event("beforeunload", going);
        let listener = window_event_listener(leptos::ev::pagehide, move |_| going());
        on_cleanup(move || listener.remove());
    }
}

/// Whether the link in the address is told as a visit and is none any more, or the other way round.
fn is_misread(app: AppState) -> bool {
    in_address().is_some() && browser::is_fragment_kept() == app.is_visiting()
}

/// The theme's name in the document and in storage.
fn theme_name(theme: Theme) -> &'static str {
    match theme {
        Theme::Light => "light",
        Theme::Dark => "dark",
    }
}

/// The theme as it is: the system's, where none is chosen.
pub fn use_theme(choice: RwSignal<ThemeChoice>) -> Memo<Theme> {
    let system_is_dark = browser::system_is_dark();
    Memo::new(move |_| match (choice.get(), system_is_dark.get()) {
        (ThemeChoice::Always(theme), _) => theme,
        (ThemeChoice::System, true) => Theme::Dark,
        (ThemeChoice::System, false) => Theme::Light,
    })
}

/// What was chosen last.
pub fn kept_choices() -> Option<KeptWork> {
    kept_in_line(&Kept::Settings.load()?)
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
