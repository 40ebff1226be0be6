//! The matrix that a reading amounts to: one array of several, one matrix of a stack, a list as
//! rows, the right way round. Whatever is chosen here is a guess that can be answered otherwise.

use super::{
    Answers, Array, Fault, Guess, MOST_NUMBERS, Meaning, Note, ReadFault, Reading, Topic, Values,
    choice::likeliest,
    guess::{Dimensions, nth_last},
};

/// No more matrices of a stack can be chosen from; nobody reads a longer list.
const MOST_LAYERS: usize = 4096;

/// A matrix with the names of its rows and columns.
#[derive(Debug, Clone, PartialEq)]
pub struct Table {
    /// Number of rows: tokens.
    pub rows: usize,
    /// Number of columns: dimensions.
    pub cols: usize,
    /// `[rows, cols]`, row by row.
    pub values: Vec<f64>,
    /// Names of the rows.
    pub labels: Option<Vec<String>>,
    /// Names of the columns.
    pub col_labels: Option<Vec<String>>,
}

impl Table {
    /// The same with rows and columns changed for one another.
    #[must_use]
    pub fn transposed(self) -> Self {
        let Self { rows, cols, .. } = self;
        let column = |col| self.values.iter().skip(col).step_by(cols.max(1)).copied();
        Self {
            rows: cols,
            cols: rows,
            values: (0..cols).flat_map(column).collect(),
            labels: self.col_labels,
            col_labels: self.labels,
        }
    }
}

/// A matrix, with everything that was guessed and must be said on the way from the source to it.
#[derive(Debug, Clone, PartialEq)]
pub struct View {
    /// The matrix.
    pub table: Table,
    /// Guesses of the format, then those made here.
    pub guesses: Vec<Guess>,
    /// Remarks of the format, then those made here.
    pub notes: Vec<Note>,
}

/// The matrix that a reading amounts to.
///
/// # Errors
/// [`ReadFault`] where there is no number in it.
pub fn view(reading: &Reading, answers: &Answers) -> Result<View, ReadFault> {
    let Reading { arrays, guesses, notes, .. } = reading;
    let mut said = Said { guesses: guesses.clone(), notes: notes.clone(), answers };
    let table = said.whole(arrays)?;
    said.not_finite(&table);
    Ok(said.view(table))
}

/// The matrix that one array amounts to; `guesses` are those of its format. Of cells that are not
/// finite nothing is said: the caller knows the place that the array has.
///
/// # Errors
/// As for [`view`].
pub fn view_array(
    array: &Array,
    guesses: Vec<Guess>,
    answers: &Answers,
) -> Result<View, ReadFault> {
    let mut said = Said { guesses, notes: Vec::new(), answers };
    let table = said.whole(std::slice::from_ref(array))?;
    Ok(said.view(table))
}

/// The beginning of the matrix that one array amounts to, at most so many rows and columns of it,
/// and how many there are.
///
/// # Errors
/// As for [`view`].
pub fn glance(
    array: &Array,
    guesses: Vec<Guess>,
    answers: &Answers,
    most: usize,
) -> Result<(Table, [usize; 2]), ReadFault> {
    let mut said = Said { guesses, notes: Vec::new(), answers };
    said.beginning(std::slice::from_ref(array), most)
}

/// What was guessed and said so far.
struct Said<'a> {
    guesses: Vec<Guess>,
    notes: Vec<Note>,
    answers: &'a Answers,
}

/// Which numbers of an array are the matrix: those at `start + row * row_step + column`.
#[derive(Debug, Clone, Copy)]
struct Slice {
    start: usize,
    rows: usize,
    cols: usize,
    row_step: usize,
}

impl Said<'_> {
    fn view(self, table: Table) -> View {
        View { table, guesses: self.guesses, notes: self.notes }
    }

    fn whole(&mut self, arrays: &[Array]) -> Result<Table, ReadFault> {
        self.beginning(arrays, usize::MAX).map(|(table, _)| table)
    }

    /// At most so many rows and columns of the matrix, and how many there are.
    fn beginning(
        &mut self,
        arrays: &[Array],
        most: usize,
    ) -> Result<(Table, [usize; 2]), ReadFault> {
        let array = self.pick(arrays)?;
        let slice = self.slice(array, arrays);
        let is_transposed = self.is_to_transpose(slice);
        let Slice { rows, cols, .. } = slice;
        let table = self.table(array, slice, arrays, most);
        Ok(if is_transposed { (table.transposed(), [cols, rows]) } else { (table, [rows, cols]) })
    }

    /// The number of the option that is taken.
    fn ask(&mut self, topic: Topic, options: Vec<Meaning>, default: usize, doubt: bool) -> usize {
        if options.len() < 2 {
            return 0;
        }
        let guess = Guess::new(topic, options, default, doubt, self.answers);
        let chosen = guess.chosen;
        self.guesses.push(guess);
        chosen
    }

    /// One array of several; texts are labels and no matrix.
    fn pick<'a>(&mut self, arrays: &'a [Array]) -> Result<&'a Array, ReadFault> {
        let matrices: Vec<&Array> = arrays.iter().filter(|array| !array.is_texts()).collect();
        let count = matrices.len();
        let option = |(i, array): (usize, &&Array)| {
            let shape = array.shape.clone();
            match array.name.clone() {
                Some(name) => Meaning::TheArray { name, shape },
                None => Meaning::TheNth { number: i + 1, count, shape },
            }
        };
        let options = matrices.iter().enumerate().map(option).collect();
        let chosen = self.ask(Topic::Array, options, likeliest(&matrices), true);
        let Some(array) = matrices.get(chosen) else {
            let count = arrays.iter().map(|array| array.values.len()).sum();
            return Err(Fault::OnlyTexts { count }.whole());
        };
        if array.values.is_empty() {
            let shape = Dimensions(&array.shape).to_string();
            return Err(Fault::Empty { shape }.whole());
        }
        if let Values::Unread(found) = array.values {
            return Err(Fault::TooMany { found, limit: MOST_NUMBERS }.whole());
        }
        Ok(array)
    }

    fn slice(&mut self, array: &Array, arrays: &[Array]) -> Slice {
        match *array.shape.as_slice() {
            [] => Slice { start: 0, rows: 1, cols: 1, row_step: 1 },
            [n] => self.rows(n, arrays),
            [rows, cols] => Slice { start: 0, rows, cols, row_step: cols },
            _ => self.layer(&array.shape),
        }
    }

    /// How a list of numbers is divided into rows.
    fn rows(&mut self, n: usize, arrays: &[Array]) -> Slice {
        let divisors: Vec<usize> = (1..=n).filter(|rows| n.is_multiple_of(*rows)).collect();
        let options = divisors.iter().map(|&rows| Meaning::RowsOf { rows, cols: n / rows });
        let n_labels = labels_beside(arrays).map(Vec::len);
        let default = divisors.iter().position(|rows| Some(*rows) == n_labels).unwrap_or(0);
        let chosen = self.ask(Topic::Rows, options.collect(), default, true);
        let rows = divisors.get(chosen).copied().unwrap_or(1);
        Slice { start: 0, rows, cols: n / rows, row_step: n / rows }
    }

    /// One matrix of an array of three dimensions or more.
    fn layer(&mut self, shape: &[usize]) -> Slice {
        let ones = shape[..shape.len() - 2].iter().take_while(|n| **n == 1).count();
        let kept = &shape[ones..];
        let (rows, cols) = (nth_last(shape, 2), nth_last(shape, 1));
        if ones > 0 {
            let found = Dimensions(shape).to_string();
            self.notes.push(Note::BatchOfOne { found, kept: Dimensions(kept).to_string() });
        }
        if kept.len() == 2 {
            return Slice { start: 0, rows, cols, row_step: cols };
        }
        // Rows of one matrix lie `batch` apart where tokens come before the batch.
        let batch = nth_last(shape, 3);
        let axes = vec![
            Meaning::BatchFirst { shape: shape.to_vec() },
            Meaning::TokensFirst { shape: shape.to_vec() },
        ];
        let default = usize::from(rows == 1);
        let is_doubtful = kept.len() == 3 && rows != cols;
        let is_tokens_first = self.ask(Topic::Axis, axes, default, is_doubtful) == 1;
        let (n_last, rows) = if is_tokens_first { (rows, batch) } else { (batch, rows) };
        let mut leading = shape[..shape.len() - 3].to_vec();
        leading.push(n_last);
        let layer = self.which_layer(&leading, shape);
        let (outer, inner) = (layer / n_last, layer % n_last);
        let stack = rows * cols * n_last;
        if is_tokens_first {
            let start = outer * stack + inner * cols;
            return Slice { start, rows, cols, row_step: n_last * cols };
        }
        Slice { start: outer * stack + inner * rows * cols, rows, cols, row_step: cols }
    }

    /// Which matrix of a stack, counted over the leading axes.
    fn which_layer(&mut self, leading: &[usize], shape: &[usize]) -> usize {
        let count = leading.iter().product::<usize>().min(MOST_LAYERS);
        let at = |layer: usize| {
            let mut rest = layer;
            let digits = leading.iter().rev().map(|n| {
                let digit = rest % n;
                rest /= n;
                digit + 1
            });
            let mut at: Vec<usize> = digits.collect();
            at.reverse();
            at
        };
        let option = |layer| Meaning::TheLayer { at: at(layer), shape: shape.to_vec() };
        self.ask(Topic::Layer, (0..count).map(option).collect(), 0, true)
    }

    fn table(&mut self, array: &Array, whole: Slice, arrays: &[Array], most: usize) -> Table {
        let (rows, cols) = (whole.rows.min(most), whole.cols.min(most));
        let part = Slice { rows, cols, ..whole };
        let values = match &array.values {
            Values::Numbers(numbers) => cells(numbers, part, Vec::extend_from_slice),
            Values::Booleans(flags) => {
                self.notes.push(Note::BooleansAsNumbers);
                cells(flags, part, |cells, row| {
                    cells.extend(row.iter().map(|flag| f64::from(u8::from(*flag))));
                })
            }
            Values::Texts(_) | Values::Unread(_) => Vec::new(),
        };
        let fitting = |labels: &Option<Vec<String>>, n, shown| {
            let labels = labels.as_ref().filter(|all| all.len() == n)?;
            Some(labels[..shown].to_vec())
        };
        let mut labels = fitting(&array.row_labels, whole.rows, rows);
        if let (None, Some(beside)) = (&labels, labels_beside(arrays)) {
            if beside.len() == whole.rows {
                labels = Some(beside[..rows].to_vec());
            } else {
                self.notes.push(Note::LabelsDoNotFit { tokens: beside.len(), rows: whole.rows });
            }
        }
        Table {
            rows,
            cols,
            values,
            labels,
            col_labels: fitting(&array.col_labels, whole.cols, cols),
        }
    }

    /// Whether columns are tokens; a format that knows better has already asked.
    fn is_to_transpose(&mut self, Slice { rows, cols, .. }: Slice) -> bool {
        let is_asked = self.guesses.iter().any(|guess| guess.topic == Topic::Orientation);
        if is_asked || rows.saturating_mul(cols) < 2 {
            return false;
        }
        let options = vec![Meaning::RowsAreTokens, Meaning::ColumnsAreTokens];
        self.ask(Topic::Orientation, options, 0, false) == 1
    }

    fn not_finite(&mut self, table: &Table) {
        let mut cells = table.values.iter().enumerate().filter(|(_, value)| !value.is_finite());
        let Some((at, value)) = cells.next() else { return };
        let value = match value {
            value if value.is_nan() => "NaN",
            value if *value > 0.0 => "Infinity",
            _ => "-Infinity",
        };
        let (row, column) = (at / table.cols + 1, at % table.cols + 1);
        self.notes.push(Note::NotFinite { row, column, value, more: cells.count() });
    }
}

/// The one list of texts beside the matrices, if it is one.
fn labels_beside(arrays: &[Array]) -> Option<&Vec<String>> {
    let mut lists = arrays.iter().filter_map(|array| match &array.values {
        Values::Texts(texts) if array.shape.len() == 1 => Some(texts),
        _ => None,
    });
    lists.next().filter(|_| lists.next().is_none())
}

/// The numbers of a slice, row by row, each of which is added by `add`: whole rows are quickly copied.
fn cells<T>(values: &[T], slice: Slice, add: impl Fn(&mut Vec<f64>, &[T])) -> Vec<f64> {
    let Slice { start, rows, cols, row_step } = slice;
    let mut cells = Vec::with_capacity(values.len().min(rows.saturating_mul(cols)));
    for row in 0..rows {
        let at = start + row * row_step;
        add(&mut cells, values.get(at..at + cols).unwrap_or_default());
    }
    cells
}
