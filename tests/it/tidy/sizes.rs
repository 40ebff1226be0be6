//! Files and functions that are too long to read, and modules that do not say what they are.

use super::{File, code::functions, files, nothing, planted};

/// Lines of a file.
const LONGEST_FILE: usize = 400;
/// Lines of a function; of one that holds a `view!`.
const LONGEST_FUNCTION: usize = 60;
const LONGEST_VIEW: usize = 100;

/// Longer all the same: file, function (or nothing for the file itself), and why.
const LONGER: [(&str, &str, &str); 4] = [
    ("src/i18n/en/stages.rs", "stage", "four texts for each of ten stages"),
    ("src/i18n/ko/stages.rs", "stage", "four texts for each of ten stages"),
    ("src/i18n/reading/ko_whole.rs", "why", "a sentence for each variant"),
    ("src/i18n/reading/ko_whole.rs", "notice", "a sentence for each variant"),
];

#[test]
fn every_module_opens_with_what_it_is() {
    let all = files(&["src", "xtask/src", "tests", "examples"], ".rs");
    nothing(all.iter().flat_map(no_module_doc));

    planted(
        no_module_doc,
        "src/a.rs",
        "use std::fs;\n//! Late.",
        &["src/a.rs:1: a file begins with a `//!` paragraph"],
    );
    planted(
        no_module_doc,
        "src/a.rs",
        "//!\n",
        &["src/a.rs:1: a file begins with a `//!` paragraph"],
    );
}

#[test]
fn no_file_is_too_long() {
    nothing(files(&["src", "xtask/src"], ".rs").iter().flat_map(long_file));

    planted(long_file, "src/a.rs", &"\n".repeat(400), &[]);
    planted(long_file, "src/a.rs", &"\n".repeat(401), &["src/a.rs:401: 401 lines, of 400 at most"]);
}

#[test]
fn no_function_is_too_long() {
    nothing(files(&["src", "xtask/src"], ".rs").iter().flat_map(long_functions));

    let function =
        |n_lines: usize, line: &str| format!("\nfn f() {{\n{}}}\n", line.repeat(n_lines - 2));
    planted(long_functions, "src/a.rs", &function(60, "f();\n"), &[]);
    planted(
        long_functions,
        "src/a.rs",
        &function(61, "\"}\";\n"),
        &["src/a.rs:2: `f` has 61 lines, of 60 at most"],
    );
    planted(long_functions, "src/a.rs", &function(100, "view! {}\n"), &[]);
    planted(
        long_functions,
        "src/a.rs",
        &function(101, "view! {}\n"),
        &["src/a.rs:2: `f` has 101 lines, of 100 at most"],
    );
}

#[test]
fn every_exception_is_one() {
    for (path, name, _) in LONGER.into_iter().filter(|(_, name, _)| !name.is_empty()) {
        let is_long = |f: &super::code::Function| f.name == name && f.n_lines > LONGEST_FUNCTION;
        let text = File::read(path).text;
        assert!(functions(&text).iter().any(is_long), "{path}: `{name}` needs no exception");
    }
}

fn no_module_doc(file: &File) -> Vec<String> {
    let first = file.text.lines().next().unwrap_or_default();
    let says = first.strip_prefix("//! ").is_some_and(|text| !text.trim().is_empty());
    if says { Vec::new() } else { vec![file.at(1, "a file begins with a `//!` paragraph")] }
}

fn long_file(file: &File) -> Vec<String> {
    let n_lines = file.text.lines().count();
    if n_lines <= LONGEST_FILE || may_be_longer(&file.path, "") {
        return Vec::new();
    }
    vec![file.at(n_lines, format_args!("{n_lines} lines, of {LONGEST_FILE} at most"))]
}

fn long_functions(file: &File) -> Vec<String> {
    let too_long = functions(&file.text).into_iter().filter_map(|function| {
        let most = if function.has_view { LONGEST_VIEW } else { LONGEST_FUNCTION };
        if function.n_lines <= most || may_be_longer(&file.path, &function.name) {
            return None;
        }
        let (name, n_lines) = (&function.name, function.n_lines);
        Some(
            file.at(function.line, format_args!("`{name}` has {n_lines} lines, of {most} at most")),
        )
    });
    too_long.collect()
}

fn may_be_longer(path: &str, function: &str) -> bool {
    LONGER.iter().any(|(of, name, _)| *of == path && *name == function)
}
