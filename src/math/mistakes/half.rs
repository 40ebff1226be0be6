//! Half precision: the binary16 of IEEE 754, one bit of sign, five of exponent, ten of fraction.

/// The nearest number of half precision, ties to the even one. From 65520 on that is ∞; below 2⁻¹⁴
/// the steps stay at 2⁻²⁴.
pub fn to_half(value: f64) -> f64 {
    /// Halfway between the largest half, 65504, and what would be the next.
    const FIRST_INFINITE: f64 = 65_520.0;
    const SMALLEST_EXPONENT: i32 = -14;
    const FRACTION_BITS: i32 = 10;
    if !value.is_finite() {
        return value;
    }
    if value.abs() >= FIRST_INFINITE {
        return f64::INFINITY.copysign(value);
    }
    let bits_of_exponent = (value.abs().to_bits() >> 52) as i32;
    let exponent = (bits_of_exponent - 1023).max(SMALLEST_EXPONENT);
    // A power of two: dividing and multiplying by it rounds nothing.
    let step = f64::from(exponent - FRACTION_BITS).exp2();
    (value / step).round_ties_even() * step
}

#[cfg(test)]
mod tests {
    use super::to_half;

    /// Expected: `struct.unpack("e", struct.pack("e", x))` of Python, and from 65520 on
    /// `numpy.float16(x)`, which has infinities.
    #[test]
    fn numbers_round_to_the_nearest_half_and_ties_to_even() {
        #[track_caller]
        fn check(value: f64, expected: f64) {
            assert_eq!(to_half(value).to_bits(), expected.to_bits(), "{value}");
            assert_eq!(to_half(-value).to_bits(), (-expected).to_bits(), "-{value}");
        }
        check(0.0, 0.0);
        check(0.1, 0.099_975_585_937_5);
        check(1.0 / 3.0, 0.333_251_953_125);
        check(std::f64::consts::PI, 3.140_625);
        check(1.0 + 1.0 / 2048.0, 1.0);
        check(1.0 + 3.0 / 2048.0, 1.001_953_125);
        check(2049.0, 2048.0);
        check(2051.0, 2052.0);
        check(10_000.0, 10_000.0);
        check(12_345.0, 12_344.0);
        check(65_504.0, 65_504.0);
        check(65_519.99, 65_504.0);
        check(65_520.0, f64::INFINITY);
        check(1e9, f64::INFINITY);
        check(f64::INFINITY, f64::INFINITY);
        check(6.1e-5, 6.097_555_160_522_461e-5);
        check(5.960_464_477_539_063e-8, 5.960_464_477_539_063e-8);
        check(2.980_232_238_769_531_3e-8, 0.0);
        check(2.980_232_238_769_532e-8, 5.960_464_477_539_063e-8);
        check(1e-320, 0.0);
        assert!(to_half(f64::NAN).is_nan());
    }
}
