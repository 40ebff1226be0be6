//! `cargo xtask test`: every check, fastest first, each one named, all of them in one summary.

use std::time::{Duration, Instant};

use crate::checks;
use crate::process::Outcome;
use crate::workshop::Workshop;

/// Every step, in the order in which they run.
pub const STEPS: [Step; 10] = [
    Step::Tools,
    Step::Format,
    Step::LintNative,
    Step::LintWasm,
    Step::Native,
    Step::Web,
    Step::Docs,
    Step::Build,
    Step::Size,
    Step::Journeys,
];

/// One check.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// All that the other steps need is there or is fetched.
    Tools,
    /// The code is formatted.
    Format,
    /// clippy has nothing to say on this machine's target.
    LintNative,
    /// clippy has nothing to say on the page's target.
    LintWasm,
    /// The tests that need no browser.
    Native,
    /// Components in headless Chromium.
    Web,
    /// The documentation builds without a warning, on both targets.
    Docs,
    /// The site builds as it is shipped.
    Build,
    /// What is fetched before the first picture is small enough.
    Size,
    /// End-to-end journeys through the built site in Chromium.
    Journeys,
}

impl Step {
    /// The word for it on the command line and in the summary.
    pub fn name(self) -> &'static str {
        match self {
            Self::Tools => "tools",
            Self::Format => "format",
            Self::LintNative => "lint-native",
            Self::LintWasm => "lint-wasm",
            Self::Native => "native",
            Self::Web => "web",
            Self::Docs => "docs",
            Self::Build => "build",
            Self::Size => "size",
            Self::Journeys => "journeys",
        }
    }

    fn perform(self, workshop: &Workshop) -> Outcome {
        match self {
            Self::Tools => checks::tools(workshop),
            Self::Format => checks::format(workshop),
            Self::LintNative => checks::lint_native(workshop),
            Self::LintWasm => checks::lint_wasm(workshop),
            Self::Native => checks::native(workshop),
            Self::Web => checks::web(workshop),
            Self::Docs => checks::docs(workshop),
            Self::Build => workshop.site(),
            Self::Size => checks::size(workshop),
            Self::Journeys => checks::journeys(workshop),
        }
    }
}

/// How a step went.
struct Report {
    name: &'static str,
    outcome: Outcome,
    time: Duration,
}

/// Runs the steps, goes on after a failed one, and prints the summary.
///
/// # Errors
/// When a step failed.
pub fn run(workshop: &Workshop, steps: &[Step]) -> Outcome {
    let reports: Vec<Report> = steps.iter().map(|&step| report(workshop, step)).collect();
    let (text, failed) = summary(&reports);
    println!("\n{text}");
    if failed == 0 { Ok(()) } else { Err("not everything passed".to_owned()) }
}

fn report(workshop: &Workshop, step: Step) -> Report {
    let name = step.name();
    println!("\n== {name}");
    let start = Instant::now();
    let outcome = step.perform(workshop);
    if let Err(reason) = &outcome {
        println!("{name} failed: {reason}");
    }
    Report { name, outcome, time: start.elapsed() }
}

/// One line for each step, then the counts; and how many failed.
fn summary(reports: &[Report]) -> (String, usize) {
    let failed = reports.iter().filter(|report| report.outcome.is_err()).count();
    let lines: Vec<String> = reports.iter().map(Report::line).collect();
    let passed = reports.len() - failed;
    (format!("== summary\n{}\n{passed} passed, {failed} failed", lines.join("\n")), failed)
}

impl Report {
    fn line(&self) -> String {
        let Self { name, outcome, time } = self;
        let seconds = time.as_secs_f64();
        match outcome {
            Ok(()) => format!("ok      {seconds:7.1} s  {name}"),
            Err(reason) => {
                // The whole reason stands above, at the step.
                let first = reason.lines().next().unwrap_or_default();
                format!("FAILED  {seconds:7.1} s  {name}: {first}")
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_summary_has_a_line_for_each_step_and_the_counts() {
        let time = Duration::from_millis(1250);
        let failure = Err("two\nlines".to_owned());
        let reports = [
            Report { name: "format", outcome: Ok(()), time },
            Report { name: "web", outcome: failure, time },
        ];
        let expected = "== summary\nok          1.2 s  format\nFAILED      1.2 s  web: two\n1 passed, 1 failed";
        assert_eq!(summary(&reports), (expected.to_owned(), 1));
    }
}
