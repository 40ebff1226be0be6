//! What a part of a tree amounts to: an array, an object of named values, a single value.

use super::{
    BracketFault,
    build::reason,
    form::Language,
    stack::Stack,
    tree::{Group, Mark, Node, Run, Span, Tree},
};
use crate::input::{
    Answers, Array, Fault, Form, Guess, NotANumber, Note, Place, ReadFault, Setting, Values,
};

/// A value in the text.
#[derive(Debug, Clone, PartialEq)]
pub enum Value {
    Array(Part),
    /// Named values, in their order.
    Object(Vec<Entry>),
    /// A list of objects.
    Objects(Vec<Vec<Entry>>),
    Single(Setting),
    /// A name, an unquoted text.
    Word(Span),
    /// `None`, `null`.
    Nothing,
    /// A call that holds no numbers.
    Called(Span),
}

/// A named value.
#[derive(Debug, Clone, PartialEq)]
pub struct Entry {
    pub name: String,
    /// Where the value begins.
    pub at: usize,
    pub value: Value,
}

/// An array; its numbers may still lie in the pool of the tree.
#[derive(Debug, Clone, PartialEq)]
pub struct Part {
    /// Where it begins.
    pub at: usize,
    pub shape: Vec<usize>,
    pub cells: Cells,
    pub row_labels: Option<Vec<String>>,
    pub col_labels: Option<Vec<String>>,
}

/// The cells of an array, in row-major order.
#[derive(Debug, Clone, PartialEq)]
pub enum Cells {
    /// In the pool, from here on.
    Pool {
        start: usize,
        is_boolean: bool,
    },
    Numbers(Vec<f64>),
    Booleans(Vec<bool>),
    Texts(Vec<String>),
    /// Numbers and texts.
    Mixed(Vec<Cell>),
}

/// A number or a text.
#[derive(Debug, Clone, PartialEq)]
pub enum Cell {
    Number(f64),
    Text(String),
}

impl Part {
    /// An array without names.
    pub fn new(at: usize, shape: Vec<usize>, cells: Cells) -> Self {
        Self { at, shape, cells, row_labels: None, col_labels: None }
    }

    pub fn len(&self) -> usize {
        self.shape.iter().product()
    }

    /// As an array of a reading; takes the pool for its own where it is all of it.
    pub fn into_array(self, pool: &mut Vec<f64>) -> Array {
        let n = self.len();
        let pooled = |pool: &mut Vec<f64>, start: usize| {
            if n == pool.len() { std::mem::take(pool) } else { pool[start..start + n].to_vec() }
        };
        let values = match self.cells {
            Cells::Pool { start, is_boolean: false } => Values::Numbers(pooled(pool, start)),
            Cells::Pool { start, is_boolean: true } => {
                Values::Booleans(pool[start..start + n].iter().map(|flag| *flag != 0.0).collect())
            }
            Cells::Numbers(numbers) => Values::Numbers(numbers),
            Cells::Booleans(flags) => Values::Booleans(flags),
            Cells::Texts(texts) => Values::Texts(texts),
            Cells::Mixed(cells) => Values::Texts(cells.into_iter().map(Cell::into_text).collect()),
        };
        let (row_labels, col_labels) = (self.row_labels, self.col_labels);
        Array { row_labels, col_labels, ..Array::of(self.shape, values) }
    }
}

impl Cell {
    pub fn into_text(self) -> String {
        match self {
            Self::Number(number) => number.to_string(),
            Self::Text(text) => text,
        }
    }
}

/// What values are made of, and what is guessed and said on the way.
pub struct Context<'t> {
    pub text: &'t str,
    pub tree: &'t Tree,
    pub answers: &'t Answers,
    pub language: Language,
    /// What the text is taken for.
    pub form: Form,
    /// The dimensions that the text says it has, where it says so.
    pub whole: Option<String>,
    pub guesses: Vec<Guess>,
    pub notes: Vec<Note>,
}

impl Context<'_> {
    /// A fault at a part of the text.
    pub fn fault(&self, fault: impl Into<Fault>, span: Span) -> ReadFault {
        let (start, end) = (span.start as usize, span.end as usize);
        fault.into().at(Place::at(self.text, start, end - start))
    }

    /// The beginning of a part of the text, to be quoted.
    pub fn quote(&self, span: Span) -> String {
        let text = span.of(self.text);
        let line = text.lines().next().unwrap_or("").trim_end();
        match line.char_indices().nth(24) {
            Some((at, _)) => format!("{}…", &line[..at]),
            None if line.len() < text.trim_end().len() => format!("{line}…"),
            None => line.to_owned(),
        }
    }

    /// Something would have to be computed.
    pub fn computation(&self, span: Span) -> ReadFault {
        self.fault(BracketFault::Computation { found: self.quote(span) }, span)
    }

    /// A guess that is asked once: the answer holds for all that it is about.
    pub fn ask(&mut self, guess: Guess) {
        if self.guesses.iter().all(|asked| asked.topic != guess.topic) {
            self.guesses.push(guess);
        }
    }

    /// A note that is said once.
    pub fn say(&mut self, note: Note) {
        // Nobody reads a longer list.
        if self.notes.len() < 16 && !self.notes.contains(&note) {
            self.notes.push(note);
        }
    }

    /// The value of a node; `trail` counts the lists around it, from 0.
    pub fn node(&mut self, node: &Node, trail: &mut Vec<usize>) -> Result<Value, ReadFault> {
        Ok(match node {
            Node::Run(run) => self.run(*run),
            Node::Text(span) => Value::Single(Setting::Text(unquoted(span.of(self.text)))),
            Node::Word(span) => self.word(*span)?,
            Node::Mark(Mark::OpenQuote, at) => {
                return Err(self.fault(BracketFault::OpenQuote, Span { start: *at, end: *at + 1 }));
            }
            Node::Mark(_, at) => {
                let span = Span { start: *at, end: *at + 1 };
                return Err(self.computation(span));
            }
            Node::Group(group) => self.group(group, trail)?,
        })
    }

    fn run(&self, run: Run) -> Value {
        let shape = self.tree.shapes.get(run.shape);
        let start = run.start as usize;
        if run.count == 1 && shape.dims.is_empty() {
            let number = self.tree.pool.get(start).copied().unwrap_or(f64::NAN);
            return Value::Single(if shape.is_boolean {
                Setting::Flag(number != 0.0)
            } else {
                Setting::Number(number)
            });
        }
        let mut dims = shape.dims.clone();
        if run.count > 1 {
            dims.insert(0, run.count as usize);
        }
        let cells = Cells::Pool { start, is_boolean: shape.is_boolean };
        Value::Array(Part::new(run.at as usize, dims, cells))
    }

    fn word(&self, span: Span) -> Result<Value, ReadFault> {
        let word = span.of(self.text);
        match reason(word) {
            NotANumber::Missing => Ok(Value::Nothing),
            NotANumber::Ellipsis => Err(self.bad_cell(span, None)),
            NotANumber::Text | NotANumber::Symbol => Ok(Value::Word(span)),
            why => Err(self.fault(why.fault(word), span)),
        }
    }

    /// A word where a number was expected.
    pub fn bad_cell(&self, span: Span, cell: Option<(usize, usize)>) -> ReadFault {
        let found = span.of(self.text);
        let fault = match reason(found) {
            NotANumber::Ellipsis => Fault::Shortened {
                found: found.to_owned(),
                whole: self.whole.clone(),
                form: self.form,
            },
            why => why.fault(found),
        };
        let mut read_fault = self.fault(fault, span);
        if let (Some((row, column)), Some(place)) = (cell, read_fault.place) {
            read_fault.place = Some(place.in_cell(row, column));
        }
        read_fault
    }

    /// What a pair of brackets amounts to.
    pub fn group(&mut self, group: &Group, trail: &mut Vec<usize>) -> Result<Value, ReadFault> {
        if group.is_joined {
            return Err(self.computation(group.span));
        }
        if group.callee.is_some() && !group.is_typed_literal(self.text) {
            return self.call(group, trail);
        }
        if group.has_rows {
            return self.rows(group).map(Value::Array);
        }
        if group.is_object() {
            return self.object(group, trail).map(Value::Object);
        }
        self.list(group, trail)
    }

    /// A list: an array where its items are equal.
    pub fn list(&mut self, group: &Group, trail: &mut Vec<usize>) -> Result<Value, ReadFault> {
        let at = group.span.start as usize;
        if let [Node::Run(run)] = group.items.as_slice() {
            let shape = self.tree.shapes.get(run.shape);
            let dims = std::iter::once(run.count as usize).chain(shape.dims.iter().copied());
            let cells = Cells::Pool { start: run.start as usize, is_boolean: shape.is_boolean };
            return Ok(Value::Array(Part::new(at, dims.collect(), cells)));
        }
        let mut stack = Stack::new();
        let mut objects = Vec::new();
        for node in &group.items {
            if self.is_prefix(node) {
                continue;
            }
            trail.push(stack.count() + objects.len());
            let value = self.item(node, trail)?;
            trail.pop();
            match value {
                Value::Object(entries) if stack.count() == 0 => objects.push(entries),
                value => self.put(&mut stack, node, value)?,
            }
        }
        if !objects.is_empty() {
            return match (stack.count(), group.items.first()) {
                (0, _) | (_, None) => Ok(Value::Objects(objects)),
                (_, Some(node)) => Err(self.computation(Span::new(node.at(), node.at() + 1))),
            };
        }
        Ok(Value::Array(stack.into_part(at)))
    }

    /// The value of an item of a list.
    fn item(&mut self, node: &Node, trail: &mut Vec<usize>) -> Result<Value, ReadFault> {
        let at = node.at();
        let here = |trail: &[usize]| match *trail {
            [column] => Some((1, column + 1)),
            [.., row, column] => Some((row + 1, column + 1)),
            [] => None,
        };
        match node {
            Node::Word(span) => Err(self.bad_cell(*span, here(trail))),
            Node::Mark(Mark::Comma, _) => {
                let mut fault = self.fault(NotANumber::Empty.fault(""), Span::new(at, at + 1));
                if let (Some((row, column)), Some(place)) = (here(trail), fault.place) {
                    fault.place = Some(place.in_cell(row, column));
                }
                Err(fault)
            }
            Node::Mark(Mark::NoComma, _) => Err(self.no_comma(at)),
            node => self.node(node, trail),
        }
    }

    fn no_comma(&self, at: usize) -> ReadFault {
        let parts = |c: char| c.is_whitespace() || ",;[](){}".contains(c);
        let before = self.text[..at].trim_end_matches(parts);
        let before = before.rsplit(parts).next().unwrap_or("").to_owned();
        let after = self.text[at..].split(parts).next().unwrap_or("").to_owned();
        let end = at + after.len();
        self.fault(BracketFault::NoComma { before, after }, Span::new(at, end))
    }

    /// Adds an item to a list.
    pub fn put(&self, stack: &mut Stack, node: &Node, value: Value) -> Result<(), ReadFault> {
        let at = node.at();
        let span = Span::new(at, at + 1);
        let part = match value {
            Value::Array(part) => part,
            Value::Single(Setting::Text(text)) => {
                Part::new(at, Vec::new(), Cells::Texts(vec![text]))
            }
            Value::Single(Setting::Number(number)) => {
                Part::new(at, Vec::new(), Cells::Numbers(vec![number]))
            }
            Value::Single(Setting::Flag(flag)) => {
                Part::new(at, Vec::new(), Cells::Booleans(vec![flag]))
            }
            _ => return Err(self.computation(span)),
        };
        // A run is several items, unless it is one.
        let count = match node {
            Node::Run(run) => run.count as usize,
            _ => 1,
        };
        let dims = if count > 1 { &part.shape[1..] } else { &part.shape[..] }.to_vec();
        stack.push(part, count, dims, &self.tree.pool).map_err(|fault| self.fault(fault, span))
    }

    /// What stands before a value in a list and says only of what type it is.
    fn is_prefix(&self, node: &Node) -> bool {
        match node {
            Node::Word(span) => matches!(span.of(self.text), "new" | "&" | "@"),
            Node::Group(group) => {
                group.callee.is_some() && group.items.is_empty() && !group.has_rows
            }
            _ => false,
        }
    }
}

/// A text without its quotes, its escapes undone.
pub fn unquoted(quoted: &str) -> String {
    let is_three = quoted.len() >= 6 && (quoted.starts_with("\"\"\"") || quoted.starts_with("'''"));
    let mut chars = quoted.chars();
    for _ in 0..if is_three { 3 } else { 1 } {
        chars.next();
        chars.next_back();
    }
    let inside = chars.as_str();
    if inside.contains('\\') { super::escape::undone(inside) } else { inside.to_owned() }
}
