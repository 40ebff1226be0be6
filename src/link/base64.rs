//! Bytes in the letters that an address may hold: base64 with `-` and `_`, without padding
//! (RFC 4648, section 5).

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";

/// The bytes as letters, four for three bytes.
pub(super) fn encode(bytes: &[u8]) -> String {
    let digits = bytes.chunks(3).flat_map(|chunk| {
        let bits = (0..3).fold(0, |bits, i| bits << 8 | usize::from(*chunk.get(i).unwrap_or(&0)));
        (0..=chunk.len()).map(move |i| char::from(DIGITS[bits >> (18 - 6 * i) & 63]))
    });
    digits.collect()
}

/// The bytes of such letters; `None` where there is another letter or one too many.
pub(super) fn decode(text: &str) -> Option<Vec<u8>> {
    let mut bytes = Vec::with_capacity(text.len() * 3 / 4);
    for chunk in text.as_bytes().chunks(4) {
        let mut bits = 0;
        for i in 0..4 {
            bits = bits << 6 | chunk.get(i).map_or(Some(0), |digit| value(*digit))?;
        }
        let n = chunk.len() - 1;
        if n == 0 {
            return None;
        }
        bytes.extend(&bits.to_be_bytes()[1..=n]);
    }
    Some(bytes)
}

fn value(digit: u8) -> Option<u32> {
    DIGITS.iter().position(|known| *known == digit).map(|value| value as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn letters_are_those_of_rfc_4648() {
        let pairs = [("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg")];
        for (bytes, text) in pairs {
            assert_eq!(encode(bytes.as_bytes()), text);
            assert_eq!(decode(text).as_deref(), Some(bytes.as_bytes()));
        }
        assert_eq!(encode(&[0xfb, 0xff]), "-_8");
        assert_eq!(decode("-_8"), Some(vec![0xfb, 0xff]));
    }

    #[test]
    fn other_letters_are_refused() {
        for text in ["Z", "Zm9vY", "Zg==", "Z+", "Z/", "Z ", "é"] {
            assert_eq!(decode(text), None, "{text}");
        }
    }
}
