//! Which step is open, what it stands on, and what the learner has answered.

use leptos::{prelude::*, task::spawn_local};

use super::spoken::{Spoken, spoken};
use crate::{
    i18n::lessons::LessonWords,
    lessons::{
        Answer, Change, Given, LESSONS, Numbers, SAME, Setup, Step, Voice, nearest_step, step_at,
    },
    samples::{Loaded, SampleId, built_in},
    state::{Convention, LessonStep, Link, Origin, link::Stray},
    ui::{
        app_state::AppState,
        browser,
        loading::{By, Wanted},
        shared::Shared,
    },
};

/// The course of the lessons.
#[derive(Clone, Copy)]
pub struct Flow {
    /// The page.
    pub app: AppState,
    /// The step that is open.
    pub at: Memo<Option<LessonStep>>,
    /// Whether the list of lessons is shown over the step, which stays open.
    pub lists: RwSignal<bool>,
    /// The numbers that it is about, as they open; `None` until they have come.
    pub base: Memo<Option<Shared<Loaded>>>,
    /// Numbers that are no example's own.
    built: Built,
    /// Whether the step is to be shown as it begins once its numbers have come.
    awaits: StoredValue<bool>,
    /// A step that was asked for and is none, to be told once the nearest is shown.
    stray: StoredValue<Option<Stray>>,
    /// The key, or the place of the sentence, that is chosen and not yet checked.
    pub picked: RwSignal<Option<usize>>,
    /// What was answered.
    pub given: RwSignal<Option<Given>>,
    /// What the step says.
    pub said: Memo<Option<Spoken>>,
}

impl Flow {
    /// Follows the step that is chosen: whoever chooses one, a link too, gets what it shows.
    pub fn new(app: AppState) -> Self {
        let at = Memo::new(move |_| app.settings.read().lesson);
        let built = Built::new();
        let base = use_base(app, at, built);
        let given = RwSignal::new(None);
        let said = Memo::new(move |_| {
            let (_, step) = step_at(at.get()?)?;
            spoken(step, base.get().as_deref()?, given.get(), voice(app))
        });
        let lists = RwSignal::new(false);
        let flow = Self {
            app,
            at,
            lists,
            base,
            built,
            awaits: StoredValue::new(false),
            stray: StoredValue::new(None),
            picked: RwSignal::new(None),
            given,
            said,
        };
        flow.follow();
        flow
    }

    /// The words around the lessons.
    pub fn words(self) -> &'static LessonWords {
        self.app.language.get().lesson_words()
    }

    /// How texts are said.
    pub fn voice(self) -> Voice {
        voice(self.app)
    }

    /// The step that is open.
    pub fn step(self) -> Option<&'static Step> {
        step_at(self.at.get()?).map(|(_, step)| step)
    }

    /// Opens a step.
    pub fn open(self, at: LessonStep) {
        let Some((_, step)) = step_at(at) else { return };
        self.lists.set(false);
        let numbers = step.setup.numbers;
        let is_in_step = self.app.settings.read_untracked().lesson.is_some();
        if is_in_step && self.app.is_visiting() && untrack(|| self.is_shown(numbers)) {
            self.app.settings.write().lesson = Some(at);
        } else {
            self.show(numbers, at);
        }
    }

    /// The step that is so many steps on, also of another lesson.
    pub fn beside(self, by: isize) -> Option<LessonStep> {
        let at = self.at.get()?;
        let steps = LESSONS.iter().enumerate().flat_map(|(lesson, of)| {
            (0..of.steps.len()).map(move |step| LessonStep { lesson, step })
        });
        let steps: Vec<LessonStep> = steps.collect();
        let place = steps.iter().position(|step| *step == at)?;
        steps.get(place.checked_add_signed(by)?).copied()
    }

    /// Goes so many steps on.
    pub fn go(self, by: isize) {
        if let Some(at) = untrack(|| self.beside(by)) {
            self.open(at);
        }
    }

    /// Takes an answer, and shows what comes of it.
    pub fn answer(self, given: Given) {
        self.given.set(Some(given));
        let prediction = untrack(|| self.step()).and_then(|step| step.prediction);
        if let Some(prediction) = prediction {
            self.choose(prediction.shows);
            if !prediction.look.is_empty() {
                self.app.lesson.marks.set(prediction.look.to_vec());
            }
            reveal_marks();
        }
    }

    /// Shows the step as it begins.
    pub fn begin(self) {
        self.awaits.set_value(false);
        self.given.set(None);
        self.choose(SAME);
        self.picked.set(None);
        if let Some(step) = untrack(|| self.step()) {
            self.app.lesson.marks.set(step.look.to_vec());
        }
        // Where the lesson lies over the page.
        browser::show(".equation");
        reveal_marks();
    }

    /// Chooses what the step shows, and over it what else.
    fn choose(self, over: Change) {
        let Some(step) = untrack(|| self.step()) else { return };
        let Some(base) = self.base.get_untracked() else { return };
        let with = step.setup.with.then(over);
        self.app.settings.update(|settings| *settings = with.settings(settings, &base));
    }

    /// Whether something is shown that the step does not speak of.
    pub fn is_changed(self) -> bool {
        let Some((step, base)) = self.step().zip(self.base.get()) else { return false };
        let over =
            step.prediction.filter(|_| self.given.get().is_some()).map_or(SAME, |it| it.shows);
        let Setup { numbers, with } = step.setup;
        let now = self.app.settings.read();
        let shown = with.then(over).settings(&now, &base);
        let is_same = shown.head == now.head
            && shown.stage == now.stage
            && shown.view == now.view
            && shown.mask == now.mask
            && shown.divisor == now.divisor;
        !is_same || !self.is_shown(numbers)
    }

    /// Shows the step once more as it was, after something was changed.
    pub fn show_again(self) {
        let Some(at) = self.at.get_untracked() else { return };
        let is_here = untrack(|| self.step().is_some_and(|step| self.is_shown(step.setup.numbers)));
        match self.given.get_untracked() {
            Some(given) if is_here => self.answer(given),
            None if is_here => self.begin(),
            _ => {
                self.given.set(None);
                self.open(at);
            }
        }
    }

    /// Whether these numbers are shown, unchanged.
    fn is_shown(self, numbers: Numbers) -> bool {
        let app = self.app;
        let (sample, block) = numbers.sample();
        is_from(app, sample, block)
            && match numbers {
                Numbers::Sample(..) => app.opened.get() == app.loaded.get(),
                // What is visited is unchanged, whichever panel had it built.
                Numbers::Sentence(tokens) => {
                    let names = tokens.iter().map(|token| token.text);
                    app.is_visiting() && app.loaded.read().tokens.iter().eq(names)
                }
            }
    }

    /// Shows the numbers of a step as a visit, so that nobody's own work is touched.
    fn show(self, numbers: Numbers, at: LessonStep) {
        let app = self.app;
        let (sample, block) = numbers.sample();
        let block = sample.block(block).map(|block| block.number);
        // It is of the reader, not of the lesson.
        let convention = Some(app.settings.read_untracked().convention);
        let link =
            Link { sample: Some(sample), block, convention, lesson: Some(at), ..Link::default() };
        let wanted = Wanted::by(By::Link { link, is_first: false });
        self.awaits.set_value(true);
        match self.built.of(numbers) {
            Some(built) => app.show(built.loaded, built.opened, wanted),
            None => app.load(wanted),
        }
    }

    /// Keeps the page at the step. These are effects because they act once a choice is made or numbers have come,
    /// wherever they come from: the panel, a link, the browser's history.
    fn follow(self) {
        let app = self.app;
        Effect::new(move |before: Option<Option<LessonStep>>| {
            let Some(at) = self.at.get() else {
                if before.flatten().is_some() {
                    app.forget_before_lessons();
                }
                return None;
            };
            app.lesson.lists.set(true);
            let nearest = nearest_step(at);
            if nearest != at {
                let stray = Stray::Value {
                    parameter: "lesson",
                    asked: at.to_string(),
                    shown: nearest.to_string(),
                };
                self.stray.set_value(Some(stray));
                app.settings.write().lesson = Some(nearest);
                return None;
            }
            let (_, step) = step_at(at)?;
            let is_here = self.base.get().is_some() && self.is_shown(step.setup.numbers);
            let is_new = before.flatten() != Some(at);
            // Once it was shown, what is changed stays.
            if is_here && (is_new || self.awaits.get_value()) {
                self.begin();
                if let Some(stray) = self.stray.try_update_value(Option::take).flatten() {
                    app.strays.update(|strays| strays.push(stray));
                }
            } else if is_new {
                self.show(step.setup.numbers, at);
            }
            Some(at)
        });
        Effect::new(move |before: Option<(usize, usize)>| {
            let selection = app.selection.get();
            let cell = (selection.query, selection.key);
            let step = untrack(|| self.step());
            let Some(Answer::Key { row, .. }) =
                step.and_then(|step| step.prediction).map(|it| it.answer)
            else {
                return cell;
            };
            // The cell with which the step begins is nobody's choice.
            let begins = step.and_then(|step| step.setup.with.cell) == Some(cell);
            let is_chosen = !begins || self.picked.get_untracked().is_some();
            let is_picked =
                before.is_some_and(|before| before != cell) && cell.0 == row && is_chosen;
            if is_picked && self.given.get_untracked().is_none() {
                self.picked.set(Some(cell.1));
            }
            cell
        });
    }
}

/// Brings the first mark into sight, once it is drawn: in a lower matrix it may be below what is seen.
fn reveal_marks() {
    spawn_local(async {
        browser::effects_have_run().await;
        browser::reveal(".equation .mark-lesson", ".equation");
    });
}

fn voice(app: AppState) -> Voice {
    Voice {
        language: app.language.get(),
        is_by_columns: app.convention.get() == Convention::Columns,
    }
}

/// The numbers of the step as they open, once they are there.
fn use_base(
    app: AppState,
    at: Memo<Option<LessonStep>>,
    built: Built,
) -> Memo<Option<Shared<Loaded>>> {
    let numbers = Memo::new(move |_| step_at(at.get()?).map(|(_, step)| step.setup.numbers));
    Memo::new(move |_| match numbers.get()? {
        Numbers::Sample(sample, block) => {
            let is_here = is_from(app, sample, block);
            is_here.then(|| app.opened.get())
        }
        sentence @ Numbers::Sentence(_) => built.of(sentence).map(|built| built.loaded),
    })
}

/// The sentence that was built last: steps that follow each other share it.
#[derive(Clone, Copy)]
struct Built(StoredValue<Option<Sentence>>);

/// Numbers that are built, and the example over which they are.
#[derive(Clone)]
struct Sentence {
    numbers: Numbers,
    loaded: Shared<Loaded>,
    opened: Shared<Loaded>,
}

impl Built {
    fn new() -> Self {
        Self(StoredValue::new(None))
    }

    /// Builds the numbers of a sentence, once; `None` for an example's own.
    fn of(self, numbers: Numbers) -> Option<Sentence> {
        let Numbers::Sentence(_) = numbers else { return None };
        if let Some(kept) = self.0.get_value().filter(|kept| kept.numbers == numbers) {
            return Some(kept);
        }
        let opened = built_in(numbers.sample().0)?;
        let loaded = Shared::new(numbers.build(&opened)?);
        let built = Sentence { numbers, loaded, opened: Shared::new(opened) };
        self.0.set_value(Some(built.clone()));
        Some(built)
    }
}

fn is_from(app: AppState, sample: SampleId, block: usize) -> bool {
    let settings = app.settings.read();
    settings.origin == Origin::Sample(sample) && settings.block == block
}
