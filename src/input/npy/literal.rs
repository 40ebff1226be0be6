//! A Python literal of texts, whole numbers, truth values, lists, tuples and dictionaries: the
//! header of a `.npy` is one.

/// A literal.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Literal {
    Text(String),
    Flag(bool),
    /// Its digits.
    Whole(String),
    /// A list or a tuple.
    List(Vec<Literal>),
    Dictionary(Vec<(Literal, Literal)>),
}

/// How deep lists may lie in each other.
const DEEPEST: usize = 8;

/// Reads a literal; `None` where the text is none, or says more than one.
pub(super) fn parse(text: &str) -> Option<Literal> {
    let mut reader = Reader { rest: text };
    let literal = reader.literal(DEEPEST)?;
    reader.skip_blanks();
    reader.rest.is_empty().then_some(literal)
}

impl Literal {
    pub fn text(&self) -> Option<&str> {
        if let Self::Text(text) = self { Some(text) } else { None }
    }

    pub fn list(&self) -> Option<&[Self]> {
        if let Self::List(items) = self { Some(items) } else { None }
    }

    /// The value of a key of a dictionary.
    pub fn get(&self, key: &str) -> Option<&Self> {
        let Self::Dictionary(entries) = self else { return None };
        entries.iter().find(|(of, _)| of.text() == Some(key)).map(|(_, value)| value)
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn skip_blanks(&mut self) {
        self.rest = self.rest.trim_start_matches([' ', '\t', '\r', '\n', '\0']);
    }

    fn take(&mut self, word: &str) -> bool {
        self.skip_blanks();
        let Some(rest) = self.rest.strip_prefix(word) else { return false };
        self.rest = rest;
        true
    }

    fn literal(&mut self, depth: usize) -> Option<Literal> {
        let depth = depth.checked_sub(1)?;
        self.skip_blanks();
        match self.rest.chars().next()? {
            '{' => self.dictionary(depth),
            '[' => self.list("[", "]", depth),
            '(' => self.list("(", ")", depth),
            '0'..='9' => Some(self.whole()),
            'T' => self.take("True").then_some(Literal::Flag(true)),
            'F' => self.take("False").then_some(Literal::Flag(false)),
            _ => self.text(),
        }
    }

    fn dictionary(&mut self, depth: usize) -> Option<Literal> {
        let mut entries = Vec::new();
        self.take("{");
        while !self.take("}") {
            let key = self.literal(depth)?;
            self.take(":").then_some(())?;
            entries.push((key, self.literal(depth)?));
            self.separator("}")?;
        }
        Some(Literal::Dictionary(entries))
    }

    fn list(&mut self, open: &str, close: &str, depth: usize) -> Option<Literal> {
        let mut items = Vec::new();
        self.take(open);
        while !self.take(close) {
            items.push(self.literal(depth)?);
            self.separator(close)?;
        }
        Some(Literal::List(items))
    }

    /// A comma, unless the list ends here.
    fn separator(&mut self, close: &str) -> Option<()> {
        self.skip_blanks();
        (self.take(",") || self.rest.starts_with(close)).then_some(())
    }

    fn whole(&mut self) -> Literal {
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        let (digits, rest) = self.rest.split_at(end);
        // Python 2 wrote long numbers as 3L.
        self.rest = rest.strip_prefix('L').unwrap_or(rest);
        Literal::Whole(digits.to_owned())
    }

    fn text(&mut self) -> Option<Literal> {
        // Python 2 and 3 mark texts and bytes apart.
        self.rest = self.rest.strip_prefix(['u', 'b']).unwrap_or(self.rest);
        let quote = self.rest.chars().next().filter(|c| matches!(c, '\'' | '"'))?;
        let mut text = String::new();
        let mut characters = self.rest.char_indices().skip(1);
        while let Some((at, c)) = characters.next() {
            match c {
                '\\' => text.push(characters.next()?.1),
                c if c == quote => {
                    self.rest = &self.rest[at + 1..];
                    return Some(Literal::Text(text));
                }
                c => text.push(c),
            }
        }
        None
    }
}
