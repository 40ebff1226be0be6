//! Links: the one in the address is opened, and every other that is put there; the address follows
//! what is shown, as far as it can tell it. Until the numbers of a link are changed it is a visit:
//! what this browser keeps stays as it was, and a reload opens the link again.

use leptos::prelude::*;

use super::{
    app_state::AppState,
    browser, frame,
    history::Snapshot,
    keep::kept_choices,
    loading::{By, Loading, Phase, Wanted},
    shared::Shared,
    work::Course,
};
use crate::{
    i18n::Language,
    samples::{Loaded, SampleId},
    state::{Change, Convention, Link, Origin, link::Stray},
    wire,
};

/// A link that was opened.
#[derive(Clone)]
pub struct Visit {
    /// Its numbers.
    loaded: Shared<Loaded>,
    /// The same as they stand in it.
    packed: Option<String>,
}

impl Visit {
    /// The visit to numbers.
    pub fn new(loaded: Shared<Loaded>, packed: Option<String>) -> Self {
        Self { loaded, packed }
    }
}

/// What was shown at a step of the browser's history that was left.
#[derive(Clone)]
pub struct Step {
    /// Which step, counted from 0.
    number: i32,
    snapshot: Snapshot,
    /// Held, so that a visit is known again by its numbers.
    loaded: Shared<Loaded>,
    visit: Option<Visit>,
}

/// The fragment of the address, if it is a link: others are places on the page.
pub fn in_address() -> Option<String> {
    let is_link =
        |fragment: &String| ["=", "%3D", "%3d"].iter().any(|sign| fragment.contains(sign));
    Some(browser::fragment()).filter(is_link)
}

impl AppState {
    /// Opens the page by the link in the address or by what is kept. A fragment that it gives is to
    /// be opened over what is kept.
    pub fn begin(self) -> Option<String> {
        let kept = kept_choices().map(|kept| Wanted::by(By::Kept(kept)));
        let fragment = in_address();
        let link = fragment.as_deref().and_then(|fragment| Link::parse(fragment).ok());
        let (first, fragment) = match link {
            // The page was loaded again, and had put this into its address.
            Some(_) if browser::is_fragment_kept() => (kept, None),
            Some(link) if !kept.as_ref().is_some_and(Wanted::is_work) => {
                (Some(Wanted::by(By::Link { link, is_first: true })), None)
            }
            _ => (kept, fragment),
        };
        if let Some(first) = first {
            let is_here = first.origin == Origin::Sample(SampleId::SixTokens);
            if is_here && !first.has_changes() {
                let loaded = self.loaded.get_untracked();
                self.show(loaded.clone(), loaded, first);
            } else {
                self.load(first);
            }
        }
        fragment
    }

    /// Opens this link, and every other that is put into the address; tells of what is shown to
    /// `attnscope.link()`.
    pub fn follow_links(self, first: Option<String>) {
        browser::offer("linked", move || self.linked().into_bytes());
        browser::offer("shown", move || wire::pack(&self.loaded.get_untracked()));
        let open = move |fragment: String| {
            // What was being worked on comes first, so that it is one undo away.
            self.awaiting_link.set_value(Some(fragment));
            let is_kept_coming = |loading: &Option<Loading>| {
                loading.as_ref().is_some_and(|it| {
                    matches!((&it.phase, &it.wanted.by), (Phase::Coming(_), By::Kept(_)))
                })
            };
            if !self.loading.with_untracked(is_kept_coming) {
                self.open_awaiting_link();
            }
        };
        if let Some(first) = first {
            open(first);
        }
        let follow = move |needs_step: bool| {
            let fragment = in_address();
            let (from, to) = (self.course.with_value(|course| course.step), browser::step());
            // A place on the page leads nowhere else, and a step is told of twice where its address is another.
            if to == Some(from) || (to.is_none() && (needs_step || fragment.is_none())) {
                return;
            }
            let left = self.leave_step(from);
            self.course.update_value(|course| {
                course.step = to.unwrap_or(from + 1);
                let steps = &mut course.steps;
                // What came after is gone once a link is followed.
                steps.retain(|step| step.number != from && (to.is_some() || step.number < from));
                steps.push(left);
            });
            if !to.is_some_and(|to| self.go_to_step(to))
                && let Some(fragment) = fragment
            {
                open(fragment);
            }
        };
        browser::on_event("popstate", move || follow(true));
        browser::on_event("hashchange", move || follow(false));
    }

    fn leave_step(self, number: i32) -> Step {
        let (snapshot, visit) = (self.snapshot(), self.visit.get_value());
        Step { number, snapshot, loaded: self.loaded.get_untracked(), visit }
    }

    /// Shows what was shown at a step, if it is known: the browser has gone back or forth.
    fn go_to_step(self, number: i32) -> bool {
        let find =
            |course: &Course| course.steps.iter().find(|step| step.number == number).cloned();
        let Some(step) = self.course.with_value(find) else { return false };
        self.go_back_to(step);
        true
    }

    /// What is shown, to be gone back to.
    pub fn here(self) -> Step {
        self.leave_step(self.course.with_value(|course| course.step))
    }

    /// Shows what was shown before.
    pub fn go_back_to(self, step: Step) {
        self.loading.set(None);
        if step.loaded != self.loaded.get_untracked() {
            self.record(Change::Numbers);
        }
        self.visit.set_value(step.visit);
        self.restore(Some(step.snapshot));
    }

    /// Takes what is shown for a visit: it is not kept.
    pub fn visit_shown(self) {
        self.visit.set_value(Some(Visit::new(self.loaded.get_untracked(), None)));
    }

    /// Opens the link that waits, if one does.
    pub fn open_awaiting_link(self) {
        let fragment = self.awaiting_link.try_update_value(Option::take).flatten();
        let Some(fragment) = fragment else { return };
        self.load(Wanted::by(match Link::parse(&fragment) {
            Ok(link) => By::Link { link, is_first: false },
            Err(_) => By::Broken(fragment),
        }));
    }

    /// Takes the language of a link; gives it back if the page does not speak it.
    pub fn speak(self, link: &Link) -> Option<Stray> {
        let asked = link.language.clone()?;
        if let Some(language) = Language::from_tag(&asked) {
            self.language.set(language);
            return None;
        }
        let shown = self.language.get_untracked().tag().to_owned();
        Some(Stray::Value { parameter: "lang", asked, shown })
    }

    /// Whether the numbers are those of a link.
    pub fn is_visiting(self) -> bool {
        self.visited().is_some()
    }

    fn visited(self) -> Option<Visit> {
        let loaded = self.loaded.try_get_untracked()?;
        self.visit.get_value().filter(|visit| visit.loaded == loaded)
    }

    /// What is chosen, as a link without numbers and language. A lesson is none of it: its numbers are its own.
    pub fn link(self) -> Link {
        let link = |opened: &Shared<Loaded>| Link::of(&self.settings.read_untracked(), opened);
        Link { lesson: None, ..self.opened.with_untracked(link) }
    }

    /// The link to the step of a lesson, which says by itself what is shown; `None` where its numbers were changed.
    fn link_to_lesson(self) -> Option<Link> {
        let lesson = self.settings.read_untracked().lesson.filter(|_| self.is_visiting());
        let convention = self.settings.read_untracked().convention;
        let convention = Some(convention).filter(|it| *it != Convention::default());
        let presents = self.presents();
        lesson.map(|lesson| Link { lesson: Some(lesson), convention, presents, ..Link::default() })
    }

    /// The link as it stands in the address; `None` where numbers are shown that no reader has
    /// packed, which takes longer than an address may.
    fn link_in_address(self) -> Option<Link> {
        let packed = self.visited().and_then(|visit| visit.packed);
        let language = Some(self.language.get_untracked().tag().to_owned());
        if let Some(link) = self.link_to_lesson() {
            return Some(Link { language, ..link });
        }
        (packed.is_some() || !self.has_numbers()).then(|| Link { language, packed, ..self.link() })
    }

    /// The link that shows the same on the whole page.
    pub fn link_to_open(self) -> String {
        self.settings.track();
        self.language.track();
        self.loaded.track();
        let link = self.link_in_address().unwrap_or_else(|| self.link());
        Link { presents: false, ..link }.to_string()
    }

    /// Puts the link to what is shown into the address; takes away what says something else.
    pub fn tell_address(self) {
        // That of a frame is its page's.
        if frame::is_embedded() {
            return;
        }
        let opening = Link { sample: Some(SampleId::SixTokens), ..Link::default() };
        let link = self
            .link_in_address()
            .filter(|link| Link { language: None, ..link.clone() } != opening);
        let text = link.map(|link| link.to_string()).unwrap_or_default();
        browser::set_fragment(
            &text,
            !self.is_visiting(),
            self.course.with_value(|course| course.step),
        );
    }

    /// The link to what is shown; whether numbers are to be packed into it; and of which example
    /// they are changes: key, block and path. A line each.
    fn linked(self) -> String {
        let in_address = self.link_in_address();
        let packs = if in_address.is_none() { "packs" } else { "" };
        let language = Some(self.language.get_untracked().tag().to_owned());
        let link = in_address.unwrap_or_else(|| Link { language, ..self.link() });
        let block = link.block();
        let path = link.sample.and_then(|sample| sample.block(block)).map_or("", |it| it.asset);
        let key = link.sample.map_or("", SampleId::key);
        format!("{link}\n{packs}\n{key}\n{block}\n{path}")
    }
}
