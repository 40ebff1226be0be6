//! One head of a long input: what stands between its queries and keys, in f32, as `kernel` computes it.

use std::{ops::Range, sync::Arc};

use super::{Cell, Cells, Mask, Matrix, MatrixName, OutputProjection, Scale, Trace};

/// Where the matrices between queries and keys are.
#[derive(Debug, Clone, PartialEq, Default)]
pub enum Between {
    /// In the trace, in `f64`.
    #[default]
    Stored,
    /// Nowhere yet: a long input, of which everything has its size, and nothing that is computed has numbers.
    Awaited,
    /// In f32, as far as they are not told from others.
    Told(Arc<LongHead>),
}

/// What stands between queries and keys of one head, row by row. What is not here follows exactly:
/// scaled = score ÷ divisor (or × factor), masked = scaled + mask (−∞ where hidden),
/// exponential = exp(masked − row maximum), weight = exponential ÷ row sum.
#[derive(Debug, PartialEq)]
pub struct LongHead {
    /// Number of keys.
    pub n_keys: usize,
    /// Raw dot products, hidden ones too, `[n_queries, n_keys]`; other masks and scales leave them as they are.
    pub scores: Arc<Vec<f32>>,
    /// Largest masked score of each row, `[n_queries]`; −∞ where no key is seen.
    pub row_max: Vec<f32>,
    /// Sum of a row's exponentials, `[n_queries]`; 0 where no key is seen.
    pub row_sum: Vec<f32>,
    /// `[n_queries, n_keys]`; 0 where no key is seen.
    pub weights: Vec<f32>,
    /// The median of the rows' largest weights; `None` where no row has any.
    pub usual_most: Option<f64>,
    /// Of the scores, and of the masked ones before they are scaled, where whoever computed them tells it.
    pub of_scores: [Option<Arc<Glance>>; 2],
    /// Of the weights.
    pub of_weights: Option<Glance>,
}

/// What is told of a matrix at a glance, so that its numbers need not be read for it.
#[derive(Debug, Clone, PartialEq)]
pub struct Glance {
    /// Smallest and largest finite number; `None` where there is none.
    pub range: Option<(f64, f64)>,
    /// Smallest and largest sum of a row, NaN where one is.
    pub sums: (f64, f64),
    /// The matrix made small, in each place the number farthest from zero that is not hidden; `None` where it is small.
    pub small: Option<Matrix>,
}

/// A row as it stands in memory: less to read than in f64, and nothing of what is hidden.
#[derive(Debug, Clone, Copy)]
pub struct Single<'a> {
    /// Numbers of the first columns, before they are scaled; those of all others are −∞.
    pub seen: &'a [f32],
    /// What scales them: by it none becomes infinite, and larger ones stay farther from zero, on the same side.
    pub scale: Scale,
}

/// The numbers of a matrix between the queries and keys of a long input.
#[derive(Debug, Clone)]
pub struct Told {
    long: Arc<LongHead>,
    name: MatrixName,
    head: usize,
    mask: Arc<Mask>,
    scale: Scale,
    is_turned: bool,
}

/// Whether a matrix has a row for each query and a column for each key.
fn is_between(name: MatrixName) -> bool {
    use MatrixName as M;
    matches!(name, M::Scores | M::Scaled | M::MaskTerm | M::Masked | M::Weights)
}

impl Told {
    /// Rows and columns as they are read.
    pub fn size(&self) -> (usize, usize) {
        let (rows, columns) = (self.long.row_max.len(), self.long.n_keys);
        if self.is_turned { (columns, rows) } else { (rows, columns) }
    }

    /// Numbers of a query, of keys in a range: as many as `into` has room for.
    pub(super) fn read_query(&self, query: usize, keys: Range<usize>, into: &mut [f64]) {
        let start = query * self.long.n_keys;
        let range = start + keys.start..start + keys.end;
        let numbers = match self.name {
            MatrixName::Weights => &self.long.weights[range],
            _ => &self.long.scores[range],
        };
        match self.name {
            MatrixName::Scaled | MatrixName::Masked => {
                let scale = self.scale;
                for (to, from) in into.iter_mut().zip(numbers) {
                    *to = scale.apply(f64::from(*from));
                }
            }
            _ => {
                for (to, from) in into.iter_mut().zip(numbers) {
                    *to = f64::from(*from);
                }
            }
        }
        match (self.name, &*self.mask) {
            (MatrixName::Masked, Mask::None) => {}
            (MatrixName::Masked, Mask::Causal) => {
                let seen = (query + 1).clamp(keys.start, keys.end) - keys.start;
                into[seen..keys.len()].fill(f64::NEG_INFINITY);
            }
            (MatrixName::Masked, mask) => {
                for (to, key) in into.iter_mut().zip(keys) {
                    *to = under(mask.term(self.head, query, key), *to);
                }
            }
            (MatrixName::MaskTerm, mask) => {
                for (to, key) in into.iter_mut().zip(keys) {
                    *to = mask.term(self.head, query, key);
                }
            }
            _ => {}
        }
    }

    pub(super) fn number(&self, query: usize, key: usize) -> f64 {
        let at = query * self.long.n_keys + key;
        let score = || f64::from(self.long.scores[at]);
        let term = || self.mask.term(self.head, query, key);
        match self.name {
            MatrixName::Weights => f64::from(self.long.weights[at]),
            MatrixName::Scaled => self.scale.apply(score()),
            MatrixName::MaskTerm => term(),
            MatrixName::Masked => under(term(), self.scale.apply(score())),
            _ => score(),
        }
    }
}

/// What pictures and ranges rest on.
impl Told {
    /// The same before they were scaled, and the scale, where nothing but that lies between them: larger scores are
    /// farther from zero after scaling, too, and none becomes infinite.
    pub(super) fn unscaled(&self) -> Option<(Self, Scale)> {
        let scale = self.orderly()?;
        let unscaled = match self.name {
            MatrixName::Scaled => Self { name: MatrixName::Scores, ..self.clone() },
            MatrixName::Masked if !self.mask.is_additive() => {
                Self { scale: Scale::AS_IT_IS, ..self.clone() }
            }
            _ => return None,
        };
        Some((unscaled, scale))
    }

    /// The scale, where it keeps scores in their order and makes none infinite.
    fn orderly(&self) -> Option<Scale> {
        let largest = self.scale.apply(f64::from(f32::MAX));
        (largest > 0.0 && largest.is_finite()).then_some(self.scale)
    }

    /// A row as it stands in memory, where what is hidden of it comes last.
    pub(super) fn single(&self, query: usize) -> Option<Single<'_>> {
        let m = self.long.n_keys;
        if self.is_turned {
            return None;
        }
        let (numbers, scale, n_seen) = match self.name {
            MatrixName::Weights => (&self.long.weights[..], Scale::AS_IT_IS, m),
            MatrixName::Scores => (&self.long.scores[..], Scale::AS_IT_IS, m),
            MatrixName::Scaled => (&self.long.scores[..], self.orderly()?, m),
            MatrixName::Masked => {
                (&self.long.scores[..], self.orderly()?, self.mask.seen_first(query, m)?)
            }
            _ => return None,
        };
        Some(Single { seen: &numbers[query * m..][..n_seen], scale })
    }

    /// What whoever computed them tells of the numbers, in rows.
    pub(super) fn glance(&self) -> Option<&Glance> {
        let [of_scores, of_masked] = &self.long.of_scores;
        match self.name {
            _ if self.is_turned => None,
            MatrixName::Scores => of_scores.as_deref(),
            MatrixName::Masked if self.scale == Scale::AS_IT_IS && !self.mask.is_additive() => {
                of_masked.as_deref()
            }
            MatrixName::Weights => self.long.of_weights.as_ref(),
            _ => None,
        }
    }

    /// Whether rows are keys.
    pub(super) fn is_turned(&self) -> bool {
        self.is_turned
    }

    /// The transposed matrix.
    pub(super) fn turned(self) -> Self {
        Self { is_turned: !self.is_turned, ..self }
    }
}

/// A scaled score under a term of the mask: as in [`Mask::apply`].
fn under(term: f64, scaled: f64) -> f64 {
    if term == f64::NEG_INFINITY { term } else { scaled + term }
}

impl PartialEq for Told {
    fn eq(&self, other: &Self) -> bool {
        let is_same_matrix = match (self.name, other.name) {
            (MatrixName::Weights, MatrixName::Weights) => Arc::ptr_eq(&self.long, &other.long),
            (MatrixName::Scores, MatrixName::Scores) => self.has_scores_of(other),
            (MatrixName::Scaled, MatrixName::Scaled) => {
                self.has_scores_of(other) && self.scale == other.scale
            }
            (MatrixName::MaskTerm, MatrixName::MaskTerm) => self.has_mask_of(other),
            (MatrixName::Masked, MatrixName::Masked) => {
                self.has_scores_of(other) && self.scale == other.scale && self.has_mask_of(other)
            }
            _ => false,
        };
        is_same_matrix && self.is_turned == other.is_turned && self.size() == other.size()
    }
}

impl Told {
    fn has_scores_of(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.long.scores, &other.long.scores)
    }

    fn has_mask_of(&self, other: &Self) -> bool {
        self.head == other.head && (Arc::ptr_eq(&self.mask, &other.mask) || self.mask == other.mask)
    }
}

impl Trace {
    /// The numbers of [`Trace::matrix`], without a copy of what is large.
    pub fn cells(&self, name: MatrixName, head: usize) -> Option<Cells> {
        if let Some(told) = self.told(name, head) {
            return Some(Cells::Told(told));
        }
        if let Some(shared) = self.shared(name) {
            return Some(Cells::Stored(Arc::clone(shared)));
        }
        self.matrix(name, head).map(|matrix| matrix.into_owned().into())
    }

    /// A matrix that was given and that all heads have in common: it is shared.
    fn shared(&self, name: MatrixName) -> Option<&Arc<Matrix>> {
        let embeddings = self.projected.embeddings();
        match name {
            MatrixName::X => embeddings.map(|it| &it.x_q),
            MatrixName::XKeys => embeddings?.x_k.as_ref(),
            MatrixName::XValues => embeddings?.x_v.as_ref(),
            MatrixName::WOutput => match &self.projected.inputs.output {
                OutputProjection::Given(affine) => affine.weight.as_ref(),
                OutputProjection::Unknown => None,
            },
            _ => None,
        }
    }

    /// One row of [`Trace::matrix`], without computing the others.
    pub fn row(&self, name: MatrixName, head: usize, row: usize) -> Option<Vec<f64>> {
        let (rows, columns) = self.size(name, head)?;
        if row >= rows {
            return None;
        }
        if name == MatrixName::MaskTerm || self.told(name, head).is_some() {
            let cell = |column| self.number(Cell { matrix: name, head, row, column });
            return (0..columns).map(cell).collect();
        }
        Some(self.view(name, head)?.row(row).to_vec())
    }

    /// One column of [`Trace::matrix`], without computing the others.
    pub fn column(&self, name: MatrixName, head: usize, column: usize) -> Option<Vec<f64>> {
        let (rows, _) = self.size(name, head)?;
        (0..rows).map(|row| self.number(Cell { matrix: name, head, row, column })).collect()
    }

    /// Largest masked score of a query and the sum of its exponentials; `None` where weights were given, and
    /// where they are awaited.
    pub(super) fn row_max_and_sum(&self, head: usize, query: usize) -> Option<(f64, f64)> {
        let place = self.projected.place(head)?;
        if let Between::Told(long) = &self.between {
            let number = |of: &[f32]| of.get(query).copied().map(f64::from);
            return number(&long.row_max).zip(number(&long.row_sum));
        }
        let softmax = self.softmax.as_ref()?;
        Some((softmax.row_max[(place, query)], softmax.row_sum[(place, query)]))
    }

    /// The numbers between the queries and keys of a long input.
    pub(super) fn told(&self, name: MatrixName, head: usize) -> Option<Told> {
        let Between::Told(long) = &self.between else { return None };
        self.projected.place(head)?;
        is_between(name).then(|| Told {
            long: Arc::clone(long),
            name,
            head,
            mask: Arc::clone(&self.mask),
            scale: self.scale,
            is_turned: false,
        })
    }
}
