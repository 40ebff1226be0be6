//! LaTeX: a `pmatrix`, or where rows or columns have names, an `array` with them. Powers of ten
//! are written out; `-\infty`, `\infty`, `\mathrm{NaN}`; a line break in a name is a blank.

use super::{About, MatrixExporter, Table, number::Spelling};

/// A LaTeX matrix.
pub(super) struct Latex;

const SPELLING: Spelling =
    Spelling { nan: "\\mathrm{NaN}", infinity: "\\infty", minus_infinity: "-\\infty" };

impl MatrixExporter for Latex {
    fn about(&self) -> About {
        About {
            id: "latex",
            english: "LaTeX",
            korean: "LaTeX",
            extension: "tex",
            mime: "application/x-tex",
            is_text: true,
        }
    }

    fn write(&self, table: &Table<'_>) -> Vec<u8> {
        let mut lines = table.cells(number).into_iter();
        let row = |cells: Vec<String>| format!("{} \\\\\n", cells.join(" & "));
        let named = |mut cells: Vec<String>| {
            cells[0] = text(&cells[0]);
            row(cells)
        };
        let n_columns = table.numbers().ncols();
        let latex = if table.header().is_some() {
            let header = lines.next().unwrap_or_default();
            let header = row(header.iter().map(|name| text(name)).collect());
            let rows: String = lines.map(named).collect();
            let columns = "r".repeat(n_columns);
            format!("\\begin{{array}}{{l|{columns}}}\n{header}\\hline\n{rows}\\end{{array}}\n")
        } else {
            let rows: String = lines.map(row).collect();
            format!("\\begin{{pmatrix}}\n{rows}\\end{{pmatrix}}\n")
        };
        latex.into_bytes()
    }
}

/// A number with its power of ten written out.
fn number(number: f64) -> String {
    let text = SPELLING.write(number);
    match text.split_once('e') {
        Some((digits, exponent)) if number.is_finite() => {
            format!("{digits} \\cdot 10^{{{exponent}}}")
        }
        _ => text,
    }
}

/// A name as text, its special characters escaped.
fn text(name: &str) -> String {
    let mut escaped = String::from("\\text{");
    for c in name.chars() {
        match c {
            '\\' => escaped.push_str("\\textbackslash{}"),
            '~' => escaped.push_str("\\textasciitilde{}"),
            '^' => escaped.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => {
                escaped.push('\\');
                escaped.push(c);
            }
            '\n' | '\r' => escaped.push(' '),
            c => escaped.push(c),
        }
    }
    escaped.push('}');
    escaped
}
