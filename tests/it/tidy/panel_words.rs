//! The panel's words: the rules of `words.rs`, for the struct of their own.

use attnscope::i18n::{Language, panel::PanelWords};

use super::{
    nothing,
    words::{ARGUMENT, Text, fields, is_hangul, no_text, wrong_style},
};

/// Latin words in Korean texts: names of programs, formats and encodings.
const LATIN: [&str; 19] = [
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
    let called: Vec<String> = called(words).into_iter().map(|(name, _)| name).collect();
    let (_, functions) = fields(words);
    nothing(functions.into_iter().filter(|name| !called.contains(name)));
}

#[test]
fn the_panel_says_everything_in_both_languages() {
    let (korean, english) = (texts(Language::Korean), texts(Language::English));
    nothing(korean.iter().chain(&english).filter_map(no_text));
    let same = korean.iter().zip(&english).filter(|((a, ko), (b, en))| a != b || ko == en);
    nothing(same.map(|((name, _), _)| name.clone()));
    let hangul = english.iter().filter(|(_, text)| text.contains(is_hangul));
    nothing(hangul.map(|(name, text)| format!("{name}: {text}")));
}

#[test]
fn the_panels_korean_is_korean_and_polite() {
    nothing(texts(Language::Korean).iter().filter_map(latin));
    nothing(texts(Language::Korean).iter().flat_map(wrong_style));

    assert!(latin(&("data".into(), "Data 보기".into())).is_some());
    assert!(latin(&("data".into(), "CSV 보기".into())).is_none());
}

/// A Latin word that is no name, or a text without Hangul.
fn latin((name, text): &Text) -> Option<String> {
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let strange = words.find(|word| !LATIN.contains(word));
    (!text.contains(is_hangul) || strange.is_some()).then(|| format!("{name}: {text}"))
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
