//! Vectors packed as base64, as embedding services send them: float32, little-endian.

use super::value::{Cells, Context, Part};
use crate::input::Note;

/// Names under which a text can be a packed vector.
const NAMES: [&str; 5] = ["embedding", "embeddings", "vector", "values", "base64"];

/// Whether a text under a name is a packed vector.
pub fn is_packed(name: &str, text: &str) -> bool {
    NAMES.contains(&name)
        && text.len() >= 8
        && text.len().is_multiple_of(4)
        && bytes(text).is_some_and(|bytes| bytes.len().is_multiple_of(4))
}

impl Context<'_> {
    /// The vector that a text under a name is.
    pub fn packed(&mut self, name: &str, text: &str, at: usize) -> Option<Part> {
        if !is_packed(name, text) {
            return None;
        }
        let bytes = bytes(text)?;
        let (floats, _) = bytes.as_chunks::<4>();
        let numbers: Vec<f64> =
            floats.iter().map(|float| f64::from(f32::from_le_bytes(*float))).collect();
        self.say(Note::Base64);
        Some(Part::new(at, vec![numbers.len()], Cells::Numbers(numbers)))
    }
}

/// The bytes of a base64 text; `None` where it is none.
fn bytes(text: &str) -> Option<Vec<u8>> {
    let padded = text.trim_end_matches('=');
    if text.len() - padded.len() > 2 {
        return None;
    }
    let mut bytes = Vec::with_capacity(text.len() / 4 * 3);
    let mut bits = 0_u32;
    for (at, byte) in padded.bytes().enumerate() {
        let digit = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' | b'-' => 62,
            b'/' | b'_' => 63,
            _ => return None,
        };
        bits = bits << 6 | u32::from(digit);
        if at % 4 > 0 {
            bytes.push((bits >> (6 - 2 * (at % 4))) as u8);
        }
    }
    Some(bytes)
}
