//! JSON: a list of rows; with names, an object with `columns`, `index` and `data`, as pandas'
//! `orient="split"` has it. What JSON has no number for is a text that JavaScript's `Number` and
//! Python's `float` read: `"NaN"`, `"Infinity"`, `"-Infinity"`.

use std::fmt::Write as _;

use super::{About, MatrixExporter, Table, number::Spelling};

/// JSON.
pub(super) struct Json;

const SPELLING: Spelling =
    Spelling { nan: "\"NaN\"", infinity: "\"Infinity\"", minus_infinity: "\"-Infinity\"" };

impl MatrixExporter for Json {
    fn about(&self) -> About {
        About {
            id: "json",
            english: "JSON",
            korean: "JSON",
            extension: "json",
            mime: "application/json",
            is_text: true,
        }
    }

    fn write(&self, table: &Table<'_>) -> Vec<u8> {
        let data = rows(table);
        let (Some(columns), Some(index)) = (table.header(), table.row_names()) else {
            return format!("{data}\n").into_bytes();
        };
        let (columns, index) = (texts(&columns), texts(&index));
        format!("{{\n\"columns\": {columns},\n\"index\": {index},\n\"data\": {data}\n}}\n")
            .into_bytes()
    }
}

fn rows(table: &Table<'_>) -> String {
    let mut text = String::from("[");
    for (row, numbers) in table.numbers().outer_iter().enumerate() {
        let numbers: Vec<String> = numbers.iter().map(|&n| SPELLING.write(n)).collect();
        let comma = if row == 0 { "" } else { "," };
        // Writing to a string cannot fail.
        let _ = write!(text, "{comma}\n[{}]", numbers.join(", "));
    }
    text.push_str("\n]");
    text
}

/// A list of texts in one line.
pub(super) fn texts(texts: &[String]) -> String {
    // Texts can be written.
    serde_json::to_string(texts).unwrap_or_default()
}
