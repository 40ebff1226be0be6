//! What greets somebody who was never here: what this is, what to press, and a walk through the stages.

use leptos::prelude::*;

use super::{
    app::IsGreeted,
    app_state::AppState,
    browser,
    erased::{flag, maybe, pressed, text},
    loading::{By, Wanted},
};
use crate::{
    samples::SampleId,
    state::{LessonStep, Link},
};

/// The greeting.
#[component]
pub fn Welcome() -> impl IntoView {
    let app = AppState::get();
    let IsGreeted(is_greeted) = expect_context();
    let walks = RwSignal::new(false);
    let words = move || app.language.get().welcome_words();
    let at = Memo::new(move |_| {
        app.stages.with(|stages| {
            let at = stages.iter().position(|stage| *stage == app.stage.get()).unwrap_or(0);
            (at, stages.len(), stages.get(at + 1).copied())
        })
    });
    let close = move || {
        is_greeted.set(false);
        browser::focus("[data-lessons]");
    };
    let learn = move || {
        // As the list of lessons does: nobody's own work is touched.
        let link = Link {
            sample: Some(SampleId::SixTokens),
            convention: Some(app.settings.read_untracked().convention),
            lesson: Some(LessonStep { lesson: 0, step: 0 }),
            ..Link::default()
        };
        app.load(Wanted::by(By::Link { link, is_first: false }));
        close();
    };
    // An effect, because the bar, keys, the panel and links open lessons and numbers: whoever has some has found the
    // way.
    Effect::new(move |_| {
        let is_elsewhere =
            app.settings.read().origin.sample() != Some(SampleId::SixTokens) || app.is_in_lessons();
        if is_elsewhere {
            is_greeted.set(false);
        }
    });
    let says = move || {
        let (at, of, next) = at.get();
        match next {
            _ if !walks.get() => words().intro.to_owned(),
            Some(_) => {
                let stage = (app.words().stage)(app.stage.get());
                format!("{} {}", (words().at)(at + 1, of, stage.name), app.turned(stage.what))
            }
            None => words().end.to_owned(),
        }
    };
    let is_at_end = Memo::new(move |_| walks.get() && at.get().2.is_none());
    // At the end the button that has the focus stays, and leads on.
    let walk = move || {
        if is_at_end.get_untracked() {
            learn();
        } else if walks.get_untracked() {
            app.step(1);
        } else {
            walks.set(true);
            if let Some(first) = app.stages.with_untracked(|stages| stages.first().copied()) {
                app.settings.write().show(first);
            }
        }
        // On a phone the pictures lie below; the button stays in sight over them.
        browser::show(".equation");
    };
    let on = move || match at.get().2 {
        _ if !walks.get() => words().walk.to_owned(),
        Some(next) => (words().next)((app.words().stage)(next).name),
        None => words().lesson.to_owned(),
    };
    let lesson_button = move || {
        (!is_at_end.get()).then(|| {
            view! {
                <button type="button" data-learn="true" on:click=pressed(learn)>
                    {text(move || words().lesson)}
                </button>
            }
        })
    };
    view! {
        <section
            class="welcome"
            aria-label=text(move || words().name)
            data-walks=flag(move || walks.get())
        >
            <p role="status">{text(says)}</p>
            <div class="welcome-ways">
                <button type="button" class="primary" data-walk="true" on:click=pressed(walk)>
                    {text(on)}
                </button>
                {maybe(lesson_button)}
                <button type="button" class="plain" on:click=pressed(close)>
                    {text(move || words().close)}
                </button>
            </div>
        </section>
    }
}
