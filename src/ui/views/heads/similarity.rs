//! How alike heads are.

use leptos::prelude::*;

use crate::{
    draw::{Domain, Numbers},
    math::{Cells, similarity_of_heads},
    ui::{
        app_state::AppState,
        erased::{maybe, text},
        views::words,
        widgets::{CanvasView, Markup, Picture, short, with, written},
    },
};

/// How alike the weights of each two heads are.
#[component]
pub fn Similarity() -> impl IntoView {
    let app = AppState::get();
    let picture = Memo::new(move |_| {
        let matrix = similarity_of_heads(&app.trace.read().weights);
        Some(Picture { cells: matrix.into(), domain: Domain::unit(), is_veiled: false })
    });
    let n_heads = Memo::new(move |_| app.given.read().projected.n_heads());
    let numbers = move || {
        let number = |head: usize| {
            let number = Markup::text("span", (head + app.first_head_number()).to_string());
            if head == app.head.get() { number.with("data-selected", "true") } else { number }
        };
        (0..n_heads.get()).map(number).collect()
    };
    let alike = move || {
        let picture = picture.read();
        picture.as_ref().map(|picture| most_alike(app, &picture.cells)).unwrap_or_default()
    };
    let grid = move || {
        (n_heads.get() > 1).then(|| {
            view! {
                <div class="similarity" style:--heads=n_heads.get().to_string()>
                    <div class="similarity-columns" aria-hidden="true" use:written=with(numbers)></div>
                    <div class="similarity-rows" aria-hidden="true" use:written=with(numbers)></div>
                    <div class="similarity-box" role="img" aria-label=text(alike)>
                        <CanvasView
                            picture
                            theme=app.theme
                            pixel_ratio=app.pixel_ratio
                            numbers=Numbers::WhenTheyFit
                            on_drawn=Box::new(|| ())
                        />
                    </div>
                </div>
            }
        })
    };
    let about = move || {
        let words = &words(app).heads;
        if n_heads.get() > 1 { words.similarity_about } else { words.not_alike }
    };
    view! {
        <section class="similarity-of-heads">
            <h2>{text(move || words(app).heads.similarity)}</h2>
            <p class="control-note">{text(about)}</p>
            <div class="formula" use:written=with(formula)></div>
            {maybe(grid)}
            <p class="similarity-most">{text(alike)}</p>
        </section>
    }
}

/// cos(a, b) = Σ a·b ÷ (√Σ a² · √Σ b²).
fn formula() -> Vec<Markup> {
    let name = |text: &'static str| Markup::text("mi", text);
    let sign = |text: &'static str| Markup::text("mo", text);
    let row = |children| Markup::of("mrow", children);
    let indexed = |of| Markup::of("msub", vec![name(of), name("ij")]);
    let length = |of| {
        let square = Markup::of("msubsup", vec![name(of), name("ij"), Markup::text("mn", "2")]);
        Markup::of("msqrt", vec![row(vec![sign("∑"), square])])
    };
    let above = row(vec![sign("∑"), indexed("A"), indexed("B")]);
    let below = row(vec![length("A"), sign("·"), length("B")]);
    let whole = vec![
        name("cos"),
        sign("("),
        name("A"),
        sign(","),
        name("B"),
        sign(")"),
        sign("="),
        Markup::of("mfrac", vec![above, below]),
    ];
    vec![Markup::of("math", vec![row(whole)]).with("display", "block")]
}

/// The head that is most like the chosen one.
fn most_alike(app: AppState, similarity: &Cells) -> String {
    let head = app.head.get();
    let others = (0..).map_while(|other| Some((other, similarity.get((head, other))?)));
    let others = others.filter(|(other, value)| *other != head && !value.is_nan());
    let most = others.reduce(|best, next| if next.1 > best.1 { next } else { best });
    let number = |head: usize| (head + app.first_head_number()).to_string();
    let pair = words(app).heads.pair;
    most.map(|(other, value)| pair(&number(head), &number(other), &short(value)))
        .unwrap_or_default()
}
