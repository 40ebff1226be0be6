//! Tokens into a tree, with a stack of open brackets and without recursion. A list that holds
//! nothing but equal items dissolves into a run of its parent, so that an array of any size is one
//! node when its last bracket closes.

use super::{
    BracketFault, callee,
    lex::{Bracket, Kind, Lexer, Token},
    open::{Frame, Last},
    outside::Outside,
    tree::{Group, Mark, Node, Run, Shapes, Span, Tree},
};
use crate::input::{
    Place, ReadFault,
    number::{NotANumber, Style, number},
};

/// How deep brackets may be nested: more is no matrix, and would cost the stack of others.
const DEEPEST: usize = 64;

/// Why there is no tree.
#[derive(Debug)]
pub enum Stop {
    /// The text is of another form.
    NotOurs,
    /// It is of this form, and broken.
    Broken(ReadFault),
}

/// A tree while it grows.
pub struct Builder<'a> {
    text: &'a str,
    frames: Vec<Frame>,
    outside: Outside,
    tree: Tree,
    /// The token before.
    before: Option<Kind>,
}

/// The tree of a text.
pub fn tree(text: &str) -> Result<Tree, Stop> {
    let tree =
        Tree { items: Vec::new(), pool: Vec::new(), shapes: Shapes::new(), oddities: Vec::new() };
    let mut builder =
        Builder { text, frames: Vec::new(), outside: Outside::default(), tree, before: None };
    let mut lexer = Lexer::new(text, 0);
    while let Some(token) = lexer.next() {
        builder.token(token)?;
        builder.before = Some(token.kind);
        lexer.depth = builder.frames.len();
    }
    builder.end()?;
    if builder.outside.is_table() { Err(Stop::NotOurs) } else { Ok(builder.tree) }
}

impl Builder<'_> {
    fn token(&mut self, token: Token) -> Result<(), Stop> {
        let Token { kind, start, end, is_joined } = token;
        match kind {
            // A cell that goes on in the next line.
            Kind::OpenQuote if self.frames.is_empty() && self.is_at_cell(start) => {
                return Err(Stop::NotOurs);
            }
            Kind::Open(bracket) => return self.open(bracket, token),
            Kind::Close(bracket) => return self.close(bracket, token),
            Kind::Atom => self.atom(Span::new(start, end)),
            Kind::Text => self.text(Span::new(start, end), is_joined),
            Kind::Comma => self.comma(start),
            Kind::Semicolon => self.semicolon(start),
            Kind::Colon => self.mark(Mark::Colon, start),
            Kind::Equals => self.mark(Mark::Equals, start),
            Kind::Quote => self.mark(Mark::Quote, start),
            Kind::OpenQuote => self.mark(Mark::OpenQuote, start),
            Kind::Break => match self.frames.last_mut() {
                Some(frame) if frame.last == Last::Value => frame.last = Last::Line,
                Some(_) => {}
                None => self.tree.items.push(Node::Mark(Mark::Break, start as u32)),
            },
        }
        if self.frames.is_empty() && self.outside.token(kind, is_joined, self.tree.items.last()) {
            return Err(Stop::NotOurs);
        }
        Ok(())
    }

    /// Whether a cell of a table may begin at a byte.
    fn is_at_cell(&self, at: usize) -> bool {
        let before = self.text.get(..at).unwrap_or_default();
        before.is_empty() || before.ends_with(['\t', ',', ';', '\n'])
    }

    /// The nodes beside which the next one stands.
    fn items(&mut self) -> &mut Vec<Node> {
        self.frames.last_mut().map_or(&mut self.tree.items, |frame| &mut frame.items)
    }

    fn broken(&self, fault: BracketFault, at: usize, length: usize) -> Stop {
        // What looks like rows of a table with a stray bracket for a token is left to tables.
        if self.frames.first().is_some_and(|frame| frame.looks_like_rows(self.text)) {
            return Stop::NotOurs;
        }
        Stop::Broken(ReadFault {
            place: Some(Place::at(self.text, at, length)),
            fault: fault.into(),
        })
    }

    fn open(&mut self, bracket: Bracket, token: Token) -> Result<(), Stop> {
        if self.frames.len() == DEEPEST {
            return Err(self.broken(BracketFault::TooDeep { limit: DEEPEST }, token.start, 1));
        }
        if self.frames.is_empty() && self.outside.opens(token.is_joined) {
            return Err(Stop::NotOurs);
        }
        let callee = if token.is_joined { self.take_callee() } else { None };
        let is_joined = token.is_joined && matches!(self.before, Some(Kind::Close(_)));
        let name = callee.map_or("", |callee| callee.of(self.text));
        let keeps_commas = !name.is_empty() && bracket == Bracket::Round && !callee::is_list(name);
        let mut frame = Frame::new(bracket, token.start, self.tree.pool.len());
        frame.callee = callee;
        frame.is_joined = is_joined;
        frame.keeps_commas = keeps_commas;
        self.frames.push(frame);
        Ok(())
    }

    /// The name at the end of the atom right before a bracket; what is left of the atom stays.
    fn take_callee(&mut self) -> Option<Span> {
        let text = self.text;
        let items = self.items();
        let Some(Node::Word(word)) = items.last_mut() else { return None };
        let name = callee::name_at_end(word.of(text));
        if name.is_empty() {
            return None;
        }
        let callee = Span { start: word.end - name.len() as u32, end: word.end };
        word.end = callee.start;
        if word.start == word.end {
            items.pop();
        }
        Some(callee)
    }

    fn atom(&mut self, span: Span) {
        let atom = span.of(self.text);
        let value = match atom {
            "True" | "true" | "TRUE" | "np.True_" => Some((1.0, Shapes::BOOLEAN)),
            "False" | "false" | "FALSE" | "np.False_" => Some((0.0, Shapes::BOOLEAN)),
            _ => self.number(atom, span).map(|value| (value, Shapes::NUMBER)),
        };
        self.beside(span.start as usize);
        match value {
            Some((value, shape)) => {
                let start = self.tree.pool.len() as u32;
                self.tree.pool.push(value);
                self.run(Run { at: span.start, start, count: 1, shape });
            }
            None => self.items().push(Node::Word(span)),
        }
        if let Some(frame) = self.frames.last_mut() {
            frame.last = if value.is_some() { Last::Value } else { Last::Other };
        }
    }

    fn number(&mut self, atom: &str, span: Span) -> Option<f64> {
        // Names are no numbers, but for those of NaN and infinity.
        let read = number(atom, Style::POINT).ok()?;
        if let Some(oddity) = read.oddity
            && self
                .tree
                .oddities
                .iter()
                .all(|(one, _)| std::mem::discriminant(one) != std::mem::discriminant(&oddity))
        {
            self.tree.oddities.push((oddity, span));
        }
        Some(read.value)
    }

    fn text(&mut self, span: Span, is_joined: bool) {
        let text = self.text;
        // Python's b'…' and the like.
        let is_prefix = |node: &Node| {
            let Node::Word(word) = node else { return false };
            let word = word.of(text);
            is_joined && word.len() <= 2 && word.chars().all(|c| c.is_ascii_alphabetic())
        };
        if self.items().last().is_some_and(is_prefix) {
            self.items().pop();
        }
        self.beside(span.start as usize);
        self.items().push(Node::Text(span));
        if let Some(frame) = self.frames.last_mut() {
            frame.last = Last::Value;
        }
    }

    /// Takes note of what parts a value from the one before it.
    fn beside(&mut self, at: usize) {
        let Some(frame) = self.frames.last_mut() else { return };
        match frame.last {
            Last::Value => {
                frame.parted.by_blank.get_or_insert(at);
            }
            Last::Line => frame.parted.by_line = true,
            _ => {}
        }
    }

    fn comma(&mut self, at: usize) {
        let Some(frame) = self.frames.last_mut() else {
            return self.tree.items.push(Node::Mark(Mark::Comma, at as u32));
        };
        frame.parted.commas += 1;
        if frame.keeps_commas || matches!(frame.last, Last::Nothing | Last::Comma) {
            frame.items.push(Node::Mark(Mark::Comma, at as u32));
        }
        frame.last = Last::Comma;
    }

    fn semicolon(&mut self, at: usize) {
        match self.frames.last_mut() {
            None => self.tree.items.push(Node::Mark(Mark::Semicolon, at as u32)),
            Some(frame) => {
                frame.parted.semicolons += 1;
                frame.last = Last::Nothing;
            }
        }
    }

    fn mark(&mut self, mark: Mark, at: usize) {
        self.items().push(Node::Mark(mark, at as u32));
        if let Some(frame) = self.frames.last_mut() {
            // An object: each entry for itself.
            frame.keeps_commas |= frame.bracket == Bracket::Curly && mark != Mark::Quote;
            frame.last = Last::Other;
        }
    }

    /// Adds a run, to the one before it where the items are equal.
    fn run(&mut self, run: Run) {
        let is_inside = !self.frames.is_empty();
        let items = self.items();
        match items.last_mut() {
            Some(Node::Run(before)) if is_inside && before.shape == run.shape => {
                before.count += run.count;
            }
            _ => items.push(Node::Run(run)),
        }
    }

    fn close(&mut self, bracket: Bracket, token: Token) -> Result<(), Stop> {
        let Some(frame) = self.frames.last() else { return self.stray(bracket, token) };
        if frame.bracket != bracket {
            let line = Place::at(self.text, frame.open, 0).line;
            let (found, expected) = (bracket.closing(), frame.bracket.closing());
            let fault = BracketFault::Mismatched { found, expected, line };
            return Err(self.broken(fault, token.start, token.end - token.start));
        }
        let Some(frame) = self.frames.pop() else { return Ok(()) };
        let span = Span::new(frame.open, token.end);
        self.closed(frame, span);
        if self.frames.is_empty() {
            self.outside.closes(self.tree.items.last(), &self.tree.shapes);
        }
        Ok(())
    }

    /// A bracket that was never opened: the end of a list whose beginning is missing, or prose.
    fn stray(&mut self, bracket: Bracket, token: Token) -> Result<(), Stop> {
        if self.outside.is_behind_number(bracket) {
            let fault = BracketFault::ClosesNothing { found: bracket.closing() };
            return Err(self.broken(fault, token.start, token.end - token.start));
        }
        self.tree.items.push(Node::Word(Span::new(token.start, token.end)));
        Ok(())
    }

    /// Puts a closed bracket where it belongs.
    fn closed(&mut self, mut frame: Frame, span: Span) {
        let is_nested = self.frames.last().is_some_and(Frame::is_list);
        let has_rows = frame.has_rows(is_nested);
        if has_rows {
            self.tree.pool.truncate(frame.pool_start);
            frame.items = Vec::new();
        } else if let (Some(at), false, true) =
            (frame.parted.by_blank, frame.keeps_commas, frame.parted.commas > 0)
        {
            frame.items.push(Node::Mark(Mark::NoComma, at as u32));
        }
        let has_commas = frame.has_commas();
        let run = if has_rows { None } else { self.dissolved(&frame) };
        if let Some(parent) = self.frames.last_mut() {
            parent.inside.groups |= run.is_none_or(|run| run.shape > Shapes::BOOLEAN);
            parent.inside.commas |= has_commas;
            parent.last = Last::Other;
            parent.rows += usize::from(run.is_none_or(|run| run.shape > Shapes::BOOLEAN));
        }
        match run {
            Some(run) => self.run(run),
            None => self.items().push(Node::Group(Box::new(Group {
                bracket: frame.bracket,
                span,
                callee: frame.callee,
                is_joined: frame.is_joined,
                items: frame.items,
                has_rows,
                has_commas,
            }))),
        }
    }

    /// The run that a bracket amounts to, where it needs no node: equal items and no name, or a
    /// name that changes nothing, as `np.float64(0.1)`.
    fn dissolved(&mut self, frame: &Frame) -> Option<Run> {
        let [Node::Run(run)] = frame.items.as_slice() else { return None };
        let parent = self.frames.last()?;
        if frame.is_joined {
            return None;
        }
        if let Some(callee) = frame.callee {
            let is_one = run.count == 1 && frame.bracket == Bracket::Round;
            // A tuple of one call is what that call is: it must be seen.
            let is_seen = run.shape > Shapes::BOOLEAN && !parent.is_list();
            let is_plain = is_one && !is_seen && callee::changes_nothing(callee.of(self.text));
            return is_plain.then_some(Run { at: callee.start, ..*run });
        }
        let at = frame.open as u32;
        let is_value = run.shape <= Shapes::BOOLEAN && run.count == 1;
        if frame.bracket == Bracket::Round && is_value && frame.parted.commas == 0 {
            return Some(Run { at, ..*run });
        }
        let shape = self.tree.shapes.array_of(run.count, run.shape);
        Some(Run { at, start: run.start, count: 1, shape })
    }

    /// The end of the text: every bracket must be closed.
    fn end(&mut self) -> Result<(), Stop> {
        let end = self.text.len();
        self.tree.items.push(Node::Mark(Mark::Break, end as u32));
        let Some(frame) = self.frames.first() else {
            let is_other = self.outside.token(Kind::Break, false, None);
            return if is_other { Err(Stop::NotOurs) } else { Ok(()) };
        };
        let line = Place::at(self.text, frame.open, 0).line;
        let opened = frame.bracket.opening();
        // The innermost list is a row of the one around it, unless rows have closed in it.
        let row = match self.frames.as_slice() {
            [.., outer, inner] if outer.is_list() && inner.rows == 0 => Some(outer.rows + 1),
            _ => None,
        };
        let fault = BracketFault::Ends { row, opened, line };
        Err(self.broken(fault, end, 0))
    }
}

/// What a word in a list is, that should be a number.
pub fn reason(word: &str) -> NotANumber {
    number(word, Style::POINT).err().unwrap_or(NotANumber::Text)
}
