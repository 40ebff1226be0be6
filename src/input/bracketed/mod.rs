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

use super::{Answers, Fault, Format, Place, ReadFault, Reading, Source, number};
use build::Stop;

pub use document::is_document;
pub use fault::BracketFault;

const OPENING: [char; 6] = ['[', '(', '{', '［', '（', '｛'];

/// The format of everything in brackets.
pub struct Bracketed;

impl Format for Bracketed {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        if let Some(name) = none_given(text) {
            return Some(Err(Fault::from(BracketFault::NoneGiven { name }).whole()));
        }
        if let Some(fault) = without_beginning(text) {
            return Some(Err(fault));
        }
        // No bracket, or another form's: LaTeX, HTML.
        let is_latex = || text.contains('\\') && text.contains("\\begin{");
        let is_other = !opens(text) || is_latex() || is_markup(text) || has_quoted_cells(text);
        if is_other || u32::try_from(text.len()).is_err() {
            return None;
        }
        if is_document(source) {
            return Some(Err(Fault::from(BracketFault::Document).whole()));
        }
        match build::tree(text) {
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

/// Whether a bracket is opened anywhere. One search a bracket: searching for all of them at once is
/// slower by far.
fn opens(text: &str) -> bool {
    let is_ascii = text.is_ascii();
    let may_occur = |bracket: &char| bracket.is_ascii() || !is_ascii;
    OPENING.into_iter().filter(may_occur).any(|bracket| text.contains(bracket))
}

/// What to say of numbers that end in a closing bracket without any that opens.
fn without_beginning(text: &str) -> Option<ReadFault> {
    let list = text.trim_end().trim_end_matches([';', ',', '\'', ')', ' ']);
    let before = list.strip_suffix([']', '}'])?;
    let last = before.rsplit(|c: char| c.is_whitespace() || matches!(c, ',' | ']' | '}')).next()?;
    let is_number = number::number(last, number::Style::POINT).is_ok();
    if !is_number || opens(text) {
        return None;
    }
    let found = list.chars().next_back()?;
    let place = Place::at(text, before.len(), 1);
    Some(Fault::from(BracketFault::ClosesNothing { found }).at(place))
}

/// Whether a text begins with a row of cells between tabs, a text in quotes among them.
fn has_quoted_cells(text: &str) -> bool {
    let first = text.split('\n').next().unwrap_or_default().trim_start();
    first.contains("\t\"") && !first.starts_with(OPENING)
}

/// Whether a text is HTML or XML, and no object that Python prints in angle brackets.
fn is_markup(text: &str) -> bool {
    let Some(tag) = text.trim_start().strip_prefix('<') else { return false };
    let name = tag.split(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or("");
    let names = ["html", "table", "div", "body", "pre", "p", "span", "math", "svg", "tr", "mat"];
    tag.starts_with(['!', '?']) || names.contains(&name.to_ascii_lowercase().as_str())
}
