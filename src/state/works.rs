//! The line that a browser keeps of a work, and of what was chosen: `{number} changed {link}`, the number and
//! "changed" only where they apply. Links begin with `v`, numbers with a digit.

use std::fmt;

use super::Link;

/// So many works are kept: more than anyone tells apart by their names.
const MOST: usize = 12;

/// Stands in a line where the numbers are others than they were opened with.
const CHANGED: &str = "changed ";

/// What is kept of a work, without its numbers.
#[derive(Debug, Clone, PartialEq)]
pub struct WorkLine {
    /// Under which number its numbers lie; `None` where an example was shown as it is.
    pub id: Option<u32>,
    /// Whether the numbers are others than they were opened with.
    pub is_changed: bool,
    /// What was chosen.
    pub link: Link,
}

impl WorkLine {
    /// Reads a line; `None` where it is none.
    pub fn parse(line: &str) -> Option<Self> {
        let (id, rest) = match line.split_once(' ') {
            Some((id, rest)) if !line.starts_with('v') => (Some(id.parse().ok()?), rest),
            _ => (None, line),
        };
        let (is_changed, link) = match rest.strip_prefix(CHANGED) {
            Some(link) => (true, link),
            None => (false, rest),
        };
        Some(Self { id, is_changed, link: Link::kept(link).ok()? })
    }
}

impl fmt::Display for WorkLine {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(id) = self.id {
            write!(f, "{id} ")?;
        }
        let changed = if self.is_changed { CHANGED } else { "" };
        write!(f, "{changed}{}", self.link)
    }
}

/// Whether lines hold a work.
pub fn holds_work(lines: &str, id: u32) -> bool {
    lines.lines().any(|line| is_of(line, id))
}

/// The lines with that of a work before all others, or without it; and the numbers of works that are one too many.
pub fn with_work(lines: &str, id: u32, line: Option<&str>) -> (String, Vec<u32>) {
    let others = lines.lines().filter(|line| !is_of(line, id));
    let all: Vec<&str> = line.into_iter().chain(others).collect();
    let (kept, gone) = all.split_at(MOST.min(all.len()));
    (kept.join("\n"), gone.iter().filter_map(|line| WorkLine::parse(line)?.id).collect())
}

fn is_of(line: &str, id: u32) -> bool {
    line.split_once(' ').is_some_and(|(number, _)| number.parse() == Ok(id))
}
