//! A problem with its stages, ready to be written.

use super::arrays::{self, Arrays};
use crate::{document::Convention, math::Trace, samples::Loaded};

/// A problem, its trace, and the names of its tokens.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Whole<'a> {
    /// What it is called, where it has a name.
    pub name: Option<&'a str>,
    /// The problem with its tokens.
    pub loaded: &'a Loaded,
    /// What `attend` makes of the problem.
    pub trace: &'a Trace,
    /// Of the document, which says so of itself. Archive and programs are in rows, as `PyTorch` and Keras are.
    pub convention: Convention,
}

impl<'a> Whole<'a> {
    /// What is given.
    pub(super) fn inputs(&self) -> Arrays<'a> {
        arrays::inputs(self.trace, &self.loaded.tokens, self.loaded.tokens_k.as_deref())
    }

    /// What was computed.
    pub(super) fn stages(&self) -> Arrays<'a> {
        arrays::stages(self.trace)
    }
}
