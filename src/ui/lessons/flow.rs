//! Which step is open, what it stands on, and what the learner has answered.

use leptos::prelude::*;

use super::spoken::{Spoken, spoken};
use crate::{
    i18n::lessons::LessonWords,
    lessons::{
        Answer, Change, Given, LESSONS, Numbers, SAME, Setup, Step, Voice, nearest_step, step_at,
    },
    samples::{Loaded, SampleId},
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
        let base = use_base(app, at);
        let given = RwSignal::new(None);
        let said = Memo::new(move |_| {
            let (_, step) = step_at(at.get()?)?;
            spoken(step, base.get().as_deref()?, given.get(), voice(app))
        });
        let lists = RwSignal::new(false);
        let flow = Self { app, at, lists, base, picked: RwSignal::new(None), given, said };
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
        if is_in_step && self.app.is_visiting() && untrack(|| is_shown(self.app, numbers)) {
            self.app.settings.write().lesson = Some(at);
        } else {
            show(self.app, numbers, at);
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
            let look = if prediction.look.is_empty() { None } else { Some(prediction.look) };
            if let Some(look) = look {
                self.app.lesson.marks.set(look.to_vec());
            }
        }
    }

    /// Shows the step as it begins.
    pub fn begin(self) {
        self.given.set(None);
        self.choose(SAME);
        self.picked.set(None);
        if let Some(step) = untrack(|| self.step()) {
            self.app.lesson.marks.set(step.look.to_vec());
        }
        // Where the lesson lies over the page.
        browser::show(".equation");
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
        !is_same || !is_shown(self.app, numbers)
    }

    /// Shows the step once more as it was, after something was changed.
    pub fn show_again(self) {
        let Some(at) = self.at.get_untracked() else { return };
        let given = self.given.get_untracked();
        if let Some(given) = given.filter(|_| untrack(|| self.is_on_its_numbers())) {
            self.answer(given);
        } else if untrack(|| self.is_on_its_numbers()) {
            self.begin();
        } else {
            self.given.set(None);
            self.open(at);
        }
    }

    fn is_on_its_numbers(self) -> bool {
        self.step().is_some_and(|step| is_shown(self.app, step.setup.numbers))
    }

    /// Keeps the page at the step. These are effects because they act once a choice is made or numbers have come,
    /// wherever they come from: the panel, a link, the browser's history.
    fn follow(self) {
        let app = self.app;
        Effect::new(move |before: Option<Option<(LessonStep, bool)>>| {
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
                app.settings.write().lesson = Some(nearest);
                app.strays.update(|strays| strays.push(stray));
                return None;
            }
            let (_, step) = step_at(at)?;
            let is_here = self.base.get().is_some() && is_shown(app, step.setup.numbers);
            let before = before.flatten().filter(|(before, _)| *before == at);
            match before {
                // Shown once; what is changed since stays.
                Some((_, true)) => {}
                _ if is_here => self.begin(),
                Some(_) => {}
                None => show(app, step.setup.numbers, at),
            }
            Some((at, is_here || before.is_some_and(|(_, was_here)| was_here)))
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

fn voice(app: AppState) -> Voice {
    Voice {
        language: app.language.get(),
        is_by_columns: app.convention.get() == Convention::Columns,
    }
}

/// The numbers of the step as they open, once they are there.
fn use_base(app: AppState, at: Memo<Option<LessonStep>>) -> Memo<Option<Shared<Loaded>>> {
    let numbers = Memo::new(move |_| step_at(at.get()?).map(|(_, step)| step.setup.numbers));
    let built = Memo::new(move |_| {
        let numbers = numbers.get()?;
        numbers.build(&crate::samples::six_tokens()).map(Shared::new)
    });
    Memo::new(move |_| match numbers.get()? {
        Numbers::Sample(sample, block) => {
            let is_here = is_from(app, sample, block);
            is_here.then(|| app.opened.get())
        }
        Numbers::Sentence(_) => built.get(),
    })
}

fn is_from(app: AppState, sample: SampleId, block: usize) -> bool {
    let settings = app.settings.read();
    settings.origin == Origin::Sample(sample) && settings.block == block
}

/// Whether these numbers are shown, unchanged.
fn is_shown(app: AppState, numbers: Numbers) -> bool {
    let (sample, block) = numbers.sample();
    is_from(app, sample, block)
        && match numbers {
            Numbers::Sample(..) => app.opened.get() == app.loaded.get(),
            Numbers::Sentence(tokens) => {
                app.is_visiting()
                    && app.loaded.read().tokens.iter().eq(tokens.iter().map(|token| token.text))
            }
        }
}

/// Shows the numbers of a step as a visit, so that nobody's own work is touched.
fn show(app: AppState, numbers: Numbers, at: LessonStep) {
    let (sample, block) = numbers.sample();
    let block = sample.block(block).map(|block| block.number);
    // It is of the reader, not of the lesson.
    let convention = Some(app.settings.read_untracked().convention);
    let link =
        Link { sample: Some(sample), block, convention, lesson: Some(at), ..Link::default() };
    let wanted = Wanted::by(By::Link { link, is_first: false });
    let opened = crate::samples::built_in(sample);
    match opened.and_then(|opened| Some((numbers.build(&opened)?, opened))) {
        Some((built, opened)) => app.show(Shared::new(built), Shared::new(opened), wanted),
        None => app.load(wanted),
    }
}
