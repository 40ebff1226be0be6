//! What the dimensions of an array must be, given the others, where they are not: `6 × any`.

use crate::{
    assemble::{Placed, Role},
    wire::desk::Said,
};

/// A dimension that must be so, or may be any.
type Side = Option<usize>;

/// What an array's dimensions must be beside what is placed; `None` where they are.
pub(super) fn of(array: &Placed, placed: &[Placed]) -> Option<Said> {
    let sides = sides(array.role, placed);
    let has = |from_end: usize| array.shape.iter().rev().nth(from_end);
    let differs =
        |(from_end, side): (usize, &Side)| side.is_some_and(|n| has(from_end) != Some(&n));
    let is_unlike = sides.iter().rev().enumerate().any(differs);
    is_unlike.then(|| Said { en: print(&sides, "any"), ko: print(&sides, "임의") })
}

fn sides(role: Role, placed: &[Placed]) -> Vec<Side> {
    const ROWS: usize = 2;
    const COLS: usize = 1;
    let side = |role: Role, from_end: usize| -> Side {
        let shape = &placed.iter().find(|placed| placed.role == role)?.shape;
        shape.len().checked_sub(from_end).and_then(|at| shape.get(at)).copied()
    };
    let queries = || {
        let starts = [Role::X, Role::Queries, Role::Scores, Role::Weights];
        starts.into_iter().find_map(|start| side(start, ROWS))
    };
    let keys = || {
        let ready = side(Role::Scores, COLS).or_else(|| side(Role::Weights, COLS));
        let of_keys = || side(Role::XKeys, ROWS).or_else(|| side(Role::Keys, ROWS));
        ready.or_else(of_keys).or_else(queries)
    };
    let width = || side(Role::X, COLS);
    let width_of_keys = || side(Role::XKeys, COLS).or_else(width);
    let width_of_values = || side(Role::XValues, COLS).or_else(width_of_keys);
    match role {
        Role::Tokens | Role::Positions => vec![queries()],
        Role::KeyTokens => vec![keys()],
        Role::XValues | Role::Values => vec![keys(), None],
        Role::WQuery | Role::WFused => vec![width(), None],
        Role::WKey => vec![width_of_keys(), None],
        Role::WValue => vec![width_of_values(), None],
        Role::Keys => vec![None, side(Role::Queries, COLS)],
        Role::Mask => vec![queries(), keys()],
        Role::X
        | Role::XKeys
        | Role::BQuery
        | Role::BKey
        | Role::BValue
        | Role::BFused
        | Role::WOutput
        | Role::BOutput
        | Role::Queries
        | Role::Scores
        | Role::Weights
        | Role::Unused => Vec::new(),
    }
}

fn print(sides: &[Side], any: &str) -> String {
    let word = |side: &Side| side.map_or_else(|| any.to_owned(), |n| n.to_string());
    let words: Vec<String> = sides.iter().map(word).collect();
    words.join(" × ")
}
