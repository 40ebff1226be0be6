//! Prints a document with every stage of its attention.
//!
//! ```text
//! cargo run -q --release --example trace -- [--heads H] [--causal] [--divide-by S] FILE
//! ```
//!
//! FILE is a document (`tests/fixtures/README.md` tells its schema); `-` reads the standard input.
//! Stages that are saved in it are computed anew. On bad input the error, with its place, goes to
//! the standard error, and the exit status is 2.

use std::{
    fs,
    io::{self, Read, Write},
    process::ExitCode,
};

use attnscope::{
    document::{Document, DocumentError},
    math::{Mask, Scale, attend},
};
use thiserror::Error;

const USAGE: &str = "usage: trace [--heads H] [--causal] [--divide-by S] FILE

Reads the document FILE (- for the standard input) and prints it with every stage of its attention.

  --heads H        split the projections into H heads
  --causal         let each query see its own position and those before it, whatever the mask was
  --divide-by S    divide the scores by S; √d_k where the document says nothing";

/// Why there is no trace to print.
#[derive(Debug, Error)]
enum Failure {
    #[error("{0}\n{USAGE}")]
    Usage(String),
    #[error("{file}: {error}")]
    Unreadable { file: String, error: io::Error },
    #[error("{file}: {error}")]
    Document { file: String, error: DocumentError },
    #[error("cannot write: {0}")]
    Unwritable(io::Error),
}

/// What is asked for on the command line.
#[derive(Debug, Default)]
struct Request {
    heads: Option<usize>,
    is_causal: bool,
    divide_by: Option<f64>,
    file: Option<String>,
    wants_help: bool,
}

fn main() -> ExitCode {
    match run(std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            // Nobody is left to tell if even this cannot be written.
            drop(writeln!(io::stderr(), "trace: {failure}"));
            ExitCode::from(2)
        }
    }
}

fn run(args: impl Iterator<Item = String>) -> Result<(), Failure> {
    let request = Request::parse(args)?;
    if request.wants_help {
        return print(&format!("{USAGE}\n"));
    }
    let Some(file) = request.file.clone() else {
        return Err(Failure::Usage("expected a file to read, or - for the standard input".into()));
    };
    let text = read(&file).map_err(|error| Failure::Unreadable { file: file.clone(), error })?;
    let traced = trace(&text, &request).map_err(|error| Failure::Document { file, error })?;
    print(&traced)
}

impl Request {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut request = Self::default();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--heads" => request.heads = Some(value(&arg, "a whole number", &mut args)?),
                "--divide-by" => request.divide_by = Some(value(&arg, "a number", &mut args)?),
                "--causal" => request.is_causal = true,
                "--help" | "-h" => request.wants_help = true,
                flag if flag.starts_with('-') && flag != "-" => {
                    return Err(Failure::Usage(format!("unknown option {flag}")));
                }
                _ if request.file.is_some() => {
                    return Err(Failure::Usage(format!("expected one file, found also {arg}")));
                }
                _ => request.file = Some(arg),
            }
        }
        Ok(request)
    }
}

/// The value after an option.
fn value<T: std::str::FromStr>(
    option: &str,
    expected: &str,
    args: &mut impl Iterator<Item = String>,
) -> Result<T, Failure> {
    let found = args.next().unwrap_or_else(|| "nothing".into());
    let wrong = || Failure::Usage(format!("{option}: expected {expected}, found {found}"));
    found.parse().map_err(|_| wrong())
}

fn read(file: &str) -> io::Result<String> {
    if file != "-" {
        return fs::read_to_string(file);
    }
    let mut text = String::new();
    io::stdin().read_to_string(&mut text)?;
    Ok(text)
}

fn trace(text: &str, request: &Request) -> Result<String, DocumentError> {
    let mut document = Document::from_json(text)?;
    if let Some(heads) = request.heads {
        document = document.with_heads(heads);
    }
    if request.is_causal {
        document = document.with_mask(Mask::Causal);
    }
    if let Some(divisor) = request.divide_by {
        document = document.with_scale(Scale::DivideBy(divisor));
    }
    Ok(document.to_json(Some(&attend(&document.problem()?))))
}

/// Writes to the standard output; a reader that has gone away has seen enough.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Unwritable(error)),
        _ => Ok(()),
    }
}
