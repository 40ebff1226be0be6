//! Other programs: finding them, running them, reading what they print.

use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A result whose error is a sentence for the person at the terminal.
pub type Outcome<T = ()> = Result<T, String>;

/// Prints the command line, runs it with this terminal's input and output, and waits.
///
/// # Errors
/// When it cannot start or ends with another status than zero.
pub fn run(command: &mut Command) -> Outcome {
    let line = line(command);
    println!("$ {line}");
    let status = command.status().map_err(|error| format!("`{line}` did not start: {error}"))?;
    if status.success() { Ok(()) } else { Err(format!("`{line}` ended with {status}")) }
}

/// What a program prints on stdout when called with these arguments; `None` if it fails in any way.
pub fn answer(program: impl AsRef<OsStr>, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
}

/// The first file on `PATH` with this name (on Windows also with `.exe`, `.cmd` or `.bat`).
pub fn find(name: &str) -> Option<PathBuf> {
    let endings: &[&str] = if cfg!(windows) { &[".exe", ".cmd", ".bat"] } else { &[""] };
    let path = env::var_os("PATH")?;
    env::split_paths(&path)
        .flat_map(|folder| endings.iter().map(move |ending| folder.join(format!("{name}{ending}"))))
        .find(|file| file.is_file())
}

/// `PATH` with these folders in front.
///
/// # Errors
/// When a folder's name cannot stand in `PATH`.
pub fn path_with(front: &[&Path]) -> Outcome<std::ffi::OsString> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders = front.iter().map(|folder| folder.to_path_buf()).chain(env::split_paths(&path));
    env::join_paths(folders).map_err(|error| format!("a folder cannot stand in PATH: {error}"))
}

/// The command as one would type it: the program's bare name, then its arguments.
fn line(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let name = program.file_stem().unwrap_or(program.as_os_str());
    std::iter::once(name)
        .chain(command.get_args())
        .map(|word| word.to_string_lossy().into_owned())
        .collect::<Vec<_>>()
        .join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_shown_as_one_would_type_it() {
        let mut command = Command::new("/somewhere/bin/trunk");
        command.args(["build", "--release"]);
        assert_eq!(line(&command), "trunk build --release");
    }

    #[test]
    fn a_program_that_fails_has_no_answer() {
        assert_eq!(answer("no-such-program-anywhere", &[]), None);
        assert_eq!(answer("rustc", &["--no-such-option"]), None);
        assert!(answer("rustc", &["--version"]).is_some_and(|text| text.starts_with("rustc ")));
    }

    #[test]
    fn only_what_is_on_the_path_is_found() {
        assert!(find("cargo").is_some());
        assert_eq!(find("no-such-program-anywhere"), None);
    }

    #[test]
    fn front_folders_come_first() {
        let path = path_with(&[Path::new("first"), Path::new("second")]).unwrap();
        let folders: Vec<PathBuf> = env::split_paths(&path).take(2).collect();
        assert_eq!(folders, [Path::new("first"), Path::new("second")]);
    }
}
