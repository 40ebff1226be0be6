//! `NumPy` text: an expression that evaluates to the matrix bit for bit. `np.nan`, `np.inf`,
//! `-np.inf`; names stand in a comment.

use super::{About, MatrixExporter, Table, number::Spelling};

/// `np.array([...])`.
pub(super) struct NumPyText;

/// As Python code with `NumPy` spells it.
pub(super) const SPELLING: Spelling =
    Spelling { nan: "np.nan", infinity: "np.inf", minus_infinity: "-np.inf" };

impl MatrixExporter for NumPyText {
    fn about(&self) -> About {
        About {
            id: "numpy",
            english: "NumPy code",
            korean: "NumPy 코드",
            extension: "py",
            mime: "text/x-python",
            is_text: true,
        }
    }

    fn write(&self, table: &Table<'_>) -> Vec<u8> {
        let rows = table.numbers();
        let rows = rows.outer_iter().enumerate().map(|(row, numbers)| {
            let numbers: Vec<String> = numbers.iter().map(|&n| SPELLING.write(n)).collect();
            let name = table.rows.and_then(|names| names.get(row));
            let name = name.map(|name| format!("  # {}", one_line(name))).unwrap_or_default();
            format!("    [{}],{name}\n", numbers.join(", "))
        });
        format!("np.array([\n{}])\n", rows.collect::<String>()).into_bytes()
    }
}

/// A text without what would end a comment.
pub(super) fn one_line(text: &str) -> String {
    text.chars()
        .map(|c| if c.is_control() || "\u{2028}\u{2029}".contains(c) { ' ' } else { c })
        .collect()
}
