//! Lists in which texts stand among numbers: numbers in quotes, names of rows in the first or last
//! column, names of columns in the first row.

use super::{
    lex::{Kind, Lexer},
    tree::Span,
    value::{Cell, Cells, Context, Part},
};
use crate::input::{
    Guess, Meaning, NotANumber, Note, ReadFault, Topic,
    number::{Style, number},
};

impl Context<'_> {
    /// An array whose texts are read as numbers or taken as names; a list of nothing but texts stays
    /// one.
    pub fn settled(&mut self, part: Part) -> Result<Part, ReadFault> {
        if !matches!(part.cells, Cells::Mixed(_) | Cells::Texts(_)) || part.len() == 0 {
            return Ok(part);
        }
        let (rows, cols) = match *part.shape.as_slice() {
            [n] => (1, n),
            [rows, cols] => (rows, cols),
            _ => return self.numbers_in_quotes(part),
        };
        let Part { at, shape, cells, .. } = part;
        let cells = match cells {
            Cells::Mixed(cells) => cells,
            Cells::Texts(texts) => {
                let is_list = shape.len() == 1 || cols == 1;
                if is_list && !texts.iter().all(|text| value_of(text).is_some()) {
                    return Ok(Part::new(at, vec![texts.len()], Cells::Texts(texts)));
                }
                texts.into_iter().map(Cell::Text).collect()
            }
            _ => Vec::new(),
        };
        let is_word = |cell: &Cell| matches!(cell, Cell::Text(text) if value_of(text).is_none());
        let header = &cells[..cols];
        let is_header = rows > 1
            && header.iter().skip(1).all(is_word)
            && header.iter().any(is_word)
            && cells[cols..].iter().any(|cell| !is_word(cell));
        let first_row = usize::from(is_header);
        let label_column = self.label_column(&cells, cols, first_row, &is_word);
        let grid = Grid { at, rows, cols, first_row, label_column };
        self.grid(&cells, &grid, shape.len() == 1)
    }

    /// The column that names the rows: the first or the last, if it has words in it.
    fn label_column(
        &mut self,
        cells: &[Cell],
        cols: usize,
        first_row: usize,
        is_word: &dyn Fn(&Cell) -> bool,
    ) -> Option<usize> {
        let column = |col: usize| cells.iter().skip(first_row * cols + col).step_by(cols);
        let is_text = |cell: &Cell| matches!(cell, Cell::Text(_));
        let names = |col: &usize| column(*col).all(is_text) && column(*col).any(is_word);
        let found = [0, cols - 1].into_iter().find(|col| cols > 1 && names(col))?;
        let options = vec![Meaning::LabelsFrom { column: found + 1 }, Meaning::NoLabels];
        let guess = Guess::new(Topic::LabelColumn, options, 0, false, self.answers);
        let chosen = guess.chosen;
        self.ask(guess);
        (chosen == 0).then_some(found)
    }

    fn grid(&mut self, cells: &[Cell], grid: &Grid, is_flat: bool) -> Result<Part, ReadFault> {
        let Grid { at, rows, cols, first_row, label_column } = *grid;
        let (mut values, mut labels, mut n_texts) = (Vec::new(), Vec::new(), 0);
        for (place, cell) in cells.iter().enumerate() {
            let (row, col) = (place / cols, place % cols);
            let is_name = row < first_row || Some(col) == label_column;
            match cell {
                Cell::Number(number) if !is_name => values.push(*number),
                Cell::Text(text) if !is_name => {
                    let Some(value) = value_of(text) else {
                        return Err(self.text_cell(text, at, n_texts, (row + 1, col + 1)));
                    };
                    values.push(value);
                    self.say(Note::NumbersInQuotes);
                }
                cell if row >= first_row => labels.push(cell.clone().into_text()),
                _ => {}
            }
            n_texts += usize::from(matches!(cell, Cell::Text(_)));
        }
        let n_rows = rows - first_row;
        let n_cols = cols - usize::from(label_column.is_some());
        let shape =
            if is_flat && label_column.is_none() { vec![n_cols] } else { vec![n_rows, n_cols] };
        let mut part = Part::new(at, shape, Cells::Numbers(values));
        part.row_labels = label_column.map(|_| labels);
        if first_row == 1 {
            let names = (0..cols).filter(|col| Some(*col) != label_column);
            part.col_labels = Some(names.map(|col| cells[col].clone().into_text()).collect());
        }
        Ok(part)
    }

    /// A text where a number was expected: the one behind so many others.
    fn text_cell(&self, text: &str, at: usize, n_before: usize, cell: (usize, usize)) -> ReadFault {
        let mut lexer = Lexer::new(self.text, at);
        lexer.depth = 1;
        let texts = std::iter::from_fn(|| lexer.next()).filter(|token| token.kind == Kind::Text);
        let token = texts.take(n_before + 1).last();
        let span = token.map_or(Span::new(at, at), |token| Span::new(token.start, token.end));
        let mut fault = self.fault(reason(text).fault(text), span);
        fault.place = fault.place.map(|place| place.in_cell(cell.0, cell.1));
        fault
    }

    /// A stack of texts as numbers.
    fn numbers_in_quotes(&mut self, part: Part) -> Result<Part, ReadFault> {
        let Cells::Texts(texts) = &part.cells else { return Ok(part) };
        let mut values = Vec::with_capacity(texts.len());
        for (place, text) in texts.iter().enumerate() {
            let Some(value) = value_of(text) else {
                let cols = part.shape.last().copied().unwrap_or(1).max(1);
                return Err(self.text_cell(
                    text,
                    part.at,
                    place,
                    (place / cols + 1, place % cols + 1),
                ));
            };
            values.push(value);
        }
        self.say(Note::NumbersInQuotes);
        Ok(Part { cells: Cells::Numbers(values), ..part })
    }
}

/// A table in a list.
struct Grid {
    at: usize,
    rows: usize,
    cols: usize,
    /// 1 where the first row names the columns.
    first_row: usize,
    label_column: Option<usize>,
}

fn value_of(text: &str) -> Option<f64> {
    number(text, Style::POINT).ok().map(|number| number.value)
}

fn reason(text: &str) -> NotANumber {
    number(text, Style::POINT).err().unwrap_or(NotANumber::Text)
}
