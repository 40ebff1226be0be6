//! What a step says, in words, on its numbers.

use crate::{
    lessons::{Answer, Both, Form, Given, Ground, Said, Step, Voice, sentence},
    samples::Loaded,
};

/// What a step says.
#[derive(Debug, Clone, PartialEq)]
pub struct Spoken {
    /// The idea.
    pub text: String,
    /// The question, and how it is answered.
    pub asked: Option<(String, Asked)>,
    /// What becomes of the answer.
    pub verdict: Option<Verdict>,
}

/// How a question is answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Asked {
    /// By one of these keys, in this row.
    Key(usize, Vec<String>),
    /// By one of these sentences.
    Choice(Vec<String>),
    /// By a number with so many decimals.
    Number(usize),
}

/// What becomes of an answer.
#[derive(Debug, Clone, PartialEq)]
pub struct Verdict {
    /// Whether it is right.
    pub is_right: bool,
    /// What was answered.
    pub given: String,
    /// The right answer.
    pub right: String,
    /// The reason for this answer, if there is one.
    pub why: Option<String>,
    /// What is said in any case.
    pub told: String,
}

/// What a step says of its numbers; `None` where they are not those of the step.
pub fn spoken(step: &Step, loaded: &Loaded, given: Option<Given>, voice: Voice) -> Option<Spoken> {
    let ground = Ground::new(loaded, step.setup.numbers, step.setup.with)?;
    let say = |text: Both| sentence(step, text, &ground, voice);
    let asked = step.prediction.map(|prediction| {
        let asked = match prediction.answer {
            Answer::Key { row, .. } => {
                let keys = (0..ground.trace.projected.n_keys()).map(|at| ground.token(true, at));
                Asked::Key(row, keys.map(Option::unwrap_or_default).collect())
            }
            Answer::Choice(choices) => {
                Asked::Choice(choices.iter().map(|choice| say(choice.says)).collect())
            }
            Answer::Number { decimals, .. } => Asked::Number(decimals),
        };
        (say(prediction.ask), asked)
    });
    let verdict = given.and_then(|given| verdict(step, &ground, given, &say));
    Some(Spoken { text: say(step.text), asked, verdict })
}

fn verdict(
    step: &Step,
    ground: &Ground<'_>,
    given: Given,
    say: &impl Fn(Both) -> String,
) -> Option<Verdict> {
    let prediction = step.prediction?;
    let judged = prediction.answer.judge(given, ground)?;
    let name = |said: Said| match (said, prediction.answer) {
        (Said::Key(at), _) => ground.token(true, at).unwrap_or_default(),
        (Said::Choice(at), Answer::Choice(choices)) => {
            choices.get(at).map(|choice| say(choice.says)).unwrap_or_default()
        }
        (Said::Choice(_), _) => String::new(),
        (Said::Number(number, decimals), _) => Form::Decimals(decimals).write(number),
    };
    let answered = match (given, prediction.answer) {
        (Given::Index(at), Answer::Key { .. }) => name(Said::Key(at)),
        (Given::Index(at), _) => name(Said::Choice(at)),
        (Given::Number(number), _) => crate::ui::widgets::exact(number),
    };
    Some(Verdict {
        is_right: judged.is_right,
        given: answered,
        right: name(prediction.answer.right(ground)?),
        why: judged.why.map(say),
        told: say(prediction.told),
    })
}
