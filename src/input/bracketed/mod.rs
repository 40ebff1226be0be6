//! Numbers in brackets: prints of arrays and tensors, lists of Python, JSON, literals of programming
//! languages. Outside of brackets nothing is data.
//!
//! The text becomes tokens (`lex`), these a tree whose numbers lie in one pool (`build`, `tree`).
//! What stands outside of brackets gives names (`statement`); what a part of the tree amounts to is
//! a `value`: an array, an object, a single value.

mod arithmetic;
mod build;
mod call;
mod callee;
mod document;
mod escape;
mod expression;
mod fault;
mod fence;
mod form;
mod frame;
mod gather;
mod holds;
mod lex;
mod mixed;
mod names;
mod object;
mod open;
mod outside;
mod packed;
mod r;
mod records;
mod rows;
mod stack;
mod statement;
mod tree;
mod value;

use super::{Answers, Fault, Format, ReadFault, Reading, Source};
use build::Stop;

pub use document::is_document;
pub use fault::BracketFault;
pub use fence::fences;

/// The format of everything in brackets.
pub struct Bracketed;

impl Format for Bracketed {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        if let Some(name) = none_given(text) {
            return Some(Err(Fault::from(BracketFault::NoneGiven { name }).whole()));
        }
        // No bracket, or another form's: LaTeX, HTML.
        // One search a bracket: searching for all of them at once is slower by far.
        let is_other = !['[', '(', '{', '［', '｛'].into_iter().any(|c| text.contains(c))
            || text.contains("\\begin{")
            || is_markup(text);
        if is_other || u32::try_from(text.len()).is_err() {
            return None;
        }
        if is_document(source) {
            return Some(Err(Fault::from(BracketFault::Document).whole()));
        }
        let parts = fence::parts(text);
        match build::tree(text, &parts) {
            Ok(tree) => gather::reading(text, tree, answers).transpose(),
            Err(Stop::NotOurs) => None,
            Err(Stop::Broken(fault)) => Some(Err(fault)),
        }
    }
}

/// The name that is said to hold nothing: `None`, `attentions = None`.
fn none_given(text: &str) -> Option<String> {
    let name = text.trim().strip_suffix("None")?.trim_end_matches(['=', ':', ' ', '\t']);
    let is_name = name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.'));
    is_name.then(|| if name.is_empty() { "None".to_owned() } else { name.to_owned() })
}

/// Whether a text is HTML or XML, and no object that Python prints in angle brackets.
fn is_markup(text: &str) -> bool {
    let Some(tag) = text.trim_start().strip_prefix('<') else { return false };
    let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
    let names = ["html", "table", "div", "body", "pre", "p", "span", "math", "svg", "tr", "mat"];
    tag.starts_with(['!', '?']) || names.contains(&name.to_ascii_lowercase().as_str())
}
