//! Imports point down, never up or sideways.

use super::{
    File,
    code::{code_only, is_name, line_of},
    files, nothing, planted,
};

/// What each module may import of this crate, from the bottom up. What `ui` leaves out is not in
/// the page but in the reader.
const MAY_IMPORT: [(&str, &[&str]); 16] = [
    ("math", &[]),
    ("kernel", &["math"]),
    ("input", &["math"]),
    ("document", &["math"]),
    ("draw", &["math"]),
    ("samples", &["math"]),
    ("export", &["math", "document", "draw", "samples"]),
    ("assemble", &["math", "input", "document"]),
    ("wire", &["math", "samples"]),
    ("state", &["math", "samples"]),
    ("link", &["math", "document", "samples", "state"]),
    ("i18n", &["math", "input", "document", "assemble", "samples", "state", "link"]),
    ("lessons", &["math", "draw", "samples", "state", "i18n"]),
    ("reader", &["math", "input", "document", "assemble", "samples", "wire", "i18n", "export"]),
    ("ui", &["math", "kernel", "draw", "samples", "wire", "i18n", "state", "lessons"]),
    ("panel", &["samples", "wire", "i18n", "state", "ui"]),
];

/// The programs above the modules.
const PROGRAMS: [&str; 5] = ["src/lib.rs", "src/main.rs", READER, PANEL, ENGINE];

/// The program of the second wasm: it exports to JavaScript what the page calls.
const READER: &str = "src/bin/reader.rs";

/// The program of the third: it mounts the panel when JavaScript asks for it.
const PANEL: &str = "src/bin/panel.rs";

/// The program of the fourth: it exports to JavaScript what the worker of long inputs calls, and hands out arrays.
const ENGINE: &str = "src/bin/engine.rs";

/// The program of the page: it cuts the page's wasm. Natively it would not compile if it named the page ungated.
const PAGE: &str = "src/main.rs";

/// The modules that are compiled for wasm32 alone.
const OF_BROWSER: [&str; 2] = ["ui", "panel"];

/// Crates that need a browser; for `ui` and `panel`, and `wasm_bindgen` for the programs of the parts.
pub const BROWSER_CRATES: [&str; 7] = [
    "leptos",
    "web_sys",
    "js_sys",
    "wasm_bindgen",
    "wasm_bindgen_futures",
    "wasm_bindgen_test",
    "plotters_canvas",
];

/// What stands before whatever mentions `ui` outside of it.
const GATE: &str = "#[cfg(all(target_arch = \"wasm32\", feature = \"page\"))]";

#[test]
fn imports_point_down() {
    nothing(files(&["src"], ".rs").iter().flat_map(upward_imports));

    let rule = upward_imports;
    planted(
        rule,
        "src/math/mask.rs",
        "//! M.\nuse crate::input::X;\n",
        &["src/math/mask.rs:2: `math` must not import `input`"],
    );
    let group = "use crate::{\n    math::{Mask, draw},\n    i18n::{en, Words},\n};\n";
    planted(
        rule,
        "src/state/mod.rs",
        group,
        &["src/state/mod.rs:1: `state` must not import `i18n`"],
    );
    planted(
        rule,
        "src/draw/mod.rs",
        "fn f() { super::i18n::f() }",
        &["src/draw/mod.rs:1: `draw` must not import `i18n`"],
    );
    planted(
        rule,
        "src/draw/mark.rs",
        "\nuse super::super::ui;",
        &["src/draw/mark.rs:2: write crate::, not super::super::"],
    );
    planted(
        rule,
        "src/ui/loading.rs",
        "use crate::{document::Document, reader::read, wire};",
        &[
            "src/ui/loading.rs:1: `ui` must not import `document`",
            "src/ui/loading.rs:1: `ui` must not import `reader`",
        ],
    );
    planted(
        rule,
        "src/news/mod.rs",
        "",
        &["src/news/mod.rs:1: tests/it/tidy/imports.rs does not list it"],
    );
    planted(
        rule,
        "src/math/mod.rs",
        "// crate::ui\nconst A: &str = \"crate::ui\"; use crate::math;",
        &[],
    );
}

#[test]
fn only_the_page_knows_the_browser() {
    nothing(files(&["src"], ".rs").iter().flat_map(browser_crates));

    planted(
        browser_crates,
        "src/draw/mark.rs",
        "use ndarray::s;\nuse web_sys::Window;",
        &["src/draw/mark.rs:2: `web_sys` is for src/ui"],
    );
    planted(
        browser_crates,
        "src/state/mod.rs",
        "#[wasm_bindgen]",
        &["src/state/mod.rs:1: `wasm_bindgen` is for src/ui"],
    );
    planted(
        browser_crates,
        READER,
        "use wasm_bindgen::prelude::wasm_bindgen;\nuse leptos::prelude::*;",
        &["src/bin/reader.rs:2: `leptos` is for src/ui"],
    );
    planted(
        browser_crates,
        PAGE,
        "use leptos::wasm_split::wasm_split;\nuse leptos::prelude::*;",
        &["src/main.rs:2: `leptos` is for src/ui"],
    );
}

#[test]
fn the_page_is_compiled_for_wasm_alone() {
    nothing(files(&["src"], ".rs").iter().flat_map(ungated_ui));

    planted(
        ungated_ui,
        "src/lib.rs",
        "#[cfg(test)]\npub mod ui;",
        &[&format!("src/lib.rs:2: ui stands without {GATE}")],
    );
    planted(
        ungated_ui,
        "src/bin/other.rs",
        "fn main() {\n    attnscope::ui::mount();\n}",
        &[&format!("src/bin/other.rs:2: ui stands without {GATE}")],
    );
    planted(ungated_ui, "src/lib.rs", &format!("{GATE}\npub mod ui;"), &[]);
}

fn is_of_browser(file: &File) -> bool {
    OF_BROWSER.iter().any(|name| file.path.starts_with(&format!("src/{name}/")))
}

fn upward_imports(file: &File) -> Vec<String> {
    let module = file.path.trim_start_matches("src/").split('/').next().unwrap_or_default();
    if PROGRAMS.contains(&file.path.as_str()) {
        return Vec::new();
    }
    let Some((_, allowed)) = MAY_IMPORT.iter().find(|(name, _)| *name == module) else {
        return vec![file.at(1, "tests/it/tidy/imports.rs does not list it")];
    };
    let code = code_only(&file.text);
    let mut imports = paths_after(&code, "crate::");
    if file.path == format!("src/{module}/mod.rs") {
        let of_crate = |name: &str| MAY_IMPORT.iter().any(|(known, _)| *known == name);
        imports
            .extend(paths_after(&code, "super::").into_iter().filter(|(_, name)| of_crate(name)));
    }
    let far = code.match_indices("super::super::");
    let far = far.map(|(at, _)| file.at(line_of(&code, at), "write crate::, not super::super::"));
    let is_wrong = |name: &str| name != module && !allowed.contains(&name);
    let wrong = imports
        .iter()
        .filter(|(_, name)| is_wrong(name))
        .map(|(line, name)| file.at(*line, format_args!("`{module}` must not import `{name}`")));
    wrong.chain(far).collect()
}

/// The first names of the paths that follow a prefix, each with its line; of a group, all of them.
fn paths_after(code: &str, prefix: &str) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    for (at, _) in code.match_indices(prefix) {
        if code[..at].ends_with(is_name) {
            continue;
        }
        let rest = &code[at + prefix.len()..];
        let names = match rest.strip_prefix('{') {
            Some(group) => first_names(group),
            None => vec![rest.chars().take_while(|c| is_name(*c)).collect()],
        };
        let line = line_of(code, at);
        found.extend(names.into_iter().filter(|name| name != "self").map(|name| (line, name)));
    }
    found
}

/// The names that begin the entries of a group, which ends at its closing brace.
fn first_names(group: &str) -> Vec<String> {
    let (mut names, mut depth, mut is_start) = (Vec::new(), 0, true);
    for (at, c) in group.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => break,
            '}' => depth -= 1,
            ',' if depth == 0 => is_start = true,
            c if is_name(c) && is_start => {
                names.push(group[at..].chars().take_while(|c| is_name(*c)).collect());
                is_start = false;
            }
            _ => {}
        }
    }
    names
}

fn browser_crates(file: &File) -> Vec<String> {
    if is_of_browser(file) {
        return Vec::new();
    }
    let code = File { path: file.path.clone(), text: code_only(&file.text) };
    code.each_line(|line| {
        let mut words = line.split(|c| !is_name(c));
        let is_program = [READER, PANEL, ENGINE].contains(&file.path.as_str());
        let is_array = |word: &str| file.path == ENGINE && word == "js_sys";
        let is_export = |word: &str| is_program && word == "wasm_bindgen" || is_array(word);
        let is_cut =
            |word: &str| file.path == PAGE && line.contains(&format!("{word}::wasm_split"));
        let is_allowed = |word: &str| is_export(word) || is_cut(word);
        let name = words.find(|word| BROWSER_CRATES.contains(word) && !is_allowed(word))?;
        Some(format!("`{name}` is for src/ui"))
    })
}

fn ungated_ui(file: &File) -> Vec<String> {
    if is_of_browser(file) || [PAGE, PANEL].contains(&file.path.as_str()) {
        return Vec::new();
    }
    let code = code_only(&file.text);
    let mut before = "";
    let mut found = Vec::new();
    for (line, (text, code)) in (1..).zip(file.text.lines().zip(code.lines())) {
        let mentions = |name: &&str| {
            let is_declared = file.path == "src/lib.rs" && code.contains(&format!("mod {name};"));
            is_declared || code.contains(&format!("attnscope::{name}"))
        };
        if let Some(name) = OF_BROWSER.into_iter().find(mentions).filter(|_| before.trim() != GATE)
        {
            found.push(file.at(line, format_args!("{name} stands without {GATE}")));
        }
        before = text;
    }
    found
}
