//! What mistakes, comparison and the overview of heads say: a struct of its own, so that the page's
//! first wasm does not hold it.

mod code;
mod en;
mod ko;
mod mistakes_en;
mod mistakes_ko;

use super::Language;
use crate::math::{Hindrance, Measure, Mistake};

pub use code::{in_code, right_code};

/// The texts of one language.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct LabWords {
    pub mistake: fn(Mistake) -> MistakeWords,
    pub hindrance: fn(Hindrance) -> &'static str,
    pub mistakes: &'static str,
    pub right: &'static str,
    pub wrong: &'static str,
    pub difference: &'static str,
    /// The matrices to choose from.
    pub shown: &'static str,
    pub shows_first: &'static str,
    /// What the colors of a difference span, and whether there may be larger ones.
    pub colors: fn(&str, bool) -> String,
    /// The largest difference and where it is.
    pub largest: fn(&str, &str) -> String,
    pub no_difference: &'static str,
    /// What the two matrices have in rows and columns.
    pub other_sizes: fn(&str, &str) -> String,
    pub not_computed: &'static str,
    /// The sums of the selected query's weights.
    pub sums: fn(&str, &str, &str) -> String,
    pub what: &'static str,
    pub why: &'static str,
    pub code: &'static str,
    pub who: &'static str,
    pub fill: &'static str,
    pub fill_replaces: &'static str,
    pub fill_is_added: &'static str,
    pub half: &'static str,
    pub unseeing: &'static str,
    pub dropped: &'static str,
    pub seed: &'static str,
    pub draw_again: &'static str,
    pub compare: CompareWords,
    pub heads: HeadWords,
}

/// Two states beside each other.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct CompareWords {
    pub freeze: &'static str,
    pub intro: &'static str,
    pub kept: &'static str,
    pub release: &'static str,
    pub swap: &'static str,
    pub no_swap: &'static str,
    pub a: &'static str,
    pub b: &'static str,
    pub minus: &'static str,
    pub same: &'static str,
    pub differs: &'static str,
    pub numbers: fn(&str, &str) -> String,
    pub mask: fn(&str, &str) -> String,
    pub divisor: fn(&str, &str) -> String,
    pub head: fn(&str, &str) -> String,
    pub missing: &'static str,
    /// The tokens of A are others.
    pub names: &'static str,
    pub stages: &'static str,
}

/// All heads at once.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct HeadWords {
    pub title: fn(&str) -> String,
    pub title_of_blocks: fn(&str) -> String,
    pub sort_by: &'static str,
    pub by_number: &'static str,
    pub by_number_about: &'static str,
    pub measure: fn(Measure) -> MeasureWords,
    pub largest_first: &'static str,
    /// Why there is no previous, first or own token, and no distance.
    pub two_sequences: &'static str,
    /// Why there is no previous, first or own token.
    pub few_tokens: &'static str,
    /// A head's number.
    pub head: fn(&str) -> String,
    /// The numbers of a block and of its head.
    pub head_of_block: fn(&str, &str) -> String,
    pub blocks: BlockWords,
    /// Of a long input there are small pictures alone.
    pub left_out: &'static str,
    pub one_domain: fn(&str) -> String,
    pub mean: &'static str,
    pub mean_warning: &'static str,
    pub picture_warning: &'static str,
    pub keys: &'static str,
    pub keys_about: fn(&str) -> String,
    /// A token, its entropy and its effective number of keys.
    pub row: fn(&str, &str, &str) -> String,
    pub similarity: &'static str,
    pub similarity_about: &'static str,
    /// Two heads and their similarity.
    pub pair: fn(&str, &str, &str) -> String,
    pub not_alike: &'static str,
    /// Of a long input one head is there, and not all yet.
    pub one_at_a_time: &'static str,
}

/// What is said of a measure.
#[derive(Debug, Clone, Copy)]
pub struct MeasureWords {
    /// Its name.
    pub name: &'static str,
    /// What it is, in one sentence.
    pub about: &'static str,
}

/// All blocks of a model.
#[expect(missing_docs, reason = "the fields are their own text")]
#[derive(Debug)]
pub struct BlockWords {
    pub all: &'static str,
    pub alone: &'static str,
    pub cancel: &'static str,
    /// What would be fetched, each with its size, and all together.
    pub sizes: fn(&str, &str) -> String,
    pub about: &'static str,
    pub changed: &'static str,
}

/// What is said of a mistake.
#[derive(Debug, Clone, Copy)]
pub struct MistakeWords {
    /// Its name.
    pub name: &'static str,
    /// What is done, in one line.
    pub line: &'static str,
    /// What happens.
    pub what: &'static str,
    /// Why it is wrong.
    pub why: &'static str,
    /// Who makes it.
    pub who: &'static str,
}

impl Language {
    /// The words of mistakes, comparison and the overview of heads.
    pub fn lab_words(self) -> &'static LabWords {
        match self {
            Self::English => &en::WORDS,
            Self::Korean => &ko::WORDS,
        }
    }
}
