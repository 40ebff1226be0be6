//! Objects and dictionaries: names with values, as they stand there and as the arrays and settings
//! that they amount to.

use std::collections::HashSet;

use super::{
    BracketFault,
    names::{are_numbered, is_attention, is_part},
    stack::{self, Stack},
    tree::{Group, Mark, Node, Span},
    value::{Cells, Context, Entry, Part, Value, unquoted},
};
use crate::input::{Guess, Meaning, ReadFault, Setting, Topic};

/// What a text holds: named arrays, and single values beside them.
#[derive(Debug, Default)]
pub struct Found {
    pub arrays: Vec<(Option<String>, Part)>,
    pub settings: Vec<(String, Setting)>,
}

impl Context<'_> {
    /// The names and values of an object.
    pub fn object(
        &mut self,
        group: &Group,
        trail: &mut Vec<usize>,
    ) -> Result<Vec<Entry>, ReadFault> {
        let mut entries = Vec::new();
        let is_pair = |node: &Node| node.is(Mark::Colon) || node.is(Mark::Equals);
        for items in group.items.split(|node| node.is(Mark::Comma)) {
            let Some(first) = items.first() else { continue };
            let Some(at) = items.iter().position(is_pair).filter(|at| *at > 0) else {
                return Err(self.computation(Span::new(first.at(), first.at() + 1)));
            };
            if at > 1 {
                return Err(self.computation(Span::new(first.at(), items[at].at() + 1)));
            }
            let name = match first {
                Node::Text(span) => unquoted(span.of(self.text)),
                Node::Word(span) => span.of(self.text).to_owned(),
                key => self.text[key.at()..items[at].at()].trim().to_owned(),
            };
            let behind = &items[at + 1..];
            let Some(value) = behind.first() else {
                return Err(self.computation(Span::new(first.at(), items[at].at() + 1)));
            };
            let value_at = value.at();
            entries.push(Entry { name, at: value_at, value: self.expression(behind, trail)? });
        }
        self.refuse_twice(&entries)?;
        Ok(entries)
    }

    /// Refuses a name that stands for two things; a token may have two vectors.
    pub fn refuse_twice(&self, entries: &[Entry]) -> Result<(), ReadFault> {
        let is_vector = |entry: &Entry| {
            let is_list = matches!(&entry.value, Value::Array(part) if part.shape.len() == 1);
            is_list && !is_part(&entry.name)
        };
        let mut seen = HashSet::new();
        let twice = entries.iter().find(|&entry| !seen.insert(&entry.name) && !is_vector(entry));
        let Some(Entry { name, at, .. }) = twice else { return Ok(()) };
        let fault = BracketFault::Twice { name: name.clone() };
        Err(self.fault(fault, Span::new(*at, at + 1)))
    }

    /// What an object amounts to. Names of arrays in objects in it are paths.
    pub fn unfold(
        &mut self,
        entries: Vec<Entry>,
        path: &str,
        found: &mut Found,
    ) -> Result<(), ReadFault> {
        let none = |entry: &&Entry| entry.value == Value::Nothing && is_attention(&entry.name);
        if let Some(entry) = entries.iter().find(none) {
            let name = entry.name.clone();
            let span = Span::new(entry.at, entry.at + 4);
            return Err(self.fault(BracketFault::NoAttentions { name }, span));
        }
        let entries = match self.as_frame(entries, path.is_empty())? {
            Ok(part) => {
                found.arrays.push(((!path.is_empty()).then(|| path.to_owned()), part));
                return Ok(());
            }
            Err(entries) => entries,
        };
        let entries = match self.as_vectors(entries)? {
            Ok(part) => {
                found.arrays.push((None, part));
                return Ok(());
            }
            Err(entries) => entries,
        };
        for entry in entries {
            self.unfold_entry(entry, path, found)?;
        }
        Ok(())
    }

    fn unfold_entry(
        &mut self,
        entry: Entry,
        path: &str,
        found: &mut Found,
    ) -> Result<(), ReadFault> {
        let Entry { name, at, value } = entry;
        let full = if path.is_empty() { name.clone() } else { format!("{path}.{name}") };
        match value {
            Value::Array(part) if part.len() == 0 => {}
            Value::Array(part) => {
                let part = if is_list_of_tokens(&name) { part } else { self.settled(part)? };
                found.arrays.push((Some(full), part));
            }
            Value::Object(entries) => self.unfold(entries, &full, found)?,
            Value::Objects(records) => self.records(records, &full, found)?,
            Value::Single(Setting::Text(text)) => match self.packed(&name, &text, at) {
                Some(part) => found.arrays.push((Some(full), part)),
                None => found.settings.push((full, Setting::Text(text))),
            },
            Value::Single(setting) => found.settings.push((full, setting)),
            Value::Word(span) => {
                found.settings.push((full, Setting::Text(span.of(self.text).to_owned())));
            }
            Value::Nothing => found.settings.push((full, Setting::Nothing)),
            Value::Called(_) => {}
        }
        Ok(())
    }

    /// Lists of equal length under names: tokens with their vectors, columns with their cells, or
    /// arrays of their own.
    fn as_vectors(&mut self, entries: Vec<Entry>) -> Result<Result<Part, Vec<Entry>>, ReadFault> {
        let mut length = None;
        let mut n_numeric = 0;
        for entry in &entries {
            let Value::Array(part) = &entry.value else { return Ok(Err(entries)) };
            let [n] = *part.shape.as_slice() else { return Ok(Err(entries)) };
            n_numeric += usize::from(!matches!(part.cells, Cells::Texts(_) | Cells::Mixed(_)));
            if n == 0 || *length.get_or_insert(n) != n {
                return Ok(Err(entries));
            }
        }
        let is_numeric = |entry: &&Entry| matches!(&entry.value, Value::Array(part) if !matches!(part.cells, Cells::Texts(_)));
        let numeric_names = || entries.iter().filter(is_numeric).map(|entry| entry.name.as_str());
        let is_by_column = are_numbered(numeric_names()) && !entries.is_empty();
        let n_texts = entries.len() - n_numeric;
        let is_one_part = matches!(entries.as_slice(), [one] if is_part(&one.name));
        if n_numeric == 0 || is_one_part || n_texts > 1 || (n_texts == 1 && !is_by_column) {
            return Ok(Err(entries));
        }
        let is_together =
            n_texts == 1 || is_by_column || !entries.iter().all(|entry| is_part(&entry.name));
        let (rows, cols) = (n_numeric, length.unwrap_or(0));
        if !self.ask_together(rows, cols, is_together) {
            return Ok(Err(entries));
        }
        self.vectors(entries, is_by_column).map(Ok)
    }

    /// Whether lists are rows of one matrix.
    pub fn ask_together(&mut self, rows: usize, cols: usize, default: bool) -> bool {
        let options =
            vec![Meaning::RowsTogether { rows, cols }, Meaning::ListsApart { count: rows }];
        let guess =
            Guess::new(Topic::Together, options, usize::from(!default), false, self.answers);
        let is_together = guess.chosen == 0;
        self.ask(guess);
        is_together
    }

    fn vectors(&mut self, entries: Vec<Entry>, is_by_column: bool) -> Result<Part, ReadFault> {
        let at = entries.first().map_or(0, |entry| entry.at);
        let (mut stack, mut names, mut beside) = (Stack::new(), Vec::new(), None);
        for entry in entries {
            let here = Span::new(entry.at, entry.at + 1);
            let Value::Array(part) = entry.value else { continue };
            if let Cells::Texts(texts) = part.cells {
                beside = Some(texts);
                continue;
            }
            let dims = part.shape.clone();
            stack.push(part, 1, dims, &self.tree.pool).map_err(|fault| self.fault(fault, here))?;
            names.push(entry.name);
        }
        let mut part = stack.into_part(at);
        part.row_labels = Some(names);
        part.col_labels = beside;
        if is_by_column { self.columns_or_rows(part) } else { Ok(part) }
    }

    /// A matrix whose rows are columns, unless the user says that they are tokens.
    pub fn columns_or_rows(&mut self, part: Part) -> Result<Part, ReadFault> {
        let span = Span::new(part.at, part.at + 1);
        if self.ask_orientation(true) { self.transposed_part(part, span) } else { Ok(part) }
    }

    /// Whether names stand for columns; where they seem to, the user is asked.
    pub fn ask_orientation(&mut self, is_by_column: bool) -> bool {
        let options = vec![Meaning::RowsAreTokens, Meaning::ColumnsAreTokens];
        let default = usize::from(is_by_column);
        let guess = Guess::new(Topic::Orientation, options, default, is_by_column, self.answers);
        let chosen = guess.chosen;
        self.ask(guess);
        chosen == 1
    }

    /// Gives the one matrix the names in the one list of texts that is as long as it has rows.
    pub fn label(&self, found: &mut Found) {
        let is_texts = |part: &Part| matches!(part.cells, Cells::Texts(_)) && part.shape.len() == 1;
        let mut lists = found.arrays.iter().filter(|(_, part)| is_texts(part));
        let (Some((_, list)), None) = (lists.next(), lists.next()) else { return };
        let Cells::Texts(texts) = stack::owned(list.clone(), &self.tree.pool) else { return };
        for (_, part) in &mut found.arrays {
            let rows = part.shape.len().checked_sub(2).and_then(|axis| part.shape.get(axis));
            if rows == Some(&texts.len()) && part.row_labels.is_none() && !is_texts(part) {
                part.row_labels = Some(texts.clone());
            }
        }
    }
}

/// Whether a name is one of a list of tokens, which stay texts even where they look like numbers.
fn is_list_of_tokens(name: &str) -> bool {
    let name = name.to_ascii_lowercase();
    ["tokens", "labels", "words", "names", "texts"].iter().any(|end| name.ends_with(end))
}
