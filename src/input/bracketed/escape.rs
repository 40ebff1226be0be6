//! Escapes in quoted texts, as JSON and Python write them.

/// A text with its escapes undone; what is none stays as it is.
pub fn undone(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('\\') {
        plain.push_str(&rest[..at]);
        rest = &rest[at + 1..];
        let (c, n_bytes) = one(rest);
        match c {
            Some(c) => plain.push(c),
            None => plain.push('\\'),
        }
        rest = &rest[n_bytes..];
    }
    plain.push_str(rest);
    plain
}

/// The character of an escape, from behind its backslash, and how many bytes it has.
fn one(text: &str) -> (Option<char>, usize) {
    let Some(first) = text.chars().next() else { return (None, 0) };
    let c = match first {
        'n' => '\n',
        't' => '\t',
        'r' => '\r',
        'b' => '\u{8}',
        'f' => '\u{C}',
        '0' => '\0',
        '\\' | '"' | '\'' | '/' => first,
        'x' => return digits(text, 2),
        'u' => return utf16(text),
        'U' => return digits(text, 8),
        _ => return (None, 0),
    };
    (Some(c), first.len_utf8())
}

fn code(text: &str, n: usize) -> Option<u32> {
    u32::from_str_radix(text.get(1..=n)?, 16).ok()
}

fn digits(text: &str, n: usize) -> (Option<char>, usize) {
    let c = code(text, n).and_then(char::from_u32);
    (c, if c.is_some() { n + 1 } else { 0 })
}

/// `uXXXX`, or two of them where the first is half of a character.
fn utf16(text: &str) -> (Option<char>, usize) {
    if let Some(high @ 0xD800..0xDC00) = code(text, 4)
        && let Some(low) = text.get(5..).and_then(|rest| rest.strip_prefix('\\'))
        && let Some(low @ 0xDC00..0xE000) = code(low, 4)
    {
        let c = char::from_u32(0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00));
        return (c, 11);
    }
    digits(text, 4)
}
