//! The matrices of the head that is shown, and what is worked out of each once for all places that show it.

use leptos::prelude::*;

use super::{app_state::AppState, shared::Shared};
use crate::{
    draw::{ColorMap, Digest, Domain},
    math::{Cells, MatrixName, Trace, value_range},
    state::{DomainChoice, Settings},
};

/// What is worked out of the head that is shown.
#[derive(Clone, Copy)]
pub struct Digests {
    /// The digest of each matrix, `None` where there is none.
    of: [Memo<Option<Digest>>; MatrixName::ALL.len()],
    /// The colors' domain of weights: of many keys it looks at every row.
    weights: Memo<Domain>,
}

/// Digests that follow the traces: one is worked out when it is first asked for.
pub fn use_digests(
    trace: Memo<Shared<Trace>>,
    given: Memo<Shared<Trace>>,
    head: Memo<usize>,
    settings: RwSignal<Settings>,
) -> Digests {
    let domain = Memo::new(move |_| settings.read().domain);
    let weights = Memo::new(move |_| {
        let trace = trace.read();
        // Among few keys they reach to 1, whatever is chosen.
        let usual = trace.usual_most(head.get());
        Domain::of_shares(usual.and_then(|usual| match domain.get() {
            DomainChoice::Matrix => Some(usual),
            DomainChoice::AllHeads => trace.usual_most_of_all(),
            DomainChoice::Fixed(bound) => Some(bound.min(1.0)),
        }))
    });
    let of = MatrixName::ALL.map(|name| {
        let trace = if name.is_projected() { given } else { trace };
        Memo::new(move |before: Option<&Option<Digest>>| {
            let cells = trace.read().cells(name, head.get())?;
            Some(Digest::of(cells, before.and_then(Option::as_ref)))
        })
    });
    Digests { of, weights }
}

impl AppState {
    /// The trace that tells of a matrix: one that stays, where neither mask nor scale matters.
    pub fn trace_of(self, name: MatrixName) -> Memo<Shared<Trace>> {
        if name.is_projected() { self.given } else { self.trace }
    }

    /// The digest of a matrix of the head that is shown.
    pub fn digest(self, name: MatrixName) -> Option<Digest> {
        let at = MatrixName::ALL.iter().position(|it| *it == name)?;
        self.digests.of[at].get()
    }

    /// The same of a matrix whose numbers colors tell; the mask's are told by marks.
    pub fn told_by_colors(self, name: MatrixName) -> Option<Digest> {
        if name == MatrixName::MaskTerm { None } else { self.digest(name) }
    }

    /// The colors' domain of a matrix of the head that is shown under the chosen rule.
    pub fn domain_of(self, name: MatrixName, digest: &Digest) -> Domain {
        self.domain_over(name, || digest.range())
    }

    /// The same of a matrix of any head.
    pub fn domain_of_cells(self, name: MatrixName, cells: &Cells) -> Domain {
        self.domain_over(name, || cells.range())
    }

    /// The colors' domain of weights.
    pub fn domain_of_weights(self) -> Domain {
        self.digests.weights.get()
    }

    fn domain_over(self, name: MatrixName, range: impl Fn() -> Option<(f64, f64)>) -> Domain {
        if name.is_share() {
            return self.domain_of_weights();
        }
        match self.domain.get() {
            DomainChoice::Fixed(bound) => Domain::symmetric(bound),
            DomainChoice::AllHeads if name.is_of_head() => {
                let trace = self.trace.read();
                let heads = 0..trace.projected.n_heads();
                let ranges = heads.filter_map(|head| value_range(trace.view(name, head)?));
                // Of a long input the others are not here.
                Domain::of_ranges(ColorMap::Diverging, ranges.chain(range()))
            }
            DomainChoice::Matrix | DomainChoice::AllHeads => {
                Domain::of_ranges(ColorMap::Diverging, range())
            }
        }
    }
}
