//! Ways in which arrays can belong together, as statements that serve as choices too.

use std::fmt;

use super::Dimensions;

/// One way to put arrays together; `Display` is the English, without a full stop.
#[derive(Debug, Clone, PartialEq)]
pub enum Arrangement {
    /// So many heads.
    Heads {
        /// How many.
        heads: usize,
        /// The width of one.
        width: usize,
    },
    /// Weight matrices have a row for each input.
    InOut,
    /// Weight matrices have a row for each output.
    OutIn,
    /// A fused projection has all of Q, then all of K, then all of V.
    Blocks {
        /// Rows or columns of Q, of K and of V.
        sizes: [usize; 3],
    },
    /// A fused projection has the q, k and v of one head (or group of heads) side by side.
    HeadByHead {
        /// Query heads that share a key and a value.
        group: usize,
    },
    /// True, or 1, in a mask: the query may look.
    MarkKeeps {
        /// What the mask is made of.
        mark: Mark,
        /// How many cells stay visible.
        keeps: usize,
        /// Of how many.
        of: usize,
    },
    /// True, or 1, in a mask: the query may not look.
    MarkHides {
        /// What the mask is made of.
        mark: Mark,
        /// How many cells stay visible.
        keeps: usize,
        /// Of how many.
        of: usize,
    },
    /// The numbers of a mask are added to the scaled scores.
    Added,
    /// A causal mask begins in the top left corner.
    TopLeft,
    /// A causal mask ends in the bottom right corner.
    BottomRight,
    /// Ready numbers are scores.
    AreScores {
        /// The smallest sum of a row.
        least: f64,
        /// The largest sum of a row.
        most: f64,
    },
    /// Ready numbers are attention weights.
    AreWeights,
    /// An array of three dimensions: a matrix for each head.
    HeadsLead {
        /// Its dimensions.
        shape: Vec<usize>,
    },
    /// An array of three dimensions: rows come before heads.
    RowsLead {
        /// Its dimensions.
        shape: Vec<usize>,
    },
    /// An array of three dimensions: a matrix for each sequence of a batch.
    BatchLeads {
        /// Its dimensions.
        shape: Vec<usize>,
    },
    /// An array of three dimensions: for each sequence of a batch one row a head.
    RowOfEachHead {
        /// Its dimensions.
        shape: Vec<usize>,
    },
    /// One of the layers of a checkpoint.
    Block {
        /// What the names of its arrays begin with.
        name: String,
    },
    /// The matrix as it stands: a query in each row.
    QueriesInRows,
    /// The matrix transposed: a query in each column.
    QueriesInColumns,
}

/// What a mask is made of.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// True and false.
    Truth,
    /// 1 and 0.
    One,
}

impl fmt::Display for Arrangement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Heads { heads, width } => {
                let s = |n: usize| if n == 1 { "" } else { "s" };
                write!(f, "{heads} head{} of {width} dimension{}", s(*heads), s(*width))
            }
            Self::InOut => write!(f, "q = x W: weight matrices are (in, out)"),
            Self::OutIn => write!(f, "q = x Wᵀ: weight matrices are (out, in)"),
            Self::Blocks { sizes: [q, k, v] } => {
                write!(f, "all of Q, then all of K, then all of V ({q} + {k} + {v})")
            }
            Self::HeadByHead { group: 1 } => write!(f, "head by head, each with its q, k and v"),
            Self::HeadByHead { group } => {
                write!(f, "group by group, {group} heads of q with one of k and one of v")
            }
            Self::MarkKeeps { mark, keeps, of } => {
                let means = means(*mark, "keep");
                write!(f, "{means}, the query may look (keeps {keeps} of {of} cells)")
            }
            Self::MarkHides { mark, keeps, of } => {
                let means = means(*mark, "hide");
                write!(f, "{means}, the query may not look (keeps {keeps} of {of} cells)")
            }
            Self::Added => {
                write!(f, "the numbers are added to the scaled scores, nothing is hidden")
            }
            Self::TopLeft => write!(f, "from the top left: the first query sees the first key"),
            Self::BottomRight => {
                write!(f, "to the bottom right: the last query sees every key up to the last")
            }
            Self::AreScores { least, most } => {
                write!(f, "scores before the softmax (their rows sum to {least} … {most})")
            }
            Self::AreWeights => write!(f, "attention weights after the softmax"),
            Self::HeadsLead { shape } => {
                write!(f, "{} as heads × rows × columns", Dimensions(shape))
            }
            Self::RowsLead { shape } => {
                write!(f, "{} as rows × heads × columns", Dimensions(shape))
            }
            Self::BatchLeads { shape } => {
                write!(f, "{} as batch × rows × columns", Dimensions(shape))
            }
            Self::RowOfEachHead { shape } => {
                write!(f, "{} as batch × heads × keys, one row a head", Dimensions(shape))
            }
            Self::Block { name } => write!(f, "layer {name}"),
            Self::QueriesInRows => write!(f, "each row is a query"),
            Self::QueriesInColumns => write!(f, "each column is a query: transposed"),
        }
    }
}

fn means(mark: Mark, what: &str) -> String {
    match mark {
        Mark::Truth => format!("true means {what}"),
        Mark::One => format!("of 0 and 1, 1 means {what}"),
    }
}
