//! The traces that the page shows: they are computed again when what they rest on changes. Those of long inputs are
//! computed by the engine, in a worker (`engine/`); what is shown until then is awaited.

use leptos::prelude::*;

use super::{engine::Computed, shared::Shared};
use crate::{
    math::{MaskPlan, Trace, attend_from},
    samples::Loaded,
    state::{self, Settings},
};

/// The trace, the same as far as neither mask nor scale matters, and that of the numbers as opened.
pub fn use_traces(
    settings: RwSignal<Settings>,
    mask: Memo<Option<MaskPlan>>,
    loaded: RwSignal<Shared<Loaded>>,
    opened: RwSignal<Shared<Loaded>>,
    computed: RwSignal<Option<Computed>>,
) -> [Memo<Shared<Trace>>; 3] {
    let divisor = Memo::new(move |_| settings.read().divisor);
    let head = Memo::new(move |_| settings.read().head);
    let trace = Memo::new(move |_| {
        let problem = &loaded.read().problem;
        if problem.is_long() {
            // The last that was computed of these inputs, be it of another head, mask or scale, which it knows.
            let computed = computed.read();
            let computed = computed.as_ref().filter(|it| it.problem.shares_inputs(problem));
            return match computed {
                Some(computed) => computed.trace.clone(),
                None => Shared::new(Trace::awaited(problem, head.get())),
            };
        }
        let chosen = state::with_choices(problem, mask.read().as_ref(), divisor.get());
        // Both can only fail for a scale that is no number, and none such is stored or typed.
        let chosen = chosen.unwrap_or_else(|_| problem.clone());
        Shared::new(attend_from(problem.projected(), &chosen))
    });
    let given = Memo::new_with_compare(
        move |_| trace.get(),
        |old: Option<&Shared<Trace>>, new| match (old, new) {
            (Some(old), Some(new)) => !has_same_start(old, new),
            _ => true,
        },
    );
    let as_opened = Memo::new(move |_| {
        let opened = opened.get();
        if opened == loaded.get() {
            return given.get();
        }
        let problem = &opened.problem;
        Shared::new(if problem.is_long() {
            Trace::awaited(problem, head.get())
        } else {
            attend_from(problem.projected(), problem)
        })
    });
    [trace, given, as_opened]
}

/// Whether both are the same as far as neither mask nor scale matters.
fn has_same_start(old: &Trace, new: &Trace) -> bool {
    std::sync::Arc::ptr_eq(&old.projected, &new.projected)
        && std::mem::discriminant(&old.between) == std::mem::discriminant(&new.between)
}
