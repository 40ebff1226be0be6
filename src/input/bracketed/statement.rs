//! What stands outside of brackets around a value: its name, what is done to it, and what else is
//! assigned. Everything else there is prose.

use std::collections::VecDeque;

use super::{
    callee::{self, Callee},
    lex::Bracket,
    outside::is_position,
    tree::{Group, Mark, Node, Shapes, Span, Tree},
};

/// A value with its name.
#[derive(Debug)]
pub struct Root<'t> {
    pub name: Option<String>,
    /// Whether it is assigned to its name.
    pub is_assigned: bool,
    /// What stands before it in its line, behind its name.
    pub before: &'t [Node],
    pub group: &'t Node,
    /// What is done to it behind it.
    pub suffix: &'t [Node],
    /// Whether it stands in the middle of prose.
    pub is_inline: bool,
}

/// Something else that is assigned to a name.
#[derive(Debug)]
pub struct Other<'t> {
    pub name: String,
    pub items: &'t [Node],
}

/// What a text says outside of its brackets.
#[derive(Debug, Default)]
pub struct Statements<'t> {
    pub roots: Vec<Root<'t>>,
    pub others: Vec<Other<'t>>,
    /// Brackets without numbers: descriptions, empty lists.
    pub empty: Vec<&'t Group>,
    /// Whether positions and values are listed, as prints of sparse matrices do.
    pub is_sparse: bool,
}

/// Reads what stands outside of brackets.
pub fn statements<'t>(text: &'t str, tree: &'t Tree) -> Statements<'t> {
    let items = tree.items.as_slice();
    let mut walk =
        Walk { text, shapes: &tree.shapes, items, at: 0, line: Line::default(), label: None };
    let mut found = Statements::default();
    while walk.at < items.len() {
        walk.step(&mut found);
    }
    found
}

/// What is known of the line so far.
#[derive(Debug, Default)]
struct Line {
    /// Where what stands before the next value begins.
    start: usize,
    /// Names before the `=`, in their order; the first of them is that of the next value.
    names: VecDeque<String>,
    is_assigned: bool,
    /// Words of prose before the next value.
    n_words: usize,
    /// Whether it is only said of what shape or type a value is.
    is_said: bool,
    /// Names that commas part, before any `=`.
    targets: Vec<String>,
}

struct Walk<'t> {
    text: &'t str,
    shapes: &'t Shapes,
    items: &'t [Node],
    at: usize,
    line: Line,
    /// The words of the line before, where they end in a colon.
    label: Option<String>,
}

impl<'t> Walk<'t> {
    fn step(&mut self, found: &mut Statements<'t>) {
        let at = self.at;
        self.at += 1;
        match &self.items[at] {
            Node::Mark(Mark::Break | Mark::Semicolon, _) => self.end_of_line(at, found),
            Node::Mark(Mark::Comma, _) => self.comma(at, found),
            Node::Mark(Mark::Equals, _) => self.equals(at),
            Node::Mark(Mark::Colon, _) => {
                if let Some(name) = self.label_before(at) {
                    self.line.names = VecDeque::from([name]);
                }
                self.line.n_words += 1;
            }
            Node::Word(_) | Node::Text(_) | Node::Run(_) => self.line.n_words += 1,
            Node::Mark(..) => {}
            Node::Group(group) => self.group(at, group, found),
        }
    }

    fn new_line(&mut self) {
        self.line = Line { start: self.at, ..Line::default() };
    }

    fn end_of_line(&mut self, at: usize, found: &mut Statements<'t>) {
        let line = &self.items[self.line.start..at];
        if line.is_empty() && (self.line.is_assigned || self.label.is_some()) {
            // An empty line between a name and its value.
            self.line.start = self.at;
            return;
        }
        if self.goes_on(line) {
            return;
        }
        if self.line.is_assigned {
            self.other(at, found);
        }
        let is_label = line.last().is_some_and(|last| last.is(Mark::Colon));
        self.label = self.line.names.pop_back().filter(|_| is_label);
        self.new_line();
    }

    /// Whether a line ends in an operator, so that the next one belongs to it.
    fn goes_on(&self, line: &[Node]) -> bool {
        let [.., Node::Word(last)] = line else { return false };
        last.of(self.text).ends_with(['*', '/', '@', '\\'])
            && (line.len() > 1 || self.line.is_assigned)
    }

    /// A value without brackets, or a call without numbers, that is assigned to a name.
    fn other(&mut self, at: usize, found: &mut Statements<'t>) {
        let items = &self.items[self.line.start..at];
        if let Some(name) = self.line.names.front().filter(|_| !items.is_empty()) {
            found.others.push(Other { name: name.clone(), items });
        }
    }

    fn comma(&mut self, at: usize, found: &mut Statements<'t>) {
        if self.line.is_assigned {
            self.other(at, found);
            self.line.names.pop_front();
        } else if let [Node::Word(word)] = &self.items[self.line.start..at] {
            self.line.targets.push(word.of(self.text).to_owned());
        }
        self.line.start = self.at;
    }

    fn equals(&mut self, at: usize) {
        let before = at.checked_sub(1).map(|before| &self.items[before]);
        self.line.is_said = matches!(before, Some(Node::Word(word))
            if matches!(word.of(self.text), "shape" | "size" | "dtype"));
        let mut names = VecDeque::from(std::mem::take(&mut self.line.targets));
        names.extend(self.name_before(at));
        // Of `a = b = [1]` the first name counts.
        if !self.line.is_assigned || self.line.start + 1 < at {
            self.line.names = names;
        }
        self.line.is_assigned = true;
        self.line.n_words = 0;
        self.line.start = self.at;
        self.label = None;
    }

    /// The name before an `=`: the word before it, or before the type that is said of it.
    fn name_before(&self, at: usize) -> Option<String> {
        let line = &self.items[self.line.start..at];
        // Of `float W[2][3] =` and `W[0] =` it stands before an index.
        let name = |node: &Node| match node {
            Node::Word(span) | Node::Text(span) => Some(*span),
            Node::Group(group) => group.callee,
            _ => None,
        };
        let typed = line.iter().position(|node| node.is(Mark::Colon));
        let before = &line[..typed.unwrap_or(line.len())];
        clean(before.iter().rev().find_map(name)?.of(self.text))
    }

    /// The label before a colon: some words at the start of a line.
    fn label_before(&self, at: usize) -> Option<String> {
        let words = &self.items[self.line.start..at];
        if self.line.is_assigned || words.is_empty() || words.len() > 4 {
            return None;
        }
        let mut label = Vec::new();
        for node in words {
            match node {
                Node::Word(span) | Node::Text(span) => label.push(span.of(self.text)),
                _ => return None,
            }
        }
        clean(&label.join(" "))
    }

    fn group(&mut self, at: usize, group: &'t Group, found: &mut Statements<'t>) {
        let next = self.items[at + 1..].iter().take(8).find(|node| match node {
            Node::Group(group) => !group.is_joined,
            _ => true,
        });
        let is_target = next.is_some_and(|node| node.is(Mark::Equals));
        let is_type = group.items.is_empty()
            && !group.has_rows
            && matches!(self.items.get(at + 1), Some(Node::Group(next)) if next.is_joined || next.callee.is_some());
        if is_target || is_type || self.line.is_said {
            return;
        }
        if group.bracket == Bracket::Round
            && is_position(&group.items, self.shapes)
            && matches!(self.items.get(at + 1), Some(Node::Run(_)))
        {
            found.is_sparse = true;
            return;
        }
        if !self.is_value(at, group) {
            self.line.n_words += 1;
            found.empty.push(group);
            return;
        }
        let before = &self.items[self.line.start..at];
        let end = self.end_of_suffix(at + 1);
        let root = Root {
            name: self.name_of(group, before),
            is_assigned: self.line.is_assigned,
            before,
            group: &self.items[at],
            suffix: &self.items[at + 1..end],
            is_inline: self.is_inline(end),
        };
        found.roots.push(root);
        self.at = end;
        self.label = None;
        let names = std::mem::take(&mut self.line.names);
        let is_assigned = self.line.is_assigned && names.len() > 1;
        self.new_line();
        self.line.names = names;
        self.line.is_assigned = is_assigned;
        if !is_assigned {
            self.line.names.clear();
        }
    }

    /// Whether a value that ends at an item stands in the middle of prose.
    fn is_inline(&self, end: usize) -> bool {
        let is_last = self.items.get(end).is_none_or(|next| next.is(Mark::Break));
        let is_named = self.line.is_assigned || !self.line.names.is_empty();
        !is_named && (self.line.n_words > 1 || (self.line.n_words == 1 && !is_last))
    }

    /// Whether a pair of brackets is a value: whether it holds numbers, and is no index, no remark
    /// in parentheses.
    fn is_value(&self, at: usize, group: &Group) -> bool {
        let name = group.callee.map_or("", |callee| callee.of(self.text));
        let holds_numbers = group.holds_numbers(self.text);
        match group.bracket {
            Bracket::Square => {
                let before = at.checked_sub(1).map(|before| &self.items[before]);
                let is_prompt = matches!(before, Some(Node::Word(word))
                    if matches!(word.of(self.text), "In" | "Out"));
                let is_index = is_prompt || (!name.is_empty() && !callee::takes_square(name));
                !is_index && (holds_numbers || group.holds_texts())
            }
            Bracket::Curly => holds_numbers || group.holds_texts(),
            Bracket::Round if name.is_empty() => {
                let is_alone = self.line.is_assigned || self.line.n_words == 0;
                group.holds_arrays(self.text, self.shapes)
                    || (is_alone && holds_numbers && group.has_commas)
            }
            Bracket::Round => match callee::of(name) {
                Callee::Described => false,
                Callee::Show | Callee::Unknown | Callee::Mapping => {
                    group.holds_arrays(self.text, self.shapes)
                }
                Callee::Array(_) => holds_numbers || !group.items.is_empty(),
                _ => holds_numbers,
            },
        }
    }

    /// The name of a value: what it is assigned to, its label, the word before it.
    fn name_of(&self, group: &Group, before: &[Node]) -> Option<String> {
        if let Some(name) = self.line.names.front() {
            return Some(name.clone());
        }
        // C++ initializes `W{…}`.
        if let (Some(callee), Bracket::Curly) = (group.callee, group.bracket) {
            return clean(callee.of(self.text));
        }
        match before {
            [] => self.label.clone(),
            [Node::Word(word) | Node::Text(word)] if !self.line.is_assigned => {
                clean(word.of(self.text))
            }
            _ => None,
        }
    }

    /// Where what is done to a value ends: indices, methods, a transpose, an operator with what
    /// follows it.
    fn end_of_suffix(&self, start: usize) -> usize {
        let mut at = start;
        loop {
            let is_dotted = |node: &Node| match node {
                Node::Word(word) => {
                    let name = word.of(self.text).strip_prefix('.');
                    name.is_some_and(|name| {
                        name.starts_with(|c: char| c.is_alphabetic() || c == '\'')
                    })
                }
                Node::Group(group) => {
                    group.callee.is_some_and(|callee| callee.of(self.text).starts_with('.'))
                }
                _ => false,
            };
            at = match self.items.get(at) {
                Some(node) if is_dotted(node) => at + 1,
                Some(Node::Group(group)) if group.is_joined => at + 1,
                Some(Node::Mark(Mark::Quote, _)) => at + 1,
                Some(Node::Word(word)) if self.is_operation(*word, at) => return self.end_of(at),
                // A chain of methods goes on in the next line.
                Some(Node::Mark(Mark::Break, _))
                    if self.items.get(at + 1).is_some_and(is_dotted) =>
                {
                    at + 2
                }
                _ => return at,
            };
        }
    }

    /// Whether a word is an operator with something to operate on behind it.
    fn is_operation(&self, word: Span, at: usize) -> bool {
        let text = word.of(self.text);
        if !super::expression::is_operator(text) {
            return false;
        }
        let is_dash = text.chars().all(crate::input::number::is_minus);
        match self.items.get(at + 1) {
            Some(Node::Run(_) | Node::Group(_)) => true,
            Some(Node::Word(_)) => self.line.is_assigned || !is_dash,
            _ => false,
        }
    }

    fn end_of(&self, start: usize) -> usize {
        let ends = |node: &Node| {
            [Mark::Break, Mark::Comma, Mark::Semicolon].iter().any(|mark| node.is(*mark))
        };
        self.items[start..].iter().position(ends).map_or(self.items.len(), |n| start + n)
    }
}

/// A name without what decorates it; `None` where it says nothing.
fn clean(name: &str) -> Option<String> {
    let name = name.trim_matches(|c: char| "`*\"'“”$&:".contains(c) || c.is_whitespace());
    let name = name.strip_prefix("self.").or_else(|| name.strip_prefix("this.")).unwrap_or(name);
    let says_nothing = name.is_empty()
        || ["numpy", "Out", "In", "print", "return", "-", "array", "tensor"].contains(&name)
        || name.ends_with("containing")
        || !name.contains(char::is_alphanumeric);
    (!says_nothing).then(|| name.to_owned())
}
