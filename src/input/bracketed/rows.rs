//! Matrices as MATLAB, Octave and Julia write them: `;` and the end of a line end a row, blanks
//! part cells, and `1 - 2` is a difference while `1 -2` is two numbers.

use super::{
    arithmetic::{Cursor, Element},
    call::Arg,
    callee,
    tree::{Group, Node, Span},
    value::{Cells, Context, Part},
};
use crate::input::{Dimensions, Fault, Form, Guess, Meaning, NotANumber, Place, ReadFault, Topic};

/// No literal may count up to more cells than this.
pub const MOST_CELLS: usize = 1 << 24;

/// Where `NumPy` breaks the line of a print.
const LINE_WIDTH: usize = 75;

/// A literal as it was read.
#[derive(Debug, Default)]
struct Rows {
    values: Vec<f64>,
    /// Where each row begins in the values and in the text; the last may be empty.
    starts: Vec<(usize, usize)>,
    has_semicolons: bool,
    has_commas: bool,
    /// The first expression.
    expression: Option<Expression>,
}

#[derive(Debug)]
struct Expression {
    text: String,
    computed: Vec<f64>,
    listed: Vec<f64>,
}

impl Context<'_> {
    /// A literal of rows in brackets.
    pub fn rows(&mut self, group: &Group) -> Result<Part, ReadFault> {
        let span = group.span.of(self.text);
        let start = group.span.start as usize + span.chars().next().map_or(0, char::len_utf8);
        let closing = span.chars().next_back().map_or(0, char::len_utf8);
        let end = (group.span.end as usize - closing).max(start);
        let name = group.callee.map_or("", |callee| callee.of(self.text));
        let is_julia = callee::is_of_literal(name);
        if is_julia && name.ends_with("vec!") {
            return Err(self.computation(group.span));
        }
        let form = if is_julia { Form::JULIA } else { Form::MATLAB };
        self.rows_between(start, end, form)
    }

    /// A literal of rows in quotes: `np.matrix("1 2; 3 4")`.
    pub fn rows_in_text(&mut self, arg: &Arg) -> Result<Part, ReadFault> {
        let [Node::Text(span)] = arg.items else {
            return Err(Fault::Unrecognized.whole());
        };
        self.rows_between(span.start as usize + 1, span.end as usize - 1, self.form)
    }

    fn rows_between(&mut self, start: usize, end: usize, form: Form) -> Result<Part, ReadFault> {
        let rows = self.read_rows(start, end)?;
        if let Some(expression) = &rows.expression {
            let guess = self.guess_of(expression);
            self.ask(guess);
        }
        if rows.has_semicolons || rows.has_commas || form == Form::JULIA {
            self.form = form;
        }
        let n_rows = rows.starts.len();
        let n = rows.values.len();
        if n == 0 {
            let shape = Dimensions(&[0]).to_string();
            return Err(self.fault(Fault::Empty { shape }, Span::new(start, end)));
        }
        let shape = match rows.even() {
            _ if n_rows == 1 && !rows.has_semicolons => vec![n],
            Ok(cols) if rows.has_semicolons || rows.has_commas => vec![n_rows, cols],
            Ok(cols) if !rows.is_wrapped(self.text, end) => {
                self.ask_rows(n, n_rows);
                vec![n_rows, cols]
            }
            Ok(_) => vec![n],
            // A print of a list that is broken into lines, the last of them shorter.
            Err(row) if row == n_rows - 1 && rows.is_wrapped(self.text, end) => vec![n],
            Err(row) => {
                let lengths = rows.lengths();
                let fault =
                    Fault::Ragged { row: row + 1, found: lengths[row], expected: lengths[0] };
                let at = rows.starts[row].1;
                return Err(self.fault(fault, Span::new(at, at + 1)));
            }
        };
        Ok(Part::new(start, shape, Cells::Numbers(rows.values)))
    }

    fn read_rows(&self, start: usize, end: usize) -> Result<Rows, ReadFault> {
        let mut cursor = Cursor::new(self.text, start, end);
        let may_continue = self.text[start..end].contains(';');
        let mut rows = Rows::default();
        let mut row = (0, cursor.at());
        let mut is_behind_comma = false;
        loop {
            cursor.pass_blanks();
            let at = cursor.at();
            let is_first = rows.values.len() == row.0;
            match cursor.peek() {
                None => break,
                Some('\n' | '\r' | ';') => {
                    rows.has_semicolons |= cursor.peek() == Some(';');
                    cursor.bump();
                    if !is_first {
                        rows.starts.push(row);
                    }
                    row = (rows.values.len(), cursor.at());
                    is_behind_comma = false;
                    continue;
                }
                Some(',') if is_first || is_behind_comma => {
                    return Err(self.cell_fault(&rows, row.0, (at, at + 1), NotANumber::Empty));
                }
                Some(',') => {
                    cursor.bump();
                    rows.has_commas = true;
                    is_behind_comma = true;
                    continue;
                }
                Some('%' | '#') => {
                    cursor.pass_line();
                    continue;
                }
                Some('.') if may_continue && cursor.pass_continuation() => continue,
                _ => {}
            }
            if is_first {
                row.1 = at;
            }
            is_behind_comma = false;
            if let Some(value) = cursor.plain() {
                rows.values.push(value);
            } else {
                self.read_element(&mut cursor, &mut rows, row.0)?;
            }
        }
        if rows.values.len() > row.0 {
            rows.starts.push(row);
        }
        Ok(rows)
    }

    /// A cell that is no plain number.
    fn read_element(
        &self,
        cursor: &mut Cursor<'_>,
        rows: &mut Rows,
        row_start: usize,
    ) -> Result<(), ReadFault> {
        let at = cursor.at();
        let element = cursor.element(MOST_CELLS).map_err(|stop| match stop.why {
            Some(why) => self.cell_fault(rows, row_start, (stop.start, stop.end), why),
            None => self.computation(Span::new(stop.start, stop.end)),
        })?;
        let wants_list = self.answers.get(Topic::Expression) == Some(1);
        rows.add(element, self.text, at, cursor.at(), wants_list);
        let found = rows.values.len();
        if found > MOST_CELLS {
            let fault = Fault::TooMany { found, limit: MOST_CELLS };
            return Err(self.fault(fault, Span::new(at, cursor.at())));
        }
        Ok(())
    }

    fn cell_fault(
        &self,
        rows: &Rows,
        row_start: usize,
        (start, end): (usize, usize),
        why: NotANumber,
    ) -> ReadFault {
        let found = self.text.get(start..end).unwrap_or("");
        let fault = match why {
            NotANumber::Ellipsis => Fault::Shortened {
                found: found.to_owned(),
                whole: self.whole.clone(),
                form: self.form,
            },
            why => why.fault(found),
        };
        let place = Place::at(self.text, start, end - start);
        fault.at(place.in_cell(rows.starts.len() + 1, rows.values.len() - row_start + 1))
    }

    fn guess_of(&self, expression: &Expression) -> Guess {
        let print = |numbers: &[f64]| {
            let shown = numbers.iter().take(6).map(f64::to_string).collect::<Vec<_>>().join(", ");
            if numbers.len() > 6 { format!("{shown}, …") } else { shown }
        };
        let text = expression.text.clone();
        let options = vec![
            Meaning::Computed { text: text.clone(), value: print(&expression.computed) },
            Meaning::Listed { text, numbers: print(&expression.listed) },
        ];
        Guess::new(Topic::Expression, options, 0, true, self.answers)
    }

    /// Lines of numbers that nothing but blanks parts: rows more likely than one broken line.
    fn ask_rows(&mut self, n: usize, n_rows: usize) {
        let divisors: Vec<usize> = (1..=n).filter(|rows| n.is_multiple_of(*rows)).collect();
        let default = divisors.iter().position(|rows| *rows == n_rows).unwrap_or(0);
        let option = |rows: &usize| Meaning::RowsOf { rows: *rows, cols: n / rows };
        let options: Vec<Meaning> = divisors.iter().map(option).collect();
        if options.len() > 1 {
            self.ask(Guess::new(Topic::Rows, options, default, true, self.answers));
        }
    }
}

impl Rows {
    fn add(&mut self, element: Element, text: &str, start: usize, end: usize, wants_list: bool) {
        if element.is_computed && self.expression.is_none() {
            self.expression = Some(Expression {
                text: text.get(start..end).unwrap_or("").trim_end().to_owned(),
                computed: element.values.clone(),
                listed: element.listed.clone(),
            });
        }
        let listed = element.is_computed && wants_list;
        self.values.extend(if listed { element.listed } else { element.values });
    }

    fn lengths(&self) -> Vec<usize> {
        let ends = self.starts.iter().skip(1).map(|(start, _)| *start);
        let ends = ends.chain([self.values.len()]);
        self.starts.iter().zip(ends).map(|((start, _), end)| end - start).collect()
    }

    /// The number of columns, or the first row that has another one.
    fn even(&self) -> Result<usize, usize> {
        let lengths = self.lengths();
        let first = lengths.first().copied().unwrap_or(0);
        lengths.iter().position(|n| *n != first).map_or(Ok(first), Err)
    }

    /// Whether each line but the last is as long as a print is before it is broken.
    fn is_wrapped(&self, text: &str, end: usize) -> bool {
        let line = |at: usize| {
            let start = text[..at].rfind(['\n', '\r']).map_or(0, |newline| newline + 1);
            let stop = text[at..].find(['\n', '\r']).map_or(text.len(), |newline| at + newline);
            text[start..stop.min(end)].trim_end().chars().count()
        };
        let cell = |at: usize| {
            text[at..].split(char::is_whitespace).next().map_or(0, |cell| cell.chars().count())
        };
        self.starts.windows(2).all(|pair| line(pair[0].1) + 1 + cell(pair[1].1) > LINE_WIDTH)
    }
}
