//! The static site in `dist/`: the page built by Trunk and the parts beside it, all made a little smaller by
//! wasm-opt where there is one.

use std::fs;
use std::hash::{DefaultHasher, Hash as _, Hasher as _};
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use crate::comments;
use crate::node;
use crate::parts::{self, Placed};
use crate::process::{Outcome, answer, path_with, run};
use crate::slim;
use crate::split;
use crate::stamp::fingerprint;
use crate::workshop::Workshop;

/// What the site is made from; a change of anything else needs no build.
const INPUTS: [&str; 11] = [
    "src",
    "build.rs",
    "style",
    "web",
    "assets",
    "index.html",
    "Trunk.toml",
    "Cargo.toml",
    "Cargo.lock",
    ".cargo",
    "xtask/src",
];
/// Holds the fingerprint of the inputs of the site in `dist/`.
const STAMP: &str = "target/site.stamp";
/// Holds what wasm-opt has made last of each wasm, under a name that is derived from what it was and how it was made.
const OPTIMISED: &str = "target/site-wasm-opt";

/// Builds the site, unless the one in `dist/` is made from the same sources.
///
/// # Errors
/// When the build fails.
pub fn refresh(workshop: &Workshop) -> Outcome {
    let is_built = workshop.path("dist/index.html").is_file();
    if is_built && workshop.read(STAMP).ok() == Some(state(workshop)?) {
        println!("dist/ is up to date.");
        return Ok(());
    }
    build(workshop)
}

/// Builds the site.
///
/// # Errors
/// When a tool is missing and cannot be fetched, or the build fails.
pub fn build(workshop: &Workshop) -> Outcome {
    let stamp = workshop.path(STAMP);
    if stamp.exists() {
        fs::remove_file(&stamp).map_err(|error| format!("{STAMP}: {error}"))?;
    }
    // Taken before the build: an edit during it counts as a change after it.
    let state = state(workshop)?;
    trunk(workshop)?;
    let dist = workshop.path("dist");
    let page = find_wasm(&dist)?;
    let script = script_of(&page);
    let pieces = split::split(workshop, &script, &page)?;
    let parts = parts::build(workshop, &dist)?;
    let beside = parts.iter().map(|part| (part.part.to_owned(), &part.wasm));
    let beside = beside.chain(pieces.iter().map(|piece| (split::kind(piece), piece)));
    if let Err(reason) = slim::prune(workshop, &script, &page) {
        println!("The page keeps what it never calls: {reason}");
    }
    // The largest first: the others fill the time beside it.
    let all: Vec<_> = [("page".to_owned(), &page)].into_iter().chain(beside).collect();
    optimise_all(workshop, &all);
    slim::shorten(&script, &page)?;
    comments::strip(&dist)?;
    announce(&dist.join("index.html"), &page, &parts)?;
    fs::create_dir_all(workshop.path("target"))
        .and_then(|()| fs::write(&stamp, state))
        .map_err(|error| format!("{STAMP}: {error}"))?;
    println!("The site is in dist/.");
    Ok(())
}

/// The sources and the compiler, as one word.
fn state(workshop: &Workshop) -> Outcome<String> {
    let print = fingerprint(&workshop.path(""), &INPUTS)
        .map_err(|error| format!("a source cannot be read: {error}"))?;
    let compiler = answer("rustc", &["--version"]).unwrap_or_default();
    Ok(format!("{print:016x} {compiler}\n"))
}

/// Trunk may not use the network (it would look for tools elsewhere), hence the fetching before.
fn trunk(workshop: &Workshop) -> Outcome {
    let mut fetch = workshop.wasm_command("cargo")?;
    run(fetch.args(["fetch", "--locked"]))?;
    let mut trunk = workshop.wasm_command("trunk")?;
    trunk.env("PATH", path_with(&[&workshop.trunk()?, &workshop.bindgen()?])?);
    // Trunk takes `true` and `false` only in this variable, and stops at a `1`.
    if std::env::var_os("NO_COLOR").is_some() {
        trunk.env_remove("NO_COLOR").env("TRUNK_COLOR", "never");
    }
    run(trunk.args(["build", "--release", "--offline", "--skip-version-check"]))
}

fn find_wasm(dist: &Path) -> Outcome<PathBuf> {
    let entries = fs::read_dir(dist).map_err(|error| format!("dist: {error}"))?;
    entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .find(|path| path.extension().is_some_and(|ending| ending == "wasm"))
        .ok_or("dist/ has no wasm".to_owned())
}

/// The JavaScript beside a wasm, as Trunk names it.
fn script_of(wasm: &Path) -> PathBuf {
    let name = wasm.file_name().unwrap_or_default().to_string_lossy();
    wasm.with_file_name(name.replace("_bg.wasm", ".js"))
}

/// What wasm-opt does, for few bytes after compression rather than before it. Measured on the page with brotli
/// 11: 243 KB by `-Os` alone, 235 KB so. Functions of one name stand together, what is called once stays apart
/// where it is long, what is tiny is not called, and what is computed twice repeats itself: text that repeats
/// costs little.
/// Addresses below 1,024 are unused: the end of the stack is there, which traps below 0.
const PASSES: [&str; 10] = [
    "-Os",
    "--converge",
    "--low-memory-unused",
    "--one-caller-inline-max-function-size=40",
    "--always-inline-max-function-size=4",
    "--skip-pass=local-cse",
    "--skip-pass=precompute-propagate",
    "--reorder-functions-by-name",
    "--strip-producers",
    "--strip-target-features",
];

/// The same for a wasm that is to be fast: the compiler has done what can be done.
const PASSES_OF_FAST: [&str; 2] = ["--strip-producers", "--strip-target-features"];

/// wasm-opt takes one core, so that there is one for each.
fn optimise_all(workshop: &Workshop, all: &[(String, &PathBuf)]) {
    // Asked once, since it may have to be fetched.
    let wasm_opt = node::wasm_opt();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some((kind, wasm)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            if let Err(reason) = optimise(workshop, &wasm_opt, kind, wasm) {
                println!("The {kind} is left as the compiler made it, without wasm-opt: {reason}");
            }
        }
    };
    let cores = thread::available_parallelism().map_or(1, NonZero::get);
    thread::scope(|scope| {
        for _ in 0..cores {
            scope.spawn(work);
        }
    });
}

/// wasm-opt takes a while and gains little, so its result is kept for as long as its input is the same.
fn optimise(workshop: &Workshop, wasm_opt: &Outcome<PathBuf>, kind: &str, wasm: &Path) -> Outcome {
    let folder = workshop.path(OPTIMISED).join(kind);
    let passes = if parts::is_fast(kind) { &PASSES_OF_FAST[..] } else { &PASSES };
    let mut hasher = DefaultHasher::new();
    (fs::read(wasm).map_err(|error| format!("{kind}: {error}"))?, passes).hash(&mut hasher);
    let kept = folder.join(format!("{:016x}", hasher.finish()));
    if !kept.is_file() {
        let wasm_opt = wasm_opt.as_ref().map_err(String::clone)?;
        let fresh = folder.join("fresh.wasm");
        renew_folder(&folder)?;
        let mut command = workshop.command(&wasm_opt.to_string_lossy());
        run(command.args(passes).arg(wasm).arg("-o").arg(&fresh))?;
        fs::rename(&fresh, &kept).map_err(|error| format!("{OPTIMISED}: {error}"))?;
    }
    fs::copy(&kept, wasm).map(|_| ()).map_err(|error| format!("{OPTIMISED}: {error}"))
}

fn renew_folder(folder: &Path) -> Outcome {
    let removed = if folder.exists() { fs::remove_dir_all(folder) } else { Ok(()) };
    removed
        .and_then(|()| fs::create_dir_all(folder))
        .map_err(|error| format!("{}: {error}", folder.display()))
}

/// Tells boot.mjs how large the page's wasm is, since a server that compresses it does not say, and what the
/// parts are called.
fn announce(index: &Path, page: &Path, parts: &[Placed]) -> Outcome {
    let failed = |error| format!("{}: {error}", index.display());
    let bytes = fs::metadata(page).map_err(failed)?.len();
    let html = fs::read_to_string(index).map_err(failed)?;
    let parts = parts.iter().map(|part| (part.part, part.name.as_str()));
    let html = with_facts(&html, bytes, parts).ok_or("index.html has no id=\"boot\" for facts")?;
    fs::write(index, html).map_err(failed)
}

fn with_facts<'a>(
    html: &str,
    bytes: u64,
    parts: impl Iterator<Item = (&'a str, &'a str)>,
) -> Option<String> {
    let mark = "id=\"boot\"";
    let mut facts = format!("{mark} data-bytes=\"{bytes}\"");
    for (part, name) in parts {
        for word in [" data-", part, "=\"./", name, "\""] {
            facts.push_str(word);
        }
    }
    html.contains(mark).then(|| html.replacen(mark, &facts, 1))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn size_and_parts_stand_beside_the_boot_script() {
        let html = "<script id=\"boot\" src=\"./boot.mjs\"></script>";
        let expected = "<script id=\"boot\" data-bytes=\"123\" data-reader=\"./reader-1\" \
                        data-panel=\"./panel-2\" src=\"./boot.mjs\"></script>";
        let parts = [("reader", "reader-1"), ("panel", "panel-2")].into_iter();
        assert_eq!(with_facts(html, 123, parts.clone()).as_deref(), Some(expected));
        assert_eq!(with_facts("<p id=\"boot-screen\">", 123, parts), None);
    }

    #[test]
    fn every_input_of_the_site_exists() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
        for input in INPUTS {
            assert!(root.join(input).exists(), "{input}");
        }
    }
}
