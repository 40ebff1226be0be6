//! `cargo xtask bench`: how fast the page and its engine are, in Chromium, on this machine.

use crate::process::{Outcome, run};
use crate::workshop::Workshop;
use crate::{node, serve};

/// Measures the site as it is shipped, its engine beside other runtimes, and prints tables.
///
/// # Errors
/// When a tool is missing, the build fails, or the page does not set the marks that are measured.
pub fn run_bench(workshop: &Workshop) -> Outcome {
    workshop.packages()?;
    // The runtimes that the engine is compared with; nothing else needs them.
    node::packages(&workshop.path("tests/bench"))?;
    let chromium = workshop.chromium()?;
    workshop.site()?;
    let address = serve::in_background(workshop)?;
    let mut bench = workshop.command(&node::node()?.to_string_lossy());
    bench.env("ATTNSCOPE_URL", address).env("ATTNSCOPE_CHROMIUM", chromium);
    run(bench.arg("tests/bench/main.mjs"))
}
