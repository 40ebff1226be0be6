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
}

impl View {
    /// The views, in the order in which the page lists them; of the mistakes the first.
    pub const ALL: [Self; 4] =
        [Self::Stages, Self::Mistake(Mistake::ALL[0]), Self::Compare, Self::Heads];

    /// Whether both are of one kind, whichever mistake it is.
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
        }
    }

    /// The view with this [`View::key`].
    pub fn of_key(key: &str) -> Option<Self> {
        match key {
            "stages" => Some(Self::Stages),
            "compare" => Some(Self::Compare),
            "heads" => Some(Self::Heads),
            _ => Mistake::from_id(key.strip_prefix(MISTAKE)?).map(Self::Mistake),
        }
    }
}

/// What a mistake's key begins with.
const MISTAKE: &str = "mistake.";
