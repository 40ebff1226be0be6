//! The parts: wasms beside the page's, each of which the page fetches when it first needs it.
//! Trunk would build them too, but without a hash in their names.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};

use crate::process::{Outcome, run};
use crate::tools::WASM;
use crate::workshop::Workshop;

/// Where wasm-bindgen leaves its files, before they get their names.
const FOLDER: &str = "target/site-parts";

/// A part: a program of the package, and what is fetched with it.
struct Part {
    name: &'static str,
    /// The kind of JavaScript that wasm-bindgen makes.
    kind: &'static str,
    /// The profile of cargo by which it is made: `release` is small, `engine` is fast.
    profile: &'static str,
    /// Files of ours beside it, and what each is called after the part's name.
    beside: &'static [(&'static str, &'static str)],
}

/// Every part.
const PARTS: [Part; 3] = [
    Part {
        name: "reader",
        // For a classic worker.
        kind: "no-modules",
        profile: "release",
        beside: &[("web/reader-worker.js", "-worker.js")],
    },
    Part {
        name: "panel",
        kind: "web",
        profile: "release",
        beside: &[("web/panel.mjs", ".mjs"), ("style/panel.css", ".css")],
    },
    Part {
        name: "engine",
        // For a classic worker.
        kind: "no-modules",
        profile: "engine",
        beside: &[("web/engine-worker.js", "-worker.js"), ("web/engine.mjs", ".mjs")],
    },
];

/// A part in `dist/`.
pub struct Placed {
    /// What it is called in the page.
    pub part: &'static str,
    /// What its addresses begin with, relative to the page: `.js`, `_bg.wasm` and the endings of what is beside
    /// it follow.
    pub name: String,
    /// The wasm.
    pub wasm: PathBuf,
}

/// Builds the parts and puts them into `dist/`.
///
/// # Errors
/// When a tool is missing and cannot be fetched, or the build fails.
pub fn build(workshop: &Workshop, dist: &Path) -> Outcome<Vec<Placed>> {
    for (profile, features) in [("release", &[][..]), ("engine", &["--no-default-features"])] {
        let mut cargo = workshop.wasm_command("cargo")?;
        cargo.args(["build", "--profile", profile, "--locked", "--offline", "--target", WASM]);
        cargo.args(["--package", "attnscope"]).args(features);
        let parts = PARTS.iter().filter(|part| part.profile == profile);
        run(cargo.args(parts.flat_map(|part| ["--bin", part.name])))?;
    }
    PARTS.iter().map(|part| part.make(workshop, dist)).collect()
}

/// Whether a part is made fast and not small.
pub fn is_fast(name: &str) -> bool {
    PARTS.iter().any(|part| part.name == name && part.profile == "engine")
}

/// A program of the package as the compiler has made it.
///
/// # Errors
/// When cargo's folder is not found.
pub fn compiled(name: &str, profile: &str) -> Outcome<PathBuf> {
    Ok(target()?.join(WASM).join(profile).join(format!("{name}.wasm")))
}

/// cargo's folder, wherever the user has put it: this program lies in `debug/` or `release/` of it.
fn target() -> Outcome<PathBuf> {
    let program = std::env::current_exe().map_err(|error| format!("xtask: {error}"))?;
    let folder = program.parent().and_then(Path::parent).map(Path::to_path_buf);
    folder.ok_or("xtask lies in no folder of cargo".to_owned())
}

impl Part {
    fn make(&self, workshop: &Workshop, dist: &Path) -> Outcome<Placed> {
        let folder = workshop.path(FOLDER);
        let mut bindgen = workshop.wasm_command("wasm-bindgen")?;
        bindgen.args(["--target", self.kind, "--no-typescript", "--out-name", self.name]);
        bindgen.arg("--out-dir").arg(&folder);
        run(bindgen.arg(compiled(self.name, self.profile)?))?;
        let made = ["_bg.wasm", ".js"]
            .map(|ending| (folder.join(format!("{}{ending}", self.name)), ending));
        let beside = self.beside.iter().map(|(file, ending)| (workshop.path(file), *ending));
        let files: Vec<_> = made.into_iter().chain(beside).collect();
        self.place(&files, dist).map_err(|error| format!("{}: {error}", self.name))
    }

    /// Copies the files under names that change with the content of any of them, as Trunk does with the page's;
    /// the first is the wasm.
    fn place(&self, files: &[(PathBuf, &str)], dist: &Path) -> io::Result<Placed> {
        let contents: Vec<_> =
            files.iter().map(|(file, _)| fs::read(file)).collect::<io::Result<_>>()?;
        let mut hasher = DefaultHasher::new();
        contents.hash(&mut hasher);
        let name = format!("{}-{:016x}", self.name, hasher.finish());
        for ((_, ending), content) in files.iter().zip(contents) {
            fs::write(dist.join(format!("{name}{ending}")), content)?;
        }
        let wasm = dist.join(format!("{name}{}", files[0].1));
        Ok(Placed { part: self.name, name, wasm })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PART: Part = Part { name: "part", kind: "web", profile: "release", beside: &[] };

    /// The name of a part with this content, whose files are in place.
    fn name_of(case: &str, js: &str, wasm: &str) -> String {
        let root =
            std::env::temp_dir().join(format!("attnscope-part-{}-{case}", std::process::id()));
        fs::create_dir_all(root.join("dist")).unwrap();
        fs::write(root.join("a"), js).unwrap();
        fs::write(root.join("b"), wasm).unwrap();
        let files = [(root.join("b"), "_bg.wasm"), (root.join("a"), ".js")];
        let part = PART.place(&files, &root.join("dist")).unwrap();
        assert_eq!(fs::read(&part.wasm).unwrap(), wasm.as_bytes());
        let placed = root.join("dist").join(format!("{}.js", part.name));
        assert_eq!(fs::read(placed).unwrap(), js.as_bytes());
        fs::remove_dir_all(&root).unwrap();
        part.name
    }

    #[test]
    fn another_content_has_another_name() {
        let name = name_of("first", "a", "b");
        assert_eq!(name, name_of("same", "a", "b"));
        assert_ne!(name, name_of("js", "c", "b"));
        assert_ne!(name, name_of("wasm", "a", "c"));
        assert_ne!(name, name_of("border", "ab", ""));
    }

    #[test]
    fn every_part_is_a_program_and_has_its_files() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for part in &PARTS {
            assert!(root.join(format!("src/bin/{}.rs", part.name)).exists(), "{}", part.name);
            for (file, _) in part.beside {
                assert!(root.join(file).exists(), "{file}");
            }
        }
    }
}
