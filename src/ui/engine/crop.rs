//! Fewer tokens, where all are too many: a range is typed, the memory that it takes is told as it is, and the others
//! go, until that is taken back. Where queries and keys are not the same tokens, each has a range of its own: a text
//! may be asked about with few queries, and it is the keys that are many.

use std::ops::Range;

use leptos::{ev::SubmitEvent, prelude::*};

use super::{MODEST, bytes, status::memory};
use crate::{
    draw::grouped,
    i18n::engine::EngineWords,
    kernel::{fitting, needed},
    math::{MaskSize, ShapeError},
    samples::Loaded,
    state::{self, NoRange, Side, TokenError, token_range},
    ui::{
        app_state::AppState,
        browser,
        erased::{changed, flag, part, text},
    },
};

/// Of which tokens some are taken.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Tokens {
    size: MaskSize,
    is_one: bool,
}

impl Tokens {
    fn of(loaded: &Loaded) -> Self {
        let inputs = loaded.problem.inputs();
        let is_one = state::is_one_sequence(loaded);
        Self { size: (inputs.n_queries(), inputs.n_keys()), is_one }
    }

    /// Those that have a range of their own.
    fn sides(self) -> &'static [Side] {
        if self.is_one { &[Side::Queries] } else { &[Side::Queries, Side::Keys] }
    }

    fn count(self, side: Side) -> usize {
        if side == Side::Queries { self.size.0 } else { self.size.1 }
    }
}

/// The first and the last token as they are typed, counted from 1.
type Typed = [String; 2];

/// The fields.
#[derive(Clone, Copy)]
struct Fields {
    app: AppState,
    tokens: Tokens,
    queries: RwSignal<Typed>,
    keys: RwSignal<Typed>,
    refused: RwSignal<Option<TokenError>>,
}

/// The choice of a range.
#[component]
pub fn Crop(app: AppState) -> impl IntoView {
    // Of other tokens the fields are others.
    let tokens = Memo::new(move |_| Tokens::of(&app.loaded.read()));
    part(move || Fields::of(app, tokens.get()).view())
}

impl Fields {
    /// From the first token on as many as are computed without asking; where all are, so many that it is half as much.
    fn of(app: AppState, tokens: Tokens) -> Self {
        let (n_queries, n_keys) = {
            let loaded = app.loaded.read_untracked();
            let inputs = loaded.problem.inputs();
            let whole = bytes(inputs);
            fitting(inputs, if whole > MODEST { MODEST } else { whole / 2 })
        };
        let upto = |n: usize| RwSignal::new(["1".to_owned(), n.to_string()]);
        let (queries, keys) = (upto(n_queries), upto(n_keys));
        Self { app, tokens, queries, keys, refused: RwSignal::new(None) }
    }

    fn view(self) -> impl IntoView {
        let words = move || self.words();
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            untrack(|| self.take());
        };
        let fields = self.tokens.sides().iter().flat_map(|side| {
            [self.field(*side, false).into_any(), self.field(*side, true).into_any()]
        });
        view! {
            <form class="crop" aria-label=text(move || words().fewer) on:submit=submit>
                {fields.collect_view()}
                <button type="submit">{text(move || words().only)}</button>
                <output id="crop-said" role="status">{text(move || self.said())}</output>
            </form>
        }
    }

    fn field(self, side: Side, is_last: bool) -> impl IntoView {
        let typed = self.typed(side);
        let at = usize::from(is_last);
        let given = typed.with_untracked(|typed| typed[at].clone());
        let take = move |text: String| {
            self.refused.set(None);
            typed.update(|typed| typed[at] = text);
        };
        let is_wrong = move || {
            let wrong = self.ranges().err();
            wrong.is_some_and(|(of, wrong)| of == side && wrong.is_last == is_last)
        };
        view! {
            <label>
                <span>{text(move || self.label(side, is_last))}</span>
                <input
                    type="text"
                    inputmode="numeric"
                    autocomplete="off"
                    data-crop=name(side, is_last)
                    aria-describedby="crop-said"
                    aria-invalid=flag(is_wrong)
                    value=given
                    on:input=changed(take)
                />
            </label>
        }
    }

    fn typed(self, side: Side) -> RwSignal<Typed> {
        if side == Side::Queries { self.queries } else { self.keys }
    }

    fn words(self) -> &'static EngineWords {
        self.app.language.get().engine_words()
    }

    fn label(self, side: Side, is_last: bool) -> &'static str {
        let words = self.words();
        (if is_last { words.last } else { words.first })((!self.tokens.is_one).then_some(side))
    }

    /// The queries and the keys that are typed, or whose number is wrong, and how.
    fn ranges(self) -> Result<[Range<usize>; 2], (Side, NoRange)> {
        let range = |side| {
            let typed = self.typed(side).read();
            let [first, last] = &*typed;
            token_range(first, last, self.tokens.count(side)).map_err(|wrong| (side, wrong))
        };
        let queries = range(Side::Queries)?;
        let keys = if self.tokens.is_one { queries.clone() } else { range(Side::Keys)? };
        Ok([queries, keys])
    }

    /// What is taken by the range, or what is wrong with it.
    fn said(self) -> String {
        let words = self.words();
        match &*self.refused.read() {
            Some(TokenError::Shape(ShapeError::Mismatch { of: "positions", .. })) => {
                return words.one_range.to_owned();
            }
            Some(error) => return (self.app.words().edit.token_refused)(error),
            None => {}
        }
        match self.ranges() {
            Ok([queries, keys]) => {
                let size = (queries.len(), keys.len());
                if size == self.tokens.size {
                    return words.all.to_owned();
                }
                let loaded = self.app.loaded.read();
                (words.takes)(&memory(needed(loaded.problem.inputs(), size)))
            }
            Err((side, NoRange { is_last, found, expected })) => {
                let [from, to] = [*expected.start(), *expected.end()].map(grouped);
                (words.no_range)(self.label(side, is_last), &found, [&from, &to])
            }
        }
    }

    /// Takes the range and shows what is left, or goes to the number that is wrong.
    fn take(self) {
        match self.ranges() {
            Err((side, wrong)) => {
                browser::focus(&format!("[data-crop={}]", name(side, wrong.is_last)));
            }
            // Which is said.
            Ok([queries, keys]) if (queries.len(), keys.len()) == self.tokens.size => {}
            Ok([queries, keys]) => {
                if let Err(error) = self.app.keep_only(queries, keys) {
                    self.refused.set(Some(error));
                }
            }
        }
    }
}

/// A name for the focus and for tests.
fn name(side: Side, is_last: bool) -> &'static str {
    match (side, is_last) {
        (Side::Queries, false) => "first-query",
        (Side::Queries, true) => "last-query",
        (Side::Keys, false) => "first-key",
        (Side::Keys, true) => "last-key",
    }
}
