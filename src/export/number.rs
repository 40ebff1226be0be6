//! A number in the fewest digits that read back as the same bits.

/// How a form spells what is no finite number.
#[derive(Debug, Clone, Copy)]
pub(super) struct Spelling {
    /// NaN.
    pub nan: &'static str,
    /// +∞.
    pub infinity: &'static str,
    /// −∞: a masked score.
    pub minus_infinity: &'static str,
}

impl Spelling {
    /// As C, `NumPy` and pandas read it: `nan`, `inf`, `-inf`.
    pub const WORDS: Self = Self { nan: "nan", infinity: "inf", minus_infinity: "-inf" };

    /// Writes a number. A whole number keeps its point, so that a program takes it for a float;
    /// powers of ten are written `1e-7`.
    pub fn write(self, number: f64) -> String {
        if number.is_nan() {
            self.nan.to_owned()
        } else if number == f64::INFINITY {
            self.infinity.to_owned()
        } else if number == f64::NEG_INFINITY {
            self.minus_infinity.to_owned()
        } else {
            format!("{number:?}")
        }
    }
}
