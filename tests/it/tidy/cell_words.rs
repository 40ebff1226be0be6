//! The words of cells and of the links between them: the rules of `words.rs`, for the struct of their own.

use attnscope::i18n::{Language, cells::CellWords};

use super::{
    nothing,
    words::{ARGUMENT, Text, fields, is_hangul, no_text, wrong_style},
};

#[test]
fn every_function_of_the_words_of_cells_is_called_by_these_tests() {
    let words = Language::Korean.cell_words();
    let called: Vec<String> = called(words).into_iter().map(|(name, _)| name).collect();
    let (_, functions) = fields(words);
    nothing(functions.into_iter().filter(|name| !called.contains(name)));
}

#[test]
fn cells_are_explained_in_both_languages() {
    let (korean, english) = (texts(Language::Korean), texts(Language::English));
    nothing(korean.iter().chain(&english).filter_map(no_text));
    // A matrix alone is its name.
    let same = korean.iter().zip(&english).filter(|((a, ko), (b, en))| a != b || ko == en);
    nothing(same.map(|((name, text), _)| format!("{name}: {text}")).filter(|it| it != "used: 7"));
    let hangul = english.iter().filter(|(_, text)| text.contains(is_hangul));
    nothing(hangul.map(|(name, text)| format!("{name}: {text}")));
    nothing(korean.iter().flat_map(wrong_style));
    let not_korean = korean.iter().filter(|(_, text)| !text.contains(is_hangul));
    nothing(not_korean.map(|(name, text)| format!("{name}: {text}")).filter(|it| it != "used: 7"));
}

fn texts(language: Language) -> Vec<Text> {
    let words = language.cell_words();
    let (mut texts, _) = fields(words);
    texts.extend(called(words));
    texts
}

/// The sentences that are functions, each called with numbers.
fn called(words: &CellWords) -> Vec<Text> {
    let a = ARGUMENT;
    let results = [
        ("now", (words.now)(a, a, a)),
        ("of_head", (words.of_head)(a, 1)),
        ("signs", (words.signs)(a, a)),
        ("head", (words.head)(1)),
        ("heads_differ", (words.heads_differ)(a)),
        ("used", (words.used)(a, 1)),
        ("used", (words.used)(a, 2)),
        ("used_in_heads", (words.used_in_heads)(a, 1, 2)),
        ("used_in_heads", (words.used_in_heads)(a, 2, 2)),
    ];
    results.map(|(name, text)| (name.to_owned(), text)).into()
}
