//! What was frozen as A beside what is shown now, B, at the current stage and at every other.

use std::sync::Arc;

use leptos::prelude::*;

use super::{
    pair::{Pair, Trio},
    words,
};
use crate::{
    math::{MaskPlan, Matrix, MatrixName, Stage, Trace, difference, farthest},
    samples::Loaded,
    state::{Change, Settings},
    ui::{
        app_state::AppState,
        browser,
        erased::{maybe, part, pressed, text},
        shared::Shared,
        stages::short_divisor,
        widgets::{Markup, arithmetic, with, written},
    },
};

/// A state that was kept.
pub struct Kept {
    settings: Settings,
    loaded: Shared<Loaded>,
    trace: Shared<Trace>,
    mask: MaskPlan,
    head: usize,
}

impl Kept {
    fn now(app: AppState) -> Shared<Self> {
        Shared::new(Self {
            settings: app.settings.get_untracked(),
            loaded: app.loaded.get_untracked(),
            trace: app.trace.get_untracked(),
            mask: app.mask_plan.get_untracked(),
            head: app.head.get_untracked(),
        })
    }
}

/// A, B and B − A.
#[component]
pub fn Compare() -> impl IntoView {
    let app = AppState::get();
    let kept = app.views.kept;
    let freeze = move || kept.set(Some(Kept::now(app)));
    let content = move || match kept.get() {
        None => view! {
            <p class="compare-intro">{text(move || words(app).compare.intro)}</p>
        }
        .into_any(),
        Some(a) => view! { <Beside a /> }.into_any(),
    };
    let release = move || {
        // The button goes with A.
        browser::focus("[data-compare=freeze]");
        kept.set(None);
    };
    let is_kept = move || kept.read().is_some();
    let others = move || {
        is_kept().then(|| {
            let can_swap =
                move || kept.read().as_ref().is_some_and(|a| a.loaded == app.loaded.get());
            let title = move || if can_swap() { "" } else { words(app).compare.no_swap };
            view! {
                <button
                    type="button"
                    data-compare="swap"
                    aria-disabled=text(move || (!can_swap()).to_string())
                    title=text(title)
                    on:click=pressed(move || swap(app))
                >
                    {text(move || words(app).compare.swap)}
                </button>
                <button type="button" data-compare="release" on:click=pressed(release)>
                    {text(move || words(app).compare.release)}
                </button>
                <span class="compare-kept">{text(move || words(app).compare.kept)}</span>
            }
        })
    };
    view! {
        <div class="compare">
            <div class="compare-bar">
                <button type="button" data-compare="freeze" on:click=pressed(freeze)>
                    {text(move || words(app).compare.freeze)}
                </button>
                {maybe(others)}
            </div>
            {part(content)}
        </div>
    }
}

/// What is shown becomes A, and A is shown: of the same numbers, so that nothing has to be opened.
fn swap(app: AppState) {
    let Some(a) = app.views.kept.get_untracked() else { return };
    if a.loaded != app.loaded.get_untracked() {
        return;
    }
    app.views.kept.set(Some(Kept::now(app)));
    app.record(Change::Mask);
    app.settings.update(|settings| {
        settings.mask.clone_from(&a.settings.mask);
        (settings.divisor, settings.head) = (a.settings.divisor, a.settings.head);
    });
}

#[component]
fn Beside(a: Shared<Kept>) -> impl IntoView {
    let app = AppState::get();
    let a = StoredValue::new(a);
    let names = Memo::new(move |_| app.stage.get().results(&app.given.read()).to_vec());
    let trios = move || {
        let trio = |name: MatrixName| view! { <Trio pair=pair(app, a, name) /> };
        names.get().into_iter().map(trio).collect_view()
    };
    view! {
        <div class="written" use:written=with(move || differences(app, &a.get_value()))></div>
        {part(trios)}
        <StageDifferences a />
    }
}

fn pair(app: AppState, a: StoredValue<Shared<Kept>>, name: MatrixName) -> Pair {
    let called = move |of: fn(AppState) -> &'static str| {
        Signal::derive(move || format!("{} · {}", (app.words().matrix)(name), of(app)))
    };
    let tokens = StoredValue::new(a.with_value(|a| a.loaded.clone()));
    Pair {
        name: name.into(),
        first: Memo::new(move |_| a.with_value(|a| matrix(&a.trace, name, a.head))),
        tokens: Memo::new(move |_| a.with_value(|a| has_other_names(app, a)).then_some(tokens)),
        second: Memo::new(move |_| matrix(&app.trace.read(), name, app.head.get())),
        captions: [
            called(|app| words(app).compare.a),
            called(|app| words(app).compare.b),
            called(|app| words(app).compare.minus),
        ],
        labels: |words| [words.compare.a, words.compare.b, words.compare.minus],
        missing: |words| words.compare.missing,
    }
}

fn matrix(trace: &Trace, name: MatrixName, head: usize) -> Option<Arc<Matrix>> {
    trace.matrix(name, head).map(|matrix| Arc::new(matrix.into_owned()))
}

/// Whether the tokens of A are called otherwise than those of B.
fn has_other_names(app: AppState, a: &Kept) -> bool {
    let b = app.loaded.read();
    a.loaded.tokens != b.tokens || a.loaded.tokens_k != b.tokens_k
}

/// What differs between A and B: numbers, mask, divisor, head.
fn differences(app: AppState, a: &Kept) -> Vec<Markup> {
    let words = &words(app).compare;
    let now = app.settings.read();
    let mut told = Vec::new();
    if a.loaded != app.loaded.get() {
        let (before, after) = (app.name_of(&a.settings.origin), app.name_of(&now.origin));
        told.push((words.numbers)(&before, &after));
    }
    let mask = |plan: &MaskPlan| (app.words().mask)(plan.kind()).name;
    if a.mask != *app.mask_plan.read() {
        told.push((words.mask)(mask(&a.mask), mask(&app.mask_plan.read())));
    }
    let divisors = [a.trace.scale, app.trace.read().scale].map(|it| short_divisor(it.divisor()));
    if divisors[0] != divisors[1] {
        told.push((words.divisor)(&divisors[0], &divisors[1]));
    }
    if a.head != app.head.get() {
        let number = |head: usize, first: usize| (head + first).to_string();
        let before = number(a.head, a.settings.origin.first_head_number());
        told.push((words.head)(&before, &number(app.head.get(), app.first_head_number())));
    }
    if has_other_names(app, a) {
        told.push(words.names.to_owned());
    }
    if told.is_empty() {
        return vec![Markup::text("p", words.same).with("class", "compare-differs")];
    }
    let items = told.into_iter().map(|item| Markup::text("li", item)).collect();
    let list = Markup::of("ul", items);
    let intro = Markup::text("span", words.differs);
    vec![Markup::of("div", vec![intro, list]).with("class", "compare-differs")]
}

/// The largest difference of each stage; a press goes there.
#[component]
fn StageDifferences(a: StoredValue<Shared<Kept>>) -> impl IntoView {
    let app = AppState::get();
    let button = move |stage: Stage| {
        let told = move || {
            let name = (app.words().stage)(stage).name;
            let farthest = a.with_value(|a| largest(a, &app.trace.read(), app.head.get(), stage));
            format!("{name} {}", farthest.map_or_else(|| "–".to_owned(), arithmetic))
        };
        view! {
            <li>
                <button
                    type="button"
                    class="plain"
                    data-difference=stage.id()
                    aria-pressed=text(move || (app.stage.get() == stage).to_string())
                    on:click=pressed(move || app.settings.write().show(stage))
                >
                    {text(told)}
                </button>
            </li>
        }
    };
    let buttons = move || app.stages.get().into_iter().map(button).collect_view();
    view! {
        <p class="control-note">{text(move || words(app).compare.stages)}</p>
        <ul class="compare-stages">{part(buttons)}</ul>
    }
}

/// The size of the largest difference of all matrices of a stage; `None` where there is none to take.
fn largest(a: &Kept, now: &Trace, head: usize, stage: Stage) -> Option<f64> {
    let of = |name: &MatrixName| {
        let matrix = difference(a.trace.view(*name, a.head)?, now.view(*name, head)?)?;
        farthest(matrix.view()).map(|(_, value)| value.abs())
    };
    stage.results(now).iter().filter_map(of).reduce(f64::max)
}
