//! Bracketed text as a tree. Numbers are no nodes: they lie in one pool, in the order of the text,
//! and an array of them, however deep, is a run of equal items in that pool.

use std::collections::HashMap;

use super::lex::Bracket;
use crate::input::number::Oddity;

/// A part of the text, in bytes. Four bytes a side: nodes are many, and no text is that long.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    pub start: u32,
    pub end: u32,
}

impl Span {
    pub fn new(start: usize, end: usize) -> Self {
        Self { start: start as u32, end: end as u32 }
    }

    /// The part of the text that it is.
    pub fn of(self, text: &str) -> &str {
        text.get(self.start as usize..self.end as usize).unwrap_or("")
    }
}

/// A sign that is kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// In a list: one that has no value before it. In a call or an object: each.
    Comma,
    Semicolon,
    Colon,
    Equals,
    /// The end of a line, outside of brackets.
    Break,
    /// A transpose.
    Quote,
    /// A quote that is not closed on its line.
    OpenQuote,
    /// Two values without the comma that parts the others.
    NoComma,
}

/// Equal items that follow one another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Run {
    /// Where the first begins.
    pub at: u32,
    /// Where its first number is in the pool.
    pub start: u32,
    /// How many items there are.
    pub count: u32,
    /// What each of them is, see [`Shapes`].
    pub shape: u32,
}

/// A part of a tree.
#[derive(Debug)]
pub enum Node {
    Run(Run),
    /// A text in quotes, the quotes included.
    Text(Span),
    /// An atom that is no number.
    Word(Span),
    Mark(Mark, u32),
    Group(Box<Group>),
}

impl Node {
    /// Where it begins.
    pub fn at(&self) -> usize {
        let at = match self {
            Self::Run(run) => run.at,
            Self::Text(span) | Self::Word(span) => span.start,
            Self::Mark(_, at) => *at,
            Self::Group(group) => group.callee.map_or(group.span.start, |callee| callee.start),
        };
        at as usize
    }

    /// The byte behind it.
    pub fn end(&self, text: &str) -> usize {
        match self {
            Self::Text(span) | Self::Word(span) => span.end as usize,
            Self::Group(group) => group.span.end as usize,
            // A number, or the first of several: to where its atom ends.
            Self::Run(_) | Self::Mark(..) => {
                let ends = |c: char| c.is_whitespace() || ",;)]}".contains(c);
                let rest = text.get(self.at()..).unwrap_or("");
                self.at() + rest.find(ends).unwrap_or(rest.len())
            }
        }
    }

    pub fn is(&self, mark: Mark) -> bool {
        matches!(self, Self::Mark(one, _) if *one == mark)
    }
}

/// A pair of brackets and what is in it.
#[derive(Debug)]
pub struct Group {
    pub bracket: Bracket,
    /// From the opening bracket to the closing one.
    pub span: Span,
    /// The name that stands right before it.
    pub callee: Option<Span>,
    /// Whether it stands right behind another bracket.
    pub is_joined: bool,
    pub items: Vec<Node>,
    /// Whether it is a matrix of rows, as MATLAB and Julia write it; its items are then not kept.
    pub has_rows: bool,
    /// Whether its values are parted by commas.
    pub has_commas: bool,
}

/// Dimensions and kind of an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// Empty for a single value.
    pub dims: Vec<usize>,
    /// Yes and no, kept as 1 and 0.
    pub is_boolean: bool,
}

/// Every shape in a text once.
#[derive(Debug)]
pub struct Shapes {
    shapes: Vec<Shape>,
    /// By how many items of which shape.
    numbers: HashMap<(u32, u32), u32>,
}

impl Shapes {
    /// A single number.
    pub const NUMBER: u32 = 0;
    /// A single yes or no.
    pub const BOOLEAN: u32 = 1;

    pub fn new() -> Self {
        let single = |is_boolean| Shape { dims: Vec::new(), is_boolean };
        Self { shapes: vec![single(false), single(true)], numbers: HashMap::new() }
    }

    pub fn get(&self, shape: u32) -> &Shape {
        &self.shapes[(shape as usize).min(self.shapes.len() - 1)]
    }

    /// The shape of an array of so many items.
    pub fn array_of(&mut self, count: u32, item: u32) -> u32 {
        if let Some(shape) = self.numbers.get(&(count, item)) {
            return *shape;
        }
        let Shape { dims, is_boolean } = self.get(item).clone();
        let dims = std::iter::once(count as usize).chain(dims).collect();
        let shape = self.shapes.len() as u32;
        self.shapes.push(Shape { dims, is_boolean });
        self.numbers.insert((count, item), shape);
        shape
    }
}

/// A text as a tree, with its numbers.
#[derive(Debug)]
pub struct Tree {
    /// What stands outside of brackets, and the brackets.
    pub items: Vec<Node>,
    /// Every number in the brackets, in the order of the text.
    pub pool: Vec<f64>,
    pub shapes: Shapes,
    /// What is unusual about the spelling of numbers: the first of each kind.
    pub oddities: Vec<(Oddity, Span)>,
}
