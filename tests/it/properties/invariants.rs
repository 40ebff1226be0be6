//! What holds whatever comes in: called by the property tests and by the fuzz targets, each of
//! which uses its part. A function panics where something does not hold.

use std::collections::HashSet;

use attnscope::{
    assemble::{Piece, assemble},
    document::Document,
    i18n::{Language, reading::Say},
    input::{Answers, Place, ReadFault, Reading, Source, View, read, view},
    link::{open, pack, seal, unpack},
    math::{Problem, attend},
    samples::Loaded,
    state::Link,
    wire,
};

/// Names under which a source may come; endings matter.
const NAMES: [&str; 4] = ["a.npy", "a.npz", "a.safetensors", "a.bin"];

/// No more options of one question are tried.
const MOST_OPTIONS: usize = 4;

/// Problems up to this many scores are computed.
const LARGEST: usize = 1 << 12;

/// Whatever bytes come: a reading that is consistent with itself under every answer, or a fault
/// whose place exists, both of which can be said in every language.
pub fn reader(bytes: &[u8]) {
    reading(&Source::new(NAMES[bytes.len() % NAMES.len()], bytes), &Answers::none());
    let source = Source::new("", bytes);
    let Some(seen) = reading(&source, &Answers::none()) else { return };
    assert_eq!(format!("{:?}", reading(&source, &Answers::none())), format!("{:?}", Some(&seen)));
    for guess in &seen.guesses {
        for option in 0..guess.options.len().min(MOST_OPTIONS) {
            let answered = reading(&source, &Answers::none().with(guess.topic, option));
            let again = answered.iter().flat_map(|answered| &answered.guesses);
            // An answer that takes its own question away, or changes it, is not told of again.
            let mut again = again.filter(|again| again.options == guess.options);
            if let Some(again) = again.find(|again| again.topic == guess.topic) {
                assert_eq!(again.chosen, option, "{guess:?} was answered");
                assert!(!again.is_doubtful, "{guess:?} was answered");
            }
        }
    }
}

/// What one set of answers makes of a source.
fn reading(source: &Source<'_>, answers: &Answers) -> Option<View> {
    let reading = read(source, answers).map_err(|fault| check_fault(&fault, source)).ok()?;
    check_reading(&reading);
    let assembly = assemble(&[Piece::of(reading.clone())], answers);
    if let Some(document) = assembly.document {
        check_document(&document);
    }
    let view = view(&reading, answers).map_err(|fault| check_fault(&fault, source)).ok()?;
    check_view(&view);
    Some(view)
}

fn check_reading(reading: &Reading) {
    assert!(!reading.arrays.is_empty(), "a reading has an array");
    reading.form.say(Language::Korean);
    for array in &reading.arrays {
        let count = array.shape.iter().try_fold(1_usize, |n, &of_axis| n.checked_mul(of_axis));
        assert_eq!(count, Some(array.values.len()), "the shape {:?}", array.shape);
        let nth_last = |n: usize| array.shape.iter().rev().nth(n).copied();
        let labels = [(&array.row_labels, nth_last(1)), (&array.col_labels, nth_last(0))];
        for (labels, expected) in labels {
            let found = labels.as_ref().map(Vec::len);
            assert!(found.is_none() || found == expected, "{found:?} labels of {expected:?}");
        }
    }
}

fn check_view(view: &View) {
    let table = &view.table;
    assert!(table.rows > 0 && table.cols > 0, "a matrix has cells");
    assert_eq!(table.values.len(), table.rows * table.cols);
    assert!(table.labels.as_ref().is_none_or(|labels| labels.len() == table.rows));
    assert!(table.col_labels.as_ref().is_none_or(|labels| labels.len() == table.cols));
    let mut topics = HashSet::new();
    for guess in &view.guesses {
        assert!(topics.insert(guess.topic), "one question about {:?}", guess.topic);
        assert!(guess.options.len() > 1, "{guess:?} has a choice");
        assert!(guess.chosen < guess.options.len(), "{guess:?} takes one of its options");
        guess.topic.say(Language::Korean);
        for option in guess.options.iter().take(MOST_OPTIONS) {
            assert!(!option.to_string().is_empty() && !option.say(Language::Korean).is_empty());
        }
    }
    for note in &view.notes {
        assert!(!note.to_string().is_empty() && !note.say(Language::Korean).is_empty());
    }
}

fn check_fault(fault: &ReadFault, source: &Source<'_>) {
    assert!(!fault.to_string().is_empty() && !fault.say(Language::Korean).is_empty());
    let (Some(place), Some(text)) = (fault.place, source.text()) else { return };
    let Place { line, column, length, .. } = place;
    if line > 0 {
        let line = text.split('\n').nth(line - 1);
        let line = line.unwrap_or_else(|| panic!("{place:?} is not in the text: {fault}"));
        let n = line.chars().count();
        assert!(column <= n + 1, "{place:?} is not in its line of {n} characters: {fault}");
        assert!(length <= text.chars().count(), "{place:?} is longer than the text: {fault}");
    }
}

/// Whatever text comes: a document that comes back from its own text and computes, or an error
/// with words.
pub fn document(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let document = match Document::from_json(text) {
        Ok(document) => document,
        Err(error) => return assert!(!error.to_string().is_empty()),
    };
    if let Some(problem) = check_document(&document) {
        check_packed(&loaded(&document, problem));
    }
}

/// A document comes back from its text, with and without stages, and over itself; its problem,
/// where it is small.
fn check_document(document: &Document) -> Option<Problem> {
    let json = document.to_json(None);
    let again = Document::from_json(&json).unwrap_or_else(|error| panic!("{error}\n{json}"));
    assert_eq!(again.to_json(None), json, "it comes back");
    let over = document.to_json_over(&again);
    let again = Document::from_json_over(&over, &again).unwrap_or_else(|error| panic!("{error}"));
    assert_eq!(again.to_json(None), json, "it comes back over itself");
    document.check_sizes(LARGEST).ok()?;
    let problem = document.problem().ok()?;
    let trace = document.to_json(Some(&attend(&problem)));
    let again = Document::from_json(&trace).unwrap_or_else(|error| panic!("{error}\n{trace}"));
    assert_eq!(again.to_json(None), json, "it comes back with its stages");
    Some(problem)
}

/// A document as the page shows it.
fn loaded(document: &Document, problem: Problem) -> Loaded {
    Loaded::plain(problem, document.tokens(), document.tokens_k())
}

/// What is packed comes back, and is not believed once its letters are cut.
fn check_packed(loaded: &Loaded) {
    let Ok(Some(packed)) = pack(loaded, None) else { return };
    let again = unpack(&packed, None).unwrap_or_else(|error| panic!("{packed}: {error}"));
    assert!(wire::pack(&again) == wire::pack(loaded), "{again:?}\n{loaded:?}");
    assert!(unpack(&packed[..packed.len() * 2 / 3], None).is_err(), "{packed}");
}

/// Whatever text comes: a link that comes back from its own text, or an error with words.
pub fn link(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    match Link::read(text) {
        Err(error) => {
            assert!(!error.to_string().is_empty() && !error.say(Language::Korean).is_empty());
        }
        Ok(link) => {
            let written = link.to_string();
            let again = Link::read(&written).unwrap_or_else(|error| panic!("{written}: {error}"));
            assert_eq!(Link { ignored: Vec::new(), ..link }, again, "{written}");
            if let Some(packed) = &again.packed {
                check_unpacked(packed);
            }
        }
    }
}

/// Whatever text somebody packs: it comes back, and is shown or refused.
pub fn packed(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    check_unpacked(text);
    let Ok(sealed) = seal(text) else { return };
    let opened = open(&sealed).unwrap_or_else(|error| panic!("{sealed}: {error}"));
    if let Ok(document) = Document::from_json(text) {
        let again = Document::from_json(&opened).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(again.to_json(None), document.to_json(None), "{opened}");
    }
    check_unpacked(&sealed);
}

fn check_unpacked(packed: &str) {
    let base = Document::from_json(r#"{"inputs":{"tokens":["a","b"],"x_q":[[1,2],[3,4]]}}"#);
    let base = base.and_then(|base| Ok(loaded(&base, base.problem()?))).ok();
    for base in [None, base] {
        match unpack(packed, base.as_ref()) {
            Ok(loaded) => assert!(loaded.problem.inputs().n_queries() > 0),
            Err(error) => {
                assert!(!error.to_string().is_empty() && !error.say(Language::Korean).is_empty());
            }
        }
    }
}
