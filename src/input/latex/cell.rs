//! What a cell of LaTeX says: commands of looks taken off, escapes resolved.

use std::borrow::Cow;

use crate::input::grid::is_plain;

/// Commands that stand before a cell and are none of it; those with arguments lose them.
const RULES: [&str; 12] = [
    "\\hline",
    "\\toprule",
    "\\midrule",
    "\\bottomrule",
    "\\cline",
    "\\cmidrule",
    "\\hhline",
    "\\rowcolor",
    "\\cellcolor",
    "\\addlinespace",
    "\\specialrule",
    "\\color",
];
/// Commands whose argument is the cell.
const WRAPPERS: [&str; 18] = [
    "\\text",
    "\\textbf",
    "\\textit",
    "\\texttt",
    "\\textrm",
    "\\textsf",
    "\\emph",
    "\\mathbf",
    "\\mathrm",
    "\\mathit",
    "\\mathtt",
    "\\mathsf",
    "\\boldsymbol",
    "\\bm",
    "\\num",
    "\\mbox",
    "\\ensuremath",
    "\\underline",
];
/// Room and changes of looks.
const ROOM: [&str; 15] = [
    "\\,",
    "\\;",
    "\\:",
    "\\!",
    "\\ ",
    "~",
    "\\quad",
    "\\qquad",
    "\\displaystyle",
    "\\textstyle",
    "\\bfseries",
    "\\centering",
    "\\hfill",
    "\\bf",
    "\\it",
];
/// What stands for other characters.
const CHARACTERS: [(&str, &str); 17] = [
    ("{,}", ","),
    ("{.}", "."),
    ("{-}", "-"),
    ("{+}", "+"),
    ("{}", ""),
    ("\\_", "_"),
    ("\\&", "&"),
    ("\\%", "%"),
    ("\\#", "#"),
    ("\\$", "$"),
    ("\\{", "{"),
    ("\\}", "}"),
    ("\\textbackslash", "\\"),
    ("\\textasciitilde", "~"),
    ("\\textasciicircum", "^"),
    ("\\textbar", "|"),
    ("$-$", "-"),
];

/// No cell wraps its text deeper.
const DEEPEST: usize = 8;

/// The text of a cell.
pub fn decoded(raw: &str) -> Cow<'_, str> {
    let cell = raw.trim();
    if is_plain(cell) {
        return Cow::Borrowed(cell);
    }
    let cell = without_comments(cell);
    if let Some(text) = text(without_rules(&cell)) {
        return Cow::Owned(resolved(text));
    }
    let mut inner = cell.trim();
    for _ in 0..DEEPEST {
        inner = unwrapped(inner);
    }
    let plain = resolved(inner);
    // A sign may stand apart from its number.
    let number = plain.trim().strip_prefix('-').map(str::trim_start);
    match number {
        Some(rest) if rest.starts_with(|c: char| c.is_ascii_digit() || c == '.' || c == '\\') => {
            Cow::Owned(format!("-{rest}"))
        }
        _ => Cow::Owned(plain.trim().to_owned()),
    }
}

/// A cell behind the rules that are drawn above it.
fn without_rules(mut cell: &str) -> &str {
    while let Some(rest) = RULES.iter().find_map(|rule| command(cell.trim_start(), rule)) {
        cell = without_arguments(rest);
    }
    cell
}

/// What stands in `\text{…}` where that is the whole cell: a text with all its blanks.
fn text(cell: &str) -> Option<&str> {
    let group = command(cell.trim(), "\\text")?;
    let inner = group.strip_prefix('{')?.strip_suffix('}')?;
    let at = |sign: &str| inner.match_indices(sign).map(|(at, _)| at).collect::<Vec<_>>();
    let is_formula = at("$").iter().any(|at| !inner[..*at].ends_with('\\'));
    let is_wrapped = |name: &str| at(name).iter().any(|at| command(&inner[*at..], name).is_some());
    let is_plain = !is_formula && !WRAPPERS.into_iter().any(is_wrapped);
    (is_plain && group_length(group)? == group.len()).then_some(inner)
}

/// A comment reaches from an unescaped percent sign to the end of its line.
fn without_comments(cell: &str) -> Cow<'_, str> {
    if !cell.contains('%') {
        return Cow::Borrowed(cell);
    }
    let without = |line: &str| {
        let mut is_escaped = false;
        let at = line.find(|c| {
            let is_comment = c == '%' && !is_escaped;
            is_escaped = c == '\\' && !is_escaped;
            is_comment
        });
        line[..at.unwrap_or(line.len())].to_owned()
    };
    Cow::Owned(cell.lines().map(without).collect::<Vec<_>>().join("\n"))
}

/// The same without what is around it.
fn unwrapped(cell: &str) -> &str {
    let cell = cell.trim();
    if let Some(rest) = RULES.iter().find_map(|rule| command(cell, rule)) {
        return without_arguments(rest);
    }
    if let Some(rest) =
        ["\\phantom", "\\hphantom", "\\vphantom"].iter().find_map(|p| command(cell, p))
    {
        return without_arguments(rest);
    }
    if let Some(rest) = ROOM.iter().find_map(|room| command(cell, room)) {
        return rest.trim();
    }
    for (open, close) in [("$", "$"), ("\\(", "\\)")] {
        let inner = cell.strip_prefix(open).and_then(|rest| rest.strip_suffix(close));
        if let Some(inner) = inner.filter(|inner| !inner.is_empty() && !inner.contains(open)) {
            return inner.trim();
        }
    }
    let group = WRAPPERS.iter().find_map(|name| command(cell, name)).unwrap_or(cell);
    let is_character = CHARACTERS.iter().any(|(spelled, _)| *spelled == cell);
    match group_length(group) {
        Some(length) if length == group.len() && group.starts_with('{') && !is_character => {
            group[1..length - 1].trim()
        }
        _ => cell,
    }
}

/// What follows a command at the start of a cell.
fn command<'a>(cell: &'a str, name: &str) -> Option<&'a str> {
    let rest = cell.strip_prefix(name)?;
    let is_word = name.ends_with(|c: char| c.is_ascii_alphabetic());
    (!is_word || !rest.starts_with(|c: char| c.is_ascii_alphabetic())).then_some(rest)
}

/// What follows the arguments of a command; a blank ends them.
fn without_arguments(mut text: &str) -> &str {
    while let Some(length) = group_length(text) {
        text = &text[length..];
    }
    text.trim()
}

/// The length of the group that a text begins with.
fn group_length(text: &str) -> Option<usize> {
    let (open, close) = match text.chars().next()? {
        '{' => ('{', '}'),
        '[' => ('[', ']'),
        '(' => ('(', ')'),
        _ => return None,
    };
    let (mut depth, mut is_escaped) = (0, false);
    let end = text.char_indices().find(|(_, c)| {
        if !is_escaped {
            depth += i32::from(*c == open) - i32::from(*c == close);
        }
        is_escaped = *c == '\\' && !is_escaped;
        depth == 0
    });
    end.map(|(at, _)| at + 1)
}

/// The text with its escapes resolved and its room left out.
fn resolved(cell: &str) -> String {
    let mut text = String::with_capacity(cell.len());
    let mut rest = cell;
    while let Some(c) = rest.chars().next() {
        let spelled = CHARACTERS.iter().find_map(|(from, to)| Some((command(rest, from)?, *to)));
        let is_blank = c == '~' || rest.starts_with("\\ ");
        let room = || ROOM.iter().find_map(|room| command(rest, room));
        if let Some((behind, to)) = spelled {
            text.push_str(to);
            rest = behind;
        } else if let Some(behind) = room() {
            text.push_str(if is_blank { " " } else { "" });
            rest = behind;
        } else {
            text.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    text
}
