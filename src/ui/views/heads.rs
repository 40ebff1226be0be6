//! All heads at once, their mean, how many keys they look at, and how alike they are.

use leptos::prelude::*;

use super::{pair::range_of, words};
use crate::{
    draw::{ColorMap, Domain, Numbers},
    math::{Axis, Cells, MatrixName, Trace, mean_of_heads, row_stats, similarity_of_heads},
    state::View,
    ui::{
        app_state::AppState,
        erased::{flag, maybe, part, pressed, text},
        stages::{Aside, BarePicture, Figure, shown},
        widgets::{CanvasView, Markup, Picture, short, with, written},
    },
};

/// The overview of the heads.
#[component]
pub fn Heads() -> impl IntoView {
    let app = AppState::get();
    let holds_all = Memo::new(move |_| app.given.read().projected.holds_all());
    move || {
        if holds_all.get() {
            return AllHeads().into_any();
        }
        let says = text(move || words(app).heads.one_at_a_time);
        view! { <p class="hindrance">{says}</p> }.into_any()
    }
}

#[component]
fn AllHeads() -> impl IntoView {
    let app = AppState::get();
    // The matrix itself where each head has its own; else the weights.
    let name = Memo::new(move |_| {
        let trace = app.given.read();
        let result = app.stage.get().result(&trace);
        if trace.stack(result).is_some() { result } else { MatrixName::Weights }
    });
    let domain = Memo::new(move |_| domain(&app.trace.read(), name.get()));
    let n_heads = Memo::new(move |_| app.given.read().projected.n_heads());
    let title = move || (words(app).heads.title)((app.words().matrix)(name.get()));
    let heads =
        move || (0..n_heads.get()).map(|head| view! { <Head head name domain /> }).collect_view();
    view! {
        <div class="all-heads">
            <section>
                <h2>{text(title)}</h2>
                <p class="control-note">
                    {text(move || (words(app).heads.one_domain)(&range_of(domain.get())))}
                </p>
                <div class="all-heads-grid">{part(heads)}</div>
                <p class="control-note">
                    {text(move || {
                        let n_keys = app.given.read().projected.n_keys().to_string();
                        format!("{}: {}", words(app).heads.keys, (words(app).heads.keys_about)(&n_keys))
                    })}
                </p>
            </section>
            <Mean name domain />
            <Similarity />
        </div>
    }
}

fn domain(trace: &Trace, name: MatrixName) -> Domain {
    if name.is_share() {
        return Domain::unit();
    }
    let heads = 0..trace.projected.n_heads();
    Domain::over(ColorMap::Diverging, heads.filter_map(|head| trace.view(name, head)))
}

/// One head: its picture, its number, and a bar for each query.
#[component]
fn Head(head: usize, name: Memo<MatrixName>, domain: Memo<Domain>) -> impl IntoView {
    let app = AppState::get();
    let picture = Memo::new(move |_| {
        let cells = app.trace.read().cells(name.get(), head)?;
        Some(shown(app, cells, domain.get()))
    });
    let number = move || (head + app.first_head_number()).to_string();
    let open = move || {
        app.choose_head(head);
        app.settings.write().view = View::Stages;
    };
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
        <div class="one-head" data-selected=flag(move || app.head.get() == head)>
            <button
                type="button"
                data-open-head=head.to_string()
                aria-label=text(move || (words(app).heads.open)(&number()))
                on:click=pressed(open)
            >
                <span class="one-head-box">
                    <BarePicture picture />
                </span>
                <span>{text(number)}</span>
            </button>
            <div
                class="keys-plot"
                role="img"
                aria-label=text(move || told(app, head))
                title=text(move || told(app, head))
                use:written=with(bars)
            ></div>
        </div>
    }
}

/// Entropy and effective number of keys of each query, one after the other.
fn told(app: AppState, head: usize) -> String {
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

/// The mean of all heads, with its warning.
#[component]
fn Mean(name: Memo<MatrixName>, domain: Memo<Domain>) -> impl IntoView {
    let app = AppState::get();
    let picture = Memo::new(move |_| {
        let trace = app.trace.read();
        let matrix = mean_of_heads(trace.stack(name.get())?)?;
        Some(shown(app, matrix, domain.get()))
    });
    let caption = Signal::derive(move || words(app).heads.mean.to_owned());
    let shape = Memo::new(move |_| {
        picture.read().as_ref().map(|picture| (name.get(), picture.cells.size()))
    });
    let figure = move || {
        let aside = Some(Aside { id: "mean", caption, tokens: None });
        shape.get().map(|(name, size)| view! { <Figure name picture size aside /> })
    };
    view! {
        <section class="mean-of-heads">
            {maybe(figure)}
            <p class="warning">{text(move || words(app).heads.mean_warning)}</p>
            <p class="warning">{text(move || words(app).heads.picture_warning)}</p>
        </section>
    }
}

/// How alike the weights of each two heads are.
#[component]
fn Similarity() -> impl IntoView {
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
                            on_drawn=|| ()
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
