//! Prints a problem with every stage of its attention, or what was understood of a matrix.
//!
//! ```text
//! cargo run -q --release --example trace -- [--heads H] [--causal] [--divide-by S] FILE
//! cargo run -q --release --example trace -- --parse FILE
//! ```
//!
//! FILE is a document (`tests/fixtures/README.md` tells its schema) or any form of matrix that the
//! page reads; `-` reads the standard input. A second file has the names of the first one's rows,
//! as the Embedding Projector has them. Stages that are saved in a document are computed anew.
//! What was guessed and stood in for goes to the standard error, and so does the error with its
//! place on bad input; the exit status is then 2.

use std::{
    collections::BTreeMap,
    error::Error,
    fs,
    io::{self, Read, Write},
    path::Path,
    process::ExitCode,
};

use attnscope::{
    assemble::{Assembly, Misfit, Piece, assemble, first_array},
    document::{Document, DocumentError},
    input::{self, Answers, Guess, Reading, Setting, Source, Table, projector},
    math::{Mask, Scale, attend},
};
use serde_json::{Value, json};
use thiserror::Error;

const USAGE: &str = "usage: trace [--heads H] [--causal] [--divide-by S] FILE [NAMES]
       trace --parse FILE [NAMES]

Reads FILE (- for the standard input), a document or any form of matrix that the page reads, and
prints it as a document with every stage of its attention. NAMES is a file with the names of its
rows, as the metadata.tsv beside the vectors.tsv of the Embedding Projector.

  --heads H        split the projections into H heads
  --causal         let each query see its own position and those before it, whatever the mask was
  --divide-by S    divide the scores by S; √d_k where the document says nothing
  --parse          print the matrix instead, with what was understood, asked and remarked";

/// Why there is nothing to print.
#[derive(Debug, Error)]
enum Failure {
    #[error("{0}\n{USAGE}")]
    Usage(String),
    #[error("{file}: {error}")]
    Bad { file: String, error: Box<dyn Error> },
    #[error("cannot write: {0}")]
    Unwritable(io::Error),
}

/// What is wrong with a file.
fn bad<E: Error + 'static>(file: &str) -> impl Fn(E) -> Failure {
    move |error| Failure::Bad { file: file.to_owned(), error: Box::new(error) }
}

/// All that does not fit, one a line.
#[derive(Debug, Error)]
#[error("{}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))]
struct Misfits(Vec<Misfit>);

/// What was read.
struct Given<'a> {
    file: &'a str,
    source: Source<'a>,
    /// Names of the rows, in a file of their own.
    names: Option<Vec<u8>>,
}

/// What is asked for on the command line.
#[derive(Debug, Default)]
struct Request {
    heads: Option<usize>,
    is_causal: bool,
    divide_by: Option<f64>,
    wants_matrix: bool,
    file: Option<String>,
    names: Option<String>,
    wants_help: bool,
}

fn main() -> ExitCode {
    match run(std::env::args_os().skip(1).map(|arg| arg.to_string_lossy().into_owned())) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            say(&failure.to_string());
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
    let bytes = read(&file).map_err(bad(&file))?;
    let names = request.names.as_ref().map(|file| read(file).map_err(bad(file))).transpose()?;
    let name = Path::new(&file).file_name().unwrap_or_default().to_string_lossy();
    let source = Source::new(if file == "-" { "" } else { &name }, &bytes);
    let given = Given { file: &file, source, names };
    if request.wants_matrix { matrix(&given) } else { stages(&given, &request) }
}

impl Request {
    fn parse(mut args: impl Iterator<Item = String>) -> Result<Self, Failure> {
        let mut request = Self::default();
        while let Some(arg) = args.next() {
            match arg.as_str() {
                "--heads" => request.heads = Some(value(&arg, "a whole number", &mut args)?),
                "--divide-by" => request.divide_by = Some(value(&arg, "a number", &mut args)?),
                "--causal" => request.is_causal = true,
                "--parse" => request.wants_matrix = true,
                "--help" | "-h" => request.wants_help = true,
                flag if flag.starts_with('-') && flag != "-" => {
                    return Err(Failure::Usage(format!("unknown option {flag}")));
                }
                _ if request.file.is_none() => request.file = Some(arg),
                "-" => return Err(Failure::Usage(format!("expected one file, found also {arg}"))),
                _ if request.names.is_some() => {
                    let problem = format!("expected one file or two, found also {arg}");
                    return Err(Failure::Usage(problem));
                }
                _ => request.names = Some(arg),
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

fn read(file: &str) -> io::Result<Vec<u8>> {
    if file != "-" {
        return fs::read(file);
    }
    let mut bytes = Vec::new();
    io::stdin().read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Prints the matrix that a source amounts to, and what must be said of it.
fn matrix(given: &Given<'_>) -> Result<(), Failure> {
    let (reading, begins) = match document_in(given)? {
        Some(document) => (first_array(&document), true),
        None => (reading(given)?, false),
    };
    let view = input::view(&reading, &Answers::none()).map_err(bad(given.file))?;
    let Table { rows, cols, .. } = view.table;
    let mut understood = vec![format!("{}: {rows} tokens × {cols} dimensions", reading.form)];
    let name = reading.arrays.first().and_then(|array| array.name.as_ref()).filter(|_| begins);
    understood.extend(name.map(|name| format!("{name} taken: the document begins with it")));
    understood.extend(view.guesses.iter().filter(|guess| !guess.is_doubtful).filter_map(taken));
    let asked = view.guesses.iter().filter(|guess| guess.is_doubtful).map(Guess::to_string);
    let mut object = json!({
        "rows": rows,
        "cols": cols,
        "values": rows_of(&view.table),
        "labels": view.table.labels,
        "understood": understood,
        "ask": asked.collect::<Vec<_>>(),
        "warn": view.notes.iter().map(ToString::to_string).collect::<Vec<_>>(),
    });
    if let Some(labels) = &view.table.col_labels {
        object["col_labels"] = json!(labels);
    }
    print(&format!("{object}\n"))
}

fn taken(guess: &Guess) -> Option<String> {
    guess.meaning().map(ToString::to_string)
}

fn rows_of(table: &Table) -> Value {
    let rows = table.values.chunks(table.cols.max(1));
    rows.map(|row| row.iter().copied().map(number).collect::<Value>()).collect()
}

/// A number; those that JSON lacks are texts.
fn number(value: f64) -> Value {
    match value {
        f64::INFINITY => json!("Infinity"),
        f64::NEG_INFINITY => json!("-Infinity"),
        value if value.is_nan() => json!("NaN"),
        value => json!(value),
    }
}

/// Prints a document with every stage, made of whatever the source holds.
fn stages(given: &Given<'_>, request: &Request) -> Result<(), Failure> {
    let mut document = match document_in(given)? {
        Some(document) => document,
        None => assembled(given, request)?,
    };
    if let Some(heads) = request.heads {
        document = document.with_heads(heads);
    }
    if request.is_causal {
        document = document.with_mask(Mask::Causal);
    }
    if let Some(divisor) = request.divide_by {
        document = document.with_scale(Scale::DivideBy(divisor));
    }
    let in_text = |error: DocumentError| error.in_text(given.source.text().unwrap_or_default());
    let problem = document.problem().map_err(in_text).map_err(bad(given.file))?;
    print(&document.to_json(Some(&attend(&problem))))
}

/// The document that a source is, if it is meant as one.
fn document_in(given: &Given<'_>) -> Result<Option<Document>, Failure> {
    let is_one = input::is_document(&given.source);
    let Some(text) = given.source.text().filter(|_| is_one) else { return Ok(None) };
    Document::from_json(text).map(Some).map_err(bad(given.file))
}

/// A problem made of the arrays of a source; what was guessed is said.
fn assembled(given: &Given<'_>, request: &Request) -> Result<Document, Failure> {
    let Given { file, source, .. } = given;
    let mut reading = reading(given)?;
    if let Some(heads) = request.heads {
        // In front: the first that names them counts.
        reading.settings.insert(0, ("heads".into(), Setting::Number(heads as f64)));
    }
    let notes = reading.notes.clone();
    let guesses = reading.guesses.clone();
    let mut pieces = [Piece::of(reading)];
    let mut assembly = assemble(&pieces, &Answers::none());
    if !assembly.wanted.is_empty() {
        for (_, array) in assembly.wanted {
            let reading = &mut pieces[0].reading;
            input::load(reading, array, source, &Answers::none()).map_err(bad(file))?;
        }
        assembly = assemble(&pieces, &Answers::none());
    }
    let Assembly { document, placed, guesses: asked, notes: notices, misfits, .. } = assembly;
    let Some(document) = document else {
        return Err(bad(file)(Misfits(misfits)));
    };
    for array in placed.iter().filter(|array| !array.is_certain) {
        let shape = input::Dimensions(&array.shape);
        say(&format!("{file}: {shape} taken as {}, told by its shape", array.role));
    }
    for guess in guesses.iter().chain(asked.iter().map(|asked| &asked.guess)) {
        say(&format!("{file}: {guess}"));
    }
    for note in notes {
        say(&format!("{file}: {note}"));
    }
    for notice in notices {
        say(&format!("{file}: {notice}"));
    }
    Ok(document)
}

fn reading(given: &Given<'_>) -> Result<Reading, Failure> {
    let Given { file, source, names } = given;
    let answers = Answers::none();
    let reading = if let Some(names) = names {
        projector::read(source, &Source::new("", names), &answers)
    } else if let Some([vectors, names]) = pair_in(source) {
        projector::read(&Source::pasted(&vectors), &Source::pasted(&names), &answers)
    } else {
        input::read(source, &answers)
    };
    reading.map_err(bad(file))
}

/// Both files of the Embedding Projector in a JSON object, by their names.
fn pair_in(source: &Source<'_>) -> Option<[String; 2]> {
    let mut files: BTreeMap<String, String> = serde_json::from_str(source.text()?).ok()?;
    let pair = [files.remove("vectors.tsv")?, files.remove("metadata.tsv")?];
    files.is_empty().then_some(pair)
}

/// Writes a line to the standard error.
fn say(line: &str) {
    // Nobody is left to tell if even this cannot be written.
    drop(writeln!(io::stderr(), "trace: {line}"));
}

/// Writes to the standard output; a reader that has gone away has seen enough.
fn print(text: &str) -> Result<(), Failure> {
    let mut stdout = io::stdout().lock();
    match stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()) {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => Err(Failure::Unwritable(error)),
        _ => Ok(()),
    }
}
