//! A bracket while it is open, and what it turns out to be when it closes.

use super::{
    lex::Bracket,
    tree::{Mark, Node, Span},
};

/// What came last in a bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Last {
    /// Nothing, or what parts rows.
    Nothing,
    Comma,
    /// A single value.
    Value,
    /// A single value, and then the end of a line.
    Line,
    /// Anything else.
    Other,
}

/// What parts the values of a bracket.
#[derive(Debug, Default)]
pub struct Parted {
    pub commas: usize,
    pub semicolons: usize,
    /// The second of the first two values in a line that nothing but blanks parts.
    pub by_blank: Option<usize>,
    /// Whether the end of a line alone parts two values.
    pub by_line: bool,
}

/// What a bracket holds besides single values.
#[derive(Debug, Default)]
pub struct Inside {
    pub groups: bool,
    /// Commas in a bracket in it.
    pub commas: bool,
}

/// An open bracket.
pub struct Frame {
    pub bracket: Bracket,
    pub open: usize,
    pub callee: Option<Span>,
    pub is_joined: bool,
    pub items: Vec<Node>,
    /// Where its numbers begin in the pool.
    pub pool_start: usize,
    /// Whether each comma is kept: between the arguments of a call, the entries of an object.
    pub keeps_commas: bool,
    pub parted: Parted,
    pub inside: Inside,
    pub last: Last,
    /// Rows that are complete, for those who are told where the text ends.
    pub rows: usize,
}

impl Frame {
    /// A bracket that opens at a byte; its numbers will lie behind those of the pool.
    pub fn new(bracket: Bracket, open: usize, pool_start: usize) -> Self {
        Self {
            bracket,
            open,
            callee: None,
            is_joined: false,
            items: Vec::new(),
            pool_start,
            keeps_commas: false,
            parted: Parted::default(),
            inside: Inside::default(),
            last: Last::Nothing,
            rows: 0,
        }
    }

    /// Whether it is a list: no call, no parentheses, no object.
    pub fn is_list(&self) -> bool {
        self.bracket != Bracket::Round && !self.keeps_commas
    }

    pub fn has_commas(&self) -> bool {
        self.parted.commas > 0 || self.inside.commas
    }

    /// Whether it is a matrix of rows, as MATLAB and Julia write it.
    pub fn has_rows(&self, is_nested: bool) -> bool {
        let is_run = |node: &Node| matches!(node, Node::Run(_));
        if !self.is_list() || self.inside.groups || !self.items.iter().any(is_run) {
            return false;
        }
        let is_word = |node: &Node| matches!(node, Node::Word(_));
        let is_row = self.parted.commas > 0 || self.parted.by_blank.is_some();
        if self.parted.semicolons > 0 {
            return !is_nested || is_row;
        }
        let is_range = || self.items.iter().any(|item| item.is(Mark::Colon));
        let is_square = self.bracket == Bracket::Square && !is_nested;
        is_square && (self.parted.by_line || self.items.iter().any(is_word) || is_range())
    }

    /// Whether it holds words and numbers in lines, as a table does whose first token happens to be
    /// a bracket.
    pub fn looks_like_rows(&self, text: &str) -> bool {
        let is_word = |node: &Node| matches!(node, Node::Word(word) if word.of(text).starts_with(char::is_alphabetic));
        let is_run = |node: &Node| matches!(node, Node::Run(_));
        let is_pair = |pair: &[Node]| is_word(&pair[0]) && is_run(&pair[1]);
        self.parted.commas == 0 && self.callee.is_none() && self.items.windows(2).any(is_pair)
    }
}
