//! What there is in a pair of brackets, however deep, before it is read.

use super::{
    build::reason,
    lex::Bracket,
    tree::{Group, Node, Shapes},
};
use crate::input::{NotANumber, number::is_minus};

impl Group {
    /// Whether there is a number in it, however deep.
    pub fn holds_numbers(&self, text: &str) -> bool {
        let is_number = |node: &Node| match node {
            Node::Run(_) => true,
            Node::Word(word) => is_meant_as_number(word.of(text)),
            Node::Group(group) => group.holds_numbers(text),
            _ => false,
        };
        self.has_rows || self.items.iter().any(is_number)
    }

    /// Whether it is an empty list, or a list of such.
    pub fn is_bare(&self) -> bool {
        let is_bare = |node: &Node| matches!(node, Node::Group(group) if group.is_bare());
        self.callee.is_none() && self.bracket != Bracket::Round && self.items.iter().all(is_bare)
    }

    /// Whether it is a list of texts.
    pub fn holds_texts(&self) -> bool {
        let is_text = |node: &Node| match node {
            Node::Text(_) => true,
            Node::Group(group) => group.holds_texts(),
            _ => false,
        };
        self.callee.is_none() && self.items.iter().any(is_text)
    }

    /// Whether there is a list of numbers in it, however deep.
    pub fn holds_arrays(&self, text: &str, shapes: &Shapes) -> bool {
        self.items.iter().any(|node| match node {
            Node::Run(run) => !shapes.get(run.shape).dims.is_empty(),
            Node::Group(group) => {
                group.has_rows
                    || group.holds_arrays(text, shapes)
                    || (group.bracket != Bracket::Round && group.holds_numbers(text))
            }
            _ => false,
        })
    }
}

/// Whether a word is a number that cannot be held, or stands for some that were left out.
fn is_meant_as_number(word: &str) -> bool {
    use NotANumber::{Complex, Ellipsis, Glued, Hexadecimal, TooLarge};
    let unsigned = word.trim_start_matches(is_minus);
    let is_digital = unsigned.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '…');
    is_digital && matches!(reason(word), Ellipsis | TooLarge | Complex | Hexadecimal | Glued)
}
