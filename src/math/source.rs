//! How one cell of a matrix came to be, as data: one generic explainer serves every stage.

use ndarray::{ArrayView1, ArrayView2};

use super::{Embeddings, MatrixName, Scale, Trace};

/// A cell of one matrix of the trace.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Cell {
    /// Which matrix.
    pub matrix: MatrixName,
    /// Query head.
    pub head: usize,
    /// Row of the matrix.
    pub row: usize,
    /// Column of the matrix.
    pub column: usize,
}

/// One product of a sum.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Term {
    /// Which pair of the row and the column this is.
    pub at: usize,
    /// Number from the left operand's row.
    pub left: f64,
    /// Number from the right operand's column.
    pub right: f64,
}

impl Term {
    /// left · right.
    pub fn product(self) -> f64 {
        self.left * self.right
    }
}

/// What the mask decided at a cell.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum MaskDecision {
    /// The query may look: the score stays.
    Seen,
    /// The query may not look: −∞.
    Hidden,
    /// A number is added.
    Added(f64),
}

/// How a cell came to be. `value` is the cell itself.
#[derive(Debug, Clone, PartialEq)]
pub enum CellSource {
    /// Given, not computed.
    Given {
        /// The number given.
        value: f64,
    },
    /// Set by hand over what is computed.
    SetByHand {
        /// The number set.
        value: f64,
        /// How the computed number comes to be; its value is that number.
        computed: Box<CellSource>,
    },
    /// Copied from another matrix.
    Copied {
        /// Where it comes from.
        from: Cell,
        /// The number.
        value: f64,
    },
    /// A sum of products and perhaps a bias.
    Products {
        /// The products, in order.
        terms: Vec<Term>,
        /// What is added at the end.
        bias: Option<f64>,
        /// Their sum.
        value: f64,
    },
    /// One of a pair of features turned by an angle.
    Rotated {
        /// First feature of the pair, before.
        first: f64,
        /// Second feature of the pair, before.
        second: f64,
        /// Angle in radians.
        angle: f64,
        /// Whether this cell is the first of its pair.
        is_first: bool,
        /// first · cos − second · sin, or second · cos + first · sin.
        value: f64,
    },
    /// A scaled score.
    Scaled {
        /// The raw dot product.
        score: f64,
        /// What it is scaled by.
        scale: Scale,
        /// The quotient.
        value: f64,
    },
    /// A masked score.
    Masked {
        /// The scaled score.
        scaled: f64,
        /// What the mask decided.
        decision: MaskDecision,
        /// What became of it.
        value: f64,
    },
    /// A softmax weight.
    Softmax {
        /// The masked scores of the row.
        row: Vec<f64>,
        /// Their maximum.
        maximum: f64,
        /// exp(score − maximum) of each.
        exponentials: Vec<f64>,
        /// Sum of the exponentials.
        sum: f64,
        /// Which of them this cell is.
        column: usize,
        /// exponential ÷ sum.
        value: f64,
    },
    /// Two numbers added.
    Added {
        /// The embedding, or what is not projected.
        left: f64,
        /// The output, or the bias.
        right: f64,
        /// Their sum.
        value: f64,
    },
    /// A layer norm.
    Normalized {
        /// The residual.
        residual: f64,
        /// Mean of its row.
        mean: f64,
        /// Biased variance of its row.
        variance: f64,
        /// Added to the variance.
        epsilon: f64,
        /// Factor of the feature.
        gamma: f64,
        /// Offset of the feature.
        beta: f64,
        /// (residual − mean) ÷ √(variance + epsilon) · gamma + beta.
        value: f64,
    },
}

impl CellSource {
    /// The cell's number.
    pub fn value(&self) -> f64 {
        match self {
            Self::Given { value }
            | Self::SetByHand { value, .. }
            | Self::Copied { value, .. }
            | Self::Products { value, .. }
            | Self::Rotated { value, .. }
            | Self::Scaled { value, .. }
            | Self::Masked { value, .. }
            | Self::Softmax { value, .. }
            | Self::Added { value, .. }
            | Self::Normalized { value, .. } => *value,
        }
    }

    /// How the number is computed, whatever was set over it by hand.
    pub fn computed(&self) -> &Self {
        match self {
            Self::SetByHand { computed, .. } => computed,
            source => source,
        }
    }
}

/// Tells how a cell came to be; `None` where the trace has no such cell.
pub fn cell_source(trace: &Trace, cell: Cell) -> Option<CellSource> {
    let value = trace.number(cell)?;
    let Some(computed) = trace.projected.computed(cell) else { return source(trace, cell, value) };
    let computed = Box::new(source(trace, cell, computed)?);
    Some(CellSource::SetByHand { value, computed })
}

/// How a cell is computed, or that it is given.
fn source(trace: &Trace, cell: Cell, value: f64) -> Option<CellSource> {
    let Cell { matrix, head, row, column } = cell;
    match matrix {
        MatrixName::QueriesBeforeRotary
        | MatrixName::KeysBeforeRotary
        | MatrixName::Queries
        | MatrixName::Keys
        | MatrixName::Values => projection(trace, cell, value),
        MatrixName::Scores => Some(dot_product(trace, cell, value)),
        MatrixName::Scaled => {
            let score = trace.number(Cell { matrix: MatrixName::Scores, ..cell })?;
            Some(CellSource::Scaled { score, scale: trace.scale, value })
        }
        MatrixName::Masked => masked(trace, cell, value),
        MatrixName::Weights => softmax(trace, cell, value),
        MatrixName::Context => {
            let weights = ndarray::Array1::from(trace.row(MatrixName::Weights, head, row)?);
            let values = trace.view(MatrixName::Values, head)?;
            let mut source = products(weights.view(), values.column(column), None, value);
            if let CellSource::Products { terms, .. } = &mut source {
                // Keys without weight were left out of the sum.
                terms.retain(|term| term.left != 0.0 || term.right.is_finite());
            }
            Some(source)
        }
        MatrixName::Concat => Some(concat(trace, cell, value)),
        MatrixName::Output => output(trace, cell, value),
        MatrixName::Residual => {
            let left = *trace.view(MatrixName::X, head)?.get((row, column))?;
            let right = *trace.output.as_ref()?.get((row, column))?;
            Some(CellSource::Added { left, right, value })
        }
        MatrixName::AddNorm => normalized(trace, cell, value),
        MatrixName::X
        | MatrixName::XKeys
        | MatrixName::XValues
        | MatrixName::WQuery
        | MatrixName::WKey
        | MatrixName::WValue
        | MatrixName::WOutput
        | MatrixName::MaskTerm => Some(CellSource::Given { value }),
    }
}

/// A query, key or value: a projection of an embedding, and perhaps turned by its position.
fn projection(trace: &Trace, cell: Cell, value: f64) -> Option<CellSource> {
    let p = &trace.projected;
    let is_turned = matches!(cell.matrix, MatrixName::Queries | MatrixName::Keys);
    if is_turned && p.inputs.rotary.is_some() {
        return rotated(trace, cell, value);
    }
    let Some(e) = p.embeddings() else { return Some(CellSource::Given { value }) };
    let affine = match cell.matrix {
        MatrixName::Values => &e.value,
        MatrixName::Keys | MatrixName::KeysBeforeRotary => &e.key,
        _ => &e.query,
    };
    let from = Cell { matrix: embeddings_of(cell.matrix, e), ..cell };
    let x = trace.view(from.matrix, cell.head)?;
    let column = column_of_all_heads(trace, cell)?;
    let bias = affine.bias.as_ref().and_then(|bias| bias.get(column).copied());
    let Some(weight) = &affine.weight else {
        let from = Cell { column, ..from };
        return Some(unprojected(from, *x.get((cell.row, column))?, bias, value));
    };
    Some(products(x.row(cell.row), weight.column(column), bias, value))
}

/// The column of a query, key or value among those of all heads that have their own.
pub(super) fn column_of_all_heads(trace: &Trace, cell: Cell) -> Option<usize> {
    let is_query = matches!(cell.matrix, MatrixName::Queries | MatrixName::QueriesBeforeRotary);
    let head = if is_query { cell.head } else { trace.projected.kv_head(cell.head) };
    Some(head * trace.view(cell.matrix, cell.head)?.ncols() + cell.column)
}

/// The embeddings that queries, keys or values come from.
pub(super) fn embeddings_of(matrix: MatrixName, e: &Embeddings) -> MatrixName {
    match matrix {
        MatrixName::Values if e.x_v.is_some() => MatrixName::XValues,
        MatrixName::Values | MatrixName::Keys | MatrixName::KeysBeforeRotary if e.x_k.is_some() => {
            MatrixName::XKeys
        }
        _ => MatrixName::X,
    }
}

/// Where there is no weight: a copy, or a copy and a bias.
fn unprojected(from: Cell, number: f64, bias: Option<f64>, value: f64) -> CellSource {
    match bias {
        None => CellSource::Copied { from, value },
        Some(right) => CellSource::Added { left: number, right, value },
    }
}

fn rotated(trace: &Trace, cell: Cell, value: f64) -> Option<CellSource> {
    let rotary = trace.projected.inputs.rotary.as_ref()?;
    let before = match cell.matrix {
        MatrixName::Keys => MatrixName::KeysBeforeRotary,
        _ => MatrixName::QueriesBeforeRotary,
    };
    let before = trace.view(before, cell.head)?;
    let half = before.ncols() / 2;
    let pair = cell.column % half;
    Some(CellSource::Rotated {
        first: before[(cell.row, pair)],
        second: before[(cell.row, pair + half)],
        angle: rotary.angle(cell.row, pair, half),
        is_first: cell.column < half,
        value,
    })
}

fn dot_product(trace: &Trace, cell: Cell, value: f64) -> CellSource {
    let operands = [MatrixName::Queries, MatrixName::Keys].map(|name| trace.view(name, cell.head));
    match operands {
        [Some(queries), Some(keys)] => {
            products(queries.row(cell.row), keys.row(cell.column), None, value)
        }
        _ => CellSource::Given { value },
    }
}

fn masked(trace: &Trace, cell: Cell, value: f64) -> Option<CellSource> {
    let term = trace.mask.term(cell.head, cell.row, cell.column);
    let decision = if term == f64::NEG_INFINITY {
        MaskDecision::Hidden
    } else if trace.mask.is_additive() {
        MaskDecision::Added(term)
    } else {
        MaskDecision::Seen
    };
    let scaled = trace.number(Cell { matrix: MatrixName::Scaled, ..cell })?;
    Some(CellSource::Masked { scaled, decision, value })
}

fn softmax(trace: &Trace, cell: Cell, value: f64) -> Option<CellSource> {
    let Cell { head, row: query, column, .. } = cell;
    let Some((maximum, sum)) = trace.row_max_and_sum(head, query) else {
        return Some(CellSource::Given { value });
    };
    let row = trace.row(MatrixName::Masked, head, query)?;
    let exponentials = match &trace.softmax {
        Some(softmax) => {
            let head = trace.projected.place(head)?;
            softmax.exponentials.slice(ndarray::s![head, query, ..]).to_vec()
        }
        // Of a row that sees no key there are none.
        None if maximum == f64::NEG_INFINITY => vec![0.0; row.len()],
        None => row.iter().map(|score| (score - maximum).exp()).collect(),
    };
    Some(CellSource::Softmax { row, maximum, exponentials, sum, column, value })
}

fn concat(trace: &Trace, cell: Cell, value: f64) -> CellSource {
    let d_v = trace.context.as_ref().map_or(1, |context| context.dim().2);
    let (head, column) = (cell.column / d_v, cell.column % d_v);
    let from = Cell { matrix: MatrixName::Context, head, row: cell.row, column };
    CellSource::Copied { from, value }
}

fn output(trace: &Trace, cell: Cell, value: f64) -> Option<CellSource> {
    let super::OutputProjection::Given(affine) = &trace.projected.inputs.output else {
        return None;
    };
    let bias = affine.bias.as_ref().and_then(|bias| bias.get(cell.column).copied());
    let concat: ArrayView2<'_, f64> = trace.concat.as_ref()?.view();
    let Some(weight) = &affine.weight else {
        let from = Cell { matrix: MatrixName::Concat, ..cell };
        return Some(unprojected(from, concat[(cell.row, cell.column)], bias, value));
    };
    Some(products(concat.row(cell.row), weight.column(cell.column), bias, value))
}

fn normalized(trace: &Trace, cell: Cell, value: f64) -> Option<CellSource> {
    let normed = trace.add_norm.as_ref()?;
    let norm = trace.projected.inputs.add_norm.as_ref()?.norm.as_ref()?;
    Some(CellSource::Normalized {
        residual: *trace.residual.as_ref()?.get((cell.row, cell.column))?,
        mean: normed.mean[cell.row],
        variance: normed.variance[cell.row],
        epsilon: norm.epsilon,
        gamma: norm.gamma[cell.column],
        beta: norm.beta[cell.column],
        value,
    })
}

fn products(
    left: ArrayView1<'_, f64>,
    right: ArrayView1<'_, f64>,
    bias: Option<f64>,
    value: f64,
) -> CellSource {
    let pairs = left.iter().zip(right).enumerate();
    let terms = pairs.map(|(at, (&left, &right))| Term { at, left, right }).collect();
    CellSource::Products { terms, bias, value }
}
