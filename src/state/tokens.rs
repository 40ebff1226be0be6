//! Tokens that are renamed, added, removed, moved and cropped, with everything that belongs to them:
//! their numbers, names and positions, the mask, numbers set by hand, and the selection.

use std::{ops::Range, sync::Arc};

use ndarray::Array1;
use thiserror::Error;

use super::{
    Selection, Settings,
    rows::{self, RowChange},
};
use crate::{
    math::{Asks, Inputs, MaskPlan, MaskSize, Matrix, Problem, Shape, ShapeError, Start},
    samples::{
        Loaded, Rows,
        six_tokens::{Features, embeddings},
    },
};

/// A change of one token, or of all but a range of them. Everything counts from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TokenEdit {
    /// Another name; where the embeddings are built of what tokens are, its numbers follow.
    Rename {
        /// Whose token.
        side: Side,
        /// Which.
        at: usize,
        /// Its new name.
        text: String,
    },
    /// A token more. Its numbers are 0, or built of its name.
    Add {
        /// Whose token.
        side: Side,
        /// Before which token it will stand; after the last where that is none.
        at: usize,
        /// Its name.
        text: String,
    },
    /// A token less.
    Remove {
        /// Whose token.
        side: Side,
        /// Which.
        at: usize,
    },
    /// A token elsewhere.
    Move {
        /// Whose token.
        side: Side,
        /// Where it stands.
        from: usize,
        /// Where it will stand.
        to: usize,
        /// What becomes of its position, where [`has_positions`].
        positions: Positions,
    },
    /// These tokens and no others. Each keeps its position: unlike [`TokenEdit::Remove`], which
    /// takes one out of a text, this looks at a part of it.
    Keep {
        /// The queries that stay.
        queries: Range<usize>,
        /// The keys that stay; of no account where both [`is_one_sequence`].
        keys: Range<usize>,
    },
}

/// Queries or keys; the values go with the keys. Of no account where both [`is_one_sequence`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Side {
    /// The tokens that ask.
    Queries,
    /// The tokens that are asked.
    Keys,
}

/// What becomes of positions when tokens move.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Positions {
    /// They stay where they are: the token takes on that of its new place.
    Stay,
    /// The token takes its own along.
    Move,
}

/// Why a token cannot be changed so.
#[derive(Debug, Clone, PartialEq, Error)]
pub enum TokenError {
    /// There is no such token.
    #[error("there is no such token")]
    NoSuchToken,
    /// A token must be left.
    #[error("the last token stays: without one there is nothing to compute")]
    LastToken,
    /// There would be too much to compute.
    #[error(transparent)]
    Shape(#[from] ShapeError),
}

/// Whether queries and keys are the same tokens, so that one is never changed without the other.
pub fn is_one_sequence(loaded: &Loaded) -> bool {
    let inputs = loaded.problem.inputs();
    match &inputs.start {
        Start::Embeddings(embeddings) => embeddings.x_k.is_none(),
        _ => loaded.tokens_k.is_none() && inputs.n_queries() == inputs.n_keys(),
    }
}

/// Whether tokens have positions apart from their embeddings' rows, so that [`Positions`] makes a
/// difference.
pub fn has_positions(loaded: &Loaded) -> bool {
    let is_rotary = loaded.problem.inputs().rotary.is_some();
    loaded.built.is_some() || is_rotary && is_one_sequence(loaded)
}

/// The numbers and what is chosen over them after a change of one token. All shapes stay in step;
/// a chosen mask keeps its meaning, or goes with its tokens where it is painted.
///
/// # Errors
/// [`TokenError`] where there is no such token, or it cannot be done without.
pub fn with_token_edit(
    loaded: &Loaded,
    settings: &Settings,
    edit: &TokenEdit,
) -> Result<(Loaded, Settings), TokenError> {
    let (n_queries, n_keys) = size(loaded);
    let n_tokens = |side: Side| if side == Side::Queries { n_queries } else { n_keys };
    let check = |side: Side, at: usize| {
        if at < n_tokens(side) { Ok(()) } else { Err(TokenError::NoSuchToken) }
    };
    let is_one = is_one_sequence(loaded);
    let on = |side: Side, change: RowChange| {
        [Side::Queries, Side::Keys].map(|this| (is_one || side == this).then_some(change))
    };
    let (changes, positions, text) = match edit {
        TokenEdit::Rename { side, at, text } => {
            check(*side, *at)?;
            return Ok((renamed(loaded, *side, *at, text)?, settings.clone()));
        }
        TokenEdit::Add { side, at, text } => {
            let change = RowChange::Insert { at: (*at).min(n_tokens(*side)) };
            (on(*side, change), Positions::Stay, text.as_str())
        }
        TokenEdit::Remove { side, at } => {
            check(*side, *at)?;
            if n_tokens(*side) == 1 {
                return Err(TokenError::LastToken);
            }
            (on(*side, RowChange::Remove { at: *at }), Positions::Stay, "")
        }
        TokenEdit::Move { side, from, to, positions } => {
            check(*side, *from)?;
            check(*side, *to)?;
            (on(*side, RowChange::Move { from: *from, to: *to }), *positions, "")
        }
        TokenEdit::Keep { queries, keys } => {
            let keys = if is_one { queries } else { keys };
            check_positions(loaded.problem.inputs(), queries, keys)?;
            let changes = [kept(queries, n_queries)?, kept(keys, n_keys)?].map(Some);
            (changes, Positions::Move, "")
        }
    };
    let [of_queries, of_keys] = changes;
    let mut rows = rows::unmoved(size(loaded));
    if let Some(change) = of_queries {
        rows.queries = change.origins(rows.queries.len());
    }
    if let Some(change) = of_keys {
        rows.keys = change.origins(rows.keys.len());
    }
    let after = with_rows(loaded, &rows, changes, positions, text)?;
    let plan = |plan: &MaskPlan| rows::plan(plan, &rows, changes, size(loaded));
    let settings = Settings {
        mask: settings.mask.as_ref().map(plan),
        selection: selection(settings.selection, &rows),
        ..settings.clone()
    };
    Ok((after, settings))
}

/// Numbers of queries and of keys.
fn size(loaded: &Loaded) -> MaskSize {
    let inputs = loaded.problem.inputs();
    (inputs.n_queries(), inputs.n_keys())
}

/// Of so many tokens only these.
fn kept(range: &Range<usize>, n: usize) -> Result<RowChange, TokenError> {
    match *range {
        Range { end, .. } if end > n => Err(TokenError::NoSuchToken),
        Range { start, end } if start >= end => Err(TokenError::LastToken),
        Range { start, end } => Ok(RowChange::Keep { from: start, to: end }),
    }
}

/// Refuses ranges whose tokens could not keep their rotary positions: there is one list of them, for
/// queries and keys, and none where they count from 0.
fn check_positions(
    inputs: &Inputs,
    queries: &Range<usize>,
    keys: &Range<usize>,
) -> Result<(), TokenError> {
    let Some(rotary) = &inputs.rotary else { return Ok(()) };
    let counts = rotary.positions.is_none() && queries.start == 0 && keys.start == 0;
    if counts || queries == keys {
        return Ok(());
    }
    let shape = |range: &Range<usize>| Shape::of(&[range.start, range.end]);
    let (expected, found) = (shape(queries), shape(keys));
    Err(ShapeError::Mismatch { of: "positions", expected, found, why: Asks::Tokens }.into())
}

fn renamed(loaded: &Loaded, side: Side, at: usize, text: &str) -> Result<Loaded, TokenError> {
    let mut after = loaded.clone();
    if side == Side::Keys && !is_one_sequence(loaded) {
        after.tokens_k.get_or_insert_with(|| loaded.tokens.clone());
    }
    let names = match (side, &mut after.tokens_k) {
        (Side::Keys, Some(tokens_k)) => tokens_k,
        _ => &mut after.tokens,
    };
    text.clone_into(names.get_mut(at).ok_or(TokenError::NoSuchToken)?);
    if let Some(built) = &loaded.built {
        let mut inputs = loaded.problem.inputs().clone();
        let rows = rows::unmoved(size(loaded));
        rebuild(&mut inputs, loaded, (&after.tokens, built), &rows.queries);
        let mask = Arc::clone(loaded.problem.shared_mask());
        after.problem = Problem::new(inputs, mask, Some(loaded.problem.scale()))?;
    }
    Ok(after)
}

/// Other rows, and everything of the numbers that goes with them.
fn with_rows(
    loaded: &Loaded,
    rows: &Rows,
    [of_queries, of_keys]: [Option<RowChange>; 2],
    positions: Positions,
    text: &str,
) -> Result<Loaded, TokenError> {
    let is_one = is_one_sequence(loaded);
    let mut inputs = rows::inputs(loaded.problem.inputs(), rows);
    let mut after = loaded.clone();
    let name = || text.to_owned();
    if !is_one {
        after.tokens_k.get_or_insert_with(|| loaded.tokens.clone());
    }
    if let Some(change) = of_queries {
        change.apply(&mut after.tokens, name);
        if is_one || of_keys == of_queries {
            turn(&mut inputs, size(loaded).0, change, positions);
        }
        if let Some(built) = &mut after.built {
            place(built, change, positions);
            rebuild(&mut inputs, loaded, (&after.tokens, built), &rows.queries);
        }
    }
    if let (Some(change), Some(tokens_k)) = (of_keys, &mut after.tokens_k) {
        change.apply(tokens_k, name);
    }
    // What others printed or recorded is about other tokens.
    (after.printed, after.recorded) = (None, None);
    let before = size(loaded);
    let own = MaskPlan::of(loaded.problem.shared_mask(), before);
    let size = (rows.queries.len(), rows.keys.len());
    let mask = rows::plan(&own, rows, [of_queries, of_keys], before).mask(size);
    after.problem = Problem::new(inputs, mask, Some(loaded.problem.scale()))?;
    let (query, key) = loaded.default_cell;
    after.default_cell = (query.min(size.0 - 1), key.min(size.1 - 1));
    let earlier = loaded.rows.as_ref();
    after.rows = Some(earlier.map_or_else(|| rows.clone(), |earlier| rows::since(earlier, rows)));
    Ok(after)
}

/// The selection stays with its tokens, or goes to the next that there is.
fn selection(selection: Selection, rows: &Rows) -> Selection {
    let to = |rows: &[Option<usize>], row: usize| {
        let to = rows.iter().position(|origin| *origin == Some(row));
        let next = || rows.iter().position(|origin| origin.is_some_and(|origin| origin > row));
        to.or_else(next).unwrap_or(rows.len().saturating_sub(1))
    };
    let (query, key) = (to(&rows.queries, selection.query), to(&rows.keys, selection.key));
    Selection { query, key, ..selection }
}

/// Positions after a change. An added token takes the position of its place, and those from there
/// on are one more; when one is taken out, the gap closes.
fn placed(mut places: Vec<usize>, change: RowChange, positions: Positions) -> Vec<usize> {
    match change {
        RowChange::Insert { at } => {
            let after_all = || places.iter().map(|place| place + 1).max().unwrap_or_default();
            let new = places.get(at).copied().unwrap_or_else(after_all);
            places.iter_mut().filter(|place| **place >= new).for_each(|place| *place += 1);
            places.insert(at, new);
        }
        RowChange::Remove { at } => {
            let old = places.remove(at);
            places.iter_mut().filter(|place| **place > old).for_each(|place| *place -= 1);
        }
        RowChange::Move { .. } if positions == Positions::Stay => {}
        RowChange::Move { .. } | RowChange::Keep { .. } => {
            change.apply(&mut places, usize::default);
        }
    }
    places
}

/// Rotary positions after a change, where there are any.
fn turn(inputs: &mut Inputs, n_before: usize, change: RowChange, positions: Positions) {
    let Some(rotary) = &mut inputs.rotary else { return };
    let given = rotary.positions.take();
    let counted = match &given {
        None => Some((0..n_before).collect()),
        Some(given) => counted(given),
    };
    if let Some(places) = counted {
        let places = placed(places, change, positions);
        let is_plain = places.iter().copied().eq(0..places.len());
        let places = || places.iter().map(|place| *place as f64).collect();
        rotary.positions = (!is_plain).then(places);
        return;
    }
    // Positions of somebody's own do not close gaps; a new token stands where its neighbor does.
    let mut own = given.map(|given| given.to_vec()).unwrap_or_default();
    let is_fixed = matches!(change, RowChange::Move { .. }) && positions == Positions::Stay;
    if !is_fixed {
        let neighbor = match change {
            RowChange::Insert { at } => own.get(at.saturating_sub(1)).copied().unwrap_or_default(),
            RowChange::Remove { .. } | RowChange::Move { .. } | RowChange::Keep { .. } => 0.0,
        };
        change.apply(&mut own, || neighbor);
    }
    rotary.positions = Some(own.into());
}

/// Positions that are 0, 1, 2, … in some order.
fn counted(positions: &Array1<f64>) -> Option<Vec<usize>> {
    let mut is_taken = vec![false; positions.len()];
    let mut place = |position: &f64| {
        let place = *position as usize;
        let is_whole = (place as f64).to_bits() == position.to_bits();
        let taken = is_taken.get_mut(place).filter(|taken| is_whole && !**taken)?;
        *taken = true;
        Some(place)
    };
    positions.iter().map(&mut place).collect()
}

/// What is true of each token after a change.
fn place(built: &mut Vec<Features>, change: RowChange, positions: Positions) {
    let places = built.iter().map(|features| features.position).collect();
    let places = placed(places, change, positions);
    let new = Features::of_new_word(built, 0);
    change.apply(built, || new);
    for (features, position) in built.iter_mut().zip(places) {
        features.position = position;
    }
}

/// Builds embeddings of what tokens are now. A number that is not as it was built was set by hand
/// and stays.
fn rebuild(
    inputs: &mut Inputs,
    before: &Loaded,
    (tokens, built): (&[String], &[Features]),
    rows: &[Option<usize>],
) {
    let Start::Embeddings(e) = &mut inputs.start else { return };
    let (Some(was_built), Some(was)) = (&before.built, before.problem.projected().embeddings())
    else {
        return;
    };
    let old = built_of(&before.tokens, was_built);
    let new = built_of(tokens, built);
    if old.dim() != was.x_q.dim() || new.dim() != e.x_q.dim() {
        return;
    }
    let x = Arc::make_mut(&mut e.x_q);
    for ((mut row, new), origin) in x.outer_iter_mut().zip(new.outer_iter()).zip(rows) {
        let Some(origin) = origin else {
            row.assign(&new);
            continue;
        };
        let is_built = was.x_q.row(*origin).into_iter().zip(old.row(*origin));
        for ((number, new), (is, was)) in row.iter_mut().zip(new).zip(is_built) {
            if is.to_bits() == was.to_bits() {
                *number = *new;
            }
        }
    }
}

fn built_of(tokens: &[String], built: &[Features]) -> Matrix {
    embeddings(tokens.iter().map(String::as_str).zip(built.iter().copied()))
}
