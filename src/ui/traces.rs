//! The traces that the page shows: they are computed again when what they rest on changes.

use std::sync::Arc;

use leptos::prelude::*;

use super::shared::Shared;
use crate::{
    math::{MaskPlan, Trace, attend},
    samples::Loaded,
    state::{self, Settings},
};

/// The trace, the same as far as neither mask nor scale matters, and that of the numbers as opened.
pub fn use_traces(
    settings: RwSignal<Settings>,
    mask: Memo<Option<MaskPlan>>,
    loaded: RwSignal<Shared<Loaded>>,
    opened: RwSignal<Shared<Loaded>>,
) -> [Memo<Shared<Trace>>; 3] {
    let divisor = Memo::new(move |_| settings.read().divisor);
    let trace = Memo::new(move |_| {
        let problem = &loaded.read().problem;
        let chosen = state::with_choices(problem, mask.read().as_ref(), divisor.get());
        // Both can only fail for a scale that is no number, and none such is stored or typed.
        Shared::new(attend(&chosen.unwrap_or_else(|_| problem.clone())))
    });
    let given = Memo::new_with_compare(
        move |_| trace.get(),
        |old: Option<&Shared<Trace>>, new| match (old, new) {
            (Some(old), Some(new)) => !Arc::ptr_eq(&old.projected, &new.projected),
            _ => true,
        },
    );
    let as_opened = Memo::new(move |_| {
        let opened = opened.get();
        if opened == loaded.get() { given.get() } else { Shared::new(attend(&opened.problem)) }
    });
    [trace, given, as_opened]
}
