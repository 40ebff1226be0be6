//! A link: what is chosen, as the fragment of the page's address, for people to read and to mend:
//! `v=1&example=six-tokens&head=5&stage=scale&cell=4,2&lang=ko`. What is as it opens is left out.
//! The browser keeps the same text from one visit to the next.
//!
//! Heads, tokens and features are counted as the page counts them; matrices stand packed in `z`,
//! which only the reader understands. Anyone may have written a link: nothing in it is believed,
//! every number is held in its bounds, and the work is linear in a length that is bounded.

mod error;
mod fields;
mod stray;
mod values;

use std::fmt;

use super::{
    Convention, DIVISORS, DomainChoice, LessonStep, Origin, Selection, Settings, Veil, View,
    decimal::decimal_text,
    mask_text::{mask_of_text, mask_text},
};
use crate::{
    math::{MaskPlan, MatrixName, Measure, Stage},
    samples::{Loaded, SampleId},
};

use fields::{Fields, unescape};
use values::{cell, colors, count, domain, language, packed, positive, selection};

pub use error::{Expected, Fault, LinkError};
pub use stray::Stray;

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
    /// The matrix whose cell is explained.
    pub looked_at: Option<MatrixName>,
    /// The selected cell.
    pub selection: Option<Selection>,
    /// The mask.
    pub mask: Option<MaskPlan>,
    /// What the scores are divided by.
    pub divisor: Option<f64>,
    /// Which numbers the colors span.
    pub domain: Option<DomainChoice>,
    /// The step of a lesson, which says by itself what is shown.
    pub lesson: Option<LessonStep>,
    /// What stands in the place of the equation.
    pub view: Option<View>,
    /// What all heads are sorted by.
    pub sort: Option<Measure>,
    /// Whether tokens are rows or columns.
    pub convention: Option<Convention>,
    /// Whether the page is presented.
    pub presents: bool,
    /// What is hidden.
    pub veil: Veil,
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
        let Settings {
            origin,
            block,
            head,
            stage,
            looked_at,
            mask,
            divisor,
            selection,
            domain,
            lesson,
            view,
            sort,
            convention,
            presents,
            veil,
        } = settings;
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
            looked_at: *looked_at,
            selection: changed(selection, &opening.selection),
            mask: mask.clone(),
            divisor: *divisor,
            domain: changed(domain, &opening.domain),
            lesson: *lesson,
            view: changed(view, &opening.view),
            sort: *sort,
            convention: changed(convention, &opening.convention),
            presents: *presents,
            veil: *veil,
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
            looked_at: self.looked_at,
            view: self.view.unwrap_or(opening.view),
            sort: self.sort,
            convention: self.convention.unwrap_or(opening.convention),
            mask: self.mask.clone(),
            divisor: self.divisor,
            lesson: self.lesson,
            presents: self.presents,
            veil: self.veil,
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
                count(text)?.checked_sub(first_head(sample))
            })?,
            stage: fields.choice("stage", Expected::Stage, Stage::from_id)?,
            looked_at: fields.choice("matrix", Expected::Matrix, MatrixName::from_id)?,
            selection: fields.choice("cell", Expected::Cell, selection)?,
            mask: fields.choice("mask", Expected::Mask, mask_of_text)?,
            divisor: fields.choice("divide", Expected::Number, |text| {
                positive(text).filter(|number| DIVISORS.contains(number))
            })?,
            domain: fields.choice("colors", Expected::Colors, domain)?,
            lesson: fields.choice("lesson", Expected::Lesson, LessonStep::parse)?,
            view: fields.choice("view", Expected::View, View::of_key)?,
            sort: fields.choice("sort", Expected::Measure, Measure::from_id)?,
            convention: fields.choice("convention", Expected::Convention, Convention::of_key)?,
            presents: fields
                .choice("present", Expected::On, |text| (text == "on").then_some(()))?
                .is_some(),
            veil: fields.choice("hide", Expected::Veil, Veil::of_key)?.unwrap_or_default(),
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
        field("matrix", self.looked_at.map(|it| it.id().to_owned()))?;
        field("cell", self.selection.map(cell))?;
        field("mask", self.mask.as_ref().map(mask_text))?;
        field("divide", self.divisor.map(decimal_text))?;
        field("colors", self.domain.map(colors))?;
        field("lesson", self.lesson.map(|lesson| lesson.to_string()))?;
        field("view", self.view.map(View::key))?;
        field("sort", self.sort.map(|it| it.id().to_owned()))?;
        field("convention", self.convention.map(|it| it.key().to_owned()))?;
        field("present", self.presents.then(|| "on".to_owned()))?;
        field("hide", (!self.veil.is_empty()).then(|| self.veil.key()))?;
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

/// The fragment without what a sentence puts after an address.
fn sentence_free(fragment: &str) -> &str {
    fragment.trim_end_matches(|letter| ".,;:!?)>]}\"'”’»…".contains(letter))
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
