//! The link to what is shown, and how far it carries.

use leptos::{prelude::*, task::spawn_local};

use super::share_side::{Outcome, tell};
use crate::{
    panel::{link, state::PanelState, takeaway},
    state::Length,
    ui::erased::{maybe, pressed, text},
};

/// The link, its length, and the way to copy it.
#[component]
pub fn LinkView(outcome: RwSignal<Option<Outcome>>) -> impl IntoView {
    let panel = PanelState::get();
    let link = RwSignal::new(None::<Result<String, String>>);
    spawn_local(async move {
        link.try_set(Some(link::link().await));
    });
    let copy = move || {
        let Some(Ok(link)) = link.get_untracked() else { return };
        let copied = takeaway::copy_text(&link);
        tell(outcome, async move { copied.await.map(|()| Outcome::Copied) });
    };
    let frame = move || {
        let Some(Ok(link)) = link.get_untracked() else { return };
        let copied = takeaway::copy_text(&framed(&link));
        tell(outcome, async move { copied.await.map(|()| Outcome::Copied) });
    };
    let shown = move |address: String| {
        let snippet = framed(&address);
        let length = address.len();
        let is_long = Length::of(&address) == Length::Long;
        let carries = move || {
            let words = &panel.words().share_side;
            let words = if is_long { words.long_link } else { words.link_length };
            words(&length.to_string())
        };
        view! {
            <p class="piece-hint">{text(move || panel.words().share_side.link_hint)}</p>
            <p class="panel-choices">
                <input
                    type="text"
                    class="link"
                    readonly=true
                    aria-label=text(move || panel.words().share_side.link)
                    aria-describedby="link-length"
                    prop:value=address
                />
                <button
                    type="button"
                    aria-label=text(move || panel.words().share_side.copy_link)
                    on:click=pressed(copy)
                >
                    {text(move || panel.words().share_side.copy)}
                </button>
            </p>
            <p class="piece-hint" id="link-length">{text(carries)}</p>
            <p class="panel-choices">
                <input
                    type="text"
                    class="link"
                    data-frame-snippet="true"
                    readonly=true
                    aria-label=text(move || panel.words().share_side.frame)
                    aria-describedby="frame-hint"
                    prop:value=snippet
                />
                <button
                    type="button"
                    aria-label=text(move || panel.words().share_side.copy_frame)
                    on:click=pressed(frame)
                >
                    {text(move || panel.words().share_side.copy)}
                </button>
            </p>
            <p class="piece-hint" id="frame-hint">{text(move || panel.words().share_side.frame_hint)}</p>
        }
    };
    let too_long = move || text(move || panel.words().share_side.too_long_link);
    let body = move || match link.get()? {
        Ok(address) if Length::of(&address) == Length::TooLong => {
            Some(view! { <p class="trouble" role="alert">{too_long()}</p> }.into_any())
        }
        Ok(address) => Some(shown(address).into_any()),
        Err(reason) => Some(view! { <p class="trouble" role="alert">{reason}</p> }.into_any()),
    };
    view! {
        <section class="share-link">
            <h3>{text(move || panel.words().share_side.link)}</h3>
            {maybe(body)}
        </section>
    }
}

/// A frame of another page that shows what an address shows. docs/embed.md says what can be said in it.
fn framed(address: &str) -> String {
    let (page, fragment) = address.split_once('#').unwrap_or((address, ""));
    let page = page.split('?').next().unwrap_or_default();
    // A name in a link may hold anything but these, which would end the attribute.
    let fragment = fragment.replace('"', "%22").replace('<', "%3C").replace('&', "&amp;");
    format!(
        "<iframe src=\"{page}?embed#{fragment}\" width=\"800\" height=\"600\" loading=\"lazy\" \
         title=\"Attnscope\"></iframe>"
    )
}
