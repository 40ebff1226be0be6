//! Characters that HTML and Markdown write by name or number: `&amp;`, `&#x2212;`.

use std::borrow::Cow;

/// The names that stand in tables of numbers and tokens.
const NAMES: [(&str, char); 24] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", '\u{A0}'),
    ("minus", '−'),
    ("ndash", '–'),
    ("mdash", '—'),
    ("hyphen", '‐'),
    ("hellip", '…'),
    ("times", '×'),
    ("middot", '·'),
    ("sdot", '⋅'),
    ("thinsp", '\u{2009}'),
    ("ensp", '\u{2002}'),
    ("emsp", '\u{2003}'),
    ("infin", '∞'),
    ("vert", '|'),
    ("num", '#'),
    ("percnt", '%'),
    ("comma", ','),
    ("period", '.'),
    ("plus", '+'),
];
/// No name or number is longer.
const LONGEST: usize = 10;

/// The text with its entities resolved; what is none stays as it is.
pub fn decoded(text: &str) -> Cow<'_, str> {
    if !text.contains('&') {
        return Cow::Borrowed(text);
    }
    let mut decoded = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find('&') {
        decoded.push_str(&rest[..at]);
        rest = &rest[at..];
        let length = rest.bytes().take(LONGEST).position(|byte| byte == b';');
        let entity = length.and_then(|length| Some((length + 1, character(&rest[1..length])?)));
        let (length, c) = entity.unwrap_or((1, '&'));
        decoded.push(c);
        rest = &rest[length..];
    }
    decoded.push_str(rest);
    Cow::Owned(decoded)
}

fn character(name: &str) -> Option<char> {
    let Some(number) = name.strip_prefix('#') else {
        return NAMES.iter().find(|(known, _)| *known == name).map(|(_, c)| *c);
    };
    let code = match number.strip_prefix(['x', 'X']) {
        Some(digits) => u32::from_str_radix(digits, 16),
        None => number.parse(),
    };
    char::from_u32(code.ok()?)
}
