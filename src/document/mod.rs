//! The JSON document that describes a problem: what is opened, saved, pasted, linked and tested.
//!
//! Its schema is that of `tests/fixtures/README.md`: `inputs`, `options`, `dims.heads`, and
//! `stages` where a trace is saved with it. −∞ is `null`. In the column convention every array
//! with rows and columns is transposed on its way in and out; inside, a row is a token.
//!
//! Imports only [`crate::math`]; knows no file and no browser.

mod array;
mod error;
mod json;
mod layout;
mod locate;
mod mask;
mod over;
mod overrides;
mod read;
mod reason;
mod span;
mod start;
mod write;

pub use error::{DocumentError, Expected, Found, UnfitArray};
pub use locate::Place;
pub use reason::{Axes, BadEntry, Each, Reason};
pub use span::Span;

use crate::math::{
    Affine, HeadCounts, Inputs, Mask, Matrix, OutputProjection, Problem, Scale, Shape, Start, Trace,
};

/// How many numbers one array may have; how many all of them may have is for [`Problem::new`].
const LARGEST_ARRAY: usize = 1 << 25;

/// Whether tokens are rows or columns in the text of a document.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Convention {
    /// A row is a token: x · W.
    #[default]
    Row,
    /// A column is a token: W · x; each matrix is the transpose of the one in rows.
    Column,
}

/// A problem with the names of its tokens, as read from a text or about to be written to one.
#[derive(Debug, Clone, PartialEq)]
pub struct Document {
    /// What the problem is called.
    pub name: Option<String>,
    /// How matrices are written.
    pub convention: Convention,
    tokens: Option<Vec<String>>,
    tokens_k: Option<Vec<String>>,
    inputs: Inputs,
    mask: Mask,
    /// What `options.mask.kind` calls the mask, where that says more than its arrays.
    mask_kind: Option<String>,
    scale: Option<Scale>,
}

impl Document {
    /// Reads a document. Saved `stages` are not read: they follow from the rest.
    ///
    /// # Errors
    /// [`DocumentError`] tells where the text is no document, and what was expected there.
    pub fn from_json(text: &str) -> Result<Self, DocumentError> {
        read::document(text.trim_start_matches('\u{feff}'), None)
    }

    /// Takes a problem that was put together elsewhere. Without `tokens_k` keys are named as
    /// queries where they are the same tokens.
    pub fn from_problem(
        problem: &Problem,
        name: Option<String>,
        tokens: Vec<String>,
        tokens_k: Option<Vec<String>>,
    ) -> Self {
        Self {
            name,
            convention: Convention::Row,
            tokens: Some(tokens),
            tokens_k,
            inputs: problem.inputs().clone(),
            mask: problem.mask().clone(),
            mask_kind: None,
            scale: problem.inputs().has_scores().then_some(problem.scale()),
        }
    }

    /// Takes inputs that were put together elsewhere and not checked yet. Names that are missing
    /// are numbers; without `tokens_k` keys are named as queries where they are the same tokens.
    pub fn of_inputs(
        inputs: Inputs,
        mask: Mask,
        scale: Option<Scale>,
        [tokens, tokens_k]: [Option<Vec<String>>; 2],
    ) -> Self {
        let (name, convention, mask_kind) = (None, Convention::Row, None);
        Self { name, convention, tokens, tokens_k, inputs, mask, mask_kind, scale }
    }

    /// Writes the document, with all stages where there is a trace of it. All numbers come back
    /// bit for bit (a NaN as some NaN).
    pub fn to_json(&self, trace: Option<&Trace>) -> String {
        write::document(self, trace)
    }

    /// Writes what makes the document differ from another: arrays that are the same are `"="`, and
    /// of others only the cells that differ where those are few.
    pub fn to_json_over(&self, base: &Self) -> String {
        over::text(self, base)
    }

    /// Reads what [`Document::to_json_over`] wrote of the same base.
    ///
    /// # Errors
    /// [`DocumentError`] tells where the text is no document, or points at what the base lacks.
    pub fn from_json_over(text: &str, base: &Self) -> Result<Self, DocumentError> {
        read::document(text, Some(base))
    }

    /// Checks that the arrays fit together.
    ///
    /// # Errors
    /// [`DocumentError::Shape`] where they do not, which [`DocumentError::in_text`] can place;
    /// [`DocumentError::TooLarge`] where the result would not fit into memory.
    pub fn problem(&self) -> Result<Problem, DocumentError> {
        self.check_sizes(LARGEST_ARRAY)?;
        let problem = Problem::new(self.inputs.clone(), self.mask.clone(), self.scale);
        let is_transposed = self.convention == Convention::Column;
        problem.map_err(|error| {
            DocumentError::Shape(Box::new(UnfitArray { place: None, is_transposed, error }))
        })
    }

    /// What is given, unchecked.
    pub fn inputs(&self) -> &Inputs {
        &self.inputs
    }

    /// The mask, unchecked.
    pub fn mask(&self) -> &Mask {
        &self.mask
    }

    /// Names of the queries and of the keys, where they are given.
    pub fn named_tokens(&self) -> [Option<Vec<String>>; 2] {
        [self.tokens.clone(), self.tokens_k.clone()]
    }

    /// Refuses a document from which an array of more than `limit` numbers would follow, be it one of each head: of the
    /// scores no more than one head is kept at once where they are many.
    ///
    /// # Errors
    /// [`DocumentError::TooLarge`] names the array.
    pub fn check_sizes(&self, limit: usize) -> Result<(), DocumentError> {
        check_sizes(&self.inputs, limit)
    }

    /// Names of the queries: as given, else numbers from 1.
    pub fn tokens(&self) -> Vec<String> {
        self.tokens.clone().unwrap_or_else(|| numbers(self.inputs.n_queries()))
    }

    /// Names of the keys: as given, else those of the queries where they are the same tokens,
    /// else numbers from 1.
    pub fn tokens_k(&self) -> Vec<String> {
        let (n_queries, n_keys) = (self.inputs.n_queries(), self.inputs.n_keys());
        match &self.tokens_k {
            Some(tokens_k) => tokens_k.clone(),
            None if self.sees_other_tokens() || n_queries != n_keys => numbers(n_keys),
            None => self.tokens(),
        }
    }

    /// The same document with another number of heads. Where each query head had a key/value
    /// head of its own, it keeps one.
    #[must_use]
    pub fn with_heads(mut self, n_heads: usize) -> Self {
        let HeadCounts { queries, keys_values } = self.inputs.heads;
        let is_grouped = queries != keys_values;
        let keys_values = if is_grouped { keys_values } else { n_heads };
        self.inputs.heads = HeadCounts { queries: n_heads, keys_values };
        self
    }

    /// The same document with another mask.
    #[must_use]
    pub fn with_mask(mut self, mask: Mask) -> Self {
        self.mask = mask;
        self.mask_kind = None;
        self
    }

    /// The same document with another scale.
    #[must_use]
    pub fn with_scale(mut self, scale: Scale) -> Self {
        self.scale = Some(scale);
        self
    }

    fn sees_other_tokens(&self) -> bool {
        match &self.inputs.start {
            Start::Embeddings(e) => e.x_k.is_some() || e.x_v.is_some(),
            Start::Projections { .. } | Start::Scores { .. } | Start::Weights { .. } => false,
        }
    }
}

fn numbers(n: usize) -> Vec<String> {
    (1..=n).map(|i| i.to_string()).collect()
}

/// Refuses inputs from which an array would follow that is far larger than they are.
fn check_sizes(inputs: &Inputs, limit: usize) -> Result<(), DocumentError> {
    let check_size = |of, shape: &[usize]| check_size(of, shape, limit);
    let (n_queries, n_keys) = (inputs.n_queries(), inputs.n_keys());
    check_size("scores", &[1, n_queries, n_keys])?;
    let d_v = match &inputs.start {
        Start::Embeddings(e) => {
            check_size("q", &[n_queries, width(&e.query, &e.x_q)])?;
            check_size("k", &[n_keys, width(&e.key, e.keys_from())])?;
            let width_of_values = width(&e.value, e.values_from());
            check_size("v", &[n_keys, width_of_values])?;
            width_of_values / inputs.heads.keys_values.max(1)
        }
        Start::Projections { values, .. } => values.dim().2,
        Start::Scores { values, .. } | Start::Weights { values, .. } => {
            values.as_ref().map_or(0, |values| values.dim().2)
        }
    };
    check_size("context", &[inputs.heads.queries, n_queries, d_v])?;
    match &inputs.output {
        OutputProjection::Given(Affine { weight: Some(weight), .. }) => {
            check_size("output", &[n_queries, weight.ncols()])
        }
        OutputProjection::Given(_) | OutputProjection::Unknown => Ok(()),
    }
}

/// The columns that a projection of `x` has.
fn width(projection: &Affine, x: &Matrix) -> usize {
    projection.weight.as_deref().map_or(x.ncols(), Matrix::ncols)
}

fn check_size(of: &'static str, shape: &[usize], limit: usize) -> Result<(), DocumentError> {
    let numbers = shape.iter().fold(1_usize, |product, &n| product.saturating_mul(n));
    if numbers <= limit {
        return Ok(());
    }
    Err(DocumentError::TooLarge { of, shape: Shape::of(shape), limit })
}
