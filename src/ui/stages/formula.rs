//! The formula of each stage in `MathML`, with the numbers of the selected cell in it.

use leptos::prelude::*;

use super::equation::short_divisor;
use crate::{
    math::{Affine, Cell, CellSource, MaskDecision, OutputProjection, Projected, Stage},
    ui::{
        app_state::AppState,
        erased::{maybe, part},
        widgets::arithmetic,
    },
};

/// The formula of the current stage, first in letters, then in numbers.
#[component]
pub fn Formula(
    /// The selected cell, and how it came to be.
    selected: Memo<Option<(Cell, CellSource)>>,
) -> impl IntoView {
    let app = AppState::get();
    let letters = move || in_letters(app, app.stage.get());
    let numbers = move || selected.with(|it| it.as_ref().map(|(_, source)| in_numbers(source)));
    view! {
        <div class="formula">
            <math display="block">{part(letters)}</math>
            <math display="block" class="formula-numbers">{maybe(numbers)}</math>
        </div>
    }
}

fn in_letters(app: AppState, stage: Stage) -> AnyView {
    let has_output_bias = move || match &app.given.read().projected.inputs.output {
        OutputProjection::Given(affine) => affine.bias.is_some(),
        OutputProjection::Unknown => false,
    };
    let is_given = |stage: Stage| stage.is_given(&app.given.read());
    match stage {
        Stage::DotProduct if is_given(stage) => sub("s", "ij").into_any(),
        Stage::Softmax if is_given(stage) => sub("w", "ij").into_any(),
        Stage::Project => projections_in_letters(app),
        Stage::Rotary => view! {
            <msub><mi>"q"</mi><mi>"i"</mi></msub> <mo>"↦"</mo>
            <mi>"R"</mi><mo>"("</mo><mi>"i"</mi><mi>"θ"</mi><mo>")"</mo>
            <msub><mi>"q"</mi><mi>"i"</mi></msub>
        }
        .into_any(),
        Stage::DotProduct => view! {
            {sub("s", "ij")} <mo>"="</mo> {sub("q", "i")} <mo>"·"</mo> {sub("k", "j")} <mo>"="</mo>
            <munder><mo>"∑"</mo><mi>"f"</mi></munder> {sub("q", "if")} {sub("k", "jf")}
        }
        .into_any(),
        Stage::Scale => view! {
            <msubsup><mi>"s"</mi><mi>"ij"</mi><mo>"′"</mo></msubsup> <mo>"="</mo>
            <mfrac>
                {sub("s", "ij")}
                <mrow>{divisor_in_letters(app)}</mrow>
            </mfrac>
        }
        .into_any(),
        Stage::Mask => view! {
            <msubsup><mi>"s"</mi><mi>"ij"</mi><mo>"″"</mo></msubsup> <mo>"="</mo>
            <msubsup><mi>"s"</mi><mi>"ij"</mi><mo>"′"</mo></msubsup> <mo>"+"</mo> {sub("m", "ij")}
        }
        .into_any(),
        Stage::Softmax => {
            let exponential = |index: &'static str| {
                view! {
                    <mi>"exp"</mi><mo>"("</mo>
                    <msubsup><mi>"s"</mi><mi>{index}</mi><mo>"″"</mo></msubsup>
                    <mo>"−"</mo> <msub><mi>"max"</mi><mi>"i"</mi></msub> <mo>")"</mo>
                }
            };
            view! {
                {sub("w", "ij")} <mo>"="</mo>
                <mfrac>
                    <mrow>{exponential("ij")}</mrow>
                    <mrow><msub><mo>"∑"</mo><mi>"k"</mi></msub> {exponential("ik")}</mrow>
                </mfrac>
            }
            .into_any()
        }
        Stage::Context => view! {
            {sub("c", "i")} <mo>"="</mo>
            <munder><mo>"∑"</mo><mi>"j"</mi></munder> {sub("w", "ij")} {sub("v", "j")}
        }
        .into_any(),
        Stage::Concat => view! {
            <msup><mi>"c"</mi><mn>"1"</mn></msup> <mo>"‖"</mo> <msup><mi>"c"</mi><mn>"2"</mn></msup>
            <mo>"‖"</mo> <mo>"…"</mo> <mo>"‖"</mo> <msup><mi>"c"</mi><mi>"H"</mi></msup>
        }
        .into_any(),
        Stage::Output => view! {
            <mi>"O"</mi> <mo>"="</mo> <mtext>"concat"</mtext> <mo>"·"</mo> {sub("W", "O")}
            <mo>"="</mo> <munder><mo>"∑"</mo><mi>"h"</mi></munder>
            <msup><mi>"c"</mi><mi>"h"</mi></msup>
            <msubsup><mi>"W"</mi><mi>"O"</mi><mi>"h"</mi></msubsup>
            {has_output_bias().then(|| view! { <mo>"+"</mo> {sub("b", "O")} })}
        }
        .into_any(),
        Stage::AddNorm => view! {
            <mi>"y"</mi> <mo>"="</mo>
            <mfrac>
                <mrow><mi>"r"</mi><mo>"−"</mo><mi>"μ"</mi></mrow>
                <msqrt><msup><mi>"σ"</mi><mn>"2"</mn></msup><mo>"+"</mo><mi>"ε"</mi></msqrt>
            </mfrac>
            <mi>"γ"</mi><mo>"+"</mo><mi>"β"</mi><mo>","</mo>
            <mspace width="0.7em"></mspace>
            <mi>"r"</mi> <mo>"="</mo> <mi>"X"</mi> <mo>"+"</mo> <mi>"O"</mi>
        }
        .into_any(),
    }
}

/// Where queries, keys and values come from, as far as that is given.
fn projections_in_letters(app: AppState) -> AnyView {
    let trace = app.given.read();
    let Some(e) = trace.projected.embeddings() else {
        return view! { <mi>"Q"</mi><mo>","</mo> <mi>"K"</mi><mo>","</mo> <mi>"V"</mi> }.into_any();
    };
    let of_keys = e.x_k.is_some().then_some("K");
    let of_values = e.x_v.is_some().then_some("V").or(of_keys);
    let projections = [("Q", None, &e.query), ("K", of_keys, &e.key), ("V", of_values, &e.value)];
    let row = |(name, source, affine): (&'static str, Option<&'static str>, &Affine)| {
        let x = match source {
            Some(source) => sub("X", source).into_any(),
            None => view! { <mi>"X"</mi> }.into_any(),
        };
        let weight = affine.weight.is_some().then(|| sub("W", name));
        let bias = affine.bias.is_some().then(|| view! { <mo>"+"</mo> {sub("b", name)} });
        view! {
            <mtr>
                <mtd><mrow><mi>{name}</mi> <mo>"="</mo> {x} {weight} {bias}</mrow></mtd>
            </mtr>
        }
    };
    view! { <mtable>{projections.map(row).collect_view()}</mtable> }.into_any()
}

fn sub(letter: &'static str, index: &'static str) -> impl IntoView {
    view! { <msub><mi>{letter}</mi><mi>{index}</mi></msub> }
}

/// √`d_k` where that is what is divided by, or else the number that was chosen.
fn divisor_in_letters(app: AppState) -> AnyView {
    let trace = app.trace.read();
    let divisor = trace.scale.divisor();
    if d_k_of_root(&trace.projected, divisor).is_some() {
        view! { <msqrt><msub><mi>"d"</mi><mi>"k"</mi></msub></msqrt> }.into_any()
    } else {
        view! { <mn>{short_divisor(divisor)}</mn> }.into_any()
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
fn in_numbers(source: &CellSource) -> AnyView {
    let number = |value: f64| view! { <mn>{arithmetic(value)}</mn> };
    let equals = |value: f64| view! { <mo>"="</mo> <mn class="result">{arithmetic(value)}</mn> };
    match source {
        CellSource::Given { value } | CellSource::Copied { value, .. } => {
            view! { <mn class="result">{arithmetic(*value)}</mn> }.into_any()
        }
        CellSource::Products { terms, bias, value } => {
            // A bias takes the place of the second term: the line stays short.
            let n_shown = if bias.is_some() { 1 } else { 2 };
            let first = terms.iter().take(n_shown).enumerate().map(|(at, term)| {
                let plus = (at > 0).then(|| view! { <mo>"+"</mo> });
                view! { {plus} {factor(term.left)} <mo>"·"</mo> {factor(term.right)} }
            });
            let more = (terms.len() > n_shown).then(|| view! { <mo>"+"</mo> <mo>"…"</mo> });
            let bias = bias.map(|bias| view! { <mo>"+"</mo> {factor(bias)} });
            view! { {first.collect_view()} {more} {bias} {equals(*value)} }.into_any()
        }
        CellSource::Rotated { first, second, angle, is_first, value } => {
            let (a, b) = if *is_first { (first, second) } else { (second, first) };
            let sign = if *is_first { "−" } else { "+" };
            view! {
                {factor(*a)} <mi>"cos"</mi> {number(*angle)} <mo>{sign}</mo>
                {factor(*b)} <mi>"sin"</mi> {number(*angle)} {equals(*value)}
            }
            .into_any()
        }
        CellSource::Scaled { score, scale, value } => view! {
            <mfrac>
                {number(*score)}
                <mn>{short_divisor(scale.divisor())}</mn>
            </mfrac>
            {equals(*value)}
        }
        .into_any(),
        CellSource::Masked { scaled, decision, value } => {
            let added = match decision {
                MaskDecision::Seen => 0.0,
                MaskDecision::Hidden => f64::NEG_INFINITY,
                MaskDecision::Added(term) => *term,
            };
            view! { {number(*scaled)} <mo>"+"</mo> {factor(added)} {equals(*value)} }.into_any()
        }
        // No key is visible: exp(−∞ − (−∞)) ÷ 0 is not how the 0 came to be.
        CellSource::Softmax { maximum, value, .. } if *maximum == f64::NEG_INFINITY => {
            view! { <mn class="result">{arithmetic(*value)}</mn> }.into_any()
        }
        CellSource::Softmax { row, maximum, sum, column, value, .. } => {
            let score = row.get(*column).copied().unwrap_or(f64::NAN);
            view! {
                <mfrac>
                    <mrow>
                        <mi>"exp"</mi><mo>"("</mo>{number(score)}<mo>"−"</mo>{factor(*maximum)}
                        <mo>")"</mo>
                    </mrow>
                    {number(*sum)}
                </mfrac>
                {equals(*value)}
            }
            .into_any()
        }
        CellSource::Added { left, right, value } => {
            view! { {number(*left)} <mo>"+"</mo> {factor(*right)} {equals(*value)} }.into_any()
        }
        CellSource::Normalized { residual, mean, variance, epsilon, gamma, beta, value } => view! {
            <mfrac>
                <mrow>{number(*residual)}<mo>"−"</mo>{factor(*mean)}</mrow>
                <msqrt>{number(*variance)}<mo>"+"</mo>{number(*epsilon)}</msqrt>
            </mfrac>
            <mo>"·"</mo> {factor(*gamma)} <mo>"+"</mo> {factor(*beta)} {equals(*value)}
        }
        .into_any(),
    }
}

/// A number inside a formula, in parentheses where it is negative.
fn factor(value: f64) -> impl IntoView {
    let text = arithmetic(value);
    let text = if value < 0.0 { format!("({text})") } else { text };
    view! { <mn>{text}</mn> }
}
