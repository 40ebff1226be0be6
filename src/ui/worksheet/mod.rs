//! A worksheet to print, with its answer key, from what the page shows. A part of its own.

mod sheet;

use leptos::prelude::*;
use wasm_bindgen::JsCast as _;
use web_sys::Element;

use super::{
    app::HasWorksheet,
    app_state::AppState,
    browser,
    erased::{changed, escaped, maybe, part, pressed, text, truth},
    shared::Shared,
    widgets::{with, written},
};
use crate::{
    i18n::worksheet::WorksheetWords,
    math::{Axis, MatrixName},
    state::{Blank, Worksheet, is_too_large, printable},
};

/// The worksheet in place of the page, until it is closed.
#[component]
pub fn WorksheetPage() -> impl IntoView {
    let app = AppState::get();
    let sheet = Sheet::new(app);
    let words = move || words(app);
    let HasWorksheet(is_shown) = expect_context();
    let close = move || {
        is_shown.set(false);
        browser::focus("button[data-panel]");
    };
    let press = move |event: web_sys::MouseEvent| {
        let cell = event.target().and_then(|it| it.dyn_into::<Element>().ok());
        let cell = cell.and_then(|it| it.closest("[data-cell]").ok().flatten());
        if let Some(cell) = cell.and_then(|it| cell_of(&it.get_attribute("data-cell")?)) {
            sheet.change(|sheet| sheet.toggle(cell));
        }
    };
    request_animation_frame(|| browser::focus(".worksheet button:enabled"));
    let has_any = Memo::new(move |_| !printable(&app.given.read(), app.head.get()).is_empty());
    let left_out = move || match has_any.get() {
        false => words().none_fits,
        true if is_too_large(&app.given.read(), app.head.get()) => words().too_large,
        true => "",
    };
    let pages = move || {
        view! {
            <article
                class="worksheet-page"
                on:click=press
                use:written=with(move || sheet::questions(app, &sheet.now.read()))
            ></article>
            <article
                class="worksheet-page"
                use:written=with(move || sheet::key(app, &sheet.now.read()))
            ></article>
        }
    };
    view! {
        <main class="worksheet" aria-label=text(move || words().title) on:keydown=escaped(close)>
            <header class="worksheet-tools">
                <h1>{text(move || words().title)}</h1>
                <p>{text(move || words().intro)}</p>
                <div class="worksheet-choices">{part(move || choices(app, sheet))}</div>
                <p>{text(left_out)}</p>
                <p>
                    <button
                        type="button"
                        class="primary"
                        disabled=truth(move || !has_any.get())
                        on:click=pressed(browser::print)
                    >
                        {text(move || words().print)}
                    </button>
                    <button type="button" on:click=pressed(close)>{text(move || words().close)}</button>
                </p>
            </header>
            {maybe(move || has_any.get().then(pages))}
        </main>
    }
}

/// What is printed and blank: as it opens for the numbers, the head and the query that are shown, and what was
/// changed in that, as long as they are shown.
#[derive(Clone, Copy)]
struct Sheet {
    opening: Memo<Shared<Worksheet>>,
    changed: RwSignal<Option<(Shared<Worksheet>, Worksheet)>>,
    now: Memo<Worksheet>,
}

impl Sheet {
    fn new(app: AppState) -> Self {
        let query = Memo::new(move |_| app.selection.get().query);
        let opening = Memo::new(move |_| {
            Shared::new(Worksheet::opening(&app.given.read(), app.head.get(), query.get()))
        });
        let changed = RwSignal::new(None::<(Shared<Worksheet>, Worksheet)>);
        let now = Memo::new(move |_| {
            let opening = opening.get();
            let kept = changed.get().filter(|(of, _)| *of == opening);
            kept.map_or_else(|| Worksheet::clone(&opening), |(_, sheet)| sheet)
        });
        Self { opening, changed, now }
    }

    fn change(self, change: impl FnOnce(&mut Worksheet)) {
        let mut sheet = self.now.get_untracked();
        change(&mut sheet);
        self.changed.set(Some((self.opening.get_untracked(), sheet)));
    }
}

fn words(app: AppState) -> &'static WorksheetWords {
    app.language.get().worksheet_words()
}

/// A menu for each matrix that fits on paper.
fn choices(app: AppState, sheet: Sheet) -> impl IntoView {
    let matrices = printable(&app.given.read(), app.head.get());
    let menus = matrices.into_iter().map(move |matrix| view! { <MatrixMenu matrix sheet /> });
    menus.collect_view()
}

/// What is printed of one matrix.
#[component]
fn MatrixMenu(matrix: MatrixName, sheet: Sheet) -> impl IntoView {
    let app = AppState::get();
    let name = move || (app.words().matrix)(matrix);
    let chosen = Memo::new(move |_| {
        let sheet = sheet.now.read();
        if !sheet.matrices.contains(&matrix) {
            return "no";
        }
        match sheet.blank_of(&app.given.read(), app.head.get(), matrix) {
            Some(Blank::None) => "none",
            Some(Blank::Row(row)) if row == row_of(app, matrix) => "row",
            Some(Blank::All) => "all",
            _ => "some",
        }
    });
    let choose = move |choice: String| {
        let (row, head) = (untrack(|| row_of(app, matrix)), app.head.get_untracked());
        let blank = match choice.as_str() {
            "none" => Blank::None,
            "row" => Blank::Row(row),
            "all" => Blank::All,
            _ => {
                sheet.change(|sheet| {
                    sheet.matrices.remove(&matrix);
                });
                return;
            }
        };
        sheet.change(|sheet| {
            sheet.matrices.insert(matrix);
            sheet.leave(&app.given.read_untracked(), head, matrix, blank);
        });
    };
    let option = move |key: &'static str, say: fn(AppState, MatrixName) -> String| {
        view! {
            <option value=key prop:selected=truth(move || chosen.get() == key)>
                {text(move || say(app, matrix))}
            </option>
        }
    };
    view! {
        <label>
            <span>{text(name)}</span>
            <select aria-label=text(move || (words(app).of)(name())) on:change=changed(choose)>
                {option("no", |app, _| words(app).not_printed.to_owned())}
                {option("none", |app, _| words(app).filled.to_owned())}
                {option("row", |app, matrix| (words(app).line_blank)(&line_name(app, matrix)))}
                {option("all", |app, _| words(app).all_blank.to_owned())}
                <option value="some" disabled=true prop:selected=truth(move || chosen.get() == "some")>
                    {text(move || words(app).some_blank)}
                </option>
            </select>
        </label>
    }
}

/// The row of a matrix that the selected cell is in.
fn row_of(app: AppState, matrix: MatrixName) -> usize {
    match matrix.axes().0 {
        Axis::Query => app.selection.get().query,
        Axis::Key => app.selection.get().key,
        _ => 0,
    }
}

/// What that row is called.
fn line_name(app: AppState, matrix: MatrixName) -> String {
    let row = row_of(app, matrix);
    match matrix.axes().0 {
        axis @ (Axis::Query | Axis::Key) => app.token(axis, row),
        _ => (row + 1).to_string(),
    }
}

/// A cell as it is written on its element: the place of its matrix among all, row, column.
fn cell_of(text: &str) -> Option<(MatrixName, usize, usize)> {
    let mut numbers = text.split(' ').map(|number| number.parse::<usize>().ok());
    let mut next = || numbers.next().flatten();
    Some((*MatrixName::ALL.get(next()?)?, next()?, next()?))
}
