//! A link: what is chosen, as the fragment of the page's address, for people to read and to mend:
//! `v=1&example=six-tokens&head=5&stage=scale&cell=4,2&lang=ko`. What is as it opens is left out.
//! The browser keeps the same text from one visit to the next.
//!
//! Heads, tokens and features are counted as the page counts them; matrices stand packed in `z`,
//! which only the reader understands. Anyone may have written a link: nothing in it is believed,
//! every number is held in its bounds, and the work is linear in a length that is bounded.

mod error;

use std::fmt;

use super::{
    COLOR_BOUNDS, DIVISORS, DomainChoice, Origin, Selection, Settings, decimal,
    decimal::decimal_text,
    mask_text::{mask_of_text, mask_text},
};
use crate::{
    math::{MaskPlan, Stage},
    samples::{Loaded, SampleId},
};

pub use error::{Expected, Fault, LinkError};

/// The version that is written.
const VERSION: &str = "1";

/// Addresses up to this many characters survive in chats and mails.
pub const LONG: usize = 2_000;

/// Longer addresses are refused: a file is offered instead.
pub const LONGEST: usize = 8_000;

/// Fragments longer than this are not read: room for one that was escaped on its way.
const LONGEST_READ: usize = 2 * LONGEST;

/// Counts beyond this are taken for this: more than there is of anything.
const MOST: usize = 1 << 24;

/// Characters of a name that are told.
const LONGEST_NAME: usize = 60;

/// What a link says; where it says nothing, things are as they open.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Link {
    /// Which example; without one and with `packed` or `name`, somebody's own numbers.
    pub sample: Option<SampleId>,
    /// What somebody's own numbers are called.
    pub name: Option<String>,
    /// Which block of a recorded model, counted from 0.
    pub block: Option<usize>,
    /// Query head, counted from 0.
    pub head: Option<usize>,
    /// The stage shown large.
    pub stage: Option<Stage>,
    /// The selected cell.
    pub selection: Option<Selection>,
    /// The mask.
    pub mask: Option<MaskPlan>,
    /// What the scores are divided by.
    pub divisor: Option<f64>,
    /// Which numbers the colors span.
    pub domain: Option<DomainChoice>,
    /// The language's tag.
    pub language: Option<String>,
    /// The document, or what was changed in the example, packed by the reader.
    pub packed: Option<String>,
    /// Parameters that mean nothing, when the link was read.
    pub ignored: Vec<String>,
}

impl Link {
    /// The link to what is chosen, without language and matrices; `opened` are the numbers as they
    /// open.
    pub fn of(settings: &Settings, opened: &Loaded) -> Self {
        fn changed<T: PartialEq + Clone>(now: &T, opening: &T) -> Option<T> {
            (now != opening).then(|| now.clone())
        }
        let Settings { origin, block, head, stage, mask, divisor, selection, domain } = settings;
        let opening =
            Settings::opening(origin.clone(), default_block(origin), opened, Stage::Softmax);
        let name = match origin {
            Origin::Sample(_) => None,
            Origin::Own(name) => Some(harmless(name)),
        };
        Self {
            sample: origin.sample(),
            name,
            block: changed(block, &opening.block),
            head: changed(head, &opening.head),
            stage: changed(stage, &opening.stage),
            selection: changed(selection, &opening.selection),
            mask: mask.clone(),
            divisor: *divisor,
            domain: changed(domain, &opening.domain),
            ..Self::default()
        }
    }

    /// The numbers that it is about.
    pub fn origin(&self) -> Origin {
        match (self.sample, &self.name, &self.packed) {
            (Some(sample), ..) => Origin::Sample(sample),
            (None, None, None) => Origin::Sample(SampleId::SixTokens),
            (None, name, _) => Origin::Own(name.clone().unwrap_or_default()),
        }
    }

    /// The block of them; 0 where there is none.
    pub fn block(&self) -> usize {
        self.block.unwrap_or_else(|| default_block(&self.origin()))
    }

    /// What is chosen once the numbers are there, given as they open.
    pub fn settings(&self, opened: &Loaded) -> Settings {
        let opening = Settings::opening(self.origin(), self.block(), opened, Stage::Softmax);
        Settings {
            head: self.head.unwrap_or(opening.head),
            stage: self.stage.unwrap_or(opening.stage),
            selection: self.selection.unwrap_or(opening.selection),
            domain: self.domain.unwrap_or(opening.domain),
            mask: self.mask.clone(),
            divisor: self.divisor,
            ..opening
        }
    }

    /// Reads a fragment, with or without its `#`.
    ///
    /// # Errors
    /// [`LinkError`] says which parameter, what was found and what was expected.
    pub fn read(fragment: &str) -> Result<Self, LinkError> {
        let fragment = sentence_free(fragment);
        Self::parse(fragment).map_err(|fault| fault.told(fragment))
    }

    /// The same for whom it is enough to know whether it is a link.
    ///
    /// # Errors
    /// [`Fault`] where it is none.
    pub fn parse(fragment: &str) -> Result<Self, Fault> {
        let fragment = sentence_free(fragment);
        if fragment.len() > LONGEST_READ {
            return Err(Fault::TooLong);
        }
        let link = Self::kept(fragment)?;
        // What somebody's own numbers are called, and not they: the rest was cut off.
        let is_cut = link.sample.is_none() && link.name.is_some() && link.packed.is_none();
        if is_cut { Err(Fault::Value("z", Expected::Packed)) } else { Ok(link) }
    }

    /// Reads what this browser has kept: of any length, and own numbers stand elsewhere.
    ///
    /// # Errors
    /// As [`Self::parse`].
    pub fn kept(fragment: &str) -> Result<Self, Fault> {
        let text = String::from_utf8(unescape(fragment)?).map_err(|_| Fault::Encoding)?;
        let fields = Fields(&text);
        // First, so that a newer link is not blamed for what is new in it.
        fields.version()?;
        let sample = fields.choice("example", Expected::Example, SampleId::of_key)?;
        Ok(Self {
            sample,
            name: fields.value("name")?.map(harmless),
            block: fields.choice("block", Expected::Block, |text| {
                let number = count(text)?;
                sample.unwrap_or(SampleId::SixTokens).block(number).map(|_| number)
            })?,
            head: fields.choice("head", Expected::Count, |text| {
                Some(count(text)?.saturating_sub(first_head(sample)))
            })?,
            stage: fields.choice("stage", Expected::Stage, Stage::from_id)?,
            selection: fields.choice("cell", Expected::Cell, selection)?,
            mask: fields.choice("mask", Expected::Mask, mask_of_text)?,
            divisor: fields.choice("divide", Expected::Number, |text| {
                Some(positive(text)?.clamp(*DIVISORS.start(), *DIVISORS.end()))
            })?,
            domain: fields.choice("colors", Expected::Colors, domain)?,
            language: fields.choice("lang", Expected::Language, language)?,
            packed: fields.choice("z", Expected::Packed, packed)?,
            ignored: fields.unknown(),
        })
    }
}

impl fmt::Display for Link {
    /// The fragment, without its `#`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "v={VERSION}")?;
        let mut field = |key: &str, value: Option<String>| match value {
            Some(value) => write!(f, "&{key}={value}"),
            None => Ok(()),
        };
        // In front: of a link that was cut off it is never missing without a word.
        field("z", self.packed.clone())?;
        field("example", self.sample.map(|sample| sample.key().to_owned()))?;
        field("name", self.name.clone())?;
        field("block", self.block.map(|block| block.to_string()))?;
        field("head", self.head.map(|head| (head + first_head(self.sample)).to_string()))?;
        field("stage", self.stage.map(|stage| stage.id().to_owned()))?;
        field("cell", self.selection.map(cell))?;
        field("mask", self.mask.as_ref().map(mask_text))?;
        field("divide", self.divisor.map(decimal_text))?;
        field("colors", self.domain.map(colors))?;
        field("lang", self.language.clone())
    }
}

/// How long an address is, for those who send it on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Length {
    /// It arrives anywhere.
    Fine,
    /// Some chats and mails cut it off.
    Long,
    /// It is not given out: a file is.
    TooLong,
}

impl Length {
    /// The length of a whole address.
    pub fn of(address: &str) -> Self {
        let n = address.len();
        if n > LONGEST {
            return Self::TooLong;
        }
        if n > LONG { Self::Long } else { Self::Fine }
    }
}

/// The parameters of a fragment, in their order.
struct Fields<'a>(&'a str);

impl<'a> Fields<'a> {
    /// Every parameter, that of version 1 and every other.
    const KEYS: [&'static str; 12] = [
        "v", "example", "name", "block", "head", "stage", "cell", "mask", "divide", "colors",
        "lang", "z",
    ];

    fn pairs(&self) -> impl Iterator<Item = (&'a str, &'a str)> + use<'a> {
        // Some pages write `&amp;` for `&`.
        let pairs = self.0.split('&').map(|pair| pair.strip_prefix("amp;").unwrap_or(pair));
        let pairs = pairs.filter(|pair| !pair.is_empty());
        pairs.map(|pair| pair.split_once('=').unwrap_or((pair, "")))
    }

    fn value(&self, key: &'static str) -> Result<Option<&'a str>, Fault> {
        let mut values = self.pairs().filter_map(|(name, value)| (name == key).then_some(value));
        let value = values.next();
        if values.next().is_some() { Err(Fault::Twice(key)) } else { Ok(value) }
    }

    fn version(&self) -> Result<(), Fault> {
        let found = self.value("v")?.unwrap_or_default();
        if found == VERSION {
            return Ok(());
        }
        let is_number = !found.is_empty() && found.bytes().all(|byte| byte.is_ascii_digit());
        Err(if is_number && !found.starts_with('0') { Fault::Newer } else { Fault::Version })
    }

    /// What the value of a key means; `None` where it is not there.
    fn choice<T>(
        &self,
        parameter: &'static str,
        expected: Expected,
        meaning: impl FnOnce(&str) -> Option<T>,
    ) -> Result<Option<T>, Fault> {
        match self.value(parameter)? {
            Some(value) => meaning(value).map(Some).ok_or(Fault::Value(parameter, expected)),
            None => Ok(None),
        }
    }

    fn unknown(&self) -> Vec<String> {
        let names = self.pairs().map(|(name, _)| name).filter(|name| !Self::KEYS.contains(name));
        names.map(LinkError::shortened).collect()
    }
}

/// The fragment without what a sentence puts after an address.
fn sentence_free(fragment: &str) -> &str {
    fragment.trim_end_matches(|letter| ".,;:!?)>]}\"'”’»…".contains(letter))
}

/// The bytes of a fragment without its `#` and its `%` escapes, which chats and mails put in.
fn unescape(fragment: &str) -> Result<Vec<u8>, Fault> {
    let text = fragment.strip_prefix('#').unwrap_or(fragment);
    let mut bytes = Vec::with_capacity(text.len());
    let mut rest = text.as_bytes();
    while let Some((&byte, after)) = rest.split_first() {
        if byte != b'%' {
            bytes.push(byte);
            rest = after;
            continue;
        }
        let hex = |at: usize| char::from(*after.get(at)?).to_digit(16);
        let (Some(high), Some(low)) = (hex(0), hex(1)) else {
            return Err(Fault::Escape { n_left: rest.len() });
        };
        bytes.push((high * 16 + low) as u8);
        rest = &after[2..];
    }
    Ok(bytes)
}

/// The block with which numbers open; 0 where there is none.
fn default_block(origin: &Origin) -> usize {
    origin.sample().and_then(SampleId::default_block).map_or(0, |block| block.number)
}

/// A name as it stands in a link: short, and without the signs of the form.
fn harmless(name: &str) -> String {
    let is_sign = |letter: char| letter.is_control() || "&=%#".contains(letter);
    name.chars().take(LONGEST_NAME).map(|it| if is_sign(it) { ' ' } else { it }).collect()
}

/// Heads of recorded models are counted from 0, as their code does; all others from 1.
fn first_head(sample: Option<SampleId>) -> usize {
    sample.map_or(1, SampleId::first_head_number)
}

/// A whole number in digits alone; one beyond counting is the most.
fn count(text: &str) -> Option<usize> {
    let is_count = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_count.then(|| text.parse().unwrap_or(MOST).min(MOST))
}

fn positive(text: &str) -> Option<f64> {
    decimal(text).filter(|number| *number > 0.0)
}

/// Query and key, then the features of a head, of values and of the model, counted from 1.
fn selection(text: &str) -> Option<Selection> {
    let counts = text.split(',').map(|text| Some(count(text)?.saturating_sub(1)));
    let counts: Vec<usize> = counts.collect::<Option<_>>()?;
    let at = |i: usize| counts.get(i).copied().unwrap_or_default();
    (2..=5).contains(&counts.len()).then(|| Selection {
        query: at(0),
        key: at(1),
        head_feature: at(2),
        value_feature: at(3),
        model_feature: at(4),
    })
}

fn cell(selection: Selection) -> String {
    let Selection { query, key, head_feature, value_feature, model_feature } = selection;
    let counts = [query, key, head_feature, value_feature, model_feature];
    // First features go without saying.
    let told = counts.iter().rposition(|count| *count > 0).map_or(2, |last| last.max(1) + 1);
    let counts: Vec<String> = counts[..told].iter().map(|count| (count + 1).to_string()).collect();
    counts.join(",")
}

fn domain(text: &str) -> Option<DomainChoice> {
    match text {
        "matrix" => Some(DomainChoice::Matrix),
        "heads" => Some(DomainChoice::AllHeads),
        _ => {
            let bound = positive(text)?.clamp(*COLOR_BOUNDS.start(), *COLOR_BOUNDS.end());
            Some(DomainChoice::Fixed(bound))
        }
    }
}

fn colors(domain: DomainChoice) -> String {
    match domain {
        DomainChoice::Matrix => "matrix".into(),
        DomainChoice::AllHeads => "heads".into(),
        DomainChoice::Fixed(bound) => decimal_text(bound),
    }
}

/// A tag as languages have them; whether it is one of ours is for the page.
fn language(text: &str) -> Option<String> {
    let is_tag =
        (2..=8).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_lowercase());
    is_tag.then(|| text.to_owned())
}

fn packed(text: &str) -> Option<String> {
    let is_digit = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_');
    (!text.is_empty() && text.bytes().all(is_digit)).then(|| text.to_owned())
}
