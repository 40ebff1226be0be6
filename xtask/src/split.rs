//! The page's wasm in pieces: what `src/main.rs` marks is fetched after the first picture. wasm-split finds what
//! only the marked functions call; the pieces share memory and table with the page.

use std::fs;
use std::path::{Path, PathBuf};

use crate::parts::compiled;
use crate::process::{Outcome, run};
use crate::workshop::Workshop;

/// Where the pieces are made, before they get their names.
const FOLDER: &str = "target/site-split";
/// The script that fetches the pieces, as the tools call it.
const LOADER: &str = "./__wasm_split.js";

/// Puts the wasm without its pieces, its script and the pieces in the place of what Trunk has made; tells where
/// the pieces are.
///
/// # Errors
/// When a tool is missing and cannot be fetched, fails, or makes something else than is known here.
pub fn split(workshop: &Workshop, script: &Path, page: &Path) -> Outcome<Vec<PathBuf>> {
    let failed = |error| format!("{FOLDER}: {error}");
    let folder = workshop.path(FOLDER);
    if folder.exists() {
        fs::remove_dir_all(&folder).map_err(failed)?;
    }
    let name = script.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    let mut command = workshop.command(&workshop.wasm_split()?.to_string_lossy());
    command.arg(compiled("attnscope", "release")?).arg(&folder).args([
        "--target",
        "web",
        "--out-name",
        &name,
    ]);
    run(&mut command)?;
    let mut bindgen = workshop.wasm_command("wasm-bindgen")?;
    bindgen.args(["--target", "web", "--no-typescript", "--keep-lld-exports"]);
    bindgen.args(["--out-name", &name, "--out-dir"]);
    run(bindgen.arg(&folder).arg(folder.join(format!("{name}.wasm"))))?;
    fs::copy(folder.join(format!("{name}_bg.wasm")), page).map_err(failed)?;
    let text = |file: &str| fs::read_to_string(folder.join(file)).map_err(failed);
    let whole = joined(&text(&format!("{name}.js"))?, &text(LOADER)?, &name)
        .ok_or("wasm-split or wasm-bindgen writes its script in another way than xtask knows")?;
    fs::write(script, whole).map_err(failed)?;
    place(&folder, page, &name).map_err(failed)
}

/// Copies the pieces beside the page, named after it.
fn place(folder: &Path, page: &Path, name: &str) -> std::io::Result<Vec<PathBuf>> {
    let mut placed = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if ["split_", "chunk_"].iter().any(|kind| file.starts_with(kind)) {
            let piece = page.with_file_name(piece_name(name, &file));
            fs::copy(path, &piece)?;
            placed.push(piece);
        }
    }
    Ok(placed)
}

/// What a piece is called whatever is in it.
pub fn kind(piece: &Path) -> String {
    let name = piece.file_stem().unwrap_or_default().to_string_lossy();
    name.rsplit('-').next().unwrap_or_default().to_owned()
}

fn piece_name(name: &str, file: &str) -> String {
    format!("{name}-{}", file.trim_start_matches("split_"))
}

/// One script of the two, which import each other: one request less before the first picture.
/// Pieces are compiled whole, so that a server need not know what a wasm is.
fn joined(bindgen: &str, loader: &str, name: &str) -> Option<String> {
    let exports: Vec<&str> = loader
        .lines()
        .filter_map(|line| line.strip_prefix("export const ")?.split(' ').next())
        .collect();
    let is_import = |line: &&str| line.starts_with("import ") && line.contains(LOADER);
    let imports: Vec<&str> = bindgen.lines().filter(is_import).collect();
    let rest: Vec<&str> = bindgen.lines().filter(|line| !is_import(line)).collect();
    let mut loader: String = loader
        .lines()
        .filter(|line| !line.starts_with("import "))
        .map(|line| line.trim_start_matches("export ").to_owned() + "\n")
        .collect();
    let changes = [
        ("initSync(undefined, undefined)", "wasm"),
        ("WebAssembly.instantiateStreaming(src, imports)", "instantiatePiece(src, imports)"),
        ("\"./split_", &format!("\"./{name}-")),
        ("\"./chunk_", &format!("\"./{name}-chunk_")),
    ];
    for (from, to) in changes {
        loader = loader.replace(from, to);
    }
    let objects: Vec<String> = imports
        .iter()
        .filter_map(|import| import.strip_prefix("import * as ")?.split(' ').next())
        .map(|object| format!("const {object} = {{ {} }};", exports.join(", ")))
        .collect();
    let is_known = !exports.is_empty()
        && !objects.is_empty()
        && objects.len() == imports.len()
        && ["} = wasm;", "instantiatePiece(src"].iter().all(|part| loader.contains(part));
    let whole = [&rest.join("\n"), &loader, INSTANTIATE, &objects.join("\n")];
    is_known.then(|| whole.map(|part| part.trim_end().to_owned() + "\n").concat())
}

const INSTANTIATE: &str = "async function instantiatePiece(src, imports) {
const response = await src;
if (!response.ok) throw new Error(response.url + \": \" + response.status);
return WebAssembly.instantiate(await response.arrayBuffer(), imports);
}
";

#[cfg(test)]
mod tests {
    use super::*;

    const BINDGEN: &str = "import * as import1 from \"./__wasm_split.js\"\nexport { initSync };\n";
    const LOADER_SCRIPT: &str = "import { initSync } from \"./page-1.js\";\n\
        function shared() {\nconst { memory,  } = initSync(undefined, undefined);\n}\n\
        const __chunk_3 = makeLoad(WebAssembly.instantiateStreaming(src, imports), \"./chunk_3.wasm\");\n\
        export const load_a = makeLoad(\"./split_a.wasm\");\n";

    #[test]
    fn two_scripts_that_import_each_other_become_one() {
        let joined = joined(BINDGEN, LOADER_SCRIPT, "page-1").unwrap();
        let expected = [
            "export { initSync };\n\
             function shared() {\nconst { memory,  } = wasm;\n}\n\
             const __chunk_3 = makeLoad(instantiatePiece(src, imports), \"./page-1-chunk_3.wasm\");\n\
             const load_a = makeLoad(\"./page-1-a.wasm\");\n",
            INSTANTIATE,
            "const import1 = { load_a };\n",
        ];
        assert_eq!(joined, expected.concat());
    }

    #[test]
    fn scripts_of_another_kind_are_refused() {
        assert_eq!(joined("export { initSync };\n", LOADER_SCRIPT, "page-1"), None);
        assert_eq!(joined(BINDGEN, "export const load_a = 1;\n", "page-1"), None);
        assert_eq!(joined(BINDGEN, "", "page-1"), None);
    }

    #[test]
    fn a_piece_is_named_after_the_page_and_known_by_its_kind() {
        assert_eq!(piece_name("page-1", "split_a.wasm"), "page-1-a.wasm");
        assert_eq!(piece_name("page-1", "chunk_3.wasm"), "page-1-chunk_3.wasm");
        assert_eq!(kind(Path::new("dist/page-1-chunk_3.wasm")), "chunk_3");
    }
}
