//! The mask toggle.

use leptos::prelude::*;

use crate::{
    state::MaskChoice,
    ui::{
        app_state::AppState,
        erased::text,
        widgets::{Choice, ChoiceOption},
    },
};

/// None or causal; where a causal mask means nothing, that is said.
#[component]
pub fn MaskChooser() -> impl IntoView {
    let app = AppState::get();
    let is_offered = Memo::new(move |_| MaskChoice::is_offered(&app.given.read().projected));
    let options = Signal::derive(move || {
        let words = &app.words().controls;
        let option = |value, label: &str| ChoiceOption { value, label: label.to_owned() };
        vec![
            option(Some(MaskChoice::None), words.mask_none),
            option(Some(MaskChoice::Causal), words.mask_causal),
        ]
    });
    let chosen = Memo::new(move |_| app.mask_choice());
    let reason = move || {
        let words = &app.words().controls;
        let has_scores = app.given.read().projected.scores.is_some();
        let reason = if has_scores { words.mask_needs_square } else { words.mask_needs_scores };
        (!is_offered.get()).then_some(reason)
    };
    view! {
        <div class="mask">
            <Choice
                name="mask"
                label=Signal::derive(move || app.words().controls.mask.to_owned())
                options
                value=chosen
                enabled=is_offered
                on_choose=move |mask| app.settings.write().mask = mask
            />
            <p class="control-note">{text(move || reason().unwrap_or_default())}</p>
        </div>
    }
}
