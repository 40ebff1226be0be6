//! What the current stage does and why, its formula, the selected cell, the colors, the row.

use leptos::prelude::*;

use super::{arithmetic::Arithmetic, formula::formula};
use crate::{
    draw::{Domain, Position, format_range},
    math::{Axis, Cell, CellSource, MatrixName, Remark, Stage, Trace, cell_source},
    state::{COLOR_BOUNDS, DomainChoice, decimal},
    ui::{
        app_state::AppState,
        erased::{changed, maybe, text},
        panels::About,
        widgets::{
            Choice, ChoiceOption, KeyView, Markup, arithmetic, short, to_read, with, written,
        },
    },
};

/// The explanation of the current stage.
#[component]
pub fn Explanation() -> impl IntoView {
    let app = AppState::get();
    let selected = use_selected(app);
    view! {
        <aside class="explanation" tabindex="0" aria-label=text(move || app.words().page.explanation)>
            <div class="written" use:written=with(move || says(app))></div>
            <details class="why">
                <summary>{text(move || app.language.get().cell_words().why)}</summary>
                <div class="written" use:written=with(move || reasons(app))></div>
            </details>
            <div class="formula" use:written=to_read(move || formula(app, selected))></div>
            <Arithmetic selected />
            <div class="written" use:written=to_read(move || row_summary(app))></div>
            {maybe(move || (!app.is_veiled(app.looked_at.get())).then(|| view! { <ColorKey /> }))}
            <About />
        </aside>
    }
}

/// The cell that is explained, and how it came to be; `None` also while a number of it is hidden.
pub fn use_selected(app: AppState) -> Memo<Option<(Cell, CellSource)>> {
    Memo::new(move |_| {
        let trace = app.trace.read();
        let cell = app.explained().filter(|cell| !app.is_arithmetic_veiled(*cell))?;
        Some((cell, cell_source(&trace, cell)?))
    })
}

/// What the current stage does; and so where it has nothing to project with, or where the trace begins there.
fn says(app: AppState) -> Vec<Markup> {
    let stage = app.stage.get();
    let hidden = || Markup::text("p", app.language.get().classroom_words().hidden);
    if app.is_stage_veiled() {
        return vec![Markup::text("h2", "?"), hidden()];
    }
    let says = (app.words().stage)(stage);
    let mut content = vec![
        Markup::text("h2", says.name),
        Markup::text("p", app.turned(says.what)).with("class", "what"),
    ];
    let trace = app.given.read();
    let lacks = |names: &[MatrixName]| !names.iter().any(|it| trace.has(*it));
    let inputs = [MatrixName::WQuery, MatrixName::WKey, MatrixName::WValue];
    let about = &app.words().about;
    let remark = match stage {
        Stage::Project if lacks(&inputs) && trace.projected.embeddings().is_some() => {
            Some(about.no_projections)
        }
        Stage::DotProduct if stage.is_given(&trace) => Some(about.given_scores),
        Stage::Softmax if stage.is_given(&trace) => Some(about.given_weights),
        Stage::Output if lacks(&[MatrixName::WOutput]) => Some(about.no_w_o),
        Stage::Concat if !trace.projected.holds_all() => {
            Some(app.language.get().cell_words().one_context)
        }
        _ => None,
    };
    content.extend(remark.map(|remark| Markup::text("p", remark)));
    if app.explained().is_some_and(|cell| app.is_arithmetic_veiled(cell)) {
        content.push(hidden().with("class", "veiled"));
    }
    content
}

/// Why the stage does it, and what is often taken for something else: on request, so that the arithmetic is in
/// sight without.
fn reasons(app: AppState) -> Vec<Markup> {
    if app.is_stage_veiled() {
        return Vec::new();
    }
    let says = (app.words().stage)(app.stage.get());
    vec![
        Markup::text("p", app.turned(says.why)),
        Markup::text("p", app.turned(says.note)).with("class", "note"),
    ]
}

/// Entropy and largest weight of the selected row, and what a reader should be told about it.
fn row_summary(app: AppState) -> Vec<Markup> {
    let is_shown =
        matches!(app.stage.get(), Stage::Scale | Stage::Mask | Stage::Softmax | Stage::Context);
    if !is_shown {
        return Vec::new();
    }
    let lines = row_lines(app).unwrap_or_default();
    vec![Markup::of("div", lines).with("class", "row-summary")]
}

fn row_lines(app: AppState) -> Option<Vec<Markup>> {
    let page = &app.words().page;
    let (head, query) = (app.head.get(), app.selection.get().query);
    let trace = app.trace.read();
    if trace.remarks.contains(&Remark::SeesNoKey { head, query }) {
        let remark = Markup::text("p", (page.sees_no_key)(&app.token(Axis::Query, query)));
        return Some(vec![remark.with("class", "remark")]);
    }
    let stats = app.row.get()?;
    let most = most_entropy(&trace, head, query);
    let (key, weight) = stats.largest?;
    Some(vec![
        Markup::text("p", app.turned(&(page.entropy_of)(&short(stats.entropy), &short(most)))),
        Markup::text("p", (page.effective_keys)(&short(stats.effective_keys))),
        Markup::text("p", (page.largest_weight)(&arithmetic(weight), &app.token(Axis::Key, key))),
    ])
}

/// The entropy of a row whose weight is spread evenly over all keys that its query may see, in nats.
fn most_entropy(trace: &Trace, head: usize, query: usize) -> f64 {
    let n_seen = match trace.row(MatrixName::Masked, head, query) {
        Some(masked) => masked.iter().filter(|it| **it != f64::NEG_INFINITY).count(),
        None => trace.projected.n_keys(),
    };
    (n_seen as f64).ln()
}

/// The color scale of the matrix that is looked at with its numbers, and the choice of its domain.
#[component]
fn ColorKey() -> impl IntoView {
    let app = AppState::get();
    let name = move || app.looked_at.get();
    let domain = Memo::new(move |_| {
        let digest = app.told_by_colors(name());
        digest.map_or(Domain::unit(), |digest| app.domain_of(name(), &digest))
    });
    let notes = move || color_notes(app, name(), domain.get());
    // Among few keys colors of weights always reach to 1.
    let has_choice = Memo::new(move |_| !name().is_share() || app.size().1 > 32);
    view! {
        <section class="color-key" aria-label=text(move || app.words().page.color_key)>
            <div class="color-strip">
                <KeyView domain theme=app.theme pixel_ratio=app.pixel_ratio />
            </div>
            <div class="written" use:written=to_read(notes)></div>
            {maybe(move || has_choice.get().then(|| view! { <DomainControl domain /> }))}
        </section>
    }
}

/// Whose colors they are, between the numbers at the ends of the scale; and which cells are marked otherwise.
fn color_notes(app: AppState, name: MatrixName, domain: Domain) -> Vec<Markup> {
    let page = &app.words().page;
    let range = format_range(domain.low, domain.high);
    let (low, high) = range.split_once('…').unwrap_or((&range, ""));
    let [low, high] = [low, high].map(|end| Markup::text("span", end.trim().to_owned()));
    let of = Markup::text("em", (app.words().matrix)(name));
    let mut content = vec![Markup::of("div", vec![low, of, high]).with("class", "color-ends")];
    let mut note = |text: String| {
        content.push(Markup::text("p", text).with("class", "color-note"));
    };
    let Some(digest) = app.told_by_colors(name) else { return content };
    let is_clipped = |value: &f64| {
        matches!(domain.position(*value), Position::ClippedLow | Position::ClippedHigh)
    };
    let usual_most =
        (app.language.get().cell_words().usual_most)(app.domain.get() == DomainChoice::AllHeads);
    let is_usual = !matches!(app.domain.get(), DomainChoice::Fixed(_)) && domain != Domain::unit();
    if name.is_share() && is_usual {
        note(usual_most.to_owned());
    } else if digest.range().is_some_and(|(low, high)| is_clipped(&low) || is_clipped(&high)) {
        let n_clipped = digest.cells().rows().flatten().filter(is_clipped).count();
        note((page.clipped)(n_clipped));
    }
    // No weight is −∞.
    if !name.is_share() && digest.hides() {
        note(page.masked_key.to_owned());
    }
    content
}

/// Which numbers the colors span.
#[component]
fn DomainControl(domain: Memo<Domain>) -> impl IntoView {
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
    // No share is more than 1.
    let most = move || if app.looked_at.get().is_share() { 1.0 } else { f64::MAX };
    let bound_text = move || bound().map(|bound| bound.min(most()).to_string()).unwrap_or_default();
    // What was refused goes, and the bound in force comes back.
    let is_refused = RwSignal::new(());
    let on_bound = move |typed: String| {
        if let Some(bound) = decimal(typed.trim())
            && COLOR_BOUNDS.contains(&bound)
        {
            app.settings.write().domain = DomainChoice::Fixed(bound);
        } else {
            is_refused.set(());
        }
    };
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
                            {text(move || if app.looked_at.get().is_share() { "0 … " } else { "±" })}
                            <input
                                type="number"
                                min="0"
                                step="any"
                                aria-label=text(move || app.words().page.domain_bound)
                                prop:value=text(move || {
                                    is_refused.track();
                                    bound_text()
                                })
                                on:change=changed(on_bound)
                            />
                        </label>
                    }
                })
        })}
    }
}
