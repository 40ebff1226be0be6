//! What a text is taken for before any name in it says so.

use super::{
    lex::Bracket,
    tree::{Group, Node},
};
use crate::input::Form;

/// What the whole of a text looks like.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Language {
    /// It has signs of a programming language that is not Python.
    Code,
    TensorFlow,
    Other,
}

impl Language {
    pub fn of(text: &str) -> Self {
        let signs = ["vec!", "const ", "let ", "var ", "float[", "double[", "[]"];
        if text.trim_start().starts_with("<tf.") {
            return Self::TensorFlow;
        }
        // One walk for all of them: the text may be megabytes of digits.
        let bytes = text.as_bytes();
        let is_sign = |(at, byte): (usize, &u8)| match byte {
            b';' => true,
            b'v' | b'c' | b'l' | b'f' | b'd' | b'[' => {
                signs.iter().any(|sign| bytes[at..].starts_with(sign.as_bytes()))
            }
            _ => false,
        };
        if bytes.iter().enumerate().any(is_sign) { Self::Code } else { Self::Other }
    }
}

/// The form that a bracket looks like: commas tell Python and JSON from a print of `NumPy`.
pub fn form_of(text: &str, language: Language, group: &Group) -> Form {
    let is_code = language == Language::Code;
    match group.bracket {
        _ if language == Language::TensorFlow => Form::TENSORFLOW,
        Bracket::Curly if group.is_object() => {
            let first = group.items.iter().find(|node| matches!(node, Node::Text(_)));
            match first {
                Some(Node::Text(span)) if span.of(text).starts_with('"') => Form::JSON,
                _ => Form::PYTHON,
            }
        }
        Bracket::Curly if is_code => Form::CODE,
        Bracket::Curly => Form::MATHEMATICA,
        _ if is_code && group.has_commas => Form::CODE,
        _ if group.has_commas => match group.items.first() {
            Some(Node::Group(inner)) if inner.is_object() => form_of(text, language, inner),
            _ => Form::PYTHON,
        },
        _ => Form::NUMPY,
    }
}
