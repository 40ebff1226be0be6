//! The step that is open: its text, its figure, its question, and the way on.

use leptos::prelude::*;

use super::{figures::FigureView, flow::Flow, predict::PredictionView};
use crate::{
    lessons::{Extent, LESSONS, Look},
    math::Axis,
    ui::{
        browser,
        erased::{maybe, part, pressed, text},
        stages::cell_name,
        widgets::{Markup, with, written},
    },
};

/// The step that is open.
#[component]
pub fn StepView(flow: Flow) -> impl IntoView {
    let said = flow.said;
    let idea = move || {
        let words = flow.words();
        let text = said.read().as_ref().map(|said| said.text.clone());
        vec![
            Markup::text("p", text.unwrap_or_else(|| words.coming.to_owned()))
                .with("class", "lesson-idea"),
        ]
    };
    let figure = Memo::new(move |_| flow.step().and_then(|step| step.figure));
    let has_question =
        Memo::new(move |_| said.read().as_ref().is_some_and(|said| said.asked.is_some()));
    // A question of its own for each step, so that nothing typed is left over.
    let at = flow.at;
    view! {
        <div class="lesson-body" tabindex="0">
            <div aria-live="polite" use:written=with(idea)></div>
            {part(move || figure.get().map(|figure| view! { <FigureView flow figure /> }))}
            {part(move || {
                at.track();
                has_question.get().then(|| view! { <PredictionView flow /> })
            })}
            <p class="visually-hidden" role="status">{text(move || marked(flow))}</p>
            <Changed flow />
        </div>
        <Steps flow />
    }
}

/// What is marked, in words.
fn marked(flow: Flow) -> String {
    let marks = flow.app.lesson.marks.read();
    let marked: Vec<String> = marks.iter().map(|look| in_words(flow, *look)).collect();
    marked.join(". ")
}

fn in_words(flow: Flow, look: Look) -> String {
    let (app, words) = (flow.app, flow.words());
    let name = (app.words().matrix)(look.matrix);
    let (rows, columns) = look.matrix.axes();
    let token = |axis: Axis, at: usize| match axis {
        Axis::Query | Axis::Key => app.token(axis, at),
        _ => (at + 1).to_string(),
    };
    match look.extent {
        Extent::Whole => (words.marked)(name),
        Extent::Row(row) => (words.marked_token)(name, &token(rows, row)),
        Extent::Column(column) => (words.marked_token)(name, &token(columns, column)),
        Extent::Cell(row, column) => {
            (words.marked_cell)(name, &cell_name(app, look.matrix, (row, column)))
        }
    }
}

/// That something was changed, and the way back.
#[component]
fn Changed(flow: Flow) -> impl IntoView {
    let is_changed = Memo::new(move |_| flow.is_changed());
    let again = move || {
        flow.show_again();
        // The button goes with what it says.
        browser::focus(".lesson-body");
    };
    maybe(move || {
        is_changed.get().then(|| {
            view! {
                <div class="lesson-changed">
                    <p>{text(move || flow.words().changed)}</p>
                    <button type="button" on:click=pressed(again)>
                        {text(move || flow.words().as_shown)}
                    </button>
                </div>
            }
        })
    })
}

/// Back, how far, and on.
#[component]
fn Steps(flow: Flow) -> impl IntoView {
    let progress = move || {
        let at = flow.at.get()?;
        let n_steps = LESSONS.get(at.lesson)?.steps.len();
        Some((flow.words().step_of)(at.step + 1, n_steps))
    };
    let next_name = move || {
        let is_same =
            flow.beside(1).zip(flow.at.get()).is_none_or(|(next, at)| next.lesson == at.lesson);
        if is_same { flow.words().next } else { flow.words().next_lesson }
    };
    let disabled = move |by: isize| text(move || flow.beside(by).is_none().to_string());
    view! {
        <nav class="lesson-steps">
            <button
                type="button"
                data-lesson-step="-1"
                aria-disabled=disabled(-1)
                aria-keyshortcuts=", PageUp"
                on:click=pressed(move || flow.go(-1))
            >
                "← "
                {text(move || flow.words().previous)}
            </button>
            <span>{text(move || progress().unwrap_or_default())}</span>
            <button
                type="button"
                class="primary"
                data-lesson-step="1"
                aria-disabled=disabled(1)
                aria-keyshortcuts=". PageDown"
                on:click=pressed(move || flow.go(1))
            >
                {text(next_name)}
                " →"
            </button>
        </nav>
    }
}
