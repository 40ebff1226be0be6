//! Rust's own tools: the wasm target, rustfmt and clippy, and programs installed by cargo into a per-user
//! folder keyed by version.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{Outcome, answer, find, run};

/// The target that the page is compiled for.
pub const WASM: &str = "wasm32-unknown-unknown";

/// A program from the crate registry.
pub struct Program<'a> {
    /// The package that holds it.
    pub package: &'a str,
    /// The programs that are needed of it; the first one is asked for its version and names the folder.
    pub binaries: &'a [&'a str],
    /// Exactly this version.
    pub version: &'a str,
    /// The features that it is built with.
    pub features: &'a [&'a str],
    /// Whether it says its version; one that does not is believed by the name of its folder, which is ours.
    pub tells_version: bool,
    /// How long an installation takes, for the patience of the person who waits.
    pub minutes: &'a str,
}

impl Program<'_> {
    /// The folder of the program, on `PATH` or ours; installs it there if it is missing.
    ///
    /// # Errors
    /// When it cannot be installed.
    pub fn folder(&self) -> Outcome<PathBuf> {
        let name = self.binaries[0];
        if self.tells_version
            && let Some(folder) = find(name).and_then(|file| file.parent().map(Path::to_path_buf))
            && self.is_in(&folder)
        {
            return Ok(folder);
        }
        let home = cache()?.join(format!("{name}-{}", self.version));
        let folder = home.join("bin");
        if !self.is_in(&folder) {
            self.install(&home)?;
        }
        if self.is_in(&folder) { Ok(folder) } else { Err(self.unusable(&folder)) }
    }

    /// A program counts as present only when it runs and says the wanted version: this also covers an
    /// installation that was interrupted.
    fn is_in(&self, folder: &Path) -> bool {
        let file = |name: &str| folder.join(format!("{name}{}", env::consts::EXE_SUFFIX));
        let asked = if self.tells_version { "--version" } else { "--help" };
        self.binaries.iter().all(|name| file(name).is_file())
            && answer(file(self.binaries[0]), &[asked])
                .is_some_and(|text| !self.tells_version || says_version(&text, self.version))
    }

    /// Tries the package's own lock file first; a mirror may not serve all that it names.
    fn install(&self, home: &Path) -> Outcome {
        let Self { package, version, features, minutes, .. } = self;
        println!(
            "Installing {package} {version} for this user, once; this takes {minutes} minutes."
        );
        // A folder of its own: an interrupted build goes on where it stopped.
        let build = home.join("build");
        let install = |locked: &[&str]| {
            run(Command::new("cargo")
                .args(["install", package, "--version", version, "--force", "--root"])
                .arg(home)
                .args(features.iter().flat_map(|feature| ["--features", feature]))
                .args(locked)
                .env("CARGO_TARGET_DIR", &build))
        };
        install(&["--locked"]).or_else(|_| {
            println!("Trying again without the lock file of {package}.");
            install(&[])
        })?;
        fs::remove_dir_all(&build).map_err(|error| format!("{}: {error}", build.display()))
    }

    fn unusable(&self, folder: &Path) -> String {
        let Self { package, version, .. } = self;
        format!("{package} {version} is installed in {} but does not run", folder.display())
    }
}

/// Makes sure that the compiler knows the wasm target.
///
/// # Errors
/// When rustup is missing or cannot fetch it.
pub fn wasm_target() -> Outcome {
    let sysroot = answer("rustc", &["--print", "sysroot"]).ok_or("rustc does not answer")?;
    if Path::new(&sysroot).join("lib/rustlib").join(WASM).is_dir() {
        return Ok(());
    }
    run(Command::new("rustup").args(["target", "add", WASM]))
}

/// Makes sure that `cargo fmt` and `cargo clippy` exist.
///
/// # Errors
/// When rustup is missing or cannot fetch them.
pub fn components() -> Outcome {
    for (command, component) in [("fmt", "rustfmt"), ("clippy", "clippy")] {
        if answer("cargo", &[command, "--version"]).is_none() {
            run(Command::new("rustup").args(["component", "add", component]))?;
        }
    }
    Ok(())
}

/// The per-user folder in which tools live.
///
/// # Errors
/// When the system does not say where the user's files are.
pub fn cache() -> Outcome<PathBuf> {
    cache_in(|name| env::var_os(name).filter(|value| !value.is_empty()))
        .ok_or("neither HOME nor LOCALAPPDATA is set: no folder for tools".to_owned())
}

fn cache_in(variable: impl Fn(&str) -> Option<OsString>) -> Option<PathBuf> {
    let base = if cfg!(windows) {
        variable("LOCALAPPDATA").map(PathBuf::from)
    } else {
        let home = || variable("HOME").map(|home| Path::new(&home).join(".cache"));
        variable("XDG_CACHE_HOME").map(PathBuf::from).or_else(home)
    };
    base.map(|base| base.join("attnscope"))
}

/// Whether one of the words of `trunk 0.21.14` is the version.
fn says_version(text: &str, version: &str) -> bool {
    text.split_whitespace().any(|word| word == version)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_version_is_a_whole_word() {
        assert!(says_version("trunk 0.21.14", "0.21.14"));
        assert!(says_version("wasm-bindgen 0.2.130 (abc)", "0.2.130"));
        assert!(!says_version("trunk 0.21.140", "0.21.14"));
        assert!(!says_version("", "0.21.14"));
    }

    #[cfg(not(windows))]
    #[test]
    fn the_cache_follows_the_users_wish() {
        let both = |name: &str| match name {
            "HOME" => Some("/home/u".into()),
            "XDG_CACHE_HOME" => Some("/fast".into()),
            _ => None,
        };
        assert_eq!(cache_in(both), Some("/fast/attnscope".into()));
        let home = |name: &str| (name == "HOME").then(|| "/home/u".into());
        assert_eq!(cache_in(home), Some("/home/u/.cache/attnscope".into()));
        assert_eq!(cache_in(|_| None), None);
    }

    #[test]
    fn a_folder_without_the_program_does_not_have_it() {
        let program = Program {
            package: "x",
            binaries: &["x"],
            version: "1",
            features: &[],
            tells_version: true,
            minutes: "0",
        };
        assert!(!program.is_in(Path::new("no/such/folder")));
    }
}
