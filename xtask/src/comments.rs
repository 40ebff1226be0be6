//! Scripts and styles without their comments and indents: the browser needs neither, and those of ours are a good
//! part of both.

use std::fs;
use std::path::Path;

use crate::process::Outcome;

/// Takes whole lines of comment, and what lines begin with, out of every script and style in a folder.
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
            fs::write(&path, without_comments(&text)).map_err(failed)?;
        }
    }
    Ok(())
}

/// Lines that are nothing but comment, and what a line ends with where that can stand in no text.
/// A text over several lines keeps every line as it is.
fn without_comments(script: &str) -> String {
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
            kept.push_str(if has_long_text { line } else { without_end(trimmed) });
            kept.push('\n');
        }
    }
    kept
}

/// A line without the comment at its end, unless that may be in a text: one that has begun and not ended before it.
fn without_end(line: &str) -> &str {
    let Some((code, _)) = line.split_once(" // ") else { return line };
    let may_be_text = ['"', '\'', '`'].iter().any(|quote| code.matches(*quote).count() % 2 == 1);
    if may_be_text || code.contains('\\') { line } else { code.trim_end() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_of_comment_go_and_code_stays() {
        let script = "// a\nlet b = 1; // b\n/** c */\n/**\n * d\n */\n\n  // e\n  f(\"// g\");\n";
        assert_eq!(without_comments(script), "let b = 1;\nf(\"// g\");\n");
        for text in ["f(\"a // b\");\n", "f('a\\' // b');\n", "f(\"a\", `b // c`); // d\n"] {
            assert_eq!(without_comments(text), text);
        }
        assert_eq!(without_comments("f(\"a\", 'b'); // it's c\n"), "f(\"a\", 'b');\n");
        let text = "a = `b\n  c`;\n";
        assert_eq!(without_comments(text), text);
        let style = "/* a\n   b */\n/* c */ p { d: e; }\n";
        assert_eq!(without_comments(style), "/* c */ p { d: e; }\n");
    }
}
