//! Tokens that are renamed, added, removed and moved: everything stays in step.

mod kept;

use std::{fs, path::Path};

use attnscope::{
    document::Document,
    math::{
        Cell, Inputs, Mask, MaskCell, MaskKind, MaskPlan, MaskRule, Matrix, MatrixName,
        Overridable, OverridePlace, Scale, Stage, Start, attend,
    },
    reader::read,
    samples::{
        Loaded, Rows, SampleId,
        six_tokens::{Features, HeadRole, Kind, TOKENS, Token, inputs},
    },
    state::{
        Origin, Positions, Selection, Settings, Side, TokenEdit, TokenError, changed_cells,
        has_positions, is_one_sequence, with_cell, with_choices, with_token_edit,
    },
    wire,
};
use ndarray::{Axis, array};

use crate::fixtures::{self, assert_close};

const STAY: Positions = Positions::Stay;
const MOVE: Positions = Positions::Move;

/// Numbers, and what is chosen over them.
#[derive(Debug, Clone, PartialEq)]
struct Work {
    loaded: Loaded,
    settings: Settings,
}

impl Work {
    fn of(loaded: Loaded) -> Self {
        let origin = Origin::Sample(SampleId::SixTokens);
        let settings = Settings::opening(origin, 0, &loaded, Stage::Softmax);
        Self { loaded, settings }
    }

    fn after(&self, edit: &TokenEdit) -> Result<Self, TokenError> {
        let (loaded, settings) = with_token_edit(&self.loaded, &self.settings, edit)?;
        Ok(Self { loaded, settings })
    }

    fn size(&self) -> (usize, usize) {
        let projected = self.loaded.problem.projected();
        (projected.n_queries(), projected.n_keys())
    }

    fn plan(&self) -> MaskPlan {
        let own = || MaskPlan::of(self.loaded.problem.shared_mask(), self.size());
        self.settings.mask.clone().unwrap_or_else(own)
    }

    fn with_cell(&self, cell: Cell, value: f64) -> Self {
        let problem = with_cell(&self.loaded.problem, cell, Some(value)).expect("a cell");
        let loaded = Loaded { problem, ..self.loaded.clone() };
        Self { loaded, settings: self.settings.clone() }
    }
}

fn six() -> Work {
    Work::of(attnscope::samples::six_tokens())
}

fn example(id: SampleId) -> Work {
    let block = id.default_block();
    let bytes = block.map(|block| {
        fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(block.asset)).expect("an asset")
    });
    let number = block.map_or(0, |block| block.number);
    Work::of(read(id, number, &bytes.unwrap_or_default()).expect("an example"))
}

fn document(json: &str) -> Work {
    let document = Document::from_json(json).unwrap_or_else(|error| panic!("{error}"));
    let problem = document.problem().unwrap_or_else(|error| panic!("{error}"));
    Work::of(Loaded::plain(problem, document.tokens(), document.tokens_k()))
}

fn fixture(name: &str) -> Work {
    document(&fixtures::text(name))
}

const POSITIONS: &str = r#"{"inputs": {"q": [[1, 2], [3, 4], [5, 6]],
    "k": [[1, 2], [3, 4], [5, 6]], "v": [[1], [2], [3]], "positions": [0.5, 7, 3]},
    "options": {"rope": {"theta": 100}}}"#;
const SET_BY_HAND: &str = r#"{"inputs": {"x_q": [[1, 2], [3, 4]],
    "overrides": {"q": [[0, 1, 0, 9]], "v": [[0, 0, 1, 8]], "scores": [[0, 1, 0, 7]]}}}"#;

/// Every way in which a problem can begin and every option, small.
fn all() -> Vec<(&'static str, Work)> {
    let scores = r#"{"inputs": {"scores": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]],
        "v": [[[1, 2], [3, 4]], [[5, 6], [7, 8]]]}, "options": {"mask": {"kind": "causal"}}}"#;
    let weights = r#"{"inputs": {"weights": [[0.25, 0.75], [0.5, 0.5]], "v": [[1], [5]]}}"#;
    vec![
        ("by hand", example(SampleId::ByHandTrainable)),
        ("cross-attention", example(SampleId::CrossAttention)),
        ("minilm", example(SampleId::MiniLm)),
        ("gqa", fixture("gqa")),
        ("rope", fixture("rope")),
        ("mask of numbers", fixture("torch-mha-float-mask")),
        ("padding", fixture("torch-mha-key-padding")),
        ("cross", fixture("torch-mha-cross")),
        ("fill", fixture("mask-fill")),
        ("scores", document(scores)),
        ("weights", document(weights)),
        ("positions", document(POSITIONS)),
        ("set by hand", document(SET_BY_HAND)),
    ]
}

fn moved(from: usize, to: usize, positions: Positions) -> TokenEdit {
    TokenEdit::Move { side: Side::Queries, from, to, positions }
}

fn added(side: Side, at: usize, text: &str) -> TokenEdit {
    TokenEdit::Add { side, at, text: text.to_owned() }
}

fn removed(side: Side, at: usize) -> TokenEdit {
    TokenEdit::Remove { side, at }
}

fn x(work: &Work) -> &Matrix {
    &work.loaded.problem.projected().embeddings().expect("embeddings").x_q
}

fn x_of(inputs: &Inputs) -> &Matrix {
    let Start::Embeddings(e) = &inputs.start else { panic!("embeddings") };
    &e.x_q
}

/// Everything that has a row for each token has one.
#[track_caller]
fn check_in_step(work: &Work) {
    let Work { loaded, settings } = work;
    let (n, m) = work.size();
    let is_fit = |rows: &Rows| (rows.queries.len(), rows.keys.len()) == (n, m);
    assert!(loaded.rows.as_ref().is_none_or(is_fit));
    assert_eq!(loaded.tokens.len(), n);
    assert_eq!(loaded.tokens_k.as_ref().map_or(n, Vec::len), m);
    assert!(loaded.built.as_ref().is_none_or(|built| built.len() == n));
    assert!(settings.selection.query < n && settings.selection.key < m);
    assert!(loaded.default_cell.0 < n && loaded.default_cell.1 < m);
    let chosen = with_choices(&loaded.problem, settings.mask.as_ref(), settings.divisor).unwrap();
    let trace = attend(&chosen);
    assert_eq!(trace.weights.dim(), (trace.projected.n_heads(), n, m));
}

#[test]
fn any_edits_keep_everything_in_step() {
    let mut n_edits = 0;
    for (name, mut work) in all().into_iter().chain([("six tokens", six())]) {
        let n_steps = if name == "six tokens" { 6 } else { 40 };
        let mut random = 7_u64;
        let mut draw = |n: usize| {
            random = random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_041);
            usize::try_from(random >> 33).unwrap() % n
        };
        for step in 0..n_steps {
            let (n, m) = work.size();
            let side = [Side::Queries, Side::Keys][draw(2)];
            let n_side = if side == Side::Queries { n } else { m };
            let positions = [STAY, MOVE][draw(2)];
            let has_scores = work.loaded.problem.projected().scores.is_some();
            let edit = match draw(5) {
                0 => added(side, draw(n_side + 1), &format!("new {step}")),
                1 if n_side > 1 => removed(side, draw(n_side)),
                2 => TokenEdit::Move { side, from: draw(n_side), to: draw(n_side), positions },
                3 => TokenEdit::Rename { side, at: draw(n_side), text: format!("name {step}") },
                4 if has_scores => {
                    let cell = MaskCell { head: 0, query: draw(n), key: draw(m) };
                    let term = if draw(2) == 0 { 0.0 } else { f64::NEG_INFINITY };
                    work.settings.mask = Some(work.plan().with_term(cell, term, (n, m)));
                    continue;
                }
                _ => continue,
            };
            work = work.after(&edit).unwrap_or_else(|error| panic!("{name}, {edit:?}: {error}"));
            check_in_step(&work);
            n_edits += 1;
        }
        let again = wire::unpack(&wire::pack(&work.loaded)).unwrap();
        assert!(again == work.loaded, "{name} comes back");
    }
    assert!(n_edits > 250, "only {n_edits}");
}

#[test]
fn built_tokens_are_built_anew_wherever_they_stand() {
    let of = |order: &[usize]| inputs(&order.iter().map(|i| TOKENS[*i]).collect::<Vec<_>>());
    let work = six().after(&moved(1, 4, STAY)).unwrap();
    assert_eq!(x(&work), x_of(&of(&[0, 2, 3, 4, 1, 5])));
    assert_eq!(work.loaded.tokens[4], " visualization");
    let back = work.after(&moved(4, 1, STAY)).unwrap();
    assert_eq!(x(&back), x(&six()), "bit for bit");
    let less = six().after(&removed(Side::Queries, 2)).unwrap();
    assert_eq!(x(&less), x_of(&of(&[0, 1, 3, 4, 5])));
    let more = six().after(&added(Side::Queries, 6, " see")).unwrap();
    let see = Token { text: " see", kind: Kind::Other, word: 5, about: None };
    let tokens: Vec<_> = TOKENS.into_iter().chain([see]).collect();
    assert_eq!(x(&more), x_of(&inputs(&tokens)));
    let renamed = TokenEdit::Rename { side: Side::Keys, at: 4, text: " readers".into() };
    let renamed = six().after(&renamed).unwrap();
    let mut tokens = TOKENS;
    tokens[4].text = " readers";
    assert_eq!(x(&renamed), x_of(&inputs(&tokens)));
    assert_eq!(renamed.loaded.tokens[4], " readers");
}

#[test]
fn a_built_token_can_take_its_position_along() {
    let work = six().after(&moved(1, 4, MOVE)).unwrap();
    assert_eq!(*x(&work), x(&six()).select(Axis(0), &[0, 2, 3, 4, 1, 5]), "rows move whole");
    let positions = |work: &Work| -> Vec<usize> {
        work.loaded.built.as_ref().unwrap().iter().map(|it| it.position).collect()
    };
    assert_eq!(positions(&work), [0, 2, 3, 4, 1, 5]);
    // So the previous token is the one whose position is one less, wherever it stands.
    let trace =
        attend(&work.loaded.problem.with_options(Mask::None, Scale::DivideBy(8.0)).unwrap());
    let weights = trace.view(MatrixName::Weights, HeadRole::PreviousToken as usize).unwrap();
    assert!(weights[(1, 4)] > 0.9, "position 2 looks at position 1: {weights:.2}");
    let less = work.after(&removed(Side::Queries, 4)).unwrap();
    assert_eq!(positions(&less), [0, 1, 2, 3, 4]);
    let more = work.after(&added(Side::Queries, 1, "x")).unwrap();
    assert_eq!(positions(&more), [0, 2, 3, 4, 5, 1, 6]);
}

#[test]
fn a_number_set_by_hand_stays_when_its_token_is_built_anew() {
    let set = six().with_cell(Cell { matrix: MatrixName::X, head: 0, row: 1, column: 300 }, 9.5);
    let to_end = set.after(&moved(1, 5, STAY)).unwrap();
    let rename = TokenEdit::Rename { side: Side::Queries, at: 5, text: " pictures".into() };
    let renamed = to_end.after(&rename).unwrap();
    for work in [&to_end, &renamed] {
        assert_eq!(x(work)[(5, 300)].to_bits(), 9.5_f64.to_bits());
    }
    let plain = six().after(&moved(1, 5, STAY)).unwrap().after(&rename).unwrap();
    let is_other =
        |(at, value): &((usize, usize), &f64)| value.to_bits() != x(&plain)[*at].to_bits();
    let differ = x(&renamed).indexed_iter().filter(is_other);
    assert_eq!(differ.map(|(at, _)| at).collect::<Vec<_>>(), [(5, 300)]);
}

#[test]
fn rows_of_other_examples_move_whole_and_a_new_one_is_zero() {
    let work = example(SampleId::ByHandTrainable);
    let after = work.after(&moved(0, 3, STAY)).unwrap();
    assert_eq!(*x(&after), x(&work).select(Axis(0), &[1, 2, 3, 0, 4, 5]));
    let output = |work: &Work| attend(&work.loaded.problem).output.unwrap();
    let expected = output(&work).select(Axis(0), &[1, 2, 3, 0, 4, 5]);
    assert_close("without positions only the order differs", &expected, &output(&after), 1e-12);
    let more = work.after(&added(Side::Queries, 2, "then")).unwrap();
    assert_eq!(x(&more).row(2).to_vec(), [0.0, 0.0, 0.0]);
    assert_eq!(more.loaded.tokens[1..4], ["journey", "then", "starts"]);
    let again = more.after(&removed(Side::Keys, 2)).unwrap();
    assert_eq!(again.loaded.problem, work.loaded.problem);
    assert!(work.loaded.printed.is_some() && again.loaded.printed.is_none());
}

#[test]
fn rotary_positions_stay_or_move() {
    let work = example(SampleId::SmolLm2);
    assert!(has_positions(&work.loaded) && has_positions(&six().loaded));
    assert!(!has_positions(&example(SampleId::MiniLm).loaded));
    let scores = |work: &Work| work.loaded.problem.projected().scores.clone().unwrap();
    let order = [0, 2, 3, 1, 4, 5];
    let with = work.after(&moved(1, 3, MOVE)).unwrap();
    let expected = scores(&work).select(Axis(1), &order).select(Axis(2), &order);
    assert_close("turned as before", &expected, &scores(&with), 1e-12);
    let positions = |work: &Work| work.loaded.problem.inputs().rotary.clone().unwrap().positions;
    assert_eq!(positions(&with), Some(array![0.0, 2.0, 3.0, 1.0, 4.0, 5.0]));
    assert_eq!(positions(&with.after(&moved(3, 1, MOVE)).unwrap()), None, "0, 1, 2, … again");
    let without = work.after(&moved(1, 3, STAY)).unwrap();
    assert_eq!(positions(&without), None);
    assert_ne!(scores(&without), scores(&with));
    let less = with.after(&removed(Side::Queries, 2)).unwrap();
    assert_eq!(positions(&less), Some(array![0.0, 2.0, 1.0, 3.0, 4.0]));
    let more = with.after(&added(Side::Queries, 3, "x")).unwrap();
    assert_eq!(positions(&more), Some(array![0.0, 3.0, 4.0, 1.0, 2.0, 5.0, 6.0]));
}

#[test]
fn positions_of_somebodys_own_are_not_counted() {
    let work = document(POSITIONS);
    let positions = |work: &Work| work.loaded.problem.inputs().rotary.clone().unwrap().positions;
    let check = |edit: &TokenEdit, expected| {
        assert_eq!(positions(&work.after(edit).unwrap()), Some(expected), "{edit:?}");
    };
    check(&moved(0, 2, MOVE), array![7.0, 3.0, 0.5]);
    check(&moved(0, 2, STAY), array![0.5, 7.0, 3.0]);
    check(&removed(Side::Queries, 1), array![0.5, 3.0]);
    check(&added(Side::Queries, 2, "x"), array![0.5, 7.0, 7.0, 3.0]);
    check(&added(Side::Queries, 0, "x"), array![0.5, 0.5, 7.0, 3.0]);
}

#[test]
fn in_cross_attention_queries_and_keys_go_their_own_ways() {
    let work = example(SampleId::CrossAttention);
    assert!(!is_one_sequence(&work.loaded) && is_one_sequence(&six().loaded));
    let less = work.after(&removed(Side::Keys, 1)).unwrap();
    assert_eq!(less.size(), (1, 3));
    assert_eq!(less.loaded.tokens, ["Orange"]);
    assert_eq!(less.loaded.tokens_k.as_ref().unwrap().len(), 3);
    assert_eq!(x(&less), x(&work));
    let more = work.after(&added(Side::Queries, 1, "Apple")).unwrap();
    assert_eq!(more.size(), (2, 4));
    assert_eq!(more.loaded.tokens_k, work.loaded.tokens_k);
    assert_eq!(work.after(&removed(Side::Queries, 0)), Err(TokenError::LastToken));
    let unnamed = document(r#"{"inputs": {"x_q": [[1], [2]], "x_k": [[3], [4]]}}"#);
    let rename = TokenEdit::Rename { side: Side::Keys, at: 0, text: "key".into() };
    let renamed = unnamed.after(&rename).unwrap();
    assert_eq!(renamed.loaded.tokens, ["1", "2"]);
    assert_eq!(renamed.loaded.tokens_k.unwrap(), ["key", "2"]);
}

#[test]
fn numbers_set_by_hand_go_with_their_rows() {
    let work = document(SET_BY_HAND);
    let number = |work: &Work, (matrix, row, column)| {
        work.loaded.problem.projected().at(OverridePlace { matrix, head: 0, row, column }).unwrap()
    };
    let after = work.after(&moved(0, 1, STAY)).unwrap();
    for (at, value) in [
        ((Overridable::Queries, 0, 0), 9.0_f64),
        ((Overridable::Values, 1, 1), 8.0),
        ((Overridable::Scores, 0, 1), 7.0),
    ] {
        assert_eq!(number(&after, at).to_bits(), value.to_bits(), "{at:?}");
    }
    let less = work.after(&removed(Side::Queries, 1)).unwrap();
    let left = &less.loaded.problem.inputs().overrides;
    assert_eq!(left.values().copied().collect::<Vec<_>>(), [8.0]);
}

/// Four tokens under a mask.
fn masked(plan: MaskPlan) -> Work {
    let mut work = document(r#"{"inputs": {"x_q": [[1], [2], [3], [4]]}}"#);
    work.settings.mask = Some(plan);
    work
}

#[test]
fn painted_masks_go_with_their_tokens() {
    let t = true;
    let painted = masked(MaskPlan::Cells(
        Mask::Allow(
            array![[t, false, t, t], [t, t, false, t], [t, t, t, false], [false, t, t, t],],
        )
        .into(),
    ));
    let check = |edit: &TokenEdit, expected: &[&str]| {
        let work = painted.after(edit).unwrap();
        let (n, m) = work.size();
        let mask = work.plan().mask((n, m));
        let sign = |i, j| if mask.term(0, i, j) == 0.0 { '1' } else { '·' };
        let rows = (0..n).map(|i| (0..m).map(|j| sign(i, j)).collect::<String>());
        assert_eq!(rows.collect::<Vec<_>>(), expected, "{edit:?}");
    };
    check(&moved(0, 3, STAY), &["1·11", "11·1", "111·", "·111"]);
    check(&removed(Side::Queries, 1), &["111", "11·", "·11"]);
    check(&added(Side::Queries, 1, "x"), &["11·11", "11111", "111·1", "1111·", "·1111"]);
    let of_numbers = fixture("torch-mha-float-mask");
    let less = of_numbers.after(&removed(Side::Queries, 0)).unwrap();
    assert_eq!(less.plan().kind(), MaskKind::Added);
}

#[test]
fn rules_keep_their_meaning() {
    #[track_caller]
    fn check(rule: MaskRule, edit: &TokenEdit, expected: MaskRule) {
        let work = masked(MaskPlan::Rule { rule, causal: None });
        let plan = work.after(edit).unwrap().settings.mask.unwrap();
        assert_eq!(plan, MaskPlan::Rule { rule: expected, causal: None }, "{edit:?}");
    }
    let padding = |from| MaskRule::Padding { from };
    check(padding(2), &added(Side::Queries, 0, "x"), padding(3));
    check(padding(2), &added(Side::Queries, 2, "x"), padding(3));
    check(padding(2), &added(Side::Queries, 3, "x"), padding(2));
    check(padding(2), &removed(Side::Queries, 1), padding(1));
    check(padding(2), &removed(Side::Queries, 2), padding(2));
    check(padding(0), &added(Side::Queries, 0, "x"), padding(0));
    check(padding(2), &moved(0, 3, STAY), padding(2));
    let window = MaskRule::Window { width: 2 };
    check(window.clone(), &added(Side::Queries, 1, "x"), window);
    let prefix = |length| MaskRule::Prefix { length };
    check(prefix(2), &removed(Side::Queries, 0), prefix(1));
    let blocks = |starts: &[usize]| MaskRule::Blocks { starts: starts.to_vec() };
    check(blocks(&[1, 3]), &added(Side::Queries, 2, "x"), blocks(&[1, 4]));
    check(blocks(&[1, 3]), &removed(Side::Queries, 0), blocks(&[2]));
    check(blocks(&[2, 3]), &removed(Side::Queries, 2), blocks(&[2]));
    // The problem's own mask follows as well.
    let padded = fixture("torch-mha-key-padding");
    let more = padded.after(&added(Side::Queries, 0, "x")).unwrap();
    assert_eq!(more.plan(), MaskPlan::Rule { rule: padding(5), causal: None });
}

#[test]
fn the_selection_stays_with_its_tokens_and_moved_rows_are_not_changed_ones() {
    let mut work = example(SampleId::ByHand);
    work.settings.selection = Selection::of(4, 1);
    let after = work.after(&moved(1, 5, STAY)).unwrap();
    assert_eq!(after.settings.selection, Selection::of(3, 5));
    let gone = after.after(&removed(Side::Queries, 5)).unwrap();
    assert_eq!(gone.settings.selection, Selection::of(3, 4));
    let [opened, now] = [&work, &after].map(|work| attend(&work.loaded.problem));
    let rows = after.loaded.rows.as_ref();
    assert_eq!(changed_cells(&now, &opened, rows, MatrixName::X, 0, 99), []);
    let more = after.after(&added(Side::Queries, 0, "x")).unwrap();
    let now = attend(&more.loaded.problem);
    let rows = more.loaded.rows.as_ref();
    let differ = changed_cells(&now, &opened, rows, MatrixName::X, 0, 99);
    assert_eq!(differ, [(0, 0), (0, 1), (0, 2)]);
    let expected: Rows = Rows {
        queries: vec![None, Some(0), Some(2), Some(3), Some(4), Some(5), Some(1)],
        keys: vec![None, Some(0), Some(2), Some(3), Some(4), Some(5), Some(1)],
    };
    assert_eq!(more.loaded.rows, Some(expected));
}

#[test]
fn tokens_that_are_not_there_are_refused() {
    let work = example(SampleId::ByHand);
    let no_such = Err(TokenError::NoSuchToken);
    assert_eq!(work.after(&removed(Side::Keys, 6)), no_such);
    assert_eq!(work.after(&moved(0, 6, STAY)), no_such);
    assert_eq!(work.after(&moved(6, 0, STAY)), no_such);
    let rename = TokenEdit::Rename { side: Side::Queries, at: 6, text: String::new() };
    assert_eq!(work.after(&rename), no_such);
}

#[test]
fn a_new_word_is_another_than_those_there_are() {
    let features: Vec<Features> = six().loaded.built.unwrap();
    let new = Features::of_new_word(&features, 6);
    assert_eq!((new.word, new.about, new.position), (5, None, 6));
    assert_eq!(Features::of_new_word(&[], 0).word, 0);
}
