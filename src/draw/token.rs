//! Tokens as people read them. Tokenizers write blanks, newlines and bytes as letters of their own;
//! the data keep them, only what is shown is turned back.

use std::borrow::Cow;

/// A token as it is shown: `Ġthe` and `▁the` as ` the`, `Ċ` as `\n`, `naÃ¯ve` as `naïve`.
///
/// GPT-2's tokenizer and its successors write each byte of the text as a letter; where the letters
/// of a token are all of those and their bytes are a text, that text is shown.
pub fn display_token(token: &str) -> Cow<'_, str> {
    if token.is_ascii() && !token.contains(|c: char| c.is_ascii_control()) {
        return Cow::Borrowed(token);
    }
    let bytes: Option<Vec<u8>> = token.chars().map(byte_of).collect();
    let decoded = bytes.and_then(|bytes| String::from_utf8(bytes).ok());
    let is_decoded = decoded.is_some();
    let mut shown = String::with_capacity(token.len());
    for c in decoded.as_deref().unwrap_or(token).chars() {
        match c {
            '\n' => shown.push_str("\\n"),
            '\r' => shown.push_str("\\r"),
            '\t' => shown.push_str("\\t"),
            // Part of a letter that was cut into bytes, or letters that no such tokenizer writes.
            '\u{120}' if !is_decoded => shown.push(' '),
            '\u{10a}' if !is_decoded => shown.push_str("\\n"),
            '\u{2581}' => shown.push(' '),
            c => shown.push(c),
        }
    }
    if shown == token { Cow::Borrowed(token) } else { Cow::Owned(shown) }
}

/// The byte that a letter stands for: printable ones for themselves, the others, in order, for
/// the letters from U+0100.
fn byte_of(letter: char) -> Option<u8> {
    let is_printable = |byte: u8| matches!(byte, b'!'..=b'~' | 0xA1..=0xAC | 0xAE..=0xFF);
    match u32::from(letter) {
        code @ 0..=0xFF => u8::try_from(code).ok().filter(|byte| is_printable(*byte)),
        code => {
            let nth = usize::try_from(code - 0x100).ok()?;
            (0..=u8::MAX).filter(|byte| !is_printable(*byte)).nth(nth)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(token: &str, expected: &str) {
        assert_eq!(display_token(token), expected, "{token:?}");
    }

    #[test]
    fn letters_of_tokenizers_are_turned_back() {
        check("Ġthe", " the");
        check("▁cat", " cat");
        check("Ċ", "\\n");
        check("ĊĊĠĠ", "\\n\\n  ");
        check("ĉ", "\\t");
        check("naÃ¯ve", "naïve");
        check("Ġíķľêµ", " íķľêµ");
        check("ĠíķľêµŃ", " 한국");
        check("âĢĶ", "—");
        check("\n", "\\n");
    }

    #[test]
    fn what_is_a_text_already_stays() {
        for token in [
            "the",
            "##ing",
            "</w>",
            "<0xE4>",
            "[PAD]",
            "<|endoftext|>",
            "naïve",
            "한국",
            "",
            " the",
        ] {
            check(token, token);
        }
        // A byte alone is no text.
        check("Ã", "Ã");
        // Blanks are no letters of a tokenizer: this was never cut into bytes.
        check("a Ã¯", "a Ã¯");
    }
}
