//! Which numbers a color scale spans, and where a number stands on it.
//!
//! A domain always contains zero, so that the color of zero never changes its meaning.

use ndarray::ArrayView2;

use super::ColorMap;
use crate::math::value_range;

/// The numbers between the ends of a color scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Domain {
    /// The smallest number that is not clipped.
    pub low: f64,
    /// The largest number that is not clipped.
    pub high: f64,
    /// The scale. Diverging: zero is its middle, also when `low` is not `-high`.
    pub map: ColorMap,
}

/// Where a number stands on a domain.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Position {
    /// On the scale: −1…1 if diverging, 0…1 if sequential.
    Inside(f64),
    /// Finite and below the domain; drawn as its lower end.
    ClippedLow,
    /// Finite and above the domain; drawn as its upper end.
    ClippedHigh,
    /// NaN.
    NotANumber,
    /// +∞.
    PositiveInfinity,
    /// −∞: a masked score.
    NegativeInfinity,
}

impl Domain {
    /// A signed domain from `-max_abs` to `max_abs`; a `max_abs` that is not finite counts as zero.
    pub fn symmetric(max_abs: f64) -> Self {
        let high = finite(max_abs).abs();
        Self { low: -high, high, map: ColorMap::Diverging }
    }

    /// The domain of weights, 0…1.
    pub fn unit() -> Self {
        Self { low: 0.0, high: 1.0, map: ColorMap::Sequential }
    }

    /// The domain of weights, as far as the largest of a usual row: among dozens of keys no share comes near to 1 but
    /// those of rows that see few. 0…1 where none is told.
    pub fn of_shares(usual_most: Option<f64>) -> Self {
        usual_most.map_or(Self::unit(), |most| Self::of_ranges(ColorMap::Sequential, [(0.0, most)]))
    }

    /// A domain of chosen ends, in either order; ends that are not finite count as zero.
    pub fn fixed(low: f64, high: f64, map: ColorMap) -> Self {
        let (low, high) = (finite(low), finite(high));
        Self { low: low.min(high), high: low.max(high), map }
    }

    /// The domain that holds every finite number of the matrices, and zero.
    ///
    /// Diverging: symmetric about zero. Sequential: from the smaller of zero and the minimum.
    pub fn over<'a>(
        map: ColorMap,
        matrices: impl IntoIterator<Item = ArrayView2<'a, f64>>,
    ) -> Self {
        Self::of_ranges(map, matrices.into_iter().filter_map(value_range))
    }

    /// The same of the ranges of their finite numbers.
    pub fn of_ranges(map: ColorMap, ranges: impl IntoIterator<Item = (f64, f64)>) -> Self {
        let (low, high) = ranges
            .into_iter()
            .fold((0.0_f64, 0.0_f64), |(low, high), (min, max)| (low.min(min), high.max(max)));
        match map {
            ColorMap::Diverging => Self::symmetric(high.max(-low)),
            ColorMap::Sequential => Self { low, high, map },
        }
    }

    /// Returns where `value` stands. A domain of one point clips all but that point.
    pub fn position(&self, value: f64) -> Position {
        if value.is_nan() {
            return Position::NotANumber;
        }
        if value.is_infinite() {
            return if value > 0.0 {
                Position::PositiveInfinity
            } else {
                Position::NegativeInfinity
            };
        }
        let ruler = self.ruler();
        if value < ruler.low {
            return Position::ClippedLow;
        }
        if value > ruler.high {
            return Position::ClippedHigh;
        }
        Position::Inside(ruler.unit_of(value).clamp(ruler.least, 1.0))
    }

    /// The number that is drawn as paper: 0 if diverging, the lower end if sequential.
    pub fn neutral(&self) -> f64 {
        match self.map {
            ColorMap::Diverging => 0.0,
            ColorMap::Sequential => self.low,
        }
    }

    /// What places numbers on the scale, worked out for many of them. It halves, because the distance of two finite
    /// numbers may overflow.
    pub(super) fn ruler(&self) -> Ruler {
        // A sum of rounded shares may exceed its bound by rounding alone: that is not clipping.
        let slack = (self.high.abs().max(self.low.abs())) * 1e-9;
        let (least, span) = match self.map {
            ColorMap::Diverging => (-1.0, self.high.max(-self.low) / 2.0),
            ColorMap::Sequential => (0.0, self.high / 2.0 - self.low / 2.0),
        };
        let (low, high) = (self.low - slack, self.high + slack);
        // All numbers of a domain of one point stand where that is.
        let span = if span > 0.0 { span } else { f64::INFINITY };
        Ruler { low, high, least, span, neutral: self.neutral() / 2.0 }
    }
}

/// Places numbers on a domain.
pub(super) struct Ruler {
    /// Numbers below are clipped.
    low: f64,
    /// Numbers above are clipped.
    high: f64,
    /// The lower end of the scale.
    least: f64,
    /// Half of what lies between the neutral number and the far end.
    span: f64,
    /// Half of the neutral number.
    neutral: f64,
}

impl Ruler {
    /// Whether a number is one and is not clipped.
    #[expect(clippy::inline_always, reason = "called for each pixel of large pictures")]
    #[inline(always)]
    pub(super) fn holds(&self, value: f64) -> bool {
        value >= self.low && value <= self.high
    }

    /// Where a number that it holds stands on the scale, or beyond its ends by rounding alone.
    #[expect(clippy::inline_always, reason = "called for each pixel of large pictures")]
    #[inline(always)]
    pub(super) fn unit_of(&self, value: f64) -> f64 {
        (value / 2.0 - self.neutral) / self.span
    }
}

fn finite(value: f64) -> f64 {
    if value.is_finite() { value } else { 0.0 }
}
