//! What each step of `cargo xtask test` does.

use std::fs;
use std::num::NonZero;
use std::path::PathBuf;
use std::thread;

use crate::process::{Outcome, run};
use crate::tools::{self, WASM};
use crate::workshop::Workshop;
use crate::{node, python, serve};

const NO_WARNINGS: [&str; 3] = ["--", "-D", "warnings"];

/// Fetches everything, so that a missing tool shows at once and not after minutes; names each that is missing.
pub fn tools(workshop: &Workshop) -> Outcome {
    let all = [
        tools::components(),
        tools::wasm_target(),
        workshop.bindgen().map(drop),
        workshop.trunk().map(drop),
        workshop.wasm_split().map(drop),
        workshop.packages(),
        workshop.chromium().map(drop),
        workshop.driver().map(drop),
        workshop.python().map(drop),
    ];
    let missing: Vec<String> = all.into_iter().filter_map(Outcome::err).collect();
    if missing.is_empty() { Ok(()) } else { Err(missing.join("\n")) }
}

/// `cargo fmt`, changing nothing.
pub fn format(workshop: &Workshop) -> Outcome {
    tools::components()?;
    run(workshop.command("cargo").args(["fmt", "--all", "--check"]))
}

/// clippy for this machine, on all members.
pub fn lint_native(workshop: &Workshop) -> Outcome {
    tools::components()?;
    let mut clippy = workshop.command("cargo");
    run(clippy.args(["clippy", "--workspace", "--all-targets", "--locked"]).args(NO_WARNINGS))
}

/// clippy for the page.
pub fn lint_wasm(workshop: &Workshop) -> Outcome {
    tools::components()?;
    let mut clippy = workshop.wasm_command("cargo")?;
    clippy.args(["clippy", "--package", "attnscope", "--target", WASM, "--locked"]);
    run(clippy.args(["--lib", "--bins", "--tests"]).args(NO_WARNINGS))
}

/// The tests that need no browser; some run exported programs in Python.
pub fn native(workshop: &Workshop) -> Outcome {
    let mut tests = workshop.command("cargo");
    tests.env(python::VARIABLE, workshop.python()?);
    run(tests.args(["test", "--workspace", "--locked", "--no-fail-fast"]))
}

/// The component tests, in headless Chromium.
pub fn web(workshop: &Workshop) -> Outcome {
    let driver = workshop.driver()?;
    let capabilities = capabilities(workshop)?;
    let mut tests = workshop.wasm_command("cargo")?;
    tests.env("CHROMEDRIVER", driver).env("WASM_BINDGEN_TEST_WEBDRIVER_JSON", capabilities);
    // Generous: a cold browser on a busy machine.
    tests.env("WASM_BINDGEN_TEST_TIMEOUT", "300").env("WASM_BINDGEN_TEST_DRIVER_TIMEOUT", "30");
    tests.args(["test", "--package", "attnscope", "--target", WASM, "--test", "web", "--locked"]);
    run(&mut tests)
}

/// A copy of `webdriver.json` that also names the browser.
fn capabilities(workshop: &Workshop) -> Outcome<PathBuf> {
    let text = workshop.read("webdriver.json")?;
    let chromium = workshop.chromium()?;
    let text = with_binary(&text, &chromium.to_string_lossy())
        .ok_or("webdriver.json has no \"args\" to put the browser beside")?;
    let file = workshop.path("target/webdriver.json");
    fs::write(&file, text).map_err(|error| format!("{}: {error}", file.display()))?;
    Ok(file)
}

fn with_binary(text: &str, binary: &str) -> Option<String> {
    let mark = "\"args\":";
    text.contains(mark).then(|| text.replacen(mark, &format!("\"binary\": {binary:?}, {mark}"), 1))
}

/// The documentation, on both targets.
pub fn docs(workshop: &Workshop) -> Outcome {
    let strict = ("RUSTDOCFLAGS", "-D warnings");
    let mut native = workshop.command("cargo");
    native.env(strict.0, strict.1);
    run(native.args(["doc", "--workspace", "--no-deps", "--locked"]))?;
    let mut wasm = workshop.wasm_command("cargo")?;
    wasm.env(strict.0, strict.1);
    wasm.args([
        "doc",
        "--package",
        "attnscope",
        "--target",
        WASM,
        "--lib",
        "--no-deps",
        "--locked",
    ]);
    run(&mut wasm)
}

/// The bytes before the first picture.
pub fn size(workshop: &Workshop) -> Outcome {
    workshop.site()?;
    run(workshop.command(&node::node()?.to_string_lossy()).args(["tests/size.mjs", "dist"]))
}

/// The journeys, against the site as it is shipped, on the server that `cargo xtask serve` uses.
pub fn journeys(workshop: &Workshop) -> Outcome {
    workshop.packages()?;
    let chromium = workshop.chromium()?;
    workshop.site()?;
    let address = serve::in_background(workshop)?;
    let mut tests = workshop.command(&node::node()?.to_string_lossy());
    tests.env("ATTNSCOPE_URL", address).env("ATTNSCOPE_CHROMIUM", chromium);
    // By itself Node leaves one core free, and a journey waits more than it computes.
    let at_once = thread::available_parallelism().map_or(2, NonZero::get).max(2);
    tests.args(["--test", "--test-reporter=spec", &format!("--test-concurrency={at_once}")]);
    run(tests.args(journey_files(workshop)?))
}

/// The files `tests/e2e/*.test.mjs`; Node's own search for tests differs between its versions.
fn journey_files(workshop: &Workshop) -> Outcome<Vec<PathBuf>> {
    let folder = "tests/e2e";
    let entries =
        fs::read_dir(workshop.path(folder)).map_err(|error| format!("{folder}: {error}"))?;
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.ends_with(".test.mjs"))
        .map(|name| PathBuf::from(folder).join(name))
        .collect();
    files.sort();
    // Without files Node would search by itself, or find nothing and call it success.
    if files.is_empty() { Err(format!("{folder} has no *.test.mjs")) } else { Ok(files) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_stands_beside_its_arguments() {
        let text = r#"{ "goog:chromeOptions": { "args": ["--x"] } }"#;
        let expected =
            r#"{ "goog:chromeOptions": { "binary": "C:\\a b\\c.exe", "args": ["--x"] } }"#;
        assert_eq!(with_binary(text, r"C:\a b\c.exe").as_deref(), Some(expected));
        assert_eq!(with_binary("{}", "x"), None);
    }

    #[test]
    fn the_projects_own_capabilities_can_take_a_browser() {
        let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../webdriver.json");
        let text = fs::read_to_string(file).unwrap();
        assert!(with_binary(&text, "x").is_some());
    }
}
