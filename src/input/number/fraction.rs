//! Fractions: `1/3`, `\frac{1}{3}`.

use super::{NotANumber, Number, Style, is_minus, spelled::digit};

/// The value of a fraction, correctly rounded; `None` where the cell is none.
pub fn fraction(cell: &str, style: Style) -> Option<Result<Number, NotANumber>> {
    let (sign, rest) = sign(cell);
    let (above, below) = match rest.strip_prefix('\\') {
        Some(command) => typeset(command)?,
        None => rest.split_once(['/', '⁄'])?,
    };
    let (sign_above, above) = self::sign(above.trim());
    let (above, decimals_above) = whole(above, style)?;
    let (below, decimals_below) = whole(below.trim(), style)?;
    let more = |of: u64, decimals: u32| of.checked_mul(10_u64.checked_pow(decimals)?);
    let above = more(above, decimals_below.saturating_sub(decimals_above))?;
    let below = more(below, decimals_above.saturating_sub(decimals_below))?;
    let value = sign * sign_above * quotient(above, below)?;
    Some(Ok(Number { value, oddity: None }))
}

/// The two parts of `frac{a}{b}`.
fn typeset(command: &str) -> Option<(&str, &str)> {
    let names = ["frac", "dfrac", "tfrac"];
    let parts = names.iter().find_map(|name| command.strip_prefix(name))?;
    let (above, below) = parts.trim().strip_prefix('{')?.split_once('}')?;
    Some((above, below.trim().strip_prefix('{')?.strip_suffix('}')?))
}

fn sign(text: &str) -> (f64, &str) {
    text.strip_prefix(is_minus).map_or((1.0, text), |rest| (-1.0, rest.trim_start()))
}

/// The digits of a plain decimal as one whole number, and how many of them are decimals.
fn whole(text: &str, style: Style) -> Option<(u64, u32)> {
    let (mut value, mut decimals, mut n_digits) = (0_u64, None, 0_u32);
    for c in text.chars() {
        if c == style.decimal && decimals.is_none() {
            decimals = Some(n_digits);
            continue;
        }
        value = value.checked_mul(10)?.checked_add(u64::from(digit(c)? - b'0'))?;
        n_digits += 1;
    }
    (n_digits > 0).then(|| (value, n_digits - decimals.unwrap_or(n_digits)))
}

/// The nearest number to a quotient.
fn quotient(above: u64, below: u64) -> Option<f64> {
    if above == 0 {
        return (below != 0).then_some(0.0);
    }
    // More than 53 bits of quotient, the last of them set where a rest is left: rounded once.
    let shift = u128::from(above).leading_zeros();
    let shifted = u128::from(above) << shift;
    let rest = shifted.checked_rem(u128::from(below))?;
    let bits = (shifted / u128::from(below)) | u128::from(rest != 0);
    Some(bits as f64 * 2.0_f64.powi(-shift.cast_signed()))
}
