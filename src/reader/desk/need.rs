//! What the dimensions of an array must be, given the others: `6 × any`.

use crate::{
    assemble::{Placed, Role},
    wire::desk::Said,
};

/// A dimension that must be so, or may be any.
type Side = Option<usize>;

/// What a role's dimensions must be beside what is placed; `None` where nothing binds them.
pub(super) fn of(role: Role, placed: &[Placed]) -> Option<Said> {
    let sides = sides(role, placed);
    let is_known = sides.iter().any(Option::is_some);
    is_known.then(|| Said { en: print(&sides, "any"), ko: print(&sides, "임의") })
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
