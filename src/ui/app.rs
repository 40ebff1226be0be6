//! The page as a whole.

use std::panic::PanicHookInfo;

use leptos::prelude::*;

use super::{
    app_state::AppState,
    browser,
    erased::{flag, maybe, part, text},
    frame,
    later::{Again, Later},
    panels::{Bar, FilmStrip, HeadPictures},
    stages::Equation,
    storage::Kept,
};
use crate::{i18n::Language, state::View};

/// Whether somebody who was never here is greeted.
#[derive(Clone, Copy)]
pub struct IsGreeted(pub RwSignal<bool>);

/// Whether a worksheet stands in place of the page.
#[derive(Clone, Copy)]
pub struct HasWorksheet(pub RwSignal<bool>);

/// The page.
#[component]
pub fn App() -> impl IntoView {
    // Asked before the page itself keeps something.
    let is_greeted = RwSignal::new(is_first_visit());
    provide_context(IsGreeted(is_greeted));
    let app = AppState::provide();
    let is_in_lessons = Memo::new(move |_| app.is_in_lessons());
    let lessons = || view! { <Later part=|it| it.lessons class="lesson" /> };
    let center = Memo::new(move |_| center(app));
    let center = move || match center.get() {
        Center::Equation => Equation().into_any(),
        Center::Views => view! { <Later part=|it| it.views class="equation" /> }.into_any(),
        Center::Unknown => view! { <Later part=|it| it.unknown class="equation" /> }.into_any(),
    };
    provide_context(Again(RwSignal::new(0)));
    let is_page = Memo::new(move |_| is_page(app));
    let bar = move || is_page.get().then(|| view! { <Bar /> });
    let controls = move || is_page.get().then(|| view! { <Controls /> });
    let explanation = move || {
        is_page.get().then(|| view! { <Later part=|it| it.explanation class="explanation" /> })
    };
    let is_long = Memo::new(move |_| app.loaded.read().problem.is_long());
    let engine =
        move || is_long.get().then(|| view! { <Later part=|it| it.engine class="engine" /> });
    let has_worksheet = RwSignal::new(false);
    provide_context(HasWorksheet(has_worksheet));
    // From the panel.
    browser::on_event("attnscope:worksheet", move || has_worksheet.set(true));
    let welcome = || view! { <Later part=|it| it.welcome class="welcome" is_quiet=has_page /> };
    let worksheet = move || view! { <Later part=|it| it.worksheet class="worksheet" /> };
    view! {
        {maybe(bar)}
        {maybe(move || (is_greeted.get() && is_page.get()).then(welcome))}
        <Later part=|it| it.classroom class="visually-hidden" is_quiet=has_page />
        <main data-convention=text(move || app.convention.get().key())>
            {maybe(controls)}
            {maybe(engine)}
            <div class="stage">
                {part(center)}
                <div
                    class="side"
                    data-lesson=flag(move || is_in_lessons.get())
                    data-folded=flag(move || is_in_lessons.get() && !app.lesson.explains.get())
                >
                    {maybe(move || is_in_lessons.get().then(lessons))}
                    {maybe(explanation)}
                </div>
                <Later part=|it| it.notices class="visually-hidden" is_quiet=|| true />
            </div>
        </main>
        {maybe(move || has_worksheet.get().then(worksheet))}
    }
}

/// Whether there are bar and controls: before a class and in a frame of another page there are none.
fn is_page(app: AppState) -> bool {
    !app.settings.read().presents && !frame::is_embedded()
}

/// The same, untracked.
fn has_page() -> bool {
    untrack(|| is_page(AppState::get()))
}

/// Whether nothing is asked for by the address and nothing is kept.
fn is_first_visit() -> bool {
    browser::fragment().is_empty() && Kept::Settings.load().is_none()
}

/// What stands in the middle.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Center {
    Equation,
    Views,
    Unknown,
}

fn center(app: AppState) -> Center {
    let is_equation = app.settings.read().view == View::Stages;
    match is_equation {
        true if app.is_stage_veiled() => Center::Unknown,
        true => Center::Equation,
        // They show numbers of every stage.
        false if !app.veil.read().is_empty() => Center::Unknown,
        false => Center::Views,
    }
}

/// All between the bar and the stage.
#[component]
fn Controls() -> impl IntoView {
    let app = AppState::get();
    view! {
        <section class="controls" aria-label=text(move || app.words().controls.group)>
            <HeadPictures />
            <Later part=|it| it.controls class="control-place" />
        </section>
        <FilmStrip />
        <Later part=|it| it.tokens class="token-strips" />
    }
}

/// Says in words that something broke, in both languages: the page's own state may be what broke.
pub fn show_crash(info: &PanicHookInfo<'_>) {
    show_banner(info, &Language::ALL.map(|language| language.words().page.crash));
}

/// Says these sentences in a banner, and on the console what broke.
pub fn show_banner(info: &PanicHookInfo<'_>, sentences: &[&str]) {
    web_sys::console::error_1(&info.to_string().into());
    let Some(body) = document().body() else { return };
    let Ok(banner) = document().create_element("div") else { return };
    banner.set_class_name("crash");
    // Literals: `role` and `alert` are well formed.
    banner.set_attribute("role", "alert").ok();
    banner.set_text_content(Some(&sentences.join(" ")));
    // A body takes any element.
    body.append_child(&banner).ok();
}
