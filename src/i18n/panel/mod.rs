//! What the panel says: a struct of its own, so that the page's wasm does not hold it.

mod en;
mod ko;

use super::Language;

/// The panel's texts in one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct PanelWords {
    pub data: &'static str,
    pub share: &'static str,
    pub close: &'static str,
    pub drop_here: &'static str,
    pub crash: &'static str,
    pub piece: PieceWords,
    pub tokens: TokenWords,
    pub whole: WholeWords,
    pub keep: KeepWords,
    pub forms: FormWords,
    pub share_side: ShareWords,
}

/// A piece that was handed over.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct PieceWords {
    pub intro: &'static str,
    /// The heading of a piece, counted from 1.
    pub title: fn(usize) -> String,
    pub placeholder: &'static str,
    pub add: &'static str,
    pub choose: &'static str,
    pub remove: fn(&str) -> String,
    pub reading: &'static str,
    pub lines: fn(&str) -> String,
    /// Only the beginning of a large text is shown.
    pub excerpt: &'static str,
    pub binary: &'static str,
    pub go_to: &'static str,
    pub understood: &'static str,
    pub ask: &'static str,
    pub role: &'static str,
    /// What its dimensions must be.
    pub needed: fn(&str) -> String,
    pub preview: &'static str,
    /// How much of a matrix a preview shows.
    pub preview_of: fn(&str, &str) -> String,
    /// The name of an array without one, counted from 1.
    pub nth_array: fn(usize) -> String,
    /// Arrays of the file beside those in sight.
    pub more_arrays: fn(usize) -> String,
    pub find_array: &'static str,
    pub left_out: &'static str,
    pub encoded: &'static str,
    pub korean_encoding: &'static str,
    pub western_encoding: &'static str,
    pub too_large: fn(&str, &str) -> String,
    pub unreadable: fn(&str) -> String,
}

/// The field for tokens.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct TokenWords {
    pub title: &'static str,
    pub hint: &'static str,
    pub placeholder: &'static str,
}

/// What the pieces amount to.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct WholeWords {
    pub title: &'static str,
    pub empty: &'static str,
    pub misfits: &'static str,
    /// A place is marked in a text.
    pub unread: &'static str,
    /// A file cannot be read at all.
    pub unread_file: &'static str,
    pub notes: &'static str,
    pub too_many: fn(&str, &str) -> String,
    pub first: &'static str,
    pub count: &'static str,
    pub show: &'static str,
    pub broken: fn(&str) -> String,
    pub retry: &'static str,
    pub unnamed: &'static str,
    /// Too many numbers for all heads at once.
    pub by_head: &'static str,
}

/// What is kept in the browser.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct KeepWords {
    pub kept: &'static str,
    pub refused: &'static str,
    pub forget: &'static str,
    pub removed: &'static str,
    pub undo: &'static str,
    /// Something was brought while other texts were here.
    pub beside: &'static str,
    pub only_new: &'static str,
    /// What was brought is left out beside a saved document.
    pub left_out: &'static str,
    pub open_new: &'static str,
}

/// Forms that can be pasted.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct FormWords {
    pub title: &'static str,
    pub intro: &'static str,
    pub try_it: fn(&str) -> String,
    pub put_in: &'static str,
    pub numpy: &'static str,
    pub sheet: &'static str,
    pub json: &'static str,
    pub markdown: &'static str,
    pub cross: &'static str,
    pub scores: &'static str,
    pub files: &'static str,
}

/// Saving and sharing.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct ShareWords {
    pub whole: &'static str,
    pub whole_hint: &'static str,
    pub class: &'static str,
    pub class_hint: &'static str,
    pub worksheet: &'static str,
    pub matrix: &'static str,
    pub which: &'static str,
    pub head: &'static str,
    pub copy: &'static str,
    pub save: &'static str,
    /// The picture as points.
    pub png: &'static str,
    pub saved: fn(&str) -> String,
    pub copied: &'static str,
    pub failed: fn(&str) -> String,
    /// What was shown is known to the reader no more.
    pub forgotten: &'static str,
    pub nothing_made: &'static str,
    pub link: &'static str,
    pub copy_link: &'static str,
    pub link_hint: &'static str,
    pub link_length: fn(&str) -> String,
    pub long_link: fn(&str) -> String,
    pub too_long_link: &'static str,
    pub frame: &'static str,
    pub copy_frame: &'static str,
    pub frame_hint: &'static str,
}

impl Language {
    /// The panel's words.
    pub fn panel_words(self) -> &'static PanelWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
