//! Calls around arrays: `np.array(…, dtype=float32)`, `tensor(…, grad_fn=<…>)`, objects printed
//! whole.

use super::{
    BracketFault,
    callee::{self, Callee},
    tree::{Group, Mark, Node, Span},
    value::{Cells, Context, Entry, Part, Value},
};
use crate::input::{Dimensions, Fault, Form, ReadFault, Setting};

/// An argument of a call.
#[derive(Clone, Copy)]
pub struct Arg<'t> {
    /// Its name, where it has one.
    pub name: Option<&'t str>,
    pub items: &'t [Node],
}

/// Names under which the array itself is passed.
const DATA: [&str; 8] =
    ["data", "object", "values", "value", "numpy", "array", "initial_value", "a"];

impl Context<'_> {
    /// The arguments of a call.
    pub fn args<'n>(&self, group: &'n Group) -> Vec<Arg<'n>>
    where
        Self: 'n,
    {
        let text: &'n str = self.text;
        group
            .items
            .split(|node| node.is(Mark::Comma))
            .filter(|items| !items.is_empty())
            .map(|items| match items {
                [Node::Word(name), Node::Mark(Mark::Equals, _), value @ ..] => {
                    Arg { name: Some(name.of(text)), items: value }
                }
                items => Arg { name: None, items },
            })
            .collect()
    }

    /// What a call amounts to.
    pub fn call(&mut self, group: &Group, trail: &mut Vec<usize>) -> Result<Value, ReadFault> {
        let Some(callee) = group.callee else { return self.list(group, trail) };
        let name = callee.of(self.text);
        let span = Span { start: callee.start, end: group.span.end };
        match callee::of(name) {
            Callee::Array(form) if !self.is_r(name, group) => {
                self.take_form(form);
                self.array_call(group, span, trail)
            }
            Callee::R | Callee::Array(_) => self.r_call(group).map(Value::Array),
            Callee::Items(_) if group.has_rows => Err(self.computation(span)),
            Callee::Items(form) => {
                self.take_form(form);
                self.list(group, trail)
            }
            Callee::Show => match self.args(group).first() {
                Some(arg) => self.expression(arg.items, trail),
                None => Ok(Value::Called(span)),
            },
            Callee::Mapping => self.mapping(group, trail),
            Callee::Frame => self.frame_call(group, trail),
            Callee::Reshape => self.column_major(group, trail),
            Callee::Described => Ok(Value::Called(span)),
            Callee::Unknown => self.unknown_call(group, span, trail),
        }
    }

    /// Takes the form that the first name tells.
    pub fn take_form(&mut self, form: Form) {
        if matches!(self.form, Form::PYTHON | Form::NUMPY | Form::JSON) {
            self.form = form;
        }
    }

    /// `matrix` and `array` are R's where they are given a vector and how to fill rows.
    fn is_r(&self, name: &str, group: &Group) -> bool {
        let args = self.args(group);
        let is_r_name =
            |arg: &Arg| matches!(arg.name, Some("nrow" | "ncol" | "byrow" | "dimnames" | "dim"));
        let is_vector = |node: &Node| match node {
            Node::Group(group) => group.callee.is_some_and(|callee| callee.of(self.text) == "c"),
            node => node.is(Mark::Colon),
        };
        let is_given_vector = args.first().is_some_and(|arg| arg.items.iter().any(is_vector));
        let is_given_rows =
            name == "matrix" && args.get(1).is_some_and(|arg| self.dimensions(arg.items).is_some());
        matches!(name, "matrix" | "array")
            && (is_given_vector || is_given_rows || args.iter().any(is_r_name))
    }

    /// An array with what is said of it: only its dimensions and the names of its fields count.
    fn array_call(
        &mut self,
        group: &Group,
        span: Span,
        trail: &mut Vec<usize>,
    ) -> Result<Value, ReadFault> {
        if group.has_rows {
            return self.rows(group).map(Value::Array);
        }
        let args = self.args(group);
        let named = |name: &str| args.iter().find(|arg| arg.name == Some(name));
        let is_text = |arg: &&Arg, text: &str| matches!(arg.items, [Node::Text(span)] if span.of(self.text).contains(text));
        if named("device").is_some_and(|arg| is_text(&arg, "meta")) {
            return Err(self.fault(BracketFault::Meta, span));
        }
        if named("indices").is_some() || named("crow_indices").is_some() {
            return Err(self.fault(BracketFault::Sparse, span));
        }
        let said = named("shape").or(named("size")).and_then(|arg| self.dimensions(arg.items));
        let said: Option<Vec<usize>> = said.and_then(|dims| dims.into_iter().collect());
        if let Some(dims) = &said {
            self.whole = Some(Dimensions(dims).to_string());
        }
        let unnamed: Vec<&Arg> = args.iter().filter(|arg| arg.name.is_none()).collect();
        let is_value = |arg: &&&Arg| !matches!(arg.items, [Node::Word(_)]);
        let data = || args.iter().find(|arg| arg.name.is_some_and(|name| DATA.contains(&name)));
        let value = match (unnamed.first(), data()) {
            // Scala's `Array(1, 2, 3)`: as many items as arguments.
            (Some(_), _) if unnamed.iter().filter(is_value).count() > 1 => {
                return self.items_call(group, &unnamed, trail);
            }
            (Some(first), _) => self.expression(first.items, trail)?,
            (None, Some(data)) => self.expression(data.items, trail)?,
            (None, None) => return Ok(Value::Called(span)),
        };
        let fields = named("dtype").map(|arg| self.field_names(arg.items)).unwrap_or_default();
        match value {
            Value::Array(part) => self.checked(part, said, fields, span).map(Value::Array),
            Value::Single(Setting::Text(_)) if group.callee_is(self.text, &["matrix", "mat"]) => {
                self.rows_in_text(&args[0]).map(Value::Array)
            }
            Value::Single(Setting::Number(number)) => {
                let cells = Cells::Numbers(vec![number]);
                Ok(Value::Array(Part::new(span.start as usize, Vec::new(), cells)))
            }
            Value::Word(word) => Err(self.computation(word)),
            value => Ok(value),
        }
    }

    /// Several arguments as the items of a list.
    fn items_call(
        &mut self,
        group: &Group,
        args: &[&Arg],
        trail: &mut Vec<usize>,
    ) -> Result<Value, ReadFault> {
        self.form = Form::CODE;
        let mut stack = super::stack::Stack::new();
        for arg in args {
            let [node] = arg.items else { return Err(self.computation(group.span)) };
            let value = self.node(node, trail)?;
            self.put(&mut stack, node, value)?;
        }
        Ok(Value::Array(stack.into_part(group.span.start as usize)))
    }

    /// An array against the dimensions that are said of it.
    fn checked(
        &mut self,
        mut part: Part,
        said: Option<Vec<usize>>,
        fields: Vec<String>,
        span: Span,
    ) -> Result<Part, ReadFault> {
        if part.len() == 0 {
            let shape = Dimensions(said.as_ref().unwrap_or(&part.shape)).to_string();
            return Err(self.fault(Fault::Empty { shape }, span));
        }
        if let Some(said) = said.filter(|said| *said != part.shape) {
            let is_constant =
                self.form == Form::TENSORFLOW && said.iter().product::<usize>() == part.len();
            if !is_constant {
                let found = Dimensions(&part.shape).to_string();
                let said = Dimensions(&said).to_string();
                return Err(self.fault(BracketFault::OtherShape { said, found }, span));
            }
            part.shape = said;
        }
        if part.shape.len() == 2 && fields.len() == part.shape[1] {
            part.col_labels = Some(fields);
        }
        Ok(part)
    }

    /// The names in a data type of fields: `[('x', '<f4'), ('y', '<f4')]`.
    fn field_names(&self, items: &[Node]) -> Vec<String> {
        let [Node::Group(list)] = items else { return Vec::new() };
        let name = |node: &Node| match node {
            Node::Group(field) => match field.items.first() {
                Some(Node::Text(name)) => Some(super::value::unquoted(name.of(self.text))),
                _ => None,
            },
            _ => None,
        };
        list.items.iter().filter_map(name).collect()
    }

    /// Names with values: of keywords, of pairs, of an object.
    fn mapping(&mut self, group: &Group, trail: &mut Vec<usize>) -> Result<Value, ReadFault> {
        let args = self.args(group);
        if let [Arg { name: None, items: [Node::Group(pairs)] }] = args.as_slice()
            && !pairs.is_object()
        {
            let mut entries = Vec::new();
            for node in &pairs.items {
                let Node::Group(pair) = node else {
                    return Err(self.computation(pairs.span));
                };
                let [Node::Text(name), value] = pair.items.as_slice() else {
                    return Err(self.computation(pair.span));
                };
                let name = super::value::unquoted(name.of(self.text));
                let at = value.at();
                entries.push(Entry { name, at, value: self.node(value, trail)? });
            }
            self.refuse_twice(&entries)?;
            return Ok(Value::Object(entries));
        }
        match args.as_slice() {
            [Arg { name: None, items }] => self.expression(items, trail),
            _ => self.keywords(&args, trail).map(Value::Object),
        }
    }

    fn keywords(&mut self, args: &[Arg], trail: &mut Vec<usize>) -> Result<Vec<Entry>, ReadFault> {
        let mut entries = Vec::new();
        for arg in args {
            let (Some(name), Some(first)) = (arg.name, arg.items.first()) else { continue };
            let value = self.expression(arg.items, trail)?;
            entries.push(Entry { name: name.to_owned(), at: first.at(), value });
        }
        self.refuse_twice(&entries)?;
        Ok(entries)
    }

    /// Another call: an object printed whole where its keywords are arrays; else, with an array in
    /// it, a computation.
    fn unknown_call(
        &mut self,
        group: &Group,
        span: Span,
        trail: &mut Vec<usize>,
    ) -> Result<Value, ReadFault> {
        if !group.holds_arrays(self.text, &self.tree.shapes) {
            return Ok(Value::Called(span));
        }
        let args = self.args(group);
        if args.iter().all(|arg| arg.name.is_some()) {
            return self.keywords(&args, trail).map(Value::Object);
        }
        Err(self.computation(span))
    }

    /// `reshape([1, 2, 3, 4], 2, 2)` of MATLAB and Julia: filled by column.
    fn column_major(&mut self, group: &Group, trail: &mut Vec<usize>) -> Result<Value, ReadFault> {
        let args = self.args(group);
        let Some((data, dims)) = args.split_first() else { return Ok(Value::Called(group.span)) };
        let value = self.expression(data.items, trail)?;
        let Value::Array(part) = value else { return Err(self.computation(group.span)) };
        let dims: Vec<Option<usize>> =
            dims.iter().filter_map(|arg| self.dimensions(arg.items)).flatten().collect();
        let n = part.len();
        let Some(&[rows, cols]) = super::expression::filled(&dims, n).as_deref() else {
            return Err(self.computation(group.span));
        };
        self.take_form(Form::MATLAB);
        let part = Part { shape: vec![cols, rows], ..part };
        self.transposed(Value::Array(part), group.span)
    }
}

impl Group {
    fn callee_is(&self, text: &str, names: &[&str]) -> bool {
        let name = self.callee.map_or("", |callee| callee.of(text));
        names.contains(&name.rsplit('.').next().unwrap_or(name))
    }
}
