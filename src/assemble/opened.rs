//! A document seen as what it begins with: one array.

use ndarray::{ArrayView, Dimension};

use crate::{
    document::Document,
    input::{Array, Form, Reading},
    math::{Heads, Start},
};

/// What a document begins with, under its name there: `x_q`, `q`, `scores` or `weights`, with
/// the tokens that it names.
pub fn first_array(document: &Document) -> Reading {
    let [tokens, tokens_k] = document.named_tokens();
    let array = match &document.inputs().start {
        Start::Embeddings(embeddings) => numbers("x_q", embeddings.x_q.view()),
        Start::Projections { queries, .. } => numbers("q", queries.view()),
        Start::Scores { scores, .. } => over_keys("scores", scores, tokens_k),
        Start::Weights { weights, .. } => over_keys("weights", weights, tokens_k),
    };
    Reading::of(Form::DOCUMENT, array.with_labels(tokens))
}

fn over_keys(name: &str, stack: &Heads, tokens_k: Option<Vec<String>>) -> Array {
    let mut array = numbers(name, stack.view());
    array.col_labels = tokens_k;
    array
}

fn numbers<D: Dimension>(name: &str, array: ArrayView<'_, f64, D>) -> Array {
    // A single head is written as a matrix.
    let shape = match array.shape() {
        [1, rows, columns] => vec![*rows, *columns],
        shape => shape.to_vec(),
    };
    Array::numbers(shape, array.iter().copied().collect()).named(name)
}
