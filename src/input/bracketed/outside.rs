//! What stands outside of brackets: names, prompts, prose. Where it holds rows of numbers, the text
//! is a table in which brackets are cells, and not of this form.

use super::{
    lex::{Bracket, Kind},
    tree::{Node, Shapes},
};

/// What came last in a line.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
enum Behind {
    #[default]
    Nothing,
    Number,
    /// A bracket; commas may have come since.
    Group,
    /// A bracket that may be the position of a value in a sparse matrix.
    Position,
    /// A comma behind a word or a number, with no bracket before it.
    Cell,
}

/// What a line outside of brackets was seen to hold.
#[derive(Debug, Default)]
struct Line {
    words: usize,
    numbers: usize,
    has_group: bool,
    has_equals: bool,
    behind: Behind,
}

/// What was seen outside of brackets so far.
#[derive(Debug, Default)]
pub struct Outside {
    line: Line,
    n_groups: usize,
    /// Lines that may be a row of a table of one column.
    n_narrow: usize,
}

impl Outside {
    /// Takes note of a token; whether it shows that this is a table.
    pub fn token(&mut self, kind: Kind, is_joined: bool, node: Option<&Node>) -> bool {
        let line = &mut self.line;
        let behind = std::mem::take(&mut line.behind);
        match (kind, node) {
            (Kind::Break, _) => return self.end_of_line(),
            (Kind::Atom, Some(Node::Run(_))) => {
                line.numbers += 1;
                line.behind = Behind::Number;
                return behind == Behind::Group;
            }
            (Kind::Text | Kind::OpenQuote, _) => {
                line.words += 1;
                return behind == Behind::Cell && is_joined;
            }
            (Kind::Comma | Kind::Semicolon, _) => {
                let is_cell = line.words + line.numbers > 0 && !line.has_equals && !line.has_group;
                line.behind = match behind {
                    Behind::Group => Behind::Group,
                    _ if is_cell => Behind::Cell,
                    _ => Behind::Nothing,
                };
            }
            (Kind::Equals, _) => line.has_equals = true,
            _ => line.words += 1,
        }
        false
    }

    /// Whether an opening bracket here opens a cell of a table.
    pub fn opens(&self, is_joined: bool) -> bool {
        self.line.behind == Behind::Cell && is_joined
    }

    /// Takes note of a bracket that was closed. Two numbers in round brackets may be the position
    /// of a value in a sparse matrix: what follows them says nothing of a table.
    pub fn closes(&mut self, node: Option<&Node>, shapes: &Shapes) {
        let Some(Node::Group(group)) = node else { return };
        let is_position = group.bracket == Bracket::Round && is_position(&group.items, shapes);
        self.n_groups += 1;
        self.line.has_group = true;
        self.line.behind = if is_position { Behind::Position } else { Behind::Group };
    }

    /// Whether a closing bracket here would be the end of a list of numbers.
    pub fn is_behind_number(&self, bracket: Bracket) -> bool {
        let n_values = self.line.numbers + usize::from(self.line.has_group);
        let is_behind =
            matches!(self.line.behind, Behind::Number | Behind::Group | Behind::Position);
        // `1)` numbers a list of prose.
        is_behind && (bracket != Bracket::Round || n_values > 1)
    }

    /// Whether the lines so far are a table.
    pub fn is_table(&self) -> bool {
        self.n_groups == 0 || (self.n_narrow > 2 && self.n_narrow > self.n_groups)
    }

    fn end_of_line(&mut self) -> bool {
        let line = std::mem::take(&mut self.line);
        if line.has_group || line.has_equals || line.words > 1 || line.numbers == 0 {
            return false;
        }
        self.n_narrow += 1;
        line.numbers > 1
    }
}

/// Whether these items are the position of a value in a sparse matrix: `0, 2`.
pub fn is_position(items: &[Node], shapes: &Shapes) -> bool {
    let [Node::Run(run)] = items else { return false };
    run.count == 2 && shapes.get(run.shape).dims.is_empty()
}
