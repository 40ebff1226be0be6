//! The mean of all heads.

use leptos::prelude::*;

use crate::{
    draw::Domain,
    math::{MatrixName, mean_of_heads},
    ui::{
        app_state::AppState,
        erased::{maybe, text},
        stages::{Aside, Figure, shown},
        views::words,
    },
};

/// The mean of all heads, with its warning.
#[component]
pub fn Mean(name: Memo<MatrixName>, domain: Memo<Domain>) -> impl IntoView {
    let app = AppState::get();
    let picture = Memo::new(move |_| {
        let trace = app.trace.read();
        let matrix = mean_of_heads(trace.stack(name.get())?)?;
        Some(shown(app, matrix, domain.get()))
    });
    let caption = Signal::derive(move || words(app).heads.mean.to_owned());
    let shape = Memo::new(move |_| {
        picture.read().as_ref().map(|picture| (name.get(), picture.cells.size()))
    });
    let figure = move || {
        let aside = Some(Aside { id: "mean", caption, tokens: None });
        shape.get().map(|(name, size)| view! { <Figure name picture size aside /> })
    };
    view! {
        <section class="mean-of-heads">
            {maybe(figure)}
            <p class="warning">{text(move || words(app).heads.mean_warning)}</p>
            <p class="warning">{text(move || words(app).heads.picture_warning)}</p>
        </section>
    }
}
