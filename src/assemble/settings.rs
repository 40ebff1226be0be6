//! Single values beside the arrays, by the names that documents, libraries and configurations use.

use super::{Piece, names::Layout, names::squeezed};
use crate::{input::Setting, math::Scale};

/// What the settings of all pieces say; the first piece that names one counts.
#[derive(Debug, Default)]
pub(super) struct Settings {
    pub(super) heads: Option<usize>,
    pub(super) kv_heads: Option<usize>,
    pub(super) causal: Option<Causal>,
    pub(super) scale: Option<Scale>,
    pub(super) polarity: Option<Polarity>,
    pub(super) layout: Option<Layout>,
    /// Rows of ready weights that stand for the last tokens.
    pub(super) generated: Option<usize>,
    /// The base of rotary position.
    pub(super) theta: Option<f64>,
    /// Names of those that mean nothing here.
    pub(super) unused: Vec<String>,
}

/// A causal mask, and the corner to which it is aligned where that is said.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Causal {
    Nowhere,
    Somewhere,
    TopLeft,
    BottomRight,
}

/// What a mark in a mask means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Polarity {
    Keeps,
    Hides,
    Added,
}

impl Settings {
    pub(super) fn of(pieces: &[Piece]) -> Self {
        let mut settings = Self::default();
        for (name, setting) in pieces.iter().flat_map(|piece| &piece.reading.settings) {
            // Of a setting within others, such as `rope_parameters.rope_theta`, its own name.
            let own = name.rsplit('.').next().unwrap_or(name);
            if !settings.take(&squeezed(own), setting) {
                settings.unused.push(name.clone());
            }
        }
        settings
    }

    /// Takes one; `false` where it means nothing.
    fn take(&mut self, name: &str, setting: &Setting) -> bool {
        if word(setting) == Some("unknown") {
            return true;
        }
        match name {
            "heads" | "nheads" | "numheads" | "nhead" | "numattentionheads" => {
                first(&mut self.heads, count(setting))
            }
            "kvheads" | "nkvheads" | "numkvheads" | "numkeyvalueheads" => {
                first(&mut self.kv_heads, count(setting))
            }
            "causal" | "iscausal" | "usecausalmask" => first(&mut self.causal, causal(setting)),
            "scale" | "scaling" => first(&mut self.scale, number(setting).map(Scale::MultiplyBy)),
            "divideby" => first(&mut self.scale, number(setting).map(Scale::DivideBy)),
            "maskmeans" => first(&mut self.polarity, word(setting).and_then(polarity)),
            "weightlayout" => first(&mut self.layout, word(setting).and_then(layout)),
            "generated" => first(&mut self.generated, count(setting)),
            "theta" | "ropetheta" => first(&mut self.theta, number(setting)),
            // Of no meaning, and nobody misses it.
            "name" | "note" | "show" | "showhead" | "fromlibrary" | "dtype" => true,
            _ => *setting == Setting::Nothing,
        }
    }
}

/// Keeps the first; `false` where the value is none.
fn first<T>(slot: &mut Option<T>, value: Option<T>) -> bool {
    let is_some = value.is_some();
    if slot.is_none() {
        *slot = value;
    }
    is_some
}

fn number(setting: &Setting) -> Option<f64> {
    match setting {
        Setting::Number(number) => Some(*number),
        _ => None,
    }
}

fn count(setting: &Setting) -> Option<usize> {
    let whole = number(setting).filter(|number| number.fract() == 0.0 && *number >= 0.0);
    whole.map(|number| number as usize)
}

fn word(setting: &Setting) -> Option<&str> {
    match setting {
        Setting::Text(text) => Some(text),
        _ => None,
    }
}

fn causal(setting: &Setting) -> Option<Causal> {
    match setting {
        Setting::Flag(false) | Setting::Nothing => Some(Causal::Nowhere),
        Setting::Number(number) if *number == 0.0 => Some(Causal::Nowhere),
        Setting::Flag(true) | Setting::Number(_) => Some(Causal::Somewhere),
        Setting::Text(text) => match squeezed(text).as_str() {
            "topleft" | "upperleft" => Some(Causal::TopLeft),
            "bottomright" | "lowerright" => Some(Causal::BottomRight),
            "true" | "yes" => Some(Causal::Somewhere),
            "false" | "no" | "none" => Some(Causal::Nowhere),
            _ => None,
        },
    }
}

fn polarity(word: &str) -> Option<Polarity> {
    match squeezed(word).as_str() {
        "truekeeps" | "onekeeps" | "keeps" | "keep" => Some(Polarity::Keeps),
        "truedrops" | "onedrops" | "truehides" | "onehides" | "drops" | "hides" => {
            Some(Polarity::Hides)
        }
        "additive" | "added" => Some(Polarity::Added),
        _ => None,
    }
}

fn layout(word: &str) -> Option<Layout> {
    match squeezed(word).as_str() {
        "inout" => Some(Layout::InOut),
        "outin" => Some(Layout::OutIn),
        _ => None,
    }
}
