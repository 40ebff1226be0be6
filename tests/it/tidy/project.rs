//! The project around the code: dependencies, assets, documents, and what no file may say.

use std::fs;

use attnscope::{document::Document, math::attend, samples::SampleId};

use super::{File, files, imports::BROWSER_CRATES, nothing, paths, planted, root};

/// Hosts that may stand in our files; nothing is fetched from any of them by the page.
const HOSTS: [&str; 7] = [
    "github.com",
    "keepachangelog.com",
    "semver.org",
    "www.apache.org",
    "www.w3.org",
    "elsewhere.invalid", // made up, in tests
    "other",             // likewise
];

/// Rows of README's table of numbers.
const NUMBERS: [&str; 3] = ["Bytes before the first picture", "First picture", "Slider"];

#[test]
fn every_dependency_has_its_reason() {
    nothing(files(&["."], "Cargo.toml").iter().flat_map(unexplained_dependencies));

    let rule = unexplained_dependencies;
    let manifest =
        "[dependencies]\n# Why.\na = \"1\"\nb = \"1\"\n\n[dependencies.c]\nversion = \"1\"\n";
    planted(
        rule,
        "Cargo.toml",
        manifest,
        &[
            "Cargo.toml:4: `b` has no comment above it",
            "Cargo.toml:6: `c` has no comment above or below it",
        ],
    );
}

#[test]
fn crates_of_the_browser_are_dependencies_of_wasm_alone() {
    nothing(browser_dependencies(&File::read("Cargo.toml")));

    let manifest = "[target.'cfg(target_arch = \"wasm32\")'.dependencies]\nleptos = 1\n[dependencies]\nweb-sys = 1\n";
    planted(
        browser_dependencies,
        "Cargo.toml",
        manifest,
        &["Cargo.toml:4: `web-sys` is for wasm32 alone"],
    );
}

#[test]
fn every_asset_is_an_example_and_has_its_size() {
    let blocks = || SampleId::ALL.into_iter().flat_map(SampleId::blocks);
    nothing(blocks().filter_map(|block| wrong_size(block.asset, block.bytes)));
    let files = paths("assets").into_iter();
    nothing(files.filter(|path| blocks().all(|block| block.asset != path)));

    let first = blocks().next().expect("an asset");
    assert!(wrong_size(first.asset, first.bytes + 1).is_some());
    assert!(wrong_size("assets/none.safetensors", 1).is_some());
}

#[test]
fn no_file_tells_of_the_machine_it_was_written_on() {
    nothing(texts().iter().flat_map(|file| [leaks(file), strange_hosts(file)].concat()));

    let word = ["ses", "sion"].concat();
    planted(
        leaks,
        "a.md",
        &format!("\nThe {word} ended.\n{word}ing"),
        &[&format!("a.md:2: {word}")],
    );
    planted(leaks, "a.md", &["see /wo", "rk/a"].concat(), &[&["a.md:1: /wo", "rk/"].concat()]);
    planted(
        strange_hosts,
        "Cargo.lock",
        &["\nsource = \"https:/", "/crates.corp.example/index\""].concat(),
        &["Cargo.lock:2: crates.corp.example"],
    );
    planted(strange_hosts, "a.md", "<http://127.0.0.1:8017/> and https://github.com/x", &[]);
}

#[test]
fn the_readme_has_its_numbers() {
    nothing(missing_numbers(&File::read("README.md")));

    let text = "## Numbers\n\n| First picture | 1 ms |\n| Slider | 1 ms |\n";
    planted(
        missing_numbers,
        "README.md",
        text,
        &["README.md:1: no row `Bytes before the first picture` under Numbers"],
    );
}

#[test]
fn what_documents_point_at_exists() {
    nothing(files(&["."], ".md").iter().flat_map(dead_pointers));

    planted(
        dead_pointers,
        "a.md",
        "![page](docs/none.png)\n[own](#part) `src/none.rs` `src/<name>.rs`",
        &["a.md:1: docs/none.png does not exist", "a.md:2: src/none.rs does not exist"],
    );
}

#[test]
fn the_architecture_can_be_read_in_one_sitting() {
    let n_lines = File::read("ARCHITECTURE.md").text.lines().count();
    assert!(n_lines <= 120, "ARCHITECTURE.md:{n_lines}: of 120 lines at most");
}

#[test]
fn the_example_in_the_readme_is_true() {
    let readme = File::read("README.md").text;
    let json = readme.lines().find(|line| line.starts_with("{ \"inputs\"")).expect("a document");
    let document = Document::from_json(json).expect("a document");
    let printed = document.to_json(Some(&attend(&document.problem().expect("a problem"))));
    let (_, shown) = readme.split_once("```text\n").expect("what it prints");
    let (shown, _) = shown.split_once("```").expect("its end");
    assert!(printed.contains(shown), "{printed}");
}

/// Every text file of the project.
fn texts() -> Vec<File> {
    // What other people's programs print and other projects are called.
    let is_quoted = |path: &String| path == "tests/fixtures/cases.jsonl";
    let read =
        |path: String| Some(File { text: fs::read_to_string(root().join(&path)).ok()?, path });
    paths(".").into_iter().filter(|path| !is_quoted(path)).filter_map(read).collect()
}

/// What a line of a manifest is.
enum Entry<'a> {
    /// `[dependencies.name]`
    Table(&'a str),
    /// `name = …` under `[dependencies]`, and whether for wasm32 alone
    Line(&'a str, bool),
}

/// The dependencies of a manifest, each with the number of its line.
fn dependencies(text: &str) -> Vec<(usize, Entry<'_>)> {
    let (mut found, mut table) = (Vec::new(), "");
    for (at, line) in (1..).zip(text.lines()) {
        if let Some(header) = line.strip_prefix('[').and_then(|line| line.strip_suffix(']')) {
            table = header;
            if let Some((_, name)) = header.split_once("dependencies.") {
                found.push((at, Entry::Table(name)));
            }
        } else if table.ends_with("dependencies")
            && let Some((name, _)) =
                line.split_once('=').filter(|_| !line.starts_with([' ', '#', '"']))
        {
            found.push((at, Entry::Line(name.trim(), table.contains("wasm32"))));
        }
    }
    found
}

fn unexplained_dependencies(file: &File) -> Vec<String> {
    let lines: Vec<&str> = file.text.lines().collect();
    // A line's number is the index of the next one.
    let is_comment = |at: usize| lines.get(at).is_some_and(|line| line.starts_with("# "));
    let unexplained = dependencies(&file.text).into_iter().filter_map(|(at, entry)| {
        let is_above = at >= 2 && is_comment(at - 2);
        match entry {
            Entry::Line(name, _) if !is_above => {
                Some(file.at(at, format_args!("`{name}` has no comment above it")))
            }
            Entry::Table(name) if !is_above && !is_comment(at) => {
                Some(file.at(at, format_args!("`{name}` has no comment above or below it")))
            }
            _ => None,
        }
    });
    unexplained.collect()
}

fn browser_dependencies(file: &File) -> Vec<String> {
    let wrong = dependencies(&file.text).into_iter().filter_map(|(at, entry)| match entry {
        Entry::Line(name, false) if BROWSER_CRATES.contains(&name.replace('-', "_").as_str()) => {
            Some(file.at(at, format_args!("`{name}` is for wasm32 alone")))
        }
        _ => None,
    });
    wrong.collect()
}

fn wrong_size(asset: &str, bytes: u64) -> Option<String> {
    let found = fs::metadata(root().join(asset)).ok().map(|file| file.len());
    (found != Some(bytes)).then(|| format!("{asset}: expected {bytes} bytes, found {found:?}"))
}

fn leaks(file: &File) -> Vec<String> {
    // In two halves, so that this file may name them.
    let words = [("ses", "sion"), ("ses", "sions"), ("age", "nt"), ("age", "nts"), ("sand", "box")];
    let words = words.map(|(a, b)| [a, b].concat());
    let paths = [("/wo", "rk/"), ("/ro", "ot/"), ("/Us", "ers/")].map(|(a, b)| [a, b].concat());
    // A flag of the browser and one of its stores that have the word in their names.
    let flag = ["--no-", &words[4]].concat();
    let store = [&words[0], "_storage"].concat();
    // An attribute of frames, where it is written as one.
    let attribute = [[&words[4], "=\""].concat(), ["`", &words[4], "`"].concat()];
    file.each_line(|line| {
        let line = line.replace(&flag, "").replace(&store, "");
        let line = attribute.iter().fold(line, |line, written| line.replace(written, ""));
        let lower = line.to_lowercase();
        let is_said =
            |word: &&String| lower.split(|c: char| !c.is_alphanumeric()).any(|part| part == *word);
        let word = words.iter().find(is_said);
        word.or_else(|| paths.iter().find(|path| line.contains(*path))).cloned()
    })
}

fn strange_hosts(file: &File) -> Vec<String> {
    file.each_line(|line| {
        let hosts = line.split("://").skip(1).map(|rest| {
            rest.split(|c: char| !c.is_ascii_alphanumeric() && c != '.' && c != '-')
                .next()
                .unwrap_or_default()
        });
        let is_strange = |host: &&str| !matches!(*host, "" | "127.0.0.1") && !HOSTS.contains(host);
        hosts.into_iter().find(is_strange).map(str::to_owned)
    })
}

fn missing_numbers(readme: &File) -> Vec<String> {
    let numbers = readme.text.split_once("## Numbers").map_or("", |(_, rest)| rest);
    let numbers = numbers.split("\n## ").next().unwrap_or_default();
    let has_row = |name: &str| numbers.lines().any(|line| line.starts_with(&format!("| {name}")));
    let missing = NUMBERS.into_iter().filter(|name| !has_row(name));
    missing.map(|name| readme.at(1, format_args!("no row `{name}` under Numbers"))).collect()
}

/// Links, and names of files in backquotes, that lead nowhere.
fn dead_pointers(file: &File) -> Vec<String> {
    const FOLDERS: [&str; 8] =
        ["src/", "tests/", "style/", "xtask/", "web/", "tools/", "examples/", "assets/"];
    let mut found = Vec::new();
    for (at, line) in (1..).zip(file.text.lines()) {
        let links = line.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let links = links.filter(|link| !link.starts_with('#') && !link.contains("://"));
        let names = line.split('`').skip(1).step_by(2).filter(|name| {
            FOLDERS.iter().any(|folder| name.starts_with(folder))
                && !name.contains(['<', '*', ' ', '{'])
        });
        let folder = file.path.rsplit_once('/').map_or("", |(folder, _)| folder);
        let is_there =
            |name: &str| root().join(name).exists() || root().join(folder).join(name).exists();
        let dead = links.chain(names).filter(|name| !is_there(name));
        found.extend(dead.map(|name| file.at(at, format_args!("{name} does not exist"))));
    }
    found
}
