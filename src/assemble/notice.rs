//! What must be said of pieces that do make a problem; `Display` is the English sentence.

use thiserror::Error;

use super::{Role, misfit::n};
use crate::input::{Dimensions, Note};

/// A remark about the whole.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum Notice {
    /// No projections.
    #[error("no W_Q, W_K, W_V: Q = K = V = X")]
    NoProjections,
    /// The same where keys or values have embeddings of their own.
    #[error("no W_Q, W_K, W_V: Q, K and V are each its own embeddings")]
    NoProjectionsApart,
    /// A projection is missing, and what it reads stands in for what it makes.
    #[error("no {missing}: {makes} is X itself")]
    Identity {
        /// The projection.
        missing: Role,
        /// What it would make.
        makes: Role,
    },
    /// Something is missing, and another array stands in for it.
    #[error("no {missing}: {by} stands in for it")]
    StandsIn {
        /// What is missing.
        missing: Role,
        /// What stands in.
        by: Role,
    },
    /// No output projection.
    #[error("no W_O: the trace ends at the concatenated heads")]
    NoOutput,
    /// No values.
    #[error("no V: the trace ends at the attention weights")]
    NoValues,
    /// No names.
    #[error("no tokens: rows are numbered")]
    NoTokens,
    /// Nobody said how many heads.
    #[error("no number of heads: 1 head")]
    OneHead,
    /// The number of key/value heads follows from the widths.
    #[error("{}, told by the widths of Q and K", n(*.kv_heads, "key/value head"))]
    Grouped {
        /// Key/value heads.
        kv_heads: usize,
    },
    /// A matrix fits only one way round.
    #[error(
        "{role}: a {} matrix fits {width}-dim {of} only as {}",
        Dimensions(found), way(*.is_transposed)
    )]
    FitsOneWay {
        /// The matrix.
        role: Role,
        /// Its dimensions.
        found: Vec<usize>,
        /// The width of what it multiplies.
        width: usize,
        /// What it multiplies, in words.
        of: &'static str,
        /// Whether it is used transposed.
        is_transposed: bool,
    },
    /// A fused projection was cut into unequal parts.
    #[error("W_QKV: {outputs} outputs are {q} + {k} + {v}: Q, K, V")]
    Cut {
        /// Outputs.
        outputs: usize,
        /// Outputs for Q.
        q: usize,
        /// Outputs for K.
        k: usize,
        /// Outputs for V.
        v: usize,
    },
    /// A leading axis of length 1 was dropped.
    #[error(
        "{role}: the axis of size 1 was dropped, {} read as {}",
        Dimensions(found),
        Dimensions(kept)
    )]
    Squeezed {
        /// The array.
        role: Role,
        /// Its dimensions.
        found: Vec<usize>,
        /// Those that were kept.
        kept: Vec<usize>,
    },
    /// What the reader of a matrix says.
    #[error(transparent)]
    Read(#[from] Note),
    /// Very negative numbers of a mask.
    #[error("mask: −∞ is taken for {} of {value:e} or below: the key is hidden", n(*.cells, "cell"))]
    TakenAsHidden {
        /// The largest of them.
        value: f64,
        /// How many there are.
        cells: usize,
    },
    /// Queries that may see no key.
    #[error("row {row} sees no key{}: its weights are 0", more_rows(*.more))]
    SeesNoKey {
        /// The first of them, counted from 1.
        row: usize,
        /// How many more.
        more: usize,
    },
    /// A mask that keeps nothing but padding.
    #[error("the mask keeps only {token}; should it be the other way round?")]
    KeepsPadding {
        /// The padding token.
        token: String,
    },
    /// A cell that is no finite number.
    #[error("{role}, row {row}, column {column} is {value}{}{}", cells(*.more), hidden(*.is_hidden))]
    NotFinite {
        /// The array.
        role: Role,
        /// Row, counted from 1.
        row: usize,
        /// Column, counted from 1.
        column: usize,
        /// `NaN`, `Infinity` or `-Infinity`.
        value: &'static str,
        /// How many more there are.
        more: usize,
        /// Whether no query may look at that row.
        is_hidden: bool,
    },
    /// Rows that sum to more than 1.
    #[error(
        "a row sums to {sum}, as with dropout in training mode; call model.eval() and take the \
         weights anew"
    )]
    Dropout {
        /// The largest sum.
        sum: f64,
    },
    /// A row that is none of attention weights.
    #[error("{}{}; {}", no_share(*.row, *.sum, *.negative), more_such(*.more), though(*.are_weights))]
    NoShares {
        /// The first of them, counted from 1.
        row: usize,
        /// Its sum.
        sum: f64,
        /// Its first number below 0, and the column of that, counted from 1.
        negative: Option<(usize, f64)>,
        /// How many more there are.
        more: usize,
        /// Whether it is taken as one of attention weights all the same.
        are_weights: bool,
    },
    /// Columns sum to 1 and rows do not.
    #[error(
        "the columns sum to 1, the rows do not: {}{}",
        Dimensions(found), transposed(*.is_transposed)
    )]
    ColumnsSumToOne {
        /// The dimensions that were found.
        found: Vec<usize>,
        /// Whether it was transposed.
        is_transposed: bool,
    },
    /// A matrix without a name whose rows sum to 1.
    #[error("each row sums to 1: taken as attention weights, not as embeddings")]
    LooksLikeWeights,
    /// Fewer rows than tokens.
    #[error("{} for {tokens} tokens: the last of them", n(*.rows, "row"))]
    LastTokens {
        /// Rows.
        rows: usize,
        /// Tokens.
        tokens: usize,
    },
    /// Large matrices.
    #[error("{tokens} tokens: a matrix of scores has {:.1} million cells", *.cells as f64 / 1e6)]
    Large {
        /// Queries or keys, whichever are more.
        tokens: usize,
        /// Queries times keys.
        cells: usize,
    },
    /// Arrays that the computation passes by.
    #[error("the trace begins with {from}; {} not used", are(others))]
    BeginsWith {
        /// What it begins with.
        from: Role,
        /// The arrays that it has no use for.
        others: Vec<Role>,
    },
    /// Arrays that are left out.
    #[error("not used: {}", some(names))]
    NotUsed {
        /// Their names, or their numbers.
        names: Vec<String>,
    },
}

fn way(is_transposed: bool) -> &'static str {
    if is_transposed { "(out, in): used transposed" } else { "(in, out): used as it stands" }
}

/// The first names of a list, and how many more there are.
pub fn some(names: &[String]) -> String {
    const MOST: usize = 12;
    let first = names.iter().take(MOST).map(String::as_str).collect::<Vec<_>>().join(", ");
    match names.len().saturating_sub(MOST) {
        0 => first,
        more => format!("{first} … (+{more})"),
    }
}

fn more_rows(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => ", nor does one more".into(),
        more => format!(", nor do {more} more"),
    }
}

fn no_share(row: usize, sum: f64, negative: Option<(usize, f64)>) -> String {
    match negative {
        Some((column, value)) => {
            format!("row {row}, column {column} is {value}, and no attention weight is below 0")
        }
        None => format!("row {row} sums to {sum}, and a row of attention weights sums to 1"),
    }
}

fn more_such(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => " (1 more row is so)".into(),
        more => format!(" ({more} more rows are so)"),
    }
}

fn though(are_weights: bool) -> &'static str {
    if are_weights {
        "are these scores, are the queries its columns, or is a part missing?"
    } else {
        "taken as scores"
    }
}

fn cells(more: usize) -> String {
    match more {
        0 => String::new(),
        1 => ", and 1 more cell is not finite".into(),
        more => format!(", and {more} more cells are not finite"),
    }
}

fn hidden(is_hidden: bool) -> &'static str {
    if is_hidden { "; no query may look at it, so it is left out" } else { "" }
}

fn transposed(is_transposed: bool) -> &'static str {
    if is_transposed { " is used transposed" } else { " could be transposed" }
}

fn are(roles: &[Role]) -> String {
    let names: Vec<String> = roles.iter().map(ToString::to_string).collect();
    let are = if names.len() == 1 { "is" } else { "are" };
    format!("{} {are}", names.join(", "))
}
