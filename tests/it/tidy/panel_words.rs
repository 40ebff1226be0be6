//! The panel's words: the rules of `words.rs`, for the struct of their own.

use attnscope::i18n::{Language, panel::PanelWords};

use super::{
    part_words::{check_calls, check_texts, latin},
    words::{ARGUMENT, Text, fields},
};

/// Latin words in Korean texts: names of programs, formats and encodings.
const LATIN: [&str; 20] = [
    "HTML",
    "NumPy",
    "PyTorch",
    "JSON",
    "CSV",
    "Markdown",
    "EUC",
    "KR",
    "CP",
    "Windows",
    "npy",
    "npz",
    "PNG",
    "safetensors",
    "csv",
    "tsv",
    "json",
    "Embedding",
    "Projector",
    "MB",
];

#[test]
fn every_function_of_the_panels_words_is_called_by_these_tests() {
    let words = Language::Korean.panel_words();
    check_calls(words, &called(words), &[]);
}

#[test]
fn the_panel_says_everything_in_both_languages_and_its_korean_is_polite() {
    check_texts(texts, &LATIN);

    assert!(latin(&("data".into(), "Data 보기".into()), &LATIN).is_some());
    assert!(latin(&("data".into(), "CSV 보기".into()), &LATIN).is_none());
}

fn texts(language: Language) -> Vec<Text> {
    let words = language.panel_words();
    let (mut texts, _) = fields(words);
    texts.extend(called(words));
    texts
}

/// The sentences that are functions, each called with numbers.
fn called(words: &PanelWords) -> Vec<Text> {
    let a = ARGUMENT;
    let PanelWords { piece, whole, forms, share_side, .. } = words;
    let results = [
        ("piece.title", (piece.title)(1)),
        ("piece.remove", (piece.remove)(a)),
        ("piece.lines", (piece.lines)("2")),
        ("piece.preview_of", (piece.preview_of)(a, a)),
        ("piece.needed", (piece.needed)(a)),
        ("piece.nth_array", (piece.nth_array)(1)),
        ("piece.more_arrays", (piece.more_arrays)(2)),
        ("piece.too_large", (piece.too_large)(a, a)),
        ("piece.unreadable", (piece.unreadable)(a)),
        ("whole.too_many", (whole.too_many)(a, a)),
        ("whole.broken", (whole.broken)(a)),
        ("forms.try_it", (forms.try_it)(a)),
        ("share_side.saved", (share_side.saved)(a)),
        ("share_side.failed", (share_side.failed)(a)),
        ("share_side.link_length", (share_side.link_length)(a)),
        ("share_side.long_link", (share_side.long_link)(a)),
    ];
    results.map(|(name, text)| (name.to_owned(), text)).into()
}
