//! How far the computation of a long input is, and what can be done about it.

use leptos::prelude::*;

use super::{Phase, Work, bytes, crop::Crop};
use crate::{
    draw::{Digits, format_number, grouped},
    i18n::engine::{EngineWords, Size},
    kernel::Part,
    math::{Between, Inputs, MatrixName},
    ui::{
        app_state::AppState,
        browser,
        erased::{maybe, part, pressed, text},
    },
};

/// What is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Line {
    /// How large it is, and that it is computed.
    Still,
    /// The same, with so many heads of so many.
    Others(usize, usize),
    Asks,
    /// Nothing of it can be seen yet.
    First(usize, usize),
    Cancelled,
    Broken,
    Unreached,
}

impl Line {
    /// Whether nothing goes on until somebody says so.
    fn waits(self) -> bool {
        matches!(self, Self::Asks | Self::Cancelled | Self::Broken | Self::Unreached)
    }
}

/// A line above the stage; nothing unless the input is long.
#[component]
pub fn Status(work: Work) -> impl IntoView {
    let is_long = Memo::new(move |_| work.wanted.read().is_some());
    maybe(move || is_long.get().then(|| view! { <Shown work /> }))
}

#[component]
fn Shown(work: Work) -> impl IntoView {
    let app = work.app;
    let words = move || -> &'static EngineWords { app.language.get().engine_words() };
    let line = Memo::new(move |_| line(work));
    let about = move || {
        let wanted = work.wanted.read();
        let inputs = wanted.as_ref().map(|wanted| wanted.problem.inputs());
        inputs.map(|inputs| (words().size)(&size(inputs), &memory(bytes(inputs))))
    };
    let said = move || match line.get() {
        Line::Still if is_beyond(app) => format!("{} {}", words().how, words().beyond),
        Line::Still => words().how.to_owned(),
        Line::Others(done, of) => (words().others)(done, of),
        Line::Asks => words().asks.to_owned(),
        Line::First(..) => words().working.to_owned(),
        Line::Cancelled => words().cancelled.to_owned(),
        Line::Broken => words().broken.to_owned(),
        Line::Unreached => words().unreached.to_owned(),
    };
    // Pictures that stand are those of what was computed last, whatever is chosen since.
    let before = move || {
        let computed = app.computed.read();
        let (computed, wanted) = (computed.as_ref()?, work.wanted.read());
        let is_other = !wanted.as_ref()?.is_of(computed);
        let head = computed.trace.projected.held.start + app.first_head_number();
        let divisor = format_number(computed.trace.scale.divisor(), Digits::Fixed(2));
        (is_other && line.get().waits()).then(|| format!(" {}", (words().before)(head, &divisor)))
    };
    // As it was said by what broke, in no language of the page.
    let reason = move || match &*work.phase.read() {
        Phase::Broken(reason) if !reason.is_empty() => {
            Some(view! { <span lang="en">{format!(" ({reason})")}</span> })
        }
        _ => None,
    };
    // Made anew only with another kind of line: a button keeps the focus while the bar moves.
    let kind = Memo::new(move |_| std::mem::discriminant(&line.get()));
    let shown = move || {
        // Got and not only tracked: a memo that was never read is told of nothing.
        kind.get();
        let line_now = line.get_untracked();
        keep_focus();
        let progress = matches!(line_now, Line::First(..)).then(|| {
            let share = move || match line.get() {
                Line::First(done, of) if of > 0 => Some((done as f64 / of as f64).to_string()),
                _ => None,
            };
            view! { <progress max="1" value=share aria-label=text(move || words().working)></progress> }
        });
        let button = match line_now {
            Line::Still => None,
            Line::Others(..) | Line::First(..) => Some(cancel(work).into_any()),
            Line::Asks | Line::Cancelled => Some(start(work, |words| words.compute).into_any()),
            Line::Broken | Line::Unreached => Some(start(work, |words| words.retry).into_any()),
        };
        (progress, button, line_now.waits().then(|| view! { <Crop app /> }))
    };
    view! {
        <section
            class="engine"
            tabindex="-1"
            aria-label=text(move || words().name)
            data-phase=text(move || phase_name(line.get()))
        >
            <p>
                <strong>{text(move || about().unwrap_or_default())}</strong> " "
                <span role="status">{text(said)} {text(move || before().unwrap_or_default())} {maybe(reason)}</span>
            </p>
            {part(shown)}
        </section>
    }
}

/// Whether a score is NaN or +∞, as the sums of rows tell; −∞ may be given to hide a key.
fn is_beyond(app: AppState) -> bool {
    let digest = app.digest(MatrixName::Scores);
    let sums = digest.as_ref().and_then(|it| it.cells().glance()).map(|glance| glance.sums);
    sums.is_some_and(|(least, most)| least.is_nan() || most.is_nan() || most == f64::INFINITY)
}

/// A button that goes does not take the focus with it.
fn keep_focus() {
    let is_within = |element: web_sys::Element| element.closest(".engine").ok().flatten().is_some();
    if document().active_element().is_some_and(is_within) {
        request_animation_frame(|| {
            // Whoever has moved on is left alone.
            let is_lost = document().active_element().is_none_or(|it| it.tag_name() == "BODY");
            if is_lost {
                browser::focus(".engine");
            }
        });
    }
}

fn cancel(work: Work) -> impl IntoView {
    let words = move || work.app.language.get().engine_words();
    view! {
        <button type="button" on:click=pressed(move || work.cancel())>
            {text(move || words().cancel)}
        </button>
    }
}

fn start(work: Work, label: fn(&EngineWords) -> &'static str) -> impl IntoView {
    let words = move || work.app.language.get().engine_words();
    view! {
        <button type="button" class="primary" on:click=pressed(move || work.start())>
            {text(move || label(words()))}
        </button>
    }
}

fn line(work: Work) -> Line {
    // Queries, keys and values come before the heads.
    const BEFORE: usize = Part::ALL.len();
    let is_seen = matches!(work.app.trace.read().between, Between::Told(_));
    let n_heads = work.app.given.read().projected.n_heads();
    match &*work.phase.read() {
        Phase::Asks => Line::Asks,
        Phase::Cancelled => Line::Cancelled,
        Phase::Broken(_) => Line::Broken,
        Phase::Unreached => Line::Unreached,
        Phase::Working { done, of } if !is_seen => Line::First(*done, *of),
        Phase::Idle if !is_seen => Line::First(0, 0),
        Phase::Working { done, .. } if *done > BEFORE => {
            Line::Others((*done - BEFORE).min(n_heads), n_heads)
        }
        Phase::Working { .. } | Phase::Idle => Line::Still,
    }
}

/// A name for tests and styles.
fn phase_name(line: Line) -> &'static str {
    match line {
        Line::Still => "still",
        Line::Others(..) => "others",
        Line::Asks => "asks",
        Line::First(..) => "first",
        Line::Cancelled => "cancelled",
        Line::Broken => "broken",
        Line::Unreached => "unreached",
    }
}

fn size(inputs: &Inputs) -> Size {
    let (n, m) = (inputs.n_queries(), inputs.n_keys());
    Size { queries: grouped(n), keys: (n != m).then(|| grouped(m)), heads: inputs.heads.queries }
}

/// `0.7 MB`, `150 MB`, `1.2 GB`.
pub fn memory(bytes: usize) -> String {
    let (number, digits, unit) = match bytes as f64 {
        bytes if bytes < 1e7 => (bytes / 1e6, 1, "MB"),
        bytes if bytes < 1e9 => (bytes / 1e6, 0, "MB"),
        bytes => (bytes / 1e9, 1, "GB"),
    };
    format!("{} {unit}", format_number(number, Digits::Fixed(digits)))
}
