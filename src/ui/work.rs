//! Own work: numbers that somebody has brought or changed, each kept in this browser under a number
//! of its own. A page goes on with the work that it began with; what another page is at work on it
//! borrows, and goes on with as work of its own. What is left for an example or a link stays.

use leptos::prelude::*;

use super::{
    app_state::AppState,
    link::Step,
    loading::{By, KeptWork, Wanted},
    shared::Shared,
    storage::{Kept, KeptNumbers, new_id},
};
use crate::{
    math::{MaskKind, MaskPlan},
    samples::Loaded,
    state::{Change, WorkLine, holds_work, with_work},
    wire,
};

/// Whether a mask is one that was drawn cell by cell: work, as numbers are.
pub fn is_drawn(mask: Option<&MaskPlan>) -> bool {
    mask.is_some_and(|mask| matches!(mask.kind(), MaskKind::Painted | MaskKind::Added))
}

/// Which work the page is at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Work {
    /// Its number.
    pub id: u32,
    /// Whether it is another page's.
    pub is_borrowed: bool,
}

impl Work {
    /// A new one.
    pub fn new() -> Self {
        Self { id: new_id(), is_borrowed: false }
    }
}

/// Which work the page is at, and how it came there.
pub struct Course {
    work: Work,
    /// The numbers that are kept of it: as they opened, and as they are.
    kept: Option<(Shared<Loaded>, Shared<Loaded>)>,
    /// The step of the browser's history that is shown.
    pub step: i32,
    /// What was shown at other steps.
    pub steps: Vec<Step>,
}

impl Course {
    /// Of a page that begins at a step of the browser's history.
    pub fn new(step: i32) -> Self {
        Self { work: Work::new(), kept: None, step, steps: Vec::new() }
    }
}

/// What a line says, under a new number where it has none.
pub fn kept_in_line(line: &str) -> Option<KeptWork> {
    let WorkLine { id, is_changed, link } = WorkLine::parse(line)?;
    let id = id.unwrap_or_else(new_id);
    Some(KeptWork { id, link, is_changed, is_chosen: false, is_borrowed: false })
}

/// All works, a line each, the newest first.
pub fn work_lines() -> String {
    Kept::Works.load().unwrap_or_default()
}

impl AppState {
    /// Which work the page is at.
    pub fn work(self) -> Work {
        self.course.with_value(|course| course.work)
    }

    /// Goes on with a work, of which these numbers are kept.
    pub fn begin_work(self, work: Work, kept: Option<(Shared<Loaded>, Shared<Loaded>)>) {
        self.course.update_value(|course| (course.work, course.kept) = (work, kept));
    }

    /// Keeps what is chosen and the work as they are, before something else comes in their place.
    pub fn leave_work(self) {
        // Not over what the page begins with, while it is still on its way.
        let is_begun = self.loading.with_untracked(|loading| {
            match loading.as_ref().map(|loading| &loading.wanted.by) {
                Some(By::Kept(kept)) => kept.is_chosen,
                Some(By::Link { is_first, .. }) => !is_first,
                Some(By::Choice | By::Broken(_)) | None => true,
            }
        });
        if is_begun && !self.is_visiting() {
            self.store_work();
        }
    }

    /// Leaves the work for numbers that are about to be shown, and says what they belong to.
    pub fn change_work(self, wanted: &Wanted, loaded: &Shared<Loaded>, opened: &Shared<Loaded>) {
        let work = self.work_of(wanted, loaded);
        let is_first = match &wanted.by {
            By::Choice => false,
            By::Kept(kept) => !kept.is_chosen,
            By::Link { is_first, .. } => *is_first,
            By::Broken(_) => true,
        };
        if !is_first {
            self.leave_work();
            self.record(Change::Numbers);
        }
        let is_kept = matches!(wanted.by, By::Kept(_)) && !work.is_borrowed;
        self.begin_work(work, is_kept.then(|| (opened.clone(), loaded.clone())));
    }

    /// Which work they belong to.
    fn work_of(self, wanted: &Wanted, loaded: &Shared<Loaded>) -> Work {
        let is_same = || self.loaded.with_untracked(|now| **now == **loaded);
        match &wanted.by {
            By::Kept(kept) => Work { id: kept.id, is_borrowed: kept.is_borrowed },
            // The same brought once more.
            By::Choice if self.is_own() && !self.is_visiting() && is_same() => self.work(),
            By::Choice | By::Link { .. } | By::Broken(_) => Work::new(),
        }
    }

    /// Whether there is something that opening other numbers would take away: numbers, or a mask
    /// that was drawn cell by cell.
    pub fn has_work(self) -> bool {
        self.has_numbers() || self.settings.with_untracked(|it| is_drawn(it.mask.as_ref()))
    }

    /// Whether the numbers are somebody's own, or changed.
    pub fn has_numbers(self) -> bool {
        self.is_changed() || self.is_own()
    }

    /// Keeps what is chosen and the work, or that there is none.
    fn store_work(self) {
        let is_touched =
            self.history.with_untracked(|it| it.next_undo().is_some() || it.next_redo().is_some());
        if self.work().is_borrowed && is_touched {
            self.begin_work(Work::new(), None);
        }
        let (link, Work { id, is_borrowed }) = (self.link(), self.work());
        let has_work = self.has_work();
        let is_changed = self.is_changed();
        let line = WorkLine { id: has_work.then_some(id), is_changed, link }.to_string();
        Kept::Settings.store(Some(&line));
        if is_borrowed {
            return;
        }
        if has_work {
            self.store_numbers(id);
        }
        self.list_work(has_work.then_some(&line));
    }

    fn store_numbers(self, id: u32) {
        let (loaded, opened) = (self.loaded.get_untracked(), self.opened.get_untracked());
        let now = (opened.clone(), loaded.clone());
        // Another page may have forgotten it.
        if !holds_work(&work_lines(), id) {
            self.course.update_value(|course| course.kept = None);
        }
        let before = self.course.try_update_value(|course| course.kept.replace(now)).flatten();
        let (is_opened_kept, is_kept) = before.map_or((false, false), |(before, changed)| {
            (before == opened, before == opened && changed == loaded)
        });
        if is_kept {
            return;
        }
        if !is_opened_kept && self.is_own() {
            KeptNumbers::Opened.store(id, Some(wire::pack(&opened)));
        }
        let changed = (loaded != opened).then(|| wire::pack_over(&loaded, &opened));
        KeptNumbers::Changed.store(id, changed);
    }

    fn is_own(self) -> bool {
        self.settings.with_untracked(|settings| settings.origin.sample().is_none())
    }

    /// Puts the line of this page's work before those of all others, or takes it away.
    fn list_work(self, line: Option<&str>) {
        let text = work_lines();
        let id = self.work().id;
        let (listed, gone) = with_work(&text, id, line);
        if listed == text {
            return;
        }
        gone.into_iter().for_each(KeptNumbers::forget);
        if line.is_none() {
            KeptNumbers::forget(id);
            self.course.update_value(|course| course.kept = None);
        }
        Kept::Works.store(Some(&listed));
        self.works.set(listed);
    }

    /// All work but what is shown, the newest first.
    pub fn works_beside(self) -> Vec<KeptWork> {
        let now = self.work().id;
        let works = self.works.read();
        works.lines().filter_map(kept_in_line).filter(|work| work.id != now).collect()
    }

    /// Goes back to a work that was left.
    pub fn open_work(self, id: u32) {
        let kept = untrack(|| self.works_beside()).into_iter().find(|it| it.id == id);
        if let Some(kept) = kept {
            self.load(Wanted::by(By::Kept(KeptWork { is_chosen: true, ..kept })));
        }
    }

    /// Forgets every work; what is shown stays until it is left, unless it is changed once more.
    pub fn forget_works(self) {
        for work in work_lines().lines().filter_map(kept_in_line) {
            KeptNumbers::forget(work.id);
        }
        Kept::Works.store(None);
        self.works.set(String::new());
        if self.has_work() {
            Kept::Settings.store(None);
            self.begin_work(Work::new(), None);
            self.visit_shown();
        }
    }
}
