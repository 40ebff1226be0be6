//! The whole: the document opens again, the archive holds every stage.

use attnscope::{
    assemble::{Piece, assemble},
    document::{Convention, Document},
    export::{self, WHOLE_EXPORTERS, Whole},
    input::{Answers, Source, Topic, Values, read},
    math::{MatrixName as M, attend},
    samples::Loaded,
};

use crate::fixtures;

pub fn loaded(document: &Document) -> Loaded {
    Loaded {
        problem: document.problem().unwrap(),
        tokens: document.tokens(),
        tokens_k: Some(document.tokens_k()),
        default_head: 0,
        default_cell: (0, 0),
        rows: None,
        built: None,
        recorded: None,
        printed: None,
    }
}

#[test]
fn the_document_opens_again_bit_for_bit() {
    for name in fixtures::names() {
        let loaded = loaded(&Document::from_json(&fixtures::text(&name)).unwrap());
        let trace = attend(&loaded.problem);
        let whole = Whole {
            name: Some(&name),
            loaded: &loaded,
            trace: &trace,
            convention: Convention::Row,
        };
        let [file] = export::whole("document", &whole).unwrap().try_into().unwrap();
        let opened = Document::from_json(std::str::from_utf8(&file.bytes).unwrap()).unwrap();
        assert_eq!(opened.name.as_deref(), Some(name.as_str()));
        assert_eq!(opened.problem().unwrap(), loaded.problem, "{name}");
        assert_eq!((opened.tokens(), Some(opened.tokens_k())), (loaded.tokens, loaded.tokens_k));
    }
}

#[test]
fn the_archive_holds_every_stage_by_its_name_in_the_field() {
    for name in fixtures::names() {
        let loaded = loaded(&Document::from_json(&fixtures::text(&name)).unwrap());
        let trace = attend(&loaded.problem);
        let whole =
            Whole { name: None, loaded: &loaded, trace: &trace, convention: Convention::Row };
        let [file] = export::whole("npz", &whole).unwrap().try_into().unwrap();
        let reading = read(&Source::new(&file.name, &file.bytes), &Answers::none()).unwrap();
        let array =
            |name: &str| reading.arrays.iter().find(|array| array.name.as_deref() == Some(name));
        let tokens = Values::Texts(loaded.tokens.clone());
        assert_eq!(array("tokens").map(|array| &array.values), Some(&tokens), "{name}");
        let stages = [
            ("queries", M::Queries),
            ("scores", M::Scores),
            ("scaled", M::Scaled),
            ("masked", M::Masked),
            ("weights", M::Weights),
            ("context", M::Context),
            ("concat", M::Concat),
            ("output", M::Output),
            ("add_norm", M::AddNorm),
        ];
        for (stage, of) in stages {
            let heads = 0..trace.projected.n_heads();
            let is_stack = !matches!(of, M::Concat | M::Output | M::AddNorm);
            let views = heads.take(if is_stack { usize::MAX } else { 1 });
            let views = views.filter_map(|head| trace.view(of, head));
            let expected: Vec<u64> = views
                .flat_map(|view| view.iter().map(|n| n.to_bits()).collect::<Vec<_>>())
                .collect();
            let found = array(stage).map(|array| match &array.values {
                Values::Numbers(numbers) => numbers.iter().map(|n| n.to_bits()).collect::<Vec<_>>(),
                other => panic!("{name}, {stage}: {other:?}"),
            });
            assert_eq!(found.unwrap_or_default(), expected, "{name}, {stage}");
        }
    }
}

#[test]
fn exporters_of_the_whole_have_names_of_their_own() {
    let mut ids: Vec<_> = WHOLE_EXPORTERS.iter().map(|exporter| exporter.about().id).collect();
    ids.sort_unstable();
    ids.dedup();
    assert_eq!(ids.len(), WHOLE_EXPORTERS.len());
}

#[test]
fn the_archive_dropped_here_is_the_same_problem() {
    for name in fixtures::names() {
        let loaded = loaded(&Document::from_json(&fixtures::text(&name)).unwrap());
        let trace = attend(&loaded.problem);
        let whole =
            Whole { name: None, loaded: &loaded, trace: &trace, convention: Convention::Row };
        let [file] = export::whole("npz", &whole).unwrap().try_into().unwrap();
        let reading = read(&Source::new(&file.name, &file.bytes), &Answers::none()).unwrap();
        let assembly = assemble(&[Piece::of(reading)], &Answers::none());
        let asked = assembly.guesses.iter().filter(|asked| asked.guess.is_doubtful);
        let asked: Vec<Topic> = asked.map(|asked| asked.guess.topic).collect();
        // One head of one query and one feature: which axis is which is asked.
        let may_ask = name.starts_with("extremes-long-row");
        assert!(asked.is_empty() || may_ask, "{name}: {asked:?}");
        let found = attend(&assembly.problem.unwrap_or_else(|| panic!("{name}")));
        assert_eq!(found.weights, trace.weights, "{name}");
        assert_eq!(found.concat, trace.concat, "{name}");
    }
}
