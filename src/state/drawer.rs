//! What is said of the pieces that a browser keeps, as JSON; their texts and bytes lie beside it,
//! each under its number. Only the panel uses it: the page holds no reader of JSON. `web/panel.mjs` knows
//! `pieces` and the `id` of each.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// The pieces that are kept, and what was answered. Whatever is missing in an older form, or
/// unknown in a newer one, is passed over.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct Drawer {
    /// The pieces, in the order in which they are shown.
    pub pieces: Vec<KeptPiece>,
    /// What was answered about the whole: for each topic the number of an option.
    pub answers: BTreeMap<String, usize>,
    /// The first token that is taken, counted from 0.
    pub start: usize,
    /// How many of the tokens are taken.
    pub tokens: Option<usize>,
}

/// One piece.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(default)]
pub struct KeptPiece {
    /// The number under which its text or its bytes lie.
    pub id: u32,
    /// The file's name; empty for a paste.
    pub name: String,
    /// Whether it is the list of tokens.
    pub is_tokens: bool,
    /// What was answered about it.
    pub answers: BTreeMap<String, usize>,
    /// What the user takes its arrays for.
    pub roles: BTreeMap<usize, String>,
}

impl Drawer {
    /// As it is kept.
    pub fn to_json(&self) -> String {
        // Maps with text and number keys can always be written.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// What was kept; nothing where it cannot be read.
    pub fn from_json(json: &str) -> Self {
        serde_json::from_str(json).unwrap_or_default()
    }
}
