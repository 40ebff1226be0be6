//! Every text in every language: none empty, none left in the other language, each in its style.

use std::fmt::Debug;

use attnscope::{
    document::{Axes, BadEntry, Each, Reason},
    i18n::{Language, Words},
    input::Topic,
    math::{Asks, HiddenBy, MaskKind, MatrixName as M, Mistake, Stage},
    samples::{
        HeadPattern, Paste, SampleId,
        six_tokens::{HeadRole, Reads},
    },
    state::{Change, Convention, TokenError, link::Stray},
};

use super::{File, code::variants, nothing};

/// The same in both languages.
const SAME: [&str; 3] = ["arithmetic.exponentials", "stage.Project.name", "matrix.WOutput"];

/// Latin words in Korean texts: names, and what is written so in Korean textbooks too.
const LATIN: [&str; 38] = [
    "GPT", "small", "SmolLM", "Instruct", "MiniLM", "all", "RMSNorm", "Orange", "em", "powers",
    "empowers", "PyTorch", "Keras", "NaN", "nat", "exp", "causal", "d", "k", "model", "W", "Q",
    "K", "V", "O", "X", "L", "M", "v", "inf", "e", "Enter", "Escape", "Tab", "Shift", "Alt",
    "Ctrl", "ALiBi",
];

/// Arguments that are no words in any language.
pub const ARGUMENT: &str = "7";

/// Everything a built head may read; positions are those that it has words for.
const READS: [Reads; 12] = [
    Reads::One,
    Reads::Position(0),
    Reads::Position(-1),
    Reads::Position(-2),
    Reads::Position(1),
    Reads::Nearness,
    Reads::First,
    Reads::Word,
    Reads::About,
    Reads::Kind,
    Reads::Token,
    Reads::TokenShuffled,
];

/// A text and what it is called: `bar.tagline`, `stage.Mask.why`.
pub type Text = (String, String);

#[test]
fn lists_of_variants_are_whole() {
    #[track_caller]
    fn check(path: &str, name: &str, list: &[impl Debug]) {
        let mut listed: Vec<String> = list.iter().map(|one| format!("{one:?}")).collect();
        for name in &mut listed {
            name.truncate(name.find('(').unwrap_or(name.len()));
        }
        listed.dedup();
        assert_eq!(listed, variants(&File::read(path).text, name), "{path}: {name}");
    }
    check("src/math/stage.rs", "Stage", &Stage::ALL);
    check("src/math/matrix_name.rs", "MatrixName", &M::ALL);
    check("src/math/mask_plan.rs", "MaskKind", &MaskKind::ALL);
    check("src/math/mask_plan.rs", "HiddenBy", &HiddenBy::ALL);
    check("src/samples/mod.rs", "SampleId", &SampleId::ALL);
    check("src/samples/real.rs", "HeadPattern", &HeadPattern::ALL);
    check("src/samples/six_tokens.rs", "HeadRole", &HeadRole::ALL);
    check("src/samples/six_tokens.rs", "Reads", &READS);
    check("src/state/change.rs", "Change", &Change::ALL);
    check("src/samples/pastes.rs", "Paste", &Paste::ALL);
    check("src/input/topic.rs", "Topic", &Topic::ALL);
    check("src/document/reason.rs", "Axes", &Axes::ALL);
    check("src/document/reason.rs", "Each", &Each::ALL);
    check("src/document/reason.rs", "BadEntry", &BadEntry::ALL);
    check("src/document/reason.rs", "Reason", &Reason::ALL);
    check("src/math/error.rs", "Asks", &Asks::ALL);
    check("src/math/mistakes/mod.rs", "Mistake", &Mistake::ALL);
}

#[test]
fn every_function_of_words_is_called_by_these_tests() {
    let words = Language::Korean.words();
    let mut called: Vec<String> = called(words).into_iter().map(|(name, _)| name).collect();
    called.extend(
        [
            "edit.change",
            "stage",
            "matrix",
            "sample",
            "role",
            "reads",
            "pattern",
            "mask",
            "arithmetic.mask_hidden",
        ]
        .map(str::to_owned),
    );
    let (_, functions) = fields(words);
    nothing(functions.into_iter().filter(|name| !called.contains(name)));
}

#[test]
fn no_text_is_empty() {
    for language in Language::ALL {
        nothing(texts(language).into_iter().filter_map(|text| no_text(&text)));
    }
    assert!(no_text(&("a".into(), " ".into())).is_some());
}

#[test]
fn languages_have_the_same_texts_and_say_them_differently() {
    let (korean, english) = (texts(Language::Korean), texts(Language::English));
    let names =
        |texts: &[Text]| -> Vec<String> { texts.iter().map(|(name, _)| name.clone()).collect() };
    assert_eq!(names(&korean), names(&english));
    let same = korean.iter().zip(&english).filter(|(k, e)| k.1 == e.1).map(|(k, _)| k.0.as_str());
    let mut same: Vec<&str> = same.collect();
    same.sort_unstable();
    let mut expected = SAME;
    expected.sort_unstable();
    assert_eq!(same, expected);
}

#[test]
fn texts_turn_with_the_matrices() {
    for language in Language::ALL {
        let by = |convention, text: &Text| language.turned(&text.1, convention);
        let texts = texts_with_places(language);
        for convention in Convention::ALL {
            nothing(texts.iter().map(|it| by(convention, it)).filter(|it| it.contains(['{', '}'])));
        }
        let turns = |it: &&Text| by(Convention::Rows, it) != by(Convention::Columns, it);
        let turned = texts.iter().filter(turns).count();
        assert!(turned >= 14, "{turned} texts turn");
    }
    let say =
        |convention| Language::English.turned("each {row}, {} and {rows} {right}", convention);
    assert_eq!(say(Convention::Rows), "each row, {} and rows to the right");
    assert_eq!(say(Convention::Columns), "each column, {} and columns below");
}

#[test]
fn korean_is_korean() {
    nothing(texts(Language::Korean).iter().filter_map(not_korean));

    assert!(not_korean(&("bar.keys".into(), "Keys".into())).is_some());
    assert!(not_korean(&("bar.keys".into(), "Keys 보기".into())).is_some());
    assert!(not_korean(&("bar.keys".into(), "√d_k 보기".into())).is_none());
}

#[test]
fn english_is_english() {
    let hangul = |(name, text): &Text| {
        // The examples' own tokens are quoted.
        let quotes = ["CrossAttention.about", "AmbiguousWord.about"];
        let quotes = quotes.map(|name| format!("sample.{name}"));
        (text.contains(is_hangul) && !quotes.contains(name)).then(|| format!("{name}: {text}"))
    };
    nothing(texts(Language::English).iter().filter_map(hangul));
    assert!(hangul(&("bar.keys".into(), "Keys 키".into())).is_some());
}

#[test]
fn korean_keeps_to_one_style_in_explanations_and_to_one_in_controls() {
    nothing(texts(Language::Korean).iter().flat_map(wrong_style));

    let check = |name: &str, text: &str, n_wrong: usize| {
        assert_eq!(wrong_style(&(name.to_owned(), text.to_owned())).len(), n_wrong, "{text}");
    };
    check("stage.Mask.why", "점수를 바꾼다. 뒤를 가린다.", 0);
    check("stage.Mask.why", "점수를 바꾼다. 뒤를 가립니다.", 1);
    check("stage.Mask.why", "점수를 바꿔요.", 1);
    check("stage.Mask.note", "점수", 1);
    check("loading.unreachable", "서버에 닿지 못했습니다. 다시 시도해 주세요.", 0);
    check("loading.unreachable", "서버에 닿지 못했다. 다시 해요.", 2);
    check("page.shared_scores", "투영하지 않는다", 1);
    check("page.rows_sum_to_one", "각 행의 합은 1", 0);
}

/// Every text of a language: fields, results of functions, and words of every variant.
/// Every text as it is shown while tokens are rows.
fn texts(language: Language) -> Vec<Text> {
    let turned = |(name, text): Text| (name, language.turned(&text, Convention::Rows));
    texts_with_places(language).into_iter().map(turned).collect()
}

fn texts_with_places(language: Language) -> Vec<Text> {
    let words = language.words();
    let (mut texts, _) = fields(words);
    texts.extend(called(words));
    let mut add = |name: String, text: &str| texts.push((name, text.to_owned()));
    for stage in Stage::ALL {
        let of = (words.stage)(stage);
        for (part, text) in
            [("name", of.name), ("what", of.what), ("why", of.why), ("note", of.note)]
        {
            add(format!("stage.{stage:?}.{part}"), text);
        }
    }
    for sample in SampleId::ALL {
        let of = (words.sample)(sample);
        add(format!("sample.{sample:?}.name"), of.name);
        add(format!("sample.{sample:?}.about"), of.about);
    }
    for pattern in HeadPattern::ALL {
        let of = (words.pattern)(pattern);
        add(format!("pattern.{pattern:?}.name"), of.name);
        add(format!("pattern.{pattern:?}.about"), of.about);
    }
    for name in M::ALL {
        add(format!("matrix.{name:?}"), (words.matrix)(name));
    }
    for change in Change::ALL {
        add(format!("edit.change.{change:?}"), (words.edit.change)(change));
    }
    for kind in MaskKind::ALL {
        add(format!("mask.{kind:?}.name"), (words.mask)(kind).name);
        add(format!("mask.{kind:?}.about"), (words.mask)(kind).about);
    }
    for by in HiddenBy::ALL {
        add(format!("arithmetic.mask_hidden.{by:?}"), (words.arithmetic.mask_hidden)(by));
    }
    for role in HeadRole::ALL {
        add(format!("role.{role:?}"), (words.role)(role));
    }
    for what in READS {
        add(format!("reads.{what:?}"), (words.reads)(what));
    }
    texts
}

/// The texts that are plain fields, and the names of the fields that are functions: read from what
/// `Debug` prints, one field a line.
pub fn fields(words: &impl Debug) -> (Vec<Text>, Vec<String>) {
    let (mut texts, mut functions, mut path) = (Vec::new(), Vec::new(), Vec::new());
    for line in format!("{words:#?}").lines().skip(1) {
        let line = line.trim().trim_end_matches(',');
        let Some((name, value)) = line.split_once(": ") else {
            path.pop();
            continue;
        };
        let name =
            || path.iter().chain([&name]).copied().map(str::to_owned).collect::<Vec<_>>().join(".");
        match value.strip_prefix('"') {
            Some(text) => texts.push((name(), text.trim_end_matches('"').to_owned())),
            None if value.ends_with('{') => path.push(line.split(':').next().unwrap_or_default()),
            None => functions.push(name()),
        }
    }
    (texts, functions)
}

/// The sentences that are functions, each called with numbers.
fn called(words: &Words) -> Vec<Text> {
    let a = ARGUMENT;
    let [asked, shown] = [a.to_owned(), a.to_owned()];
    let stray = Stray::Value { parameter: ARGUMENT, asked, shown };
    let Words { controls, edit, tokens, page, arithmetic, loading, about, .. } = words;
    let results = [
        ("controls.head_of", (controls.head_of)(1, 2)),
        ("controls.head_from_zero", (controls.head_from_zero)(1, 2)),
        ("controls.head", (controls.head)(1, a)),
        ("controls.shares_keys", (controls.shares_keys)(1)),
        ("controls.reset", (controls.reset)(a)),
        ("controls.mask_refused", (controls.mask_refused)(a)),
        ("controls.divisor_refused", (controls.divisor_refused)(a, a, a)),
        ("edit.undo", (edit.undo)(a)),
        ("edit.redo", (edit.redo)(a)),
        ("edit.number_of", (edit.number_of)(a)),
        ("edit.refused", (edit.refused)(a)),
        ("edit.token_refused", (edit.token_refused)(&TokenError::NoSuchToken)),
        ("edit.token_refused", (edit.token_refused)(&TokenError::LastToken)),
        ("edit.was", (edit.was)(a)),
        ("edit.work", (edit.work)(a)),
        // No function, but a list.
        ("tokens.tools", tokens.tools.join(" ")),
        ("page.clipped", (page.clipped)(1)),
        ("page.clipped", (page.clipped)(2)),
        ("page.query_key", (page.query_key)(a, a)),
        ("page.token_feature", (page.token_feature)(a, 1)),
        ("page.grid", (page.grid)(a, 1, 2)),
        ("page.sees_no_key", (page.sees_no_key)(a)),
        ("page.entropy_of", (page.entropy_of)(a, a)),
        ("page.effective_keys", (page.effective_keys)(a)),
        ("page.largest_weight", (page.largest_weight)(a, a)),
        ("arithmetic.set_by_hand", (arithmetic.set_by_hand)(a)),
        ("arithmetic.sum_of_products", (arithmetic.sum_of_products)(2)),
        ("arithmetic.other_terms", (arithmetic.other_terms)(2)),
        ("arithmetic.all_terms", (arithmetic.all_terms)(2)),
        ("arithmetic.copied", (arithmetic.copied)(1, 2)),
        ("arithmetic.copied_from", (arithmetic.copied_from)(a, 2)),
        ("loading.loading", (loading.loading)(a)),
        ("loading.progress", (loading.progress)(a, a)),
        ("loading.failed", (loading.failed)(a)),
        ("loading.status", (loading.status)(404)),
        ("loading.damaged", loading.damaged.into()),
        ("loading.keep", (loading.keep)(a)),
        ("loading.stray", (loading.stray)(&Stray::Parameter(a.into()))),
        ("loading.stray", (loading.stray)(&stray)),
        ("about.rule", (about.rule)(a, a, a)),
        ("about.agrees", (about.agrees)(a, 2, 4)),
        ("about.differs", (about.differs)(a, a)),
        ("about.recorded_agrees", (about.recorded_agrees)(a)),
        ("about.recorded_differs", (about.recorded_differs)(a)),
        ("about.without_rotary", (about.without_rotary)(a, a)),
    ];
    results.map(|(name, text)| (name.to_owned(), text)).into()
}

pub fn is_hangul(c: char) -> bool {
    ('가'..='힣').contains(&c)
}

/// A text that is empty, or has a gap where a line of code ends.
pub fn no_text((name, text): &Text) -> Option<String> {
    let has_gap = text.contains("  ") || text.contains('\n');
    (text.trim().is_empty() || has_gap).then(|| format!("{name} is empty or has a gap: {text}"))
}

fn not_korean((name, text): &Text) -> Option<String> {
    if !text.contains(is_hangul) {
        return (!SAME.contains(&name.as_str())).then(|| format!("{name}, not Korean: {text}"));
    }
    let mut words = text.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| !word.is_empty());
    let word = words.find(|word| !LATIN.contains(word))?;
    Some(format!("{name}, `{word}`: {text}"))
}

/// Sentences of a Korean text that end in the wrong style.
pub fn wrong_style((name, text): &Text) -> Vec<String> {
    let is_explanation = ["stage", "sample", "pattern", "arithmetic", "about"]
        .iter()
        .any(|group| name.split('.').next() == Some(group));
    let is_prose = ["what", "why", "note", "about"].iter().any(|part| name.ends_with(part));
    let sentences = text.split_inclusive(". ").map(str::trim);
    let wrong = sentences.filter(|sentence| {
        let end = sentence.trim_end_matches(['.', ')', '’', '”']);
        let is_polite = end.ends_with("니다");
        let is_plain = end.ends_with('다') && !is_polite;
        if is_explanation {
            is_polite || (is_prose && !(is_plain && sentence.ends_with('.')))
        } else {
            is_plain || (end.ends_with('요') && !end.ends_with("세요"))
        }
    });
    wrong.map(|sentence| format!("{name}: {sentence}")).collect()
}
