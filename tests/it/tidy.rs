//! The rules of the house as tests. A rule is a function from a file to findings, each with file
//! and line; beside each rule stands a planted violation that it must find.

mod cell_words; // the words of cells and of the links between them
mod code; // Rust text without comments and strings; its functions
mod imports; // which module may import which
mod lab_words; // the texts of mistakes, comparison and all heads in every language
mod lesson_words; // the words around the lessons in every language
mod panel_words; // the panel's texts in every language
mod part_words; // the texts of the parts that come later, in every language
mod project; // dependencies, assets, documents, and what must not be in any file
mod sizes; // long files, long functions, modules that do not say what they are
mod styles; // stylesheets: linked, layered, and their colors
mod words; // every text in every language

use std::{
    fmt::Display,
    fs,
    path::{Path, PathBuf},
};

/// A text file of the project.
struct File {
    /// Its path from the root, with `/`.
    path: String,
    text: String,
}

/// A rule: what is wrong in a file, as `path:line: what`.
type Rule = fn(&File) -> Vec<String>;

impl File {
    fn read(path: &str) -> Self {
        let text = fs::read_to_string(root().join(path));
        Self { path: path.to_owned(), text: text.unwrap_or_else(|error| panic!("{path}: {error}")) }
    }

    /// A finding; lines count from 1.
    fn at(&self, line: usize, what: impl Display) -> String {
        format!("{}:{line}: {what}", self.path)
    }

    /// A finding for each line of which `wrong` says what is wrong with it.
    fn each_line(&self, wrong: impl Fn(&str) -> Option<String>) -> Vec<String> {
        let lines = (1..).zip(self.text.lines());
        lines.filter_map(|(at, line)| Some(self.at(at, wrong(line)?))).collect()
    }
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Paths of all files in a folder and below, in order; without what is built or fetched.
fn paths(folder: &str) -> Vec<String> {
    const NOT_OURS: [&str; 7] = [
        ".git",
        "target",
        "dist",
        "node_modules",
        // What fuzzing leaves.
        "fuzz/seeds",
        "fuzz/corpus",
        "fuzz/artifacts",
    ];
    let mut found = Vec::new();
    let mut folders: Vec<PathBuf> = vec![root().join(folder)];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            if NOT_OURS.iter().any(|name| path.ends_with(name)) {
                continue;
            }
            if path.is_dir() {
                folders.push(path);
            } else {
                let path = path.strip_prefix(root()).unwrap().to_str().unwrap();
                found.push(path.replace('\\', "/"));
            }
        }
    }
    found.sort();
    found
}

/// The files in some folders whose names end so.
fn files(folders: &[&str], ending: &str) -> Vec<File> {
    let paths = folders.iter().flat_map(|folder| paths(folder));
    paths.filter(|path| path.ends_with(ending)).map(|path| File::read(&path)).collect()
}

/// Fails with all findings, one a line.
#[track_caller]
fn nothing(findings: impl IntoIterator<Item = String>) {
    let findings: Vec<String> = findings.into_iter().collect();
    assert!(findings.is_empty(), "{} found:\n{}", findings.len(), findings.join("\n"));
}

/// Applies a rule to a planted text; it must find exactly this.
#[track_caller]
fn planted(rule: Rule, path: &str, text: &str, expected: &[&str]) {
    let file = File { path: path.to_owned(), text: text.to_owned() };
    assert_eq!(rule(&file), expected, "{text}");
}
