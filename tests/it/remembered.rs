//! What the history keeps of numbers: that it comes back as it was, and how little memory it takes.

use std::sync::Arc;

use attnscope::{
    math::{
        Cell, HeadCounts, Heads, Inputs, Mask, MatrixName, OutputProjection, Overrides, Problem,
        Start,
    },
    samples::{Loaded, six_tokens},
    state::{
        Block, History, Origin, Remembered, Settings, Side, TokenEdit, Weigh, blocks_of, with_cell,
        with_token_edit,
    },
};

use attnscope::{math::Stage, samples::SampleId};

fn changed(loaded: &Loaded, matrix: MatrixName, value: f64) -> Arc<Loaded> {
    let cell = Cell { matrix, head: 0, row: 0, column: 0 };
    let problem = with_cell(&loaded.problem, cell, Some(value)).unwrap();
    Arc::new(Loaded { problem, ..loaded.clone() })
}

fn weight(loaded: &Loaded) -> *const f64 {
    let projected = loaded.problem.projected();
    projected.embeddings().unwrap().value.weight.as_ref().unwrap().as_ptr()
}

#[test]
fn what_somebody_holds_comes_back_itself_and_all_else_is_computed_again() {
    let opened = Arc::new(six_tokens());
    let edited = changed(&opened, MatrixName::X, 2.5);
    let remembered = [&opened, &edited].map(Remembered::of);
    let copy = Loaded::clone(&edited);
    let now = changed(&edited, MatrixName::WQuery, -1.0);
    drop(edited);
    let [first, second] = remembered.map(|it| it.restored(&now).unwrap());
    assert!(Arc::ptr_eq(&first, &opened));
    assert!(*second == copy);
    assert_eq!(weight(&second), weight(&opened), "matrices are shared");
}

#[test]
fn every_part_of_what_is_loaded_comes_back() {
    let opened = six_tokens();
    let origin = Origin::Sample(SampleId::SixTokens);
    let settings = Settings::opening(origin, 0, &opened, Stage::Softmax);
    let add = TokenEdit::Add { side: Side::Queries, at: 2, text: "x".into() };
    let (loaded, _) = with_token_edit(&opened, &settings, &add).unwrap();
    let loaded = changed(&loaded, MatrixName::Scores, 9.0);
    let copy = Loaded::clone(&loaded);
    let remembered = Remembered::of(&loaded);
    drop(loaded);
    assert!(*remembered.restored(&opened).unwrap() == copy);
}

#[test]
fn another_mask_or_name_computes_no_projection_anew() {
    let opened = six_tokens();
    let problem = opened.problem.with_options(Mask::None, opened.problem.scale()).unwrap();
    let unmasked = Arc::new(Loaded { problem, ..opened.clone() });
    let copy = Loaded::clone(&unmasked);
    let remembered = Remembered::of(&unmasked);
    drop(unmasked);
    let restored = remembered.restored(&opened).unwrap();
    assert!(*restored == copy);
    assert!(Arc::ptr_eq(restored.problem.projected(), opened.problem.projected()));
}

#[test]
fn other_numbers_besides_matrices_are_told_apart() {
    let loaded = Arc::new(six_tokens());
    let by_hand = changed(&loaded, MatrixName::Queries, 1.0);
    let copy = Loaded::clone(&by_hand);
    let remembered = Remembered::of(&by_hand);
    drop(by_hand);
    assert!(*remembered.restored(&loaded).unwrap() == copy, "numbers set by hand");
}

struct State(Remembered);

impl Weigh for State {
    fn blocks(&self) -> Vec<Block> {
        self.0.blocks()
    }
}

fn undo_all(mut history: History<State, ()>, now: &Arc<Loaded>) -> usize {
    let mut n_steps = 0;
    while history.undo(State(Remembered::of(now))).is_some() {
        n_steps += 1;
    }
    n_steps
}

#[test]
fn a_hundred_steps_share_what_they_do_not_change() {
    let mut loaded = Arc::new(six_tokens());
    let mut history = History::default();
    for step in 0..100 {
        history.record(State(Remembered::of(&loaded)), ());
        let matrix = if step % 10 == 0 { MatrixName::WKey } else { MatrixName::X };
        loaded = changed(&loaded, matrix, f64::from(step));
    }
    // 10 of the keys' matrix, of 4.7 MB, and 90 of X, of 37 KB.
    assert_eq!(undo_all(history, &loaded), 100);
}

#[test]
fn steps_are_forgotten_before_memory_is_full() {
    // 8 MB each.
    let of = |number: f64| {
        let inputs = Inputs {
            start: Start::Scores {
                scores: Heads::from_elem((1, 1000, 1000), number).into(),
                values: None,
            },
            heads: HeadCounts::equal(1),
            rotary: None,
            output: OutputProjection::Unknown,
            add_norm: None,
            overrides: Overrides::new(),
        };
        let problem = Problem::new(inputs, Mask::None, None).unwrap();
        Arc::new(Loaded { problem, built: None, ..six_tokens() })
    };
    let mut history = History::default();
    let mut loaded = of(0.0);
    for step in 1..=40 {
        history.record(State(Remembered::of(&loaded)), ());
        loaded = of(f64::from(step));
    }
    // 256 MiB hold 33 of them.
    assert_eq!(undo_all(history, &loaded), 33);
    let n_blocks = blocks_of(&loaded).len();
    assert_eq!(n_blocks, 3, "scores, mask, and what is computed");
}
