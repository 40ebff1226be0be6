//! The desk: what is told of pieces, and what is taken from it.

use attnscope::{
    math::{MatrixName, attend},
    reader::desk::{Desk, MOST_TOKENS, rehearse},
    samples::Paste,
    state::{Drawer, KeptPiece},
    wire::desk::{Answer, PieceAnswer, PieceRequest, Request, Spot},
};

const MATRIX: &str = "0.43,0.15,0.89\n0.55,0.87,0.66";

/// A desk with these texts as pieces 1, 2 …, and the question about all of them.
fn desk(texts: &[&str]) -> (Desk, Request) {
    let mut desk = Desk::default();
    let mut request = Request::default();
    for (id, text) in (1..).zip(texts) {
        desk.put(id, String::new(), text.as_bytes().to_vec());
        request.pieces.push(PieceRequest { id, ..PieceRequest::default() });
    }
    (desk, request)
}

fn look(texts: &[&str]) -> Answer {
    let (mut desk, request) = desk(texts);
    desk.look(&request)
}

#[test]
fn a_rehearsal_reads_all_of_its_pieces() {
    assert_eq!(rehearse(), 2);
}

fn only(answer: &Answer) -> &PieceAnswer {
    let [piece] = answer.pieces.as_slice() else { panic!("one piece: {answer:?}") };
    piece
}

#[test]
fn a_pasted_matrix_is_told_and_taken() {
    let (mut desk, request) = desk(&[MATRIX]);
    let answer = desk.look(&request);
    let piece = only(&answer);
    assert_eq!(piece.form.as_ref().unwrap().ko, "CSV");
    assert_eq!((piece.lines, piece.trouble.is_none()), (Some(2), true));
    let array = &piece.arrays[0];
    assert_eq!((array.shape.as_slice(), array.role.as_deref()), (&[2, 3][..], Some("X")));
    let preview = array.preview.as_ref().unwrap();
    assert_eq!(preview.cells[1], ["0.55", "0.87", "0.66"]);
    let summary = answer.problem.as_ref().unwrap();
    assert_eq!(summary.words.en, "2 tokens of 3 dimensions, 1 head");
    let loaded = desk.take().unwrap().clone();
    assert_eq!(loaded.tokens, ["1", "2"]);
    let trace = attend(&loaded.problem);
    assert_eq!(trace.projected.n_queries(), 2);
}

#[test]
fn what_an_array_needs_is_told_where_it_differs() {
    let needed = |texts: &[&str]| -> Vec<Option<String>> {
        let arrays = look(texts).pieces.into_iter().flat_map(|piece| piece.arrays);
        arrays.map(|array| array.needed.map(|needed| needed.en)).collect()
    };
    assert_eq!(needed(&[MATRIX, "w_q = [[1, 2], [3, 4], [5, 6]]"]), [None, None]);
    let misfits = needed(&[MATRIX, "w_q = [[1, 2], [3, 4]]", "w_k = [[1, 2], [3, 4], [5, 6]]"]);
    assert_eq!(misfits, [None, Some("3 × any".to_owned()), None]);
}

#[test]
fn nothing_is_taken_where_there_is_nothing_or_something_is_wrong() {
    let (mut desk, request) = desk(&["1 2 3\n4 5x 6\n7 8 9", MATRIX]);
    let answer = desk.look(&request);
    assert!(answer.pieces[0].trouble.is_some() && answer.problem.is_none(), "{answer:?}");
    assert_eq!(desk.take(), None);
    assert_eq!(Desk::default().look(&Request::default()).problem, None);
}

#[test]
fn trouble_is_placed_in_the_text() {
    #[track_caller]
    fn check(text: &str, marked: &str) {
        let answer = look(&[text]);
        let trouble = only(&answer).trouble.clone().expect("trouble");
        let Spot { start, length, lines } = trouble.spot.expect("a place");
        let units: Vec<u16> = text.encode_utf16().collect();
        assert_eq!(String::from_utf16_lossy(&units[start..start + length]), marked);
        let line = lines.iter().find(|line| line.marked.is_some()).expect("a marked line");
        assert_eq!(line.marked.as_deref(), Some(marked));
        let whole = text.split('\n').nth(line.number - 1).unwrap();
        assert_eq!(format!("{}{marked}{}", line.before, line.after), whole);
        assert_ne!(trouble.words.en, trouble.words.ko);
    }
    check("1 2 3\n4 5x 6\n7 8 9", "5x");
    check("{\"이름\": \"🙂\", \"inputs\": {\"x_q\": [[1, 2], [3, true]]}}", "t");
    check("{\n  \"inputs\": {\n    \"x_q\": [[1, 2], [3, true]]\n  }\n}", "t");
}

#[test]
fn a_long_line_is_shown_in_part() {
    let text = format!("{} 1 2x {}", "0.5 ".repeat(400).trim_end(), "0.5 ".repeat(400));
    let answer = look(&[&text]);
    let spot = only(&answer).trouble.clone().unwrap().spot.unwrap();
    let line = &spot.lines[0];
    assert!(line.before.starts_with('…') && line.after.ends_with('…'), "{line:?}");
    assert!(line.before.chars().count() < 70, "{line:?}");
}

#[test]
fn answers_and_roles_are_followed() {
    let (mut desk, mut request) = desk(&[MATRIX]);
    let guesses = only(&desk.look(&request)).guesses.clone();
    let orientation = guesses.iter().find(|guess| guess.topic == "Orientation").unwrap();
    assert_eq!((orientation.chosen, orientation.options.len()), (0, 2));
    request.pieces[0].answers.insert("Orientation".into(), 1);
    let answer = desk.look(&request);
    assert_eq!(answer.problem.unwrap().words.en, "3 tokens of 2 dimensions, 1 head");
    request.pieces[0].answers.insert("NoSuchTopic".into(), 1);
    assert!(desk.look(&request).problem.is_some(), "an answer from elsewhere is passed over");
}

#[test]
fn a_document_opens_whole() {
    let text = r#"{"name": "Mine", "inputs": {"tokens": ["a", "b"], "scores": [[1, 2], [3, 4]]}}"#;
    let (mut desk, request) = desk(&[text]);
    let answer = desk.look(&request);
    let summary = answer.problem.as_ref().unwrap();
    assert_eq!(summary.name.as_deref(), Some("Mine"));
    assert_eq!(only(&answer).form.as_ref().unwrap().en, "Attnscope document");
    assert_eq!(desk.take().unwrap().tokens, ["a", "b"]);
}

#[test]
fn a_document_is_opened_alone_and_what_lies_beside_it_is_left_out() {
    let document =
        |name: &str| format!(r#"{{"name": "{name}", "inputs": {{"scores": [[1, 2]]}}}}"#);
    let (mut desk, request) = desk(&[MATRIX, &document("first"), &document("last"), MATRIX]);
    let answer = desk.look(&request);
    let left_out: Vec<bool> = answer.pieces.iter().map(|piece| piece.is_left_out).collect();
    assert_eq!(left_out, [true, true, false, true]);
    assert_eq!(answer.problem.unwrap().name.as_deref(), Some("last"));
}

#[test]
fn what_does_not_fit_names_no_piece_by_a_number_of_its_own() {
    let answer = look(&[MATRIX, "[\"a\", \"b\", \"c\"]"]);
    let [misfit] = answer.misfits.as_slice() else { panic!("{answer:?}") };
    assert_eq!(misfit.piece, Some(2));
    assert!(misfit.words.en.contains("3 tokens but 2 rows"), "{misfit:?}");
    assert!(!misfit.words.en.contains("piece") && !misfit.words.ko.contains("조각"), "{misfit:?}");
}

#[test]
fn words_alone_are_tokens_and_numbers_gone_wrong_are_not() {
    #[track_caller]
    fn check(text: &str, expected: Option<usize>) {
        let answer = look(&[text]);
        let piece = only(&answer);
        let tokens = piece.arrays.first().filter(|array| array.is_texts);
        assert_eq!(tokens.map(|array| array.shape[0]), expected, "{text:?}: {piece:?}");
        assert_eq!(piece.trouble.is_none(), expected.is_some(), "{text:?}");
    }
    check("Data visualization empowers users to", Some(5));
    check("Data| visualization| em|powers", Some(4));
    check("[CLS] data visual ##ization users [SEP]", Some(6));
    check("<|endoftext|> the cat", Some(3));
    check("오랜, 지병, 으로", Some(3));
    check("new york\nparis", Some(2));
    check("[[a, b], [c, d]]", None);
    check("x = [one, two]", None);
    check("[0.1 0.2x]", None);
    check("... ...", None);
}

#[test]
fn vectors_and_their_metadata_are_read_as_one() {
    const VECTORS: &str = "0.1\t0.2\n0.3\t0.4\n0.5\t0.6";
    #[track_caller]
    fn check(pieces: &[(&str, &str)], tokens: &[&str]) {
        let (mut desk, request) = desk(&["", ""]);
        for (id, (name, text)) in (1..).zip(pieces) {
            desk.put(id, (*name).to_owned(), text.as_bytes().to_vec());
        }
        let answer = desk.look(&request);
        assert_eq!(
            answer.problem.map(|it| it.words.en).as_deref(),
            Some("3 tokens of 2 dimensions, 1 head")
        );
        assert_eq!(desk.take().unwrap().tokens, tokens);
    }
    let metadata = ("metadata.tsv", "word\tcount\nking\t10\nqueen\t9\nman\t8\n");
    check(&[("vectors.tsv", VECTORS), metadata], &["king", "queen", "man"]);
    check(&[metadata, ("vectors.tsv", VECTORS)], &["king", "queen", "man"]);
    check(
        &[("", "word\tkind\nking\tm\nqueen\tf\nman\tm"), ("", VECTORS)],
        &["king", "queen", "man"],
    );
    check(&[("", "king\nqueen\nman"), ("", VECTORS)], &["king", "queen", "man"]);
    let (mut desk, request) = desk(&[VECTORS, ""]);
    desk.put(2, "my-metadata.tsv".into(), b"a\nb\n".to_vec());
    let answer = desk.look(&request);
    let trouble = answer.pieces[0].trouble.as_ref().expect("a count that differs");
    assert!(trouble.words.en.contains('2') && answer.problem.is_none(), "{answer:?}");
    desk.put(2, "my-metadata.tsv".into(), b"a\nb\nc\n".to_vec());
    assert!(desk.look(&request).problem.is_some(), "mended names are read anew");
    let alone = Request { pieces: vec![request.pieces[0].clone()], ..Request::default() };
    assert_eq!(desk.look(&alone).problem.map(|it| it.tokens), Some(3));
    assert_eq!(desk.take().unwrap().tokens, ["1", "2", "3"]);
}

#[test]
fn more_tokens_than_can_be_shown_are_cut_and_said() {
    let n = MOST_TOKENS + 44;
    let rows: Vec<String> = (0..n).map(|i| format!("{i} 1")).collect();
    let (mut desk, mut request) = desk(&[&rows.join("\n")]);
    let summary = desk.look(&request).problem.unwrap();
    assert_eq!((summary.tokens, summary.taken, summary.limit), (n, MOST_TOKENS, MOST_TOKENS));
    assert_eq!(desk.take().unwrap().problem.projected().n_keys(), MOST_TOKENS);
    request.tokens = Some(10);
    assert_eq!(desk.look(&request).problem.unwrap().taken, 10);
    assert_eq!(desk.take().unwrap().tokens.len(), 10);
}

#[test]
fn tokens_from_the_middle_mean_what_they_mean_in_the_whole() {
    for name in
        ["raschka-causal123", "rope", "torch-mha-float-mask", "mask-fill", "torch-mha-cross"]
    {
        let path = format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let (mut desk, mut request) = desk(&[&text]);
        desk.look(&request);
        let whole = attend(&desk.take().unwrap().problem);
        (request.start, request.tokens) = (1, Some(2));
        let answer = desk.look(&request);
        let summary = answer.problem.unwrap_or_else(|| panic!("{name}: {:?}", answer.misfits));
        assert_eq!((summary.start, summary.taken), (1, 2), "{name}");
        let part = attend(&desk.take().unwrap().problem);
        for head in 0..whole.projected.n_heads() {
            let whole = whole.view(MatrixName::Masked, head).unwrap();
            let part = part.view(MatrixName::Masked, head).unwrap();
            for ((row, column), score) in part.indexed_iter() {
                let of = whole[(row + 1, column + 1)];
                let is_same = score.total_cmp(&of).is_eq() || (score - of).abs() < 1e-12;
                assert!(is_same, "{name}, head {head}, {row}, {column}: {score} and {of}");
            }
        }
    }
}

#[test]
fn rows_from_the_middle_keep_their_numbers_and_their_mask() {
    let rows: Vec<String> = (0..300).map(|i| format!("{i} 1")).collect();
    let (mut desk_of_many, mut request) = desk(&[&rows.join("\n")]);
    (request.start, request.tokens) = (295, Some(10));
    let summary = desk_of_many.look(&request).problem.unwrap();
    assert_eq!((summary.tokens, summary.start, summary.taken), (300, 290, 10), "the last ten");
    let loaded = desk_of_many.take().unwrap();
    assert_eq!([&loaded.tokens[0], &loaded.tokens[9]], ["291", "300"]);
    let marks: Vec<Vec<usize>> =
        (0..9).map(|i| (0..9).map(|j| usize::from((i + j) % 3 == 0)).collect()).collect();
    let x: Vec<String> = (0..9).map(|i| format!("0.{i} 1.5")).collect();
    let (mut beside, mut request) = desk(&[&x.join("\n"), &format!("mask = {marks:?}")]);
    (request.start, request.tokens) = (4, Some(3));
    let answer = beside.look(&request);
    assert!(answer.problem.is_some(), "{answer:?}");
    let trace = attend(&beside.take().unwrap().problem);
    let masked = trace.view(MatrixName::Masked, 0).unwrap();
    for ((i, j), score) in masked.indexed_iter() {
        assert_eq!(*score != f64::NEG_INFINITY, (i + j + 8) % 3 == 0, "{i}, {j}");
    }
}

#[test]
fn tokens_come_in_many_ways() {
    #[track_caller]
    fn check(text: &str, expected: &[&str]) {
        let (mut desk, mut request) = desk(&[text]);
        request.pieces[0].is_tokens = true;
        let answer = desk.look(&request);
        let array = &only(&answer).arrays[0];
        let cells: Vec<_> = array.preview.as_ref().unwrap().cells.concat();
        assert_eq!(cells, expected, "{text:?}");
    }
    check("Your journey starts", &["Your", "journey", "starts"]);
    check("Data| visualization| em|powers", &["Data", " visualization", " em", "powers"]);
    check("[\"a\", \" b\"]", &["a", " b"]);
    check("['a', 'b']", &["a", "b"]);
    check("오랜, 지병, 으로", &["오랜", "지병", "으로"]);
    check("new york\nparis\n", &["new york", "paris"]);
    check("one", &["one"]);
    check("<|endoftext|>|the| cat", &["<|endoftext|>", "the", " cat"]);
}

#[test]
fn the_first_tokens_of_every_start_fit_together() {
    for name in
        ["raschka-trainable", "gqa", "torch-mha-cross", "mask-fill", "rope", "torch-mha-float-mask"]
    {
        let path = format!("{}/tests/fixtures/{name}.json", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).unwrap();
        let (mut desk, mut request) = desk(&[&text]);
        request.tokens = Some(2);
        let answer = desk.look(&request);
        let summary = answer.problem.unwrap_or_else(|| panic!("{name}: {:?}", answer.misfits));
        let loaded = desk.take().unwrap().clone();
        let shown = loaded.problem.projected();
        assert!(shown.n_queries() <= 2 && shown.n_keys() <= 2, "{name}");
        assert_eq!(summary.taken, 2.min(summary.tokens), "{name}");
    }
}

#[test]
fn an_old_encoding_is_suspected() {
    let (mut desk, request) = desk(&[""]);
    desk.put(1, "a.csv".into(), b"\xBF\xC0\xB7\xA3,1,2\n\xC1\xF6\xBA\xB4,3,4\n".to_vec());
    let answer = desk.look(&request);
    assert!(only(&answer).is_encoded, "{answer:?}");
}

#[test]
fn a_damaged_file_is_no_text_in_an_old_encoding() {
    let (mut desk, request) = desk(&[""]);
    for (name, bytes) in [
        ("a.safetensors", &b"\xBF\xC0\xB7\xA3\xC1\xF6\xBA\xB4{\"x\":{\"data_offsets\":[0,4]}}"[..]),
        ("a.bin", b"\xBF\xC0\xB7\xA3\xC1\xF6\xBA\xB4{\"x\":{\"data_offsets\":[0,4]}}"),
        ("a.npy", b"\xBF\xC0\xB7\xA3,1,2"),
    ] {
        desk.put(1, name.into(), bytes.to_vec());
        let answer = desk.look(&request);
        assert!(!only(&answer).is_encoded && only(&answer).trouble.is_some(), "{answer:?}");
    }
}

#[test]
fn a_doubtful_guess_shows_what_would_come_of_each_option() {
    let answer = look(&["[0.1, 0.2, 0.3, 0.4]"]);
    let rows = only(&answer).guesses.iter().find(|guess| guess.topic == "Rows").unwrap();
    assert!(rows.is_doubtful);
    let shapes = rows.options.iter().map(|option| {
        let preview = option.preview.as_ref().expect("a preview");
        (preview.rows, preview.cols)
    });
    assert_eq!(shapes.collect::<Vec<_>>(), [(1, 4), (2, 2), (4, 1)]);
}

#[test]
fn every_text_to_try_makes_a_problem() {
    for paste in Paste::ALL {
        let answer = look(paste.texts());
        assert!(answer.problem.is_some(), "{paste:?}: {answer:?}");
    }
    let summary = |paste: Paste| look(paste.texts()).problem.unwrap().words.en;
    assert_eq!(summary(Paste::Cross), "1 query of 4 dimensions, 3 keys, 1 head");
    assert_eq!(summary(Paste::Scores), "scores of 2 queries and 3 keys, 1 head");
}

#[test]
fn what_is_kept_comes_back_and_old_forms_are_read() {
    let piece = KeptPiece { id: 7, name: "a.npy".into(), ..KeptPiece::default() };
    let drawer = Drawer {
        pieces: vec![piece],
        answers: [("Heads".into(), 1)].into(),
        start: 4,
        tokens: Some(9),
    };
    assert_eq!(Drawer::from_json(&drawer.to_json()), drawer);
    let first = r#"{"pieces":[{"id":7,"roles":{"0":"X"}}],"later":1}"#;
    assert_eq!(Drawer::from_json(first).pieces[0].roles[&0], "X");
    assert_eq!(Drawer::from_json("{"), Drawer::default());
}
