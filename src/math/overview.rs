//! What all heads of a trace amount to at a glance: of each its weights made small, and a few measures.

use ndarray::{ArrayView1, ArrayView2};

use super::{Between, Matrix, MatrixName, Trace, median, row_stats};

/// Pixels of the longer side of a head's picture, at most.
pub const PICTURE_SIDE: usize = 64;

/// What is measured of a head's weights.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Measure {
    /// Mean weight on the token before.
    Previous,
    /// Mean weight on the first token.
    First,
    /// Mean weight on the token itself.
    Own,
    /// Mean entropy.
    Entropy,
    /// Mean distance of what is looked at.
    Distance,
}

impl Measure {
    /// Every measure, in the order of the page.
    pub const ALL: [Self; 5] =
        [Self::Previous, Self::First, Self::Own, Self::Entropy, Self::Distance];

    /// Its name in links; never changes.
    pub fn id(self) -> &'static str {
        match self {
            Self::Previous => "previous",
            Self::First => "first",
            Self::Own => "itself",
            Self::Entropy => "entropy",
            Self::Distance => "distance",
        }
    }

    /// The measure of that name.
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|measure| measure.id() == id)
    }

    /// Whether it says where a key stands, counted from the query or from the first token: that means something only
    /// where both are of one sequence.
    pub fn is_of_place(self) -> bool {
        self != Self::Entropy
    }

    /// Whether it is a mean over the queries of which first, previous and own token are three different keys.
    pub fn is_from_third_on(self) -> bool {
        matches!(self, Self::Previous | Self::First | Self::Own)
    }
}

/// The measures of one head: means over the queries that see a key. A query whose weights are not all numbers counts
/// as one that sees none; NaN where there is no query to measure. Of long inputs `kernel::Measures` are the same.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Measures {
    /// Mean weight on the token before, over the rows in which first, previous and own token are three different
    /// keys: as [`super::mean_on_previous`], but for queries that see no key.
    pub previous: f64,
    /// Mean weight on the first token, over the same rows.
    pub first: f64,
    /// Mean weight on the token itself, over the same rows.
    pub own: f64,
    /// Mean entropy, in nats.
    pub entropy: f64,
    /// Mean of Σ w · |query − key|.
    pub distance: f64,
}

impl Measures {
    /// Measures weights, `[n_queries, n_keys]`.
    pub fn of(weights: ArrayView2<'_, f64>) -> Self {
        let n_keys = weights.ncols();
        let (mut on, mut n_apart) = ([0.0; 3], 0.0);
        let (mut entropy, mut distance, mut n_seeing) = (0.0, 0.0, 0.0);
        for (query, row) in weights.rows().into_iter().enumerate() {
            let sees = row.iter().any(|weight| *weight != 0.0);
            if !sees || row.iter().any(|weight| !weight.is_finite()) {
                continue;
            }
            n_seeing += 1.0;
            entropy += row_stats(row).entropy;
            let far = row.iter().enumerate().map(|(key, w)| w * key.abs_diff(query) as f64);
            distance += far.sum::<f64>();
            if query < 2 || query > n_keys {
                continue;
            }
            n_apart += 1.0;
            for (on, key) in on.iter_mut().zip([query - 1, 0, query]) {
                // More queries than keys: the last of them has no key of its own.
                *on += row.get(key).copied().unwrap_or_default();
            }
        }
        let [previous, first, own] = on.map(|on| on / n_apart);
        let (entropy, distance) = (entropy / n_seeing, distance / n_seeing);
        Self { previous, first, own, entropy, distance }
    }

    /// Those that the engine gives, in the order of the fields.
    pub fn of_numbers([previous, first, own, entropy, distance]: [f64; 5]) -> Self {
        Self { previous, first, own, entropy, distance }
    }

    /// One of them.
    pub fn get(&self, measure: Measure) -> f64 {
        match measure {
            Measure::Previous => self.previous,
            Measure::First => self.first,
            Measure::Own => self.own,
            Measure::Entropy => self.entropy,
            Measure::Distance => self.distance,
        }
    }
}

/// One head at a glance.
#[derive(Debug, Clone, PartialEq)]
pub struct HeadOverview {
    /// The weights made small, 64 × 64 at most: each pixel is the largest weight that it covers, NaN where one is.
    pub picture: Matrix,
    /// What is measured of them.
    pub measures: Measures,
    /// The median of the largest weights of the picture's rows; 0 where none is a number.
    pub usual_most: f64,
}

impl HeadOverview {
    /// A head whose weights were made small and measured.
    pub fn of(picture: Matrix, measures: Measures) -> Self {
        let usual_most = median_of_largest(picture.view()).unwrap_or_default();
        Self { picture, measures, usual_most }
    }
}

/// All heads at a glance, in their order.
#[derive(Debug, Clone, PartialEq)]
pub struct Overview(pub Vec<HeadOverview>);

impl Overview {
    /// The heads of a trace; `None` where it does not hold them all.
    pub fn of(trace: &Trace) -> Option<Self> {
        let of_head = |head| {
            let weights = trace.view(MatrixName::Weights, head)?;
            Some(HeadOverview::of(made_small(weights), Measures::of(weights)))
        };
        (0..trace.projected.n_heads()).map(of_head).collect::<Option<_>>().map(Self)
    }

    /// How far colors reach in which all heads can be told: the largest of what is usual in a head.
    pub fn usual_most(&self) -> f64 {
        self.0.iter().fold(0.0, |most, head| most.max(head.usual_most))
    }
}

/// Among more keys than so many the share of one is usually far from 1.
const FEW_KEYS: usize = 32;

impl Trace {
    /// How far colors reach in which the weights of a head can be told, as [`usual_most`].
    pub fn usual_most(&self, head: usize) -> Option<f64> {
        match &self.between {
            Between::Told(long) => long.usual_most,
            Between::Stored if self.softmax.is_none() => {
                usual_most(self.view(MatrixName::Weights, head)?)
            }
            Between::Stored if self.projected.n_keys() > FEW_KEYS => {
                let queries = 0..self.projected.n_queries();
                let sums = queries.filter_map(|query| self.row_max_and_sum(head, query));
                // The largest exponential of a row is 1; a row that sees no key has a sum of 0.
                median(sums.map(|(_, sum)| sum.recip()))
            }
            Between::Stored | Between::Awaited => None,
        }
    }

    /// How far colors reach in which all heads can be told: as their overview says, or else the largest of the heads.
    pub fn usual_most_of_all(&self) -> Option<f64> {
        let heads = 0..self.projected.n_heads();
        let of_heads = || heads.filter_map(|head| self.usual_most(head)).reduce(f64::max);
        self.overview.as_ref().map(|overview| overview.usual_most()).or_else(of_heads)
    }
}

/// The median of the rows' largest weights, `[n_queries, n_keys]`. `None` among few keys, whose colors reach to 1, and
/// where no row has any weight.
pub fn usual_most(weights: ArrayView2<'_, f64>) -> Option<f64> {
    if weights.ncols() <= FEW_KEYS {
        return None;
    }
    median_of_largest(weights)
}

/// Rows that see no key do not count.
fn median_of_largest(weights: ArrayView2<'_, f64>) -> Option<f64> {
    let largest = |row: ArrayView1<'_, f64>| row.fold(0.0, |most: f64, it| most.max(*it));
    median(weights.rows().into_iter().map(largest).filter(|most| *most > 0.0))
}

/// Weights, `[n_queries, n_keys]`, with at most 64 rows and columns: cell `(query, key)` is covered by the pixel in
/// row `query · rows ÷ n_queries`, in whole numbers, and in the column likewise.
fn made_small(weights: ArrayView2<'_, f64>) -> Matrix {
    let (n_queries, n_keys) = weights.dim();
    let (rows, columns) = (n_queries.min(PICTURE_SIDE), n_keys.min(PICTURE_SIDE));
    let mut picture = Matrix::from_elem((rows, columns), f64::NEG_INFINITY);
    for ((query, key), weight) in weights.indexed_iter() {
        let pixel = &mut picture[(query * rows / n_queries, key * columns / n_keys)];
        // NaN stays.
        if weight.is_nan() || *weight > *pixel {
            *pixel = *weight;
        }
    }
    picture
}

/// The places of numbers from the largest to the smallest; equal ones stay in their order, NaN comes last.
pub fn ranked(numbers: &[f64]) -> Vec<usize> {
    let mut places: Vec<usize> = (0..numbers.len()).collect();
    places.sort_by(|a, b| {
        let (a, b) = (numbers[*a], numbers[*b]);
        b.partial_cmp(&a).unwrap_or_else(|| a.is_nan().cmp(&b.is_nan()))
    });
    places
}
