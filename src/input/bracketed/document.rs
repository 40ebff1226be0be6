//! Telling the project's own document from other JSON, without reading it.

use super::lex::{Bracket, Kind, Lexer};
use crate::input::Source;

/// Whether a source is a document of this project: a JSON object that has `inputs`, an object, at
/// its first level. The document's own reader opens it.
pub fn is_document(source: &Source<'_>) -> bool {
    let Some(text) = source.text() else { return false };
    if !text.trim_start().starts_with('{') || !text.contains("\"inputs\"") {
        return false;
    }
    let mut lexer = Lexer::new(text, 0);
    let mut last = [None, None];
    while let Some(token) = lexer.next() {
        match token.kind {
            Kind::Open(Bracket::Curly) if lexer.depth == 1 && last == [Some(true), Some(false)] => {
                return true;
            }
            Kind::Open(_) => lexer.depth += 1,
            Kind::Close(_) => lexer.depth = lexer.depth.saturating_sub(1),
            _ => {}
        }
        // Whether the last two tokens are the name and its colon.
        let is_name = text.get(token.start..token.end) == Some("\"inputs\"");
        let seen = match token.kind {
            Kind::Text if is_name => Some(true),
            Kind::Colon => Some(false),
            Kind::Break => continue,
            _ => None,
        };
        last = [last[1], seen];
    }
    false
}
