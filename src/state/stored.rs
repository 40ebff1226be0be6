//! Settings as the JSON that is kept in the browser. A type of its own: what is stored is a promise,
//! while [`Settings`] may change. Unknown and impossible fields fall back to the defaults.

use serde::{Deserialize, Serialize};

use super::{DomainChoice, MaskChoice, Selection, Settings};
use crate::{math::Stage, samples::SampleId};

/// Version 1.
#[derive(Debug, Serialize, Deserialize)]
struct Stored {
    v: u32,
    sample: String,
    block: usize,
    head: usize,
    stage: String,
    mask: Option<String>,
    divisor: Option<f64>,
    cell: [usize; 5],
    domain: String,
    bound: Option<f64>,
}

/// Writes settings as JSON.
pub fn encode(settings: &Settings) -> String {
    let Selection { query, key, head_feature, value_feature, model_feature } = settings.selection;
    let (domain, bound) = match settings.domain {
        DomainChoice::Matrix => ("matrix", None),
        DomainChoice::AllHeads => ("heads", None),
        DomainChoice::Fixed(bound) => ("fixed", Some(bound)),
    };
    let mask = settings.mask.map(|mask| match mask {
        MaskChoice::None => "none".to_owned(),
        MaskChoice::Causal => "causal".to_owned(),
    });
    let stored = Stored {
        v: 1,
        sample: settings.sample.key().to_owned(),
        block: settings.block,
        head: settings.head,
        stage: settings.stage.id().to_owned(),
        mask,
        divisor: settings.divisor,
        cell: [query, key, head_feature, value_feature, model_feature],
        domain: domain.to_owned(),
        bound,
    };
    // A struct of strings and numbers always has a JSON form.
    serde_json::to_string(&stored).unwrap_or_default()
}

/// Reads settings; `None` for anything that is not version 1 or names no example.
pub fn decode(json: &str) -> Option<Settings> {
    let stored: Stored = serde_json::from_str(json).ok().filter(|stored: &Stored| stored.v == 1)?;
    let [query, key, head_feature, value_feature, model_feature] = stored.cell;
    let positive = |number: &f64| number.is_finite() && *number > 0.0;
    let domain = match (stored.domain.as_str(), stored.bound.filter(positive)) {
        ("heads", _) => DomainChoice::AllHeads,
        ("fixed", Some(bound)) => DomainChoice::Fixed(bound),
        _ => DomainChoice::Matrix,
    };
    let mask = match stored.mask.as_deref() {
        Some("none") => Some(MaskChoice::None),
        Some("causal") => Some(MaskChoice::Causal),
        _ => None,
    };
    Some(Settings {
        sample: SampleId::of_key(&stored.sample)?,
        block: stored.block,
        head: stored.head,
        stage: Stage::from_id(&stored.stage).unwrap_or(Stage::Softmax),
        mask,
        divisor: stored.divisor.filter(positive),
        selection: Selection { query, key, head_feature, value_feature, model_feature },
        domain,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn settings() -> Settings {
        let selection = Selection { query: 3, key: 1, model_feature: 700, ..Selection::default() };
        Settings {
            sample: SampleId::SixTokens,
            block: 0,
            head: 4,
            stage: Stage::Softmax,
            mask: Some(MaskChoice::None),
            divisor: Some(27.5),
            selection,
            domain: DomainChoice::Fixed(4.0),
        }
    }

    #[test]
    fn what_is_stored_comes_back() {
        assert_eq!(decode(&encode(&settings())), Some(settings()));
    }

    #[test]
    fn what_cannot_be_read_is_no_settings() {
        let newer = encode(&settings()).replace("\"v\":1", "\"v\":2");
        for json in ["", "{}", "null", "[1]", "{\"v\":1", newer.as_str()] {
            assert_eq!(decode(json), None, "{json}");
        }
    }

    #[test]
    fn impossible_fields_fall_back() {
        let odd = encode(&settings()).replace("27.5", "-1.0").replace("softmax", "hardmax");
        let read = decode(&odd).expect("still version 1");
        assert_eq!((read.divisor, read.stage), (None, Stage::Softmax));
    }
}
