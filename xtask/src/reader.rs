//! The reader: a second wasm beside the page's, which the page fetches when it first has to read something.
//! Trunk would build it too, but without a hash in its name.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::io;
use std::path::{Path, PathBuf};

use crate::process::{Outcome, run};
use crate::tools::WASM;
use crate::workshop::Workshop;

/// Where wasm-bindgen leaves its files, before they get their names.
const FOLDER: &str = "target/site-reader";

/// The reader in `dist/`.
pub struct Reader {
    /// What its addresses begin with, relative to the page: `.js` and `_bg.wasm` follow.
    pub name: String,
    /// The wasm.
    pub wasm: PathBuf,
}

/// Builds the reader and puts it into `dist/`.
///
/// # Errors
/// When a tool is missing and cannot be fetched, or the build fails.
pub fn build(workshop: &Workshop, dist: &Path) -> Outcome<Reader> {
    let mut cargo = workshop.wasm_command("cargo")?;
    cargo.args(["build", "--release", "--locked", "--offline", "--target", WASM]);
    run(cargo.args(["--package", "attnscope", "--bin", "reader"]))?;
    let compiled = target()?.join(WASM).join("release/reader.wasm");
    let folder = workshop.path(FOLDER);
    let mut bindgen = workshop.wasm_command("wasm-bindgen")?;
    bindgen.args(["--target", "web", "--no-typescript", "--out-name", "reader", "--out-dir"]);
    run(bindgen.arg(&folder).arg(compiled))?;
    place(&folder, dist).map_err(|error| format!("{FOLDER}: {error}"))
}

/// cargo's folder, wherever the user has put it: this program lies in `debug/` or `release/` of it.
fn target() -> Outcome<PathBuf> {
    let program = std::env::current_exe().map_err(|error| format!("xtask: {error}"))?;
    let folder = program.parent().and_then(Path::parent).map(Path::to_path_buf);
    folder.ok_or("xtask lies in no folder of cargo".to_owned())
}

/// Copies the files under names that change with their content, as Trunk does with the page's.
fn place(folder: &Path, dist: &Path) -> io::Result<Reader> {
    let [js, wasm] = ["reader.js", "reader_bg.wasm"].map(|name| fs::read(folder.join(name)));
    let (js, wasm) = (js?, wasm?);
    let mut hasher = DefaultHasher::new();
    (&js, &wasm).hash(&mut hasher);
    let name = format!("reader-{:016x}", hasher.finish());
    fs::write(dist.join(format!("{name}.js")), js)?;
    let file = dist.join(format!("{name}_bg.wasm"));
    fs::write(&file, wasm)?;
    Ok(Reader { name, wasm: file })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The name of a reader with this content, whose files are in place.
    fn name_of(case: &str, js: &str, wasm: &str) -> String {
        let root =
            std::env::temp_dir().join(format!("attnscope-reader-{}-{case}", std::process::id()));
        fs::create_dir_all(root.join("dist")).unwrap();
        fs::write(root.join("reader.js"), js).unwrap();
        fs::write(root.join("reader_bg.wasm"), wasm).unwrap();
        let reader = place(&root, &root.join("dist")).unwrap();
        assert_eq!(fs::read(&reader.wasm).unwrap(), wasm.as_bytes());
        let placed = root.join("dist").join(format!("{}.js", reader.name));
        assert_eq!(fs::read(placed).unwrap(), js.as_bytes());
        fs::remove_dir_all(&root).unwrap();
        reader.name
    }

    #[test]
    fn another_content_has_another_name() {
        let name = name_of("first", "a", "b");
        assert_eq!(name, name_of("same", "a", "b"));
        assert_ne!(name, name_of("js", "c", "b"));
        assert_ne!(name, name_of("wasm", "a", "c"));
        assert_ne!(name, name_of("border", "ab", ""));
    }
}
