//! Taking changes back and doing them again: of numbers, mask, scale and tokens. Where one looks is
//! no change, but comes back with one, so that it is seen.

use leptos::prelude::*;

use super::{app_state::AppState, browser, shared::Shared, work::Work};
use crate::{
    math::Problem,
    samples::Loaded,
    state::{self, Block, Change, Remembered, Settings, TokenEdit, TokenError, Weigh, blocks_of},
};

/// All that a change can change.
#[derive(Clone)]
pub struct Snapshot {
    loaded: Remembered,
    opened: Shared<Loaded>,
    settings: Settings,
    work: Work,
}

impl Weigh for Snapshot {
    fn blocks(&self) -> Vec<Block> {
        let mut blocks = self.loaded.blocks();
        blocks.extend(blocks_of(&self.opened));
        blocks
    }
}

/// Changes of one kind that follow one another as fast are one, such as the steps of a slider.
const ONE_CHANGE_MILLIS: f64 = 1_000.0;

impl AppState {
    /// The present state.
    pub fn snapshot(self) -> Snapshot {
        Snapshot {
            loaded: Remembered::of(self.loaded.get_untracked().arc()),
            opened: self.opened.get_untracked(),
            settings: self.settings.get_untracked(),
            work: self.work(),
        }
    }

    /// Remembers the present state: it is about to be changed.
    pub fn record(self, change: Change) {
        self.changed_at.set_value(browser::now());
        let before = self.snapshot();
        self.history.update(|history| history.record(before, change));
    }

    /// The same, but as one with the last change if that was of this kind and just now.
    pub fn record_on(self, change: Change) {
        let now = browser::now();
        let is_soon = now - self.changed_at.get_value() < ONE_CHANGE_MILLIS;
        if is_soon && self.history.with_untracked(|history| history.goes_on(change)) {
            self.changed_at.set_value(now);
        } else {
            self.record(change);
        }
    }

    /// Takes the last change back.
    pub fn undo(self) {
        let now = self.snapshot();
        let before = self.history.try_update(|history| history.undo(now)).flatten();
        self.restore(before);
    }

    /// Does the change again that was taken back last.
    pub fn redo(self) {
        let now = self.snapshot();
        let after = self.history.try_update(|history| history.redo(now)).flatten();
        self.restore(after);
    }

    /// Puts a state in the place of the present one.
    pub fn restore(self, snapshot: Option<Snapshot>) {
        let Some(Snapshot { loaded, opened, settings, work }) = snapshot else { return };
        // It was computed before, so it can be computed again.
        let Some(loaded) = loaded.restored(&self.loaded.get_untracked()) else { return };
        // The next change is one of its own.
        self.changed_at.set_value(f64::NEG_INFINITY);
        self.editing.set(None);
        self.hovered.set(None);
        self.refused_divisor.set(None);
        if opened != self.opened.get_untracked() {
            self.leave_work();
            self.begin_work(work, None);
        }
        // The numbers first: settings are held inside them.
        self.opened.set(opened);
        self.loaded.set(loaded.into());
        // How it is shown is no change, and stays.
        let convention = self.convention.get_untracked();
        let presents = self.presents();
        self.settings.set(Settings { convention, presents, ..settings });
        self.keep_trail();
    }

    /// Shows other numbers in place of these, with the same tokens.
    pub fn change_problem(self, problem: Problem) {
        let loaded = self.loaded.get_untracked();
        self.loaded.set(Shared::new(Loaded { problem, ..Loaded::clone(&loaded) }));
    }

    /// Changes tokens with everything that follows.
    ///
    /// # Errors
    /// [`TokenError`] where they cannot be changed so; nothing is then.
    pub fn change_tokens(self, edit: &TokenEdit) -> Result<(), TokenError> {
        let (loaded, settings) = (self.loaded.get_untracked(), self.settings.get_untracked());
        let (loaded, settings) = state::with_token_edit(&loaded, &settings, edit)?;
        self.record(Change::Tokens);
        self.editing.set(None);
        self.hovered.set(None);
        // The numbers first: settings are held inside them.
        self.loaded.set(Shared::new(loaded));
        self.settings.set(settings);
        self.keep_trail();
        Ok(())
    }

    /// Gives all numbers and tokens back what they were when they were opened.
    pub fn back_to_opened(self) {
        self.record(Change::AsOpened);
        self.editing.set(None);
        self.loaded.set(self.opened.get_untracked());
        self.keep_trail();
    }

    /// Whether the numbers are others than they were opened with.
    pub fn is_changed(self) -> bool {
        let opened = self.opened.try_get_untracked();
        opened != self.loaded.try_get_untracked()
    }
}
