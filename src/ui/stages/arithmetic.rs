//! The whole arithmetic of the cell that is explained. One explainer for every stage and matrix: it reads
//! [`CellSource`] and [`operands`], not the stage.

use leptos::prelude::*;

use super::{
    equation::short_divisor,
    links::{announced, matrix_of, number, press, trail, used_by},
    matrix_view::cell_name,
    sums::{AllProducts, N_SHOWN, Order, bars, named, of_heads, table},
};
use crate::{
    i18n::Words,
    math::{Axis, Between, Cell, CellSource, Line, MaskDecision, MatrixName, Summed, operands},
    ui::{
        app_state::AppState,
        erased::text,
        widgets::{Markup, arithmetic, exact, exact_single, to_read, with, written},
    },
};

/// The cell that is explained, and how it came to be.
pub(super) type Selected = Memo<Option<(Cell, CellSource)>>;

/// The arithmetic of the cell that is explained.
#[component]
pub fn Arithmetic(
    /// The cell, and how it came to be.
    selected: Selected,
) -> impl IntoView {
    let app = AppState::get();
    let is_by_size = RwSignal::new(false);
    // Named also while its numbers are hidden.
    let cell = Memo::new(move |_| app.explained());
    let of_matrix = move || cell.get().map(|cell| matrix_of(app, cell)).unwrap_or_default();
    let of_place = move || {
        let cell = cell.get();
        cell.map(|it| cell_name(app, it.matrix, (it.row, it.column))).unwrap_or_default()
    };
    let of_cell = move |make: fn(AppState, Cell, &CellSource, bool) -> Vec<Markup>| {
        to_read(move || {
            let is_by_size = is_by_size.get();
            selected
                .with(|it| it.as_ref().map(|(cell, source)| make(app, *cell, source, is_by_size)))
                .unwrap_or_default()
        })
    };
    view! {
        <section
            class="arithmetic"
            aria-label=text(move || app.words().arithmetic.heading)
            data-matrix=text(move || format!("{:?}", app.looked_at.get()))
            on:click=move |event| press(app, &event)
        >
            <div class="written" use:written=with(move || trail(app, cell.get()))></div>
            <div class="arithmetic-head">
                <h3 tabindex="-1">
                    <span class="arithmetic-matrix">{text(of_matrix)}</span>
                    <span class="arithmetic-cell">{text(of_place)}</span>
                </h3>
                <div class="written" use:written=of_cell(result)></div>
            </div>
            <div class="written" use:written=of_cell(explain)></div>
            <Order selected is_by_size />
            <div class="written" use:written=of_cell(named)></div>
            <AllProducts selected is_by_size />
            <div class="written" use:written=of_cell(unrounded)></div>
            <div class="written" use:written=of_cell(|app, cell, source, _| of_heads(app, cell, source))></div>
            <div class="written" use:written=of_cell(|app, cell, _, _| used_by(app, cell))></div>
            <p class="visually-hidden" role="status">{text(move || announced(app))}</p>
        </section>
    }
}

/// The cell's number, as it is written elsewhere: before what it comes of, which may be long.
fn result(_: AppState, _: Cell, source: &CellSource, _: bool) -> Vec<Markup> {
    let value = source.value();
    let number = Markup::text("b", arithmetic(value))
        .with("data-testid", "cell-value")
        .with("data-value", value.to_string());
    let line = vec![Markup::Text("= ".into()), number];
    vec![Markup::of("p", line).with("class", "arithmetic-result")]
}

/// The same unrounded, at the end of what it comes of.
fn unrounded(app: AppState, _: Cell, source: &CellSource, _: bool) -> Vec<Markup> {
    let value = source.value();
    let is_single = f64::from(value as f32).to_bits() == value.to_bits()
        && matches!(app.trace.read().between, Between::Told(_));
    let number = if is_single { exact_single(value) } else { exact(value) };
    vec![Markup::text("p", format!("= {number}")).with("class", "arithmetic-note exact")]
}

/// The steps from operands to the cell; the terms of a sum are named after it.
fn explain(app: AppState, cell: Cell, source: &CellSource, is_by_size: bool) -> Vec<Markup> {
    let words = app.words();
    let says = &words.arithmetic;
    let named = |name| (words.matrix)(name);
    let lines = operands(&app.trace.read(), cell);
    let first =
        |line: usize, value| number(app, value, lines.get(line).map(|line: &Line| line.first));
    match source {
        CellSource::Given { .. } => note(says.given),
        CellSource::SetByHand { computed, .. } => {
            let says = (says.set_by_hand)(&arithmetic(computed.value()));
            let mut steps = vec![Markup::text("p", says)];
            steps.extend(explain(app, cell, computed, is_by_size));
            steps
        }
        CellSource::Copied { from, value } => {
            let link = number(app, *value, Some(*from));
            vec![Markup::of("p", vec![text_of(copied(app, *from)), text_of(": "), link])]
        }
        CellSource::Products { terms, .. } => bars(app, terms, is_by_size),
        CellSource::Rotated { first: one, second, angle, .. } => {
            let (sin, cos) = angle.sin_cos();
            let pair = vec![first(0, *one), text_of(", "), first(1, *second)];
            list(vec![
                (says.feature, pair),
                (says.angle, vec![text_of(format!("{} rad", arithmetic(*angle)))]),
                ("cos, sin", vec![text_of(format!("{}, {}", arithmetic(cos), arithmetic(sin)))]),
            ])
        }
        CellSource::Scaled { score, scale, .. } => list(vec![
            (named(MatrixName::Scores), vec![first(0, *score)]),
            ("÷", vec![text_of(short_divisor(scale.divisor()))]),
        ]),
        CellSource::Masked { scaled, decision, .. } => {
            let scaled = (named(MatrixName::Scaled), vec![first(0, *scaled)]);
            list(vec![scaled, masked(app, cell, *decision, lines.get(1).map(|it| it.first))])
        }
        CellSource::Softmax { .. } => softmax(app, &lines, source),
        CellSource::Added { left, right, .. } => {
            let [from, what] = added(words, cell.matrix);
            list(vec![(from, vec![first(0, *left)]), (what, vec![first(1, *right)])])
        }
        CellSource::Normalized { residual, mean, variance, epsilon, gamma, beta, .. } => {
            let two =
                |a: f64, b: f64| vec![text_of(format!("{}, {}", arithmetic(a), arithmetic(b)))];
            list(vec![
                (named(MatrixName::Residual), vec![first(0, *residual)]),
                (says.mean, vec![text_of(arithmetic(*mean))]),
                (says.variance, vec![text_of(arithmetic(*variance))]),
                ("ε", vec![text_of(arithmetic(*epsilon))]),
                ("γ, β", two(*gamma, *beta)),
            ])
        }
    }
}

fn text_of(text: impl Into<std::borrow::Cow<'static, str>>) -> Markup {
    Markup::Text(text.into())
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
fn list(steps: Vec<(&'static str, Vec<Markup>)>) -> Vec<Markup> {
    let step = |(name, content)| [Markup::text("dt", name), Markup::of("dd", content)];
    let steps = steps.into_iter().flat_map(step).collect();
    vec![Markup::of("dl", steps).with("class", "steps")]
}

/// What the mask decided, in words, and the cell in which that stands.
fn masked(
    app: AppState,
    cell: Cell,
    decision: MaskDecision,
    to: Option<Cell>,
) -> (&'static str, Vec<Markup>) {
    let words = &app.words().arithmetic;
    let (term, reason) = match decision {
        MaskDecision::Seen => (0.0, words.mask_seen),
        MaskDecision::Hidden => {
            let reason = app.hidden_by(cell).map(words.mask_hidden);
            (f64::NEG_INFINITY, reason.unwrap_or_default())
        }
        MaskDecision::Added(term) => (term, words.mask_added),
    };
    let reason = Markup::text("span", reason).with("class", "mask-reason");
    ("+", vec![number(app, term, to), text_of(" "), reason])
}

/// max → exp → sum → quotient: the scores of the query with their exponentials, key by key.
fn softmax(app: AppState, lines: &[Line], source: &CellSource) -> Vec<Markup> {
    let (words, says) = (&app.words().arithmetic, app.language.get().cell_words());
    let CellSource::Softmax { row, maximum, exponentials, sum, column, .. } = source else {
        return Vec::new();
    };
    if *maximum == f64::NEG_INFINITY {
        return vec![Markup::text("p", app.turned(words.all_hidden))];
    }
    let mut summed = Summed::of(exponentials, 2 * N_SHOWN, Some(*column));
    summed.shown.sort_unstable();
    let line = |at: &usize| {
        let name = Markup::text("bdi", app.token(Axis::Key, *at)).with("lang", "");
        let to = lines.first().and_then(|line| line.at(*at));
        let score = number(app, row[*at], to);
        let cells = vec![
            Markup::of("th", vec![name]).with("scope", "row"),
            Markup::of("td", vec![score]),
            Markup::text("td", arithmetic(exponentials[*at])),
        ];
        let mark = if at == column { "true" } else { "false" };
        Markup::of("tr", cells).with("data-marked", mark)
    };
    let heads = [says.key, (app.words().matrix)(MatrixName::Masked), says.exponential];
    let heads = heads.map(|head| Markup::text("th", head).with("scope", "col"));
    let mut rows = vec![Markup::of("tr", heads.into())];
    rows.extend(summed.shown.iter().map(line));
    if summed.n_others > 0 {
        let name = Markup::text("th", (words.other_terms)(summed.n_others)).with("scope", "row");
        let others = Markup::text("td", arithmetic(summed.others));
        rows.push(Markup::of("tr", vec![name.with("colspan", "2"), others]));
    }
    let exponential = exponentials.get(*column).copied().unwrap_or(f64::NAN);
    let quotient = format!("{} ÷ {}", arithmetic(exponential), arithmetic(*sum));
    let mut shown = list(vec![(words.maximum, vec![text_of(arithmetic(*maximum))])]);
    shown.push(table(rows));
    shown.extend(list(vec![
        (words.sum, vec![text_of(arithmetic(*sum))]),
        (words.quotient, vec![text_of(quotient)]),
    ]));
    shown
}
