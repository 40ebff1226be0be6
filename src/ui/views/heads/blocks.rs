//! All blocks of a recorded model: those that are not here are fetched, and kept while the page lives.

use std::cell::{Cell, RefCell};

use leptos::{prelude::*, task::spawn_local};

use super::{Group, Tile};
use crate::{
    math::{Overview, attend},
    samples::{Block, Loaded, SampleId},
    state::{self, Origin, Settings},
    ui::{
        app_state::AppState,
        browser::{self, FetchError},
        erased::{maybe, part, pressed, text},
        loading::{By, Wanted},
        panels::{megabytes, reason},
        shared::Shared,
        views::words,
    },
};

thread_local! {
    /// Blocks as they open, of one model.
    static KEPT: RefCell<Vec<(SampleId, usize, Shared<Loaded>)>> = const { RefCell::new(Vec::new()) };
    /// Whether all of them were shown when the view was left.
    static WERE_SHOWN: Cell<bool> = const { Cell::new(false) };
}

fn kept(sample: SampleId, block: usize) -> Option<Shared<Loaded>> {
    let find = |kept: &Vec<(SampleId, usize, Shared<Loaded>)>| {
        let found = kept.iter().find(|(of, number, _)| (*of, *number) == (sample, block));
        found.map(|(.., loaded)| loaded.clone())
    };
    KEPT.with_borrow(find)
}

fn keep(sample: SampleId, block: usize, loaded: Shared<Loaded>) {
    KEPT.with_borrow_mut(|kept| {
        kept.retain(|(of, number, _)| *of == sample && *number != block);
        kept.push((sample, block, loaded));
    });
}

/// The blocks of a model that are not here while one is open.
fn missing(sample: SampleId, open: usize) -> Vec<&'static Block> {
    let is_missing = |block: &&Block| block.number != open && kept(sample, block.number).is_none();
    sample.blocks().iter().filter(is_missing).collect()
}

/// How far the blocks are.
#[derive(Debug, Clone, PartialEq)]
enum Phase {
    /// The open one alone is shown.
    Alone,
    /// So many bytes of so many have come.
    Coming(f64, f64),
    /// One did not arrive.
    Failed(FetchError),
    /// All are shown.
    Shown,
}

/// The blocks of the model that is shown, if it is one.
#[derive(Clone, Copy)]
pub struct Blocks {
    app: AppState,
    /// How far those of a model are.
    reached: RwSignal<(Option<SampleId>, Phase)>,
    /// The same of the model that is shown.
    phase: Memo<Phase>,
    /// Counts the tries, so that an answer to an abandoned one is not taken.
    tries: StoredValue<u32>,
    /// The model, where its numbers are as they were recorded.
    model: Memo<Option<SampleId>>,
    /// The blocks besides the open one, under the chosen mask and divisor.
    others: Memo<Vec<Group>>,
}

impl Blocks {
    /// Those of what is shown on the page.
    pub fn of(app: AppState) -> Self {
        let model = Memo::new(move |_| {
            let sample = app.settings.read().origin.sample()?;
            let is_as_recorded = app.loaded.get() == app.opened.get();
            (is_as_recorded && sample.blocks().len() > 1).then_some(sample)
        });
        let sample = model.get_untracked();
        let block = app.settings.read_untracked().block;
        let is_here = |sample| missing(sample, block).is_empty();
        let is_shown = WERE_SHOWN.get() && sample.is_some_and(is_here);
        let phase = if is_shown { Phase::Shown } else { Phase::Alone };
        let reached = RwSignal::new((sample, phase));
        let phase = Memo::new(move |_| {
            let (of, phase) = &*reached.read();
            if *of == model.get() { phase.clone() } else { Phase::Alone }
        });
        let is_shown = Memo::new(move |_| *phase.read() == Phase::Shown);
        let chosen = Memo::new(move |_| {
            let Settings { block, mask, divisor, .. } = &*app.settings.read();
            (*block, mask.clone(), *divisor)
        });
        let others = Memo::new(move |_| {
            let Some(sample) = model.get().filter(|_| is_shown.get()) else { return Vec::new() };
            let (open, mask, divisor) = chosen.get();
            let of_block = |block: &Block| {
                let problem = &kept(sample, block.number).filter(|_| block.number != open)?.problem;
                // As in the trace: fails for a divisor that is no number, and none such is stored.
                let chosen = state::with_choices(problem, mask.as_ref(), divisor).ok()?;
                let overview = Shared::new(Overview::of(&attend(&chosen))?);
                Some(Group { block: block.number, overview })
            };
            sample.blocks().iter().filter_map(of_block).collect()
        });
        Self { app, reached, phase, tries: StoredValue::new(0), model, others }
    }

    /// The open block among all that are shown, in the order of the model.
    pub(super) fn with_others(self, open: Option<Group>) -> Vec<Group> {
        let mut groups: Vec<Group> = open.into_iter().chain(self.others.get()).collect();
        groups.sort_by_key(|group| group.block);
        groups
    }

    /// Opens a head of a block that is shown, under the chosen mask and divisor.
    pub(super) fn open(self, Tile { block, head }: Tile) {
        let app = self.app;
        let Settings { block: open, mask, divisor, .. } = app.settings.get_untracked();
        if block == open {
            return app.choose_head(head);
        }
        let sample = self.model.get_untracked();
        let Some((sample, loaded)) = sample.and_then(|it| Some((it, kept(it, block)?))) else {
            return;
        };
        let origin = Origin::Sample(sample);
        app.show(loaded.clone(), loaded, Wanted { origin, block, by: By::Choice });
        app.settings.update(|settings| {
            (settings.head, settings.mask, settings.divisor) = (head, mask, divisor);
        });
    }

    fn set_phase(self, phase: Phase) {
        WERE_SHOWN.set(phase == Phase::Shown);
        self.reached.set((self.model.get_untracked(), phase));
    }

    fn give_up(self) {
        self.tries.update_value(|tries| *tries += 1);
        self.set_phase(Phase::Alone);
    }

    /// Whether a try is still the newest, of what is shown, and there is a view to show it.
    fn is_waited_for(self, tried: u32, sample: SampleId) -> bool {
        self.tries.try_get_value() == Some(tried)
            && self.model.try_get_untracked().flatten() == Some(sample)
    }

    /// Fetches what is missing, one block after the other; what has come is kept.
    fn fetch(self) {
        let Some(sample) = self.model.get_untracked() else { return };
        // So that it is here, too, when another is open.
        let open = self.app.settings.read_untracked().block;
        keep(sample, open, self.app.opened.get_untracked());
        let missing = missing(sample, open);
        let total = missing.iter().map(|block| block.bytes as f64).sum();
        self.tries.update_value(|tries| *tries += 1);
        let tried = self.tries.get_value();
        self.set_phase(Phase::Coming(0.0, total));
        spawn_local(async move {
            let mut come = 0.0;
            for block in missing {
                let progress = move |bytes| {
                    let is_wanted = self.is_waited_for(tried, sample);
                    if is_wanted {
                        self.set_phase(Phase::Coming(come + bytes, total));
                    }
                    is_wanted
                };
                let fetched = self.fetched(sample, block, progress).await;
                if !self.is_waited_for(tried, sample) {
                    if self.tries.try_get_value() == Some(tried) {
                        // Another model is shown, and this one may come back.
                        self.reached.set((None, Phase::Alone));
                    }
                    return;
                }
                match fetched {
                    Ok(loaded) => keep(sample, block.number, Shared::new(loaded)),
                    Err(error) => return self.set_phase(Phase::Failed(error)),
                }
                come += block.bytes as f64;
            }
            self.set_phase(Phase::Shown);
        });
    }

    async fn fetched(
        self,
        sample: SampleId,
        block: &'static Block,
        progress: impl Fn(f64) -> bool + 'static,
    ) -> Result<Loaded, FetchError> {
        let origin = Origin::Sample(sample);
        let wanted = Wanted { origin, block: block.number, by: By::Choice };
        let request = self.app.request(&wanted, Some(block));
        let ([packed, _], _) = browser::numbers(&request, progress).await?;
        (self.app.unpack)(packed.ok_or(FetchError::Damaged)?, None).await
    }

    /// What pressing the button means.
    fn press(self) {
        match self.phase.get_untracked() {
            Phase::Alone | Phase::Failed(_) => self.fetch(),
            Phase::Coming(..) | Phase::Shown => self.give_up(),
        }
    }
}

/// Shows all blocks, gives up fetching them, or shows the open one alone; nothing where there is one block.
#[component]
pub fn BlocksButton(blocks: Blocks) -> impl IntoView {
    let Blocks { app, phase, model, .. } = blocks;
    let label = move || {
        let words = &words(app).heads.blocks;
        match &*phase.read() {
            Phase::Alone => words.all,
            Phase::Coming(..) => words.cancel,
            Phase::Failed(_) => app.words().loading.retry,
            Phase::Shown => words.alone,
        }
    };
    let note = move || match &*phase.read() {
        Phase::Alone => {
            let open = app.settings.read().block;
            model.get().map(|it| sizes(app, &missing(it, open))).unwrap_or_default()
        }
        Phase::Coming(come, total) => {
            (app.words().loading.progress)(&megabytes(*come), &megabytes(*total))
        }
        Phase::Failed(error) => reason(app, error),
        Phase::Shown => words(app).heads.blocks.about.to_owned(),
    };
    let share = Memo::new(move |_| match &*phase.read() {
        Phase::Coming(come, total) => Some(come / total.max(1.0)),
        _ => None,
    });
    let is_coming = Memo::new(move |_| share.read().is_some());
    let progress = move || {
        is_coming.get().then(|| {
            view! {
                <progress
                    max="1"
                    value=text(move || share.get().unwrap_or_default().to_string())
                    aria-label=text(move || app.words().loading.progress_name)
                ></progress>
            }
        })
    };
    let button = move || {
        view! {
            <button
                type="button"
                data-blocks=text(move || match &*phase.read() {
                    Phase::Alone => "alone",
                    Phase::Coming(..) => "coming",
                    Phase::Failed(_) => "failed",
                    Phase::Shown => "shown",
                })
                on:click=pressed(move || blocks.press())
            >
                {text(label)}
            </button>
            {maybe(progress)}
            <span role="status">{text(note)}</span>
        }
    };
    // Changed numbers of one block are no longer those of the model.
    let is_changed = Memo::new(move |_| {
        let sample = app.settings.read().origin.sample();
        model.read().is_none() && sample.is_some_and(|it| it.blocks().len() > 1)
    });
    let row = move || {
        let content = move || match model.get() {
            Some(_) => button().into_any(),
            None => text(move || words(app).heads.blocks.changed).into_any(),
        };
        view! { <div class="heads-blocks">{part(content)}</div> }
    };
    maybe(move || (model.read().is_some() || is_changed.get()).then(row))
}

/// How large what would be fetched is.
fn sizes(app: AppState, missing: &[&'static Block]) -> String {
    if missing.is_empty() {
        return String::new();
    }
    let size = |block: &&Block| format!("{} ({})", block.number, megabytes(block.bytes as f64));
    let sizes: Vec<String> = missing.iter().map(size).collect();
    let total = megabytes(missing.iter().map(|block| block.bytes as f64).sum());
    (words(app).heads.blocks.sizes)(&sizes.join(", "), &total)
}
