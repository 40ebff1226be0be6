//! What a change was about, for the words of undo and redo.

/// A kind of change that can be taken back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Change {
    /// Other numbers were opened.
    Numbers,
    /// A number was typed over.
    Cell,
    /// Numbers were given back to what they were.
    AsOpened,
    /// The mask.
    Mask,
    /// What the scores are divided by.
    Scale,
    /// Tokens were renamed, added, removed or moved.
    Tokens,
}

impl Change {
    /// All of them.
    pub const ALL: [Self; 6] =
        [Self::Numbers, Self::Cell, Self::AsOpened, Self::Mask, Self::Scale, Self::Tokens];
}
