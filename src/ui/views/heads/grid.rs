//! The heads as small pictures on one color domain. One stop of Tab: arrows go from head to head.

use leptos::{ev::KeyboardEvent, prelude::*};
use wasm_bindgen::JsCast as _;
use web_sys::{Element, HtmlElement};

use super::{
    Heads, Tile,
    blocks::{Blocks, BlocksButton},
    sorting::{SortChoice, Sorting},
};
use crate::{
    math::{Axis, MatrixName, row_stats},
    state::View,
    ui::{
        app_state::AppState,
        browser,
        erased::{flag, maybe, part, pressed, text},
        panels::head_name,
        stages::{BarePicture, shown},
        views::{pair::range_of, words},
        widgets::{Markup, arithmetic, exact, short, with, written},
    },
};

/// What is pointed at, by pointer or focus.
#[derive(Clone, Copy)]
struct Pointed {
    hovered: RwSignal<Option<Tile>>,
    focused: RwSignal<Option<Tile>>,
}

/// The grid with its title, its order and what is pointed at.
#[component]
pub fn Grid(heads: Heads, blocks: Blocks) -> impl IntoView {
    let app = AppState::get();
    let sorting = Sorting::of(app);
    let Heads { name, domain, is_of_blocks, .. } = heads;
    let title = move || {
        let of = &words(app).heads;
        let title = if is_of_blocks.get() { of.title_of_blocks } else { of.title };
        title((app.words().matrix)(name.get()))
    };
    let tiles = Memo::new(move |_| sorting.sorted(heads));
    let pointed = Pointed { hovered: RwSignal::new(None), focused: RwSignal::new(None) };
    // Where Tab stops.
    let stop = Memo::new(move |_| {
        let open = Tile { block: app.settings.read().block, head: app.head.get() };
        let tiles = tiles.read();
        let there = [pointed.focused.get(), Some(open)].into_iter().flatten();
        there.into_iter().find(|tile| tiles.contains(tile)).or(tiles.first().copied())
    });
    let told = move || {
        let tile = pointed.hovered.get().or(stop.get());
        tile.map(|tile| told(app, heads, sorting, tile)).unwrap_or_default()
    };
    let has_bars = Memo::new(move |_| has_bars(app, heads));
    let keys_note = move || {
        has_bars.get().then(|| {
            let note = move || {
                let n_keys = app.given.read().projected.n_keys().to_string();
                format!("{}: {}", words(app).heads.keys, (words(app).heads.keys_about)(&n_keys))
            };
            view! { <p class="control-note">{text(note)}</p> }
        })
    };
    let n_heads = move || app.given.read().projected.n_heads().to_string();
    view! {
        <section>
            <h2>{text(title)}</h2>
            <SortChoice sorting />
            <BlocksButton blocks />
            <p class="heads-told" aria-live="polite">{text(told)}</p>
            <div
                class="all-heads-grid"
                role="toolbar"
                aria-label=text(title)
                data-of-blocks=flag(move || is_of_blocks.get())
                style:--heads=n_heads
                on:keydown=|event| move_by_key(&event)
            >
                <For each=move || tiles.get() key=|tile| *tile let:tile>
                    <Head tile heads sorting blocks pointed stop has_bars />
                </For>
            </div>
            <p class="control-note">
                {text(move || (words(app).heads.one_domain)(&range_of(domain.get())))}
            </p>
            {maybe(keys_note)}
        </section>
    }
}

/// Whether each head has a bar for each query: not where that would be too many to tell apart.
fn has_bars(app: AppState, heads: Heads) -> bool {
    const MOST_OF_HEAD: usize = 64;
    const MOST: usize = 1_000;
    let projected = &app.given.read().projected;
    let n_queries = projected.n_queries();
    projected.holds_all()
        && !heads.is_of_blocks.get()
        && n_queries <= MOST_OF_HEAD
        && n_queries * projected.n_heads() <= MOST
}

/// One head: its picture, its number, what it is sorted by, and a bar for each query.
#[component]
fn Head(
    tile: Tile,
    heads: Heads,
    sorting: Sorting,
    blocks: Blocks,
    pointed: Pointed,
    stop: Memo<Option<Tile>>,
    has_bars: Memo<bool>,
) -> impl IntoView {
    let app = AppState::get();
    let Tile { block, head } = tile;
    let picture = Memo::new(move |_| {
        let cells = if heads.name.get() == MatrixName::Weights {
            let groups = heads.groups.read();
            let group = groups.iter().find(|group| group.block == block)?;
            group.overview.0.get(head)?.picture.clone().into()
        } else {
            app.trace.read().cells(heads.name.get(), head)?
        };
        Some(shown(app, cells, heads.domain.get()))
    });
    let number = move || {
        let number = head + app.first_head_number();
        if heads.is_of_blocks.get() { format!("{block}.{number}") } else { number.to_string() }
    };
    let value = Memo::new(move |_| {
        let measure = sorting.chosen.get()?;
        Some(heads.measures(tile)?.get(measure))
    });
    // What is seen is part of what is heard.
    let numbers = move || {
        let hidden = |text: String| Markup::text("span", text).with("class", "visually-hidden");
        let measured = sorting.chosen.get().zip(value.get()).map(|(measure, value)| {
            let name = (words(app).heads.measure)(measure).name;
            [hidden(format!(", {name} ")), Markup::text("span", arithmetic(value))]
        });
        let number = Markup::text("span", number()).with("aria-hidden", "true");
        let named = [hidden(named(app, heads, tile)), number];
        named.into_iter().chain(measured.into_iter().flatten()).collect()
    };
    let is_open = move || app.head.get() == head && app.settings.read().block == block;
    let open = move || {
        blocks.open(tile);
        app.settings.write().view = View::Stages;
        // What was pressed is gone.
        browser::focus("[data-view=heads]");
    };
    let bars = move || has_bars.get().then(|| view! { <Bars head /> });
    view! {
        <div class="one-head" data-selected=flag(is_open)>
            <button
                type="button"
                data-open-head=head.to_string()
                data-block=block.to_string()
                data-measured=text(move || value.get().map(exact).unwrap_or_default())
                tabindex=text(move || if stop.get() == Some(tile) { "0" } else { "-1" })
                title=text(move || named(app, heads, tile))
                on:click=pressed(open)
                on:mouseenter=pressed(move || pointed.hovered.set(Some(tile)))
                on:mouseleave=pressed(move || pointed.hovered.set(None))
                on:focus=move |_| pointed.focused.set(Some(tile))
            >
                <span class="one-head-box">
                    <BarePicture picture />
                </span>
                <span class="one-head-numbers" use:written=with(numbers)></span>
            </button>
            {part(bars)}
        </div>
    }
}

/// A head's number and what it is known to do.
fn named(app: AppState, heads: Heads, Tile { block, head }: Tile) -> String {
    let number = head + app.first_head_number();
    let of = &words(app).heads;
    let named = if heads.is_of_blocks.get() {
        (of.head_of_block)(&block.to_string(), &number.to_string())
    } else {
        (of.head)(&number.to_string())
    };
    let known = head_name(app, block, head);
    if known.is_empty() { named } else { format!("{named} ({known})") }
}

/// A head with everything that is measured of it.
fn told(app: AppState, heads: Heads, sorting: Sorting, tile: Tile) -> String {
    let Some(measures) = heads.measures(tile) else { return String::new() };
    let measured = sorting.measures.read();
    let measured = measured.iter().map(|measure| {
        format!(
            "{} {}",
            (words(app).heads.measure)(*measure).name,
            arithmetic(measures.get(*measure))
        )
    });
    let measured: Vec<String> = measured.collect();
    format!("{}: {}", named(app, heads, tile), measured.join(" · "))
}

/// How many keys each query of a head looks at.
#[component]
fn Bars(head: usize) -> impl IntoView {
    let app = AppState::get();
    let bars = move || {
        let trace = app.trace.read();
        let Some(weights) = trace.view(MatrixName::Weights, head) else { return Vec::new() };
        let n_keys = weights.ncols() as f64;
        let bar = |row| {
            let share = row_stats(row).effective_keys / n_keys;
            Markup::of("i", Vec::new()).with("--share", format!("{share:.4}"))
        };
        weights.rows().into_iter().map(bar).collect()
    };
    view! {
        <div
            class="keys-plot"
            role="img"
            aria-label=text(move || told_of_rows(app, head))
            title=text(move || told_of_rows(app, head))
            use:written=with(bars)
        ></div>
    }
}

/// Entropy and effective number of keys of each query, one after the other.
fn told_of_rows(app: AppState, head: usize) -> String {
    /// More would be no text.
    const MOST: usize = 12;
    let trace = app.trace.read();
    let Some(weights) = trace.view(MatrixName::Weights, head) else { return String::new() };
    let row = |(at, row)| {
        let stats = row_stats(row);
        let token = app.token(Axis::Query, at);
        (words(app).heads.row)(&token, &short(stats.entropy), &short(stats.effective_keys))
    };
    let rows: Vec<String> = weights.rows().into_iter().take(MOST).enumerate().map(row).collect();
    rows.join("\n")
}

/// Arrows move the focus from head to head as they lie, Home and End to the first and the last.
fn move_by_key(event: &KeyboardEvent) {
    let of_element = |target: Option<web_sys::EventTarget>| target?.dyn_into::<Element>().ok();
    let here = of_element(event.target()).and_then(|it| it.closest(".one-head").ok()?);
    let Some((here, grid)) = here.zip(of_element(event.current_target())) else { return };
    let next = |tile: &Element| tile.next_element_sibling();
    let tiles: Vec<Element> = std::iter::successors(grid.first_element_child(), next).collect();
    let Some(at) = tiles.iter().position(|tile| *tile == here) else { return };
    let top = |tile: &Element| tile.get_bounding_client_rect().top();
    let first = tiles.first().map_or(0.0, top);
    let columns = tiles.iter().take_while(|tile| (top(tile) - first).abs() < 1.0).count();
    let to = match event.key().as_str() {
        "ArrowRight" => at + 1,
        "ArrowLeft" => at.saturating_sub(1),
        "ArrowDown" => at + columns,
        "ArrowUp" => at.checked_sub(columns).unwrap_or(at),
        "Home" => 0,
        "End" => tiles.len() - 1,
        _ => return,
    };
    // Also at the end: arrows would step through the stages.
    event.prevent_default();
    let button = tiles.get(to).and_then(Element::first_element_child);
    if let Some(button) = button.and_then(|it| it.dyn_into::<HtmlElement>().ok()) {
        // It stands in the document.
        button.focus().ok();
    }
}
