//! The question of a step, its answer, and the reason.

use leptos::{html, prelude::*};

use super::{
    flow::Flow,
    spoken::{Asked, Verdict},
};
use crate::{
    lessons::Given,
    state::typed,
    ui::{
        browser,
        erased::{Press, maybe, part, pressed, text},
        widgets::excerpt,
    },
};

/// The question of the step that is open.
#[component]
pub fn PredictionView(flow: Flow) -> impl IntoView {
    let said = flow.said;
    let ask = move || said.read().as_ref()?.asked.as_ref().map(|(ask, _)| ask.clone());
    let is_answered = Memo::new(move |_| flow.given.get().is_some());
    let asked = Memo::new(move |_| said.read().as_ref()?.asked.clone().map(|(_, asked)| asked));
    view! {
        <section class="lesson-question" tabindex="-1" aria-label=text(move || flow.words().predict)>
            <h3>{text(move || flow.words().predict)}</h3>
            <p>{text(move || ask().unwrap_or_default())}</p>
            {part(move || {
                if is_answered.get() {
                    return view! { <Answered flow /> }.into_any();
                }
                match asked.get() {
                    Some(Asked::Key(row, keys)) => {
                        let choose = move |at: usize| {
                            flow.picked.set(Some(at));
                            flow.app.settings.update(|settings| {
                                (settings.selection.query, settings.selection.key) = (row, at);
                            });
                        };
                        options(flow, keys, true, choose).into_any()
                    }
                    Some(Asked::Choice(says)) => {
                        options(flow, says, false, move |at| flow.picked.set(Some(at))).into_any()
                    }
                    Some(Asked::Number(decimals)) => view! { <NumberField flow decimals /> }.into_any(),
                    None => ().into_any(),
                }
            })}
        </section>
    }
}

/// Radio buttons for keys or sentences, and the button that checks.
fn options(
    flow: Flow,
    names: Vec<String>,
    are_keys: bool,
    choose: impl Fn(usize) + Copy + Send + Sync + 'static,
) -> impl IntoView {
    let label = move || {
        let words = flow.words();
        if are_keys { words.your_key } else { words.your_choice }
    };
    let option = move |(at, name): (usize, String)| {
        view! {
            <label>
                <input
                    type="radio"
                    name="lesson-answer"
                    prop:checked=move || flow.picked.get() == Some(at)
                    on:change=move |_| choose(at)
                />
                <span>{name}</span>
            </label>
        }
    };
    let check = move || {
        if let Some(at) = flow.picked.get_untracked() {
            flow.answer(Given::Index(at));
        }
    };
    view! {
        <fieldset class="lesson-options" data-keys=are_keys.then_some("true")>
            <legend>{text(label)}</legend>
            {names.into_iter().enumerate().map(option).collect_view()}
        </fieldset>
        <button
            type="button"
            class="primary"
            data-lesson-check="true"
            aria-disabled=text(move || flow.picked.get().is_none().to_string())
            on:click=pressed(check)
        >
            {text(move || flow.words().check)}
        </button>
    }
}

/// The field for a number.
#[component]
fn NumberField(flow: Flow, decimals: usize) -> impl IntoView {
    let field = NodeRef::<html::Input>::new();
    let refused = RwSignal::new(None);
    let check = move || {
        let Some(field) = field.get_untracked() else { return };
        let text = field.value();
        match typed(&text) {
            Some(number) => flow.answer(Given::Number(number)),
            None => refused.set(Some(excerpt(&text))),
        }
    };
    let said = move || refused.get().map(|typed| (flow.words().no_number)(&typed));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        check();
    };
    view! {
        <form class="lesson-number" on:submit=submit>
            <label>
                {text(move || (flow.words().your_number)(decimals))}
                <input
                    type="text"
                    inputmode="decimal"
                    autocomplete="off"
                    node_ref=field
                    aria-invalid=text(move || refused.get().is_some().to_string())
                />
            </label>
            <button type="submit" class="primary" data-lesson-check="true">
                {text(move || flow.words().check)}
            </button>
            <p class="refused" role="alert">{text(move || said().unwrap_or_default())}</p>
        </form>
    }
}

/// What becomes of the answer, and why.
#[component]
fn Answered(flow: Flow) -> impl IntoView {
    let verdict = Memo::new(move |_| flow.said.read().as_ref()?.verdict.clone());
    let again: fn(Flow) -> Press = |flow| {
        pressed(move || {
            flow.begin();
            // As below.
            browser::focus(".lesson-question");
        })
    };
    // The button that was pressed is gone.
    let place = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        if let Some(place) = place.get() {
            // Fails only where it is not in the document.
            place.focus().ok();
        }
    });
    maybe(move || {
        let Verdict { is_right, given, right, why, told } = verdict.get()?;
        let words = flow.words();
        let first = if is_right { words.right.to_owned() } else { (words.answered)(&given) };
        let second = (words.answer_is)(&right);
        Some(view! {
            <div class="lesson-verdict" tabindex="-1" role="status" node_ref=place data-right=is_right.to_string()>
                <p>
                    <strong>{first}</strong>
                    " "
                    {(!is_right).then_some(second)}
                </p>
                {why.map(|why| view! { <p>{why}</p> })}
                <p>{told}</p>
            </div>
            <button type="button" data-lesson-again="true" on:click=again(flow)>
                {words.again}
            </button>
        })
    })
}
