//! What can be wrong with bracketed text; `Display` is the English sentence.

use thiserror::Error;

/// Why bracketed text could not be read.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BracketFault {
    /// The text stops before its brackets are closed.
    #[error(
        "the text ends {}before the `{opened}` of line {line} is closed; copy it again to its end",
        inside(*.row)
    )]
    Ends {
        /// The row in which it stops, counted from 1, where rows have begun.
        row: Option<usize>,
        /// The bracket that is not closed.
        opened: char,
        /// The line of that bracket, counted from 1.
        line: usize,
    },
    /// A bracket is closed by one of another kind.
    #[error("`{expected}` expected, to close the bracket of line {line}; found `{found}`")]
    Mismatched {
        /// What stands there.
        found: char,
        /// What would close the bracket.
        expected: char,
        /// The line of the opening bracket, counted from 1.
        line: usize,
    },
    /// A bracket is closed that was never opened.
    #[error("`{found}` closes nothing; copy the text again from its beginning")]
    ClosesNothing {
        /// What stands there.
        found: char,
    },
    /// Brackets in brackets in brackets.
    #[error("brackets are nested more than {limit} deep; expected a matrix")]
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// A quote that is not closed on its line.
    #[error("the quote is not closed on its line; close it or take it out")]
    OpenQuote,
    /// Some values are parted by commas, and these two are not.
    #[error(
        "there is no comma between `{before}` and `{after}`, as there is between the others; put \
         one there"
    )]
    NoComma {
        /// The value before.
        before: String,
        /// The value behind.
        after: String,
    },
    /// A name that stands for two things.
    #[error("`{name}` is given twice; take one of them out, or give it another name")]
    Twice {
        /// The name.
        name: String,
    },
    /// Arrays of other dimensions in one list.
    #[error("entry {row} is {found}, expected {expected} as the entries before it")]
    Uneven {
        /// The entry, counted from 1.
        row: usize,
        /// Its dimensions in print.
        found: String,
        /// Those of the entries before it.
        expected: String,
    },
    /// The dimensions that are said are not those of the numbers.
    #[error("it says that its shape is {said}, but {found} was read; is a part missing?")]
    OtherShape {
        /// As the text says, in print.
        said: String,
        /// As read, in print.
        found: String,
    },
    /// A number of values that does not fill the rows and columns asked for.
    #[error("{found} values do not fill {expected}")]
    WrongCount {
        /// How many there are.
        found: usize,
        /// The dimensions in print.
        expected: String,
    },
    /// A tensor without values.
    #[error("a tensor on the meta device holds no values; load the weights and print it again")]
    Meta,
    /// A module, a data type, a shape.
    #[error(
        "`{found}` is a description, it holds no values; print the numbers themselves, for \
         instance model.weight"
    )]
    Description {
        /// Its beginning.
        found: String,
    },
    /// Positions and values instead of a matrix.
    #[error("a sparse matrix lists only some cells; print x.to_dense() or x.toarray() instead")]
    Sparse,
    /// A name that holds nothing.
    #[error(
        "`{name}` is None: it holds no values; attention weights are kept only with \
         output_attentions=True"
    )]
    NoneGiven {
        /// The name.
        name: String,
    },
    /// A model that was not asked for its attention.
    #[error(
        "`{name}` is None: call the model with output_attentions=True, and load it with \
         attn_implementation=\"eager\""
    )]
    NoAttentions {
        /// The name.
        name: String,
    },
    /// Something that would have to be computed.
    #[error("`{found}` is a computation and not its numbers; paste what it prints")]
    Computation {
        /// Its beginning.
        found: String,
    },
    /// The project's own document, which is opened and not read as numbers.
    #[error("this is a document of Attnscope; open it as one")]
    Document,
}

fn inside(row: Option<usize>) -> String {
    row.map(|row| format!("inside row {row}, ")).unwrap_or_default()
}
