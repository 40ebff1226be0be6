//! What each head adds to a number of the output: concat · `w_o` is the sum over heads of each head's context by its
//! own block of rows of `w_o` (Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits").

use super::{Cell, CellSource, MatrixName, Term, Trace, cell_source};

/// What one head adds to a number of the output.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Contribution {
    /// Query head.
    pub head: usize,
    /// Its context · its block of `w_o`.
    pub value: f64,
    /// The cell of the concatenation whose product is the largest of them.
    pub largest: Cell,
}

/// What the heads add to a number of the output, and what is added beside them.
#[derive(Debug, Clone, PartialEq)]
pub struct Contributions {
    /// One of each head, in order.
    pub of_heads: Vec<Contribution>,
    /// The bias of the output projection.
    pub bias: Option<f64>,
    /// Sum of all of that: the number itself, but for the rounding of another order.
    pub sum: f64,
}

/// Splits a cell of the output by heads; `None` for other cells, and where nothing projects.
pub fn contributions(trace: &Trace, cell: Cell) -> Option<Contributions> {
    if cell.matrix != MatrixName::Output {
        return None;
    }
    let CellSource::Products { terms, bias, .. } = cell_source(trace, cell)? else { return None };
    let d_v = trace.context.as_ref()?.dim().2;
    let of_head = |(head, terms): (usize, &[Term])| {
        let largest =
            terms.iter().max_by(|a, b| a.product().abs().total_cmp(&b.product().abs()))?;
        Some(Contribution {
            head,
            value: terms.iter().map(|term| term.product()).sum(),
            largest: Cell { matrix: MatrixName::Concat, column: largest.at, ..cell },
        })
    };
    let of_heads: Vec<_> = terms.chunks(d_v.max(1)).enumerate().filter_map(of_head).collect();
    let sum = of_heads.iter().map(|of_head| of_head.value).sum::<f64>() + bias.unwrap_or(0.0);
    Some(Contributions { of_heads, bias, sum })
}
