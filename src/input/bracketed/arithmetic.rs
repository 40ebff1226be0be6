//! Cells of a literal of rows: numbers, sums and products of numbers, ranges.

use crate::input::{
    NotANumber,
    number::{Style, is_blank, is_minus, number},
};

/// How deep parentheses may be nested.
const DEEPEST: usize = 32;

/// A cell, or the cells of a range.
#[derive(Debug, Default)]
pub struct Element {
    pub values: Vec<f64>,
    /// The numbers in it, one behind the other.
    pub listed: Vec<f64>,
    /// Whether it is more than one number, and more than a fraction of two.
    pub is_computed: bool,
}

/// Where a cell is none; `why` is missing where it would have to be computed.
#[derive(Debug, Clone, Copy)]
pub struct Stop {
    pub start: usize,
    pub end: usize,
    pub why: Option<NotANumber>,
}

/// A place in a text.
pub struct Cursor<'t> {
    text: &'t str,
    at: usize,
    end: usize,
    depth: usize,
}

impl<'t> Cursor<'t> {
    pub fn new(text: &'t str, start: usize, end: usize) -> Self {
        Self { text, at: start, end, depth: 0 }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'t str {
        self.text.get(self.at..self.end).unwrap_or("")
    }

    /// The next character; full-width marks as the plain ones.
    pub fn peek(&self) -> Option<char> {
        self.rest().chars().next().map(|c| match c {
            '，' => ',',
            '；' => ';',
            c => c,
        })
    }

    pub fn bump(&mut self) {
        self.at += self.rest().chars().next().map_or(0, char::len_utf8);
    }

    /// Passes blanks that end no line; whether there were some.
    pub fn pass_blanks(&mut self) -> bool {
        let start = self.at;
        while self.peek().is_some_and(|c| is_blank(c) && !matches!(c, '\n' | '\r')) {
            self.bump();
        }
        self.at > start
    }

    /// Passes the rest of the line.
    pub fn pass_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
    }

    /// Passes dots at the end of a line and that end: MATLAB's way to go on in the next line.
    pub fn pass_continuation(&mut self) -> bool {
        let Some(behind) = self.rest().strip_prefix("...") else { return false };
        let line = &behind[..behind.find(['\n', '\r']).unwrap_or(behind.len())];
        let is_end = line.trim().is_empty() || line.trim_start().starts_with(['%', '#']);
        if !is_end {
            return false;
        }
        let after = &behind[line.len()..];
        let newline = if after.starts_with("\r\n") { 2 } else { usize::from(!after.is_empty()) };
        self.at += 3 + line.len() + newline;
        true
    }

    /// A cell that is a plain number, as nearly all are.
    pub fn plain(&mut self) -> Option<f64> {
        let rest = self.rest();
        let is_plain = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'e' | b'E' | b'+' | b'-');
        let length = rest.bytes().take_while(|byte| is_plain(byte)).count();
        let value: f64 = rest[..length].parse().ok().filter(|value: &f64| value.is_finite())?;
        let behind = rest[length..].chars().next();
        if behind.is_some_and(|c| !is_blank(c) && !",;%#，；".contains(c)) {
            return None;
        }
        self.at += length;
        if self.peek_operator(&['+', '-', '*', '/', '^', ':', '.']).is_none() {
            return Some(value);
        }
        self.at -= length;
        None
    }

    /// A cell: a sum, or a range of such.
    pub fn element(&mut self, most: usize) -> Result<Element, Stop> {
        let start = self.at;
        let mut element = Element::default();
        let mut parts = vec![self.sum(&mut element)?];
        while self.peek_operator(&[':']).is_some() && parts.len() < 3 {
            self.pass_blanks();
            self.bump();
            self.pass_blanks();
            parts.push(self.sum(&mut element)?);
        }
        while self.peek() == Some('\'') {
            self.bump();
        }
        element.is_computed |= parts.len() > 1;
        let (first, step, last) = match *parts.as_slice() {
            [first, last] => (first, 1.0, last),
            [first, step, last] => (first, step, last),
            _ => {
                element.values = parts;
                return Ok(element);
            }
        };
        // A hair more than the quotient: 0:0.1:0.3 has four cells.
        let count = ((last - first) / step * (1.0 + 1e-10)).floor() + 1.0;
        if !count.is_finite() || count > most as f64 {
            return Err(Stop { start, end: self.at, why: None });
        }
        element.values = (0..count.max(0.0) as usize).map(|i| first + i as f64 * step).collect();
        Ok(element)
    }

    fn sum(&mut self, element: &mut Element) -> Result<f64, Stop> {
        let mut sum = self.product(element)?;
        while let Some(operator) = self.peek_operator(&['+', '-']) {
            self.pass_blanks();
            self.bump();
            self.pass_blanks();
            element.is_computed = true;
            let n_before = element.listed.len();
            let operand = self.product(element)?;
            if operator == '-' {
                element.listed[n_before..].iter_mut().take(1).for_each(|number| *number = -*number);
                sum -= operand;
            } else {
                sum += operand;
            }
        }
        Ok(sum)
    }

    fn product(&mut self, element: &mut Element) -> Result<f64, Stop> {
        let start = self.at;
        let mut product = self.operand(element)?;
        while let Some(operator) = self.peek_operator(&['*', '/', '^', '.']) {
            self.pass_blanks();
            if operator == '.' {
                self.bump();
            }
            let sign = self.peek();
            self.bump();
            self.pass_blanks();
            let n = element.listed.len();
            let operand = self.operand(element)?;
            let is_whole = |number: f64| number.fract() == 0.0;
            let is_fraction = sign == Some('/') && n == 1 && is_whole(product) && is_whole(operand);
            element.is_computed |= !is_fraction;
            product = match sign {
                Some('*') => product * operand,
                Some('/') => product / operand,
                Some('^') => product.powf(operand),
                _ => return Err(Stop { start, end: self.at, why: None }),
            };
            if is_fraction {
                element.listed = vec![product];
            }
        }
        Ok(product)
    }

    /// The operator that comes next, if it binds: a sign with a blank before it and none behind is
    /// the sign of the next cell.
    fn peek_operator(&self, signs: &[char]) -> Option<char> {
        let rest = self.rest();
        let trimmed = rest.trim_start_matches([' ', '\t']);
        let is_blank_before = trimmed.len() < rest.len();
        let mut chars = trimmed.chars();
        let first = chars.next()?;
        let next = chars.next();
        let sign = if is_minus(first) { '-' } else { first };
        if !signs.contains(&sign) {
            return None;
        }
        let is_dotted = sign != '.' || matches!(next, Some('*' | '/' | '^'));
        let is_blank_behind = next.is_some_and(|c| matches!(c, ' ' | '\t'));
        let is_of_next = matches!(sign, '+' | '-') && is_blank_before && !is_blank_behind;
        (is_dotted && !is_of_next).then_some(sign)
    }

    fn operand(&mut self, element: &mut Element) -> Result<f64, Stop> {
        let start = self.at;
        let mut sign = 1.0;
        while let Some(c) = self.peek().filter(|c| is_minus(*c) || *c == '+') {
            // Two signs are a mark of something missing.
            if self.rest().starts_with("--") {
                break;
            }
            sign *= if c == '+' { 1.0 } else { -1.0 };
            self.bump();
        }
        if self.peek() == Some('(') && self.depth < DEEPEST {
            return self.parenthesised(start, sign, element);
        }
        let atom = self.atom();
        let found = self.text.get(start..self.at).unwrap_or("");
        let value = match atom {
            "pi" | "π" => std::f64::consts::PI,
            "true" => 1.0,
            "false" => 0.0,
            _ if self.peek() == Some('(') => {
                self.pass_line();
                return Err(Stop { start, end: self.at, why: None });
            }
            atom => {
                if let Ok(number) = number(atom, Style::POINT) {
                    number.value
                } else {
                    let why = number(found, Style::POINT).err().unwrap_or(NotANumber::Text);
                    return Err(Stop { start, end: self.at.max(start + 1), why: Some(why) });
                }
            }
        };
        element.listed.push(sign * value);
        Ok(sign * value)
    }

    fn parenthesised(
        &mut self,
        start: usize,
        sign: f64,
        element: &mut Element,
    ) -> Result<f64, Stop> {
        self.depth += 1;
        self.bump();
        self.pass_blanks();
        let value = self.sum(element)?;
        self.pass_blanks();
        self.depth -= 1;
        if self.peek() != Some(')') {
            return Err(Stop { start, end: self.at.max(start + 1), why: None });
        }
        self.bump();
        Ok(sign * value)
    }

    /// Letters, digits and dots, and the sign of an exponent.
    fn atom(&mut self) -> &'t str {
        let rest = self.rest();
        let mut before = ' ';
        let mut length = 0;
        for (at, c) in rest.char_indices() {
            let is_exponent = matches!(before, 'e' | 'E' | 'd' | 'D' | 'f')
                && rest[..at].starts_with(|c: char| c.is_ascii_digit() || c == '.');
            let digit_behind = rest[at + c.len_utf8()..].starts_with(|c: char| c.is_ascii_digit());
            let is_sign = (is_minus(c) || c == '+') && is_exponent && digit_behind;
            let ends =
                is_blank(c) || ",;:()[]{}'*/^%#\"，；".contains(c) || is_minus(c) || c == '+';
            if ends && !is_sign && !(rest.starts_with("--") && at < 2) {
                break;
            }
            before = c;
            length = at + c.len_utf8();
        }
        let atom = &rest[..length];
        let operator = atom.strip_suffix('.').filter(|_| {
            rest[length..].starts_with(['*', '/', '^']) && atom.matches('.').count() > 1
        });
        let atom = operator.unwrap_or(atom);
        self.at += atom.len();
        atom
    }
}
