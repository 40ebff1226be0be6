//! The texts of the lessons: short, in both languages, without typed numbers, and turned with the convention.

use attnscope::{
    i18n::Language,
    lessons::{LESSONS, Voice, write},
};

use super::{cases, voices};

/// Words of a text at most.
const MOST_WORDS: usize = 60;

/// What has a digit and is no number of the trace.
const DIGITS: [&str; 2] = ["GPT-2", "SmolLM2"];

/// Words that are turned with the matrices, and so places of a template.
const TURNED: [&str; 8] = ["row", "rows", "column", "columns", "right", "left", "above", "below"];

/// The text outside of its places.
fn typed(text: &str) -> String {
    let mut typed = String::new();
    for part in text.split('{') {
        typed.push_str(part.split_once('}').map_or(part, |(_, after)| after));
        typed.push('…');
    }
    typed
}

/// The names of the places of a text, without particles and turned words.
fn places(text: &str) -> Vec<&str> {
    let names = text.split('{').skip(1).filter_map(|part| Some(part.split_once('}')?.0));
    let is_own = |name: &&str| {
        let is_particle = name.chars().all(|c| ('가'..='힣').contains(&c));
        !is_particle && !["row", "rows", "column", "columns", "right", "left"].contains(name)
    };
    let mut names: Vec<&str> = names.filter(is_own).collect();
    names.sort_unstable();
    names.dedup();
    names
}

fn has_typed_number(text: &str) -> bool {
    let mut text = typed(text);
    for allowed in DIGITS {
        text = text.replace(allowed, "");
    }
    text.contains(|c: char| c.is_numeric())
}

#[test]
fn every_text_can_be_said_in_both_languages_and_conventions_and_is_short() {
    for case in cases() {
        let grounds = [case.ground(), case.shown()];
        for (what, text) in case.templates() {
            for voice in voices() {
                let source = text.of(voice.language);
                assert!(!source.trim().is_empty(), "{what} is missing in {:?}", voice.language);
                let said = write(source, case.step.places, &grounds[0], voice);
                let said = said.unwrap_or_else(|error| panic!("{what}: {error:?} in {source}"));
                let n_words = said.split_whitespace().count();
                assert!(n_words <= MOST_WORDS, "{what}: {n_words} words: {said}");
                assert!(
                    !said.contains("(를)") && !said.contains("(는)"),
                    "{what}: a particle in doubt: {said}"
                );
                assert!(
                    !said.contains("(가)") && !said.contains("(으)") && !said.contains("(와)"),
                    "{what}: {said}"
                );
                assert!(!said.contains("NaN"), "{what}: {said}");
            }
            assert_eq!(places(text.en), places(text.ko), "{what}: one language says more");
        }
    }
}

#[test]
fn no_number_is_typed() {
    for case in cases() {
        for (what, text) in case.templates() {
            for text in [text.en, text.ko] {
                assert!(!has_typed_number(text), "{what}: a number is typed: {text}");
            }
        }
    }
    for case in cases() {
        for text in case.cells() {
            assert!(!has_typed_number(text.en) && !has_typed_number(text.ko), "{text:?}");
            for voice in voices() {
                let said = write(text.of(voice.language), case.step.places, &case.ground(), voice);
                assert!(said.is_ok_and(|said| !said.is_empty()), "{}: {text:?}", case.name);
            }
        }
    }
    for lesson in LESSONS {
        for text in [lesson.title, lesson.about] {
            assert!(!has_typed_number(text.en) && !has_typed_number(text.ko), "{text:?}");
        }
    }
    assert!(has_typed_number("about 4 keys") && has_typed_number("½ of {w}"));
    assert!(!has_typed_number("{w2} of GPT-2"));
}

#[test]
fn every_place_is_used() {
    for case in cases() {
        let texts = case.templates().into_iter().map(|(_, text)| text).chain(case.cells());
        let used: Vec<_> = texts.flat_map(|text| places(text.en)).collect();
        for place in case.step.places {
            assert!(used.contains(&place.name), "{}: {} is not used", case.name, place.name);
        }
    }
}

#[test]
fn words_that_turn_with_the_matrices_are_places() {
    for case in cases() {
        for (what, text) in case.templates() {
            let english = typed(text.en);
            let mut words = english.split(|c: char| !c.is_alphabetic());
            let turned = words.find(|word| TURNED.contains(word));
            assert_eq!(turned, None, "{what}: {}", text.en);
            let korean = typed(text.ko);
            let turned = |word: &&str| {
                let is_row = word.starts_with('행') && !word.starts_with("행렬");
                let is_column =
                    ["열", "열이", "열을", "열은", "열의", "열에", "열마다"].contains(word);
                is_row || is_column || word.contains("오른쪽") || word.contains("왼쪽")
            };
            assert_eq!(korean.split_whitespace().find(turned), None, "{what}: {}", text.ko);
        }
    }
}

#[test]
fn each_language_is_itself_and_korean_keeps_to_one_style() {
    let is_hangul = |c: char| ('가'..='힣').contains(&c);
    for case in cases() {
        for (what, text) in case.templates() {
            assert!(!typed(text.en).contains(is_hangul), "{what}: {}", text.en);
            assert!(text.ko.contains(is_hangul), "{what}: {}", text.ko);
            crate::korean::check_text(&typed(text.ko).replace('…', " "));
            if what.ends_with("says") {
                assert!(!is_textbook(text.ko), "{what}: {}", text.ko);
                continue;
            }
            for sentence in text.ko.split_inclusive(['.', '?']).filter(|it| it.contains(is_hangul))
            {
                let end = sentence.trim_end_matches(['.', '?', '’', ')', ' ']);
                let is_polite = ["니다", "니까", "세요"].iter().any(|ending| end.ends_with(ending));
                // A point inside a number or a name ends no sentence.
                assert!(is_polite, "{what}: {sentence}");
            }
        }
        for cell in case.cells() {
            assert!(!is_textbook(cell.ko), "{}: {}", case.name, cell.ko);
        }
    }
    for text in LESSONS.iter().map(|lesson| lesson.about.ko) {
        assert!(!is_textbook(text), "{text}");
    }
    assert!(is_textbook("똑같다: 반반이므로") && is_textbook("양수여야 한다. 덤으로 주는 것들."));
    assert!(!is_textbook("똑같습니다. 쿼리마다 {w}, 그것뿐"));
}

/// Whether a sentence or a clause before a colon ends in the 다 style of textbooks.
fn is_textbook(korean: &str) -> bool {
    let mut clauses = korean.split(['.', ':', '?']).map(str::trim_end);
    clauses.any(|clause| clause.ends_with('다') && !clause.ends_with("니다"))
}

#[test]
fn texts_read_as_they_were_written() {
    let case = &cases()[2];
    let say = |language, is_by_columns| {
        let voice = Voice { language, is_by_columns };
        let text = case.step.prediction.unwrap().ask.of(language);
        write(text, case.step.places, &case.ground(), voice).unwrap()
    };
    assert_eq!(
        say(Language::English, true),
        "“powers” looks along its column. Which key will get its largest weight?"
    );
    assert_eq!(
        say(Language::Korean, false),
        "‘powers’ 토큰의 쿼리가 자기 행을 봅니다. 어느 키가 가장 큰 가중치를 받겠습니까?"
    );
}
