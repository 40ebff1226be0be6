//! Numbers as text.

use attnscope::draw::{ColorMap, Digits, cell_digits, format_number, format_range, write_number};
use ndarray::{Array2, array};

use Digits::{Exact, Fixed, Scientific};

#[test]
fn a_number_is_written_as_it_should() {
    let table = [
        (0.628, Fixed(3), "0.628"),
        (1.0, Fixed(3), "1.000"),
        (-0.17, Fixed(2), "−0.17"),
        (-4.966, Fixed(2), "−4.97"),
        (0.0, Fixed(3), "0"),
        (-0.0, Fixed(3), "0"),
        (1e-9, Fixed(3), "0.000"),
        (-1e-9, Fixed(3), "0.000"),
        (-0.4, Fixed(0), "0"),
        (-0.0005, Fixed(3), "−0.001"),
        (123_456.0, Scientific(1), "1.2e5"),
        (-0.000_123, Scientific(1), "−1.2e−4"),
        (0.0, Scientific(1), "0"),
        (f64::NEG_INFINITY, Fixed(2), "−∞"),
        (f64::INFINITY, Scientific(1), "∞"),
        (f64::NAN, Exact, "NaN"),
        (-f64::NAN, Fixed(1), "NaN"),
        (0.1 + 0.2, Exact, "0.30000000000000004"),
        (-2.5, Exact, "−2.5"),
        (8.0, Exact, "8"),
        (1e300, Exact, "1e300"),
        (-2.5e-8, Exact, "−2.5e−8"),
        (0.0, Exact, "0"),
    ];
    for (value, digits, expected) in table {
        assert_eq!(format_number(value, digits), expected, "{value:?} as {digits:?}");
    }
}

#[test]
fn exact_text_reads_back_as_the_same_number() {
    let table =
        [0.1, 1.0 / 3.0, 5e-324, f64::MAX, -9.999e15, 1.234_567_890_123_456_7e-5, 64f64.sqrt()];
    for value in table {
        let text = format_number(value, Exact).replace('−', "-");
        assert_eq!(text.parse::<f64>().unwrap().to_bits(), value.to_bits(), "{text}");
    }
}

#[test]
fn a_number_is_appended_and_leaves_what_was_there() {
    let mut text = String::from("−0 ");
    write_number(&mut text, -0.001, Fixed(1));
    write_number(&mut text, -2.0, Fixed(1));
    assert_eq!(text, "−0 0.0−2.0");
}

#[test]
fn the_digits_of_cells_follow_the_largest() {
    let signed = [
        (0.0, Fixed(2)),
        (0.000_2, Scientific(1)),
        (0.004, Fixed(4)),
        (0.04, Fixed(3)),
        (0.4, Fixed(2)),
        (4.97, Fixed(2)),
        (-99.99, Fixed(2)),
        (99.996, Fixed(1)),
        (-640.0, Fixed(1)),
        (999.96, Scientific(1)),
        (1e12, Scientific(1)),
    ];
    for (largest, expected) in signed {
        let matrix = array![[0.0, largest], [f64::NEG_INFINITY, f64::NAN]];
        assert_eq!(cell_digits(matrix.view(), ColorMap::Diverging), expected, "{largest}");
    }
}

#[test]
fn weights_have_three_decimals_and_more_where_they_are_small() {
    let digits = |matrix: Array2<f64>| cell_digits(matrix.view(), ColorMap::Sequential);
    assert_eq!(digits(array![[1.0, 0.0]]), Fixed(3));
    assert_eq!(digits(array![[0.0996, 1e-9]]), Fixed(3));
    assert_eq!(digits(array![[0.0994, 1e-9]]), Fixed(4), "of a few dozen keys");
    assert_eq!(digits(array![[0.0021, 0.0007]]), Fixed(5), "of a thousand");
    assert_eq!(digits(array![[1e-7, 1e-9]]), Scientific(1));
    assert_eq!(digits(Array2::zeros((0, 0))), Fixed(3));
    assert_eq!(digits(array![[250.0]]), Fixed(1));
}

#[test]
fn a_range_is_written_with_the_decimals_it_needs() {
    let table = [
        (-34.5, 35.2, "−34.5 … 35.2"),
        (-4.312, 4.4, "−4.3 … 4.4"),
        (0.0, 1.0, "0 … 1"),
        (-5.0, 3.7, "−5.0 … 3.7"),
        (0.0, 0.946, "0 … 0.95"),
        (0.2, 0.25, "0.200 … 0.250"),
        (0.501, 0.504, "0.5010 … 0.5040"),
        (-0.000_04, 0.000_05, "−4.0e−5 … 5.0e−5"),
        (-1.25e6, 2e6, "−1.2e6 … 2.0e6"),
        (2.5, 2.5, "2.5 … 2.5"),
        (5.000_01, 5.000_02, "5.00001 … 5.00002"),
        (f64::NEG_INFINITY, 4.4, "−∞ … 4.4"),
        (0.0, 0.0, "0 … 0"),
    ];
    for (low, high, expected) in table {
        assert_eq!(format_range(low, high), expected);
    }
}
