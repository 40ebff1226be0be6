//! Where a number stands on a scale.

use attnscope::{
    draw::{ColorMap, Domain, Position},
    math::value_range,
};
use ndarray::{Array2, array};

use Position::{ClippedHigh, ClippedLow, Inside, NegativeInfinity, NotANumber, PositiveInfinity};

#[track_caller]
fn check(domain: Domain, value: f64, expected: Position) {
    assert_eq!(domain.position(value), expected, "{value} on {domain:?}");
}

#[test]
fn a_symmetric_domain_has_zero_in_its_middle() {
    let domain = Domain::symmetric(4.0);
    check(domain, 0.0, Inside(0.0));
    check(domain, 4.0, Inside(1.0));
    check(domain, -4.0, Inside(-1.0));
    check(domain, -1.0, Inside(-0.25));
    check(domain, 4.001, ClippedHigh);
    check(domain, -4.001, ClippedLow);
    check(domain, f64::NAN, NotANumber);
    check(domain, f64::INFINITY, PositiveInfinity);
    check(domain, f64::NEG_INFINITY, NegativeInfinity);
}

#[test]
fn the_unit_domain_is_that_of_weights() {
    let domain = Domain::unit();
    check(domain, 0.0, Inside(0.0));
    check(domain, 0.25, Inside(0.25));
    check(domain, 1.0, Inside(1.0));
    check(domain, 1.0 + 4.0 * f64::EPSILON, Inside(1.0));
    check(domain, 1.001, ClippedHigh);
    check(domain, -0.001, ClippedLow);
}

#[test]
fn a_domain_of_one_point_divides_by_nothing() {
    for domain in [Domain::symmetric(0.0), Domain::symmetric(f64::NAN)] {
        check(domain, 0.0, Inside(0.0));
        check(domain, 1e-300, ClippedHigh);
        check(domain, -1.0, ClippedLow);
    }
    let constant = Domain::fixed(3.0, 3.0, ColorMap::Sequential);
    check(constant, 3.0, Inside(0.0));
    check(constant, 3.1, ClippedHigh);
}

#[test]
fn zero_is_the_middle_of_a_diverging_domain_with_unequal_ends() {
    let domain = Domain::fixed(10.0, -5.0, ColorMap::Diverging);
    check(domain, 10.0, Inside(1.0));
    check(domain, -5.0, Inside(-0.5));
    check(domain, -5.1, ClippedLow);
    check(domain, 0.0, Inside(0.0));
}

#[test]
fn the_largest_numbers_do_not_overflow() {
    check(Domain::symmetric(f64::MAX), f64::MAX, Inside(1.0));
    check(Domain::symmetric(f64::MAX), -f64::MAX, Inside(-1.0));
    let wide = Domain::fixed(-f64::MAX, f64::MAX, ColorMap::Sequential);
    check(wide, 0.0, Inside(0.5));
    check(Domain::symmetric(5e-324), 0.0, Inside(0.0));
}

#[test]
fn a_domain_over_matrices_holds_their_finite_numbers_and_zero() {
    let a = array![[1.0, f64::NEG_INFINITY], [f64::NAN, -7.0]];
    let b = array![[f64::INFINITY, 5.0]];
    let over = |map| Domain::over(map, [a.view(), b.view()]);
    assert_eq!(over(ColorMap::Diverging), Domain::symmetric(7.0));
    assert_eq!(over(ColorMap::Sequential), Domain::fixed(-7.0, 5.0, ColorMap::Sequential));
    let weights = array![[0.25, 0.75]];
    let domain = Domain::over(ColorMap::Sequential, [weights.view()]);
    assert_eq!(domain, Domain::fixed(0.0, 0.75, ColorMap::Sequential));
    assert_eq!(Domain::over(ColorMap::Diverging, []), Domain::symmetric(0.0));
}

#[test]
fn the_range_of_a_matrix_is_that_of_its_finite_numbers() {
    let mixed = array![[f64::NAN, 2.0], [f64::NEG_INFINITY, -1.5]];
    assert_eq!(value_range(mixed.view()), Some((-1.5, 2.0)));
    assert_eq!(value_range(array![[f64::NAN]].view()), None);
    assert_eq!(value_range(Array2::zeros((0, 3)).view()), None);
}
