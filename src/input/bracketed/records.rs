//! Lists of objects: answers of embedding services, records of pandas, a line of JSON for each
//! token.

use std::collections::HashMap;

use super::{
    names::label_rank,
    object::Found,
    stack::Stack,
    tree::Span,
    value::{Cells, Context, Entry, Part, Value},
};
use crate::input::{Guess, Meaning, NotANumber, Note, ReadFault, Setting, Topic};

/// Names under which services pass a vector.
const VECTORS: [&str; 6] = ["embedding", "embeddings", "values", "vector", "float", "value"];

/// What the records have under one name.
#[derive(Debug)]
struct Column {
    name: String,
    cells: Vec<Entry>,
}

impl Context<'_> {
    /// What a list of objects amounts to.
    pub fn records(
        &mut self,
        records: Vec<Vec<Entry>>,
        path: &str,
        found: &mut Found,
    ) -> Result<(), ReadFault> {
        let n = records.len();
        let records = records.into_iter().map(flat).collect();
        let columns = self.columns(records)?;
        let (mut columns, order) = self.ordered(columns, n);
        let mut labels = self.labels_in(&mut columns, n);
        if let (Some(labels), Some(order)) = (&mut labels, &order) {
            *labels = permuted(labels, order);
        }
        let is_array = |column: &Column| {
            let is_packed = |entry: &Entry| match &entry.value {
                Value::Array(_) => true,
                Value::Single(Setting::Text(text)) => super::packed::is_packed(&entry.name, text),
                _ => false,
            };
            column.cells.first().is_some_and(is_packed)
        };
        let (arrays, cells): (Vec<Column>, Vec<Column>) = columns.into_iter().partition(is_array);
        if arrays.is_empty() {
            return self.cells(cells, n, labels, path, found);
        }
        for column in arrays {
            let name = array_name(path, &column.name);
            let mut part = self.stacked(column)?;
            if let Some(order) = &order {
                part = self.reordered(part, order);
            }
            part.row_labels = labels.clone().filter(|_| part.shape.len() == 2);
            found.arrays.push((Some(name), part));
        }
        Ok(())
    }

    /// The records by name; each of them must have what the first one has.
    fn columns(&self, records: Vec<Vec<Entry>>) -> Result<Vec<Column>, ReadFault> {
        let mut columns: Vec<Column> = Vec::new();
        let mut places: HashMap<String, usize> = HashMap::new();
        for (row, record) in records.into_iter().enumerate() {
            let at = record.first().map_or(0, |entry| entry.at);
            for (place, entry) in record.into_iter().enumerate() {
                // Nearly always in the order of the first record.
                let known = columns.get(place).is_some_and(|column| column.name == entry.name);
                let place = if known { Some(place) } else { places.get(&entry.name).copied() };
                match place {
                    Some(place) if columns[place].cells.len() == row => {
                        columns[place].cells.push(entry);
                    }
                    None if row == 0 => {
                        places.insert(entry.name.clone(), columns.len());
                        columns.push(Column { name: entry.name.clone(), cells: vec![entry] });
                    }
                    // What the first record lacks cannot be a column.
                    _ => {}
                }
            }
            let lacks = columns.iter().position(|column| column.cells.len() <= row);
            if let Some(column) = lacks {
                let fault = NotANumber::Missing.fault(&columns[column].name);
                let mut fault = self.fault(fault, Span::new(at, at));
                fault.place = fault.place.map(|place| place.in_cell(row + 1, column + 1));
                return Err(fault);
            }
        }
        Ok(columns)
    }

    /// The records without their `index`, and where each row of the result stands among them, where
    /// that is in another order.
    fn ordered(&mut self, columns: Vec<Column>, n: usize) -> (Vec<Column>, Option<Vec<usize>>) {
        let mut columns = columns;
        let Some(at) = columns.iter().position(|column| column.name == "index") else {
            return (columns, None);
        };
        let mut order = vec![usize::MAX; n];
        for (row, cell) in columns[at].cells.iter().enumerate() {
            let Value::Single(Setting::Number(index)) = cell.value else { return (columns, None) };
            match order.get_mut(index as usize) {
                Some(slot) if *slot == usize::MAX && index >= 0.0 && index.fract() == 0.0 => {
                    *slot = row;
                }
                _ => return (columns, None),
            }
        }
        columns.remove(at);
        if order.iter().enumerate().all(|(i, row)| i == *row) {
            return (columns, None);
        }
        self.say(Note::OrderedByIndex);
        (columns, Some(order))
    }

    /// Takes the column of texts that names the rows.
    fn labels_in(&mut self, columns: &mut Vec<Column>, n: usize) -> Option<Vec<String>> {
        let is_label = |column: &Column| {
            let texts: Vec<&str> = column.cells.iter().filter_map(|cell| cell.text()).collect();
            let is_packed = |text: &&str| super::packed::is_packed(&column.name, text);
            let is_same = n > 1 && texts.iter().all(|text| *text == texts[0]);
            // `"object": "embedding"` in each record names nothing.
            texts.len() == n
                && !texts.iter().any(is_packed)
                && !(is_same && column.name == "object")
        };
        let mut places: Vec<usize> =
            (0..columns.len()).filter(|place| is_label(&columns[*place])).collect();
        places.sort_by_key(|place| label_rank(&columns[*place].name));
        let mut options: Vec<Meaning> =
            places.iter().map(|place| Meaning::LabelsFrom { column: place + 1 }).collect();
        options.push(Meaning::NoLabels);
        let is_doubtful = places.len() > 1 && label_rank(&columns[places[0]].name) > 7;
        let mut chosen = None;
        if !places.is_empty() {
            let guess = Guess::new(Topic::LabelColumn, options, 0, is_doubtful, self.answers);
            chosen = places.get(guess.chosen).copied();
            self.ask(guess);
        }
        let text = |cell: &Entry| cell.text().unwrap_or("").to_owned();
        let labels = chosen.map(|place| columns[place].cells.iter().map(text).collect());
        // Other texts are of no use among numbers.
        columns.retain(|column| {
            let is_text = column.cells.iter().all(|cell| cell.text().is_some());
            let is_packed = column.cells.first().and_then(Entry::text);
            !is_text || is_packed.is_some_and(|text| super::packed::is_packed(&column.name, text))
        });
        labels
    }

    /// Arrays of all records on one another.
    fn stacked(&mut self, column: Column) -> Result<Part, ReadFault> {
        let at = column.cells.first().map_or(0, |entry| entry.at);
        let mut stack = Stack::new();
        for (row, entry) in column.cells.into_iter().enumerate() {
            let here = Span::new(entry.at, entry.at + 1);
            let part = match entry.value {
                Value::Array(part) => Some(part),
                Value::Single(Setting::Text(text)) => self.packed(&entry.name, &text, entry.at),
                _ => None,
            };
            let Some(part) = part else {
                let mut fault = self.fault(NotANumber::Missing.fault("null"), here);
                fault.place = fault.place.map(|place| place.in_cell(row + 1, 1));
                return Err(fault);
            };
            let dims = part.shape.clone();
            stack.push(part, 1, dims, &self.tree.pool).map_err(|fault| self.fault(fault, here))?;
        }
        self.settled(stack.into_part(at))
    }

    fn reordered(&self, part: Part, order: &[usize]) -> Part {
        let size = part.len() / order.len().max(1);
        let Part { at, shape, .. } = part.clone();
        let cells = match super::stack::owned(part, &self.tree.pool) {
            Cells::Numbers(all) => Cells::Numbers(
                order.iter().flat_map(|row| all[row * size..(row + 1) * size].to_vec()).collect(),
            ),
            cells => cells,
        };
        Part::new(at, shape, cells)
    }

    /// Records of single values: a table.
    fn cells(
        &mut self,
        columns: Vec<Column>,
        n: usize,
        labels: Option<Vec<String>>,
        path: &str,
        found: &mut Found,
    ) -> Result<(), ReadFault> {
        let mut values = Vec::with_capacity(n * columns.len());
        for row in 0..n {
            for (place, column) in columns.iter().enumerate() {
                values.push(self.cell(&column.cells[row], row, place)?);
            }
        }
        let at = columns.first().and_then(|column| column.cells.first()).map_or(0, |cell| cell.at);
        let mut part = Part::new(at, vec![n, columns.len()], Cells::Numbers(values));
        part.row_labels = labels;
        part.col_labels = Some(columns.into_iter().map(|column| column.name).collect());
        found.arrays.push(((!path.is_empty()).then(|| path.to_owned()), part));
        Ok(())
    }
}

impl Entry {
    /// Its text, where it is one.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            Value::Single(Setting::Text(text)) => Some(text),
            _ => None,
        }
    }
}

/// A record whose objects are spread out: `{"embedding": {"values": […]}}`.
fn flat(record: Vec<Entry>) -> Vec<Entry> {
    let mut entries = Vec::with_capacity(record.len());
    for entry in record {
        match entry.value {
            Value::Object(inner) => {
                entries.extend(flat(inner).into_iter().map(|one| {
                    let name = array_name(&entry.name, &one.name);
                    Entry { name, ..one }
                }));
            }
            value => entries.push(Entry { value, ..entry }),
        }
    }
    entries
}

/// The name of an array in a record: the outer one where the inner only says that it is a vector.
fn array_name(path: &str, name: &str) -> String {
    let outer = path.rsplit('.').next().unwrap_or(path);
    let says_little = ["", "data", "predictions", "results", "result", "response"].contains(&outer);
    if VECTORS.contains(&name) && !says_little { outer.to_owned() } else { name.to_owned() }
}

fn permuted(labels: &[String], order: &[usize]) -> Vec<String> {
    order.iter().filter_map(|row| labels.get(*row).cloned()).collect()
}
