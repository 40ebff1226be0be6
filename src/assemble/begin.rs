//! From the arrays in their places to what the computation begins with.

use super::{
    Notice, Role, Why, from_x,
    placing::Places,
    ready,
    said::{Said, Unfit},
    settings::Settings,
};
use crate::math::{Inputs, Start};

/// Inputs, and the names that came with their rows.
pub(super) struct Begun {
    pub(super) inputs: Inputs,
    pub(super) labels: [Option<Vec<String>>; 2],
    /// Which array the queries' names count.
    pub(super) rows_of: Role,
}

impl Begun {
    /// The dimensions of scores, `[n_heads, n_queries, n_keys]`.
    pub(super) fn scores(&self) -> [usize; 3] {
        let (n, m) = match &self.inputs.start {
            Start::Embeddings(e) => (e.x_q.nrows(), e.keys_from().nrows()),
            Start::Projections { queries, keys, .. } => (queries.dim().1, keys.dim().1),
            Start::Scores { scores: stack, .. } | Start::Weights { weights: stack, .. } => {
                (stack.dim().1, stack.dim().2)
            }
        };
        [self.inputs.heads.queries, n, m]
    }
}

/// Makes the inputs: from the earliest array of the piece that was given last.
pub(super) fn begin(
    places: &Places<'_>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<Begun, Unfit> {
    let start = first_array(places)?;
    tell_unused(start, places, said);
    match start {
        Role::X => from_x::begin(places, settings, said),
        Role::Queries => ready::from_projections(places, settings, said),
        _ => ready::from_scores(start, places, settings, said),
    }
}

/// What the computation begins with.
fn first_array(places: &Places<'_>) -> Result<Role, Unfit> {
    let starts = [Role::X, Role::Queries, Role::Keys, Role::Scores, Role::Weights];
    let pieces = starts.iter().filter_map(|role| places.get(*role)).map(|item| item.piece);
    let Some(last) = pieces.max() else { return Err(without_start(places)) };
    let is_last = |role: &&Role| places.get(**role).is_some_and(|item| item.piece == last);
    let later = starts.iter().filter(is_last).filter(|role| **role != Role::X).count();
    let parameters = [Role::WQuery, Role::WKey, Role::WValue, Role::WFused];
    let has_parameters = parameters.iter().any(|role| is_last(&role));
    let counts = |role: &&Role| **role != Role::X || later == 0 || has_parameters;
    let start = starts.iter().filter(is_last).find(counts).copied().unwrap_or(Role::X);
    Ok(if start == Role::Keys { Role::Queries } else { start })
}

/// Why there is nothing to begin with.
fn without_start(places: &Places<'_>) -> Unfit {
    if let Some(item) = places.get(Role::Tokens) {
        let needs = [Role::WQuery, Role::WFused, Role::Values, Role::Mask];
        if places.first_of(&needs).is_none() {
            return Why::TokensAlone { tokens: item.array.values.len() }.at(item.spot()).into();
        }
    }
    let parameters = [Role::WQuery, Role::WKey, Role::WValue, Role::WFused, Role::WOutput];
    if let Some((given, item)) = places.first_of(&parameters) {
        return Why::Missing { missing: Role::X, given }.at(item.spot()).into();
    }
    match places.get(Role::Values) {
        Some(item) => {
            let (missing, given) = (Role::Queries, Role::Values);
            Why::Missing { missing, given }.at(item.spot()).into()
        }
        None => Why::Nothing.whole().into(),
    }
}

/// Says which of the arrays the computation passes by.
fn tell_unused(start: Role, places: &Places<'_>, said: &mut Said<'_>) {
    const X: [Role; 3] = [Role::X, Role::XKeys, Role::XValues];
    const INTO: [Role; 8] = [
        Role::WQuery,
        Role::WKey,
        Role::WValue,
        Role::WFused,
        Role::BQuery,
        Role::BKey,
        Role::BValue,
        Role::BFused,
    ];
    const MADE: [Role; 3] = [Role::Queries, Role::Keys, Role::Values];
    const READY: [Role; 2] = [Role::Scores, Role::Weights];
    let passed: Vec<Role> = match start {
        Role::X => [&MADE[..], &READY[..]].concat(),
        Role::Queries => [&X[..], &INTO[..], &READY[..]].concat(),
        _ => {
            let other = READY.iter().filter(|role| **role != start).copied();
            [&X[..], &INTO[..], &MADE[..2]].concat().into_iter().chain(other).collect()
        }
    };
    let others: Vec<Role> = passed.into_iter().filter(|role| places.has(*role)).collect();
    if !others.is_empty() {
        said.note(Notice::BeginsWith { from: start, others });
    }
}
