//! Node.js, the packages of the browser tests, and wasm-opt, which comes as one.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::SystemTime;

use crate::process::{Outcome, answer, find, run};
use crate::tools;

const OLDEST_NODE: u32 = 20;
const BINARYEN: &str = "132.0.0";
/// Older ones do not know what rustc's wasm uses.
const OLDEST_WASM_OPT: u32 = 123;

/// The `node` program.
///
/// # Errors
/// When it is missing or too old.
pub fn node() -> Outcome<PathBuf> {
    let wanted = format!("install Node.js {OLDEST_NODE} or newer");
    let file = find("node").ok_or_else(|| format!("node is missing: {wanted}"))?;
    let version = answer(&file, &["--version"]).unwrap_or_default();
    match first_number(&version) {
        Some(major) if major >= OLDEST_NODE => Ok(file),
        _ => Err(format!("node {version} is too old: {wanted}")),
    }
}

/// Makes sure that the packages of a folder with a `package-lock.json` are installed there.
///
/// # Errors
/// When npm is missing or fails.
pub fn packages(folder: &Path) -> Outcome {
    let changed = |file: &str| changed(&folder.join(file));
    let installed = changed("node_modules/.package-lock.json");
    if installed.is_some() && installed >= changed("package-lock.json") {
        return Ok(());
    }
    run(npm()?.args(["ci", "--no-audit", "--no-fund"]).current_dir(folder))
}

/// wasm-opt: from `PATH` if it is new enough, ours, or fetched now.
///
/// # Errors
/// When there is none; the caller can do without.
pub fn wasm_opt() -> Outcome<PathBuf> {
    if let Some(file) = find("wasm-opt").filter(|file| is_new_enough(file)) {
        return Ok(file);
    }
    let home = tools::cache()?.join(format!("binaryen-{BINARYEN}"));
    let name = if cfg!(windows) { "wasm-opt.cmd" } else { "wasm-opt" };
    let file = home.join("node_modules/.bin").join(name);
    if !is_new_enough(&file) {
        fetch_binaryen(&home)?;
    }
    if is_new_enough(&file) { Ok(file) } else { Err("wasm-opt does not run".to_owned()) }
}

/// wasm-metadce, which comes with wasm-opt.
///
/// # Errors
/// When there is none; the caller can do without.
pub fn wasm_metadce() -> Outcome<PathBuf> {
    let name = if cfg!(windows) { "wasm-metadce.cmd" } else { "wasm-metadce" };
    let file = wasm_opt()?.with_file_name(name);
    if file.is_file() { Ok(file) } else { Err("there is no wasm-metadce".to_owned()) }
}

fn fetch_binaryen(home: &Path) -> Outcome {
    let mut npm = npm()?;
    fs::create_dir_all(home).map_err(|error| format!("{}: {error}", home.display()))?;
    npm.args(["install", "--no-audit", "--no-fund", "--fetch-retries=0", "--prefix"]);
    run(npm.arg(home).arg(format!("binaryen@{BINARYEN}")))
}

fn is_new_enough(wasm_opt: &Path) -> bool {
    let version = answer(wasm_opt, &["--version"]);
    version.as_deref().and_then(first_number).is_some_and(|number| number >= OLDEST_WASM_OPT)
}

fn npm() -> Outcome<Command> {
    find("npm").map(Command::new).ok_or("npm is missing: it comes with Node.js".to_owned())
}

fn changed(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).and_then(|facts| facts.modified()).ok()
}

/// The first whole number in a text: 20 of `v20.20.2`, 132 of `wasm-opt version 132`.
fn first_number(text: &str) -> Option<u32> {
    text.split(|sign: char| !sign.is_ascii_digit()).find(|part| !part.is_empty())?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_number_of_a_version_is_its_major_one() {
        assert_eq!(first_number("v20.20.2"), Some(20));
        assert_eq!(first_number("wasm-opt version 132 (version_132)"), Some(132));
        assert_eq!(first_number("none"), None);
        assert_eq!(first_number(""), None);
    }
}
