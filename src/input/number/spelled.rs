//! Decimal numbers in other spellings than Rust's, and the names of what no digits can write.

use super::{NotANumber, Number, Oddity, Style, held, is_blank, is_minus};

/// Names of NaN, in whatever case; also what old C libraries print.
const NANS: [&str; 12] = [
    "nan",
    "np.nan",
    "numpy.nan",
    "math.nan",
    "torch.nan",
    "nan16",
    "nan32",
    "nan(ind)",
    "1.#qnan",
    "1.#ind",
    "float('nan')",
    "float(\"nan\")",
];
/// Names of infinity, in whatever case.
const INFINITIES: [&str; 13] = [
    "inf",
    "infinity",
    "∞",
    "\\infty",
    "np.inf",
    "numpy.inf",
    "math.inf",
    "torch.inf",
    "inf16",
    "inf32",
    "1.#inf",
    "float('inf')",
    "float(\"inf\")",
];
/// What a literal may end in: C's `f`, R's `L`, Rust's types. `f32` alone is no suffix: Julia
/// means 10³² by it.
const SUFFIXES: [&str; 8] = ["", "f", "F", "L", "_f16", "_f32", "_f64", "f64"];
/// What stands before an exponent; `*^` is Mathematica's, `d` Fortran's, `f` Julia's.
const EXPONENTS: [&str; 7] = ["e", "E", "d", "D", "*^", "f", "Ｅ"];
/// What stands between a factor and its power of ten.
const TIMES: [&str; 8] = ["×", "·", "⋅", "\\times", "\\cdot", "*", "x", "✕"];
const SUPERSCRIPTS: [char; 10] = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];

/// The value of a name such as `-Inf`.
pub fn name(cell: &str) -> Option<f64> {
    let (is_negative, name) = match cell.strip_prefix(is_minus) {
        Some(name) => (true, name),
        None => (false, cell.strip_prefix(['+', '＋']).unwrap_or(cell)),
    };
    let is_in = |names: &[&str]| names.iter().any(|one| one.eq_ignore_ascii_case(name));
    if is_in(&NANS) {
        return Some(f64::NAN);
    }
    if is_in(&["float('-inf')", "float(\"-inf\")"]) && !is_negative {
        return Some(f64::NEG_INFINITY);
    }
    is_in(&INFINITIES).then_some(if is_negative { f64::NEG_INFINITY } else { f64::INFINITY })
}

/// A decimal number; `None` where it is none.
pub fn decimal(cell: &str, style: Style) -> Option<Result<Number, NotANumber>> {
    let mut stack = [0; 64];
    let mut heap;
    // The plain text is never longer than what it is made of.
    let plain = if cell.len() <= stack.len() {
        &mut stack[..]
    } else {
        heap = vec![0; cell.len()];
        &mut heap
    };
    let mut scan = Scan { rest: cell, style, plain, length: 0, oddity: None };
    scan.number()?;
    let value = std::str::from_utf8(scan.plain.get(..scan.length)?).ok()?.parse().ok()?;
    let oddity = scan.oddity;
    Some(held(value, cell).map(|value| Number { value, oddity }))
}

/// What is left of a cell, and the plain text of what was read of it.
struct Scan<'a> {
    rest: &'a str,
    style: Style,
    plain: &'a mut [u8],
    length: usize,
    oddity: Option<Oddity>,
}

impl<'a> Scan<'a> {
    /// The whole cell as one number.
    fn number(&mut self) -> Option<()> {
        self.sign();
        if let Some(exponent) = power_of_ten(self.rest) {
            self.push(b'1')?;
            return self.power(exponent);
        }
        let n_digits = self.whole()? + if self.mark() { self.digits()? } else { 0 };
        if n_digits == 0 {
            return None;
        }
        if let Some(exponent) = times(self.rest).and_then(power_of_ten) {
            return self.power(exponent);
        }
        self.exponent()?;
        SUFFIXES.contains(&self.rest).then_some(())
    }

    fn push(&mut self, byte: u8) -> Option<()> {
        *self.plain.get_mut(self.length)? = byte;
        self.length += 1;
        Some(())
    }

    /// A sign; one that only looks like a minus is remembered.
    fn sign(&mut self) {
        let mut rest = self.rest.chars();
        let Some(first) = rest.next() else { return };
        if is_minus(first) || matches!(first, '+' | '＋' | '⁺' | '⁻') {
            self.rest = rest.as_str();
            if is_minus(first) || first == '⁻' {
                // Signs come first, or behind the `e`: there is room.
                let _room = self.push(b'-');
            }
            if is_minus(first) && first != '-' {
                self.oddity = self.oddity.max(Some(Oddity::Minus(first)));
            }
        }
    }

    /// The digits before the decimal mark, in groups if the style has any; how many.
    fn whole(&mut self) -> Option<usize> {
        let starts_with_zero = self.rest.starts_with(['0', '０']);
        let mut n = self.digits()?;
        let Some(group) = self.style.group.filter(|_| (1..=3).contains(&n) && !starts_with_zero)
        else {
            return Some(n);
        };
        while let Some(rest) = self.rest.strip_prefix(|c| is_group(c, group)) {
            self.rest = rest;
            // Another length than three is no group, and so the cell no number.
            if self.digits()? != 3 {
                return None;
            }
            n += 3;
        }
        Some(n)
    }

    /// The decimal mark, if it is next.
    fn mark(&mut self) -> bool {
        let marks = if self.style.decimal == ',' { [',', '，'] } else { ['.', '．'] };
        let Some(rest) = self.rest.strip_prefix(marks) else { return false };
        self.rest = rest;
        self.push(b'.').is_some()
    }

    /// A run of digits, which underscores may part; how many.
    fn digits(&mut self) -> Option<usize> {
        let mut n = 0;
        let mut rest = self.rest.chars();
        while let Some(c) = rest.next() {
            if let Some(digit) = digit(c) {
                self.push(digit)?;
                n += 1;
                self.rest = rest.as_str();
            } else if c != '_' || n == 0 || rest.clone().next().and_then(digit).is_none() {
                break;
            }
        }
        Some(n)
    }

    /// A power of ten behind its `e`, if it is next.
    fn exponent(&mut self) -> Option<()> {
        let Some(mark) = EXPONENTS.iter().find(|mark| self.rest.starts_with(**mark)) else {
            return Some(());
        };
        let exponent = &self.rest[mark.len()..];
        let digits = exponent.strip_prefix(|c| is_minus(c) || c == '+').unwrap_or(exponent);
        let is_type = *mark == "f" && ["16", "32", "64"].contains(&exponent);
        if is_type || !digits.starts_with(|c| digit(c).is_some()) {
            return Some(());
        }
        self.rest = exponent;
        self.push(b'e')?;
        self.sign();
        self.digits().map(|_| ())
    }

    /// The exponent of a written power of ten, to the end.
    fn power(&mut self, exponent: &'a str) -> Option<()> {
        self.push(b'e')?;
        self.rest = exponent;
        self.sign();
        self.oddity = self.oddity.max(Some(Oddity::PowerOfTen));
        let digits = self.rest;
        for c in digits.chars() {
            let superscript = || SUPERSCRIPTS.iter().position(|one| *one == c);
            self.push(digit(c).or_else(|| Some(b'0' + superscript()? as u8))?)?;
        }
        (!digits.is_empty()).then_some(())
    }
}

/// The ASCII digit of a digit, be it a full-width one.
pub fn digit(c: char) -> Option<u8> {
    match c {
        '0'..='9' => Some(c as u8),
        '０'..='９' => Some(b'0' + (c as u32 - '０' as u32) as u8),
        _ => None,
    }
}

/// Whether a character parts groups in a style that parts them by `group`.
fn is_group(c: char, group: char) -> bool {
    match group {
        ' ' => matches!(c, ' ' | '\u{A0}' | '\u{202F}' | '\u{2009}'),
        '\'' => matches!(c, '\'' | '’'),
        _ => c == group,
    }
}

/// What follows a multiplication sign.
fn times(text: &str) -> Option<&str> {
    let text = text.trim_start_matches(is_blank);
    TIMES.iter().find_map(|sign| text.strip_prefix(sign))
}

/// The exponent of a power of ten as it is typeset: `10⁻⁵`, `10^{-5}`, `10**5`.
fn power_of_ten(text: &str) -> Option<&str> {
    let exponent = text.trim_start_matches(is_blank).strip_prefix("10")?;
    if exponent.starts_with(|c| matches!(c, '⁻' | '⁺') || SUPERSCRIPTS.contains(&c)) {
        return Some(exponent);
    }
    let exponent = exponent.strip_prefix('^').or_else(|| exponent.strip_prefix("**"))?;
    let within = |open, close| exponent.strip_prefix(open)?.strip_suffix(close);
    Some(within('{', '}').or_else(|| within('(', ')')).unwrap_or(exponent))
}
