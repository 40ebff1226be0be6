//! Names of the queries and keys: as many as there are rows, or a misfit.

use super::{
    Notice, Role, Why,
    begin::Begun,
    placing::Places,
    said::{Item, Said, Unfit},
};
use crate::input::Values;

/// Names of the queries and of the keys, where they are given.
pub(super) type Names = [Option<Vec<String>>; 2];

/// The names of `n` queries and `m` keys.
pub(super) fn names(
    begun: &Begun,
    [n, m]: [usize; 2],
    places: &Places<'_>,
    said: &mut Said<'_>,
) -> Result<Names, Unfit> {
    let given = places.get(Role::Tokens).map(|item| texts(item, Role::Tokens)).transpose()?;
    let key_item = places.get(Role::KeyTokens);
    let of_keys = key_item.map(|item| texts(item, Role::KeyTokens)).transpose()?;
    if let (Some(item), Some(tokens)) = (key_item, of_keys)
        && tokens.len() != m
    {
        return Err(Why::Counts { tokens: tokens.len(), rows: m }.at(item.spot()).into());
    }
    let fitting =
        |labels: &Option<Vec<String>>, n: usize| labels.clone().filter(|all| all.len() == n);
    let [labels, key_labels] = &begun.labels;
    let key_names = of_keys.map(<[String]>::to_vec).or_else(|| fitting(key_labels, m));
    let Some(tokens) = given else {
        let names = fitting(labels, n);
        if names.is_none() {
            said.note(Notice::NoTokens);
        }
        return Ok([names, key_names]);
    };
    let count = tokens.len();
    if count == n {
        return Ok([Some(tokens.to_vec()), key_names]);
    }
    let is_end = count == m && n < m && key_names.is_none() && begun.rows_of != Role::X;
    if is_end {
        // As with a cache of keys: the queries are those that came last.
        said.note(Notice::LastTokens { rows: n, tokens: count });
        return Ok([Some(tokens[m - n..].to_vec()), Some(tokens.to_vec())]);
    }
    let spot = places.get(Role::Tokens).map(|item| item.spot());
    let why = Why::Counts { tokens: count, rows: n };
    Err(spot.map_or(why.clone().whole(), |at| why.at(at)).into())
}

fn texts(item: Item<'_>, role: Role) -> Result<&[String], Unfit> {
    match &item.array.values {
        Values::Texts(texts) => Ok(texts),
        _ => Err(Why::Kind { role, wants_text: true }.at(item.spot()).into()),
    }
}
