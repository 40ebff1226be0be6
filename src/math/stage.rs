//! The closed list of stages, in the order in which attention is computed.

use super::{MatrixName, Trace};

/// One step of the pipeline.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Stage {
    /// Embeddings become queries, keys and values.
    Project,
    /// Queries and keys are turned by their positions, where the model does so.
    Rotary,
    /// Q · Kᵀ.
    DotProduct,
    /// Scores ÷ √`d_k`.
    Scale,
    /// −∞ where a query may not look.
    Mask,
    /// Rows become shares.
    Softmax,
    /// Weights · V.
    Context,
    /// Heads side by side.
    Concat,
    /// Concat · `w_o`.
    Output,
    /// Residual connection and layer norm, where the model has them.
    AddNorm,
}

impl Stage {
    /// All stages, in order.
    pub const ALL: [Self; 10] = [
        Self::Project,
        Self::Rotary,
        Self::DotProduct,
        Self::Scale,
        Self::Mask,
        Self::Softmax,
        Self::Context,
        Self::Concat,
        Self::Output,
        Self::AddNorm,
    ];

    /// A short name that stays the same in every language: for storage, links and tests.
    pub fn id(self) -> &'static str {
        match self {
            Self::Project => "project",
            Self::Rotary => "rotary",
            Self::DotProduct => "dot-product",
            Self::Scale => "scale",
            Self::Mask => "mask",
            Self::Softmax => "softmax",
            Self::Context => "context",
            Self::Concat => "concat",
            Self::Output => "output",
            Self::AddNorm => "add-norm",
        }
    }

    /// The stage with this [`Stage::id`].
    pub fn from_id(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|stage| stage.id() == id)
    }

    /// The matrices that the stage makes in a trace. With rotary position, projections are turned
    /// only afterwards; without a layer norm the residual is the last.
    pub fn results(self, trace: &Trace) -> &'static [MatrixName] {
        use MatrixName as M;
        match self {
            Self::Project if trace.has(M::QueriesBeforeRotary) => {
                &[M::QueriesBeforeRotary, M::KeysBeforeRotary, M::Values]
            }
            Self::Project => &[M::Queries, M::Keys, M::Values],
            Self::Rotary => &[M::Queries, M::Keys],
            Self::DotProduct => &[M::Scores],
            Self::Scale => &[M::Scaled],
            Self::Mask => &[M::Masked],
            Self::Softmax => &[M::Weights],
            Self::Context => &[M::Context],
            Self::Concat => &[M::Concat],
            Self::Output => &[M::Output],
            Self::AddNorm if !trace.has(M::AddNorm) => &[M::Residual],
            Self::AddNorm => &[M::AddNorm],
        }
    }

    /// The matrix that the stage makes in a trace; the first of several.
    pub fn result(self, trace: &Trace) -> MatrixName {
        self.results(trace)[0]
    }

    /// The matrices that the stage is drawn with in a trace: what it is computed from, and what it
    /// makes.
    pub fn matrices(self, trace: &Trace) -> Vec<MatrixName> {
        use MatrixName as M;
        let from: &[M] = match self {
            Self::Project => &[M::X, M::XKeys, M::XValues, M::WQuery, M::WKey, M::WValue],
            Self::Rotary => &[M::QueriesBeforeRotary, M::KeysBeforeRotary],
            Self::DotProduct => &[M::Queries, M::Keys],
            Self::Scale => &[M::Scores],
            Self::Mask => &[M::Scaled, M::MaskTerm],
            Self::Softmax => &[M::Masked],
            Self::Context => &[M::Weights, M::Values],
            Self::Concat => &[],
            Self::Output => &[M::Concat, M::WOutput],
            Self::AddNorm if !trace.has(M::AddNorm) => &[M::X, M::Output],
            Self::AddNorm => &[M::X, M::Output, M::Residual],
        };
        let all = from.iter().chain(self.results(trace)).copied();
        all.filter(|name| trace.has(*name)).collect()
    }

    /// The stage of a trace that makes a matrix; `None` where the matrix is given.
    pub fn that_makes(matrix: MatrixName, trace: &Trace) -> Option<Self> {
        if matrix == MatrixName::Residual {
            return trace.has(matrix).then_some(Self::AddNorm);
        }
        let stages = Self::of(trace).into_iter();
        stages.filter(|stage| !stage.is_given(trace)).find(|it| it.results(trace).contains(&matrix))
    }

    /// The stage of a trace that is drawn with a matrix and is fewest steps away; of two, the one
    /// that makes it. `None` where none is.
    pub fn nearest_with(self, matrix: MatrixName, trace: &Trace) -> Option<Self> {
        let stages = Self::of(trace);
        let here = stages.iter().position(|stage| *stage == self).unwrap_or_default();
        let with = stages.iter().enumerate().filter(|(_, it)| it.matrices(trace).contains(&matrix));
        let far = |(at, stage): &(usize, &Self)| {
            (at.abs_diff(here), !stage.results(trace).contains(&matrix))
        };
        with.min_by_key(far).map(|(_, stage)| *stage)
    }

    /// Whether a trace has this stage.
    pub fn is_in(self, trace: &Trace) -> bool {
        match self {
            Self::Rotary => trace.has(MatrixName::QueriesBeforeRotary),
            Self::AddNorm => trace.has(MatrixName::Residual),
            _ => trace.has(self.result(trace)),
        }
    }

    /// Whether the trace begins here: what the stage makes is given, not computed.
    pub fn is_given(self, trace: &Trace) -> bool {
        let p = &trace.projected;
        match self {
            Self::Project => p.embeddings().is_none(),
            Self::DotProduct => p.d_k().is_none(),
            Self::Softmax => p.given_weights().is_some(),
            _ => false,
        }
    }

    /// The stages that a trace has, in order.
    pub fn of(trace: &Trace) -> Vec<Self> {
        Self::ALL.into_iter().filter(|stage| stage.is_in(trace)).collect()
    }
}
