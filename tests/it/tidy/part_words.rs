//! The words that are structs of their own, those of the parts of the page and of the panel: the rules of `words.rs`
//! for each of them.

use std::fmt::Debug;

use attnscope::{
    i18n::{
        Language, classroom::ClassroomWords, engine::Size, text::TextWords, welcome::WelcomeWords,
        worksheet::WorksheetWords, zoom::ZoomWords,
    },
    math::{Axis, Stage},
    state::{Convention, Side},
};

use super::{
    nothing,
    words::{ARGUMENT as A, Text, fields, is_hangul, no_text, wrong_style},
};

/// Latin words in Korean texts.
const LATIN: [&str; 19] = [
    "NaN",
    "Q",
    "K",
    "W",
    "V",
    "O",
    "x",
    "h",
    "PyTorch",
    "Attnscope",
    "Esc",
    "Enter",
    "Escape",
    "Tab",
    "Shift",
    "Alt",
    "row",
    "column",
    "beside",
];

/// The words of one struct: `called` are its sentences that are functions, each called.
#[track_caller]
fn check<W: Debug + 'static>(of: fn(Language) -> &'static W, called: fn(&W) -> Vec<Text>) {
    let texts = |language| {
        let (mut texts, _) = fields(of(language));
        let called = called(of(language));
        check_calls(of(language), &called, &[]);
        texts.extend(called);
        texts
    };
    check_texts(texts, &LATIN);
}

/// Whether every sentence that is a function is among those called, or those of `others`.
#[track_caller]
pub fn check_calls(words: &impl Debug, called: &[Text], others: &[&str]) {
    let (_, functions) = fields(words);
    let is_called = |name: &String| {
        called.iter().any(|(called, _)| called == name) || others.contains(&name.as_str())
    };
    nothing(functions.into_iter().filter(|name| !is_called(name)));
}

/// Whether texts are there in both languages, each in its own, and the Korean ones in one style with no Latin words
/// but these.
#[track_caller]
pub fn check_texts(texts: impl Fn(Language) -> Vec<Text>, of_latin: &[&str]) {
    let (korean, english) = (texts(Language::Korean), texts(Language::English));
    nothing(korean.iter().chain(&english).filter_map(no_text));
    let same = korean.iter().zip(&english).filter(|((a, ko), (b, en))| a != b || ko == en);
    nothing(same.map(|((name, _), _)| name.clone()));
    let hangul = english.iter().filter(|(_, text)| text.contains(is_hangul));
    nothing(hangul.map(|(name, text)| format!("{name}: {text}")));
    nothing(korean.iter().filter_map(|text| latin(text, of_latin)));
    nothing(korean.iter().flat_map(wrong_style));
}

/// A Latin word that is none of these, or a text without Hangul.
pub fn latin((name, text): &Text, of_latin: &[&str]) -> Option<String> {
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let word = words.find(|word| !of_latin.contains(word));
    let is_korean = text.contains(is_hangul) && word.is_none();
    (!is_korean).then(|| format!("{name}, {word:?}: {text}"))
}

fn named<const N: usize>(texts: [(&str, String); N]) -> Vec<Text> {
    texts.map(|(name, text)| (name.to_owned(), text)).into()
}

#[test]
fn the_worksheet_says_everything_in_both_languages() {
    let called = |words: &WorksheetWords| {
        named([
            ("of", (words.of)(A)),
            ("line_blank", (words.line_blank)(A)),
            ("state", (words.state)(A, A, "8")),
        ])
    };
    check(Language::worksheet_words, called);
}

#[test]
fn the_greeting_says_everything_in_both_languages() {
    let called =
        |words: &WelcomeWords| named([("at", (words.at)(1, 2, A)), ("next", (words.next)(A))]);
    check(Language::welcome_words, called);
}

#[test]
fn going_about_in_long_inputs_says_everything_in_both_languages() {
    let called = |words: &ZoomWords| {
        let axes = [Axis::Query, Axis::Key, Axis::HeadFeature];
        let axes = axes.map(|axis| ("axis".to_owned(), (words.axis)(axis).to_owned()));
        let (none, beyond) = ((words.none)(A), (words.beyond)(A, A));
        let mut texts = named([("group", (words.group)(A)), ("none", none), ("beyond", beyond)]);
        texts.extend(axes);
        texts
    };
    check(Language::zoom_words, called);
}

#[test]
fn weights_in_the_tokens_say_everything_in_both_languages() {
    let called = |words: &TextWords| {
        named([
            ("colored_of_query", (words.colored_of_query)(A)),
            ("colored_of_key", (words.colored_of_key)(A)),
            ("weight", (words.weight)(A, A, A)),
            ("masked", (words.masked)(A, A)),
            ("sees_none", (words.sees_none)(A)),
            ("seen_by_none", (words.seen_by_none)(A)),
            ("some", (words.some)(A, A)),
            ("all", (words.all)(A)),
            ("drawn_of_all", (words.drawn_of_all)(A, A)),
            ("drawn_of_query", (words.drawn_of_query)(A, A, A)),
            ("drawn_of_key", (words.drawn_of_key)(A, A, A)),
            ("alone", (words.alone)(A)),
            ("widest", (words.widest)(A)),
            ("listed", (words.listed)(A, A)),
        ])
    };
    check(Language::text_words, called);
}

#[test]
fn a_long_input_says_everything_in_both_languages() {
    check(Language::engine_words, |words| {
        let size = |keys: Option<&str>, heads| Size {
            queries: "1,024".to_owned(),
            keys: keys.map(str::to_owned),
            heads,
        };
        let mut texts = named([
            ("size", (words.size)(&size(None, 1), A)),
            ("size", (words.size)(&size(Some("900"), 12), A)),
            ("others", (words.others)(3, 12)),
            ("takes", (words.takes)(A)),
            ("before", (words.before)(2, "8.00")),
            ("no_range", (words.no_range)(A, A, [A, A])),
            ("no_range", (words.no_range)(A, "", [A, A])),
        ]);
        for side in [None, Some(Side::Queries), Some(Side::Keys)] {
            texts.push(("first".to_owned(), (words.first)(side).to_owned()));
            texts.push(("last".to_owned(), (words.last)(side).to_owned()));
        }
        texts
    });
}

#[test]
fn the_classroom_says_everything_in_both_languages() {
    let called = |words: &ClassroomWords| {
        let said = Convention::ALL.map(words.convention);
        let texts = said.into_iter().flat_map(|said| [said.name, said.about]);
        let texts = texts.map(|text| ("convention", text));
        let texts = texts.chain(Stage::ALL.map(|stage| ("line", (words.line)(stage))));
        let texts = texts.map(|(name, text)| (name.to_owned(), text.to_owned()));
        texts.chain(named([("show_all", (words.show_all)(2))])).collect()
    };
    check(Language::classroom_words, called);
}

#[test]
fn what_is_said_in_one_language_alone_is_found() {
    assert!(latin(&("print".into(), "Print 보기".into()), &LATIN).is_some());
    assert!(latin(&("print".into(), "인쇄".into()), &LATIN).is_none());
}
