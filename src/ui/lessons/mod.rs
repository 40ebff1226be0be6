//! The panel of lessons: their list, and the step that is open. Fetched when the lessons are opened or a link asks
//! for a step.

mod figures;
mod flow;
mod predict;
mod spoken;
mod step;

use leptos::{ev::KeyboardEvent, html, prelude::*};

use super::{
    app_state::AppState,
    browser,
    erased::{flag, maybe, part, pressed, text},
    shortcuts,
};
use crate::{lessons::LESSONS, state::LessonStep};
use flow::Flow;
use step::StepView;

/// The lessons.
#[component]
pub fn Lessons() -> impl IntoView {
    let app = AppState::get();
    let flow = Flow::new(app);
    listen(flow);
    let is_folded = RwSignal::new(false);
    let at = flow.at;
    let heading = NodeRef::<html::H2>::new();
    // Whoever opened the list goes on in it; whoever came by a link is left where they are.
    Effect::new(move |_| {
        if let Some(heading) = heading.get()
            && at.get_untracked().is_none()
        {
            // Fails only where it is not in the document.
            heading.focus().ok();
        }
    });
    let title = move || {
        let lesson = at
            .get()
            .filter(|_| !flow.lists.get())
            .and_then(|at| LESSONS.get(at.lesson).zip(Some(at.lesson + 1)));
        match lesson {
            Some((lesson, number)) => format!("{number}. {}", lesson.title.of(app.language.get())),
            None => flow.words().title.to_owned(),
        }
    };
    let list = move || {
        flow.lists.set(true);
        focus_heading();
    };
    let fold = move || is_folded.update(|is_folded| *is_folded = !*is_folded);
    let fold_name = move || if is_folded.get() { flow.words().unfold } else { flow.words().fold };
    let has_step = Memo::new(move |_| at.get().is_some() && !flow.lists.get());
    view! {
        <section
            class="lesson"
            aria-label=text(move || flow.words().title)
            data-folded=flag(move || is_folded.get())
        >
            <header>
                <h2 tabindex="-1" node_ref=heading>
                    {text(title)}
                </h2>
                {maybe(move || {
                    has_step
                        .get()
                        .then(|| {
                            view! {
                                <button type="button" class="plain" data-lesson-list="true" on:click=pressed(list)>
                                    {text(move || flow.words().all)}
                                </button>
                            }
                        })
                })}
                <button
                    type="button"
                    class="plain lesson-fold"
                    aria-expanded=text(move || (!is_folded.get()).to_string())
                    on:click=pressed(fold)
                >
                    {text(fold_name)}
                </button>
                <button
                    type="button"
                    class="plain"
                    data-lesson-leave="true"
                    title=text(move || flow.words().leave)
                    aria-label=text(move || flow.words().leave)
                    on:click=pressed(move || app.leave_lessons())
                >
                    "✕"
                </button>
            </header>
            {part(move || {
                if has_step.get() {
                    view! { <StepView flow /> }.into_any()
                } else {
                    view! { <List flow /> }.into_any()
                }
            })}
            <ExplanationFold flow />
        </section>
    }
}

/// The button that was pressed goes with the list, or with the step.
fn focus_heading() {
    browser::focus(".lesson h2");
}

#[component]
fn List(flow: Flow) -> impl IntoView {
    let language = move || flow.app.language.get();
    let item = move |number: usize| {
        let lesson = &LESSONS[number];
        let open = move || {
            flow.open(LessonStep { lesson: number, step: 0 });
            focus_heading();
        };
        view! {
            <li>
                <button type="button" data-lesson-number=(number + 1).to_string() on:click=pressed(open)>
                    {text(move || format!("{}. {}", number + 1, lesson.title.of(language())))}
                </button>
                <p>{text(move || lesson.about.of(language()))}</p>
            </li>
        }
    };
    view! {
        <div class="lesson-body" tabindex="0">
            <p>{text(move || flow.words().intro)}</p>
            <ol>{(0..LESSONS.len()).map(item).collect_view()}</ol>
        </div>
    }
}

/// Shows the explanation of the stage below, or hides it.
#[component]
fn ExplanationFold(flow: Flow) -> impl IntoView {
    let explains = flow.app.lesson.explains;
    let name = move || {
        let words = flow.words();
        if explains.get() { words.explanation_hide } else { words.explanation_show }
    };
    view! {
        <button
            type="button"
            class="plain lesson-explains"
            aria-expanded=text(move || explains.get().to_string())
            on:click=pressed(move || explains.update(|explains| *explains = !*explains))
        >
            {text(name)}
        </button>
    }
}

/// Comma and point, and what presenters' remote controls send, go through the steps while one is open; before a
/// class the arrows, too.
fn listen(flow: Flow) {
    let act = move |event: KeyboardEvent| {
        if !shortcuts::is_for_page(&event)
            || flow.at.get_untracked().is_none()
            || flow.lists.get_untracked()
        {
            return;
        }
        let by = match event.key().as_str() {
            "PageDown" => 1,
            "PageUp" => -1,
            "ArrowRight" if flow.app.presents() && !browser::has_own_arrows(&event) => 1,
            "ArrowLeft" if flow.app.presents() && !browser::has_own_arrows(&event) => -1,
            "." if flow.app.has_shortcuts.get_untracked() => 1,
            "," if flow.app.has_shortcuts.get_untracked() => -1,
            _ => return,
        };
        event.prevent_default();
        flow.go(by);
    };
    let listener = window_event_listener(leptos::ev::keydown, act);
    on_cleanup(move || listener.remove());
}
