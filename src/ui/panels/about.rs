//! Where the numbers of the example come from, and whether they agree with what others printed or
//! recorded: computed, not claimed.

use leptos::prelude::*;

use crate::{
    draw::{Digits, format_number},
    i18n::Words,
    math::{MatrixName, OutputProjection, Problem, attend, mean_on_previous},
    samples::{Agreement, HeadPattern, PointedHead, SampleId, six_tokens::HeadRole},
    ui::{
        app_state::AppState,
        erased::{maybe, pressed, text},
        widgets::{Markup, arithmetic, with, written},
    },
};

/// About the example.
#[component]
pub fn About() -> impl IntoView {
    let app = AppState::get();
    let rotary = use_rotary(app);
    let about = move || {
        let words = app.words();
        let sample = app.settings.read().origin.sample();
        let about = sample.map_or(words.about.own, |sample| (words.sample)(sample).about);
        let mut content = vec![
            Markup::text("h3", words.about.heading).with("id", "about-title"),
            Markup::text("p", about),
        ];
        // Whoever brings numbers knows what is not among them.
        let is_unknown =
            matches!(app.given.read().projected.inputs.output, OutputProjection::Unknown);
        if is_unknown && sample.is_some() {
            content.push(Markup::text("p", words.about.no_output));
        }
        if let Some((with, without)) = rotary.get() {
            let text = (words.about.without_rotary)(&arithmetic(with), &arithmetic(without));
            content.push(Markup::text("p", text));
        }
        content
    };
    let built = move || {
        let is_built = app.settings.read().origin.sample() == Some(SampleId::SixTokens);
        let role = HeadRole::ALL.get(app.head.get()).filter(|_| is_built);
        role.map(|role| rules(app.words(), *role)).unwrap_or_default()
    };
    view! {
        <section class="about" aria-labelledby="about-title">
            <div class="written" use:written=with(about)></div>
            <PointedHeads />
            <div class="written" use:written=with(built)></div>
        </section>
    }
}

/// What the numbers are, in one line, and the marks that say whether they agree.
#[component]
pub fn Origin() -> impl IntoView {
    let app = AppState::get();
    let origin = move || {
        let words = app.words();
        let sample = app.settings.read().origin.sample();
        let origin = sample.map_or(words.edit.own_origin, |sample| (words.sample)(sample).origin);
        let mut content = vec![Markup::text("a", origin).with("href", "#about-title")];
        content.extend(recorded_mark(app));
        content
    };
    // Apart: it alone follows mask and scale.
    let printed = move || printed_mark(app).into_iter().collect();
    view! {
        <div class="origin">
            <div class="written" use:written=with(origin)></div>
            <div class="written" use:written=with(printed)></div>
        </div>
    }
}

/// How a head of the built example is built.
fn rules(words: &'static Words, role: HeadRole) -> Vec<Markup> {
    let rule = |rule: &crate::samples::six_tokens::Rule| {
        let score = format_number(rule.score, Digits::Exact);
        let (query, key) = ((words.reads)(rule.query), (words.reads)(rule.key));
        Markup::text("li", (words.about.rule)(query, key, &score))
    };
    let rules = role.rules().iter().map(rule).collect();
    vec![Markup::text("h4", words.about.built_head), Markup::of("ul", rules)]
}

fn mark(agreement: &Agreement, text: String) -> Markup {
    let agrees = agreement.agrees.to_string();
    Markup::text("p", text).with("class", "agreement").with("data-agrees", agrees)
}

/// Whether the trace agrees with the numbers that a book prints.
fn printed_mark(app: AppState) -> Option<Markup> {
    let loaded = app.loaded.read();
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
    Some(mark(&agreement, text))
}

/// Whether the example, under its own mask and scale, gives the weights that the model gave.
fn recorded_mark(app: AppState) -> Option<Markup> {
    let loaded = app.loaded.read();
    let recorded = loaded.recorded.as_ref()?;
    let words = &app.words().about;
    let agreement = recorded.agreement(&attend(&loaded.problem));
    let say = if agreement.agrees { words.recorded_agrees } else { words.recorded_differs };
    Some(mark(&agreement, say(&arithmetic(agreement.worst))))
}

/// What a previous-token head would do without rotary position: both means are computed.
fn use_rotary(app: AppState) -> Memo<Option<(f64, f64)>> {
    Memo::new(move |_| {
        let loaded = app.loaded.get();
        let (sample, block) = app.settings.with_untracked(|it| (it.origin.sample(), it.block));
        let is_previous = |head: &&PointedHead| head.pattern == HeadPattern::PreviousToken;
        let head = sample?.block(block)?.heads.iter().find(is_previous)?.head;
        let mean =
            |problem: &Problem| mean_on_previous(attend(problem).view(MatrixName::Weights, head)?);
        let without = loaded.problem.without_rotary()?;
        Some((mean(&loaded.problem)?, mean(&without)?))
    })
}

/// Heads of a recorded block worth a look; a press goes there.
#[component]
fn PointedHeads() -> impl IntoView {
    let app = AppState::get();
    let block = Memo::new(move |_| {
        let settings = app.settings.read();
        (settings.origin.sample(), settings.block)
    });
    let item = move |pointed: &'static PointedHead| {
        let go = move || {
            let (query, key) = pointed.cell;
            app.settings.update(|settings| {
                settings.head = pointed.head;
                (settings.selection.query, settings.selection.key) = (query, key);
            });
        };
        let pattern = move || (app.words().pattern)(pointed.pattern);
        let name = move || format!("{} · {}", pointed.head, pattern().name);
        view! {
            <li>
                <button type="button" on:click=pressed(go)>{text(name)}</button>
                " "
                {text(move || pattern().about)}
            </li>
        }
        .into_any()
    };
    maybe(move || {
        let (sample, block) = block.get();
        let heads = sample?.block(block)?.heads;
        Some(view! {
            <h4>{text(move || app.words().about.worth_a_look)}</h4>
            <ul>{heads.iter().map(item).collect_view()}</ul>
        })
    })
}
