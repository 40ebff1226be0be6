//! What heads are sorted by.

use leptos::prelude::*;

use super::{Heads, Tile};
use crate::{
    math::{Measure, ranked},
    state,
    ui::{
        app_state::AppState,
        erased::text,
        views::words,
        widgets::{Choice, ChoiceOption},
    },
};

/// The measures that mean something for what is shown.
fn measures(app: AppState) -> Vec<Measure> {
    let is_one_sequence = state::is_one_sequence(&app.loaded.read());
    let (n_queries, _) = app.size();
    let means = |measure: &Measure| {
        (is_one_sequence || !measure.is_of_place())
            && (n_queries > 2 || !measure.is_from_third_on())
    };
    Measure::ALL.into_iter().filter(means).collect()
}

/// What the heads are sorted by, and among what there is a choice.
#[derive(Clone, Copy)]
pub struct Sorting {
    app: AppState,
    /// The measures that mean something here.
    pub measures: Memo<Vec<Measure>>,
    /// The one that is sorted by; `None` is the number.
    pub chosen: Memo<Option<Measure>>,
}

impl Sorting {
    /// As it is chosen on the page around.
    pub fn of(app: AppState) -> Self {
        let measures = Memo::new(move |_| measures(app));
        let chosen = Memo::new(move |_| {
            app.settings.read().sort.filter(|measure| measures.read().contains(measure))
        });
        Self { app, measures, chosen }
    }

    /// The heads in their order: equal ones by number, those of which there is no number last.
    pub(super) fn sorted(self, heads: Heads) -> Vec<Tile> {
        let tiles = heads.tiles();
        let Some(measure) = self.chosen.get() else { return tiles };
        let number = |tile: &Tile| heads.measures(*tile).map_or(f64::NAN, |it| it.get(measure));
        let numbers: Vec<f64> = tiles.iter().map(number).collect();
        ranked(&numbers).into_iter().map(|at| tiles[at]).collect()
    }

    /// What is measured, and what is not, and why.
    fn about(self) -> String {
        let words = &words(self.app).heads;
        let about = match self.chosen.get() {
            None => words.by_number_about.to_owned(),
            Some(measure) => format!("{} {}", (words.measure)(measure).about, words.largest_first),
        };
        let measures = self.measures.read();
        let lacks = |is_lacking: fn(Measure) -> bool| {
            Measure::ALL.into_iter().any(|it| is_lacking(it) && !measures.contains(&it))
        };
        let why = if lacks(|measure| measure == Measure::Distance) {
            words.two_sequences
        } else if lacks(Measure::is_from_third_on) {
            words.few_tokens
        } else {
            return about;
        };
        format!("{about} {why}")
    }
}

/// The choice, and what the chosen measure is.
#[component]
pub fn SortChoice(sorting: Sorting) -> impl IntoView {
    let app = AppState::get();
    let options = move || {
        let words = &words(app).heads;
        let by_number = ChoiceOption { value: None, label: words.by_number.to_owned() };
        let option = |measure: &Measure| {
            let label = (words.measure)(*measure).name.to_owned();
            ChoiceOption { value: Some(*measure), label }
        };
        let measures = sorting.measures.read();
        [by_number].into_iter().chain(measures.iter().map(option)).collect()
    };
    view! {
        <Choice
            name="sort-heads"
            label=Signal::derive(move || words(app).heads.sort_by.to_owned())
            options=Signal::derive(options)
            value=sorting.chosen
            on_choose=move |measure| app.settings.write().sort = measure
        />
        <p class="heads-about">{text(move || sorting.about())}</p>
    }
}
