//! Bracketed text as tokens: brackets, marks, quoted texts, and atoms between them. Comments and
//! prompts of interpreters are passed over. One pass; every byte is looked at a bounded number of
//! times.

use crate::input::number::is_blank;

/// A kind of bracket.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bracket {
    /// `[ ]`
    Square,
    /// `( )`
    Round,
    /// `{ }`
    Curly,
}

impl Bracket {
    /// The sign that opens it.
    pub fn opening(self) -> char {
        match self {
            Self::Square => '[',
            Self::Round => '(',
            Self::Curly => '{',
        }
    }

    /// The sign that closes it.
    pub fn closing(self) -> char {
        match self {
            Self::Square => ']',
            Self::Round => ')',
            Self::Curly => '}',
        }
    }
}

/// What a token is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    Open(Bracket),
    Close(Bracket),
    Comma,
    Semicolon,
    Colon,
    /// `=`, `:=`, `=>`, `<-`, `->`
    Equals,
    /// The end of a line.
    Break,
    /// A text in quotes, the quotes included.
    Text,
    /// An apostrophe that opens no text: a transpose.
    Quote,
    /// A quote that is not closed on its line.
    OpenQuote,
    /// A number, a name, an operator: whatever has no blank in it.
    Atom,
}

/// A token and where it stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Token {
    pub kind: Kind,
    /// Its first byte.
    pub start: usize,
    /// The byte behind it.
    pub end: usize,
    /// Whether nothing stands between it and the token before.
    pub is_joined: bool,
}

/// A text on its way to tokens.
pub struct Lexer<'a> {
    text: &'a str,
    at: usize,
    /// How many brackets are open; set by whoever counts them.
    pub depth: usize,
    last: Option<Token>,
    /// Prompts that were met, so that those of their second lines are known.
    has_prompt: Option<char>,
    /// Whether a comment of Mathematica can still end.
    may_end_star: bool,
}

impl<'a> Lexer<'a> {
    /// The tokens of a text, from a byte on.
    pub fn new(text: &'a str, start: usize) -> Self {
        let mut lexer =
            Self { text, at: start, depth: 0, last: None, has_prompt: None, may_end_star: true };
        lexer.pass_prompt();
        lexer
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or("")
    }

    fn byte(&self, ahead: usize) -> u8 {
        let at = self.at + ahead;
        self.text.as_bytes().get(at).copied().unwrap_or_default()
    }

    /// The next token.
    pub fn next(&mut self) -> Option<Token> {
        loop {
            if self.at >= self.text.len() {
                return None;
            }
            let start = self.at;
            let kind = match self.byte(0) {
                b' ' | b'\t' | 0x0B | 0x0C => {
                    self.at += 1;
                    continue;
                }
                b'\n' | b'\r' => {
                    self.at += if self.rest().starts_with("\r\n") { 2 } else { 1 };
                    self.pass_prompt();
                    Kind::Break
                }
                b'#' | b'%' | b'/' | b'(' if self.pass_comment() => continue,
                0x80.. => match self.wide() {
                    Some(kind) => kind,
                    None => continue,
                },
                byte => self.narrow(byte),
            };
            let is_joined = self.last.is_some_and(|last| last.end == start);
            let token = Token { kind, start, end: self.at, is_joined };
            self.last = Some(token);
            return Some(token);
        }
    }

    /// A token that begins with an ASCII character.
    fn narrow(&mut self, byte: u8) -> Kind {
        let kind = match byte {
            b'[' => Kind::Open(Bracket::Square),
            b'(' => Kind::Open(Bracket::Round),
            b'{' => Kind::Open(Bracket::Curly),
            b']' => Kind::Close(Bracket::Square),
            b')' => Kind::Close(Bracket::Round),
            b'}' => Kind::Close(Bracket::Curly),
            b',' => Kind::Comma,
            b';' => Kind::Semicolon,
            b':' if self.byte(1) == b'=' => return self.take(2, Kind::Equals),
            b':' if self.byte(1) != b':' => Kind::Colon,
            b'=' if self.byte(1) == b'>' => return self.take(2, Kind::Equals),
            b'=' if self.byte(1) != b'=' => Kind::Equals,
            b'<' | b'-' if self.is_arrow() => return self.take(2, Kind::Equals),
            // Mathematica's associations.
            b'<' if self.byte(1) == b'|' => return self.take(2, Kind::Open(Bracket::Curly)),
            b'|' if self.byte(1) == b'>' => return self.take(2, Kind::Close(Bracket::Curly)),
            b'\'' | b'"' => return self.quoted(char::from(byte)),
            _ => return self.atom(),
        };
        self.take(1, kind)
    }

    fn take(&mut self, n_bytes: usize, kind: Kind) -> Kind {
        self.at += n_bytes;
        kind
    }

    fn is_arrow(&self) -> bool {
        let is_arrow = matches!((self.byte(0), self.byte(1)), (b'<', b'-') | (b'-', b'>'));
        is_arrow && !self.byte(2).is_ascii_digit()
    }

    /// A token that begins with another character; `None` for a blank, which is passed.
    fn wide(&mut self) -> Option<Kind> {
        let first = self.rest().chars().next()?;
        let kind = match first {
            '［' => Kind::Open(Bracket::Square),
            '（' => Kind::Open(Bracket::Round),
            '｛' => Kind::Open(Bracket::Curly),
            '］' => Kind::Close(Bracket::Square),
            '）' => Kind::Close(Bracket::Round),
            '｝' => Kind::Close(Bracket::Curly),
            '，' => Kind::Comma,
            '；' => Kind::Semicolon,
            '：' => Kind::Colon,
            '＝' => Kind::Equals,
            '“' => return Some(self.quoted('”')),
            '‘' => return Some(self.quoted('’')),
            blank if is_blank(blank) => {
                self.at += blank.len_utf8();
                return None;
            }
            _ => return Some(self.atom()),
        };
        Some(self.take(first.len_utf8(), kind))
    }

    /// Whatever has no blank, bracket, comma or quote in it.
    fn atom(&mut self) -> Kind {
        let bytes = self.text.as_bytes();
        let start = self.at;
        while self.at < bytes.len() {
            let byte = bytes[self.at];
            if ENDS_ATOM[usize::from(byte)] && self.ends_atom(byte, start) {
                break;
            }
            self.at += 1;
        }
        // An atom has at least one character.
        while self.at == start || !self.text.is_char_boundary(self.at) {
            self.at += 1;
        }
        Kind::Atom
    }

    /// Whether an atom ends before a byte that may end one.
    fn ends_atom(&self, byte: u8, start: usize) -> bool {
        match byte {
            b':' => self.byte(1) != b':' && (self.at == start || self.before() != b':'),
            b'<' => self.byte(1) == b'-' && !self.byte(2).is_ascii_digit(),
            b'=' => self.byte(1) != b'=' && !matches!(self.before(), b'=' | b'<' | b'>' | b'!'),
            b'|' => self.byte(1) == b'>',
            0x80.. => {
                let next = self.rest().chars().next();
                next.is_some_and(|c| is_blank(c) || "［（｛］）｝，；：＝“”‘".contains(c))
            }
            _ => true,
        }
    }

    fn before(&self) -> u8 {
        self.at.checked_sub(1).map_or(0, |at| self.text.as_bytes()[at])
    }

    /// A text in quotes, or the quote alone where it opens none.
    fn quoted(&mut self, closing: char) -> Kind {
        let behind = self.last.filter(|last| last.end == self.at).map(|last| last.kind);
        let is_prefix = || {
            let prefix = self.last.and_then(|last| self.text.get(last.start..last.end));
            prefix.is_some_and(|prefix| prefix.len() <= 2 && prefix.chars().all(is_text_prefix))
        };
        let is_behind = matches!(behind, Some(Kind::Close(_) | Kind::Quote))
            || (behind == Some(Kind::Atom) && !is_prefix());
        if is_behind && closing == '\'' {
            return self.take(1, Kind::Quote);
        }
        let rest = self.rest();
        let opening = rest.chars().next().map_or(1, char::len_utf8);
        for three in ["\"\"\"", "'''"] {
            if let Some(inside) = rest.strip_prefix(three)
                && let Some(n_bytes) = inside.find(three)
            {
                return self.take(n_bytes + 6, Kind::Text);
            }
        }
        match end_of_text(&rest[opening..], closing) {
            Some(n_bytes) => self.take(opening + n_bytes, Kind::Text),
            None => self.take(opening, Kind::OpenQuote),
        }
    }

    /// Passes a comment, if one begins here.
    fn pass_comment(&mut self) -> bool {
        let rest = self.rest();
        let is_behind_value = self.last.is_some_and(|last| {
            last.kind == Kind::Atom || (self.depth == 0 && matches!(last.kind, Kind::Close(_)))
        });
        // Behind a value and before a number it divides, or takes the rest.
        let may_compute = |sign: &str| {
            let operand = rest[sign.len()..].trim_start_matches([' ', '\t']);
            is_behind_value && operand.starts_with(|c: char| c.is_ascii_digit() || c == '(')
        };
        let is_joined = self.last.is_some_and(|l| l.end == self.at && l.kind == Kind::Atom);
        let is_line = match self.byte(0) {
            b'#' => !is_joined,
            b'%' => !is_joined && !may_compute("%"),
            b'/' => rest.starts_with("//") && !may_compute("//"),
            _ => false,
        };
        if is_line {
            self.at += first_line(rest).len();
            return true;
        }
        if rest.starts_with("/*") {
            self.at += rest.find("*/").map_or(rest.len(), |at| at + 2);
            return true;
        }
        if self.may_end_star && rest.starts_with("(* ") {
            match rest.find("*)") {
                Some(at) => self.at += at + 2,
                None => self.may_end_star = false,
            }
            return self.may_end_star;
        }
        false
    }

    /// Passes the prompt of an interpreter at the start of a line.
    fn pass_prompt(&mut self) {
        let rest = self.rest();
        // Within brackets most lines are seen to have none at their first character.
        let first = rest.bytes().find(|byte| !matches!(byte, b' ' | b'\t'));
        if self.depth > 0 && !matches!(first, Some(b'.' | b'+' | 0x80..)) {
            return;
        }
        let line = first_line(rest);
        let n_bytes = match self.has_prompt {
            Some('>') if line.starts_with("... ") || line.trim_end() == "..." => Some(3),
            Some('r') if self.depth > 0 && line.starts_with("+ ") => Some(1),
            _ => None,
        };
        if let Some(n_bytes) = n_bytes {
            self.at += n_bytes;
            return;
        }
        let trimmed = line.trim_start();
        if trimmed.starts_with("...:") {
            self.at += line.len() - trimmed.len() + 4;
        } else if self.depth == 0 {
            self.pass_first_prompt(line);
        }
    }

    fn pass_first_prompt(&mut self, line: &str) {
        let numbered = |name: &str, close: &str| {
            let digits = line.strip_prefix(name)?.trim_start_matches(|c: char| c.is_ascii_digit());
            Some(line.len() - digits.strip_prefix(close)?.len())
        };
        let plain = |prompt: &str| line.starts_with(prompt).then_some(prompt.len());
        if let Some(n_bytes) = plain(">>>") {
            self.has_prompt = Some('>');
            self.at += n_bytes;
            return;
        }
        let n_bytes = numbered("In [", "]:")
            .or_else(|| numbered("Out[", "]:"))
            .or_else(|| numbered("octave:", ">"))
            .or_else(|| plain("julia>"))
            .or_else(|| plain(">> "));
        if let Some(n_bytes) = n_bytes {
            self.at += n_bytes;
        } else if line.starts_with("> ") {
            self.has_prompt = Some('r');
            self.at += 2;
        }
    }
}

/// What stands before the first end of a line. Bytes are walked faster than two characters are found.
fn first_line(text: &str) -> &str {
    let end = text.bytes().position(|byte| matches!(byte, b'\n' | b'\r'));
    &text[..end.unwrap_or(text.len())]
}

/// Bytes that may end an atom.
const ENDS_ATOM: [bool; 256] = {
    let mut ends = [false; 256];
    let ascii = b" \t\n\r\x0B\x0C[](){},;:=<|'\"";
    let mut i = 0;
    while i < ascii.len() {
        ends[ascii[i] as usize] = true;
        i += 1;
    }
    let mut high = 0x80;
    while high < 256 {
        ends[high] = true;
        high += 1;
    }
    ends
};

/// Letters that may stand before a quoted text: Python's `b`, `r`, `u`, `f`.
fn is_text_prefix(c: char) -> bool {
    matches!(c, 'b' | 'r' | 'u' | 'f' | 'B' | 'R' | 'U' | 'F')
}

/// How many bytes a quoted text has from behind its opening quote to behind its closing one;
/// `None` where its line ends before.
fn end_of_text(text: &str, closing: char) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices() {
        match c {
            '\n' | '\r' => return None,
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            _ if c == closing => return Some(at + c.len_utf8()),
            _ => {}
        }
    }
    None
}
