//! Long inputs: asks the engine for the head that is opened, under the mask and the scale that are chosen, and shows
//! how far it is. One question is on its way at a time, so that a slider is followed as fast as there are answers;
//! an answer to what is not asked any more is dropped.

mod crop;
mod desk;
mod status;

use std::{sync::Arc, time::Duration};

use leptos::{prelude::*, task::spawn_local};

use super::{app_state::AppState, shared::Shared};
use crate::{
    kernel::needed,
    math::{Between, Inputs, Mask, Problem, Scale, Trace},
    state::mask_text,
};
use desk::{Desk, Told};
use status::Status;

/// What the engine has computed last.
#[derive(Clone, PartialEq)]
pub struct Computed {
    /// Of which inputs, under which mask and scale.
    pub problem: Shared<Problem>,
    /// One head of it.
    pub trace: Shared<Trace>,
}

/// The memory that all of a long input takes, in bytes.
fn bytes(inputs: &Inputs) -> usize {
    needed(inputs, (inputs.n_queries(), inputs.n_keys()))
}

/// What is wanted of the engine.
#[derive(Clone)]
struct Wanted {
    /// Long inputs under the chosen mask and scale.
    problem: Shared<Problem>,
    /// Its mask, and the same as text.
    mask: Shared<(Arc<Mask>, String)>,
    head: usize,
}

impl PartialEq for Wanted {
    fn eq(&self, other: &Self) -> bool {
        let (a, b) = (&self.problem, &other.problem);
        let is_same_view = self.mask.1 == other.mask.1 && a.scale() == b.scale();
        self.head == other.head && is_same_view && a.shares_inputs(b)
    }
}

impl Wanted {
    /// Whether that is what was computed.
    fn is_of(&self, computed: &Computed) -> bool {
        let (wanted, found) = (&self.problem, &computed.problem);
        self.head == computed.trace.projected.held.start
            && wanted.scale() == found.scale()
            && wanted.shared_mask() == found.shared_mask()
    }
}

/// A question on its way.
struct Asked {
    id: u32,
    wanted: Wanted,
    /// Whether the head itself was told.
    is_told: bool,
}

/// How far it is.
#[derive(Debug, Clone, PartialEq)]
enum Phase {
    /// Nothing is on its way.
    Idle,
    /// More memory than is taken without asking: not begun.
    Asks,
    /// So many steps of so many are done.
    Working { done: usize, of: usize },
    /// Stopped by hand.
    Cancelled,
    /// It broke: why, if it said so.
    Broken(String),
    /// It was not fetched.
    Unreached,
}

/// The work with the engine.
#[derive(Clone, Copy)]
struct Work {
    app: AppState,
    wanted: Memo<Option<Wanted>>,
    phase: RwSignal<Phase>,
    /// The engine, once it is open, and whether it is being opened.
    desk: StoredValue<Option<Desk>, LocalStorage>,
    is_opening: StoredValue<bool>,
    /// The inputs that it was given.
    given: StoredValue<Option<Shared<Problem>>>,
    asked: StoredValue<Option<Asked>>,
    n_asked: StoredValue<u32>,
}

/// What is taken without asking, in bytes.
const MODEST: usize = 512 << 20;
/// All heads are computed once nothing else has been asked for so long: a slider that moves asks again and again.
const REST: Duration = Duration::from_millis(250);

/// Computes what is shown of a long input, and says how far that is.
#[component]
pub fn Engine() -> impl IntoView {
    let app = AppState::get();
    // Another scale does not make the mask again, which may be of n² numbers.
    let mask = Memo::new(move |_| {
        let plan = app.mask_plan.get();
        Shared::new((plan.mask(app.size()), mask_text(&plan)))
    });
    let wanted = Memo::new(move |_| {
        let (loaded, mask) = (app.loaded.get(), mask.get());
        let settings = app.settings.read();
        let problem = &loaded.problem;
        let scale = settings.divisor.map_or(problem.scale(), Scale::DivideBy);
        // Fails for a moment, while a mask of other tokens is there; no other scale is stored or typed.
        let problem = problem.with_options(Arc::clone(&mask.0), scale).ok()?;
        let head = settings.head.min(problem.inputs().heads.queries - 1);
        problem.is_long().then(|| Wanted { problem: Shared::new(problem), mask, head })
    });
    let work = Work {
        app,
        wanted,
        phase: RwSignal::new(Phase::Idle),
        desk: StoredValue::new_local(None),
        is_opening: StoredValue::new(false),
        given: StoredValue::new(None),
        asked: StoredValue::new(None),
        n_asked: StoredValue::new(0),
    };
    Effect::new(move |before: Option<Option<Wanted>>| {
        let now = wanted.get();
        let is_other = !has_same_inputs(before.flatten().as_ref(), now.as_ref());
        work.follow(now.as_ref(), is_other);
        now
    });
    on_cleanup(move || work.end());
    view! { <Status work /> }
}

fn has_same_inputs(a: Option<&Wanted>, b: Option<&Wanted>) -> bool {
    a.zip(b).is_some_and(|(a, b)| a.problem.shares_inputs(&b.problem))
}

impl Work {
    /// Something else is wanted.
    fn follow(self, wanted: Option<&Wanted>, is_other: bool) {
        let Some(wanted) = wanted else { return self.end() };
        if is_other {
            // What is on its way is of something else.
            self.asked.set_value(None);
            let is_much = bytes(wanted.problem.inputs()) > MODEST;
            self.phase.set(if is_much { Phase::Asks } else { Phase::Idle });
        }
        let waits = |phase: &Phase| !matches!(phase, Phase::Idle | Phase::Working { .. });
        if !self.phase.with_untracked(waits) {
            self.ask();
        }
    }

    /// Begins, or begins again.
    fn start(self) {
        self.phase.set(Phase::Idle);
        self.ask();
    }

    /// Asks for what is wanted, unless an answer is on its way; after it more is asked.
    fn ask(self) {
        let is_waiting =
            self.asked.with_value(|asked| asked.as_ref().is_some_and(|it| !it.is_told));
        if !is_waiting {
            self.question(false);
        }
    }

    /// Puts a question; `all` also for what all heads make together.
    fn question(self, all: bool) {
        let Some(wanted) = self.wanted.get_untracked() else { return };
        let is_open =
            self.desk.with_value(|desk| desk.as_ref().map(|desk| self.put(desk, wanted, all)));
        if is_open.is_none() && !self.is_opening.get_value() {
            self.open();
        }
    }

    fn put(self, desk: &Desk, wanted: Wanted, all: bool) {
        let has = |given: &Option<Shared<Problem>>| {
            given.as_ref().is_some_and(|given| given.shares_inputs(&wanted.problem))
        };
        if !self.given.with_value(has) {
            desk.load(wanted.problem.inputs());
            self.given.set_value(Some(wanted.problem.clone()));
        }
        let id = self.n_asked.get_value() + 1;
        self.n_asked.set_value(id);
        desk.ask(id, wanted.head, &wanted.mask.1, wanted.problem.scale(), all);
        // Before all heads are asked for, the head was told.
        self.asked.set_value(Some(Asked { id, wanted, is_told: all }));
        self.phase.set(Phase::Working { done: 0, of: 0 });
    }

    fn open(self) {
        self.is_opening.set_value(true);
        spawn_local(async move {
            let desk = Desk::open(move |told| self.hear(told)).await;
            if self.is_opening.try_get_value() != Some(true) {
                // Not wanted any more.
                return;
            }
            self.is_opening.set_value(false);
            match desk {
                Ok(desk) => {
                    self.desk.set_value(Some(desk));
                    self.question(false);
                }
                Err(_) => self.phase.set(Phase::Unreached),
            }
        });
    }

    fn hear(self, told: Told) {
        // The page may be gone.
        let Some(Some(wanted)) = self.wanted.try_get_untracked() else { return };
        match told {
            Told::Progress { done, of } => {
                if self.asked.with_value(Option::is_some) {
                    self.phase.set(Phase::Working { done, of });
                }
            }
            Told::Head { id, stages } => self.take_head(id, &stages, &wanted),
            Told::All { id, made } => self.take_all(id, &made),
            Told::Broken(reason) => {
                self.forget();
                self.phase.set(Phase::Broken(reason));
            }
        }
    }

    fn take_all(self, id: u32, made: &desk::Stages) {
        let computed = self.app.computed.get_untracked().filter(|_| self.is_asked(id));
        let Some(computed) = computed else { return };
        let trace = Shared::new(made.all_heads_of(&computed));
        // Reading them and drawing them are two tasks: the page is free between them.
        let take = move || {
            // Nothing else was asked since, so that nothing else was computed.
            if self.n_asked.try_get_value() == Some(id) && self.is_asked(id) {
                self.asked.set_value(None);
                self.phase.set(Phase::Idle);
                self.app.computed.set(Some(Computed { trace, ..computed }));
            }
        };
        set_timeout(take, Duration::ZERO);
    }

    fn is_asked(self, id: u32) -> bool {
        self.asked.with_value(|asked| asked.as_ref().is_some_and(|it| it.id == id))
    }

    fn take_head(self, id: u32, stages: &desk::Stages, now: &Wanted) {
        if !self.is_asked(id) {
            return;
        }
        let asked = self.asked.try_update_value(|asked| {
            let asked = asked.as_mut()?;
            asked.is_told = true;
            Some(asked.wanted.clone())
        });
        let Some(asked) = asked.flatten() else { return };
        let is_wanted = *now == asked;
        let Wanted { problem, head, .. } = asked;
        let inputs = problem.inputs();
        let before = self.app.computed.get_untracked();
        let trace = match before.filter(|it| !stages.begins() && it.problem.shares_inputs(&problem))
        {
            Some(Computed { trace, .. }) => {
                let Between::Told(long) = &trace.between else { return };
                let between = stages.between(inputs, Some(long));
                trace.told_again(&problem, stages.take("context"), between)
            }
            None => Trace::of_told(&problem, stages.head(head, inputs)),
        };
        self.app.computed.set(Some(Computed { problem, trace: Shared::new(trace) }));
        if !is_wanted {
            return self.question(false);
        }
        self.phase.set(Phase::Idle);
        // Only the last of several finds that it is still what is asked.
        set_timeout(
            move || {
                let is_last = self.n_asked.try_get_value() == Some(id);
                if is_last && self.is_asked(id) {
                    self.question(true);
                }
            },
            REST,
        );
    }

    /// Stops what is on its way.
    fn cancel(self) {
        self.forget();
        self.phase.set(Phase::Cancelled);
    }

    /// Lets the engine go: nothing long is shown.
    fn end(self) {
        self.forget();
        self.phase.try_set(Phase::Idle);
        self.app.computed.try_set(None);
    }

    fn forget(self) {
        self.is_opening.try_update_value(|it| *it = false);
        self.desk.try_update_value(Option::take);
        self.given.try_update_value(Option::take);
        self.asked.try_update_value(Option::take);
    }
}
