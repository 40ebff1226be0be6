//! Where the cells of an environment are.

use super::{Grid, Span, cell::decoded};

/// Environments whose name is followed by what their columns look like.
const SPECIFIED: [&str; 7] =
    ["array", "tabular", "longtable", "NiceArray", "NiceTabular", "tblr", "supertabular"];
/// Units of the room that `\\[4pt]` leaves.
const UNITS: [&str; 8] = ["pt", "em", "ex", "mm", "cm", "in", "bp", "sp"];

/// Whether an environment holds texts and not a formula.
pub fn is_table(name: &str) -> bool {
    SPECIFIED.iter().any(|one| name.contains(one)) && name != "array"
}

/// The length of the arguments behind the name of an environment.
pub fn arguments(name: &str, body: &str) -> usize {
    let is_specified = SPECIFIED.iter().any(|one| name.contains(one));
    if !is_specified && !name.ends_with('*') {
        return 0;
    }
    let mut at = 0;
    while let Some(open) = body[at..].chars().next().filter(|c| matches!(c, '{' | '[')) {
        let close = if open == '{' { '}' } else { ']' };
        let mut depth = 0;
        let end = body[at..].char_indices().find(|(_, c)| {
            depth += i32::from(*c == open) - i32::from(*c == close);
            depth == 0
        });
        let Some((end, _)) = end else { return at };
        at += end + 1;
    }
    at
}

/// Cuts the body of an environment into cells.
pub fn cut(grid: &mut Grid<'_>, body: Span) {
    let text = grid.text();
    let bytes = text.as_bytes();
    let (mut at, mut start, mut depth) = (body.start(), body.start(), 0_i32);
    let mut row: Vec<Span> = Vec::new();
    while at < body.end() {
        let rest = &text.as_bytes()[at..body.end()];
        match bytes[at] {
            b'%' => at += rest.iter().position(|byte| *byte == b'\n').unwrap_or(rest.len()),
            b'{' => (depth, at) = (depth + 1, at + 1),
            b'}' => (depth, at) = (depth - 1, at + 1),
            b'&' if depth <= 0 => {
                row.push(Span::new(start, at));
                at += 1;
                start = at;
            }
            b'\\' => {
                let length = row_end(&text[at..body.end()]);
                if length > 0 && depth <= 0 {
                    row.push(Span::new(start, at));
                    end_row(grid, &mut row);
                    start = at + length;
                }
                at += length.max(1 + text[at + 1..].chars().next().map_or(0, char::len_utf8));
            }
            _ => at += 1,
        }
    }
    row.push(Span::new(start.min(body.end()), body.end()));
    end_row(grid, &mut row);
}

/// Ends a row, unless it holds nothing but layout.
fn end_row(grid: &mut Grid<'_>, row: &mut Vec<Span>) {
    let is_empty = row.iter().all(|span| decoded(span.of(grid.text())).trim().is_empty());
    let cells = std::mem::take(row);
    if !(is_empty && cells.len() == 1) {
        for span in cells {
            grid.push(span.trimmed(grid.text()));
        }
        grid.end_row();
    }
}

/// The length of what ends a row, with the room it asks for; 0 where nothing does.
fn row_end(text: &str) -> usize {
    for command in ["\\tabularnewline", "\\cr"] {
        if let Some(rest) = text.strip_prefix(command)
            && !rest.starts_with(|c: char| c.is_ascii_alphabetic())
        {
            return command.len();
        }
    }
    let Some(rest) = text.strip_prefix("\\\\") else { return 0 };
    let star = usize::from(rest.starts_with('*'));
    let room = rest[star..].strip_prefix('[').and_then(|room| room.split_once(']'));
    let is_room = |(room, _): &(&str, &str)| {
        let unit = room.trim_start_matches(|c: char| c.is_ascii_digit() || "+-. ".contains(c));
        room.len() < 24 && (unit.starts_with('\\') || UNITS.contains(&unit.trim()))
    };
    2 + star + room.filter(is_room).map_or(0, |(room, _)| room.len() + 2)
}
