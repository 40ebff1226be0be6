//! What was handed over: bytes with a name, and the text that they are, if they are one.

use std::borrow::Cow;

/// Bytes with the name that they came under.
#[derive(Debug, Clone)]
pub struct Source<'a> {
    /// The file's name; empty for a paste.
    pub name: &'a str,
    /// What was handed over.
    pub bytes: &'a [u8],
    text: Option<Cow<'a, str>>,
}

impl<'a> Source<'a> {
    /// Bytes of a file. A mark of byte order is dropped; UTF-16 is decoded where it has one.
    pub fn new(name: &'a str, bytes: &'a [u8]) -> Self {
        let text = match bytes {
            [0xEF, 0xBB, 0xBF, rest @ ..] => std::str::from_utf8(rest).ok().map(Cow::Borrowed),
            [0xFF, 0xFE, rest @ ..] => utf16(rest, u16::from_le_bytes),
            [0xFE, 0xFF, rest @ ..] => utf16(rest, u16::from_be_bytes),
            _ => std::str::from_utf8(bytes).ok().map(Cow::Borrowed),
        };
        Self { name, bytes, text }
    }

    /// A pasted text.
    pub fn pasted(text: &'a str) -> Self {
        Self::new("", text.as_bytes())
    }

    /// Whether the file's name ends so, in whatever case; `ending` is in lower case.
    pub(super) fn is_called(&self, ending: &str) -> bool {
        self.name.to_lowercase().ends_with(ending)
    }

    /// The text, without a mark of byte order; `None` where the bytes are no text.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }
}

fn utf16<'a>(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<Cow<'a, str>> {
    let (pairs, rest) = bytes.as_chunks::<2>();
    let units: Vec<u16> = pairs.iter().map(|pair| unit(*pair)).collect();
    if !rest.is_empty() {
        return None;
    }
    String::from_utf16(&units).ok().map(Cow::Owned)
}
