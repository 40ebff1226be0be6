//! The figures of the lessons.

use leptos::prelude::*;

use super::flow::Flow;
use crate::{
    lessons::{
        Both, DotProducts, Figure, Ground, N_BINS, N_PAIRS, Quantity, SEED, Table, WIDTHS,
        dot_products, sentence,
    },
    math::MatrixName,
    ui::{
        erased::{maybe, part, text},
        widgets::short,
    },
};

/// Width and height of a figure, in its own units.
const WIDE: f64 = 246.0;
const HIGH: f64 = 26.0;

/// A figure.
#[component]
pub fn FigureView(flow: Flow, figure: Figure) -> impl IntoView {
    match figure {
        Figure::DotProducts => view! { <Histograms flow /> }.into_any(),
        Figure::ExpAndAbs => view! { <Curves flow /> }.into_any(),
        Figure::Table(table) => view! { <TableView flow table /> }.into_any(),
    }
}

/// A histogram of dot products for each width, all on one axis, each as high as its highest bin.
#[component]
fn Histograms(flow: Flow) -> impl IntoView {
    let histogram = move |d_k: usize| {
        let DotProducts { counts, spread, .. } = dot_products(d_k, SEED);
        let most = counts.iter().copied().max().unwrap_or(1).max(1) as f64;
        let width = WIDE / N_BINS as f64;
        let bar = |(at, count): (usize, usize)| {
            let height = HIGH * count as f64 / most;
            view! {
                <rect
                    x=(at as f64 * width).to_string()
                    y=(HIGH - height).to_string()
                    width=(width * 0.9).to_string()
                    height=height.to_string()
                />
            }
        };
        let bars = counts.into_iter().enumerate().map(bar).collect_view();
        let root = (d_k as f64).sqrt();
        let caption = move || (flow.words().figures.spread)(d_k, &short(spread), &short(root));
        view! {
            <figure data-width=d_k.to_string()>
                <svg viewBox=format!("0 0 {WIDE} {HIGH}") aria-hidden="true">{bars}</svg>
                <figcaption>{text(caption)}</figcaption>
            </figure>
        }
    };
    view! {
        <div class="lesson-figure">
            {WIDTHS.map(histogram).collect_view()}
            <p>{text(move || (flow.words().figures.dot_products)(N_PAIRS, SEED))}</p>
        </div>
    }
}

/// exp(x) and |x| over the scores of the step.
#[component]
fn Curves(flow: Flow) -> impl IntoView {
    let drawn = move || {
        let (step, base) = flow.step().zip(flow.base.get())?;
        let ground = Ground::new(&base, step.setup.numbers, step.setup.with)?;
        let low = Quantity::Low(MatrixName::Scaled).on(&ground)?;
        let high = Quantity::High(MatrixName::Scaled).on(&ground)?;
        let curve = |of: fn(f64) -> f64| {
            let n_points = 80;
            let xs =
                (0..=n_points).map(|at| low + (high - low) * f64::from(at) / f64::from(n_points));
            let points: Vec<(f64, f64)> = xs.map(|x| (x, of(x))).collect();
            let most = points.iter().map(|(_, y)| *y).fold(0.0, f64::max);
            let at = |(x, y): (f64, f64)| {
                let (x, y) = (WIDE * (x - low) / (high - low), 4.0 * HIGH * (1.0 - y / most));
                format!("{x:.1},{y:.1}")
            };
            points.into_iter().map(at).collect::<Vec<_>>().join(" ")
        };
        let zero = (WIDE * (0.0 - low) / (high - low)).to_string();
        let ends = [low, 0.0, high].map(short);
        Some(view! {
            <figure>
                <svg viewBox=format!("0 0 {WIDE} {}", 4.0 * HIGH) aria-hidden="true">
                    <line x1=zero.clone() x2=zero y1="0" y2=(4.0 * HIGH).to_string() />
                    <polyline points=curve(f64::exp) />
                    <polyline points=curve(f64::abs) class="dashed" />
                </svg>
                <figcaption class="lesson-ends">
                    {ends.map(|end| view! { <span>{end}</span> }).collect_view()}
                </figcaption>
            </figure>
        })
    };
    view! {
        <div class="lesson-figure">
            {part(drawn)}
            <p>{text(move || flow.words().figures.exp_and_abs)}</p>
        </div>
    }
}

/// A table of templates: the first cell of a row names it, the others are code.
#[component]
fn TableView(flow: Flow, table: Table) -> impl IntoView {
    let rows = move || {
        let (step, base) = flow.step().zip(flow.base.get())?;
        let ground = Ground::new(&base, step.setup.numbers, step.setup.with)?;
        let say = |text: &Both| sentence(step, *text, &ground, flow.voice());
        let row = |row: &&[Both]| {
            let (name, cells) = row.split_first()?;
            let cells = cells.iter().map(|cell| view! { <td>{say(cell)}</td> }).collect_view();
            Some(view! {
                <tr>
                    <th scope="row">{say(name)}</th>
                    {cells}
                </tr>
            })
        };
        let head = |text: &Both| view! { <th scope="col">{say(text)}</th> };
        Some(view! {
            <table>
                <caption>{say(&table.caption)}</caption>
                <thead>
                    <tr>{table.head.iter().map(head).collect_view()}</tr>
                </thead>
                <tbody>{table.rows.iter().filter_map(row).collect_view()}</tbody>
            </table>
        })
    };
    view! { <div class="lesson-figure">{maybe(rows)}</div> }
}
