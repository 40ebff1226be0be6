//! What is on its way, and what did not arrive.

use leptos::prelude::*;

use crate::{
    draw::{Digits, format_number},
    ui::{
        app_state::AppState,
        browser::{self, FetchError},
        erased::{maybe, part, pressed, text},
        loading::{By, Loading, Phase},
    },
};

/// Over the current stage while an example is fetched; gone otherwise.
#[component]
pub fn LoadingPanel() -> impl IntoView {
    let app = AppState::get();
    let is_here = Memo::new(move |_| app.loading.read().is_some());
    let has_failed = Memo::new(move |_| {
        let loading = app.loading.read();
        loading.as_ref().is_some_and(|loading| !matches!(loading.phase, Phase::Coming(_)))
    });
    let name = move || {
        let loading = app.loading.read();
        let name = loading.as_ref().map(|loading| {
            if is_fault_of_link(loading) || matches!(loading.wanted.by, By::Broken(_)) {
                app.words().loading.link.to_owned()
            } else {
                app.name_of(&loading.wanted.origin)
            }
        });
        name.unwrap_or_default()
    };
    let kept = move || app.name_of(&app.settings.read().origin);
    // Somebody's own numbers are here already, or nowhere; a link stays as it is.
    let can_retry = move || {
        let loading = app.loading.read();
        loading
            .as_ref()
            .is_some_and(|it| it.wanted.origin.sample().is_some() && !is_fault_of_link(it))
    };
    let retry = move || {
        if let Some(loading) = app.loading.get_untracked() {
            // What is pressed goes, and comes back only after another failure.
            browser::focus(".stage .loading > button");
            app.load(loading.wanted);
        }
    };
    let coming = move || {
        view! {
            <p>{text(move || (app.words().loading.loading)(&name()))}</p>
            <Progress />
        }
    };
    let failed = move || {
        view! {
            <p><strong>{text(move || (app.words().loading.failed)(&name()))}</strong></p>
            <p>{text(move || reason_of_loading(app))}</p>
            {can_retry().then(|| view! {
                <button type="button" class="primary" on:click=pressed(retry)>
                    {text(move || app.words().loading.retry)}
                </button>
            })}
        }
    };
    let panel = move || {
        let body = move || {
            if has_failed.get() { failed().into_any() } else { coming().into_any() }
        };
        view! {
            <div class="loading" role="status">
                {part(body)}
                <button type="button" on:click=pressed(move || app.cancel_loading())>
                    {text(move || (app.words().loading.keep)(&kept()))}
                </button>
            </div>
        }
    };
    maybe(move || is_here.get().then(panel))
}

/// Whether the reader has found that the link itself is not good, and not a file.
fn is_fault_of_link(loading: &Loading) -> bool {
    let is_told = matches!(loading.phase, Phase::Failed(FetchError::Told(_)));
    is_told
        && match &loading.wanted.by {
            By::Broken(_) => true,
            By::Link { link, .. } => link.packed.is_some(),
            By::Choice | By::Kept(_) => false,
        }
}

/// How much of a file has come; a moving bar where only the reader is fetched.
#[component]
fn Progress() -> impl IntoView {
    let app = AppState::get();
    let bytes = Memo::new(move |_| match &*app.loading.read() {
        Some(Loading { phase: Phase::Coming(bytes), block: Some(block), .. }) => {
            Some((*bytes, block.bytes as f64))
        }
        _ => None,
    });
    let shown = move || {
        let (loaded, total) = bytes.get()?;
        Some((app.words().loading.progress)(&megabytes(loaded), &megabytes(total)))
    };
    view! {
        <progress
            max="1"
            value=move || bytes.get().map(|(loaded, total)| (loaded / total).to_string())
            aria-label=text(move || app.words().loading.progress_name)
        ></progress>
        <p class="control-note">{text(move || shown().unwrap_or_default())}</p>
    }
}

/// Bytes as they are told.
pub fn megabytes(bytes: f64) -> String {
    format!("{} MB", format_number(bytes / 1e6, Digits::Fixed(1)))
}

/// Why the example did not arrive.
fn reason_of_loading(app: AppState) -> String {
    match app.loading.read().as_ref().map(|loading| &loading.phase) {
        Some(Phase::Failed(error)) => reason(app, error),
        Some(Phase::Coming(_)) | None => String::new(),
    }
}

/// Why a file did not arrive.
pub fn reason(app: AppState, error: &FetchError) -> String {
    let words = &app.words().loading;
    match error {
        FetchError::Status(status) => (words.status)(*status),
        FetchError::Unreachable => words.unreachable.to_owned(),
        FetchError::Damaged => words.damaged.to_owned(),
        FetchError::Told(sentence) => sentence.clone(),
        FetchError::Forgotten => app.words().edit.forgotten.to_owned(),
    }
}
