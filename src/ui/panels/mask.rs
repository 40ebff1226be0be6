//! The mask toggle.

use leptos::prelude::*;

use crate::{
    math::MaskKind,
    state::can_be_causal,
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
    let is_offered = Memo::new(move |_| can_be_causal(&app.given.read().projected));
    let options = Signal::derive(move || {
        let option = |value| ChoiceOption { value, label: (app.words().mask)(value).name.into() };
        [MaskKind::None, MaskKind::Causal].map(option).to_vec()
    });
    let chosen = Memo::new(move |_| app.mask_plan.read().kind());
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
                on_choose=move |kind| app.choose_mask(kind)
            />
            <p class="control-note">{text(move || reason().unwrap_or_default())}</p>
        </div>
    }
}
