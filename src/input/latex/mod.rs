//! Matrices and tables of LaTeX: `&` between cells, `\\` between rows, whatever the environment.
//!
//! Layout is no data: column specifications, rules, `[4pt]`, comments. A number before a matrix is
//! a factor, `^T` behind it a transposition.

mod cell;
mod rows;

use super::{
    Answers, Array, Form, FormAbout, Format, InFull, ReadFault, Reading, Source,
    factor::{Factor, apply},
    grid::{Escape, Grid, Known, Span, Words, is_number, reading, shortened, solve, stack},
};

impl Form {
    /// A table or matrix in LaTeX.
    pub const LATEX: Self =
        Self(&FormAbout { english: "LaTeX", korean: "LaTeX", in_full: InFull::VALUES });
}

/// LaTeX.
pub struct Latex;

impl Format for Latex {
    fn read(&self, source: &Source<'_>, answers: &Answers) -> Option<Result<Reading, ReadFault>> {
        let text = source.text()?;
        if !text.contains('\\') {
            return None;
        }
        let environments = environments(text);
        if environments.is_empty() {
            return None;
        }
        let readings = environments.into_iter().map(|environment| environment.read(text, answers));
        Some(readings.collect::<Result<Vec<_>, _>>().map(|all| stack(all, answers)))
    }
}

/// What stands between `\begin` and `\end`.
struct Environment {
    words: Words,
    before: Span,
    body: Span,
    after: Span,
}

/// Environments that hold no cells, and are looked into.
const OUTER: [&str; 12] = [
    "document",
    "equation",
    "align",
    "gather",
    "displaymath",
    "math",
    "table",
    "center",
    "frame",
    "figure",
    "split",
    "aligned",
];

/// Every environment of cells; the whole text where it has cells and no environment.
fn environments(text: &str) -> Vec<Environment> {
    let mut found = Vec::new();
    let mut at = 0;
    while let Some(n) = text[at..].find("\\begin{") {
        let begin = at + n;
        let name_at = begin + "\\begin{".len();
        let Some(length) = text[name_at..].find('}') else { break };
        let name = &text[name_at..name_at + length];
        let behind = name_at + length + 1;
        if OUTER.contains(&name.trim_end_matches('*')) {
            at = behind;
            continue;
        }
        let end = format!("\\end{{{name}}}");
        let Some(n) = text[behind..].find(&end) else { break };
        let inner = &text[behind..behind + n];
        let body = Span::new(behind + rows::arguments(name, inner), behind + n);
        let next = behind + n + end.len();
        let after = Span::new(next, text.len());
        let before = Span::new(at, begin);
        let words = if rows::is_table(name) { Words::Names } else { Words::Unknowns };
        found.push(Environment { words, before, body, after });
        at = next;
    }
    // A vocabulary may hold both signs; between all rows, and between numbers, they stand in LaTeX
    // alone. The first row may name the columns.
    let has_number = |row: &str| row.split('&').any(|it| is_number(&cell::decoded(it)));
    let mut rows = text.split("\\\\").filter(|row| !row.trim().is_empty());
    let is_bare = found.is_empty()
        && text.contains("\\\\")
        && text.contains('&')
        && rows.next().is_some_and(|row| row.contains('&'))
        && rows.all(|row| row.contains('&') && has_number(row));
    if is_bare {
        let none = Span::new(0, 0);
        let body = Span::new(0, text.len());
        found.push(Environment { words: Words::Names, before: none, body, after: none });
    }
    found
}

impl Environment {
    fn read(&self, text: &str, answers: &Answers) -> Result<Reading, ReadFault> {
        let mut grid = Grid::new(text, Escape::Marked("\\text{", cell::decoded));
        rows::cut(&mut grid, self.body);
        let known = Known { words: self.words, ..Known::default() };
        let solved = solve(&grid, known, answers)
            .map_err(|refused| shortened(refused.fault, Form::LATEX, None))?;
        let mut reading = reading(&grid, solved, Form::LATEX, answers);
        let before = self.before.of(text);
        let name = name(before);
        for array in &mut reading.arrays {
            array.name.clone_from(&name);
        }
        if let Some(factor) = factor(before) {
            apply(&mut reading, &factor, true, answers);
        }
        if is_transposed(self.after.of(text)) {
            reading.arrays = reading.arrays.into_iter().map(Array::transposed).collect();
        }
        Ok(reading)
    }
}

/// The name that is set equal to the matrix: `W_Q = `.
fn name(before: &str) -> Option<String> {
    let line = before.rsplit('\n').find(|line| line.contains('='))?;
    let name = line.rsplit_once('=')?.0.trim();
    let name = name.rsplit(|c: char| c.is_whitespace() || c == '$' || c == ',').next()?;
    let is_name = name.starts_with(|c: char| c.is_alphabetic() || c == '\\') && name.len() < 40;
    is_name.then(|| cell::decoded(name).replace(['{', '}'], ""))
}

/// A number that stands directly before the matrix: `\frac{1}{2}`, `0.5`.
fn factor(before: &str) -> Option<Factor> {
    let before = before.trim_end();
    let lefts = ["\\left[", "\\left(", "\\left|", "\\left\\{", "\\left."];
    let before = lefts.iter().find_map(|left| before.strip_suffix(left)).unwrap_or(before);
    let factor = before.rsplit(['=', '$', '[', '(', '\n']).next()?;
    let factor = factor.trim_end_matches(['\\', ',', ' ', '~']);
    let signs = ["\\cdot", "\\times", "*"];
    let factor = signs.iter().find_map(|sign| factor.strip_suffix(sign)).unwrap_or(factor).trim();
    Factor::new(&cell::decoded(factor))
}

/// Whether `^T` follows, in one of its spellings.
fn is_transposed(after: &str) -> bool {
    let after = after.trim_start();
    let rights = ["\\right]", "\\right)", "\\right|", "\\right\\}", "\\right."];
    let after = rights.iter().find_map(|right| after.strip_prefix(right)).unwrap_or(after);
    let spellings =
        ["^T", "^{T}", "^\\top", "^{\\top}", "^\\mathsf{T}", "^{\\mathsf{T}}", "^\\intercal"];
    spellings.iter().any(|spelling| after.trim_start().starts_with(spelling))
}
