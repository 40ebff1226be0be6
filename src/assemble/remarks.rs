//! What must be said of the numbers and the mask of a problem that fits.

use ndarray::ArrayView2;

use super::{Notice, Role, labels::Names, mask::Shown};
use crate::math::{Heads, Inputs, Mask, Matrix, OutputProjection, Start};

/// Cells of a matrix of scores from which drawing takes its time.
const MANY_CELLS: usize = 1_000_000;

/// Tokens that stand where a text is over.
const PADDING: [&str; 4] = ["[PAD]", "<pad>", "<|pad|>", "<PAD>"];

/// Says what is odd: sizes, cells that are not finite, queries without keys.
pub(super) fn remarks(
    inputs: &Inputs,
    mask: &Mask,
    heads: usize,
    shown: &Shown,
    names: &Names,
) -> Vec<Notice> {
    let mut notes = Vec::new();
    let [n, m] = [shown[0].len(), shown[1].len()];
    if n.saturating_mul(m) > MANY_CELLS {
        notes.push(Notice::Large { tokens: n.max(m), cells: n.saturating_mul(m) });
    }
    let visible = Visible::of(mask, [heads, n, m]);
    notes.extend(not_finite(inputs, &visible, shown[1].start));
    let mut blind = visible.rows.iter().enumerate().filter(|(_, sees)| !**sees);
    if let Some((row, _)) = blind.next() {
        notes.push(Notice::SeesNoKey { row: shown[0].start + row + 1, more: blind.count() });
    }
    notes.extend(keeps_padding(&visible, names));
    notes
}

/// What the mask leaves visible.
struct Visible {
    /// For each query, whether it sees a key in every head.
    rows: Vec<bool>,
    /// For each key, whether some query sees it in some head.
    keys: Vec<bool>,
}

impl Visible {
    fn of(mask: &Mask, [heads, n, m]: [usize; 3]) -> Self {
        if matches!(mask, Mask::None) {
            return Self { rows: vec![true; n], keys: vec![true; m] };
        }
        let per_head = matches!(mask, Mask::AllowPerHead(_) | Mask::AddPerHead(_));
        let (mut rows, mut keys) = (vec![true; n], vec![false; m]);
        for head in 0..if per_head { heads } else { 1 } {
            for (query, sees) in rows.iter_mut().enumerate() {
                let mut sees_key = false;
                for (key, seen) in keys.iter_mut().enumerate() {
                    let is_seen = mask.term(head, query, key) != f64::NEG_INFINITY;
                    sees_key |= is_seen;
                    *seen |= is_seen;
                }
                *sees &= sees_key;
            }
        }
        Self { rows, keys }
    }
}

/// A mask that keeps padding and nothing else is most likely the wrong way round.
fn keeps_padding(visible: &Visible, names: &Names) -> Option<Notice> {
    let [tokens, key_tokens] = names;
    let tokens = key_tokens.as_ref().or(tokens.as_ref())?;
    let is_padding = |token: &&String| PADDING.contains(&token.as_str());
    let mut kept =
        tokens.iter().zip(&visible.keys).filter(|(_, seen)| **seen).map(|(token, _)| token);
    let is_masked = visible.keys.contains(&false);
    let first = kept.next().filter(|_| is_masked)?;
    let is_all = is_padding(&first) && kept.all(|token| is_padding(&token));
    is_all.then(|| Notice::KeepsPadding { token: first.clone() })
}

fn not_finite(inputs: &Inputs, visible: &Visible, first_key: usize) -> Vec<Notice> {
    let mut notes = Vec::new();
    for (role, matrix) in matrices(inputs) {
        let keys = matches!(role, Role::Keys | Role::Values | Role::XKeys | Role::XValues);
        let is_hidden = |row: usize| {
            let key = row.checked_sub(first_key).and_then(|key| visible.keys.get(key));
            keys && key.is_some_and(|seen| !seen)
        };
        notes.extend(cell(role, matrix, is_hidden));
    }
    notes
}

/// A matrix with its place.
type Given<'a> = (Role, ArrayView2<'a, f64>);

fn heads(role: Role, stack: Option<&Heads>) -> Vec<Given<'_>> {
    let matrices = stack.into_iter().flat_map(|stack| stack.outer_iter());
    matrices.map(|matrix| (role, matrix)).collect()
}

fn one(role: Role, matrix: Option<&Matrix>) -> Option<Given<'_>> {
    matrix.map(|matrix| (role, matrix.view()))
}

/// Every matrix that is given.
fn matrices(inputs: &Inputs) -> Vec<Given<'_>> {
    let mut matrices: Vec<Given<'_>> = match &inputs.start {
        Start::Embeddings(e) => [
            one(Role::X, Some(&e.x_q)),
            one(Role::XKeys, e.x_k.as_deref()),
            one(Role::XValues, e.x_v.as_deref()),
            one(Role::WQuery, e.query.weight.as_deref()),
            one(Role::WKey, e.key.weight.as_deref()),
            one(Role::WValue, e.value.weight.as_deref()),
        ]
        .into_iter()
        .flatten()
        .collect(),
        Start::Projections { queries, keys, values } => [
            heads(Role::Queries, Some(queries)),
            heads(Role::Keys, Some(keys)),
            heads(Role::Values, Some(values)),
        ]
        .concat(),
        Start::Scores { scores, values } => {
            [heads(Role::Scores, Some(scores)), heads(Role::Values, values.as_deref())].concat()
        }
        Start::Weights { weights, values } => {
            [heads(Role::Weights, Some(weights)), heads(Role::Values, values.as_deref())].concat()
        }
    };
    if let OutputProjection::Given(affine) = &inputs.output {
        matrices.extend(one(Role::WOutput, affine.weight.as_deref()));
    }
    matrices
}

/// The first cell that is no finite number; −∞ in scores is a mask.
fn cell(
    role: Role,
    matrix: ArrayView2<'_, f64>,
    is_hidden: impl Fn(usize) -> bool,
) -> Option<Notice> {
    // Nearly always, and quickly told.
    if matrix.as_slice().is_some_and(|all| all.iter().all(|value| value.is_finite())) {
        return None;
    }
    let is_odd = |value: f64| !(value.is_finite() || role == Role::Scores && value < 0.0);
    let mut odd = matrix.indexed_iter().filter(|(_, value)| is_odd(**value));
    let ((row, column), value) = odd.next()?;
    let value = match *value {
        value if value.is_nan() => "NaN",
        value if value > 0.0 => "Infinity",
        _ => "-Infinity",
    };
    let is_hidden = is_hidden(row);
    let (row, column) = (row + 1, column + 1);
    Some(Notice::NotFinite { role, row, column, value, more: odd.count(), is_hidden })
}
