//! The words of mistakes, comparison and all heads: the rules of `words.rs`, for the struct of their
//! own.

use attnscope::{
    i18n::{Language, lab::LabWords},
    math::{Hindrance, Measure, Mistake},
    state::Convention,
};

use super::{
    File,
    code::variants,
    part_words::{check_calls, check_texts, latin},
    words::{ARGUMENT, Text, fields},
};

/// Latin words in Korean texts: names and what stands so in formulas and code.
const LATIN: [&str; 46] = [
    "A",
    "B",
    "n",
    "H",
    "d",
    "k",
    "v",
    "h",
    "p",
    "X",
    "K",
    "KV",
    "QK",
    "V",
    "W",
    "O",
    "e",
    "nat",
    "exp",
    "NaN",
    "BERT",
    "PyTorch",
    "Keras",
    "SmolLM",
    "softmax",
    "scale",
    "repeat",
    "np",
    "tile",
    "interleave",
    "True",
    "scaled",
    "dot",
    "product",
    "attention",
    "nn",
    "MultiheadAttention",
    "dim",
    "model",
    "eval",
    "concat",
    "Q",
    "w",
    "ln",
    "i",
    "j",
];

/// Every hindrance.
const HINDRANCES: [Hindrance; 10] = [
    Hindrance::NoScores,
    Hindrance::NothingHidden,
    Hindrance::SameDivisor,
    Hindrance::NoEmbeddings,
    Hindrance::NoProjections,
    Hindrance::OneHead,
    Hindrance::NoValues,
    Hindrance::NoProjection,
    Hindrance::NotGrouped,
    Hindrance::LongInput,
];

#[test]
fn every_function_of_the_labs_words_is_called_by_these_tests() {
    let words = Language::Korean.lab_words();
    check_calls(words, &called(words), &["mistake", "hindrance", "heads.measure"]);
    let listed = HINDRANCES.map(|hindrance| format!("{hindrance:?}")).to_vec();
    assert_eq!(listed, variants(&File::read("src/math/mistakes/mod.rs").text, "Hindrance"));
}

#[test]
fn the_lab_says_everything_in_both_languages_and_its_korean_is_in_one_style() {
    check_texts(texts, &LATIN);

    assert!(latin(&("right".into(), "Right 결과".into()), &LATIN).is_some());
    assert!(latin(&("right".into(), "BERT 결과".into()), &LATIN).is_none());
}

/// Every text of a language.
fn texts(language: Language) -> Vec<Text> {
    let words = language.lab_words();
    let (mut texts, _) = fields(words);
    texts.extend(called(words));
    for mistake in Mistake::ALL {
        let of = (words.mistake)(mistake);
        let controls = [("name", of.name), ("line", of.line)];
        let controls = controls.map(|(part, text)| (format!("mistake.{mistake:?}.{part}"), text));
        // Explanations, in the style of textbooks.
        let prose = [("what", of.what), ("why", of.why), ("who.note", of.who)];
        let prose = prose.map(|(part, text)| (format!("about.{mistake:?}.{part}"), text));
        let turned = |text| language.turned(text, Convention::Rows);
        texts.extend(controls.into_iter().chain(prose).map(|(name, text)| (name, turned(text))));
    }
    for measure in Measure::ALL {
        let of = (words.heads.measure)(measure);
        for (part, text) in [("name", of.name), ("says", of.about)] {
            texts.push((format!("measure.{measure:?}.{part}"), text.to_owned()));
        }
    }
    for hindrance in HINDRANCES {
        texts.push((format!("hindrance.{hindrance:?}"), (words.hindrance)(hindrance).to_owned()));
    }
    texts
}

/// The sentences that are functions, each called with numbers.
fn called(words: &LabWords) -> Vec<Text> {
    let a = ARGUMENT;
    let LabWords { compare, heads, .. } = words;
    let results = [
        ("colors", (words.colors)(a, false)),
        ("colors", (words.colors)(a, true)),
        ("largest", (words.largest)(a, a)),
        ("other_sizes", (words.other_sizes)(a, a)),
        ("sums", (words.sums)(a, a, a)),
        ("compare.numbers", (compare.numbers)(a, a)),
        ("compare.mask", (compare.mask)(a, a)),
        ("compare.divisor", (compare.divisor)(a, a)),
        ("compare.head", (compare.head)(a, a)),
        ("heads.title", (heads.title)(a)),
        ("heads.one_domain", (heads.one_domain)(a)),
        ("heads.title_of_blocks", (heads.title_of_blocks)(a)),
        ("heads.head", (heads.head)(a)),
        ("heads.head_of_block", (heads.head_of_block)(a, a)),
        ("heads.blocks.sizes", (heads.blocks.sizes)(a, a)),
        ("heads.keys_about", (heads.keys_about)(a)),
        ("heads.row", (heads.row)(a, a, a)),
        ("heads.pair", (heads.pair)(a, a, a)),
    ];
    results.map(|(name, text)| (name.to_owned(), text)).into()
}
