//! Chromium and its driver: where they are, and how to get them.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{Outcome, answer, find, run};

const CHROMIUM_NAMES: [&str; 5] =
    ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"];

/// Where installers put the browser without touching `PATH`.
const CHROMIUM_FILES: [&str; 4] = [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    r"C:\Program Files\Google\Chrome\Application\chrome.exe",
    r"C:\Program Files (x86)\Google\Chrome\Application\chrome.exe",
];

/// The packages of Debian and its relatives; the font is for Korean.
const DEBIAN: [&str; 3] = ["chromium", "chromium-driver", "fonts-noto-cjk"];

/// The browser: as `ATTNSCOPE_CHROMIUM` says, found, or installed.
///
/// # Errors
/// Says exactly what to install.
pub fn chromium() -> Outcome<PathBuf> {
    found_or_installed("ATTNSCOPE_CHROMIUM", find_chromium, "Chromium or Chrome")
}

/// The driver that steers the browser for component tests: as `CHROMEDRIVER` says, found, or installed.
///
/// # Errors
/// Says exactly what to install.
pub fn driver() -> Outcome<PathBuf> {
    found_or_installed("CHROMEDRIVER", || find("chromedriver"), "chromedriver")
}

fn found_or_installed(
    variable: &str,
    search: impl Fn() -> Option<PathBuf>,
    what: &str,
) -> Outcome<PathBuf> {
    if let Some(file) = env::var_os(variable).filter(|file| !file.is_empty()) {
        return named(variable, PathBuf::from(file));
    }
    if let Some(file) = search() {
        return Ok(file);
    }
    if may_install() {
        install()?;
    }
    search().ok_or_else(|| missing(what, variable))
}

fn named(variable: &str, file: PathBuf) -> Outcome<PathBuf> {
    if file.is_file() {
        return Ok(file);
    }
    Err(format!("{variable} is set to {}, which is not a file", file.display()))
}

fn find_chromium() -> Option<PathBuf> {
    let known = || CHROMIUM_FILES.iter().map(PathBuf::from).find(|file| file.is_file());
    CHROMIUM_NAMES.iter().find_map(|name| find(name)).or_else(known)
}

/// Only where it is asked of nobody: as root, on a system with apt.
fn may_install() -> bool {
    find("apt-get").is_some()
        && Path::new("/etc/debian_version").is_file()
        && answer("id", &["-u"]).is_some_and(|user| user == "0")
}

fn install() -> Outcome {
    run(Command::new("apt-get").args(["update", "--quiet"]))?;
    run(Command::new("apt-get")
        .args(["install", "--yes", "--no-install-recommends"])
        .args(DEBIAN)
        .env("DEBIAN_FRONTEND", "noninteractive"))
}

fn missing(what: &str, variable: &str) -> String {
    format!(
        "{what} is missing. Install it, then run this again:\n  \
         Debian, Ubuntu   sudo apt-get install {}\n  \
         Fedora           sudo dnf install chromium chromedriver google-noto-sans-cjk-fonts\n  \
         Arch             sudo pacman -S chromium noto-fonts-cjk\n  \
         macOS            brew install --cask google-chrome chromedriver\n  \
         Windows          winget install Google.Chrome, and a chromedriver.exe of its version on PATH\n  \
         or set {variable} to the file of one that is installed elsewhere",
        DEBIAN.join(" ")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_named_file_must_exist() {
        let error = named("CHROMEDRIVER", PathBuf::from("no/such/file")).unwrap_err();
        assert_eq!(error, "CHROMEDRIVER is set to no/such/file, which is not a file");
    }

    #[test]
    fn a_missing_browser_is_asked_for_by_package_and_by_variable() {
        let text = missing("Chromium or Chrome", "ATTNSCOPE_CHROMIUM");
        for part in ["chromium-driver", "brew install", "winget", "ATTNSCOPE_CHROMIUM"] {
            assert!(text.contains(part), "{part} in {text}");
        }
    }
}
