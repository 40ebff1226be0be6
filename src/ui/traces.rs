//! The traces that the page shows: they are computed again when what they rest on changes.

use std::sync::Arc;

use leptos::prelude::*;

use super::shared::Shared;
use crate::{
    math::{MaskPlan, Projected, Stage, Trace, attend_from},
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
    // Of a long input one head is there, the one that is opened, and what all make together once it is looked at.
    let is_long = Memo::new(move |_| loaded.read().problem.is_long());
    let held = Memo::new(move |_| if is_long.get() { settings.read().head } else { 0 });
    let needs_all = Memo::new(move |_| {
        let stage = settings.read().stage;
        is_long.get() && matches!(stage, Stage::Concat | Stage::Output | Stage::AddNorm)
    });
    let projected = Memo::new_with_compare(
        move |_| loaded.read().problem.projected_for(held.get()),
        |old: Option<&Arc<Projected>>, new| match (old, new) {
            (Some(old), Some(new)) => !Arc::ptr_eq(old, new),
            _ => true,
        },
    );
    let trace = Memo::new(move |_| {
        let problem = &loaded.read().problem;
        let chosen = state::with_choices(problem, mask.read().as_ref(), divisor.get());
        // Both can only fail for a scale that is no number, and none such is stored or typed.
        let chosen = chosen.unwrap_or_else(|_| problem.clone());
        let trace = attend_from(&projected.get(), &chosen);
        Shared::new(if needs_all.get() { trace.with_all_heads(&chosen) } else { trace })
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
        if opened == loaded.get() {
            return given.get();
        }
        let problem = &opened.problem;
        Shared::new(attend_from(&problem.projected_for(held.get()), problem))
    });
    [trace, given, as_opened]
}
