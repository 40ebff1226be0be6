//! One number of a problem changed: where it is given, in its array; where it is computed, set by
//! hand. Everything that follows is computed again.

use std::sync::Arc;

use crate::{
    math::{
        Axis, Cell, Embeddings, Inputs, Matrix, MatrixName, OutputProjection, Overridable, Problem,
        Projected, Start, Trace,
    },
    samples::Rows,
};

/// Whether the numbers of a matrix can be changed: it is given, or its cells can be set by hand.
pub fn is_editable(trace: &Trace, name: MatrixName) -> bool {
    let start = &trace.projected.inputs.start;
    let is_of_kind = match name {
        MatrixName::X
        | MatrixName::XKeys
        | MatrixName::XValues
        | MatrixName::WQuery
        | MatrixName::WKey
        | MatrixName::WValue
        | MatrixName::WOutput
        | MatrixName::Queries
        | MatrixName::Keys
        | MatrixName::Values
        | MatrixName::Scores => true,
        MatrixName::QueriesBeforeRotary | MatrixName::KeysBeforeRotary => {
            matches!(start, Start::Projections { .. })
        }
        MatrixName::Weights => matches!(start, Start::Weights { .. }),
        MatrixName::Scaled
        | MatrixName::MaskTerm
        | MatrixName::Masked
        | MatrixName::Context
        | MatrixName::Concat
        | MatrixName::Output
        | MatrixName::Residual
        | MatrixName::AddNorm => false,
    };
    is_of_kind && trace.has(name)
}

/// The cells of a matrix of one head whose numbers are not those of `opened`, or set by hand; no
/// more than `most`. A token that was moved is compared with itself, by `rows`; of an added one
/// every number differs. Matrices of another size are other matrices.
pub fn changed_cells(
    trace: &Trace,
    opened: &Trace,
    rows: Option<&Rows>,
    name: MatrixName,
    head: usize,
    most: usize,
) -> Vec<(usize, usize)> {
    if !is_editable(trace, name) {
        return Vec::new();
    }
    let by_hand = |&(row, column): &(usize, usize)| {
        trace.projected.computed(Cell { matrix: name, head, row, column }).is_some()
    };
    let (Some(now), Some(before)) = (trace.view(name, head), opened.view(name, head)) else {
        return Vec::new();
    };
    let is_given = Overridable::of(name).is_none_or(|of| !trace.projected.inputs.computes(of));
    let (row_axis, column_axis) = name.axes();
    let differs = |&(row, column): &(usize, usize)| {
        let origin = origin(rows, row_axis, row).zip(origin(rows, column_axis, column));
        let old = origin.and_then(|place| before.get(place)).map(|old| old.to_bits());
        now.get((row, column)).map(|new| new.to_bits()) != old
    };
    let places = now.indexed_iter().map(|(place, _)| place);
    if is_given {
        if rows.is_none() && now.dim() != before.dim() {
            return Vec::new();
        }
        return places.filter(differs).take(most).collect();
    }
    if trace.projected.inputs.overrides.is_empty() {
        return Vec::new();
    }
    places.filter(by_hand).take(most).collect()
}

/// Where a row or a column stood when the numbers were opened; `None` for that of an added token.
fn origin(rows: Option<&Rows>, axis: Axis, at: usize) -> Option<usize> {
    let Some(rows) = rows else { return Some(at) };
    match axis {
        Axis::Query => rows.queries.get(at).copied().flatten(),
        Axis::Key => rows.keys.get(at).copied().flatten(),
        _ => Some(at),
    }
}

/// The problem with another number in a cell; without one, the cell is computed again. `None` where
/// there is no such cell, or nothing to compute it from.
pub fn with_cell(problem: &Problem, cell: Cell, value: Option<f64>) -> Option<Problem> {
    let mut inputs = problem.inputs().clone();
    let projected = problem.projected();
    match (given_cell(&mut inputs, projected, cell), value) {
        (Some(number), Some(value)) => *number = value,
        (Some(_), None) => return None,
        (None, value) => {
            let place = projected.override_place(cell)?;
            let computed = projected.computed(cell).or_else(|| projected.at(place));
            match value {
                // The number itself is not set by hand.
                Some(value) if computed.map(f64::to_bits) == Some(value.to_bits()) => {
                    inputs.overrides.remove(&place)
                }
                Some(value) => inputs.overrides.insert(place, value),
                None => Some(inputs.overrides.remove(&place)?),
            };
        }
    }
    // Fails for a place outside of its matrix.
    Problem::new(inputs, problem.mask().clone(), Some(problem.scale())).ok()
}

/// The number of a cell where it is given.
fn given_cell<'a>(
    inputs: &'a mut Inputs,
    projected: &Projected,
    cell: Cell,
) -> Option<&'a mut f64> {
    let Cell { matrix, head, row, column } = cell;
    let kv_head = projected.kv_head(head);
    let is_turned = inputs.rotary.is_some();
    if matrix == MatrixName::WOutput {
        return match &mut inputs.output {
            OutputProjection::Given(affine) => at(affine.weight.as_mut()?, (row, column)),
            OutputProjection::Unknown => None,
        };
    }
    let (stack, head) = match &mut inputs.start {
        Start::Embeddings(e) => return of_embeddings(e, projected, cell),
        Start::Projections { queries, keys, values } => match matrix {
            MatrixName::QueriesBeforeRotary if is_turned => (queries, head),
            MatrixName::KeysBeforeRotary if is_turned => (keys, kv_head),
            MatrixName::Queries if !is_turned => (queries, head),
            MatrixName::Keys if !is_turned => (keys, kv_head),
            MatrixName::Values => (values, kv_head),
            _ => return None,
        },
        Start::Scores { scores, values } => match matrix {
            MatrixName::Scores => (scores, head),
            MatrixName::Values => (values.as_mut()?, kv_head),
            _ => return None,
        },
        Start::Weights { weights, values } => match matrix {
            MatrixName::Weights => (weights, head),
            MatrixName::Values => (values.as_mut()?, kv_head),
            _ => return None,
        },
    };
    stack.get((head, row, column))?;
    Arc::make_mut(stack).get_mut((head, row, column))
}

fn of_embeddings<'a>(
    e: &'a mut Embeddings,
    projected: &Projected,
    Cell { matrix, head, row, column }: Cell,
) -> Option<&'a mut f64> {
    let heads = projected.inputs.heads;
    let (of, n_heads, head) = match matrix {
        MatrixName::X => return at(&mut e.x_q, (row, column)),
        MatrixName::XKeys => return at(e.x_k.as_mut()?, (row, column)),
        MatrixName::XValues => return at(e.x_v.as_mut()?, (row, column)),
        MatrixName::WQuery => (&mut e.query, heads.queries, head),
        MatrixName::WKey => (&mut e.key, heads.keys_values, projected.kv_head(head)),
        MatrixName::WValue => (&mut e.value, heads.keys_values, projected.kv_head(head)),
        _ => return None,
    };
    let weight = of.weight.as_mut()?;
    let d = weight.ncols() / n_heads;
    (column < d).then(|| at(weight, (row, head * d + column)))?
}

fn at(matrix: &mut Arc<Matrix>, place: (usize, usize)) -> Option<&mut f64> {
    matrix.get(place)?;
    Arc::make_mut(matrix).get_mut(place)
}
