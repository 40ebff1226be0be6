//! The page as a whole.

use std::panic::PanicHookInfo;

use leptos::prelude::*;

use super::{
    app_state::AppState,
    browser,
    erased::{flag, maybe, part, text},
    later::Later,
    panels::{Bar, FilmStrip, HeadPictures, LoadingPanel, Strays},
    shortcuts,
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
    shortcuts::listen(app);
    let is_in_lessons = Memo::new(move |_| app.is_in_lessons());
    let lessons = || view! { <Later part=|it| it.lessons class="lesson" /> };
    let is_equation = Memo::new(move |_| app.settings.read().view == View::Stages);
    let center = move || {
        if is_equation.get() {
            return Equation().into_any();
        }
        view! { <Later part=|it| it.views class="equation" /> }.into_any()
    };
    let has_worksheet = RwSignal::new(false);
    provide_context(HasWorksheet(has_worksheet));
    // From the panel.
    browser::on_event("attnscope:worksheet", move || has_worksheet.set(true));
    let welcome = || view! { <Later part=|it| it.welcome class="welcome" /> };
    let worksheet = move || view! { <Later part=|it| it.worksheet class="worksheet" /> };
    view! {
        <Bar />
        {maybe(move || is_greeted.get().then(welcome))}
        <main data-convention=text(move || app.convention.get().key())>
            <section class="controls" aria-label=move || app.words().controls.group>
                <HeadPictures />
                <Later part=|it| it.controls class="control-place" />
            </section>
            <FilmStrip />
            <Later part=|it| it.tokens class="token-strips" />
            <div class="stage">
                {part(center)}
                <div
                    class="side"
                    data-lesson=flag(move || is_in_lessons.get())
                    data-folded=flag(move || is_in_lessons.get() && !app.lesson.explains.get())
                >
                    {maybe(move || is_in_lessons.get().then(lessons))}
                    <Later part=|it| it.explanation class="explanation" />
                </div>
                <LoadingPanel />
                <Strays />
            </div>
        </main>
        {maybe(move || has_worksheet.get().then(worksheet))}
    }
}

/// Whether nothing is asked for by the address and nothing is kept.
fn is_first_visit() -> bool {
    browser::fragment().is_empty() && Kept::Settings.load().is_none()
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
