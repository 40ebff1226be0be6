//! Rows of cells with commas (RFC 4180) or tabs between them, as spreadsheets and pandas read
//! them. `nan`, `inf`, `-inf`; a name that is no plain word stands in quotes, so that none is taken
//! for a number, for a list or for nothing.

use super::{About, MatrixExporter, Table, number::Spelling};

/// Cells with something between them.
pub(super) struct Separated {
    about: About,
    separator: char,
}

/// Comma-separated values.
pub(super) const COMMAS: Separated = Separated {
    about: About {
        id: "csv",
        english: "CSV",
        korean: "CSV",
        extension: "csv",
        mime: "text/csv",
        is_text: true,
    },
    separator: ',',
};

/// Tab-separated values: what a spreadsheet takes from the clipboard.
pub(super) const TABS: Separated = Separated {
    about: About {
        id: "tsv",
        english: "TSV (for spreadsheets)",
        korean: "TSV(스프레드시트용)",
        extension: "tsv",
        mime: "text/tab-separated-values",
        is_text: true,
    },
    separator: '\t',
};

impl MatrixExporter for Separated {
    fn about(&self) -> About {
        self.about
    }

    fn write(&self, table: &Table<'_>) -> Vec<u8> {
        let mut text = String::new();
        for line in table.cells_with(quoted, |number| Spelling::WORDS.write(number)) {
            text.push_str(&line.join(self.separator.encode_utf8(&mut [0; 4])));
            text.push('\n');
        }
        text.into_bytes()
    }
}

/// Words that programs take for numbers, for truth values, or for cells without a value; among them
/// those of `input::number::MISSING` that are of letters, which a test compares.
const TAKEN: [&str; 13] = [
    "nan",
    "inf",
    "infinity",
    "na",
    "nat",
    "null",
    "none",
    "nil",
    "missing",
    "masked",
    "undefined",
    "true",
    "false",
];

/// A name, in quotes unless it is a plain word.
fn quoted(name: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.' | '-' | '\'');
    // `np.nan` and `inf32` are as much.
    let last =
        name.rsplit('.').next().unwrap_or(name).trim_end_matches(|c: char| c.is_ascii_digit());
    let is_taken = || TAKEN.iter().any(|word| word.eq_ignore_ascii_case(last));
    if name.starts_with(char::is_alphabetic) && name.chars().all(is_plain) && !is_taken() {
        name.to_owned()
    } else {
        format!("\"{}\"", name.replace('"', "\"\""))
    }
}
