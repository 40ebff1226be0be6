//! A list of tokens, as people write it: JSON, one a line, or with something between them.

use crate::input::{
    Answers, Array, Fault, Form, Guess, Meaning, ReadFault, Reading, Source, TokenSplit, Topic,
    read,
};

/// Reads a text as tokens. Which way is a guess: all ways that give more than one token are
/// offered.
///
/// # Errors
/// [`ReadFault`] where there is no token in it.
pub(super) fn list(text: &str, answers: &Answers) -> Result<Reading, ReadFault> {
    if text.trim().is_empty() {
        return Err(Fault::Nothing.whole());
    }
    let listed = serde_json::from_str::<Vec<String>>(text).unwrap_or_default();
    if !listed.is_empty() {
        return Ok(Reading::of(Form::JSON, Array::texts(listed)));
    }
    let is_quoted = text.contains(['"', '\'']);
    let quoted = is_quoted.then(|| read(&Source::pasted(text), answers).ok()).flatten();
    if let Some(reading) = quoted.filter(|reading| reading.arrays.iter().all(Array::is_texts)) {
        return Ok(reading);
    }
    let ways = TokenSplit::ALL.map(|way| (way, way.split(text)));
    let mut ways: Vec<_> = ways.into_iter().filter(|(_, tokens)| tokens.len() > 1).collect();
    if ways.is_empty() {
        ways.push((TokenSplit::Lines, vec![text.trim_matches(['\r', '\n']).to_owned()]));
    }
    let meaning = |(way, tokens): &(TokenSplit, Vec<String>)| Meaning::TokensBy {
        way: *way,
        count: tokens.len(),
    };
    let options: Vec<Meaning> = ways.iter().map(meaning).collect();
    let guess = Guess::new(Topic::Separator, options, 0, false, answers);
    let (_, tokens) = ways.swap_remove(guess.chosen.min(ways.len() - 1));
    let mut reading = Reading::of(Form::TOKENS, Array::texts(tokens));
    if guess.options.len() > 1 {
        reading.guesses.push(guess);
    }
    Ok(reading)
}

/// A text without any number in it, such as a sentence, as tokens; `None` where it rather looks
/// like numbers that went wrong.
pub(super) fn in_place_of_numbers(text: &str, answers: &Answers) -> Option<Reading> {
    is_words(text).then(|| list(text, answers).ok()).flatten()
}

/// Whether a text has words and nothing of which numbers are made.
pub(super) fn is_words(text: &str) -> bool {
    let is_of_numbers = |c: char| c.is_numeric() || "[](){}=<>\\&".contains(c);
    text.contains(char::is_alphabetic) && !without_special(text).contains(is_of_numbers)
}

/// A text without special tokens: `[CLS]`, `<s>`, `<|endoftext|>`.
fn without_special(text: &str) -> String {
    let is_name = |c: char| c.is_ascii_alphabetic() || "_|/".contains(c);
    let (mut plain, mut rest) = (String::new(), text);
    while let Some(at) = rest.find(['[', '<']) {
        let (before, group) = rest.split_at(at);
        plain.push_str(before);
        let close = if group.starts_with('[') { ']' } else { '>' };
        let end = group.find(close).filter(|end| group[1..*end].chars().all(is_name));
        let Some(end) = end else { return plain + group };
        rest = &group[end + 1..];
    }
    plain + rest
}
