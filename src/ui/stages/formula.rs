//! The formula of each stage in `MathML`, with the numbers of the selected cell in it.

use leptos::prelude::*;

use super::equation::short_divisor;
use crate::{
    math::{
        Affine, Cell, CellSource, MaskDecision, OutputProjection, Projected, Stage, Term, Trace,
    },
    state::Convention,
    ui::{
        app_state::AppState,
        widgets::{Markup, arithmetic},
    },
};

/// The formula of the stage that makes the cell which is explained, first in letters, then in numbers.
pub fn formula(app: AppState, selected: Memo<Option<(Cell, CellSource)>>) -> Vec<Markup> {
    if app.is_stage_veiled() {
        return Vec::new();
    }
    let convention = app.convention.get();
    let letters = {
        let (trace, stage, matrix) = (app.trace.read(), app.stage.get(), app.looked_at.get());
        let is_result = stage.result(&trace) == matrix;
        let stage = if is_result { Some(stage) } else { Stage::that_makes(matrix, &trace) };
        stage.map(|stage| in_letters(&trace, stage, convention)).unwrap_or_default()
    };
    let numbers = selected.with(|it| it.as_ref().map(|(_, source)| in_numbers(source, convention)));
    let math = |content| Markup::of("math", content).with("display", "block");
    let numbers = math(numbers.unwrap_or_default()).with("class", "formula-numbers");
    vec![math(letters), numbers]
}

fn mi(letter: &'static str) -> Markup {
    Markup::text("mi", letter)
}

fn mo(operator: &'static str) -> Markup {
    Markup::text("mo", operator)
}

fn mn(number: &'static str) -> Markup {
    Markup::text("mn", number)
}

fn row(content: Vec<Markup>) -> Markup {
    Markup::of("mrow", content)
}

fn fraction(above: Vec<Markup>, below: Vec<Markup>) -> Markup {
    Markup::of("mfrac", vec![row(above), row(below)])
}

fn sub(letter: &'static str, index: &'static str) -> Markup {
    Markup::of("msub", vec![mi(letter), mi(index)])
}

fn sup(letter: &'static str, index: Markup) -> Markup {
    Markup::of("msup", vec![mi(letter), index])
}

/// A score after one step or two.
fn primed(index: &'static str, primes: &'static str) -> Markup {
    Markup::of("msubsup", vec![mi("s"), mi(index), mo(primes)])
}

fn sum_over(index: &'static str) -> Markup {
    Markup::of("munder", vec![mo("∑"), mi(index)])
}

/// The indices of query `i` with key `j` or `k`: rows first.
fn indices(convention: Convention) -> [&'static str; 2] {
    match convention {
        Convention::Rows => ["ij", "ik"],
        Convention::Columns => ["ji", "ki"],
    }
}

/// Two factors of a product: the right one of rows is the left one of columns.
fn product_of(convention: Convention, left: Markup, right: Markup) -> [Markup; 2] {
    let (left, right) = convention.shown((left, right));
    [left, right]
}

fn in_letters(trace: &Trace, stage: Stage, convention: Convention) -> Vec<Markup> {
    let [ij, ik] = indices(convention);
    match stage {
        Stage::DotProduct if stage.is_given(trace) => vec![sub("s", ij)],
        Stage::Softmax if stage.is_given(trace) => vec![sub("w", ij)],
        Stage::Project => projections_in_letters(&trace.projected, convention),
        Stage::Rotary => {
            vec![sub("q", "i"), mo("↦"), mi("R"), mo("("), mi("i"), mi("θ"), mo(")"), sub("q", "i")]
        }
        Stage::DotProduct => dot_product_in_letters(convention),
        Stage::Scale => {
            let quotient = fraction(vec![sub("s", ij)], vec![divisor_in_letters(trace)]);
            vec![primed(ij, "′"), mo("="), quotient]
        }
        Stage::Mask => {
            vec![primed(ij, "″"), mo("="), primed(ij, "′"), mo("+"), sub("m", ij)]
        }
        Stage::Softmax => {
            let mut sum = vec![Markup::of("msub", vec![mo("∑"), mi("k")])];
            sum.extend(exponential(ik));
            vec![sub("w", ij), mo("="), fraction(exponential(ij), sum)]
        }
        Stage::Context => {
            let mut letters = vec![sub("c", "i"), mo("="), sum_over("j")];
            letters.extend(product_of(convention, sub("w", ij), sub("v", "j")));
            letters
        }
        Stage::Concat if convention == Convention::Columns => {
            let heads = [sup("c", mn("1")), sup("c", mn("2")), mo("⋮"), sup("c", mi("H"))];
            let line = |head| Markup::of("mtr", vec![Markup::of("mtd", vec![head])]);
            vec![mo("["), Markup::of("mtable", heads.map(line).into()), mo("]")]
        }
        Stage::Concat => vec![
            sup("c", mn("1")),
            mo("‖"),
            sup("c", mn("2")),
            mo("‖"),
            mo("…"),
            mo("‖"),
            sup("c", mi("H")),
        ],
        Stage::Output => output_in_letters(&trace.projected, convention),
        Stage::AddNorm => add_norm_in_letters(),
    }
}

fn dot_product_in_letters(convention: Convention) -> Vec<Markup> {
    let ([i_f, j_f], ij) = match convention {
        Convention::Rows => (["if", "jf"], "ij"),
        Convention::Columns => (["fi", "fj"], "ji"),
    };
    let [left, right] = product_of(convention, sub("q", "i"), sub("k", "j"));
    let mut letters = vec![sub("s", ij), mo("="), left, mo("·"), right, mo("="), sum_over("f")];
    letters.extend(product_of(convention, sub("q", i_f), sub("k", j_f)));
    letters
}

fn exponential(index: &'static str) -> Vec<Markup> {
    vec![mi("exp"), mo("("), primed(index, "″"), mo("−"), sub("max", "i"), mo(")")]
}

fn output_in_letters(projected: &Projected, convention: Convention) -> Vec<Markup> {
    let has_bias = match &projected.inputs.output {
        OutputProjection::Given(affine) => affine.bias.is_some(),
        OutputProjection::Unknown => false,
    };
    let [left, right] = product_of(convention, Markup::text("mtext", "concat"), sub("W", "O"));
    let block = Markup::of("msubsup", vec![mi("W"), mi("O"), mi("h")]);
    let mut letters = vec![mi("O"), mo("="), left, mo("·"), right, mo("="), sum_over("h")];
    letters.extend(product_of(convention, sup("c", mi("h")), block));
    if has_bias {
        letters.extend([mo("+"), sub("b", "O")]);
    }
    letters
}

fn add_norm_in_letters() -> Vec<Markup> {
    let deviation = row(vec![sup("σ", mn("2")), mo("+"), mi("ε")]);
    let root = Markup::of("msqrt", vec![deviation]);
    vec![
        mi("y"),
        mo("="),
        fraction(vec![mi("r"), mo("−"), mi("μ")], vec![root]),
        mi("γ"),
        mo("+"),
        mi("β"),
        mo(","),
        Markup::of("mspace", Vec::new()).with("width", "0.7em"),
        mi("r"),
        mo("="),
        mi("X"),
        mo("+"),
        mi("O"),
    ]
}

/// Where queries, keys and values come from, as far as that is given.
fn projections_in_letters(projected: &Projected, convention: Convention) -> Vec<Markup> {
    let Some(e) = projected.embeddings() else {
        return vec![mi("Q"), mo(","), mi("K"), mo(","), mi("V")];
    };
    let of_keys = e.x_k.is_some().then_some("K");
    let of_values = e.x_v.is_some().then_some("V").or(of_keys);
    let line = |name: &'static str, source: Option<&'static str>, affine: &Affine| {
        let x = source.map_or_else(|| mi("X"), |source| sub("X", source));
        let mut letters = vec![mi(name), mo("=")];
        if affine.weight.is_some() {
            letters.extend(product_of(convention, x, sub("W", name)));
        } else {
            letters.push(x);
        }
        if affine.bias.is_some() {
            letters.extend([mo("+"), sub("b", name)]);
        }
        Markup::of("mtr", vec![Markup::of("mtd", vec![row(letters)])])
    };
    let lines =
        vec![line("Q", None, &e.query), line("K", of_keys, &e.key), line("V", of_values, &e.value)];
    vec![Markup::of("mtable", lines)]
}

/// √`d_k` where that is what is divided by, or else the number that was chosen.
fn divisor_in_letters(trace: &Trace) -> Markup {
    let divisor = trace.scale.divisor();
    match d_k_of_root(&trace.projected, divisor) {
        Some(_) => Markup::of("msqrt", vec![sub("d", "k")]),
        None => Markup::text("mn", short_divisor(divisor)),
    }
}

/// The width of a head, where a divisor is its root but for the rounding of a reciprocal.
pub fn d_k_of_root(projected: &Projected, divisor: f64) -> Option<usize> {
    projected.d_k().filter(|d_k| {
        let root = (*d_k as f64).sqrt();
        (divisor - root).abs() <= 1e-12 * root
    })
}

/// The formula of one cell in numbers.
pub fn in_numbers(source: &CellSource, convention: Convention) -> Vec<Markup> {
    let mut terms = match source {
        // No key is visible: exp(−∞ − (−∞)) ÷ 0 is not how the 0 came to be.
        CellSource::Softmax { maximum: f64::NEG_INFINITY, .. }
        | CellSource::Given { .. }
        | CellSource::SetByHand { .. }
        | CellSource::Copied { .. } => Vec::new(),
        CellSource::Products { terms, bias, .. } => products(terms, *bias, convention),
        CellSource::Rotated { first, second, angle, is_first, .. } => {
            let (a, b) = if *is_first { (first, second) } else { (second, first) };
            let sign = if *is_first { "−" } else { "+" };
            let part = |factor_of, name| [factor(factor_of), mi(name), number(*angle)];
            let mut shown = part(*a, "cos").to_vec();
            shown.push(mo(sign));
            shown.extend(part(*b, "sin"));
            shown
        }
        CellSource::Scaled { score, scale, .. } => {
            let divisor = Markup::text("mn", short_divisor(scale.divisor()));
            vec![fraction(vec![number(*score)], vec![divisor])]
        }
        CellSource::Masked { scaled, decision, .. } => {
            let added = match decision {
                MaskDecision::Seen => 0.0,
                MaskDecision::Hidden => f64::NEG_INFINITY,
                MaskDecision::Added(term) => *term,
            };
            vec![number(*scaled), mo("+"), factor(added)]
        }
        CellSource::Softmax { row, maximum, sum, column, .. } => {
            let score = row.get(*column).copied().unwrap_or(f64::NAN);
            let above = vec![mi("exp"), mo("("), number(score), mo("−"), factor(*maximum), mo(")")];
            vec![fraction(above, vec![number(*sum)])]
        }
        CellSource::Added { left, right, .. } => vec![number(*left), mo("+"), factor(*right)],
        CellSource::Normalized { residual, mean, variance, epsilon, gamma, beta, .. } => {
            let above = vec![number(*residual), mo("−"), factor(*mean)];
            let below = row(vec![number(*variance), mo("+"), number(*epsilon)]);
            let quotient = fraction(above, vec![Markup::of("msqrt", vec![below])]);
            vec![quotient, mo("·"), factor(*gamma), mo("+"), factor(*beta)]
        }
    };
    if !terms.is_empty() {
        terms.push(mo("="));
    }
    terms.push(number(source.value()).with("class", "result"));
    terms
}

/// The first products of a sum.
fn products(terms: &[Term], bias: Option<f64>, convention: Convention) -> Vec<Markup> {
    // A bias takes the place of the second term: the line stays short.
    let n_shown = if bias.is_some() { 1 } else { 2 };
    let mut shown = Vec::new();
    for (at, term) in terms.iter().take(n_shown).enumerate() {
        if at > 0 {
            shown.push(mo("+"));
        }
        let (left, right) = convention.shown((term.left, term.right));
        shown.extend([factor(left), mo("·"), factor(right)]);
    }
    if terms.len() > n_shown {
        shown.extend([mo("+"), mo("…")]);
    }
    if let Some(bias) = bias {
        shown.extend([mo("+"), factor(bias)]);
    }
    shown
}

fn number(value: f64) -> Markup {
    Markup::text("mn", arithmetic(value))
}

/// A number inside a formula, in parentheses where it is negative.
fn factor(value: f64) -> Markup {
    let text = arithmetic(value);
    Markup::text("mn", if value < 0.0 { format!("({text})") } else { text })
}
