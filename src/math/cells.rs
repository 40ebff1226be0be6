//! The numbers of any matrix, to be read row by row wherever they stand.

use std::{ops::Range, sync::Arc};

use super::{Extent, Glance, Matrix, Scale, Single, Told};

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
                let (query, key) = if told.is_turned() { (column, row) } else { (row, column) };
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
            Self::Told(told) if told.is_turned() => {
                for (to, query) in into.iter_mut().zip(columns) {
                    *to = told.number(query, row);
                }
            }
            Self::Told(told) => told.read_query(row, columns, into),
            Self::Blank(_) => into.fill(0.0),
        }
    }

    /// Reads the numbers of some rows and columns into `into` `[rows, columns]`, which is as long; all lie inside.
    /// Where rows are columns in memory, a few at once cost little more than one.
    pub fn read_block(&self, rows: Range<usize>, columns: Range<usize>, into: &mut [f64]) {
        let (n_rows, n_columns) = (rows.len(), columns.len());
        if let Self::Told(told) = self
            && told.is_turned()
            && n_rows > 1
        {
            let mut of_query = vec![0.0; n_rows];
            for (column, query) in columns.enumerate() {
                told.read_query(query, rows.clone(), &mut of_query);
                for (row, number) in of_query.iter().enumerate() {
                    into[row * n_columns + column] = *number;
                }
            }
            return;
        }
        for (row, into) in rows.zip(into.chunks_exact_mut(n_columns.max(1))) {
            self.read(row, columns.clone(), into);
        }
    }

    /// A whole row, where its numbers lie side by side.
    pub fn lent(&self, row: usize) -> Option<&[f64]> {
        let Self::Stored(matrix) = self else { return None };
        matrix.row(row).to_slice()
    }

    /// A row as it stands in memory in f32, where it does; all rows of a matrix do, or none, and all are scaled alike.
    pub fn single(&self, row: usize) -> Option<Single<'_>> {
        let Self::Told(told) = self else { return None };
        told.single(row)
    }

    /// The transposed matrix.
    #[must_use]
    pub fn turned(self) -> Self {
        match self {
            Self::Stored(matrix) => Self::Stored(Arc::new(matrix.t().to_owned())),
            Self::Told(told) => Self::Told(told.turned()),
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

    /// Whether something is so of a row; asks no further once it is.
    pub fn any_row(&self, mut is_so: impl FnMut(&[f64]) -> bool) -> bool {
        let (rows, columns) = self.size();
        let mut room = vec![0.0; columns];
        (0..rows).any(|row| {
            if let Some(row) = self.lent(row) {
                return is_so(row);
            }
            self.read(row, 0..columns, &mut room);
            is_so(&room)
        })
    }

    /// The same numbers before they were scaled, and the scale, where nothing but that lies between them and what is
    /// stored of a long input.
    pub fn unscaled(&self) -> Option<(Self, Scale)> {
        let Self::Told(told) = self else { return None };
        told.unscaled().map(|(told, scale)| (Self::Told(told), scale))
    }

    /// What whoever computed them tells of all.
    pub fn glance(&self) -> Option<&Glance> {
        let Self::Told(told) = self else { return None };
        told.glance()
    }

    /// Smallest and largest finite number; `None` where there is none.
    pub fn range(&self) -> Option<(f64, f64)> {
        let mut extent = Extent::default();
        self.any_row(|row| {
            extent.take(row);
            false
        });
        extent.range()
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
