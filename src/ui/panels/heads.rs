//! The heads as small pictures of their weights, on one color domain.

use leptos::{ev::KeyboardEvent, prelude::*};

use crate::{
    draw::Domain,
    math::MatrixName,
    samples::{SampleId, six_tokens::HeadRole},
    ui::{
        app_state::AppState,
        browser,
        erased::{part, pressed, text},
        later::Later,
        stages::{BarePicture, shown, use_picture},
        widgets::{Markup, with, written},
    },
};

/// The head selector: a radio group with one tab stop.
#[component]
pub fn HeadPictures() -> impl IntoView {
    let app = AppState::get();
    let n_heads = Memo::new(move |_| app.given.read().projected.n_heads());
    let title = move || {
        let (words, first) = (&app.words().controls, app.first_head_number());
        let of = if first == 1 { words.head_of } else { words.head_from_zero };
        of(app.head.get() + first, n_heads.get())
    };
    let shared = move || {
        let projected = &app.given.read().projected;
        let is_shared = projected.inputs.heads.queries > projected.inputs.heads.keys_values;
        // Counted as the heads are.
        let group = projected.kv_head(app.head.get()) + app.first_head_number();
        is_shared.then(|| format!(" ({})", (app.words().controls.shares_keys)(group)))
    };
    // The other pictures stay empty.
    let alone = move || {
        let holds_all = app.given.read().projected.holds_all();
        (!holds_all).then(|| app.words().controls.one_head_at_a_time)
    };
    let titles = move || {
        vec![
            Markup::text("span", title()),
            Markup::text("strong", name_of_open(app, app.head.get())),
            Markup::text("span", shared().unwrap_or_default()),
            Markup::text("span", alone().unwrap_or_default()),
        ]
    };
    let pictures =
        move || (0..n_heads.get()).map(|head| view! { <HeadPicture head /> }).collect_view();
    view! {
        <div class="heads">
            <p class="control-title" use:written=with(titles)></p>
            <div
                class="head-pictures"
                role="radiogroup"
                aria-label=text(move || app.words().controls.heads)
                on:keydown=move |event| move_by_key(app, &event)
            >
                {part(pictures)}
            </div>
            <Later part=|it| it.origin class="origin-place" is_quiet=|| true />
        </div>
    }
}

#[component]
fn HeadPicture(head: usize) -> impl IntoView {
    let app = AppState::get();
    let whole = use_picture(app, MatrixName::Weights, head);
    // Of a long input all heads are small pictures, on one domain once they are there.
    let picture = Memo::new(move |_| {
        let overview = app.trace.read().overview.clone();
        let overview = overview.filter(|_| !app.is_veiled(MatrixName::Weights));
        let Some(overview) = overview else { return whole.get() };
        Some(shown(
            app,
            overview.0.get(head)?.picture.clone(),
            Domain::of_shares(Some(overview.usual_most())),
        ))
    });
    let is_chosen = move || app.head.get() == head;
    let number = move || head + app.first_head_number();
    let label = move || (app.words().controls.head)(number(), &name_of_open(app, head));
    view! {
        <button
            type="button"
            role="radio"
            class="head-picture"
            data-head=head.to_string()
            aria-checked=text(move || is_chosen().to_string())
            aria-label=text(label)
            title=text(label)
            tabindex=text(move || if is_chosen() { "0" } else { "-1" })
            on:click=pressed(move || app.choose_head(head))
        >
            <span class="head-box">
                <BarePicture picture />
            </span>
            <span class="head-number">{text(move || number().to_string())}</span>
        </button>
    }
}

fn name_of_open(app: AppState, head: usize) -> String {
    head_name(app, app.settings.read().block, head)
}

/// What a head of a block is known to do, in the words of the page.
pub fn head_name(app: AppState, block: usize, head: usize) -> String {
    // Of somebody's own heads nothing is known.
    let Some(sample) = app.settings.read().origin.sample() else { return String::new() };
    if sample == SampleId::SixTokens {
        let role = HeadRole::ALL.get(head);
        return role.map(|role| (app.words().role)(*role).to_owned()).unwrap_or_default();
    }
    let pointed =
        sample.block(block).and_then(|block| block.heads.iter().find(|it| it.head == head));
    pointed.map(|it| (app.words().pattern)(it.pattern).name.to_owned()).unwrap_or_default()
}

/// Arrow keys choose the neighbor and move the focus with it, as radio buttons do.
fn move_by_key(app: AppState, event: &KeyboardEvent) {
    let n_heads = app.given.read_untracked().projected.n_heads();
    let head = app.head.get_untracked();
    let to = match event.key().as_str() {
        "ArrowRight" | "ArrowDown" => (head + 1) % n_heads,
        "ArrowLeft" | "ArrowUp" => (head + n_heads - 1) % n_heads,
        "Home" => 0,
        "End" => n_heads - 1,
        _ => return,
    };
    event.prevent_default();
    app.choose_head(to);
    browser::focus(&format!("[data-head='{to}']"));
}
