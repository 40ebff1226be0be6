//! Which matrix a reading amounts to: arrays, layers, lists, the way round.

use attnscope::input::{Answers, Array, Form, Reading, Table, Topic, Values, View, view};

/// An array whose values count up from 0, so that each tells where it stood.
fn counting(shape: &[usize]) -> Array {
    let count: usize = shape.iter().product();
    Array::numbers(shape.to_vec(), (0..count).map(|n| n as f64).collect())
}

fn reading(arrays: Vec<Array>) -> Reading {
    let mut reading = Reading::of(Form::NUMPY, counting(&[1, 1]));
    reading.arrays = arrays;
    reading
}

fn texts(texts: &[&str]) -> Array {
    Array::texts(texts.iter().map(|text| (*text).to_owned()).collect())
}

fn answers(given: &[(Topic, usize)]) -> Answers {
    given.iter().fold(Answers::none(), |all, (topic, option)| all.with(*topic, *option))
}

/// What is asked with doubt, as topics.
fn doubts(view: &View) -> Vec<Topic> {
    view.guesses.iter().filter(|guess| guess.is_doubtful).map(|guess| guess.topic).collect()
}

#[track_caller]
fn check(arrays: Vec<Array>, given: &[(Topic, usize)], rows: &[&[i32]], doubtful: &[Topic]) {
    let view = view(&reading(arrays), &answers(given)).unwrap();
    let Table { rows: n_rows, cols, values, .. } = &view.table;
    assert_eq!(values.len(), n_rows * cols);
    let found: Vec<Vec<f64>> = values.chunks(*cols).map(<[f64]>::to_vec).collect();
    let expected: Vec<Vec<f64>> =
        rows.iter().map(|row| row.iter().map(|&n| f64::from(n)).collect()).collect();
    assert_eq!(found, expected);
    assert_eq!(doubts(&view), doubtful);
}

#[test]
fn a_matrix_is_itself_and_can_be_turned() {
    check(vec![counting(&[2, 3])], &[], &[&[0, 1, 2], &[3, 4, 5]], &[]);
    check(vec![counting(&[2, 3])], &[(Topic::Orientation, 1)], &[&[0, 3], &[1, 4], &[2, 5]], &[]);
}

#[test]
fn a_list_is_asked_for_its_rows() {
    let list = || vec![counting(&[6])];
    check(list(), &[], &[&[0, 1, 2, 3, 4, 5]], &[Topic::Rows]);
    check(list(), &[(Topic::Rows, 1)], &[&[0, 1, 2], &[3, 4, 5]], &[]);
    check(list(), &[(Topic::Rows, 3)], &[&[0], &[1], &[2], &[3], &[4], &[5]], &[]);
    // As many labels as rows tell how many rows there are, but not for certain.
    let labelled = vec![counting(&[4]), texts(&["the", "cat"])];
    check(labelled, &[], &[&[0, 1], &[2, 3]], &[Topic::Rows]);
}

#[test]
fn leading_axes_of_one_are_dropped_and_said() {
    check(vec![counting(&[1, 2, 2])], &[], &[&[0, 1], &[2, 3]], &[]);
    check(vec![counting(&[1, 1, 1, 3])], &[], &[&[0, 1, 2]], &[]);
    let view = view(&reading(vec![counting(&[1, 2, 2])]), &Answers::none()).unwrap();
    assert_eq!(
        view.notes[0].to_string(),
        "the batch axis of size 1 was dropped: 1 x 2 x 2 read as 2 x 2"
    );
}

#[test]
fn a_stack_is_asked_for_the_axis_of_tokens_and_for_the_layer() {
    let stack = || vec![counting(&[2, 3, 2])];
    let both = [Topic::Axis, Topic::Layer];
    check(stack(), &[], &[&[0, 1], &[2, 3], &[4, 5]], &both);
    check(stack(), &[(Topic::Layer, 1)], &[&[6, 7], &[8, 9], &[10, 11]], &[Topic::Axis]);
    check(stack(), &[(Topic::Axis, 1)], &[&[0, 1], &[6, 7]], &[Topic::Layer]);
    check(stack(), &[(Topic::Axis, 1), (Topic::Layer, 2)], &[&[4, 5], &[10, 11]], &[]);
    // Square matrices are heads or layers of attention.
    check(vec![counting(&[2, 2, 2])], &[], &[&[0, 1], &[2, 3]], &[Topic::Layer]);
    // One row in each batch is more likely one batch of many rows.
    check(vec![counting(&[3, 1, 2])], &[], &[&[0, 1], &[2, 3], &[4, 5]], &[Topic::Axis]);
}

#[test]
fn layers_of_four_axes_are_counted_like_an_odometer() {
    let stack = || vec![counting(&[2, 2, 1, 2])];
    check(stack(), &[(Topic::Axis, 0), (Topic::Layer, 2)], &[&[4, 5]], &[]);
    let read = view(&reading(stack()), &answers(&[(Topic::Axis, 0), (Topic::Layer, 2)])).unwrap();
    let layer = read.guesses.iter().find(|guess| guess.topic == Topic::Layer).unwrap();
    assert_eq!(
        layer.meaning().unwrap().to_string(),
        "batch or head 2, 1 of the 4-D array 2 x 2 x 1 x 2"
    );
    // Tokens before heads, as before the transpose of a head split.
    let tokens_first = vec![counting(&[2, 2, 3, 1])];
    check(tokens_first, &[(Topic::Axis, 1), (Topic::Layer, 4)], &[&[7], &[10]], &[]);
}

#[test]
fn the_numbers_agree_with_ndarray() {
    let shape = [2, 3, 4, 5];
    let array = counting(&shape);
    let Values::Numbers(numbers) = &array.values else { unreachable!() };
    let whole = ndarray::ArrayView4::from_shape(shape, numbers).unwrap();
    for tokens_first in [false, true] {
        let turned = if tokens_first { whole.permuted_axes([0, 2, 1, 3]) } else { whole };
        for layer in 0..turned.dim().0 * turned.dim().1 {
            let given = [(Topic::Axis, usize::from(tokens_first)), (Topic::Layer, layer)];
            let view = view(&reading(vec![array.clone()]), &answers(&given)).unwrap();
            let (a, b) = (layer / turned.dim().1, layer % turned.dim().1);
            let expected: Vec<f64> = turned
                .outer_iter()
                .nth(a)
                .unwrap()
                .outer_iter()
                .nth(b)
                .unwrap()
                .iter()
                .copied()
                .collect();
            assert_eq!(view.table.values, expected);
        }
    }
}

#[test]
fn one_of_several_arrays_is_asked_for() {
    let arrays = || vec![counting(&[2]).named("b"), counting(&[1, 2]).named("w")];
    check(arrays(), &[], &[&[0, 1]], &[Topic::Array]);
    check(arrays(), &[(Topic::Array, 0)], &[&[0, 1]], &[Topic::Rows]);
    let view = view(&reading(arrays()), &Answers::none()).unwrap();
    assert_eq!(view.guesses[0].to_string(), "Which array? Taken: w (1 x 2). Or: b (2).");
}

#[test]
fn texts_beside_a_matrix_name_its_rows_if_they_fit() {
    let read = |labels: &[&str]| {
        view(&reading(vec![counting(&[2, 1]), texts(labels)]), &Answers::none()).unwrap()
    };
    assert_eq!(read(&["a", "b"]).table.labels.unwrap(), ["a", "b"]);
    let unfit = read(&["a", "b", "c"]);
    assert_eq!(unfit.table.labels, None);
    assert!(unfit.notes[0].to_string().starts_with("3 tokens but 2 rows"));
}

#[test]
fn labels_turn_with_the_matrix() {
    let labelled = counting(&[2, 1]).with_labels(Some(vec!["a".into(), "b".into()]));
    let view = view(&reading(vec![labelled]), &answers(&[(Topic::Orientation, 1)])).unwrap();
    assert_eq!((view.table.labels, view.table.col_labels.unwrap().len()), (None, 2));
}

#[test]
fn booleans_are_ones_and_zeros_and_said() {
    let mut mask = counting(&[1, 2]);
    mask.values = Values::Booleans(vec![true, false]);
    let view = view(&reading(vec![mask]), &Answers::none()).unwrap();
    assert_eq!(view.table.values, [1.0, 0.0]);
    assert_eq!(view.notes[0].to_string(), "true was read as 1, false as 0");
}

#[test]
fn cells_that_are_not_finite_are_named() {
    let array = Array::matrix(2, 2, vec![1.0, 2.0, f64::NEG_INFINITY, f64::NAN]);
    let view = view(&reading(vec![array]), &Answers::none()).unwrap();
    assert_eq!(
        view.notes[0].to_string(),
        "row 2, column 1 is -Infinity, and 1 more cells are not finite"
    );
}

#[test]
fn what_holds_no_numbers_is_refused() {
    let refused = |array| view(&reading(vec![array]), &Answers::none()).unwrap_err().to_string();
    assert!(refused(texts(&["the", "cat"])).starts_with("these are 2 texts"));
    assert!(refused(counting(&[0, 3])).contains("empty (0 x 3)"));
}
