//! Decimal text into the nearest number. The standard library does the same with a table of ten
//! kilobytes, more than any other part of the page's numbers; here is the plain long division.

use std::cmp::Ordering;

/// Digits beyond these can only break a tie, so they count as one.
const MOST_DIGITS: usize = 800;
/// Beyond these exponents every number is 0 or infinite.
const MOST_EXPONENT: i32 = 2_000;

/// A number in the fewest digits that read back as the same bits: whole ones without a point, very
/// large and very small ones with an exponent.
pub(super) fn decimal_text(number: f64) -> String {
    let text = format!("{number:?}");
    text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
}

/// Reads digits with at most one point, a sign before them and an exponent after them; `None` for
/// anything else, and for numbers that are too large. As `str::parse`, but for names of infinities.
pub fn decimal(text: &str) -> Option<f64> {
    let unsigned = text.strip_prefix(['-', '+', '−']);
    let sign = if unsigned.is_some() && !text.starts_with('+') { -1.0 } else { 1.0 };
    let unsigned = unsigned.unwrap_or(text);
    let (mantissa, exponent) = match unsigned.split_once(['e', 'E']) {
        Some((mantissa, exponent)) => (mantissa, whole(exponent)?),
        None => (unsigned, 0),
    };
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let is_number = before.len() + after.len() > 0;
    if !is_number || !before.bytes().chain(after.bytes()).all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let mut digits: Vec<u8> = before.bytes().chain(after.bytes()).map(|byte| byte - b'0').collect();
    let mut power = exponent.saturating_sub(i32::try_from(after.len()).ok()?);
    let n_zeros = digits.iter().take_while(|digit| **digit == 0).count();
    digits.drain(..n_zeros);
    if digits.len() > MOST_DIGITS {
        power = power.saturating_add(i32::try_from(digits.len() - MOST_DIGITS).ok()?);
        let is_more = digits.drain(MOST_DIGITS..).any(|digit| digit != 0);
        if is_more {
            digits.push(1);
            power = power.saturating_sub(1);
        }
    }
    let value = sign * nearest(&digits, power);
    value.is_finite().then_some(value)
}

/// Reads a number as people type it: blanks around it, a point or a comma before the decimals, and
/// `inf` or ∞. `1,000` is none: it may be meant as a thousand or as one.
pub fn typed(text: &str) -> Option<f64> {
    let text = text.trim();
    let unsigned = text.strip_prefix(['-', '+', '−']).unwrap_or(text);
    if ["inf", "infinity", "∞"].iter().any(|name| unsigned.eq_ignore_ascii_case(name)) {
        let is_negative = unsigned.len() < text.len() && !text.starts_with('+');
        return Some(if is_negative { f64::NEG_INFINITY } else { f64::INFINITY });
    }
    if text.split_once(',').is_some_and(|(_, decimals)| decimals.len() == 3) {
        return None;
    }
    decimal(&text.replace(',', "."))
}

/// A whole exponent, held in bounds.
fn whole(text: &str) -> Option<i32> {
    let digits = text.strip_prefix(['-', '+', '−']).unwrap_or(text);
    if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_digit()) {
        return None;
    }
    let size = digits
        .bytes()
        .fold(0_i32, |size, byte| size.saturating_mul(10).saturating_add(i32::from(byte - b'0')));
    let is_negative = digits.len() < text.len() && !text.starts_with('+');
    Some(if is_negative { -size } else { size })
}

/// The number nearest to `digits · 10^power`, ties to even.
fn nearest(digits: &[u8], power: i32) -> f64 {
    if digits.is_empty() || power < -MOST_EXPONENT {
        return 0.0;
    }
    if power > MOST_EXPONENT {
        return f64::INFINITY;
    }
    let mut above = Whole(Vec::new());
    for digit in digits {
        above.times(10, u32::from(*digit));
    }
    let mut below = Whole(vec![1]);
    let scaled = if power < 0 { &mut below } else { &mut above };
    for _ in 0..power.unsigned_abs() {
        scaled.times(10, 0);
    }
    // above ÷ below = quotient · 2^-shift with 64 binary digits: the first is found by making both
    // as long, and doubling once more where that was too little.
    let mut shift = below.length() - above.length();
    if shift >= 0 {
        above.shift(shift);
    } else {
        below.shift(-shift);
    }
    if above.compare(&below) == Ordering::Less {
        above.shift(1);
        shift += 1;
    }
    let mut quotient = 0_u64;
    for _ in 0..64 {
        quotient <<= 1;
        if above.compare(&below) != Ordering::Less {
            above.subtract(&below);
            quotient |= 1;
        }
        above.shift(1);
    }
    let is_exact = above.0.iter().all(|limb| *limb == 0);
    round(quotient, -shift, is_exact)
}

/// `quotient · 2^(exponent - 63)`, its first binary digit being 1, rounded to the nearest number.
fn round(quotient: u64, exponent: i32, is_exact: bool) -> f64 {
    const LEAST: i32 = -1022;
    // As many digits as a number of this size has; fewer below the smallest normal one.
    let n_lost = 11 + (LEAST - exponent).max(0);
    if exponent > 1023 {
        return f64::INFINITY;
    }
    if n_lost > 64 {
        return 0.0;
    }
    let kept = quotient.checked_shr(n_lost.unsigned_abs()).unwrap_or(0);
    let half = 1_u64 << (n_lost - 1);
    let lost = quotient & ((half - 1) | half);
    let is_up = lost > half || (lost == half && (!is_exact || kept & 1 == 1));
    // A carry runs into the exponent, which is then right, too.
    let bits = kept + u64::from(is_up);
    let biased = u64::from((exponent - LEAST).max(0).unsigned_abs());
    f64::from_bits((biased << 52) + bits)
}

/// A whole number, its 32-bit digits from the last.
struct Whole(Vec<u32>);

impl Whole {
    /// This · `factor` + `term`.
    fn times(&mut self, factor: u32, term: u32) {
        let mut carry = term;
        for limb in &mut self.0 {
            let product = u64::from(*limb) * u64::from(factor) + u64::from(carry);
            (*limb, carry) = (product as u32, (product >> 32) as u32);
        }
        if carry > 0 {
            self.0.push(carry);
        }
    }

    /// Its number of binary digits.
    fn length(&self) -> i32 {
        let last = self.0.last().copied().unwrap_or(0);
        (self.0.len() * 32).cast_signed() as i32 - last.leading_zeros().cast_signed()
    }

    /// This · 2^`by`.
    fn shift(&mut self, by: i32) {
        self.0.splice(0..0, vec![0; by as usize / 32]);
        self.times(1 << (by % 32), 0);
    }

    fn compare(&self, other: &Self) -> Ordering {
        let size = |it: &Self| it.0.iter().rposition(|limb| *limb != 0).map_or(0, |at| at + 1);
        let (here, there) = (size(self), size(other));
        here.cmp(&there)
            .then_with(|| self.0[..here].iter().rev().cmp(other.0[..there].iter().rev()))
    }

    /// This − `other`, which is not larger.
    fn subtract(&mut self, other: &Self) {
        let mut is_short = false;
        for (at, limb) in self.0.iter_mut().enumerate() {
            let taken = other.0.get(at).copied().unwrap_or(0);
            let (less, first) = limb.overflowing_sub(taken);
            let (less, second) = less.overflowing_sub(u32::from(is_short));
            (*limb, is_short) = (less, first || second);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str) {
        let expected: f64 = text.parse().unwrap();
        let found = decimal(text).map(f64::to_bits);
        assert_eq!(found, Some(expected.to_bits()), "{text} is {expected:?}");
    }

    #[test]
    fn numbers_are_those_of_the_standard_library() {
        for text in ["0", "-0", "1", "8.", ".5", "00.10", "27.5", "1e22", "1e23", "-3.75E-2"] {
            check(text);
        }
        let near_the_ends = [
            "1.7976931348623157e308",
            "2.2250738585072014e-308",
            "2.2250738585072011e-308",
            "4.9406564584124654e-324",
            "2.4703282292062327e-324",
            "2.4703282292062328e-324",
            "1e-400",
            "0e999999999999",
        ];
        near_the_ends.into_iter().for_each(check);
        // Ties, and what breaks them in the eight hundredth place.
        let tie = "9007199254740993";
        check(tie);
        for tail in ["0".repeat(900), "0".repeat(900) + "1", "0".repeat(600) + "1"] {
            check(&format!("{tie}.{tail}"));
        }
    }

    #[test]
    fn random_numbers_are_those_of_the_standard_library() {
        let mut state = 0x9e37_79b9_7f4a_7c15_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            state
        };
        for _ in 0..3_000 {
            let value = f64::from_bits(random());
            if value.is_finite() {
                check(&format!("{value:e}"));
                check(&format!("{value:.20e}"));
            }
            let exponent = (random() % 700).cast_signed() - 350;
            let text = format!("{}.{}e{exponent}", random(), random());
            match text.parse::<f64>() {
                Ok(value) if value.is_finite() => check(&text),
                _ => assert_eq!(decimal(&text), None, "{text}"),
            }
        }
    }

    #[test]
    fn typed_numbers_have_a_point_or_a_comma_and_may_be_infinite() {
        for (text, expected) in [
            (" 2.5 ", Some(2.5)),
            ("-0,25", Some(-0.25)),
            ("−3", Some(-3.0)),
            ("1e-4", Some(1e-4)),
            ("1,0000", Some(1.0)),
            ("-inf", Some(f64::NEG_INFINITY)),
            ("−∞", Some(f64::NEG_INFINITY)),
            ("Infinity", Some(f64::INFINITY)),
            ("1,000", None),
            ("1,2,3", None),
            ("1.2,3", None),
            ("nan", None),
            ("", None),
            ("3 4", None),
        ] {
            assert_eq!(typed(text), expected, "{text}");
        }
    }

    #[test]
    fn everything_else_is_no_number() {
        for text in [
            "",
            ".",
            "-",
            "e",
            "e5",
            "1e",
            "1e+",
            "1e5.5",
            "1.2.3",
            "1,5",
            "+-1",
            " 1",
            "1 ",
            "inf",
            "NaN",
            "0x1",
            "1_000",
            "½",
            "1e309",
            "-1e999999999999",
            "１",
        ] {
            assert_eq!(decimal(text), None, "{text}");
        }
        assert_eq!(decimal("−2.5"), Some(-2.5), "the minus of typesetting");
    }
}
