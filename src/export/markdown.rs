//! A Markdown table. A pipe in a name is `\|`, a line break `<br>`, a blank at its end `&#32;`;
//! `nan`, `inf`, `-inf`.

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

/// A cell as text: what Markdown has a meaning for, what it would trim and what would end the cell
/// is escaped.
fn escaped(cell: &str) -> String {
    let (start, last) = (cell.len() - cell.trim_start().len(), cell.trim_end().len());
    let mut text = String::with_capacity(cell.len());
    let is_letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
    for (at, c) in cell.char_indices() {
        let is_end = at < start || at >= last;
        match c {
            '\n' => text.push_str("<br>"),
            '&' => text.push_str("&amp;"),
            '<' => text.push_str("&lt;"),
            '\\' | '|' | '`' | '*' | '$' | '~' | '[' => text.extend(['\\', c]),
            // Within a word it emphasizes nothing.
            '_' if !is_letter(cell[..at].chars().next_back())
                || !is_letter(cell[at + 1..].chars().next()) =>
            {
                text.push_str("\\_");
            }
            // Writing to a string cannot fail.
            c if c == '\r' || is_end => drop(write!(text, "&#{};", u32::from(c))),
            c => text.push(c),
        }
    }
    text
}
