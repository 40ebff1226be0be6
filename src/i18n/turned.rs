//! Words that are turned with the matrices: what is a row while tokens are rows, is a column while they are
//! columns. In a text such a word is a place: `every {row} sums to 1`.

use super::Language;
use crate::state::Convention;

/// By rows and by columns, in English and in Korean.
const TURNED: [(&str, [&str; 2], [&str; 2]); 11] = [
    ("row", ["row", "column"], ["행", "열"]),
    ("rows", ["rows", "columns"], ["행", "열"]),
    ("column", ["column", "row"], ["열", "행"]),
    ("columns", ["columns", "rows"], ["열", "행"]),
    ("right", ["to the right", "below"], ["오른쪽", "아래쪽"]),
    ("left", ["to the left", "above"], ["왼쪽", "위쪽"]),
    ("upper-right", ["upper right", "lower left"], ["오른쪽 위", "왼쪽 아래"]),
    ("across", ["across", "down"], ["가로", "세로"]),
    ("beside", ["side by side", "one below the other"], ["옆으로", "아래로"]),
    ("qk", ["Q Kᵀ", "Kᵀ Q"], ["Q Kᵀ", "Kᵀ Q"]),
    ("wv", ["weights · V", "V · weights"], ["가중치 · V", "V · 가중치"]),
];

impl Language {
    /// The word for a place; `None` where there is no such place.
    pub fn turned_word(self, place: &str, convention: Convention) -> Option<&'static str> {
        let (_, english, korean) = TURNED.iter().find(|(known, ..)| *known == place)?;
        let words = match self {
            Self::English => english,
            Self::Korean => korean,
        };
        Some(match convention {
            Convention::Rows => words[0],
            Convention::Columns => words[1],
        })
    }

    /// A text with its places filled; what is no place stays as it is.
    pub fn turned(self, text: &str, convention: Convention) -> String {
        let mut turned = String::new();
        let mut rest = text;
        while let Some((before, after)) = rest.split_once('{') {
            turned.push_str(before);
            let place = after.split_once('}');
            let word = place.and_then(|(place, _)| self.turned_word(place, convention));
            let (word, after) = match (place, word) {
                (Some((_, after)), Some(word)) => (word, after),
                _ => ("{", after),
            };
            turned.push_str(word);
            rest = after;
        }
        turned + rest
    }
}
