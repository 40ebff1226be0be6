//! A factor that stands before a matrix.

use super::{
    Answers, Guess, Meaning, Reading, Topic, Values,
    number::{Style, number},
};

/// A factor, and how it is spelled.
pub struct Factor {
    spelled: String,
    value: f64,
}

impl Factor {
    /// The factor of its spelling, if it is a number.
    pub fn new(spelled: &str) -> Option<Self> {
        let value = number(spelled, Style::POINT).ok()?.value;
        Some(Self { spelled: spelled.to_owned(), value })
    }

    /// A number times the factor; a power of ten is put behind its decimals, so that the product
    /// is rounded once.
    fn times(&self, number: f64) -> f64 {
        let power = self.value.log10().round();
        let is_power = format!("1e{power}").parse() == Ok(self.value);
        let product = if is_power { format!("{number}e{power}").parse().ok() } else { None };
        product.filter(|_| number.is_finite()).unwrap_or(number * self.value)
    }
}

/// Applies a factor to all arrays of a reading, or not, as the user says.
pub fn apply(reading: &mut Reading, factor: &Factor, is_doubtful: bool, answers: &Answers) {
    let numbers = |reading: &Reading| match reading.arrays.first().map(|array| &array.values) {
        Some(Values::Numbers(numbers)) => numbers.first().copied(),
        _ => None,
    };
    let Some(first) = numbers(reading) else { return };
    let spelled = || factor.spelled.clone();
    let options = vec![
        Meaning::FactorApplied { factor: spelled(), first: factor.times(first).to_string() },
        Meaning::FactorDone { factor: spelled() },
    ];
    let guess = Guess::new(Topic::Factor, options, 0, is_doubtful, answers);
    if guess.chosen == 0 {
        for array in &mut reading.arrays {
            if let Values::Numbers(numbers) = &mut array.values {
                for number in numbers {
                    *number = factor.times(*number);
                }
            }
        }
    }
    reading.guesses.push(guess);
}
