//! The words around the lessons: the rules of `words.rs`, for the struct of their own.

use attnscope::i18n::{Language, lessons::LessonWords};

use super::{
    part_words::{check_calls, check_texts},
    words::{ARGUMENT, Text, fields},
};

/// Latin words in Korean texts.
const LATIN: [&str; 4] = ["d", "k", "exp", "x"];

#[test]
fn every_function_of_the_lessons_words_is_called_by_these_tests() {
    let words = Language::Korean.lesson_words();
    check_calls(words, &called(words), &[]);
}

#[test]
fn the_lessons_words_are_said_in_both_languages() {
    check_texts(texts, &LATIN);
}

/// Both stand on the page at once, and are read aloud by their names.
#[test]
fn steps_of_a_lesson_and_stages_are_gone_through_by_buttons_of_other_names() {
    for language in Language::ALL {
        let (lesson, page) = (language.lesson_words(), &language.words().page);
        assert_ne!(lesson.previous, page.previous, "{language:?}");
        assert_ne!(lesson.next, page.next, "{language:?}");
    }
}

#[test]
fn a_whole_number_is_not_asked_for_with_no_decimals() {
    for language in Language::ALL {
        let asked = (language.lesson_words().your_number)(0);
        assert!(!asked.contains('0'), "{asked}");
    }
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
        ("your_number", (words.your_number)(0)),
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
