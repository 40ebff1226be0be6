//! A piece that was handed over, as signals.

use std::collections::BTreeMap;

use leptos::prelude::*;

use super::browser::Content;
use crate::{state::KeptPiece, ui::storage::new_id, wire::desk::Choices};

/// The longest text that stands in a text field, in UTF-16 units; of a longer one the beginning is
/// shown.
pub const LONGEST_SHOWN: u32 = 200_000;
/// What is shown of it.
const BEGINNING: u32 = 2_000;

/// How a piece is shown.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Face {
    /// A text to write in.
    Text(String),
    /// The beginning of a large text.
    Beginning(String),
    /// A file that is no text.
    Bytes,
}

/// A piece that was handed over. Its content lies in the drawer, under its number.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    /// Its number.
    pub id: u32,
    /// Whether it is the list of tokens.
    pub is_tokens: bool,
    /// The file's name; empty for a paste.
    pub name: RwSignal<String>,
    /// How it is shown.
    pub face: RwSignal<Face>,
    /// What was answered about it.
    pub answers: RwSignal<Choices>,
    /// What its arrays are taken for.
    pub roles: RwSignal<BTreeMap<usize, String>>,
}

impl PartialEq for Piece {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id
    }
}

impl Piece {
    /// A blank piece; as for [`Piece::of`].
    pub fn new(is_tokens: bool) -> Self {
        Self::of(KeptPiece { id: new_id(), is_tokens, ..KeptPiece::default() })
    }

    /// A piece as it was kept, without its content. It lasts as long as what is around it:
    /// [`PanelState::make`] makes it last as long as the panel.
    ///
    /// [`PanelState::make`]: super::state::PanelState::make
    pub fn of(kept: KeptPiece) -> Self {
        let KeptPiece { id, name, is_tokens, answers, roles } = kept;
        Self {
            id,
            is_tokens,
            name: RwSignal::new(name),
            face: RwSignal::new(Face::Text(String::new())),
            answers: RwSignal::new(answers),
            roles: RwSignal::new(roles),
        }
    }

    /// Whether nothing stands in it.
    pub fn is_blank(self) -> bool {
        let is_blank = |face: &Face| matches!(face, Face::Text(text) if text.trim().is_empty());
        self.face.try_with(is_blank).unwrap_or(true)
    }

    /// Shows what lies in the drawer.
    pub fn show(self, content: &Content) {
        self.face.set(match content.as_text() {
            None => Face::Bytes,
            Some(text) if text.length() > LONGEST_SHOWN => {
                Face::Beginning(text.slice(0, BEGINNING).into())
            }
            Some(text) => Face::Text(text.into()),
        });
    }

    /// As it is kept.
    pub fn kept(self) -> KeptPiece {
        KeptPiece {
            id: self.id,
            name: self.name.get_untracked(),
            is_tokens: self.is_tokens,
            answers: self.answers.get_untracked(),
            roles: self.roles.get_untracked(),
        }
    }
}
