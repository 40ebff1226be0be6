//! The bar: name, example, undo and redo, language, theme; the switch of views and its end come later.

use leptos::prelude::*;

use super::PanelButtons;
use crate::{
    draw::Theme,
    i18n::Language,
    samples::SampleId,
    state::{Change, Origin},
    ui::{
        app_state::{AppState, ThemeChoice},
        browser,
        erased::{Text, changed, maybe, part, pressed, text, truth},
        later::Later,
        loading::KeptWork,
    },
};

/// The bar at the top of the page.
#[component]
pub fn Bar() -> impl IntoView {
    let app = AppState::get();
    view! {
        <header class="bar">
            <h1>"Attnscope"</h1>
            <ExampleMenu />
            <BlockMenu />
            <History />
            <button
                type="button"
                data-lessons="true"
                aria-expanded=text(move || app.is_in_lessons().to_string())
                on:click=pressed(move || app.toggle_lessons())
            >
                {text(move || app.words().bar.lessons)}
            </button>
            <Later part=|it| it.view_switch class="views-switch" is_quiet=|| true />
            <PanelButtons />
            <p class="tagline">{text(move || app.words().bar.tagline)}</p>
            <LanguageSwitch />
            <ThemeMenu />
            <Later part=|it| it.bar_tail class="bar-tail" is_quiet=|| true />
        </header>
    }
}

/// The numbers that are shown or on their way: the menu says what was asked for.
fn asked_for(app: AppState) -> (Origin, usize) {
    let wanted = app.loading.read().as_ref().map(|it| (it.wanted.origin.clone(), it.wanted.block));
    wanted.unwrap_or_else(|| {
        let settings = app.settings.read();
        (settings.origin.clone(), settings.block)
    })
}

/// Undo and redo; their names say of what.
#[component]
fn History() -> impl IntoView {
    let app = AppState::get();
    let button = move |sign: &'static str, next: fn(AppState) -> Option<Change>, is_undo: bool| {
        let name = move || {
            let words = &app.words().edit;
            let (of, none) = if is_undo {
                (words.undo, words.nothing_to_undo)
            } else {
                (words.redo, words.nothing_to_redo)
            };
            next(app).map_or_else(|| none.to_owned(), |change| of((words.change)(change)))
        };
        let act = move || if is_undo { app.undo() } else { app.redo() };
        view! {
            <button
                type="button"
                class="plain"
                data-history=if is_undo { "undo" } else { "redo" }
                title=text(name)
                aria-label=text(name)
                aria-disabled=text(move || next(app).is_none().to_string())
                on:click=pressed(act)
            >
                {sign}
            </button>
        }
    };
    let is_changed = Memo::new(move |_| app.opened.get() != app.loaded.get());
    view! {
        <div class="history">
            {button("↶", |app| app.history.read().next_undo(), true)}
            {button("↷", |app| app.history.read().next_redo(), false)}
            {maybe(move || {
                is_changed
                    .get()
                    .then(|| {
                        view! {
                            <button
                                type="button"
                                class="plain as-opened"
                                title=text(move || app.words().edit.as_opened)
                                on:click=pressed(move || app.back_to_opened())
                            >
                                {text(move || app.words().edit.as_opened)}
                            </button>
                        }
                    })
            })}
        </div>
    }
}

#[component]
fn ExampleMenu() -> impl IntoView {
    let app = AppState::get();
    let chosen = move || asked_for(app).0;
    let chosen_key = move || untrack(|| chosen().key());
    let option = move |key: &'static str, name: Text| {
        view! {
            <option value=key prop:selected=truth(move || chosen().key() == key)>{name}</option>
        }
    };
    let example = move |sample: SampleId| {
        option(sample.key(), text(move || (app.words().sample)(sample).name))
    };
    // There while it is chosen; there is nothing to choose it by.
    let is_own = Memo::new(move |_| chosen().sample().is_none());
    let own =
        move || is_own.get().then(|| option(Origin::OWN, text(move || app.name_of(&chosen()))));
    // What was left for something else, and can be gone back to.
    let works = move || {
        // Which work this is, is not told by a signal; it changes with what is shown.
        app.loaded.track();
        let work = |work: KeptWork| {
            let origin = work.link.origin();
            let name = move || (app.words().edit.work)(&app.name_of(&origin));
            view! { <option value=work.id.to_string()>{text(name)}</option> }
        };
        app.works_beside().into_iter().map(work).collect_view()
    };
    let choose = move |key: String| {
        if let Ok(id) = key.parse() {
            browser::set_menu("#example", chosen_key());
            app.open_work(id);
        } else if let Some(sample) = SampleId::of_key(&key) {
            app.open(sample, sample.default_block().map_or(0, |block| block.number));
        }
    };
    view! {
        <label class="menu">
            <span class="visually-hidden">{text(move || app.words().bar.example)}</span>
            <select id="example" on:change=changed(choose)>
                {SampleId::ALL.map(example).collect_view()}
                {maybe(own)}
                {part(works)}
            </select>
        </label>
    }
}

/// The blocks of a recorded model, each with the head worth pointing at.
#[component]
fn BlockMenu() -> impl IntoView {
    let app = AppState::get();
    let chosen = move || asked_for(app).1;
    let sample = Memo::new(move |_| asked_for(app).0.sample());
    let blocks = move || sample.get().map(SampleId::blocks).unwrap_or_default();
    let options = move || {
        let option = |block: &'static crate::samples::Block| {
            let number = block.number;
            let name = move || {
                let words = app.words();
                let head = block.heads.first();
                let name = head.map(|head| (words.pattern)(head.pattern).name).unwrap_or_default();
                format!("{} {number} · {name}", words.bar.block)
            };
            view! {
                <option value=number.to_string() prop:selected=truth(move || chosen() == number)>
                    {text(name)}
                </option>
            }
        };
        blocks().iter().map(option).collect_view()
    };
    let choose = move |block: String| {
        if let Some((sample, block)) = sample.get_untracked().zip(block.parse().ok()) {
            app.open(sample, block);
        }
    };
    maybe(move || {
        (!blocks().is_empty()).then(|| {
            view! {
                <label class="menu">
                    <span class="visually-hidden">{text(move || app.words().bar.block)}</span>
                    <select id="block" on:change=changed(choose)>{part(options)}</select>
                </label>
            }
        })
    })
}

#[component]
fn LanguageSwitch() -> impl IntoView {
    let app = AppState::get();
    let button = move |language: Language| {
        view! {
            <button
                type="button"
                lang=language.tag()
                aria-pressed=text(move || (app.language.get() == language).to_string())
                on:click=pressed(move || app.language.set(language))
            >
                {language.words().language}
            </button>
        }
    };
    view! {
        <div class="languages" role="group" aria-label=text(move || app.words().bar.language)>
            {Language::ALL.map(button).collect_view()}
        </div>
    }
}

#[component]
fn ThemeMenu() -> impl IntoView {
    let app = AppState::get();
    let choices = [
        ("system", ThemeChoice::System),
        ("light", ThemeChoice::Always(Theme::Light)),
        ("dark", ThemeChoice::Always(Theme::Dark)),
    ];
    let name = move |choice: ThemeChoice| {
        let words = &app.words().bar;
        match choice {
            ThemeChoice::System => words.theme_system,
            ThemeChoice::Always(Theme::Light) => words.theme_light,
            ThemeChoice::Always(Theme::Dark) => words.theme_dark,
        }
    };
    let option = move |(value, choice): (&'static str, ThemeChoice)| {
        view! {
            <option value=value prop:selected=truth(move || app.theme_choice.get() == choice)>
                {text(move || name(choice))}
            </option>
        }
    };
    let choose = move |value: String| {
        if let Some((_, choice)) = choices.into_iter().find(|(name, _)| *name == value) {
            app.theme_choice.set(choice);
        }
    };
    view! {
        <label class="menu">
            <span class="visually-hidden">{text(move || app.words().bar.theme)}</span>
            <select id="theme" on:change=changed(choose)>{choices.map(option).collect_view()}</select>
        </label>
    }
}
