//! What the page itself knows of the lessons: whether their panel is open, what they mark, and what was shown
//! before, which comes back when they are left. The lessons themselves come later, `lessons/`.

use leptos::prelude::*;

use super::{
    app_state::AppState,
    browser,
    keep::kept_choices,
    link::Step,
    loading::{By, KeptWork, Wanted},
};
use crate::{lessons::Look, samples::SampleId};

/// The signals of the lessons.
pub struct LessonSignals {
    /// Whether the panel shows its list where no step is open.
    pub lists: RwSignal<bool>,
    /// What is marked in the matrices.
    pub marks: RwSignal<Vec<Look>>,
    /// Whether the explanation of the stage is shown beside a lesson, too.
    pub explains: RwSignal<bool>,
    /// What was shown before the first step.
    before: StoredValue<Option<Step>>,
}

impl LessonSignals {
    /// Of a page without a lesson.
    pub fn new() -> Self {
        Self {
            lists: RwSignal::new(false),
            marks: RwSignal::default(),
            explains: RwSignal::new(false),
            before: StoredValue::new(None),
        }
    }
}

impl AppState {
    /// Whether the panel of lessons is open.
    pub fn is_in_lessons(self) -> bool {
        self.lesson.lists.get() || self.settings.read().lesson.is_some()
    }

    /// Remembers what is shown, for when the lessons are left: a step is about to be shown in its place.
    pub fn enter_lessons(self, by: &By) {
        let is_step = matches!(by, By::Link { link, is_first: false } if link.lesson.is_some());
        if is_step && self.settings.read_untracked().lesson.is_none() {
            self.lesson.before.set_value(Some(self.here()));
        }
    }

    /// The lesson was left in another way than [`Self::leave_lessons`]: there is nothing to go back to.
    pub fn forget_before_lessons(self) {
        self.lesson.before.set_value(None);
        self.lesson.marks.set(Vec::new());
    }

    /// Opens the list of lessons, or leaves them.
    pub fn toggle_lessons(self) {
        if untrack(|| self.is_in_lessons()) {
            self.leave_lessons();
        } else {
            self.lesson.lists.set(true);
        }
    }

    /// Closes the panel and shows what was shown before.
    pub fn leave_lessons(self) {
        self.lesson.lists.set(false);
        self.lesson.explains.set(false);
        let was_in_step = self.settings.read_untracked().lesson.is_some();
        let before = self.lesson.before.try_update_value(Option::take).flatten();
        self.lesson.marks.set(Vec::new());
        browser::focus("[data-lessons]");
        match before {
            _ if !was_in_step => {}
            Some(step) => {
                self.go_back_to(step);
                // At once: the page may be loaded again.
                self.tell_address();
            }
            // The page was opened by the lesson.
            None => match kept_choices() {
                Some(kept) => self.load(Wanted::by(By::Kept(KeptWork { is_chosen: true, ..kept }))),
                None => self.open(SampleId::SixTokens, 0),
            },
        }
    }
}
