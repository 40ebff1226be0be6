//! The page before a class or in a frame of another page: above the equation what the stage is, below it the selected
//! cell and how far one is. In a lesson its own text says what there is to say.

use leptos::prelude::*;

use super::{set, words};
use crate::{
    i18n::Language,
    math::Stage,
    state::View,
    ui::{
        app_state::AppState,
        erased::{maybe, part, pressed, text},
        frame,
        panels::stage_name,
        stages::{cell_name, formula, use_selected},
        widgets::{Markup, arithmetic, with, written},
    },
};

/// What stands around the equation.
#[component]
pub fn Slide(
    /// Whether in a frame of another page.
    is_embedded: bool,
) -> impl IntoView {
    let app = AppState::get();
    let is_in_lesson = Memo::new(move |_| app.is_in_lessons());
    let is_stages = Memo::new(move |_| app.settings.read().view == View::Stages);
    let head = move || (!is_in_lesson.get() && is_stages.get()).then(|| view! { <Head /> });
    let steps = move || (!is_in_lesson.get()).then(|| view! { <Steps /> });
    let tools = move || {
        if is_embedded { view! { <OpenLink /> }.into_any() } else { view! { <Tools /> }.into_any() }
    };
    view! {
        {maybe(head)}
        <footer class="slide-foot">
            <p class="slide-cell" use:written=with(move || result(app))></p>
            {maybe(steps)}
            <div class="slide-tools">{tools()}</div>
        </footer>
    }
}

/// The stage: its name, a line about it, its formula.
#[component]
fn Head() -> impl IntoView {
    let app = AppState::get();
    let selected = use_selected(app);
    let line = move || {
        let line = if app.is_stage_veiled() { "" } else { (words(app).line)(app.stage.get()) };
        app.turned(line)
    };
    view! {
        <header class="slide-head">
            <h1 aria-live="polite">{text(move || stage_name(app, app.stage.get()))}</h1>
            <p class="slide-line">{text(line)}</p>
            <div class="formula" use:written=with(move || formula(app, selected))></div>
        </header>
    }
}

/// The cell that is explained and its number, unless that is hidden.
fn result(app: AppState) -> Vec<Markup> {
    if app.settings.read().view != View::Stages || app.is_stage_veiled() {
        return Vec::new();
    }
    let Some(cell) = app.explained() else { return Vec::new() };
    let place = cell_name(app, cell.matrix, (cell.row, cell.column));
    let value = match app.trace.read().number(cell) {
        _ if app.is_veiled(cell.matrix) => "?".to_owned(),
        Some(value) => arithmetic(value),
        None => return Vec::new(),
    };
    let name = (app.words().matrix)(cell.matrix);
    vec![
        Markup::text("span", format!("{name} · {place}")),
        Markup::Text(" ".into()),
        Markup::text("b", format!("= {value}")).with("data-testid", "slide-value"),
    ]
}

/// All stages by name, the current one marked; with a button to either side.
#[component]
fn Steps() -> impl IntoView {
    let app = AppState::get();
    let item = move |stage: Stage| {
        let is_current = move || (app.stage.get() == stage).then_some("step");
        view! {
            <li>
                <button
                    type="button"
                    data-stage=stage.id()
                    aria-current=is_current
                    on:click=pressed(move || app.settings.write().show(stage))
                >
                    {text(move || stage_name(app, stage))}
                </button>
            </li>
        }
    };
    let step = move |sign: &'static str, by: isize| {
        let name = move || {
            let page = &app.words().page;
            if by > 0 { page.next } else { page.previous }
        };
        view! {
            <button
                type="button"
                class="slide-step"
                aria-label=text(name)
                title=text(name)
                on:click=pressed(move || app.step(by))
            >
                {sign}
            </button>
        }
    };
    let items = move || app.stages.get().into_iter().map(item).collect_view();
    let count = move || {
        let stages = app.stages.read();
        let at = stages.iter().position(|stage| *stage == app.stage.get()).unwrap_or_default();
        format!("{} / {}", at + 1, stages.len())
    };
    view! {
        <nav class="slide-steps" aria-label=text(move || app.words().page.stages)>
            {step("‹", -1)}
            <ol>{part(items)}</ol>
            <span class="slide-count">{text(count)}</span>
            {step("›", 1)}
        </nav>
    }
}

/// The whole screen, and the way out.
#[component]
fn Tools() -> impl IntoView {
    let app = AppState::get();
    let button =
        move |sign: &'static str, name: fn(Language) -> &'static str, act: fn(AppState)| {
            view! {
                <button
                    type="button"
                    class="plain"
                    aria-label=text(move || name(app.language.get()))
                    title=text(move || name(app.language.get()))
                    on:click=pressed(move || act(app))
                >
                    {sign}
                </button>
            }
        };
    view! {
        {button("□", |it| it.classroom_words().full, |_| frame::set_fullscreen(true))}
        {button("✕", |it| it.classroom_words().leave, |app| set(app, false))}
    }
}

/// The way to the whole page with the same shown, in another tab.
#[component]
fn OpenLink() -> impl IntoView {
    let app = AppState::get();
    let address = move || frame::page_with(&app.link_to_open());
    view! {
        <a href=text(address) target="_blank" rel="noopener">
            {text(move || words(app).open)}
        </a>
    }
}
