//! What a text is taken for before any name in it says so.

use super::{
    lex::Bracket,
    tree::{Group, Node},
};
use crate::input::Form;

/// The form that a bracket looks like: commas tell Python and JSON from a print of `NumPy`.
pub fn form_of(text: &str, group: &Group) -> Form {
    let signs = [";", "vec!", "const ", "let ", "var ", "float", "double", "int", "[]"];
    let is_code = signs.iter().any(|sign| text.contains(sign));
    match group.bracket {
        _ if text.trim_start().starts_with("<tf.") => Form::TensorFlow,
        Bracket::Curly if group.is_object() => {
            let first = group.items.iter().find(|node| matches!(node, Node::Text(_)));
            match first {
                Some(Node::Text(span)) if span.of(text).starts_with('"') => Form::Json,
                _ => Form::Python,
            }
        }
        Bracket::Curly if is_code => Form::Code,
        Bracket::Curly => Form::Mathematica,
        _ if is_code && group.has_commas && text.contains(';') => Form::Code,
        _ if group.has_commas => match group.items.first() {
            Some(Node::Group(inner)) if inner.is_object() => form_of(text, inner),
            _ => Form::Python,
        },
        _ => Form::NumPy,
    }
}
