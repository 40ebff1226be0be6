//! The current stage drawn as what it is: operands, operator, result.

use leptos::prelude::*;

use super::{
    layout::{Content, Layout, Line, Part, Sign, layout},
    matrix_view::{BarePicture, MatrixView, use_picture},
};
use crate::{
    math::{MatrixName, Trace},
    state::Convention,
    ui::{
        app_state::AppState,
        erased::{flag, maybe, part, text},
        later::Later,
        widgets::{exact, short},
    },
};

/// The equation of the current stage.
#[component]
pub fn Equation() -> impl IntoView {
    let app = AppState::get();
    let has_rotary = Memo::new(move |_| app.given.read().projected.inputs.rotary.is_some());
    let laid_out =
        Memo::new(move |_| layout(app.stage.get(), has_rotary.get(), app.convention.get()));
    let n_lacking = Memo::new(move |_| n_lacking(laid_out.get(), &app.given.read()));
    let drawn = move || match laid_out.get() {
        Layout::Row(parts) => {
            let parts = parts.iter().skip(n_lacking.get());
            let parts = parts.map(|part| draw_part(*part)).collect_view();
            view! { <div class="equation-row">{parts}</div> }.into_any()
        }
        Layout::Ledger(lines) => {
            let n_lacking = n_lacking.get();
            let line = |(at, line): (usize, &Line)| {
                // Nothing leads to what comes first.
                let sign = if at == n_lacking { Sign::None } else { line.sign };
                let line = Line { sign, ..*line };
                view! { <LedgerLine line /> }
            };
            let lines = lines.iter().enumerate().skip(n_lacking).map(line).collect_view();
            view! { <div class="equation-ledger">{lines}</div> }.into_any()
        }
    };
    let is_long = Memo::new(move |_| {
        // As many tokens have a navigator.
        let (n_queries, n_keys) = app.size();
        n_queries.max(n_keys) > 32
    });
    let finder = || view! { <Later part=|it| it.finder class="finder" /> };
    view! {
        <section
            class="equation"
            id="equation"
            aria-label=text(move || app.words().page.equation)
            data-stage=text(move || app.stage.get().id())
        >
            {part(drawn)}
            {maybe(move || is_long.get().then(finder))}
        </section>
    }
}

/// How many parts or lines there are before the first matrix that the example has: where scores or weights
/// are given, no operand and no operator leads to them.
fn n_lacking(layout: Layout, trace: &Trace) -> usize {
    let has = |name: &MatrixName| trace.has(*name);
    let has_part = |part: &Part| match part {
        Part::Matrix(name) => has(name),
        Part::Stack(names) => names.iter().any(has),
        Part::Sign(_) => false,
    };
    let has_line = |line: &Line| match line.content {
        Content::AllHeads => true,
        Content::Matrices(names) => names.iter().any(has),
    };
    let first = match layout {
        Layout::Row(parts) => parts.iter().position(has_part),
        Layout::Ledger(lines) => lines.iter().position(has_line),
    };
    first.unwrap_or_default()
}

fn draw_part(part: Part) -> AnyView {
    match part {
        Part::Matrix(name) => view! { <MatrixView name /> }.into_any(),
        Part::Sign(sign) => view! { <SignView sign /> }.into_any(),
        Part::Stack(names) => {
            let matrices = names.iter().map(|name| view! { <MatrixView name=*name /> });
            view! { <div class="equation-stack">{matrices.collect_view()}</div> }.into_any()
        }
    }
}

/// A line of a ledger; nothing where the example has none of its matrices.
#[component]
fn LedgerLine(line: Line) -> impl IntoView {
    let app = AppState::get();
    let is_shown = Memo::new(move |_| match line.content {
        Content::AllHeads => true,
        Content::Matrices(names) => {
            let trace = app.trace.read();
            names.iter().any(|name| trace.has(*name))
        }
    });
    let content = move || match line.content {
        Content::AllHeads => view! { <AllHeads /> }.into_any(),
        Content::Matrices(names) => {
            let matrices = names.iter().map(|name| view! { <MatrixView name=*name /> });
            matrices.collect_view().into_any()
        }
    };
    maybe(move || {
        is_shown.get().then(|| {
            view! {
                <div class="ledger-line">
                    <SignView sign=line.sign />
                    <div class="ledger-content">{content()}</div>
                </div>
            }
        })
    })
}

/// An operator, with its numbers.
#[component]
fn SignView(sign: Sign) -> impl IntoView {
    let app = AppState::get();
    let by = move |rows: &str, columns: &str| match app.convention.get() {
        Convention::Rows => rows.to_owned(),
        Convention::Columns => columns.to_owned(),
    };
    let written = move || match sign {
        Sign::None => String::new(),
        Sign::Times => "·".to_owned(),
        Sign::QueriesTimesKeys => by("Q · Kᵀ =", "Kᵀ · Q ="),
        Sign::DivideBy => format!("÷ {} =", short_divisor(app.trace.read().scale.divisor())),
        Sign::Plus => "+".to_owned(),
        Sign::Equals => "=".to_owned(),
        Sign::Softmax => "softmax →".to_owned(),
        Sign::Rotate => "↻".to_owned(),
        Sign::SideBySide => by("‖", "[;]"),
        Sign::Norm => "norm →".to_owned(),
    };
    view! { <div class="sign">{text(written)}</div> }
}

/// A divisor with as few decimals as it needs, three at most; all of them where it is smaller.
pub fn short_divisor(divisor: f64) -> String {
    if divisor < 0.001 {
        return exact(divisor);
    }
    let text = short(divisor);
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// The contexts of all heads, each over its own block of the concatenation.
#[component]
fn AllHeads() -> impl IntoView {
    let app = AppState::get();
    let heads = move || {
        let n_heads = app.given.read().projected.n_heads();
        let first = app.first_head_number();
        (0..n_heads)
            .map(|head| {
                let picture = use_picture(app, MatrixName::Context, head);
                view! {
                    <div
                        class="head-context"
                        data-selected=flag(move || app.head.get() == head)
                    >
                        <span>{head + first}</span>
                        <div class="head-context-box">
                            <BarePicture picture />
                        </div>
                    </div>
                }
            })
            .collect_view()
    };
    view! { <div class="head-contexts" aria-hidden="true">{part(heads)}</div> }
}
