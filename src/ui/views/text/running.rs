//! The tokens as a text that runs on; where queries and keys are not the same, as two.

use leptos::prelude::*;

use super::{Shown, side_of, weights::Tone, words};
use crate::{
    draw::{Before, Piece, running_text},
    math::Axis,
    samples::Loaded,
    ui::{
        erased::{flag, part, text},
        frames::in_turn,
        widgets::{Markup, with, written},
    },
};

/// Words that are written at once.
const STRETCH: usize = 200;

/// What a token is marked as.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// Nothing.
    Plain,
    /// Its weight is told.
    Read,
    /// It is chosen.
    Chosen,
}

impl Mark {
    /// The token that is chosen, that which is read, or another.
    pub fn of(at: usize, chosen: Option<usize>, read: Option<usize>) -> Self {
        match Some(at) {
            at if at == chosen => Self::Chosen,
            at if at == read => Self::Read,
            _ => Self::Plain,
        }
    }

    /// Its name in the document.
    fn key(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Read => "read",
            Self::Chosen => "chosen",
        }
    }
}

/// A token as an element; the same attributes each time, so that only what differs is changed.
pub fn word(text: String, at: usize, tone: Option<&Tone>, mark: Mark) -> Markup {
    let look = match tone {
        Some(tone) if tone.is_masked => "masked",
        Some(Tone { colors: None, .. }) => "nan",
        _ => "plain",
    };
    let colors = tone.and_then(|tone| tone.colors);
    let (ground, letters) = match colors {
        Some((ground, letters)) => (ground.to_string(), letters.to_string()),
        None => ("transparent".to_owned(), "inherit".to_owned()),
    };
    Markup::text("span", text)
        .with("class", "word")
        .with("data-at", at.to_string())
        .with("data-look", look)
        .with("data-mark", mark.key())
        .with("--ground", ground)
        .with("--letters", letters)
}

/// The tokens of an axis, one piece each also where they have no names.
pub fn pieces(loaded: &Loaded, axis: Axis, count: usize) -> Vec<Piece> {
    let own = loaded.tokens_k.as_ref().filter(|_| axis == Axis::Key);
    let tokens = own.unwrap_or(&loaded.tokens);
    let numbers: Vec<String> = (tokens.len()..count).map(|at| (at + 1).to_string()).collect();
    running_text(tokens.iter().take(count).chain(&numbers).map(String::as_str))
}

/// One text or two.
#[component]
pub fn Running() -> impl IntoView {
    let shown: Shown = expect_context();
    let texts = move || {
        if shown.is_one.get() {
            return view! { <OneText axis=None /> }.into_any();
        }
        let of = |axis| view! { <OneText axis=Some(axis) /> };
        [of(Axis::Query), of(Axis::Key)].collect_view().into_any()
    };
    part(texts)
}

/// A text: of queries or keys, or of what is both.
#[component]
fn OneText(axis: Option<Axis>) -> impl IntoView {
    let shown: Shown = expect_context();
    let app = shown.app;
    let of = axis.unwrap_or(Axis::Query);
    let count = Memo::new(move |_| shown.count(of));
    let pieces = Memo::new(move |_| pieces(&app.loaded.read(), of, count.get()));
    let stretches = move || {
        (0..count.get().div_ceil(STRETCH)).map(|at| stretch(shown, axis, pieces, at)).collect_view()
    };
    let title = move || {
        let words = words(app);
        if of == Axis::Key { words.keys } else { words.queries }
    };
    view! {
        {axis.map(|_| view! { <p class="control-title">{text(title)}</p> })}
        <p
            class="running"
            lang=""
            dir="auto"
            data-side=axis.map(side_of)
            data-many=flag(move || count.get() > 40)
            data-very-many=flag(move || count.get() > 400)
        >
            {part(stretches)}
        </p>
    }
}

/// A stretch of a text. The first is there at once, the others come in turn: thousands of words are too much for one
/// frame.
fn stretch(
    shown: Shown,
    axis: Option<Axis>,
    pieces: Memo<Vec<Piece>>,
    number: usize,
) -> impl IntoView + use<> {
    let is_there = RwSignal::new(number == 0);
    if number > 0 {
        in_turn(move || {
            is_there.try_set(true);
        });
    }
    let content = move || {
        if !is_there.get() {
            return Vec::new();
        }
        let (chosen, read) = shown.axes();
        let is_here = |of: &Axis| axis.is_none_or(|it| it == *of);
        let at = |of: Axis| Some(of).filter(is_here).map(|of| shown.selected(of));
        let tones = shown.tones.read();
        let (is_read, chosen, read) = (is_here(&read), at(chosen), at(read));
        let mut content = Vec::new();
        let words = pieces.read();
        for (at, piece) in words.iter().enumerate().skip(number * STRETCH).take(STRETCH) {
            match piece.before {
                Before::Nothing => {}
                Before::Blank => content.push(Markup::Text(" ".into())),
                Before::Line => content.push(Markup::of("br", Vec::new())),
            }
            let tone = tones.get(at).filter(|_| is_read);
            content.push(word(piece.text.clone(), at, tone, Mark::of(at, chosen, read)));
        }
        content
    };
    view! { <span use:written=with(content)></span> }
}
