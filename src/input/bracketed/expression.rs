//! A value with what stands before and behind it: `-x`, `x.T`, `x.reshape(2, 3)`, `x'`. What only
//! changes the type is passed over; what would have to be computed is refused, never left out.

use super::{
    BracketFault, callee,
    lex::Bracket,
    tree::{Group, Mark, Node, Span},
    value::{Cells, Context, Part, Value},
};
use crate::input::{Dimensions, Fault, ReadFault, Setting, torch_text::factor_guess};

/// Methods that leave the numbers as they are.
const QUIET: [&str; 24] = [
    "astype",
    "to",
    "cuda",
    "cpu",
    "float",
    "double",
    "half",
    "bfloat16",
    "detach",
    "numpy",
    "tolist",
    "copy",
    "clone",
    "requires_grad_",
    "contiguous",
    "type",
    "to_numpy",
    "values",
    "eval",
    "into",
    "to_vec",
    "squeeze",
    "unsqueeze",
    "long",
];

impl Context<'_> {
    /// The value of an argument, of an entry, of one side of an assignment.
    pub fn expression(
        &mut self,
        items: &[Node],
        trail: &mut Vec<usize>,
    ) -> Result<Value, ReadFault> {
        if let [Node::Run(factor), Node::Word(times), value @ ..] = items
            && times.of(self.text) == "*"
            && !value.is_empty()
            && let Value::Single(Setting::Number(factor_value)) = self.node(&items[0], trail)?
        {
            let span = Span { start: factor.at, end: times.start };
            let value = self.expression(value, trail)?;
            return self.with_factor(span, factor_value, value);
        }
        let is_value = |node: &Node| !matches!(node, Node::Word(_) | Node::Mark(..));
        let Some(at) = items.iter().position(is_value) else {
            return match items {
                [] => Err(Fault::Unrecognized.whole()),
                [one] => self.node(one, trail),
                [first, .., last] => Err(self.computation(Span::new(first.at(), last.at() + 1))),
            };
        };
        let (before, rest) = items.split_at(at);
        self.check_before(before, rest[0].at())?;
        let value = self.node(&rest[0], trail)?;
        self.with_suffix(value, &rest[1..])
    }

    /// Refuses what stands before a value and would change it.
    pub fn check_before(&self, before: &[Node], at: usize) -> Result<(), ReadFault> {
        let mut before = before;
        while let [line @ .., Node::Mark(Mark::Break, _)] = before {
            before = line;
        }
        let Some(Node::Word(word)) = before.last() else { return Ok(()) };
        let text = word.of(self.text);
        let is_joined = word.end as usize == at;
        let is_minus = text.ends_with(crate::input::number::is_minus);
        let is_reference = is_joined && matches!(text, "*" | "&" | "**" | "@");
        // A sign before items of a list in prose.
        let is_bullet = before.len() == 1 && !is_joined && matches!(text, "*" | "+" | "·");
        let computes = text.ends_with(['*', '/', '@', '+', '%', '^', '×', '·', '⋅']);
        if (computes && !is_reference && !is_bullet)
            || (is_minus && (is_joined || before.len() > 1))
        {
            return Err(self.computation(Span::new(before[0].at(), at + 1)));
        }
        Ok(())
    }

    /// A value with what is done to it behind it.
    pub fn with_suffix(&mut self, value: Value, suffix: &[Node]) -> Result<Value, ReadFault> {
        let mut value = value;
        let mut rest = suffix;
        while let Some((node, behind)) = rest.split_first() {
            rest = behind;
            value = match node {
                Node::Mark(Mark::Quote, at) => {
                    self.transposed(value, Span { start: *at, end: *at + 1 })?
                }
                Node::Word(word) if word.of(self.text).starts_with('.') => {
                    self.method(value, &word.of(self.text)[1..], &[], node)?
                }
                Node::Group(group) => match group.callee.map(|callee| callee.of(self.text)) {
                    Some(name) if name.starts_with('.') => {
                        self.method(value, &name[1..], &group.items, node)?
                    }
                    // Rust's and C's types behind a literal, such as `[1, 2] as [f32; 2]`.
                    _ => return Err(self.computation(group.span)),
                },
                Node::Word(word) if is_operator(word.of(self.text)) => {
                    let end = behind.last().map_or(word.end as usize, |last| last.end(self.text));
                    return Err(self.computation(Span::new(word.start as usize, end)));
                }
                Node::Word(_) | Node::Mark(..) => value,
                Node::Run(_) | Node::Text(_) => {
                    return Err(self.computation(Span::new(node.at(), node.at() + 1)));
                }
            };
        }
        Ok(value)
    }

    fn method(
        &mut self,
        value: Value,
        names: &str,
        args: &[Node],
        node: &Node,
    ) -> Result<Value, ReadFault> {
        let mut value = value;
        // `.detach().cpu` reaches this as `detach` of a group and `cpu` of the next, but attributes
        // may follow one another: `.data.T`.
        for name in names.split('.').filter(|name| !name.is_empty()) {
            value = match name {
                "T" | "mT" | "t" | "H" | "transpose" | "'" => {
                    self.transposed(value, Span::new(node.at(), node.at() + 1))?
                }
                "reshape" | "view" | "resize" => self.reshaped(value, args, node)?,
                _ if QUIET.contains(&name) || name == "data" || name == "collect" => value,
                _ => {
                    let span = match node {
                        Node::Word(span) => *span,
                        node => Span::new(node.at(), node.at() + name.len() + 1),
                    };
                    return Err(self.computation(span));
                }
            };
        }
        Ok(value)
    }

    /// Rows and columns changed for one another.
    pub fn transposed(&self, value: Value, span: Span) -> Result<Value, ReadFault> {
        match value {
            Value::Array(part) => self.transposed_part(part, span).map(Value::Array),
            value => Ok(value),
        }
    }

    /// Rows and columns of an array changed for one another.
    pub fn transposed_part(&self, part: Part, span: Span) -> Result<Part, ReadFault> {
        let [rows, cols] = *part.shape.as_slice() else {
            // A list has no other side; a stack has more than one.
            return if part.shape.len() < 2 { Ok(part) } else { Err(self.computation(span)) };
        };
        let (at, row_labels, col_labels) =
            (part.at, part.col_labels.clone(), part.row_labels.clone());
        let cells = match super::stack::owned(part, &self.tree.pool) {
            Cells::Numbers(all) => Cells::Numbers(turned(&all, cols)),
            Cells::Booleans(all) => Cells::Booleans(turned(&all, cols)),
            Cells::Texts(all) => Cells::Texts(turned(&all, cols)),
            Cells::Mixed(all) => Cells::Mixed(turned(&all, cols)),
            pooled @ Cells::Pool { .. } => pooled,
        };
        Ok(Part { at, shape: vec![cols, rows], cells, row_labels, col_labels })
    }

    /// Other dimensions over the same numbers, row by row; one of them may be left open as -1.
    fn reshaped(&self, value: Value, args: &[Node], node: &Node) -> Result<Value, ReadFault> {
        let span = Span::new(node.at(), node.at() + 1);
        let Value::Array(mut part) = value else { return Ok(value) };
        let dims = self.dimensions(args).ok_or_else(|| self.computation(span))?;
        let shape = filled(&dims, part.len()).ok_or_else(|| {
            let dims: Vec<usize> = dims.iter().filter_map(|dim| *dim).collect();
            let expected = Dimensions(&dims).to_string();
            self.fault(BracketFault::WrongCount { found: part.len(), expected }, span)
        })?;
        part.shape = shape;
        Ok(Value::Array(part))
    }

    /// The whole numbers among arguments, those of a tuple too; `None` in the list is -1.
    pub fn dimensions(&self, args: &[Node]) -> Option<Vec<Option<usize>>> {
        let mut dims = Vec::new();
        for node in args {
            match node {
                Node::Run(run) => {
                    let shape = self.tree.shapes.get(run.shape);
                    let n = run.count as usize * shape.dims.iter().product::<usize>();
                    let start = run.start as usize;
                    for number in self.tree.pool.get(start..start + n)? {
                        dims.push(if is_open(*number) { None } else { Some(count(*number)?) });
                    }
                }
                Node::Mark(Mark::Comma, _) => {}
                Node::Group(group) if group.items.is_empty() && group.callee.is_none() => {}
                _ => return None,
            }
        }
        Some(dims)
    }

    /// A matrix with the factor that old prints took out of it.
    fn with_factor(&mut self, span: Span, factor: f64, value: Value) -> Result<Value, ReadFault> {
        let Value::Array(part) = value else { return Err(self.computation(span)) };
        let (at, shape) = (part.at, part.shape.clone());
        let Cells::Numbers(mut numbers) = super::stack::owned(part, &self.tree.pool) else {
            return Err(self.computation(span));
        };
        let first = numbers.first().copied().unwrap_or(0.0) * factor;
        let guess = factor_guess(factor, first, self.answers);
        if guess.chosen == 0 {
            for number in &mut numbers {
                *number *= factor;
            }
        }
        self.ask(guess);
        Ok(Value::Array(Part::new(at, shape, Cells::Numbers(numbers))))
    }
}

impl Group {
    /// Whether the name before it only says of which type it is.
    pub fn is_typed_literal(&self, text: &str) -> bool {
        let name = self.callee.map_or("", |callee| callee.of(text));
        self.bracket != Bracket::Round && callee::is_of_literal(name)
    }

    /// Whether it holds names with values.
    pub fn is_object(&self) -> bool {
        let is_pair = |node: &Node| node.is(Mark::Colon) || node.is(Mark::Equals);
        self.bracket == Bracket::Curly && self.items.iter().any(is_pair)
    }
}

/// Whether a word behind a value would change it.
pub fn is_operator(word: &str) -> bool {
    let computes = ["*", "/", "@", "+", "%", "^", "**", ".*", "./", ".^", "×", "//", "%*%", "\\"];
    computes.contains(&word) || word.starts_with(crate::input::number::is_minus)
}

/// Whether a dimension is left open: -1.
fn is_open(dimension: f64) -> bool {
    dimension.to_bits() == (-1.0_f64).to_bits()
}

/// A whole number that counts something.
fn count(number: f64) -> Option<usize> {
    ((0.0..1e9).contains(&number) && number.fract() == 0.0).then_some(number as usize)
}

/// Dimensions with the open one filled, where they hold `n` items.
pub fn filled(dims: &[Option<usize>], n: usize) -> Option<Vec<usize>> {
    let known: usize =
        dims.iter().flatten().try_fold(1, |all: usize, dim| all.checked_mul(*dim))?;
    let open = dims.iter().filter(|dim| dim.is_none()).count();
    let rest = n.checked_div(known).unwrap_or(0);
    let is_filled = open <= 1 && if open == 1 { known * rest == n } else { known == n };
    let shape = dims.iter().map(|dim| dim.unwrap_or(rest)).collect();
    (is_filled && !dims.is_empty()).then_some(shape)
}

/// The cells of a matrix of so many columns, column by column.
fn turned<T: Clone>(cells: &[T], cols: usize) -> Vec<T> {
    (0..cols).flat_map(|col| cells.iter().skip(col).step_by(cols).cloned()).collect()
}
