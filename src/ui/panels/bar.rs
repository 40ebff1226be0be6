//! The bar: name, example, language, theme, keys.

use leptos::prelude::*;

use super::Keys;
use crate::{
    draw::Theme,
    i18n::Language,
    samples::SampleId,
    ui::{
        app_state::{AppState, ThemeChoice},
        erased::{changed, maybe, part, pressed, text, truth},
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
            <p class="tagline">{text(move || app.words().bar.tagline)}</p>
            <LanguageSwitch />
            <ThemeMenu />
            <Keys />
        </header>
    }
}

/// The example that is shown or on its way: the menu says what was asked for.
fn asked_for(app: AppState) -> (SampleId, usize) {
    let wanted = app.loading.read().as_ref().map(|it| (it.wanted.sample, it.wanted.block));
    wanted.unwrap_or_else(|| {
        let settings = app.settings.read();
        (settings.sample, settings.block)
    })
}

#[component]
fn ExampleMenu() -> impl IntoView {
    let app = AppState::get();
    let chosen = Memo::new(move |_| asked_for(app).0);
    let option = move |sample: SampleId| {
        view! {
            <option value=sample.key() prop:selected=truth(move || chosen.get() == sample)>
                {text(move || (app.words().sample)(sample).name)}
            </option>
        }
    };
    let choose = move |key: String| {
        if let Some(sample) = SampleId::of_key(&key) {
            app.open(sample, sample.default_block().map_or(0, |block| block.number));
        }
    };
    view! {
        <label class="menu">
            <span class="visually-hidden">{text(move || app.words().bar.example)}</span>
            <select id="example" on:change=changed(choose)>
                {SampleId::ALL.map(option).collect_view()}
            </select>
        </label>
    }
}

/// The blocks of a recorded model, each with the head worth pointing at.
#[component]
fn BlockMenu() -> impl IntoView {
    let app = AppState::get();
    let chosen = Memo::new(move |_| asked_for(app));
    let sample = Memo::new(move |_| chosen.get().0);
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
                <option value=number.to_string() prop:selected=truth(move || chosen.get().1 == number)>
                    {text(name)}
                </option>
            }
        };
        sample.get().blocks().iter().map(option).collect_view()
    };
    let choose = move |block: String| {
        if let Ok(block) = block.parse() {
            app.open(sample.get_untracked(), block);
        }
    };
    maybe(move || {
        (!sample.get().blocks().is_empty()).then(|| {
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
