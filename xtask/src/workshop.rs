//! The project's folder and its tools, each looked for at most once in a run.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use crate::process::{Outcome, path_with};
use crate::tools::{self, Program};
use crate::{browser, lockfile, node, python, site};

const TRUNK: Program = Program {
    package: "trunk",
    binaries: &["trunk"],
    version: "0.21.14",
    features: &[],
    tells_version: true,
    minutes: "5 to 25",
};
const WASM_SPLIT: Program = Program {
    package: "wasm_split_cli_support",
    binaries: &["wasm-split-cli"],
    version: "0.2.4",
    features: &["build-binary"],
    tells_version: false,
    minutes: "2 to 6",
};

/// Where the commands work and what they work with.
pub struct Workshop {
    root: PathBuf,
    trunk: OnceLock<Outcome<PathBuf>>,
    bindgen: OnceLock<Outcome<PathBuf>>,
    wasm_split: OnceLock<Outcome<PathBuf>>,
    chromium: OnceLock<Outcome<PathBuf>>,
    driver: OnceLock<Outcome<PathBuf>>,
    packages: OnceLock<Outcome>,
    python: OnceLock<Outcome<PathBuf>>,
    site: OnceLock<Outcome>,
}

impl Workshop {
    /// The workshop around the workspace that this program belongs to.
    ///
    /// # Errors
    /// When it is not started by cargo.
    pub fn new() -> Outcome<Self> {
        let member = env::var_os("CARGO_MANIFEST_DIR").ok_or("start this as `cargo xtask`")?;
        let root = Path::new(&member).parent().ok_or("the workspace has no folder")?;
        Ok(Self {
            root: root.to_path_buf(),
            trunk: OnceLock::new(),
            bindgen: OnceLock::new(),
            wasm_split: OnceLock::new(),
            chromium: OnceLock::new(),
            driver: OnceLock::new(),
            packages: OnceLock::new(),
            python: OnceLock::new(),
            site: OnceLock::new(),
        })
    }

    /// A file of the project, or its root for `""`.
    pub fn path(&self, file: &str) -> PathBuf {
        self.root.join(file)
    }

    /// The text of a file of the project.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn read(&self, file: &str) -> Outcome<String> {
        fs::read_to_string(self.path(file)).map_err(|error| format!("{file}: {error}"))
    }

    /// The folder of Trunk.
    ///
    /// # Errors
    /// When it cannot be installed.
    pub fn trunk(&self) -> Outcome<PathBuf> {
        self.trunk.get_or_init(|| TRUNK.folder()).clone()
    }

    /// The folder of the wasm-bindgen programs of exactly the locked version.
    ///
    /// # Errors
    /// When they cannot be installed.
    pub fn bindgen(&self) -> Outcome<PathBuf> {
        self.bindgen.get_or_init(|| self.find_bindgen()).clone()
    }

    fn find_bindgen(&self) -> Outcome<PathBuf> {
        let lock = self.read("Cargo.lock")?;
        let version = lockfile::version(&lock, "wasm-bindgen")
            .ok_or("Cargo.lock does not name wasm-bindgen")?;
        let binaries = &["wasm-bindgen", "wasm-bindgen-test-runner"];
        let program = Program {
            package: "wasm-bindgen-cli",
            binaries,
            version,
            features: &[],
            tells_version: true,
            minutes: "2 to 10",
        };
        program.folder()
    }

    /// The program that cuts the page's wasm into pieces.
    ///
    /// # Errors
    /// When it cannot be installed.
    pub fn wasm_split(&self) -> Outcome<PathBuf> {
        let folder = self.wasm_split.get_or_init(|| WASM_SPLIT.folder()).clone()?;
        Ok(folder.join(WASM_SPLIT.binaries[0]))
    }

    /// The browser.
    ///
    /// # Errors
    /// Says what to install.
    pub fn chromium(&self) -> Outcome<PathBuf> {
        self.chromium.get_or_init(browser::chromium).clone()
    }

    /// The browser's driver.
    ///
    /// # Errors
    /// Says what to install.
    pub fn driver(&self) -> Outcome<PathBuf> {
        self.driver.get_or_init(browser::driver).clone()
    }

    /// The Node packages of the browser tests.
    ///
    /// # Errors
    /// When Node.js is missing or the packages cannot be fetched.
    pub fn packages(&self) -> Outcome {
        let install = || node::node().and_then(|_| node::packages(&self.path("tests/e2e")));
        self.packages.get_or_init(install).clone()
    }

    /// The Python that runs exported programs.
    ///
    /// # Errors
    /// When it is missing or `NumPy` cannot be installed.
    pub fn python(&self) -> Outcome<PathBuf> {
        self.python.get_or_init(python::python).clone()
    }

    /// A site in `dist/` that is as new as the sources.
    ///
    /// # Errors
    /// When the build fails; it is not tried twice in a run.
    pub fn site(&self) -> Outcome {
        self.site.get_or_init(|| site::refresh(self)).clone()
    }

    /// A command in the project's folder.
    pub fn command(&self, program: &str) -> Command {
        let mut command = Command::new(program);
        command.current_dir(&self.root);
        command
    }

    /// A command that compiles for wasm, with the wasm target there and the wasm-bindgen programs on its
    /// `PATH`. Flags for rustc from outside are taken away: they would replace those of
    /// `.cargo/config.toml`, which switch vectors on.
    ///
    /// # Errors
    /// When the tools cannot be fetched.
    pub fn wasm_command(&self, program: &str) -> Outcome<Command> {
        tools::wasm_target()?;
        let mut command = self.command(program);
        command.env("PATH", path_with(&[&self.bindgen()?])?);
        for variable in [
            "RUSTFLAGS",
            "CARGO_ENCODED_RUSTFLAGS",
            "CARGO_BUILD_RUSTFLAGS",
            "CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_RUSTFLAGS",
        ] {
            command.env_remove(variable);
        }
        Ok(command)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Macros mark the places at which the program cuts: both are of one series.
    #[test]
    fn the_program_that_cuts_is_of_the_series_that_marks() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        let lock = fs::read_to_string(root.join("Cargo.lock")).unwrap();
        let series = |version: &str| version.rsplit_once('.').map(|(series, _)| series.to_owned());
        for package in ["wasm_split_helpers", "wasm_split_macros"] {
            let locked = lockfile::version(&lock, package).unwrap();
            assert_eq!(series(locked), series(WASM_SPLIT.version), "{package} {locked}");
        }
    }
}
