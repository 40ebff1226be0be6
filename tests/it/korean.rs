//! Whether a Korean sentence is Korean throughout.

use attnscope::{
    document::{Axes, BadEntry, Document, DocumentError, Each, Place, Reason},
    i18n::{Language, reading::Say},
    math::{Asks, Shape, ShapeError},
};

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

/// Two small Latin words side by side, such as `the text` or `expected: an`; what is in backticks
/// or quotes is not the sentence's own, and names in a list have commas between them,
/// what is added to a name brackets.
fn english_in(korean: &str) -> Option<String> {
    let own: Vec<&str> = korean.split(['`', '"']).step_by(2).collect();
    let own = own.join(" . ");
    let is_mark = |c: char| c.is_ascii_punctuation();
    let words: Vec<&str> = own.split(' ').collect();
    let pairs =
        words.windows(2).filter(|pair| !pair[0].ends_with(',') && !pair[1].starts_with('('));
    let is_small = |word: &str| word.len() > 1 && word.bytes().all(|c| c.is_ascii_lowercase());
    let mut pairs = pairs.map(|pair| [0, 1].map(|at| pair[at].trim_matches(is_mark)));
    pairs.find(|pair| pair.iter().all(|word| is_small(word))).map(|pair| pair.join(" "))
}

#[test]
fn english_in_korean_is_found() {
    assert_eq!(english_in("문서로 만들 수 없습니다: not json at all").as_deref(), Some("not json"));
    assert_eq!(english_in("헤더에 expected: an object, found 3").as_deref(), Some("expected an"));
    assert_eq!(english_in("객체 (an object, 3)").as_deref(), Some("an object"));
    assert_eq!(english_in("쓰지 않은 것: foo, temperature"), None);
    assert_eq!(english_in("`git lfs pull` 명령으로 내려받으세요. x_q를 더합니다."), None);
}

/// What the parser of JSON says is known by its English words: a new version of it may say
/// something else, and then the reason would be missing from the Korean sentence.
#[test]
fn every_reason_why_a_text_is_no_json_is_said_in_korean() {
    #[track_caller]
    fn check_json(text: &str, expected: &str) {
        let error = Document::from_json(text).expect_err(text);
        let korean = check(&error);
        assert!(
            korean.ends_with(&format!("맞지 않습니다. {expected}")),
            "{text}: {error}: {korean}"
        );
    }
    check_json(r#"{"inputs": [1"#, "목록이 닫히기 전에 내용이 끊겼습니다.");
    check_json(r#"{"inputs": {}"#, "객체가 닫히기 전에 내용이 끊겼습니다.");
    check_json(r#"{"inputs"#, "따옴표가 닫히기 전에 내용이 끊겼습니다.");
    check_json(r#"{"inputs":"#, "값이 있어야 할 자리에서 내용이 끊겼습니다.");
    check_json(r#"{"inputs" 1}"#, "`:` 기호가 있어야 합니다.");
    check_json(r#"{"inputs": [1 2]}"#, "`,` 또는 `]` 기호가 있어야 합니다.");
    check_json(r#"{"inputs": {} 2}"#, "`,` 또는 `}` 기호가 있어야 합니다.");
    check_json(r#"{"inputs": nil}"#, "`true`, `false`, `null` 값의 철자를 확인하세요.");
    check_json(r#"{"inputs": NaN}"#, "JSON 값이 있어야 합니다.");
    check_json(r#"{"inputs": "\x"}"#, "`\\` 뒤에 올 수 없는 글자입니다.");
    check_json(r#"{"inputs": 1.}"#, "숫자로 쓸 수 없는 글자가 있습니다.");
    check_json(r"{inputs: 1}", "따옴표로 묶은 키가 있어야 합니다.");
    check_json(r#"{"inputs": 1,}"#, "따옴표로 묶은 키가 있어야 합니다.");
    check_json(r#"{"inputs": [1,]}"#, "JSON 값이 있어야 합니다.");
    check_json("{} {}", "값이 끝난 뒤에 다른 내용이 더 있습니다.");
    check_json("{\"inputs\": \"\t\"}", "따옴표 안의 줄 바꿈과 탭은 `\\n`, `\\t`로 쓰세요.");
    check_json(r#"{"inputs": "\uxyzw"}"#, "`\\` 뒤에 올 수 없는 글자입니다.");
}

/// Every clause of the closed lists behind the errors of a document, in the sentence that it is
/// said in.
#[test]
fn every_reason_is_said_in_korean() {
    let place = || Place { line: 1, column: 1, path: String::new() };
    let shape = || Shape::of(&[2, 3]);
    let mut sentences = Vec::new();
    let mut say = |error: &dyn Say, english: &str| {
        let korean = check(error);
        assert!(!korean.contains(english), "“{english}” in {korean}");
        sentences.push(korean);
    };
    for expected in Axes::ALL {
        let error = DocumentError::Rank { place: place(), expected, found: shape() };
        say(&error, &expected.to_string());
    }
    for of in Each::ALL {
        let error = DocumentError::Count { place: place(), of, expected: 1, found: 2 };
        say(&error, &of.to_string());
    }
    for why in BadEntry::ALL {
        say(&DocumentError::Override { place: place(), entry: 0, why }, &why.to_string());
    }
    for why in Reason::ALL {
        say(&DocumentError::Missing { what: "inputs.v", why }, &why.to_string());
    }
    for why in Asks::ALL {
        let error = ShapeError::Mismatch { of: "w_q", expected: shape(), found: shape(), why };
        say(&error, &why.to_string());
    }
    let n_sentences = sentences.len();
    sentences.sort_unstable();
    sentences.dedup();
    assert_eq!(sentences.len(), n_sentences, "two say the same");
}
