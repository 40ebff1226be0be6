//! The scale slider: logarithmic, with marks that it meets exactly.

/// A logarithmic slider over divisors, in whole steps.
#[derive(Debug, Clone, PartialEq)]
pub struct DivisorSlider {
    low: f64,
    high: f64,
    marks: Vec<f64>,
}

impl DivisorSlider {
    /// Number of steps from one end to the other.
    pub const STEPS: u32 = 240;

    /// A slider from 1 to 64, or further where a mark lies outside. Marks that are no positive
    /// numbers are left out.
    pub fn new(marks: &[f64]) -> Self {
        let marks: Vec<f64> =
            marks.iter().copied().filter(|mark| mark.is_finite() && *mark > 0.0).collect();
        let low = marks.iter().copied().fold(1.0, f64::min);
        let high = marks.iter().copied().fold(64.0, f64::max);
        Self { low, high, marks }
    }

    /// Where a divisor stands, between 0 and 1; divisors beyond an end stand at that end.
    pub fn share(&self, divisor: f64) -> f64 {
        ((divisor / self.low).ln() / (self.high / self.low).ln()).clamp(0.0, 1.0)
    }

    /// The step nearest to a divisor.
    pub fn step(&self, divisor: f64) -> u32 {
        (self.share(divisor) * f64::from(Self::STEPS)).round() as u32
    }

    /// The divisor at a step: exactly the mark where one is nearest to this step.
    pub fn divisor(&self, step: u32) -> f64 {
        if let Some(mark) = self.marks.iter().find(|mark| self.step(**mark) == step) {
            return *mark;
        }
        match step {
            0 => self.low,
            Self::STEPS.. => self.high,
            _ => {
                let share = f64::from(step) / f64::from(Self::STEPS);
                self.low * (share * (self.high / self.low).ln()).exp()
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn six_tokens() -> DivisorSlider {
        DivisorSlider::new(&[1.0, 8.0, 768_f64.sqrt()])
    }

    #[test]
    fn marks_are_met_exactly() {
        let slider = six_tokens();
        for mark in [1.0, 8.0, 768_f64.sqrt()] {
            assert_eq!(slider.divisor(slider.step(mark)).to_bits(), mark.to_bits());
        }
    }

    #[test]
    fn the_slider_goes_from_1_to_64() {
        let slider = six_tokens();
        assert_eq!(slider.divisor(0).to_bits(), 1_f64.to_bits());
        assert_eq!(slider.divisor(DivisorSlider::STEPS).to_bits(), 64_f64.to_bits());
    }

    #[test]
    fn every_step_comes_back() {
        let slider = six_tokens();
        for step in 0..=DivisorSlider::STEPS {
            assert_eq!(slider.step(slider.divisor(step)), step);
        }
    }

    #[test]
    fn a_wider_model_stretches_the_slider() {
        let slider = DivisorSlider::new(&[1.0, 0.5, f64::NAN, -3.0, 100.0]);
        assert_eq!(slider.divisor(0).to_bits(), 0.5_f64.to_bits());
        assert_eq!(slider.divisor(DivisorSlider::STEPS).to_bits(), 100_f64.to_bits());
        assert!((slider.share(1e9) - 1.0).abs() < 1e-12);
    }
}
