//! The laboratory of mistakes: one of the list, beside what is right.

use std::sync::Arc;

use leptos::prelude::*;

use super::{
    mistake_options::Options,
    pair::{Pair, Trio},
    words,
};
use crate::{
    i18n::lab::{in_code, right_code},
    math::{Axis, Experiment, Matrix, MatrixName, Mistake, MistakeOptions, Trace},
    state::View,
    ui::{
        app_state::AppState,
        erased::{maybe, part, text},
        shared::Shared,
        widgets::{Choice, ChoiceOption, Markup, short, with, written},
    },
};

/// Every mistake and, of the chosen one, right, wrong and difference.
#[component]
pub fn Mistakes() -> impl IntoView {
    let app = AppState::get();
    let mistake = Memo::new(move |_| match app.settings.read().view {
        View::Mistake(mistake) => mistake,
        View::Stages | View::Compare | View::Heads | View::Text(_) => Mistake::ALL[0],
    });
    let choose = move |mistake| {
        app.views.shown.set(None);
        app.settings.write().view = View::Mistake(mistake);
    };
    let options = move || {
        let option =
            |value| ChoiceOption { value, label: (words(app).mistake)(value).name.to_owned() };
        Mistake::ALL.map(option).to_vec()
    };
    let hindrance = Memo::new(move |_| mistake.get().hindrance(&app.trace.read()));
    let shown = move || match hindrance.get() {
        Some(hindrance) => {
            let said = move || (words(app).hindrance)(hindrance);
            view! { <p class="hindrance" role="note">{text(said)}</p> }.into_any()
        }
        None => view! { <Shown mistake /> }.into_any(),
    };
    let heading = move || {
        let of = (words(app).mistake)(mistake.get());
        vec![
            Markup::text("h2", of.name),
            Markup::text("p", app.turned(of.line)).with("class", "mistake-line"),
        ]
    };
    view! {
        <div class="mistakes" data-mistake=text(move || mistake.get().id())>
            <div class="mistake-list">
                <Choice
                    name="mistake"
                    label=Signal::derive(move || words(app).mistakes.to_owned())
                    options=Signal::derive(options)
                    value=mistake
                    on_choose=choose
                />
            </div>
            <div class="mistake">
                <div class="mistake-head" use:written=with(heading)></div>
                <dl class="mistake-text" use:written=with(move || reasons(app, mistake.get()))></dl>
                {part(shown)}
                <dl class="mistake-text" use:written=with(move || code(app, mistake.get()))></dl>
            </div>
        </div>
    }
}

/// Right, wrong and difference, at the matrix that is looked at.
#[component]
fn Shown(mistake: Memo<Mistake>) -> impl IntoView {
    let app = AppState::get();
    let state = app.views;
    let options = Memo::new(move |_| {
        let hides = mistake.get() == Mistake::FiniteFill && state.hides_row.get();
        let unseeing = hides.then(|| app.selection.get().query);
        MistakeOptions { unseeing, ..state.options.get() }
    });
    let experiment = Memo::new(move |_| {
        let trace = app.trace.get();
        Shared::new(mistake.get().commit(trace.arc(), &options.get()))
    });
    let names = Memo::new(move |_| experiment.read().shown(mistake.get()));
    let name = Memo::new(move |_| {
        let first = names.read().first().copied();
        let chosen = state.shown.get().filter(|name| names.read().contains(name));
        chosen.or(first).unwrap_or(MatrixName::Weights)
    });
    let matrix = move |of: fn(&Experiment) -> &Trace| {
        Memo::new(move |_| matrix(of(&experiment.read()), name.get(), app.head.get()))
    };
    let caption = |of: fn(AppState) -> &'static str| Signal::derive(move || of(app).to_owned());
    let pair = Pair {
        name: name.into(),
        first: matrix(|experiment| &experiment.right),
        tokens: Memo::new(|_| None),
        second: matrix(|experiment| &experiment.wrong),
        captions: [
            caption(|app| words(app).right),
            caption(|app| words(app).wrong),
            caption(|app| words(app).difference),
        ],
        labels: |words| [words.right, words.wrong, words.difference],
        missing: |words| words.not_computed,
    };
    let choices = move || {
        let first = names.read().first().copied();
        let option = |value: &MatrixName| {
            let mut label = (app.words().matrix)(*value).to_owned();
            if Some(*value) == first {
                label = format!("{label} ({})", words(app).shows_first);
            }
            ChoiceOption { value: *value, label }
        };
        names.read().iter().map(option).collect()
    };
    let sums = move || sums(app, &experiment.read(), name.get());
    view! {
        <Options mistake />
        <Choice
            name="mistake-matrix"
            label=Signal::derive(move || words(app).shown.to_owned())
            options=Signal::derive(choices)
            value=name
            on_choose=move |name| state.shown.set(Some(name))
        />
        <Trio pair />
        {maybe(move || {
            let sums = sums();
            (!sums.is_empty()).then(|| view! { <p class="pair-sums">{sums}</p> })
        })}
    }
}

fn matrix(trace: &Trace, name: MatrixName, head: usize) -> Option<Arc<Matrix>> {
    trace.matrix(name, head).map(|matrix| Arc::new(matrix.into_owned()))
}

/// What the selected query's weights sum to, rightly and wrongly; nothing elsewhere.
fn sums(app: AppState, experiment: &Experiment, name: MatrixName) -> String {
    if name != MatrixName::Weights {
        return String::new();
    }
    let (head, query) = (app.head.get(), app.selection.get().query);
    let sum = |trace: &Trace| {
        let weights = trace.view(MatrixName::Weights, head)?;
        (query < weights.nrows()).then(|| short(weights.row(query).sum()))
    };
    match (sum(&experiment.right), sum(&experiment.wrong)) {
        (Some(right), Some(wrong)) => {
            (words(app).sums)(&app.token(Axis::Query, query), &right, &wrong)
        }
        _ => String::new(),
    }
}

fn entry(term: &'static str, content: Vec<Markup>) -> Markup {
    Markup::of("div", vec![Markup::text("dt", term), Markup::of("dd", content)])
}

/// What happens and why it is wrong: before the pictures, which show it.
fn reasons(app: AppState, mistake: Mistake) -> Vec<Markup> {
    let words = words(app);
    let of = (words.mistake)(mistake);
    vec![
        entry(words.what, vec![Markup::Text(app.turned(of.what).into())]),
        entry(words.why, vec![Markup::Text(app.turned(of.why).into())]),
    ]
}

/// How it looks in code, and who makes it.
fn code(app: AppState, mistake: Mistake) -> Vec<Markup> {
    let words = words(app);
    let of = (words.mistake)(mistake);
    let code = |kind: &'static str, sign: &'static str, line: &'static str| {
        let line = Markup::text("code", line);
        let sign = Markup::text("span", sign).with("class", "code-sign");
        Markup::of("p", vec![sign, line]).with("class", kind)
    };
    vec![
        entry(
            words.code,
            vec![
                code("code-wrong", "✗ ", in_code(mistake)),
                code("code-right", "✓ ", right_code(mistake)),
            ],
        ),
        entry(words.who, vec![Markup::Text(of.who.into())]),
    ]
}
