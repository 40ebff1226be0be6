//! Where something stands in a JSON text: line, column and the path of keys and indices.

use std::fmt;

/// A place in a document. Lines and columns count from 1, columns in characters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Place {
    /// Line.
    pub line: usize,
    /// Column.
    pub column: usize,
    /// Keys and indices that lead there, such as `inputs.w_q[3]`; empty at the top.
    pub path: String,
}

impl Place {
    /// The place of a byte of `text`; an offset that is none is taken as the end.
    pub(super) fn at(text: &str, offset: usize, path: String) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line_start = before.rfind('\n').map_or(0, |newline| newline + 1);
        let line = before.matches('\n').count() + 1;
        Self { line, column: before[line_start..].chars().count() + 1, path }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { line, column, path } = self;
        write!(f, "line {line}, column {column}")?;
        if path.is_empty() { Ok(()) } else { write!(f, ", {path}") }
    }
}

/// The offset of a line and column as `serde_json` counts them: from 1 and in bytes, the column
/// being that of the last byte read, so that the offset is just after it.
pub(super) fn offset_of(text: &str, line: usize, column: usize) -> usize {
    let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
    let offset = lines.map(str::len).sum::<usize>() + column;
    (offset.min(text.len())..=text.len()).find(|&i| text.is_char_boundary(i)).unwrap_or(0)
}

/// The value in which a JSON text breaks off: its path, and the offset where it begins.
pub(super) fn last_value(text: &str) -> (String, usize) {
    let mut scanner = Scanner { frames: vec![Frame::new(Step::Top)] };
    let mut rest = text.char_indices();
    while let Some((offset, character)) = rest.next() {
        match character {
            '"' => {
                let end = end_of_string(&mut rest).unwrap_or(text.len());
                scanner.string(offset, &text[offset + 1..end]);
            }
            _ => scanner.character(offset, character),
        }
    }
    let mut frames = scanner.frames.iter().filter_map(|frame| Some((frame, frame.value?)));
    let path = frames.clone().map(|(frame, _)| frame.step.to_string()).collect::<String>();
    let start = frames.next_back().map_or(0, |(_, start)| start);
    (path.trim_start_matches('.').to_owned(), start)
}

/// Skips to the closing quote of a string and returns its offset.
fn end_of_string(rest: &mut std::str::CharIndices<'_>) -> Option<usize> {
    while let Some((offset, character)) = rest.next() {
        match character {
            '\\' => drop(rest.next()),
            '"' => return Some(offset),
            _ => {}
        }
    }
    None
}

/// The containers that are open, outermost first.
struct Scanner {
    frames: Vec<Frame>,
}

/// An open container, and where its latest value begins.
struct Frame {
    step: Step,
    value: Option<usize>,
}

impl Frame {
    fn new(step: Step) -> Self {
        Self { step, value: None }
    }
}

/// How the latest value of a container is reached.
enum Step {
    Top,
    Key(String),
    Index(usize),
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Top => Ok(()),
            Self::Key(key) => write!(f, ".{key}"),
            Self::Index(index) => write!(f, "[{index}]"),
        }
    }
}

impl Scanner {
    /// A string: a key until the colon has come, a value after it.
    fn string(&mut self, offset: usize, content: &str) {
        match self.frames.last_mut() {
            Some(Frame { step: Step::Key(key), value: None }) if key.is_empty() => {
                content.clone_into(key);
            }
            _ => self.begin_value(offset),
        }
    }

    fn character(&mut self, offset: usize, character: char) {
        match character {
            '{' => self.open(offset, Step::Key(String::new())),
            '[' => self.open(offset, Step::Index(0)),
            '}' | ']' if self.frames.len() > 1 => drop(self.frames.pop()),
            ',' => self.next_value(),
            '}' | ']' | ':' => {}
            _ if character.is_whitespace() => {}
            _ => self.begin_value(offset),
        }
    }

    fn open(&mut self, offset: usize, step: Step) {
        self.begin_value(offset);
        self.frames.push(Frame::new(step));
    }

    fn begin_value(&mut self, offset: usize) {
        if let Some(frame) = self.frames.last_mut() {
            frame.value.get_or_insert(offset);
        }
    }

    fn next_value(&mut self) {
        let Some(frame) = self.frames.last_mut() else { return };
        frame.value = None;
        match &mut frame.step {
            Step::Top => {}
            Step::Key(key) => key.clear(),
            Step::Index(index) => *index += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, path: &str, start: usize) {
        assert_eq!(last_value(text), (path.to_owned(), start), "{text}");
    }

    #[test]
    fn a_text_that_breaks_off_is_located_by_keys_and_indices() {
        check(r#"{"inputs": {"w_q": [[1, 2], [3, "x""#, "inputs.w_q[1][1]", 32);
        check(r#"{"inputs": {"w_q": [[1, 2], [3]"#, "inputs.w_q[1]", 28);
        check(r#"{"a,]": "b\"c", "d": {"#, "d", 21);
        check(r#"{"a": [1], "b": tru"#, "b", 16);
        check("[", "", 0);
        check("", "", 0);
    }

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let place = |offset| Place::at("토큰\n큐 1", offset, String::new());
        assert_eq!((place(0).line, place(0).column), (1, 1));
        assert_eq!((place(11).line, place(11).column), (2, 3));
    }
}
