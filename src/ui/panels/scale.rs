//! The scale: a logarithmic slider with its marks, the number to type over, and the way back.

use leptos::prelude::*;

use crate::{
    draw::{Digits, format_number},
    math::Projected,
    state::{DIVISORS, DivisorSlider, typed},
    ui::{
        app_state::AppState,
        browser,
        erased::{changed, escaped, flag, part, pressed, text},
        frames,
        stages::{d_k_of_root, short_divisor},
        widgets::{Markup, arithmetic, excerpt, to_read, written},
    },
};

/// A mark on the slider.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Mark {
    divisor: f64,
    kind: MarkKind,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MarkKind {
    One,
    RootDk(usize),
    RootDModel(usize),
}

impl MarkKind {
    fn text(self) -> String {
        match self {
            Self::One => "1".to_owned(),
            Self::RootDk(width) | Self::RootDModel(width) => format!("√{width}"),
        }
    }
}

/// The marks at 1, √`d_k` and √`d_model`, as far as the example has such widths.
fn marks(projected: &Projected) -> Vec<Mark> {
    let root = |width: usize| (width as f64).sqrt();
    let head = projected.d_k().map(|d| Mark { divisor: root(d), kind: MarkKind::RootDk(d) });
    let model = projected.d_model().filter(|d| Some(*d) != projected.d_k());
    let model = model.map(|d| Mark { divisor: root(d), kind: MarkKind::RootDModel(d) });
    let one = Mark { divisor: 1.0, kind: MarkKind::One };
    [Some(one), head, model].into_iter().flatten().collect()
}

/// The scale control.
#[component]
pub fn ScaleSlider() -> impl IntoView {
    let app = AppState::get();
    let marks = Memo::new(move |_| marks(&app.given.read().projected));
    let slider = Memo::new(move |_| {
        let marks: Vec<f64> = marks.read().iter().map(|mark| mark.divisor).collect();
        DivisorSlider::new(&marks)
    });
    let divisor = Memo::new(move |_| app.trace.read().scale.divisor());
    let on_input = move |step: String| {
        if let Ok(step) = step.parse() {
            frames::moved();
            app.set_divisor(Some(slider.read_untracked().divisor(step)));
        }
    };
    let mark = move |mark: Mark| view! { <SliderMark mark marks slider /> };
    view! {
        <div class="scale">
            <label class="control-title" for="scale-slider">
                {text(move || app.words().controls.divide_by)}
            </label>
            <div class="slider">
                <input
                    id="scale-slider"
                    type="range"
                    min="0"
                    max=DivisorSlider::STEPS.to_string()
                    step="1"
                    aria-valuetext=text(move || short_divisor(divisor.get()))
                    prop:value=text(move || slider.read().step(divisor.get()).to_string())
                    on:input=changed(on_input)
                    on:change=changed(|_| frames::lifted())
                />
                <div class="slider-marks">
                    {part(move || marks.get().into_iter().map(mark).collect_view())}
                </div>
            </div>
            <DivisorField divisor />
            <RowReadout />
        </div>
    }
}

#[component]
fn SliderMark(mark: Mark, marks: Memo<Vec<Mark>>, slider: Memo<DivisorSlider>) -> impl IntoView {
    let app = AppState::get();
    let is_low = move || is_low(mark, &marks.read(), &slider.read());
    let title = move || {
        let words = &app.words().controls;
        match mark.kind {
            MarkKind::One => words.mark_one,
            MarkKind::RootDk(_) => words.mark_root_dk,
            MarkKind::RootDModel(_) => words.mark_root_d_model,
        }
    };
    let label = move || format!("{} {}", mark.kind.text(), title());
    view! {
        <button
            type="button"
            title=text(title)
            aria-label=text(label)
            data-low=flag(is_low)
            style:--share=text(move || slider.read().share(mark.divisor).to_string())
            on:click=pressed(move || app.set_divisor(Some(mark.divisor)))
        >
            {mark.kind.text()}
        </button>
    }
}

/// Whether a mark stands a line lower: every second of those that would touch.
fn is_low(mark: Mark, marks: &[Mark], slider: &DivisorSlider) -> bool {
    // A mark of four letters is so wide, on the narrowest slider.
    const TOUCHING: f64 = 0.13;
    let mut is_low = false;
    for pair in marks.windows(2) {
        let apart = (slider.share(pair[1].divisor) - slider.share(pair[0].divisor)).abs();
        is_low = apart < TOUCHING && !is_low;
        if pair[1] == mark {
            return is_low;
        }
    }
    false
}

/// The divisor to type over, and the way back to the example's own.
#[component]
fn DivisorField(divisor: Memo<f64>) -> impl IntoView {
    let app = AppState::get();
    let refused = app.refused_divisor;
    let own = move || app.loaded.read().problem.scale().divisor();
    let own_text = move || {
        let d_k = d_k_of_root(&app.given.read().projected, own());
        d_k.map_or_else(|| short_divisor(own()), |d| format!("√{d}"))
    };
    let on_change = move |entered: String| match typed(&entered) {
        Some(number) if DIVISORS.contains(&number) => app.set_divisor(Some(number)),
        _ => refused.set(Some(entered)),
    };
    let message = move || {
        let [low, high] = [DIVISORS.start(), DIVISORS.end()].map(f64::to_string);
        Some((app.words().controls.divisor_refused)(&excerpt(&refused.get()?), &low, &high))
    };
    // What was refused stays to be mended; the number returns with the next that is set.
    let shown = move || refused.get().unwrap_or_else(|| divisor_text(divisor.get()));
    let give_up = move || {
        refused.set(None);
        browser::begin_field("#divisor", &untrack(shown), true);
    };
    view! {
        <div class="divisor">
            <input
                id="divisor"
                type="text"
                inputmode="decimal"
                autocomplete="off"
                aria-label=text(move || app.words().controls.divisor)
                aria-invalid=text(move || refused.read().is_some().to_string())
                aria-describedby="divisor-refused"
                prop:value=text(shown)
                on:change=changed(on_change)
                on:keydown=escaped(give_up)
            />
            <button
                type="button"
                aria-label=text(move || (app.words().controls.reset)(&own_text()))
                title=text(move || (app.words().controls.reset)(&own_text()))
                on:click=pressed(move || app.set_divisor(None))
            >
                {text(move || format!("↺ {}", own_text()))}
            </button>
            <p id="divisor-refused" class="refused" role="alert">
                {text(move || message().unwrap_or_default())}
            </p>
        </div>
    }
}

/// A divisor in its field: two decimals where they are all, else as in the formulas.
fn divisor_text(divisor: f64) -> String {
    let cents = divisor * 100.0;
    if (cents - cents.round()).abs() < 1e-9 * cents {
        return format_number(divisor, Digits::Fixed(2));
    }
    short_divisor(divisor)
}

/// Entropy and largest weight of the selected row, following the slider.
#[component]
fn RowReadout() -> impl IntoView {
    let app = AppState::get();
    let readout = move || {
        let words = &app.words().controls;
        let Some(stats) = app.row.get() else { return Vec::new() };
        let largest = stats.largest.map_or(f64::NAN, |(_, weight)| weight);
        let part = |(name, value): (&'static str, f64)| {
            let value = Markup::text("b", arithmetic(value));
            Markup::of("span", vec![Markup::Text(name.into()), Markup::Text(" ".into()), value])
        };
        [(words.entropy, stats.entropy), (words.largest, largest)].map(part).into()
    };
    view! { <p class="row-readout" use:written=to_read(readout)></p> }
}
