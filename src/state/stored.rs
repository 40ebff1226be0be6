//! Settings as the line of text that is kept in the browser: `key=value` pairs between `;`. A form
//! of its own: what is stored is a promise, while [`Settings`] may change. Unknown, missing and
//! impossible fields fall back to the defaults.

use std::str::FromStr;

use super::{
    DIVISORS, DomainChoice, Origin, Selection, Settings, decimal,
    mask_text::{mask_of_text, mask_text},
};
use crate::{math::Stage, samples::SampleId};

/// Writes settings as a line, version 1.
pub fn encode(settings: &Settings) -> String {
    let Selection { query, key, head_feature, value_feature, model_feature } = settings.selection;
    let (domain, bound) = match settings.domain {
        DomainChoice::Matrix => ("matrix", None),
        DomainChoice::AllHeads => ("heads", None),
        DomainChoice::Fixed(bound) => ("fixed", Some(bound)),
    };
    let mask = settings.mask.as_ref().map(mask_text).unwrap_or_default();
    // Debug form: very large and very small numbers stay short.
    let number = |number: Option<f64>| number.map(|n| format!("{n:?}")).unwrap_or_default();
    let Settings { origin, block, head, stage, divisor, .. } = settings;
    let mut more = String::new();
    if let Origin::Own(name) = origin {
        let name: String =
            name.chars().map(|it| if ";=".contains(it) { ' ' } else { it }).collect();
        more = format!(";name={name}");
    }
    if settings.is_changed {
        more.push_str(";changed=yes");
    }
    format!(
        "v=1;sample={};block={block};head={head};stage={};mask={mask};divisor={};\
         cell={query},{key},{head_feature},{value_feature},{model_feature};\
         domain={domain};bound={}{more}",
        origin.key(),
        stage.id(),
        number(*divisor),
        number(bound),
    )
}

/// Reads settings; `None` for anything that is not version 1 or names no example.
pub fn decode(line: &str) -> Option<Settings> {
    let field = |name: &str| field(line, name);
    if field("v") != "1" {
        return None;
    }
    let origin = match field("sample") {
        Origin::OWN => Origin::Own(field("name").to_owned()),
        key => Origin::Sample(SampleId::of_key(key)?),
    };
    let positive = |name: &str| decimal(field(name)).filter(|number| *number > 0.0);
    let domain = match (field("domain"), positive("bound")) {
        ("heads", _) => DomainChoice::AllHeads,
        ("fixed", Some(bound)) => DomainChoice::Fixed(bound),
        _ => DomainChoice::Matrix,
    };
    Some(Settings {
        origin,
        is_changed: field("changed") == "yes",
        block: count(field("block")),
        head: count(field("head")),
        stage: Stage::from_id(field("stage")).unwrap_or(Stage::Softmax),
        mask: mask_of_text(field("mask")),
        divisor: positive("divisor").filter(|divisor| DIVISORS.contains(divisor)),
        selection: selection(field("cell")),
        domain,
    })
}

/// The value of a field; empty where there is none.
fn field<'a>(line: &'a str, name: &str) -> &'a str {
    let pairs = line.split(';').filter_map(|pair| pair.split_once('='));
    let mut values = pairs.filter_map(|(key, value)| (key == name).then_some(value));
    values.next().unwrap_or_default()
}

/// A count; 0 for anything else.
fn count(text: &str) -> usize {
    usize::from_str(text).unwrap_or_default()
}

fn selection(text: &str) -> Selection {
    let mut counts = text.split(',').map(count);
    let mut next = || counts.next().unwrap_or_default();
    Selection {
        query: next(),
        key: next(),
        head_feature: next(),
        value_feature: next(),
        model_feature: next(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::math::MaskPlan;

    fn settings() -> Settings {
        let selection = Selection { query: 3, key: 1, model_feature: 700, ..Selection::default() };
        Settings {
            origin: Origin::Sample(SampleId::SixTokens),
            is_changed: false,
            block: 0,
            head: 4,
            stage: Stage::Softmax,
            mask: Some(MaskPlan::NONE),
            divisor: Some(27.5),
            selection,
            domain: DomainChoice::Fixed(4.0),
        }
    }

    #[track_caller]
    fn check_comes_back(settings: &Settings) {
        assert_eq!(decode(&encode(settings)).as_ref(), Some(settings));
    }

    #[test]
    fn what_is_stored_comes_back() {
        check_comes_back(&settings());
        for sample in SampleId::ALL {
            for stage in Stage::ALL {
                let block = sample.default_block().map_or(0, |block| block.number);
                let origin = Origin::Sample(sample);
                check_comes_back(&Settings { origin, block, stage, ..settings() });
            }
            assert_ne!(sample.key(), Origin::OWN);
        }
        for name in ["", "X.npy", "한글 %20 “x”"] {
            let origin = Origin::Own(name.to_owned());
            check_comes_back(&Settings { origin, is_changed: true, ..settings() });
        }
        for mask in [None, Some(MaskPlan::NONE), Some(MaskPlan::CAUSAL)] {
            check_comes_back(&Settings { mask, ..settings() });
        }
        for number in [f64::MIN_POSITIVE, 0.1 + 0.2, 8.0, f64::MAX] {
            check_comes_back(&Settings { domain: DomainChoice::Fixed(number), ..settings() });
        }
        let [least, most] = [*DIVISORS.start(), *DIVISORS.end()];
        for divisor in [least, 0.1 + 0.2, 8.0, most] {
            check_comes_back(&Settings { divisor: Some(divisor), ..settings() });
        }
        for domain in [DomainChoice::Matrix, DomainChoice::AllHeads] {
            check_comes_back(&Settings { divisor: None, domain, ..settings() });
        }
    }

    #[test]
    fn the_form_of_version_1_stays() {
        let line = "v=1;sample=six-tokens;block=0;head=4;stage=softmax;mask=none;divisor=27.5;\
                    cell=3,1,0,0,700;domain=fixed;bound=4.0";
        assert_eq!(encode(&settings()), line);
    }

    #[test]
    fn a_name_with_signs_of_the_form_loses_them_and_nothing_else() {
        let origin = |name: &str| Origin::Own(name.to_owned());
        let stored = encode(&Settings { origin: origin("a;head=7"), ..settings() });
        let expected = Settings { origin: origin("a head 7"), ..settings() };
        assert_eq!(decode(&stored), Some(expected));
    }

    #[test]
    fn what_cannot_be_read_is_no_settings() {
        let newer = encode(&settings()).replace("v=1", "v=2");
        let unnamed = encode(&settings()).replace("six-tokens", "seven-tokens");
        for line in ["", "{}", "null", "v=1", "{\"v\":1", "v=1;sample", &newer, &unnamed] {
            assert_eq!(decode(line), None, "{line}");
        }
    }

    #[test]
    fn impossible_and_missing_fields_fall_back() {
        #[track_caller]
        fn check(from: &str, to: &str, change: impl Fn(&mut Settings)) {
            let line = encode(&settings());
            assert!(line.contains(from), "{from} is in {line}");
            let mut expected = settings();
            change(&mut expected);
            assert_eq!(decode(&line.replace(from, to)), Some(expected), "{from} → {to}");
        }
        for odd in ["-1.0", "0", "1e-7", "1e7", "inf", "NaN", "", "8;8"] {
            let divisor = (odd == "8;8").then_some(8.0);
            check("27.5", odd, |settings| settings.divisor = divisor);
        }
        check("bound=4.0", "bound=-4.0", |settings| settings.domain = DomainChoice::Matrix);
        check("softmax", "stage=hardmax", |settings| settings.stage = Stage::Softmax);
        check("mask=none;", "", |settings| settings.mask = None);
        check("mask=none", "mask=half", |settings| settings.mask = None);
        check("head=4", "head=-4", |settings| settings.head = 0);
        check("head=4", "news=1;head=4;head=5", |_| {});
        check("3,1,0,0,700", "3,one", |settings| {
            settings.selection = Selection { query: 3, ..Selection::default() };
        });
    }
}
