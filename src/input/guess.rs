//! What could be read in more than one way: the ways, which was taken, and how to take another.

use std::{collections::BTreeMap, fmt};

use super::{Arrangement, Dtype, TableMeaning, TokenSplit, Topic};

/// One way to read it, said so that it serves as a statement and as a choice: "row 1 (0,1,2)
/// taken as column numbers".
#[derive(Debug, Clone, PartialEq)]
pub enum Meaning {
    /// The first row names the columns.
    HeaderTaken {
        /// Its beginning, as it stands there.
        row: String,
    },
    /// The first row is data.
    HeaderKept {
        /// Its beginning, as it stands there.
        row: String,
    },
    /// Names of the rows are taken from a column, counted from 1.
    LabelsFrom {
        /// The column, counted from 1.
        column: usize,
    },
    /// All columns are data.
    NoLabels,
    /// Rows are tokens.
    RowsAreTokens,
    /// Columns are tokens: the matrix is transposed.
    ColumnsAreTokens,
    /// This array of several.
    TheArray {
        /// Its name, or its number.
        name: String,
        /// Its dimensions.
        shape: Vec<usize>,
    },
    /// This array of several, where they have no names.
    TheNth {
        /// Which one, counted from 1.
        number: usize,
        /// How many there are.
        count: usize,
        /// Its dimensions.
        shape: Vec<usize>,
    },
    /// The batch comes first: tokens lie on the last axis but one.
    BatchFirst {
        /// All dimensions.
        shape: Vec<usize>,
    },
    /// Tokens come before the batch: they lie on the last axis but two.
    TokensFirst {
        /// All dimensions.
        shape: Vec<usize>,
    },
    /// This matrix of an array with more dimensions.
    TheLayer {
        /// Position on each leading axis, counted from 1.
        at: Vec<usize>,
        /// All dimensions.
        shape: Vec<usize>,
    },
    /// A list of numbers as so many rows of so many numbers.
    RowsOf {
        /// Rows: tokens.
        rows: usize,
        /// Columns: dimensions.
        cols: usize,
    },
    /// Lists of numbers are the rows of one matrix.
    RowsTogether {
        /// Rows: lists.
        rows: usize,
        /// Columns: numbers in each.
        cols: usize,
    },
    /// Lists of numbers are arrays of their own.
    ListsApart {
        /// How many.
        count: usize,
    },
    /// A printed common factor is applied.
    FactorApplied {
        /// The factor, in print.
        factor: String,
        /// What the first value becomes, in print.
        first: String,
    },
    /// A printed common factor was applied before.
    FactorDone {
        /// The factor, in print.
        factor: String,
    },
    /// An expression is computed.
    Computed {
        /// The expression.
        text: String,
        /// What it amounts to, in print.
        value: String,
    },
    /// What looks like an expression is its numbers, one behind the other.
    Listed {
        /// The expression.
        text: String,
        /// Its numbers, in print.
        numbers: String,
    },
    /// How a table is read.
    Table(TableMeaning),
    /// A list of tokens has this between them.
    TokensBy {
        /// What stands between them.
        way: TokenSplit,
        /// How many there are.
        count: usize,
    },
    /// How arrays belong together.
    Arranged(Arrangement),
    /// Bytes whose type was lost, as numbers of this type.
    BytesAs {
        /// What the file says: `V2`.
        descr: String,
        /// The type.
        dtype: Dtype,
    },
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::HeaderTaken { row } => write!(f, "row 1 ({row}) taken as the header"),
            Self::HeaderKept { row } => write!(f, "row 1 ({row}) kept as data, not as the header"),
            Self::LabelsFrom { column: 1 } => {
                write!(f, "labels (tokens) taken from the first column")
            }
            Self::LabelsFrom { column } => write!(f, "labels taken from column {column}"),
            Self::NoLabels => write!(f, "every column is data, no labels"),
            Self::RowsAreTokens => write!(f, "each row is a token"),
            Self::ColumnsAreTokens => write!(f, "each column is a token: transposed"),
            Self::TheArray { name, shape } => write!(f, "{name} ({})", Dimensions(shape)),
            Self::TheNth { number, count, shape } => {
                write!(f, "number {number} of {count} matrices ({})", Dimensions(shape))
            }
            Self::BatchFirst { shape } => write!(
                f,
                "batch first: {} tokens in each batch or head of {}",
                nth_last(shape, 2),
                Dimensions(shape)
            ),
            Self::TokensFirst { shape } => write!(
                f,
                "tokens first: {} tokens, then the batch or head, of {}",
                nth_last(shape, 3),
                Dimensions(shape)
            ),
            Self::TheLayer { at, shape } => write!(
                f,
                "batch or head {} of the {}-D array {}",
                Position(at),
                shape.len(),
                Dimensions(shape)
            ),
            Self::RowsOf { rows, cols } => {
                let s = |count: &usize| if *count == 1 { "" } else { "s" };
                write!(f, "{rows} token{} × {cols} dimension{}", s(rows), s(cols))
            }
            Self::RowsTogether { rows, cols } => write!(f, "rows of one matrix ({rows} x {cols})"),
            Self::ListsApart { count } => write!(f, "{count} lists, each for itself"),
            Self::FactorApplied { factor, first } => {
                write!(f, "the factor {factor} applied: the first value is {first}")
            }
            Self::FactorDone { factor } => write!(f, "the factor {factor} was applied already"),
            Self::Computed { text, value } => write!(f, "{text} computed: {value}"),
            Self::Listed { text, numbers } => write!(f, "{text} as the numbers {numbers}"),
            Self::Table(meaning) => meaning.fmt(f),
            Self::TokensBy { way, count } => write!(f, "{count} tokens, {way}"),
            Self::Arranged(arrangement) => arrangement.fmt(f),
            Self::BytesAs { descr, dtype } => write!(f, "{descr} read as {}", dtype.full_name()),
        }
    }
}

impl From<TableMeaning> for Meaning {
    fn from(meaning: TableMeaning) -> Self {
        Self::Table(meaning)
    }
}

/// A guess: the ways to read it, and the one that was taken.
#[derive(Debug, Clone, PartialEq)]
pub struct Guess {
    /// What it is about.
    pub topic: Topic,
    /// The ways, at least two; their order depends on nothing but the source and the answers to
    /// earlier topics.
    pub options: Vec<Meaning>,
    /// The one that was taken.
    pub chosen: usize,
    /// Whether the user should be asked: another way is as likely. Else it can only be undone.
    pub is_doubtful: bool,
}

impl Guess {
    /// A guess about a topic: the user's answer where there is one (it is no longer doubtful),
    /// else `default`.
    pub fn new(
        topic: Topic,
        options: Vec<Meaning>,
        default: usize,
        is_doubtful: bool,
        answers: &Answers,
    ) -> Self {
        match answers.get(topic).filter(|answer| *answer < options.len()) {
            Some(chosen) => Self { topic, options, chosen, is_doubtful: false },
            None => Self { topic, options, chosen: default, is_doubtful },
        }
    }

    /// What was taken.
    pub fn meaning(&self) -> Option<&Meaning> {
        self.options.get(self.chosen)
    }
}

impl fmt::Display for Guess {
    /// The question with its options, the one that was taken first.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.topic)?;
        if let Some(taken) = self.meaning() {
            write!(f, " Taken: {taken}.")?;
        }
        for (_, other) in self.options.iter().enumerate().filter(|(i, _)| *i != self.chosen) {
            write!(f, " Or: {other}.")?;
        }
        Ok(())
    }
}

/// What the user answered: for each topic the number of an option, counted from 0.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Answers(BTreeMap<Topic, usize>);

impl Answers {
    /// Nothing answered.
    pub fn none() -> Self {
        Self::default()
    }

    /// The answer about a topic.
    pub fn get(&self, topic: Topic) -> Option<usize> {
        self.0.get(&topic).copied()
    }

    /// The same answers and one more.
    #[must_use]
    pub fn with(mut self, topic: Topic, option: usize) -> Self {
        self.0.insert(topic, option);
        self
    }

    /// Whether nothing is answered.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// Dimensions in print: `2 x 3`.
#[derive(Debug, Clone, Copy)]
pub struct Dimensions<'a>(pub &'a [usize]);

impl fmt::Display for Dimensions<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, n) in self.0.iter().enumerate() {
            write!(f, "{}{n}", if i == 0 { "" } else { " x " })?;
        }
        Ok(())
    }
}

/// A position on several axes in print: `1, 2`.
#[derive(Debug, Clone, Copy)]
pub struct Position<'a>(pub &'a [usize]);

impl fmt::Display for Position<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, n) in self.0.iter().enumerate() {
            write!(f, "{}{n}", if i == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

/// The last dimension but so many (1 for the last); 1 where there are not so many.
pub fn nth_last(shape: &[usize], n: usize) -> usize {
    shape.len().checked_sub(n).and_then(|i| shape.get(i)).copied().unwrap_or(1)
}
