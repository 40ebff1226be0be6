//! Rows of cells with commas (RFC 4180) or tabs between them, as spreadsheets and pandas read
//! them. `nan`, `inf`, `-inf`.

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
        for line in table.cells(|number| Spelling::WORDS.write(number)) {
            let cells: Vec<String> = line.iter().map(|cell| self.quoted(cell)).collect();
            text.push_str(&cells.join(self.separator.encode_utf8(&mut [0; 4])));
            text.push('\n');
        }
        text.into_bytes()
    }
}

impl Separated {
    /// A cell in quotes where it could be taken for more or for less than one.
    fn quoted(&self, cell: &str) -> String {
        let is_special = |c: char| c == self.separator || matches!(c, '"' | '\n' | '\r');
        let has_blank_ends = cell.trim() != cell || cell.is_empty();
        if has_blank_ends || cell.contains(is_special) {
            format!("\"{}\"", cell.replace('"', "\"\""))
        } else {
            cell.to_owned()
        }
    }
}
