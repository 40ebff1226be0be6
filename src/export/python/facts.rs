//! What a program has to know of a problem beside its numbers.

use crate::{
    export::Whole,
    math::{
        Affine, Embeddings, Mask, MatrixName as M, OutputProjection, Overridable, OverridePlace,
        Projected, Scale, Start,
    },
};

/// Counts, widths and forms.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<'a> {
    pub whole: Whole<'a>,
    pub n_heads: usize,
    pub n_kv_heads: usize,
    pub n_queries: usize,
    pub n_keys: usize,
}

impl<'a> Facts<'a> {
    pub fn of(whole: Whole<'a>) -> Self {
        let projected = &whole.trace.projected;
        Self {
            whole,
            n_heads: projected.n_heads(),
            n_kv_heads: projected.inputs.heads.keys_values,
            n_queries: projected.n_queries(),
            n_keys: projected.n_keys(),
        }
    }

    pub fn projected(&self) -> &'a Projected {
        &self.whole.trace.projected
    }

    pub fn start(&self) -> &'a Start {
        &self.projected().inputs.start
    }

    pub fn embeddings(&self) -> Option<&'a Embeddings> {
        self.projected().embeddings()
    }

    /// What queries, keys and values are made from, by their names in code.
    pub fn sources(&self) -> [&'static str; 3] {
        let has = |of: fn(&Embeddings) -> bool| self.embeddings().is_some_and(of);
        let keys = if has(|e| e.x_k.is_some()) { "x_keys" } else { "x" };
        let values = if has(|e| e.x_v.is_some()) { "x_values" } else { keys };
        ["x", keys, values]
    }

    /// Single numbers of a stack that are set by hand, each with the stack's name in code.
    pub fn set_by_hand(&self, of: Overridable) -> Vec<(&'static str, OverridePlace, f64)> {
        let name = match of {
            Overridable::Queries => "queries",
            Overridable::Keys => "keys",
            Overridable::Values => "values",
            Overridable::Scores => "scores",
        };
        let all = self.projected().inputs.overrides.iter();
        all.filter(|(place, _)| place.matrix == of)
            .map(|(place, value)| (name, *place, *value))
            .collect()
    }

    /// Whether queries, keys and values are nothing but projections of embeddings.
    pub fn are_projections(&self) -> bool {
        let is_set = |of| !self.set_by_hand(of).is_empty();
        let hands = [Overridable::Queries, Overridable::Keys, Overridable::Values];
        self.projected().inputs.rotary.is_none() && !hands.into_iter().any(is_set)
    }

    /// The output projection, where it is known.
    pub fn output(&self) -> Option<&'a Affine> {
        match &self.projected().inputs.output {
            OutputProjection::Given(affine) => Some(affine),
            OutputProjection::Unknown => None,
        }
    }

    /// Query heads that share one key/value head.
    pub fn group(&self) -> usize {
        self.n_heads / self.n_kv_heads
    }

    /// Columns of a matrix of the first head; 0 where there is none.
    pub fn width(&self, name: M) -> usize {
        self.whole.trace.view(name, 0).map_or(0, |matrix| matrix.ncols())
    }

    pub fn has(&self, name: M) -> bool {
        self.whole.trace.view(name, 0).is_some()
    }

    /// The factor that scores are multiplied by.
    pub fn factor(&self) -> f64 {
        self.whole.trace.scale.factor()
    }

    /// `scores / 8.0` or `scores * 0.125`, as it was given.
    pub fn scaled(&self) -> String {
        match self.whole.trace.scale {
            Scale::DivideBy(divisor) => format!("scores / {divisor:?}"),
            Scale::MultiplyBy(factor) => format!("scores * {factor:?}"),
        }
    }

    /// Whether the mask hides and does nothing else, although it is made of numbers.
    pub fn hides_only(&self) -> bool {
        let hides = |term: &f64| *term == 0.0 || *term == f64::NEG_INFINITY;
        match &*self.whole.trace.mask {
            Mask::Add(add) => add.iter().all(hides),
            Mask::AddPerHead(add) => add.iter().all(hides),
            Mask::None | Mask::Causal | Mask::Allow(_) | Mask::AllowPerHead(_) => true,
        }
    }

    /// Whether some query may see no key.
    pub fn has_unseeing_rows(&self) -> bool {
        !self.whole.trace.remarks.is_empty()
    }

    /// The stage that comes last, by its name in code.
    pub fn last_stage(&self) -> Option<&'static str> {
        let stages = [
            (M::AddNorm, "add_norm"),
            (M::Residual, "residual"),
            (M::Output, "output"),
            (M::Concat, "concat"),
        ];
        stages.into_iter().find(|(name, _)| self.has(*name)).map(|(_, code)| code)
    }
}
