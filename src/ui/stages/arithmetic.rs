//! The whole arithmetic of the selected cell. One explainer for every stage: it reads
//! [`CellSource`], not the stage.

use leptos::prelude::*;

use super::{equation::short_divisor, matrix_view::cell_name};
use crate::{
    i18n::{ArithmeticWords, Words},
    math::{Axis, Cell, CellSource, MaskDecision, MatrixName, Term},
    ui::{
        app_state::AppState,
        erased::{maybe, text},
        widgets::{arithmetic, exact},
    },
};

/// So many terms are written out where there are more than [`FEW_TERMS`]: the largest.
const SHOWN_TERMS: usize = 6;
/// As many are all written out: to sum up one or two would save a line at most.
const FEW_TERMS: usize = SHOWN_TERMS + 2;

/// The arithmetic of the selected cell of the current stage.
#[component]
pub fn Arithmetic(
    /// The selected cell, and how it came to be.
    selected: Memo<Option<(Cell, CellSource)>>,
) -> impl IntoView {
    let app = AppState::get();
    // Stays open while the selection moves.
    let is_open = RwSignal::new(false);
    let heading = move || {
        let cell = selected.with(|it| it.as_ref().map(|(cell, _)| *cell))?;
        Some(cell_name(app, cell.matrix, (cell.row, cell.column)))
    };
    let steps = move || {
        let (cell, source) = selected.get()?;
        Some(explain(app, cell, source, is_open))
    };
    view! {
        <section class="arithmetic" aria-label=text(move || app.words().arithmetic.heading)>
            <h3>{text(move || heading().unwrap_or_default())}</h3>
            {maybe(steps)}
        </section>
    }
}

/// The steps from operands to the cell.
fn explain(app: AppState, cell: Cell, source: CellSource, is_open: RwSignal<bool>) -> AnyView {
    let words = app.words();
    let value = source.value();
    let steps = match source {
        CellSource::Given { .. } => note(words.arithmetic.given),
        CellSource::Copied { from, .. } => view! { <p>{copied(app, from)}</p> }.into_any(),
        CellSource::Products { terms, bias, .. } => {
            view! { <Products cell terms bias is_open /> }.into_any()
        }
        CellSource::Rotated { first, second, angle, .. } => steps([
            (words.arithmetic.feature, format!("{}, {}", arithmetic(first), arithmetic(second))),
            (words.arithmetic.angle, format!("{} rad", arithmetic(angle))),
        ]),
        CellSource::Scaled { score, scale, .. } => {
            let divisor = short_divisor(scale.divisor());
            steps([((words.matrix)(MatrixName::Scores), arithmetic(score)), ("÷", divisor)])
        }
        CellSource::Masked { scaled, decision, .. } => masked(words, scaled, decision),
        CellSource::Softmax { row, maximum, exponentials, sum, column, .. } => {
            softmax(&words.arithmetic, &row, maximum, &exponentials, sum, column)
        }
        CellSource::Added { left, right, .. } => {
            let [from, what] = added(words, cell.matrix);
            steps([(from, arithmetic(left)), (what, arithmetic(right))])
        }
        CellSource::Normalized { residual, mean, variance, gamma, beta, .. } => steps([
            ((words.matrix)(MatrixName::Residual), arithmetic(residual)),
            (words.arithmetic.mean, arithmetic(mean)),
            (words.arithmetic.variance, arithmetic(variance)),
            ("γ, β", format!("{}, {}", arithmetic(gamma), arithmetic(beta))),
        ]),
    };
    view! {
        {steps}
        <p class="arithmetic-result">
            "= " <b data-testid="cell-value" data-value=value.to_string()>{arithmetic(value)}</b>
            <span class="exact">{exact(value)}</span>
        </p>
    }
    .into_any()
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

fn note(text: &'static str) -> AnyView {
    view! { <p>{text}</p> }.into_any()
}

/// Named numbers, one a line.
fn steps<const N: usize>(steps: [(&'static str, String); N]) -> AnyView {
    let step = |(name, text): (&'static str, String)| view! { <dt>{name}</dt> <dd>{text}</dd> };
    view! { <dl class="steps">{steps.map(step).collect_view()}</dl> }.into_any()
}

fn masked(words: &'static Words, scaled: f64, decision: MaskDecision) -> AnyView {
    let scaled = ((words.matrix)(MatrixName::Scaled), arithmetic(scaled));
    let words = &words.arithmetic;
    match decision {
        MaskDecision::Seen => steps([scaled, ("+ 0", words.mask_seen.to_owned())]),
        MaskDecision::Hidden => steps([scaled, ("+ (−∞)", words.mask_hidden.to_owned())]),
        MaskDecision::Added(term) => {
            steps([scaled, ("+", format!("{} {}", words.mask_added, arithmetic(term)))])
        }
    }
}

/// max → exp → sum → quotient.
fn softmax(
    words: &'static ArithmeticWords,
    row: &[f64],
    maximum: f64,
    exponentials: &[f64],
    sum: f64,
    column: usize,
) -> AnyView {
    if maximum == f64::NEG_INFINITY {
        return note(words.all_hidden);
    }
    let exponential = exponentials.get(column).copied().unwrap_or(f64::NAN);
    let quotient = format!("{} ÷ {}", arithmetic(exponential), arithmetic(sum));
    view! {
        <dl class="steps">
            <dt>{words.row}</dt>
            <dd>{numbers(row, column)}</dd>
            <dt>{words.maximum}</dt>
            <dd>{arithmetic(maximum)}</dd>
            <dt>{words.exponentials}</dt>
            <dd>{numbers(exponentials, column)}</dd>
            <dt>{words.sum}</dt>
            <dd>{arithmetic(sum)}</dd>
            <dt>{words.quotient}</dt>
            <dd>{quotient}</dd>
        </dl>
    }
    .into_any()
}

/// A row of numbers, one of them marked; of a long row its neighborhood.
fn numbers(row: &[f64], marked: usize) -> impl IntoView {
    const AROUND: usize = 6;
    let start = marked.saturating_sub(AROUND);
    let end = (marked + AROUND + 1).min(row.len());
    let before = (start > 0).then_some("… ");
    let after = (end < row.len()).then_some("…");
    let number = move |(at, value): (usize, &f64)| {
        let is_marked = (start + at == marked).then_some("true");
        view! { <span class="number" data-marked=is_marked>{arithmetic(*value)}</span> " " }
    };
    let shown = row[start..end].iter().enumerate().map(number).collect_view();
    view! { {before} {shown} {after} }
}

/// A sum of products: the largest terms by name, the rest summed, all of them on request.
#[component]
fn Products(
    cell: Cell,
    terms: Vec<Term>,
    bias: Option<f64>,
    is_open: RwSignal<bool>,
) -> impl IntoView {
    let app = AppState::get();
    let words = &app.words().arithmetic;
    let count = terms.len();
    let is_long = count > FEW_TERMS;
    let shown = if is_long { largest(&terms) } else { (0..count).collect() };
    let rest = is_long.then(|| {
        let is_rest = |at: &usize| !shown.contains(at);
        let sum: f64 = (0..count).filter(is_rest).map(|at| terms[at].product()).sum();
        view! {
            <tr>
                <th scope="row" colspan="4">{(words.other_terms)(count - shown.len())}</th>
                <td>{arithmetic(sum)}</td>
            </tr>
        }
    });
    let bias = bias.map(|bias| {
        view! {
            <tr>
                <th scope="row" colspan="4">{words.bias}</th>
                <td>{arithmetic(bias)}</td>
            </tr>
        }
    });
    let row = move |at: usize, term: Term| {
        view! {
            <tr>
                <th scope="row"><bdi lang="">{term_name(app, cell, at)}</bdi></th>
                <td>{arithmetic(term.left)}</td>
                <td class="operator">"×"</td>
                <td>{arithmetic(term.right)}</td>
                <td>{arithmetic(term.product())}</td>
            </tr>
        }
    };
    let rows = shown.iter().map(|at| row(*at, terms[*at])).collect_view();
    let all = move || {
        let rows = terms.iter().enumerate().map(|(at, term)| row(at, *term)).collect_view();
        is_open.get().then(|| view! { <table class="terms"><tbody>{rows}</tbody></table> })
    };
    let on_toggle = move |event: leptos::ev::Event| {
        use wasm_bindgen::JsCast as _;
        let details = event.target().and_then(|it| it.dyn_into::<web_sys::Element>().ok());
        is_open.set(details.is_some_and(|details| details.has_attribute("open")));
    };
    view! {
        <p class="arithmetic-note">{(words.sum_of_products)(count)}</p>
        <table class="terms"><tbody>{rows} {rest} {bias}</tbody></table>
        {is_long
            .then_some(
                view! {
                    <details open=move || is_open.get() on:toggle=on_toggle>
                        <summary>{(words.all_terms)(count)}</summary>
                        {maybe(all)}
                    </details>
                },
            )}
    }
}

/// The places of the largest products, in order of size.
fn largest(terms: &[Term]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..terms.len()).collect();
    places.sort_by(|a, b| terms[*b].product().abs().total_cmp(&terms[*a].product().abs()));
    places.truncate(SHOWN_TERMS);
    places
}

/// What a term of a sum belongs to: a key in the context, a feature elsewhere.
fn term_name(app: AppState, cell: Cell, at: usize) -> String {
    match cell.matrix {
        MatrixName::Context => app.token(Axis::Key, at),
        _ => format!("{} {}", app.words().arithmetic.feature, at + 1),
    }
}
