//! One matrix with the names of its rows and columns.

use ndarray::{Array2, ArrayView2};

use crate::math::{Axis, CowMatrix, MatrixName, Trace};

/// One matrix of a trace, ready to be written.
#[derive(Debug, Clone, PartialEq)]
pub struct Table<'a> {
    /// Which matrix.
    pub name: MatrixName,
    /// Of which head, counted from 0; `None` where the heads have it in common.
    pub head: Option<usize>,
    /// Names of the rows, where they are tokens.
    pub rows: Option<&'a [String]>,
    /// Names of the columns, where they are tokens.
    pub columns: Option<&'a [String]>,
    numbers: CowMatrix<'a>,
    hidden: Option<Array2<bool>>,
    is_transposed: bool,
    /// How far colors reach in weights: [`Trace::usual_most`].
    pub(super) usual_most: Option<f64>,
    /// The number of the head in names; `None` where there is no other.
    head_number: Option<usize>,
}

impl<'a> Table<'a> {
    /// A matrix of a head. `tokens` name the queries and, without `tokens_k`, the keys, where
    /// there are as many. `None` where the trace has no such matrix.
    pub fn of(
        trace: &'a Trace,
        name: MatrixName,
        head: usize,
        tokens: &'a [String],
        tokens_k: Option<&'a [String]>,
    ) -> Option<Self> {
        let numbers = trace.matrix(name, head)?;
        let names = |axis: Axis, count: usize| {
            let names = match axis {
                Axis::Query => Some(tokens),
                Axis::Key => Some(tokens_k.unwrap_or(tokens)),
                Axis::HeadFeature
                | Axis::ValueFeature
                | Axis::ConcatFeature
                | Axis::ModelFeature => None,
            };
            names.filter(|names| names.len() == count)
        };
        let (rows, columns) = name.axes();
        let (rows, columns) = (names(rows, numbers.nrows()), names(columns, numbers.ncols()));
        let masked = trace.view(MatrixName::Masked, head).filter(|_| name.is_share());
        let hidden = masked.map(|masked| masked.mapv(|score| score == f64::NEG_INFINITY));
        let head = (!is_common(name)).then_some(head);
        let head_number = head.filter(|_| trace.projected.n_heads() > 1).map(|head| head + 1);
        let usual_most =
            if name.is_share() { trace.usual_most(head.unwrap_or_default()) } else { None };
        let is_transposed = false;
        Some(Self {
            name,
            head,
            rows,
            columns,
            numbers,
            hidden,
            is_transposed,
            usual_most,
            head_number,
        })
    }

    /// The same with heads counted from this number in names.
    #[must_use]
    pub fn counted_from(self, first_head: usize) -> Self {
        let head_number = self.head_number.and(self.head).map(|head| head + first_head);
        Self { head_number, ..self }
    }

    /// The same with rows and columns exchanged: the column convention.
    #[must_use]
    pub fn transposed(self) -> Self {
        let (rows, columns) = (self.columns, self.rows);
        let hidden = self.hidden.map(Array2::reversed_axes);
        let (numbers, is_transposed) = (self.numbers.reversed_axes(), !self.is_transposed);
        Self { rows, columns, numbers, hidden, is_transposed, ..self }
    }

    /// The numbers, `[rows, columns]`.
    pub fn numbers(&self) -> ArrayView2<'_, f64> {
        self.numbers.view()
    }

    /// Cells of weights that are masked, `[rows, columns]`.
    pub(super) fn hidden(&self) -> Option<ArrayView2<'_, bool>> {
        self.hidden.as_ref().map(|hidden| hidden.view())
    }

    /// What the matrix is called in code: `weights`.
    pub fn code_name(&self) -> &'static str {
        code_name(self.name)
    }

    /// The name of its file, without the extension; an only head is not named. That tokens are columns is.
    pub fn file_stem(&self) -> String {
        let name = self.code_name().replace('_', "-");
        let head = self.head_number.map(|number| format!("-head-{number}")).unwrap_or_default();
        let columns = if self.is_transposed { "-columns" } else { "" };
        format!("{name}{head}{columns}")
    }

    /// Names of the columns: tokens, or where the rows are tokens, numbers from 0 as pandas has
    /// them; none where neither are tokens.
    pub(super) fn header(&self) -> Option<Vec<String>> {
        let numbered = || (0..self.numbers.ncols()).map(|i| i.to_string()).collect();
        match (self.columns, self.rows) {
            (Some(columns), _) => Some(columns.to_vec()),
            (None, Some(_)) => Some(numbered()),
            (None, None) => None,
        }
    }

    /// Names of the rows: as [`Table::header`].
    pub(super) fn row_names(&self) -> Option<Vec<String>> {
        let numbered = || (0..self.numbers.nrows()).map(|i| i.to_string()).collect();
        match (self.rows, self.columns) {
            (Some(rows), _) => Some(rows.to_vec()),
            (None, Some(_)) => Some(numbered()),
            (None, None) => None,
        }
    }

    /// The matrix as lines of cells, with names before each row and above each column where it has
    /// names; the corner says what the rows are.
    pub(super) fn cells(&self, number: impl Fn(f64) -> String) -> Vec<Vec<String>> {
        self.cells_with(str::to_owned, number)
    }

    /// The same with tokens as a function writes them.
    pub(super) fn cells_with(
        &self,
        token: impl Fn(&str) -> String,
        number: impl Fn(f64) -> String,
    ) -> Vec<Vec<String>> {
        let written = |names: Vec<String>, are_tokens: bool| -> Vec<String> {
            if are_tokens { names.iter().map(|name| token(name)).collect() } else { names }
        };
        let header = self.header().map(|names| written(names, self.columns.is_some()));
        let names = self.row_names().map(|names| written(names, self.rows.is_some()));
        let mut lines = Vec::with_capacity(self.numbers.nrows() + 1);
        lines.extend(header.map(|header| [vec![CORNER.to_owned()], header].concat()));
        for (row, numbers) in self.numbers.outer_iter().enumerate() {
            let name = names.as_ref().and_then(|names| names.get(row)).cloned();
            lines.push(name.into_iter().chain(numbers.iter().map(|&n| number(n))).collect());
        }
        lines
    }
}

/// What stands above the names of rows.
const CORNER: &str = "token";

fn is_common(name: MatrixName) -> bool {
    match name {
        MatrixName::X
        | MatrixName::XKeys
        | MatrixName::XValues
        | MatrixName::Concat
        | MatrixName::WOutput
        | MatrixName::Output
        | MatrixName::Residual
        | MatrixName::AddNorm => true,
        MatrixName::WQuery
        | MatrixName::WKey
        | MatrixName::WValue
        | MatrixName::QueriesBeforeRotary
        | MatrixName::KeysBeforeRotary
        | MatrixName::Queries
        | MatrixName::Keys
        | MatrixName::Values
        | MatrixName::Scores
        | MatrixName::Scaled
        | MatrixName::MaskTerm
        | MatrixName::Masked
        | MatrixName::Weights
        | MatrixName::Context => false,
    }
}

/// What a matrix is called in code: the words of the field.
pub(super) fn code_name(name: MatrixName) -> &'static str {
    match name {
        MatrixName::X => "x",
        MatrixName::XKeys => "x_keys",
        MatrixName::XValues => "x_values",
        MatrixName::WQuery => "w_q",
        MatrixName::WKey => "w_k",
        MatrixName::WValue => "w_v",
        MatrixName::QueriesBeforeRotary => "queries_before_rotary",
        MatrixName::KeysBeforeRotary => "keys_before_rotary",
        MatrixName::Queries => "queries",
        MatrixName::Keys => "keys",
        MatrixName::Values => "values",
        MatrixName::Scores => "scores",
        MatrixName::Scaled => "scaled",
        MatrixName::MaskTerm => "mask",
        MatrixName::Masked => "masked",
        MatrixName::Weights => "weights",
        MatrixName::Context => "context",
        MatrixName::Concat => "concat",
        MatrixName::WOutput => "w_o",
        MatrixName::Output => "output",
        MatrixName::Residual => "residual",
        MatrixName::AddNorm => "add_norm",
    }
}
