//! The selected cell, and where it touches each matrix.

use crate::math::{Axis, MatrixName, Projected, Trace};

/// One query, one key and one feature of each width: a cell in every matrix at once.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Selection {
    /// Row of the query tokens.
    pub query: usize,
    /// Row of the key tokens.
    pub key: usize,
    /// Feature of queries and keys in a head.
    pub head_feature: usize,
    /// Feature of values in a head.
    pub value_feature: usize,
    /// Feature of embeddings and output.
    pub model_feature: usize,
}

impl Selection {
    /// A query and a key, at the first feature of each.
    pub fn of(query: usize, key: usize) -> Self {
        Self { query, key, ..Self::default() }
    }

    /// The position on one axis; `head` and `d_v` place a feature among the concatenated heads.
    fn on(self, axis: Axis, head: usize, d_v: usize) -> usize {
        match axis {
            Axis::Query => self.query,
            Axis::Key => self.key,
            Axis::HeadFeature => self.head_feature,
            Axis::ValueFeature => self.value_feature,
            Axis::ConcatFeature => head * d_v + self.value_feature,
            Axis::ModelFeature => self.model_feature,
        }
    }

    /// The selected cell of one matrix of a head, held inside a matrix of `[rows, columns]`.
    pub fn cell(
        self,
        name: MatrixName,
        head: usize,
        projected: &Projected,
        (rows, columns): (usize, usize),
    ) -> (usize, usize) {
        let d_v = projected.values.as_ref().map_or(1, |values| values.dim().2);
        let (row_axis, column_axis) = name.axes();
        let row = self.on(row_axis, head, d_v).min(rows.saturating_sub(1));
        let column = self.on(column_axis, head, d_v).min(columns.saturating_sub(1));
        (row, column)
    }

    /// The selection after a cell of a matrix is picked, and the head that it belongs to.
    #[must_use]
    pub fn pick(
        mut self,
        name: MatrixName,
        mut head: usize,
        projected: &Projected,
        (row, column): (usize, usize),
    ) -> (Self, usize) {
        let d_v = projected.values.as_ref().map_or(1, |values| values.dim().2);
        let (row_axis, column_axis) = name.axes();
        for (axis, at) in [(row_axis, row), (column_axis, column)] {
            match axis {
                Axis::Query => self.query = at,
                Axis::Key => self.key = at,
                Axis::HeadFeature => self.head_feature = at,
                Axis::ValueFeature => self.value_feature = at,
                Axis::ConcatFeature => (head, self.value_feature) = (at / d_v, at % d_v),
                Axis::ModelFeature => self.model_feature = at,
            }
        }
        (self, head)
    }

    /// The selection held inside the sizes of a trace.
    #[must_use]
    pub fn within(self, trace: &Trace) -> Self {
        let p = &trace.projected;
        let last = |size: usize| size.saturating_sub(1);
        let d_v = p.values.as_ref().map_or(1, |values| values.dim().2);
        Self {
            query: self.query.min(last(p.n_queries())),
            key: self.key.min(last(p.n_keys())),
            head_feature: self.head_feature.min(last(p.d_k().unwrap_or(1))),
            value_feature: self.value_feature.min(last(d_v)),
            model_feature: self.model_feature,
        }
    }
}
