//! Every word shown on the page, in each language. A closed set: a text that is missing in one
//! language does not compile. Sentences with numbers are functions, so that each language has its
//! own order and its own particles; numbers arrive already printed.
//!
//! Imports the enums that it names (`math`, `samples`, `state`; for [`reading`] `input`, `assemble`
//! and `link`) and computes nothing.

pub mod cells;
pub mod classroom;
mod en;
pub mod engine;
mod josa;
mod ko;
pub mod lab;
pub mod lessons;
pub mod panel;
pub mod reading;
pub mod text;
mod turned;
pub mod welcome;
pub mod worksheet;
pub mod zoom;

use crate::{
    math::{HiddenBy, MaskKind, MatrixName, Stage},
    samples::{
        HeadPattern, SampleId,
        six_tokens::{HeadRole, Reads},
    },
    state::{Change, TokenError, link::Stray},
};

pub use josa::{Josa, josa_after, with_josa};

/// A language of the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Language {
    /// English.
    #[default]
    English,
    /// Korean.
    Korean,
}

impl Language {
    /// All languages, in the order in which the page lists them.
    pub const ALL: [Self; 2] = [Self::Korean, Self::English];

    /// The language tag, for `lang` and for storage.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Korean => "ko",
        }
    }

    /// The language with this tag.
    pub fn from_tag(tag: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|language| language.tag() == tag)
    }

    /// What a matrix is called.
    pub fn matrix_name(self, name: MatrixName) -> &'static str {
        match self {
            Self::English => en::matrix(name),
            Self::Korean => ko::matrix(name),
        }
    }

    /// The language's words.
    pub fn words(self) -> &'static Words {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}

/// The texts of one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct Words {
    /// The language's own name.
    pub language: &'static str,
    pub bar: BarWords,
    pub edit: EditWords,
    pub tokens: TokenWords,
    pub controls: ControlWords,
    pub page: PageWords,
    pub arithmetic: ArithmeticWords,
    pub loading: LoadingWords,
    pub about: AboutWords,
    pub stage: fn(Stage) -> StageWords,
    pub matrix: fn(MatrixName) -> &'static str,
    pub mask: fn(MaskKind) -> MaskWords,
    pub sample: fn(SampleId) -> SampleWords,
    /// What a built head does.
    pub role: fn(HeadRole) -> &'static str,
    /// What a built head reads of a token.
    pub reads: fn(Reads) -> &'static str,
    /// What a recorded head does.
    pub pattern: fn(HeadPattern) -> PatternWords,
}

/// The bar at the top.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct BarWords {
    pub tagline: &'static str,
    pub example: &'static str,
    pub block: &'static str,
    /// What stands in the place of the equation.
    pub view: &'static str,
    pub view_stages: &'static str,
    pub view_mistakes: &'static str,
    pub view_compare: &'static str,
    pub view_heads: &'static str,
    pub view_text: &'static str,
    pub language: &'static str,
    pub theme: &'static str,
    pub theme_system: &'static str,
    pub theme_light: &'static str,
    pub theme_dark: &'static str,
    pub data: &'static str,
    pub share: &'static str,
    pub keys: &'static str,
    pub lessons: &'static str,
}

/// Changing numbers, taking back, and somebody's own numbers.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct EditWords {
    /// What a change was about.
    pub change: fn(Change) -> &'static str,
    pub undo: fn(&str) -> String,
    pub redo: fn(&str) -> String,
    pub nothing_to_undo: &'static str,
    pub nothing_to_redo: &'static str,
    pub as_opened: &'static str,
    /// Accessible name of the field over a cell.
    pub number_of: fn(&str) -> String,
    /// What was typed and is no number.
    pub refused: fn(&str) -> String,
    /// What a changed cell was, after its number.
    pub was: fn(&str) -> String,
    /// Why a token cannot be changed so.
    pub token_refused: fn(&TokenError) -> String,
    pub own_name: &'static str,
    pub own_origin: &'static str,
    pub forgotten: &'static str,
    /// This browser keeps nothing.
    pub unkept: &'static str,
    /// Own work that was left, by the name of its numbers.
    pub work: fn(&str) -> String,
}

/// The strip of tokens.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct TokenWords {
    pub all: &'static str,
    pub queries: &'static str,
    pub keys: &'static str,
    /// Rename, add before, add after, remove, move left, move right: the names of the buttons.
    pub tools: [&'static str; 6],
    /// What stands on the buttons that add a token.
    pub before: &'static str,
    pub after: &'static str,
    pub positions_move: &'static str,
    pub other_name: &'static str,
    pub new_name: &'static str,
    pub earlier: &'static str,
    pub later: &'static str,
}

/// Heads, mask and scale.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct ControlWords {
    /// Name of the whole group.
    pub group: &'static str,
    /// "Head 5 of 12", counted from 1.
    pub head_of: fn(usize, usize) -> String,
    /// The same for recorded models, whose heads are counted from 0.
    pub head_from_zero: fn(usize, usize) -> String,
    /// Accessible name of a head's button.
    pub head: fn(usize, &str) -> String,
    pub heads: &'static str,
    /// Of a long input only the opened head is there.
    pub one_head_at_a_time: &'static str,
    pub shares_keys: fn(usize) -> String,
    pub mask: &'static str,
    pub mask_needs_square: &'static str,
    /// What was typed as a mask's parameter and is none.
    pub mask_refused: fn(&str) -> String,
    pub mask_needs_scores: &'static str,
    pub divide_by: &'static str,
    pub divisor: &'static str,
    pub mark_one: &'static str,
    pub mark_root_dk: &'static str,
    pub mark_root_d_model: &'static str,
    pub reset: fn(&str) -> String,
    /// What was typed as divisor and is no number to divide by.
    pub divisor_refused: fn(&str, &str, &str) -> String,
    pub entropy: &'static str,
    pub largest: &'static str,
}

/// Headings, captions and remarks of the page.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct PageWords {
    /// In the place of a number.
    pub hidden: &'static str,
    pub stages: &'static str,
    pub equation: &'static str,
    pub explanation: &'static str,
    pub previous: &'static str,
    pub next: &'static str,
    pub color_key: &'static str,
    pub domain: &'static str,
    pub domain_matrix: &'static str,
    pub domain_heads: &'static str,
    pub domain_fixed: &'static str,
    pub domain_bound: &'static str,
    pub clipped: fn(usize) -> String,
    pub masked_key: &'static str,
    /// Query and key of the selected cell.
    pub query_key: fn(&str, &str) -> String,
    /// A token and a feature, counted from 1.
    pub token_feature: fn(&str, usize) -> String,
    /// A matrix, its size and what the arrow keys do, for screen readers.
    pub grid: fn(&str, usize, usize) -> String,
    /// With a place, as every text beside pictures may have: see [`Language::turned`].
    pub rows_sum_to_one: &'static str,
    /// This query sees no key.
    pub sees_no_key: fn(&str) -> String,
    pub entropy_of: fn(&str, &str) -> String,
    pub effective_keys: fn(&str) -> String,
    pub largest_weight: fn(&str, &str) -> String,
    pub crash: &'static str,
}

/// The arithmetic of the selected cell.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct ArithmeticWords {
    pub heading: &'static str,
    pub given: &'static str,
    /// The cell was set by hand; what it would be if it were computed.
    pub set_by_hand: fn(&str) -> String,
    pub sum_of_products: fn(usize) -> String,
    pub other_terms: fn(usize) -> String,
    pub all_terms: fn(usize) -> String,
    pub feature: &'static str,
    pub bias: &'static str,
    pub sum: &'static str,
    pub maximum: &'static str,
    pub exponentials: &'static str,
    pub quotient: &'static str,
    pub mask_seen: &'static str,
    pub mask_hidden: fn(HiddenBy) -> &'static str,
    pub mask_added: &'static str,
    pub all_hidden: &'static str,
    pub copied: fn(usize, usize) -> String,
    pub copied_from: fn(&str, usize) -> String,
    pub angle: &'static str,
    pub mean: &'static str,
    pub variance: &'static str,
}

/// Loading an example and what can go wrong.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct LoadingWords {
    pub loading: fn(&str) -> String,
    pub progress: fn(&str, &str) -> String,
    pub progress_name: &'static str,
    pub close: &'static str,
    pub failed: fn(&str) -> String,
    pub status: fn(u16) -> String,
    pub unreachable: &'static str,
    pub damaged: &'static str,
    pub retry: &'static str,
    pub keep: fn(&str) -> String,
    /// A link, as the name of what is loaded.
    pub link: &'static str,
    /// What a link asks for and is not there.
    pub stray: fn(&Stray) -> String,
}

/// Where the numbers of an example come from.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct AboutWords {
    pub heading: &'static str,
    /// Of somebody's own numbers.
    pub own: &'static str,
    pub no_output: &'static str,
    pub no_w_o: &'static str,
    pub no_projections: &'static str,
    pub given_scores: &'static str,
    pub given_weights: &'static str,
    pub built_head: &'static str,
    /// A rule of a built head: what the query reads, what the key reads, the score of a match.
    pub rule: fn(&str, &str, &str) -> String,
    pub agrees: fn(&str, usize, u8) -> String,
    pub differs: fn(&str, &str) -> String,
    pub changed: &'static str,
    /// The recorded weights agree, with the largest difference.
    pub recorded_agrees: fn(&str) -> String,
    pub recorded_differs: fn(&str) -> String,
    pub worth_a_look: &'static str,
    /// What a head would do without rotary position: its mean weight on the previous token.
    pub without_rotary: fn(&str, &str) -> String,
}

/// What the page says of an example.
#[derive(Debug, Clone, Copy)]
pub struct SampleWords {
    /// Its name in the menu.
    pub name: &'static str,
    /// What its numbers are, in a few words.
    pub origin: &'static str,
    /// Where its numbers come from.
    pub about: &'static str,
}

/// What the page says of a recorded head.
#[derive(Debug, Clone, Copy)]
pub struct PatternWords {
    /// What it does, in a few words.
    pub name: &'static str,
    /// What there is to see in it.
    pub about: &'static str,
}

/// What the page says of a kind of mask.
#[derive(Debug, Clone, Copy)]
pub struct MaskWords {
    /// Its name.
    pub name: &'static str,
    /// What it is for, in one line.
    pub about: &'static str,
    /// What its parameter is, if it has one; tokens count from 1.
    pub parameter: &'static str,
}

/// What the page says of one stage.
#[derive(Debug, Clone, Copy)]
pub struct StageWords {
    /// Its name.
    pub name: &'static str,
    /// What it does, in one or two sentences.
    pub what: &'static str,
    /// Why it is done.
    pub why: &'static str,
    /// What a learner often gets wrong or asks here.
    pub note: &'static str,
}
