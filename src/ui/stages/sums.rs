//! Sums written out: their products as a strip of signed bars, the largest by name, the rest summed; all of them on
//! request, of which only those in sight are made; and the output as a sum over heads.

use std::fmt::Write as _;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use super::{arithmetic::Selected, links::number};
use crate::{
    draw::{ColorMap, color},
    math::{
        Axis, Cell, CellSource, Contributions, Line, MatrixName, Summed, Term, by_size,
        contributions, operands,
    },
    ui::{
        app_state::AppState,
        erased::{maybe, text},
        widgets::{Choice, ChoiceOption, Markup, arithmetic, with, written},
    },
};

/// So many terms are written out where there are hardly more: the largest.
pub(super) const N_SHOWN: usize = 6;
/// Fewer than these are no strip.
const FEWEST_BARS: usize = 3;
/// So many rows of a long table are made at once.
const N_ROWS: usize = 80;
/// Rows made above those in sight, so that scrolling does not show a gap.
const N_ABOVE: usize = 20;

/// A sum of products: how many, and what they look like side by side.
pub(super) fn bars(app: AppState, terms: &[Term], is_by_size: bool) -> Vec<Markup> {
    let words = &app.words().arithmetic;
    let note = (words.sum_of_products)(terms.len());
    let mut shown = vec![Markup::text("p", note).with("class", "arithmetic-note")];
    if terms.len() < FEWEST_BARS {
        return shown;
    }
    let products: Vec<f64> = terms.iter().map(|term| term.product()).collect();
    let [above, below] = [1.0, -1.0].map(|sign| {
        let on_this_side = products.iter().filter(|product| **product * sign > 0.0);
        arithmetic(on_this_side.sum())
    });
    let signs = (app.language.get().cell_words().signs)(&above, &below);
    let order = if is_by_size { by_size(&products) } else { (0..products.len()).collect() };
    shown.push(strip(app, &products, &order).with("aria-label", signs.clone()));
    shown.push(Markup::text("p", signs).with("class", "arithmetic-note"));
    shown
}

/// Bars up and down from zero in the colors of more and less: one path for each, however many bars there are.
fn strip(app: AppState, products: &[f64], order: &[usize]) -> Markup {
    // As strong as a large number of the diverging map.
    const STRONG: f64 = 0.8;
    let finite = products.iter().filter(|product| product.is_finite());
    let largest = finite.fold(f64::MIN_POSITIVE, |largest, it| largest.max(it.abs()));
    let side = |sign: f64| {
        let mut path = String::new();
        for (at, place) in order.iter().enumerate() {
            let height = products[*place] / largest;
            if height.is_finite() && height * sign > 0.0 {
                // Writing to a string cannot fail.
                let _ = write!(path, "M{at}.1 0h.8v{:.3}h-.8z", -height);
            }
        }
        let fill = color(app.theme.get(), ColorMap::Diverging, sign * STRONG);
        Markup::of("path", Vec::new()).with("d", path).with("fill", fill.to_string())
    };
    let bars = Markup::of("svg", vec![side(1.0), side(-1.0)]).with("class", "product-strip");
    let bars = bars.with("viewBox", format!("0 -1 {} 2", order.len()));
    bars.with("preserveAspectRatio", "none").with("role", "img")
}

/// The terms by name, the largest alone where there are many, and what is added at the end.
pub(super) fn named(
    app: AppState,
    cell: Cell,
    source: &CellSource,
    is_by_size: bool,
) -> Vec<Markup> {
    let CellSource::Products { terms, bias, .. } = source.computed() else { return Vec::new() };
    let words = &app.words().arithmetic;
    let products: Vec<f64> = terms.iter().map(|term| term.product()).collect();
    let mut summed = Summed::of(&products, N_SHOWN, None);
    match is_by_size {
        true if summed.n_others == 0 => summed.shown = by_size(&products),
        true => {}
        false => summed.shown.sort_unstable(),
    }
    let lines = operands(&app.trace.read(), cell);
    let mut rows: Vec<_> =
        summed.shown.iter().map(|at| product(app, cell, &lines, terms[*at])).collect();
    if summed.n_others > 0 {
        rows.push(alone((words.other_terms)(summed.n_others), summed.others));
    }
    rows.extend(bias.map(|bias| alone(words.bias.to_owned(), bias)));
    vec![table(rows)]
}

pub(super) fn table(rows: Vec<Markup>) -> Markup {
    Markup::of("table", vec![Markup::of("tbody", rows)]).with("class", "terms")
}

/// A line of the table that is no product.
fn alone(name: String, value: f64) -> Markup {
    let name = Markup::text("th", name).with("scope", "row").with("colspan", "4");
    Markup::of("tr", vec![name, Markup::text("td", arithmetic(value))])
}

fn product(app: AppState, cell: Cell, lines: &[Line], term: Term) -> Markup {
    let name = Markup::text("bdi", term_name(app, cell, term.at)).with("lang", "");
    let factor = |line: usize, value| {
        let to = lines.get(line).and_then(|line| line.at(term.at));
        Markup::of("td", vec![number(app, value, to)])
    };
    // As they stand in the equation.
    let (left, right) = app.convention.get().shown((factor(0, term.left), factor(1, term.right)));
    let cells = vec![
        Markup::of("th", vec![name]).with("scope", "row"),
        left,
        Markup::text("td", "×").with("class", "operator"),
        right,
        Markup::text("td", arithmetic(term.product())),
    ];
    Markup::of("tr", cells)
}

/// What a term of a sum belongs to: a key in the context, a feature elsewhere.
fn term_name(app: AppState, cell: Cell, at: usize) -> String {
    match cell.matrix {
        MatrixName::Context => app.token(Axis::Key, at),
        _ => format!("{} {}", app.words().arithmetic.feature, at + 1),
    }
}

/// The choice between the products in order and by their size.
#[component]
pub(super) fn Order(
    /// The cell that is explained.
    selected: Selected,
    /// Whether the products stand by size.
    is_by_size: RwSignal<bool>,
) -> impl IntoView {
    let app = AppState::get();
    let is_there = Memo::new(move |_| n_terms(selected) >= FEWEST_BARS);
    let words = move || app.language.get().cell_words();
    let options = Signal::derive(move || {
        let option = |(value, label): (bool, &str)| ChoiceOption { value, label: label.to_owned() };
        [(false, words().in_order), (true, words().by_size)].map(option).to_vec()
    });
    maybe(move || {
        is_there.get().then(|| {
            view! {
                <Choice
                    name="order"
                    label=Signal::derive(move || words().order.to_owned())
                    options
                    value=is_by_size
                    on_choose=move |chosen| is_by_size.set(chosen)
                />
            }
        })
    })
}

/// How many products the cell is the sum of; 0 where it is none.
fn n_terms(selected: Selected) -> usize {
    selected.with(|it| match it.as_ref().map(|(_, source)| source.computed()) {
        Some(CellSource::Products { terms, .. }) => terms.len(),
        _ => 0,
    })
}

/// Every product of a long sum, on request.
#[component]
pub(super) fn AllProducts(
    /// The cell that is explained.
    selected: Selected,
    /// Whether the products stand by size.
    is_by_size: RwSignal<bool>,
) -> impl IntoView {
    let app = AppState::get();
    // Stays open while the selection moves.
    let is_open = RwSignal::new(false);
    let first = RwSignal::new(0);
    let count = Memo::new(move |_| n_terms(selected));
    let is_long = Memo::new(move |_| count.get() > N_SHOWN + 2);
    let in_sight = move || {
        let of = |(cell, source): &(Cell, CellSource)| match source.computed() {
            CellSource::Products { terms, .. } if is_open.get() => {
                vec![part_of(app, *cell, terms, is_by_size.get(), first.get())]
            }
            _ => Vec::new(),
        };
        selected.with(|it| it.as_ref().map(of)).unwrap_or_default()
    };
    let on_toggle = move |event: leptos::ev::Event| {
        let details = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
        is_open.set(details.is_some_and(|details| details.has_attribute("open")));
    };
    let on_scroll = move |event: leptos::ev::Event| {
        let place = event.current_target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
        let Some(place) = place else { return };
        let share = f64::from(place.scroll_top()) / f64::from(place.scroll_height().max(1));
        let at = (share * count.get_untracked() as f64) as usize;
        // In steps, so that most of scrolling makes nothing.
        let begin = (at / N_ABOVE * N_ABOVE).saturating_sub(N_ABOVE);
        if begin != first.get_untracked() {
            first.set(begin);
        }
    };
    maybe(move || {
        is_long.get().then(|| {
            view! {
                <details open=is_open.get_untracked() on:toggle=on_toggle>
                    <summary>{text(move || (app.words().arithmetic.all_terms)(count.get()))}</summary>
                    <div class="all-terms" on:scroll=on_scroll>
                        <div
                            class="all-terms-rows"
                            style:--count=text(move || count.get().to_string())
                            use:written=with(in_sight)
                        ></div>
                    </div>
                </details>
            }
        })
    })
}

/// The rows of the table of all products from one on: as many as may be in sight.
fn part_of(app: AppState, cell: Cell, terms: &[Term], is_by_size: bool, first: usize) -> Markup {
    let products: Vec<f64> = terms.iter().map(|term| term.product()).collect();
    let order = if is_by_size { by_size(&products) } else { (0..terms.len()).collect() };
    let first = first.min(terms.len().saturating_sub(N_ROWS));
    let lines = operands(&app.trace.read(), cell);
    let row = |(at, place): (usize, &usize)| {
        let row = product(app, cell, &lines, terms[*place]);
        row.with("aria-rowindex", (at + 1).to_string())
    };
    let rows = order.iter().enumerate().skip(first).take(N_ROWS).map(row);
    let part = table(rows.collect()).with("aria-rowcount", terms.len().to_string());
    part.with("--first", first.to_string())
}

/// What each head adds to a number of the output, and that it comes to the same.
pub(super) fn of_heads(app: AppState, cell: Cell, source: &CellSource) -> Vec<Markup> {
    let Some(split) = contributions(&app.trace.read(), cell) else { return Vec::new() };
    let words = app.language.get().cell_words();
    let values: Vec<f64> = split.of_heads.iter().map(|of_head| of_head.value).collect();
    let summed = Summed::of(&values, 2 * N_SHOWN, Some(app.head.get()));
    let row = |at: &usize| {
        let of_head = split.of_heads[*at];
        let name = (words.head)(of_head.head + app.first_head_number());
        let name = Markup::text("th", name).with("scope", "row").with("colspan", "4");
        let value = Markup::of("td", vec![number(app, of_head.value, Some(of_head.largest))]);
        let is_selected = of_head.head == app.head.get();
        let mark = if is_selected { "true" } else { "false" };
        Markup::of("tr", vec![name, value]).with("data-marked", mark)
    };
    let mut rows: Vec<Markup> = summed.shown.iter().map(row).collect();
    let other_terms = app.words().arithmetic.other_terms;
    if summed.n_others > 0 {
        rows.push(alone(other_terms(summed.n_others), summed.others));
    }
    rows.extend(split.bias.map(|bias| alone(app.words().arithmetic.bias.to_owned(), bias)));
    let agreement = Markup::text("p", agreement(app, &split, source.computed().value()));
    vec![
        Markup::text("h4", words.of_heads),
        table(rows),
        agreement.with("class", "arithmetic-note").with("data-testid", "heads-agree"),
    ]
}

fn agreement(app: AppState, split: &Contributions, value: f64) -> String {
    let words = app.language.get().cell_words();
    let difference = (split.sum - value).abs();
    // Not a number on both sides is the same, too.
    if difference > 0.0 {
        (words.heads_differ)(&arithmetic(difference))
    } else {
        words.heads_agree.to_owned()
    }
}
