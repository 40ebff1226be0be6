//! The words of cells and of the links between them: the rules of `words.rs`, for the struct of their own.

use attnscope::i18n::{Language, cells::CellWords};

use super::{
    part_words::{check_calls, check_texts},
    words::{ARGUMENT, Text, fields},
};

/// Latin words in Korean texts.
const LATIN: [&str; 3] = ["W", "O", "exp"];

#[test]
fn every_function_of_the_words_of_cells_is_called_by_these_tests() {
    let words = Language::Korean.cell_words();
    check_calls(words, &called(words), &[]);
}

#[test]
fn cells_are_explained_in_both_languages() {
    // A matrix alone is its name.
    let is_name = |(name, text): &Text| name == "used" && text == ARGUMENT;
    let sentences = |language| texts(language).into_iter().filter(|it| !is_name(it)).collect();
    check_texts(sentences, &LATIN);
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
        ("usual_most", (words.usual_most)(false).to_owned()),
        ("usual_most", (words.usual_most)(true).to_owned()),
        ("used", (words.used)(a, 1)),
        ("used", (words.used)(a, 2)),
        ("used_in_heads", (words.used_in_heads)(a, 1, 2)),
        ("used_in_heads", (words.used_in_heads)(a, 2, 2)),
    ];
    results.map(|(name, text)| (name.to_owned(), text)).into()
}
