//! What a mistake leaves open: the fill and how it is put in, the share that is dropped.

use leptos::prelude::*;

use super::words;
use crate::{
    math::{Mistake, MistakeOptions},
    ui::{
        app_state::AppState,
        erased::{changed, maybe, pressed, text, truth},
        widgets::{Choice, ChoiceOption, short},
    },
};

/// The fills that people write.
const FILLS: [(f64, &str); 3] = [(-1e9, "−1e9"), (-1e4, "−1e4"), (-100.0, "−100")];

/// The parameters of a mistake, where it has any.
#[component]
pub fn Options(mistake: Memo<Mistake>) -> impl IntoView {
    maybe(move || match mistake.get() {
        Mistake::FiniteFill => Some(FillOptions().into_any()),
        Mistake::Dropout => Some(DropoutOptions().into_any()),
        _ => None,
    })
}

#[component]
fn FillOptions() -> impl IntoView {
    let app = AppState::get();
    let options = app.views.options;
    let ways = move || {
        let words = words(app);
        let option = |value, label: &str| ChoiceOption { value, label: label.to_owned() };
        vec![option(false, words.fill_replaces), option(true, words.fill_is_added)]
    };
    let fills =
        || FILLS.map(|(value, label)| ChoiceOption { value, label: label.to_owned() }).to_vec();
    let check = move |name: &'static str,
                      label: fn(AppState) -> &'static str,
                      is_set: fn(AppState) -> bool,
                      set: fn(AppState)| {
        view! {
            <label class="mistake-check">
                <input
                    type="checkbox"
                    name=name
                    prop:checked=truth(move || is_set(app))
                    on:change=changed(move |_| set(app))
                />
                {text(move || label(app))}
            </label>
        }
    };
    view! {
        <div class="mistake-options">
            <Choice
                name="fill"
                label=Signal::derive(move || words(app).fill.to_owned())
                options=Signal::derive(fills)
                value=Signal::derive(move || options.read().fill)
                on_choose=move |fill| options.write().fill = fill
            />
            <Choice
                name="fill-way"
                label=""
                options=Signal::derive(ways)
                value=Signal::derive(move || options.read().is_fill_added)
                on_choose=move |is_added| options.write().is_fill_added = is_added
            />
            <div class="mistake-checks">
                {check(
                    "half",
                    |app| words(app).half,
                    |app| app.views.options.read().is_half,
                    |app| app.views.options.update(|it| it.is_half = !it.is_half),
                )}
                {check(
                    "unseeing",
                    |app| words(app).unseeing,
                    |app| app.views.hides_row.get(),
                    |app| app.views.hides_row.update(|it| *it = !*it),
                )}
            </div>
        </div>
    }
}

#[component]
fn DropoutOptions() -> impl IntoView {
    /// A seed is typed with so many digits at most.
    const DIGITS: usize = 9;
    let app = AppState::get();
    let options = app.views.options;
    let set_chance = move |typed: String| {
        let chance = typed.parse::<f64>().ok().filter(|chance| (0.0..1.0).contains(chance));
        if let Some(chance) = chance {
            options.write().dropped = chance;
        }
    };
    let set_seed = move |typed: String| {
        let seed = typed.trim().parse().ok().filter(|_| typed.trim().len() <= DIGITS);
        options.update(|options: &mut MistakeOptions| options.seed = seed.unwrap_or(options.seed));
    };
    let factor = move || {
        let dropped = options.read().dropped;
        format!("{} · 1/(1 − p) = {}", short(dropped), short(1.0 / (1.0 - dropped)))
    };
    view! {
        <div class="mistake-options">
            <label>
                {text(move || words(app).dropped)}
                <input
                    type="range"
                    name="dropped"
                    min="0"
                    max="0.9"
                    step="0.05"
                    prop:value=move || options.read().dropped.to_string()
                    on:input=changed(set_chance)
                />
                <output>{text(factor)}</output>
            </label>
            <label>
                {text(move || words(app).seed)}
                <input
                    type="text"
                    inputmode="numeric"
                    name="seed"
                    prop:value=move || options.read().seed.to_string()
                    on:change=changed(set_seed)
                />
            </label>
            <button
                type="button"
                on:click=pressed(move || options.update(|it| it.seed = it.seed.wrapping_add(1)))
            >
                {text(move || words(app).draw_again)}
            </button>
        </div>
    }
}
