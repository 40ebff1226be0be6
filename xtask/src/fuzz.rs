//! `cargo xtask fuzz TARGET`: hostile bytes for what reads, starting from the cases of the tests.
//!
//! The stable compiler is enough: it marks the branches that are taken, which leads the fuzzer, and
//! there is no sanitizer, which only unsafe code would need. What is found is written to
//! `fuzz/artifacts`, and what leads further to `fuzz/corpus`, where the next run begins.

use std::fs;
use std::path::Path;

use crate::process::{Outcome, path_with, run};
use crate::seeds;
use crate::tools::Program;
use crate::workshop::Workshop;

const CARGO_FUZZ: Program = Program {
    package: "cargo-fuzz",
    binaries: &["cargo-fuzz"],
    version: "0.13.1",
    features: &[],
    tells_version: true,
    minutes: "1 to 5",
};

/// What is fuzzed: a file in `fuzz/fuzz_targets`, and folders whose JSON it starts from.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Target {
    /// Whatever is pasted or dropped.
    Reader,
    /// Documents.
    Document,
    /// Links, and what is packed in them.
    Link,
}

impl Target {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Reader, Self::Document, Self::Link];

    /// Its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reader => "reader",
            Self::Document => "document",
            Self::Link => "link",
        }
    }

    /// What the fuzzer starts from.
    fn seeds(self, workshop: &Workshop) -> Outcome<Vec<Vec<u8>>> {
        let documents = || seeds::documents(&workshop.path("src/reader"));
        match self {
            Self::Reader => seeds::cases(&workshop.read("tests/fixtures/cases.jsonl")?),
            Self::Document => {
                let fixtures = seeds::documents(&workshop.path("tests/fixtures"))?;
                Ok(fixtures.into_iter().chain(documents()?).collect())
            }
            Self::Link => Ok(seeds::links().into_iter().chain(documents()?).collect()),
        }
    }
}

/// Fuzzes a target for so many seconds.
///
/// # Errors
/// When a tool cannot be fetched, or something was found.
pub fn fuzz(workshop: &Workshop, target: Target, seconds: u32) -> Outcome {
    let folder = CARGO_FUZZ.folder()?;
    let (name, seeds) = (target.name(), target.seeds(workshop)?);
    let [corpus, beginning] = ["corpus", "seeds"].map(|kind| format!("fuzz/{kind}/{name}"));
    write(&workshop.path(&corpus), &[])?;
    write(&workshop.path(&beginning), &seeds)?;
    let mut fuzzer = workshop.command("cargo");
    fuzzer.env("PATH", path_with(&[&folder])?);
    fuzzer.args(["fuzz", "run", "--sanitizer", "none", name, &corpus, &beginning, "--"]);
    fuzzer.arg(format!("-max_total_time={seconds}"));
    // No source is read for so long, however hostile; longer ones are more of the same.
    run(fuzzer.args(["-timeout=10", "-rss_limit_mb=2048", "-max_len=8192", "-print_final_stats=1"]))
}

/// A folder with these files in it.
fn write(folder: &Path, files: &[Vec<u8>]) -> Outcome {
    let written = fs::create_dir_all(folder).and_then(|()| {
        let mut named = (1..).zip(files);
        named.try_for_each(|(number, bytes)| fs::write(folder.join(format!("{number}")), bytes))
    });
    written.map_err(|error| format!("{}: {error}", folder.display()))
}
