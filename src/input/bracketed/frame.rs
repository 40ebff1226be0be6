//! Tables as objects: what pandas writes with `to_json` and prints of data frames in code.

use super::{
    names::are_numbered,
    stack::{self, Stack},
    tree::{Group, Span},
    value::{Cells, Context, Entry, Part, Value},
};
use crate::input::{Form, NotANumber, ReadFault, Setting};

impl Context<'_> {
    /// The matrix that an object is, where it is a table: `split`, `table`, `index`, `columns`.
    /// `is_whole` where it is no part of another object.
    pub fn as_frame(
        &mut self,
        entries: Vec<Entry>,
        is_whole: bool,
    ) -> Result<Result<Part, Vec<Entry>>, ReadFault> {
        let has = |name: &str| entries.iter().any(|entry| entry.name == name);
        if has("data") && has("columns") {
            return self.split(entries);
        }
        if has("data") && has("schema") {
            return self.with_schema(entries);
        }
        let is_row = |entry: &Entry| match &entry.value {
            Value::Object(cells) => {
                // Counts beside vectors are no table.
                let is_table = !cells.is_empty() && (is_whole || cells.len() > 1);
                is_table && cells.iter().all(|cell| is_cell(&cell.value))
            }
            _ => false,
        };
        let is_table = is_whole || entries.len() > 1;
        if entries.is_empty() || !is_table || !entries.iter().all(is_row) {
            return Ok(Err(entries));
        }
        self.nested(entries).map(Ok)
    }

    fn split(&mut self, entries: Vec<Entry>) -> Result<Result<Part, Vec<Entry>>, ReadFault> {
        let value =
            |name: &str| entries.iter().find(|entry| entry.name == name).map(|entry| &entry.value);
        let Some(Value::Array(data)) = value("data")
            .filter(|value| matches!(value, Value::Array(part) if part.shape.len() == 2))
        else {
            return Ok(Err(entries));
        };
        let mut part = self.settled(data.clone())?;
        let labels = |value: Option<&Value>, axis: usize| {
            match value {
                Some(Value::Array(part)) => Some(self.labels_of(part)),
                _ => None,
            }
            .filter(|labels| part.shape.get(axis) == Some(&labels.len()))
        };
        let rows = labels(value("index"), 0);
        let cols = labels(value("columns"), 1);
        let counts_up =
            |labels: &Vec<String>| labels.iter().enumerate().all(|(i, l)| *l == i.to_string());
        part.row_labels = part.row_labels.or(rows.filter(|rows| !counts_up(rows)));
        part.col_labels = part.col_labels.or(cols);
        Ok(Ok(part))
    }

    /// The labels in a list, be they texts or numbers.
    fn labels_of(&self, part: &Part) -> Vec<String> {
        match stack::owned(part.clone(), &self.tree.pool) {
            Cells::Texts(texts) => texts,
            Cells::Numbers(numbers) => numbers.iter().map(f64::to_string).collect(),
            Cells::Mixed(cells) => cells.into_iter().map(super::value::Cell::into_text).collect(),
            _ => Vec::new(),
        }
    }

    fn with_schema(&mut self, entries: Vec<Entry>) -> Result<Result<Part, Vec<Entry>>, ReadFault> {
        let is_data =
            |entry: &Entry| entry.name == "data" && matches!(entry.value, Value::Objects(_));
        if !entries.iter().any(is_data) {
            return Ok(Err(entries));
        }
        let mut found = super::object::Found::default();
        for entry in entries {
            if let ("data", Value::Objects(records)) = (entry.name.as_str(), entry.value) {
                self.records(records, "", &mut found)?;
            }
        }
        match found.arrays.pop() {
            Some((_, part)) => Ok(Ok(part)),
            None => Ok(Err(Vec::new())),
        }
    }

    /// Objects in an object: rows of cells, or columns of cells.
    fn nested(&mut self, entries: Vec<Entry>) -> Result<Part, ReadFault> {
        let at = entries.first().map_or(0, |entry| entry.at);
        let outer: Vec<String> = entries.iter().map(|entry| entry.name.clone()).collect();
        let inner: Vec<String> = match &entries.first().map(|entry| &entry.value) {
            Some(Value::Object(cells)) => cells.iter().map(|cell| cell.name.clone()).collect(),
            _ => Vec::new(),
        };
        let mut values = Vec::with_capacity(outer.len() * inner.len());
        for (row, entry) in entries.into_iter().enumerate() {
            let Value::Object(cells) = entry.value else { continue };
            let is_same = cells.len() == inner.len()
                && cells.iter().zip(&inner).all(|(cell, name)| cell.name == *name);
            if !is_same {
                let fault = crate::input::Fault::Ragged {
                    row: row + 1,
                    found: cells.len(),
                    expected: inner.len(),
                };
                return Err(self.fault(fault, Span::new(entry.at, entry.at + 1)));
            }
            for (column, cell) in cells.into_iter().enumerate() {
                values.push(self.cell(&cell, row, column)?);
            }
        }
        let shape = vec![outer.len(), inner.len()];
        let is_numbered = |names: &[String]| are_numbered(names.iter().map(String::as_str));
        // pandas writes columns unless it is told otherwise.
        let is_by_row = is_numbered(&inner) && !is_numbered(&outer);
        let mut part = Part::new(at, shape, Cells::Numbers(values));
        part.row_labels = Some(outer);
        part.col_labels = Some(inner);
        if self.ask_orientation(!is_by_row) {
            part = self.transposed_part(part, Span::new(at, at + 1))?;
        }
        let labels = part.row_labels.take();
        part.row_labels = labels
            .filter(|labels| labels.iter().enumerate().any(|(i, label)| *label != i.to_string()));
        Ok(part)
    }

    /// The number in a cell of a table.
    pub fn cell(&self, cell: &Entry, row: usize, column: usize) -> Result<f64, ReadFault> {
        let found = match &cell.value {
            Value::Single(Setting::Number(number)) => return Ok(*number),
            Value::Single(Setting::Flag(flag)) => return Ok(f64::from(u8::from(*flag))),
            Value::Single(Setting::Text(text)) => NotANumber::Text.fault(text),
            _ => NotANumber::Missing.fault("null"),
        };
        let mut fault = self.fault(found, Span::new(cell.at, cell.at + 4));
        fault.place = fault.place.map(|place| place.in_cell(row + 1, column + 1));
        Err(fault)
    }

    /// `pd.DataFrame({…})`: columns; `pd.DataFrame([[…]], columns=[…])`: rows.
    pub fn frame_call(
        &mut self,
        group: &Group,
        trail: &mut Vec<usize>,
    ) -> Result<Value, ReadFault> {
        let args = self.args(group);
        let named = |name: &str| args.iter().find(|arg| arg.name == Some(name));
        let data = args.iter().find(|arg| arg.name.is_none()).or(named("data"));
        let Some(data) = data else { return Ok(Value::Called(group.span)) };
        self.take_form(Form::PYTHON);
        let mut part = match self.expression(data.items, trail)? {
            Value::Array(part) => self.settled(part)?,
            Value::Object(columns) => self.frame_of_columns(columns, group.span)?,
            Value::Objects(records) => return Ok(Value::Objects(records)),
            _ => return Err(self.computation(group.span)),
        };
        for (name, axis) in [("index", 0), ("columns", 1)] {
            let Some(arg) = named(name) else { continue };
            let Value::Array(list) = self.expression(arg.items, trail)? else { continue };
            let labels = Some(self.labels_of(&list));
            let labels = labels.filter(|labels| part.shape.get(axis) == Some(&labels.len()));
            if axis == 0 { part.row_labels = labels } else { part.col_labels = labels }
        }
        Ok(Value::Array(part))
    }

    fn frame_of_columns(&mut self, columns: Vec<Entry>, span: Span) -> Result<Part, ReadFault> {
        let (mut stack, mut names, mut labels) = (Stack::new(), Vec::new(), None);
        for column in columns {
            let Value::Array(part) = column.value else { return Err(self.computation(span)) };
            if let Cells::Texts(texts) = part.cells {
                labels = labels.or(Some(texts));
                continue;
            }
            let here = Span::new(column.at, column.at + 1);
            let dims = part.shape.clone();
            stack.push(part, 1, dims, &self.tree.pool).map_err(|fault| self.fault(fault, here))?;
            names.push(column.name);
        }
        let mut part = self.transposed_part(stack.into_part(span.start as usize), span)?;
        part.row_labels = labels.filter(|labels| part.shape.first() == Some(&labels.len()));
        part.col_labels = Some(names);
        Ok(part)
    }
}

fn is_cell(value: &Value) -> bool {
    matches!(value, Value::Single(Setting::Number(_) | Setting::Flag(_)) | Value::Nothing)
}
