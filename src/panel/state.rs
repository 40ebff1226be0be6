//! What the panel is about: the pieces that were handed over, what was answered about them, and
//! what the reader makes of it. One `Copy` struct in context, made once.

use std::{collections::BTreeMap, time::Duration};

use leptos::prelude::*;

use super::{
    browser::Content,
    flow::Flow,
    piece::{Face, Piece},
};
use crate::{
    i18n::{Language, panel::PanelWords},
    ui::browser::debounced,
    wire::desk::{Answer, Choices, PieceAnswer, PieceRequest, Request, Said},
};

/// How long typing must rest before it is kept.
const KEEP_AFTER: Duration = Duration::from_millis(250);

/// A side of the panel.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Side {
    /// The user's own data.
    #[default]
    Data,
    /// Saving and sharing what the page shows.
    Share,
}

/// How far the reader is.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub enum Phase {
    /// What is shown is what there is.
    #[default]
    Idle,
    /// Something newer is being read.
    Reading,
    /// The reader did not come, or broke; the reason in English.
    Broken(String),
}

/// The state of the panel.
#[derive(Clone, Copy)]
pub struct PanelState {
    /// Which side is shown.
    pub side: RwSignal<Side>,
    /// How often the panel was opened.
    pub opened: RwSignal<usize>,
    /// The language of the page when the panel was opened.
    pub language: RwSignal<Language>,
    /// The pieces; the list of tokens is the last.
    pub pieces: RwSignal<Vec<Piece>>,
    /// What was answered about the whole.
    pub answers: RwSignal<Choices>,
    /// The first token that is taken, counted from 0, and how many are.
    pub taken: RwSignal<(usize, Option<usize>)>,
    /// What the reader makes of it.
    pub answer: RwSignal<Answer>,
    /// How far it is.
    pub phase: RwSignal<Phase>,
    /// Whether reading takes long enough to be told.
    pub is_slow: RwSignal<bool>,
    /// Whether the page keeps own work.
    pub has_works: RwSignal<bool>,
    /// How often everything was forgotten.
    pub times_forgotten: StoredValue<usize>,
    /// Whether what there is is being handed over.
    pub is_showing: StoredValue<bool>,
    /// Whether the browser refuses to keep anything.
    pub is_refused: RwSignal<bool>,
    /// What was said last: files that could not be read, what is shown now.
    pub said: RwSignal<Vec<String>>,
    /// What was removed last, to be put back.
    pub removed: RwSignal<Vec<Piece>>,
    /// What was there when something was brought to the page, and has become a part of it.
    pub before: RwSignal<Vec<Piece>>,
    /// The panel itself: what belongs to it lasts as long.
    owner: StoredValue<Option<Owner>>,
    pub(super) flow: StoredValue<Flow, LocalStorage>,
    pub(super) contents_removed: StoredValue<Vec<(u32, Content)>, LocalStorage>,
    /// The bytes of texts in older encodings.
    originals: StoredValue<BTreeMap<u32, Content>, LocalStorage>,
    pub(super) keep_soon: StoredValue<Box<dyn Fn()>, LocalStorage>,
}

impl PanelState {
    /// A panel without pieces.
    pub fn new() -> Self {
        let state = Self {
            side: RwSignal::default(),
            opened: RwSignal::default(),
            language: RwSignal::default(),
            pieces: RwSignal::new(vec![Piece::new(false), Piece::new(true)]),
            answers: RwSignal::default(),
            taken: RwSignal::default(),
            answer: RwSignal::default(),
            phase: RwSignal::default(),
            is_slow: RwSignal::default(),
            has_works: RwSignal::default(),
            times_forgotten: StoredValue::new(0),
            is_showing: StoredValue::new(false),
            is_refused: RwSignal::default(),
            said: RwSignal::default(),
            removed: RwSignal::default(),
            before: RwSignal::default(),
            owner: StoredValue::new(Owner::current()),
            flow: StoredValue::new_local(Flow::default()),
            contents_removed: StoredValue::new_local(Vec::new()),
            originals: StoredValue::new_local(BTreeMap::new()),
            keep_soon: StoredValue::new_local(Box::new(|| ())),
        };
        let keep_soon = debounced(KEEP_AFTER, move || state.keep());
        state.keep_soon.set_value(Box::new(keep_soon));
        // What was typed last is kept when the page goes.
        let listener = window_event_listener(leptos::ev::pagehide, move |_| state.keep());
        on_cleanup(move || listener.remove());
        state
    }

    /// The state of the panel around.
    pub fn get() -> Self {
        expect_context()
    }

    /// The words of the page's language.
    pub fn words(self) -> &'static PanelWords {
        self.language.get().panel_words()
    }

    /// A text of the reader in the page's language.
    pub fn say(self, said: &Said) -> String {
        match self.language.get() {
            Language::English => said.en.clone(),
            Language::Korean => said.ko.clone(),
        }
    }

    /// What a piece is called.
    pub fn title_of(self, piece: Piece) -> String {
        if piece.is_tokens {
            return self.words().tokens.title.to_owned();
        }
        let at = self.pieces.read().iter().position(|other| *other == piece);
        (self.words().piece.title)(at.map_or(1, |at| at + 1))
    }

    /// The piece that lies on the desk under a number.
    pub fn piece_of(self, id: u32) -> Option<Piece> {
        self.pieces.read().iter().copied().find(|piece| piece.id == id)
    }

    /// The pieces in which something stands.
    pub fn filled(self) -> Vec<Piece> {
        self.pieces.get().into_iter().filter(|piece| !piece.is_blank()).collect()
    }

    /// What was read of a piece.
    pub fn told_of(self, piece: Piece) -> Memo<Option<PieceAnswer>> {
        Memo::new(move |_| {
            let answer = self.answer.read();
            answer.pieces.iter().find(|told| told.id == piece.id).cloned()
        })
    }

    /// Adds a piece before the list of tokens: the first blank one, else a new one. Gives it.
    pub fn add(self, name: &str, content: &Content) -> Piece {
        let is_free = |piece: &&Piece| !piece.is_tokens && piece.is_blank();
        let free = self.pieces.with_untracked(|pieces| pieces.iter().find(is_free).copied());
        let piece = free.unwrap_or_else(|| self.add_blank());
        piece.name.set(name.to_owned());
        piece.answers.set(Choices::new());
        piece.roles.set(BTreeMap::new());
        self.replace(piece, content);
        piece
    }

    /// Makes a piece that is there as long as the panel, whoever asks for it: a part of the view
    /// that asks may be gone when the piece is put back.
    pub(super) fn make(self, piece: impl FnOnce() -> Piece) -> Piece {
        match self.owner.get_value() {
            Some(owner) => owner.with(piece),
            None => piece(),
        }
    }

    /// Adds a blank piece before the list of tokens.
    pub fn add_blank(self) -> Piece {
        let piece = self.make(|| Piece::new(false));
        self.pieces.update(|pieces| pieces.insert(pieces.len().saturating_sub(1), piece));
        piece
    }

    /// Puts another content in the place of a piece's.
    pub fn replace(self, piece: Piece, content: &Content) {
        piece.show(content);
        self.keep_content(piece.id, content.clone());
        self.flow.update_value(|flow| flow.put(piece.id));
        self.look();
        self.keep_later();
    }

    /// Reads the bytes of a piece as a text of an older encoding.
    pub fn decode(self, piece: Piece, label: &str) {
        let original = self.originals.with_value(|originals| originals.get(&piece.id).cloned());
        let Some(original) = original.or_else(|| Content::kept(piece.id)) else { return };
        if let Some(text) = original.decoded(label) {
            self.originals.update_value(|originals| {
                originals.insert(piece.id, original);
            });
            self.replace(piece, &text);
        }
    }

    /// Whether a piece was decoded so.
    pub fn is_decoded(self, piece: Piece) -> bool {
        self.originals.with_value(|originals| originals.contains_key(&piece.id))
    }

    /// The name of the first file, without its ending.
    pub fn first_name(self) -> Option<String> {
        let pieces = self.pieces.get_untracked();
        let mut names = pieces.iter().map(|piece| piece.name.get_untracked());
        let name = names.find(|name| !name.is_empty())?;
        Some(name.rsplit_once('.').map_or(name.clone(), |(stem, _)| stem.to_owned()))
    }

    /// Follows what is typed.
    pub fn type_in(self, piece: Piece, text: String) {
        let content = Content::text(text.as_str().into());
        piece.face.set(Face::Text(text));
        self.flow.update_value(|flow| {
            flow.type_in(piece.id, content);
            flow.put(piece.id);
        });
        self.look_soon();
        self.keep_later();
    }

    /// Answers a question about a piece.
    pub fn answer(self, piece: Piece, topic: String, option: usize) {
        piece.answers.update(|answers| {
            answers.insert(topic, option);
        });
        self.look();
        self.keep_later();
    }

    /// Answers a question about the whole.
    pub fn answer_whole(self, topic: String, option: usize) {
        self.answers.update(|answers| {
            answers.insert(topic, option);
        });
        self.look();
        self.keep_later();
    }

    /// Takes an array for something; an empty role leaves it to the guess.
    pub fn take_for(self, piece: Piece, array: usize, role: String) {
        piece.roles.update(|roles| {
            if role.is_empty() {
                roles.remove(&array)
            } else {
                roles.insert(array, role)
            };
        });
        self.look();
        self.keep_later();
    }

    /// Takes other tokens.
    pub fn take(self, change: impl FnOnce(&mut (usize, Option<usize>))) {
        self.taken.update(change);
        self.look_soon();
        self.keep_later();
    }

    /// The question for the reader.
    pub(super) fn request(self) -> Request {
        let pieces = self.pieces.get_untracked();
        let asked = pieces.into_iter().filter(|piece| !untrack(|| piece.is_blank()));
        let asked = asked.map(|piece| PieceRequest {
            id: piece.id,
            is_tokens: piece.is_tokens,
            answers: piece.answers.get_untracked(),
            roles: piece.roles.get_untracked(),
        });
        let (start, tokens) = self.taken.get_untracked();
        Request { pieces: asked.collect(), answers: self.answers.get_untracked(), start, tokens }
    }
}
