//! Tokens as a text that runs on: what stands before each, and its letters.

use super::display_token;

/// What stands before a token in a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Before {
    /// It goes on with the token before it.
    Nothing,
    /// A blank, where a line may end.
    Blank,
    /// The token before it ends a line.
    Line,
}

/// A token in a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Piece {
    /// What stands before it.
    pub before: Before,
    /// Its letters; blanks that are more than the one before it are visible.
    pub text: String,
}

/// Tokens as a text. Where none has a blank of its own they are words, and pieces such as `##ing` go on with them.
pub fn running_text<'a>(tokens: impl Iterator<Item = &'a str> + Clone) -> Vec<Piece> {
    let shown = tokens.map(display_token);
    let has_blanks = shown.clone().any(|token| token.starts_with(' ') || token.ends_with(' '));
    let mut before = Before::Nothing;
    let mut pieces = Vec::new();
    for token in shown {
        let (own, rest) = match token.strip_prefix(' ') {
            Some(rest) => (true, rest),
            None => (!has_blanks && !pieces.is_empty() && !token.starts_with("##"), &*token),
        };
        let is_more = rest.trim_matches(' ').is_empty();
        // What ends in a blank leaves it to the next.
        let (rest, next) = match rest.strip_suffix(' ') {
            Some(rest) if !is_more => (rest, Before::Blank),
            _ if rest.ends_with("\\n") => (rest, Before::Line),
            _ => (rest, Before::Nothing),
        };
        let text = if rest.is_empty() { "·".to_owned() } else { rest.replace(' ', "·") };
        let before = match std::mem::replace(&mut before, next) {
            Before::Nothing if own => Before::Blank,
            before => before,
        };
        pieces.push(Piece { before, text });
    }
    pieces
}

/// How wide a line is in which each token has as much room as the longest, roughly and in its type size.
pub fn line_ems(pieces: &[Piece]) -> f64 {
    // Letters of Latin are about half as wide as high, those of Korean as wide.
    let ems = |letter: char| if letter < '\u{1100}' { 0.56 } else { 1.0 };
    let longest = pieces.iter().map(|piece| piece.text.chars().map(ems).sum::<f64>());
    // With the room around it.
    let longest = longest.fold(0.0, f64::max) + 0.9;
    longest * pieces.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The text with `|` between tokens that go on, and `/` where a line ends.
    #[track_caller]
    fn check(tokens: &[&str], expected: &str) {
        let mut text = String::new();
        for (at, piece) in running_text(tokens.iter().copied()).into_iter().enumerate() {
            text += match piece.before {
                Before::Nothing if at == 0 => "",
                Before::Nothing => "|",
                Before::Blank => " ",
                Before::Line => "/",
            };
            text += &piece.text;
        }
        assert_eq!(text, expected, "{tokens:?}");
    }

    #[test]
    fn blanks_of_tokens_are_those_of_the_text() {
        check(&["Data", " visualization", " em", "powers"], "Data visualization em|powers");
        check(&["ĠThe", "Ġcat", "s", "."], " The cat|s|.");
        check(&["▁The", "▁cat"], " The cat");
        check(&["The ", "cat"], "The cat");
        check(&["a", "  b", " ", "c"], "a ·b ·|c");
    }

    #[test]
    fn tokens_without_blanks_are_words() {
        check(&["Your", "journey", "starts"], "Your journey starts");
        check(&["[CLS]", "visual", "##ization", "users"], "[CLS] visual|##ization users");
        check(&["오랜", "지병", "으로"], "오랜 지병 으로");
    }

    #[test]
    fn lines_end_where_tokens_end_them() {
        check(&["one", "Ċ", "two", " three"], "one|\\n/two three");
        check(&["", "a"], "· a");
        check(&[], "");
    }

    #[test]
    fn a_line_has_room_for_the_longest_of_its_tokens() {
        let ems = |tokens: &[&str]| line_ems(&running_text(tokens.iter().copied()));
        assert!((ems(&["a", "abcde"]) - 2.0 * (5.0 * 0.56 + 0.9)).abs() < 1e-9);
        assert!(ems(&["한국어"]) > ems(&["abc"]));
        assert!(ems(&[]).abs() < 1e-9);
    }
}
