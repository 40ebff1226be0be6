//! Fenced blocks of Markdown: an answer in a chat holds its numbers there, and prose around them.

use super::number::{Style, number};

/// How many lines stand before the first fenced block, and the text from there on with everything
/// outside of its blocks taken out but for the ends of lines; `None` where there is no fence. A
/// block that is not closed reaches to the end.
pub fn unfenced(text: &str) -> Option<(usize, String)> {
    // A character alone is found much faster than three of them.
    let has = |sign: char, fence: &str| text.contains(sign) && text.contains(fence);
    if !has('`', "```") && !has('~', "~~~") {
        return None;
    }
    let mut inside = String::with_capacity(text.len());
    let (mut open, mut is_fenced) = (None, false);
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        let mark = ["```", "~~~"].into_iter().find(|mark| trimmed.starts_with(*mark));
        // A language may be named where a block opens; numbers there are those of a row whose label
        // is such a sign.
        let behind = mark.map_or("", |mark| trimmed[mark.len()..].trim());
        let is_label = behind.contains(char::is_whitespace) || number(behind, Style::POINT).is_ok();
        match (open, mark) {
            (None, Some(_)) if !is_label => (open, is_fenced) = (mark, true),
            (Some(opened), Some(mark)) if mark == opened && behind.is_empty() => open = None,
            (Some(_), _) => {
                inside.push_str(line);
                continue;
            }
            (None, _) => {}
        }
        inside.extend(line.ends_with('\n').then_some('\n'));
    }
    let n_before = inside.len() - inside.trim_start_matches('\n').len();
    is_fenced.then(|| (n_before, inside.split_off(n_before)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: Option<(usize, &str)>) {
        assert_eq!(unfenced(text), expected.map(|(n_before, text)| (n_before, text.to_owned())));
    }

    #[test]
    fn what_is_in_fences_keeps_its_lines() {
        check("a\n```python\n1 2\n```\nb\n", Some((2, "1 2\n\n\n")));
        check("``` r\n1\n```\nx\n~~~\n2", Some((1, "1\n\n\n\n2")));
        check("```\n1\n~~~\n2", Some((1, "1\n~~~\n2")));
        check("1 2\n3 4", None);
    }

    #[test]
    fn a_label_of_quotes_is_no_fence() {
        check("the 0.1 0.2\n``` 0.3 0.4\n", None);
        check("the 0.1\n``` 0.3\n", None);
    }
}
