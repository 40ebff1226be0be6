//! What stands where the equation of the current stage stands.

use crate::math::Mistake;

/// What stands in the place of the equation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum View {
    /// The equation of the current stage.
    #[default]
    Stages,
    /// A mistake beside what is right.
    Mistake(Mistake),
    /// What is shown beside what was kept.
    Compare,
    /// All heads at once.
    Heads,
    /// The tokens as text, in which weights are read.
    Text(Reading),
}

/// How weights are read in the tokens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Reading {
    /// The keys in the colors of the weights that one query gives them.
    #[default]
    OfQuery,
    /// The queries in the colors of the weights that they give one key.
    OfKey,
    /// Arcs from one query.
    ArcsOfQuery,
    /// Arcs to one key.
    ArcsOfKey,
    /// The strongest arcs of all queries.
    ArcsOfAll,
}

impl Reading {
    /// All.
    pub const ALL: [Self; 5] =
        [Self::OfQuery, Self::OfKey, Self::ArcsOfQuery, Self::ArcsOfKey, Self::ArcsOfAll];

    /// Its name in links; never changes.
    fn key(self) -> &'static str {
        match self {
            Self::OfQuery => "text",
            Self::OfKey => "text.key",
            Self::ArcsOfQuery => "arcs",
            Self::ArcsOfKey => "arcs.key",
            Self::ArcsOfAll => "arcs.all",
        }
    }

    /// Whether weights are arcs, not colors alone.
    pub fn has_arcs(self) -> bool {
        matches!(self, Self::ArcsOfQuery | Self::ArcsOfKey | Self::ArcsOfAll)
    }

    /// Whether a key is chosen, not a query.
    pub fn is_of_key(self) -> bool {
        matches!(self, Self::OfKey | Self::ArcsOfKey)
    }

    /// The same weights as arcs, or as colors; those of all queries are arcs alone.
    #[must_use]
    pub fn with_arcs(self, has_arcs: bool) -> Self {
        match (self.is_of_key(), has_arcs) {
            (false, false) => Self::OfQuery,
            (true, false) => Self::OfKey,
            (false, true) => Self::ArcsOfQuery,
            (true, true) => Self::ArcsOfKey,
        }
    }
}

impl View {
    /// The views, in the order in which the page lists them; of the mistakes and readings the first.
    pub const ALL: [Self; 5] = [
        Self::Stages,
        Self::Mistake(Mistake::ALL[0]),
        Self::Compare,
        Self::Heads,
        Self::Text(Reading::OfQuery),
    ];

    /// Whether both are of one kind, whichever mistake or reading it is.
    pub fn is_like(self, other: Self) -> bool {
        std::mem::discriminant(&self) == std::mem::discriminant(&other)
    }

    /// A text that stays the same in every language: for links.
    pub fn key(self) -> String {
        match self {
            Self::Stages => "stages".to_owned(),
            Self::Mistake(mistake) => format!("{MISTAKE}{}", mistake.id()),
            Self::Compare => "compare".to_owned(),
            Self::Heads => "heads".to_owned(),
            Self::Text(reading) => reading.key().to_owned(),
        }
    }

    /// The view with this [`View::key`].
    pub fn of_key(key: &str) -> Option<Self> {
        match key {
            "stages" => Some(Self::Stages),
            "compare" => Some(Self::Compare),
            "heads" => Some(Self::Heads),
            _ => match key.strip_prefix(MISTAKE) {
                Some(id) => Mistake::from_id(id).map(Self::Mistake),
                None => Reading::ALL.into_iter().find(|it| it.key() == key).map(Self::Text),
            },
        }
    }
}

/// What a mistake's key begins with.
const MISTAKE: &str = "mistake.";
