//! The whole arithmetic of the selected cell. One explainer for every stage: it reads
//! [`CellSource`], not the stage.

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;

use super::{equation::short_divisor, matrix_view::cell_name};
use crate::{
    i18n::Words,
    math::{Axis, Cell, CellSource, MaskDecision, MatrixName, Term},
    ui::{
        app_state::AppState,
        erased::{maybe, text},
        widgets::{Markup, arithmetic, exact, with, written},
    },
};

/// So many terms are written out where there are more than [`FEW_TERMS`]: the largest.
const SHOWN_TERMS: usize = 6;
/// As many are all written out: to sum up one or two would save a line at most.
const FEW_TERMS: usize = SHOWN_TERMS + 2;

/// The selected cell, and how it came to be.
type Selected = Memo<Option<(Cell, CellSource)>>;

/// The arithmetic of the selected cell of the current stage.
#[component]
pub fn Arithmetic(
    /// The selected cell, and how it came to be.
    selected: Selected,
) -> impl IntoView {
    let app = AppState::get();
    let heading = move || {
        let cell = selected.with(|it| it.as_ref().map(|(cell, _)| *cell))?;
        Some(cell_name(app, cell.matrix, (cell.row, cell.column)))
    };
    let of_cell = move |make: fn(AppState, Cell, &CellSource) -> Vec<Markup>| {
        with(move || {
            selected
                .with(|it| it.as_ref().map(|(cell, source)| make(app, *cell, source)))
                .unwrap_or_default()
        })
    };
    view! {
        <section class="arithmetic" aria-label=text(move || app.words().arithmetic.heading)>
            <h3>{text(move || heading().unwrap_or_default())}</h3>
            <div class="written" use:written=of_cell(explain)></div>
            <AllProducts selected />
            <div class="written" use:written=of_cell(result)></div>
        </section>
    }
}

/// Every product of a long sum, on request.
#[component]
fn AllProducts(selected: Selected) -> impl IntoView {
    let app = AppState::get();
    // Stays open while the selection moves.
    let is_open = RwSignal::new(false);
    let count = move || {
        selected.with(|it| match it.as_ref().map(|(_, source)| source.computed()) {
            Some(CellSource::Products { terms, .. }) => terms.len(),
            _ => 0,
        })
    };
    let is_long = Memo::new(move |_| count() > FEW_TERMS);
    let all = move || {
        let row = |(cell, source): &(Cell, CellSource)| match source.computed() {
            CellSource::Products { terms, .. } if is_open.get() => {
                let rows =
                    terms.iter().enumerate().map(|(at, term)| product(app, *cell, at, *term));
                vec![table(rows.collect())]
            }
            _ => Vec::new(),
        };
        selected.with(|it| it.as_ref().map(row)).unwrap_or_default()
    };
    let on_toggle = move |event: leptos::ev::Event| {
        let details = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
        is_open.set(details.is_some_and(|details| details.has_attribute("open")));
    };
    maybe(move || {
        is_long.get().then(|| {
            view! {
                <details open=is_open.get_untracked() on:toggle=on_toggle>
                    <summary>{text(move || (app.words().arithmetic.all_terms)(count()))}</summary>
                    <div class="written" use:written=with(all)></div>
                </details>
            }
        })
    })
}

/// The cell's number, as it is written elsewhere and unrounded.
fn result(_: AppState, _: Cell, source: &CellSource) -> Vec<Markup> {
    let value = source.value();
    let number = Markup::text("b", arithmetic(value))
        .with("data-testid", "cell-value")
        .with("data-value", value.to_string());
    let exact = Markup::text("span", exact(value)).with("class", "exact");
    let line = vec![Markup::Text("= ".into()), number, exact];
    vec![Markup::of("p", line).with("class", "arithmetic-result")]
}

/// The steps from operands to the cell.
fn explain(app: AppState, cell: Cell, source: &CellSource) -> Vec<Markup> {
    let words = app.words();
    let says = &words.arithmetic;
    let named = |name| (words.matrix)(name);
    match source {
        CellSource::Given { .. } => note(says.given),
        CellSource::SetByHand { computed, .. } => {
            let says = (says.set_by_hand)(&arithmetic(computed.value()));
            let mut steps = vec![Markup::text("p", says)];
            steps.extend(explain(app, cell, computed));
            steps
        }
        CellSource::Copied { from, .. } => vec![Markup::text("p", copied(app, *from))],
        CellSource::Products { terms, bias, .. } => products(app, cell, terms, *bias),
        CellSource::Rotated { first, second, angle, .. } => steps([
            (says.feature, format!("{}, {}", arithmetic(*first), arithmetic(*second))),
            (says.angle, format!("{} rad", arithmetic(*angle))),
        ]),
        CellSource::Scaled { score, scale, .. } => steps([
            (named(MatrixName::Scores), arithmetic(*score)),
            ("÷", short_divisor(scale.divisor())),
        ]),
        CellSource::Masked { scaled, decision, .. } => masked(app, cell, *scaled, *decision),
        CellSource::Softmax { .. } => softmax(words, source),
        CellSource::Added { left, right, .. } => {
            let [from, what] = added(words, cell.matrix);
            steps([(from, arithmetic(*left)), (what, arithmetic(*right))])
        }
        CellSource::Normalized { residual, mean, variance, gamma, beta, .. } => steps([
            (named(MatrixName::Residual), arithmetic(*residual)),
            (says.mean, arithmetic(*mean)),
            (says.variance, arithmetic(*variance)),
            ("γ, β", format!("{}, {}", arithmetic(*gamma), arithmetic(*beta))),
        ]),
    }
}

/// Where a copied number comes from.
fn copied(app: AppState, from: Cell) -> String {
    let words = app.words();
    match from.matrix {
        MatrixName::Context => {
            (words.arithmetic.copied)(from.head + app.first_head_number(), from.column + 1)
        }
        matrix => (words.arithmetic.copied_from)((words.matrix)(matrix), from.column + 1),
    }
}

/// The names of two numbers that make a cell of `matrix`.
fn added(words: &'static Words, matrix: MatrixName) -> [&'static str; 2] {
    match matrix {
        MatrixName::Residual => [(words.matrix)(MatrixName::X), (words.matrix)(MatrixName::Output)],
        _ => [words.arithmetic.feature, words.arithmetic.bias],
    }
}

fn note(text: &'static str) -> Vec<Markup> {
    vec![Markup::text("p", text)]
}

/// Named numbers, one a line.
fn steps<const N: usize>(steps: [(&'static str, String); N]) -> Vec<Markup> {
    let steps = steps.map(|(name, text)| (name, vec![Markup::Text(text.into())]));
    list(steps.into())
}

fn list(steps: Vec<(&'static str, Vec<Markup>)>) -> Vec<Markup> {
    let step = |(name, content)| [Markup::text("dt", name), Markup::of("dd", content)];
    let steps = steps.into_iter().flat_map(step).collect();
    vec![Markup::of("dl", steps).with("class", "steps")]
}

fn masked(app: AppState, cell: Cell, scaled: f64, decision: MaskDecision) -> Vec<Markup> {
    let words = app.words();
    let scaled = ((words.matrix)(MatrixName::Scaled), arithmetic(scaled));
    let words = &words.arithmetic;
    let added = match decision {
        MaskDecision::Seen => ("+ 0", words.mask_seen.to_owned()),
        MaskDecision::Hidden => {
            let reason = app.hidden_by(cell).map(words.mask_hidden);
            ("+ (−∞)", reason.unwrap_or_default().to_owned())
        }
        MaskDecision::Added(term) => ("+", format!("{} {}", words.mask_added, arithmetic(term))),
    };
    steps([scaled, added])
}

/// max → exp → sum → quotient.
fn softmax(words: &'static Words, source: &CellSource) -> Vec<Markup> {
    let words = &words.arithmetic;
    let CellSource::Softmax { row, maximum, exponentials, sum, column, .. } = source else {
        return Vec::new();
    };
    if *maximum == f64::NEG_INFINITY {
        return note(words.all_hidden);
    }
    let exponential = exponentials.get(*column).copied().unwrap_or(f64::NAN);
    let one = |text: String| vec![Markup::Text(text.into())];
    list(vec![
        (words.row, numbers(row, *column)),
        (words.maximum, one(arithmetic(*maximum))),
        (words.exponentials, numbers(exponentials, *column)),
        (words.sum, one(arithmetic(*sum))),
        (words.quotient, one(format!("{} ÷ {}", arithmetic(exponential), arithmetic(*sum)))),
    ])
}

/// A row of numbers, one of them marked; of a long row its neighborhood.
fn numbers(row: &[f64], marked: usize) -> Vec<Markup> {
    const AROUND: usize = 6;
    let start = marked.saturating_sub(AROUND);
    let end = (marked + AROUND + 1).min(row.len());
    let mut shown = Vec::new();
    if start > 0 {
        shown.push(Markup::Text("… ".into()));
    }
    for (at, value) in row.iter().enumerate().take(end).skip(start) {
        let number = Markup::text("span", arithmetic(*value)).with("class", "number");
        let is_marked = at == marked;
        shown.push(if is_marked { number.with("data-marked", "true") } else { number });
        shown.push(Markup::Text(" ".into()));
    }
    if end < row.len() {
        shown.push(Markup::Text("…".into()));
    }
    shown
}

/// A sum of products: the largest terms by name, the rest summed.
fn products(app: AppState, cell: Cell, terms: &[Term], bias: Option<f64>) -> Vec<Markup> {
    let words = &app.words().arithmetic;
    let count = terms.len();
    let is_long = count > FEW_TERMS;
    let shown = if is_long { largest(terms) } else { (0..count).collect() };
    let mut rows: Vec<_> = shown.iter().map(|at| product(app, cell, *at, terms[*at])).collect();
    if is_long {
        let is_rest = |at: &usize| !shown.contains(at);
        let sum = (0..count).filter(is_rest).map(|at| terms[at].product()).sum();
        rows.push(summed((words.other_terms)(count - shown.len()), sum));
    }
    rows.extend(bias.map(|bias| summed(words.bias.to_owned(), bias)));
    let note = Markup::text("p", (words.sum_of_products)(count)).with("class", "arithmetic-note");
    vec![note, table(rows)]
}

fn table(rows: Vec<Markup>) -> Markup {
    Markup::of("table", vec![Markup::of("tbody", rows)]).with("class", "terms")
}

fn cell_of(value: f64) -> Markup {
    Markup::text("td", arithmetic(value))
}

/// A line of the table that is no product.
fn summed(name: String, value: f64) -> Markup {
    let name = Markup::text("th", name).with("scope", "row").with("colspan", "4");
    Markup::of("tr", vec![name, cell_of(value)])
}

fn product(app: AppState, cell: Cell, at: usize, term: Term) -> Markup {
    let name = Markup::text("bdi", term_name(app, cell, at)).with("lang", "");
    let cells = vec![
        Markup::of("th", vec![name]).with("scope", "row"),
        cell_of(term.left),
        Markup::text("td", "×").with("class", "operator"),
        cell_of(term.right),
        cell_of(term.product()),
    ];
    Markup::of("tr", cells)
}

/// The places of the largest products, in order of size; found one by one, as a sort would be the
/// only one of the page.
fn largest(terms: &[Term]) -> Vec<usize> {
    let size = |at: &usize| terms[*at].product().abs();
    let mut places = Vec::new();
    for _ in 0..SHOWN_TERMS {
        let others = (0..terms.len()).rev().filter(|at| !places.contains(at));
        places.extend(others.max_by(|a, b| size(a).total_cmp(&size(b))));
    }
    places
}

/// What a term of a sum belongs to: a key in the context, a feature elsewhere.
fn term_name(app: AppState, cell: Cell, at: usize) -> String {
    match cell.matrix {
        MatrixName::Context => app.token(Axis::Key, at),
        _ => format!("{} {}", app.words().arithmetic.feature, at + 1),
    }
}
