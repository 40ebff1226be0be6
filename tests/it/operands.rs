//! Where the numbers of a cell come from and go to: every link of every small fixture leads to a cell that holds
//! that number, and leads back.

use std::collections::HashSet;

use attnscope::{
    math::{
        Area, Cell, CellSource, Line, MaskDecision, MatrixName, Trace, attend, cell_source,
        operands, uses,
    },
    samples,
};

use crate::fixtures::{each_cell, traces_up_to};

/// A cell under one name, whichever query head it is reached by.
type Place = (MatrixName, usize, usize, usize);

#[test]
fn operands_are_cells_that_hold_the_numbers_told() {
    let mut n_links = 0;
    for (name, trace) in traces_up_to(100_000) {
        each_cell(&trace, |cell| n_links += check_numbers(&name, &trace, cell));
    }
    assert!(n_links > 50_000, "only {n_links} links were followed");
}

#[test]
fn what_a_cell_is_computed_from_leads_back_to_it() {
    for (name, trace) in traces_up_to(10_000) {
        let mut back: HashSet<(Place, Place)> = HashSet::new();
        let mut forth = HashSet::new();
        each_cell(&trace, |cell| {
            let from = operands(&trace, cell).into_iter().flat_map(Line::cells);
            back.extend(from.map(|operand| (place(&trace, operand), place(&trace, cell))));
            let to = uses(&trace, cell).into_iter().flat_map(cells);
            forth.extend(to.map(|use_of| (place(&trace, cell), place(&trace, use_of))));
        });
        let lost: Vec<_> = back.symmetric_difference(&forth).take(3).collect();
        assert!(lost.is_empty(), "{name}: {lost:?} is a link one way only");
    }
}

#[test]
fn from_the_output_the_way_leads_back_to_x() {
    use MatrixName as M;
    let problem = samples::six_tokens().problem;
    let trace = attend(&problem);
    let mut cell = Cell { matrix: MatrixName::Output, head: 4, row: 3, column: 700 };
    let mut way = vec![cell.matrix];
    while let Some(line) = operands(&trace, cell).first().copied() {
        cell = line.at(line.len / 2).unwrap();
        way.push(cell.matrix);
    }
    let expected = [
        M::Output,
        M::Concat,
        M::Context,
        M::Weights,
        M::Masked,
        M::Scaled,
        M::Scores,
        M::Queries,
        M::X,
    ];
    assert_eq!(way, expected);
    assert!(uses(&trace, Cell { matrix: M::Output, ..cell }).is_empty(), "nothing follows here");
    let of_x = uses(&trace, cell);
    let names: Vec<_> =
        of_x.iter().map(|area| (area.matrix, area.heads.len(), area.columns.len())).collect();
    assert_eq!(names, [(M::Queries, 12, 64), (M::Keys, 12, 64), (M::Values, 12, 64)]);
}

#[test]
fn a_cell_that_is_not_there_leads_nowhere() {
    let trace = attend(&samples::six_tokens().problem);
    let cell = Cell { matrix: MatrixName::Scores, head: 12, row: 0, column: 0 };
    assert!(operands(&trace, cell).is_empty());
    assert!(uses(&trace, cell).is_empty());
}

fn cells(area: Area) -> impl Iterator<Item = Cell> {
    let Area { matrix, heads, rows, columns } = area;
    heads.flat_map(move |head| {
        let columns = columns.clone();
        rows.clone().flat_map(move |row| {
            columns.clone().map(move |column| Cell { matrix, head, row, column })
        })
    })
}

fn place(trace: &Trace, cell: Cell) -> Place {
    use MatrixName as M;
    let head = match cell.matrix {
        M::X
        | M::XKeys
        | M::XValues
        | M::Concat
        | M::WOutput
        | M::Output
        | M::Residual
        | M::AddNorm => 0,
        M::WKey | M::WValue | M::Keys | M::KeysBeforeRotary | M::Values => {
            trace.projected.kv_head(cell.head)
        }
        _ => cell.head,
    };
    (cell.matrix, head, cell.row, cell.column)
}

/// Compares what the source tells with what stands in the cells; counts them.
fn check_numbers(name: &str, trace: &Trace, cell: Cell) -> usize {
    let lines = operands(trace, cell);
    let number = |cell: Cell| {
        let matrix = trace.matrix(cell.matrix, cell.head);
        matrix.and_then(|matrix| matrix.get((cell.row, cell.column)).copied())
    };
    let found: Vec<Vec<Option<f64>>> =
        lines.iter().map(|line| line.cells().map(number).collect()).collect();
    let one = |value: f64| vec![Some(value)];
    let source = cell_source(trace, cell).unwrap();
    let told: Vec<Vec<Option<f64>>> = match source.computed() {
        CellSource::Given { .. } | CellSource::SetByHand { .. } => Vec::new(),
        CellSource::Copied { value, .. } => vec![one(*value)],
        CellSource::Products { terms, .. } => {
            let side = |of: fn(&attnscope::math::Term) -> f64| {
                terms.iter().map(|it| Some(of(it))).collect()
            };
            vec![side(|it| it.left), side(|it| it.right)]
        }
        CellSource::Rotated { first, second, .. } => vec![one(*first), one(*second)],
        CellSource::Scaled { score, .. } => vec![one(*score)],
        CellSource::Masked { scaled, decision, .. } => {
            let term = match decision {
                MaskDecision::Seen => 0.0,
                MaskDecision::Hidden => f64::NEG_INFINITY,
                MaskDecision::Added(term) => *term,
            };
            vec![one(*scaled), one(term)]
        }
        CellSource::Softmax { row, .. } => vec![row.iter().copied().map(Some).collect()],
        // Where only the left is a cell, the right is a bias.
        CellSource::Added { left, right, .. } if lines.len() == 2 => vec![one(*left), one(*right)],
        CellSource::Added { left, .. } => vec![one(*left)],
        CellSource::Normalized { residual, .. } => {
            let residuals = trace.matrix(MatrixName::Residual, cell.head).unwrap();
            vec![one(*residual), residuals.row(cell.row).iter().copied().map(Some).collect()]
        }
    };
    assert_eq!(told, found, "{name}: {cell:?} of {lines:?}");
    found.iter().map(Vec::len).sum()
}
