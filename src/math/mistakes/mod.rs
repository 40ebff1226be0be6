//! What people do wrong, as a closed list: each mistake computes from a right trace the wrong one,
//! which differs from the matrix on where the mistake shows first.
//!
//! Imports only `math`. A wrong trace is made of the same steps as a right one (`attention.rs`);
//! only the step that is wrong stands here.

mod half;
mod wrong;

use std::sync::Arc;

use ndarray::Array3;

use super::{Mask, MatrixName, OutputProjection, Trace, attention::follow};

pub use half::to_half;

/// A mistake.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Mistake {
    /// Heads are cut by one reshape, without the transpose.
    DirectSplit,
    /// Key/value heads are repeated in turn (0 1 0 1), not each for its group (0 0 1 1).
    Tiled,
    /// The scores are not divided.
    NoScaling,
    /// The scores are divided by the root of the model's width, not of the head's.
    ModelWidth,
    /// Hidden scores are multiplied by 0, where −∞ should be added.
    ZeroFill,
    /// A number stands for −∞.
    FiniteFill,
    /// What should be hidden is shown, and the other way round.
    InvertedMask,
    /// The softmax runs down the columns: over queries and not over keys.
    SoftmaxAxis,
    /// The weights are set to 0 after the softmax, where they should not have been counted.
    MaskAfterSoftmax,
    /// The same, each row then divided by what is left of it.
    Renormalized,
    /// Weights are dropped, as in training.
    Dropout,
    /// Heads are added, not set side by side.
    HeadsAdded,
    /// The concatenation is taken for the output.
    NoOutput,
}

/// What some mistakes leave open.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct MistakeOptions {
    /// The number that stands for −∞.
    pub fill: f64,
    /// Whether it is added to the score, or put in its place.
    pub is_fill_added: bool,
    /// Whether scores and weights are kept in half precision.
    pub is_half: bool,
    /// A query from which every key is hidden, as from padding.
    pub unseeing: Option<usize>,
    /// The share of weights that is dropped, 0 ≤ p < 1.
    pub dropped: f64,
    /// Which weights are dropped.
    pub seed: u64,
}

impl Default for MistakeOptions {
    fn default() -> Self {
        Self {
            fill: -1e9,
            is_fill_added: false,
            is_half: true,
            unseeing: None,
            dropped: 0.1,
            seed: 1,
        }
    }
}

/// Why a mistake makes no difference to an example, or cannot be made with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Hindrance {
    /// Weights were given, no scores.
    NoScores,
    /// No key is hidden.
    NothingHidden,
    /// The scores are divided by this number anyway.
    SameDivisor,
    /// The computation begins after the embeddings: the model's width is not known.
    NoEmbeddings,
    /// There are no queries and keys to cut into heads.
    NoProjections,
    /// There is one head only.
    OneHead,
    /// The trace ends at the weights.
    NoValues,
    /// There is no output projection that could be left out.
    NoProjection,
    /// Every head has keys and values of its own, or all have the same.
    NotGrouped,
    /// The input is so long that the matrices of one head only are kept.
    LongInput,
}

/// A right trace and the wrong one.
#[derive(Debug, Clone)]
pub struct Experiment {
    /// How it should be.
    pub right: Arc<Trace>,
    /// What the mistake makes of it.
    pub wrong: Trace,
}

/// The matrices in which mistakes show, in the order in which they are computed.
const SHOWN: [MatrixName; 14] = [
    MatrixName::QueriesBeforeRotary,
    MatrixName::KeysBeforeRotary,
    MatrixName::Queries,
    MatrixName::Keys,
    MatrixName::Values,
    MatrixName::Scores,
    MatrixName::Scaled,
    MatrixName::Masked,
    MatrixName::Weights,
    MatrixName::Context,
    MatrixName::Concat,
    MatrixName::Output,
    MatrixName::Residual,
    MatrixName::AddNorm,
];

impl Mistake {
    /// Every mistake, in the order of the computation.
    pub const ALL: [Self; 13] = [
        Self::DirectSplit,
        Self::Tiled,
        Self::NoScaling,
        Self::ModelWidth,
        Self::ZeroFill,
        Self::FiniteFill,
        Self::InvertedMask,
        Self::SoftmaxAxis,
        Self::MaskAfterSoftmax,
        Self::Renormalized,
        Self::Dropout,
        Self::HeadsAdded,
        Self::NoOutput,
    ];

    /// A short name that stays the same in every language: for links and tests.
    pub fn id(self) -> &'static str {
        match self {
            Self::SoftmaxAxis => "softmax-axis",
            Self::MaskAfterSoftmax => "mask-after-softmax",
            Self::Renormalized => "renormalized",
            Self::ZeroFill => "zero-fill",
            Self::FiniteFill => "finite-fill",
            Self::NoScaling => "no-scaling",
            Self::ModelWidth => "model-width",
            Self::DirectSplit => "direct-split",
            Self::HeadsAdded => "heads-added",
            Self::NoOutput => "no-output",
            Self::Dropout => "dropout",
            Self::Tiled => "tiled",
            Self::InvertedMask => "inverted-mask",
        }
    }

    /// The mistake with this [`Mistake::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|mistake| mistake.id() == id)
    }

    /// Why the mistake makes no difference to this trace, if it makes none.
    pub fn hindrance(self, right: &Trace) -> Option<Hindrance> {
        use Hindrance as H;
        let p = &right.projected;
        let divisor = right.scale.divisor();
        let heads = p.inputs.heads;
        let needs = |is_there: bool, hindrance| (!is_there).then_some(hindrance);
        let has_scores = p.scores.is_some();
        if !p.holds_all() {
            return Some(H::LongInput);
        }
        match self {
            Self::SoftmaxAxis | Self::FiniteFill => needs(has_scores, H::NoScores),
            Self::MaskAfterSoftmax | Self::Renormalized | Self::ZeroFill | Self::InvertedMask => {
                needs(has_scores, H::NoScores).or_else(|| needs(hides(right), H::NothingHidden))
            }
            Self::NoScaling => needs(has_scores, H::NoScores)
                .or_else(|| needs(differ(divisor, 1.0), H::SameDivisor)),
            Self::ModelWidth => needs(has_scores, H::NoScores)
                .or_else(|| needs(p.d_model().is_some(), H::NoEmbeddings))
                .or_else(|| needs(differ(model_divisor(right), divisor), H::SameDivisor)),
            Self::DirectSplit => needs(p.queries.is_some(), H::NoProjections)
                .or_else(|| needs(heads.queries > 1, H::OneHead)),
            Self::HeadsAdded => needs(right.context.is_some(), H::NoValues)
                .or_else(|| needs(heads.queries > 1, H::OneHead)),
            Self::NoOutput => {
                let is_there = match &p.inputs.output {
                    OutputProjection::Given(affine) => affine.weight.is_some(),
                    OutputProjection::Unknown => false,
                };
                needs(right.concat.is_some(), H::NoValues)
                    .or_else(|| needs(is_there, H::NoProjection))
            }
            Self::Dropout => None,
            Self::Tiled => needs(p.queries.is_some(), H::NoProjections).or_else(|| {
                needs(1 < heads.keys_values && heads.keys_values < heads.queries, H::NotGrouped)
            }),
        }
    }

    /// The matrix of a trace in which the mistake shows first.
    pub fn shows_first(self, right: &Trace) -> MatrixName {
        match self {
            Self::DirectSplit if right.projected.queries_before_rotary.is_some() => {
                MatrixName::QueriesBeforeRotary
            }
            Self::DirectSplit => MatrixName::Queries,
            Self::Tiled => MatrixName::Keys,
            Self::NoScaling | Self::ModelWidth => MatrixName::Scaled,
            Self::ZeroFill | Self::FiniteFill | Self::InvertedMask => MatrixName::Masked,
            Self::SoftmaxAxis | Self::MaskAfterSoftmax | Self::Renormalized | Self::Dropout => {
                MatrixName::Weights
            }
            Self::HeadsAdded => MatrixName::Concat,
            Self::NoOutput => MatrixName::Output,
        }
    }

    /// Makes the mistake; a trace of which [`Mistake::hindrance`] says something comes back as it is.
    pub fn commit(self, trace: &Arc<Trace>, options: &MistakeOptions) -> Experiment {
        let right = match options.unseeing {
            Some(query) if self == Self::FiniteFill => Arc::new(blinded(trace, query)),
            _ => Arc::clone(trace),
        };
        let wrong = match self.hindrance(&right) {
            Some(_) => Trace::clone(&right),
            None => wrong::wrong(self, &right, options),
        };
        Experiment { right, wrong }
    }
}

impl Experiment {
    /// The matrices in which the mistake shows: the first one and what is computed from it, as far
    /// as the right trace goes.
    pub fn shown(&self, mistake: Mistake) -> Vec<MatrixName> {
        let first = mistake.shows_first(&self.right);
        let names = SHOWN.into_iter().filter(|name| *name >= first);
        let names = names.filter(|name| !is_beside(mistake, *name));
        names.filter(|name| self.right.view(*name, 0).is_some()).collect()
    }
}

/// Tiled queries are the right ones, and come after the keys in no order.
fn is_beside(mistake: Mistake, name: MatrixName) -> bool {
    mistake == Mistake::Tiled && name == MatrixName::Queries
}

/// Whether the mask hides any key from any query.
fn hides(trace: &Trace) -> bool {
    let p = &trace.projected;
    let (n, m) = (p.n_queries(), p.n_keys());
    (0..p.n_heads()).any(|head| {
        (0..n).any(|q| (0..m).any(|k| trace.mask.term(head, q, k) == f64::NEG_INFINITY))
    })
}

/// √`d_model`, or NaN where it is not known.
fn model_divisor(trace: &Trace) -> f64 {
    trace.projected.d_model().map_or(f64::NAN, |width| (width as f64).sqrt())
}

/// Whether two divisors differ by more than rounding.
fn differ(a: f64, b: f64) -> bool {
    (a - b).abs() > 1e-12 * a.abs().max(b.abs())
}

/// The trace under a mask that hides every key from one query, too.
fn blinded(trace: &Trace, query: usize) -> Trace {
    let terms = terms(trace, |term, at, _| if at == query { f64::NEG_INFINITY } else { term });
    follow(&trace.projected, &Arc::new(Mask::AddPerHead(terms)), trace.scale)
}

/// The mask's terms after a change, which is given the term, the query and the key,
/// `[n_heads, n_queries, n_keys]`.
fn terms(trace: &Trace, change: impl Fn(f64, usize, usize) -> f64) -> Array3<f64> {
    let p = &trace.projected;
    let shape = (p.n_heads(), p.n_queries(), p.n_keys());
    Array3::from_shape_fn(shape, |(head, query, key)| {
        change(trace.mask.term(head, query, key), query, key)
    })
}
