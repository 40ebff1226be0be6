//! Two matrices beside each other, and what the second is more than the first.

use std::sync::Arc;

use leptos::prelude::*;

use super::words;
use crate::{
    draw::{ColorMap, Domain, format_range, size_name},
    i18n::lab::LabWords,
    math::{Axis, Matrix, MatrixName, difference, farthest, usual_most},
    state::DomainChoice,
    ui::{
        app_state::AppState,
        erased::{flag, maybe, part, pressed, text},
        stages::{Aside, Figure, Tokens, cell_name, shown},
        widgets::{KeyView, Picture, arithmetic, exact},
    },
};

/// Two matrices of one name, as far as they are there, and what each is called.
#[derive(Clone, Copy)]
pub struct Pair {
    /// Which matrix they are.
    pub name: Signal<MatrixName>,
    /// The first, `[rows, columns]`.
    pub first: Memo<Option<Arc<Matrix>>>,
    /// Whose tokens stand along the first, where they are not those that are shown.
    pub tokens: Memo<Option<Tokens>>,
    /// The second.
    pub second: Memo<Option<Arc<Matrix>>>,
    /// What the first, the second and their difference are called, under their pictures and before
    /// their numbers.
    pub captions: [Signal<String>; 3],
    /// The same in short.
    pub labels: fn(&LabWords) -> [&'static str; 3],
    /// What is said where the second cannot be computed.
    pub missing: fn(&LabWords) -> &'static str,
}

impl Pair {
    /// second − first; `None` where they are of two sizes or one is not there.
    pub fn difference(self) -> Option<Matrix> {
        let (first, second) = (self.first.read(), self.second.read());
        difference(first.as_ref()?.view(), second.as_ref()?.view())
    }

    /// The numbers that the colors of both span.
    fn domain(self, app: AppState) -> Domain {
        let (first, second) = (self.first.read(), self.second.read());
        let matrices = [first.as_ref(), second.as_ref()].into_iter().flatten();
        match app.domain.get() {
            choice if self.name.get().is_share() => {
                let most = matrices.filter_map(|matrix| usual_most(matrix.view()));
                Domain::of_shares(most.reduce(f64::max).map(|most| match choice {
                    DomainChoice::Fixed(bound) => bound.min(1.0),
                    DomainChoice::Matrix | DomainChoice::AllHeads => most,
                }))
            }
            DomainChoice::Fixed(bound) => Domain::symmetric(bound),
            DomainChoice::Matrix | DomainChoice::AllHeads => {
                Domain::over(ColorMap::Diverging, matrices.map(|matrix| matrix.view()))
            }
        }
    }
}

/// The three pictures, and the key of the third.
#[component]
pub fn Trio(pair: Pair) -> impl IntoView {
    let app = AppState::get();
    let Pair { name, first, second, captions, .. } = pair;
    let both = Memo::new(move |_| pair.domain(app));
    let picture = move |matrix: Memo<Option<Arc<Matrix>>>| {
        Memo::new(move |_| matrix.get().map(|matrix| shown(app, matrix, both.get())))
    };
    let difference = Memo::new(move |_| pair.difference().map(Arc::new));
    let apart = Memo::new(move |_| {
        let matrix = difference.get()?;
        // Of weights among many keys it reaches as far as a usual row, as theirs does.
        let usual =
            if name.get().is_share() { usual_most(matrix.mapv(f64::abs).view()) } else { None };
        let whole = || Domain::over(ColorMap::Diverging, [matrix.view()]);
        let domain = usual.map_or_else(whole, Domain::symmetric);
        Some(shown(app, matrix, domain))
    });
    let pictures = [picture(first), picture(second), apart];
    // Figures are made anew with other matrices, not with other numbers in them.
    let shapes = Memo::new(move |_| {
        let size =
            |picture: Memo<Option<Picture>>| picture.read().as_ref().map(|it| it.cells.size());
        (name.get(), pictures.map(size))
    });
    let figures = move || {
        let ((name, sizes), of_first) = (shapes.get(), pair.tokens.get());
        let parts = ["first", "second", "difference"].into_iter().zip(pictures).zip(captions);
        let figure = |(((id, picture), caption), size): (_, Option<_>)| {
            let tokens = of_first.filter(|_| id == "first");
            let aside = Some(Aside { id, caption, tokens });
            size.map(|size| view! { <Figure name picture size aside /> })
        };
        parts.zip(sizes).map(figure).collect_view()
    };
    // One below the other, but for those of many queries and keys: they are zoomed, and may be small.
    let is_fine = move || {
        let (name, sizes) = shapes.get();
        let is_between = name.axes() == (Axis::Query, Axis::Key);
        sizes.into_iter().flatten().any(|(rows, columns)| {
            let is_zoomed = is_between && rows.max(columns) > 32;
            !is_zoomed && (columns > 16 || rows > 32)
        })
    };
    let domain = Memo::new(move |_| apart.read().as_ref().map_or(Domain::unit(), |it| it.domain));
    let has_difference =
        Memo::new(move |_| apart.read().as_ref().is_some_and(|it| it.domain.high > 0.0));
    // Larger differences of weights among many keys are clipped.
    let is_usual = Memo::new(move |_| {
        let columns = apart.read().as_ref().map_or(0, |it| it.cells.size().1);
        name.get().is_share() && columns > 32
    });
    let key = move || {
        has_difference.get().then(|| {
            view! {
                <div class="color-key pair-key">
                    <div class="color-strip">
                        <KeyView domain theme=app.theme pixel_ratio=app.pixel_ratio />
                    </div>
                    <p class="color-note">
                        {text(move || (words(app).colors)(&arithmetic(domain.get().high), is_usual.get()))}
                    </p>
                </div>
            }
        })
    };
    view! {
        <div
            class="trio"
            data-fine=flag(is_fine)
            data-apart=flag(move || pair.tokens.get().is_some())
        >
            {part(figures)}
        </div>
        {maybe(key)}
        <PairNumbers pair difference />
    }
}

/// The numbers of the selected cell, and where the difference is largest.
#[component]
fn PairNumbers(pair: Pair, difference: Memo<Option<Arc<Matrix>>>) -> impl IntoView {
    let app = AppState::get();
    let name = pair.name;
    let at = move || {
        let size = pair.first.read().as_ref().map(|matrix| matrix.dim())?;
        let projected = &app.given.read().projected;
        Some(app.selection.get().cell(name.get(), app.head.get(), projected, size))
    };
    let value =
        move |matrix: Memo<Option<Arc<Matrix>>>| matrix.read().as_ref()?.get(at()?).copied();
    let values = move || [pair.first, pair.second, difference].map(value);
    let of_cell = move || {
        let Some(at) = at() else { return String::new() };
        let labels = (pair.labels)(words(app));
        let written = labels.into_iter().zip(values()).map(|(label, value)| {
            let value = value.map_or_else(|| "–".to_owned(), arithmetic);
            format!("{label} {value}")
        });
        let written: Vec<String> = written.collect();
        format!("{}: {}", cell_name(app, name.get(), at), written.join(" · "))
    };
    // Unrounded, for whoever reads it by a program.
    let unrounded = move || values().map(|it| it.map(exact).unwrap_or_default()).join(" ");
    let largest = Memo::new(move |_| {
        let matrix = difference.get()?;
        farthest(matrix.view()).filter(|(_, value)| *value != 0.0)
    });
    let told = move || {
        let words = words(app);
        match largest.get() {
            Some((at, value)) => {
                (words.largest)(&arithmetic(value), &cell_name(app, name.get(), at))
            }
            None if difference.read().is_some() => words.no_difference.to_owned(),
            None => sizes(app, pair),
        }
    };
    let go = move || {
        if let Some((at, _)) = largest.get_untracked() {
            app.pick(name.get_untracked(), app.head.get_untracked(), at);
        }
    };
    let button = move || {
        largest.with(Option::is_some).then(|| {
            view! {
                <button type="button" class="plain pair-go" on:click=pressed(go)>
                    {text(told)}
                </button>
            }
        })
    };
    view! {
        <p
            class="pair-cell"
            aria-live="polite"
            data-at=text(move || at().map(|(row, column)| format!("{row},{column}")).unwrap_or_default())
            data-values=text(unrounded)
        >{text(of_cell)}</p>
        <p class="pair-largest">
            {maybe(button)}
            {text(move || if largest.with(Option::is_some) { String::new() } else { told() })}
        </p>
    }
}

/// Why there is no difference to draw.
fn sizes(app: AppState, pair: Pair) -> String {
    let words = words(app);
    let size = |matrix: Memo<Option<Arc<Matrix>>>| {
        Some(size_name(app.convention.get().shown(matrix.read().as_ref()?.dim())))
    };
    match (size(pair.first), size(pair.second)) {
        (Some(first), Some(second)) => (words.other_sizes)(&first, &second),
        _ => (pair.missing)(words).to_owned(),
    }
}

/// A range of numbers as it is written beside a picture.
pub fn range_of(domain: Domain) -> String {
    format_range(domain.low, domain.high)
}
