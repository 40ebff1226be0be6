//! Where the numbers that a cell is computed from stand, and what is computed from a cell: the way back to X, and
//! forward to the output.

use std::ops::Range;

use super::{
    Affine, Cell, MatrixName, OutputProjection, Trace,
    source::{column_of_all_heads, embeddings_of},
};

/// Cells in a row or in a column.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// The first of them.
    pub first: Cell,
    /// Whether they stand one below the other.
    pub is_column: bool,
    /// So many.
    pub len: usize,
}

impl Line {
    /// One of the cells.
    pub fn at(self, at: usize) -> Option<Cell> {
        let Cell { row, column, .. } = self.first;
        let (row, column) = if self.is_column { (row + at, column) } else { (row, column + at) };
        (at < self.len).then_some(Cell { row, column, ..self.first })
    }

    /// All cells, in order.
    pub fn cells(self) -> impl Iterator<Item = Cell> {
        (0..self.len).filter_map(move |at| self.at(at))
    }
}

/// A block of cells, of each of several heads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Area {
    /// Of which matrix.
    pub matrix: MatrixName,
    /// Of which query heads; all, where the heads have the matrix in common.
    pub heads: Range<usize>,
    /// Which rows.
    pub rows: Range<usize>,
    /// Which columns.
    pub columns: Range<usize>,
}

/// The cells that a cell is computed from, in the order in which [`cell_source`](super::cell_source) tells their
/// numbers: of a sum of products the left and the right factors, of a softmax its row. Biases, γ and β stand in
/// no matrix. Empty for what is given.
pub fn operands(trace: &Trace, cell: Cell) -> Vec<Line> {
    CellLinks { trace, cell }.operands().unwrap_or_default()
}

/// The cells that are computed from a cell directly. Empty where nothing follows.
pub fn uses(trace: &Trace, cell: Cell) -> Vec<Area> {
    CellLinks { trace, cell }.uses().into_iter().filter(|area| area.is_in(trace)).collect()
}

impl Area {
    /// The cell of the area that is nearest to a wanted one.
    pub fn nearest(&self, wanted: Cell) -> Cell {
        let into = |range: &Range<usize>, at: usize| {
            at.clamp(range.start, range.end.saturating_sub(1).max(range.start))
        };
        Cell {
            matrix: self.matrix,
            head: into(&self.heads, wanted.head),
            row: into(&self.rows, wanted.row),
            column: into(&self.columns, wanted.column),
        }
    }

    fn is_in(&self, trace: &Trace) -> bool {
        let size = trace.size(self.matrix, self.heads.start);
        size.is_some_and(|(rows, columns)| self.rows.end <= rows && self.columns.end <= columns)
            && !self.rows.is_empty()
            && !self.columns.is_empty()
    }
}

struct CellLinks<'a> {
    trace: &'a Trace,
    cell: Cell,
}

impl CellLinks<'_> {
    fn operands(&self) -> Option<Vec<Line>> {
        use MatrixName as M;
        let cell = self.cell;
        match cell.matrix {
            M::X
            | M::XKeys
            | M::XValues
            | M::WQuery
            | M::WKey
            | M::WValue
            | M::WOutput
            | M::MaskTerm => None,
            M::Queries | M::Keys if self.before_rotary().is_some() => self.pair(),
            M::QueriesBeforeRotary | M::KeysBeforeRotary | M::Queries | M::Keys | M::Values => {
                self.projection()
            }
            M::Scores => {
                Some(vec![self.row_of(M::Queries)?, self.whole_row(M::Keys, cell.column)?])
            }
            M::Scaled => Some(vec![self.same(M::Scores)?]),
            M::Masked => Some(vec![self.same(M::Scaled)?, self.same(M::MaskTerm)?]),
            M::Weights => Some(vec![self.row_of(M::Masked)?]),
            M::Context => {
                Some(vec![self.row_of(M::Weights)?, self.column_of(M::Values, cell.column)?])
            }
            M::Concat => {
                let d_v = self.size(M::Context)?.1;
                let (head, column) = (cell.column / d_v, cell.column % d_v);
                Some(vec![one(Cell { matrix: M::Context, head, row: cell.row, column })])
            }
            M::Output => match self.output()?.weight {
                Some(_) => {
                    Some(vec![self.row_of(M::Concat)?, self.column_of(M::WOutput, cell.column)?])
                }
                None => Some(vec![self.same(M::Concat)?]),
            },
            M::Residual => Some(vec![self.same(M::X)?, self.same(M::Output)?]),
            M::AddNorm => Some(vec![self.same(M::Residual)?, self.row_of(M::Residual)?]),
        }
    }

    /// x · W, or x itself.
    fn projection(&self) -> Option<Vec<Line>> {
        let x = embeddings_of(self.cell.matrix, self.trace.projected.embeddings()?);
        let w = weight_of(self.cell.matrix);
        if self.size(w).is_some() {
            return Some(vec![self.row_of(x)?, self.column_of(w, self.cell.column)?]);
        }
        let column = column_of_all_heads(self.trace, self.cell)?;
        Some(vec![one(Cell { matrix: x, column, ..self.cell })])
    }

    fn before_rotary(&self) -> Option<MatrixName> {
        let before = match self.cell.matrix {
            MatrixName::Keys => MatrixName::KeysBeforeRotary,
            _ => MatrixName::QueriesBeforeRotary,
        };
        self.size(before).map(|_| before)
    }

    /// The two features that are turned together.
    fn pair(&self) -> Option<Vec<Line>> {
        let matrix = self.before_rotary()?;
        let half = self.size(matrix)?.1 / 2;
        let first = self.cell.column % half;
        let at = |column| one(Cell { matrix, column, ..self.cell });
        Some(vec![at(first), at(first + half)])
    }

    fn output(&self) -> Option<&Affine> {
        match &self.trace.projected.inputs.output {
            OutputProjection::Given(affine) => Some(affine),
            OutputProjection::Unknown => None,
        }
    }

    fn size(&self, matrix: MatrixName) -> Option<(usize, usize)> {
        self.trace.size(matrix, self.cell.head)
    }

    fn same(&self, matrix: MatrixName) -> Option<Line> {
        self.size(matrix).map(|_| one(Cell { matrix, ..self.cell }))
    }

    fn row_of(&self, matrix: MatrixName) -> Option<Line> {
        self.whole_row(matrix, self.cell.row)
    }

    fn whole_row(&self, matrix: MatrixName, row: usize) -> Option<Line> {
        let first = Cell { matrix, row, column: 0, ..self.cell };
        Some(Line { first, is_column: false, len: self.size(matrix)?.1 })
    }

    fn column_of(&self, matrix: MatrixName, column: usize) -> Option<Line> {
        let first = Cell { matrix, row: 0, column, ..self.cell };
        Some(Line { first, is_column: true, len: self.size(matrix)?.0 })
    }

    fn uses(&self) -> Vec<Area> {
        use MatrixName as M;
        let Cell { row, column, .. } = self.cell;
        match self.cell.matrix {
            M::X => {
                let mut uses = self.uses_of_embeddings();
                uses.push(self.at(M::Residual, column));
                uses
            }
            M::XKeys | M::XValues => self.uses_of_embeddings(),
            M::WQuery => vec![self.in_column(self.before(M::Queries), column)],
            M::WKey => vec![self.in_column(self.before(M::Keys), column)],
            M::WValue => vec![self.in_column(M::Values, column)],
            M::QueriesBeforeRotary => self.turned(M::Queries),
            M::KeysBeforeRotary => self.turned(M::Keys),
            M::Queries => vec![self.in_row(M::Scores)],
            M::Keys => vec![self.in_column(M::Scores, row)],
            M::Values => vec![self.in_column(M::Context, column)],
            M::Scores => vec![self.at(M::Scaled, column)],
            M::Scaled | M::MaskTerm => vec![self.at(M::Masked, column)],
            M::Masked => vec![self.in_row(M::Weights)],
            M::Weights => vec![self.in_row(M::Context)],
            M::Context => {
                let d_v = self.size(M::Context).map_or(0, |(_, d_v)| d_v);
                vec![self.at(M::Concat, self.cell.head * d_v + column)]
            }
            M::Concat if self.size(M::WOutput).is_some() => vec![self.in_row(M::Output)],
            M::Concat => vec![self.at(M::Output, column)],
            M::WOutput => vec![self.in_column(M::Output, column)],
            M::Output => vec![self.at(M::Residual, column)],
            M::Residual => vec![self.in_row(M::AddNorm)],
            M::AddNorm => Vec::new(),
        }
    }

    fn uses_of_embeddings(&self) -> Vec<Area> {
        let Some(embeddings) = self.trace.projected.embeddings() else { return Vec::new() };
        let made = [MatrixName::Queries, MatrixName::Keys, MatrixName::Values].into_iter();
        made.filter(|matrix| embeddings_of(*matrix, embeddings) == self.cell.matrix)
            .filter_map(|matrix| self.made_of_row(matrix))
            .collect()
    }

    /// What is made of a row of embeddings: every feature of every head, or, where nothing projects, the same one.
    fn made_of_row(&self, matrix: MatrixName) -> Option<Area> {
        let p = &self.trace.projected;
        let (w, is_query) = (weight_of(matrix), matrix == MatrixName::Queries);
        let matrix = self.before(matrix);
        let (_, d) = self.size(matrix)?;
        let (rows, all) = (self.cell.row..self.cell.row + 1, 0..p.n_heads());
        if self.size(w).is_some() {
            return Some(Area { matrix, heads: all, rows, columns: 0..d });
        }
        let (own_head, column) = (self.cell.column / d, self.cell.column % d);
        let heads = if is_query { own_head..own_head + 1 } else { p.query_heads_of(own_head) };
        Some(Area { matrix, heads, rows, columns: column..column + 1 })
    }

    /// The matrix before rotary position, where there is one.
    fn before(&self, matrix: MatrixName) -> MatrixName {
        let before = match matrix {
            MatrixName::Queries => MatrixName::QueriesBeforeRotary,
            MatrixName::Keys => MatrixName::KeysBeforeRotary,
            other => return other,
        };
        if self.size(before).is_some() { before } else { matrix }
    }

    /// Both features of the pair.
    fn turned(&self, matrix: MatrixName) -> Vec<Area> {
        let half = self.size(matrix).map_or(1, |(_, d)| d / 2);
        let first = self.cell.column % half;
        vec![self.at(matrix, first), self.at(matrix, first + half)]
    }

    fn at(&self, matrix: MatrixName, column: usize) -> Area {
        let rows = self.cell.row..self.cell.row + 1;
        Area { matrix, heads: self.heads(), rows, columns: column..column + 1 }
    }

    fn in_row(&self, matrix: MatrixName) -> Area {
        let columns = 0..self.size(matrix).map_or(0, |(_, columns)| columns);
        Area { columns, ..self.at(matrix, 0) }
    }

    fn in_column(&self, matrix: MatrixName, column: usize) -> Area {
        let rows = 0..self.size(matrix).map_or(0, |(rows, _)| rows);
        Area { rows, ..self.at(matrix, column) }
    }

    /// The query heads that the cell is of.
    fn heads(&self) -> Range<usize> {
        let p = &self.trace.projected;
        let head = self.cell.head;
        match self.cell.matrix {
            MatrixName::Keys
            | MatrixName::KeysBeforeRotary
            | MatrixName::Values
            | MatrixName::WKey
            | MatrixName::WValue => p.query_heads_of(p.kv_head(head)),
            MatrixName::Context
            | MatrixName::Concat
            | MatrixName::WOutput
            | MatrixName::Output
            | MatrixName::Residual
            | MatrixName::X => 0..p.n_heads(),
            _ => head..head + 1,
        }
    }
}

/// What projects to queries, keys or values.
fn weight_of(matrix: MatrixName) -> MatrixName {
    match matrix {
        MatrixName::Values => MatrixName::WValue,
        MatrixName::Keys | MatrixName::KeysBeforeRotary => MatrixName::WKey,
        _ => MatrixName::WQuery,
    }
}

fn one(first: Cell) -> Line {
    Line { first, is_column: false, len: 1 }
}
