//! The words around the lessons: the rules of `words.rs`, for the struct of their own.

use attnscope::i18n::{Language, lessons::LessonWords};

use super::{
    nothing,
    words::{ARGUMENT, Text, fields, is_hangul, no_text, wrong_style},
};

/// Latin words in Korean texts.
const LATIN: [&str; 4] = ["d", "k", "exp", "x"];

#[test]
fn every_function_of_the_lessons_words_is_called_by_these_tests() {
    let words = Language::Korean.lesson_words();
    let called: Vec<String> = called(words).into_iter().map(|(name, _)| name).collect();
    let (_, functions) = fields(words);
    nothing(functions.into_iter().filter(|name| !called.contains(name)));
}

#[test]
fn the_lessons_words_are_said_in_both_languages() {
    let (korean, english) = (texts(Language::Korean), texts(Language::English));
    nothing(korean.iter().chain(&english).filter_map(no_text));
    let same = korean.iter().zip(&english).filter(|((a, ko), (b, en))| a != b || ko == en);
    // Numbers alone.
    nothing(same.map(|((name, _), _)| name.clone()));
    let hangul = english.iter().filter(|(_, text)| text.contains(is_hangul));
    nothing(hangul.map(|(name, text)| format!("{name}: {text}")));
    nothing(korean.iter().flat_map(wrong_style));
    let strange = |(name, text): &Text| {
        let mut words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|it| !it.is_empty());
        let strange = words.find(|word| !LATIN.contains(word));
        (!text.contains(is_hangul) || strange.is_some()).then(|| format!("{name}: {text}"))
    };
    nothing(korean.iter().filter_map(strange));
}

fn texts(language: Language) -> Vec<Text> {
    let words = language.lesson_words();
    let (mut texts, _) = fields(words);
    texts.extend(called(words));
    texts
}

/// The sentences that are functions, each called with numbers.
fn called(words: &LessonWords) -> Vec<Text> {
    let a = ARGUMENT;
    let results = [
        ("step_of", (words.step_of)(1, 2)),
        ("answered", (words.answered)(a)),
        ("answer_is", (words.answer_is)(a)),
        ("your_number", (words.your_number)(2)),
        ("no_number", (words.no_number)(a)),
        ("marked", (words.marked)(a)),
        ("marked_cell", (words.marked_cell)(a, a)),
        ("marked_token", (words.marked_token)(a, a)),
        ("figures.dot_products", (words.figures.dot_products)(1, 2)),
        ("figures.spread", (words.figures.spread)(1, a, a)),
    ];
    results.map(|(name, text)| (name.to_owned(), text)).into()
}
