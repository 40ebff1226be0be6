//! How many heads: as told, else a number that the widths allow.

use super::{
    Notice, Role, Spot, Why,
    said::{Said, Unfit},
    settings::Settings,
};
use crate::{
    input::{Arrangement, Meaning, Topic},
    math::HeadCounts,
};

/// How wide queries, keys and values are, all heads side by side.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Widths {
    pub(super) queries: usize,
    pub(super) keys: usize,
    pub(super) values: usize,
}

impl Widths {
    /// The number of key/value heads beside so many query heads; `None` where they do not fit.
    fn kv_heads(self, heads: usize, given: Option<usize>) -> Option<usize> {
        let fits = heads > 0 && self.queries > 0 && self.queries.is_multiple_of(heads);
        let width = fits.then(|| self.queries / heads)?;
        let kv_heads = given.unwrap_or(self.keys / width);
        let is_right = kv_heads > 0
            && kv_heads.checked_mul(width) == Some(self.keys)
            && heads.is_multiple_of(kv_heads)
            && self.values.is_multiple_of(kv_heads);
        is_right.then_some(kv_heads)
    }

    /// Why so many query heads do not fit.
    fn misfit(self, heads: usize, given: Option<usize>, possible: Vec<usize>) -> Why {
        let Self { queries, keys, values } = self;
        if heads == 0 || !queries.is_multiple_of(heads) {
            return Why::Heads { width: queries, heads, divisors: possible };
        }
        let width = queries / heads;
        let kv_heads = given.unwrap_or(keys / width.max(1));
        if kv_heads == 0 || kv_heads.checked_mul(width) != Some(keys) {
            let each = given.filter(|n| *n > 0 && keys.is_multiple_of(*n));
            let keys = if heads == 1 { keys } else { each.map_or(keys, |n| keys / n) };
            return Why::Widths { queries: width, keys, heads };
        }
        if !heads.is_multiple_of(kv_heads) {
            return Why::Ungrouped { heads, kv_heads };
        }
        let divisors = divisors(values).collect();
        Why::Heads { width: values, heads: kv_heads, divisors }
    }
}

/// What is known about heads before the widths are looked at.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Known {
    /// The number that the arrays themselves have, where they are cut into heads.
    pub(super) heads: Option<usize>,
    /// Whether the parameters come from a model, which hardly has a single head.
    pub(super) is_model: bool,
}

/// Chooses the number of heads; `spot` is where the widest array stands.
pub(super) fn choose(
    widths: Widths,
    known: Known,
    spot: Option<Spot>,
    settings: &Settings,
    said: &mut Said<'_>,
) -> Result<HeadCounts, Unfit> {
    let kv_given = settings.kv_heads;
    let refuse =
        |why: Why| -> Unfit { spot.clone().map_or(why.clone().whole(), |at| why.at(at)).into() };
    let fitting = |heads: &usize| widths.kv_heads(*heads, kv_given).is_some();
    let possible: Vec<usize> = divisors(widths.queries).filter(fitting).collect();
    if let (Some(found), Some(expected)) = (known.heads, settings.heads)
        && found != expected
    {
        return Err(refuse(Why::HeadCount { role: Role::Queries, found, expected }));
    }
    let given = known.heads.or(settings.heads);
    let default = match given {
        Some(heads) => possible.iter().position(|n| *n == heads),
        None => (!possible.is_empty()).then_some(0),
    };
    let Some(default) = default else {
        return Err(refuse(widths.misfit(given.unwrap_or(1), kv_given, possible)));
    };
    let chosen = if known.heads.is_some() {
        default
    } else {
        let option = |heads: &usize| {
            let width = widths.queries / heads;
            Meaning::Arranged(Arrangement::Heads { heads: *heads, width })
        };
        let options = possible.iter().map(option).collect();
        said.ask(Topic::Heads, options, default, given.is_none() && known.is_model)
    };
    let heads = possible.get(chosen).copied().unwrap_or(1);
    let kv_heads = widths.kv_heads(heads, kv_given).unwrap_or(heads);
    if given.is_none() && heads == 1 {
        said.note(Notice::OneHead);
    }
    if kv_given.is_none() && kv_heads != heads {
        said.note(Notice::Grouped { kv_heads });
    }
    Ok(HeadCounts { queries: heads, keys_values: kv_heads })
}

/// The numbers that divide a width.
pub(super) fn divisors(width: usize) -> impl Iterator<Item = usize> {
    (1..=width).filter(move |n| width.is_multiple_of(*n))
}
