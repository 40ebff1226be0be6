//! How every cell of every small fixture is explained: what is told of it gives its number, computed here with plain
//! loops, and every link leads to a cell that some stage is drawn with.

use attnscope::{
    math::{
        Cell, CellSource, Line, MaskDecision, MatrixName, Scale, Stage, Summed, Trace, attend,
        by_size, cell_source, contributions, operands, uses,
    },
    samples,
    state::Trail,
};

use crate::fixtures::{each_cell, traces_up_to};

/// Relative to the size of the terms.
const TOLERANCE: f64 = 1e-12;

#[test]
fn the_terms_of_every_cell_give_its_number() {
    let mut n_cells = 0;
    for (name, trace) in small() {
        each_cell(&trace, |cell| {
            let source = cell_source(&trace, cell).unwrap();
            let (found, size) = from_terms(source.computed());
            let told = format!("{name}: {cell:?}: {found} of {source:?}");
            assert!(is_close(found, source.computed().value(), size), "{told}");
            let matrix = trace.matrix(cell.matrix, cell.head).unwrap();
            let stands = matrix[(cell.row, cell.column)];
            assert!(stands.to_bits() == source.value().to_bits(), "{told}, but {stands} stands");
            n_cells += 1;
        });
    }
    assert!(n_cells > 20_000, "only {n_cells} cells were explained");
}

#[test]
fn every_link_leads_to_a_cell_that_a_stage_is_drawn_with() {
    for (name, trace) in small() {
        each_cell(&trace, |cell| {
            // The ends of each line: `operands.rs` looks at all that is between.
            let ends = |line: Line| [Some(line.first), line.at(line.len - 1)];
            let back = operands(&trace, cell).into_iter().flat_map(ends).flatten();
            let forth = uses(&trace, cell).into_iter().map(|area| {
                let to = area.nearest(cell);
                let is_inside = area.heads.contains(&to.head)
                    && area.rows.contains(&to.row)
                    && area.columns.contains(&to.column);
                assert!(is_inside, "{name}: {to:?} is not in {area:?}");
                to
            });
            let heads = contributions(&trace, cell).into_iter().flat_map(|it| it.of_heads);
            for to in back.chain(forth).chain(heads.map(|it| it.largest)) {
                let matrix = trace.matrix(to.matrix, to.head);
                let is_there = matrix.is_some_and(|it| it.get((to.row, to.column)).is_some());
                assert!(is_there, "{name}: {cell:?} leads to {to:?}");
                let stage = Stage::Softmax.nearest_with(to.matrix, &trace);
                let stage = stage.unwrap_or_else(|| panic!("{name}: {:?} is not drawn", to.matrix));
                assert!(stage.is_in(&trace) && stage.matrices(&trace).contains(&to.matrix));
            }
        });
    }
}

#[test]
fn heads_add_up_to_the_output() {
    let mut n_split = 0;
    let given = samples::six_tokens().problem;
    for (name, trace) in small().chain([("six tokens".into(), attend(&given))]) {
        let Some(output) = &trace.output else { continue };
        let Some(w_o) = trace.view(MatrixName::WOutput, 0) else { continue };
        let context = trace.context.as_ref().unwrap();
        let (n_heads, _, d_v) = context.dim();
        for ((row, column), value) in output.indexed_iter() {
            let cell = Cell { matrix: MatrixName::Output, head: 0, row, column };
            let split = contributions(&trace, cell).unwrap();
            assert_eq!(split.of_heads.len(), n_heads);
            let mut size = split.bias.map_or(0.0, f64::abs);
            for (head, of_head) in split.of_heads.iter().enumerate() {
                let product = |f| context[(head, row, f)] * w_o[(head * d_v + f, column)];
                let of_block: f64 = (0..d_v).map(product).sum();
                let size_of_block: f64 = (0..d_v).map(|f| product(f).abs()).sum();
                assert!(is_close(of_head.value, of_block, size_of_block), "{name}: {cell:?}");
                assert_eq!((of_head.head, of_head.largest.column / d_v), (head, head), "{name}");
                let largest = product(of_head.largest.column % d_v).abs();
                assert!((0..d_v).all(|f| product(f).abs() <= largest), "{name}: {of_head:?}");
                size += size_of_block;
            }
            assert!(is_close(split.sum, *value, size), "{name}: {cell:?}: {split:?}");
            n_split += 1;
        }
        let other = Cell { matrix: MatrixName::Concat, head: 0, row: 0, column: 0 };
        assert_eq!(contributions(&trace, other), None);
    }
    assert!(n_split > 4_608, "only {n_split} numbers were split");
}

#[test]
fn long_sums_name_the_largest_terms_and_sum_the_rest() {
    let check = |terms: &[f64], kept, shown: &[usize], n_others, others| {
        let expected = Summed { shown: shown.to_vec(), n_others, others };
        assert_eq!(Summed::of(terms, 2, kept), expected, "{terms:?}");
    };
    check(&[], None, &[], 0, 0.0);
    check(&[1.0, -4.0, 2.0, 3.0], None, &[0, 1, 2, 3], 0, 0.0);
    check(&[1.0, -4.0, 2.0, 3.0, 0.5], None, &[1, 3], 3, 3.5);
    check(&[1.0, -4.0, 2.0, 3.0, 0.5], Some(3), &[1, 3], 3, 3.5);
    check(&[1.0, -4.0, 2.0, 3.0, 0.5], Some(4), &[1, 4], 3, 6.0);
    assert_eq!(by_size(&[1.0, -2.0, 2.0, 0.0]), [1, 2, 0, 3]);
}

#[test]
fn the_nearest_stage_that_is_drawn_with_a_matrix_is_shown() {
    use MatrixName as M;
    let trace = attend(&samples::six_tokens().problem);
    let check = |from: Stage, matrix: M, to: Option<Stage>| {
        assert_eq!(from.nearest_with(matrix, &trace), to, "{matrix:?} from {from:?}");
    };
    check(Stage::Output, M::Concat, Some(Stage::Output));
    check(Stage::Output, M::Context, Some(Stage::Context));
    check(Stage::Context, M::Masked, Some(Stage::Softmax));
    check(Stage::Softmax, M::Scaled, Some(Stage::Mask));
    check(Stage::Scale, M::Queries, Some(Stage::DotProduct));
    check(Stage::Softmax, M::X, Some(Stage::Project));
    check(Stage::Softmax, M::AddNorm, None);
    let made = |matrix| Stage::that_makes(matrix, &trace);
    assert_eq!(made(M::Keys), Some(Stage::Project));
    assert_eq!(made(M::Scores), Some(Stage::DotProduct));
    assert_eq!(made(M::WQuery), None);
    for name in M::ALL {
        assert_eq!(M::from_id(name.id()), Some(name));
    }
}

#[test]
fn the_trail_leads_back_and_forward_until_another_way_is_taken() {
    let cell = |column| Cell { matrix: MatrixName::Weights, head: 0, row: 0, column };
    let mut trail = Trail::default();
    assert_eq!(trail.step(-1, None), None);
    trail.follow(cell(0), cell(1));
    trail.follow(cell(1), cell(2));
    assert_eq!((trail.step(-1, Some(cell(2))), trail.step(1, Some(cell(2)))), (Some(1), None));
    assert_eq!(trail.go_to(0), Some(cell(0)));
    assert_eq!((trail.step(-1, Some(cell(0))), trail.step(1, Some(cell(0)))), (None, Some(1)));
    // Off the trail, back leads to where it was left.
    assert_eq!(trail.step(-1, Some(cell(9))), Some(0));
    trail.follow(cell(9), cell(8));
    assert_eq!(trail.near(9).map(|(_, it)| it.column).collect::<Vec<_>>(), [0, 9, 8]);
    assert_eq!(trail.near(1).map(|(at, _)| at).collect::<Vec<_>>(), [1, 2]);
    assert_eq!(trail.go_to(7), None);
    for column in 0..1_000 {
        trail.follow(cell(column), cell(column + 1));
    }
    assert!(trail.near(1_000).count() <= 100);
    assert_eq!(trail.go_to(trail.at()), Some(cell(1_000)));
}

#[test]
fn the_trail_keeps_what_is_still_there() {
    let cell = |column| Cell { matrix: MatrixName::Weights, head: 0, row: 0, column };
    let trail = |at| {
        let mut trail = Trail::default();
        for to in [5, 1, 6, 1, 2] {
            let from = trail.go_to(trail.at()).unwrap_or(cell(0));
            trail.follow(from, cell(to));
        }
        trail.go_to(at);
        trail
    };
    let kept = |mut trail: Trail| {
        trail.keep(|cell| cell.column < 5);
        (trail.near(9).map(|(_, it)| it.column).collect::<Vec<_>>(), trail.at())
    };
    // 0, 5, 1, 6, 1, 2: without 5 and 6, and 1 once.
    assert_eq!(kept(trail(5)), (vec![0, 1, 2], 2));
    assert_eq!(kept(trail(3)), (vec![0, 1, 2], 1));
    assert_eq!(kept(trail(1)), (vec![0, 1, 2], 0));
    let mut none = trail(4);
    none.keep(|_| false);
    assert_eq!((none.near(9).count(), none.at(), none.step(-1, None)), (0, 0, None));
}

/// What is told of a cell, put together again; and the size of the terms.
fn from_terms(source: &CellSource) -> (f64, f64) {
    let sum = |terms: &[f64]| (terms.iter().sum(), terms.iter().map(|it| it.abs()).sum());
    match source {
        CellSource::Given { value }
        | CellSource::SetByHand { value, .. }
        | CellSource::Copied { value, .. } => (*value, value.abs()),
        CellSource::Products { terms, bias, .. } => {
            let mut numbers: Vec<f64> = terms.iter().map(|it| it.left * it.right).collect();
            // As the page tells it: some by name, the rest as one.
            let told = Summed::of(&numbers, 6, None);
            let mut by_name: Vec<f64> = told.shown.iter().map(|at| numbers[*at]).collect();
            by_name.extend([told.others, bias.unwrap_or(0.0)]);
            numbers.extend(*bias);
            (sum(&by_name).0, sum(&numbers).1)
        }
        CellSource::Rotated { first, second, angle, is_first, .. } => {
            let (sin, cos) = angle.sin_cos();
            let turned =
                if *is_first { [first * cos, -second * sin] } else { [second * cos, first * sin] };
            sum(&turned)
        }
        CellSource::Scaled { score, scale, .. } => {
            let value = match scale {
                Scale::DivideBy(divisor) => score / divisor,
                Scale::MultiplyBy(factor) => score * factor,
            };
            (value, value.abs())
        }
        CellSource::Masked { scaled, decision, .. } => match decision {
            MaskDecision::Seen => (*scaled, scaled.abs()),
            MaskDecision::Hidden => (f64::NEG_INFINITY, f64::INFINITY),
            MaskDecision::Added(term) => sum(&[*scaled, *term]),
        },
        CellSource::Softmax { row, maximum, exponentials, sum, column, .. } => {
            let largest = row.iter().copied().fold(f64::NEG_INFINITY, f64::max);
            assert!(maximum.to_bits() == largest.to_bits(), "{source:?}");
            if largest == f64::NEG_INFINITY {
                return (0.0, 0.0);
            }
            for (score, exponential) in row.iter().zip(exponentials) {
                assert!(is_close((score - largest).exp(), *exponential, 1.0), "{source:?}");
            }
            assert!(is_close(exponentials.iter().sum(), *sum, *sum), "{source:?}");
            (exponentials[*column] / sum, 1.0)
        }
        CellSource::Added { left, right, .. } => sum(&[*left, *right]),
        CellSource::Normalized { residual, mean, variance, epsilon, gamma, beta, .. } => {
            sum(&[(residual - mean) / (variance + epsilon).sqrt() * gamma, *beta])
        }
    }
}

fn is_close(found: f64, expected: f64, size: f64) -> bool {
    found.to_bits() == expected.to_bits()
        || found.is_nan() && expected.is_nan()
        || (found - expected).abs() <= TOLERANCE * size.max(f64::MIN_POSITIVE)
}

/// The fixtures with few enough links to walk.
fn small() -> impl Iterator<Item = (String, Trace)> {
    traces_up_to(100_000)
}
