//! A Markdown table. A pipe in a name is `\|`, a line break `<br>`; `nan`, `inf`, `-inf`.

use std::fmt::Write as _;

use super::{About, MatrixExporter, Table, number::Spelling};

/// A Markdown table.
pub(super) struct Markdown;

impl MatrixExporter for Markdown {
    fn about(&self) -> About {
        About {
            id: "markdown",
            english: "Markdown",
            korean: "Markdown",
            extension: "md",
            mime: "text/markdown",
            is_text: true,
        }
    }

    fn write(&self, table: &Table<'_>) -> Vec<u8> {
        let mut lines = table.cells(|number| Spelling::WORDS.write(number)).into_iter();
        let n_columns = table.numbers().ncols();
        // A Markdown table has a header in any case.
        let header = match table.header() {
            Some(_) => lines.next().unwrap_or_default(),
            None => (0..n_columns).map(|i| i.to_string()).collect(),
        };
        let n_names = header.len() - n_columns;
        let rule = [vec![":--".to_owned(); n_names], vec!["--:".to_owned(); n_columns]].concat();
        let mut text = String::new();
        for line in [header, rule].into_iter().chain(lines) {
            let cells: Vec<String> = line.iter().map(|cell| escaped(cell)).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "| {} |", cells.join(" | "));
        }
        text.into_bytes()
    }
}

fn escaped(cell: &str) -> String {
    cell.replace('\\', "\\\\")
        .replace('|', "\\|")
        .replace("\r\n", "<br>")
        .replace(['\n', '\r'], "<br>")
}
