//! What is said where weights are read in the tokens: a struct of its own, so that only the part that needs it holds
//! it.

mod en;
mod ko;

use super::Language;

/// The texts in one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct TextWords {
    pub shown_as: &'static str,
    pub colors: &'static str,
    pub arcs: &'static str,
    pub whose: &'static str,
    pub of_query: &'static str,
    pub of_key: &'static str,
    pub of_all: &'static str,
    pub at_most: &'static str,
    pub queries: &'static str,
    pub keys: &'static str,
    /// Which weights the colors are, of a query and of a key.
    pub colored_of_query: fn(&str) -> String,
    pub colored_of_key: fn(&str) -> String,
    /// A query, a key and the weight between them.
    pub weight: fn(&str, &str, &str) -> String,
    /// A query and a key that it may not see.
    pub masked: fn(&str, &str) -> String,
    pub sees_none: fn(&str) -> String,
    pub seen_by_none: fn(&str) -> String,
    pub not_computed: &'static str,
    pub hatched: &'static str,
    pub key_hint: &'static str,
    pub query_hint: &'static str,
    /// How many arcs are drawn, of how many links, and that these are all.
    pub some: fn(&str, &str) -> String,
    pub all: fn(&str) -> String,
    /// One of these, and the share of the weight that they carry: of all queries, of one, of a key.
    pub drawn_of_all: fn(&str, &str) -> String,
    pub drawn_of_query: fn(&str, &str, &str) -> String,
    pub drawn_of_key: fn(&str, &str, &str) -> String,
    pub alone: fn(&str) -> String,
    pub nothing: &'static str,
    /// The weight of the widest arc.
    pub widest: fn(&str) -> String,
    pub sides: &'static str,
    /// Of how many queries and keys those are listed that an arc reaches.
    pub listed: fn(&str, &str) -> String,
    pub list: &'static str,
}

impl Language {
    /// The words for weights in the tokens.
    pub fn text_words(self) -> &'static TextWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
