//! Whether a Korean sentence is Korean throughout.

use attnscope::i18n::{Language, reading::Say};

/// Says it in Korean, and finds no English in it but names, and what is quoted.
#[track_caller]
pub fn check<T: Say + ?Sized>(what: &T) -> String {
    let korean = what.say(Language::Korean);
    check_text(&korean);
    korean
}

/// Finds no English in a Korean sentence but names, and what is quoted.
#[track_caller]
pub fn check_text(korean: &str) {
    assert!(korean.contains(|c: char| ('가'..='힣').contains(&c)), "{korean}");
    let english = english_in(korean);
    assert!(english.is_none(), "“{}” in {korean}", english.unwrap_or_default());
}

/// Two small Latin words side by side, such as `the text`; what is in backticks or quotes is not
/// the sentence's own.
fn english_in(korean: &str) -> Option<String> {
    let own: Vec<&str> = korean.split(['`', '"']).step_by(2).collect();
    let own = own.join(" . ");
    let words: Vec<&str> = own.split(' ').collect();
    let is_small = |word: &str| word.len() > 1 && word.bytes().all(|c| c.is_ascii_lowercase());
    let pair = words.windows(2).find(|pair| is_small(pair[0]) && is_small(pair[1]));
    pair.map(|pair| pair.join(" "))
}

#[test]
fn english_in_korean_is_found() {
    assert_eq!(english_in("문서로 만들 수 없습니다: not json at all").as_deref(), Some("not json"));
    assert_eq!(english_in("`git lfs pull` 명령으로 내려받으세요. x_q를 더합니다."), None);
}
