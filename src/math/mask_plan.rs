//! Masks told by what they are for, so that they keep their meaning when tokens come and go, and
//! can say why a key is hidden.

use std::sync::Arc;

use ndarray::{Array2, Array3};

use super::Mask;

/// A mask as it is chosen.
#[derive(Debug, Clone, PartialEq)]
pub enum MaskPlan {
    /// By a rule that any number of tokens can follow.
    Rule {
        /// Which keys a query sees, or all.
        rule: MaskRule,
        /// Whether what comes after a query is hidden from it (with a prefix: what comes after it
        /// and after the prefix), and where queries and keys are aligned.
        causal: Option<Corner>,
    },
    /// Cell by cell: painted where the mask allows, additive where it adds.
    Cells(Arc<Mask>),
}

/// Which keys a query sees. Tokens count from 0.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MaskRule {
    /// All.
    All,
    /// Those before the padding.
    Padding {
        /// The first token that is padding.
        from: usize,
    },
    /// Those nearer than a width: itself and `width − 1` on each side, or before it where causal
    /// (Beltagy et al. 2020, Longformer; Jiang et al. 2023, Mistral).
    Window {
        /// How many keys a query sees in one direction, itself among them.
        width: usize,
    },
    /// Those of the prefix; where causal, also those before the query (Raffel et al. 2020, T5).
    Prefix {
        /// How many tokens it has.
        length: usize,
    },
    /// Those of the query's own block, as where several texts are packed into one row.
    Blocks {
        /// The first tokens of all blocks but the first, ascending.
        starts: Vec<usize>,
    },
}

/// Where a causal mask aligns queries with keys if there are more of the one than of the other.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Corner {
    /// The first query with the first key, as `torch.tril` and `is_causal` of `PyTorch`.
    UpperLeft,
    /// The last query with the last key, as with cached keys, where the queries are the newest
    /// tokens.
    LowerRight,
}

/// The kinds of mask, as they are offered.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum MaskKind {
    /// Every query sees every key.
    None,
    /// No query sees a key after it.
    Causal,
    /// Keys from one on are padding.
    Padding,
    /// A sliding window.
    Window,
    /// A prefix that all see.
    Prefix,
    /// Blocks that do not see each other.
    Blocks,
    /// Cell by cell.
    Painted,
    /// Numbers added to the scores.
    Added,
}

impl MaskKind {
    /// All kinds, in the order in which they are offered.
    pub const ALL: [Self; 8] = [
        Self::None,
        Self::Causal,
        Self::Padding,
        Self::Window,
        Self::Prefix,
        Self::Blocks,
        Self::Painted,
        Self::Added,
    ];
}

/// Why a query may not look at a key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum HiddenBy {
    /// The key comes after the query.
    AfterQuery,
    /// The key is padding.
    Padding,
    /// The key is too far away.
    OutsideWindow,
    /// The key is not in the prefix.
    OutsidePrefix,
    /// The key comes after the query and is not in the prefix.
    AfterPrefix,
    /// The key is in another block.
    OtherBlock,
    /// The cell is painted so.
    Painted,
    /// The number added is −∞.
    Added,
}

impl HiddenBy {
    /// All reasons.
    pub const ALL: [Self; 8] = [
        Self::AfterQuery,
        Self::Padding,
        Self::OutsideWindow,
        Self::OutsidePrefix,
        Self::AfterPrefix,
        Self::OtherBlock,
        Self::Painted,
        Self::Added,
    ];
}

/// One cell of all heads' masks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MaskCell {
    /// Query head; of no account where heads share one mask.
    pub head: usize,
    /// Row of the scores.
    pub query: usize,
    /// Column of the scores.
    pub key: usize,
}

/// Numbers of queries and of keys.
pub type MaskSize = (usize, usize);

impl MaskPlan {
    /// Every query sees every key.
    pub const NONE: Self = Self::Rule { rule: MaskRule::All, causal: None };
    /// No query sees a key after it.
    pub const CAUSAL: Self = Self::Rule { rule: MaskRule::All, causal: Some(Corner::UpperLeft) };

    /// What kind of mask it is.
    pub fn kind(&self) -> MaskKind {
        match self {
            Self::Rule { rule: MaskRule::All, causal: None } => MaskKind::None,
            Self::Rule { rule: MaskRule::All, causal: Some(_) } => MaskKind::Causal,
            Self::Rule { rule: MaskRule::Padding { .. }, .. } => MaskKind::Padding,
            Self::Rule { rule: MaskRule::Window { .. }, .. } => MaskKind::Window,
            Self::Rule { rule: MaskRule::Prefix { .. }, .. } => MaskKind::Prefix,
            Self::Rule { rule: MaskRule::Blocks { .. }, .. } => MaskKind::Blocks,
            Self::Cells(mask) if mask.is_additive() => MaskKind::Added,
            Self::Cells(_) => MaskKind::Painted,
        }
    }

    /// A plan of a kind with which to begin, after another: its numbers are such that there is
    /// something to see, and cells begin as they were.
    pub fn opening(kind: MaskKind, before: &Self, size: MaskSize) -> Self {
        let (_, n_keys) = size;
        let causal_before = match before {
            Self::Rule { causal, .. } => *causal,
            Self::Cells(_) => None,
        };
        let causal = causal_before.or(Some(Corner::UpperLeft));
        match kind {
            MaskKind::None => Self::NONE,
            MaskKind::Causal => Self::Rule { rule: MaskRule::All, causal },
            MaskKind::Padding => {
                let from = n_keys - n_keys.div_ceil(3);
                Self::Rule { rule: MaskRule::Padding { from }, causal: causal_before }
            }
            MaskKind::Window => {
                Self::Rule { rule: MaskRule::Window { width: n_keys.div_ceil(2).min(3) }, causal }
            }
            MaskKind::Prefix => {
                Self::Rule { rule: MaskRule::Prefix { length: n_keys.div_ceil(2) }, causal }
            }
            MaskKind::Blocks => {
                let starts = vec![n_keys.div_ceil(2)];
                Self::Rule { rule: MaskRule::Blocks { starts }, causal: causal_before }
            }
            MaskKind::Painted => Self::Cells(before.mask(size).painted(size).into()),
            MaskKind::Added => Self::Cells(before.mask(size).added(size).into()),
        }
    }

    /// The mask of so many queries and keys. Cells that a painted mask of another size does not
    /// have are seen.
    pub fn mask(&self, size: MaskSize) -> Arc<Mask> {
        let (n_queries, n_keys) = size;
        match self {
            Self::Cells(mask) if mask.fits(size) => Arc::clone(mask),
            Self::Cells(mask) => mask.resized(size).into(),
            Self::Rule { rule: MaskRule::All, causal: None } => Mask::None.into(),
            Self::Rule { rule: MaskRule::All, causal: Some(corner) }
                if *corner == Corner::UpperLeft || n_queries == n_keys =>
            {
                Mask::Causal.into()
            }
            Self::Rule { rule, causal } => {
                let allow = Array2::from_shape_fn(size, |(query, key)| {
                    hidden_by(rule, *causal, (query, key), size).is_none()
                });
                Mask::Allow(allow).into()
            }
        }
    }

    /// Why a cell is hidden; `None` where the query may look.
    pub fn hidden_by(&self, cell: MaskCell, size: MaskSize) -> Option<HiddenBy> {
        let MaskCell { head, query, key } = cell;
        match self {
            Self::Rule { rule, causal } => hidden_by(rule, *causal, (query, key), size),
            Self::Cells(mask) if mask.term(head, query, key) != f64::NEG_INFINITY => None,
            Self::Cells(mask) if mask.is_additive() => Some(HiddenBy::Added),
            Self::Cells(_) => Some(HiddenBy::Painted),
        }
    }

    /// The plan with another number at one cell: 0 shows it and −∞ hides it, which makes a mask
    /// painted that is not additive; any other makes it additive. A number that stands there already, or a cell that does not, change nothing.
    #[must_use]
    pub fn with_term(&self, cell: MaskCell, term: f64, size: MaskSize) -> Self {
        let mask = self.mask(size);
        if mask.term(cell.head, cell.query, cell.key).to_bits() == term.to_bits() {
            return self.clone();
        }
        let is_yes_or_no = term == 0.0 || term == f64::NEG_INFINITY;
        let mut mask =
            if is_yes_or_no && !mask.is_additive() { mask.painted(size) } else { mask.added(size) };
        mask.set(cell, term);
        Self::Cells(mask.into())
    }
}

/// Why a rule hides a key from a query; `None` where it does not.
fn hidden_by(
    rule: &MaskRule,
    causal: Option<Corner>,
    (query, key): (usize, usize),
    (n_queries, n_keys): MaskSize,
) -> Option<HiddenBy> {
    let position = match causal {
        // No array has so many rows that this would wrap.
        Some(Corner::LowerRight) => (query + n_keys).cast_signed() - n_queries.cast_signed(),
        _ => query.cast_signed(),
    };
    let at = key.cast_signed();
    let is_after = causal.is_some() && at > position;
    let is_too_far = |width: usize| position.abs_diff(at) >= width;
    let block =
        |starts: &[usize], at: isize| starts.partition_point(|start| start.cast_signed() <= at);
    let hidden = match rule {
        MaskRule::All => None,
        MaskRule::Padding { from } => (key >= *from).then_some(HiddenBy::Padding),
        MaskRule::Window { .. } if is_after => Some(HiddenBy::AfterQuery),
        MaskRule::Window { width } => is_too_far(*width).then_some(HiddenBy::OutsideWindow),
        MaskRule::Prefix { length } if causal.is_some() => {
            return (is_after && key >= *length).then_some(HiddenBy::AfterPrefix);
        }
        MaskRule::Prefix { length } => (key >= *length).then_some(HiddenBy::OutsidePrefix),
        MaskRule::Blocks { starts } => {
            (block(starts, at) != block(starts, position)).then_some(HiddenBy::OtherBlock)
        }
    };
    hidden.or(is_after.then_some(HiddenBy::AfterQuery))
}

impl Mask {
    /// Whether the mask can be that of so many queries and keys.
    fn fits(&self, size: MaskSize) -> bool {
        match self {
            Self::None | Self::Causal => true,
            Self::Allow(allow) => allow.dim() == size,
            Self::Add(add) => add.dim() == size,
            Self::AllowPerHead(allow) => (allow.dim().1, allow.dim().2) == size,
            Self::AddPerHead(add) => (add.dim().1, add.dim().2) == size,
        }
    }

    /// The mask of another size; cells that were not there are not masked.
    fn resized(&self, size: MaskSize) -> Self {
        if self.is_additive() { self.added(size) } else { self.painted(size) }
    }

    /// How many heads have a mask of their own; `None` where they share one.
    fn n_own(&self) -> Option<usize> {
        match self {
            Self::None | Self::Causal | Self::Allow(_) | Self::Add(_) => None,
            Self::AllowPerHead(allow) => Some(allow.dim().0),
            Self::AddPerHead(add) => Some(add.dim().0),
        }
    }

    /// The mask as yes and no; what it adds besides −∞ is lost.
    fn painted(&self, (n, m): MaskSize) -> Self {
        let is_seen = |head, query, key| self.term(head, query, key) != f64::NEG_INFINITY;
        match self.n_own() {
            None => Self::Allow(Array2::from_shape_fn((n, m), |(i, j)| is_seen(0, i, j))),
            Some(heads) => {
                let of_heads = Array3::from_shape_fn((heads, n, m), |(h, i, j)| is_seen(h, i, j));
                Self::AllowPerHead(of_heads)
            }
        }
    }

    /// The mask as numbers to add.
    fn added(&self, (n, m): MaskSize) -> Self {
        match self.n_own() {
            None => Self::Add(Array2::from_shape_fn((n, m), |(i, j)| self.term(0, i, j))),
            Some(heads) => {
                let of_heads = Array3::from_shape_fn((heads, n, m), |(h, i, j)| self.term(h, i, j));
                Self::AddPerHead(of_heads)
            }
        }
    }

    /// Writes a term where there is such a cell.
    fn set(&mut self, MaskCell { head, query, key }: MaskCell, term: f64) {
        let is_seen = term != f64::NEG_INFINITY;
        match self {
            Self::None | Self::Causal => {}
            Self::Allow(allow) => replace(allow.get_mut((query, key)), is_seen),
            Self::AllowPerHead(allow) => replace(allow.get_mut((head, query, key)), is_seen),
            Self::Add(add) => replace(add.get_mut((query, key)), term),
            Self::AddPerHead(add) => replace(add.get_mut((head, query, key)), term),
        }
    }
}

fn replace<T>(cell: Option<&mut T>, value: T) {
    if let Some(cell) = cell {
        *cell = value;
    }
}
