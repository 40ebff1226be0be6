//! One of a few: radio buttons that look like a segmented control.

use leptos::prelude::*;

/// One option.
#[derive(Debug, Clone, PartialEq)]
pub struct Option<T> {
    /// What is chosen.
    pub value: T,
    /// What it is called.
    pub label: String,
}

/// A group of native radio buttons; arrow keys, names and states are the browser's.
#[component]
pub fn Choice<T>(
    /// The group's name in the document.
    name: &'static str,
    /// What is chosen between.
    #[prop(into)]
    label: Signal<String>,
    /// The options, in order.
    #[prop(into)]
    options: Signal<Vec<Option<T>>>,
    /// What is chosen now.
    #[prop(into)]
    value: Signal<T>,
    /// Whether the group can be used.
    #[prop(into, default = Signal::from(true))]
    enabled: Signal<bool>,
    /// Called with what was chosen.
    on_choose: impl Fn(T) + Copy + Send + Sync + 'static,
) -> impl IntoView
where
    T: Clone + PartialEq + Send + Sync + 'static,
{
    let buttons = move || {
        let option = move |option: Option<T>| {
            let (mine, chosen) = (option.value.clone(), option.value);
            view! {
                <label class="choice-option">
                    <input
                        type="radio"
                        name=name
                        prop:checked=move || value.with(|value| *value == mine)
                        disabled=move || !enabled.get()
                        on:change=move |_| on_choose(chosen.clone())
                    />
                    <span>{option.label}</span>
                </label>
            }
        };
        options.get().into_iter().map(option).collect_view()
    };
    view! {
        <fieldset class="choice">
            <legend>{label}</legend>
            <div class="choice-options">{buttons}</div>
        </fieldset>
    }
}
