//! Python with `NumPy`, for the tests that run exported programs: a virtual environment in a per-user
//! folder keyed by version.

use std::env;
use std::path::{Path, PathBuf};
use std::process::Command;

use crate::process::{Outcome, answer, find, run};
use crate::tools::cache;

/// Exactly this version of `NumPy`; the fixtures were made with it.
const NUMPY: &str = "2.4.6";

/// The variable that names the Python for the tests.
pub const VARIABLE: &str = "ATTNSCOPE_PYTHON";

/// A Python that has `NumPy`: the one that the user names, else one in our own environment, which is
/// made if it is missing.
///
/// # Errors
/// When there is no Python, or `NumPy` cannot be installed.
pub fn python() -> Outcome<PathBuf> {
    if let Some(named) = env::var_os(VARIABLE).filter(|value| !value.is_empty()) {
        return Ok(named.into());
    }
    let home = cache()?.join(format!("numpy-{NUMPY}"));
    let python = home.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python3" });
    if !has_numpy(&python) {
        install(&home, &python)?;
    }
    if has_numpy(&python) {
        return Ok(python);
    }
    Err(format!("NumPy {NUMPY} is installed in {} but does not load", home.display()))
}

/// An environment counts as present only when `NumPy` loads in it: an installation may have been
/// interrupted.
fn has_numpy(python: &Path) -> bool {
    let says = answer(python, &["-c", "import numpy; print(numpy.__version__)"]);
    says.as_deref() == Some(NUMPY)
}

fn install(home: &Path, python: &Path) -> Outcome {
    println!("Installing NumPy {NUMPY} for this user, once; this takes half a minute.");
    let base = find("python3").or_else(|| find("python"));
    let base = base.ok_or("Python is missing: install Python 3.11 or newer")?;
    run(Command::new(base).args(["-m", "venv", "--clear"]).arg(home)).map_err(|error| {
        format!("{error}; Python needs its module venv (on Debian: apt install python3-venv)")
    })?;
    let numpy = format!("numpy=={NUMPY}");
    let mut pip = Command::new(python);
    pip.args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]);
    run(pip.args(["--only-binary", ":all:", &numpy]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_python_that_is_not_there_has_no_numpy() {
        assert!(!has_numpy(Path::new("no/such/python")));
    }
}
