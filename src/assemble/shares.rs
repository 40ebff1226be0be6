//! Ready-made numbers, queries × keys: scores or attention weights, told by the sums of their
//! rows, the right way round.

use ndarray::Axis;

use super::{
    Notice, Role,
    said::{Item, Said},
};
use crate::{
    input::{Arrangement, Meaning, Topic},
    math::Heads,
};

/// What the numbers turned out to be.
pub(super) struct Settled {
    /// `[n_heads, n_queries, n_keys]`.
    pub(super) numbers: Heads,
    pub(super) are_weights: bool,
    pub(super) is_transposed: bool,
}

/// Decides between scores and weights, and which way round; `fits` tells whether rows and columns
/// are as many as the tokens that are named.
pub(super) fn settle(
    numbers: Heads,
    role: Role,
    item: Item<'_>,
    fits: impl Fn([usize; 2]) -> bool,
    said: &mut Said<'_>,
) -> Settled {
    let (_, rows, columns) = numbers.dim();
    let by_rows = Sums::of(&numbers, 2);
    let by_columns = Sums::of(&numbers, 1);
    let is_sideways = by_columns.are_one && !by_rows.are_one;
    let fits_sideways = fits([columns, rows]) && !fits([rows, columns]);
    let options = [Arrangement::QueriesInRows, Arrangement::QueriesInColumns];
    let options = options.map(Meaning::Arranged).to_vec();
    let default = usize::from(is_sideways || fits_sideways);
    let is_doubtful = is_sideways && !fits_sideways;
    let way = said.ask_piece(item.piece, Topic::Orientation, options, default, is_doubtful);
    let is_transposed = way == 1;
    if is_sideways {
        let found = vec![rows, columns];
        said.note(Notice::ColumnsSumToOne { found, is_transposed });
    }
    let sums = if is_transposed { by_columns } else { by_rows };
    let are_weights = ask_which(role, item, sums, said);
    let numbers = if is_transposed { turned(numbers) } else { numbers };
    if are_weights && sums.are_dropped_out() {
        said.note(Notice::Dropout { sum: sums.most });
    } else if (are_weights || role == Role::Weights) && !is_sideways {
        said.notes.extend(no_shares(&numbers, are_weights));
    }
    Settled { numbers, are_weights, is_transposed }
}

fn turned(numbers: Heads) -> Heads {
    numbers.permuted_axes([0, 2, 1]).as_standard_layout().into_owned()
}

/// The first row that is none of attention weights.
fn no_shares(numbers: &Heads, are_weights: bool) -> Option<Notice> {
    let tolerance = tolerance(numbers, 2);
    let n = numbers.len_of(Axis(1));
    let rows = numbers.lanes(Axis(2)).into_iter().enumerate();
    let mut odd = rows.filter_map(|(row, shares)| {
        let negative = shares.iter().position(|share| *share < 0.0);
        let sum = shares.sum();
        // Of what is not finite is told elsewhere.
        let is_odd = negative.is_some() || (sum.is_finite() && !is_one(sum, tolerance));
        let negative = negative.map(|column| (column + 1, shares[column]));
        is_odd.then(|| (row % n + 1, rounded(sum), negative))
    });
    let (row, sum, negative) = odd.next()?;
    Some(Notice::NoShares { row, sum, negative, more: odd.count(), are_weights })
}

fn ask_which(role: Role, item: Item<'_>, sums: Sums, said: &mut Said<'_>) -> bool {
    let Sums { least, most, .. } = sums;
    let options = [Arrangement::AreScores { least, most }, Arrangement::AreWeights];
    let options = options.map(Meaning::Arranged).to_vec();
    let look_like_weights = sums.are_one || sums.are_dropped_out();
    // What the user says is so; a name alone is believed where the sums are those of weights.
    let is_told = said.told(item) == Some(Role::Weights);
    let default = usize::from(role == Role::Weights && (look_like_weights || is_told));
    // Scores that sum to 1 are most likely weights under another name, and weights that do not
    // are scores.
    let is_doubtful = look_like_weights != (role == Role::Weights) && !is_told;
    said.ask(Topic::ScoresOrWeights, options, default, is_doubtful) == 1
}

/// What the rows, or the columns, of ready-made numbers sum to.
#[derive(Debug, Clone, Copy)]
struct Sums {
    least: f64,
    most: f64,
    /// Whether no number is negative.
    are_shares: bool,
    /// Whether every one is 1 as far as the digits go; 0 where a query sees no key.
    are_one: bool,
    has_zero: bool,
}

impl Sums {
    /// The sums along an axis.
    fn of(numbers: &Heads, axis: usize) -> Self {
        let tolerance = tolerance(numbers, axis);
        let sums = numbers.sum_axis(Axis(axis));
        let is_one = |sum: &f64| is_one(*sum, tolerance);
        let are_shares = numbers.iter().all(|value| *value >= 0.0);
        Self {
            least: rounded(sums.iter().copied().fold(f64::INFINITY, f64::min)),
            most: rounded(sums.iter().copied().fold(f64::NEG_INFINITY, f64::max)),
            are_shares,
            are_one: are_shares && sums.iter().all(is_one) && sums.iter().any(|sum| *sum != 0.0),
            has_zero: numbers.iter().any(|value| *value == 0.0),
        }
    }

    /// Dropout leaves zeros and divides the others by what it keeps, at least a half.
    fn are_dropped_out(self) -> bool {
        self.are_shares && !self.are_one && self.has_zero && self.most > 1.0 && self.most <= 2.0
    }
}

/// Whether a sum is that of a row of weights: 0 where a query sees no key.
fn is_one(sum: f64, tolerance: f64) -> bool {
    sum == 0.0 || (sum - 1.0).abs() <= tolerance
}

/// How far a sum along an axis may be from 1.
fn tolerance(numbers: &Heads, axis: usize) -> f64 {
    numbers.len_of(Axis(axis)) as f64 * rounding(numbers) + 1e-6
}

fn rounded(sum: f64) -> f64 {
    (sum * 1e4).round() / 1e4
}

/// How far a number may be from the one that was rounded to it, by the decimals that there are.
fn rounding(numbers: &Heads) -> f64 {
    const MOST: i32 = 8;
    let has = |decimals: i32| {
        let factor = 10_f64.powi(decimals);
        numbers.iter().all(|value| ((value * factor).round() - value * factor).abs() < 1e-6)
    };
    match (0..MOST).find(|decimals| has(*decimals)) {
        // Whole numbers are not rounded shares.
        Some(0) => 0.0,
        Some(decimals) => 0.5 * 10_f64.powi(-decimals),
        None => 0.5 * 10_f64.powi(-MOST),
    }
}
