//! JSON in fewer letters, and back: no blanks, whole numbers without `.0`, and numbers that came
//! from 32 bits with the decimals that those need and an `f`: `0.1f` for `0.10000000149011612`.
//! What stands in quotes is left as it is.

/// The text in fewer letters.
pub(super) fn shorten(json: &str) -> String {
    let mut short = String::with_capacity(json.len());
    for part in parts(json) {
        match part {
            Part::Number(number) => short.push_str(&short_number(number)),
            Part::Text(text) => short.push_str(text),
            Part::Other(c) if c.is_ascii_whitespace() => {}
            Part::Other(c) => short.push(c),
        }
    }
    short
}

/// The text as JSON again.
pub(super) fn lengthen(short: &str) -> String {
    let mut json = String::with_capacity(short.len());
    let mut number = "";
    for part in parts(short) {
        // Only after a number is an `f` a sign of ours, and not the beginning of `false`.
        let is_mark = matches!(part, Part::Other('f')) && !number.is_empty();
        match number.parse::<f32>() {
            Ok(narrow) if is_mark => json += &wide(narrow),
            _ => json += number,
        }
        number = "";
        match part {
            Part::Number(text) => number = text,
            Part::Text(text) => json.push_str(text),
            Part::Other(_) if is_mark => {}
            Part::Other(c) => json.push(c),
        }
    }
    json + number
}

/// In the decimals that 64 bits need.
fn wide(narrow: f32) -> String {
    format!("{:?}", f64::from(narrow))
}

fn short_number(text: &str) -> String {
    let Ok(number) = text.parse::<f64>() else { return text.to_owned() };
    let narrow = number as f32;
    let marked = format!("{narrow:?}f");
    if f64::from(narrow).to_bits() == number.to_bits() && marked.len() < text.len() {
        return marked;
    }
    match text.strip_suffix(".0") {
        Some(whole) if whole != "-0" => whole.to_owned(),
        _ => text.to_owned(),
    }
}

/// A piece of JSON, or of what we make of it.
enum Part<'a> {
    /// Letters of which numbers are made.
    Number(&'a str),
    /// With its quotes.
    Text(&'a str),
    Other(char),
}

fn parts(text: &str) -> impl Iterator<Item = Part<'_>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let length = match first {
            '"' => text_length(rest),
            '-' | '0'..='9' => rest.find(|c: char| !"+-.eE0123456789".contains(c)),
            c => Some(c.len_utf8()),
        };
        let (part, after) = rest.split_at(length.unwrap_or(rest.len()));
        rest = after;
        Some(match first {
            '"' => Part::Text(part),
            '-' | '0'..='9' => Part::Number(part),
            c => Part::Other(c),
        })
    })
}

/// Bytes of the text in quotes at the start; `None` where it does not end.
fn text_length(json: &str) -> Option<usize> {
    let mut is_escaped = false;
    let end = json.bytes().skip(1).position(|byte| {
        let is_end = byte == b'"' && !is_escaped;
        is_escaped = byte == b'\\' && !is_escaped;
        is_end
    });
    end.map(|end| end + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(json: &str, short: &str, back: &str) {
        assert_eq!(shorten(json), short);
        assert_eq!(lengthen(short), back);
    }

    #[test]
    fn json_comes_back_but_for_its_blanks() {
        let same = |json: &str| check(json, json, json);
        same("[0.1,-0.0,1e-7,1.5e300,null,false,true,\"nan\"]");
        same(r#"{"a \" 1.0 f":[],"0.1f":"é 1.0"}"#);
        check("{ \"a\": [1.0,\n -2.0] }", "{\"a\":[1,-2]}", "{\"a\":[1,-2]}");
        let (wide, narrow) = ("[0.10000000149011612,-0.29611194133758545]", "[0.1f,-0.29611194f]");
        check(wide, narrow, wide);
        check("1.401298464324817e-45", "1e-45f", "1.401298464324817e-45");
        check("[16777216.0]", "[16777216]", "[16777216]");
    }

    #[test]
    fn what_is_no_json_makes_nothing_panic() {
        for text in ["", "\"", "\"a", "1f", "-f", "1.2.3", "f", "--1", "]f"] {
            shorten(text);
            lengthen(text);
        }
        assert_eq!(lengthen("1.2.3f,-f"), "1.2.3,-");
    }
}
