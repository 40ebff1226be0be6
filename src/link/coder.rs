//! Texts in few bytes: arithmetic coding under [`Model`]. Time is linear in the text, memory is
//! the text and a table of a fixed size.

use super::model::Model;

/// The text in bytes; `None` where it takes more than `most` of them, which is known soon.
pub(super) fn compress(text: &[u8], most: usize) -> Option<Vec<u8>> {
    let mut model = Model::new();
    let mut range = Range::default();
    let mut bytes = Vec::new();
    for byte in text {
        for at in (0..8).rev() {
            let bit = byte >> at & 1 == 1;
            range.narrow(model.chance(), bit);
            model.learn(bit);
            while let Some(byte) = range.settled() {
                bytes.push(byte);
            }
        }
        if bytes.len() > most {
            return None;
        }
    }
    bytes.extend(range.end());
    (bytes.len() <= most).then_some(bytes)
}

/// The text of `length` bytes that [`compress`] made so; some text for any other bytes.
pub(super) fn decompress(bytes: &[u8], length: usize) -> Vec<u8> {
    let mut model = Model::new();
    let mut range = Range::default();
    // After the end stand zeros.
    let mut bytes = bytes.iter().copied().chain(std::iter::repeat(0));
    let mut next = || u32::from(bytes.next().unwrap_or_default());
    let mut code = (0..4).fold(0, |code, _| code << 8 | next());
    let mut text = Vec::with_capacity(length);
    for _ in 0..length {
        let mut byte = 0;
        for _ in 0..8 {
            let bit = code <= range.middle(model.chance());
            range.narrow(model.chance(), bit);
            model.learn(bit);
            byte = byte << 1 | u8::from(bit);
            while range.settled().is_some() {
                code = code << 8 | next();
            }
        }
        text.push(byte);
    }
    text
}

/// The codes that are still possible, both ends included.
struct Range {
    low: u32,
    high: u32,
}

impl Default for Range {
    fn default() -> Self {
        Self { low: 0, high: u32::MAX }
    }
}

impl Range {
    /// The last code of a 1, given its chance of 4096.
    fn middle(&self, chance: u32) -> u32 {
        let width = u64::from(self.high - self.low);
        self.low + ((width * u64::from(chance)) >> 12) as u32
    }

    fn narrow(&mut self, chance: u32, bit: bool) {
        let middle = self.middle(chance);
        if bit { self.high = middle } else { self.low = middle + 1 }
    }

    /// The first byte, once all codes share it.
    fn settled(&mut self) -> Option<u8> {
        let first = self.low >> 24;
        if first != self.high >> 24 {
            return None;
        }
        (self.low, self.high) = (self.low << 8, self.high << 8 | 255);
        Some(first as u8)
    }

    /// The fewest bytes that tell a code of the range, zeros following.
    fn end(&self) -> Vec<u8> {
        (0..=4_u32)
            .find_map(|n| {
                let step = 1_u64 << (32 - 8 * n);
                let code = u64::from(self.low).div_ceil(step) * step;
                let is_in = code <= u64::from(self.high);
                is_in.then(|| code.to_be_bytes()[4..4 + n as usize].to_vec())
            })
            .unwrap_or_default()
    }
}
