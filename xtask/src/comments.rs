//! Scripts and styles without their comments and indents: the browser needs neither, and those of ours are a good
//! part of both.

use std::fs;
use std::path::Path;

use crate::process::Outcome;

/// Takes whole lines of comment, and what lines begin with, out of every script and style in a folder; of scripts also
/// comments at the end of lines.
///
/// # Errors
/// When a file cannot be read or written.
pub fn strip(folder: &Path) -> Outcome {
    let failed = |error| format!("{}: {error}", folder.display());
    for entry in fs::read_dir(folder).map_err(failed)? {
        let path = entry.map_err(failed)?.path();
        let ending = path.extension().unwrap_or_default();
        if ["js", "mjs", "css"].iter().any(|known| ending == *known) {
            let text = fs::read_to_string(&path).map_err(failed)?;
            let is_script = ending != "css";
            fs::write(&path, without_comments(&text, is_script)).map_err(failed)?;
        }
    }
    Ok(())
}

/// Lines that are nothing but comment, and what a line ends with where that can stand in no text.
/// A text over several lines keeps every line as it is.
fn without_comments(script: &str, is_script: bool) -> String {
    let opens_text = |line: &str| line.matches('`').count() % 2 == 1;
    let has_long_text = script.lines().any(opens_text);
    let mut kept = String::with_capacity(script.len());
    let mut is_inside = false;
    for line in script.lines() {
        let trimmed = line.trim();
        // What follows a comment on its own line is code: such a line stays.
        let is_whole = !trimmed.contains("*/") || trimmed.ends_with("*/");
        if is_inside || (trimmed.starts_with("/*") && is_whole) {
            is_inside = !trimmed.contains("*/");
        } else if !trimmed.starts_with("//") && !trimmed.is_empty() {
            kept.push_str(match (has_long_text, is_script) {
                (true, _) => line,
                (false, true) => without_end(trimmed),
                (false, false) => trimmed,
            });
            kept.push('\n');
        }
    }
    kept
}

/// A line without the comment at its end: what follows ` // ` outside of a text. Where a text has more to it than its
/// two quotes, or another comment is in the line, it stays as it is.
fn without_end(line: &str) -> &str {
    let mut text = None;
    for (at, sign) in line.char_indices() {
        match (text, sign) {
            (_, '\\') => return line,
            (None, '"' | '\'' | '`') => text = Some(sign),
            (Some(quote), _) if quote == sign => text = None,
            (None, '/') if line[at..].starts_with("/*") => return line,
            (None, '/') if line[at..].starts_with("// ") && line[..at].ends_with(' ') => {
                return line[..at].trim_end();
            }
            _ => {}
        }
    }
    line
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_of_comment_go_and_code_stays() {
        let script = "// a\nlet b = 1; // b\n/** c */\n/**\n * d\n */\n\n  // e\n  f(\"// g\");\n";
        assert_eq!(without_comments(script, true), "let b = 1;\nf(\"// g\");\n");
        let text = "a = `b\n  c`;\n";
        assert_eq!(without_comments(text, true), text);
        let style = "/* a\n   b */\n/* c // d */ p { d: e; }\n";
        assert_eq!(without_comments(style, false), "/* c // d */ p { d: e; }\n");
    }

    #[test]
    fn what_may_be_in_a_text_stays() {
        for line in [
            "f(\"a // b\");",
            "f('\"', \"a // b\");",
            "f('a\\' // b');",
            "f(`a // b`);",
            "f(/* a // b */ c);",
            "f(a//b);",
        ] {
            assert_eq!(without_end(line), line);
        }
        assert_eq!(without_end("f(\"a\", 'b'); // it's c"), "f(\"a\", 'b');");
        assert_eq!(without_end("f(\"a // b\"); // c // d"), "f(\"a // b\");");
    }
}
