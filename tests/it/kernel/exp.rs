//! The exponential of f32 against that of f64, number by number.

use attnscope::kernel::exp_of;

/// How far a number is from the true one, in units of the last place of the number of f32 that is
/// nearest to the true one.
fn ulps(found: f32, truth: f64) -> f64 {
    let nearest = truth as f32;
    let next = f32::from_bits(nearest.to_bits() + 1);
    (f64::from(found) - truth).abs() / (f64::from(next) - f64::from(nearest))
}

/// Every so many numbers from −0 down to where nothing but 0 is left.
fn worst(step: usize) -> (f32, f64) {
    let numbers = ((-0.0_f32).to_bits()..=(-110.0_f32).to_bits()).step_by(step);
    numbers
        .map(f32::from_bits)
        .map(|x| (x, ulps(exp_of(x), f64::from(x).exp())))
        .fold((0.0, 0.0), |worst, here| if here.1 > worst.1 { here } else { worst })
}

#[test]
fn the_exponential_is_true_to_two_units_of_the_last_place() {
    // A prime number of steps, so that every bit changes.
    let (x, ulps) = worst(1009);
    assert!(ulps > 0.0 && ulps <= 2.0, "exp({x}): {ulps} units");
}

/// All 1.1 · 10⁹ numbers: `cargo test --release --test it every_number -- --ignored`.
#[test]
#[ignore = "a minute when optimized"]
fn the_exponential_of_every_number_is_true_to_two_units() {
    let (x, ulps) = worst(1);
    eprintln!("worst: exp({x:?}), {ulps} units of the last place");
    assert!(ulps > 0.0 && ulps <= 2.0, "exp({x}): {ulps} units");
}

#[test]
fn the_exponential_knows_its_ends() {
    for (x, expected) in [
        (0.0, 1.0),
        (-0.0, 1.0),
        (f32::NEG_INFINITY, 0.0),
        (f32::MIN, 0.0),
        (-104.0, 0.0),
        (-103.9, f32::from_bits(1)),
        (f32::MIN_POSITIVE, 1.0),
        (-f32::MIN_POSITIVE, 1.0),
        (f32::INFINITY, f32::INFINITY),
        (89.0, f32::INFINITY),
    ] {
        assert_eq!(exp_of(x).to_bits(), f32::to_bits(expected), "exp({x})");
    }
    assert!(exp_of(f32::NAN).is_nan());
}
