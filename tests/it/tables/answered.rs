//! Every guess about a table can be answered: what was taken is taken again, another option is
//! taken in its place or refused with a place, and the options stay the same.

use attnscope::input::{Answers, Guess, Reading, Source, read};

use crate::cases::cases;

/// Tables with something to guess beyond the cases.
const TABLES: [&str; 10] = [
    "0,5 1,25\n2,5 3,75\n",
    "1,234 2,345\n3,456 4,567\n",
    "share\n50%\n12.5%\n",
    "token;d0;d1\nthe;1.234,5;2\ncat;3;4,25\n",
    "id,token,pos,d0,d1\n0,the,DET,0.5,1\n1,cat,NOUN,2,3\n",
    ",d0,d1\nthe,0.5,1\ncat,2,3\n",
    "True\tFalse\nTrue\tTrue\n",
    "\"\t0.5\t1\n\"\t2\t3\n",
    "1,2\n3,4\n",
    "0\t1\t2\n0.5\t1.5\t2.5\n",
];

fn texts() -> Vec<String> {
    let kinds =
        ["csv", "tsv", "text_table", "markdown", "html", "latex", "word2vec", "r", "matlab"];
    let is_table = |kind: &str| kinds.contains(&kind);
    let cases = cases().into_iter().filter(|case| is_table(&case.kind));
    let of_cases = cases.filter_map(|case| String::from_utf8(case.bytes).ok());
    of_cases.chain(TABLES.map(str::to_owned)).collect()
}

fn guess<'a>(reading: &'a Reading, like: &Guess) -> Option<&'a Guess> {
    reading.guesses.iter().find(|guess| guess.topic == like.topic)
}

#[test]
fn every_guess_can_be_answered() {
    let mut n_turned = 0;
    for text in texts() {
        let source = Source::pasted(&text);
        let Ok(first) = read(&source, &Answers::none()) else { continue };
        for asked in &first.guesses {
            assert!(asked.options.len() > 1, "{text}\n{asked}");
            for option in 0..asked.options.len() {
                let answers = Answers::none().with(asked.topic, option);
                let Ok(reading) = read(&source, &answers) else {
                    assert_ne!(option, asked.chosen, "what was taken is refused:\n{text}\n{asked}");
                    continue;
                };
                if option == asked.chosen {
                    assert_eq!(reading.arrays, first.arrays, "{text}\n{asked}");
                }
                let Some(answered) = guess(&reading, asked) else { continue };
                assert_eq!(answered.chosen, option, "{text}\n{asked}");
                assert_eq!(answered.options, asked.options, "{text}\n{asked}");
                assert!(!answered.is_doubtful, "{text}\n{asked}");
                n_turned += usize::from(reading.arrays != first.arrays);
            }
        }
    }
    assert!(n_turned > 100, "{n_turned} answers changed what was read");
}

#[test]
fn any_answers_together_are_taken_or_refused() {
    for text in texts() {
        let source = Source::pasted(&text);
        let Ok(first) = read(&source, &Answers::none()) else { continue };
        for one in &first.guesses {
            for other in &first.guesses {
                for option in 0..one.options.len() {
                    let last = other.options.len();
                    let answers = Answers::none().with(other.topic, last).with(one.topic, option);
                    // Nothing may panic, not even on an option that is none.
                    drop(read(&source, &answers));
                }
            }
        }
    }
}
