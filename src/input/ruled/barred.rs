//! Tables whose cells stand between bars.

use super::{Drawn, Escape, Form, Grid, Lines, Span, is_rule, is_type, markdown_cell};

/// Bars that part cells.
const BARS: [char; 5] = ['|', '│', '┃', '║', '┆'];

/// Those of frames, which stand in rows alone.
const FRAMES: [char; 4] = ['│', '┃', '║', '┆'];

/// Every table of a text: lines with bars on end, a rule among them or a header in Jira's way.
pub fn tables(text: &str) -> Vec<Drawn<'_>> {
    let mut tables = Vec::new();
    let mut block = Vec::new();
    let mut whole = None;
    for line in Lines::new(text, 0) {
        let line = line.trimmed(text);
        let content = line.of(text);
        if content.contains(BARS) || (is_rule(content) && !content.contains(' ')) {
            block.push(line);
            continue;
        }
        tables.extend(drawn(text, &block, whole.take()));
        block.clear();
        // Polars says the shape above, DuckDB below.
        let said = content.strip_prefix("shape: ").or_else(|| content.strip_suffix(" columns"));
        whole = said.map(str::to_owned);
    }
    tables.extend(drawn(text, &block, whole));
    tables
}

/// The table of some lines.
fn drawn<'a>(text: &'a str, lines: &[Span], whole: Option<String>) -> Option<Drawn<'a>> {
    let is_jira = lines.first().is_some_and(|line| line.of(text).starts_with("||"));
    let has_rule = lines.iter().enumerate().any(|(at, line)| is_rule_of(line.of(text), at));
    let is_boxed = lines.iter().take(2).any(|line| line.of(text).contains(FRAMES));
    if !(is_jira || has_rule) {
        return None;
    }
    let escape = if is_boxed { Escape::Plain } else { Escape::By(markdown_cell) };
    let mut grid = Grid::new(text, escape);
    let mut rules = Vec::new();
    for (at, line) in lines.iter().enumerate() {
        if is_rule_of(line.of(text), at) {
            rules.push((grid.n_rows(), line.of(text).contains(['=', '═', '━'])));
        } else {
            cells(&mut grid, *line, is_jira && at == 0);
        }
    }
    let inner: Vec<_> = rules.iter().filter(|(row, _)| (1..grid.n_rows()).contains(row)).collect();
    let first = inner.first().map(|(row, _)| *row);
    // A rule after every row marks none of them, unless the first is drawn otherwise.
    let is_marking = inner.len() == 1 || inner.first().is_some_and(|(_, is_double)| *is_double);
    let has_header = is_jira || (is_marking && first.is_some());
    // Below the names may stand types.
    let is_typed = |grid: &Grid<'_>, row: usize| {
        first.is_some_and(|first| (1..first).contains(&row))
            && grid.row(row).iter().all(|span| is_type(&grid.cell(*span)))
    };
    grid.retain_rows(|grid, row| !is_typed(grid, row));
    let form = if is_boxed { Form::TABLE } else { Form::MARKDOWN };
    (grid.n_rows() > 0).then_some(Drawn { grid, has_header, form, whole })
}

/// Whether a line of a block is a rule; a row of single dashes is one only below the header, where
/// Markdown allows it, and else says that values are missing.
fn is_rule_of(line: &str, at: usize) -> bool {
    if !is_rule(line) {
        return false;
    }
    let is_short = |cell: &str| matches!(cell.trim().trim_matches(':').len(), 1 | 2);
    let is_missing = line.contains('|')
        && !line.contains(['+', '='])
        && at != 1
        && line.trim_matches('|').split('|').any(is_short);
    !is_missing && !line.contains(FRAMES)
}

/// Cuts a line at its bars; those at its ends part nothing.
fn cells(grid: &mut Grid<'_>, line: Span, is_doubled: bool) {
    let text = grid.text();
    let content = line.of(text);
    let bytes = content.as_bytes();
    let mut bars = Vec::new();
    let mut is_escaped = false;
    for at in 0..bytes.len() {
        let length = match bytes[at] {
            b'|' if !is_escaped => 1,
            0xE2 if content[at..].starts_with(FRAMES) => FRAMES[0].len_utf8(),
            _ => 0,
        };
        if length > 0 {
            bars.push((at, at + length));
        }
        is_escaped = bytes[at] == b'\\' && !is_escaped;
    }
    if is_doubled {
        bars = bars.chunks_exact(2).map(|pair| (pair[0].0, pair[1].1)).collect();
    }
    let mut start = 0;
    for (at, next) in bars.iter().copied().chain([(content.len(), content.len())]) {
        let is_outer = (at == 0) || (start == content.len() && !bars.is_empty());
        if !is_outer {
            grid.push(Span::new(line.start() + start, line.start() + at).trimmed(text));
        }
        start = next;
    }
    grid.end_row();
}
