//! What the page is about: chosen settings, the loaded example, and everything derived from them.
//! One `Copy` struct in context, made once.

use std::ops::Deref;

use leptos::prelude::*;

use super::{
    browser,
    digests::{Digests, use_digests},
    engine::Computed,
    history::Snapshot,
    keep::{kept_language, kept_theme, use_theme},
    later::{Parts, Unpack},
    lesson::LessonSignals,
    link::Visit,
    loading::{By, Loading, Wanted},
    shared::Shared,
    stages::Editing,
    storage::Kept,
    traces::use_traces,
    trail::use_looked_at,
    veil::{use_row, use_veil},
    views::ViewState,
    windows::Windows,
    work::{Course, work_lines},
};
use crate::{
    draw::Theme,
    i18n::{Language, Words},
    math::{
        Between, Cell, HiddenBy, MaskCell, MaskKind, MaskPlan, MaskSize, MatrixName, Projected,
        RowStats, Stage, Trace,
    },
    samples::{self, Loaded, SampleId},
    state::{
        self, Change, Convention, DomainChoice, History, Origin, Selection, Settings, Trail, Veil,
        link::Stray,
    },
};

/// The theme as chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ThemeChoice {
    /// As the system.
    System,
    /// Always this one.
    Always(Theme),
}

/// The state of the page: a reference, so that the hundreds of closures that hold it stay small. It
/// lives as long as the page.
#[derive(Clone, Copy)]
pub struct AppState(&'static Signals);

impl Deref for AppState {
    type Target = Signals;

    fn deref(&self) -> &Signals {
        self.0
    }
}

/// The signals of the page.
pub struct Signals {
    /// Unpacks numbers as they came.
    pub unpack: Unpack,
    /// What is chosen.
    pub settings: RwSignal<Settings>,
    /// The numbers that are shown.
    pub loaded: RwSignal<Shared<Loaded>>,
    /// The same as they were opened.
    pub opened: RwSignal<Shared<Loaded>>,
    /// What can be taken back, and done again.
    pub history: RwSignal<History<Snapshot, Change>>,
    /// When something was changed last, in milliseconds.
    pub changed_at: StoredValue<f64>,
    /// The example that is on its way, or did not arrive.
    pub loading: RwSignal<Option<Loading>>,
    /// The number of the newest fetch.
    pub generation: StoredValue<u32>,
    /// A link that waits until what is kept has come.
    pub awaiting_link: StoredValue<Option<String>>,
    /// The link that was opened last.
    pub visit: StoredValue<Option<Visit>>,
    /// The work that what is shown belongs to, and the steps that led to it.
    pub course: StoredValue<Course>,
    /// What the link that was opened last asks for and the page does not have.
    pub strays: RwSignal<Vec<Stray>>,
    /// The lessons.
    pub lesson: LessonSignals,
    /// All own work that this browser keeps, a line each.
    pub works: RwSignal<String>,
    /// The language of the page.
    pub language: RwSignal<Language>,
    /// The theme as chosen.
    pub theme_choice: RwSignal<ThemeChoice>,
    /// The theme as it is.
    pub theme: Memo<Theme>,
    /// Whether single keys are shortcuts.
    pub has_shortcuts: RwSignal<bool>,
    /// What was typed as divisor and refused, until another is set.
    pub refused_divisor: RwSignal<Option<String>>,
    /// The cell whose number is being typed.
    pub editing: RwSignal<Option<Editing>>,
    /// What the views keep while the page lives.
    pub views: ViewState,
    /// The cell under the pointer.
    pub hovered: RwSignal<Option<Cell>>,
    /// Which part of large matrices is shown.
    pub windows: RwSignal<Windows>,
    /// Device pixels in a CSS pixel.
    pub pixel_ratio: Signal<f64>,
    /// What the engine has computed last, of a long input.
    pub computed: RwSignal<Option<Computed>>,
    /// Every intermediate under the chosen mask and scale.
    pub trace: Memo<Shared<Trace>>,
    /// The mask, as it was chosen or as the example's own is understood.
    pub mask_plan: Memo<MaskPlan>,
    /// A trace of the same inputs, kept while only mask or scale change: for what depends on
    /// neither.
    pub given: Memo<Shared<Trace>>,
    /// The same for the numbers as they were opened.
    pub as_opened: Memo<Shared<Trace>>,
    /// The chosen head, inside the example.
    pub head: Memo<usize>,
    /// Its matrices, and what is worked out of each.
    pub digests: Digests,
    /// The stage shown large.
    pub stage: Memo<Stage>,
    /// The matrix whose cell is explained: one that the stage is drawn with.
    pub looked_at: Memo<MatrixName>,
    /// The cells that were visited by links.
    pub trail: RwSignal<Trail>,
    /// The stages of the example, in order.
    pub stages: Memo<Vec<Stage>>,
    /// The selected cell, inside the example.
    pub selection: Memo<Selection>,
    /// What the selected row of weights amounts to.
    pub row: Memo<Option<RowStats>>,
    /// Which numbers the colors span.
    pub domain: Memo<DomainChoice>,
    /// Whether tokens are rows or columns of what is shown.
    pub convention: Memo<Convention>,
    /// What is hidden until the class has been asked.
    pub veil: Memo<Veil>,
}

impl AppState {
    /// Makes the state from the link in the address and from what this browser has kept, and keeps
    /// it from now on. What must be read first is announced over the example to begin with.
    pub fn provide() -> Self {
        let app = Self::opening();
        let awaiting = app.begin();
        provide_context(app);
        app.keep();
        app.follow_links(awaiting);
        app
    }

    /// The state in which the example to begin with opens.
    fn opening() -> Self {
        let loaded = samples::six_tokens();
        let settings =
            Settings::opening(Origin::Sample(SampleId::SixTokens), 0, &loaded, Stage::Softmax);
        Self::new(settings, loaded)
    }

    /// The state of the page around.
    pub fn get() -> Self {
        expect_context()
    }

    fn new(settings: Settings, loaded: Loaded) -> Self {
        let settings = RwSignal::new(settings);
        let shown = Shared::new(loaded);
        let [loaded, opened] = [shown.clone(), shown].map(RwSignal::new);
        let mask = Memo::new(move |_| settings.read().mask.clone());
        let computed = RwSignal::default();
        let [trace, given, as_opened] = use_traces(settings, mask, loaded, opened, computed);
        let stages = Memo::new(move |_| Stage::of(&given.read()));
        let head = Memo::new(move |_| shown_head(settings.read().head, &given.read()));
        let selection = Memo::new(move |_| settings.read().selection.within(&given.read()));
        let stage = Memo::new(move |_| {
            let stage = settings.read().stage;
            stages.with(|stages| nearest(stages, stage))
        });
        let theme_choice = RwSignal::new(kept_theme());
        let veil = use_veil(settings);
        let signals = Signals {
            unpack: expect_context::<Parts>().unpack,
            settings,
            loaded,
            opened,
            history: RwSignal::new(History::default()),
            changed_at: StoredValue::new(0.0),
            loading: RwSignal::new(None),
            generation: StoredValue::new(0),
            awaiting_link: StoredValue::new(None),
            visit: StoredValue::new(None),
            course: StoredValue::new(Course::new(browser::step().unwrap_or_default())),
            strays: RwSignal::default(),
            lesson: LessonSignals::new(),
            works: RwSignal::new(work_lines()),
            language: RwSignal::new(kept_language()),
            theme_choice,
            theme: use_theme(theme_choice),
            has_shortcuts: RwSignal::new(Kept::Keys.load().as_deref() != Some("off")),
            refused_divisor: RwSignal::new(None),
            editing: RwSignal::new(None),
            hovered: RwSignal::new(None),
            windows: RwSignal::default(),
            views: ViewState::new(),
            pixel_ratio: browser::pixel_ratio().into(),
            computed,
            trace,
            mask_plan: Memo::new(move |_| mask.get().unwrap_or_else(|| own_mask(&loaded.read()))),
            given,
            as_opened,
            digests: use_digests(trace, given, head, settings),
            head,
            stage,
            looked_at: use_looked_at(settings, given, stage),
            trail: RwSignal::default(),
            stages,
            selection,
            row: use_row(trace, head, selection, veil),
            veil,
            domain: Memo::new(move |_| settings.read().domain),
            convention: Memo::new(move |_| settings.read().convention),
        };
        Self(Box::leak(Box::new(signals)))
    }

    /// The words of the chosen language.
    pub fn words(self) -> &'static Words {
        self.language.get().words()
    }

    /// The number of the first head: recorded models count from 0, as their code does.
    pub fn first_head_number(self) -> usize {
        self.settings.read().origin.first_head_number()
    }

    /// What numbers are called.
    pub fn name_of(self, origin: &Origin) -> String {
        match origin {
            Origin::Sample(sample) => (self.words().sample)(*sample).name.to_owned(),
            Origin::Own(name) if name.trim().is_empty() => self.words().edit.own_name.to_owned(),
            Origin::Own(name) => name.clone(),
        }
    }

    /// Opens an example with its own head, cell, mask and scale.
    pub fn open(self, sample: SampleId, block: usize) {
        self.load(Wanted { origin: Origin::Sample(sample), block, by: By::Choice });
    }

    /// Shows numbers that have arrived; `opened` is what they were before they were changed.
    pub fn show(self, loaded: Shared<Loaded>, opened: Shared<Loaded>, wanted: Wanted) {
        self.enter_lessons(&wanted.by);
        self.change_work(&wanted, &loaded, &opened);
        let Wanted { origin, block, by } = wanted;
        let mut strays = Vec::new();
        if let By::Link { link, .. } = &by {
            self.visit.set_value(Some(Visit::new(loaded.clone(), link.packed.clone())));
            strays.extend(self.speak(link));
        }
        let stage = self.stage.get_untracked();
        let settings = match by.link() {
            Some(link) => link.settings(&opened),
            None => Settings::opening(origin, block, &loaded, stage),
        };
        let settings = self.seen_as_before(settings, by.link());
        // The block that was found, where the kept one is none.
        let settings = Settings { block, ..settings };
        self.editing.set(None);
        self.hovered.set(None);
        self.loading.set(None);
        self.refused_divisor.set(None);
        // The numbers first: settings are held inside them.
        self.opened.set(opened);
        self.loaded.set(loaded);
        self.settings.set(settings);
        self.keep_trail();
        if let By::Link { link, .. } = &by {
            let (head, stage) = (self.head.get_untracked(), self.stage.get_untracked());
            let (matrix, selection) =
                (self.looked_at.get_untracked(), self.selection.get_untracked());
            strays.extend(link.strays(head, stage, matrix, selection));
        }
        self.strays.set(strays);
    }

    /// Steps through the stages; stops at both ends. Before a class what is hidden is shown first.
    pub fn step(self, by: isize) {
        if by > 0 && self.presents() && self.unveil() {
            return;
        }
        let stages = self.stages.get_untracked();
        let at = stages.iter().position(|stage| *stage == self.stage.get_untracked());
        let to = at.and_then(|at| at.checked_add_signed(by));
        if let Some(stage) = to.and_then(|to| stages.get(to)) {
            self.settings.write().show(*stage);
        }
    }

    /// Chooses a head, if there is such a head.
    pub fn choose_head(self, head: usize) {
        if head < self.trace.read_untracked().projected.n_heads() {
            self.settings.write().head = head;
        }
    }

    /// Chooses a kind of mask, with parameters to begin with.
    pub fn choose_mask(self, kind: MaskKind) {
        let size = mask_size(&self.given.read_untracked().projected);
        let plan = MaskPlan::opening(kind, &self.mask_plan.read_untracked(), size);
        // What is painted must be seen.
        if matches!(kind, MaskKind::Painted | MaskKind::Added) {
            self.settings.write().show(Stage::Mask);
        }
        self.set_mask(plan);
    }

    /// Applies a mask.
    pub fn set_mask(self, plan: MaskPlan) {
        self.record_on(Change::Mask);
        self.settings.write().mask = Some(plan);
    }

    /// Changes between no mask and a causal one, where that means something.
    pub fn toggle_mask(self) {
        if state::can_be_causal(&self.given.read_untracked().projected) {
            let kind = self.mask_plan.read_untracked().kind();
            let is_causal = kind == MaskKind::Causal;
            self.choose_mask(if is_causal { MaskKind::None } else { MaskKind::Causal });
        }
    }

    /// Why the mask hides a cell, if it does.
    pub fn hidden_by(self, cell: Cell) -> Option<HiddenBy> {
        let Cell { head, row: query, column: key, .. } = cell;
        self.mask_plan.read().hidden_by(MaskCell { head, query, key }, self.size())
    }

    /// Sets what the scores are divided by, and measures how long the pictures take to follow.
    pub fn set_divisor(self, divisor: Option<f64>) {
        let start = browser::now();
        self.refused_divisor.set(None);
        self.record_on(Change::Scale);
        self.settings.write().divisor = divisor;
        leptos::task::spawn_local(async move {
            browser::effects_have_run().await;
            browser::measure("attnscope:repaint", start);
        });
    }

    /// Numbers of queries and of keys.
    pub fn size(self) -> MaskSize {
        mask_size(&self.given.read().projected)
    }
}

/// The example's own mask.
fn own_mask(loaded: &Loaded) -> MaskPlan {
    let problem = &loaded.problem;
    MaskPlan::of(problem.shared_mask(), mask_size(problem.projected()))
}

/// The chosen head; of a long input the one that is computed, until the chosen one is.
fn shown_head(chosen: usize, trace: &Trace) -> usize {
    match &trace.between {
        Between::Stored | Between::Awaited => chosen.min(trace.projected.n_heads() - 1),
        Between::Told(_) => trace.projected.held.start,
    }
}

/// Numbers of queries and of keys.
pub fn mask_size(projected: &Projected) -> MaskSize {
    (projected.n_queries(), projected.n_keys())
}

/// The stage itself, or the last one before it that the example has.
fn nearest(stages: &[Stage], stage: Stage) -> Stage {
    let before = stages.iter().copied().rfind(|present| *present <= stage);
    before.or(stages.first().copied()).unwrap_or(stage)
}
