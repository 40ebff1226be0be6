//! The film strip: every stage as a small picture, all on screen at once; it is the stepper.

use leptos::prelude::*;

use crate::{
    draw::format_range,
    math::{MatrixName, Stage},
    state::{Convention, Veiled},
    ui::{
        app_state::AppState,
        erased::{part, pressed, text},
        stages::{BarePicture, Overlay, short_divisor, use_thumbnail},
    },
};

/// All stages of the example in order, with the operators between them.
#[component]
pub fn FilmStrip() -> impl IntoView {
    let app = AppState::get();
    // Frames are made anew only with other matrices or turned ones, not with other numbers in them.
    let shapes = Memo::new(move |_| {
        let trace = app.given.read();
        let size = |name: &MatrixName| trace.size(*name, 0);
        let sizes = |stage: &Stage| stage.results(&trace).iter().map(size).collect::<Vec<_>>();
        let convention = app.convention.get();
        let stages = app.stages.read();
        stages.iter().map(|stage| (*stage, sizes(stage), convention)).collect::<Vec<_>>()
    });
    let frames = move || {
        let frame = |(stage, _, _): (Stage, Vec<_>, Convention)| view! { <Frame stage /> };
        shapes.get().into_iter().map(frame).collect_view()
    };
    let is_at = move |end: fn(&[Stage]) -> Option<&Stage>| {
        app.stages.with(|stages| end(stages).copied()) == Some(app.stage.get())
    };
    view! {
        <nav class="strip" aria-label=text(move || app.words().page.stages)>
            <button
                type="button"
                class="strip-step"
                aria-label=text(move || app.words().page.previous)
                title=text(move || app.words().page.previous)
                aria-disabled=text(move || is_at(<[Stage]>::first).to_string())
                on:click=pressed(move || app.step(-1))
            >
                "‹"
            </button>
            <ol class="frames">{part(frames)}</ol>
            <button
                type="button"
                class="strip-step"
                aria-label=text(move || app.words().page.next)
                title=text(move || app.words().page.next)
                aria-disabled=text(move || is_at(<[Stage]>::last).to_string())
                on:click=pressed(move || app.step(1))
            >
                "›"
            </button>
        </nav>
    }
}

/// One stage, with the operator that leads to it.
#[component]
fn Frame(stage: Stage) -> impl IntoView {
    let app = AppState::get();
    let choose = move || app.settings.write().show(stage);
    let is_current = move || (app.stage.get() == stage).then_some("step");
    // Frames are made anew with other matrices.
    let results = stage.results(&app.given.read_untracked());
    let pictures = results.iter().map(|name| view! { <Thumbnail name=*name /> });
    view! {
        <li class="frame">
            <span class="frame-sign" aria-hidden="true">{text(move || sign(app, stage))}</span>
            <button
                type="button"
                data-stage=stage.id()
                aria-current=is_current
                on:click=pressed(choose)
            >
                <span class="frame-name">{text(move || stage_name(app, stage))}</span>
                <span class="frame-pictures" data-count=results.len().to_string()>
                    {pictures.collect_view()}
                </span>
                <span class="frame-range">{text(move || range(app, stage))}</span>
            </button>
        </li>
    }
}

/// What a stage is called, unless it is hidden.
pub fn stage_name(app: AppState, stage: Stage) -> &'static str {
    if is_hidden(app, stage) { "?" } else { (app.words().stage)(stage).name }
}

fn is_hidden(app: AppState, stage: Stage) -> bool {
    app.veil.read().of(stage) == Some(Veiled::Whole)
}

/// A matrix in the strip, with the selection that runs through all of them.
#[component]
fn Thumbnail(name: MatrixName) -> impl IntoView {
    let app = AppState::get();
    let picture = use_thumbnail(app, name);
    // As in `Frame`: made anew with each example.
    let size = app.given.read_untracked().size(name, app.head.get_untracked());
    let (rows, columns) = size.map_or((1, 1), |size| app.convention.get_untracked().shown(size));
    view! {
        <span
            class="thumbnail"
            style:--rows=rows.to_string()
            style:--columns=columns.to_string()
        >
            <BarePicture picture />
            <Overlay name size=(rows, columns) />
        </span>
    }
}

/// The operator that leads to a stage.
fn sign(app: AppState, stage: Stage) -> String {
    let by = |rows: &str, columns: &str| match app.convention.get() {
        Convention::Rows => rows.to_owned(),
        Convention::Columns => columns.to_owned(),
    };
    match stage {
        stage if is_hidden(app, stage) => String::new(),
        stage if stage.is_given(&app.given.read()) => String::new(),
        Stage::Project => String::new(),
        Stage::Rotary => "↻".to_owned(),
        Stage::DotProduct => by("QKᵀ", "KᵀQ"),
        Stage::Scale => format!("÷ {}", short_divisor(app.trace.read().scale.divisor())),
        Stage::Mask => "+".to_owned(),
        Stage::Softmax => "exp, ÷ Σ".to_owned(),
        Stage::Context => by("· V", "V ·"),
        Stage::Concat => by("‖", "[;]"),
        Stage::Output if !app.given.read().has(MatrixName::WOutput) => "=".to_owned(),
        Stage::Output => by("· W_O", "W_O ·"),
        Stage::AddNorm => "+ X".to_owned(),
    }
}

/// The range of the numbers of all matrices that a stage makes; nothing where none is finite.
fn range(app: AppState, stage: Stage) -> String {
    let trace = app.trace.read();
    let results = stage.results(&trace);
    let told = results.iter().filter(|name| !app.is_veiled(**name));
    let ranges = told.filter_map(|name| app.told_by_colors(*name)?.range());
    let range = ranges.reduce(|all, next| (all.0.min(next.0), all.1.max(next.1)));
    range.map(|(low, high)| format_range(low, high)).unwrap_or_default()
}
