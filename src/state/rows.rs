//! Rows that come, go and move: what becomes of everything that has a row for each token.

use std::sync::Arc;

use ndarray::{Array, Array2, ArrayBase, Axis, Data, RemoveAxis};

use crate::{
    math::{
        Corner, Inputs, Mask, MaskCell, MaskPlan, MaskRule, MaskSize, Overridable, OverridePlace,
        Overrides, Start,
    },
    samples::Rows,
};

/// Each row is itself.
pub(super) fn unmoved((n_queries, n_keys): MaskSize) -> Rows {
    let all = |n: usize| (0..n).map(Some).collect();
    Rows { queries: all(n_queries), keys: all(n_keys) }
}

/// Where rows come from after two changes.
pub(super) fn since(earlier: &Rows, later: &Rows) -> Rows {
    let through = |earlier: &[Option<usize>], later: &[Option<usize>]| {
        later.iter().map(|row| earlier.get((*row)?).copied().flatten()).collect()
    };
    Rows {
        queries: through(&earlier.queries, &later.queries),
        keys: through(&earlier.keys, &later.keys),
    }
}

/// A change of one row, or of all but some.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum RowChange {
    /// A new row before another.
    Insert { at: usize },
    /// A row less.
    Remove { at: usize },
    /// A row elsewhere.
    Move { from: usize, to: usize },
    /// The rows from one to before another and no others.
    Keep { from: usize, to: usize },
}

impl RowChange {
    /// What the change makes of a list.
    pub(super) fn apply<T>(self, list: &mut Vec<T>, new: impl FnOnce() -> T) {
        match self {
            Self::Insert { at } => list.insert(at, new()),
            Self::Remove { at } => drop(list.remove(at)),
            Self::Move { from, to } => {
                let moved = list.remove(from);
                list.insert(to, moved);
            }
            Self::Keep { from, to } => {
                list.truncate(to);
                list.drain(..from.min(list.len()));
            }
        }
    }

    /// For each row afterwards which one it was.
    pub(super) fn origins(self, n: usize) -> Vec<Option<usize>> {
        let mut rows = (0..n).map(Some).collect();
        self.apply(&mut rows, || None);
        rows
    }

    /// Where something ends that has so many rows from the first on. A row that is added at its
    /// end is added to it.
    fn end(self, end: usize) -> usize {
        match self {
            Self::Insert { at } => end + usize::from(end > 0 && at <= end),
            Self::Remove { at } => end - usize::from(at < end),
            Self::Move { .. } => end,
            Self::Keep { from, to } => end.clamp(from, to) - from,
        }
    }

    /// A rule that means the same tokens; what is told by places stays in its place.
    fn rule(self, rule: &MaskRule) -> MaskRule {
        match rule {
            MaskRule::All | MaskRule::Window { .. } => rule.clone(),
            MaskRule::Padding { from } => MaskRule::Padding { from: self.end(*from) },
            MaskRule::Prefix { length } => MaskRule::Prefix { length: self.end(*length) },
            MaskRule::Blocks { starts } => {
                let starts = starts.iter().map(|start| self.end(*start)).filter(|start| *start > 0);
                let mut starts: Vec<usize> = starts.collect();
                starts.dedup();
                MaskRule::Blocks { starts }
            }
        }
    }
}

/// An array with other rows along an axis; new ones are filled.
fn gathered<T: Copy, S: Data<Elem = T>, D: RemoveAxis>(
    array: &ArrayBase<S, D>,
    axis: usize,
    rows: &[Option<usize>],
    new: T,
) -> Array<T, D> {
    let mut dimensions = array.raw_dim();
    // Numbers of a row along the axis.
    let width = dimensions.slice()[axis + 1..].iter().product::<usize>();
    let before: Vec<T> = array.iter().copied().collect();
    let n_before = dimensions[axis];
    dimensions[axis] = rows.len();
    let mut gathered = Array::from_elem(dimensions, new);
    if let Some(after) = gathered.as_slice_mut() {
        copy_rows(&before, after, (n_before, width), rows);
    }
    gathered
}

/// Copies rows of `width` numbers, in blocks of so many rows before and as many as `rows` after.
fn copy_rows<T: Copy>(
    before: &[T],
    after: &mut [T],
    (n_before, width): (usize, usize),
    rows: &[Option<usize>],
) {
    let after = after.chunks_mut((rows.len() * width).max(1));
    for (before, after) in before.chunks((n_before * width).max(1)).zip(after) {
        let before: Vec<&[T]> = before.chunks(width.max(1)).collect();
        for (row, origin) in after.chunks_mut(width.max(1)).zip(rows) {
            if let Some(old) = origin.and_then(|origin| before.get(origin)) {
                row.copy_from_slice(old);
            }
        }
    }
}

/// Rows of numbers; those that stay in their order are not copied, and new ones are 0.
fn numbers<D: RemoveAxis>(
    array: &Arc<Array<f64, D>>,
    axis: usize,
    rows: &[Option<usize>],
) -> Arc<Array<f64, D>> {
    let is_same = rows.iter().copied().eq((0..array.len_of(Axis(axis))).map(Some));
    if is_same { Arc::clone(array) } else { gathered(array, axis, rows, 0.0).into() }
}

/// What is given, with other rows.
pub(super) fn inputs(inputs: &Inputs, rows: &Rows) -> Inputs {
    let Rows { queries: of_queries, keys: of_keys } = rows;
    let mut after = inputs.clone();
    match &mut after.start {
        Start::Embeddings(e) => {
            e.x_q = numbers(&e.x_q, 0, of_queries);
            e.x_k = e.x_k.as_ref().map(|x| numbers(x, 0, of_keys));
            e.x_v = e.x_v.as_ref().map(|x| numbers(x, 0, of_keys));
        }
        Start::Projections { queries, keys, values } => {
            *queries = numbers(queries, 1, of_queries);
            *keys = numbers(keys, 1, of_keys);
            *values = numbers(values, 1, of_keys);
        }
        Start::Scores { scores: stack, values } | Start::Weights { weights: stack, values } => {
            *stack = numbers(&numbers(stack, 1, of_queries), 2, of_keys);
            *values = values.as_ref().map(|values| numbers(values, 1, of_keys));
        }
    }
    after.overrides = overrides(&inputs.overrides, rows);
    after
}

/// Numbers set by hand go with their rows.
fn overrides(overrides: &Overrides, rows: &Rows) -> Overrides {
    let (queries, keys) = (destinations(&rows.queries), destinations(&rows.keys));
    let to = |rows: &[Option<usize>], row: usize| rows.get(row).copied().flatten();
    let moved = overrides.iter().filter_map(|(place, value)| {
        let OverridePlace { matrix, row, column, .. } = *place;
        let (row, column) = match matrix {
            Overridable::Queries => (to(&queries, row)?, column),
            Overridable::Keys | Overridable::Values => (to(&keys, row)?, column),
            Overridable::Scores => (to(&queries, row)?, to(&keys, column)?),
        };
        Some((OverridePlace { row, column, ..*place }, *value))
    });
    // One by one: to collect them would compile a sort of their own.
    let mut overrides = Overrides::new();
    for (place, value) in moved {
        overrides.insert(place, value);
    }
    overrides
}

/// For each row before where it went; `None` for one that was removed.
fn destinations(rows: &[Option<usize>]) -> Vec<Option<usize>> {
    let n_known = rows.iter().flatten().max().map_or(0, |last| last + 1);
    let mut destinations = vec![None; n_known];
    for (to, origin) in rows.iter().enumerate() {
        if let Some(destination) = origin.and_then(|origin| destinations.get_mut(origin)) {
            *destination = Some(to);
        }
    }
    destinations
}

/// A mask with other rows and columns: rules keep their meaning, cells go with their tokens, and
/// new cells are seen. `before` is the size until now.
pub(super) fn plan(
    plan: &MaskPlan,
    rows: &Rows,
    changes: [Option<RowChange>; 2],
    before: MaskSize,
) -> MaskPlan {
    match (plan, changes) {
        (MaskPlan::Cells(mask), _) => MaskPlan::Cells(cells(mask, rows).into()),
        (MaskPlan::Rule { rule, causal }, [Some(RowChange::Keep { .. }), Some(of_keys)]) => {
            let aligned = aligned((rule, *causal), of_keys, rows, before);
            aligned.unwrap_or_else(|| cut(plan, rows, before))
        }
        (MaskPlan::Rule { rule, causal }, [_, Some(change)]) => {
            MaskPlan::Rule { rule: change.rule(rule), causal: *causal }
        }
        (MaskPlan::Rule { .. }, [_, None]) => plan.clone(),
    }
}

/// A rule so aligned, after queries and keys were cropped, that each query stands beside the same
/// key as before; `None` where no corner does.
fn aligned(
    (rule, causal): (&MaskRule, Option<Corner>),
    of_keys: RowChange,
    rows: &Rows,
    (n_queries, n_keys): MaskSize,
) -> Option<MaskPlan> {
    let is_by_block = matches!(rule, MaskRule::Blocks { .. });
    if is_by_block && rows.queries != rows.keys {
        // A block may end beyond the keys that are left, and its queries go on.
        return None;
    }
    let aside = |causal, n: usize, m: usize| match causal {
        Some(Corner::LowerRight) => m.cast_signed() - n.cast_signed(),
        Some(Corner::UpperLeft) | None => 0,
    };
    let first = |rows: &[Option<usize>]| rows.first().copied().flatten().unwrap_or_default();
    let moved = first(&rows.queries).cast_signed() - first(&rows.keys).cast_signed();
    let needed = aside(causal, n_queries, n_keys) + moved;
    let is_by_place = is_by_block || causal.is_some() || matches!(rule, MaskRule::Window { .. });
    let is_aligned = |causal: &Option<Corner>| {
        !is_by_place || aside(*causal, rows.queries.len(), rows.keys.len()) == needed
    };
    let corners = [causal, Some(Corner::UpperLeft), Some(Corner::LowerRight)];
    // What is not causal does not become so.
    let corners = &corners[..if causal.is_some() { 3 } else { 1 }];
    let causal = *corners.iter().find(|causal| is_aligned(causal))?;
    Some(MaskPlan::Rule { rule: of_keys.rule(rule), causal })
}

/// Of what a rule hides what is left of its rows and columns, cell by cell.
fn cut(plan: &MaskPlan, Rows { queries, keys }: &Rows, before: MaskSize) -> MaskPlan {
    let is_seen = |(row, column): (usize, usize)| {
        let origin = |rows: &[Option<usize>], at: usize| rows.get(at).copied().flatten();
        let cell = origin(queries, row).zip(origin(keys, column));
        cell.is_none_or(|(query, key)| {
            plan.hidden_by(MaskCell { head: 0, query, key }, before).is_none()
        })
    };
    let allow = Array2::from_shape_fn((queries.len(), keys.len()), is_seen);
    MaskPlan::Cells(Mask::Allow(allow).into())
}

fn cells(mask: &Mask, Rows { queries, keys }: &Rows) -> Mask {
    match mask {
        Mask::None | Mask::Causal => mask.clone(),
        Mask::Allow(allow) => {
            Mask::Allow(gathered(&gathered(allow, 0, queries, true), 1, keys, true))
        }
        Mask::AllowPerHead(allow) => {
            Mask::AllowPerHead(gathered(&gathered(allow, 1, queries, true), 2, keys, true))
        }
        Mask::Add(add) => Mask::Add(gathered(&gathered(add, 0, queries, 0.0), 1, keys, 0.0)),
        Mask::AddPerHead(add) => {
            Mask::AddPerHead(gathered(&gathered(add, 1, queries, 0.0), 2, keys, 0.0))
        }
    }
}
