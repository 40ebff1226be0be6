//! The factor between the dot products and the softmax.

/// How scores become scaled scores. Both forms are kept as given, so that a document's
/// multiplier and a page's divisor come back bit for bit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Scale {
    /// `scaled = scores ÷ divisor`; √`d_k` in Vaswani et al. 2017, eq. 1.
    DivideBy(f64),
    /// `scaled = scores × factor`; the form of the document's `options.scale`.
    MultiplyBy(f64),
}

impl Scale {
    /// Scales nothing.
    pub const AS_IT_IS: Self = Self::DivideBy(1.0);

    /// The default of the paper: divide by √`d_k`, the width of a **head**.
    pub fn by_head_width(d_k: usize) -> Self {
        Self::DivideBy((d_k as f64).sqrt())
    }

    /// Scales one score.
    pub fn apply(self, score: f64) -> f64 {
        match self {
            Self::DivideBy(divisor) => score / divisor,
            Self::MultiplyBy(factor) => score * factor,
        }
    }

    /// The number to divide by.
    pub fn divisor(self) -> f64 {
        match self {
            Self::DivideBy(divisor) => divisor,
            Self::MultiplyBy(factor) => factor.recip(),
        }
    }

    /// The number to multiply by.
    pub fn factor(self) -> f64 {
        match self {
            Self::DivideBy(divisor) => divisor.recip(),
            Self::MultiplyBy(factor) => factor,
        }
    }

    /// The number as given, whichever of the two it is.
    pub(super) fn given(self) -> f64 {
        match self {
            Self::DivideBy(number) | Self::MultiplyBy(number) => number,
        }
    }
}
