//! One matrix in every form, read back by `input` to the same bits and names.

use attnscope::{
    document::Document,
    export::{self, MATRIX_EXPORTERS, Table},
    input::{Answers, Source, number::MISSING, read, view},
    math::{MatrixName as M, Trace, attend},
};

use serde_json::json;

use crate::fixtures;

/// What carries no names, or only in a comment.
const NAMELESS: &[&str] = &["npy", "numpy"];

/// The forms that are read back: all but pictures.
fn read_back() -> impl Iterator<Item = &'static str> {
    let abouts = MATRIX_EXPORTERS.iter().map(|exporter| exporter.about());
    abouts.filter(|about| !about.mime.starts_with("image/")).map(|about| about.id)
}

/// A problem with names that need care and numbers that are hard to write.
pub fn hard() -> Document {
    Document::from_json(
        r#"{ "inputs": {
            "tokens": ["a,b", "say \"|\"", "two\nlines", "고양이"],
            "x_q": [[0.1, -1e-7, 123456789012345680000, 1],
                    [0.30000000000000004, 5e-324, -0.0, 2.2250738585072014e-308],
                    [1.7976931348623157e308, -3, 1e22, 4],
                    [-2.5, 0.3333333333333333, 1e-5, 7]] },
          "options": { "mask": { "kind": "causal" } } }"#,
    )
    .unwrap()
}

pub fn traced(document: &Document) -> (Trace, Vec<String>, Vec<String>) {
    (attend(&document.problem().unwrap()), document.tokens(), document.tokens_k())
}

fn bits(numbers: impl IntoIterator<Item = f64>) -> Vec<u64> {
    numbers.into_iter().map(|n| if n.is_nan() { f64::NAN } else { n }.to_bits()).collect()
}

/// Whether a form reads back to the same bits, and where it carries names, to the same names.
fn judge(id: &str, table: &Table<'_>) -> Result<(), String> {
    let file = export::matrix(id, table).unwrap();
    let source = Source::new(&file.name, &file.bytes);
    let text = String::from_utf8_lossy(&file.bytes);
    let text: String = text.chars().take(300).collect();
    let answers = Answers::none();
    let found = read(&source, &answers).and_then(|reading| view(&reading, &answers));
    let found = found.map_err(|fault| format!("{id}: {fault}\n{text}"))?.table;
    let numbers = table.numbers();
    if (found.rows, found.cols) != numbers.dim() {
        return Err(format!("{id}: {} x {}\n{text}", found.rows, found.cols));
    }
    if bits(found.values) != bits(numbers.iter().copied()) {
        return Err(format!("{id}: other numbers\n{text}"));
    }
    if !NAMELESS.contains(&id) {
        for (found, expected) in [(found.labels, table.rows), (found.col_labels, table.columns)] {
            // LaTeX has no line break inside a cell.
            let written = |name: &String| match id {
                "latex" => name.replace(['\n', '\r'], " "),
                _ => name.clone(),
            };
            let expected: Option<Vec<String>> =
                expected.map(|names| names.iter().map(written).collect());
            // Names that only count say nothing that is lost.
            let counts = |names: &[String]| {
                let digit = |n: &str| n.replace('１', "1");
                let from =
                    |first: i32| (first..).zip(names).all(|(i, n)| digit(n) == i.to_string());
                from(0) || from(1)
            };
            let is_lost = |names: &[String]| found.as_deref() != Some(names) && !counts(names);
            if expected.as_deref().is_some_and(is_lost) {
                return Err(format!("{id}: names {found:?}\n{text}"));
            }
        }
    }
    Ok(())
}

#[test]
fn every_matrix_of_every_fixture_reads_back_bit_for_bit() {
    let documents = fixtures::names().into_iter().map(|name| fixtures::text(&name));
    let documents = documents.map(|text| Document::from_json(&text).unwrap());
    let mut wrong = Vec::new();
    for document in documents.chain([hard()]) {
        let (trace, tokens, tokens_k) = traced(&document);
        let names = [M::X, M::WQuery, M::Queries, M::Keys, M::Masked, M::Weights, M::Output];
        for name in names {
            let Some(table) = Table::of(&trace, name, 0, &tokens, Some(&tokens_k)) else {
                continue;
            };
            for id in read_back() {
                wrong.extend(judge(id, &table).err());
                wrong.extend(judge(id, &table.clone().transposed()).err());
            }
        }
    }
    wrong.sort_by_key(String::len);
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), wrong.join("\n"));
}

/// Tokens that some form or other could take for something else.
const NASTY: &[&str] = &[
    "",
    " ",
    "a",
    "b",
    " a",
    "a ",
    "  ",
    "\t",
    "a\tb",
    "\n",
    "a\nb",
    "\r",
    "a\r\nb",
    "\"",
    "\"\"",
    "\"a",
    "a\"",
    "\"a\"",
    "'",
    "'a",
    "`",
    "`a`",
    "nan",
    "NaN",
    "inf",
    "-inf",
    "-",
    "--",
    "---",
    ":--",
    "--:",
    "1",
    "0",
    "-1",
    "1.5",
    "1,5",
    "1e5",
    "1 2",
    "1/2",
    "50%",
    "0x1F",
    "\u{2212}1",
    "１",
    "½",
    "NA",
    "null",
    "None",
    "True",
    "token",
    "...",
    "…",
    ".",
    ",",
    ";",
    "a,b",
    "a;b",
    ":",
    "|",
    "a|b",
    "||",
    "&",
    "a&b",
    "&amp;",
    "&#32;",
    "\\",
    "a\\",
    "\\\\",
    "\\|",
    "\\n",
    "\\text{a}",
    "\\\\[4pt]",
    "%",
    "_",
    "a_b",
    "_a_",
    "__init__",
    "\\_",
    "np.nan",
    "inf32",
    "Infinity",
    "^",
    "~",
    "$x$",
    "{",
    "}",
    "[",
    "]",
    "[1, 2]",
    "(",
    "#",
    "# x",
    "##ing",
    "=1+2",
    "<br>",
    "<b>",
    "<|endoftext|>",
    "\u{a0}",
    "\u{200b}a",
    "\u{feff}",
    "\u{85}",
    "\u{2028}",
    "고양이",
];

/// Documents of tokens that need care and of numbers, drawn by chance; every such token is the first
/// query of some of them.
fn nasty(mut below: impl FnMut(usize) -> usize) -> impl Iterator<Item = Document> {
    (0..400).map(move |round| {
        let (n, m) = (1 + below(4), 1 + below(4));
        let mut tokens = |count: usize| -> Vec<String> {
            let mut token = |_| match below(4) {
                0 => [NASTY[below(NASTY.len())], NASTY[below(NASTY.len())]].concat(),
                _ => NASTY[below(NASTY.len())].to_owned(),
            };
            (0..count).map(&mut token).collect()
        };
        let (mut queries, keys) = (tokens(n), tokens(m));
        NASTY[round % NASTY.len()].clone_into(&mut queries[0]);
        let mut row = || -> Vec<f64> { (0..m).map(|_| NUMBERS[below(NUMBERS.len())]).collect() };
        let scores: Vec<Vec<f64>> = (0..n).map(|_| row()).collect();
        let document = json!({"inputs": {"tokens": queries, "tokens_k": keys, "scores": scores}});
        Document::from_json(&document.to_string()).unwrap()
    })
}

const NUMBERS: [f64; 8] = [0.0, 1.0, -1.0, 2.0, 0.5, -1e-7, 1e22, 0.1];

#[test]
fn names_that_look_like_something_else_read_back() {
    let mut state = 7_u64;
    let below = move |n: usize| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(state >> 33).unwrap() % n
    };
    let mut wrong = Vec::new();
    for document in nasty(below) {
        let (trace, tokens, tokens_k) = traced(&document);
        let table = Table::of(&trace, M::Scores, 0, &tokens, Some(&tokens_k)).unwrap();
        for id in read_back() {
            for table in [table.clone(), table.clone().transposed()] {
                wrong.extend(judge(id, &table).err());
            }
        }
    }
    wrong.sort_by_key(String::len);
    let first: Vec<&str> = wrong.iter().take(20).map(String::as_str).collect();
    assert!(wrong.is_empty(), "{} wrong\n{}", wrong.len(), first.join("\n"));
}

#[test]
fn exporters_have_names_of_their_own_and_files_that_say_what_they_are() {
    let (trace, tokens, tokens_k) = traced(&hard());
    let table = Table::of(&trace, M::Weights, 0, &tokens, Some(&tokens_k)).unwrap();
    let mut ids = Vec::new();
    for exporter in MATRIX_EXPORTERS {
        let about = exporter.about();
        ids.push(about.id);
        let file = export::matrix(about.id, &table).unwrap();
        assert_eq!(file.name, format!("weights.{}", about.extension));
        assert_eq!(file.mime, about.mime);
        let text = String::from_utf8(file.bytes);
        assert!(!about.is_text || text.is_ok_and(|text| text.ends_with('\n')), "{}", about.id);
    }
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), MATRIX_EXPORTERS.len());
    assert_eq!(export::matrix("parchment", &table), None);
}

#[test]
fn markdown_shows_a_name_as_it_is() {
    #[track_caller]
    fn check(name: &str, expected: &str) {
        let document = json!({"inputs": {"tokens": [name], "scores": [[1]]}}).to_string();
        let (trace, tokens, _) = traced(&Document::from_json(&document).unwrap());
        let keys = ["b".to_owned()];
        let table = Table::of(&trace, M::Scores, 0, &tokens, Some(&keys)).unwrap();
        let text = String::from_utf8(export::matrix("markdown", &table).unwrap().bytes).unwrap();
        assert!(text.ends_with(&format!("\n| {expected} | 1.0 |\n")), "{text}");
    }
    check("a_b", "a_b");
    check("가_1", "가_1");
    check("_a_", "\\_a\\_");
    check("__init__", "\\_\\_init\\_\\_");
    check("{x}_1", "{x}\\_1");
    check("*a*", "\\*a\\*");
    check(" a ", "&#32;a&#32;");
    check(" ", "&#32;");
}

#[test]
fn csv_quotes_every_word_that_says_that_a_value_is_missing() {
    for word in MISSING {
        let document = json!({"inputs": {"tokens": [word], "scores": [[1]]}}).to_string();
        let (trace, tokens, tokens_k) = traced(&Document::from_json(&document).unwrap());
        let table = Table::of(&trace, M::Scores, 0, &tokens, Some(&tokens_k)).unwrap();
        let text = String::from_utf8(export::matrix("csv", &table).unwrap().bytes).unwrap();
        assert!(text.ends_with(&format!("\n\"{word}\",1.0\n")), "{text}");
    }
}

/// A matrix of names and numbers that show what each form does with them.
fn example() -> Document {
    Document::from_json(
        r#"{ "inputs": {
            "tokens": ["the", "a|b, \"c\""], "tokens_k": ["50%", "{x}_1"],
            "scores": [[1, 0.1], [1e-7, "nan"]] },
          "options": { "mask": { "kind": "add", "add": [[0, null], [0, 0]] } } }"#,
    )
    .unwrap()
}

#[test]
fn each_text_form_is_as_its_readers_know_it() {
    let (trace, tokens, tokens_k) = traced(&example());
    let table = Table::of(&trace, M::Masked, 0, &tokens, Some(&tokens_k)).unwrap();
    let forms = [
        ("csv", "token,\"50%\",\"{x}_1\"\nthe,1.0,-inf\n\"a|b, \"\"c\"\"\",1e-7,nan\n"),
        ("tsv", "token\t\"50%\"\t\"{x}_1\"\nthe\t1.0\t-inf\n\"a|b, \"\"c\"\"\"\t1e-7\tnan\n"),
        (
            "markdown",
            "| token | 50% | {x}\\_1 |\n| :-- | --: | --: |\n| the | 1.0 | -inf |\n\
             | a\\|b, \"c\" | 1e-7 | nan |\n",
        ),
        (
            "latex",
            "\\begin{array}{l|rr}\n\\text{token} & \\text{50\\%} & \\text{\\{x\\}\\_1} \\\\\n\
             \\hline\n\\text{the} & 1.0 & -\\infty \\\\\n\
             \\text{a|b, \"c\"} & 1 \\cdot 10^{-7} & \\mathrm{NaN} \\\\\n\\end{array}\n",
        ),
        (
            "numpy",
            "np.array([\n    [1.0, -np.inf],  # the\n    [1e-7, np.nan],  # a|b, \"c\"\n])\n",
        ),
        (
            "json",
            "{\n\"columns\": [\"50%\",\"{x}_1\"],\n\"index\": [\"the\",\"a|b, \\\"c\\\"\"],\n\
             \"data\": [\n[1.0, \"-Infinity\"],\n[1e-7, \"NaN\"]\n]\n}\n",
        ),
    ];
    for (id, expected) in forms {
        let file = export::matrix(id, &table).unwrap();
        assert_eq!(String::from_utf8(file.bytes).unwrap(), expected, "{id}");
    }
}

#[test]
fn a_matrix_without_names_has_neither_header_nor_corner() {
    let fixture = Document::from_json(&fixtures::text("raschka-trainable")).unwrap();
    let (trace, tokens, _) = traced(&fixture);
    let w_q = Table::of(&trace, M::WQuery, 0, &tokens, None).unwrap();
    let text = |id| String::from_utf8(export::matrix(id, &w_q).unwrap().bytes).unwrap();
    assert_eq!(text("csv").lines().count(), 3);
    assert!(text("latex").starts_with("\\begin{pmatrix}\n0.2961"), "{}", text("latex"));
    assert!(text("json").starts_with("[\n[0.2961"), "{}", text("json"));
    // Features are numbered where the rows are tokens.
    let x = Table::of(&trace, M::X, 0, &tokens, None).unwrap();
    let csv = String::from_utf8(export::matrix("csv", &x).unwrap().bytes).unwrap();
    assert!(csv.starts_with("token,0,1,2\nYour,0.43,"), "{csv}");
}
