//! As much of Rust's syntax as the rules need.

/// A function with a body.
pub struct Function {
    pub name: String,
    /// Of its signature, counted from 1.
    pub line: usize,
    /// From the signature to the closing brace.
    pub n_lines: usize,
    pub has_view: bool,
}

/// The text with comments, strings and characters blanked; lines stay lines.
pub fn code_only(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let length = inert(rest);
        let (part, left) = rest.split_at(length.max(first.len_utf8()));
        match length {
            0 => code.push(first),
            _ => code.extend(part.chars().map(|c| if c == '\n' { c } else { ' ' })),
        }
        rest = left;
    }
    code
}

/// Bytes of the comment, string or character at the start of a text; 0 for none.
fn inert(text: &str) -> usize {
    let until = |from: usize, end: &str| {
        text[from..].find(end).map_or(text.len(), |at| from + at + end.len())
    };
    let hashes = text.strip_prefix('r').map(|rest| rest.len() - rest.trim_start_matches('#').len());
    match (text.as_bytes(), hashes) {
        ([b'/', b'/', ..], _) => text.find('\n').unwrap_or(text.len()),
        ([b'/', b'*', ..], _) => until(2, "*/"),
        ([b'"', ..], _) => string(text),
        ([b'\'', b'\\', ..], _) => until(3, "'"),
        ([b'\'', ..], _) => {
            // A lifetime has no quote after its first letter.
            let second = text[1..].chars().next().map_or(0, char::len_utf8);
            if text[1 + second..].starts_with('\'') { second + 2 } else { 0 }
        }
        (_, Some(n)) if text[1 + n..].starts_with('"') => {
            until(n + 2, &format!("\"{}", "#".repeat(n)))
        }
        _ => 0,
    }
}

/// Bytes of the string literal at the start of a text.
fn string(text: &str) -> usize {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// Every function with a body, nested ones too.
pub fn functions(text: &str) -> Vec<Function> {
    let code = code_only(text);
    let lines: Vec<&str> = code.lines().collect();
    (0..lines.len()).filter_map(|start| function(&lines[start..], start + 1)).collect()
}

fn function(lines: &[&str], line: usize) -> Option<Function> {
    let (before, after) = lines[0].split_once("fn ")?;
    let name: String = after.chars().take_while(|c| is_name(*c)).collect();
    if before.ends_with(is_name) || name.is_empty() {
        return None;
    }
    let (mut depth, mut has_body) = (0, false);
    for (at, text) in lines.iter().enumerate() {
        has_body |= text.contains('{');
        depth += text.matches('{').count();
        depth = depth.saturating_sub(text.matches('}').count());
        if !has_body && text.ends_with(';') {
            return None;
        }
        if has_body && depth == 0 {
            let has_view = lines[..=at].iter().any(|line| line.contains("view!"));
            return Some(Function { name, line, n_lines: at + 1, has_view });
        }
    }
    None
}

/// Whether a character may stand in a name.
pub fn is_name(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// The number of the line in which a byte stands.
pub fn line_of(text: &str, at: usize) -> usize {
    text[..at].matches('\n').count() + 1
}

/// The variants of an enum, in order, as they are written.
pub fn variants(text: &str, name: &str) -> Vec<String> {
    let code = code_only(text);
    let (_, body) = code.split_once(&format!("pub enum {name} {{")).expect("the enum");
    let (body, _) = body.split_once("\n}").expect("its end");
    let lines = body.lines().map(str::trim).filter(|line| line.starts_with(char::is_uppercase));
    lines.map(|line| line.chars().take_while(|c| is_name(*c)).collect()).collect()
}

#[test]
fn comments_strings_and_characters_are_no_code() {
    #[track_caller]
    fn check(text: &str, expected: &str) {
        assert_eq!(code_only(text).split_whitespace().collect::<Vec<_>>().join(" "), expected);
    }
    check("a /* b */ c // d\ne", "a c e");
    check("f(\"{ \\\" }\", '{', '\\'', 'é') }", "f( , , , ) }");
    check("r#\"say \"{\"\"# + r\"\\\" x", "+ x");
    check("fn f<'a>(x: &'a str) {", "fn f<'a>(x: &'a str) {");
}

#[test]
fn a_function_reaches_from_its_signature_to_its_closing_brace() {
    let text =
        "trait T {\n    fn no_body(&self);\n}\nfn one() {}\nfn three(\n) {\n    view!{}\n}\n";
    let found: Vec<_> =
        functions(text).into_iter().map(|f| (f.name, f.line, f.n_lines, f.has_view)).collect();
    assert_eq!(found, [("one".to_owned(), 4, 1, false), ("three".to_owned(), 5, 4, true)]);
}
