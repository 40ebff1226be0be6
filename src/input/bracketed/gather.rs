//! The arrays, settings, guesses and notes that a tree amounts to, all values of it together.

use std::collections::HashSet;

use super::{
    BracketFault,
    build::reason,
    callee::{self, Callee},
    form::{Language, form_of},
    lex::Bracket,
    names::is_part,
    object::Found,
    stack::Stack,
    statement::{Other, Root, Statements, statements},
    tree::{Group, Node, Span, Tree},
    value::{Cells, Context, Entry, Part, Value},
};
use crate::input::{
    Answers, Array, Dimensions, Fault, Form, NotANumber, Note, Place, ReadFault, Reading,
    number::Oddity,
};

/// What a tree amounts to; `None` where it holds no numbers at all.
pub fn reading(text: &str, tree: Tree, answers: &Answers) -> Result<Option<Reading>, ReadFault> {
    let statements = statements(text, &tree);
    let mut context = Context {
        text,
        tree: &tree,
        answers,
        language: Language::of(text),
        form: Form::PYTHON,
        whole: None,
        guesses: Vec::new(),
        notes: Vec::new(),
    };
    if statements.is_sparse {
        return Err(Fault::from(BracketFault::Sparse).whole());
    }
    let Some(mut found) = context.found(statements)? else { return Ok(None) };
    context.label(&mut found);
    context.spellings();
    let Context { form, guesses, notes, .. } = context;
    let mut places: Vec<(usize, usize)> =
        found.arrays.iter().map(|(_, part)| part.at).enumerate().map(|(i, at)| (at, i)).collect();
    let mut pool = tree.pool;
    let array = |(name, part): (Option<String>, Part)| Array { name, ..part.into_array(&mut pool) };
    let mut arrays: Vec<Array> = found.arrays.into_iter().map(array).collect();
    place(text, &mut places, &mut arrays);
    Ok(Some(Reading { form, arrays, settings: found.settings, guesses, notes }))
}

/// Says of each array where it begins: `places` are bytes and numbers of arrays. One pass over the
/// text, however many arrays there are.
fn place(text: &str, places: &mut [(usize, usize)], arrays: &mut [Array]) {
    places.sort_unstable();
    let (mut from, mut line, mut column) = (0, 1, 1);
    for (at, array) in places {
        for c in text.get(from..*at).unwrap_or("").chars() {
            (line, column) = if c == '\n' { (line + 1, 1) } else { (line, column + 1) };
        }
        from = *at;
        arrays[*array].place = Some(Place { line, column, length: 0, cell: None });
    }
}

/// A value with its name, on its way to an array.
struct Named {
    name: Option<String>,
    is_assigned: bool,
    at: usize,
    value: Value,
}

impl Context<'_> {
    fn found(&mut self, statements: Statements<'_>) -> Result<Option<Found>, ReadFault> {
        let Statements { roots, others, empty, .. } = statements;
        let roots = self.worthy(roots);
        if roots.is_empty() {
            return self.nothing(&others, &empty).map_or(Ok(None), Err);
        }
        let mut values = Vec::new();
        let (mut form, mut called) = (None, None);
        for root in roots {
            if let Some(named) = self.root(root)? {
                if let Value::Called(span) = named.value {
                    called.get_or_insert(span);
                }
                values.push(named);
                form.get_or_insert(self.form);
            }
        }
        self.form = form.unwrap_or(self.form);
        self.refuse_assigned_twice(&values, &others)?;
        let mut found = Found::default();
        self.together(values, &mut found)?;
        for other in others {
            self.other(other, &mut found)?;
        }
        if !found.arrays.is_empty() {
            return Ok(Some(found));
        }
        if let Some(span) = called {
            let found = self.quote(span);
            return Err(self.fault(BracketFault::Description { found }, span));
        }
        self.nothing(&[], &empty).map_or(Ok(None), Err)
    }

    /// Refuses a name that two values are assigned to: a program would keep the last, and whoever
    /// pastes both may mean either.
    fn refuse_assigned_twice(
        &self,
        values: &[Named],
        others: &[Other<'_>],
    ) -> Result<(), ReadFault> {
        let assigned = values.iter().filter(|named| named.is_assigned);
        let assigned = assigned.filter_map(|named| Some((named.name.as_deref()?, named.at)));
        let is_setting = |other: &&Other<'_>| matches!(other.items, [Node::Run(_) | Node::Text(_)]);
        let settings = others.iter().filter(is_setting);
        let settings = settings.map(|other| (other.name.as_str(), other.items[0].at()));
        let mut seen = HashSet::new();
        let twice = assigned.chain(settings).find(|(name, _)| !seen.insert(*name));
        let Some((name, at)) = twice else { return Ok(()) };
        Err(self.fault(BracketFault::Twice { name: name.to_owned() }, Span::new(at, at + 1)))
    }

    /// The values that count: not the footnotes of prose, not a shape behind its array.
    fn worthy<'n>(&self, roots: Vec<Root<'n>>) -> Vec<Root<'n>> {
        let is_flat = |root: &Root| match root.group {
            Node::Group(group) => {
                !group.has_rows
                    && group.callee.is_none()
                    && !group.holds_arrays(self.text, &self.tree.shapes)
            }
            _ => true,
        };
        let is_tuple = |root: &Root| matches!(root.group, Node::Group(group) if group.bracket == Bracket::Round);
        let is_aside =
            |root: &Root| is_flat(root) && !root.is_assigned && (root.is_inline || is_tuple(root));
        if roots.iter().all(is_aside) {
            return roots;
        }
        roots.into_iter().filter(|root| !is_aside(root)).collect()
    }

    fn root(&mut self, root: Root<'_>) -> Result<Option<Named>, ReadFault> {
        let Node::Group(group) = root.group else { return Ok(None) };
        self.form = form_of(self.text, self.language, group);
        self.whole = None;
        let at = root.group.at();
        self.check_before(root.before, at)?;
        let value = match group.callee {
            // `W{{1, 2}}`: the name is no call.
            Some(_) if group.bracket == Bracket::Curly => {
                if group.is_object() {
                    Value::Object(self.object(group, &mut Vec::new())?)
                } else if group.has_rows {
                    Value::Array(self.rows(group)?)
                } else {
                    self.list(group, &mut Vec::new())?
                }
            }
            // A tuple of one is what is in it: the attentions of a model of one layer.
            None => match group.items.as_slice() {
                [inner @ Node::Group(one)]
                    if group.bracket == Bracket::Round && one.callee.is_some() =>
                {
                    self.node(inner, &mut Vec::new())?
                }
                _ => self.node(root.group, &mut Vec::new())?,
            },
            Some(_) => self.node(root.group, &mut Vec::new())?,
        };
        let value = self.with_suffix(value, root.suffix)?;
        if let Value::Array(part) = &value
            && part.len() == 0
        {
            let shape = Dimensions(&part.shape).to_string();
            return Err(self.fault(Fault::Empty { shape }, group.span));
        }
        let (name, is_assigned) = (root.name, root.is_assigned);
        Ok(Some(Named { name, is_assigned, at, value }))
    }

    /// Puts all values of a text together: records line by line, rows line by line, or arrays.
    fn together(&mut self, values: Vec<Named>, found: &mut Found) -> Result<(), ReadFault> {
        let is_record =
            |named: &Named| !named.is_assigned && matches!(named.value, Value::Object(_));
        if values.len() > 1 && values.iter().all(is_record) {
            let entries = |named: Named| match named.value {
                Value::Object(entries) => entries,
                _ => Vec::new(),
            };
            return self.records(values.into_iter().map(entries).collect(), "", found);
        }
        let values = match self.as_rows(values)? {
            Ok(part) => {
                found.arrays.push((None, part));
                return Ok(());
            }
            Err(values) => values,
        };
        let is_single = values.len() == 1;
        for Named { name, value, at, .. } in values {
            match value {
                Value::Array(part) => found.arrays.push((name, self.settled(part)?)),
                Value::Object(entries) => {
                    let path = name.filter(|_| !is_single).unwrap_or_default();
                    self.unfold(entries, &path, found)?;
                }
                Value::Objects(records) => {
                    self.records(records, &name.unwrap_or_default(), found)?;
                }
                Value::Single(setting) => {
                    if let Some(name) = name {
                        found.settings.push((name, setting));
                    }
                }
                Value::Nothing => {
                    let name = name.unwrap_or_default();
                    let fault = BracketFault::NoneGiven { name };
                    return Err(self.fault(fault, Span::new(at, at + 4)));
                }
                Value::Word(_) | Value::Called(_) => {}
            }
        }
        Ok(())
    }

    /// Lists of equal length one after the other, as a loop prints them, as rows of one matrix.
    fn as_rows(&mut self, values: Vec<Named>) -> Result<Result<Part, Vec<Named>>, ReadFault> {
        let length = |named: &Named| match &named.value {
            Value::Array(part) if part.shape.len() == 1 => Some(part.len()),
            _ => None,
        };
        let Some(cols) = values.first().and_then(length) else { return Ok(Err(values)) };
        let is_numeric = |named: &Named| matches!(&named.value, Value::Array(part) if !matches!(part.cells, Cells::Texts(_)));
        let is_alike = values.iter().all(|named| length(named) == Some(cols) && is_numeric(named));
        if values.len() < 2 || !is_alike {
            return Ok(Err(values));
        }
        let is_apart = values.iter().all(|named| {
            named.is_assigned || named.name.as_ref().is_some_and(|name| is_part(name))
        });
        if !self.ask_together(values.len(), cols, !is_apart) {
            return Ok(Err(values));
        }
        let at = values.first().map_or(0, |named| named.at);
        let (mut stack, mut names) = (Stack::new(), Vec::new());
        for named in values {
            let Value::Array(part) = named.value else { continue };
            let span = Span::new(named.at, named.at + 1);
            let dims = part.shape.clone();
            stack.push(part, 1, dims, &self.tree.pool).map_err(|fault| self.fault(fault, span))?;
            names.extend(named.name);
        }
        let mut part = stack.into_part(at);
        part.row_labels = Some(names).filter(|names| names.len() == part.shape[0]);
        self.settled(part).map(Ok)
    }

    /// Something that is assigned and no bracket: a setting, or a computation that is left out.
    fn other(&mut self, other: Other<'_>, found: &mut Found) -> Result<(), ReadFault> {
        let Other { name, items } = other;
        let value = match items {
            [Node::Word(word)] => match reason(word.of(self.text)) {
                NotANumber::Missing => {
                    let entries =
                        vec![Entry { name, at: word.start as usize, value: Value::Nothing }];
                    return self.unfold(entries, "", found);
                }
                _ => return Ok(()),
            },
            [node @ (Node::Run(_) | Node::Text(_))] => self.node(node, &mut Vec::new())?,
            items => {
                let call = items.iter().find_map(|node| match node {
                    Node::Group(group) => group.callee.map(|callee| (callee, group.span)),
                    _ => None,
                });
                if let Some((callee, span)) = call {
                    let found = self.quote(Span { start: callee.start, end: span.end });
                    self.say(Note::LeftOut { found });
                }
                return Ok(());
            }
        };
        if let Value::Single(setting) = value {
            found.settings.push((name, setting));
        }
        Ok(())
    }

    /// Why there is nothing in the brackets: an empty list, a description, a computation, `None`.
    fn nothing(&self, others: &[Other<'_>], empty: &[&Group]) -> Option<ReadFault> {
        let bare = empty.iter().find(|group| group.is_bare());
        if let Some(group) = bare {
            let fault = Fault::Empty { shape: Dimensions(&[0]).to_string() };
            return Some(self.fault(fault, group.span));
        }
        // A prompt, whose number is none.
        let is_prompt = |group: &&&Group| {
            group.bracket == Bracket::Square
                && group.callee.is_none()
                && group.holds_numbers(self.text)
        };
        if let Some(group) = empty.iter().find(is_prompt) {
            let found = self.quote(group.span);
            return Some(self.fault(BracketFault::Description { found }, group.span));
        }
        // An index is none without what it is taken of; numbers in it were meant to be a list.
        let is_call = |group: &&&Group| {
            let is_call =
                group.bracket == Bracket::Round || group.holds_arrays(self.text, &self.tree.shapes);
            is_call && group.callee.is_some()
        };
        let group = empty.iter().find(is_call)?;
        let callee = group.callee?;
        let span = Span { start: callee.start, end: group.span.end };
        let name = callee.of(self.text);
        let is_assigned = !others.is_empty();
        let is_class = name.rsplit('.').next().is_some_and(|n| n.starts_with(char::is_uppercase));
        let is_described = callee::of(name) == Callee::Described || (is_class && !is_assigned);
        let found = self.quote(span);
        Some(if is_described {
            self.fault(BracketFault::Description { found }, span)
        } else {
            self.fault(BracketFault::Computation { found }, span)
        })
    }

    /// Says what was unusual about the spelling of numbers, and how many decimals a print has.
    fn spellings(&mut self) {
        for (oddity, span) in &self.tree.oddities {
            let found = span.of(self.text).to_owned();
            match oddity {
                Oddity::Minus(found) => self.say(Note::LooksLikeMinus { found: *found }),
                Oddity::PowerOfTen => self.say(Note::PowersOfTen { found }),
                Oddity::Percent => {}
            }
        }
    }
}
