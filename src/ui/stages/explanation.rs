//! What the current stage does and why, its formula, the selected cell, the colors, the row.

use leptos::prelude::*;

use super::{arithmetic::Arithmetic, formula::Formula};
use crate::{
    draw::{Domain, Position, format_range},
    math::{Axis, Cell, CellSource, MatrixName, Remark, Stage, Trace, cell_source},
    state::{COLOR_BOUNDS, DomainChoice},
    ui::{
        app_state::AppState,
        erased::{maybe, part, text},
        panels::About,
        widgets::{Choice, ChoiceOption, KeyView, short},
    },
};

/// The explanation of the current stage.
#[component]
pub fn Explanation() -> impl IntoView {
    let app = AppState::get();
    let says = move || (app.words().stage)(app.stage.get());
    let selected = use_selected(app);
    view! {
        <aside class="explanation" tabindex="0" aria-label=text(move || app.words().page.explanation)>
            <h2>{text(move || says().name)}</h2>
            <p class="what">{text(move || says().what)}</p>
            <p class="why">{text(move || says().why)}</p>
            <p class="note">{text(move || says().note)}</p>
            <WhatIsLacking />
            <Formula selected />
            <Arithmetic selected />
            <RowSummary />
            <ColorKey />
            <About />
        </aside>
    }
}

/// The selected cell of the matrix that the current stage makes, and how it came to be.
fn use_selected(app: AppState) -> Memo<Option<(Cell, CellSource)>> {
    Memo::new(move |_| {
        let trace = app.trace.read();
        let (matrix, head) = (app.stage.get().result(&trace), app.head.get());
        let size = trace.view(matrix, head)?.dim();
        let (row, column) = app.selection.get().cell(matrix, head, &trace.projected, size);
        let cell = Cell { matrix, head, row, column };
        Some((cell, cell_source(&trace, cell)?))
    })
}

/// Says so where the current stage has nothing to project with, or where the trace begins there.
#[component]
fn WhatIsLacking() -> impl IntoView {
    let app = AppState::get();
    let remark = move || {
        let trace = app.given.read();
        let lacks = |names: &[MatrixName]| names.iter().all(|it| trace.view(*it, 0).is_none());
        let inputs = [MatrixName::WQuery, MatrixName::WKey, MatrixName::WValue];
        let (stage, about) = (app.stage.get(), &app.words().about);
        match stage {
            Stage::Project if lacks(&inputs) && trace.projected.embeddings().is_some() => {
                Some(about.no_projections)
            }
            Stage::DotProduct if stage.is_given(&trace) => Some(about.given_scores),
            Stage::Softmax if stage.is_given(&trace) => Some(about.given_weights),
            Stage::Output if lacks(&[MatrixName::WOutput]) => Some(about.no_w_o),
            _ => None,
        }
    };
    maybe(move || remark().map(|remark| view! { <p>{remark}</p> }))
}

/// Entropy and largest weight of the selected row, and what a reader should be told about it.
#[component]
fn RowSummary() -> impl IntoView {
    let app = AppState::get();
    let sees_nothing = move || {
        let here = Remark::SeesNoKey { head: app.head.get(), query: app.selection.get().query };
        app.trace.read().remarks.contains(&here)
    };
    let is_shown = move || {
        matches!(app.stage.get(), Stage::Scale | Stage::Mask | Stage::Softmax | Stage::Context)
    };
    let summary = move || {
        let page = &app.words().page;
        if sees_nothing() {
            let query = app.token(Axis::Query, app.selection.get().query);
            return Some(view! { <p class="remark">{(page.sees_no_key)(&query)}</p> }.into_any());
        }
        let stats = app.row.get()?;
        let most = most_entropy(&app.trace.read(), app.head.get(), app.selection.get().query);
        let (key, weight) = stats.largest?;
        Some(
            view! {
                <p>{(page.entropy_of)(&short(stats.entropy), &short(most))}</p>
                <p>{(page.effective_keys)(&short(stats.effective_keys))}</p>
                <p>{(page.largest_weight)(&short(weight), &app.token(Axis::Key, key))}</p>
            }
            .into_any(),
        )
    };
    maybe(move || is_shown().then(|| view! { <div class="row-summary">{maybe(summary)}</div> }))
}

/// The entropy of a row whose weight is spread evenly over all keys that its query may see, in nats.
fn most_entropy(trace: &Trace, head: usize, query: usize) -> f64 {
    let n_seen = match trace.view(MatrixName::Masked, head) {
        Some(masked) => masked.row(query).iter().filter(|it| **it != f64::NEG_INFINITY).count(),
        None => trace.projected.n_keys(),
    };
    (n_seen as f64).ln()
}

/// The color scale of the stage's result with its numbers, and the choice of its domain.
#[component]
fn ColorKey() -> impl IntoView {
    let app = AppState::get();
    let name = move || app.stage.get().result(&app.given.read());
    let domain = Memo::new(move |_| {
        let trace = app.trace.read();
        Some(app.domain_of(name(), trace.view(name(), app.head.get())?))
    });
    let domain = Signal::derive(move || domain.get().unwrap_or(Domain::unit()));
    let ends = move || {
        let Domain { low, high, .. } = domain.get();
        let range = format_range(low, high);
        let (low, high) = range.split_once(" … ").unwrap_or((&range, ""));
        view! { <span>{low.to_owned()}</span> <span>{high.to_owned()}</span> }
    };
    let clipped = move || {
        let count = count_clipped(app, name(), domain.get());
        (count > 0).then(|| view! { <p class="color-note">{(app.words().page.clipped)(count)}</p> })
    };
    let has_masked = move || {
        let trace = app.trace.read();
        let masked = trace.view(name(), app.head.get());
        masked.is_some_and(|masked| masked.iter().any(|value| *value == f64::NEG_INFINITY))
    };
    view! {
        <section class="color-key" aria-label=text(move || app.words().page.color_key)>
            <div class="color-strip">
                <KeyView domain theme=app.theme pixel_ratio=app.pixel_ratio />
            </div>
            <div class="color-ends">{part(ends)}</div>
            {maybe(clipped)}
            {maybe(move || {
                has_masked().then(|| view! { <p class="color-note">{app.words().page.masked_key}</p> })
            })}
            {maybe(move || (!name().is_share()).then(|| view! { <DomainControl domain /> }))}
        </section>
    }
}

fn count_clipped(app: AppState, name: MatrixName, domain: Domain) -> usize {
    let trace = app.trace.read();
    let Some(matrix) = trace.view(name, app.head.get()) else { return 0 };
    let is_clipped = |value: &&f64| {
        matches!(domain.position(**value), Position::ClippedLow | Position::ClippedHigh)
    };
    matrix.iter().filter(is_clipped).count()
}

/// Which numbers the colors span.
#[component]
fn DomainControl(domain: Signal<Domain>) -> impl IntoView {
    let app = AppState::get();
    let kind = |choice: DomainChoice| match choice {
        DomainChoice::Matrix => 0,
        DomainChoice::AllHeads => 1,
        DomainChoice::Fixed(_) => 2,
    };
    let options = Signal::derive(move || {
        let page = &app.words().page;
        let labels = [page.domain_matrix, page.domain_heads, page.domain_fixed];
        let option = |(value, label): (i32, &str)| ChoiceOption { value, label: label.to_owned() };
        (0..).zip(labels).map(option).collect::<Vec<_>>()
    });
    let choose = move |chosen: i32| {
        let choice = match chosen {
            0 => DomainChoice::Matrix,
            1 => DomainChoice::AllHeads,
            // Fixed where the colors stand now, rounded up: the field is to be typed over.
            _ => DomainChoice::Fixed((domain.get_untracked().high * 100.0).ceil().max(1.0) / 100.0),
        };
        app.settings.write().domain = choice;
    };
    let bound = move || match app.domain.get() {
        DomainChoice::Fixed(bound) => Some(bound),
        _ => None,
    };
    let is_fixed = Memo::new(move |_| bound().is_some());
    let on_bound = move |event: leptos::ev::Event| {
        let typed = event_target_value(&event).trim().parse::<f64>();
        if let Ok(bound) = typed
            && COLOR_BOUNDS.contains(&bound)
        {
            app.settings.write().domain = DomainChoice::Fixed(bound);
        } else if let Some(bound) = bound() {
            // The browser says what such a field takes; the bound in force comes back.
            event_target::<web_sys::HtmlInputElement>(&event).set_value(&bound.to_string());
        }
    };
    let bound_text = move || bound().map(|bound| bound.to_string()).unwrap_or_default();
    view! {
        <Choice
            name="domain"
            label=Signal::derive(move || app.words().page.domain.to_owned())
            options
            value=Signal::derive(move || kind(app.domain.get()))
            on_choose=choose
        />
        {maybe(move || {
            is_fixed
                .get()
                .then(|| {
                    view! {
                        <label class="domain-bound">
                            "±"
                            <input
                                type="number"
                                min="0"
                                step="any"
                                aria-label=text(move || app.words().page.domain_bound)
                                prop:value=bound_text
                                on:change=on_bound
                            />
                        </label>
                    }
                })
        })}
    }
}
