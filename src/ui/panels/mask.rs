//! The mask: which kind, its one number, and what it is for.

use leptos::prelude::*;

use crate::{
    math::{MaskKind, MaskPlan, MaskRule},
    state::can_be_causal,
    ui::{
        app_state::AppState,
        browser,
        erased::{changed, escaped, maybe, pressed, text, truth},
        widgets::excerpt,
    },
};

/// The kinds of mask, the parameter of the chosen one, and a line about it; where there are no
/// scores to hide, that is said.
#[component]
pub fn MaskChooser() -> impl IntoView {
    let app = AppState::get();
    let kind = move || app.mask_plan.read().kind();
    let has_scores = move || app.given.read().projected.inputs.has_scores();
    let option = move |at: usize| {
        let kind_of = MaskKind::ALL[at];
        let causal_fits = move || can_be_causal(&app.given.read().projected);
        view! {
            <option
                value=at.to_string()
                prop:selected=truth(move || kind() == kind_of)
                prop:disabled=truth(move || kind_of == MaskKind::Causal && !causal_fits())
            >
                {text(move || (app.words().mask)(kind_of).name)}
            </option>
        }
    };
    let choose = move |at: String| {
        let kind = at.parse().ok().and_then(|at: usize| MaskKind::ALL.get(at));
        if let Some(kind) = kind {
            app.choose_mask(*kind);
        }
    };
    let note = move || {
        let words = app.words();
        let fits = can_be_causal(&app.given.read().projected);
        match has_scores() {
            false => words.controls.mask_needs_scores,
            true if !fits && kind() == MaskKind::None => words.controls.mask_needs_square,
            true => (words.mask)(kind()).about,
        }
    };
    view! {
        <div class="mask">
            <label class="control-title" for="mask">{text(move || app.words().controls.mask)}</label>
            <div class="mask-choice">
                <select
                    id="mask"
                    prop:disabled=truth(move || !has_scores())
                    on:change=changed(choose)
                >
                    {(0..MaskKind::ALL.len()).map(option).collect_view()}
                </select>
                <Parameter />
            </div>
            <p class="control-note">{text(note)}</p>
        </div>
    }
}

/// What is typed for a kind of mask: one number, or the first tokens of blocks.
#[component]
fn Parameter() -> impl IntoView {
    let app = AppState::get();
    let refused = RwSignal::new(None::<String>);
    let has_one = Memo::new(move |_| parameter(&app.mask_plan.read()).is_some());
    let shown = move || {
        refused.get().unwrap_or_else(|| parameter(&app.mask_plan.read()).unwrap_or_default())
    };
    let label = move || (app.words().mask)(app.mask_plan.read().kind()).parameter;
    let enter = move |typed: String| match with_parameter(&app.mask_plan.read_untracked(), &typed) {
        Some(plan) => {
            refused.set(None);
            app.set_mask(plan);
        }
        None => refused.set(Some(typed)),
    };
    let give_up = move || {
        refused.set(None);
        browser::begin_field(".mask-parameter input", &untrack(shown), true);
    };
    let message = move || {
        let refused = refused.get().map(|it| (app.words().controls.mask_refused)(&excerpt(&it)));
        refused.unwrap_or_default()
    };
    let is_causal =
        move || matches!(&*app.mask_plan.read(), MaskPlan::Rule { causal: Some(_), .. });
    let turn = move || {
        if let MaskPlan::Rule { rule, causal } = app.mask_plan.get_untracked() {
            let causal = if causal.is_some() { None } else { Some(crate::math::Corner::UpperLeft) };
            app.set_mask(MaskPlan::Rule { rule, causal });
        }
    };
    maybe(move || {
        has_one.get().then(|| {
            refused.set(None);
            view! {
                <label class="mask-parameter">
                    {text(label)} " "
                    <input
                        type="text"
                        inputmode="numeric"
                        autocomplete="off"
                        aria-invalid=text(move || refused.read().is_some().to_string())
                        aria-describedby="mask-refused"
                        prop:value=text(shown)
                        on:change=changed(enter)
                        on:keydown=escaped(give_up)
                    />
                </label>
                <button
                    type="button"
                    class="toggle"
                    aria-pressed=text(move || is_causal().to_string())
                    on:click=pressed(turn)
                >
                    {text(move || (app.words().mask)(MaskKind::Causal).name)}
                </button>
                <p id="mask-refused" class="refused" role="alert">{text(message)}</p>
            }
        })
    })
}

/// The parameter of a mask as text, tokens counted from 1; `None` where it has none.
fn parameter(plan: &MaskPlan) -> Option<String> {
    let MaskPlan::Rule { rule, .. } = plan else { return None };
    Some(match rule {
        MaskRule::All => return None,
        MaskRule::Padding { from } => (from + 1).to_string(),
        MaskRule::Window { width } => width.to_string(),
        MaskRule::Prefix { length } => length.to_string(),
        MaskRule::Blocks { starts } => {
            let starts = starts.iter().map(|start| (start + 1).to_string());
            starts.collect::<Vec<_>>().join(", ")
        }
    })
}

/// The mask with another parameter; `None` where that is none for its kind.
fn with_parameter(plan: &MaskPlan, typed: &str) -> Option<MaskPlan> {
    let MaskPlan::Rule { rule, causal } = plan else { return None };
    let counts = typed.split([',', ' ']).filter(|part| !part.is_empty());
    let counts: Option<Vec<usize>> = counts.map(|part| part.parse().ok()).collect();
    let counts = counts.filter(|counts| !counts.is_empty() && !counts.contains(&0))?;
    let one = (counts.len() == 1).then(|| counts[0]);
    let rule = match rule {
        MaskRule::All => return None,
        MaskRule::Padding { .. } => MaskRule::Padding { from: one? - 1 },
        MaskRule::Window { .. } => MaskRule::Window { width: one? },
        MaskRule::Prefix { .. } => MaskRule::Prefix { length: one? },
        MaskRule::Blocks { .. } => {
            let starts: Vec<usize> = counts.iter().map(|count| count - 1).collect();
            starts.is_sorted_by(|a, b| a < b).then_some(())?;
            MaskRule::Blocks { starts }
        }
    };
    Some(MaskPlan::Rule { rule, causal: *causal })
}
