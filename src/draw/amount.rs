//! Counts and shares as text.

/// A count with its thousands apart: `1,048,576`.
pub fn grouped(count: usize) -> String {
    let digits = count.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Rows and columns, `2,048 × 64`.
pub fn size_name((rows, columns): (usize, usize)) -> String {
    format!("{} × {}", grouped(rows), grouped(columns))
}

/// A share in percent, never more than it is: what is not all is not `100%`.
pub fn percent(share: f64) -> String {
    // What sums of the same numbers in another order may differ by.
    const SLACK: f64 = 1e-9;
    let tenths = (share * 1000.0 + SLACK * 1000.0).floor() / 10.0;
    match tenths {
        _ if tenths >= 100.0 => "100%".to_owned(),
        _ if tenths < 0.1 && share > 0.0 => "<0.1%".to_owned(),
        _ => format!("{tenths:.1}%"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        for (count, text) in [(0, "0"), (999, "999"), (1000, "1,000"), (1_048_576, "1,048,576")] {
            assert_eq!(grouped(count), text);
        }
    }

    #[test]
    fn what_is_not_all_is_not_a_hundred_percent() {
        let cases = [
            (1.0, "100%"),
            (1.0 - 1e-12, "100%"),
            (0.99999, "99.9%"),
            (0.125, "12.5%"),
            (0.0004, "<0.1%"),
            (0.0, "0.0%"),
        ];
        for (share, text) in cases {
            assert_eq!(percent(share), text, "{share}");
        }
    }
}
