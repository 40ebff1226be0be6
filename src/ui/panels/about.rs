//! Where the numbers of the example come from, and whether they agree with what others printed or
//! recorded: computed, not claimed.

use leptos::prelude::*;

use crate::{
    draw::{Digits, format_number},
    math::{Inputs, OutputProjection, Problem, Trace, attend},
    samples::{HeadPattern, PointedHead, SampleId, six_tokens::HeadRole},
    ui::{
        app_state::AppState,
        erased::{maybe, text},
        widgets::arithmetic,
    },
};

/// About the example.
#[component]
pub fn About() -> impl IntoView {
    let app = AppState::get();
    let sample = Memo::new(move |_| app.settings.read().sample);
    let is_without_output =
        move || matches!(app.given.read().projected.inputs.output, OutputProjection::Unknown);
    view! {
        <section class="about" aria-labelledby="about-title">
            <h3 id="about-title">{text(move || app.words().about.heading)}</h3>
            <p>{text(move || (app.words().sample)(sample.get()).about)}</p>
            {maybe(move || is_without_output().then(|| view! { <p>{app.words().about.no_output}</p> }))}
            <RotaryMatters />
            <PointedHeads />
            {maybe(move || (sample.get() == SampleId::SixTokens).then(|| view! { <BuiltHead /> }))}
        </section>
    }
}

/// What the numbers are, in one line, and the marks that say whether they agree.
#[component]
pub fn Origin() -> impl IntoView {
    let app = AppState::get();
    let origin = move || (app.words().sample)(app.settings.read().sample).origin;
    view! {
        <div class="origin">
            <a href="#about-title">{text(origin)}</a>
            <PrintedMark />
            <RecordedMark />
        </div>
    }
}

/// How the current head of the built example is built.
#[component]
fn BuiltHead() -> impl IntoView {
    let app = AppState::get();
    let rules = move || {
        let words = app.words();
        let rule = |rule: &crate::samples::six_tokens::Rule| {
            let score = format_number(rule.score, Digits::Exact);
            let (query, key) = ((words.reads)(rule.query), (words.reads)(rule.key));
            view! { <li>{(words.about.rule)(query, key, &score)}</li> }
        };
        let role = HeadRole::ALL.get(app.head.get())?;
        Some(role.rules().iter().map(rule).collect_view())
    };
    view! {
        <h4>{text(move || app.words().about.built_head)}</h4>
        <ul>{maybe(rules)}</ul>
    }
}

/// Whether the trace agrees with the numbers that a book prints.
#[component]
fn PrintedMark() -> impl IntoView {
    let app = AppState::get();
    let mark = move || {
        let loaded = app.loaded.get();
        let printed = loaded.printed.as_ref()?;
        let words = &app.words().about;
        let agreement = printed.agreement(&app.trace.read());
        let is_own = {
            let settings = app.settings.read();
            settings.mask.is_none() && settings.divisor.is_none()
        };
        let text = if agreement.agrees {
            (words.agrees)(&printed.source, agreement.compared, printed.decimals)
        } else if is_own {
            (words.differs)(&printed.source, &arithmetic(agreement.worst))
        } else {
            words.changed.to_owned()
        };
        let agrees = agreement.agrees.to_string();
        Some(view! { <p class="agreement" data-agrees=agrees>{text}</p> })
    };
    maybe(mark)
}

/// Whether the example, under its own mask and scale, gives the weights that the model gave.
#[component]
fn RecordedMark() -> impl IntoView {
    let app = AppState::get();
    let mark = move || {
        let loaded = app.loaded.get();
        let recorded = loaded.recorded.as_ref()?;
        let words = &app.words().about;
        let agreement = recorded.agreement(&attend(&loaded.problem));
        let worst = arithmetic(agreement.worst);
        let say = if agreement.agrees { words.recorded_agrees } else { words.recorded_differs };
        let agrees = agreement.agrees.to_string();
        Some(view! { <p class="agreement" data-agrees=agrees>{say(&worst)}</p> })
    };
    maybe(mark)
}

/// What a previous-token head would do without rotary position: both means are computed.
#[component]
fn RotaryMatters() -> impl IntoView {
    let app = AppState::get();
    let means = Memo::new(move |_| {
        let loaded = app.loaded.get();
        let (sample, block) = app.settings.with_untracked(|it| (it.sample, it.block));
        let is_previous = |head: &&PointedHead| head.pattern == HeadPattern::PreviousToken;
        let head = sample.block(block)?.heads.iter().find(is_previous)?.head;
        let without = without_rotary(&loaded.problem)?;
        let mean = |problem: &Problem| mean_on_previous(&attend(problem), head);
        Some((mean(&loaded.problem), mean(&without)))
    });
    maybe(move || {
        let (with, without) = means.get()?;
        let text = (app.words().about.without_rotary)(&arithmetic(with), &arithmetic(without));
        Some(view! { <p>{text}</p> })
    })
}

/// The same problem with queries and keys left unturned; `None` where they are not turned anyway.
fn without_rotary(problem: &Problem) -> Option<Problem> {
    problem.inputs().rotary.as_ref()?;
    let inputs = Inputs { rotary: None, ..problem.inputs().clone() };
    // The shapes fitted before, and do not depend on rotary position.
    Problem::new(inputs, problem.mask().clone(), Some(problem.scale())).ok()
}

/// Mean weight of a head on the previous token, over the rows in which first, previous and own
/// token are three different keys.
fn mean_on_previous(trace: &Trace, head: usize) -> f64 {
    let weights = &trace.weights;
    let rows = 2..trace.projected.n_queries();
    let count = rows.len() as f64;
    rows.filter_map(|row| weights.get((head, row, row - 1))).sum::<f64>() / count
}

/// Heads of a recorded block worth a look; a press goes there.
#[component]
fn PointedHeads() -> impl IntoView {
    let app = AppState::get();
    let heads = Memo::new(move |_| {
        let settings = app.settings.read();
        settings.sample.block(settings.block).map(|block| block.heads)
    });
    let item = move |pointed: &'static PointedHead| {
        let go = move |_| {
            let (query, key) = pointed.cell;
            app.settings.update(|settings| {
                settings.head = pointed.head;
                (settings.selection.query, settings.selection.key) = (query, key);
            });
        };
        view! {
            <li>
                <button type="button" on:click=go>
                    {pointed.head} " · " {text(move || (app.words().pattern)(pointed.pattern).name)}
                </button>
                " "
                {text(move || (app.words().pattern)(pointed.pattern).about)}
            </li>
        }
    };
    maybe(move || {
        heads.get().map(|heads| {
            view! {
                <h4>{text(move || app.words().about.worth_a_look)}</h4>
                <ul>{heads.iter().map(item).collect_view()}</ul>
            }
        })
    })
}
