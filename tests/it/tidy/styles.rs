//! Stylesheets: linked in order, every rule in a layer, literal colors in one file, and those that
//! pictures share the same as theirs.

use attnscope::draw::{Inks, Rgb, Theme};

use super::{
    File,
    code::{code_only, is_name, line_of},
    files, nothing, paths, planted,
};

const TOKENS: &str = "style/tokens.css";

/// Comes with the panel: web/panel.mjs links it.
const OF_PANEL: &str = "style/panel.css";

/// Come in the wasm of the parts of the page: src/ui/mod.rs includes them.
const OF_PARTS: &str = "style/parts/";

/// Names that CSS knows for colors and that look alike in both themes.
const COLOR_NAMES: [&str; 12] = [
    "white", "black", "gray", "grey", "red", "green", "blue", "orange", "yellow", "purple",
    "brown", "silver",
];
const COLOR_FUNCTIONS: [&str; 10] =
    ["rgb(", "rgba(", "hsl(", "hsla(", "hwb(", "lab(", "lch(", "oklab(", "oklch(", "light-dark("];

/// The properties that pictures have too, in a theme.
type Shared = (&'static str, fn(&Inks) -> Rgb);
const SHARED: [Shared; 6] = [
    ("--paper", |inks| inks.paper),
    ("--ink", |inks| inks.ink),
    ("--ink-soft", |inks| inks.soft_ink),
    ("--line", |inks| inks.line),
    ("--hatch", |inks| inks.hatch),
    ("--selection", |inks| inks.selection),
];

#[test]
fn every_stylesheet_is_linked_and_the_order_of_layers_comes_first() {
    let mut sheets = paths("style");
    sheets.retain(|sheet| sheet != OF_PANEL && !sheet.starts_with(OF_PARTS));
    nothing(unlinked(&File::read("index.html"), &sheets));

    let page = |names: &[&str]| {
        let link = |name: &&str| format!("<link data-trunk rel=\"css\" href=\"{name}\" />\n");
        File { path: "index.html".to_owned(), text: names.iter().map(link).collect() }
    };
    let sheets = ["style/layers.css", TOKENS].map(str::to_owned);
    assert_eq!(
        unlinked(&page(&["style/layers.css"]), &sheets),
        ["index.html:1: style/tokens.css is not linked"]
    );
    assert_eq!(
        unlinked(&page(&[TOKENS, "style/layers.css"]), &sheets),
        ["index.html:1: style/layers.css comes first"]
    );
    let missing = page(&["style/layers.css", TOKENS, "style/gone.css"]);
    assert_eq!(unlinked(&missing, &sheets), ["index.html:3: style/gone.css does not exist"]);
}

#[test]
fn every_stylesheet_of_a_part_comes_with_it() {
    let parts = File::read("src/ui/mod.rs");
    nothing(paths(OF_PARTS.trim_end_matches('/')).iter().flat_map(|sheet| left_out(sheet, &parts)));

    planted(
        |file| left_out("style/parts/a.css", file),
        "src/ui/mod.rs",
        "",
        &["src/ui/mod.rs:1: style/parts/a.css is not included"],
    );
}

#[test]
fn every_rule_is_in_a_layer() {
    nothing(files(&["style"], ".css").iter().flat_map(unlayered));

    planted(
        unlayered,
        "style/a.css",
        "/* A. */\n@layer base {\n  p {}\n}\np {\n}\n",
        &["style/a.css:5: `p` is in no layer"],
    );
    planted(
        unlayered,
        "style/a.css",
        "@layer bass {}",
        &["style/a.css:1: layers.css does not name the layer `bass`"],
    );
    planted(
        unlayered,
        "style/a.css",
        "@import \"b.css\";",
        &["style/a.css:1: `@import \"b.css\"` is in no layer"],
    );
}

#[test]
fn literal_colors_are_tokens() {
    nothing(files(&["style"], ".css").iter().flat_map(literal_colors));

    let literal = |line: &str, found: &str| {
        let expected = format!("style/a.css:2: {found} belongs into style/tokens.css");
        planted(literal_colors, "style/a.css", &format!("p {{\n{line}\n}}"), &[&expected]);
    };
    literal("color: #fff;", "#fff");
    literal("border: 1px solid rgb(0 0 0 / 50%);", "rgb(");
    literal("color: white;", "white");
    planted(
        literal_colors,
        "style/a.css",
        "#boot-screen, .paper-white { color: transparent; white-space: pre }",
        &[],
    );
}

#[test]
fn colors_of_pictures_and_page_are_the_same() {
    nothing(differing_colors(&File::read(TOKENS)));

    let text = File::read(TOKENS).text.replace("--paper: light-dark(#", "--paper: light-dark(#0");
    assert!(differing_colors(&File { path: TOKENS.to_owned(), text })[0].contains("`--paper` is"));
}

#[test]
fn every_property_that_is_used_is_set() {
    let sheets = files(&["style"], ".css");
    let views = files(&["src/ui", "src/panel"], ".rs");
    let all: String = sheets.iter().chain(&views).map(|file| file.text.as_str()).collect();
    nothing(sheets.iter().flat_map(|sheet| unset_properties(sheet, &all)));

    let sheet = File { path: "style/a.css".to_owned(), text: "p {\ngap: var(--gab); }".to_owned() };
    assert_eq!(
        unset_properties(&sheet, "--gap: 1px; style:--row=1"),
        ["style/a.css:2: nothing sets --gab"]
    );
}

#[test]
fn no_style_is_written_into_an_attribute() {
    nothing(files(&["src/ui", "src/panel"], ".rs").iter().flat_map(style_attributes));

    planted(
        style_attributes,
        "src/ui/a.rs",
        "view! {\n<p style=\"color: red\">",
        &["src/ui/a.rs:2: the policy refuses a style attribute; write style:property=…"],
    );
    planted(style_attributes, "src/ui/a.rs", "<p style:--row=row class=\"a\"> // style=\"…\"", &[]);
}

fn unlinked(page: &File, sheets: &[String]) -> Vec<String> {
    let hrefs = |line: &str| -> Option<String> {
        let (_, rest) = line.split_once("rel=\"css\"")?;
        Some(rest.split('"').nth(1)?.to_owned())
    };
    let lines = (1..).zip(page.text.lines());
    let linked: Vec<(usize, String)> =
        lines.filter_map(|(at, line)| Some((at, hrefs(line)?))).collect();
    let mut found = Vec::new();
    if let Some((at, _)) = linked.first().filter(|(_, name)| name != "style/layers.css") {
        found.push(page.at(*at, "style/layers.css comes first"));
    }
    let is_linked = |sheet: &&String| linked.iter().any(|(_, name)| name == *sheet);
    let missing = sheets.iter().filter(|sheet| !is_linked(sheet));
    found.extend(missing.map(|sheet| page.at(1, format_args!("{sheet} is not linked"))));
    let gone = linked.iter().filter(|(_, name)| !sheets.contains(name));
    found.extend(gone.map(|(at, name)| page.at(*at, format_args!("{name} does not exist"))));
    found
}

fn left_out(sheet: &str, parts: &File) -> Vec<String> {
    let includes = parts.text.contains(&format!("include_str!(\"../../{sheet}\")"));
    (!includes).then(|| parts.at(1, format_args!("{sheet} is not included"))).into_iter().collect()
}

/// The text without comments; lines stay lines.
fn without_comments(text: &str) -> String {
    let mut code = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once("/*") {
        let (comment, left) = after.split_once("*/").unwrap_or((after, ""));
        code.push_str(before);
        code.extend(comment.matches('\n'));
        rest = left;
    }
    code + rest
}

fn unlayered(file: &File) -> Vec<String> {
    let layers = without_comments(&File::read("style/layers.css").text);
    let names: Vec<&str> = layers
        .trim()
        .trim_start_matches("@layer")
        .trim_end_matches(';')
        .split(',')
        .map(str::trim)
        .collect();
    let code = without_comments(&file.text);
    let (mut depth, mut start) = (0, 0);
    let mut found = Vec::new();
    for (at, c) in code.char_indices() {
        if depth == 0 && matches!(c, '{' | ';') {
            let head = code[start..at].trim();
            let line = line_of(&code, at);
            match head.strip_prefix("@layer ") {
                None => found.push(file.at(line, format_args!("`{head}` is in no layer"))),
                Some(name) if c == '{' && !names.contains(&name.trim()) => {
                    found.push(
                        file.at(line, format_args!("layers.css does not name the layer `{name}`")),
                    );
                }
                Some(_) => {}
            }
        }
        match c {
            '{' => depth += 1,
            '}' => depth -= 1,
            _ => {}
        }
        if depth == 0 && matches!(c, '}' | ';') {
            start = at + 1;
        }
    }
    found
}

fn literal_colors(file: &File) -> Vec<String> {
    if file.path == TOKENS {
        return Vec::new();
    }
    let code = File { path: file.path.clone(), text: without_comments(&file.text) };
    code.each_line(|line| {
        let found = hex_color(line).or_else(|| color_word(line))?;
        Some(format!("{found} belongs into {TOKENS}"))
    })
}

/// A color such as `#fff`; an id such as `#boot` is none.
fn hex_color(line: &str) -> Option<String> {
    line.match_indices('#').find_map(|(at, _)| {
        let name: String =
            line[at + 1..].chars().take_while(|c| is_name(*c) || *c == '-').collect();
        let is_hex =
            matches!(name.len(), 3 | 4 | 6 | 8) && name.chars().all(|c| c.is_ascii_hexdigit());
        is_hex.then(|| format!("#{name}"))
    })
}

fn color_word(line: &str) -> Option<String> {
    let stands_alone = |at: usize, word: &str| {
        let is_part = |c: char| is_name(c) || c == '-' || c == '.';
        let after = line[at + word.len()..].starts_with(is_part) && !word.ends_with('(');
        !after && !line[..at].ends_with(is_part)
    };
    let words = COLOR_NAMES.into_iter().chain(COLOR_FUNCTIONS);
    let mut found =
        words.filter(|word| line.match_indices(word).any(|(at, _)| stands_alone(at, word)));
    found.next().map(str::to_owned)
}

fn differing_colors(file: &File) -> Vec<String> {
    let differing = SHARED.iter().filter_map(|(name, color)| {
        let [light, dark] = Theme::ALL.map(|theme| color(theme.inks()));
        let expected = format!("light-dark({light}, {dark})");
        let declared = |line: &str| {
            Some(
                line.trim()
                    .strip_prefix(name)?
                    .strip_prefix(": ")?
                    .trim_end_matches(';')
                    .to_owned(),
            )
        };
        let mut lines = (1..).zip(file.text.lines());
        let Some((line, found)) = lines.find_map(|(at, line)| Some((at, declared(line)?))) else {
            return Some(file.at(1, format_args!("`{name}` is missing")));
        };
        (found != expected).then(|| {
            file.at(line, format_args!("`{name}` is {found}, in src/draw/palette.rs {expected}"))
        })
    });
    differing.collect()
}

fn unset_properties(sheet: &File, all: &str) -> Vec<String> {
    let code = without_comments(&sheet.text);
    let unset = code.match_indices("var(--").filter_map(|(at, _)| {
        let name: String =
            code[at + 4..].chars().take_while(|c| is_name(*c) || *c == '-').collect();
        let is_set = [":", "=", "\""].iter().any(|sign| all.contains(&format!("{name}{sign}")));
        (!is_set).then(|| sheet.at(line_of(&code, at), format_args!("nothing sets {name}")))
    });
    unset.collect()
}

fn style_attributes(file: &File) -> Vec<String> {
    let code = File { path: file.path.clone(), text: code_only(&file.text) };
    code.each_line(|line| {
        let mut places = line.match_indices("style=");
        let is_attribute =
            |at: usize| !line[..at].ends_with(|c| is_name(c) || c == '-' || c == ':');
        places
            .any(|(at, _)| is_attribute(at))
            .then(|| "the policy refuses a style attribute; write style:property=…".to_owned())
    })
}
