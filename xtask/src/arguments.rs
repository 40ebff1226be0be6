//! The command line: words into a [`Task`].

use crate::fuzz::Target;
use crate::process::Outcome;
use crate::suite::{STEPS, Step};

/// What `cargo xtask` and `cargo xtask help` print.
pub const HELP: &str = "\
Attnscope's commands

  cargo xtask serve   build optimized and serve the page on 127.0.0.1
      --open          open it in the browser
      --port N        on this port (default: 8017, or the next free one)
      --no-build      serve dist/ as it is
  cargo xtask build   leave the static site in dist/; it works from any sub-path
  cargo xtask test    run every check, fastest first
      STEP…           run only these steps: tools format lint-native lint-wasm
                      native web docs build size journeys
  cargo xtask bench   measure the page, and the engine beside others, in Chromium
  cargo xtask fuzz TARGET   hostile bytes for the reader, document or link
      --seconds N     for so long (default: 60)

Each command fetches the tools that it misses, once, into a per-user folder.
ATTNSCOPE_CHROMIUM and CHROMEDRIVER name a browser and its driver to use.
";

/// One command with its options.
#[derive(Debug, PartialEq)]
pub enum Task {
    /// Print [`HELP`].
    Help,
    /// Leave the static site in `dist/`.
    Build,
    /// Serve the page.
    Serve(Wish),
    /// Run these steps, in their usual order.
    Test(Vec<Step>),
    /// Measure the page.
    Bench,
    /// Fuzz a target for so many seconds.
    Fuzz(Target, u32),
}

/// How to serve.
#[derive(Debug, Default, PartialEq)]
pub struct Wish {
    /// Open the browser when the page is there.
    pub open: bool,
    /// Serve `dist/` as it is.
    pub as_is: bool,
    /// Exactly this port; otherwise the first free one from the default on.
    pub port: Option<u16>,
}

impl Task {
    /// Reads the words after `cargo xtask`.
    ///
    /// # Errors
    /// Names the word that is not understood.
    pub fn parse(words: &[String]) -> Outcome<Self> {
        let Some((name, rest)) = words.split_first() else { return Ok(Self::Help) };
        match name.as_str() {
            "help" | "--help" | "-h" => Ok(Self::Help),
            "build" => nothing_more(rest).map(|()| Self::Build),
            "bench" => nothing_more(rest).map(|()| Self::Bench),
            "serve" => Wish::parse(rest).map(Self::Serve),
            "test" => steps(rest).map(Self::Test),
            "fuzz" => fuzz(rest),
            _ => Err(format!("no command is called `{name}`; `cargo xtask` lists them")),
        }
    }
}

impl Wish {
    fn parse(words: &[String]) -> Outcome<Self> {
        let mut wish = Self::default();
        let mut words = words.iter();
        while let Some(word) = words.next() {
            match word.as_str() {
                "--open" => wish.open = true,
                "--no-build" => wish.as_is = true,
                "--port" => wish.port = Some(port(words.next())?),
                _ => return Err(unknown(word)),
            }
        }
        Ok(wish)
    }
}

fn fuzz(words: &[String]) -> Outcome<Task> {
    let (target, words) = words.split_first().ok_or("fuzz needs a target")?;
    let target = Target::ALL.into_iter().find(|known| known.name() == target);
    let seconds = match words {
        [] => Some(60),
        [option, seconds] if option == "--seconds" => seconds.parse().ok(),
        _ => None,
    };
    let task = target.zip(seconds).map(|(target, seconds)| Task::Fuzz(target, seconds));
    task.ok_or("fuzz needs one of reader, document and link, and a number of seconds".to_owned())
}

fn port(word: Option<&String>) -> Outcome<u16> {
    word.and_then(|word| word.parse().ok()).ok_or("--port needs a number, 0 to 65535".to_owned())
}

fn steps(words: &[String]) -> Outcome<Vec<Step>> {
    if words.is_empty() {
        return Ok(STEPS.to_vec());
    }
    if let Some(word) = words.iter().find(|word| STEPS.iter().all(|step| step.name() != **word)) {
        return Err(unknown(word));
    }
    Ok(STEPS.into_iter().filter(|step| words.iter().any(|word| word == step.name())).collect())
}

fn nothing_more(words: &[String]) -> Outcome {
    words.first().map_or(Ok(()), |word| Err(unknown(word)))
}

fn unknown(word: &str) -> String {
    format!("`{word}` is not understood here; `cargo xtask` lists what is")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(line: &str, expected: Option<Task>) {
        let words: Vec<String> = line.split_whitespace().map(str::to_owned).collect();
        assert_eq!(Task::parse(&words).ok(), expected, "{line:?}");
    }

    #[test]
    fn words_become_a_task() {
        let wish = |open, as_is, port| Some(Task::Serve(Wish { open, as_is, port }));
        check("", Some(Task::Help));
        check("help", Some(Task::Help));
        check("build", Some(Task::Build));
        check("bench", Some(Task::Bench));
        check("serve", wish(false, false, None));
        check("serve --open --port 9000", wish(true, false, Some(9000)));
        check("serve --no-build", wish(false, true, None));
        check("test", Some(Task::Test(STEPS.to_vec())));
        check("fuzz link", Some(Task::Fuzz(Target::Link, 60)));
        check("fuzz reader --seconds 600", Some(Task::Fuzz(Target::Reader, 600)));
    }

    #[test]
    fn chosen_steps_keep_their_usual_order() {
        check("test journeys format", Some(Task::Test(vec![Step::Format, Step::Journeys])));
    }

    #[test]
    fn what_is_not_understood_is_refused() {
        for line in [
            "built",
            "build now",
            "serve --port",
            "serve --port x",
            "serve -x",
            "test e2e",
            "fuzz",
            "fuzz page",
            "fuzz link 5",
        ] {
            check(line, None);
        }
    }

    #[test]
    fn the_help_names_every_step() {
        for step in STEPS {
            assert!(HELP.contains(step.name()), "{step:?}");
        }
    }
}
