//! A lesson and its steps.

use super::{Claim, Figure, Place, Prediction};
use crate::{
    i18n::Language,
    math::{Corner, MaskPlan, MaskRule, MatrixName, Stage},
    samples::{Loaded, SampleId, six_tokens::Token},
    state::{Convention, DomainChoice, Selection, Settings, View},
};

/// A text in every language.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Both {
    /// English.
    pub en: &'static str,
    /// Korean.
    pub ko: &'static str,
}

impl Both {
    /// The text in a language.
    pub fn of(self, language: Language) -> &'static str {
        match language {
            Language::English => self.en,
            Language::Korean => self.ko,
        }
    }
}

/// A lesson.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Lesson {
    /// Its name in the list.
    pub title: Both,
    /// What one learns, in one line.
    pub about: Both,
    /// Its steps, in order.
    pub steps: &'static [Step],
}

/// One idea.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Step {
    /// What the page shows meanwhile.
    pub setup: Setup,
    /// What is marked in the matrices.
    pub look: &'static [Look],
    /// The idea, in at most 60 words: a template.
    pub text: Both,
    /// What the places of all texts of this step stand for.
    pub places: &'static [Place],
    /// What the texts say of the numbers.
    pub claims: &'static [Claim],
    /// What the learner is asked, after the text.
    pub prediction: Option<Prediction>,
    /// What is drawn below the text.
    pub figure: Option<Figure>,
}

/// A step without anything, to be written over.
pub const STEP: Step = Step {
    setup: Setup { numbers: Numbers::Sample(SampleId::SixTokens, 0), with: SAME },
    look: &[],
    text: Both { en: "", ko: "" },
    places: &[],
    claims: &[],
    prediction: None,
    figure: None,
};

/// What the page shows.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Setup {
    /// Which numbers.
    pub numbers: Numbers,
    /// What differs from how they open.
    pub with: Change,
}

/// The numbers of a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Numbers {
    /// A block of an example; 0 where it has none.
    Sample(SampleId, usize),
    /// The built model of the six tokens, reading another sentence.
    Sentence(&'static [Token<'static>]),
}

impl Numbers {
    /// The example that they are or are made from.
    pub fn sample(self) -> (SampleId, usize) {
        match self {
            Self::Sample(sample, block) => (sample, block),
            Self::Sentence(_) => (SampleId::SixTokens, 0),
        }
    }
}

/// What is chosen otherwise; `None` leaves it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Change {
    /// Query head.
    pub head: Option<usize>,
    /// The stage shown large.
    pub stage: Option<Stage>,
    /// The selected cell: query, key.
    pub cell: Option<(usize, usize)>,
    /// The mask.
    pub mask: Option<Masking>,
    /// What the scores are divided by.
    pub divide: Option<Divide>,
}

/// Nothing is chosen otherwise.
pub const SAME: Change = Change { head: None, stage: None, cell: None, mask: None, divide: None };

impl Change {
    /// The settings of numbers under this; what it leaves is as the numbers open.
    pub fn settings(self, now: &Settings, loaded: &Loaded) -> Settings {
        let (query, key) = self.cell.unwrap_or(loaded.default_cell);
        let projected = loaded.problem.projected();
        Settings {
            head: self.head.unwrap_or(loaded.default_head),
            stage: self.stage.unwrap_or(now.stage),
            selection: Selection::of(query, key),
            mask: self.mask.and_then(Masking::plan),
            divisor: self.divide.and_then(|divide| divide.divisor(projected)),
            domain: DomainChoice::Matrix,
            looked_at: None,
            view: View::Stages,
            ..now.clone()
        }
    }

    /// This, and over it another.
    #[must_use]
    pub fn then(self, over: Self) -> Self {
        Self {
            head: over.head.or(self.head),
            stage: over.stage.or(self.stage),
            cell: over.cell.or(self.cell),
            mask: over.mask.or(self.mask),
            divide: over.divide.or(self.divide),
        }
    }
}

/// A mask of a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Masking {
    /// The example's own.
    Own,
    /// None.
    Off,
    /// Each query sees itself and what comes before it.
    Causal,
}

impl Masking {
    /// The mask as it is chosen on the page; `None` is the example's own.
    pub fn plan(self) -> Option<MaskPlan> {
        let rule = |causal| Some(MaskPlan::Rule { rule: MaskRule::All, causal });
        match self {
            Self::Own => None,
            Self::Off => rule(None),
            Self::Causal => rule(Some(Corner::UpperLeft)),
        }
    }
}

/// What the scores are divided by in a step.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Divide {
    /// The example's own divisor.
    Own,
    /// A number.
    By(f64),
    /// √`d_model`: the commonest mistake.
    RootOfModel,
}

/// A place to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Look {
    /// In which matrix.
    pub matrix: MatrixName,
    /// Which part of it.
    pub extent: Extent,
}

/// A part of a matrix; rows are tokens here, however the page turns them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// One cell: row, column.
    Cell(usize, usize),
    /// A row.
    Row(usize),
    /// A column.
    Column(usize),
    /// All of it.
    Whole,
}

impl Extent {
    /// Where it lies in a matrix whose rows and columns are told as they are shown: its first row and column, and
    /// how many of each.
    pub fn area(
        self,
        size: (usize, usize),
        convention: Convention,
    ) -> ((usize, usize), (usize, usize)) {
        let (rows, columns) = convention.stored(size);
        let (place, extent) = match self {
            Self::Cell(row, column) => ((row, column), (1, 1)),
            Self::Row(row) => ((row, 0), (1, columns)),
            Self::Column(column) => ((0, column), (rows, 1)),
            Self::Whole => ((0, 0), (rows, columns)),
        };
        (convention.shown(place), convention.shown(extent))
    }
}
