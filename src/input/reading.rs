//! What a format makes of a source: arrays, what was guessed, what must be said.

use super::{Form, Guess, Note, Place};

/// A source, read.
#[derive(Debug, Clone, PartialEq)]
pub struct Reading {
    /// What it was taken for.
    pub form: Form,
    /// The arrays, in the order in which they stand there; at least one.
    pub arrays: Vec<Array>,
    /// Named single values beside them, such as `heads` or `causal` of a JSON object.
    pub settings: Vec<(String, Setting)>,
    /// What was guessed; each guess can be answered otherwise, see `Answers`.
    pub guesses: Vec<Guess>,
    /// What the reader of the numbers should be told.
    pub notes: Vec<Note>,
}

impl Reading {
    /// A reading of one array, with nothing guessed.
    pub fn of(form: Form, array: Array) -> Self {
        Self {
            form,
            arrays: vec![array],
            settings: Vec::new(),
            guesses: Vec::new(),
            notes: Vec::new(),
        }
    }
}

/// An array of any rank, in row-major order.
#[derive(Debug, Clone, PartialEq)]
pub struct Array {
    /// Its name, where the source gives one.
    pub name: Option<String>,
    /// Its dimensions; empty for a single value.
    pub shape: Vec<usize>,
    /// As many as the product of the dimensions.
    pub values: Values,
    /// Names of the rows, as many as the last dimension but one.
    pub row_labels: Option<Vec<String>>,
    /// Names of the columns, as many as the last dimension.
    pub col_labels: Option<Vec<String>>,
    /// Where it begins, where the source has places.
    pub place: Option<Place>,
}

impl Array {
    /// A matrix without names, `[rows, cols]`.
    pub fn matrix(rows: usize, cols: usize, values: Vec<f64>) -> Self {
        Self::numbers(vec![rows, cols], values)
    }

    /// An array of numbers without names.
    pub fn numbers(shape: Vec<usize>, values: Vec<f64>) -> Self {
        Self::of(shape, Values::Numbers(values))
    }

    /// An array without names.
    pub fn of(shape: Vec<usize>, values: Values) -> Self {
        Self { name: None, shape, values, row_labels: None, col_labels: None, place: None }
    }

    /// A list of texts, such as tokens.
    pub fn texts(texts: Vec<String>) -> Self {
        Self::of(vec![texts.len()], Values::Texts(texts))
    }

    /// Whether it holds texts: labels and no matrix.
    pub fn is_texts(&self) -> bool {
        matches!(self.values, Values::Texts(_))
    }

    /// A matrix with its rows as columns; any other array as it is.
    #[must_use]
    pub fn transposed(mut self) -> Self {
        let [rows, cols] = *self.shape.as_slice() else { return self };
        self.shape = vec![cols, rows];
        std::mem::swap(&mut self.row_labels, &mut self.col_labels);
        self.values = match self.values {
            Values::Numbers(values) => Values::Numbers(turned(&values, cols)),
            Values::Booleans(values) => Values::Booleans(turned(&values, cols)),
            Values::Texts(values) => Values::Texts(turned(&values, cols)),
            Values::Unread(n) => Values::Unread(n),
        };
        self
    }

    /// The same array under a name.
    #[must_use]
    pub fn named(mut self, name: impl Into<String>) -> Self {
        self.name = Some(name.into());
        self
    }

    /// The same array, told where it begins.
    #[must_use]
    pub fn at(mut self, place: Place) -> Self {
        self.place = Some(place);
        self
    }

    /// The same array with names of its rows.
    #[must_use]
    pub fn with_labels(mut self, labels: Option<Vec<String>>) -> Self {
        self.row_labels = labels;
        self
    }
}

/// A matrix of `cols` columns, column by column.
fn turned<T: Clone>(values: &[T], cols: usize) -> Vec<T> {
    (0..cols).flat_map(|col| values.iter().skip(col).step_by(cols)).cloned().collect()
}

/// The values of an array.
#[derive(Debug, Clone, PartialEq)]
pub enum Values {
    /// Numbers; NaN and infinities are kept.
    Numbers(Vec<f64>),
    /// Yes and no: a mask.
    Booleans(Vec<bool>),
    /// Texts: tokens.
    Texts(Vec<String>),
    /// So many numbers that were left in a large file, because they were not asked for;
    /// [`super::load`] reads them.
    Unread(usize),
}

impl Values {
    /// How many there are.
    pub fn len(&self) -> usize {
        match self {
            Self::Numbers(numbers) => numbers.len(),
            Self::Booleans(booleans) => booleans.len(),
            Self::Texts(texts) => texts.len(),
            Self::Unread(count) => *count,
        }
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

/// A named single value.
#[derive(Debug, Clone, PartialEq)]
pub enum Setting {
    /// A number.
    Number(f64),
    /// Yes or no.
    Flag(bool),
    /// A word.
    Text(String),
    /// Nothing: `null`, `None`.
    Nothing,
}
