//! Single cells that are set by hand although they are computed.

use std::collections::BTreeMap;

use super::{Cell, Heads, Inputs, MatrixName, Projected};

/// A computed matrix of which single cells can be set by hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Overridable {
    /// Queries as they meet the keys: after rotary position, where there is any.
    Queries,
    /// Keys as they meet the queries: after rotary position, where there is any.
    Keys,
    /// Values.
    Values,
    /// Raw dot products.
    Scores,
}

impl Overridable {
    /// All of them, in the order in which they are computed.
    pub const ALL: [Self; 4] = [Self::Queries, Self::Keys, Self::Values, Self::Scores];

    /// Its name in documents.
    pub fn key(self) -> &'static str {
        match self {
            Self::Queries => "q",
            Self::Keys => "k",
            Self::Values => "v",
            Self::Scores => "scores",
        }
    }

    /// The one that a matrix of the trace is; `None` for all others.
    pub fn of(name: MatrixName) -> Option<Self> {
        match name {
            MatrixName::Queries => Some(Self::Queries),
            MatrixName::Keys => Some(Self::Keys),
            MatrixName::Values => Some(Self::Values),
            MatrixName::Scores => Some(Self::Scores),
            _ => None,
        }
    }
}

/// Where a number is set by hand. Everything counts from 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct OverridePlace {
    /// Which matrix.
    pub matrix: Overridable,
    /// Query head; key/value head of keys and values.
    pub head: usize,
    /// Query token; key token of keys and values.
    pub row: usize,
    /// Feature in the head; key token of scores.
    pub column: usize,
}

/// The numbers that are set by hand, each with its place.
pub type Overrides = BTreeMap<OverridePlace, f64>;

/// Writes the numbers set by hand over a stack of the heads from `first` on, and tells what stood there. Places that
/// the stack does not have are those of other heads.
pub(super) fn write_over(
    inputs: &Inputs,
    of: Overridable,
    first: usize,
    stack: &mut Heads,
) -> Overrides {
    let of_stack = inputs.overrides.iter().filter(|(place, _)| place.matrix == of);
    let mut replaced = Overrides::new();
    for (place, value) in of_stack {
        let Some(head) = place.head.checked_sub(first) else { continue };
        if let Some(cell) = stack.get_mut((head, place.row, place.column)) {
            replaced.insert(*place, std::mem::replace(cell, *value));
        }
    }
    replaced
}

impl Projected {
    /// Where a cell of the trace is set by hand, be it set or not; `None` for a cell of another
    /// matrix. Query heads that share a key/value head share the place.
    pub fn override_place(&self, cell: Cell) -> Option<OverridePlace> {
        let Cell { matrix, head, row, column } = cell;
        let matrix = Overridable::of(matrix)?;
        let head = match matrix {
            Overridable::Queries | Overridable::Scores => head,
            Overridable::Keys | Overridable::Values => self.kv_head(head),
        };
        Some(OverridePlace { matrix, head, row, column })
    }

    /// The number at a place, be it computed or set by hand; `None` where there is none.
    pub fn at(&self, place: OverridePlace) -> Option<f64> {
        let OverridePlace { matrix, head, row, column } = place;
        let first = match matrix {
            Overridable::Queries | Overridable::Scores => self.held.start,
            Overridable::Keys | Overridable::Values => self.kv_head(self.held.start),
        };
        self.overridable(matrix)?.get((head.checked_sub(first)?, row, column)).copied()
    }

    /// What a cell would be if it were not set by hand; `None` where it is not.
    pub fn computed(&self, cell: Cell) -> Option<f64> {
        self.computed.get(&self.override_place(cell)?).copied()
    }

    /// The stack of a matrix of which cells can be set by hand.
    pub(super) fn overridable(&self, of: Overridable) -> Option<&Heads> {
        match of {
            Overridable::Queries => self.queries.as_ref(),
            Overridable::Keys => self.keys.as_ref(),
            Overridable::Values => self.values.as_ref(),
            Overridable::Scores => self.scores.as_ref(),
        }
    }
}
