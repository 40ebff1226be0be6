//! The project's commands, run as `cargo xtask …`: serve, build, test, bench and fuzz the page.
//!
//! Each command first makes sure that its tools exist and fetches what is missing. Nothing here is part of
//! the page, and nothing here imports it.
#![expect(clippy::print_stdout, reason = "a command-line program talks on stdout")]

mod arguments;
mod bench;
mod browser;
mod checks;
mod comments;
mod fuzz;
mod lockfile;
mod node;
mod parts;
mod process;
mod python;
mod seeds;
mod serve;
mod server;
mod site;
mod slim;
mod split;
mod stamp;
mod suite;
mod tools;
mod workshop;

use std::process::ExitCode;

use arguments::{HELP, Task};
use process::Outcome;
use workshop::Workshop;

fn main() -> ExitCode {
    let words: Vec<String> = std::env::args().skip(1).collect();
    match Task::parse(&words).and_then(perform) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("error: {message}");
            ExitCode::FAILURE
        }
    }
}

fn perform(task: Task) -> Outcome {
    if task == Task::Help {
        print!("{HELP}");
        return Ok(());
    }
    let workshop = Workshop::new()?;
    match task {
        Task::Help => Ok(()),
        Task::Build => site::build(&workshop),
        Task::Serve(wish) => serve::serve(&workshop, &wish),
        Task::Test(steps) => suite::run(&workshop, &steps),
        Task::Bench => bench::run_bench(&workshop),
        Task::Fuzz(target, seconds) => fuzz::fuzz(&workshop, target, seconds),
    }
}
