//! Inputs that begin with ready-made arrays: Q, K and V, or scores, or attention weights.

use std::sync::Arc;

use ndarray::Axis;

use super::{
    Notice, Role, Why,
    begin::Begun,
    from_x::rotary,
    heads::{Known, Widths, choose, divisors},
    matrix::{Lead, Stack, numbers, rank, stack},
    parameters::{Parameter, choose_layout, output_of},
    placing::Places,
    said::{Item, Said, Unfit},
    settings::Settings,
    shares::settle,
};
use crate::{
    document::Axes,
    input::{Meaning, Topic},
    math::{HeadCounts, Heads, Inputs, OutputProjection, Overrides, Start, split_heads},
};

/// Begins with Q and K; V, where it is missing, is K.
pub(super) fn from_projections(
    places: &Places<'_>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<Begun, Unfit> {
    let need = |missing: Role, given: Role| {
        let item = places.get(missing);
        item.ok_or_else(|| -> Unfit {
            let why = Why::Missing { missing, given };
            places.get(given).map_or(why.clone().whole(), |item| why.at(item.spot())).into()
        })
    };
    let query = need(Role::Queries, Role::Keys)?;
    let key = need(Role::Keys, Role::Queries)?;
    let value = places.get(Role::Values);
    let n_tokens = places.get(Role::Tokens).map(|item| item.array.values.len());
    let mut read = |item: Item<'_>, role: Role, heads: Option<usize>| {
        let (leads, is_doubtful) = leads(item, heads, n_tokens);
        stack(item, role, &leads, is_doubtful, said)
    };
    let queries = read(query, Role::Queries, settings.heads)?;
    let kv_heads = settings.kv_heads.or(settings.heads);
    let keys = read(key, Role::Keys, kv_heads)?;
    let values = value.map(|item| read(item, Role::Values, kv_heads)).transpose()?;
    if values.is_none() {
        said.note(Notice::StandsIn { missing: Role::Values, by: Role::Keys });
    }
    let values = values.unwrap_or_else(|| keys.clone());
    if let (Some(item), true) = (value, values.rows() != keys.rows()) {
        return Err(rows_misfit(item, values.rows(), keys.rows()));
    }
    let given = [(query, &queries), (key, &keys), (value.unwrap_or(key), &values)];
    let heads = heads_of(given, settings, said)?;
    let HeadCounts { queries: n_heads, keys_values: n_kv_heads } = heads;
    let values = cut(values, n_kv_heads);
    let output = output(places, n_heads * values.dim().2, settings, said)?;
    let start = Start::Projections {
        queries: Arc::new(cut(queries, n_heads)),
        keys: Arc::new(cut(keys, n_kv_heads)),
        values: Arc::new(values),
    };
    let labels = [Some(query), Some(key)].map(|item| item?.array.row_labels.clone());
    let inputs = Inputs {
        start,
        heads,
        rotary: rotary(places, settings)?,
        output,
        add_norm: None,
        overrides: Overrides::new(),
    };
    Ok(Begun { inputs, labels, rows_of: Role::Queries })
}

/// What three dimensions may be, the likeliest first, and whether another is as likely.
fn leads(item: Item<'_>, heads: Option<usize>, n_tokens: Option<usize>) -> (Vec<Lead>, bool) {
    let [a, b] = match item.array.shape.as_slice() {
        [.., a, b, _] => [*a, *b],
        _ => [1, 1],
    };
    let first = match heads {
        Some(heads) if heads == a => Lead::Heads,
        Some(heads) if heads == b => Lead::Rows,
        _ if a == 1 || heads.is_some() => Lead::Batch,
        _ if n_tokens == Some(a) && n_tokens != Some(b) => Lead::Rows,
        _ => Lead::Heads,
    };
    let mut leads = vec![first];
    leads.extend([Lead::Heads, Lead::Rows, Lead::Batch].into_iter().filter(|lead| *lead != first));
    (leads, heads.is_none() || a == b)
}

/// How many heads ready queries, keys and values have.
fn heads_of(
    given: [(Item<'_>, &Stack); 3],
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<HeadCounts, Unfit> {
    let width = |stack: &Stack| match stack {
        Stack::Flat(matrix) => matrix.ncols(),
        Stack::PerHead(heads) => heads.dim().0 * heads.dim().2,
    };
    let count = |stack: &Stack| match stack {
        Stack::Flat(_) => None,
        Stack::PerHead(heads) => Some(heads.dim().0),
    };
    let [(query, queries), (_, keys), (_, values)] = given;
    let widths = Widths { queries: width(queries), keys: width(keys), values: width(values) };
    let known = Known { heads: count(queries).or(count(keys)), is_model: false };
    let heads = choose(widths, known, Some(query.spot()), settings, said)?;
    for (role, (item, stack)) in [Role::Queries, Role::Keys, Role::Values].into_iter().zip(given) {
        let expected = if role == Role::Queries { heads.queries } else { heads.keys_values };
        if let Some(found) = count(stack).filter(|found| *found != expected) {
            return Err(Why::HeadCount { role, found, expected }.at(item.spot()).into());
        }
    }
    Ok(heads)
}

fn cut(stack: Stack, heads: usize) -> Heads {
    match stack {
        Stack::Flat(matrix) => split_heads(matrix.view(), heads),
        Stack::PerHead(heads) => heads,
    }
}

fn rows_misfit(item: Item<'_>, found: usize, expected: usize) -> Unfit {
    Why::Rows { role: Role::Values, found, expected, of: Role::Keys }.at(item.spot()).into()
}

/// Begins with scores or attention weights.
pub(super) fn from_scores(
    role: Role,
    places: &Places<'_>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<Begun, Unfit> {
    let Some(item) = places.get(role) else { return Err(Why::Nothing.whole().into()) };
    let numbers = match item.array.shape.as_slice() {
        [] => return Err(rank(item, role, Axes::Scores)),
        [keys] => one_row(item, role, *keys, said)?,
        _ => {
            let first = match (settings.heads, item.array.shape.as_slice()) {
                (Some(heads), [.., a, _, _]) if heads != *a => Lead::Batch,
                _ => Lead::Heads,
            };
            let others = [Lead::Heads, Lead::Batch, Lead::RowOfEachHead];
            let leads = [first].into_iter().chain(others.into_iter().filter(|lead| *lead != first));
            let leads: Vec<Lead> = leads.collect();
            match stack(item, role, &leads, settings.heads.is_none(), said)? {
                Stack::Flat(matrix) => matrix.insert_axis(Axis(0)),
                Stack::PerHead(heads) => heads,
            }
        }
    };
    let count = |role: Role| places.get(role).map(|item| item.array.values.len());
    let (n_names, n_key_names) = (count(Role::Tokens), count(Role::KeyTokens));
    let fits = |[rows, columns]: [usize; 2]| {
        n_names.is_none_or(|n| n == rows || (n_key_names.is_none() && n == columns))
            && n_key_names.is_none_or(|n| n == columns)
    };
    let settled = settle(numbers, role, item, fits, said);
    let labels = [item.array.row_labels.clone(), item.array.col_labels.clone()];
    let labels =
        if settled.is_transposed { [labels[1].clone(), labels[0].clone()] } else { labels };
    let (n_heads, _, n_keys) = settled.numbers.dim();
    let (values, heads) = values_beside(n_heads, n_keys, places, settings, said)?;
    let concat = values.as_ref().map(|values| n_heads * values.dim().2);
    let output = if let Some(concat) = concat {
        output(places, concat, settings, said)?
    } else {
        said.note(Notice::NoValues);
        OutputProjection::Unknown
    };
    let (numbers, values) = (Arc::new(settled.numbers), values.map(Arc::new));
    let start = if settled.are_weights {
        Start::Weights { weights: numbers, values }
    } else {
        Start::Scores { scores: numbers, values }
    };
    let rows_of = if settled.are_weights { Role::Weights } else { Role::Scores };
    let inputs =
        Inputs { start, heads, rotary: None, output, add_norm: None, overrides: Overrides::new() };
    Ok(Begun { inputs, labels, rows_of })
}

/// A list, which is one row only where the user says so.
fn one_row(item: Item<'_>, role: Role, keys: usize, said: &mut Said<'_>) -> Result<Heads, Unfit> {
    let options =
        vec![Meaning::RowsOf { rows: 1, cols: keys }, Meaning::RowsOf { rows: keys, cols: 1 }];
    let chosen = said.ask_piece(item.piece, Topic::Rows, options, 0, true);
    if !said.is_answered(item.piece, Topic::Rows) {
        return Err(Why::OneRow { keys }.at(item.spot()).into());
    }
    let shape = if chosen == 0 { (1, 1, keys) } else { (1, keys, 1) };
    Heads::from_shape_vec(shape, numbers(item, role)?).map_err(|_| rank(item, role, Axes::Scores))
}

/// V beside scores or weights, cut into heads.
fn values_beside(
    n_heads: usize,
    n_keys: usize,
    places: &Places<'_>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<(Option<Heads>, HeadCounts), Unfit> {
    let equal = HeadCounts::equal(n_heads);
    let Some(item) = places.get(Role::Values) else { return Ok((None, equal)) };
    let kv_given = settings.kv_heads;
    let (leads, is_doubtful) = leads(item, Some(kv_given.unwrap_or(n_heads)), None);
    let values = stack(item, Role::Values, &leads, is_doubtful, said)?;
    if values.rows() != n_keys {
        return Err(rows_misfit(item, values.rows(), n_keys));
    }
    let (width, kv_heads) = match &values {
        Stack::Flat(matrix) => (matrix.ncols(), kv_given.unwrap_or(n_heads)),
        Stack::PerHead(heads) => (heads.dim().0 * heads.dim().2, heads.dim().0),
    };
    if kv_heads == 0 || !n_heads.is_multiple_of(kv_heads) {
        return Err(Why::Ungrouped { heads: n_heads, kv_heads }.at(item.spot()).into());
    }
    if !width.is_multiple_of(kv_heads) {
        let divisors = divisors(width).collect();
        return Err(Why::Heads { width, heads: kv_heads, divisors }.at(item.spot()).into());
    }
    let heads = HeadCounts { queries: n_heads, keys_values: kv_heads };
    Ok((Some(cut(values, kv_heads)), heads))
}

/// The output projection of concatenated heads, where it is given.
fn output(
    places: &Places<'_>,
    concat: usize,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<OutputProjection, Unfit> {
    let weight = Parameter::read(places, Role::WOutput, concat, settings, said)?;
    let all: Vec<&Parameter<'_>> = weight.iter().collect();
    let ways = choose_layout(&all, places, settings, said);
    output_of(weight, concat, ways, places, said)
}
