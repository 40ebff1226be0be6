//! One head of a long input: what stands between its queries and keys, in f32, as `kernel` computes it; and the
//! numbers of any matrix, to be read row by row wherever they stand.

use std::{ops::Range, sync::Arc};

use super::{Cell, Mask, Matrix, MatrixName, OutputProjection, Scale, Trace, range_of};

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
    pub scores: Arc<[f32]>,
    /// Largest masked score of each row, `[n_queries]`; −∞ where no key is seen.
    pub row_max: Vec<f32>,
    /// Sum of a row's exponentials, `[n_queries]`; 0 where no key is seen.
    pub row_sum: Vec<f32>,
    /// `[n_queries, n_keys]`; 0 where no key is seen.
    pub weights: Vec<f32>,
    /// The weights made small, the largest in each pixel.
    pub picture: Matrix,
}

/// The numbers of a matrix, without a copy where it is large.
#[derive(Debug, Clone)]
pub enum Cells {
    /// All of them.
    Stored(Arc<Matrix>),
    /// Those of a matrix between the queries and keys of a long input.
    Told(Told),
    /// So many rows and columns of zeros: what is hidden.
    Blank((usize, usize)),
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
    fn read_query(&self, query: usize, keys: Range<usize>, into: &mut [f64]) {
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

    fn number(&self, query: usize, key: usize) -> f64 {
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

/// A scaled score under a term of the mask: as in [`Mask::apply`].
fn under(term: f64, scaled: f64) -> f64 {
    if term == f64::NEG_INFINITY { term } else { scaled + term }
}

impl Cells {
    /// Rows and columns.
    pub fn size(&self) -> (usize, usize) {
        match self {
            Self::Stored(matrix) => matrix.dim(),
            Self::Told(told) => told.size(),
            Self::Blank(size) => *size,
        }
    }

    /// One number; `None` outside.
    pub fn get(&self, (row, column): (usize, usize)) -> Option<f64> {
        match self {
            Self::Stored(matrix) => matrix.get((row, column)).copied(),
            Self::Told(told) => {
                let (rows, columns) = told.size();
                let (query, key) = if told.is_turned { (column, row) } else { (row, column) };
                (row < rows && column < columns).then(|| told.number(query, key))
            }
            Self::Blank((rows, columns)) => (row < *rows && column < *columns).then_some(0.0),
        }
    }

    /// Reads the numbers of some columns of a row into `into`, which is as long; both lie inside.
    pub fn read(&self, row: usize, columns: Range<usize>, into: &mut [f64]) {
        match self {
            Self::Stored(matrix) => {
                let numbers = matrix.row(row);
                for (to, column) in into.iter_mut().zip(columns) {
                    *to = numbers[column];
                }
            }
            Self::Told(told) if told.is_turned => {
                for (to, query) in into.iter_mut().zip(columns) {
                    *to = told.number(query, row);
                }
            }
            Self::Told(told) => told.read_query(row, columns, into),
            Self::Blank(_) => into.fill(0.0),
        }
    }

    /// A whole row, where its numbers lie side by side.
    pub fn lent(&self, row: usize) -> Option<&[f64]> {
        let Self::Stored(matrix) = self else { return None };
        matrix.row(row).to_slice()
    }

    /// The transposed matrix.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Stored(matrix) => Self::Stored(Arc::new(matrix.t().to_owned())),
            Self::Told(told) => Self::Told(Told { is_turned: !told.is_turned, ..told }),
            Self::Blank((rows, columns)) => Self::Blank((columns, rows)),
        }
    }

    /// Whether they are the very same, told without reading them.
    pub fn is(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stored(a), Self::Stored(b)) => Arc::ptr_eq(a, b),
            (Self::Told(a), Self::Told(b)) => a == b,
            (Self::Blank(a), Self::Blank(b)) => a == b,
            _ => false,
        }
    }

    /// Every row, from the first.
    pub fn rows(&self) -> impl Iterator<Item = Vec<f64>> {
        let (rows, columns) = self.size();
        (0..rows).map(move |row| {
            let mut numbers = vec![0.0; columns];
            self.read(row, 0..columns, &mut numbers);
            numbers
        })
    }

    /// Smallest and largest finite number; `None` where there is none.
    pub fn range(&self) -> Option<(f64, f64)> {
        range_of(self.rows().flatten())
    }

    /// All of it, row by row.
    pub fn to_matrix(&self) -> Matrix {
        let (rows, columns) = self.size();
        let mut matrix = Matrix::zeros((rows, columns));
        for (row, mut numbers) in matrix.outer_iter_mut().enumerate() {
            if let Some(numbers) = numbers.as_slice_mut() {
                self.read(row, 0..columns, numbers);
            }
        }
        matrix
    }
}

/// Whether the same numbers are read; of a long input told by what they rest on.
impl PartialEq for Cells {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Stored(a), Self::Stored(b)) => Arc::ptr_eq(a, b) || a == b,
            _ => self.is(other),
        }
    }
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

impl From<Matrix> for Cells {
    fn from(matrix: Matrix) -> Self {
        Self::Stored(Arc::new(matrix))
    }
}

impl From<Arc<Matrix>> for Cells {
    fn from(matrix: Arc<Matrix>) -> Self {
        Self::Stored(matrix)
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
