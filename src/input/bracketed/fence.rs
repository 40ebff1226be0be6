//! Fenced blocks of Markdown: an answer in a chat holds its numbers there, and prose around them.

/// The insides of the fenced blocks of a text, in bytes from start to end; a block that is not
/// closed reaches to the end.
pub fn fences(text: &str) -> Vec<(usize, usize)> {
    let mut blocks = Vec::new();
    let mut open: Option<(usize, &str)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let trimmed = line.trim_start();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(*mark));
        match (open, mark) {
            (None, Some(mark)) => open = Some((at, mark)),
            (Some((from, opened)), Some(mark)) if mark == opened => {
                blocks.push((from, start));
                open = None;
            }
            _ => {}
        }
    }
    blocks.extend(open.map(|(from, _)| (from, text.len())));
    blocks
}

/// What of a text is read: its fenced blocks, or all of it.
pub fn parts(text: &str) -> Vec<(usize, usize)> {
    let is_fenced = text.contains("```") || text.contains("~~~");
    let blocks = if is_fenced { fences(text) } else { Vec::new() };
    if blocks.is_empty() { vec![(0, text.len())] } else { blocks }
}
