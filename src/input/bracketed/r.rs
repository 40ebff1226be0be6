//! R code that makes a vector or a matrix: `c`, `matrix`, `array`, `structure` (what `dput`
//! prints), `rbind`, `cbind`, `data.frame`. R fills columns first.

use super::{
    BracketFault,
    call::Arg,
    rows::MOST_CELLS,
    stack,
    tree::{Group, Mark, Node, Span},
    value::{Cells, Context, Part, unquoted},
};
use crate::input::{Dimensions, Fault, Form, NotANumber, ReadFault};

/// Arguments by name, else by place.
struct Args<'n>(Vec<Arg<'n>>);

impl<'n> Args<'n> {
    fn get(&self, names: &[&str], place: usize) -> Option<&'n [Node]> {
        let named = self.0.iter().find(|arg| arg.name.is_some_and(|name| names.contains(&name)));
        let mut unnamed = self.0.iter().filter(|arg| arg.name.is_none());
        named.or_else(|| unnamed.nth(place)).map(|arg| arg.items)
    }
}

impl Context<'_> {
    /// What a call of R amounts to.
    pub fn r_call(&mut self, group: &Group) -> Result<Part, ReadFault> {
        let name = group.callee.map_or("", |callee| callee.of(self.text));
        let args = Args(self.args(group));
        let part = match name {
            "c" => self.r_vector(&group.items, group.span)?,
            "matrix" => self.r_matrix(&args, group.span)?,
            "array" | "structure" => self.r_array(&args, group.span)?,
            "rbind" | "cbind" => self.r_bound(&args, name == "cbind", group.span)?,
            "t" => {
                let part = self.r_value(args.get(&["x"], 0), group.span)?;
                self.transposed_part(part, group.span)?
            }
            "as.matrix" => self.r_value(args.get(&["x"], 0), group.span)?,
            "data.frame" => self.r_frame(&args.0, None, group.span)?,
            _ => return Err(self.computation(group.span)),
        };
        self.form = Form::R;
        Ok(part)
    }

    /// The value of an argument.
    fn r_value(&mut self, items: Option<&[Node]>, span: Span) -> Result<Part, ReadFault> {
        match items {
            Some([Node::Group(group)]) if group.callee.is_some() => self.r_call(group),
            Some(items) => self.r_vector(items, span),
            None => Err(self.computation(span)),
        }
    }

    /// Numbers, ranges and vectors behind one another.
    fn r_vector(&mut self, items: &[Node], span: Span) -> Result<Part, ReadFault> {
        let (mut numbers, mut texts) = (Vec::<f64>::new(), Vec::new());
        let (mut rest, mut may_be_named) = (items, true);
        while let Some((node, behind)) = rest.split_first() {
            rest = behind;
            let is_first = std::mem::replace(&mut may_be_named, node.is(Mark::Comma));
            match node {
                Node::Run(run) => {
                    let start = run.start as usize;
                    let n = run.count as usize
                        * self.tree.shapes.get(run.shape).dims.iter().product::<usize>();
                    numbers.extend(self.tree.pool.get(start..start + n).unwrap_or(&[]));
                }
                Node::Mark(Mark::Colon, _) => {
                    let last = match rest.first() {
                        Some(Node::Run(run)) => self.tree.pool.get(run.start as usize).copied(),
                        _ => None,
                    };
                    let (Some(first), Some(last)) = (numbers.pop(), last) else {
                        return Err(self.computation(span));
                    };
                    let count = (last - first).abs().floor();
                    if count > MOST_CELLS as f64 {
                        return Err(self.computation(span));
                    }
                    // The last one comes with its run.
                    let step = if last < first { -1.0 } else { 1.0 };
                    numbers.extend((0..count as usize).map(|i| first + step * i as f64));
                }
                // `c(1, nrow = 2)` names an entry, `matrix(c(1) nrow = 2)` lacks a comma.
                Node::Word(_) if is_first && rest.first().is_some_and(|n| n.is(Mark::Equals)) => {
                    rest = &rest[1..];
                }
                Node::Word(word) => {
                    return Err(self.bad_cell(*word, Some((1, numbers.len() + 1))));
                }
                Node::Text(text) => texts.push(unquoted(text.of(self.text))),
                Node::Group(group) if group.callee.is_some() => {
                    let part = self.r_call(group)?;
                    match stack::owned(part, &self.tree.pool) {
                        Cells::Numbers(more) => numbers.extend(more),
                        Cells::Texts(more) => texts.extend(more),
                        _ => return Err(self.computation(group.span)),
                    }
                }
                Node::Mark(Mark::Comma, _) => {}
                node => return Err(self.computation(Span::new(node.at(), node.at() + 1))),
            }
        }
        let at = span.start as usize;
        match (numbers.is_empty(), texts.is_empty()) {
            (true, false) => Ok(Part::new(at, vec![texts.len()], Cells::Texts(texts))),
            (_, true) => Ok(Part::new(at, vec![numbers.len()], Cells::Numbers(numbers))),
            (false, false) => {
                let text = items.iter().find(|node| matches!(node, Node::Text(_)));
                let Some(Node::Text(text)) = text else { return Err(self.computation(span)) };
                Err(self.fault(NotANumber::Text.fault(text.of(self.text)), *text))
            }
        }
    }

    fn r_numbers(&mut self, items: Option<&[Node]>, span: Span) -> Result<Vec<f64>, ReadFault> {
        let part = self.r_value(items, span)?;
        match stack::owned(part, &self.tree.pool) {
            Cells::Numbers(numbers) => Ok(numbers),
            _ => Err(self.computation(span)),
        }
    }

    /// A whole number of an argument.
    fn r_count(&self, items: Option<&[Node]>, span: Span) -> Result<Option<usize>, ReadFault> {
        let Some(items) = items else { return Ok(None) };
        match self.dimensions(items).as_deref() {
            Some([Some(count)]) => Ok(Some(*count)),
            _ => Err(self.computation(span)),
        }
    }

    fn r_matrix(&mut self, args: &Args, span: Span) -> Result<Part, ReadFault> {
        let numbers = self.r_numbers(args.get(&["data"], 0), span)?;
        let rows = self.r_count(args.get(&["nrow"], 1), span)?;
        let cols = self.r_count(args.get(&["ncol"], 2), span)?;
        let by_row = args.get(&["byrow"], 3).is_some_and(|items| self.is_true(items));
        let n = numbers.len();
        let (rows, cols) = match (rows, cols) {
            (Some(rows), Some(cols)) => (rows, cols),
            (Some(rows), None) => (rows, n.div_ceil(rows.max(1))),
            (None, Some(cols)) => (n.div_ceil(cols.max(1)), cols),
            (None, None) => (n, 1),
        };
        let dims = if by_row { vec![cols, rows] } else { vec![rows, cols] };
        let mut part = self.by_column(&numbers, &dims, span)?;
        if by_row {
            part = self.transposed_part(part, span)?;
        }
        Ok(self.with_dimnames(part, args.get(&["dimnames"], 4)))
    }

    fn is_true(&self, items: &[Node]) -> bool {
        match items {
            [Node::Run(run)] => self.tree.pool.get(run.start as usize).is_some_and(|n| *n != 0.0),
            [Node::Word(word)] => word.of(self.text) == "T",
            _ => false,
        }
    }

    fn r_array(&mut self, args: &Args, span: Span) -> Result<Part, ReadFault> {
        let data = args.get(&["data", ".Data"], 0);
        if let Some([Node::Group(list)]) = data
            && list.callee.is_some_and(|callee| callee.of(self.text) == "list")
        {
            let columns = self.args(list);
            return self.r_frame(&columns, args.get(&["row.names"], 9), span);
        }
        let numbers = self.r_numbers(data, span)?;
        let Some(dims) = args.get(&["dim", ".Dim"], 1) else {
            return Ok(Part::new(
                span.start as usize,
                vec![numbers.len()],
                Cells::Numbers(numbers),
            ));
        };
        let dims = self.r_numbers(Some(dims), span)?;
        let is_dim = |dim: &f64| *dim >= 0.0 && *dim <= MOST_CELLS as f64 && dim.fract() == 0.0;
        if dims.is_empty() || !dims.iter().all(is_dim) {
            return Err(self.computation(span));
        }
        let dims: Vec<usize> = dims.iter().map(|dim| *dim as usize).collect();
        let part = self.by_column(&numbers, &dims, span)?;
        Ok(self.with_dimnames(part, args.get(&["dimnames", ".Dimnames"], 2)))
    }

    /// An array that is filled by its first axis first; values that divide its cells are repeated.
    fn by_column(&self, numbers: &[f64], dims: &[usize], span: Span) -> Result<Part, ReadFault> {
        let n = dims.iter().try_fold(1_usize, |n, dim| n.checked_mul(*dim)).unwrap_or(usize::MAX);
        if n > MOST_CELLS {
            return Err(self.fault(Fault::TooMany { found: n, limit: MOST_CELLS }, span));
        }
        if n == 0 {
            return Err(self.fault(Fault::Empty { shape: Dimensions(dims).to_string() }, span));
        }
        if numbers.is_empty() || n % numbers.len() != 0 {
            let expected = Dimensions(dims).to_string();
            return Err(
                self.fault(BracketFault::WrongCount { found: numbers.len(), expected }, span)
            );
        }
        let cell = |at: usize| {
            let (mut rest, mut stride, mut from) = (at, n, 0);
            for dim in dims.iter().rev() {
                stride /= dim;
                from += rest % dim * stride;
                rest /= dim;
            }
            numbers[from % numbers.len()]
        };
        let cells = Cells::Numbers((0..n).map(cell).collect());
        Ok(Part::new(span.start as usize, dims.to_vec(), cells))
    }

    fn with_dimnames(&mut self, mut part: Part, names: Option<&[Node]>) -> Part {
        let Some([Node::Group(list)]) = names else { return part };
        for (axis, arg) in self.args(list).iter().enumerate() {
            let labels = self.r_texts(arg.items);
            let labels = labels.filter(|labels| part.shape.get(axis) == Some(&labels.len()));
            match axis {
                0 => part.row_labels = labels,
                1 => part.col_labels = labels,
                _ => {}
            }
        }
        part
    }

    fn r_texts(&mut self, items: &[Node]) -> Option<Vec<String>> {
        match self.r_value(Some(items), Span::new(0, 0)).ok()?.cells {
            Cells::Texts(texts) => Some(texts),
            _ => None,
        }
    }

    /// Vectors as rows, or as columns.
    fn r_bound(&mut self, args: &Args, is_by_column: bool, span: Span) -> Result<Part, ReadFault> {
        let mut stack = stack::Stack::new();
        let mut names = Vec::new();
        for arg in &args.0 {
            let part = self.r_value(Some(arg.items), span)?;
            let at = arg.items.first().map_or(span.start as usize, Node::at);
            let dims = part.shape.clone();
            let here = Span::new(at, at + 1);
            stack.push(part, 1, dims, &self.tree.pool).map_err(|fault| self.fault(fault, here))?;
            names.extend(arg.name.map(str::to_owned));
        }
        let mut part = stack.into_part(span.start as usize);
        part.row_labels = (names.len() == stack_rows(&part)).then_some(names);
        if is_by_column { self.transposed_part(part, span) } else { Ok(part) }
    }

    /// Columns with their names; a column of texts names the rows.
    fn r_frame(
        &mut self,
        columns: &[Arg],
        row_names: Option<&[Node]>,
        span: Span,
    ) -> Result<Part, ReadFault> {
        let (mut stack, mut names, mut labels) = (stack::Stack::new(), Vec::new(), None);
        for column in columns {
            let Some(name) = column.name else { return Err(self.computation(span)) };
            if name == "stringsAsFactors" || name == "check.names" {
                continue;
            }
            let part = self.r_value(Some(column.items), span)?;
            if let Cells::Texts(texts) = part.cells {
                labels = labels.or(Some(texts));
                continue;
            }
            let dims = part.shape.clone();
            stack.push(part, 1, dims, &self.tree.pool).map_err(|fault| self.fault(fault, span))?;
            names.push(name.to_owned());
        }
        let part = stack.into_part(span.start as usize);
        let mut part = self.transposed_part(part, span)?;
        let labels = labels.or_else(|| self.r_texts(row_names?));
        part.row_labels = labels.filter(|labels| labels.len() == stack_rows(&part));
        part.col_labels = Some(names);
        Ok(part)
    }
}

fn stack_rows(part: &Part) -> usize {
    part.shape.first().copied().unwrap_or(0)
}
