//! Tables whose columns stand below rules: reStructuredText, SQL programs, pandoc.

use super::{Drawn, Escape, Form, Grid, Lines, Span, is_rule};

/// The table of a text, if a line of it is rules with blanks between them.
pub fn tables(text: &str) -> Vec<Drawn<'_>> {
    let lines: Vec<Span> = Lines::new(text, 0).collect();
    let is_ranks = |line: &Span| {
        let content = line.of(text).trim();
        content.contains(' ') && is_rule(content) && !content.contains(['|', '+', ':'])
    };
    let rules: Vec<usize> = (0..lines.len()).filter(|at| is_ranks(&lines[*at])).collect();
    let Some(first) = rules.first() else { return Vec::new() };
    let starts = starts(lines[*first].of(text));
    // Without a rule above the header, it is the line before the only rule.
    let (from, header) = match rules.as_slice() {
        [only] => (only.saturating_sub(1), *only > 0),
        [_, second, ..] => (first + 1, second - first == 2 && rules.len() > 2),
        [] => return Vec::new(),
    };
    let to = if rules.len() > 1 { rules[rules.len() - 1] } else { lines.len() };
    let mut grid = Grid::new(text, Escape::Plain);
    for at in (from..to).filter(|at| !rules.contains(at)) {
        let content = lines[at].of(text);
        if content.trim().is_empty() {
            if rules.len() == 1 && grid.n_rows() > 1 {
                break;
            }
            continue;
        }
        cells(&mut grid, lines[at], &starts);
    }
    if grid.n_rows() == 0 {
        return Vec::new();
    }
    vec![Drawn { grid, has_header: header, form: Form::TABLE, whole: None }]
}

/// At which places of a line, counted in columns of the screen, its rules start.
fn starts(rule: &str) -> Vec<usize> {
    let mut starts = Vec::new();
    let mut before = ' ';
    for (at, c) in rule.chars().enumerate() {
        if before == ' ' && c != ' ' {
            starts.push(at);
        }
        before = c;
    }
    starts
}

/// Cuts a line where the rules start.
fn cells(grid: &mut Grid<'_>, line: Span, starts: &[usize]) {
    let text = grid.text();
    let content = line.of(text);
    let mut column = 0;
    let mut cuts = vec![0];
    for (at, c) in content.char_indices() {
        if starts.get(cuts.len()).is_some_and(|start| column >= *start) {
            cuts.push(at);
        }
        column += width(c);
    }
    cuts.resize(starts.len(), content.len());
    cuts.push(content.len());
    for pair in cuts.windows(2) {
        grid.push(Span::new(line.start() + pair[0], line.start() + pair[1]).trimmed(text));
    }
    grid.end_row();
}

/// How many columns of a screen a character takes.
fn width(c: char) -> usize {
    let is_wide = matches!(c, '\u{1100}'..='\u{115F}' | '\u{2E80}'..='\u{A4CF}' | '\u{AC00}'..='\u{D7A3}'
        | '\u{F900}'..='\u{FAFF}' | '\u{FE30}'..='\u{FE6F}' | '\u{FF00}'..='\u{FF60}'
        | '\u{FFE0}'..='\u{FFE6}' | '\u{1F300}'..='\u{1FAFF}');
    if is_wide {
        2
    } else {
        usize::from(!matches!(c, '\u{300}'..='\u{36F}' | '\u{200B}'..='\u{200F}'))
    }
}
