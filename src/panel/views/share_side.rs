//! Saving and sharing what the page shows.

use leptos::prelude::*;

/// Nothing to save yet.
#[component]
pub fn ShareSide() -> impl IntoView {
    view! { <div class="panel-share"></div> }
}
