//! The tokens as text in which the weights are read: as colors of one query or key, or as arcs. Which of these is a
//! setting; tokens and weights are those of the selected head, query and key.

mod arcs;
mod keys;
mod running;
mod weights;

use leptos::{ev::Event, prelude::*};

use crate::{
    draw::{Domain, format_range},
    i18n::text::TextWords,
    math::{Axis, Cell},
    state::{self, Reading, View},
    ui::{
        app_state::AppState,
        browser,
        erased::{flag, maybe, part, text},
        widgets::{Choice, ChoiceOption, KeyView},
    },
};
use arcs::Arcs;
use keys::Keys;
use running::Running;
use weights::{NAME, Tone, chosen, in_words, tones};

/// So many arcs are drawn at most, to choose from.
const COUNTS: [usize; 4] = [10, 40, 100, 300];

fn words(app: AppState) -> &'static TextWords {
    app.language.get().text_words()
}

/// What the pieces of the view share.
#[derive(Clone, Copy)]
struct Shown {
    app: AppState,
    reading: Memo<Reading>,
    /// Whether queries and keys are the same tokens.
    is_one: Memo<bool>,
    /// Of each key, or of each query where a key is chosen.
    tones: Memo<Vec<Tone>>,
    /// How many arcs are drawn at most.
    most: RwSignal<usize>,
}

impl Shown {
    fn new(app: AppState) -> Self {
        let reading = Memo::new(move |_| match app.settings.read().view {
            View::Text(reading) => reading,
            View::Stages | View::Mistake(_) | View::Compare | View::Heads => Reading::default(),
        });
        Self {
            app,
            reading,
            is_one: Memo::new(move |_| state::is_one_sequence(&app.loaded.read())),
            tones: Memo::new(move |_| tones(app, reading.get())),
            most: RwSignal::new(COUNTS[1]),
        }
    }

    /// Whose token is chosen, and whose are read.
    fn axes(self) -> (Axis, Axis) {
        if self.reading.get().is_of_key() {
            (Axis::Key, Axis::Query)
        } else {
            (Axis::Query, Axis::Key)
        }
    }

    /// The selected token on an axis.
    fn selected(self, axis: Axis) -> usize {
        let selection = self.app.selection.get();
        if axis == Axis::Key { selection.key } else { selection.query }
    }

    fn select(self, axis: Axis, at: usize) {
        let mut settings = self.app.settings.write();
        let selection = &mut settings.selection;
        *(if axis == Axis::Key { &mut selection.key } else { &mut selection.query }) = at;
    }

    fn count(self, axis: Axis) -> usize {
        let (n_queries, n_keys) = self.app.size();
        if axis == Axis::Key { n_keys } else { n_queries }
    }

    /// The link under the pointer: an arc, or the chosen token with one of those that are read.
    fn link_of(self, event: &Event) -> Option<(usize, usize)> {
        if let Some(link) = browser::data_of(event, "data-link") {
            let (query, key) = link.split_once(',')?;
            return Some((query.parse().ok()?, key.parse().ok()?));
        }
        let at = token_of(event)?;
        let (chosen_axis, read) = self.axes();
        if axis_of(event, read) != read || self.reading.get() == Reading::ArcsOfAll {
            return None;
        }
        let chosen = self.selected(chosen_axis);
        Some(if read == Axis::Key { (chosen, at) } else { (at, chosen) })
    }

    fn hover(self, event: &Event) {
        let link = untrack(|| self.link_of(event));
        let head = self.app.head.get_untracked();
        let cell = link.map(|(row, column)| Cell { matrix: NAME, head, row, column });
        if self.app.hovered.get_untracked() != cell {
            self.app.hovered.set(cell);
        }
    }

    /// A pressed token is chosen; one that is only read is the other end of what is told, as is a pressed arc.
    fn press(self, event: &Event) {
        if let (Some(_), Some((query, key))) =
            (browser::data_of(event, "data-link"), untrack(|| self.link_of(event)))
        {
            self.select(Axis::Query, query);
            self.select(Axis::Key, key);
        } else if let Some(at) = token_of(event) {
            let (chosen, _) = untrack(|| self.axes());
            self.select(axis_of(event, chosen), at);
        } else {
            return;
        }
        // Under the pointer there is another link now.
        self.hover(event);
        // Before a class the arrows go on with the stages.
        if !self.app.presents() {
            browser::focus(".text-keys");
        }
    }
}

fn token_of(event: &Event) -> Option<usize> {
    browser::data_of(event, "data-at")?.parse().ok()
}

/// Whose token an event is about; where both have the same, the one that is meant.
fn axis_of(event: &Event, meant: Axis) -> Axis {
    match browser::data_of(event, "data-side").as_deref() {
        Some(QUERIES) => Axis::Query,
        Some(KEYS) => Axis::Key,
        _ => meant,
    }
}

const QUERIES: &str = "queries";
const KEYS: &str = "keys";

/// The name of a side in the document.
fn side_of(axis: Axis) -> &'static str {
    if axis == Axis::Key { KEYS } else { QUERIES }
}

/// Tokens, colored or joined, and what is said of the weight that is looked at.
#[component]
pub fn Tokens() -> impl IntoView {
    let app = AppState::get();
    let shown = Shown::new(app);
    provide_context(shown);
    let has_arcs = Memo::new(move |_| shown.reading.get().has_arcs());
    let tokens = move || if has_arcs.get() { Arcs().into_any() } else { Running().into_any() };
    view! {
        <div class="in-text">
            <Switches has_arcs />
            <div class="text-head">
                <p class="text-said">{text(move || said(shown))}</p>
                {maybe(move || {
                    let remark = remark(shown)?;
                    Some(view! { <p class="remark" role="note">{remark}</p> })
                })}
            </div>
            <div
                class="text-area"
                data-colored=flag(move || shown.reading.get() != Reading::ArcsOfAll)
                on:click=move |event| shown.press(&event)
                on:pointermove=move |event| shown.hover(&event)
                on:pointerleave=move |_| app.hovered.set(None)
            >
                <Keys />
                {part(tokens)}
            </div>
            <ColorKey />
            <p class="control-note text-hint">
                {text(move || {
                    let words = words(app);
                    if shown.reading.get().is_of_key() { words.query_hint } else { words.key_hint }
                })}
            </p>
        </div>
    }
}

/// The weight that is looked at: under the pointer, or else of the selected query and key.
fn said(shown: Shown) -> String {
    let app = shown.app;
    let hovered = app.hovered.get().filter(|cell| cell.matrix == NAME);
    let selection = app.selection.get();
    let (query, key) =
        hovered.map_or((selection.query, selection.key), |cell| (cell.row, cell.column));
    in_words(app, query, key)
}

/// That the mask leaves the chosen token nothing.
fn remark(shown: Shown) -> Option<String> {
    let (app, reading) = (shown.app, shown.reading.get());
    let tones = shown.tones.read();
    let is_lost = !tones.is_empty() && tones.iter().all(|tone| tone.is_masked);
    let words = words(app);
    let (axis, says) = if reading.is_of_key() {
        (Axis::Key, words.seen_by_none)
    } else {
        (Axis::Query, words.sees_none)
    };
    (is_lost && reading != Reading::ArcsOfAll).then(|| says(&app.token(axis, chosen(app, reading))))
}

/// Colors or arcs, and of which weights.
#[component]
fn Switches(has_arcs: Memo<bool>) -> impl IntoView {
    let Shown { app, reading, most, .. } = expect_context();
    let show = move |reading| app.settings.write().view = View::Text(reading);
    let option = |value, label: &str| ChoiceOption { value, label: label.to_owned() };
    let ways = move || vec![option(false, words(app).colors), option(true, words(app).arcs)];
    let readings = Memo::new(move |_| {
        let (words, has_arcs) = (words(app), has_arcs.get());
        let turned = |reading: Reading, label| ChoiceOption {
            value: reading.with_arcs(has_arcs),
            label: app.turned(label),
        };
        let mut options =
            vec![turned(Reading::OfQuery, words.of_query), turned(Reading::OfKey, words.of_key)];
        options.extend(has_arcs.then(|| option_of_all(words)));
        options
    });
    let counts = move || COUNTS.map(option_of).to_vec();
    // Of fewer links all are drawn.
    let has_more = Memo::new(move |_| {
        let (n_queries, n_keys) = app.size();
        has_arcs.get()
            && match reading.get() {
                Reading::ArcsOfAll => n_queries * n_keys > COUNTS[0],
                reading if reading.is_of_key() => n_queries > COUNTS[0],
                _ => n_keys > COUNTS[0],
            }
    });
    let count = move || {
        has_more.get().then(|| {
            view! {
                <Choice
                    name="text-count"
                    label=Signal::derive(move || words(app).at_most.to_owned())
                    options=Signal::derive(counts)
                    value=most
                    on_choose=move |count| most.set(count)
                />
            }
        })
    };
    view! {
        <div class="text-switches">
            <Choice
                name="text-way"
                label=Signal::derive(move || words(app).shown_as.to_owned())
                options=Signal::derive(ways)
                value=has_arcs
                on_choose=move |has_arcs| show(reading.get_untracked().with_arcs(has_arcs))
            />
            <Choice
                name="text-weights"
                label=Signal::derive(move || words(app).whose.to_owned())
                options=readings
                value=reading
                on_choose=show
            />
            {maybe(count)}
        </div>
    }
}

fn option_of_all(words: &TextWords) -> ChoiceOption<Reading> {
    ChoiceOption { value: Reading::ArcsOfAll, label: words.of_all.to_owned() }
}

fn option_of(count: usize) -> ChoiceOption<usize> {
    ChoiceOption { value: count, label: count.to_string() }
}

/// The scale of the colors, which is that of weights wherever they are shown.
#[component]
fn ColorKey() -> impl IntoView {
    let Shown { app, reading, tones, .. } = expect_context();
    let about = move || {
        let (words, reading) = (words(app), reading.get());
        let at = chosen(app, reading);
        if reading.is_of_key() {
            (words.colored_of_key)(&app.token(Axis::Key, at))
        } else {
            (words.colored_of_query)(&app.token(Axis::Query, at))
        }
    };
    let domain = Memo::new(move |_| app.domain_of_weights());
    let end = move |is_high: bool| {
        let Domain { low, high, .. } = domain.get();
        let range = format_range(low, high);
        let ends = range.split_once('…').unwrap_or((&range, ""));
        (if is_high { ends.1 } else { ends.0 }).trim().to_owned()
    };
    let has_masked = Memo::new(move |_| tones.read().iter().any(|tone| tone.is_masked));
    let hatched = move || {
        has_masked.get().then(|| {
            view! {
                <span class="text-hatched">
                    <span class="word" data-look="masked" aria-hidden="true"></span>
                    {text(move || words(app).hatched)}
                </span>
            }
        })
    };
    maybe(move || {
        (reading.get() != Reading::ArcsOfAll).then(|| {
            view! {
                <div class="text-key">
                    <span>{text(about)}</span>
                    <span class="text-scale">
                        {text(move || end(false))}
                        <span class="color-strip">
                            <KeyView domain theme=app.theme pixel_ratio=app.pixel_ratio />
                        </span>
                        {text(move || end(true))}
                    </span>
                    {maybe(hatched)}
                </div>
            }
        })
    })
}
