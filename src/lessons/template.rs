//! Texts with places: `“{query}” puts {w} on “{key}”`. A place is a number or a token of the trace, a word that
//! follows the convention (`{row}` is a column where columns are tokens), or a Korean particle (`{을}`), which
//! chooses its form by the last sound of all that stands before it.

use super::{Ground, Quantity};
use crate::{
    draw::{Digits, format_number},
    i18n::{Josa, Language, josa_after},
    state::Convention,
};

/// A place of the texts of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Place {
    /// What stands between the braces.
    pub name: &'static str,
    /// What it stands for.
    pub shown: Shown,
}

/// What a place shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Shown {
    /// A number.
    Number(Quantity, Form),
    /// The token of this index among the queries.
    Query(Quantity),
    /// The token of this index among the keys.
    Key(Quantity),
}

/// How a number is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Form {
    /// With so many decimals.
    Decimals(usize),
    /// With three decimals at most, without zeros at the end.
    Short,
}

/// In which language and convention a text is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Voice {
    /// The language.
    pub language: Language,
    /// Whether tokens are columns on the page.
    pub is_by_columns: bool,
}

/// What is wrong with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum TemplateError {
    /// A brace without its other.
    Brace,
    /// No place of this name.
    Unknown(String),
    /// The trace has no such number or token.
    Nothing(&'static str),
}

/// A number of a text.
pub(super) const fn number(name: &'static str, quantity: Quantity, decimals: usize) -> Place {
    Place { name, shown: Shown::Number(quantity, Form::Decimals(decimals)) }
}

/// A number that is written as short as it can be.
pub(super) const fn short(name: &'static str, quantity: Quantity) -> Place {
    Place { name, shown: Shown::Number(quantity, Form::Short) }
}

/// A token among the queries, by its index.
pub(super) const fn query(name: &'static str, quantity: Quantity) -> Place {
    Place { name, shown: Shown::Query(quantity) }
}

/// A token among the keys, by its index.
pub(super) const fn key(name: &'static str, quantity: Quantity) -> Place {
    Place { name, shown: Shown::Key(quantity) }
}

/// Writes a text on a ground.
///
/// # Errors
/// [`TemplateError`] where a brace is alone, a name unknown, or the trace has no such number.
pub fn write(
    text: &str,
    places: &[Place],
    ground: &Ground<'_>,
    voice: Voice,
) -> Result<String, TemplateError> {
    let mut written = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('{') {
        let (name, after) = after.split_once('}').ok_or(TemplateError::Brace)?;
        // What a token holds is no brace of the text.
        if before.contains('}') {
            return Err(TemplateError::Brace);
        }
        written.push_str(before);
        rest = after;
        if let Some(josa) = particle(name) {
            written.push_str(josa_after(&written, josa));
        } else if let Some(word) = turned(name, voice) {
            written.push_str(word);
        } else {
            let place = places.iter().find(|place| place.name == name);
            let place = place.ok_or_else(|| TemplateError::Unknown(name.to_owned()))?;
            written.push_str(&place.shown.on(ground).ok_or(TemplateError::Nothing(place.name))?);
        }
    }
    if rest.contains('}') {
        return Err(TemplateError::Brace);
    }
    written.push_str(rest);
    Ok(written)
}

impl Shown {
    /// What is written there.
    pub fn on(self, ground: &Ground<'_>) -> Option<String> {
        let index = |quantity: Quantity| Some(quantity.on(ground)? as usize);
        match self {
            Self::Number(quantity, form) => Some(form.write(quantity.on(ground)?)),
            Self::Query(quantity) => ground.token(false, index(quantity)?),
            Self::Key(quantity) => ground.token(true, index(quantity)?),
        }
    }
}

impl Form {
    /// Writes a number.
    pub fn write(self, value: f64) -> String {
        match self {
            Self::Decimals(decimals) => format_number(value, Digits::Fixed(decimals)),
            Self::Short => {
                let text = format_number(value, Digits::Fixed(3));
                if text.contains('.') {
                    text.trim_end_matches('0').trim_end_matches('.').to_owned()
                } else {
                    text
                }
            }
        }
    }
}

/// The particle that a place names by either of its forms.
fn particle(name: &str) -> Option<Josa> {
    Some(match name {
        "은" | "는" => Josa::Topic,
        "이" | "가" => Josa::Subject,
        "을" | "를" => Josa::Object,
        "과" | "와" => Josa::And,
        "으로" | "로" => Josa::Toward,
        _ => return None,
    })
}

/// A word that is turned with the matrices.
fn turned(name: &str, voice: Voice) -> Option<&'static str> {
    let convention = if voice.is_by_columns { Convention::Columns } else { Convention::Rows };
    voice.language.turned_word(name, convention)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_as_short_as_they_can_be() {
        let short = |value| Form::Short.write(value);
        assert_eq!(
            [8.0, 27.712_812, 0.5, 100.0, -3.25].map(short),
            ["8", "27.713", "0.5", "100", "−3.25"]
        );
        assert_eq!(Form::Decimals(2).write(-0.001), "0.00");
    }
}
